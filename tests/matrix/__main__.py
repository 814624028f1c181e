"""The whole matrix: `make matrix`, or `python -m tests.matrix [SYSTEM …] [--seeds N] [--length N]`. Prints a line a
cell and game."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from cli.unlocking import variable
from tests.matrix.cells import CELLS, ON_PAPER, PASSPHRASE, Cell, lacking, tell
from tests.matrix.ends import faults
from tests.matrix.games import Source, sources
from tests.matrix.teller import Astray
from tests.matrix.ways import Refused


def main() -> int:
    """Tells every game in every cell, a cell on each core. Returns how many do not hold, and are not named as
    lacking."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix", description=main.__doc__)
    parser.add_argument(
        "words", nargs="*", help="only cells and games that have all of these words in them, like: reef passphrases"
    )
    parser.add_argument(
        "--seeds", type=int, default=2, help="how many random games a cell, and as many of each considered player"
    )
    parser.add_argument("--most", type=int, default=10**9, help="at most so many appends of each game")
    wanted = parser.parse_args()
    os.environ |= dict.fromkeys(map(variable, ("us", "jp")), PASSPHRASE)
    wrong = 0
    began = time.perf_counter()
    print(f"{'system':7}{'secrets':16}{'said through':23}{'game':22}{'entries':>8}{'lines':>7}{'s':>7}", flush=True)
    cells = [cell for cell in CELLS if not wanted.words or any(word in str(cell) for word in wanted.words)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for rows, wrong_here in pool.map(
            partial(all_told, words=wanted.words, seeds=wanted.seeds, most=wanted.most), cells
        ):
            print("".join(f"{row}\n" for row in rows), end="", flush=True)
            wrong += wrong_here
    print(f"{time.perf_counter() - began:.0f} s, {wrong} do not hold")
    return wrong


def all_told(cell: Cell, words: Sequence[str], seeds: int, most: int) -> tuple[list[str], int]:
    """The rows of the games of a cell, those whose names have all the words; how many went wrong, and nobody knew."""
    found = [
        told(cell, source, most)
        for source in sources(cell.system, cell.secrets == ON_PAPER, seeds)
        if all(word in f"{cell}: {source.name}" for word in words)
    ]
    return [row for rows, _ in found for row in rows], sum(wrong for _, wrong in found)


def told(cell: Cell, source: Source, most: int) -> tuple[list[str], bool]:
    """Tells a game in a cell: its row, with what is wrong below it, and whether it went wrong, and nobody knew."""
    known, said = lacking(cell, source.name), ""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        entries = lines = 0
        try:
            done = tell(cell, source, Path(folder), most=most)
            entries, lines = done.entries, done.lines
            said = "; ".join(faults(done, Path(folder)))
            done.desk.close()
        except (Astray, Refused) as error:
            said = str(error)
    took = time.perf_counter() - began
    rows = [f"{cell.system:7}{cell.secrets:16}{cell.way:23}{source.name:22}{entries:8}{lines:7}{took:7.1f}"]
    if known and known.stops in said:
        rows.append(f"    lacking: {known.why}")
        return rows, False
    if said:
        rows.append(f"    WRONG: {said[:1500]}")
    return rows, bool(said)


if __name__ == "__main__":
    sys.exit(bool(main()))
