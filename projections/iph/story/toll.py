"""What something cost, and what changed hands: counted first, then put in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.iph import facts as f
from domain.iph.charts import VP_OF, HexCard
from domain.iph.state import BBROW, BEACHHEAD
from domain.kernel.entries import Entry
from domain.kernel.facts import Points, Rolled, label
from projections.iph.story.narrator import SIDES, Narrator
from projections.stories import Sentence, by_unit, facts_of, losses_of
from projections.stories.words import clauses, count_of, grouped, names, sentence, was


def losses(teller: Narrator, entries: Iterable[Entry]) -> list[Sentence]:
    """Who lost steps, those to whom the same happened together; what a Beachhead marker and Battleship Row mean
    besides."""
    some = [entry for entry in entries if isinstance(entry.fact, f.LossesTaken)]
    if not some:
        return []
    same = grouped(
        ((last.side, steps if last.left else 0), unit) for unit, (steps, last) in by_unit(losses_of(some)).items()
    )
    told = []
    for (_, lost), units in same.items():
        fate = f"lost {count_of(lost, 'step')}{' each' if len(units) > 1 else ''}" if lost else ""
        told.append(
            f"{names(called(teller, unit) for unit in units)} "
            f"{fate or f'{was(units)} ' + teller.pick('lost', 'lost', 'wiped out')}"
        )
    points = worth(point for entry in some for point in entry.fact.points)
    return [Sentence.of(sentence(clauses(told) + (f", {points}" if points else "")), some)]


def called(teller: Narrator, unit: str) -> str:
    """A unit as it is called where it is lost."""
    now = teller.state.units.get(unit)
    if now is not None and now.command == BEACHHEAD and now.hex:
        return f"the marker {unit} in {teller.place(now.hex)}"
    return f"Battleship Row ({unit})" if now is not None and now.command == BBROW else unit


def worth(points: Iterable[Points], whom: str = SIDES["jp"]) -> str:
    """What points come to for the Japanese, in a clause; "" for none."""
    amount = sum(point.amount for point in points)
    if not amount:
        return ""
    return f"which {'brought' if amount > 0 else 'cost'} {whom} {count_of(abs(amount), 'victory point')}"


def taken(teller: Narrator, entries: Iterable[Entry]) -> list[Sentence]:
    """Hexes that changed hands and are worth something, and what came of it (3.6, 4.4, 7.15, 9.14)."""
    some = list(entries)
    said: list[Sentence] = []
    for side in ("jp", "us"):
        mine = [
            entry
            for entry in some
            if isinstance(entry.fact, f.HexTaken) and entry.fact.to == side and entry.fact.points
        ]
        if mine:
            each = [_taken(teller, fact) for fact in facts_of(mine, f.HexTaken)]
            who = sentence(SIDES[side])[:-1]
            verb = teller.pick("taken", "took", "now held") if side == "jp" else "had"
            back = " back" if side == "us" else ""
            points = worth(
                (point for entry in mine for point in entry.fact.points), "them" if side == "jp" else SIDES["jp"]
            )
            said.append(Sentence.of(f"{who} {verb} {names(each, 20)}{back}, {points}.", mine))
    for entry in some:
        if isinstance(entry.fact, f.HonoluluFell | f.ArmyAircraftRemoved):
            said.append(Sentence.of(sentence(entry.fact.sentence()), [entry]))
    return said


def _taken(teller: Narrator, fact: f.HexTaken) -> str:
    """A hex by what makes it worth something."""
    card = teller.state.rows(HexCard).get(fact.place)
    return (
        f"the {label(card.terrain)} {teller.place(fact.place)}"
        if card and card.terrain in VP_OF
        else teller.place(fact.place)
    )


def retired(teller: Narrator, entries: Iterable[Entry]) -> list[Sentence]:
    """Chits of a sub-command that is no more (5.6), and the die for Battleship Row (4.5)."""
    said: list[Sentence] = []
    rolled: list[Entry] = []
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, Rolled) and fact.name == "row-points":
            rolled = [entry]
        elif isinstance(fact, f.PointsScored):
            die = (
                f"the die for Battleship Row, {'a ' + str(facts_of(rolled, Rolled)[0].dice[0]) if rolled else 'thrown'}"
            )
            amount = sum(point.amount for point in fact.points)
            words = f"{die}, brought the Japanese {count_of(amount, 'victory point')}"
            said.append(Sentence.of(sentence(words), [*rolled, entry]))
        elif isinstance(fact, f.ChitsRetired):
            said.append(Sentence.of(sentence(fact.sentence()), [entry]))
    return said


def dice(faces: Sequence[int]) -> str:
    """Dice as they lie, those alike too: `4, 4 and 3`."""
    return " and ".join(part for part in (", ".join(map(str, faces[:-1])), str(faces[-1])) if part)
