"""Dice thrown again after a take-back: log, why and audit say so, and the same dice said again are no new throw.

`why` of a draw says what it was drawn from.
"""

from __future__ import annotations

import pytest

from auditing.audit import audit
from auditing.why import why
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn
from domain.kernel.game import Game
from domain.kernel.repeats import again_in, again_words, made_again
from projections.append_story import lines
from projections.log_lines import log_lines
from projections.report.luck import luck
from replays.writer import appends
from tests import shipped
from tests.auditing.test_audit import PLAYED, game_of, say

LAND, FIRST = "land 4D-R23 Green", "  fire INF1 dice=56214"


def thrown(*dice: str) -> Game[object]:
    """A landing under fire, said once for each of these dice, and taken back before each next."""
    game = game_of(*PLAYED[:5])
    begun = game.version
    for n, faces in enumerate(dice):
        if n:
            game.follow(game.take_back(begun).entries)
        say(game, LAND)
        say(game, FIRST.replace("56214", faces))
    return game


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        (("56214",), ""),
        (("56214", "56214"), ""),
        (("56214", "11111"), "was 5 6 2 1 4"),
        (("56214", "11111", "66666"), "was 5 6 2 1 4, was 1 1 1 1 1"),
        (("56214", "11111", "56214"), "was 5 6 2 1 4, was 1 1 1 1 1"),
        (("56214", "11111", "11111"), "was 5 6 2 1 4"),
    ],
)
def test_another_throw_names_what_it_stands_in_for(dice: tuple[str, ...], said: str) -> None:
    """Given a fire thrown, struck and thrown again, then the last throw names every other one before it."""
    game = thrown(*dice)
    entry = next(e for e in reversed(game.stands) if e.fact.TOPIC == "rolled")
    words = again_words(entry, made_again(game.entries).get(entry.version, ()))
    assert [part.split(" ", 1)[1] for part in words.rpartition(": ")[2].split(", ") if part] == [
        part for part in said.split(", ") if part
    ]


def test_the_last_lines_and_the_luck_of_a_report_say_it() -> None:
    """Given a fire thrown, struck and thrown again, then the screen's line and the report's tables of luck name what
    was struck; where nothing was taken back, neither says anything."""
    game, once = thrown("56214", "11111"), thrown("56214")
    assert "(rolled again after a take-back: #" in " ".join(lines_of(game))
    assert "again" not in " ".join(lines_of(once))
    again = next(table for table in luck(game.seen_by("umpire")) if table.title == "Made again after a take-back")
    assert len(again.rows) == 1
    assert str(again.rows[0][-1]).endswith("was 5 6 2 1 4")
    assert not [table for table in luck(once.seen_by("umpire")) if table.title == again.title]


def lines_of(game: Game[object]) -> list[str]:
    """The last line of a game, as a screen tells it."""
    last = list(appends(game.entries))[-1]
    return lines(last, game.rules.sides, again_in(last, game.entries))


def test_a_correction_is_no_new_throw() -> None:
    """Given dice that `fix` corrects behind a take-back, then they stand in for nothing, as they were not thrown."""
    game = game_of(*PLAYED[:5])
    begun = game.version
    say(game, LAND)
    say(game, FIRST)
    game.follow([entry_fixed(one) for one in game.take_back(begun).entries])
    say(game, LAND)
    say(game, FIRST.replace("56214", "11111"))
    assert not made_again(game.entries)


def entry_fixed(entry: Entry) -> Entry:
    """A take-back as `fix` makes it."""
    return entry._replace(fact=entry.fact.but(fixed=True))


def test_log_why_and_audit_say_that_dice_were_thrown_again() -> None:
    """Given dice thrown again after a take-back, then all three say so, and the audit accuses nobody."""
    game = thrown("56214", "11111")
    entry = next(e for e in reversed(game.stands) if e.fact.TOPIC == "rolled")
    words = again_words(entry, made_again(game.entries)[entry.version])
    assert words.startswith("rolled again after a take-back: #")
    line = next(line for line in log_lines(game.entries, game.entries, {}) if line.version == entry.version)
    assert line.again == words
    assert why(game, str(entry.version)).words.endswith(words)
    (finding,) = (found for found in audit(game) if found.again)
    assert finding.again == (f"#{entry.version} {words}",)
    assert finding.verdict == "agrees"


@pytest.mark.parametrize(
    ("system", "name"),
    [("ddat", "armour-set-up"), ("iph", "over-the-pali"), ("betio", "issue-in-doubt"), ("reef", "red-two")],
)
def test_why_of_a_draw_names_what_it_was_drawn_from(system: str, name: str) -> None:
    """Given a card or chit drawn, then `why` names all that could come up, it among them."""
    game = shipped.played(system, name)
    entry = next(e for e in game.stands if isinstance(e.fact, Drawn))
    assert isinstance(entry.fact, Drawn)
    (told,) = (cause.words for cause in why(game, str(entry.version)).on if cause.kind == "pool")
    head, _, inside = told.partition(": ")
    assert head.endswith("that could come up")
    assert entry.fact.item in [item.partition(" (")[0] for item in inside.split(", ")]
