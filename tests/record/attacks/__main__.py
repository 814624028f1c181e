"""Attacks the record, and prints figures line by line; exit code 1 when something was lost, doubled, or changed untold,
or when an edited export was not judged alike.

python -m tests.record.attacks [--kills N] [--edits N] [--files N] [--racers N] [--seed N] [--seconds N]
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import sys
import tempfile
import time
from pathlib import Path

from domain import games
from tests.record.attacks.edits import UNPROVABLE, Kind, edits
from tests.record.attacks.files import judged, tally
from tests.record.attacks.kills import kills
from tests.record.attacks.race import race

LINES = 100
"""Lines each racer says."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.record.attacks", description=(__doc__ or "").partition("\n\n")[0]
    )
    parser.add_argument("--kills", type=int, default=300, help="processes killed with -9")
    parser.add_argument("--edits", type=int, default=1000, help="changes to the file, one at a time")
    parser.add_argument("--files", type=int, default=1000, help="changes to exports, judged by three verifiers")
    parser.add_argument("--racers", type=int, default=10, help="processes on the same games at once")
    parser.add_argument("--seed", type=int, default=None, help="of the chance in all of it; one is drawn, and printed")
    parser.add_argument("--seconds", type=float, default=3600, help="after which it is ended, wherever it hangs")
    chosen = parser.parse_args(arguments)
    seed = random.randrange(10**6) if chosen.seed is None else chosen.seed
    games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
    faulthandler.dump_traceback_later(chosen.seconds, exit=True, file=sys.__stderr__)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.kills:
            _kills(folder, chosen.kills, seed)
        if chosen.racers:
            _race(folder, chosen.racers, seed)
        untold = _edits(folder, chosen.edits, seed) if chosen.edits else 0
        apart = _files(folder, chosen.files, seed) if chosen.files else 0
    faulthandler.cancel_dump_traceback_later()
    return 1 if untold or apart else 0


def _kills(folder: Path, number: int, seed: int) -> None:
    (folder / "kills").mkdir()
    printed = time.monotonic()
    for found in kills(folder / "kills" / "diary.db", number, random.Random(seed)):
        if found.kills >= number or time.monotonic() > printed + 10:
            printed = time.monotonic()
            print(
                f"kills: {found.kills}, of {found.entries} entries none was lost or there twice; "
                f"{found.unheard} appends were committed unheard; {found.files} files were whole, the others not there",
                flush=True,
            )
    print(
        "acknowledged: " + ", ".join(f"{did} {times}" for did, times in sorted(found.acknowledged.items())), flush=True
    )


def _race(folder: Path, racers: int, seed: int) -> None:
    raced = race(folder / "race.db", racers, LINES, seed)
    print(
        f"race: {raced.racers} processes on {raced.games} games in {raced.seconds:.1f} s: {raced.recorded} lines "
        "recorded, each once; "
        f"{raced.overtaken} times another was first, and each time it was told",
        flush=True,
    )


def _edits(folder: Path, number: int, seed: int) -> int:
    (folder / "edits").mkdir()
    kinds: dict[str, Kind] = {}
    for name, kind in edits(folder / "edits" / "diary.db", number, random.Random(seed)):
        kinds[name] = kind
    for name, kind in kinds.items():
        print(
            f"edits: {name}: {kind}" + (" (nothing within the file can tell)" if name in UNPROVABLE else ""), flush=True
        )
        for what in () if name in UNPROVABLE else kind.not_told:
            print(f"  not told: {what}", flush=True)
    provable = [kind for name, kind in kinds.items() if name not in UNPROVABLE]
    untold = sum(len(kind.not_told) for kind in provable)
    print(f"edits: {sum(kind.done for kind in provable)} that can be told, {untold} of them not told", flush=True)
    return untold


def _files(folder: Path, number: int, seed: int) -> int:
    (folder / "files").mkdir()
    found = list(judged(folder / "files", number, random.Random(seed)))
    print(*tally(found), sep="\n", flush=True)
    return sum(not one.alike for one in found)


if __name__ == "__main__":
    raise SystemExit(main())
