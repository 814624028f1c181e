"""Japanese fire by its kinds, against what the table had to be expected of; assaults and demolitions, each by
itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from domain.betio import facts as f
from domain.betio.charts import AssaultCard, DemolitionCard, FireCard
from domain.betio.facts.codes import FIRES
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Fact, Modifier
from projections.betio import words
from projections.report.counting import Tally, View, reasons, table_of
from projections.report.model import Cell, Figure, ReportTable

IN_ALL = "in all"
TRAPS, RAIDS = "booby traps and snipers", "air raids"


def fire(view: View) -> ReportTable:
    """A row for each kind of Japanese fire, and all of them; then booby traps and air raids, which have tables of their
    own."""
    tally = Tally()
    for entry in standing(view.entries):
        for kind, column, amount in _counted(view, entry.fact):
            tally.add(kind, column, version=entry.version, amount=amount)
    columns = ("times", "effect", "hits", "expected", "pins", "shifts", "asterisks")
    kinds = [kind for kind in (*FIRES.values(), IN_ALL, TRAPS, RAIDS) if any(key[0] == kind for key in tally.counts)]
    return table_of(
        "Japanese fire",
        ("fire", "rolls", "with effect", "hits", "expected hits", "pins", "course changes", "asterisks"),
        tuple((kind, *(tally.figure(kind, column) for column in columns)) for kind in kinds),
        "Rolls on the Japanese Fire Table by kind. Expected hits: the means of the six faces with the modifiers of "
        "each roll, where the table is "
        "known. Booby traps and air raids have tables of their own: their hits are steps, and hits.",
    )


def _counted(view: View, fact: Fact) -> Iterator[tuple[str, str, int | Fraction]]:
    """What a roll adds to which row and column."""
    if isinstance(fact, f.FireResolved):
        mean = expected(view, fact)
        for kind in (FIRES[fact.kind], IN_ALL):
            yield kind, "times", 1
            yield from ((kind, "effect", 1),) if fact.hits or fact.pin or fact.shift or fact.casualties else ()
            yield from (
                (kind, column, amount)
                for column, amount in (("hits", fact.hits), ("pins", int(bool(fact.pin))))
                if amount
            )
            yield from (
                (kind, column, 1) for column, there in (("shifts", fact.shift), ("asterisks", fact.casualties)) if there
            )
            if mean is not None:
                yield kind, "expected", mean
    elif isinstance(fact, f.TrapsRolled):
        yield TRAPS, "times", 1
        yield from ((TRAPS, "hits", fact.steps), (TRAPS, "effect", 1)) if fact.steps else ()
    elif isinstance(fact, f.AirRaidRolled):
        yield RAIDS, "times", 1
        yield from ((RAIDS, "hits", fact.hits), (RAIDS, "effect", 1)) if fact.hits else ()


def expected(view: View, fact: Fact) -> Fraction | None:
    """The mean of the six faces of a die that a table was read with; None where one of its lines is not known."""
    worth = worths(view, fact)
    return Fraction(sum(worth), len(worth)) if worth else None


def worths(view: View, fact: Fact) -> Sequence[int]:
    """What each of the six faces would have brought: hits, a hex cleared, steps of a strongpoint; none where a line is
    not known."""
    if isinstance(fact, f.FireResolved):
        return [card.hits for card in words.faces(view.state, FireCard, change(fact.terms))]
    if isinstance(fact, f.AssaultResolved):
        return [int(card.cleared) for card in words.faces(view.state, AssaultCard, change(fact.terms))]
    if isinstance(fact, f.DemolitionResolved):
        return [card.steps for card in words.faces(view.state, DemolitionCard, change(fact.terms))]
    return ()


def change(terms: Iterable[Modifier]) -> int:
    """What modifiers add to a die."""
    return sum(term.amount for term in terms)


# ---- assaults ----


def assaults(view: View) -> ReportTable:
    """A row for each roll on the Marine Assault Table and the Demolition Table, and for each attack that stopped before
    its roll."""
    rows: list[tuple[Cell, ...]] = []
    for entry in standing(view.entries):
        fact, turn = entry.fact, str(words.turn_of(entry))
        if isinstance(fact, f.AssaultResolved):
            came = ("cleared" if fact.cleared else "not cleared") + (f", hits {fact.hits}" if fact.hits else "")
            rows.append(
                (turn, "assault", ", ".join(fact.units), fact.target, *_dice(entry, fact), _chance(view, fact), came)
            )
        elif isinstance(fact, f.DemolitionResolved):
            came = f"steps {fact.steps}, {fact.demolished} in all"
            rows.append(
                (turn, "demolition", ", ".join(fact.units), fact.target, *_dice(entry, fact), _chance(view, fact), came)
            )
        elif isinstance(fact, f.AssaultStopped):
            what = "demolition" if fact.demolition else "assault"
            rows.append(
                (
                    turn,
                    what,
                    "",
                    ", ".join(fact.targets),
                    "",
                    "",
                    "",
                    "",
                    Figure("stopped by Defensive Fire", (entry.version,)),
                )
            )
    return table_of(
        "Assaults and demolitions",
        ("turn", "what", "units", "hex", "die", "modifiers", "sum", "expected", "came of it"),
        rows,
        "Expected: how likely the hex was to be cleared, or the mean of the steps of a strongpoint, with these "
        "modifiers and a fair die.",
    )


def _dice(entry: Entry, fact: f.AssaultResolved | f.DemolitionResolved) -> tuple[Cell, Cell, Cell]:
    terms = reasons(fact.terms)
    return Figure(str(fact.die), (entry.version,)), terms, Figure(str(fact.die + change(fact.terms)), (entry.version,))


def _chance(view: View, fact: Fact) -> str:
    mean = expected(view, fact)
    return "" if mean is None else f"{float(mean):.2f}"
