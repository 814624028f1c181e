"""The logs in a folder, played by a file of templates: lines, totals, and what disagrees.

`python -m tests.free.logs FOLDER TEMPLATES`
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

from domain.free.heard import hear_line
from domain.free.marks import Changes
from domain.kernel.facts import Declared
from replays.log_templates import read_shapes
from replays.logs import LogPlayed, play_log


def totals(played: LogPlayed) -> int:
    """The totals that the lines of a game claimed."""
    known = played.game.state.means()
    said = (entry.fact.values.get("text", "") for entry in played.game.stands if isinstance(entry.fact, Declared))
    marks = (mark for text in said for mark in hear_line(str(text), known).marks)
    return sum(isinstance(mark, Changes) and mark.claim is not None for mark in marks)


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
    print(
        f"{len(every)} logs, {len(shapes.templates)} templates, {sum(one.lines for one in every)} lines, "
        f"{sum(one.fitted for one in every)} fit, {sum(one.refused for one in every)} refused, "
        f"{sum(map(totals, every))} totals, {sum(len(one.gaps) for one in every)} of them disagree, {took:.1f} s"
    )


if __name__ == "__main__":
    measure(Path(sys.argv[1]), Path(sys.argv[2]))
