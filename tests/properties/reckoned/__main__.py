"""Reckons hundreds of games, and shows what the reckoning finds when the rules are changed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count
from pathlib import Path

import click

from tests.properties.reckoned import RECKONINGS
from tests.properties.reckoned.changes import ROOT, Change, changes
from tests.properties.reckoned.games import reckon

FOUND, STOPPED = 1, 2
"""How a process ends that has reckoned games: with a difference, or with rules that stop a game."""


@click.command()
@click.argument("systems", nargs=-1, type=click.Choice(tuple(RECKONINGS)))
@click.option("--games", default=200, show_default=True, help="How many of each system.")
@click.option("--first", default=0, show_default=True, help="The number of the first game.")
@click.option(
    "--changes", "changed", is_flag=True, help="Change the rules line by line and say which changes are found."
)
@click.option("--until-found", is_flag=True, help="Stop at the first difference.")
def main(systems: tuple[str, ...], games: int, first: int, changed: bool, until_found: bool) -> None:
    """Reckons games of the SYSTEMS again, all of them without one."""
    right = [
        change_rules(system, games) if changed else whole(system, games, first, until_found)
        for system in systems or tuple(RECKONINGS)
    ]
    sys.exit(0 if all(right) else FOUND)


def whole(system: str, games: int, first: int, until_found: bool) -> bool:
    """The games of a system reckoned; whether nothing differs."""
    facts, differ, checked = 0, 0, Counter[str]()
    with ProcessPoolExecutor(1 if until_found else cpu_count()) as pool:
        told = (
            map(partial(reckon, system), range(first, first + games))
            if until_found
            else pool.map(partial(reckon, system), range(first, first + games))
        )
        for number, one in enumerate(told, first):
            facts, differ = facts + one.facts, differ + len(one.found)
            checked.update(one.checked)
            for words in one.found[:10]:
                click.echo(f"{system} game {number}: {words}")
            if one.found and until_found:
                return False
            if sys.stderr.isatty():
                click.echo(f"\r{system} {number + 1 - first}/{games}", nl=False, err=True)
    click.echo(f"{system}: {games} games, {facts} facts, {checked.total()} checks, {differ} differ")
    click.echo("  " + ", ".join(f"{rule} {count}" for rule, count in sorted(checked.items())))
    return not differ


def change_rules(system: str, games: int) -> bool:
    """Each change on a copy of the rules; whether all but one in ten were found."""
    all_changes = changes(system)
    with ProcessPoolExecutor(cpu_count()) as pool:
        ends = list(pool.map(partial(try_change, games=games), all_changes))
    for change, end in zip(all_changes, ends, strict=True):
        click.echo(f"{system} {change.rule}: {change.what}: {end}")
    found = sum(end != "not found" for end in ends)
    click.echo(f"{system}: {found} of {len(all_changes)} changes found")
    return found * 10 >= len(all_changes) * 9


def try_change(change: Change, games: int) -> str:
    """What became of a change: found with its first difference, stopped where the game itself broke, or not found."""
    with tempfile.TemporaryDirectory() as place:
        for part in ("domain", "projections", "replays", "recording", "auditing", "web", "cli", "tests"):
            shutil.copytree(ROOT / part, Path(place, part), ignore=shutil.ignore_patterns("__pycache__"))
        change.make(Path(place))
        ran = subprocess.run(
            [sys.executable, "-m", "tests.properties.reckoned", change.system, "--games", str(games), "--until-found"],
            cwd=place,
            env={"PYTHONPATH": place, "PATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
    if ran.returncode == 0:
        return "not found"
    told = (ran.stdout.strip() or ran.stderr.strip()).splitlines()
    return f"found, {told[-1]}" if ran.stdout.strip() else f"stopped, {told[-1] if told else ran.returncode}"


if __name__ == "__main__":
    main()
