"""One secret revealed while all else stays sealed: everybody checks it without a key, and nothing but it is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from cli.main import main
from domain.kernel import facts as kernel_facts
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact, TakenBack, Words
from domain.kernel.game import Game
from domain.kernel.parts import Play, Secrecy, nothing_hidden
from domain.kernel.rules import Rules
from domain.kernel.state import State
from domain.record.diary import Diary, reveals
from domain.record.reveals import RevealFinding
from domain.record.seals import revealed, verify
from replays.interchange import read_jsonl, write_jsonl
from tests.record.stranger import Place, by_itself, keyless, rewritten
from tests.record.toy import BEGAN, RULES, AmbushAnnounced, AmbushLaid, AmbushSprung, say

ENGINES = ("file", "server")

WORDS = "hadrian"
NORTH: dict[str, Any] = {"squad": "B1", "fort": "north"}
SOUTH: dict[str, Any] = {"squad": "B1", "fort": "south"}
R1_SOUTH: dict[str, Any] = {"squad": "R1", "fort": "south"}
FIRST, ANNOUNCED, LAST, SPRUNG = 5, 7, 8, 10
"""Entries of the games below: B1's ambush in the north, that it lays one again, the one in the south, and where that is
sprung.

Before each stands what was declared."""


@pytest.fixture
def ambushed(diary: Diary) -> Game[Any]:
    """A game in which blue, under a passphrase, has B1 lay an ambush in the north, and one in the south instead."""
    game = diary.new("toy", "forts", BEGAN, {"blue": WORDS})
    say(diary, game, "ambush", NORTH)
    say(diary, game, "ambush", SOUTH)
    return game


@pytest.fixture
def sprung(diary: Diary, ambushed: Game[Any]) -> Game[Any]:
    """The same game after the one in the south was sprung."""
    say(diary, ambushed, "spring", SOUTH)
    return ambushed


def heads(diary: Diary, game: Game[Any]) -> dict[int, dict[str, Any]]:
    """What each entry says, as it is stored."""
    return {version: json.loads(state) for version, _, state in diary.stored(game.id)}


def opened(diary: Diary, game: Game[Any]) -> list[list[str]]:
    return [entry["opens"] for entry in heads(diary, game).values() if "opens" in entry]


# ---- recording ----


def test_what_is_revealed_everybody_checks_and_nothing_else_is_told(
    place: Place, diary: Diary, sprung: Game[Any]
) -> None:
    """Given an ambush laid again under a passphrase, when it is sprung, then that box is opened, and with no key it is
    proved; the rest is shut."""
    ((version, salt, content),) = opened(diary, sprung)
    assert (version, len(bytes.fromhex(salt))) == (str(LAST), 32)
    assert json.loads(content) == {"rule": "TWO 3", "secret": "blue", "squad": "B1", "fort": "south"}
    with keyless(place) as stranger:
        assert stranger.locked(sprung.id) == ["blue"]
        assert stranger.verify(sprung.id) == []
        assert stranger.revealed(sprung.id) == [RevealFinding(SPRUNG, LAST, "")]
        assert [entry.fact.TOPIC for entry in stranger.open(sprung.id).entries if entry.fact.secret] == [
            "declared",
            "sealed",
        ] * 2
    everything = b"".join(bytes(state) for _, _, state in diary.stored(sprung.id))
    assert b"north" not in everything.replace(b'"north":{"strength":3}', b"")
    assert diary.keys(sprung.id)["blue"].hex().encode() not in everything


def test_a_reveal_needs_the_sides_key(place: Place, ambushed: Game[Any]) -> None:
    with keyless(place) as diary:
        game = diary.open(ambushed.id)
        with pytest.raises(BadInput, match="this reveals blue's secret, sealed under a passphrase that was not said"):
            say(diary, game, "spring", SOUTH)
        assert diary.last(game.id) == ambushed.version
        diary.unlock(game.id, "blue", WORDS)
        say(diary, game, "spring", SOUTH)
        assert diary.verify(game.id) == []


def test_nothing_but_what_was_sealed_can_be_revealed(diary: Diary) -> None:
    game = diary.new("toy", "forts", BEGAN, {"blue": WORDS})
    say(diary, game, "ambush", NORTH)
    before = diary.last(game.id)
    with pytest.raises(BadInput, match=f"this is not what blue sealed as entry {FIRST};"):
        say(diary, game, "spring", SOUTH)
    assert diary.last(game.id) == before


def test_what_was_said_again_replaces_the_former(diary: Diary, ambushed: Game[Any]) -> None:
    """Given an ambush of B1 laid again, when the former is sprung, then it is refused by the entries' names, and the
    last still can be."""
    before = diary.last(ambushed.id)
    with pytest.raises(BadInput, match=f"this is what blue sealed as entry {FIRST}, which entry {LAST} replaced$"):
        say(diary, ambushed, "spring", NORTH)
    assert diary.last(ambushed.id) == before
    say(diary, ambushed, "spring", SOUTH)
    assert diary.verify(ambushed.id) == []


@pytest.mark.parametrize("order", [("B1", "B2", "R1"), ("R1", "B2", "B1"), ("B2", "B1", "R1")])
def test_of_each_subject_the_last_can_be_opened_whatever_was_sealed_after_it(
    place: Place, diary: Diary, order: tuple[str, ...]
) -> None:
    """Given ambushes of three squads, one laid again, and one of another squad after it, then each is sprung in any
    order, and opens its own box."""
    game = diary.new("toy", "forts", BEGAN, {"blue": WORDS, "red": "rufus"})
    diary.append(game, game.declare("reinforce", {"squads": ("B2",)}, side="blue"))
    laid: dict[str, tuple[int, str]] = {}
    for squad, fort in (
        ("B1", "north"),
        ("R1", "north"),
        ("B2", "south"),
        ("B1", "south"),
        ("R1", "south"),
        ("B2", "north"),
    ):
        laid[squad] = say(diary, game, "ambush", {"squad": squad, "fort": fort})[-1].version, fort
    for squad in order:
        say(diary, game, "spring", {"squad": squad, "fort": laid[squad][1]})
    assert [int(version) for version, _, _ in opened(diary, game)] == [laid[squad][0] for squad in order]
    with keyless(place) as stranger:
        assert stranger.verify(game.id) == []
        assert [(one.opened, one.wrong) for one in stranger.revealed(game.id)] == [
            (laid[squad][0], "") for squad in order
        ]


def test_without_a_lock_nothing_is_opened_and_nothing_is_needed(place: Place, diary: Diary, game: Game[Any]) -> None:
    say(diary, game, "ambush", SOUTH)
    with keyless(place) as another:
        reopened = another.open(game.id)
        say(another, reopened, "spring", NORTH)
        assert opened(another, reopened) == []
        assert another.verify(game.id) == []
        assert another.revealed(game.id) == []


def test_where_nothing_is_sealed_yet_nothing_is_opened(diary: Diary) -> None:
    game = diary.new("toy", "forts", BEGAN, {"blue": WORDS})
    say(diary, game, "spring", SOUTH)
    assert opened(diary, game) == []
    assert diary.verify(game.id) == []


def test_what_tells_one_side_alone_opens_nothing(diary: Diary, ambushed: Game[Any]) -> None:
    diary.append(ambushed, ambushed.beside(AmbushSprung(squad="B1", fort="south", secret="blue")))
    assert opened(diary, ambushed) == []
    assert diary.verify(ambushed.id) == []


def test_the_key_of_its_own_subject_is_needed_alone(place: Place, diary: Diary) -> None:
    """Given both sides with an ambush under passphrases, when red's is sprung where only red's key is at hand, then
    red's box is opened."""
    game = diary.new("toy", "forts", BEGAN, {"red": "rufus", "blue": WORDS})
    say(diary, game, "ambush", R1_SOUTH)
    say(diary, game, "ambush", SOUTH)
    with keyless(place) as reds:
        reds.unlock(game.id, "red", "rufus")
        reopened = reds.open(game.id)
        with pytest.raises(BadInput, match="this reveals blue's secret"):
            say(reds, reopened, "spring", SOUTH)
        say(reds, reopened, "spring", R1_SOUTH)
        ((version, _, content),) = opened(reds, reopened)
        assert (int(version), json.loads(content)["squad"]) == (FIRST, "R1")
        assert reds.verify(game.id) == []


def test_a_secret_of_a_side_without_a_lock_is_told_beside_the_others_box(diary: Diary) -> None:
    """Given a lock for blue alone, when red's ambush, which lies open, is sprung, then blue's box stays shut, and all
    is well."""
    game = diary.new("toy", "forts", BEGAN, {"blue": WORDS})
    say(diary, game, "ambush", R1_SOUTH)
    say(diary, game, "ambush", NORTH)
    say(diary, game, "spring", R1_SOUTH)
    assert opened(diary, game) == []
    assert diary.verify(game.id) == []


def test_what_is_laid_and_sprung_in_one_append_is_opened(place: Place, diary: Diary, ambushed: Game[Any]) -> None:
    """As a correction says them again, after its take-back: the box is one of the same append."""
    outcome = ambushed.beside(
        TakenBack(to=1, fixed=True),
        AmbushAnnounced(squad="B1"),
        AmbushLaid(**NORTH, secret="blue"),
        AmbushSprung(**NORTH),
    )
    of = ambushed.version + 2
    diary.append(
        ambushed, replace(outcome, entries=tuple(entry._replace(of=min(entry.of, of)) for entry in outcome.entries))
    )
    ((version, _, content),) = opened(diary, ambushed)
    assert (int(version), json.loads(content)["fort"]) == (ambushed.version - 1, "north")
    with keyless(place) as stranger:
        assert stranger.verify(ambushed.id) == []


def test_what_nothing_announced_is_about_nothing(diary: Diary, ambushed: Game[Any]) -> None:
    """Given a secret fact that stands in no declaration with its announcement, then it neither is opened nor replaces
    another."""
    diary.append(ambushed, ambushed.beside(AmbushLaid(**NORTH, secret="blue")))
    with pytest.raises(BadInput, match=f"sealed as entry {FIRST}, which entry {LAST} replaced"):
        say(diary, ambushed, "spring", NORTH)
    say(diary, ambushed, "spring", SOUTH)
    assert opened(diary, ambushed)[0][0] == str(LAST)
    assert diary.verify(ambushed.id) == []


def test_a_record_is_checked_at_one_look_for_each_entry(diary: Diary, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given twice as many ambushes laid and sprung, some taken back, when they are checked, then twice as many entries
    are read, and no more."""
    game, looks = diary.new("toy", "forts", BEGAN, {"blue": WORDS}), []
    read: list[int] = []
    for name in ("decode", "boxed"):
        one = getattr(reveals, name)
        monkeypatch.setattr(reveals, name, lambda version, *rest, one=one: read.append(version) or one(version, *rest))
    for _ in range(2):
        for _ in range(6):
            say(diary, game, "ambush", NORTH)
            say(diary, game, "ambush", SOUTH)
            diary.append(game, game.take_back(game.version - 3))
            say(diary, game, "spring", NORTH)
        read.clear()
        assert all(one.wrong == "" for one in diary.revealed(game.id))
        looks.append(len(read))
    assert looks[1] == 2 * looks[0]


# ---- take-backs and branches ----


def test_a_reveal_that_is_taken_back_stays_published_and_a_new_box_has_a_new_salt(
    place: Place, diary: Diary, sprung: Game[Any]
) -> None:
    """Given a reveal taken back with its ambush, when the same ambush is laid and sprung again, then another box is
    opened, under another salt."""
    first = opened(diary, sprung)
    diary.append(sprung, sprung.take_back(FIRST))
    assert opened(diary, sprung) == first
    say(diary, sprung, "ambush", SOUTH)
    say(diary, sprung, "spring", SOUTH)
    (before, after) = opened(diary, sprung)
    assert before[1] != after[1]
    assert before[2] == after[2]
    assert int(after[0]) == sprung.version - 2
    with keyless(place) as stranger:
        assert stranger.verify(sprung.id) == []
        assert len(stranger.revealed(sprung.id)) == 2


def test_the_last_that_stands_is_revealed(diary: Diary, ambushed: Game[Any]) -> None:
    """Given the ambush laid again taken back, then the former is the one that is sprung; the second cannot be."""
    diary.append(ambushed, ambushed.take_back(FIRST))
    with pytest.raises(BadInput, match=f"this is not what blue sealed as entry {FIRST}"):
        say(diary, ambushed, "spring", SOUTH)
    say(diary, ambushed, "spring", NORTH)
    assert opened(diary, ambushed)[0][0] == str(FIRST)
    assert diary.verify(ambushed.id) == []


def test_a_branch_keeps_what_was_opened(place: Place, diary: Diary, sprung: Game[Any]) -> None:
    branch = diary.branch(sprung.id, sprung.version, "what if")
    with keyless(place) as stranger:
        assert stranger.verify(branch.id) == []
        assert stranger.revealed(branch.id) == stranger.revealed(sprung.id)


# ---- tampering ----


class Tampering(NamedTuple):
    does: Callable[[dict[str, Any]], None]
    told: str
    alone: bool
    """Whether the checker that knows no game tells it too."""


def opens(place: int, value: Callable[[str], str]) -> Callable[[dict[str, Any]], None]:
    def change(body: dict[str, Any]) -> None:
        body["opens"][place] = value(body["opens"][place])

    return change


def opens_nothing(body: dict[str, Any]) -> None:
    del body["opens"]


def tells(body: dict[str, Any]) -> None:
    body["fact"]["fort"] = "north"


TAMPERINGS = {
    "the content": Tampering(
        opens(2, lambda said: said.replace("south", "north")), "what it opens of entry 8 is not what was sealed", True
    ),
    "the salt": Tampering(
        opens(1, lambda salt: salt[:-1] + ("0" if salt[-1] != "0" else "1")), "entry 8 is not what was sealed", True
    ),
    "a salt that HMAC takes for the same": Tampering(
        opens(1, lambda salt: salt + "00"), "entry 8 is not what was sealed", True
    ),
    "a salt that is none": Tampering(opens(1, lambda _: "x"), r"entry 10 .* cannot be read", True),
    "another box": Tampering(opens(0, lambda _: "5"), "what it opens of entry 5 is not what was sealed", True),
    "the box of the declaration": Tampering(
        opens(0, lambda _: "6"), "what it opens of entry 6 is not what was sealed", True
    ),
    "what lies in no box": Tampering(opens(0, lambda _: "1"), "it opens entry 1, which is not sealed", True),
    "what comes later": Tampering(opens(0, lambda _: "11"), "it opens entry 11, which does not come before it", True),
    "nothing": Tampering(opens_nothing, "it reveals what entry 8 holds, and does not open it", False),
    "what the fact says": Tampering(tells, "it says something else than entry 8 held", False),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_false_opening_is_told_without_a_key(
    tmp_path: Path, place: Place, diary: Diary, sprung: Game[Any], name: str
) -> None:
    """Given the revealing entry written anew under new seals, then doctor and import tell it with no key, and the
    checker alone what it can."""
    tampering = TAMPERINGS[name]
    sealed = rewritten(diary, sprung, SPRUNG, tampering.does)
    problems = verify(sprung.id, sealed, RULES.play.topics)
    assert [problem.version for problem in problems] == [SPRUNG]
    with pytest.raises(Damaged, match=tampering.told):
        read_jsonl(list(write_jsonl(diary, sprung.id)), "x.jsonl")
    done = CliRunner().invoke(main, ["--diary", place.address, "doctor"])
    assert done.exit_code == 1
    assert problems[0].what in done.stdout
    alone = by_itself(tmp_path / "alone.jsonl", list(write_jsonl(diary, sprung.id)))
    assert alone.startswith("ok") is not tampering.alone, alone


def test_the_content_of_another_box_is_told_to_be_another(diary: Diary, ambushed: Game[Any]) -> None:
    """Given the first ambush opened, truly, by the fact that springs the last one, then it is told: a side shows the
    one it committed to last."""
    diary.append(ambushed, ambushed.take_back(FIRST))
    say(diary, ambushed, "spring", NORTH)
    (truly,) = opened(diary, ambushed)
    diary.append(ambushed, ambushed.take_back(FIRST))
    say(diary, ambushed, "ambush", SOUTH)
    say(diary, ambushed, "spring", SOUTH)

    def first(body: dict[str, Any]) -> None:
        body["opens"], body["fact"]["fort"] = truly, "north"

    (problem,) = verify(ambushed.id, rewritten(diary, ambushed, ambushed.version, first), RULES.play.topics)
    assert problem.what == "it opens entry 5, which entry 15 replaced"


def test_what_was_taken_back_is_not_revealed(diary: Diary, sprung: Game[Any]) -> None:
    """Given an opening of a box that stood no more when it was opened, then it is told."""
    (truly,) = opened(diary, sprung)
    diary.append(sprung, sprung.take_back(FIRST))
    say(diary, sprung, "spring", NORTH)

    def struck(body: dict[str, Any]) -> None:
        body["opens"], body["fact"]["fort"] = truly, "south"

    (problem,) = verify(sprung.id, rewritten(diary, sprung, sprung.version, struck), RULES.play.topics)
    assert problem.what == "it opens entry 8, which had been taken back"


def test_what_reveals_nothing_opens_nothing(diary: Diary, sprung: Game[Any]) -> None:
    """Given an opening that stands beside a fact of another kind, then it is told."""
    (truly,) = opened(diary, sprung)
    say(diary, sprung, "march", {"squads": ("R1",), "fort": "north"})
    sealed = rewritten(diary, sprung, SPRUNG + 2, lambda body: body.update(opens=truly))
    assert [problem.what for problem in verify(sprung.id, sealed, RULES.play.topics)] == [
        "it opens entry 8, which is not what it reveals"
    ]


@pytest.mark.parametrize(
    "said", [3, {}, ["5"], [5, "00", "{}"], ["5", 0, "{}"], ["5", "00", None], ["x", "00", "{}"], ["-5", "00", "{}"]]
)
def test_an_opening_of_no_shape_is_told_and_not_taken_in(diary: Diary, sprung: Game[Any], said: Any) -> None:
    sealed = rewritten(diary, sprung, SPRUNG, lambda body: body.update(opens=said))
    assert [problem.version for problem in verify(sprung.id, sealed, RULES.play.topics)] == [SPRUNG]
    with pytest.raises((BadInput, Damaged), match=rf"x.jsonl:{SPRUNG + 1}: |entry {SPRUNG}: "):
        read_jsonl(list(write_jsonl(diary, sprung.id)), "x.jsonl")


def test_of_an_unknown_game_the_commitment_is_checked(
    diary: Diary, sprung: Game[Any], forget_toy: Callable[[], None]
) -> None:
    """Given a system this wardiary does not know, then what it opens is still held against the box."""
    forget_toy()
    assert diary.verify(sprung.id) == []
    assert [one.wrong for one in diary.revealed(sprung.id)] == [""]
    rewritten(diary, sprung, SPRUNG, TAMPERINGS["the content"].does)
    assert [problem.version for problem in diary.verify(sprung.id)] == [SPRUNG]


# ---- given away ----


def test_an_export_proves_what_was_revealed(diary: Diary, sprung: Game[Any], tmp_path: Path) -> None:
    lines = list(write_jsonl(diary, sprung.id))
    assert by_itself(tmp_path / "whole.jsonl", lines) == "ok: every seal fits, 1 opened secret as committed to"
    received = read_jsonl(lines, "whole.jsonl")
    with Diary(tmp_path / "other.db") as other:
        other.receive(received.game_id, received.name, received.system, received.sealed)
        assert other.verify(sprung.id) == []
        assert list(write_jsonl(other, sprung.id)) == lines
        assert other.revealed(sprung.id) == diary.revealed(sprung.id)


def test_the_other_sides_copy_proves_it_too_and_holds_no_other_secret(
    diary: Diary, sprung: Game[Any], tmp_path: Path
) -> None:
    """Given red's copy of the game, then the opened box is in it, the other three secret entries are withheld, and red
    checks what it was shown."""
    lines = list(write_jsonl(diary, sprung.id, "red"))
    assert by_itself(tmp_path / "red.jsonl", lines) == (
        "ok: every seal fits, 3 of 10 entries are withheld, 1 opened secret as committed to"
    )
    received = read_jsonl(lines, "red.jsonl")
    assert [entry.version for entry in received.sealed if entry.state is None] == [3, 5, 6]
    assert revealed(received.sealed, RULES.play.topics) == [RevealFinding(SPRUNG, LAST, "")]


def test_of_a_box_that_is_withheld_nothing_is_said(diary: Diary, sprung: Game[Any]) -> None:
    withheld = [
        entry._replace(topic="", state=None, salt=b"") if entry.version == LAST else entry
        for entry in diary.sealed(sprung.id)
    ]
    assert verify(sprung.id, withheld, RULES.play.topics, withheld=True) == []
    assert revealed(withheld, RULES.play.topics) == []


def test_it_is_said_that_a_secret_was_proved(place: Place, diary: Diary, sprung: Game[Any], tmp_path: Path) -> None:
    """Given a game with a reveal, when it is checked, verified or taken in, then that it was checked is said."""
    said = CliRunner().invoke(main, ["--diary", place.address, "doctor"]).stdout
    assert f"{sprung.version} entries, every seal fits, 1 secret revealed and checked, seal " in said
    file = tmp_path / "g.jsonl"
    file.write_text("".join(line + "\n" for line in write_jsonl(diary, sprung.id)), encoding="utf-8")
    for game in ("forts", str(file)):
        said = CliRunner().invoke(main, ["--diary", place.address, "verify", game, diary.head(sprung.id)]).stdout
        assert said.splitlines()[1:] == ["1 secret revealed and checked"]
    taken_in = CliRunner().invoke(main, ["--diary", str(tmp_path / "other.db"), "import", str(file)])
    assert "every seal fits, 1 secret revealed and checked" in taken_in.stderr


# ---- what a game says ----


class Hidden(Fact, topic="hide.hidden"):
    who: str


class Chosen(Fact, topic="hide.chosen"):
    ANNOUNCED = "hide.hidden"

    hex: str
    close_in: bool = False
    words: Words = ""


class Shown(Fact, topic="hide.shown"):
    REVEALS = "hide.chosen"

    hex: str
    close_in: bool = False


class HexShown(Fact, topic="hide.hex-shown"):
    REVEALS = "hide.chosen"

    hex: str


class Named(Chosen, topic="hide.named"):
    ABOUT = ("who",)

    who: str


class NameShown(Fact, topic="hide.name-shown"):
    REVEALS = "hide.named"

    who: str
    hex: str


class NamelessShown(Fact, topic="hide.nameless-shown"):
    REVEALS = "hide.named"

    hex: str


class Unnamed(Named, topic="hide.unnamed"):
    ABOUT = ("whose",)


class UnnamedShown(NameShown, topic="hide.unnamed-shown"):
    REVEALS = "hide.unnamed"

    whose: str


@pytest.mark.parametrize(
    ("fact", "so"),
    [
        (Shown(hex="0405", close_in=True), True),
        (Shown(hex="0405", close_in=True, rule="7.4"), True),
        (Shown(hex="0406", close_in=True), False),
        (Shown(hex="0405"), False),
        (HexShown(hex="0405"), False),
    ],
)
def test_a_fact_reveals_another_when_it_says_all_that_it_held(fact: Fact, so: bool) -> None:
    """Unless a game says otherwise: every field of the secret's own, but for words; so a field that was forgotten is
    found at once."""
    assert fact.reveals(Chosen(rule="7.3", secret="jp", hex="0405", close_in=True, words="in the bay")) is so


def hide(*known: type[Fact]) -> Rules[State]:
    """Rules of a game that knows these facts."""
    return Rules(
        code="hide",
        title="Hide",
        citation="H",
        sides={"red": "Red"},
        initial=State(),
        play=Play(
            verbs={},
            evolve=Evolve(),
            topics=kernel_facts.topics(kernel_facts) | {kind.TOPIC: kind for kind in known},
        ),
        secrecy=Secrecy(hides=("red",), secrets=nothing_hidden, stated=tuple(kind.TOPIC for kind in known)),
    )


@pytest.mark.parametrize(
    ("known", "wrong"),
    [
        ((HexShown,), "HexShown would reveal nothing"),
        ((HexShown, Chosen), "Chosen would be revealed unannounced"),
        ((NamelessShown, Named, Hidden), "NamelessShown does not name the subject of Named: who"),
        ((UnnamedShown, Unnamed, Hidden), "Hidden does not name the subject of Unnamed: whose"),
    ],
)
def test_a_game_that_could_not_prove_what_it_reveals_is_refused(known: tuple[type[Fact], ...], wrong: str) -> None:
    with pytest.raises(TypeError, match=wrong):
        hide(*known)


def test_a_game_that_says_what_is_revealed_is_taken() -> None:
    assert hide(HexShown, Shown, Chosen, NameShown, Named, Hidden).play.topics["hide.named"] is Named
