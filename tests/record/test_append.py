"""Appending, opening and refreshing; two recorders on one game; declarations said twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.kernel.errors import BadInput, Damaged, NotNow
from domain.kernel.facts import Declared
from domain.kernel.game import Game
from domain.record.diary import Diary, Overtaken
from tests.record.stranger import Place
from tests.record.toy import BEGAN, R1_NORTH, R1_SOUTH, Marched, say

ENGINES = ("file", "server")


def test_what_was_appended_is_there_when_the_file_is_opened_again(
    diary: Diary, played: Game[Any], place: Place
) -> None:
    with place.opened() as again:
        opened = again.open(played.id)
    assert opened.entries == played.entries
    assert opened.state == played.state
    assert opened.version == played.version == 15


def test_the_state_is_the_fold_of_the_entries_at_every_version(diary: Diary, played: Game[Any]) -> None:
    for version in range(1, played.version + 1):
        upto: Game[Any] = Game(played.rules, played.id)
        upto.follow(diary.entries(played.id, upto=version))
        assert upto.state == played.at(version).state


def test_an_entry_says_when_by_whom_and_of_which_declaration_it_is(diary: Diary, game: Game[Any]) -> None:
    declared, marched = say(diary, game, "march", R1_NORTH)
    assert diary.entries(game.id, after=game.version - 2) == [declared, marched]
    assert isinstance(declared.fact, Declared)
    assert (marched.of, marched.recorder, marched.ends) == (declared.version, "Ann", True)
    assert marched.time == declared.time
    assert marched.time.endswith("Z")


def test_an_open_question_is_open_in_the_file_too(diary: Diary, game: Game[Any], place: Place) -> None:
    say(diary, game, "march", R1_NORTH)
    say(diary, game, "storm", {"fort": "north"}, dice="6")
    with place.opened() as again:
        opened = again.open(game.id)
        assert opened.waits is not None
        assert opened.waits.name == "fall-back"
        with pytest.raises(NotNow, match="the Blue side answers first"):
            say(again, opened, "march", R1_SOUTH)
        say(again, opened, "", {}, **{"fall-back": "south"})
        assert opened.state.squads["B1"].fort == "south"
    assert [e.version for e in diary.refresh(game)] == [8, 9]
    assert game.state == opened.state


def test_a_refresh_folds_in_what_another_recorded(diary: Diary, game: Game[Any], place: Place) -> None:
    with place.opened(by="Bob") as other:
        recorded = say(other, other.open(game.id), "march", R1_NORTH)
    assert diary.refresh(game) == recorded
    assert game.state.squads["R1"].fort == "north"
    assert diary.refresh(game) == []


def test_nothing_is_appended_when_nothing_follows(diary: Diary, game: Game[Any]) -> None:
    assert diary.append(game, game.beside()) == []
    assert diary.games()[0].entries == game.version == 2


# ---- two recorders on one game ----


def test_the_slower_of_two_is_told_what_happened_and_may_say_its_line_again(
    diary: Diary, game: Game[Any], place: Place
) -> None:
    with place.opened(by="Bob") as other:
        slower = other.open(game.id)
        outcome = slower.declare("march", R1_SOUTH)
        first = say(diary, game, "march", R1_NORTH)

        with pytest.raises(Overtaken, match="R1 marches to north") as told:
            other.append(slower, outcome)
        assert list(told.value.entries) == first
        assert slower.state == game.state
        assert len(diary.entries(game.id)) == game.version

        say(other, slower, "march", R1_SOUTH)
    diary.refresh(game)
    assert [e.fact.fort for e in game.entries if isinstance(e.fact, Marched)] == ["north", "south"]
    assert diary.verify(game.id) == []


def test_what_was_declared_before_a_refresh_is_overtaken_by_it(diary: Diary, game: Game[Any], place: Place) -> None:
    outcome = game.declare("march", R1_SOUTH)
    with place.opened() as other:
        say(other, other.open(game.id), "march", R1_NORTH)
    diary.refresh(game)
    with pytest.raises(Overtaken, match="see the log"):
        diary.append(game, outcome)
    assert game.state.squads["R1"].fort == "north"


def test_a_file_that_lost_its_tail_under_an_open_game_is_no_race(diary: Diary, played: Game[Any], place: Place) -> None:
    """As when an old copy was put in its place: nobody recorded first, so saying it again would never help."""
    with place.untriggered() as c:
        for table in ("stored_events", "seals"):
            c.execute(f"DELETE FROM {table} WHERE originator_version > 10")
    with pytest.raises(Damaged, match="the file is not the one this game was read from"):
        say(diary, played, "march", R1_NORTH)
    assert diary.open(played.id).version == 10


def test_racing_recorders_of_one_game_lose_nothing_and_double_nothing(game: Game[Any], place: Place) -> None:
    def record(who: str) -> int:
        overtaken = 0
        with place.opened(by=who) as diary:
            mine = diary.open(game.id)
            for _ in range(15):
                while True:
                    try:
                        say(diary, mine, "march", R1_NORTH)
                        break
                    except Overtaken:
                        overtaken += 1
        return overtaken

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(record, "ABCD"))
    with place.opened() as diary:
        entries = diary.entries(game.id)
        assert [e.version for e in entries] == list(range(1, 2 + 4 * 15 * 2 + 1))
        assert [sum(e.recorder == who and e.ends for e in entries) for who in "ABCD"] == [15] * 4
        assert diary.verify(game.id) == []


def test_different_games_do_not_conflict(diary: Diary, place: Place) -> None:
    """Four threads on one Diary and four with their own, each in its own game: nobody is overtaken."""
    games = [diary.new("toy", f"game {n}", BEGAN) for n in range(8)]

    def record(n: int) -> None:
        if n % 2:
            for _ in range(15):
                say(diary, games[n], "march", R1_NORTH)
        else:
            with place.opened() as own:
                for _ in range(15):
                    say(own, games[n], "march", R1_NORTH)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(record, range(8)))
    for game in games:
        assert diary.open(game.id).version == game.version == 2 + 15 * 2
        assert diary.verify(game.id) == []


# ---- declarations said twice ----


def test_a_declaration_said_again_is_recorded_once(diary: Diary, game: Game[Any]) -> None:
    say(diary, game, "march", R1_NORTH, "line 7")
    version, state = game.version, game.state
    assert say(diary, game, "march", R1_NORTH, "line 7") == []
    assert (game.version, game.state) == (version, state)
    assert diary.open(game.id).version == version


def test_a_declaration_is_recorded_once_when_the_first_answer_was_lost(
    diary: Diary, game: Game[Any], place: Place
) -> None:
    """The commit went through, but whoever said it never heard so, and says it again from where it stood."""
    outcome = game.declare("march", R1_NORTH)
    with place.opened(by="Ann") as lost:
        recorded = lost.append(lost.open(game.id), outcome, "line 7")

    assert diary.append(game, outcome, "line 7") == recorded
    assert game.entries == diary.entries(game.id)
    assert [e.fact for e in game.entries].count(Marched(rule="TWO 1", squad="R1", fort="north")) == 1


def test_a_declaration_is_known_after_others_have_recorded_too(diary: Diary, game: Game[Any], place: Place) -> None:
    outcome = game.declare("march", R1_NORTH)
    with place.opened() as other:
        theirs = other.open(game.id)
        recorded = [*other.append(theirs, outcome, "line 7"), *say(other, theirs, "march", R1_SOUTH, "line 8")]
    assert diary.append(game, outcome, "line 7") == recorded
    assert game.state.squads["R1"].fort == "south"


def test_a_new_declaration_that_was_overtaken_is_not_taken_for_a_retry(
    diary: Diary, game: Game[Any], place: Place
) -> None:
    outcome = game.declare("march", R1_SOUTH)
    with place.opened() as other:
        say(other, other.open(game.id), "march", R1_NORTH, "line 7")
    with pytest.raises(Overtaken):
        diary.append(game, outcome, "line 8")


def test_two_games_may_use_one_declaration_id(diary: Diary, game: Game[Any]) -> None:
    second = diary.new("toy", "second", BEGAN)
    assert say(diary, game, "march", R1_NORTH, "line 7")
    assert say(diary, second, "march", R1_NORTH, "line 7")


# ---- which games ----


def test_games_are_listed_and_found_by_the_beginning_of_their_name_or_id(diary: Diary, game: Game[Any]) -> None:
    second = diary.new("toy", "Second", BEGAN)
    assert [(g.id, g.name, g.system, g.entries) for g in diary.games()] == [
        (game.id, "forts", "toy", 2),
        (second.id, "Second", "toy", 2),
    ]
    assert diary.find("sec").id == diary.find(second.id[:12]).id == second.id
    with pytest.raises(BadInput, match="did you mean forts"):
        diary.find("fotrs")


def test_a_name_is_taken_once(diary: Diary, game: Game[Any]) -> None:
    second = diary.new("toy", "second", BEGAN)
    for attempt in (
        lambda: diary.new("toy", "forts", BEGAN),
        lambda: diary.rename(second.id, "forts"),
        lambda: diary.branch(second.id, 2, "forts"),
    ):
        with pytest.raises(BadInput, match="there is a game called 'forts' already"):
            attempt()
    assert [g.name for g in diary.games()] == ["forts", "second"]


@pytest.mark.parametrize(
    "name",
    ["First evening (Ann's)", "D-Day 3.1, second try", "日誌", "Über–Spiel", "तिथि", "7", "Bob’s_game", "x" * 80],
)
def test_a_name_is_what_people_call_a_game(diary: Diary, name: str) -> None:
    diary.new("toy", name, BEGAN)
    assert diary.find(name).name == name


@pytest.mark.parametrize(
    "name",
    [
        "x;touch PWNED;",
        "$(id)",
        "a`id`",
        "a&b",
        "a|b",
        "a>b",
        'say "hi"',
        "back\\slash",
        "a/b",
        "a*",
        "~a",
        "#9",
        "a!",
        "a=b",  # a shell's
        "-rf",
        "--diary",
        ".hidden",
        "'a",
        " a",
        "a ",
        "",
        "x" * 81,
        "new\nline",
        "a\tb",
        "\x1b[2J",
        "turned\u202e",
        "no\u00a0break",
    ],
)
def test_a_name_holds_no_sign_a_shell_would_run(diary: Diary, game: Game[Any], name: str) -> None:
    attempts = (
        lambda: diary.new("toy", name, BEGAN),
        lambda: diary.rename(game.id, name),
        lambda: diary.branch(game.id, 2, name),
    )
    for attempt in (*attempts, lambda: diary.store(name, game), lambda: diary.receive("0" * 32, name, "toy", [])):
        with pytest.raises(BadInput, match="has 1 to 80 letters and digits of any script, spaces and - _"):
            attempt()
    assert [g.name for g in diary.games()] == ["forts"]


def test_a_game_that_has_another_name_from_of_old_is_opened_listed_and_renamed(
    diary: Diary, game: Game[Any], place: Place
) -> None:
    with place.raw() as c:
        c.execute("UPDATE games SET name='-x;touch PWNED;'")
    assert diary.find("-x;").id == game.id
    assert [g.name for g in diary.games()] == ["-x;touch PWNED;"]
    say(diary, diary.open(game.id), "march", R1_NORTH)
    assert diary.verify(game.id) == []
    diary.rename(game.id, "first forts")
    assert diary.find("first").id == game.id


def test_of_two_that_begin_a_game_of_one_name_at_once_one_is_told_that_it_is_taken(diary: Diary, place: Place) -> None:
    def begin(n: int) -> str:
        with place.opened() as own:
            try:
                return own.new("toy", "forts", BEGAN).id
            except BadInput as error:
                return str(error)

    with ThreadPoolExecutor(4) as threads:
        told = list(threads.map(begin, range(4)))
    (begun,) = diary.games()
    assert sorted(told) == sorted([begun.id, *["there is a game called 'forts' already; choose another name"] * 3])


def test_a_new_name_changes_nothing_in_the_record(diary: Diary, played: Game[Any]) -> None:
    head = diary.head(played.id)
    diary.rename(played.id, "two forts")
    assert diary.find("two forts").id == played.id
    assert diary.head(played.id) == head
    assert diary.verify(played.id) == []


def test_a_game_begins_only_in_a_known_system(diary: Diary) -> None:
    with pytest.raises(BadInput, match="there is no game system 'chess'"):
        diary.new("chess", "a game", BEGAN)
    assert diary.games() == []
