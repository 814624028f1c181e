"""Secrets under a passphrase: who has it reads them, nobody else does, and what was sealed cannot be another
content."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from auditing.audit import AGREES, audit
from cli.main import main
from domain.kernel import beside
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import GameBegan, SecretsOpened
from domain.kernel.game import Game
from domain.record import locking
from domain.record.diary import Diary
from replays.interchange import read_jsonl, write_jsonl
from replays.notation import speak, split
from tests import shipped
from tests.cli.conftest import SETUP

WORDS = "suribachi"
LINES = (
    SETUP,
    "bombards Green:NAV1,AIR1",
    "bombard Green 6551123",
    "order INF1,MAR1",
    "jp: pass fire",
    "land 4D-R23 Green",
)


def say(diary: Diary, game: Game[Any], text: str) -> None:
    line = split(text, game.rules.sides)
    assert line is not None
    diary.append(game, speak(game, line))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sealed game under way."""
    pack = shipped.pack("iwo")
    with Diary(tmp_path / "d.db") as diary:
        game = diary.new(
            "iwo",
            "sealed",
            GameBegan(system="iwo", title="t", charts=pack.charts, complete=pack.complete),
            {"jp": WORDS},
        )
        for text in LINES:
            say(diary, game, text)
    return tmp_path / "d.db"


def test_without_the_passphrase_nothing_secret_is_read(path: Path) -> None:
    """Given a sealed game, then its fold holds what everybody may know; the file holds none of the answers; the seals
    fit."""
    with Diary(path) as diary:
        game = diary.open(diary.find("sealed").id)
        assert diary.locked(game.id) == ["jp"]
        assert game.state.units["INF1"].area == ""
        assert [e.fact.TOPIC for e in game.entries if e.fact.secret] == ["sealed"] * 6
        assert not diary.verify(game.id)
        boxes = b"".join(bytes(state) for _, topic, state in diary.stored(game.id) if topic != "game-began")
        assert b"MAR1" not in boxes
        assert b"Ridge" not in boxes


def test_with_the_passphrase_the_game_goes_on(path: Path) -> None:
    with Diary(path) as diary:
        line = diary.find("sealed")
        with pytest.raises(BadInput, match="not jp's passphrase"):
            diary.unlock(line.id, "jp", "fuji")
        with pytest.raises(BadInput, match="us has nothing under a passphrase"):
            diary.unlock(line.id, "us", WORDS)
        diary.unlock(line.id, "jp", WORDS)
        game = diary.open(line.id)
        assert game.state.units["INF1"].steps == 1
        assert game.state.passes == ("jp:fire",)
        say(diary, game, "land 4D-R24 Green")
        assert game.waits is None
        assert all(finding.verdict == AGREES for finding in audit(game))


def test_an_audit_without_the_passphrase_accuses_nobody(path: Path) -> None:
    """Given a sealed game played by the rules, when it is audited without the passphrase, then nothing differs, and the
    exit code is 0."""
    said = CliRunner().invoke(main, ["--diary", str(path), "audit", "sealed"])
    assert said.exit_code == 0, said.output
    assert "cannot be decided" in said.output
    assert "differs" not in said.output


def test_a_secret_is_not_written_without_its_key(path: Path) -> None:
    with Diary(path) as diary:
        game = diary.open(diary.find("sealed").id)
        with pytest.raises(BadInput, match="sealed under a passphrase that was not said"):
            diary.append(game, game.beside(beside.note(game, "x", "jp").but(secret="jp")))


def test_what_is_opened_everybody_reads_and_a_branch_and_an_export_keep_it(path: Path, tmp_path: Path) -> None:
    with Diary(path) as diary:
        game_id = diary.find("sealed").id
        diary.unlock(game_id, "jp", WORDS)
        game = diary.open(game_id)
        branched = diary.branch(game_id, game.version, "what-if")
        assert branched.state == game.state
        closed = list(write_jsonl(diary, game_id))
        diary.append(game, game.beside(SecretsOpened(side="jp", key=diary.keys(game_id)["jp"].hex())))
    with Diary(path) as diary:
        assert diary.open(game_id).state == game.state
        assert not diary.verify(game_id)
        opened = list(write_jsonl(diary, game_id))
    for name, lines, state in (("closed", closed, ""), ("opened", opened, "Green")):
        with Diary(tmp_path / f"{name}.db") as other:
            received = read_jsonl(lines, name)
            other.receive(received.game_id, received.name, received.system, received.sealed)
            assert other.open(received.game_id).state.units["INF1"].area == state
            assert not other.verify(received.game_id)


def test_a_box_holds_what_was_committed_to_at_its_place_and_nothing_else() -> None:
    """Given a box, when key, place, content or commitment is another, then it does not open."""
    lock, key = locking.lock(WORDS)
    assert locking.unlock(WORDS, lock, "jp") == key
    box = locking.close(key, 7, "iwo.hidden-setup", b'{"places":{}}')
    assert locking.open_box(key, 7, "iwo.hidden-setup", box) == b'{"places":{}}'
    other = locking.close(key, 7, "iwo.hidden-setup", b'{"places":{"INF1":"Green"}}')
    assert len(box.content) == len(other.content)  # the length tells nothing of it
    for wrong in (
        (bytes(32), 7, "iwo.hidden-setup", box),
        (key, 8, "iwo.hidden-setup", box),
        (key, 7, "iwo.concealed-losses", box),
        (key, 7, "iwo.hidden-setup", box._replace(content=box.content[:-8] + "AAAAAAA=")),
        (key, 7, "iwo.hidden-setup", box._replace(commitment=other.commitment)),
    ):
        with pytest.raises(ValueError, match="box"):
            locking.open_box(*wrong)


def test_a_public_form_that_is_not_the_secrets_is_found_out(path: Path) -> None:
    """Given a file whose public forms a stranger changed and sealed anew, then the key shows it."""
    with Diary(path) as diary:
        game_id = diary.find("sealed").id
        diary.unlock(game_id, "jp", WORDS)
        version, topic, state = next(row for row in diary.stored(game_id) if row[1] == "iwo.hidden-setup")
        changed = bytes(state).replace(b"the Japanese setup is sealed", b"the Japanese setup is absent")
        from domain.record.codec import decode

        with pytest.raises(Damaged, match="its public form is not that of the secret"):
            decode(version, topic, changed, diary.rules(game_id).play.topics, diary.keys(game_id))
