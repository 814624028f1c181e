"""Commands that begin a game: new, branch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cli.any_game import FREE, charts_said
from cli.desk import Desk, is_server
from cli.disputing import carried_over
from cli.output import talk
from cli.rulings import rulings_taken
from cli.session import Session
from cli.unlocking import passphrase, unhush
from domain.games import rules_of
from domain.kernel.errors import BadInput, unknown
from domain.kernel.facts import GameBegan
from domain.kernel.rules import Rules
from domain.kernel.state import PAPER, RECORDED
from replays import library


def new(
    desk: Desk,
    name: str,
    system: str,
    game: str,
    sides: str,
    hides: str,
    like: str,
    pack: str,
    scenario: str,
    player: tuple[str, ...],
    reading: tuple[str, ...],
    rulings: tuple[Path, ...],
    title: str,
    hidden: str | None,
    as_json: bool,
) -> None:
    """`wardiary new`: begins a game."""
    system = _system(system, game, sides, hides, like)
    printed = {**(printed_in(system, pack) if pack else {})}
    if game or like:
        said = charts_said(desk, game, sides, hides, like)
        printed = {**printed, "charts": {**printed.get("charts", {}), **said}}
    rules = rules_of(GameBegan(system=system, title=title or name, **printed))
    if scenario and scenario not in rules.scenarios:
        raise unknown("scenario", scenario, rules.scenarios)
    hidden = hidden or (RECORDED if system == FREE else PAPER)
    players, readings = _pairs(player, "--player"), _pairs(reading, "--reading")
    _check_players(rules, players)
    _check_readings(rules, readings)
    ruled = rulings_taken(rules, rulings, readings)
    began = GameBegan(
        system=system,
        title=title or name,
        scenario=scenario or next(iter(rules.scenarios), ""),
        players=players,
        readings={one.reading: one.choice for one in ruled if one.reading} | readings,
        house={one.rule: one.text for one in ruled if one.text},
        hidden=hidden,
        **printed,
    )
    desk.made_diary.check_free(name)  # before anything is typed unseen
    locks = (
        {side: passphrase(side, rules.sides[side], new=True) for side in rules.secrecy.hides}
        if hidden == RECORDED
        else {}
    )
    unhush()
    made = desk.made_diary.new(system, name, began, {side: words for side, words in locks.items() if words})
    with Session(desk, desk.diary.find(made.id), made, as_json=as_json):
        if locks and not any(locks.values()):
            talk("no passphrase was said: what is hidden lies open in the diary")
        if is_server(desk.place) and any(not locks.get(side) for side in rules.secrecy.hides) and hidden == RECORDED:
            talk("whoever may read the server's tables reads what is hidden and not under a passphrase")
        if began.scenario and not scenario and len(rules.scenarios) > 1:
            talk(
                f"scenario {began.scenario}; --scenario names another: "
                f"{', '.join(each for each in rules.scenarios if each != began.scenario)}"
            )
        talk(
            f"{name} is begun: {rules.title}"
            + (f", pack {pack}" if pack else "; charts are asked for when they are needed" * (system != FREE))
        )


def _system(system: str, game: str, sides: str, hides: str, like: str) -> str:
    """The system of a game to begin: as it is said, or the one for any title. Raises BadInput."""
    if not system and not game and not like:
        raise BadInput("--system names a game whose rules are known, --game TITLE any other")
    if system not in ("", FREE) and (game or sides or like):
        raise BadInput(f"--game, --sides and --like begin a game of any title; the rules of {system} are known")
    if sides and not game:
        raise BadInput("--sides is said with --game TITLE")
    if hides and not (game or like):
        raise BadInput("--hides is said with --game TITLE or --like GAME")
    return system or FREE


def _pairs(words: tuple[str, ...], option: str) -> dict[str, str]:
    """The values of an option written as name=value. Raises BadInput."""
    pairs = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise BadInput(f"{option} takes name=value, not {word!r}")
        pairs[key] = value
    return pairs


def _check_players(rules: Rules[Any], players: Mapping[str, str]) -> None:
    """Raises BadInput for a player whose side does not exist."""
    for side in players:
        if side not in rules.sides:
            raise unknown("side", side, rules.sides)


def _check_readings(rules: Rules[Any], readings: Mapping[str, str]) -> None:
    """Raises BadInput for an unknown reading, or an unknown choice."""
    for id, choice in readings.items():
        if id not in rules.readings:
            raise unknown("reading", id, rules.readings)
        if choice not in rules.readings[id].choices:
            raise BadInput(f"{id} can be read as {', '.join(rules.readings[id].choices)}, not {choice!r}")


def printed_in(system: str, pack: str) -> dict[str, Any]:
    """The fields of the first entry that come from a pack. Anything the pack lacks is printed. Raises BadInput."""
    found, begun, _ = library.examined(system, pack)
    if lacking := sum(map(len, begun.values())):
        talk(
            f"{lacking} rows of the pack are not whole, and left out; `wardiary pack check {system} {pack}` says "
            "what they lack"
        )
    return {"pack": found.name, "pack_digest": found.digest, "charts": found.charts, "complete": found.complete}


def branch(desk: Desk, game: str, name: str, at: int | None, as_json: bool) -> None:
    """`wardiary branch`: a game that shares another's entries up to a point."""
    listing, opened = desk.open(game)
    made = desk.diary.branch(listing.id, opened.version if at is None else at, name)
    with Session(desk, desk.diary.find(made.id), made, as_json=as_json) as session:
        talk(f"{name} is begun as a branch of {listing.name} at entry {made.version}")
        for line in carried_over(opened, session.game):
            session.say(line)
