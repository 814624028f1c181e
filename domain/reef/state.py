"""Where a campaign stands, and what the rules ask about it (BRT 15.2)."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from domain.kernel.errors import BadInput
from domain.kernel.facts import Frozen
from domain.kernel.hexes import Grid
from domain.kernel.limits import Bounds, Count
from domain.kernel.remembering import rests_on
from domain.kernel.state import Named, Reading, SideName
from domain.reef.charts import DATES, PIER_END, POOL, WATER, BaseCard, CampaignCard, HexCard, KindCard
from domain.reef.organization import ALIASES, HALF, KINDS, Kind, Role
from domain.reef.readings import READINGS
from domain.wargame import hex_grid
from domain.wargame.hex_grid import HexState
from domain.wargame.pieces import Piece, Place

HexName = Annotated[str, Named("hex")]
FormationName = Annotated[str, Named("formation")]
BltName = Annotated[str, Named("blt")]
WaveName = Annotated[str, Named("wave")]
ModuleName = Annotated[str, Named("module")]
PartyName = Annotated[str, Named("party")]
GunName = Annotated[str, Named("gun")]
GroupName = Annotated[str, Named("group")]
UnitName = Annotated[str, Named("unit")]

SIDES = {"us": "Marine", "jp": "Japanese"}
OTHER = {"us": "jp", "jp": "us", "": ""}
INITIAL = 1
"""The Initial Scenario is a campaign's first (15.2)."""
NVR = 3
"""BRT CG10: the initial Night Visibility Range."""
LEAST_SAN = 2
"""BRT CG8."""
STRATEGIC_TEM = 2
"""BRT 15.2."""
ARMOR = "-armor"
"""Ends the name of a group whose Armor Leaders are meant (CG19)."""
FULL_PILE = (5, 2)
"""BRT CG3.4: black and red chits of a full draw pile."""
GRIDS: Mapping[str, Grid] = {shifted: Grid(shifted, row_first=False, columns=True) for shifted in ("odd", "even")}


PRINTED = re.compile(r"([A-Z])\1?[1-9]\d?")
"""A hex as these maps print it."""


def spot(hex: str) -> str:
    """A hex of these maps, `Z21`, as a grid names it: its number is the column, its letter the place along it."""
    letters, number = hex.rstrip("0123456789"), hex[len(hex.rstrip("0123456789")) :]
    place = ord(letters[-1]) - ord("A") + 1 + (26 if len(letters) > 1 else 0)
    return f"{int(number):02}{place:02}"


def hex_at(name: str) -> str:
    """A grid's name as these maps print it; "" where no hex is."""
    if not name:
        return ""
    column, place = int(name[:2]), int(name[2:])
    letter = chr(ord("A") + (place - 1) % 26)
    return "" if not 0 < place < 53 else f"{letter * (2 if place > 26 else 1)}{column}"


def _known_as(hex: str) -> str:
    """A hex as a grid names it. Raises BadInput for what is none, as anybody may type it."""
    if not PRINTED.fullmatch(hex):
        raise BadInput(f"{hex!r} is no hex: a letter, or the same one twice, and a number, as in Z21 or AA21")
    return spot(hex)


boards = hex_grid.boards(GRIDS, lines="columns", leftward=False, known_as=_known_as, printed_as=hex_at)


class Unit(Piece):
    """The pieces of a kind in a Formation, at a beach, or in the Reserve Pool: `steps` is how many of them there are.

    `start` is how many have ever been there, `off` how many of those that are left have still to enter, `reduced` how
    many squads have become half-squads, `captured` how many of the lost were taken.
    """

    AT: ClassVar[str] = "group"

    side: str = ""
    group: GroupName = ""
    kind: str = ""
    steps: Count = 0
    start: Count = 0
    off: Count = 0
    left: Count = 0
    """How many have gone to another group, from the pool or on the map."""
    reduced: Count = 0
    captured: Count = 0
    unentered: Count = 0
    """How many of the lost never entered (CG2.3)."""
    arisen: Count = 0
    """How many of all came up in play: they are of no Formation Table, and take no LD DR."""


class Formation(Frozen):
    """A Formation: its BLT, what it is, and where in its BLT's landing it stands."""

    blt: BltName = ""
    """The BLT it belongs to now (CG2.2)."""
    entered_of: BltName = ""
    """The BLT of which it entered, where it has gone to another one since (reading R-84)."""
    role: Role = "Rifle"
    number: Count = 0
    leaders: tuple[str, ...] = ()
    """Its leaders as they were determined (CG19)."""
    armor_leaders: tuple[str, ...] = ()
    rolled: Count = 0
    """How many LD DRs have been made."""
    armor_rolled: Count = 0


class Blt(Frozen):
    """A Battalion Landing Team: when it is available (CG2.4), and where it enters (CG2.1)."""

    roles: tuple[Literal["at-start", "follow-on", "regimental", "divisional"], ...] = ("at-start",)
    area: Literal["", "Green", "Red1", "Red2", "Red3"] = ""
    date: str = ""
    """The CG Date for which its Entry Area was assigned."""
    committed: Count = 0
    """The scenario for which a Reinforcement BLT was committed."""

    @property
    def at_start(self) -> bool:
        return "at-start" in self.roles


class Wave(Frozen):
    """An Assault Wave as the Landing Schedule Record has it (CG2.3)."""

    blt: BltName = ""
    formations: tuple[FormationName, ...] = ()
    attached: Mapping[str, tuple[str, ...]] = {}
    """Pieces that were added, by their own Formation."""
    scenario: Count = 0
    turn: Count = 0
    due: Mapping[UnitName, Count] = {}
    """What of it has still to enter; known once it is opened."""
    open: bool = False
    """It has begun to enter, and all know what it is."""


class Module(Frozen):
    """A NOBA module, and its naval battery (CG3)."""

    calibre: Literal[120, 200] = 120
    black: int = FULL_PILE[0]
    """Chits in its draw pile; below none there are none (reading R-21)."""
    red: int = FULL_PILE[1]
    fired: bool = False
    """It has fired in this Player Turn (CG3.21)."""
    attempted: bool = False
    """Battery Access has been attempted in this Player Turn (CG3.11)."""
    access: bool = False
    mission: Literal["", "direct", "noba"] = ""
    """What was announced in this Player Turn (CG3.11)."""
    running: bool = False
    """A NOBA mission runs, also over Player Turns."""
    carried: bool = False
    """Its Battery Access is of an earlier Player Turn: it serves the NOBA mission that runs, and no Direct Fire
    (CG3.21)."""
    placed: bool = False
    """It has placed AR, SR or FFE anew in this Player Turn (CG3.21: Direct Fire is used instead of that)."""
    wp: Literal["", "yes", "no"] = ""
    """What the draw for WP allowed in this mission (CG3.23)."""
    counters: tuple[Literal["AR", "SR", "FFE:1", "FFE:2", "FFE:C"], ...] = ()
    at: HexName = ""
    acquired: HexName = ""
    first_target: HexName = ""
    """The hex it has fired at first in this phase (CG3.22)."""
    again: bool = False
    """It has kept its ROF."""

    @property
    def gained(self) -> bool:
        """Battery Access has been gained in this Player Turn, and not lost since (CG3.21)."""
        return self.access and not self.carried

    def goes_on(self, counters: tuple[str, ...], at: str) -> bool:
        """Whether these are what is there already, or the FFE as it goes on where it lies: for that base ASL asks no
        new contact (reading R-81)."""
        after = {"FFE:1": ("FFE:1", "FFE:2"), "FFE:2": ("FFE:2", "FFE:C"), "FFE:C": ("FFE:C",)}
        return (
            at == self.at
            and bool(self.counters)
            and all(any(one in after.get(old, (old,)) for old in self.counters) for one in counters)
        )


class Party(Frozen):
    """A Shore Fire Control Party (CG3.11)."""

    formation: FormationName = ""
    module: ModuleName = ""
    attempted: bool = False
    """It has attempted Radio Contact in this Player Turn."""
    contact: bool = False
    status: Literal["off", "on", "eliminated"] = "off"
    first_wave: bool = False
    """It comes back with the first Assault Wave of a scenario."""
    radio: bool = False
    """Its radio alone was lost."""


class Gun(Frozen):
    """A Gun of the Japanese: for Counterbattery Fire (CG3.4), and where it may be set up (CG13)."""

    type: str = ""
    mm: Count = 0
    hex: HexName = ""
    ended: HexName = ""
    """Where it ended the last scenario (CG13)."""
    known: bool = False
    """The Marines know of it."""
    aa: bool = False
    pillbox: bool = False
    hidden: bool = False
    """It was set up HIP, and nobody has found it."""
    hooked: bool = False
    """Hooked up to a Mobile vehicle."""
    manned: bool = True
    works: bool = True
    status: Literal["there", "captured", "eliminated"] = "there"
    module: ModuleName = ""
    """The module whose pile it has changed."""
    black: int = 0
    red: int = 0


class Ground(Place):
    """A hex of which the campaign knows something."""

    control: SideName = ""
    strategic: bool = False
    """A Marine hero or MMC was in it as a scenario ended (15.2)."""
    breached: tuple[HexName, ...] = ()
    """The hexes beyond breached seawalls (CG4a)."""
    checked: Count = 0
    """NMCs of its seawall (CG4a)."""
    smoke: Literal["", "smoke", "dispersed"] = ""


class SetupArea(Frozen):
    """A Setup Area, and what is Retained in it (15.2, 15.6071, 15.6081)."""

    side: SideName = ""
    hexes: tuple[HexName, ...] = ()
    isolated: bool = False
    """What is there is Isolated (15.6072)."""
    pieces: Mapping[UnitName, Count] = {}


class Slip(Frozen):
    """A decision that was written down in secret, and sealed."""

    kind: Literal["exchange", "night-banzai", "observer", "cloaking", "hidden", "purchases"] = "hidden"
    side: SideName = ""
    of: str = ""
    """What all know it to be about."""
    says: tuple[str, ...] = ()
    open: bool = False
    entered: Mapping[UnitName, Count] = {}
    """What of a Cloaking box has entered unseen (CG5)."""


class Account(Frozen):
    """What a beach has spent of its purchase points (15.6141 to 15.6143)."""

    gpp: Count = 0
    capp: Count = 0
    fpp: Count = 0
    stacking: Count = 0
    """Squad-equivalents of stacking capacity that have been added to pillboxes (the CAPP Exponent, 15.2)."""


class Chain(Frozen):
    """A chain of the Night Banzai Charge (CG10)."""

    hexes: tuple[HexName, ...] = ()
    mmc: Count = 0
    leaders: Count = 0
    charged: str = ""
    """The phase in which it has charged last: `1 movement`."""
    gone: Count = 0
    """How many of its MMC need not charge any more."""
    out: Literal["", "broken", "met", "eliminated"] = ""
    """Why none of it need."""


class Charge(Frozen):
    """A Night Banzai Charge (CG10)."""

    pool: Count = 0
    """MMC of the Reserve Pool in it."""
    map: Count = 0
    leaders: Count = 0
    began: str = ""
    """The phase of the initial Banzai Charge: `1 movement`."""
    chains: Mapping[str, Chain] = {}

    @property
    def mmc(self) -> int:
        return self.pool + self.map

    @property
    def waiting(self) -> int:
        """MMC that are in no chain yet."""
        return max(0, self.mmc - sum(chain.mmc for chain in self.chains.values()))


class Reef(HexState):
    """The whole campaign. `units` are counts, by group and kind (reading R-24): `1-F2:6-6-8`, `Red2:4-4-7`,
    `pool:LMG`."""

    PLACES: ClassVar[str] = "ground"
    GRIDS: ClassVar[Mapping[str, Grid]] = GRIDS
    LINES: ClassVar[str] = "columns"
    READINGS: ClassVar[Mapping[str, Reading]] = READINGS
    turn: Count = 0

    # ---- 15.2, 15.3 the calendar ----
    date_number: Annotated[int, Bounds(0, len(DATES))] = 0
    first_date: Count = 0
    """With which date the campaign begins."""
    night_open: bool = False
    """Whether it is still to be seen if the night is played, or only the next morning (CG10)."""
    number: Count = 0
    """Which scenario of the campaign it is; the Initial one is the first."""
    turns: Count = 0
    """How long it is."""
    over: bool = False
    """It has ended before its last turn."""
    cut_short: bool = False
    """It ended in a Player Turn whose Movement Phase had not come."""
    first: SideName = ""
    half: Annotated[int, Bounds(0, 2)] = 0
    """Which Player Turn of the game turn it is."""
    balance: SideName = ""
    """The side whose Balance Provision holds (15.31)."""
    decided: SideName = ""
    """Who has met the Victory Conditions of the Initial Scenario."""
    cvp: Mapping[SideName, Count] = {}

    # ---- orders of battle ----
    units: Mapping[UnitName, Unit] = {}
    formations: Mapping[FormationName, Formation] = {}
    blts: Mapping[BltName, Blt] = {}
    waves: Mapping[WaveName, Wave] = {}
    sealed_waves: tuple[str, ...] = ()
    """Those that all know to be on the Landing Schedule Record."""
    commanders: Mapping[str, str] = {}
    """15.12: who commands what."""
    first_line_leaders: Mapping[str, tuple[str, ...]] = {}
    """Japanese leaders as they were determined, by group."""
    owed_leaders: Mapping[str, Count] = {}
    """Japanese leaders that have still to be determined."""
    inexperienced: bool = False
    """All Japanese AFV have Inexperienced Crews, for the rest of the campaign (CG19, reading R-54)."""

    # ---- naval and air support ----
    modules: Mapping[ModuleName, Module] = {}
    parties: Mapping[PartyName, Party] = {}
    guns: Mapping[GunName, Gun] = {}
    bombardments: tuple[HexName, ...] = ()
    """ARs of Naval Bombardments that have been placed (CG4)."""
    bombarded: Count = 0
    """How many of them have been resolved."""
    blasts: tuple[HexName, ...] = ()
    """The centres of their Blast Areas."""
    fighters: bool = False
    """Air Support is on board (CG6)."""
    leaving: bool = False
    """It leaves as the phase at hand ends: until then it is on board."""
    air_turn: Count = 0

    # ---- reserves ----
    replenished: tuple[Count, ...] = ()
    """The turns of this scenario on which a Replenishment DR has been made (CG7.1)."""
    reinforced: Count = 0
    """The turn for which a Reinforcement dr has been made (CG7.2)."""
    available: Count = 0
    """How many counters may still enter in this Player Turn."""
    pool_set_up: Count = 0
    pool_mmc: Count = 0
    """MMC in the Reserve Pool as the set-up began, and retained on the map (CG10)."""
    map_mmc: Count = 0
    pool_koreans: Count = 0
    """Koreans in the pool then: they are of its 30 % (CG7.1), and charge not (reading R-26)."""
    pooled: Mapping[str, Count] = {}
    """What has gone from the map into the pool since, by kind."""
    charge: Charge | None = None

    # ---- ground and secrets ----
    ground: Mapping[HexName, Ground] = {}
    perimeter: tuple[HexName, ...] = ()
    """The Marine Front Line Locations (15.607), until others are drawn (reading R-69)."""
    areas: Mapping[str, SetupArea] = {}
    slips: Mapping[str, Slip] = {}
    accounts: Mapping[str, Account] = {}
    set_up: tuple[str, ...] = ()
    """The sides that have set up for this scenario."""
    san: Mapping[SideName, Count] = {}
    snipers: Mapping[str, HexName] = {}
    """Where Sniper counters are: `us-1`, `us-2`, `jp-1`, `jp-2`."""
    self_rallies: Mapping[SideName, Count] = {}
    """Self Rallies in this phase (CG14)."""
    rallied: tuple[SideName, ...] = ()
    """The sides that have attempted another MMC rally in it."""

    # ---- what is printed, and how the text is read ----

    @property
    def cg(self) -> str:
        return self.scenario

    @property
    def campaign(self) -> CampaignCard:
        return self.read(CampaignCard, self.cg)

    @property
    def campaign_known(self) -> CampaignCard | None:
        """The same, as far as it has been read out."""
        return self.rows(CampaignCard).get(self.cg)

    def base(self, question: str) -> str:
        """What base ASL answers to a question this text rests on."""
        return self.read(BaseCard, question).answer

    # ---- the calendar ----

    @property
    def date(self) -> str:
        return DATES[self.date_number - 1] if self.date_number else ""

    @property
    def initial(self) -> bool:
        """Whether it is the Initial Scenario, or its preparation."""
        return self.number <= INITIAL

    @property
    def night(self) -> bool:
        """Whether a Night scenario is played, or prepared: not while it is open whether there is one."""
        return self.date.endswith("NT") and not self.night_open

    @property
    def air_support(self) -> bool:
        """BRT CG6: whether any FB is on board."""
        return self.fighters or self.leaving

    @property
    def last(self) -> bool:
        """BRT 15.2: no date comes after it."""
        return self.date_number == len(DATES)

    @property
    def mover(self) -> str:
        """Whose Player Turn it is."""
        return self.first if self.half == 1 else OTHER[self.first] if self.half else ""

    # ---- hexes ----

    def distance(self, a: str, b: str) -> int:
        return 0 if a == b else self.grid.distance(spot(a), spot(b))

    def near(self, hex: str, most: int) -> tuple[str, ...]:
        """The hexes at most so far away, itself among them."""
        return tuple(filter(None, map(hex_at, self.grid.within(spot(hex), most))))

    def terrain(self, hex: str) -> str:
        """What a hex is; read out where the text does not say it."""
        return self.known_terrain(hex) or self.read(HexCard, hex).terrain

    def known_terrain(self, hex: str) -> str:
        """The same, "" where nobody knows it: the entry hexes of the red beaches are Ocean by the text, and Z33 is on
        the pier (15.2, CG2.3)."""
        row = self.rows(HexCard).get(hex)
        if row is None and hex == PIER_END:
            return "pier"
        if row is None and any(hex in water(area) for area in WATER):
            return "ocean"
        return row.terrain if row else ""

    def strategic(self, hex: str) -> bool | None:
        """BRT 15.2: whether a hex is a Strategic Location: a TEM of 2, beach, pier, a Hinterland map edge, or occupied;
        None: nobody knows."""
        if hex in self.ground and self.ground[hex].strategic:
            return True
        row = self.rows(HexCard).get(hex)
        if row is None:
            return None
        return (
            row.tem >= STRATEGIC_TEM
            or row.terrain in ("beach", "pier")
            or (row.terrain == "hinterland" and bool(row.edges))
        )

    def strategic_of(self, side: str) -> tuple[str, ...]:
        """BRT 15.2: the Strategic Locations of a side: the Marines' by what was recorded (reading R-51), of those that
        were read out all others."""
        marine = self.controlled("us")
        if side == "us":
            return tuple(hex for hex in marine if self.strategic(hex) is not False)
        return tuple(hex for hex in self.rows(HexCard) if self.strategic(hex) and hex not in marine)

    def front_line(self, hex: str) -> bool:
        """BRT 15.2: whether a hex is a FLL: of the Perimeter, or next to it and neither Ocean nor within it."""
        if hex in self.perimeter:
            return True
        return (
            bool(self.perimeter)
            and self.from_front(hex) == 1
            and self.known_terrain(hex) != "ocean"
            and not self.within_perimeter(hex)
        )

    def within_perimeter(self, hex: str) -> bool:
        """BRT 15.2: whether a loop of Marine FLL goes round a hex: from there nobody gets out but over one of them."""
        far = 1 + len(self.perimeter) // 2
        found, edge = {hex}, [hex]
        while edge:
            here = edge.pop()
            if self.distance(here, hex) > far:
                return False
            more = [other for other in self.near(here, 1) if other not in found and other not in self.perimeter]
            found.update(more)
            edge += more
        return True

    def from_front(self, hex: str) -> int:
        """How far a hex is from the next Marine FLL; far where there is none."""
        return min((self.distance(hex, other) for other in self.perimeter), default=99)

    def radius(self, number: int) -> int:
        """BRT CG4: the radius of a Naval Bombardment, by its place among them from 0 on."""
        card = self.campaign
        return card.radii[number] if number < len(card.radii) else card.radius

    # ---- pieces ----

    def kind(self, name: str) -> Kind:
        """What a kind of piece is; of a half-squad that has no name of its own, what its squad is, at half its worth
        (reading R-37)."""
        if name in KINDS:
            return KINDS[name]
        if name.startswith(HALF) and name.removeprefix(HALF) in KINDS:
            return KINDS[name.removeprefix(HALF)]._replace(halves=1)
        card = self.read(KindCard, name)
        return Kind(card.category, card.halves)

    @rests_on("units")
    def by_group(self) -> Mapping[str, Mapping[str, Unit]]:
        """The pieces of each group, by kind."""
        found: dict[str, dict[str, Unit]] = {}
        for unit in self.units.values():
            found.setdefault(unit.group, {})[unit.kind] = unit
        return found

    def of(self, group: str) -> Mapping[str, Unit]:
        return self.by_group().get(group, {})

    def has(self, group: str, kind: str) -> int:
        """How many of a kind are left in a group."""
        unit = self.units.get(key(group, kind))
        return unit.steps if unit else 0

    def counters(self, pieces: Mapping[str, int]) -> int:
        """BRT CG7.1: each MMC, SMC, SW and vehicle is a counter, a Gun too (reading R-57), an Armor Leader is none."""
        return sum(number for kind, number in pieces.items() if kind != "armor-leader")

    def category(self, pieces: Mapping[str, int], category: str) -> int:
        """How many of the pieces are MMC, SMC, SW, Guns or vehicles."""
        return sum(number for kind, number in pieces.items() if self.kind(kind).category == category)

    @property
    def pool(self) -> Mapping[str, int]:
        """What is in the Reserve Pool, by kind."""
        return {kind: unit.steps for kind, unit in self.of(POOL).items() if unit.steps}


def chargers(state: Reef, units: Iterable[Unit]) -> int:
    """BRT CG10: the MMC among these that may charge: Koreans do not (reading R-26)."""
    return sum(
        unit.steps for unit in units if state.kind(unit.kind).category == "MMC" and not state.kind(unit.kind).korean
    )


def key(group: str, kind: str) -> str:
    """The name of the pieces of a kind in a group."""
    return f"{group}:{kind}"


def water(area: str) -> tuple[str, ...]:
    """The entry hexes of a red beach (15.2)."""
    letter, first, last = WATER[area]
    return tuple(f"{letter}{n}" for n in range(first, last + 1))


def share(number: int, percent: int) -> int:
    """So many per cent, fractions rounded up (FRU)."""
    return -(-number * percent // 100)


def plain(kind: str) -> str:
    """A kind of piece as the text writes it."""
    return ALIASES.get(kind, kind)


def several(pieces: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Numbers added up by their names."""
    found: dict[str, int] = {}
    for name, number in pieces:
        found[name] = found.get(name, 0) + number
    return found
