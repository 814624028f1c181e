"""How it is said what a pack lacks, or says against the rulebook's text."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.printed import ByTheText
from domain.wargame.roster import Rows as Rows

Charts = Mapping[str, Rows]

DDAT = ByTheText("DDaT")
