"""The logs in a folder, played by a file of templates: lines, totals, and what disagrees.

`python -m tests.free.logs FOLDER TEMPLATES`
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from time import process_time

from domain.free.heard import hear_line
from domain.free.marks import Changes
from domain.kernel.facts import Declared, Irregular
from replays.log_templates import read_shapes
from replays.logs import LogPlayed, play_log

PAIR = 2
"""Totals of a line that says what both sides have in a place."""


def totals(played: LogPlayed) -> Counter[str]:
    """The totals that the lines of a game claimed: those that stand two on a line, and those alone; and of the pairs,
    how many hold."""
    known, found, claims = played.game.state.means(), Counter[str](), 0
    for entry in played.game.stands:
        if isinstance(entry.fact, Declared):
            marks = hear_line(str(entry.fact.values.get("text", "")), known).marks
            claims = sum(isinstance(mark, Changes) and mark.claim is not None for mark in marks)
            found["pairs"] += claims == PAIR
            found["alone"] += claims if claims != PAIR else 0
        if isinstance(entry.fact, Irregular) and claims == PAIR:
            found["broken"] += 1
            claims = 0
    found["hold"] = found["pairs"] - found["broken"]
    return found


def measure(folder: Path, templates: Path) -> None:
    """Prints the figures of each log, and of all."""
    shapes, began = read_shapes(templates.read_text("utf-8"), str(templates)), process_time()
    every: list[LogPlayed] = []
    for path in sorted(folder.glob("*.txt")):
        played = play_log(path.read_text("utf-8", errors="replace").splitlines(), shapes, path.stem)
        every.append(played)
        for gap in played.gaps:
            print(f"{path.stem}, entry {gap.entry}: {gap.words}")
    took = process_time() - began
    found = sum(map(totals, every), Counter[str]())
    print(
        f"{len(every)} logs, {len(shapes.templates)} templates, {sum(one.lines for one in every)} lines, "
        f"{sum(one.fitted for one in every)} fit, {sum(one.refused for one in every)} refused, "
        f"{found['hold']} of {found['pairs']} pairs of totals hold, of {found['alone']} other totals and the pairs "
        f"{sum(len(one.gaps) for one in every)} disagree, {took:.1f} s"
    )


if __name__ == "__main__":
    measure(Path(sys.argv[1]), Path(sys.argv[2]))
