"""IPH 7: dispositions, carrier combat, the submarine, strikes on battleships."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.iph import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, Rolled
from projections.iph.story.by_kind import by_kind
from projections.iph.story.narrator import Narrator
from projections.iph.story.toll import dice, worth
from projections.stories import Sentence, facts_of
from projections.stories.words import clauses, count_of, names, sentence, was

DISPOSED = (
    f.DispositionCommitted,
    f.DispositionChosen,
    f.ShipsDisposed,
    f.ArmyAircraftAvailable,
    f.CoverLifted,
    f.CarrierWarfareRolled,
)
STRIKING = (f.StrikeAllocated, f.StrikeRolled, f.BattleshipStruck, f.ShipLost)


def carriers(teller: Narrator, entries: Sequence[Entry]) -> None:
    """The Carrier Warfare Phase: who put which ships where, who found whom, the strikes and what they sank."""
    rolls = [entry for entry in entries if isinstance(entry.fact, Rolled) and entry.fact.name == "carrier-warfare"]
    lifted = [entry for entry in entries if isinstance(entry.fact, f.CoverLifted)]
    disposed = [
        e for e in entries if isinstance(e.fact, DISPOSED) and not (lifted and isinstance(e.fact, f.DispositionChosen))
    ]
    under = tuple(entry.version for entry in entries if lifted and isinstance(entry.fact, f.DispositionChosen))
    said = [_disposed(entry, rolls) for entry in disposed]
    said[:1] = [
        Sentence(one.words, (*one.entries, *under)) for one in said[:1]
    ]  # what was chosen is told when the cover is lifted
    told = [entry for entry in entries if isinstance(entry.fact, (*STRIKING, Rolled, Drawn)) and entry not in rolls]
    rest = [entry for entry in entries if not isinstance(entry.fact, (*DISPOSED, *STRIKING, Rolled, Drawn))]
    teller.paragraph(*said)
    teller.paragraph(*strikes(teller, told))
    teller.paragraph(*by_kind(teller, rest))


def _disposed(entry: Entry, rolls: Sequence[Entry]) -> Sentence:
    """A disposition, or who found whom, with the die that told it."""
    rolled = [roll for roll in rolls if roll.of == entry.of and isinstance(entry.fact, f.CarrierWarfareRolled)]
    die = f"with a {dice(facts_of(rolled, Rolled)[0].dice)} on the die " if rolled else ""
    return Sentence.of(sentence(f"{die}{entry.fact.sentence()}"), [*rolled, entry])


def strikes(teller: Narrator, entries: Sequence[Entry]) -> list[Sentence]:
    """Strikes with their dice, strike by strike; then the ships that were lost."""
    said: list[Sentence] = []
    part: list[Entry] = []
    for entry in entries:
        if isinstance(entry.fact, f.StrikeAllocated | f.BattleshipStruck) and part:
            said += _strike(part)
            part = []
        if not isinstance(entry.fact, f.ShipLost):
            part.append(entry)
    said += _strike(part) if part else []
    lost = [entry for entry in entries if isinstance(entry.fact, f.ShipLost)]
    if lost:
        said.append(Sentence.of(sentence(ships_lost(lost)), lost))
    return said


def signed(amount: int, word: str) -> str:
    """An amount with its sign."""
    return f"{amount:+d} {word}{'' if abs(amount) == 1 else 's'}"


def _strike(part: Sequence[Entry]) -> list[Sentence]:
    """Who attacked what, the dice at each ship and the hits, and the ships drawn for these."""
    allocated, struck = facts_of(part, f.StrikeAllocated), facts_of(part, f.BattleshipStruck)
    rolled = facts_of(part, f.StrikeRolled)
    drawn = [fact.item for fact in facts_of(part, Drawn)]
    if not (struck or allocated):
        return []
    start = (struck or allocated)[0].sentence()
    by_ship: dict[str, list[f.StrikeRolled]] = {}
    for one in rolled:
        by_ship.setdefault(one.target, []).append(one)
    several = len(by_ship) > 1
    shown = [
        f"{'a die' if len(some) == 1 else 'dice'} of "
        f"{dice([one.die for one in some])}{f' at {ship}' if several else ''}, "
        f"{count_of(sum(one.hit for one in some), 'hit')}"
        for ship, some in by_ship.items()
    ]
    words = f"{start}: {'; '.join(shown)}" if shown else start
    words += f"; {names(drawn)} {was(drawn)} drawn" if drawn else ""
    return [Sentence.of(sentence(words), part)]


def ships_lost(entries: Iterable[Entry]) -> str:
    """Ships that were sunk or damaged, and the points: of several ships those of each."""
    told = []
    for fact in (facts := facts_of(entries, f.ShipLost)):
        fate = fact.sentence()
        amount = sum(point.amount for point in fact.points)
        points = worth(fact.points) if len(facts) == 1 else f"({signed(amount, 'victory point')})"
        told.append(f"{fate}{', ' if len(facts) == 1 else ' '}{points}" if amount else fate)
    return clauses(told)


def submarine(teller: Narrator, entries: Sequence[Entry]) -> None:
    """The check of a turn, with what it hit."""
    rolls = [entry for entry in entries if isinstance(entry.fact, Rolled | Drawn)]
    attacked = [entry for entry in entries if isinstance(entry.fact, f.SubmarineAttacked)]
    lost = [entry for entry in entries if isinstance(entry.fact, f.ShipLost)]
    thrown = next((fact.dice for fact in facts_of(rolls, Rolled) if fact.name == "submarine"), ())
    said: list[Sentence] = []
    for entry in attacked:
        fact = entry.fact
        assert isinstance(fact, f.SubmarineAttacked)
        came = f" ({sum(thrown)} in all)" if thrown else ""
        end = "a torpedo hit" if fact.hit else teller.pick("torpedo", "missed", "hit nothing", "had no luck")
        said.append(Sentence.of(f"A US submarine attacked{came}, and {end}.", [*rolls, entry]))
    if lost:
        said.append(Sentence.of(sentence(ships_lost(lost)), lost))
    teller.paragraph(*said)
    teller.paragraph(*by_kind(teller, [entry for entry in entries if entry not in (*rolls, *attacked, *lost)]))
