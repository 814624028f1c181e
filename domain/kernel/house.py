"""House rules: rulings in words on a numbered rule, by which a table may play on where that rule refuses.

A ruling on 10.3 holds for what is cited as 10.3 and for its parts, 10.3.1 and 10.3(2).
"""

from __future__ import annotations

from collections.abc import Mapping

HOUSE = "house"
"""The reason that plays on by a house rule: `! house`."""


def house_rule(house: Mapping[str, str], cited: str) -> tuple[str, str]:
    """The (rule, text) of the house rule that covers a rule as it is cited; ("", "") if none does.

    The nearest one counts: one on 10.3.1 before one on 10.3.
    """
    covering = [
        rule
        for one in cited.split(", ")
        for rule in house
        if one == rule or (one.startswith(rule) and not one[len(rule)].isalnum())
    ]
    nearest = max(covering, key=len, default="")
    return nearest, house.get(nearest, "")


def with_house_rule(house: Mapping[str, str], cited: str, why: str) -> str:
    """Why something is refused, with the house rule on it, and how one plays by it."""
    rule, text = house_rule(house, cited)
    return f"{why}; your house rule on {rule}: “{text}”; ! {HOUSE} plays by it" if rule else why
