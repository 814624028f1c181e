"""The battles of a game: each with its odds term by term, its die, and what both sides lost against what was to be
expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from domain.iph import facts as f
from domain.iph.charts import ResultCard
from domain.iph.state import OTHER, SIDES
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Fact, Modifier
from projections.report.counting import Tally, View, played, reasons, table_of, turn_of
from projections.report.model import Cell, Figure, ReportTable
from projections.report.tells import Win


class Battle(NamedTuple):
    """A battle by its entries, from its declaration to the last of what came of it."""

    entries: tuple[Entry, ...]

    @property
    def declared(self) -> f.AttackDeclared:
        fact = self.entries[0].fact
        assert isinstance(fact, f.AttackDeclared)
        return fact

    def first(self, kind: type[Fact]) -> Entry | None:
        """The first entry of a kind."""
        return next((entry for entry in self.entries if isinstance(entry.fact, kind)), None)

    def steps(self, side: str) -> Iterator[tuple[int, int]]:
        """The entries in which a side lost steps in it, and how many; aircraft, where these attacked alone (11.4)."""
        for entry in self.entries:
            steps = sum(loss.steps for loss in entry.fact.losses if loss.side == side)
            if isinstance(entry.fact, f.AircraftLost) and side == "jp":
                steps += entry.fact.aircraft
            if steps:
                yield entry.version, steps

    def lost(self, *sides: str) -> Cell:
        """The steps each of these sides lost in it."""
        told = [list(self.steps(side)) for side in sides]
        entries = sorted({version for some in told for version, _ in some})
        return Figure("/".join(str(sum(steps for _, steps in some)) for some in told), tuple(entries))


def fought(view: View) -> Iterator[Battle]:
    """The battles, in their order; a battle that the momentum of another led to is one of its own (10.4).

    What was said while one was fought, as a `pass` or a note, is no part of it.
    """
    found: list[Entry] = []
    for entry in standing(view.entries):
        if isinstance(entry.fact, f.AttackDeclared):
            if found:
                yield Battle(tuple(found))
            found = [entry]
        elif found and entry.of == found[0].of:
            found.append(entry)
    if found:
        yield Battle(tuple(found))


SHORT = {"24": "24th", "25": "25th"}


def who(declared: f.AttackDeclared) -> str:
    """Who attacked: the Japanese, or which part of the US forces."""
    if declared.kind == "aircraft":
        return "aircraft"
    return ", ".join(SHORT.get(code, code) for code in declared.command.split("+") if code) or SIDES[declared.side]


COLUMNS = (
    "turn",
    "attacker",
    "hex",
    "attack",
    "defence",
    "ratio",
    "column",
    "shifts",
    "odds",
    "die",
    "due",
    "expected",
    "lost",
    "besides",
)


def battles(view: View) -> ReportTable:
    """A row for each battle."""
    rows = [_row(battle) for battle in fought(view)]
    return table_of(
        "Battles",
        COLUMNS,
        rows,
        "Both strengths by their terms. Steps as the Combat Results Table has them, the attacker's before the "
        "defender's: those it called for, "
        "doubled by a banzai; the mean of the six cells of the column, nothing where one is not known; and those "
        "that there were to lose: none for "
        "Battleship Row's own fire.",
    )


def _row(battle: Battle) -> tuple[Cell, ...]:
    declared, computed, resolved = battle.declared, battle.first(f.OddsComputed), battle.first(f.CombatResolved)
    start = (turn_of(battle.entries[0]), who(declared), Figure(declared.target, (battle.entries[0].version,)))
    return (
        *start,
        *_odds(computed),
        *_result(resolved),
        battle.lost(declared.side, OTHER[declared.side]),
        ", ".join(_besides(battle)),
    )


def _odds(entry: Entry | None) -> tuple[Cell, ...]:
    """Strengths, ratio, starting column, shifts and final column."""
    if entry is None or not isinstance(entry.fact, f.OddsComputed):
        return ("",) * 6
    odds = entry.fact
    ratio = Figure(f"{odds.attack_strength}:{odds.defence_strength}", (entry.version,))
    return reasons(odds.attack), reasons(odds.defence), ratio, odds.begins, _shifts(odds.shifts), odds.odds


def _shifts(terms: Iterable[Modifier]) -> str:
    return "; ".join(
        f"{abs(term.amount)} {'right' if term.amount > 0 else 'left'}: {term.why} [{term.rule}]" for term in terms
    )


def _result(entry: Entry | None) -> tuple[Cell, ...]:
    """The die, and the steps that were due and expected of the attacker and the defender."""
    if entry is None or not isinstance(entry.fact, f.CombatResolved):
        return "", "", ""
    fact, mine = entry.fact, (entry.version,)
    means = fact.attacker_expected, fact.defender_mean
    expected = "/".join(f"{float(Fraction(mean)):.2f}" for mean in means) if all(means) else ""
    return Figure(str(fact.die), mine), Figure(f"{fact.attacker}/{fact.defender}", mine), expected


def _besides(battle: Battle) -> Iterator[str]:
    """What made it more than a battle."""
    if battle.declared.momentum:
        yield "momentum"
    if battle.first(f.RebellionBrokeOut):
        yield "Issei rebellion"
    if battle.first(f.BanzaiDeclared):
        yield "banzai"
    if battle.first(f.UnitsMoved) or battle.first(f.ForceMoved):
        yield "advance"
    if points := sum(award.amount for entry in battle.entries for award in entry.fact.points):
        yield f"{points:+d} VP"


def by_odds(view: View) -> ReportTable:
    """The ground battles of each side by their final odds, with what they cost against what was to be expected."""
    tally = Tally()
    for battle in fought(view):
        entry = battle.first(f.CombatResolved)
        if entry is None or not isinstance(entry.fact, f.CombatResolved) or battle.declared.kind != "ground":
            continue
        fact, side = entry.fact, battle.declared.side
        for key in ((side, fact.odds), (side, IN_ALL)):
            tally.add(*key, "battles", version=entry.version)
            for part, whose, mean in (
                ("attacker", side, fact.attacker_expected),
                ("defender", OTHER[side], fact.defender_mean),
            ):
                if mean:
                    tally.add(*key, f"{part} expected", version=entry.version, amount=Fraction(mean))
                for version, steps in battle.steps(whose):
                    tally.add(*key, f"{part} lost", version=version, amount=steps)
    keys = sorted({key[:2] for key in tally.counts}, key=lambda key: (list(SIDES).index(key[0]), _place(key[1])))
    columns = ("battles", "attacker expected", "attacker lost", "defender expected", "defender lost")
    return table_of(
        "Battles by odds",
        ("attacker", "odds", *columns),
        tuple((SIDES[side], odds, *(tally.figure(side, odds, column) for column in columns)) for side, odds in keys),
        "Ground battles by their final column. Expected: the means of the columns, added up, as far as these are "
        "known.",
    )


IN_ALL = "in all"


def _place(odds: str) -> tuple[int, float]:
    """Columns from left to right, the sum last."""
    if odds == IN_ALL:
        return 1, 0
    attacker, _, defender = odds.partition(":")
    return 0, int(attacker) / int(defender)


# ---- for the report ----


def faces(view: View, fact: Fact) -> Sequence[int]:
    """The steps of the defender in each of the six cells of the column; none where one is not known."""
    if not isinstance(fact, f.CombatResolved):
        return ()
    cards = view.state.rows(ResultCard)
    cells = [cards.get(f"{fact.odds}/{die}") for die in range(1, 7)]
    known = [cell.defender for cell in cells if cell is not None]
    return known if len(known) == len(cells) else ()


def won(view: View) -> Iterator[Win]:
    """Who eliminated whom in battles: the units that attacked, as far as they are known, and the units of the hex under
    attack."""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    side, of = "", 0
    for entry, state, _ in played(view):
        fact = entry.fact
        if isinstance(fact, f.AttackDeclared):
            side, of = fact.side, entry.of
            attackers, defenders = (), state.standing(fact.target, OTHER[side])
        elif isinstance(fact, f.UnitsCommitted):
            attackers = fact.units
        elif isinstance(fact, f.StackExamined):
            defenders = tuple(fact.units)
        for loss in fact.losses if entry.of == of else ():
            if loss.eliminated and loss.unit in state.units:
                yield from (
                    Win(entry.version, OTHER[loss.side], unit)
                    for unit in (defenders if loss.side == side else attackers)
                )
