"""IWO 3, 22.2.1: what may be said at any time may be said while a question is open, and stands beside the declaration
that waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from auditing.audit import AGREES, IRREGULAR, audit
from auditing.why import why
from domain.kernel.entries import standing
from domain.kernel.errors import NotNow, RuleBroken, Trouble
from domain.kernel.game import Game
from domain.record.diary import Diary
from recording.hearing import hear
from recording.waiting import Waiting
from replays import diary_file, interchange
from replays.notation import split
from tests import shipped
from tests.projections.test_views import SETUP
from tests.replays.test_notation import begin, say

AT_THE_ROW = (
    SETUP, 'adjust phase=us_bombard "as it lies"', 'adjust INF1,MG1 area=Green status=revealed "as it lies"',
    "bombards Green:NAV1,NAV2",
    "bombard Green 55666111",
)  # fmt: skip
"""Up to the question in which row the Japanese units stand (IWO 9.3.3(1))."""
MEANWHILE = (*AT_THE_ROW, "reveal MAR1", "third-division", "  row MG1,MAR1,INF1")


def facts(game: Game[Any]) -> list[Any]:
    return [entry.fact for entry in standing(game.entries)]


def test_the_question_is_put_anew_and_its_declaration_goes_on() -> None:
    """IWO 3, 9.3.3(1): given the US are asked for the row, when MAR1 is revealed, then it stands in the row, and is
    hit."""
    game = begin(*AT_THE_ROW)
    asked = game.pending()
    assert asked is not None
    assert "MAR1" not in asked.hint()
    say(game, "reveal MAR1")
    again = game.pending()
    assert again is not None
    assert (again.name, again.by) == (asked.name, asked.by)
    assert "MAR1" in again.hint()
    say(game, "third-division")
    say(game, "  row MG1,MAR1,INF1")
    assert game.waits is None
    assert {unit: game.state.units[unit].steps for unit in ("MG1", "MAR1", "INF1")} == {"MG1": 1, "MAR1": 1, "INF1": 1}
    assert game.state.third_division == "activated"
    assert {finding.verdict for finding in audit(game)} <= {AGREES, IRREGULAR, "adjusted"}
    assert any("MAR1" in cause.words for cause in why(game, "MAR1", depth=3).on)


@pytest.mark.parametrize("lines", [MEANWHILE, MEANWHILE[:-1], MEANWHILE[:-2]], ids=["whole", "still open", "after one"])
def test_a_file_and_an_export_hold_it_as_it_was_said(lines: tuple[str, ...], tmp_path: Path) -> None:
    game = begin(*lines)
    with Diary(tmp_path / "a.db") as diary, Diary(tmp_path / "b.db") as other:
        stored = diary.store("evening", game)
        assert facts(stored) == facts(game)
        text = diary_file.write(stored, lambda name: shipped.pack("iwo", name))
        assert "\nreveal MAR1\n" in text
        again = diary_file.play(diary_file.read(text, "x.diary", lambda name: shipped.pack("iwo", name)))
        assert facts(again)[1:] == facts(game)[1:]
        received = interchange.read_jsonl(
            iter(line.encode() + b"\n" for line in interchange.write_jsonl(diary, stored.id)), "x.jsonl"
        )
        other.receive(received.game_id, "evening", "iwo", received.sealed)
        opened = other.open(received.game_id)
        assert opened.state == game.state
        assert (opened.waits and opened.waits.name) == (game.waits and game.waits.name)
        assert not other.verify(opened.id)


def test_it_is_taken_back_and_said_again_like_any_line() -> None:
    game = begin(*MEANWHILE)
    before = facts(game)
    for left in (2, 1, 0):
        say(game, "takeback")
        assert len(facts(game)) < len(before)
        assert (game.waits and game.waits.name) == "row", left
    assert game.state.units["MAR1"].status == "concealed"
    while lines := Waiting(game.rules, game.entries).fresh:
        say(game, lines[0].text)
    assert facts(game) == before


def test_only_what_the_rules_allow_at_any_time_and_only_by_who_may_say_it() -> None:
    game = begin(*AT_THE_ROW)
    version = game.version
    for line, error, words in (
        ("bombard Green", NotNow, "the US side answers first"),
        ("us: reveal MAR1", RuleBroken, "reveal is for the Japanese side to declare"),
        ("reveal MG1", RuleBroken, "MG1 is revealed already"),
        ("reveal NAV1", RuleBroken, "no Japanese unit on the map"),
    ):
        with pytest.raises(error, match=words):
            say(game, line)
    assert game.version == version


def test_not_while_a_side_answers_in_secret() -> None:
    """IWO 9.3.3(3): given the Japanese settle in secret who is hit, when one of those is to be revealed, then they
    answer first."""
    game = begin(SETUP, 'adjust phase=us_bombard "as it lies"', "bombards Green:NAV1", "bombard Green 5566")
    assert game.waits is not None
    assert game.waits.secret == "jp"
    with pytest.raises(NotNow):
        say(game, "jp: reveal MAR1")


def test_before_the_us_it_tells_no_more_than_at_other_times() -> None:
    """Given the US look on, when a unit is revealed meanwhile or not, then a refusal tells nothing, and what is
    revealed is seen."""
    game = begin(*AT_THE_ROW)
    unseen = split("jp: reveal MAR1", game.rules.sides)
    assert unseen is not None
    with pytest.raises(Trouble):
        hear(game, unseen, "us")  # on the US side's own recorder
    game.follow(hear(game, unseen, "jp").entries)
    view = game.seen_by("us")
    assert view.state.units["MAR1"].status == "revealed"
    assert (view.waits and view.waits.name) == "row"
    say(game, "  row MG1,MAR1,INF1")
    assert game.seen_by("us").state.units["MAR1"].steps == 1
