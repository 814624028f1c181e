"""Blood Reef and Pearl Harbor under passphrases: what was sealed is opened, whatever was sealed after it; and so it is
in diaries of old.

`old/*.jsonl` were written before a sealed entry had a subject: `landing`, in which of all slips and waves only the last
could be opened, and `pali`, with a disposition said again. Both are under the passphrases below.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from domain import games
from domain.free.charts import GameRow
from domain.free.setting import rules_for
from domain.kernel.facts import Fact
from domain.record import codec
from domain.record.diary import Diary
from tests.record.second_verifier import second_opinion
from tests.record.stranger import VERIFY, by_itself, keyless, rewritten
from tests.shipped import played

PASSPHRASES = {"us": "betio bay", "jp": "takenoko"}
OLD = Path(__file__).parent / "old"
REPLAYS = VERIFY.parents[1] / "replays"

Run = Callable[..., Result]


@pytest.fixture
def run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `wardiary` on the diary where both passphrases were said, on a machine that never saw it; what goes wrong
    unasked fails the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    for side, words in PASSPHRASES.items():
        monkeypatch.setenv(f"WARDIARY_PASSPHRASE_{side.upper()}", words)

    def run(*words: str, code: int = 0) -> Result:
        done = CliRunner().invoke(main, ["--diary", str(path), *words])
        assert done.exit_code == code, done.output + repr(done.exception)
        return done

    return run


@pytest.fixture
def landing(run: Run) -> Run:
    """The old diary of Blood Reef: two Cloaking boxes, the second said again after a take-back; waves 1 and 2, wave 1
    said again; a slip opened."""
    run("import", str(OLD / "landing.jsonl"))
    return lambda line, **code: run("declare", "landing", line, "--as", "umpire", **code)


def opened(path: Path) -> list[tuple[int, str]]:
    """What a game's facts open, as who knows no passphrase finds it, and what is wrong with each."""
    with keyless(path) as diary:
        (game,) = diary.games()
        assert diary.locked(game.id) == ["us", "jp"][-len(diary.locks(game.id)) :]
        return [(one.opened, one.wrong) for one in diary.revealed(game.id)]


def proved_in_copies(run: Run, path: Path, game: str, number: int) -> None:
    """So many secrets are proved in the whole game's export, which another diary takes in, and in each side's, which
    withholds the rest."""
    with keyless(path) as diary:
        seal = diary.head(diary.find(game).id)
    for side in ("", *PASSPHRASES):
        file = path.parent / f"{side or 'whole'}.jsonl"
        run("export", game, "--format", "jsonl", "-o", str(file), *(("--as", side) if side else ()))
        lines = file.read_text("utf-8").splitlines()
        withheld = sum('"wardiary.withheld"' in line for line in lines)
        counted = f"{withheld} of {len(lines) - 1} entries {'is' if withheld == 1 else 'are'} withheld"
        opened = f"{number} opened secrets as committed to"
        assert by_itself(file) == f"ok: every seal fits, {f'{counted}, ' if withheld else ''}{opened}"
        assert (counted in run("verify", str(file)).stdout) is bool(withheld)
        assert second_opinion(file.read_bytes()) == (True, withheld)
        assert f"{number} secrets revealed and checked" in run("verify", str(file), seal).stdout
    done = CliRunner().invoke(
        main, ["--diary", str(path.parent / "another.db"), "import", str(path.parent / "whole.jsonl")]
    )
    assert f"every seal fits, {number} secrets revealed and checked" in done.stderr


def sealed(path: Path, topic: str) -> list[int]:
    """The entries of a topic, those taken back too."""
    with keyless(path) as diary:
        return [version for version, of, _ in diary.stored(diary.games()[0].id) if of == topic]


# ---- diaries of old ----


@pytest.mark.parametrize("name", ["landing", "pali"])
def test_an_old_diary_proves_what_it_proved(run: Run, path: Path, name: str) -> None:
    """Given a diary from before, then it is taken in, whole, and its one opened secret is proved, with wardiary and
    without."""
    assert "every seal fits, 1 secret revealed and checked" in run("import", str(OLD / f"{name}.jsonl")).stderr
    assert "1 secret revealed and checked" in run("doctor").stdout
    assert [wrong for _, wrong in opened(path)] == [""]
    assert by_itself(OLD / f"{name}.jsonl") == "ok: every seal fits, 1 opened secret as committed to"


def test_in_an_old_diary_every_slip_and_wave_is_opened(landing: Run, run: Run, path: Path) -> None:
    """BRT 15.13, CG2.3: given slips and waves sealed one after the other by an older wardiary, then each is opened, in
    any order."""
    waves, slips = sealed(path, "reef.wave-assigned"), sealed(path, "reef.slip-written")
    landing('us: enter 2-W2 Z22..27 how=wade none !"early"')
    landing("us: unseal cloaking-1")
    landing('us: enter 2-W1 Z22..27 how=wade none !"early"')
    landing("us: unseal cloaking-2")
    cloaking_1, _, cloaking_2, exchange = slips
    _, second, first_again = waves
    assert opened(path) == [(version, "") for version in (exchange, second, cloaking_1, first_again, cloaking_2)]
    assert "5 secrets revealed and checked" in run("doctor").stdout


def test_in_an_old_diary_the_last_disposition_is_shown(run: Run, path: Path) -> None:
    """IPH 7.3: given ships disposed twice in an older diary, when the cover is lifted, then the second disposition is
    opened."""
    run("import", str(OLD / "pali.jsonl"))
    run("declare", "pali", 'jp: uncover !"early"', "--as", "umpire")
    _, second = sealed(path, "iph.disposition-chosen")
    assert opened(path)[1:] == [(second, "")]


# ---- played ----


def test_blood_reef_is_played_to_its_end_under_passphrases(run: Run, path: Path, tmp_path: Path) -> None:
    """BRT CG2.3, 15.13: given the campaign that was played, when it is said again with both passphrases, then all its
    waves and slips are proved."""
    text = (REPLAYS / "reef" / "red-two.diary").read_text("utf-8")
    readings = [
        word for said in played("reef", "red-two").state.readings.items() for word in ("--reading", "=".join(said))
    ]
    run("new", "red-two", "--system", "reef", "--pack", "sample", "--scenario", "II", "--hidden", "recorded", *readings)
    lines = tmp_path / "lines.txt"
    lines.write_text(text.partition("\npack: ")[2].partition("\n")[2].replace("~", ""), "utf-8")
    run("play", "red-two", str(lines), "--as", "umpire")
    found = opened(path)
    assert found == [(version, "") for version, _ in found]
    state = played("reef", "red-two").state
    waves = [name for name, wave in state.waves.items() if wave.open]
    assert len(found) == len(waves) + len(state.slips) == 21
    with Diary(path) as diary:
        game = diary.games()[0].id
        for side, words in PASSPHRASES.items():
            diary.unlock(game, side, words)
        assert diary.open(game).state == state
    proved_in_copies(run, path, "red-two", 21)


def test_an_earlier_cloaking_box_is_opened(run: Run, path: Path) -> None:
    """BRT CG5: given two boxes, each from a line of its own, when the first is unsealed, then it is opened, though
    another was sealed after it."""
    run("new", "g", "--system", "reef", "--pack", "sample", "--scenario", "II", "--hidden", "recorded")
    run("declare", "g", "us: cloak 2-F4:6-6-8 2-F4:leader", "--as", "us")
    run("declare", "g", "us: cloak 2-F4:6-6-8 2-F4:MMG", "--as", "us")
    run("declare", "g", "us: unseal cloaking-1", "--as", "us")
    assert opened(path) == [(sealed(path, "reef.slip-written")[0], "")]


def test_a_slip_that_was_said_again_is_opened_as_it_stands(landing: Run, run: Run, path: Path) -> None:
    """BRT CG3.12: given an Observer recorded, taken back, recorded in two other hexes, and in a fourth, taken back,
    then the third is shown."""
    landing('us: observer N1 Z20 !"early"')
    landing("takeback 1 line")
    landing('us: observer N1 Z24 !"early"')
    landing('us: observer N1 Z26 !"the wrong hex"')
    landing('us: observer N1 Z28 !"the wrong hex again"')
    landing("takeback 1 line")
    landing('us: exchange date="22 AM" !"early"')
    landing("us: unseal observer-1-N1")
    *_, third, _, _ = sealed(path, "reef.slip-written")
    assert opened(path)[1:] == [(third, "")]
    proved_in_copies(run, path, "landing", 2)


def test_what_was_set_by_hand_is_opened_when_it_is_set_back_or_sealed_again(landing: Run, path: Path) -> None:
    """BRT 15.13, CG2.3: given a slip and a wave that were set by hand in secret, then they are not what was sealed,
    until they are again."""
    landing('us: adjust slips.cloaking-1.says=2-F4:6-6-8,2-F4:MMG "the MMG, not the leader"')
    landing('us: adjust waves.2-W2.turn=5 "two turns later"')
    assert "is set back as it was, or sealed again" in " ".join(landing("us: unseal cloaking-1", code=2).stderr.split())
    enter = 'us: enter 2-W2 Z22..27 how=wade none !"early"'
    assert "sealed again" in " ".join(landing(enter, code=2).stderr.split())
    landing('us: adjust slips.cloaking-1.says=2-F4:6-6-8,2-F4:leader "the leader after all"')
    landing('us: wave 2 2-F4,2-F5 none !"early"')
    landing("us: unseal cloaking-1")
    landing(enter)
    assert opened(path)[1:] == [
        (sealed(path, "reef.slip-written")[0], ""),
        (sealed(path, "reef.wave-assigned")[-1], ""),
    ]


def test_a_branch_opens_what_was_sealed_before_it(landing: Run, run: Run, path: Path) -> None:
    """Given a branch from the old diary, then what was sealed before is opened in it, and is proved in its exports."""
    landing("us: unseal cloaking-1")
    run("branch", "landing", "what if", "--at", "17")
    run("declare", "what if", "us: unseal cloaking-1", "--as", "umpire")
    run("declare", "what if", "us: unseal cloaking-2", "--as", "umpire")
    assert run("doctor").stdout.count("2 secrets revealed and checked") == 2
    proved_in_copies(run, path, "what if", 2)


# ---- told ----


FALSE = {
    "a wave that was said again": (
        'us: enter 2-W1 Z22..27 how=wade none !"early"',
        "reef.wave-opened",
        "reef.wave-assigned",
        0,
    ),
    "a slip that was taken back": ("us: unseal cloaking-2", "reef.slip-opened", "reef.slip-written", 1),
}
TOLD = {
    "a wave that was said again": (r"it opens entry 22, which entry 32 replaced", "is not the last of what it reveals"),
    "a slip that was taken back": (r"it opens entry 13, which had been taken back", "had been taken back"),
}


@pytest.mark.parametrize("name", FALSE)
def test_who_opens_another_than_the_last_is_told(landing: Run, run: Run, path: Path, tmp_path: Path, name: str) -> None:
    """Given a program of somebody's own, which opens truly what was replaced or struck, then doctor, verify, import and
    verify.py tell it.

    So do those who have the Japanese player's copy, where what was not opened is withheld.
    """
    line, opens, held, which = FALSE[name]
    landing(line)
    with Diary(path) as diary:
        (game,) = diary.games()
        diary.unlock(game.id, "us", PASSPHRASES["us"])
        false, version = sealed(path, held)[which], sealed(path, opens)[-1]
        box = next(codec.boxed(*row) for row in diary.stored(game.id) if row[0] == false)
        assert box
        opening = box.opening(diary.keys(game.id)["us"])
        whole = diary.open(game.id)

        def change(body: dict[str, Any]) -> None:
            body["opens"] = [str(false), opening.salt.hex(), opening.fact.decode()]
            body["fact"] = body["fact"] | {
                name: value for name, value in json.loads(opening.fact).items() if name not in ("secret", "rule")
            }

        rewritten(diary, whole, version, change)
        seal = diary.head(game.id)
    told, alone = TOLD[name]
    assert told in " ".join(run("doctor", "--accept", code=1).stdout.split())
    assert told in run("verify", "landing", seal, code=1).stderr
    for side in ("", "us", "jp"):
        file = tmp_path / f"{side or 'whole'}.jsonl"
        run("export", "landing", "--format", "jsonl", "-o", str(file), *(("--as", side) if side else ()))
        assert not second_opinion(file.read_bytes())[0]
        assert by_itself(file).endswith(f": entry {version} opens entry {false}, which {alone}")
        for words in (("verify", str(file), seal), ("import", str(file), "--name", "another")):
            assert f"opens entry {false}, which" in " ".join(
                run(*words, code=1 if words[0] == "verify" else 2).stderr.split()
            )


HIDING = GameRow(sides=("One", "Two"), hides=("one",))
"""A game of any title, of which one side hides something."""


def test_the_checker_that_stands_by_itself_knows_what_each_game_reveals() -> None:
    """Given the table in verify.py, then it says of every game what its facts say; and what names a subject is written
    in each of them."""
    spec = importlib.util.spec_from_file_location("verify", VERIFY)
    assert spec
    assert spec.loader
    verify = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(verify)
    known: dict[str, tuple[str, str, tuple[str, ...]]] = {}
    for system in games.SYSTEMS:
        if system != "toy":
            rules = rules_for("any", HIDING) if games.SYSTEMS[system].any_title else games.load(system)
            topics = rules.play.topics
            for fact in [fact for fact in topics.values() if fact.REVEALS]:
                secret = topics[fact.REVEALS]
                known[fact.TOPIC] = (secret.TOPIC, secret.ANNOUNCED, secret.ABOUT)
                stored: list[type[Fact]] = [fact, topics[secret.ANNOUNCED]]
                assert all(kind.model_fields[name].is_required() for kind in stored for name in secret.ABOUT), (
                    "a default is not stored"
                )
    assert known == verify.REVEALS, "REVEALS in auditing/verify.py, which knows no wardiary, has a line for each"
