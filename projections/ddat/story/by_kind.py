"""Facts that need no order of their own: those of a kind together, each kind in its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.ddat import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, PositionSet, label
from projections.ddat.story.narrator import Narrator
from projections.ddat.story.toll import Found, Toll
from projections.stories import SILENT, Sentence, facts_of, opened
from projections.stories.words import clauses, count_of, grouped, names, number, sentence

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
        if kind in WORDS and not (kind is f.RyanPlaced and not facts[0].first):
            if words := WORDS[kind](teller, facts):
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
    if not isinstance(fact, f.NothingDone):
        return opened(entry, teller.game.rules.sides) or Sentence.of(sentence(fact.sentence()), [entry])
    if fact.what in ("none", "support-markers"):
        return Sentence("")
    if event:
        return Sentence.of(
            teller.pick("nothing", f"Nothing came of it: {fact.why}.", f"It came to nothing: {fact.why}."), [entry]
        )
    return Sentence.of(f"Nothing came of {fact.due}: {fact.why}.", [entry])


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


def _back(fact: f.Reorganized) -> str:
    return names([f"{number(fact.elite)} elite", f"{number(fact.other)} other"]).capitalize()


def _option(fact: f.OptionTaken) -> str:
    """An optional rule in use (21)."""
    if fact.option == "landing-1-8":
        return f"by an optional rule the 1st Battalion, 8th Marines, was to land on {fact.beach}"
    return "by an optional rule Admiral Shibasaki could not be killed"


def _set_up(teller: Narrator, facts: Sequence[f.JapaneseSetUp]) -> str:
    one = facts[0]
    depth = f", {number(len(one.depth))} of them with depth" if one.depth else ""
    return (
        f"Face down, {count_of(len(one.positions), 'Japanese unit')} manned the island{depth}; "
        f"{number(one.reserve)} lay in reserve."
    )


def _ryan(teller: Narrator, facts: Sequence[f.RyanPlaced]) -> str:
    return f"Major Ryan was with {facts[0].unit}." if facts[0].unit else ""


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
            told.append(
                f"the US took {'a' if one.count == 1 else number(one.count)} {label(one.kind)} "
                f"marker{'s' if one.count > 1 else ''}"
            )
    return sentence(clauses(told))


def _chits(teller: Narrator, facts: Sequence[f.ChitTurned]) -> str:
    letters = names(one.letter for one in facts)
    return teller.pick(
        "chit",
        f"From here on the Japanese had their {letters} actions.",
        f"The {letters} actions were open to the Japanese now.",
    )


def _command(teller: Narrator, facts: Sequence[f.CommandChanged]) -> str:
    ways = {
        "established": "{x.unit} set up a command post.",
        "extended": "The range marker of {x.unit} went on to space {x.space} (range {x.reach}).",
        "abandoned": "{x.unit} became a headquarters again.",
    }
    return " ".join(ways[one.change].format(x=one) for one in facts)


def _counterattack(teller: Narrator, facts: Sequence[f.Counterattacked]) -> str:
    later, now = (
        "It would come in the next turn, in place of the first event.",
        "All colours showed A in this Fire Phase.",
    )
    return " ".join(later if one.next_turn else now for one in facts)


def _shibasaki(teller: Narrator, facts: Sequence[f.ShibasakiKilled]) -> str:
    return (
        "Since the raid had failed, he escaped this time." if facts[0].escaped else "The Japanese lost their commander."
    )


def _one_or_more(one: str, where: Sequence[Any]) -> str:
    """A thing, or several."""
    return f"{one}s" if len(where) != 1 else f"an {one}" if one[:1] in "aeiou" else f"a {one}"


WORDS: Mapping[type[Any], Callable[[Narrator, Sequence[Any]], str]] = {
    f.JapaneseSetUp: _set_up,
    f.TankPlaced: lambda teller, some: (
        f"The tanks stood ready, still disrupted: {names(f'{x.unit} in {x.position}' for x in some)}."
    ),
    f.UnitsPlaced: lambda teller, some: _placed(teller, some),
    PositionSet: lambda teller, some: f"The game begins from a position given in {count_of(len(some), 'line')}.",
    f.DepthPlaced: lambda teller, some: _deepened(teller, some),
    f.HeroPlaced: lambda teller, some: teller.pick(
        "hero", "A hero rose in {}.", "In {} a hero stepped forward."
    ).format(names(x.unit for x in some)),
    f.DeckShuffled: lambda teller, some: (
        f"The {some[-1].cards} discards were shuffled back into the deck." if some[-1].cards else ""
    ),
    f.MarkersTaken: _taken,
    f.MarkerSpent: lambda teller, some: f"The US spent {names(f'a {label(x.kind)} marker for {x.use}' for x in some)}.",
    f.ForcePlaced: lambda teller, some: (
        f"{'A reserve unit' if len(some) == 1 else 'Reserve units'} came up in {names(x.position for x in some)}."
    ),
    f.StepGained: lambda teller, some: sentence(
        clauses(f"{x.unit} had {count_of(x.gain.now, 'step')} again" for x in some)
    ),
    f.UnitsDelayed: lambda teller, some: " ".join(f"{names(x.units)} had to wait until turn {x.due}." for x in some),
    f.LvtHit: lambda teller, some: "An LVT lost a step.",
    f.GarrisonRemoved: lambda teller, some: " ".join(
        f"The garrison of {names(x.places)} was removed: {x.why}." for x in some
    ),
    f.UnitsMoved: lambda teller, some: sentence(
        clauses(f"{names(x.units)} got a ride to {x.path[-1]}" for x in some if x.path)
    ),
    f.ForceHidden: lambda teller, some: (
        f"Contact was lost with the Japanese in {names(p for x in some for p in x.positions)}."
    ),
    f.Reorganized: lambda teller, some: (
        f"{_back(some[0])} came back from the eliminated units to the Japanese reserve."
    ),
    f.OptionTaken: lambda teller, some: sentence(clauses(_option(x) for x in some)),
    f.RaidResolved: lambda teller, some: f"Hawkins' raid drew {count_of(some[0].stars, 'star')}.",
    f.RyanPlaced: _ryan,
    f.ChitTurned: _chits,
    f.Counterattacked: _counterattack,
    f.ShibasakiKilled: _shibasaki,
    f.WiresCut: lambda teller, some: "No Japanese unit could redeploy or assault in this Fire Phase.",
    f.SmokeLaid: lambda teller, some: (
        f"The coastal positions of zone {names(x.zone for x in some)} could not fire this turn."
    ),
    f.EngineersCovered: lambda teller, some: "There were no support markers this turn.",
    f.LvtsSilent: lambda teller, some: f"No LVT would be available on turn {some[-1].turn}.",
    f.CommandChanged: _command,
}
"""How facts of a kind that follow each other are told."""
