"""What a game was played under stands in its record, and later rules read it as its own rules did."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

from auditing.audit import AGREES, DIFFERS, MENDED, UNDECIDABLE, audit, mend_behind
from auditing.traces import READING, changed_by
from cli.main import main
from domain import games
from domain.games import SYSTEMS, load
from domain.iwo import facts as f
from domain.kernel.entries import Made
from domain.kernel.facts import Fact, GameBegan, Irregular, RulingMade
from domain.kernel.game import Game
from domain.kernel.rules import Mend, Rules
from domain.kernel.table import Table
from domain.record import diary as record
from domain.record.diary import Diary
from domain.version import VERSION
from replays import diary_file, interchange
from replays.notation import speak, split
from tests import shipped
from tests.cli.conftest import SETUP

ROOT = Path(__file__).parents[2]
RECORDED = sorted((ROOT / "replays").glob("*/*.jsonl"))
LINES = (
    SETUP, "bombards Green:NAV1,AIR1 Amber:NAV2",
    "bombard Green 6551123", "  order INF1,MAR1", "bombard Amber 1234", "land 4D-R23 Green fire=none",
)  # fmt: skip
MEND = Mend(
    load("iwo").version + 1, ("IWO 10.3",), "a landing cost what one beach costs; it costs 1 MP more", "IWO-V-99"
)


def begun(diary: Diary, **began: Any) -> Game[Any]:
    pack = shipped.pack("iwo")
    return diary.new(
        "iwo", "game", GameBegan(system="iwo", title="t", charts=pack.charts, complete=pack.complete, **began)
    )


def say(diary: Diary, game: Game[Any], *lines: str) -> None:
    for text in lines:
        line = split(text, game.rules.sides)
        assert line is not None
        diary.append(game, speak(game, line))


def dearer(rules: Rules[Any], *mends: Mend) -> Rules[Any]:
    """Rules in which landing costs 1 MP more."""
    old, record = rules.play.verbs["land"].procedure, Table.record

    def dearer(table: Table[Any], fact: Fact) -> None:
        record(table, fact.but(cost=fact.cost + 1) if isinstance(fact, f.UnitLanded) else fact)

    def land(table: Table[Any], **values: Any) -> None:
        with patch.object(Table, "record", dearer):
            old(table, **values)

    verbs = {**rules.play.verbs, "land": replace(rules.play.verbs["land"], procedure=land)}
    return replace(rules, play=replace(rules.play, verbs=verbs), mends=mends)


@pytest.fixture
def mended(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Lets the rules of Iwo Jima be others from here on."""

    def now(rules: Rules[Any]) -> None:
        monkeypatch.setattr("domain.iwo.RULES", rules)
        games.load.cache_clear()

    yield now
    monkeypatch.undo()
    games.load.cache_clear()


# ---- readings ----


def test_every_reading_in_force_stands_in_the_first_entry(tmp_path: Path) -> None:
    """Given one reading that is not the usual one, when a game begins, then it and all usual ones are recorded."""
    with Diary(tmp_path / "d.db") as diary:
        game = begun(diary, readings={"R-02": "per-unit"})
        assert game.began is not None
        readings = load("iwo").readings
        assert dict(game.began.readings) == {
            id: "per-unit" if id == "R-02" else reading.default for id, reading in readings.items()
        }


def test_other_usual_readings_in_later_rules_change_no_game_of_before(
    tmp_path: Path, mended: Callable[..., None]
) -> None:
    """IWO 11, R-02: given a finished game, when later rules read R-02 otherwise by default, then it holds what it held,
    and audits as before."""
    played = shipped.played("iwo", "guns-and-tanks")
    with Diary(tmp_path / "d.db") as diary:
        stored = diary.store("guns", played)
        text = diary_file.write(stored, lambda name: shipped.pack("iwo", name))
        old = load("iwo")
        otherwise = old.readings["R-02"]._replace(choices=dict(reversed(old.readings["R-02"].choices.items())))
        assert otherwise.default != old.readings["R-02"].default
        mended(replace(old, readings={**old.readings, "R-02": otherwise}))
        again = diary.open(stored.id)
        assert again.rules.readings["R-02"].default == "per-unit"
        assert again.state.readings["R-02"] == old.readings["R-02"].default
        assert {finding.verdict for finding in audit(again)} == {AGREES}
        read = diary_file.read(text, "guns.diary", lambda name: shipped.pack("iwo", name))
        assert diary_file.play(read).state == played.state


# ---- versions ----


def test_the_first_entry_says_by_what_it_was_made_and_then_the_first_by_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Diary(tmp_path / "d.db") as diary:
        game = begun(diary)
        say(diary, game, SETUP)
        monkeypatch.setattr(record, "VERSION", "9.0.0")
        reopened = diary.open(game.id)
        before = reopened.version
        say(diary, reopened, "bombards Green:NAV1,AIR1", 'note "an update"')
        made = {entry.version: entry.made for entry in diary.entries(game.id) if entry.made}
        rules = str(game.rules.version)
        assert made == {1: Made(VERSION, rules), before + 1: Made("9.0.0", rules)}
        lines = list(interchange.write_jsonl(diary, game.id))
        assert [json.loads(line)["data"].get("made") for line in lines if '"made"' in line] == [
            [VERSION, rules],
            ["9.0.0", rules],
        ]
        with Diary(tmp_path / "other.db") as other:
            received = interchange.read_jsonl(iter(line.encode() + b"\n" for line in lines), "x.jsonl")
            other.receive(received.game_id, "game", "iwo", received.sealed)
            assert [entry.made for entry in other.entries(game.id)] == [entry.made for entry in diary.entries(game.id)]


def test_the_version_of_the_rules_is_that_of_the_last_mend() -> None:
    rules = load("iwo")
    assert rules.version == max((mend.version for mend in rules.mends), default=1)
    assert replace(rules, mends=(MEND, MEND._replace(version=9))).version == 9


@pytest.mark.parametrize("code", SYSTEMS)
def test_mends_are_told_whole(code: str) -> None:
    """Given the mends of a system, then they come in order, cite its rules, and name a case there is."""
    rules = load(code)
    assert [mend.version for mend in rules.mends] == sorted(mend.version for mend in rules.mends)
    cases = "".join(path.read_text() for path in (ROOT / "tests/cases" / code).rglob("*.toml"))
    for mend in rules.mends:
        assert mend.version > 1
        assert mend.rules
        assert all(rule.startswith(rules.citation) for rule in mend.rules)
        assert mend.what
        assert f'id = "{mend.case}"' in cases


# ---- the audit ----


def test_what_was_mended_since_is_told_apart_from_what_differs(tmp_path: Path, mended: Callable[..., None]) -> None:
    """IWO 10.3: given a game of before a mend, when it is audited, then its landings were played by the rules of their
    day."""
    with Diary(tmp_path / "d.db") as diary:
        game = begun(diary)
        say(diary, game, *LINES)
        old = load("iwo")
        mended(dearer(old))
        assert [finding.verdict for finding in audit(diary.open(game.id)) if finding.verdict != AGREES] == [DIFFERS]
        mended(dearer(old, MEND))
        (finding,) = (finding for finding in audit(diary.open(game.id)) if finding.verdict != AGREES)
        assert (finding.verdict, finding.why) == (MENDED, f"rules {MEND.version}, IWO 10.3: {MEND.what}")
        mended(dearer(old, MEND._replace(rules=("IWO 12",))))  # that mend is of something else
        assert [finding.verdict for finding in audit(diary.open(game.id)) if finding.verdict != AGREES] == [DIFFERS]


def test_what_the_mended_rules_themselves_recorded_is_measured_by_them(
    tmp_path: Path, mended: Callable[..., None]
) -> None:
    """Given a game that goes on under mended rules, then only what was said before them was mended since."""
    with Diary(tmp_path / "d.db") as diary:
        game = begun(diary)
        say(diary, game, *LINES)
        old = load("iwo")
        mended(dearer(old, MEND))
        later = diary.open(game.id)
        say(diary, later, "land 4D-R24 Amber fire=none")
        mended(replace(old, mends=(MEND,)))  # as if that mend had been lost again
        verdicts = [
            (finding.said, finding.verdict) for finding in audit(diary.open(game.id)) if finding.verdict != AGREES
        ]
        assert verdicts == [("us: land 4D-R24 Amber", DIFFERS)]


def test_a_japanese_landing_once_insisted_on_was_mended_since(tmp_path: Path, mended: Callable[..., None]) -> None:
    """IWO 10.3, 17.1(2): given a game in which that was irregular by the rule of landings, when it is audited, then
    nothing in it differs."""
    now = load("iwo")
    old = tuple(mend for mend in now.mends if mend.version < 3)
    readings = {name: reading for name, reading in now.readings.items() if reading.since < 3}
    with Diary(tmp_path / "d.db") as diary:
        verbs = {**now.play.verbs, "land": replace(now.play.verbs["land"], barred={})}
        mended(replace(now, play=replace(now.play, verbs=verbs), mends=old, readings=readings))
        game = begun(diary)
        say(
            diary,
            game,
            SETUP,
            'adjust phase=us_move "as it lies"',
            'jp: land TK1 Green !"Bob brought it in"',
            "land 4D-R23 Green fire=none",
        )
        assert [e.fact.rule for e in game.entries if isinstance(e.fact, Irregular)][:1] == ["IWO 10.3"]
        mended(now)
        findings = [*audit(diary.open(game.id))]
        assert [finding.said for finding in findings if finding.verdict == MENDED] == ["jp: land TK1 Green"]
        assert not [finding for finding in findings if finding.verdict in (DIFFERS, UNDECIDABLE)]
        assert "irregular by the rule of landings" in next(
            finding.why for finding in findings if finding.verdict == MENDED
        )


def test_a_rally_phase_once_ended_by_the_other_side_was_mended_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BRT 15.3: given a game in which the Japanese ended the Marine Rally Phase, when it is audited, then nothing in it
    differs."""
    now = load("reef")
    with Diary(tmp_path / "d.db") as diary:
        with monkeypatch.context() as before:
            readings = {name: reading for name, reading in now.readings.items() if reading.since < 3}
            before.setattr(
                "domain.reef.RULES",
                replace(now, mends=tuple(mend for mend in now.mends if mend.version < 3), readings=readings),
            )
            before.setattr("domain.kernel.sequence.SequenceOfPlay._others", lambda *_: [])
            games.load.cache_clear()
            pack = shipped.pack("reef")
            game = diary.new(
                "reef",
                "game",
                GameBegan(system="reef", title="t", scenario="II", charts=pack.charts, complete=pack.complete),
            )
            say(
                diary,
                game,
                'adjust phase=rally number=1 turn=2 half=1 first=us turns=6 set_up=jp,us "the second turn"',
                "air 6",
                "jp: next",
            )
            assert game.state.phase == "prep_fire"
        games.load.cache_clear()
        findings = [*audit(diary.open(game.id))]
        assert [(finding.said, finding.verdict) for finding in findings if finding.verdict != AGREES][1:] == [
            ("jp: next", MENDED)
        ]
        assert not [finding for finding in findings if finding.verdict in (DIFFERS, UNDECIDABLE)]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_games_recorded_once_hold_under_the_rules_of_today(path: Path, tmp_path: Path) -> None:
    """Given a game as it was recorded when it was shipped, then its seals fit, and nothing in it differs but by a mend
    that is listed.

    When this fails, a rule has changed for games of before: list the mend in the system's rules, with the case that
    shows it.
    """
    with path.open("rb") as lines, Diary(tmp_path / "d.db") as diary:
        received = interchange.read_jsonl(iter(lines), str(path))
        diary.receive(received.game_id, path.stem, received.system, received.sealed)
        game = diary.open(received.game_id)
        assert not diary.verify(game.id)
        findings = list(audit(game))
        assert not [finding for finding in findings if finding.verdict in (DIFFERS, UNDECIDABLE)]
        if mended := next((finding for finding in findings if finding.verdict == MENDED), None):
            assert mend_behind(game, mended.version) == mended.why
        assert not mend_behind(game, next(finding.version for finding in findings if finding.verdict == AGREES))


def readings_begun_with(path: Path, rules: Rules[Any]) -> dict[str, str]:
    """How these rules are read in a recorded game as it begins."""
    with path.open() as lines:
        entries = (json.loads(line) for line in lines)
        began = next(entry["data"]["fact"] for entry in entries if entry["type"] == GameBegan.TOPIC)
    return dict(rules.fold(GameBegan.model_validate(began), rules.initial).readings)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_other_usual_readings_change_no_game_recorded_before(path: Path) -> None:
    """Given a game as it was recorded, when every reading with choices is read otherwise by default, then the game
    begins with those it had.

    When this fails, a reading has come since: it says since which version of the rules, and how it was played before.
    """
    rules = load(path.parent.name)
    held = readings_begun_with(path, rules)
    assert held.keys() == rules.readings.keys()
    others = {
        id: reading._replace(choices=dict(reversed(reading.choices.items()))) for id, reading in rules.readings.items()
    }
    assert readings_begun_with(path, replace(rules, readings=others)) == held


def test_a_beginning_is_read_by_the_rules_it_is_folded_under() -> None:
    """Given a beginning that names no reading, when it is folded under rules with other usual readings too, then those
    are held."""
    rules, fact = load("iwo"), GameBegan(system="iwo", title="t")
    others = {
        id: reading._replace(choices=dict(reversed(reading.choices.items())), before="")
        for id, reading in rules.readings.items()
    }
    assert rules.fold(fact, rules.initial).readings == {id: r.unnamed for id, r in rules.readings.items()}
    changed = replace(rules, readings=others)
    assert changed.fold(fact, changed.initial).readings == {id: other.default for id, other in others.items()}


def test_games_of_before_keep_what_was_played_where_a_reading_came_with_a_mend(tmp_path: Path) -> None:
    """DDaT 13.2, 12.6: given a game of rules 1, then a tank unit hits armor whatever it fires for (AMB-53), a patrol
    looks for the printed symbol (AMB-70), and a ruling that says otherwise changes something."""
    path = ROOT / "replays/ddat/smoke.jsonl"
    held = readings_begun_with(path, load("ddat"))
    assert {id: held[id] for id in ("AMB-47", "AMB-53", "AMB-57", "AMB-59", "AMB-70")} == {
        "AMB-47": "dots",
        "AMB-53": "always",
        "AMB-57": "nearest",
        "AMB-59": "tank",
        "AMB-70": "printed",
    }
    with path.open("rb") as lines, Diary(tmp_path / "d.db") as diary:
        received = interchange.read_jsonl(iter(lines), str(path))
        diary.receive(received.game_id, path.stem, received.system, received.sealed)
        game = diary.open(received.game_id)
    for choice, changes in (("default-action", (READING, "AMB-53")), ("always", None)):
        ruled = game.trial()
        ruled.follow(ruled.beside(RulingMade(reading="AMB-53", choice=choice)).entries)
        assert changed_by(ruled, ruled.entries[-1]) == changes


@pytest.mark.parametrize("code", SYSTEMS)
def test_a_reading_that_came_later_says_how_it_was_played_before(code: str) -> None:
    rules = load(code)
    for reading in rules.readings.values():
        assert (reading.since > 1) == bool(reading.before), reading.id
        assert reading.since <= rules.version
        assert reading.before in ("", *reading.choices)


def test_every_shipped_game_lies_as_it_was_recorded_too() -> None:
    texts = sorted((ROOT / "replays").glob("*/*.diary"))
    assert [path.with_suffix("") for path in texts] == [path.with_suffix("") for path in RECORDED]


# ---- files of before ----


def test_a_file_of_earlier_rules_is_taken_in_as_far_as_they_agree(tmp_path: Path, mended: Callable[..., None]) -> None:
    """IWO 10.3: given a `.diary` of rules 1, when rules 2 refuse one of its lines, then what stands before is recorded,
    and the rest waits."""
    with Diary(tmp_path / "d.db") as diary:
        game = begun(diary)
        say(diary, game, *LINES, 'note "ashore"')
        text = diary_file.write(diary.open(game.id), lambda name: shipped.pack("iwo", name))
    (tmp_path / "old.diary").write_text(text)

    def run(*words: str) -> Result:
        return CliRunner().invoke(main, ["--diary", str(tmp_path / "other.db"), *words])

    rules = load("iwo")
    old = rules.play.verbs["land"].procedure

    def land(table: Table[Any], **values: Any) -> None:
        table.require(values["area"] != "Green", "IWO 10.3", "nobody lands at Green")
        old(table, **values)

    land_ = replace(rules.play.verbs["land"], procedure=land)
    refusing = replace(rules, play=replace(rules.play, verbs={**rules.play.verbs, "land": land_}))
    mended(refusing)
    refused = run("import", str(tmp_path / "old.diary"))
    assert refused.exit_code == 2  # without a mend the file is wrong
    mended(replace(refusing, mends=(MEND,)))
    taken = run("import", str(tmp_path / "old.diary"))
    assert taken.exit_code == 0, taken.output
    assert f"mended since it was written: rules {MEND.version}, IWO 10.3" in " ".join(taken.output.split())
    assert "2 lines wait" in taken.output
    stopped = run("fix", "old")
    assert stopped.exit_code == 1
    assert "nobody lands at Green" in stopped.output
    assert run("fix", "old", "--say", "land 4D-R23 Amber fire=none").exit_code == 0
    log = run("log", "old").output
    assert "4D-R23 lands at Amber" in log
    assert "ashore" in log
