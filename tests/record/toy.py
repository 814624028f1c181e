"""Two Forts: a made-up game of two sides, small enough to be read at once. Tests of the record play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from domain.kernel import facts as kernel_facts
from domain.kernel.entries import Entry
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact, Frozen, GameBegan, Loss, Points
from domain.kernel.game import Game
from domain.kernel.parts import Ends, Play, Secrecy, Vocabulary, nothing_hidden
from domain.kernel.printed import Printed, looked_up
from domain.kernel.questions import OneOf, Roll
from domain.kernel.rules import Rules
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import Row, State
from domain.kernel.table import Answers, Table
from domain.kernel.verbs import Named, Verbs
from domain.record.diary import Diary

FORTS = ("north", "south")


class Squad(Frozen):
    side: str
    steps: int = 3
    fort: str = ""


class Forts(State):
    turn: int = 0
    squads: Mapping[str, Squad] = {
        "R1": Squad(side="red"),
        "R2": Squad(side="red"),
        "B1": Squad(side="blue", fort="north"),
    }
    ambushes: Mapping[str, str] = {}


class Walls(Row, chart="walls", key="fort"):
    strength: int


class Marched(Fact, topic="toy.marched"):
    squad: str
    fort: str

    def sentence(self) -> str:
        return f"{self.squad} marches to {self.fort}"


class Stormed(Fact, topic="toy.stormed"):
    fort: str
    hits: int


class FellBack(Fact, topic="toy.fell-back"):
    squad: str
    fort: str


class AmbushAnnounced(Fact, topic="toy.ambush-announced"):
    squad: str


class AmbushLaid(Fact, topic="toy.ambush-laid"):
    ANNOUNCED = "toy.ambush-announced"
    ABOUT = ("squad",)

    squad: str
    fort: str

    def stub(self) -> str:
        return "an ambush may have been laid"


class AmbushSprung(Fact, topic="toy.ambush-sprung"):
    REVEALS = "toy.ambush-laid"

    squad: str
    fort: str


class Reinforced(Fact, topic="toy.reinforced", version=2):
    """Version 1 held one `squad`."""

    side: str
    squads: tuple[str, ...]

    @staticmethod
    def upcast_v1_v2(stored: dict[str, Any]) -> None:
        stored["squads"] = [stored.pop("squad")]


verb: Verbs[Forts] = Verbs()
evolve: Evolve[Forts] = Evolve()


@verb("TWO 1")
def march(
    table: Table[Forts], squads: Annotated[tuple[str, ...], Named("squad")], fort: Annotated[str, Named("fort")]
) -> None:
    """TWO 1 Squads march to a fort, one after the other."""
    for squad in squads:
        table.record(Marched(rule="TWO 1", squad=squad, fort=fort))


@verb("TWO 2", side="red")
def storm(table: Table[Forts], fort: Annotated[str, Named("fort")]) -> None:
    """TWO 2 A die a squad; each above the walls' strength hits, and whoever is hit may fall back to the other fort."""
    strength = table.read(Walls, fort).strength
    storming = tuple(name for name, squad in table.state.squads.items() if squad.side == "red" and squad.fort == fort)
    table.require(bool(storming), "TWO 2.1", f"no red squad is at {fort}")
    dice = table.ask(Roll(name="dice", by="red", rule="TWO 2.2", words=f"storming {fort}", count=len(storming)))
    hits = sum(die > strength for die in dice)
    within = [name for name, squad in table.state.squads.items() if squad.side == "blue" and squad.fort == fort]
    losses = tuple(Loss(side="blue", unit=name, steps=hits, cause="storm") for name in within[:1] if hits)
    points = (Points(side="red", amount=hits, why=f"{fort} was stormed"),) if hits else ()
    table.record(Stormed(rule="TWO 2.3", fort=fort, hits=hits, losses=losses, points=points))
    if losses:
        hit = losses[0].unit
        stay = table.ask(OneOf(name="fall-back", by="blue", rule="TWO 2.4", words=f"does {hit} stay?", options=FORTS))
        if stay != fort:
            table.record(FellBack(rule="TWO 2.4", squad=hit, fort=stay))


@verb("TWO 3", side="blue", secret="blue")
def ambush(table: Table[Forts], squad: Annotated[str, Named("squad")], fort: Annotated[str, Named("fort")]) -> None:
    """TWO 3 Blue says which squad lays an ambush, instead of any that it has laid; where, red does not see. So may
    red's be laid by blue's hand."""
    table.record(AmbushAnnounced(rule="TWO 3", squad=squad))
    table.record(AmbushLaid(rule="TWO 3", squad=squad, fort=fort, secret=table.state.squads[squad].side))


@verb("TWO 3.1")
def spring(table: Table[Forts], squad: Annotated[str, Named("squad")], fort: Annotated[str, Named("fort")]) -> None:
    """TWO 3.1 The ambush that a squad laid last is sprung, and all see where it lay."""
    table.record(AmbushSprung(rule="TWO 3.1", squad=squad, fort=fort))


@verb("TWO 4")
def reinforce(table: Table[Forts], squads: tuple[str, ...]) -> None:
    """TWO 4 New squads come in."""
    table.record(Reinforced(rule="TWO 4", side=table.side, squads=squads))


@verb("TWO 5")
def end_turn(table: Table[Forts]) -> None:
    """TWO 5 The other side is on."""
    table.advance()


@evolve.on(Marched)
def _marched(fact: Marched, state: Forts) -> Forts:
    return state.but(squads={**state.squads, fact.squad: state.squads[fact.squad].but(fort=fact.fort)})


@evolve.on(FellBack)
def _fell_back(fact: FellBack, state: Forts) -> Forts:
    return state.but(squads={**state.squads, fact.squad: state.squads[fact.squad].but(fort=fact.fort)})


@evolve.on(Stormed)
def _stormed(fact: Stormed, state: Forts) -> Forts:
    squads = dict(state.squads)
    for loss in fact.losses:
        squads[loss.unit] = squads[loss.unit].but(steps=squads[loss.unit].steps - loss.steps)
    return state.but(squads=squads)


@evolve.on(AmbushLaid)
def _ambush_laid(fact: AmbushLaid, state: Forts) -> Forts:
    return state.but(ambushes={**state.ambushes, fact.fort: fact.squad})


@evolve.on(Reinforced)
def _reinforced(fact: Reinforced, state: Forts) -> Forts:
    return state.but(squads={**state.squads, **{name: Squad(side=fact.side) for name in fact.squads}})


@evolve.on(kernel_facts.PhaseBegan)
def _phase_began(fact: kernel_facts.PhaseBegan, state: Forts) -> Forts:
    return state.but(turn=state.turn + (fact.phase == "red"))


def _names(state: Forts, kind: str) -> Sequence[str]:
    return tuple(state.squads) if kind == "squad" else FORTS


def _begin(table: Table[Forts]) -> None:
    table.begin()


RULES: Rules[Forts] = Rules(
    code="toy",
    title="Two Forts",
    citation="TWO",
    sides={"red": "Red", "blue": "Blue"},
    initial=Forts(),
    play=Play(
        verbs=verb.table,
        evolve=evolve,
        begin=_begin,
        sequence=SequenceOfPlay(
            Phase(
                "turn",
                title_of=lambda s: f"turn {s.turn}",
                number=lambda s: s.turn,
                again=lambda s: True,
                phases=(
                    Phase("red", "Red's turn", "red", "TWO 5"),
                    Phase("blue", "Blue's turn", "blue", "TWO 5"),
                ),
            )
        ),
        topics=kernel_facts.topics(
            kernel_facts,
            type(
                "toy",
                (),
                {
                    f.__name__: f
                    for f in (Marched, Stormed, FellBack, AmbushAnnounced, AmbushLaid, AmbushSprung, Reinforced)
                },
            ),
        ),
    ),
    printed=Printed(charts={"walls": Walls}, admit=looked_up),
    vocabulary=Vocabulary(
        named=_names,
        collections=("squads",),
    ),
    secrecy=Secrecy(hides=("red", "blue"), secrets=nothing_hidden, stated=(AmbushSprung.TOPIC,)),
    ends=Ends(
        over="TWO 9",
    ),
)

# ---- for the tests ----

BEGAN = GameBegan(
    system="toy", title="Two Forts", players={"red": "Ann", "blue": "Bob"}, charts={"walls": {"north": {"strength": 3}}}
)

PLAYED: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("march", {"squads": ("R1", "R2"), "fort": "north"}, {}),
    ("storm", {"fort": "north"}, {"dice": "62"}),
    ("", {}, {"fall-back": "south"}),
    ("ambush", {"squad": "B1", "fort": "south"}, {}),
    ("reinforce", {"squads": ("B2",)}, {}),
)
SECRET = 13
"""The entry of a game so played that holds blue's ambush."""

R1_NORTH: dict[str, Any] = {"squads": ("R1",), "fort": "north"}
R1_SOUTH: dict[str, Any] = {"squads": ("R1",), "fort": "south"}


def say(
    diary: Diary, game: Game[Any], verb: str, values: dict[str, Any], /, declaration: str = "", **answers: Any
) -> list[Entry]:
    """Declares, or answers when no verb is given, and appends what follows."""
    known = Answers.of(answers)
    outcome = game.declare(verb, values, answers=known) if verb else game.answer(known)
    return diary.append(game, outcome, declaration)
