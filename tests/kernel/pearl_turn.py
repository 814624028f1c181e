"""Made-up proof: the turn of Invasion Pearl Harbor (5.1 to 5.10): chits pulled from a cup, Japanese phases put in
between as they like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from domain.kernel import facts as kernel_facts
from domain.kernel.chance import Cup
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact, PhaseBegan, topics
from domain.kernel.parts import Ends, Play, Vocabulary
from domain.kernel.questions import Draw, Roll
from domain.kernel.rules import Rules
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import State
from domain.kernel.table import Table
from domain.kernel.verbs import Named, Verbs

JAPANESE = {"IJA": "IJA", "SNLF": "SNLF"}
US = {"24": "24th Division", "25": "25th Division", "USMC": "USMC", "BBRow": "Battleship Row"}
CHITS = ("24-Fight", "24-Move", "25-Fight", "25-Move", "USMC-Fight", "USMC-Move", "BBRow-Fight")
NIGHT, CARRIERS, LAST = (4, 8), (5, 9), 11
BEACHHEADS = 12
"""Units that may land in a turn: four through each Beachhead marker (8.1)."""


class Pearl(State):
    turn: int = 0
    cup: Cup = Cup(inside=CHITS)
    chit: str = ""
    """The one pulled last."""
    disposed: int = 0
    """The turn of the last ship disposition."""
    close_in: bool = True
    afloat: int = 30
    landed: int = 0
    """The turn of the last landing."""

    @property
    def night(self) -> bool:
        return self.turn in NIGHT


class ShipsDisposed(Fact, topic="pearl.ships-disposed"):
    close_in: bool


class Searched(Fact, topic="pearl.searched"):
    """A carrier search, or the attack of a submarine."""

    dice: tuple[int, ...]


class Landed(Fact, topic="pearl.landed"):
    units: int


class ChitsSetAside(Fact, topic="pearl.chits-set-aside"):
    chits: tuple[str, ...]


class ChitPulled(Fact, topic="pearl.chit-pulled"):
    chit: str


class Moved(Fact, topic="pearl.moved"):
    command: str


class Fought(Fact, topic="pearl.fought"):
    command: str
    lost: str = ""
    """A sub-command whose last unit has gone."""


class ChitsReturned(Fact, topic="pearl.chits-returned"):
    pass


verbs: Verbs[Pearl] = Verbs()
evolve: Evolve[Pearl] = Evolve()
Command = Annotated[str, Named("command")]


def able(state: Pearl) -> Iterator[Mapping[str, Any]]:
    """The sub-commands of the phase at hand, as offers: that of the chit, or both Japanese ones."""
    pulled = state.chit.partition("-")[0]
    yield from ({"command": name} for name in ((pulled,) if state.phase in ("us_move", "us_fight") else JAPANESE))


# ---- what is declared ----


@verbs("IPH 7.3", side="jp", phases=("disposition",), offers=lambda state: [{"close_in": True}, {"close_in": False}])
def dispose(table: Table[Pearl], close_in: bool) -> None:
    """IPH 7.3: ships close in, or distant."""
    table.record(ShipsDisposed(rule="IPH 7.3", close_in=close_in))


@verbs("IPH 8.2", side="jp", phases=("landing",), offers=lambda state: [{}] if owed_landing(state) else [])
def land(table: Table[Pearl]) -> None:
    """IPH 8.2: whoever can get ashore lands."""
    table.record(Landed(rule="IPH 8.2", units=min(table.state.afloat, BEACHHEADS)))


@verbs("IPH 9.12", phases=("us_move", "jp_move"), offers=able)
def move(table: Table[Pearl], command: Command) -> None:
    """IPH 9.12: units of one sub-command move."""
    require_pulled(table, command)
    table.record(Moved(rule="IPH 9.12", command=command))


@verbs("IPH 10.1", phases=("us_fight", "jp_fight"), offers=able)
def fight(table: Table[Pearl], command: Command, lost: Command = "") -> None:
    """IPH 10.1: units of one sub-command attack."""
    require_pulled(table, command)
    table.record(Fought(rule="IPH 10.1", command=command, lost=lost))


def require_pulled(table: Table[Pearl], command: str) -> None:
    mine = [offer["command"] for offer in able(table.state)]
    table.require(command in mine, "IPH 9.12", f"only {' and '.join(mine)} may act in this phase")


# ---- what happens by itself ----


def search(table: Table[Pearl], name: str, rule: str, count: int) -> None:
    side = "jp" if name == "carriers" else "us"
    dice = table.ask(Roll(name=name, by=side, rule=rule, words=f"the dice for the {name}", count=count))
    table.record(Searched(rule=rule, dice=dice))


def strip(table: Table[Pearl]) -> None:
    """IPH 5.9: at night nobody fights but by the Japanese attacks."""
    table.record(
        ChitsSetAside(rule="IPH 5.9", chits=tuple(chit for chit in table.state.cup.inside if chit.endswith("-Fight")))
    )


def pull(table: Table[Pearl]) -> None:
    """IPH 5.6: the next US phase is pulled from the cup."""
    cup = table.state.cup
    question = Draw(
        name="chit",
        by="us",
        rule="IPH 5.6",
        words="the sub-command chit pulled",
        left=cup.inside,
        deck="cup",
        elsewhere=dict.fromkeys(cup.aside, "chits set aside"),
    )
    table.record(ChitPulled(rule="IPH 5.6", chit=table.ask(question)))


def interposed(state: Pearl, left: tuple[str, ...]) -> tuple[str, ...]:
    """IPH 5.6 to 5.8: chits are pulled while there are any; before and after each the Japanese may take their phases,
    and in the end must."""
    theirs = tuple(id for id in left if id != "us")
    return ("us", *theirs) if state.cup.inside else theirs


def end_turn(table: Table[Pearl]) -> None:
    """IPH 5.8, 4.3: the chits go back, and after the last turn the US have held out."""
    table.record(ChitsReturned(rule="IPH 5.8"))
    if table.state.turn == LAST:
        table.end("IPH 4.3", "us", "Oahu has held out", by="time")


def owed_landing(state: Pearl) -> str:
    return f"`land`: {state.afloat} units are still afloat" if state.afloat and state.landed < state.turn else ""


def pulled(state: Pearl) -> str:
    """The sub-command whose phase it is."""
    command = state.chit.partition("-")[0]
    return US.get(command, command)


FIRST_TURN = ("IPH 5.10", "there are no US phases in turn 1")
SEQUENCE: SequenceOfPlay[Pearl] = SequenceOfPlay(
    Phase(
        "game",
        rule="IPH 5.2",
        phases=(
            Phase(
                "turn",
                rule="IPH 5.1",
                title_of=lambda s: f"turn {s.turn}",
                number=lambda s: s.turn,
                again=lambda s: True,
                phases=(
                    Phase(
                        "carrier_warfare",
                        "Carrier Warfare Phase",
                        rule="IPH 5.3",
                        when=lambda s: s.turn in CARRIERS,
                        skipped=("IPH 5.3", "ships are disposed on turns 5 and 9"),
                        phases=(
                            Phase(
                                "disposition",
                                "Ship Disposition Segment",
                                "jp",
                                "IPH 7.3",
                                owed=lambda s: "" if s.disposed == s.turn else "the ships, `dispose`",
                                usual="dispose",
                            ),
                            Phase(
                                "carriers",
                                "Carrier Combat Segment",
                                "",
                                "IPH 7.3",
                                auto=True,
                                when=lambda s: s.close_in,
                                leave=lambda table: search(table, "carriers", "IPH 7.3", 1),
                            ),
                        ),
                    ),
                    Phase(
                        "submarine",
                        "US Submarine Attack Phase",
                        "us",
                        "IPH 5.4",
                        auto=True,
                        when=lambda s: s.turn >= CARRIERS[0] and s.close_in,
                        leave=lambda table: search(table, "submarine", "IPH 7.11", 2),
                    ),
                    Phase(
                        "landing",
                        "Japanese Landing Phase",
                        "jp",
                        "IPH 5.5",
                        when=lambda s: not s.night,
                        owed=owed_landing,
                        usual="land",
                        skipped=("IPH 8.1", "nobody lands at night"),
                    ),
                    Phase("night", "Night", "", "IPH 5.9", auto=True, when=lambda s: s.night, leave=strip),
                    Phase(
                        "action",
                        side="jp",
                        rule="IPH 5.7",
                        order=interposed,
                        phases=(
                            Phase(
                                "us",
                                "US Sub-Command Chit-Pull Phase",
                                rule="IPH 5.6",
                                enter=pull,
                                when=lambda s: s.turn > 1,
                                skipped=FIRST_TURN,
                                phases=(
                                    Phase(
                                        "us_move",
                                        side="us",
                                        rule="IPH 5.6",
                                        title_of=lambda s: f"{pulled(s)} Movement Phase",
                                        when=lambda s: s.chit.endswith("-Move"),
                                    ),
                                    Phase(
                                        "us_fight",
                                        side="us",
                                        rule="IPH 5.6",
                                        title_of=lambda s: f"{pulled(s)} Combat Phase",
                                        when=lambda s: s.chit.endswith("-Fight"),
                                    ),
                                ),
                            ),
                            Phase("jp_move", "Japanese Movement Phase", "jp", "IPH 5.7"),
                            Phase("jp_fight", "Japanese Combat Phase", "jp", "IPH 5.7"),
                        ),
                    ),
                    Phase("end", "End of the Game Turn", "", "IPH 5.8", auto=True, leave=end_turn),
                ),
            ),
        ),
    )
)


# ---- what each fact changes ----


@evolve.on(PhaseBegan)
def phase_began(fact: PhaseBegan, state: Pearl) -> Pearl:
    return state.but(turn=state.turn + 1) if fact.phase == "turn" else state


@evolve.on(ShipsDisposed)
def ships_disposed(fact: ShipsDisposed, state: Pearl) -> Pearl:
    return state.but(close_in=fact.close_in, disposed=state.turn)


@evolve.on(Landed)
def landed(fact: Landed, state: Pearl) -> Pearl:
    return state.but(afloat=state.afloat - fact.units, landed=state.turn)


@evolve.on(ChitsSetAside)
def chits_set_aside(fact: ChitsSetAside, state: Pearl) -> Pearl:
    cup = state.cup
    for chit in fact.chits:
        cup = cup.drawn(chit)
    return state.but(cup=cup)


@evolve.on(ChitPulled)
def chit_pulled(fact: ChitPulled, state: Pearl) -> Pearl:
    return state.but(cup=state.cup.drawn(fact.chit), chit=fact.chit)


@evolve.on(Fought)
def fought(fact: Fought, state: Pearl) -> Pearl:
    """IPH 5.6: the chits of a sub-command that is no more leave the game, from the cup or from those set aside."""
    gone = [chit for chit in CHITS if fact.lost and chit.startswith(f"{fact.lost}-")]
    return state.but(cup=state.cup.without(*gone))


@evolve.on(ChitsReturned)
def chits_returned(fact: ChitsReturned, state: Pearl) -> Pearl:
    return state.but(cup=state.cup.refilled())


RULES: Rules[Pearl] = Rules(
    code="pearl-turn",
    title="The turns of Pearl Harbor",
    citation="IPH",
    sides={"jp": "Japanese", "us": "US"},
    initial=Pearl(),
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        sequence=SEQUENCE,
        begin=lambda table: table.begin(),
        topics=topics(kernel_facts)
        | {
            t.TOPIC: t
            for t in (ShipsDisposed, Searched, Landed, ChitsSetAside, ChitPulled, Moved, Fought, ChitsReturned)
        },
    ),
    vocabulary=Vocabulary(
        named=lambda state, kind: (*US, *JAPANESE),
    ),
    ends=Ends(
        over="IPH 4",
    ),
)
