"""What was mended in the rules since games were recorded under them; nothing so far."""

from __future__ import annotations

from domain.kernel.rules import Mend

MENDS: tuple[Mend, ...] = ()
