"""What each fact changes. Assigns only: never raises, decides or asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.facts import PhaseBegan, Points
from domain.kernel.limits import SCORE
from domain.reef import facts as f
from domain.reef.charts import DATES, ENTERED, POOL, TRANSPORT, CampaignCard, OrderOfBattleCard
from domain.reef.common import gone
from domain.reef.landing import begun, content
from domain.reef.losses import half_of
from domain.reef.organization import CONTENTS, SCOUT_LEADER, SCOUTS, formations_of
from domain.reef.state import (
    ARMOR,
    Account,
    Blt,
    Chain,
    Charge,
    Formation,
    Ground,
    Gun,
    Module,
    Party,
    Reef,
    SetupArea,
    Slip,
    Unit,
    Wave,
    chargers,
    key,
)
from domain.wargame.war_evolve import WarEvolve

evolve: WarEvolve[Reef] = WarEvolve()


# ---- orders of battle ----


def admit(state: Reef, chart: str, name: str) -> Reef:
    """The Order of Battle of the campaign, as its page is read out: the Marine BLTs of it, the Japanese at the beaches
    and in the Reserve Pool."""
    if chart == CampaignCard.CHART and name == state.cg:
        return with_battalions(state, state.charts[chart][name])
    if chart == OrderOfBattleCard.CHART and name.partition("/")[0] == state.cg:
        card: OrderOfBattleCard = state.charts[chart][name]
        _, group, kind = name.split("/", 2)
        before = state.units.get(key(group, kind))
        state = with_pieces(state, "jp", group, kind, card.number - (before.start if before else 0))
        return with_owed_leaders(state, group, kind)
    return state


def with_battalions(state: Reef, card: CampaignCard) -> Reef:
    """BRT CG2.4: the BLTs, their Formations, and what is in them, all off the map."""
    roles = {
        "at-start": card.at_start,
        "follow-on": card.follow_on,
        "regimental": card.regimental,
        "divisional": card.divisional,
    }
    for role, names in roles.items():
        for blt in names:
            before = state.blts.get(blt) or Blt(roles=())
            state = state.but(blts={**state.blts, blt: before.but(roles=tuple(dict.fromkeys((*before.roles, role))))})
            for number, (formation, kind) in enumerate(formations_of(blt), 1):
                state = with_formation(state, formation, Formation(blt=blt, role=kind, number=number))
    modules = {f"N{n}": Module() for n in range(1, 1 + max(card.modules, 2 if state.cg == "III" else 1))}
    state = state.but(modules={**modules, **state.modules})
    if card.scouts:
        state = with_formation(state, SCOUTS, Formation(blt="", role="Scouts", leaders=(SCOUT_LEADER,)))
    return state


def with_formation(state: Reef, name: str, formation: Formation) -> Reef:
    if name in state.formations:
        return state
    state = state.but(formations={**state.formations, name: formation})
    for kind, number in CONTENTS[formation.role].items():
        state = with_pieces(state, "us", name, kind, number, off=number)
        if kind == "SFCP":
            names = [f"{formation.blt}-S{n}" for n in range(1, number + 1)]
            state = state.but(parties={**state.parties, **{party: Party(formation=name) for party in names}})
    return state


def with_pieces(state: Reef, side: str, group: str, kind: str, number: int, *, off: int = 0) -> Reef:
    """So many more of a kind in a group."""
    name = key(group, kind)
    now = state.units.get(name) or Unit(side=side, group=group, kind=kind)
    after = now.but(steps=max(0, now.steps + number), start=max(0, now.start + number), off=max(0, now.off + off))
    return state.but(units={**state.units, name: after})


def with_owed_leaders(state: Reef, group: str, kind: str) -> Reef:
    if kind not in ("leader", "armor-leader"):
        return state
    name = group if kind == "leader" else group + ARMOR
    return state.but(owed_leaders={**state.owed_leaders, name: state.units[key(group, kind)].start})


def score(state: Reef, points: Points) -> Reef:
    now = state.cvp.get(points.side, 0)
    return state.but(cvp={**state.cvp, points.side: max(0, min(SCORE, now + points.amount))})


def points_of(state: Reef) -> Mapping[str, int]:
    """Casualty Victory Points."""
    return dict(state.cvp)


# ---- the calendar ----


@evolve.on(PhaseBegan)
def phase_began(fact: PhaseBegan, state: Reef) -> Reef:
    match fact.phase:
        case "date":
            return _date_began(state)
        case "scenario":
            return state.but(turn=0, over=False, cut_short=False)
        case "game_turn":
            return state.but(turn=state.turn + 1, half=0)
        case "player_turn":
            return _player_turn_began(state)
        case "rally":
            state = state.but(self_rallies={}, rallied=())
        case "first_setup":
            state = _counted_for_setup(state)
    if state.half:  # a phase: what a battery fired at before counts no more
        kept = fact.phase == "defensive_fire"  # who has kept his ROF as the enemy moved may fire then (CG3.21)
        modules = {name: one.but(first_target="", again=one.again and kept) for name, one in state.modules.items()}
        return state.but(modules=modules, leaving=False)
    return state


ANEW: Mapping[str, Any] = {
    "set_up": (), "decided": "", "charge": None, "snipers": {}, "turn": 0, "half": 0,
    "bombardments": (), "bombarded": 0, "blasts": (), "fighters": False, "leaving": False, "air_turn": 0,
    "replenished": (), "reinforced": 0, "available": 0, "pool_set_up": 0,
}  # fmt: skip
"""What each date begins anew."""


def _date_began(state: Reef) -> Reef:
    number = min(state.date_number + 1 if state.date_number else state.first_date, len(DATES))
    state = state.but(**ANEW, date_number=number, night_open=DATES[number - 1].endswith("NT"))
    if state.number:  # a scenario was before it
        guns = {name: gun.but(ended=gun.hex) for name, gun in state.guns.items()}
        state = state.but(areas={}, guns=guns)
    # a wave whose turn never came is unassigned again (reading R-39)
    waves = {name: one for name, one in state.waves.items() if one.open or one.scenario > state.number}
    ground = {hex: one.but(smoke="", strategic=one.strategic and not state.number) for hex, one in state.ground.items()}
    return state.but(number=state.number + 1, waves=waves, ground=ground)


def _player_turn_began(state: Reef) -> Reef:
    parties = {name: one.but(attempted=False, contact=False) for name, one in state.parties.items()}
    over = {"attempted": False, "fired": False, "placed": False, "mission": ""}
    modules = {
        name: one.but(**over, carried=one.access, running=one.running and one.access)
        for name, one in state.modules.items()
    }
    return state.but(half=state.half + 1, parties=parties, modules=modules)


def _counted_for_setup(state: Reef) -> Reef:
    """The pieces in the Reserve Pool and on the map, by which the set-up is judged."""
    on_map = (unit for unit in state.units.values() if unit.side == "jp" and unit.group != POOL)
    koreans = sum(unit.steps for unit in state.of(POOL).values() if state.kind(unit.kind).korean)
    mmc = chargers(state, state.of(POOL).values())
    return state.but(pool_mmc=mmc, pool_koreans=koreans, map_mmc=chargers(state, on_map), pooled={})


@evolve.on(f.CampaignBegan)
def campaign_began(fact: f.CampaignBegan, state: Reef) -> Reef:
    return state.but(first_date=fact.date_number, san=dict(fact.san))


@evolve.on(f.LvtsReceived)
def lvts_received(fact: f.LvtsReceived, state: Reef) -> Reef:
    return with_pieces(state, "us", TRANSPORT, TRANSPORT, fact.number, off=fact.number)


@evolve.on(f.CommanderNamed)
def commander_named(fact: f.CommanderNamed, state: Reef) -> Reef:
    return state.but(commanders={**state.commanders, fact.of: fact.who})


@evolve.on(f.BalanceGiven)
def balance_given(fact: f.BalanceGiven, state: Reef) -> Reef:
    return state.but(balance=fact.balance)


@evolve.on(f.NightSettled)
def night_settled(fact: f.NightSettled, state: Reef) -> Reef:
    """The date is that of the night, or of the morning after it."""
    return state.but(night_open=False, date_number=min(len(DATES), state.date_number + (not fact.played)))


@evolve.on(f.SideSetUp)
def side_set_up(fact: f.SideSetUp, state: Reef) -> Reef:
    return state.but(set_up=(*state.set_up, fact.side))


@evolve.on(f.ScenarioBegan)
def scenario_began(fact: f.ScenarioBegan, state: Reef) -> Reef:
    return state.but(turns=fact.turns, first=fact.first)


@evolve.on(f.ScenarioEnded)
def scenario_ended(fact: f.ScenarioEnded, state: Reef) -> Reef:
    """It has no further turns, nor another Player Turn."""
    return state.but(turns=state.turn, over=True, decided=fact.winner, cut_short=state.phase in ("rally", "prep_fire"))


# ---- the landing ----


@evolve.on(f.EntryAreaAssigned)
def entry_area_assigned(fact: f.EntryAreaAssigned, state: Reef) -> Reef:
    return state.but(blts={**state.blts, fact.blt: _blt(state, fact.blt).but(area=fact.area, date=fact.date)})


def _blt(state: Reef, name: str) -> Blt:
    return state.blts.get(name) or Blt()


@evolve.on(f.BltCommitted)
def blt_committed(fact: f.BltCommitted, state: Reef) -> Reef:
    return state.but(blts={**state.blts, fact.blt: _blt(state, fact.blt).but(committed=fact.scenario)})


@evolve.on(f.FormationTransferred)
def formation_transferred(fact: f.FormationTransferred, state: Reef) -> Reef:
    now = state.formations.get(fact.formation) or Formation()
    entered_of = now.entered_of or (now.blt if begun(state, fact.formation) else "")
    return state.but(formations={**state.formations, fact.formation: now.but(blt=fact.to, entered_of=entered_of)})


@evolve.on(f.WaveSealed)
def wave_sealed(fact: f.WaveSealed, state: Reef) -> Reef:
    return state.but(sealed_waves=tuple(dict.fromkeys((*state.sealed_waves, fact.wave))))


@evolve.on(f.WavesUnassigned)
def waves_unassigned(fact: f.WavesUnassigned, state: Reef) -> Reef:
    return state.but(
        waves={name: one for name, one in state.waves.items() if name not in fact.waves},
        sealed_waves=tuple(name for name in state.sealed_waves if name not in fact.waves),
    )


@evolve.on(f.WaveAssigned)
def wave_assigned(fact: f.WaveAssigned, state: Reef) -> Reef:
    wave = Wave(
        blt=fact.blt, formations=fact.formations, attached=dict(fact.attached), scenario=fact.scenario, turn=fact.turn
    )
    return state.but(waves={**state.waves, fact.wave: wave})


@evolve.on(f.WaveOpened)
def wave_opened(fact: f.WaveOpened, state: Reef) -> Reef:
    """What has still to enter is counted from now on."""
    due = content(state, fact.wave, fact.formations, fact.attached)
    now = state.waves.get(fact.wave) or Wave(
        blt=fact.blt, formations=fact.formations, attached=dict(fact.attached), scenario=fact.scenario, turn=fact.turn
    )
    return state.but(waves={**state.waves, fact.wave: now.but(due=due, open=True)})


@evolve.on(f.PiecesEntered)
def pieces_entered(fact: f.PiecesEntered, state: Reef) -> Reef:
    units = dict(state.units)
    for name, number in fact.pieces.items():
        if name in units:
            units[name] = units[name].but(off=max(0, units[name].off - number))
    state = state.but(units=units)
    if fact.how == "jeep":  # note g: they are there where they enter so
        for name, number in fact.pieces.items():
            if name.endswith(":37LL"):
                state = with_pieces(state, "us", name.partition(":")[0], "jeep", number)
    units = dict(state.units)
    transport = key(TRANSPORT, TRANSPORT)
    if fact.loads and transport in units:
        units[transport] = units[transport].but(off=max(0, units[transport].off - len(fact.loads)))
    wave = state.waves.get(fact.wave)
    waves = dict(state.waves)
    if wave is not None:
        due = {name: max(0, number - fact.pieces.get(name, 0)) for name, number in wave.due.items()}
        waves[fact.wave] = wave.but(due={name: number for name, number in due.items() if number})
    parties = dict(state.parties)
    for name, number in fact.pieces.items():
        if name.endswith(":SFCP"):
            waiting = [
                party
                for party, one in parties.items()
                if one.formation == name.partition(":")[0] and one.status == "off" and not one.radio
            ]
            waiting.sort(key=lambda party: not parties[party].first_wave)
            parties |= {party: parties[party].but(status="on", first_wave=False) for party in waiting[:number]}
    return state.but(units=units, waves=waves, parties=parties)


@evolve.on(f.CloakedEntered)
def cloaked_entered(fact: f.CloakedEntered, state: Reef) -> Reef:
    """Folded like all that enters; the box keeps what has."""
    now = state.slips.get(fact.slip) or Slip(kind="cloaking", side="us")
    entered = {name: now.entered.get(name, 0) + number for name, number in fact.pieces.items()}
    return state.but(slips={**state.slips, fact.slip: now.but(entered={**now.entered, **entered})})


@evolve.on(f.CloakedShown)
def cloaked_shown(fact: f.CloakedShown, state: Reef) -> Reef:
    """Who saw it enter knows it already; all others do now."""
    now = state.slips.get(fact.slip) or Slip(kind="cloaking", side="us")
    units = dict(state.units)
    for name, number in fact.pieces.items():
        if name in units:
            units[name] = units[name].but(off=max(0, units[name].off - (number - now.entered.get(name, 0))))
    waves = dict(state.waves)
    for name, number in fact.pieces.items():  # they are not due any more
        new = number - now.entered.get(name, 0)
        for wave, one in waves.items():
            if new > 0 and (came := min(new, one.due.get(name, 0))):
                due = {**one.due, name: one.due[name] - came}
                waves[wave], new = one.but(due={unit: left for unit, left in due.items() if left}), new - came
    return state.but(units=units, waves=waves, slips={**state.slips, fact.slip: now.but(entered=dict(fact.pieces))})


@evolve.on(f.TransportsRetained)
def transports_retained(fact: f.TransportsRetained, state: Reef) -> Reef:
    name = key(TRANSPORT, TRANSPORT)
    if name not in state.units:
        return state
    now = state.units[name]
    return state.but(units={**state.units, name: now.but(off=min(now.steps, now.off + fact.number))})


@evolve.on(f.PartyReturned)
def party_returned(fact: f.PartyReturned, state: Reef) -> Reef:
    now = state.parties.get(fact.party) or Party()
    if now.radio and fact.radio:  # it waits for it on the map
        return state.but(
            parties={**state.parties, fact.party: now.but(status="off", first_wave=True, module="", contact=False)}
        )
    if now.radio:  # it has another one (reading R-83)
        return state.but(
            parties={**state.parties, fact.party: now.but(status="on", radio=False, module="", contact=False)}
        )
    state = state.but(
        parties={**state.parties, fact.party: now.but(status="off", first_wave=True, module="", contact=False)}
    )
    name = key(now.formation, "SFCP")
    if name in state.units:
        unit = state.units[name]
        state = state.but(units={**state.units, name: unit.but(steps=unit.steps + 1, off=unit.off + 1)})
    return state


@evolve.on(f.RadiosEntered)
def radios_entered(fact: f.RadiosEntered, state: Reef) -> Reef:
    parties = {
        party: (state.parties.get(party) or Party()).but(status="on", radio=False, first_wave=False)
        for party in fact.parties
    }
    return state.but(parties={**state.parties, **parties})


@evolve.on(f.PartyRestored)
def party_restored(fact: f.PartyRestored, state: Reef) -> Reef:
    parties = {party: (state.parties.get(party) or Party()).but(status="on") for party in fact.parties}
    return state.but(parties={**state.parties, **parties})


@evolve.on(f.PartyLost)
def party_lost(fact: f.PartyLost, state: Reef) -> Reef:
    """Its counter is lost by the fact of its loss; a radio alone is none."""
    parties = dict(state.parties)
    for party in fact.parties:
        parties[party] = (parties.get(party) or Party()).but(
            status="eliminated", contact=False, radio=fact.radio, first_wave=False
        )
    return state.but(parties=parties)


@evolve.on(f.LeaderDetermined)
def leader_determined(fact: f.LeaderDetermined, state: Reef) -> Reef:
    found = (fact.leader,) if fact.leader else ()
    if fact.inexperienced:
        state = state.but(inexperienced=True)
    missing = key(fact.group, "armor-leader")
    if fact.branch == "armor" and not fact.leader and missing in state.units:  # there is none
        now_there = state.units[missing]
        fewer = now_there.but(steps=max(0, now_there.steps - 1), off=max(0, now_there.off - 1), left=now_there.left + 1)
        state = state.but(units={**state.units, missing: fewer})
    if fact.group in state.formations:
        now = state.formations[fact.group]
        if fact.branch == "infantry":
            now = now.but(leaders=(*now.leaders, *found), rolled=now.rolled + 1)
        else:
            now = now.but(armor_leaders=(*now.armor_leaders, *found), armor_rolled=now.armor_rolled + 1)
        return state.but(formations={**state.formations, fact.group: now})
    name = fact.group if fact.branch == "infantry" else fact.group + ARMOR
    owed = {**state.owed_leaders, name: max(0, state.owed_leaders.get(name, 0) - 1)}
    known = {**state.first_line_leaders, name: (*state.first_line_leaders.get(name, ()), *found)}
    return state.but(owed_leaders=owed, first_line_leaders=known)


# ---- losses ----


@evolve.on(f.PiecesRestored)
def pieces_restored(fact: f.PiecesRestored, state: Reef) -> Reef:
    """No more are captured, or have not entered, than are lost still."""
    units = dict(state.units)
    for gain in fact.gains:
        if gain.unit in units:
            now = units[gain.unit]
            if gain.now is None:
                now = now.but(steps=now.steps + gain.steps)
            units[gain.unit] = now.but(
                captured=min(now.captured, max(0, gone(now))), unentered=min(now.unentered, max(0, gone(now)))
            )
    return state.but(units=units)


@evolve.on(f.PiecesLost)
def pieces_lost(fact: f.PiecesLost, state: Reef) -> Reef:
    """How many are left is folded for every fact that tells it; here what became of them.

    Where more are lost than a side knew of, they were bought (15.614): so it learns that there were as many.
    """
    for loss in fact.losses:
        group, _, kind = loss.unit.rpartition(":")
        known = state.units[loss.unit].steps if loss.unit in state.units else 0
        if loss.left is None and loss.steps > known:
            state = with_arisen(state, loss.side, group, {kind: loss.steps - known})
    units, waves = dict(state.units), dict(state.waves)
    for loss in fact.losses:
        if loss.unit not in units:
            continue
        now = units[loss.unit]
        if loss.left is None:
            now = now.but(steps=max(0, now.steps - loss.steps))
        if fact.cause == "captured":
            now = now.but(captured=now.captured + loss.steps)
        if fact.cause == "unentered":
            now = now.but(unentered=now.unentered + loss.steps)
        off = max(0, now.off - loss.steps) if fact.cause == "unentered" else min(now.off, now.steps)
        units[loss.unit] = now.but(off=off)
        if fact.cause == "unentered" and fact.wave in waves:
            one = waves[fact.wave]
            waves[fact.wave] = one.but(due={unit: n for unit, n in one.due.items() if unit != loss.unit})
    return state.but(units=units, waves=waves)


@evolve.on(f.PiecesArisen)
def pieces_arisen(fact: f.PiecesArisen, state: Reef) -> Reef:
    """Squads in place of half-squads are no new ones, as far as squads of that kind have been reduced."""
    for kind, number in fact.pieces.items():
        before = state.units.get(key(fact.group, kind)) or Unit()
        again = min(number, before.reduced) if fact.of else 0
        state = with_arisen(state, fact.side, fact.group, {kind: number - again})
        name = key(fact.group, kind)
        now = state.units[name]
        state = state.but(units={**state.units, name: now.but(steps=now.steps + again, reduced=now.reduced - again)})
    for kind, number in fact.of.items():
        name = key(fact.group, kind)
        if name in state.units:
            one = state.units[name]
            state = state.but(
                units={**state.units, name: one.but(steps=max(0, one.steps - number), left=one.left + number)}
            )
    return state


@evolve.on(f.PiecesReduced)
def pieces_reduced(fact: f.PiecesReduced, state: Reef) -> Reef:
    if fact.unit not in state.units:
        return state
    now = state.units[fact.unit]
    state = state.but(
        units={
            **state.units,
            fact.unit: now.but(steps=max(0, now.steps - fact.number), reduced=now.reduced + fact.number),
        }
    )
    return with_pieces(state, now.side, now.group, half_of(now.kind), fact.number)


# ---- naval and air support ----


def _module(state: Reef, name: str, **change: Any) -> Reef:
    return state.but(modules={**state.modules, name: (state.modules.get(name) or Module()).but(**change)})


@evolve.on(f.ModulesReceived)
def modules_received(fact: f.ModulesReceived, state: Reef) -> Reef:
    guns = {name: gun.but(module="", black=0, red=0) for name, gun in state.guns.items()}
    parties = {name: one.but(module="", contact=False, attempted=False) for name, one in state.parties.items()}
    return state.but(
        modules={name: Module(calibre=calibre) for name, calibre in fact.modules.items()}, guns=guns, parties=parties
    )


@evolve.on(f.PartyAssigned)
def party_assigned(fact: f.PartyAssigned, state: Reef) -> Reef:
    return state.but(
        parties={**state.parties, fact.party: (state.parties.get(fact.party) or Party()).but(module=fact.module)}
    )


@evolve.on(f.GunMatched)
def gun_matched(fact: f.GunMatched, state: Reef) -> Reef:
    """Also where an effect ends: its changes are said the other way round."""
    now = state.modules.get(fact.module) or Module()
    state = _module(state, fact.module, black=now.black + fact.black, red=now.red + fact.red)
    ends = isinstance(fact, f.EffectEnded)
    gun = (state.guns.get(fact.gun) or Gun()).but(
        module="" if ends else fact.module, black=0 if ends else fact.black, red=0 if ends else fact.red
    )
    return state.but(guns={**state.guns, fact.gun: gun})


@evolve.on(f.ContactAttempted)
def contact_attempted(fact: f.ContactAttempted, state: Reef) -> Reef:
    now = state.parties.get(fact.party) or Party()
    return state.but(parties={**state.parties, fact.party: now.but(attempted=True, contact=fact.contact)})


@evolve.on(f.AttackAnnounced)
def attack_announced(fact: f.AttackAnnounced, state: Reef) -> Reef:
    return _module(state, fact.module, mission=fact.mission, running=fact.mission == "noba")


@evolve.on(f.AccessDrawn)
def access_drawn(fact: f.AccessDrawn, state: Reef) -> Reef:
    now = state.modules.get(fact.module) or Module()
    if not fact.returned:
        now = now.but(**{fact.chit: getattr(now, fact.chit) - 1})
    black = fact.chit == "black"
    acquired = now.acquired if black else ""
    if fact.wp:
        now = now.but(wp="yes" if black else "no")
    else:
        now = now.but(
            attempted=True, access=black, carried=False, running=now.running and black, wp="", acquired=acquired
        )
    return state.but(modules={**state.modules, fact.module: now})


@evolve.on(f.AccessLost)
def access_lost(fact: f.AccessLost, state: Reef) -> Reef:
    for name in fact.modules:
        now = state.modules.get(name) or Module()
        running = (
            now.mission == "noba"
        )  # what was announced in this Player Turn binds, also where Air Support came since (reading R-80)
        state = _module(
            state,
            name,
            access=False,
            carried=False,
            acquired=now.acquired if fact.lapsed else "",
            running=running,
            wp="",
        )
    return state


@evolve.on(f.CountersPlaced)
def counters_placed(fact: f.CountersPlaced, state: Reef) -> Reef:
    now = state.modules.get(fact.module) or Module()
    anew = bool(fact.counters) and not now.goes_on(fact.counters, fact.at)
    return _module(state, fact.module, counters=fact.counters, at=fact.at, placed=now.placed or anew)


@evolve.on(f.AcquisitionGained)
def acquisition_gained(fact: f.AcquisitionGained, state: Reef) -> Reef:
    return _module(state, fact.module, acquired=fact.hex)


@evolve.on(f.DirectFired)
def direct_fired(fact: f.DirectFired, state: Reef) -> Reef:
    now = state.modules.get(fact.module) or Module()
    if fact.smoke:
        state = state.with_place(fact.hex, smoke="dispersed")
    return _module(
        state,
        fact.module,
        first_target=now.first_target or fact.hex,
        again=fact.again,
        mission="direct",
        running=False,
        fired=True,
    )


@evolve.on(f.BombardmentPlaced)
def bombardment_placed(fact: f.BombardmentPlaced, state: Reef) -> Reef:
    return state.but(bombardments=(*state.bombardments, *fact.hexes))


@evolve.on(f.BombardmentLanded)
def bombardment_landed(fact: f.BombardmentLanded, state: Reef) -> Reef:
    return state.with_places(fact.smoke, smoke="smoke").but(
        bombarded=state.bombarded + 1, blasts=(*state.blasts, fact.hex)
    )


@evolve.on(f.SeawallChecked)
def seawall_checked(fact: f.SeawallChecked, state: Reef) -> Reef:
    before = state.ground.get(fact.hex) or Ground()
    return state.with_place(
        fact.hex, breached=tuple(dict.fromkeys((*before.breached, *fact.breached))), checked=before.checked + 1
    )


@evolve.on(f.SmokeDispersed)
def smoke_dispersed(fact: f.SmokeDispersed, state: Reef) -> Reef:
    return state.with_places(fact.places, smoke="dispersed")


@evolve.on(f.AirRolled)
def air_rolled(fact: f.AirRolled, state: Reef) -> Reef:
    return state.but(fighters=fact.came, air_turn=fact.turn)


@evolve.on(f.FightersLeft)
def fighters_left(fact: f.FightersLeft, state: Reef) -> Reef:
    return state.but(fighters=False, leaving=fact.at_end)


# ---- reserves and the night ----


@evolve.on(f.PoolReplenished)
def pool_replenished(fact: f.PoolReplenished, state: Reef) -> Reef:
    for kind, number in fact.pieces.items():
        state = with_pieces(state, "jp", POOL, kind, number)
    owed = state.owed_leaders.get(POOL, 0) + fact.pieces.get("leader", 0)
    return state.but(replenished=(*state.replenished, fact.turn), owed_leaders={**state.owed_leaders, POOL: owed})


@evolve.on(f.ReinforcementsRolled)
def reinforcements_rolled(fact: f.ReinforcementsRolled, state: Reef) -> Reef:
    return state.but(reinforced=fact.turn, available=fact.number)


@evolve.on(f.PiecesShifted)
def pieces_shifted(fact: f.PiecesShifted, state: Reef) -> Reef:
    units = dict(state.units)
    for kind, number in fact.pieces.items():
        name = key(fact.of, kind)
        now = units.get(name) or Unit(side="jp", group=fact.of, kind=kind)
        units[name] = now.but(steps=max(0, now.steps - number), left=now.left + number)
    state = state.but(units=units)
    for kind, number in fact.pieces.items():
        state = with_pieces(state, "jp", fact.to, kind, number)
    counters = state.counters(fact.pieces)
    if fact.how in ("set-up", "refit") and POOL in (fact.of, fact.to):
        state = state.but(
            pool_set_up=max(
                0, state.pool_set_up + (counters if fact.of == POOL else -counters if fact.of == ENTERED else 0)
            )
        )
    if fact.how == "refit" and fact.to == POOL and state.phase in ("first_setup", "second_setup"):
        pooled = dict(state.pooled)
        for kind, number in fact.pieces.items():
            pooled[kind] = pooled.get(kind, 0) + number
        state = state.but(pooled=pooled)
    if fact.how == "reinforcement":
        state = state.but(available=max(0, state.available - counters))
    return state


@evolve.on(f.ReservesReturned)
def reserves_returned(fact: f.ReservesReturned, state: Reef) -> Reef:
    return state.but(available=0)


@evolve.on(f.ChargeDesignated)
def charge_designated(fact: f.ChargeDesignated, state: Reef) -> Reef:
    return state.but(charge=Charge(pool=fact.pool, map=fact.map, leaders=fact.leaders))


@evolve.on(f.ChainFormed)
def chain_formed(fact: f.ChainFormed, state: Reef) -> Reef:
    return with_chain(state, fact.chain, hexes=fact.hexes, mmc=fact.mmc, leaders=fact.leaders)


def with_chain(state: Reef, name: str, **change: Any) -> Reef:
    now = state.charge or Charge()
    return state.but(charge=now.but(chains={**now.chains, name: (now.chains.get(name) or Chain()).but(**change)}))


@evolve.on(f.Charged)
def charged(fact: f.Charged, state: Reef) -> Reef:
    now = state.charge or Charge()
    state = state.but(charge=now.but(began=now.began or fact.phase))
    for name in fact.chains:
        state = with_chain(state, name, charged=fact.phase)
    return state


@evolve.on(f.ChainLeft)
def chain_left(fact: f.ChainLeft, state: Reef) -> Reef:
    before = (state.charge or Charge()).chains.get(fact.chain) or Chain()
    gone = before.gone + fact.mmc
    return with_chain(state, fact.chain, gone=gone, out=fact.why if gone >= before.mmc else "")


# ---- Guns, ground, Snipers ----


@evolve.on(f.GunRecorded)
def gun_recorded(fact: f.GunRecorded, state: Reef) -> Reef:
    """What is said of a Gun again does not undo what has become of it."""
    now = state.guns.get(fact.gun) or Gun()
    says = {"type": fact.type, "mm": fact.mm, "hex": fact.hex or now.hex, "aa": fact.aa, "pillbox": fact.pillbox}
    gun = now.but(
        **says,
        manned=fact.manned,
        works=fact.works,
        known=now.known or not fact.secret,
        hidden=now.hidden and not state.half,
    )
    return state.but(guns={**state.guns, fact.gun: gun})


@evolve.on(f.GunDeclared)
def gun_declared(fact: f.GunDeclared, state: Reef) -> Reef:
    now = state.guns.get(fact.gun) or Gun()
    return state.but(guns={**state.guns, fact.gun: now.but(type=fact.type, known=True, hidden=False)})


@evolve.on(f.GunPlaced)
def gun_placed(fact: f.GunPlaced, state: Reef) -> Reef:
    return state.but(
        guns={**state.guns, fact.gun: (state.guns.get(fact.gun) or Gun()).but(hex=fact.hex, hidden=fact.hidden)}
    )


CHANGES: Mapping[str, Mapping[str, Any]] = {
    "malfunctions": {"works": False},
    "repaired": {"works": True}, "manned": {"manned": True}, "unmanned": {"manned": False},
    "hooked": {"hooked": True},
    "unhooked": {"hooked": False}, "captured": {"status": "captured"}, "eliminated": {"status": "eliminated"},
}  # fmt: skip


@evolve.on(f.GunChanged)
def gun_changed(fact: f.GunChanged, state: Reef) -> Reef:
    return state.but(
        guns={
            **state.guns,
            fact.gun: (state.guns.get(fact.gun) or Gun()).but(**CHANGES[fact.what], known=True, hidden=False),
        }
    )


@evolve.on(f.PerimeterDrawn)
def perimeter_drawn(fact: f.PerimeterDrawn, state: Reef) -> Reef:
    return state.but(perimeter=fact.hexes)


@evolve.on(f.AreaDrawn)
def area_drawn(fact: f.AreaDrawn, state: Reef) -> Reef:
    before = state.areas.get(fact.area)
    area = SetupArea(side=fact.side, hexes=fact.hexes, isolated=fact.isolated, pieces=before.pieces if before else {})
    return state.but(areas={**state.areas, fact.area: area})


@evolve.on(f.AreasMerged)
def areas_merged(fact: f.AreasMerged, state: Reef) -> Reef:
    one, other = state.areas.get(fact.area), state.areas.get(fact.other)
    if one is None or other is None:
        return state
    pieces = dict(one.pieces)
    for name, number in other.pieces.items():
        pieces[name] = pieces.get(name, 0) + number
    merged = one.but(hexes=tuple(dict.fromkeys((*one.hexes, *other.hexes))), pieces=pieces)
    return state.but(
        areas={name: merged if name == fact.area else area for name, area in state.areas.items() if name != fact.other}
    )


@evolve.on(f.PiecesRetained)
def pieces_retained(fact: f.PiecesRetained, state: Reef) -> Reef:
    now = state.areas.get(fact.area) or SetupArea()
    return state.but(areas={**state.areas, fact.area: now.but(pieces={**now.pieces, **fact.pieces})})


@evolve.on(f.SnipersPlaced)
def snipers_placed(fact: f.SnipersPlaced, state: Reef) -> Reef:
    return state.but(snipers={**state.snipers, **fact.places})


@evolve.on(f.SanChanged)
def san_changed(fact: f.SanChanged, state: Reef) -> Reef:
    return state.but(san={**state.san, fact.side: fact.san})


# ---- infantry ----


@evolve.on(f.RallyAttempted)
def rally_attempted(fact: f.RallyAttempted, state: Reef) -> Reef:
    if not fact.mmc:
        return state
    if fact.alone:
        return state.but(self_rallies={**state.self_rallies, fact.side: state.self_rallies.get(fact.side, 0) + 1})
    return state.but(rallied=tuple(dict.fromkeys((*state.rallied, fact.side))))


# ---- secrets ----


@evolve.on(f.SlipSealed)
def slip_sealed(fact: f.SlipSealed, state: Reef) -> Reef:
    return state.but(slips={**state.slips, fact.slip: Slip(kind=fact.kind, side=fact.side, of=fact.of)})


@evolve.on(f.SlipWritten)
def slip_written(fact: f.SlipWritten, state: Reef) -> Reef:
    now = state.slips.get(fact.slip) or Slip(side=fact.side)
    return state.but(slips={**state.slips, fact.slip: now.but(says=fact.says)})


@evolve.on(f.SlipOpened)
def slip_opened(fact: f.SlipOpened, state: Reef) -> Reef:
    now = state.slips.get(fact.slip) or Slip(side=fact.side)
    return state.but(slips={**state.slips, fact.slip: now.but(says=fact.says, open=True)})


@evolve.on(f.PointsSpent)
def points_spent(fact: f.PointsSpent, state: Reef) -> Reef:
    now = state.accounts.get(fact.beach) or Account()
    after = now.but(
        gpp=now.gpp + fact.gpp, capp=now.capp + fact.capp, fpp=now.fpp + fact.fpp, stacking=now.stacking + fact.stacking
    )
    state = state.but(accounts={**state.accounts, fact.beach: after})
    return with_arisen(state, "jp", fact.beach, fact.pieces)


def with_arisen(state: Reef, side: str, group: str, pieces: Mapping[str, int]) -> Reef:
    """Pieces that no Order of Battle had."""
    for kind, number in pieces.items():
        state = with_pieces(state, side, group, kind, number)
        name = key(group, kind)
        state = state.but(units={**state.units, name: state.units[name].but(arisen=state.units[name].arisen + number)})
    return state


__all__ = ["admit", "evolve", "points_of", "score"]
