"""Lines that a side says in secret: sealed, revealed, and nothing of them told to anybody else before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from auditing.audit import audit
from cli.main import main
from domain.kernel.entries import seen
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.game import Game, Outcome
from domain.kernel.state import PAPER
from recording.hearing import hear
from recording.recorder import Recorder
from replays.diary_file import play, read, write
from replays.papers import taken_apart
from tests.free.table import begun
from tests.properties.worlds import Curious, Watching
from tests.recording.in_memory import InMemory

PUBLIC = (
    "jp: 3Pz, 2Inf at Bonn",
    "us: 16A at Fulda",
    "3Pz =4, 16A =3",
    "jp: secret {one}",
    "us: 16A fires at Bonn roll 652: 3Pz -1",
    "Rommel > Mainz",
    "jp",
    "jp: secret the second is the same in both",
    "us +2 (2)",
    "jp: secret {two}",
    "next",
    "jp: reveal jp-2",
    "us: 16A > Mainz",
    "[2d6] for the weather",
    "dice 65",
    "jp: concede? never",
)
"""An evening; two of its secret lines may say anything."""
WORLDS = (
    {"one": "2Inf lies in wait at Mainz, and Rommel -1 [3d6]", "two": "x1"},
    {"one": "nobody", "two": 'us +9 (99), 16A gone; draw 7 from the "deep" well! ' * 9},
)


def evening(says: dict[str, str], sides: tuple[str, ...] = ("jp", "us")) -> tuple[Game[Any], list[Outcome]]:
    """The evening, with what was said in secret; each line is heard on the recorder of whose it is."""
    game = begun(sides, hides=["jp"])
    outcomes = [Outcome(tuple(game.entries))]
    for text in PUBLIC:
        line = taken_apart(game, text.format(**says))
        assert line is not None
        outcome = hear(game, line, "jp" if text.startswith("jp: ") else "")
        game.follow(outcome.entries)
        outcomes.append(outcome)
    return game, outcomes


class CuriousOnPaper(Curious):
    """Lines of paper that try to find out what is hidden."""

    def lines(self) -> Iterator[str]:
        yield from ("secret what", "us: secret what", "jp: reveal jp-1", "reveal jp-3", "us: reveal jp-1", "jp: secret")
        yield from (
            "2Inf > Mainz",
            "us: Rommel > Fulda",
            "16A at Mainz (9)",
            "us (2)",
            "note secret what",
            "set sealed.jp-1=x",
        )


class WatchingPaper(Watching):
    curious = CuriousOnPaper
    every, asking, settling = 7, 6, 15


def test_what_is_said_in_secret_makes_no_difference_to_anybody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FREE 9.1: given two games that differ in their secret lines alone, when another side, or whoever looks on, is
    shown and told of them, in screens, refusals, ledgers, exports, log and report, then no byte differs."""
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP", raising=False)
    (_, first), (_, second) = (evening(says) for says in WORLDS)
    hers = [
        [entry._replace(time="") for entry in seen([e for outcome in game for e in outcome.entries], "us")]
        for game in (first, second)
    ]
    assert hers[0] == hers[1]
    one = WatchingPaper().world(tmp_path / "one.db", first)
    two = WatchingPaper().world(tmp_path / "two.db", second, one.lines)
    assert not one.differs(two)
    assert "the second is the same in both" in one.log
    assert "in wait" not in repr(one)


def test_a_secret_line_counts_from_when_it_is_revealed() -> None:
    """FREE 9.2: given a line said in secret, when its side reveals it, then its marks count, and the audit and the file
    of the game say it again."""
    game = begun(("jp", "us"), hides=["jp"])
    hers, his = Recorder(game, InMemory(), "us"), Recorder(game, InMemory(), "jp")
    his.hear("jp: 3Pz at Bonn")
    his.hear("jp: secret it's at #3: 3Pz > Mainz, jp +2 !")
    assert (game.state.units["3Pz"].at, game.state.points, dict(game.state.slips)) == ("Bonn", {}, {"jp-1": "jp"})
    with pytest.raises(Trouble, match="jp side's to reveal"):
        hers.hear("us: reveal jp-1")
    assert game.seen_by("us").state.sealed == {}
    his.hear("reveal jp-1")
    assert (game.state.units["3Pz"].at, game.state.points, dict(game.state.slips)) == ("Mainz", {"jp": 2}, {})
    again = play(read(write(game, lambda name: None), "again", lambda name: None))
    assert again.state == game.state
    assert {one.verdict for one in audit(game)} == {"agrees"}


@pytest.mark.parametrize("text", ["us: secret weapons are shown", "secret plans burn", "us: reveal is a fine word"])
def test_who_hides_nothing_has_no_secret_lines(text: str) -> None:
    game = begun(("us", "uk"))
    Recorder(game, InMemory()).hear(text)
    assert not any(entry.fact.secret for entry in game.entries)


def test_where_it_lies_on_paper_nothing_is_sealed() -> None:
    game = begun(("jp", "us"), PAPER, hides=["jp"])
    with pytest.raises(Trouble, match="lies on paper"):
        Recorder(game, InMemory(), "jp").hear("jp: secret 3Pz > Mainz")
    assert game.version == 1 + sum(entry.fact.TOPIC != "game-began" for entry in game.entries)


def test_a_side_that_is_none_hides_nothing() -> None:
    with pytest.raises(BadInput, match="is no side of the game"):
        begun(("jp", "us"), hides=["uk"])


def test_under_a_passphrase_a_secret_line_is_read_by_its_side_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a pack whose game hides something, when its side says lines in secret under a passphrase, then nobody reads
    them without it, in the diary, its exports and its files, before they are revealed."""
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "suribachi")

    def run(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(main, ["--diary", str(tmp_path / "diary.db"), *words])
        assert done.exit_code == code, done.output
        return done.output

    pack = tmp_path / "pack.toml"
    pack.write_text(
        'system = "free"\nname = "drive"\nabout = "x"\n[game.Drive]\nsides = ["jp", "us"]\nhides = ["jp"]\n',
        encoding="utf-8",
    )
    run("new", "tonight", "--system", "free", "--pack", str(pack))
    run("declare", "tonight", "jp: 3Pz at Bonn", "--as", "jp")
    run("declare", "tonight", "jp: secret 3Pz > Mainz by night", "--as", "jp")
    run("declare", "tonight", "jp: secret Rommel is ill", "--as", "jp")
    assert "Mainz" in run("log", "tonight", "--as", "jp")
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP")
    for words in (("log", "tonight"), ("show", "tonight"), ("log", "tonight", "--as", "us"), ("why", "tonight", "3Pz")):
        assert "Mainz" not in run(*words)
    run("report", "tonight", "--as", "us", "-o", str(tmp_path / "us.html"))
    assert "Mainz" not in (tmp_path / "us.html").read_text("utf-8")
    assert b"by night" not in (tmp_path / "diary.db").read_bytes()
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "suribachi")
    run("declare", "tonight", "reveal jp-1", "--as", "jp")
    export = tmp_path / "us.jsonl"
    run("export", "tonight", "--as", "us", "--format", "jsonl", "-o", str(export))
    assert "is ill" not in export.read_text("utf-8")  # shorter words stand in what is sealed, by chance
    assert "by night" in export.read_text("utf-8")
    assert "differs" not in run("audit", "tonight", "--as", "us")
