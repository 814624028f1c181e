"""The log: every entry that has a sentence, with what became of it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from domain.kernel.entries import Entry, unstruck
from domain.kernel.errors import BadInput
from domain.kernel.repeats import again_words, made_again
from domain.kernel.telling import told
from projections.append_story import cited
from projections.text import folded, paint


class LogLine(NamedTuple):
    """An entry with a sentence."""

    version: int
    moment: str
    words: str
    rule: str
    struck: bool
    """Whether it was taken back."""
    at: str
    by: str
    again: str = ""
    """What it was before, if it is a throw or draw made again after a take-back."""


def log_lines(entries: Iterable[Entry], among: Iterable[Entry], sides: Mapping[str, str]) -> list[LogLine]:
    """The entries that have a sentence, sides by their names. `among` are all entries of the game, which tell what was
    taken back.
    """
    among = tuple(among)
    stands, again = unstruck(among), made_again(among)
    lines = []
    for entry in entries:
        if words := told(entry.fact, sides):
            struck = entry.version not in stands and entry.fact.TOPIC != "taken-back"
            lines.append(
                LogLine(
                    entry.version,
                    ", ".join(entry.moment.path),
                    words,
                    entry.fact.rule,
                    struck,
                    entry.time,
                    entry.recorder,
                    again_words(entry, again.get(entry.version, ())),
                )
            )
    return lines


def log_text(lines: Iterable[LogLine]) -> Iterator[str]:
    """Each line with its rule, under its moment, for a screen; lines taken back are struck out."""
    moment = ""
    for line in lines:
        if line.moment != moment:
            moment = line.moment
            yield paint(f"— {moment}", bold=True)
        back = "  (taken back)" if line.struck else ""
        words = "; ".join(filter(None, (line.words, line.again)))
        for text in folded(f"{cited(words, line.rule)}{back}", f"{line.version:>6}  ", " " * 8):
            yield paint(text, strikethrough=True, dim=True) if back else text


def entry_span(words: str) -> range:
    """The numbers of entries `350-360` or `350`. Raises BadInput for anything else."""
    found = re.fullmatch(r"([0-9]{1,9})(?:(?:-|\.\.)([0-9]{1,9}))?", words)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if last < first:
        raise BadInput(f"{words!r} names no entries: say one, as 350, or the first and the last, as 350-360")
    return range(first, last + 1)
