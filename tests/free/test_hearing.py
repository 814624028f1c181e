"""The hearing is a rule: lines of paper and what each is taken for, and what it never does with a text."""

from __future__ import annotations

import ast
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner

from cli.main import main
from domain.free.facts import LineSaid
from domain.free.heard import hear_line
from domain.free.learning import slip_of
from domain.kernel.errors import Trouble
from domain.kernel.facts import Irregular
from domain.kernel.remembering import remembered
from recording.plans import plan
from replays.papers import taken_apart
from tests.free.hands import HANDS, figures, said
from tests.free.random_lines import say
from tests.free.table import begun, recorder, stale

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAPER = [line for line in (HERE / "paper.txt").read_text("utf-8").splitlines() if line and line[0] != "#"]


def test_each_line_is_taken_for_what_stands_beside_it() -> None:
    """FREE 2: given an evening of lines, when they are said, then each means what was written down for it."""
    game = begun(("German", "Soviet", "US"))
    at, wrong = recorder(game), []
    for each in PAPER:
        said, _, meaning = (part.strip() for part in each.partition(" |" if " |" in each else "|"))
        text, _, answer = (part.strip() for part in said.partition(" ? "))
        before = game.version
        at.hear(text)
        asked = game.waits is not None
        if answer and asked:
            at.hear(answer)
        facts = [entry.fact for entry in game.entries if entry.version > before and isinstance(entry.fact, LineSaid)]
        unread = f"~{', '.join(facts[0].unread)}" if facts and facts[0].unread else ""
        told = "; ".join(facts[0]._told(game.rules.sides)) if facts else "nothing recorded"
        if (told or unread, asked) != (meaning, bool(answer)):
            wrong.append(f"{text}: {told} {unread}{' asked' if asked else ''}, not {meaning}")
    assert "\n".join(wrong) == ""


def test_evenings_in_several_hands_are_taken_for_what_was_meant() -> None:
    """FREE 2, 3: given evenings written by who knew only how lines are written, when they are said, then nothing that
    was not meant is recorded, no word is lost, and few lines are asked about or not understood."""
    every = {path.stem: tuple(said(path)) for path in HANDS}
    found = figures([line for lines in every.values() for line in lines])
    strangers = figures([line for hand, lines in every.items() if hand.startswith("stranger-") for line in lines])
    assert found.lines >= 960
    assert len(strangers.asked) <= 0.12 * strangers.lines
    assert ([one.text for one in found.wrong], [one.text for one in found.dropped]) == ([], [])
    assert len(found.asked) <= 0.15 * found.lines
    assert len(found.missed) <= 0.10 * found.lines


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ("Romnel", "Rommel", True),
        ("Rommle", "Rommel", True),
        ("Rommell", "Rommel", True),
        ("East Germany", "West Germany", False),
        ("Algeria", "Nigeria", False),
        ("India", "Indonesia", False),
        ("Bonn", "Bohn", False),
        ("XI Corps", "I Corps", False),
        ("Panzer-4", "Panzer-5", False),
    ],
)
def test_only_one_letter_makes_a_slip(one: str, other: str, slip: bool) -> None:
    """FREE 3: one letter differs or two are swapped, in five or more, with the same digits."""
    assert bool(slip_of(one, [other])) is slip


def test_random_lines_are_recorded_and_say_themselves_again() -> None:
    """Given lines of random words and marks, when they are said, then few are refused, the audit agrees, and the file
    of the game says it again."""
    said = [say(seed, 100) for seed in range(3)]
    assert sum(one.refused for one in said) <= 0.02 * sum(one.lines for one in said)


@pytest.mark.parametrize(
    "text", ["“" * 4000, "( [ " * 1000, "a," * 2000, "1 > " * 1000, "roll " + "6," * 1990, "=" * 4000]
)
def test_a_line_is_heard_in_one_pass(text: str) -> None:
    """Given a line as long as a line may be, of one sign alone, then it is heard at once."""
    known = begun().state.means()
    began = process_time()
    hear_line(text, known)
    assert process_time() - began < 1


def test_whoever_types_on_is_never_stopped() -> None:
    """FREE 3: given a name nobody knows, when the next line is typed, then a guess stays a word, and `show` has it."""
    game = begun()
    at = recorder(game)
    at.hear("Rommel > Bonn")
    assert game.waits is not None
    assert game.waits.name == "new"
    at.hear("they dig in")
    assert game.waits is None
    assert game.state.missed == ("Rommel > Bonn",)
    assert "Rommel" not in game.state.units


@pytest.mark.parametrize("key", ["n", "N", "next"])
def test_the_key_that_goes_on_is_no_answer(key: str) -> None:
    """FREE 3: given a name nobody knows, when the key is typed that goes on, then the phase ends and the name stays a
    word; `no` is the piece that is nobody's."""
    game = begun(phases=["German moves", "Soviet moves"])
    at = recorder(game)
    at.hear("robber > Bonn")
    at.hear(key)
    assert (game.waits, game.state.phase, game.state.missed) == (None, "soviet_moves", ("robber > Bonn",))
    at.hear("thief > Bonn")
    at.hear("no")
    assert (game.state.units["thief"].side, game.state.phase) == ("", "soviet_moves")


def test_the_key_that_goes_on_answers_no_dice_that_wait() -> None:
    """FREE 6.1: given dice in brackets, when the key is typed that goes on, then it is refused."""
    game = begun()
    at = recorder(game)
    at.hear("3Pz storms [2d6]")
    with pytest.raises(Trouble):
        at.hear("n")
    assert game.waits is not None


def test_what_is_known_of_names_is_up_to_date() -> None:
    """Given a table that names pieces, places and counts, and gives some to another side, when each line is said, then
    the state finds names as one would that has just been made."""
    game = begun()
    at = recorder(game)
    lines = ["3Pz at Bonn", "german: Old_Guard > Bonn", "Old Guard =Soviet", "Bonn =German", "Old_Elbe =German"]
    for text in [*lines, "german wood +2", "2nd Guard Corps > Old Elbe", "3Pz =nobody", "soviet: 3PZ > Bonn"]:
        at.hear(text)
        assert [work.__name__ for work, _, _ in remembered(game.state)].count("found_by") == 1
        assert stale(game.state) == []


def test_only_dice_in_brackets_wait() -> None:
    """FREE 6.1: given dice that are asked for, when something else is typed, then it is refused."""
    game = begun()
    at = recorder(game)
    at.hear("3Pz storms [2d6]")
    with pytest.raises(Trouble):
        at.hear("they dig in")
    at.hear("65")
    assert game.waits is None


def test_nothing_of_a_row_or_line_is_made_into_code() -> None:
    """Given all of the system and all that reads a log, when its calls are looked through, then none of eval, exec,
    compile, open or import, no pattern and no format by a text of somebody else's is among them."""
    barred = {"eval", "exec", "compile", "open", "__import__", "import_module", "format", "format_map", "getattr"}
    readers = [ROOT / "replays" / f"{name}.py" for name in ("papers", "logs", "log_templates", "sheets")]
    for path in [*(ROOT / "domain" / "free").rglob("*.py"), *readers]:
        tree = ast.parse(path.read_text("utf-8"))
        called = {
            node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
        }
        modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names} | {
            node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
        }
        assert called & barred == set(), path
        assert "re" not in modules, path


def test_a_line_is_put_right_by_the_number_it_is_shown_with() -> None:
    """Given a line that was written down wrong, when `fix` names any entry of it, then the whole line is said anew."""
    game = begun()
    at = recorder(game)
    at.hear("German: 3Pz at Bonn")
    at.hear("3Pz =2")
    at.hear("they dig in")
    shown = next(entry.version for entry in game.entries if isinstance(entry.fact, LineSaid))
    made = plan(game, shown, ("German:", "3Pz", "at", "Mainz"))
    (decision,) = made.decided
    assert decision.instead == {"text": "German: 3Pz at Mainz"}


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ('ruling 2 "a stack has three"', "ruling"),
        ('ruling FREE 2 "a stack has three"', "ruling"),
        ("ruling the waves since 1805", "line"),
        ("ruling FREE speech in", "line"),
    ],
)
def test_a_ruling_on_a_numbered_rule_is_no_paper(text: str, verb: str) -> None:
    """Given a line that begins with `ruling`, then it is one where a rule's number follows, with FREE before it or
    not, and else paper."""
    line = taken_apart(begun(), text)
    assert line is not None
    assert (line.first, line.paper) == (verb, verb == "line")


def test_a_key_alone_is_no_line() -> None:
    """Given the letter of an answer that is typed when nothing is asked, then it is refused, and not kept as paper."""
    game = begun()
    before = game.version
    with pytest.raises(Trouble):
        recorder(game).say("g")
    assert game.version == before


def test_what_an_earlier_version_heard_otherwise_is_mended_and_no_mistake(tmp_path: Path) -> None:
    """FREE 2: given an evening that the first version heard, when it is audited, then nobody has played it wrong."""

    def run(*words: str) -> str:
        return CliRunner().invoke(main, ["--diary", str(tmp_path / "diary.db"), *words]).output

    run("import", str(ROOT / "replays" / "free" / "three-roads.jsonl"))
    told = run("audit", "three-roads")
    assert "mended since: rules 2" in told
    assert "differs" not in told


def test_a_place_left_that_was_another_is_asked_once_and_the_tables_own_holds() -> None:
    """FREE 4.2: given a piece that the record has elsewhere, when a line says whence it goes, then Enter lets that
    hold, recorded as irregular, and another answer does not."""
    game = begun()
    at = recorder(game)
    at.hear("German: 3Pz at Fulda")
    at.hear("3Pz > Mainz")
    at.hear("3Pz Fulda > Bonn")
    assert game.waits is not None
    assert game.waits.name == "left"
    at.hear("")
    assert (game.state.units["3Pz"].at, [one.fact.rule for one in game.stands if isinstance(one.fact, Irregular)]) == (
        "Bonn",
        ["FREE 4.2"],
    )
    at.hear("3Pz Mainz > Fulda")
    at.hear("Bonn")
    assert len([one for one in game.stands if isinstance(one.fact, Irregular)]) == 1
