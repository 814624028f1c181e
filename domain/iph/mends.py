"""Rules of Invasion Pearl Harbor that earlier versions played otherwise, oldest first."""

from __future__ import annotations

from domain.kernel.rules import Mend

MENDS: tuple[Mend, ...] = ()
