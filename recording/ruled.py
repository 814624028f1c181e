"""How the rules are read in a game: its readings, and its house rules."""

from __future__ import annotations

from typing import Any

from domain.kernel.aside_facts import numbered
from domain.kernel.errors import BadInput
from domain.kernel.game import Game

RULING_COLUMNS = ("id", "rule", "question", "holds", "choices")
"""The columns of the list of readings and house rules."""


def ruling_rows(game: Game[Any], about: str = "") -> list[dict[str, Any]]:
    """The readings and house rules of a game; of those `about` a reading or rule, if it is given. Raises BadInput."""
    rows = [
        {
            "id": r.id,
            "rule": r.rule,
            "question": r.question,
            "holds": game.state.readings.get(r.id, r.default),
            "choices": ", ".join(r.choices),
        }
        for r in game.rules.readings.values()
    ] + [
        {"id": "house", "rule": rule, "question": text, "holds": "", "choices": ""}
        for rule, text in game.state.house.items()
    ]
    if not about:
        return rows
    rule = "" if about.upper() in game.rules.readings else numbered(game.rules, about, "reading or rule")
    found = [row for row in rows if (row["rule"] == rule if rule else row["id"] == about.upper())]
    if not found:
        raise BadInput(f'no reading and no house rule is about {rule}; `ruling {about} "…"` makes one')
    return found
