"""The command `rule`: a numbered rule of a rulebook, with its reading in a game."""

from __future__ import annotations

from collections.abc import Mapping

from auditing.rule_index import indexed, look_up
from auditing.rule_words import rule_lines
from cli.desk import Desk
from cli.output import dump, print_lines, print_table
from domain.games import SYSTEMS


def rule(desk: Desk, of: str, number: str | None, as_json: bool) -> None:
    """`wardiary rule`: a rule by its number, or all numbers."""
    code, holds, house = (of, {}, {}) if of in SYSTEMS else _of_game(desk, of)
    if number is None:
        every = indexed(code).items()
        if as_json:
            dump([{"rule": number, "about": one.rule.about, "where": one.rule.place or "–"} for number, one in every])
        else:
            rows = [
                {"rule": number, "about": one.rule.about, "nothing_to_do": one.rule.nothing} for number, one in every
            ]
            print_table(("rule", "about", "nothing_to_do"), rows)
        return
    found = look_up(code, number)
    if as_json:
        dump(found.plain())
        return
    print_lines(rule_lines(code, found, holds, house))


def _of_game(desk: Desk, name: str) -> tuple[str, Mapping[str, str], Mapping[str, str]]:
    """A game's system, its choices for the readings, and its house rules."""
    _, game = desk.open(name)
    return game.rules.code, game.state.readings, game.state.house
