"""BRT 15.13, 15.614, CG18.12: GPP, CAPP and FPP, by beach, in secret."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from domain.kernel.errors import BadInput
from domain.kernel.table import Table
from domain.kernel.verbs import Named
from domain.reef import facts as f
from domain.reef.charts import HIP_ITEM, STACKING, AllotmentCard, KindCard, PriceCard
from domain.reef.common import BeachName, Objections, heed, verbs
from domain.reef.hidden import hip_bought, hip_limit
from domain.reef.organization import KINDS, split
from domain.reef.slips import seal
from domain.reef.state import Account, Reef

ItemNames = Annotated[tuple[str, ...], Named("item", twice=True)]
RULES = {"GPP": "BRT 15.6141", "CAPP": "BRT 15.6142", "FPP": "BRT 15.6143"}


def spent_on(table: Table[Reef], items: Sequence[str]) -> dict[str, int]:
    """What items cost, by kind of points; prices are read out once."""
    found: dict[str, int] = {}
    for item in items:
        name, number = split(item)
        if name == STACKING:
            continue
        card = table.state.rows(PriceCard).get(name)
        if card is None:  # it is not asked for in the midst of a secret
            several = re.fullmatch(r"(.*\D)(\d+)", item)
            if several and several[1] in table.state.rows(PriceCard):
                raise BadInput(f"there is no item {item}; did you mean {several[1]}x{several[2]}?")
            table.require(
                False,
                "BRT 15.614",
                f"the price of {name} has not been read out: `chart prices {name} points=FPP cost=1`, for all to see",
            )
            continue
        found[card.points] = found.get(card.points, 0) + card.cost * number
    return found


def allotted(table: Table[Reef], beach: str) -> Mapping[str, int]:
    card = table.read(AllotmentCard, f"{table.state.cg}/{beach}")
    return {"GPP": card.gpp, "CAPP": card.capp, "FPP": card.fpp}


def why_not_buy(before: Account, cost: Mapping[str, int], most: Mapping[str, int], beach: str) -> Objections:
    """BRT 15.614: nobody spends what a beach has not (reading R-48)."""
    now = {"GPP": before.gpp, "CAPP": before.capp, "FPP": before.fpp}
    for points, number in cost.items():
        left = most[points] - now[points]
        if number > left:
            yield RULES[points], f"{number} {points}: {beach} has {left} left"


def why_not_stack(before: Account, more: int, exponent: int, beach: str) -> Objections:
    """BRT 15.2, 15.6142: pillboxes of a beach hold so many squad-equivalents more, all of them together, as its CAPP
    Exponent says."""
    if more and before.stacking + more > exponent:
        yield (
            "BRT 15.6142",
            f"{before.stacking + more} squad-equivalents of stacking: the CAPP Exponent of {beach} is {exponent}",
        )


def why_not_hip(state: Reef, items: Sequence[str]) -> Objections:
    """BRT CG11: no more HIP squad-equivalents are bought than the share."""
    more = sum(number for item, number in map(split, items) if item == HIP_ITEM)
    if more and hip_bought(state) + more > hip_limit(state):
        yield "BRT CG11", f"{hip_bought(state) + more} HIP squad-equivalents: {hip_limit(state)} may be bought"


@verbs("BRT 15.614", side="jp", phases=("purchases",), secret="jp", offers=lambda state: [])
def buy(table: Table[Reef], beach: BeachName, items: ItemNames = ()) -> None:
    """BRT 15.614, 15.6141, 15.6142, 15.6143: Guns, SW, pillboxes and Fortifications for a beach, in secret: `buy Red2
    pillbox-1-3-5x2,wirex3`.

    `stacking` is a squad-equivalent more that its pillboxes hold, as many as the CAPP Exponent says: `buy Red2
    pillbox-1-3-5,stackingx2`.
    """
    begins = f"purchases-{table.state.number}-"
    slip = f"{begins}{1 + sum(name.startswith(begins) for name in table.state.slips)}"
    if not table.state.on_paper:
        table.require(bool(items), "BRT 15.13", "what is bought is recorded in this game: say the items")
        if not items:
            table.by_hand("nothing is bought")
        cost = spent_on(table, items)
        heed(table, why_not_buy(table.state.accounts.get(beach, Account()), cost, allotted(table, beach), beach))
        heed(table, why_not_hip(table.state, items))
        stacking = sum(number for item, number in map(split, items) if item == STACKING)
        exponent = table.read(AllotmentCard, f"{table.state.cg}/{beach}").exponent
        heed(table, why_not_stack(table.state.accounts.get(beach, Account()), stacking, exponent, beach))
        seal(table, slip, "purchases", "jp", (beach, *items), "BRT 15.614")
        pieces = {
            name: number for name, number in map(split, items) if name in KINDS or name in table.state.rows(KindCard)
        }
        table.record(
            f.PointsSpent(
                rule="BRT 15.614",
                beach=beach,
                gpp=cost.get("GPP", 0),
                capp=cost.get("CAPP", 0),
                fpp=cost.get("FPP", 0),
                stacking=stacking,
                pieces=pieces,
                secret="jp",
            )
        )
        return
    seal(table, slip, "purchases", "jp", (beach, *items) if items else (), "BRT 15.614", of=beach)


@verbs("BRT CG18.12", side="jp", phases=("purchases",), name="bought", offers=lambda state: [{}])
def bought(table: Table[Reef]) -> None:
    """BRT CG18.12: the purchases are done."""
    table.leave("purchases")
