"""What is said beside the rules is one table: every aside is read, written back, listed and known again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docs.make import reference
from domain.games import SYSTEMS
from domain.kernel.errors import BadInput
from domain.kernel.facts import Decided, Declared, Drawn, Fact, Irregular, Rolled
from domain.kernel.game import Game
from recording.waiting import Waiting
from replays import asides
from replays.asides import TABLE
from replays.lines import split
from replays.writer import Writer
from tests.projections.test_views import SETUP
from tests.replays.test_notation import begin, say

GRAMMAR = Path(__file__).parents[2] / "replays" / "grammar.md"
DIGITS = 64 * "0"
LINES = (
    'note "we land at nine"',
    'jp: note "we wait"',
    'jp: note secret "secret: the guns are in the Quarry"',
    'note "secret"',
    f"photo beach.jpg {DIGITS}",
    f'us: photo "the beach.jpg" {DIGITS} "after the \\"first\\" wave"',
    'dispute 1 line "Bob: it was 51214"',
    'jp: dispute 3 lines at 2 "the reef"',
    f'dispute "IWO 10.3" "a tank?" photo beach.jpg {DIGITS}',
    'dispute D1 "I saw a 4"',
    "us: kept 1 line 604206fa09cd15ac",
    'ruling "IWO 10.3" "tanks may land" "we agreed"',
    'settle D1 "we play it as it stands"',
    "us: settle D1 by 2 lines",
    'adjust vp_us=7 "the flag"',
    'adjust units.INF1.steps=1 units.MG1.steps=2 "one dot, and two"',
    "set vp_us=3 turn=2",
    "jp: set units.INF1.area=Green",
    "ruling R-02 per-unit",
    'ruling R-02 per-unit "agreed"',
    """chart areas Green '{"bdv": 1, "symbols": ["beach"], "adjacent": []}'""",
    """chart areas "a new one" '{"bdv": 2}'""",
    "jp: pass fire",
    "jp: pass fire off",
    "takeback 1 line",
    'takeback 2 lines "cocked"',
    "concede us",
    'concede jp "it is late"',
    "adjourn",
    'adjourn "the last train"',
    f"open jp {DIGITS}",
)
"""Every aside as it is written, each in the game it can be said in."""

TYPED = {
    "note we land at nine": 'note "we land at nine"',
    'adjust INF1,MG1 steps=1 "dots"': 'adjust units.INF1.steps=1 units.MG1.steps=1 "dots"',
    "set turn 3": "set turn=3",
    "dispute 1 it was a 4": 'dispute 4 lines "it was a 4"',
    "dispute IWO 10.3 a tank?": 'dispute "IWO 10.3" "a tank?"',
    "dispute R-12 a retreat?": 'dispute "IWO 11.1.2" "a retreat?"',
    "settle d1 by 1": "settle D1 by 5 lines",
    "chart areas Reef bdv=1 symbols=beach adjacent=none":
        """chart areas Reef '{"bdv": 1, "symbols": ["beach"], "adjacent": []}'""",
    "chart units INF1 assault=4":
        """chart units INF1 '{"side": "jp", "type": "infantry", "assault": 4, "mp": 2, "steps": 2}'""",
    "jp: concede": "concede jp", "takeback": "takeback 1 line", 'takeback 1 "the note"': 'takeback 2 lines "the note"',
}  # fmt: skip
"""What players type, and how it is written."""


def word_of(text: str) -> str:
    line = split(text, ("us", "jp"))
    assert line is not None
    return line.first


def game_for(text: str) -> Game[Any]:
    """A game in which the line can be said: a position is laid out before the first declaration."""
    if word_of(text) == "set":
        return begin("set INF1 status=concealed")
    disputed = ['dispute 10.3 "a tank?"'] if " d1" in text.casefold() else []
    return begin(SETUP, 'note "a"', 'note "b"', *disputed)


def said(game: Game[Any], text: str) -> list[Fact]:
    line = split(text, game.rules.sides)
    assert line is not None
    return asides.read_aside(game, line).facts


def test_every_aside_is_tried() -> None:
    assert {word_of(text) for text in LINES} == set(TABLE)


@pytest.mark.parametrize("text", LINES)
def test_a_line_becomes_facts_and_the_facts_that_line(text: str) -> None:
    game = game_for(text)
    facts = said(game, text)
    assert type(facts[0]) is TABLE[word_of(text)].makes
    assert asides.line_of(game, facts) == text
    assert said(game, asides.line_of(game, facts)) == facts


@pytest.mark.parametrize(("typed", "written"), TYPED.items())
def test_what_is_typed_otherwise_is_written_in_one_way(typed: str, written: str) -> None:
    game = game_for(typed)
    if typed.startswith("takeback 1 "):
        typed = typed.replace("1", str([e.version for e in game.entries if e.ends][-3]))
    assert asides.line_of(game, said(game, typed)) == written


def test_a_line_of_which_a_part_is_secret_is_one_line() -> None:
    """Given values of which one side alone may know some, when they are set by hand, then the facts are two and the
    line is one."""
    game = begin(SETUP)
    facts = said(game, 'jp: adjust vp_jp=2 units.INF1.steps=1 "as it lies"')
    assert [fact.secret for fact in facts] == ["", "jp"]
    assert asides.line_of(game, facts) == 'jp: adjust vp_jp=2 units.INF1.steps=1 "as it lies"'
    assert said(game, asides.line_of(game, facts)) == facts


@pytest.mark.parametrize("word", TABLE)
def test_an_aside_without_what_it_needs_says_how_it_is_written(word: str) -> None:
    game = begin(SETUP)
    if word in ("takeback", "adjourn"):  # which need nothing
        assert said(game, word)
        return
    with pytest.raises(BadInput) as refused:
        said(game, word)
    assert str(refused.value).strip()
    if TABLE[word].needs:
        assert TABLE[word].usage in str(refused.value)
        assert TABLE[word].usage.startswith(word)


def test_the_grammar_lists_the_table() -> None:
    """When this fails: `replays.asides.usages` prints it."""
    assert "\n".join(asides.usages()) in GRAMMAR.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", SYSTEMS)
def test_the_reference_pages_list_the_table(code: str) -> None:
    page = reference.page(code)
    for aside in TABLE.values():
        assert f"| `{aside.usage}` | {aside.does} |" in page.replace("\\|", "|")


def test_a_mistyped_aside_is_guessed_like_a_mistyped_verb() -> None:
    game = begin(SETUP)
    for text, meant in (
        ("notte x", "note"),
        ("rulling R-02 once", "ruling"),
        ("adjurn", "adjourn"),
        ("opne jp x", "open"),
    ):
        with pytest.raises(BadInput, match=f"there is no verb .* did you mean .*{meant}"):
            say(game, text)


def test_an_indented_line_is_no_aside() -> None:
    game = begin(SETUP, "land 4D-R23 Green")
    with pytest.raises(BadInput, match="nothing asks for note=x"):
        say(game, "  note x")


@pytest.mark.parametrize(
    "text",
    [
        text
        for text in LINES
        if word_of(text) not in ("takeback", "set", "concede", "open") and TABLE[word_of(text)].makes.STRUCK
    ],
)
def test_what_is_said_again_waits_no_longer(text: str) -> None:
    """Given an aside that was taken back, when it is said again, then it does not wait, and nothing else does."""
    game = begin(SETUP, *["jp: pass fire"] * text.endswith(" off"))
    say(say(game, text), "takeback")
    assert [line.text for line in Waiting(game.rules, game.entries).lines] == [text]
    say(game, text)
    assert Waiting(game.rules, game.entries).lines == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("ruling R-02 per-unit", "ruling R-02 once", True),
        ('adjust vp_us=7 "the flag"', 'adjust vp_us=8 "two flags"', True),
        ('adjust vp_us=7 "the flag"', 'adjust vp_jp=7 "the flag"', False),
        ("chart areas Green bdv=1 adjacent=none", "chart areas Green bdv=2 adjacent=none", True),
        ("chart areas Green bdv=1 adjacent=none", "chart areas Amber bdv=1 adjacent=none", False),
        (f"photo a.jpg {DIGITS}", f'photo a.jpg {64 * "1"} "closer"', True),
        ('note "one"', 'note "two"', False),
        ('jp: note secret "one"', 'jp: note secret "two"', True),
        ("jp: pass fire", "us: pass fire", False),
    ],
)
def test_what_a_line_is_about(one: str, other: str, same: bool) -> None:
    """What is secret is the same whatever it holds: what waits would tell that it was changed."""
    game = begin(SETUP)
    first, second = (asides.about(said(game, text)[0]) for text in (one, other))
    assert (first == second) is same


@pytest.mark.parametrize(
    ("line", "before", "some"),
    [
        ("ruling", (), "R-02"),
        ("ruling", ("R-02",), "per-unit"),
        ("adjust", (), "INF1"),
        ("set", ("INF1",), "Green"),
        ("chart", (), "areas"),
        ("concede", (), "jp"),
    ],
)
def test_names_that_may_stand_on_its_line_are_known(line: str, before: tuple[str, ...], some: str) -> None:
    assert some in TABLE[line].candidates(begin(SETUP), before)


@pytest.mark.parametrize(
    ("line", "before"), [("ruling", ("R-99",)), ("ruling", ("R-02", "once")), ("note", ()), ("concede", ("jp",))]
)
def test_where_no_name_may_stand_none_is_known(line: str, before: tuple[str, ...]) -> None:
    assert list(TABLE[line].candidates(begin(SETUP), before)) == []


def test_what_no_line_gives_is_said_to_have_none() -> None:
    """Only what a player says is a line; what follows from it is not."""
    game = begin(SETUP)
    assert not {aside.makes for aside in TABLE.values()} & {Declared, Decided, Rolled, Drawn, Irregular}
    with pytest.raises(BadInput, match="a fact 'game-began' has no line of its own"):
        Writer(game).line(game.entries[:1])
