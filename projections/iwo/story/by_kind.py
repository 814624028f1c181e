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
from projections.wargame.alike import told_alike


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
    fact = entry.fact
    if isinstance(fact, f.BombardmentsDeclared | f.AssaultsDeclared) and (
        fact.plan or isinstance(fact, f.AssaultsDeclared)
    ):
        return Sentence("")  # each attack is told
    if isinstance(fact, SecretsOpened):
        return Sentence.of("The Japanese opened what they had kept secret.", [entry])
    told = opened(entry, passage.teller.game.rules.sides)
    return told or Sentence.of(sentence(passage.teller.named(fact).sentence()), [entry])


def _else(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    return [one for entry in entries if (one := plain(passage, entry)).words]


def _gone(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Units that left play."""
    return [Sentence.of(told_alike((entry.fact for entry in entries), "unit"), entries)]


KINDS: Mapping[str, Kind] = {
    "deployed": Kind(_else, (f.UnitsDeployed, f.HiddenSetupCommitted)),
    "hidden setup": Kind(opening.hidden_setup, (f.HiddenSetup,)),
    "weather": Kind(opening.weather, (f.WeatherRolled, f.AirGrounded), rolled=True),
    "returned": Kind(_else, (f.UnitReturned, f.StepRecovered, f.ThirdDivisionActivated)),
    "held": Kind(_else, (f.BombardmentsDeclared, f.AssaultsDeclared)),
    "caves": Kind(hidden.caves, (f.CavesRevealed,)),
    "allowance": Kind(movement.allowance, (f.AllowanceRolled,), rolled=True),
    "went-to-ground": Kind(hidden.went_to_ground, (f.UnitHidden,), late=True),
    "crept": Kind(hidden.crept, (f.ConcealedMoves,)),
    "charge": Kind(assault.charge, (f.KirikamiDeclared,)),
    "banzai": Kind(_else, (f.BanzaiDeclared,)),
    "lost": Kind(assault.lost, (f.StepLost, f.UnitEliminated)),
    "gone": Kind(_gone, (f.UnitRemoved,), late=True),
    "shown": Kind(hidden.shown, (f.UnitRevealed,)),
    "ground": Kind(closing.ground, (f.ControlChanged,)),
    "built": Kind(closing.built, (f.MarkerPlaced,)),
    "unbuilt": Kind(closing.unbuilt, (f.MarkerRemoved,)),
    "points": Kind(closing.points, (f.PointsScored,), rolled=True),
    "in secret": Kind(hidden.in_secret, late=True),
    "else": Kind(_else),
}
"""The kinds by name; the last two take what the sorting gives them."""
