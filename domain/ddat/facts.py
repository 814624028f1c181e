"""What happens in a game of D-Day at Tarawa."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.facts import Fact


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nobody"


WAYS = {"move": "to", "wade": "wading to", "enter": "into", "withdraw": "withdrawing to", "return": "back to", "ride": "taken to"}
"""How units come to a hex, in words."""


# ---- 3, 20, 21 setting up ----


class JapaneseSetUp(Fact, topic="ddat.japanese-set-up"):
    """The Japanese pieces lie face down: on these positions, with depth on some, and in the boxes."""

    positions: tuple[str, ...]
    depth: Mapping[str, str] = {}
    reserve: int = 0
    coastal_pool: int = 0
    inland_pool: int = 0
    out_of_play: int = 0

    def sentence(self) -> str:
        return f"{len(self.positions)} Japanese units are set up face down, {self.reserve} in reserve"


class TankPlaced(Fact, topic="ddat.tank-placed"):
    """A Japanese tank unit stands face up and disrupted, with its depth marker."""

    position: str
    unit: str
    colour: str

    def sentence(self) -> str:
        return f"the tank unit {self.unit} stands in {self.position}, disrupted"


class PositionHeldBack(Fact, topic="ddat.positions-empty"):
    """Inland positions that stay empty, since a tank unit stands there or no unit is left."""

    positions: tuple[str, ...]

    def sentence(self) -> str:
        return f"no unit in {_names(self.positions)}" if self.positions else ""


class UnitsDeployed(Fact, topic="ddat.units-deployed"):
    """US units as the scenario begins: where each waits or stands."""

    due: Mapping[str, int] = {}
    aside: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    steps: Mapping[str, int] = {}
    hexes: Mapping[str, str] = {}
    posts: Mapping[str, int] = {}
    lvts: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()
    heroes_left: int = 8

    def sentence(self) -> str:
        return f"{len(self.steps)} US units are ready" if self.steps else ""


class ScenarioSet(Fact, topic="ddat.scenario-set"):
    """What the scenario begins with beside the pieces."""

    scenario: str
    turn: int = 1
    shibasaki: str = "command"
    letters: tuple[str, ...] = ()
    chits: tuple[str, ...] = ()


class UnitsPlaced(Fact, topic="ddat.units-placed"):
    """US units in beach approach hexes, or where the scenario sets them up, facing where the arrow points."""

    hex: str
    units: tuple[str, ...]
    facing: str = ""
    steps: Mapping[str, int] = {}

    def sentence(self) -> str:
        return f"{_names(self.units)} in {self.hex}"


class RyanPlaced(Fact, topic="ddat.ryan-placed"):
    """Major Ryan is with a unit (10.17)."""

    unit: str
    first: bool = False

    def sentence(self) -> str:
        return f"Major Ryan is with {self.unit}" if self.unit else "Major Ryan leaves play"


class RaidResolved(Fact, topic="ddat.raid-resolved"):
    """Hawkins' raid: the stars on three fire cards (21.1)."""

    stars: int

    def sentence(self) -> str:
        return f"Hawkins' raid: {self.stars} star{'' if self.stars == 1 else 's'}"


class OptionTaken(Fact, topic="ddat.option-taken"):
    """An optional rule is in use (21)."""

    option: str
    value: str = ""
    due: Mapping[str, int] = {}

    def sentence(self) -> str:
        return f"optional rule: {self.option}" + (f", {self.value}" if self.value else "")


class SetupEnded(Fact, topic="ddat.setup-ended"):
    """Both sides stand as the scenario wants it."""


# ---- 4 the clock ----


class TurnBegan(Fact, topic="ddat.turn-began"):
    """The next turn; the cards of the last one are discards now."""

    turn: int

    def sentence(self) -> str:
        return f"turn {self.turn}"


class DeckShuffled(Fact, topic="ddat.deck-shuffled"):
    """The discards are part of the deck again."""

    cards: int

    def sentence(self) -> str:
        return f"{self.cards} discards are shuffled into the deck"


class ChitTurned(Fact, topic="ddat.chit-turned"):
    """Lettered actions are available from here on (12.0)."""

    letter: str

    def sentence(self) -> str:
        return f"the {self.letter} actions are available to the Japanese"


class NothingDone(Fact, topic="ddat.nothing-done"):
    """Something was due and did not come about, and why."""

    what: str
    why: str

    def sentence(self) -> str:
        return f"{self.what}: {self.why}"


# ---- 5 landing ----


class LoadMade(Fact, topic="ddat.load-made"):
    """Units on LVTs, which have these steps (5.11)."""

    units: tuple[str, ...]
    lvts: tuple[int, ...]
    hex: str
    facing: str

    def sentence(self) -> str:
        return f"{_names(self.units)} on {'an LVT' if len(self.lvts) == 1 else 'two LVTs'} of {'+'.join(map(str, self.lvts))} steps"


class LoadingEnded(Fact, topic="ddat.loading-ended"):
    """The tank units that run to the beach by themselves are ready too (5.4)."""

    tanks: Mapping[str, str] = {}


class Drifted(Fact, topic="ddat.drifted"):
    """Where a load runs from after its drift card (5.12)."""

    load: str
    result: str
    hex: str
    facing: str
    ignored: bool = False

    def sentence(self) -> str:
        return f"{self.load}: drift {self.result}" + (" ignored" if self.ignored else f", from {self.hex} {self.facing}")


class Landed(Fact, topic="ddat.landed"):
    """What is left of a load stands here (5.12)."""

    load: str
    units: tuple[str, ...]
    hex: str
    location: str
    lvts: tuple[int, ...] = ()
    lvt_steps_lost: int = 0

    def sentence(self) -> str:
        lost = f"; LVT steps lost: {self.lvt_steps_lost}" if self.lvt_steps_lost else ""
        return (f"{_names(self.units)} land in {self.hex} ({self.location})" if self.units else f"nobody of {self.load} lands") + lost


class LvtsRecovered(Fact, topic="ddat.lvts-recovered"):
    """Surviving LVTs are available again (5.14)."""

    lvts: tuple[int, ...]

    def sentence(self) -> str:
        return f"{len(self.lvts)} LVTs are available" if self.lvts else ""


class LvtHit(Fact, topic="ddat.lvt-hit"):
    """A step of an available LVT is lost (EV)."""

    steps: int

    def sentence(self) -> str:
        return f"an LVT of {self.steps} steps loses one"


class UnitsMoved(Fact, topic="ddat.units-moved"):
    """US units go hex by hex; `how` says by what."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    how: str

    def sentence(self) -> str:
        return f"{_names(self.units)} {WAYS.get(self.how, self.how)} {self.path[-1]}" if self.path else ""


class UnitsDelayed(Fact, topic="ddat.units-delayed"):
    """US units wait on the turn track (EV)."""

    units: tuple[str, ...]
    due: int

    def sentence(self) -> str:
        return f"{_names(self.units)} wait for turn {self.due}"


# ---- losses and markers ----


class StepLost(Fact, topic="ddat.step-lost"):
    """A US unit loses a step (2.21, 6.32). `hit` says it counts for the limit of one in a Fire Phase (6.34)."""

    unit: str
    left: int
    hit: bool = False
    boxed: bool = False
    """Its full-strength counter goes to the Infantry Loss box (14.1)."""
    by: str = ""
    card: str = ""

    def sentence(self) -> str:
        return f"{self.unit} loses a step, {self.left} left" if self.left else f"{self.unit} loses its last step"


class StepGained(Fact, topic="ddat.step-gained"):
    """A US unit gets a step back (EV)."""

    unit: str
    now: int

    def sentence(self) -> str:
        return f"{self.unit} has {self.now} steps again"


class UnitRemoved(Fact, topic="ddat.unit-removed"):
    """A US unit leaves play."""

    unit: str
    why: str

    def sentence(self) -> str:
        return f"{self.unit} leaves play: {self.why}"


class UnitDisrupted(Fact, topic="ddat.unit-disrupted"):
    """A US unit is disrupted; `shaken` during an Action Phase, where it cannot recover at once (7.6)."""

    unit: str
    shaken: bool = False

    def sentence(self) -> str:
        return f"{self.unit} is disrupted"


class UnitsRecovered(Fact, topic="ddat.units-recovered"):
    """US units lose their disrupted markers."""

    units: tuple[str, ...]

    def sentence(self) -> str:
        return f"{_names(self.units)} recover"


class HeroPlaced(Fact, topic="ddat.hero-placed"):
    """A hero rises in a unit (10.11)."""

    unit: str
    inspired: bool = False

    def sentence(self) -> str:
        return f"a hero in {self.unit}"


class LeaderHit(Fact, topic="ddat.leader-hit"):
    """A leader is hit, or a hero gives his life: `who` is the unit he is with, `what` the leader, `now` what is left."""

    who: str
    what: str
    now: str

    def sentence(self) -> str:
        return f"{self.what} with {self.who}: {self.now}" if self.what == "hero" else f"{self.what}: {self.now}"


# ---- Japanese forces ----


class ForcePlaced(Fact, topic="ddat.force-placed"):
    """A reserve unit takes a position, face down unless it is read at once."""

    position: str
    depth: str = ""

    def sentence(self) -> str:
        return f"a reserve unit {'with depth ' if self.depth else ''}in {self.position}"


class ForceMoved(Fact, topic="ddat.force-moved"):
    """A Japanese force goes from a position to a position or another hex; `swap` says the force there takes its place."""

    position: str
    to: str
    swap: bool = False

    def sentence(self) -> str:
        return f"the force of {self.position} goes to {self.to}" + (", in exchange for the one there" if self.swap else "")


class ForceReturned(Fact, topic="ddat.force-returned"):
    """A Japanese force that fought in a hex that is no position goes to a position, or is placed in one after a combat."""

    position: str
    disrupted: bool

    def sentence(self) -> str:
        return f"the force goes to {self.position}" + (", disrupted" if self.disrupted else "")


class ForceRevealed(Fact, topic="ddat.force-revealed"):
    """A Japanese unit is turned face up (9.1). `where` is a position, or the hex of a force in none."""

    where: str
    unit: str

    def sentence(self) -> str:
        return f"{self.where}: it is {self.unit}"


class DepthRevealed(Fact, topic="ddat.depth-revealed"):
    """A depth marker is turned face up."""

    where: str
    marker: str

    def sentence(self) -> str:
        return f"{self.where}: the depth marker is {self.marker}"


class ForceHidden(Fact, topic="ddat.forces-hidden"):
    """Loss of contact: all revealed Japanese units and depth markers are turned face down, tanks excepted (19)."""

    positions: tuple[str, ...]

    def sentence(self) -> str:
        return f"contact is lost with {_names(self.positions)}" if self.positions else ""


class DepthPlaced(Fact, topic="ddat.depth-placed"):
    """A depth marker is laid under a Japanese unit, from this box (9.21)."""

    where: str
    pool: str
    shown: bool = False

    def sentence(self) -> str:
        return f"{self.where} gains {'an' if self.pool == 'inland' else 'a'} {self.pool} depth marker"


class DepthLost(Fact, topic="ddat.depth-lost"):
    """A depth marker leaves play."""

    where: str
    why: str

    def sentence(self) -> str:
        return f"{self.where} loses its depth marker: {self.why}"


class ForceDisrupted(Fact, topic="ddat.force-disrupted"):
    """A Japanese unit is disrupted (6.4)."""

    where: str

    def sentence(self) -> str:
        return f"the unit in {self.where} is disrupted"


class ForcesRecovered(Fact, topic="ddat.forces-recovered"):
    """Japanese units lose their disrupted markers (6.4)."""

    positions: tuple[str, ...]

    def sentence(self) -> str:
        return f"the units in {_names(self.positions)} recover"


class ForceDefeated(Fact, topic="ddat.force-defeated"):
    """A Japanese unit is beaten: to the eliminated box, to the reserve, or out of play (8.33, 8.61)."""

    where: str
    unit: str
    to: str
    elite: bool
    depth: bool = False

    def sentence(self) -> str:
        goes = {"eliminated": "eliminated", "reserve": "withdraws to the reserve", "out": "out of play"}[self.to]
        return f"{self.unit or 'the unit'} in {self.where}: {goes}"


class GarrisonPlaced(Fact, topic="ddat.garrison-placed"):
    """A garrison marker holds a position (17.2)."""

    position: str

    def sentence(self) -> str:
        return f"a garrison in {self.position}"


class GarrisonRemoved(Fact, topic="ddat.garrison-removed"):
    """A garrison is gone (17.21)."""

    position: str
    why: str

    def sentence(self) -> str:
        return f"the garrison of {self.position} is removed: {self.why}"


class GunsDestroyed(Fact, topic="ddat.guns-destroyed"):
    """Artillery is knocked out for good (6.51)."""

    position: str
    why: str

    def sentence(self) -> str:
        return f"the artillery of {self.position} is destroyed: {self.why}"


class Reorganized(Fact, topic="ddat.reorganized"):
    """Eliminated units return to the reserve at the end of the night (19)."""

    elite: int
    other: int

    def sentence(self) -> str:
        return f"{self.elite} elite and {self.other} other eliminated units go to the reserve"


# ---- events (EV) ----


class EventBegan(Fact, topic="ddat.event-began"):
    """The event of a card for this turn."""

    card: str
    event: str
    words: str

    def sentence(self) -> str:
        return f"event: {self.words}"


class FlagSet(Fact, topic="ddat.flag-set"):
    """Something that holds for a turn or a phase: smoke, wires cut, a counterattack to come."""

    flag: str
    value: str
    positions: tuple[str, ...] = ()
    words: str

    def sentence(self) -> str:
        return self.words


class MarkersTaken(Fact, topic="ddat.markers-taken"):
    """Naval fire or support markers are taken (8.5, 17.0)."""

    kind: str
    count: int
    why: str = ""

    def sentence(self) -> str:
        return f"{self.count} {self.kind} marker{'' if self.count == 1 else 's'} taken" + (f": {self.why}" if self.why else "")


class MarkerSpent(Fact, topic="ddat.marker-spent"):
    """A naval fire or support marker is spent."""

    kind: str
    on: str

    def sentence(self) -> str:
        return f"a {self.kind} marker for {self.on}"


# ---- 6, 12, 13 Japanese fire and actions ----


class FirePhaseOpened(Fact, topic="ddat.fire-phase-opened"):
    """The positions in Japanese communication, fixed for the phase (11.23)."""

    connected: tuple[str, ...]

    def sentence(self) -> str:
        return f"{len(self.connected)} position hexes are in Japanese communication"


class PositionChecked(Fact, topic="ddat.position-checked"):
    """A position of a colour on the card, what it does, and why (12)."""

    position: str
    colour: str
    card: str
    action: str
    why: str = ""

    def sentence(self) -> str:
        return f"{self.position} ({self.colour}): {self.action}" + (f", {self.why}" if self.why else "")

    def idle(self) -> tuple[str, str]:
        return (self.position, self.why) if self.action == "no action" else ("", "")


class PositionFired(Fact, topic="ddat.position-fired"):
    """Fire of a position or group: its limit, who could be hit, who is (6.3)."""

    position: str
    card: str
    limit: int
    eligible: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    missed: Mapping[str, str] = {}
    """US units in the field that could not be hit, and why."""

    def sentence(self) -> str:
        hits = (*self.hits, *self.leaders)
        return f"{self.position} fires, limit {self.limit}: " + (f"hits {_names(hits)}" if hits else "hits nobody")


class ArtilleryFired(Fact, topic="ddat.artillery-fired"):
    """Japanese artillery: positions needed, and those there are (6.5)."""

    card: str
    needed: int
    kind: str
    there: tuple[str, ...] = ()
    unit: str = ""

    def sentence(self) -> str:
        return f"artillery, {self.needed} {self.kind} needed, {len(self.there)} there: " + (f"hits {self.unit}" if self.unit else "hits nobody")


class FirePhaseEnded(Fact, topic="ddat.fire-resolved"):
    """A fire card is resolved."""

    card: str


# ---- 7, 8, 16, 17 US actions ----


class ActionPhaseOpened(Fact, topic="ddat.action-phase-opened"):
    """Who is in command of whom, and where units stand, fixed for the phase (7.1, 7.4)."""

    commanded: Mapping[str, tuple[str, ...]]
    hexes: Mapping[str, str]


class ActionTaken(Fact, topic="ddat.action-taken"):
    """Units act; paid is how many of the three actions that takes, free why the others need none (7.1, 7.21)."""

    units: tuple[str, ...]
    action: str
    paid: int = 0
    free: Mapping[str, str] = {}

    def sentence(self) -> str:
        return f"{_names(self.units)}: {self.action}" + (f", {self.paid} paid" if self.paid else ", free")


class AttackDeclared(Fact, topic="ddat.attack-declared"):
    """An attack on a Japanese-occupied hex (8.3)."""

    hex: str
    units: tuple[str, ...]
    naval: bool = False

    def sentence(self) -> str:
        return f"{_names(self.units)} attack {self.hex}" + (" with naval fire" if self.naval else "")


class AttackCompared(Fact, topic="ddat.attack-compared"):
    """Strengths, weapons and the cell of the US Attack Chart (8.3)."""

    hex: str
    us: int
    jp: int
    required: tuple[str, ...]
    missing: tuple[str, ...]
    cell: str
    wild: Mapping[str, str] = {}

    def sentence(self) -> str:
        lack = f", without {_names(self.missing)}" if self.missing else ", all weapons"
        return f"{self.hex}: {self.us} against {self.jp}{lack}: {self.cell}"


class HexAttacked(Fact, topic="ddat.hex-attacked"):
    """A hex cannot be attacked, entered or barraged otherwise in this phase (7.4, 8.31, 8.43)."""

    hex: str
    kind: str


class CommandChanged(Fact, topic="ddat.command-changed"):
    """An HQ becomes a command post, its range marker moves, or it is an HQ again (16)."""

    unit: str
    space: int
    why: str = ""

    def sentence(self) -> str:
        return (
            f"{self.unit}: "
            + (f"command post, space {self.space} of the track" if self.space else "a headquarters again")
            + (f" ({self.why})" if self.why else "")
        )


class ActionFreed(Fact, topic="ddat.action-freed"):
    """A support marker lets a unit act for free (17.4)."""

    unit: str

    def sentence(self) -> str:
        return f"a support marker for {self.unit}"


# ---- 8.6 close combat ----


class CombatBegan(Fact, topic="ddat.combat-began"):
    """Close combat: the piles that are dealt (8.6)."""

    hex: str
    attacker: str
    colour: str
    us: int
    jp: int
    us_why: tuple[str, ...] = ()
    jp_why: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"close combat in {self.hex}, {self.colour}: US {self.us} cards, Japanese {self.jp}"


class PileChanged(Fact, topic="ddat.pile-changed"):
    """A card is dealt to a close combat pile, or its top card is discarded unseen (8.6, 8.67)."""

    pile: str
    by: int
    why: str = ""

    def sentence(self) -> str:
        return f"{'a card more for' if self.by > 0 else 'the top card is discarded from'} the {self.pile} pile" + (
            f": {self.why}" if self.why else ""
        )


class CombatEvent(Fact, topic="ddat.combat-event"):
    """A close combat event (8.67)."""

    event: str
    side: str
    words: str

    def sentence(self) -> str:
        return f"{self.event}: {self.words}"


class MarkersRemoved(Fact, topic="ddat.combat-markers-removed"):
    """A disrupted side removes its markers instead of revealing a card (8.6)."""

    side: str
    units: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"the {'US' if self.side == 'us' else 'Japanese'} side recovers instead of revealing a card"


class CombatEnded(Fact, topic="ddat.combat-ended"):
    """How a close combat ended; what was not drawn lies on top of the deck again (8.61-8.66)."""

    hex: str
    how: str
    undrawn: int = 0

    def sentence(self) -> str:
        return f"close combat in {self.hex} ends by {self.how}" + (f"; {self.undrawn} cards go back on the deck" if self.undrawn else "")
