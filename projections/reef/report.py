"""What Blood Reef tells a report of itself."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.entries import standing
from domain.kernel.facts import Fact
from domain.reef import facts
from projections.reef.stakes import CURVE, STAKES
from projections.reef.tables import TABLES
from projections.report.counting import View
from projections.report.tables import HIT
from projections.report.tells import Deed, GameTells, Measure, no_units, no_wins, tables_of
from projections.scene import Went
from projections.stories import facts_of

GAME = "Blood Reef: Tarawa"
"""The game's own title, of which the system has the campaign games."""


def titled(view: View) -> str:
    """The campaign game, and from which date to which it is told, where there are several."""
    dates = [entry.moment.path[0] for entry in standing(view.entries) if entry.moment.path]
    first = next((fact.date for fact in facts_of(view.entries, facts.CampaignBegan)), dates[0] if dates else "")
    span = f", {first} to {dates[-1]}" if dates and dates[-1] != first else ""
    return f"{GAME}, {view.rules.scenarios.get(view.state.cg, view.state.cg)}{span}"


def came(fact: Fact) -> Iterator[Went]:
    """A wave at its entry hexes, and reinforcements out of the Reserve Pool."""
    if isinstance(fact, facts.PiecesEntered):
        yield from (Went("us", fact.wave, ("", hex)) for hex in fact.hexes)
    elif isinstance(fact, facts.PiecesShifted) and fact.how == "reinforcement":
        yield from (Went("jp", fact.of, ("", hex)) for hex in fact.hexes)


TELLS = GameTells(
    titled=titled,
    stakes=STAKES,
    came=came,
    columns=("entered",),
    deeds={facts.PiecesEntered: (Deed("entered", lambda fact: tuple(fact.pieces)),)},
    won=no_wins,  # the fighting is on the map, and its outcomes are recorded without who brought them about
    about="Pieces of a kind in a Formation, or at a beach, are one row.",
    tables=tables_of(TABLES),
    shooters=no_units,
    measures=(Measure(CURVE, "us", "", lambda state: len(state.strategic_of("us"))),),
    calls={
        "steps lost": "pieces lost",
        "Steps lost": "Pieces lost",
        "steps got back": "pieces got back",
        **dict.fromkeys(("units eliminated", "Units eliminated", "eliminated", "units hit", HIT), ""),
    },  # of pieces of a kind in a Formation none is told from another
    charts_tracks=False,
)
