"""IWO 4, 6: where the Japanese are, and the weather."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iwo import facts as f
from domain.kernel.entries import Entry
from projections.iwo.story.passage import Passage
from projections.stories import Sentence, facts_of
from projections.stories.words import count_of, names, sentence


def hidden_setup(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Where the Japanese are, in two sentences, to those who may know."""
    said: list[Sentence] = []
    for entry in entries:
        fact = passage.teller.named(entry.fact)
        assert isinstance(fact, f.HiddenSetup)
        said += [Sentence.of(sentence(words), [entry]) for words in (fact.held, fact.dug)]
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
