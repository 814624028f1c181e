"""Commands for lists: systems; and for the diary's list of games: games, rename, put-away, bring-back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.desk import Desk
from cli.output import dump, print_table, talk
from domain.games import SYSTEMS, listed_as, rules_of
from domain.kernel.entries import Moment


def systems(as_json: bool) -> None:
    """`wardiary systems`: the game systems there are."""
    rows = [{"code": code, "title": system.title} for code, system in SYSTEMS.items()]
    dump(rows) if as_json else print_table(("code", "title"), rows)


def games(desk: Desk, every: bool, as_json: bool) -> None:
    """`wardiary games`: the games in the diary."""
    listings = desk.diary.games()
    rows: list[dict[str, Any]] = [listing._asdict() for listing in listings if every or not listing.put_away]
    if (away := len(listings) - len(rows)) and not as_json:
        talk(f"{away} put away: `wardiary games --all` lists them too, `wardiary bring-back` brings one back")
    moments = desk.diary.moments()
    for row in rows:
        row["game"] = _listed_as(desk, row)
        row["players"], row["moment"] = desk.diary.players(row["id"]), moments.get(row["id"], Moment()).path
    if as_json:
        dump(rows)
        return
    print_table(
        ("name", "system", "players", "now", "entries", "created", *(("put_away",) if every else ())),
        map(_shown_row, rows),
    )


def _listed_as(desk: Desk, row: Mapping[str, Any]) -> str:
    """The system of a game; of one that is for any game, the title."""
    system = SYSTEMS.get(row["system"])
    began = desk.diary.began(row["id"]) if system and system.any_title else None
    return listed_as(rules_of(began)) if began else row["system"]


def _shown_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A game as the list shows it: its players, where it stands, and the day it was begun."""
    said = {
        "system": row["game"],
        "players": ", ".join(row["players"].values()),
        "now": ", ".join(row["moment"]),
        "created": str(row["created"])[:10],
    }
    return {**row, **said}


def rename(desk: Desk, game: str, name: str) -> None:
    """`wardiary rename`: gives a game another name."""
    listing = desk.diary.find(game)
    desk.diary.rename(listing.id, name)
    talk(f"{listing.name} is now called {name}")


def put_away(desk: Desk, game: str) -> None:
    """`wardiary put-away`: hides a game from the lists."""
    listing = desk.diary.find(game)
    desk.diary.put_away(listing.id)
    talk(f"{listing.name} is put away; `wardiary bring-back {listing.name}` brings it back")


def bring_back(desk: Desk, game: str) -> None:
    """`wardiary bring-back`: shows a hidden game in the lists again."""
    listing = desk.diary.find(game)
    desk.diary.put_away(listing.id, away=False)
    talk(f"{listing.name} is back")
