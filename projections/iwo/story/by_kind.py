"""What is told by its kind: which facts are told together, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from domain.iwo import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Fact, SecretsOpened
from projections.iwo.story import assault, closing, hidden, movement, opening
from projections.iwo.story.passage import Passage
from projections.stories import Sentence, opened
from projections.stories.words import sentence


class Kind(NamedTuple):
    """Facts that are told together."""

    tell: Callable[[Passage, Sequence[Entry]], list[Sentence]]
    facts: tuple[type[Fact], ...] = ()
    rolled: bool = False
    """Whether the rolls before them are told with them."""
    late: bool = False
    """Whether they are told after the moves and shots, unless they came before all moves."""


def tell(passage: Passage) -> None:
    """Writes what is told by its kind: before the moves and shots, or after them."""
    for name in sorted(passage.kept, key=lambda name: name == "lost"):  # who died in a charge is told with it
        kind = KINDS[name]
        found = passage.chapter == "us_move" and name in ("caves", "shown")  # by those who have just come (10.5)
        between = name == "else" and (passage.moves or passage.shots)
        kept = passage.kept[name]
        late = kind.late and not (
            passage.moves and kept[-1].version < passage.moves[0].entries[0].version
        )  # in the order it happened
        (passage.late if found or between or late else passage.said).extend(kind.tell(passage, kept))


def plain(passage: Passage, entry: Entry) -> Sentence:
    """A fact that has no others to be told with."""
    fact, place = entry.fact, passage.teller.place
    if isinstance(fact, SecretsOpened):
        words = "The Japanese opened what they had kept secret."
    elif isinstance(fact, f.RetreatBarred):
        words = f"{fact.unit} could not fall back to {place(fact.area)}: something was hiding there."
    elif isinstance(fact, f.RecoveryBarred):
        words = f"{fact.unit} could not come back at {place(fact.area)}: something was hiding there."
    elif isinstance(fact, f.UnitOverstacked):
        words = f"{fact.unit} found no room{f' at {place(fact.area)}' if fact.area else ''} and was removed from play."
    else:
        return opened(entry, passage.teller.game.rules.sides) or Sentence.of(sentence(fact.sentence()), [entry])
    return Sentence.of(words, [entry])


def _else(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    return [plain(passage, entry) for entry in entries]


KINDS: Mapping[str, Kind] = {
    "deployed": Kind(opening.deployed, (f.UnitsDeployed,)),
    "hidden setup": Kind(opening.hidden_setup, (f.HiddenSetupCommitted, f.HiddenSetup)),
    "weather": Kind(opening.weather, (f.WeatherRolled, f.AirGrounded), rolled=True),
    "returned": Kind(opening.returned, (f.UnitReturned, f.StepRecovered)),
    "third": Kind(opening.third, (f.ThirdDivisionActivated,)),
    "held": Kind(assault.held, (f.BombardmentsDeclared, f.AssaultsDeclared)),
    "caves": Kind(hidden.caves, (f.CavesRevealed,)),
    "allowance": Kind(movement.allowance, (f.AllowanceRolled,), rolled=True),
    "went-to-ground": Kind(hidden.went_to_ground, (f.UnitHidden,), late=True),
    "crept": Kind(hidden.crept, (f.ConcealedMoves,)),
    "charge": Kind(assault.charge, (f.KirikamiDeclared, f.BanzaiDeclared)),
    "lost": Kind(assault.lost, (f.StepLost, f.UnitEliminated)),
    "gone": Kind(assault.gone, (f.UnitRemoved,), late=True),
    "shown": Kind(hidden.shown, (f.UnitRevealed,)),
    "ground": Kind(closing.ground, (f.ControlChanged,)),
    "built": Kind(closing.built, (f.MarkerPlaced,)),
    "unbuilt": Kind(closing.unbuilt, (f.MarkerRemoved,)),
    "points": Kind(closing.points, (f.PointsScored,), rolled=True),
    "in secret": Kind(hidden.in_secret, late=True),
    "else": Kind(_else),
}
"""The kinds by name; the last two take what the sorting gives them."""
