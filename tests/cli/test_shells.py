"""Completion in the shells: what Tab writes is one word and runs nothing, whatever a stranger called his games and
units."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.main import main
from cli.shells import Typed, bash_quoted, typed
from tests.cli.conftest import Run
from tests.cli.shell import Shell, environment
from tests.record.stranger import raw

NAMES = (
    "x;touch PWNED;",
    "$(touch PWNED)", "`touch PWNED`", "a&touch PWNED&", "p|touch PWNED", "n>PWNED", "First evening (Ann's)",
    'say "hi"!', "back\\slash $HOME", "glob* {a,b}", "~tilde", "7:1=2, 3", "ends!", "日誌 <1>", "#9",
)  # fmt: skip
"""What games may be called in a diary of old, or in one that somebody has edited. No two begin alike."""

PACK = """
system = "iwo"
name = "evil"
[units."U'$(touch PWNED)`touch PWNED`"]
side = "us"
type = "air"
bombard = 3
"""


@pytest.fixture
def strange(run: Run, tmp_path: Path) -> Path:
    """A diary whose games have every such name."""
    path = tmp_path / "d.db"
    for number in range(len(NAMES)):
        run("new", f"game {number}", "--system", "iwo")
    with raw(path) as c:
        for number, name in enumerate(NAMES):
            c.execute("UPDATE games SET name=? WHERE name=?", (name, f"game {number}"))
    return path


def answer(shell: str, line: str, word: str = "") -> list[str]:
    """What the program answers a shell's script."""
    env = {
        "_WARDIARY_COMPLETE": f"{shell}_complete",
        "COMP_LINE": line,
        "COMP_WORD": word,
        "COMP_WORDS": line,
        "COMP_CWORD": "99",
    }
    result = CliRunner().invoke(main, [], env=env)
    assert result.exit_code == 0, result.output
    return result.stdout.removesuffix("\n").split("\n")


# ---- in real shells, at a terminal ----


@pytest.fixture(params=["bash", "zsh", "fish"])
def shell(request: pytest.FixtureRequest) -> str:
    """bash, and the others where they are installed."""
    name: str = request.param
    return name


def beginnings() -> Iterator[tuple[str, str]]:
    """The names, and for each a way to begin to type it: as it is, or after a quote that is still open."""
    for number, name in enumerate(NAMES):
        if name[0].isalnum():
            yield name, (name[0], f'"{name[:2]}', f"'{name[:2]}")[number % 3]
        else:
            yield name, (f"\\{name[0]}", f"'{name[0]}")[number % 2]


def test_tab_and_enter_run_nothing_but_the_program(strange: Path, shell: str, tmp_path: Path) -> None:
    """Given games of such names, when each is completed with Tab and Enter is hit, then the program gets the name as
    one word."""
    with Shell(shell, tmp_path / "home", strange) as at:
        for name, begun in beginnings():
            assert at.type(f"wardiary show {begun}\t\r") == ["show", name], begun
    assert not [*tmp_path.rglob("PWNED*")]


def test_the_words_of_a_line_are_completed_so_too(run: Run, shell: str, tmp_path: Path) -> None:
    """Given a pack of a stranger's, then its units are completed as words, also after a colon and after a quote that is
    closed."""
    (tmp_path / "evil.toml").write_text(PACK)
    run("new", "evil", "--system", "iwo", "--pack", str(tmp_path / "evil.toml"))
    with Shell(shell, tmp_path / "home", tmp_path / "d.db") as at:
        unit = "U'$(touch PWNED)`touch PWNED`"
        assert at.type("wardiary declare e\tadjust U\t\r") == ["declare", "evil", "adjust", unit]
        assert at.type("wardiary declare evil bombards Hill:U\t\r") == ["declare", "evil", "bombards", f"Hill:{unit}"]
        assert at.type("wardiary declare evil bombards 'Hill':\t\r") == ["declare", "evil", "bombards", f"Hill:{unit}"]
        assert at.type("wardiary show evil --as j\t\r") == ["show", "evil", "--as", "jp"]
        assert at.type("wardiary table e\t--as=u\tcasu\t\r") == ["table", "evil", "--as=us", "casualties"]
        assert at.type("wardiary new x --system iw\t--pack sa\t\r") == [
            "new",
            "x",
            "--system",
            "iwo",
            "--pack",
            "sample",
        ]
    assert not [*tmp_path.rglob("PWNED*")]


# ---- bash, where the quoting is ours ----


def in_bash(*commands: str, env: dict[str, str] | None = None) -> list[str]:
    """What commands write."""
    done = subprocess.run(
        ["bash", "-c", "\n".join(commands)], capture_output=True, text=True, timeout=120, check=True, env=env
    )
    return done.stdout.splitlines()


def test_bash_gets_replies_that_are_one_word_each(strange: Path, tmp_path: Path) -> None:
    """Given the script read by bash, when its function is called as bash calls it, then each reply is read as one word:
    a name."""
    script = CliRunner().invoke(main, ["completion", "bash"]).stdout
    calls = [
        f"COMP_LINE={shlex.quote(f'wardiary show {begun}')} COMP_POINT={len('wardiary show ') + len(begun)} "
        f"COMP_WORDS=(wardiary show {shlex.quote(begun)}) COMP_CWORD=2; _wardiary_completion wardiary "
        f"{shlex.quote(begun)} show; "
        'for reply in "${COMPREPLY[@]}"; do eval "printf \'%s\\n\' $reply"; done'
        for begun in ("", "x", "F")
    ]
    said = in_bash(f"cd {tmp_path}", script, *calls, env=environment(tmp_path / "home", strange, anew=True))
    assert said == [*NAMES, "x;touch PWNED;", "First evening (Ann's)"]
    assert not [*tmp_path.rglob("PWNED*")]


SIGNS = st.text(st.sampled_from("ab Ü日'\"\\$`!;&|<>(){}[]*?~#=:,-./%^@"), min_size=1, max_size=12)


@pytest.mark.parametrize("quote", ["", "'", '"'])
@settings(max_examples=15)
@given(values=st.lists(SIGNS, min_size=40, max_size=40))
def test_what_was_quoted_is_read_back(quote: str, values: list[str]) -> None:
    """By bash and by the program itself: after an open quote, and closed after as readline does unless the line ends
    with the quote."""
    written = [quote + bash_quoted(value, quote) for value in values]
    closed = [word if word.endswith(quote) else word + quote for word in written]
    assert in_bash(*(f"printf '%s\\n' {word}" for word in closed)) == values
    assert [typed(word) for word in closed] == [
        Typed([value], word, "") for value, word in zip(values, closed, strict=True)
    ]


@pytest.mark.parametrize(
    ("line", "words", "raw", "quote"),
    [
        ("", [""], "", ""),
        ("wardiary show ", ["wardiary", "show", ""], "", ""),
        ("wardiary  show ev", ["wardiary", "show", "ev"], "ev", ""),
        ("wardiary show ev\\ ", ["wardiary", "show", "ev "], "ev\\ ", ""),
        ("wardiary show ev\\", ["wardiary", "show", "ev"], "ev\\", ""),
        ('wardiary show "ev ', ["wardiary", "show", "ev "], '"ev ', '"'),
        ('show "a \\$\\x"b', ["show", "a $\\xb"], '"a \\$\\x"b', ""),
        ("show 'a\\'b' c", ["show", "a\\b c"], "'a\\'b' c", "'"),
        ("declare ev '' Gre", ["declare", "ev", "", "Gre"], "Gre", ""),
    ],
)
def test_a_line_is_taken_apart_up_to_the_cursor(line: str, words: list[str], raw: str, quote: str) -> None:
    assert typed(line) == Typed(words, raw, quote)


@pytest.mark.parametrize(
    "line", ["show $HOME", 'show "$(id)', "show `id", "show a;", "show <(id", "show $'a", "show a>b"]
)
def test_what_a_shell_would_run_or_expand_is_not_completed(line: str, strange: Path) -> None:
    assert typed(line) is None
    for shell in ("bash", "fish"):
        assert answer(shell, f"wardiary --diary {strange} {line}") == [""]


def test_only_the_part_that_bash_replaces_is_given(evening: Run, tmp_path: Path) -> None:
    """Given that readline takes a word to begin after a colon, an equals sign or a quote, then the rest of the word is
    given."""
    line = f"wardiary --diary {tmp_path}/d.db "
    assert answer("bash", f"{line}declare evening bombards Green:NAV1,NA", "NA") == ["plain", "NAV2", "NAV3", "NAV4"]
    assert answer("bash", f"{line}declare evening bombards Green:NAV1,NA", "Green:NAV1,NA")[1] == "Green:NAV1,NAV2"
    assert answer("bash", f"{line}show evening --as=j", "j") == ["plain", "jp"]
    assert answer("bash", f'{line}show "eve', "eve") == ["plain", "evening"]
    assert answer("bash", f"{line}show eve", "something else") == [""]


# ---- what is offered ----


def complete(tmp_path: Path, *said: str) -> list[str]:
    return answer("fish", shlex.join(["wardiary", "--diary", str(tmp_path / "d.db"), *said]))


def offered(tmp_path: Path, *said: str) -> list[str]:
    return [line.partition(",")[2].partition("\t")[0] for line in complete(tmp_path, *said) if line]


def test_a_question_and_the_verbs_of_a_step_are_completed(evening: Run, tmp_path: Path) -> None:
    assert offered(tmp_path, "declare", "evening", "bom") == ["bombards", "bombard"]
    assert offered(tmp_path, "declare", "evening", "")[0] == "recover"
    evening("declare", "evening", "land 4D-R23 Green")
    assert offered(tmp_path, "declare", "evening", "f") == ["fire"]
    assert offered(tmp_path, "declare", "evening", "land", "4D-R2") == [
        "4D-R24",
        "4D-R25",
        "4D-R23",
    ]  # the one that has landed comes last


def test_games_sides_tables_systems_and_packs_are_completed(evening: Run, tmp_path: Path) -> None:
    assert offered(tmp_path, "show", "ev") == offered(tmp_path, "rename", "EV") == ["evening"]
    assert offered(tmp_path, "show", "evening", "--as", "") == ["us", "jp"]
    assert "casualties" in offered(tmp_path, "table", "evening", "")
    assert offered(tmp_path, "new", "x", "--system", "") == ["iwo", "ddat", "iph", "betio", "reef", "free"]
    assert offered(tmp_path, "new", "x", "--system", "iwo", "--pack", "s") == ["sample"]
    assert complete(tmp_path, "new", "x", "--system", "iwo", "--pack", "my") == ["file,my"]
    assert complete(tmp_path, "import", "") == ["file,"]
    assert offered(tmp_path, "hea") == ["head"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("new x --system ddat --scenario ", {"first-waves", "two-days", "21-november"}),
        ("new x --system reef --player ", {"us=", "jp="}),
        ("new x --system iwo --reading R-0", {"R-01=", "R-02="}),
        ("new x --system iwo --reading R-02=", {"R-02=once", "R-02=per-unit"}),
        ("ruling evening R-0", {"R-01", "R-02"}),
        ("ruling evening R-02 ", {"once", "per-unit"}),
        ("why evening Gr", {"Green"}),
        ("why evening poi", {"points:us", "points:jp"}),
        ("adjust evening 4D-R", {"4D-R23", "4D-R24", "4D-R25"}),
        ("rule iwo 11.1.", {"11.1.1", "11.1.2", "11.1.3"}),
        ("rule evening 11.1.", {"11.1.1", "11.1.2", "11.1.3"}),
        ("declare evening land 4D-R23 Gr", {"Green"}),
        ("note evening --by ", {"us", "jp"}),
        ("watch ev", {"evening"}),
    ],
)
def test_readings_scenarios_areas_and_rules_are_completed(
    evening: Run, tmp_path: Path, typed: str, offered: set[str]
) -> None:
    """Given a game under way, when a command is half typed, then what may stand there is offered."""
    said = answer("fish", f"wardiary --diary {tmp_path}/d.db {typed}")
    assert offered <= {line.partition(",")[2] for line in said if line.startswith("plain,")}


def test_what_would_be_taken_for_an_option_or_written_out_of_line_is_not_offered(strange: Path, tmp_path: Path) -> None:
    with raw(strange) as c:
        for number, name in enumerate(("-o/tmp/x", "new\nline", "tab\tbed", "esc\x1b[2J", "turned\u202e", "")):
            c.execute("UPDATE games SET name=? WHERE name=?", (name, NAMES[number]))
    assert offered(tmp_path, "show", "") == list(NAMES[6:])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shells_script_is_printed(run: Run, shell: str) -> None:
    printed = run("completion", shell).stdout
    assert f"_WARDIARY_COMPLETE={shell}_complete" in printed
    assert CliRunner().invoke(main, [], env={"_WARDIARY_COMPLETE": f"{shell}_source"}).stdout.strip() == printed.strip()


@pytest.mark.parametrize("asked", ["powershell_source", "powershell_complete", "bash", "x"])
def test_a_shell_whose_quoting_is_not_known_is_told_nothing(asked: str) -> None:
    result = CliRunner().invoke(
        main, [], env={"_WARDIARY_COMPLETE": asked, "COMP_WORDS": "wardiary show ", "COMP_CWORD": "2"}
    )
    assert (result.exit_code, result.stdout) == (1, "")


# ---- completing only looks ----


def make_nothing(path: Path) -> None:
    pass


def make_stranger(path: Path) -> None:
    with raw(path) as c:
        c.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    "make",
    [make_nothing, Path.touch, Path.mkdir, os.mkfifo, lambda path: path.write_text("not a diary"), make_stranger],
)
def test_completing_makes_and_changes_no_file(make: Callable[[Path], object], tmp_path: Path) -> None:
    """Given no file, an empty one, a folder, a pipe or a stranger's file at --diary, then Tab leaves it so, and nothing
    beside it."""
    path = tmp_path / "d.db"
    make(path)
    before = found(tmp_path)
    for said in (
        ("show", "e"),
        ("declare", "evening", "b"),
        ("show", "evening", "--as", "j"),
        ("table", "evening", "lu"),
    ):
        assert offered(tmp_path, *said) == []
    assert found(tmp_path) == before


def test_completing_changes_no_diary(evening: Run, tmp_path: Path) -> None:
    before = found(tmp_path)
    assert offered(tmp_path, "declare", "evening", "bom")
    assert offered(tmp_path, "table", "evening", "c")
    assert found(tmp_path) == before


def found(folder: Path) -> dict[str, bytes | None]:
    """All there is in a folder."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}
