"""What earlier versions of these rules played otherwise, oldest first; `audit` tells a game of before which of it concerns it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.rules import Mend

MENDS: Sequence[Mend] = ()
