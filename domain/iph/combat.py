"""IPH 10.2, 7, 11, 12: a battle from its declaration to its last advance; 10.10 advances, 10.4 momentum.

The order is that of reading R-22: Japanese aircraft and battleships, US aircraft, the Issei (or these before all),
Battleship Row's dice, the night, banzai; then the odds are known, and only then the die is rolled.
"""

from __future__ import annotations

from domain.iph import facts as f
from domain.iph.advance import advance, momentum_target
from domain.iph.banzai import declare_banzai
from domain.iph.battle import Battle
from domain.iph.charts import ResultCard
from domain.iph.ford_island import lose_aircraft, roll_attack, roll_defence
from domain.iph.issei import rebellion
from domain.iph.losses import suffer
from domain.iph.night import night_shift
from domain.iph.odds import (
    BATTLESHIP,
    attack_terms,
    beachhead_shift,
    concentric,
    defence_terms,
    expected,
    final_column,
    in_favour,
    terrain_shifts,
)
from domain.iph.state import Iph
from domain.iph.support import commit_aircraft, commit_battleships, roll_us_aircraft
from domain.kernel.facts import Fire, Purpose
from domain.kernel.questions import Roll
from domain.kernel.table import Table


def fight(table: Table[Iph], battle: Battle, aircraft: int = 0) -> None:
    """IPH 10.1 to 10.10: one battle; by momentum a second one after it (10.4)."""
    battle = battle.as_seen(table.state)
    resolve(table, battle, aircraft)
    stay = (
        f"{'Battleship Row' if battle.kind == 'battleship-row' else 'aircraft'} cannot advance"
        if battle.kind != "ground"
        else f"{battle.target} is held"
        if battle.defenders(table.state)
        else ""
        if any(table.state.units[unit].steps for unit in battle.units)
        else "nobody who attacked is left"
    )
    if stay:
        table.spares("advance", "IPH 10.10", stay, table.state.hidden_by("jp") if battle.side == "jp" else "")
        table.spares("momentum", "IPH 10.4", stay)
        return
    force = advance(table, battle)
    if force and (target := momentum_target(table, battle, force)):
        fight(table, Battle("jp", target, (battle.target,), force, momentum=True))


def resolve(table: Table[Iph], battle: Battle, aircraft: int) -> None:
    """IPH 10.2, 10.9: declaration, support, odds, die and losses."""
    declare(table, battle)
    preliminary = table.state.reading("R-22") == "issei"
    rebels = preliminary and rebellion(table, battle)
    air = _raid(table, battle, aircraft) if battle.kind == "aircraft" else commit_aircraft(table, battle)
    ships = commit_battleships(table, battle)
    us_air, army = roll_us_aircraft(table, battle)
    rebels = rebels if preliminary else rebellion(table, battle)
    state = table.state
    attack, defence = [*attack_terms(state, battle)], [*defence_terms(state, battle, rebels)]
    if battle.kind == "battleship-row":
        attack = [f.term("battleship-row", roll_attack(table, battle), "IPH 11.3")]
    elif battle.kind == "aircraft":
        attack = [f.term("aircraft", aircraft, "IPH 11.4")]
    if battle.kind != "battleship-row" and not battle.against_bbrow(state):
        table.spares("row", "IPH 11.3", "Battleship Row neither attacks nor is attacked")
    if battle.against_bbrow(state):
        defence.append(f.term("battleship-row", roll_defence(table), "IPH 11.4"))
    (attack if battle.side == "jp" else defence).extend(
        f.term("battleships", BATTLESHIP, "IPH 7.1", ship) for ship in ships
    )
    shifts = [
        *(() if rebels else terrain_shifts(state, battle)),
        *in_favour(battle, "jp", air, "japanese-air", "IPH 7.12"),
        *in_favour(battle, "us", us_air, "us-air", "IPH 7.14"),
        *in_favour(battle, "us", army, "army-air", "IPH 7.15"),
        *beachhead_shift(state, battle),
        *concentric(state, battle),
        *in_favour(battle, "jp", night_shift(table, battle), "night", "IPH 12.4"),
    ]
    banzai = declare_banzai(table, battle)
    shifts += in_favour(battle, "jp", banzai or 0, "banzai", "IPH 12.1")
    start, beyond, odds = final_column(state, sum(t.amount for t in attack), sum(t.amount for t in defence), shifts)
    table.record(
        f.OddsComputed(
            rule="IPH 10.2",
            target=battle.target,
            attack=tuple(attack),
            defence=tuple(defence),
            start=start,
            beyond=beyond,
            shifts=tuple(shifts),
            odds=odds,
        )
    )
    roll(table, battle, odds, banzai is not None, aircraft)


def declare(table: Table[Iph], battle: Battle) -> None:
    """IPH 10.1: an attack that is declared, with those who make it (reading R-35).

    6.8: the US player then sees the stack he attacks, and cannot call it off. Of a Japanese attack he learns the hexes
    and their strengths, not the units (reading R-34).
    """
    state = table.state
    commands = "+".join(dict.fromkeys(state.units[unit].command for unit in battle.units))
    table.record(
        f.AttackDeclared(
            rule="IPH 10.4" if battle.momentum else "IPH 10.1",
            side=battle.side,
            target=battle.target,
            hexes=battle.hexes,
            kind=battle.kind,
            command=commands if battle.side == "us" else "",
            momentum=battle.momentum,
        )
    )
    if battle.units:
        secret = state.hidden_by("jp") if battle.side == "jp" else ""
        table.record(f.UnitsCommitted(rule="IPH 10.3", units=battle.units, fought=1 + battle.momentum, secret=secret))
    if battle.side == "us":
        there = {unit: state.units[unit].steps for unit in battle.defenders(state)}
        table.record(f.StackExamined(rule="IPH 6.8", hex=battle.target, units=there))


def _raid(table: Table[Iph], battle: Battle, aircraft: int) -> int:
    """IPH 11.4: aircraft that attack by themselves bring their factors, and no column (reading R-33)."""
    table.spares("air", "IPH 11.4", f"the aircraft that attack are those of the raid, {aircraft}")
    table.record(f.AircraftFlown(rule="IPH 11.4", side="jp", carrier=aircraft, at=battle.target))
    return 0


def roll(table: Table[Iph], battle: Battle, odds: str, banzai: bool, aircraft: int) -> None:
    """IPH 10.2, 10.9: the attacker's die, the cell, and the steps both sides lose."""
    purpose = Purpose(kind="battle", of=battle.hexes, at=battle.target)
    question = Roll(
        name="die", by=battle.side, rule="IPH 10.2", words=f"the battle for {battle.target} at {odds}", purpose=purpose
    )
    die = table.ask(question)[0]
    cell = table.read(ResultCard, f"{odds}/{die}")
    attacker, defender = due(battle, banzai, cell)
    fire = Fire(
        kind="battle",
        side=battle.side,
        by=battle.hexes or (battle.kind,),
        at=battle.target,
        chance=(die,),
        hits=cell.defender,
        outcome=defender,
        expected=expected(table.state, odds, lambda cell: cell.defender),
    )
    changed = banzai and (attacker, defender) != (cell.attacker, cell.defender)
    why = (
        f"banzai, {cell.attacker}/{cell.defender} by the table: the Japanese lose twice that, and one at least, "
        "IPH 12.1"
        if changed
        else ""
    )
    table.record(
        f.CombatResolved(
            rule="IPH 10.9",
            why=why,
            target=battle.target,
            odds=odds,
            die=die,
            attacker=attacker,
            defender=defender,
            fire=fire,
            attacker_expected=expected(table.state, odds, lambda cell: due(battle, banzai, cell)[0]),
            defender_expected=expected(table.state, odds, lambda cell: due(battle, banzai, cell)[1])
            if banzai and battle.side == "us"
            else "",
        )
    )
    suffer(table, battle, attacker, defender)
    if battle.kind == "aircraft":
        lose_aircraft(table, attacker, aircraft)


def due(battle: Battle, banzai: bool, cell: ResultCard) -> tuple[int, int]:
    """IPH 10.9: the steps that the attacker and the defender have to lose by a cell.

    11.3: Battleship Row loses none when it attacks. 12.1: banzai doubles what the Japanese lose, and none becomes one.
    """
    attacker, defender = 0 if battle.kind == "battleship-row" else cell.attacker, cell.defender
    if banzai and battle.side == "jp":
        attacker = max(1, 2 * attacker)
    elif banzai:
        defender = max(1, 2 * defender)
    return attacker, defender
