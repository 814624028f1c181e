"""Facts that need no order of their own: those of a kind together, each kind in its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.ddat import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, PositionSet
from projections.ddat.story.narrator import Narrator
from projections.ddat.story.toll import Found, Toll
from projections.stories import SILENT, Sentence, facts_of, opened
from projections.stories.words import capital, clauses, count_of, grouped, names, number, sentence
from projections.wargame.alike import told_alike

QUIET = (
    f.ScenarioSet,
    f.SetupEnded,
    f.LoadingEnded,
    f.FirePhaseEnded,
    f.ActionPhaseOpened,
    f.HexAttacked,
    f.AttackDeclared,
    f.TurnBegan,
    f.FirePhaseOpened,
    f.Drifted,
    f.ActionFreed,
    f.PileChanged,
    f.LvtsRecovered,
)
"""What is told with something else, or says nothing by itself."""


def by_kind(teller: Narrator, entries: Sequence[Entry], *, event: bool = False) -> list[Sentence]:
    """Facts of a kind together, the rest in their own words; what it cost at the end. `event`: it came of one, just
    told."""
    found, toll = Found(), Toll()
    shown: list[Entry] = []
    if any(isinstance(e.fact, f.ForceRevealed | f.DepthRevealed) for e in entries):
        shown = [e for e in entries if found.take(e.fact)]
    guarded = [e for e in entries if isinstance(e.fact, f.GarrisonPlaced) or _spent(e, "garrison")]
    cured = [e for e in entries if _spent(e, "recovery")]
    cured += [e for e in entries if isinstance(e.fact, f.UnitsRecovered) and e.of in {spent.of for spent in cured}]
    cost: list[Entry] = []
    said: list[Sentence] = []
    rest = (
        e for e in entries if e not in (*shown, *guarded, *cured) and not isinstance(e.fact, (*SILENT, *QUIET, Drawn))
    )
    for kind, group in groupby(rest, key=lambda e: type(e.fact)):
        some = list(group)
        facts: list[Any] = [e.fact for e in some]
        if kind in WORDS:
            if words := WORDS[kind](teller, facts):
                said.append(Sentence.of(words, some))
        elif kind in JOINED:
            if words := told_alike(facts, JOINED[kind]):
                said.append(Sentence.of(words, some))
        elif all(toll.take(fact) for fact in facts):
            cost += some
        else:
            said += [one for e in some if (one := _alone(teller, e, event)).words]
    if shown:
        said.append(Sentence.of(sentence(found.words()), shown))
    if cost and (words := toll.words(teller)):
        said.append(Sentence.of(sentence(words), cost))
    if cured:
        units = names(spent.at for spent in facts_of(cured, f.MarkerSpent))
        who = "A support marker" if len(facts_of(cured, f.MarkerSpent)) == 1 else "Support markers"
        said.append(Sentence.of(f"{who} brought {units} back in order.", cured))
    if where := [place for placed in facts_of(guarded, f.GarrisonPlaced) for place in placed.places]:
        words = teller.pick("garrison", "{} took over {}.", "{} went into {}.").format(
            _one_or_more("garrison", where), names(where)
        )
        said.append(Sentence.of(sentence(words), guarded))
    return said


def _spent(entry: Entry, on: str) -> bool:
    """Whether a marker was spent on this."""
    return isinstance(entry.fact, f.MarkerSpent) and entry.fact.on == on


def _alone(teller: Narrator, entry: Entry, event: bool) -> Sentence:
    """A fact that has no others to be told with; without words where these have been told already."""
    fact = entry.fact
    if isinstance(fact, f.NothingDone) and fact.what in ("none", "support-markers"):
        return Sentence("")
    if isinstance(fact, f.NothingDone) and event:
        return Sentence.of(
            teller.pick("nothing", f"Nothing came of it: {fact.why}.", f"It came to nothing: {fact.why}."), [entry]
        )
    return opened(entry, teller.game.rules.sides) or Sentence.of(sentence(fact.sentence()), [entry])


def _placed(teller: Narrator, facts: Sequence[f.UnitsPlaced]) -> str:
    by_hex = grouped((fact.at, unit) for fact in facts for unit in fact.units)
    approaches = {card.hex for card in teller.view.state.board.approaches.values()}
    ashore = [f"{names(units)} in {hex}" for hex, units in by_hex.items() if hex not in approaches]
    where = names((f"{names(units)} at {hex}" for hex, units in by_hex.items() if hex in approaches), 20)
    told = (
        teller.pick("placed", "Offshore waited {}.", "The next wave gathered: {}.", "Next in line came {}.").format(
            where
        )
        if where
        else ""
    )
    return f"{told} Now on the map: {names(ashore, 20)}.".strip() if ashore else told


def _deepened(teller: Narrator, facts: Sequence[f.DepthPlaced]) -> str:
    pools = grouped((fact.pool, fact.where) for fact in facts)
    laid = teller.pick("depth", "{} went under {}", "{} now lay under {}")
    return sentence(
        clauses(laid.format(_one_or_more(f"{pool} depth marker", where), names(where)) for pool, where in pools.items())
    )


def _taken(teller: Narrator, facts: Sequence[f.MarkersTaken]) -> str:
    told = []
    for one in facts:
        if one.kind == "support":
            who = count_of(one.count, "engineer")
            each = " each" if one.count > 1 else ""
            markers = count_of(one.count, "support marker")
            told.append(
                teller.pick("support", f"{who} brought a support marker{each}", f"{markers} came from the engineers")
            )
        else:
            told.append(one.sentence())
    return sentence(clauses(told))


def _reorganized(elite: int, other: int) -> str:
    back = (
        f"{number(elite)} elite and {number(other)} other units" if elite and other else count_of(elite + other, "unit")
    )
    return f"{capital(back)} came back from the eliminated to the Japanese reserve."


def _one_or_more(one: str, where: Sequence[Any]) -> str:
    """A thing, or several."""
    return f"{one}s" if len(where) != 1 else f"an {one}" if one[:1] in "aeiou" else f"a {one}"


WORDS: Mapping[type[Any], Callable[[Narrator, Sequence[Any]], str]] = {
    f.TankPlaced: lambda teller, some: (
        f"The tanks stood ready, still disrupted: {names(f'{x.unit} in {x.position}' for x in some)}."
    ),
    f.UnitsPlaced: lambda teller, some: _placed(teller, some),
    PositionSet: lambda teller, some: f"The game begins from a position given in {count_of(len(some), 'line')}.",
    f.DepthPlaced: lambda teller, some: _deepened(teller, some),
    f.MarkersTaken: _taken,
    f.Reorganized: lambda teller, some: " ".join(_reorganized(x.elite, x.other) for x in some),
    f.MarkerSpent: lambda teller, some: f"The US spent {names(x.spent for x in some)}.",
    f.ForcePlaced: lambda teller, some: (
        f"{'A reserve unit' if len(some) == 1 else 'Reserve units'} came up in {names(x.position for x in some)}."
    ),
    f.UnitsMoved: lambda teller, some: sentence(clauses(f"{names(x.units)} {x.went}" for x in some if x.path)),
}
"""How facts of a kind that follow each other are told, where that reads better than each by itself."""
JOINED: Mapping[type[Any], str] = {
    f.HeroPlaced: "unit",
    f.UnitsDelayed: "units",
    f.GarrisonRemoved: "places",
    f.ForceHidden: "positions",
    f.ChitTurned: "letter",
    f.SmokeLaid: "zone",
}
"""Facts that are told in their own words, and the field whose names are joined where they follow each other."""
