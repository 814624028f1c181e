"""The events of pieces and places in most wargames.

A game uses these facts, or subclasses those to which it adds something.

A fact that only sets fields declares them with its class, for units, places or the whole game (`UnitsBecome`,
`PlacesBecome`, `StateBecomes`). Their values are the same for all facts of the class (`become`), or the fact holds them
in fields of the same names (`says`).

    class UnitsFired(UnitsBecome, topic="iwo.units-fired", become={"fired": True}):
        "Turned sideways, or support spent for the turn."
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from domain.kernel.facts import Fact, Frozen, Gain, Loss, label, side_of


def several(count: int, word: str) -> str:
    """A number with its noun: `1 step`, `3 steps`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def does(verb: str, count: int) -> str:
    """A verb in singular or plural: `R1 marches`, `R1, R2 march`."""
    if count != 1:
        return verb
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s")


def listed(names: tuple[str, ...]) -> str:
    """Names as a sentence lists them."""
    return ", ".join(names) or "nobody"


class Becoming(Frozen):
    """The class parameters of a fact that sets fields."""

    BECOME: ClassVar[Mapping[str, Any]] = {}
    SAYS: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(
        cls, *, become: Mapping[str, Any] | None = None, says: tuple[str, ...] = (), **named: Any
    ) -> None:
        super().__init_subclass__(**named)
        cls.BECOME, cls.SAYS = {**cls.BECOME, **(become or {})}, (*cls.SAYS, *says)

    @property
    def become(self) -> Mapping[str, Any]:
        """The fields that are set, with their new values."""
        return {**self.BECOME, **{field: getattr(self, field) for field in self.SAYS}} if self.SAYS else self.BECOME


class UnitsBecome(Becoming, Fact, topic="war.units-become"):
    """Fields of units are set; the units may also come to a place."""

    units: tuple[str, ...]

    @property
    def place(self) -> str | None:
        """The place or box the units come to; None if they stay."""
        return None


class PlacesBecome(Becoming, Fact, topic="war.places-become"):
    """Fields of places are set."""

    places: tuple[str, ...]


class StateBecomes(Becoming, Fact, topic="war.state-becomes"):
    """Fields of the game are set."""


class TurnBegan(StateBecomes, topic="war.turn-began", says=("turn",)):
    """The next turn begins."""

    turn: int

    def sentence(self) -> str:
        return f"turn {self.turn}"


class UnitsPlaced(UnitsBecome, topic="war.units-placed"):
    """Units stand in a place or box; new ones have their side and steps."""

    at: str
    """The name of the place or box."""
    side: str = ""
    steps: Mapping[str, int] = {}

    @property
    def place(self) -> str:
        return self.at

    def sentence(self) -> str:
        return f"{listed(self.units)} at {self.at}"


class UnitsMoved(UnitsBecome, topic="war.units-moved"):
    """Units go along a path, place by place. `how` is the code of the way they go, `cost` its price in movement."""

    path: tuple[str, ...]
    how: str = "move"
    cost: int = 0

    @property
    def to(self) -> str:
        return self.path[-1] if self.path else ""

    @property
    def place(self) -> str | None:
        return self.to or None

    @property
    def by(self) -> str:
        """The way before its end, in words: ` by 2124-2125`, "" where it has one place alone."""
        return f" by {'-'.join(self.path[:-1])}" if len(self.path) > 1 else ""

    def sentence(self) -> str:
        return f"{listed(self.units)} {does(label(self.how), len(self.units))} to {self.to}" if self.path else ""


class StepsLost(Fact, topic="war.steps-lost"):
    """Units lose steps, as its losses tell."""

    @property
    def loss(self) -> Loss:
        return self.losses[0]

    @property
    def unit(self) -> str:
        return self.loss.unit

    @property
    def left(self) -> int:
        return self.loss.left or 0

    def sentence(self) -> str:
        left = {loss: "" if loss.left is None else f", {loss.left or 'none'} left" for loss in self.losses}
        return "; ".join(f"{loss.unit} loses {several(loss.steps, 'step')}{rest}" for loss, rest in left.items())


class StepsGained(Fact, topic="war.steps-gained"):
    """Units get steps back, as its gains tell."""

    @property
    def gain(self) -> Gain:
        return self.gains[0]

    @property
    def unit(self) -> str:
        return self.gain.unit

    def sentence(self) -> str:
        return "; ".join(f"{gain.unit} gets {several(gain.steps, 'step')} back" for gain in self.gains)


class UnitsRemoved(UnitsBecome, topic="war.units-removed", become={"steps": 0}):
    """Units leave play, into a box. `cause` is the code of the reason."""

    to: str = ""
    cause: str = ""

    @property
    def place(self) -> str:
        return self.to

    def sentence(self) -> str:
        return f"{listed(self.units)} {does('leave', len(self.units))} play" + (
            f" ({label(self.cause)})" if self.cause else ""
        )


class ControlChanged(Becoming, Fact, topic="war.control-changed"):
    """A side has taken a place; other fields of that may be set with it."""

    place: str
    to: str

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"{side_of(sides, self.to)} takes {self.place}"


class TrackMoved(Fact, topic="war.track-moved"):
    """Markers move on their tracks, as its tracks tell."""

    def sentence(self) -> str:
        return "; ".join(f"{track.name} {track.was}→{track.now}" for track in self.tracks)
