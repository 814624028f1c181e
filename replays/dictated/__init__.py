"""Packs as one would dictate them: a text of lines, beside the TOML and the tables of a spreadsheet.

One notation serves every game. Its words are the charts' own fields and their values; what else it knows of a chart,
the chart says itself (`domain.kernel.written`).
"""

from replays.dictated.dictating import write_dictated
from replays.dictated.reading import Dictated, is_dictated, read_dictated

__all__ = ["Dictated", "is_dictated", "read_dictated", "write_dictated"]
