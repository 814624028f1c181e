"""IWO 4, 6, 8: setting up, the weather, who came back, and the 3rd Division (22.2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iwo import facts as f
from domain.iwo.state import BOXES
from domain.kernel.entries import Entry
from projections.iwo.story.passage import Passage
from projections.stories import Sentence, facts_of
from projections.stories.words import clauses, count_of, grouped, names, number


def deployed(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """How many American units waited in each box."""
    places = facts_of(entries, f.UnitsDeployed)[0].places
    boxes = names(
        f"{number(len(units))} in the {BOXES.get(box, box)}"
        for box, units in grouped((at, unit) for unit, at in places.items()).items()
    )
    return [Sentence.of(f"The American units waited offshore: {boxes}.", entries)]


def hidden_setup(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """How much the Japanese hid; and where, to those who may know."""
    said: list[Sentence] = []
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, f.HiddenSetupCommitted):
            said.append(
                Sentence.of(
                    f"Unseen, the Japanese dug in: {count_of(fact.units, 'unit')} and {count_of(fact.caves, 'cave')}.",
                    [entry],
                )
            )
        elif isinstance(fact, f.HiddenSetup):
            there = grouped((area, unit) for unit, area in fact.places.items())
            where = "; ".join(f"{names(units)} at {passage.teller.place(area)}" for area, units in there.items())
            caves = {
                count: [area for area, n in fact.caves.items() if n == count]
                for count in sorted(set(fact.caves.values()), reverse=True)
            }
            dug = clauses(
                f"{count_of(count, 'cave')} {'each ' if len(areas) > 1 else ''}at {passage.teller.places(areas)}"
                for count, areas in caves.items()
            )
            said.append(Sentence.of(f"Their map held {where}.", [entry]))
            said.append(Sentence.of(f"They had dug {dug}.", [entry]))
    return said


def weather(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """The weather, and the air units that it kept down."""
    rolled = next(iter(facts_of(entries, f.WeatherRolled)), None)
    grounded = [unit for fact in facts_of(entries, f.AirGrounded) for unit in fact.units]
    stay = names(grounded) if grounded else count_of(rolled.grounded, "air unit") if rolled else ""
    shape, ways = "bad weather", [f"In bad weather {stay} could not fly.", f"A storm grounded {stay}."]
    if not rolled or not rolled.grounded:
        shape, ways = (
            "good weather",
            [
                "The sky was clear, and everything flew.",
                "Good flying weather: no air unit was grounded.",
                "Nothing in the weather kept the air units down.",
            ],
        )
    elif rolled.weather == "cloudy":
        shape, ways = (
            "clouds",
            [
                f"Clouds hung over the island; {stay} could not fly.",
                f"Under a cloudy sky {stay} did not take off.",
                f"The clouds kept {stay} out of the air.",
            ],
        )
    return [Sentence.of(passage.teller.pick(shape, *ways), entries)]


def returned(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Units that came back from the dead, and steps recovered."""
    said: list[Sentence] = []
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, f.UnitReturned):
            at = passage.teller.place(fact.area)
            words = passage.teller.pick(
                "returned",
                f"{fact.unit}, eliminated before, returned at {at} with one step.",
                f"At {at} {fact.unit} was rebuilt, with a single step.",
            )
        else:
            assert isinstance(fact, f.StepRecovered)
            at = passage.teller.place(fact.area)
            words = passage.teller.pick(
                "recovered",
                f"{fact.unit} recovered a step at {at} and now had {number(fact.steps)}.",
                f"At {at} replacements brought {fact.unit} up to {count_of(fact.steps, 'step')}.",
            )
        said.append(Sentence.of(words, [entry]))
    return said


def third(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """The 3rd Marine Division (22.2.1)."""
    return [Sentence.of("The Americans activated the 3rd Marine Division.", entries)]
