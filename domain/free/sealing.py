"""FREE 9: lines that a side says in secret. All know that there is one; it counts from when it is revealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from domain.free import sealed_facts as f
from domain.free.saying import check_length, say
from domain.free.state import Free, side_code
from domain.kernel.errors import BadInput
from domain.kernel.state import Named
from domain.kernel.table import Table
from domain.kernel.verbs import OWN, Verbs

verbs: Verbs[Free] = Verbs()
SECRET_VERB = "secret"
Slip = Annotated[str, Named("slip")]


@verbs("FREE 9", either=True, secret=OWN)
def secret(table: Table[Free], text: str) -> None:
    """FREE 9.1: a line is sealed in the record, and nothing of it counts."""
    check_length(text)
    side, row = table.side, table.state.game_row
    hides = row is not None and side in map(side_code, row.hides)
    table.require(hides, "FREE 9", f"{table.rules.sides.get(side, 'nobody')} hides nothing in this game")
    if table.state.on_paper:
        raise BadInput("what is hidden lies on paper in this game; say the line when it comes to light")
    slip = f"{side}-{table.state.written.get(side, 0) + 1}"
    table.record(f.LineSealed(rule="FREE 9.1", side=side, slip=slip))
    table.record(f.LineKept(rule="FREE 9.1", side=side, slip=slip, text=text, secret=side))


def shown(state: Free) -> Iterable[Mapping[str, Any]]:
    """The sealed lines, the oldest first."""
    return ({"slip": slip} for slip in state.slips)


@verbs("FREE 9", either=True, offers=shown)
def reveal(table: Table[Free], slip: Slip) -> None:
    """FREE 9.2: a sealed line is shown, and counts as if it were said now."""
    side = table.state.slips[slip]
    table.require(table.side == side, "FREE 9.2", f"{slip} is the {table.rules.sides[side]} side's to reveal")
    if slip not in table.state.sealed:
        raise BadInput(
            f"what {slip} says is not known here: type `{side}:` alone, then Enter, and `reveal {slip}` unseen"
        )
    text = table.state.sealed[slip]
    table.record(f.LineRevealed(rule="FREE 9.2", side=side, slip=slip, text=text))
    say(table, text)


def secrets(state: Free) -> Mapping[tuple[str, ...], str]:
    """FREE 9.1: what the sealed lines say, by their paths."""
    return {("sealed", slip): state.slips[slip] for slip in state.sealed if slip in state.slips}
