"""Answers in other words: what people say at the table around the bare value.

Nothing here depends on the possible answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

NOBODY = frozenset(("none", "nobody", "no one", "no-one", "noone", "nothing", "nil", "not any", "no unit", "no units"))
"""Words for the answer that names nothing."""
EVERYBODY = frozenset(("all", "everybody", "everyone", "all of them", "both"))
"""Words for the answer that names everything."""
YES = frozenset(("yes", "y", "yep", "yeah", "aye", "yes please"))
NO = frozenset(("no", "n", "nope", "nah", "none", "no thanks"))
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNTED = {**{word: n for n, word in enumerate(NUMBERS)}, "none": 0, "no": 0}

POSITIVE = frozenset((*YES, "ja", "go"))
"""Words that make a sentence mean yes."""
NEGATIVE = frozenset(
    (*NO, *NOBODY, "not", "never", "without", "hold", "nein", "doesn't", "doesnt", "don't", "dont", "neither")
)
"""Words that make a sentence mean no, or nobody."""
ENDED = frozenset(("done", "finished", "end", "ready"))
"""Words with which a player says that his part is over."""
FILLING = frozenset((
    "a", "again", "at", "fine", "for", "from", "guess", "hm", "hmm", "i", "i'd", "i'll", "is", "it", "it's", "its",
    "just", "me", "my", "now", "of", "oh", "ok", "okay", "our", "please", "pls", "say", "so", "take", "takes", "thanks",
    "that", "that's", "the", "then", "there", "think", "to", "uh", "um", "use", "uses", "we", "well", "with",
))  # fmt: skip
"""Words without a meaning of their own."""


def _stem(word: str) -> str:
    return word.strip(".,;:!?()[]\"'").casefold().removesuffix("s")


def without_fillers(words: Sequence[str], about: Iterable[str]) -> list[str]:
    """The words of an answer without fillers and without the question's own words: `INF1 fires`, `the Saddle please`,
    `2 caves`.

    If nothing else is left, all words are returned.
    """
    asked = {_stem(word) for text in about for word in text.split()}
    kept = [
        word
        for word in words
        if not (word.replace("'", "").isalpha() and (word.casefold() in FILLING or _stem(word) in asked))
    ]
    return kept or list(words)
