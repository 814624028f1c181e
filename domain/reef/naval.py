"""BRT CG3: naval batteries, Shore Fire Control Parties, Counterbattery Fire, Direct Fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from domain.kernel.errors import BadInput
from domain.kernel.facts import Fire, Purpose
from domain.kernel.questions import Draw, OneOf, YesNo
from domain.kernel.table import Table
from domain.kernel.verbs import Named
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.charts import DATES, WATER, HexCard
from domain.reef.common import PHASES, GunName, HexName, ModuleName, Objections, PartyName, fine, heed, roll, verbs
from domain.reef.facts.naval import Calibre, Counter, Target
from domain.reef.landing import available
from domain.reef.losses import lose_pieces
from domain.reef.slips import closed, new_slip, seal, unseal
from domain.reef.state import INITIAL, Gun, Party, Reef, key, water
from domain.wargame.dice import terms_of, total

DATES_IN_ORDER: tuple[str, ...] = DATES
PartyNames = Annotated[tuple[str, ...], Named("party")]
DateName = Annotated[str, Named("date")]
EFFECTS: Mapping[str, tuple[int, int]] = {"120L": (-1, 0), "140L": (0, 1), "200L": (-1, 1)}
"""BRT CG3.4: black and red chits by the Gun that fires Counterbattery Fire."""
NUMBERS: Mapping[Target, int] = {"infantry": 6, "vehicular": 7, "area": 8}
"""BRT CG3.23: the Basic TH# of a naval battery."""
ROF = 2
"""BRT CG3.21: with a SFCP."""
EXCHANGES = {"I": 0, "II": 1, "III": 2}
"""BRT CG3.2: CG Dates on which a 120+mm module is exchanged."""
LINES = {120: ("north", "south", "west"), 200: ("south", "west")}
"""BRT CG3.13: the edges a LOF may come from."""
LOF_RANGE = 12
WORDS = {"direct": "Direct Fire", "noba": "NOBA"}
IN_WATER = ("ocean", "pier")
"""BRT CG3.21: where a hit leaves no Smoke; a pier stands in water (reading R-43)."""
LAND = ("U10", "E4", "V10", "N21", "O22", "T33", "U34", "D63", "D4", "E32", "E33", "A58")
"""BRT 15.2: the hexes between which the land of the beaches lies."""
FIRING = ("prep_fire", "defensive_fire", "advancing_fire", "movement", "rally")
OWN_FIRE, OTHERS_FIRE = ("prep_fire", "advancing_fire"), ("movement", "defensive_fire")
"""BRT CG3.21: the phases in which an onboard Gun fires, in its own Player Turn and in the other side's."""
FIRE_PHASES = (*OWN_FIRE, *OTHERS_FIRE)


# ---- CG3.2 modules, and their exchange ----


def modules_of(state: Reef) -> int:
    """BRT CG3.2: how many modules of 120+mm a scenario has (reading R-04, reading R-05)."""
    if state.number <= INITIAL:
        return state.campaign.modules
    return 2 if state.cg == "III" or (state.cg == "II" and state.reading("R-04") == "two") else 1


def why_not_exchange(state: Reef, dates: tuple[str, ...]) -> Objections:
    """BRT CG3.2: what stands against writing down such a CG Date."""
    most = EXCHANGES.get(state.cg, 0)
    sealed = [name for name, slip in state.slips.items() if slip.kind == "exchange"]
    if not most:
        yield "BRT CG3.2", f"in CG {state.cg} no module is exchanged"
    elif len(sealed) >= most:
        yield "BRT CG3.2", f"in CG {state.cg} a module is exchanged on {most} CG Date{'s' if most > 1 else ''}"
    if state.number > INITIAL:
        yield "BRT CG3.2", "the date is written down before the Initial Scenario starts"
    elif "jp" not in state.set_up:
        yield "BRT CG3.2", "the date is written down after the Japanese set-up has been viewed"
    for date in dates:
        if date in DATES_IN_ORDER and 1 + DATES_IN_ORDER.index(date) <= state.date_number:
            yield "BRT CG3.2", f"{date} is not after the Initial Scenario (reading R-05)"
        if date != "none" and any(state.slips[name].says == (date,) for name in sealed):
            yield "BRT CG3.2", f"{date} is written down already (reading R-05)"


def _exchanges(state: Reef) -> Iterator[Mapping[str, Any]]:
    for date in ("",) if state.on_paper else ("none", *DATES):
        if fine(why_not_exchange(state, (date,) if date else ())):
            yield {"date": date} if date else {}


@verbs("BRT CG3.2", side="us", phases=("second_setup", "support"), secret="us", offers=_exchanges)
def exchange(table: Table[Reef], date: DateName = "") -> None:
    """BRT CG3.2: the CG Date on which a 200+mm module takes the place of a 120+mm one, in secret: `exchange "21 AM"`,
    or `exchange none`."""
    says = (date,) if date else ()
    heed(table, why_not_exchange(table.state, says))
    seal(table, new_slip(table.state, "exchange"), "exchange", "us", says, "BRT CG3.2")


def receive_modules(table: Table[Reef]) -> None:
    """BRT CG3.2: the modules of a scenario; a slip with its date is opened (reading R-05), if it is not open already;
    on paper the table says so."""
    state = table.state
    count = modules_of(state)
    calibres: dict[str, Calibre] = {f"N{n}": 120 for n in range(1, count + 1)}
    if state.number > INITIAL and count:
        found = next(
            (name for name, slip in state.slips.items() if slip.kind == "exchange" and slip.says == (state.date,)), ""
        )
        if not found and state.on_paper and closed(state, "exchange"):
            words = f"is a 120+mm module exchanged for one of 200+mm on {state.date}"
            if table.ask(YesNo(name="exchanged", by="us", rule="BRT CG3.2", words=words, default=False)):
                found = closed(state, "exchange")[0]
        if found:
            unseal(table, found, (state.date,), "BRT CG3.2")
            calibres[f"N{count}"] = 200
    table.record(f.ModulesReceived(rule="BRT CG3.2", modules=calibres))


# ---- CG3.4 Counterbattery Fire ----


def eligible(gun: Gun) -> bool:
    """BRT CG3.4: on board, fully manned, functioning, and of one of the three types (reading R-73)."""
    return gun.type in EFFECTS and gun.status == "there" and gun.manned and gun.works


def counterbattery(table: Table[Reef]) -> None:
    """BRT CG3.4: each eligible Gun is matched with a module, whole (reading R-23); it is what starts the scenario that
    counts (reading R-21)."""
    names = tuple(table.state.modules)
    for name, gun in table.state.guns.items():
        if not names or not eligible(gun):
            continue
        if not gun.known:
            table.record(f.GunDeclared(rule="BRT CG3.4", gun=name, type=gun.type))
        question = OneOf(
            name="match",
            by="us",
            rule="BRT CG3.4",
            words=f"which module the Counterbattery Fire of {name}, a {gun.type}, is matched with",
            options=names,
            default=names[0],
            names="module",
        )
        module = table.choose(question)
        black, red = EFFECTS[gun.type]
        table.record(f.GunMatched(rule="BRT CG3.4", gun=name, module=module, black=black, red=red))


def pile(state: Reef, module: str) -> tuple[int, int]:
    """BRT CG3.4: the black and red chits of a module's draw pile: never less than none (reading R-21)."""
    now = state.modules[module]
    return max(0, now.black), max(0, now.red)


def end_effect(table: Table[Reef], gun: str) -> None:
    """BRT CG3.4: the effect of Counterbattery Fire ends as its Gun is Captured or Eliminated."""
    now = table.state.guns[gun]
    if now.module in table.state.modules:
        table.record(f.EffectEnded(rule="BRT CG3.4", gun=gun, module=now.module, black=-now.black, red=-now.red))


def owed_support(state: Reef) -> str:
    """BRT CG3.2, CG3.11, CG3.12: what has to be written down before the scenario: slips of an exchange, observers,
    batteries of SFCPs."""
    slips = sum(slip.kind == "exchange" for slip in state.slips.values())
    if state.number <= INITIAL and slips < EXCHANGES.get(state.cg, 0):
        return "the CG Date of a 200+mm module or `none`, `exchange`"
    if without := [module for module in state.modules if not observers_slip(state, module)]:
        return f"the Shipboard Observer of {', '.join(without)}, `observer`"
    return f"the naval battery of {', '.join(idle(state))}, `spot`" if len(state.modules) > 1 and idle(state) else ""


def idle(state: Reef) -> tuple[str, ...]:
    """The SFCPs that have no naval battery yet."""
    return tuple(name for name, one in state.parties.items() if not one.module and comes(state, one))


def assign_only(table: Table[Reef]) -> None:
    """BRT CG3.11: where there is one naval battery alone, it is that of all SFCPs."""
    if len(table.state.modules) == 1:
        for party in idle(table.state):
            table.record(f.PartyAssigned(rule="BRT CG3.11", party=party, module=next(iter(table.state.modules))))


def comes(state: Reef, party: Party) -> bool:
    """Whether a SFCP is on the map, or may enter in the scenario."""
    blt = state.formations[party.formation].blt if party.formation in state.formations else ""
    return party.status == "on" or (party.status == "off" and blt in state.blts and available(state, blt))


@verbs(
    "BRT CG3.4",
    phases=("support", "bombardment", *PHASES),
    name="gun-is",
    either=True,
    offers=lambda state: [],
    further=leads.named("gun", lambda state: state.guns),
)
def gun_is(
    table: Table[Reef],
    gun: GunName,
    what: Literal["malfunctions", "repaired", "manned", "unmanned", "hooked", "unhooked", "captured", "eliminated"],
) -> None:
    """BRT CG3.4, CG13: what has become of a Gun: `gun-is G1 captured`; Counterbattery Fire ends with capture or
    elimination alone."""
    table.require(table.state.guns[gun].status == "there", "BRT CG3.4", f"{gun} is {table.state.guns[gun].status}")
    table.record(f.GunChanged(rule="BRT CG13" if what in ("hooked", "unhooked") else "BRT CG3.4", gun=gun, what=what))
    if what in ("captured", "eliminated"):
        end_effect(table, gun)


# ---- CG3.11, CG3.12 observers ----


def why_not_assign(state: Reef, party: str, module: str) -> Objections:
    """BRT CG3.11: a SFCP is assigned before the scenario, for all of it; several may share a battery."""
    now = state.parties[party]
    if state.phase in PHASES:
        yield "BRT CG3.11", f"{party} is assigned for the whole scenario: before it starts"
    if now.status == "eliminated":
        yield "BRT CG3.11", f"{party} is eliminated"
    elif not comes(state, now):
        yield "BRT CG2.4", f"{party} is of a BLT that is not committed"


def _assignments(state: Reef) -> Iterator[Mapping[str, Any]]:
    for party in idle(state):
        yield from (
            {"parties": (party,), "module": module}
            for module in state.modules
            if fine(why_not_assign(state, party, module))
        )


@verbs("BRT CG3.11", side="us", phases=("support",), name="spot", offers=_assignments)
def spot_for(table: Table[Reef], parties: PartyNames, module: ModuleName) -> None:
    """BRT CG3.11: SFCPs are assigned to a naval battery for the scenario: `spot 1-S1,2-S1..2 N1` (reading R-06); an
    only one has all."""
    for party in parties:
        heed(table, why_not_assign(table.state, party, module))
        table.record(f.PartyAssigned(rule="BRT CG3.11", party=party, module=module))


def _observers(state: Reef) -> Iterator[Mapping[str, Any]]:
    for module in state.modules:
        if not observers_slip(state, module):
            yield {"module": module} if state.on_paper else {"module": module, "hex": "Z12"}


@verbs("BRT CG3.12", side="us", phases=("support",), secret="us", offers=_observers, further=leads.hexes("hex"))
def observer(table: Table[Reef], module: ModuleName, hex: HexName = "") -> None:
    """BRT CG3.12: a Shipboard Observer is recorded for a module, in secret, in a hex of his choice (reading R-68):
    `observer N1 M12`."""
    slip = f"observer-{table.state.number}-{module}"
    table.require(slip not in table.state.slips, "BRT CG3.12", f"{module} has a Shipboard Observer in this scenario")
    seal(table, slip, "observer", "us", (hex,) if hex else (), "BRT CG3.12", module)


def observers_slip(state: Reef, module: str) -> str:
    """The slip with the hex of a module's Shipboard Observer; "" where none was recorded."""
    slip = f"observer-{state.number}-{module}"
    return slip if slip in state.slips else ""


def module_meant(table: Table[Reef], module: str) -> str:
    """The module of a line, or the only one. Raises BadInput where there are others."""
    names = tuple(table.state.modules)
    if not module and len(names) != 1:
        raise BadInput(f"this needs its module: {' or '.join(names) or 'there is none yet'}")
    return module or names[0]


# ---- CG3.11, CG3.3 contact and access ----


def whereabouts(now: Party) -> str:
    """Why a SFCP that is not on does nothing."""
    if now.radio:
        return (
            "has lost its radio"
            if now.status == "eliminated"
            else "waits for its radio, which comes with the first Assault Wave (reading R-83)"
        )
    return "is eliminated" if now.status == "eliminated" else "is not on the map"


def why_not_contact(state: Reef, party: str) -> Objections:
    """BRT CG3.11: one attempt a Player Turn, for the battery it is assigned to."""
    now = state.parties[party]
    if not now.module:
        yield "BRT CG3.11", f"{party} is assigned to no naval battery"
    if now.status != "on":
        yield "BRT CG3.11", f"{party} {whereabouts(now)}"
    if now.attempted:
        yield "BRT CG3.11", f"{party} has attempted Radio Contact in this Player Turn"


def _contacts(state: Reef) -> Iterator[Mapping[str, Any]]:
    yield from (
        {"party": party} for party, now in state.parties.items() if now.module and fine(why_not_contact(state, party))
    )


@verbs("BRT CG3.11", side="us", phases=FIRING, offers=_contacts)
def contact(table: Table[Reef], party: PartyName, made: bool = True) -> None:
    """BRT CG3.11: Radio Contact of a SFCP, as its DR came out: `contact 1-S1`, `contact 1-S1 made=no`; then which
    attack it will be, at once."""
    heed(table, why_not_contact(table.state, party))
    module = table.state.parties[party].module
    table.record(f.ContactAttempted(rule="BRT CG3.11", party=party, module=module, contact=made))
    if made and module in table.state.modules:
        announce(table, module)


def announce(table: Table[Reef], module: str) -> None:
    """BRT CG3.11: after each Radio Contact DR that succeeds, which attack it will be; it binds once there was a draw
    for it (reading R-80)."""
    now = table.state.modules[module]
    used = "direct" if now.fired else "noba" if now.placed else now.mission if now.attempted else ""
    if used or (now.attempted and not now.access):
        what = f"is used for {WORDS[used]}" if used else "has no Battery Access"
        table.spares("attack", "BRT CG3.11", f"{module} {what} in this Player Turn")
        return
    question = OneOf(
        name="attack",
        by="us",
        rule="BRT CG3.11",
        words="Direct Fire or NOBA: it is announced at once, and binds once Battery Access is attempted",
        options=("direct", "noba"),
        default=now.mission or "noba",
    )
    heavy = "" if now.calibre == 120 else why_heavy(module)
    mission: Any = table.gives(question, "noba", "BRT CG3.21", heavy) if heavy else table.ask(question)
    table.record(f.AttackAnnounced(rule="BRT CG3.11", module=module, mission=mission))


def why_not_access(state: Reef, module: str) -> Objections:
    """BRT CG3.11, CG3.3, CG6: Battery Access once a Player Turn for a module, and not while aircraft are on board."""
    now = state.modules[module]
    if state.air_support:
        yield "BRT CG3.3", "Battery Access is not attempted while any FB is on board"
    if not any(pile(state, module)):
        yield "BRT CG3.4", f"no chit is left in the draw pile of {module}"
    if now.attempted:
        yield "BRT CG3.11", f"Battery Access has been attempted for {module} in this Player Turn"


def _accesses(state: Reef) -> Iterator[Mapping[str, Any]]:
    yield from (
        {"module": module}
        for module in state.modules
        if fine(why_not_access(state, module)) and any(pile(state, module))
    )


@verbs("BRT CG3.11", side="us", phases=FIRING, offers=_accesses)
def access(table: Table[Reef], module: ModuleName = "") -> None:
    """BRT CG3.11, CG3.4: a chit from the draw pile: black gives Battery Access: `access N1`, then the chit; the only
    module need not be named."""
    module = module_meant(table, module)
    heed(table, why_not_access(table.state, module))
    draw_chit(table, module, wp=False)


def draw_chit(table: Table[Reef], module: str, *, wp: bool) -> str:
    """BRT CG3.4, CG3.23: a chit of those that are left; whether it goes back G14.63 says, read out once."""
    black, red = pile(table.state, module)
    words = f"a chit for {'WP' if wp else 'Battery Access'} of {module}, of {black} black and {red} red"
    chit: Any = table.ask(
        Draw(
            name="chit",
            by="table",
            rule="BRT CG3.4",
            words=words,
            left=("black",) * black + ("red",) * red,
            deck="draw pile",
            purpose=Purpose(kind="wp" if wp else "access", of=(module,)),
        )
    )
    if chit not in ("black", "red"):
        table.by_hand(f"a chit is black or red, not {chit}")
    returned = table.state.base("chits-return") == "yes"
    table.record(
        f.AccessDrawn(rule="BRT CG3.23" if wp else "BRT CG3.11", module=module, chit=chit, wp=wp, returned=returned)
    )
    return str(chit)


# ---- CG3.21 to CG3.23 Direct Fire ----


def why_heavy(module: str) -> str:
    """BRT CG3.21: why a battery of 200+mm fires no Direct Fire."""
    return f"{module} is of 200+mm: a naval battery of 120+mm alone fires Direct Fire"


def why_not_direct(state: Reef, module: str, hex: str, by: str) -> Objections:
    """BRT CG3.21, CG3.22: what stands against Direct Fire of a battery at a hex."""
    now = state.modules[module]
    if state.phase not in (OWN_FIRE if state.mover == "us" else OTHERS_FIRE):
        yield (
            "BRT CG3.21",
            "like any Gun it fires in the Prep and Advancing Fire Phases of its own side, and as the other side moves",
        )
    if now.calibre != 120:
        yield "BRT CG3.21", why_heavy(module)
    if state.air_support:
        yield "BRT CG3.21", "Air Support is on the map"
    if not now.gained:
        yield (
            "BRT CG3.21",
            f"{module} has gained no Battery Access in this Player Turn: that of a NOBA mission serves no Direct "
            "Fire in a later one",
        )
    contact = in_contact(state, module)
    if "FFE:2" in now.counters and not contact:
        yield "BRT CG3.21", f"{module} has an FFE:2 on board, and no SFCP in Radio Contact"
    if by and not (state.parties[by].contact and state.parties[by].module == module):
        yield "BRT CG3.21", f"{by} has no Radio Contact with {module}"
    if now.mission == "noba" or now.placed:
        yield "BRT CG3.11", f"{module} is used for NOBA in this Player Turn, as was announced"
    if not by and contact:
        yield (
            "BRT CG3.12",
            f"{contact[0]} has Radio Contact with {module}: a Shipboard Observer sees for it only where there is none",
        )
    elif not by and not observers_slip(state, module):
        yield "BRT CG3.12", f"{module} has no Shipboard Observer in this scenario, and no SFCP is named"
    if now.fired and not now.first_target and not now.again:
        yield "BRT CG3.21", f"{module} has fired in this Player Turn, like any Gun, and kept no ROF"
    if now.first_target:
        if not now.again:
            yield "BRT CG3.21", f"{module} has fired, and kept no ROF"
        elif hex != now.first_target and state.distance(hex, now.first_target) > 1:
            yield "BRT CG3.22", f"{hex} is neither {now.first_target}, its first target of the phase, nor next to it"


def in_contact(state: Reef, module: str) -> tuple[str, ...]:
    """The SFCPs in Radio Contact with a module."""
    return tuple(name for name, party in state.parties.items() if party.contact and party.module == module)


def _shots(state: Reef) -> Iterator[Mapping[str, Any]]:
    for module, now in state.modules.items():
        by = next(iter(in_contact(state, module)), "")
        if now.first_target and fine(why_not_direct(state, module, now.first_target, by)):
            yield {"module": module, "hex": now.first_target, "target": "area"}


@verbs(
    "BRT CG3.21", side="us", phases=FIRE_PHASES, offers=_shots, further=leads.all_of(leads.modules, leads.hexes("hex"))
)
def shoot(
    table: Table[Reef],
    *,
    module: ModuleName = "",
    hex: HexName,
    target: Target,
    drm: int = 0,
    by: PartyName = "",
    wp: bool = False,
    intensive: bool = False,
    observer: bool = False,
) -> None:
    """BRT CG3.21 to CG3.23: a naval battery fires like a Gun: `shoot N1 K12 infantry drm=2 by=1-S1`, then the DR, the
    coloured die first.

    `drm` are the target-based DRM (C6); neither range nor the firer count. Without `by` the first SFCP in Radio Contact
    with it sees for it; where none is, the Shipboard Observer, whose slip is opened (CG3.12); observer=yes says that it
    is he.
    """
    module = module_meant(table, module)
    by = "" if observer else by or next(iter(in_contact(table.state, module)), "")
    heed(table, why_not_direct(table.state, module, hex, by))
    table.require(not intensive, "BRT CG3.21", "Intensive Fire is not for a naval battery")
    now = table.state.modules[module]
    if now.counters:
        table.record(f.CountersPlaced(rule="BRT CG3.23", module=module))
    if not by and (slip := observers_slip(table.state, module)) and table.state.slips[slip].says:
        unseal(table, slip, rule="BRT CG3.12")
    if wp:
        wp = smoke_rounds(table, module)
    terms = terms_of(f.term("target", drm, "BRT CG3.23"))
    number = NUMBERS[target]
    words = f"Direct Fire of {module} at {hex}, TH# {number}"
    dice = roll(table, "shot", "BRT CG3.23", words, count=2, terms=terms, by="us", of=(module,), at=hex)
    hit = total(dice, terms) <= number
    again = bool(by) and dice[0] <= ROF  # reading R-10: none without a SFCP
    smoke = (
        hit
        and (target != "vehicular" or table.state.reading("R-87") == "hit")
        and table.state.known_terrain(hex) not in IN_WATER
    )
    fire = Fire(
        kind="direct-fire",
        side="us",
        by=(module,),
        at=hex,
        chance=dice,
        modifiers=terms,
        hits=int(hit),
        outcome=int(hit),
    )
    table.record(
        f.DirectFired(
            rule="BRT CG3.23",
            module=module,
            by=by,
            hex=hex,
            target=target,
            dice=dice,
            terms=terms,
            number=number,
            hit=hit,
            again=again,
            ammunition="WP" if wp else "HE",
            smoke=smoke,
            fire=fire,
        )
    )


def smoke_rounds(table: Table[Reef], module: str) -> bool:
    """BRT CG3.23: WP takes another draw; a red chit leaves HE alone for the mission."""
    now = table.state.modules[module]
    if now.wp == "" and not any(pile(table.state, module)):
        table.require(False, "BRT CG3.23", f"no chit is left in the draw pile of {module}: it fires HE")
        return False
    if now.wp == "":
        draw_chit(table, module, wp=True)
    table.require(
        table.state.modules[module].wp == "yes" or now.wp == "",
        "BRT CG3.23",
        f"{module} fires HE alone in this mission",
    )
    return table.state.modules[module].wp == "yes"


# ---- NOBA missions ----


def why_not_mission(
    state: Reef, module: str, ammunition: str, counters: tuple[str, ...], hex: str, line: str
) -> Objections:
    """BRT CG3.2, CG3.3, CG3.13, CG6: what stands against AR, SR or FFE of a module."""
    now = state.modules[module]
    if state.air_support:
        yield "BRT CG6", "NOBA is not used while Air Support is on board"
    if counters and not now.access:
        yield "BRT CG3.11", f"{module} has no Battery Access: counters that an earlier mission left do not give it"
    if counters and not now.goes_on(counters, hex) and not in_contact(state, module):
        yield (
            "BRT CG3.12",
            f"no SFCP is in Radio Contact with {module}: a Shipboard Observer serves Direct Fire and Blast Areas alone",
        )
    if now.mission == "direct" or now.fired:
        yield "BRT CG3.11", f"{module} is used for Direct Fire in this Player Turn, as was announced"
    if ammunition == "WP" and now.calibre == 200:
        yield "BRT CG3.2", f"{module} is of 200+mm: it has HE and IR"
    if line:
        yield from why_not_line(state, now.calibre, line)


@verbs(
    "BRT CG3.1",
    side="us",
    phases=FIRING,
    offers=lambda state: [],
    further=leads.all_of(leads.modules, leads.hexes("hex", "line")),
)
def mission(
    table: Table[Reef],
    *,
    module: ModuleName = "",
    counters: tuple[Counter, ...],
    hex: HexName,
    ammunition: Literal["HE", "WP", "IR"] = "HE",
    line: HexName = "",
) -> None:
    """BRT CG3.1, CG3.13: AR, SR or FFE of a NOBA mission, as they stand: `mission N1 SR K12`, `mission N1 FFE:1 K12
    line=Z12`, the hex of its LOF."""
    module = module_meant(table, module)
    heed(table, why_not_mission(table.state, module, ammunition, counters, hex, line))
    if ammunition != "HE":
        table.record(f.AmmunitionAsked(rule="BRT CG3.2", module=module, ammunition=ammunition))
    table.record(f.CountersPlaced(rule="BRT CG3.1", module=module, counters=counters, at=hex))


@verbs(
    "BRT CG3.23",
    side="us",
    phases=FIRING,
    offers=lambda state: [],
    further=leads.all_of(leads.modules, leads.hexes("hex")),
)
def acquire(table: Table[Reef], module: ModuleName, hex: HexName) -> None:
    """BRT CG3.23: a battery has acquired a hex, until its Battery Access is lost: `acquire N1 K12`."""
    table.require(
        table.state.modules[module].access, "BRT CG3.23", f"{module} has no Battery Access, and acquires nothing"
    )
    table.record(f.AcquisitionGained(rule="BRT CG3.23", module=module, hex=hex))


def why_not_line(state: Reef, calibre: int, hex: str) -> Objections:
    """BRT CG3.13: a LOF comes from an Ocean map-edge hex, of 200+mm from the south or west, at most 12 hexes from a
    hinterland hex.

    Of land that nobody has read out the text knows the corners, and that the entry hexes lie off their beaches (15.2).
    """
    if state.terrain(hex) != "ocean":
        yield "BRT CG3.13", f"{hex} is no Ocean hex"
    row, off_a_beach = state.rows(HexCard).get(hex), any(hex in water(area) for area in WATER)
    printed = row is not None and (
        bool(row.edges) or not off_a_beach
    )  # an entry hex is on an edge (15.2), also where it was not read out on which
    if row and printed and not set(LINES[calibre]) & set(row.edges):
        yield (
            "BRT CG3.13",
            f"a LOF of {calibre}+mm comes from the {' or '.join(LINES[calibre])} edge, where {hex} does not lie",
        )
    if off_a_beach and HexCard.CHART not in state.complete:
        return
    land = [other for other, card in state.rows(HexCard).items() if card.terrain == "hinterland"]
    if land and (far := min(state.distance(hex, other) for other in (*land, *LAND))) > LOF_RANGE:
        yield "BRT CG3.13", f"{hex} is {far} hexes from the next hinterland hex: a LOF comes from at most {LOF_RANGE}"


# ---- CG3.11 SFCPs come back ----


@verbs("BRT CG3.11", side="us", phases=PHASES, name="sfcp-lost", offers=lambda state: [])
def party_lost(table: Table[Reef], party: PartyName, radio: bool = False) -> None:
    """BRT CG3.11: a SFCP, or its radio alone, is eliminated; it is Retained, repaired, for the next scenario:
    `sfcp-lost 1-S1`, radio=yes."""
    now = table.state.parties[party]
    there = now.status == "on" or (now.radio and not radio)  # its crew may be lost after its radio
    table.require(there, "BRT CG3.11", f"{party} {whereabouts(now)}")
    if not radio and key(now.formation, "SFCP") in table.state.units:
        lose_pieces(table, {key(now.formation, "SFCP"): 1}, "combat", "BRT CG3.11")
    table.record(f.PartyLost(rule="BRT CG3.11", parties=(party,), radio=radio))


def parties_return(table: Table[Reef]) -> None:
    """BRT CG3.11: they are back, and enter with the first Assault Wave (reading R-40); so do radios of those that lost
    them (reading R-83)."""
    for name, now in table.state.parties.items():
        if now.status == "eliminated":
            table.record(
                f.PartyReturned(
                    rule="BRT CG3.11", party=name, radio=now.radio and table.state.reading("R-83") == "wave"
                )
            )


def new_player_turn(table: Table[Reef]) -> None:
    """BRT CG3.21, CG3.23: Battery Access for Direct Fire lasts a Player Turn; that of a NOBA mission as long as G14.63
    says.

    What was acquired is kept for the next, in which it is lost where no Battery Access is gained (reading R-74).
    """
    modules = table.state.modules
    over = [
        name
        for name, now in modules.items()
        if now.access and (not now.running or table.state.base("access-lasts") == "player-turn")
    ]
    lost = [name for name, now in modules.items() if now.acquired and not now.access]
    if over:
        table.record(f.AccessLost(rule="BRT CG3.21", modules=tuple(over), lapsed=table.state.reading("R-74") == "kept"))
    if lost:
        table.record(f.AccessLost(rule="BRT CG3.23", modules=tuple(lost)))


__all__ = [
    "access",
    "acquire",
    "contact",
    "exchange",
    "gun_is",
    "mission",
    "observer",
    "party_lost",
    "shoot",
    "spot_for",
]
