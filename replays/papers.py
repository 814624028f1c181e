"""Lines as they stand: in a game without rules of its own, what is no notation is paper, whatever signs it holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from domain.kernel.errors import BadInput, Trouble
from domain.kernel.game import Game
from domain.kernel.questions import OneOf
from domain.kernel.sequence import NEXT
from replays.asides import (
    ASIDES,
    TABLE,
    Adjust,
    Chart,
    Concede,
    Disputing,
    Keeping,
    Open,
    Pass,
    Ruling,
    Set,
    Settle,
    TakeBack,
)
from replays.lines import Line, known_spelling, split


def taken_apart(game: Game[Any], text: str) -> Line | None:
    """A line, split into words, or kept as it stands where the game's rules take it so; None for an empty one or a
    comment. Raises BadInput."""
    return _paper(game, text) or split(text, game.rules.sides)


def is_paper(game: Game[Any], text: str) -> bool:
    """Whether a text is a line as it stands."""
    return _paper(game, text) is not None


def declares(game: Game[Any], text: str) -> bool:
    """Whether a text declares something: a line as it stands, or one that begins with a verb."""
    if is_paper(game, text):
        return True
    _, said = whose_paper(text.strip(), game.rules.sides)
    return said.split(maxsplit=1)[:1] != [] and said.split(maxsplit=1)[0] in game.rules.play.verbs


def _paper(game: Game[Any], text: str) -> Line | None:
    """The line of paper in a text; None for notation, an answer, a comment, and for one letter alone: that is a key."""
    verbs, line = game.rules.play.as_it_stands, text.strip()
    if not verbs or not line or line[0] == "#" or text[:1] in " \t":
        return None
    side, said = whose_paper(line, game.rules.sides)
    if len(said) < 2 or _answers_now(game, said):
        return None
    first, _, rest = said.partition(" ")
    if first in verbs[1:] and rest.strip() and _may_say(game, first, side):
        return Line(text, first, (rest.strip(),), side, paper=True)
    return None if _is_notation(game, said) else Line(text, verbs[0], (said,), side, paper=True)


def _may_say(game: Game[Any], word: str, side: str) -> bool:
    """Whether a side has secrets to say; else a word before a line is its first one."""
    verb = game.rules.play.verbs[word]
    return (side or game.side_of(verb)) in game.rules.secrecy.hides


def whose_paper(line: str, sides: Mapping[str, str]) -> tuple[str, str]:
    """The side before a line, by its code or name, and the line itself."""
    before, colon, after = line.partition(":")
    if colon and (not after or after[0].isspace()):
        for code, name in sides.items():
            if before.casefold() in (code.casefold(), name.casefold()):
                return code, after.strip()
    return "", line


def _answers_now(game: Game[Any], said: str) -> bool:
    """Whether a text answers the open question, or has to, because that one waits."""
    if game.waits is None:
        return False
    with suppress(Trouble):
        question = game.pending()
        if question is None or question.typed_on is None:
            return True
        first, _, rest = said.partition(" ")
        if isinstance(question, OneOf) and any(one.startswith(said.casefold()) for one in question.options):
            return True
        return question.is_answer(said) or (first == question.name and question.is_answer(rest.strip()))
    return True


def _is_notation(game: Game[Any], said: str) -> bool:
    """Whether a line begins with a verb or an aside, and can be read as one. Many sentences begin with such words."""
    first, *_ = said.split(maxsplit=1)
    word = known_spelling(first, (*game.rules.play.verbs, *ASIDES))
    if word not in game.rules.play.verbs and word not in ASIDES:
        return False
    try:
        line = split(said, game.rules.sides)
    except BadInput:
        return False
    if line is None or (word in TABLE and len(line.words) < TABLE[word].needs):
        return False
    if word in game.rules.play.as_it_stands:  # a sentence may begin with that word, too
        return said[len(first) :].lstrip().startswith('"')
    return word not in SENTENCES or SENTENCES[word](game, line.words)


def _one_of(known: Callable[[Game[Any]], Sequence[str]], empty: bool = False) -> Callable[..., bool]:
    def fits(game: Game[Any], words: Sequence[str]) -> bool:
        return words[0] in known(game) if words else empty

    return fits


def _sets(game: Game[Any], words: Sequence[str]) -> bool:
    return any("=" in word[1:-1] for word in words)


def _numbered(game: Game[Any], words: Sequence[str]) -> bool:
    return not words or words[0][:1].isdecimal()


def _ruled(game: Game[Any], words: Sequence[str]) -> bool:
    return _numbered(game, words[1:] if words and words[0] == game.rules.citation else words)


def _kept(game: Game[Any], words: Sequence[str]) -> bool:
    return len(words) == 2 and words[0].isdecimal() and len(words[1]) >= SEAL


def _of_dispute(game: Game[Any], words: Sequence[str]) -> bool:
    return len(words) > 1 and (words[0][:1].isdecimal() or (words[0][:1] in "dD" and words[0][1:].isdecimal()))


SEAL = 6
"""Digits of a seal that is written down."""

SENTENCES: Mapping[str, Callable[[Game[Any], Sequence[str]], bool]] = {
    NEXT: _one_of(lambda game: game.rules.play.sequence.ids, empty=True),
    Open.word: _one_of(lambda game: tuple(game.rules.sides)),
    Pass.word: _one_of(lambda game: ("off", *game.rules.play.questions)),
    Chart.word: _one_of(lambda game: tuple(game.rules.printed.charts)),
    Concede.word: _one_of(lambda game: tuple(game.rules.sides), empty=True),
    Set.word: _sets,
    Adjust.word: _sets,
    TakeBack.word: _numbered,
    Ruling.word: _ruled,
    Keeping.word: _kept,
    Disputing.word: _of_dispute,
    Settle.word: _of_dispute,
}
"""Words that sentences begin with, and whether the words behind them make them notation."""
