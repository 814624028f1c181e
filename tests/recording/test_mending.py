"""A correction at a table without a terminal, and a game opened there: kept beside a diary, told in lines, recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from auditing.audit import mend_behind
from domain.kernel.entries import SPECTATOR
from domain.kernel.errors import BadInput, OutOfTurn, Shut, Trouble
from domain.kernel.facts import GameBegan
from domain.record.diary import Diary
from recording.keeping import Kept
from recording.mending import Mending, waits
from recording.recorder import Recorder
from tests.recording.in_memory import SETUP, begun
from tests.recording.test_fix import lines, number

BOMBARDED = (
    "setup",
    "bombards Green:NAV1 Amber:NAV2",
    "  caves 2",
    "  caves 1",
    "bombard Amber 1234",
    "bombard Green 5566",
    'dispute 4 "was it Amber?"',
)
"""Two beaches bombarded (IWO 9.3), the first of which was Green."""
BOBS = "suribachi"


def way(side: str) -> str:
    return f"the {side} phone takes its passphrase"


@pytest.fixture
def began() -> GameBegan:
    found = begun().began
    assert found is not None
    return found


@pytest.fixture
def diary(tmp_path: Path) -> Iterator[Diary]:
    with Diary(tmp_path / "d.db") as opened:
        yield opened


@pytest.fixture
def table(diary: Diary, began: GameBegan) -> Recorder:
    """A recorder of an evening kept in a diary, before a screen that all look at."""
    kept = Kept(diary, way)
    recorder = Recorder(kept.open(diary.new("iwo", "evening", began).id), kept, "")
    for line in BOMBARDED:
        recorder.say(line)
    return recorder


def test_a_correction_is_left_taken_up_again_and_recorded_with_its_dispute(table: Recorder, diary: Diary) -> None:
    """IWO 9.3: given `bombard Amber 1234` where Green was meant, when the later line that no longer fits is left to be
    decided, and decided on a recorder that takes it up, then all is recorded, and the dispute closed by it."""
    first = Mending(table, diary, mend_behind)
    fixing = first.begin(number(table.game, "declared", "bombard"), ["bombard", "Green"])
    first.settling(fixing, "D1")
    fixing = first.finish(fixing)
    assert first.stopped(fixing)[0].endswith("the last: bombard Green dice=5566")
    assert waits(diary, table.game.id)
    with pytest.raises(BadInput, match="another correction of this game waits"):
        first.begin(fixing.plan.entry, ["bombard", "Green"])
    again = Mending(table, diary, mend_behind)
    fixing = again.resumed()
    assert again.stays_open(fixing) == "D1 stays open: nothing was recorded; the correction that waits settles it"
    with pytest.raises(Trouble):
        again.decide(fixing, "area=Moon")
    again.decide(fixing, "area=Amber")
    fixing = again.finish(fixing)
    assert not again.waits
    assert again.came_to(fixing)[0].startswith("2 said otherwise")
    table.say(again.closing(fixing))
    assert not table.game.disputes["D1"].open
    assert again.closing(fixing) == ""
    assert lines(table.game)[-3:-1] == ["bombard Green 1234", "bombard Amber 5566"]
    assert diary.open(table.game.id).state == table.game.state


def test_what_a_side_seals_stops_a_correction_in_the_words_of_the_front_end(
    diary: Diary, began: GameBegan, tmp_path: Path
) -> None:
    """Given a side's passphrase that was not said, then a correction says how it is said here; once it was, the game is
    read whole, and a correction begins."""
    made = diary.new("iwo", "sealed", began.but(hidden="record"), {"jp": BOBS})
    umpire = Recorder(made, diary, "umpire")
    umpire.say(SETUP)
    with Diary(tmp_path / "d.db") as other:
        kept = Kept(other, way)
        game: Any = kept.open(made.id)
        table = Recorder(game, kept, "")
        with pytest.raises(Shut, match="what the Japanese side keeps sealed: the jp phone takes its passphrase"):
            Mending(table, other, mend_behind)
        with pytest.raises(BadInput):
            kept.unlock(game, "jp", "fuji")
        kept.unlock(game, "jp", BOBS)
        table.begin_anew()
        assert not game.shut
        assert game.state == made.state
        assert Mending(table, other, mend_behind).waits is False


def test_spectators_correct_nothing(table: Recorder, diary: Diary) -> None:
    with pytest.raises(OutOfTurn, match="spectators look on, and say nothing"):
        Mending(Recorder(table.game, table.keeper, SPECTATOR), diary, mend_behind)
