"""Lines as tired people type them, in places of played games: none is misunderstood, and what is refused is refused
with words that help."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from domain.kernel.facts import same
from tests.typed.at_table import HERE, Place, places, situations

UNHELPFUL = 0.1
"""At most so much of a list is refused without a word that helps."""


SEVERAL = ("typed", "does", "offers", "shows", "says")
"""What may be one line, or several."""


class Line(NamedTuple):
    """What somebody typed, and what it should do; one of the last five says what."""

    list: str
    situation: str
    typed: tuple[str, ...]
    means: str = ""
    does: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    unhelpful: bool = False


def several(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def lines() -> Iterator[Line]:
    for path in sorted(HERE.glob("*.toml")):
        for row in tomllib.loads(path.read_text("utf-8")).get("line", []):
            yield Line(path.stem, **{key: several(value) if key in SEVERAL else value for key, value in row.items()})


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Place]:
    return {place.situation.id: place for place in places(tmp_path_factory.mktemp("typed"))}


LISTS: dict[str, list[Line]] = {}
for one in lines():
    LISTS.setdefault(one.list, []).append(one)


def missed(place: Place, line: Line) -> str:
    """What a line did otherwise than it should; "" where it did what it should."""
    said = place.type(*line.typed)
    if line.offers:
        if said.facts or said.struck:
            return f"recorded at once, and not offered: {said.told}"
        said = place.type(*line.typed, "")
    if line.does or line.offers:
        like = place.type(*(line.does or line.offers))
        alike = (
            len(like.facts) == len(said.facts) and all(map(same, like.facts, said.facts)) and like.struck == said.struck
        )
        if not like.facts and not like.struck:
            return f"{line.does or line.offers} itself is refused: {like.told}"
        return "" if alike else f"not as {line.does or line.offers}: {said.told}"
    if said.facts or said.struck:
        return f"something was recorded: {said.told}"
    if line.shows:
        return "" if said.told.endswith(place.type(*line.shows).told) else f"not as {line.shows}: {said.told}"
    told = " ".join(said.told.split())
    return "; ".join(f"{words!r} is not in: {told}" for words in line.says if words not in told)


@pytest.mark.parametrize("name", LISTS)
def test_lines_are_understood_or_refused_with_words_that_help(name: str, at: dict[str, Place]) -> None:
    """Given a place in a played game, when a line is typed as people type it, then it does what was meant, or is
    refused with what helps."""
    wrong = {
        f"{line.situation}: {' / '.join(line.typed)}": why
        for line in LISTS[name]
        if (why := missed(at[line.situation], line))
    }
    assert not wrong, "\n".join(f"{typed}\n    {why}" for typed, why in wrong.items())


@pytest.mark.parametrize("name", LISTS)
def test_at_most_a_tenth_is_refused_without_a_word_that_helps(name: str) -> None:
    assert sum(line.unhelpful for line in LISTS[name]) <= UNHELPFUL * len(LISTS[name])


def test_each_line_says_what_it_should_do() -> None:
    for line in (line for each in LISTS.values() for line in each):
        assert line.situation in situations(), line
        assert sum(map(bool, (line.does, line.offers, line.shows, line.says, line.unhelpful))) == 1, line
