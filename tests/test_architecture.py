"""The architecture, held by the imports as they are written.

cli -> web -> auditing -> recording -> replays -> projections -> domain.record.diary, domain.games -> domain.<game>
-> domain.wargame -> domain.kernel
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from pydantic import BaseModel

from cli.commands import DeclaredCommand
from cli.main import main
from domain.games import SYSTEMS, load
from domain.kernel.game import Game, View

ROOT = Path(__file__).parents[1]
TOP = ("domain", "projections", "replays", "recording", "auditing", "web", "cli")
LAYERS = (
    "domain.kernel",
    "domain.wargame",
    "domain.<game>",
    "domain",
    "projections",
    "replays",
    "recording",
    "auditing",
    "web",
    "cli",
)
"""From the bottom up; `domain` is the record, and what lies directly in that folder."""
SHARED = ("kernel", "wargame")
"""Packages in `domain` that are no game."""

BELOW_THE_RECORD = (
    "domain.record.diary",
    "domain.record.glance",
    "domain.record.storage",
    "domain.record.store",
    "domain.record.sqlite_store",
    "domain.record.server_store",
)
DRIVERS = ("domain.record.server_address", "domain.record.server_store", "domain.record.server_tables")
"""What speaks to a server: nothing else imports its driver."""
IMPURE = {"eventsourcing", "sqlite3", "sqlite_utils", "click", "random", "secrets", "time", "datetime", "os", "pathlib"}


class Module(NamedTuple):
    name: str
    tree: ast.Module


class Import(NamedTuple):
    """One import as it is written: where, and what it names; `from a import b` names `a.b`, which may be a module."""

    module: str
    line: int
    names: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.names}"


@cache
def modules() -> tuple[Module, ...]:
    return tuple(parsed())


def parsed() -> Iterator[Module]:
    for top in TOP:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            yield Module(name, ast.parse(path.read_text(encoding="utf-8"), str(path)))


def imports(module: Module) -> Iterator[Import]:
    """Every import of a module, those within functions and for type checkers too."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (Import(module.name, node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.name}:{node.lineno}: imports are written from the top"
            yield from (Import(module.name, node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@cache
def every_import() -> tuple[Import, ...]:
    return tuple(found for module in modules() for found in imports(module))


def top(name: str) -> str:
    return name.partition(".")[0]


def game(name: str) -> str:
    """The game a module belongs to, "" for none."""
    parts = name.split(".")
    is_package = len(parts) > 1 and parts[0] == "domain" and (ROOT / "domain" / parts[1]).is_dir()
    return parts[1] if is_package and parts[1] not in (*SHARED, "record") else ""


def layer(name: str) -> int:
    if game(name):
        return LAYERS.index("domain.<game>")
    for shared in SHARED:
        if f"{name}.".startswith(f"domain.{shared}."):
            return LAYERS.index(f"domain.{shared}")
    return LAYERS.index(top(name))


@cache
def ours() -> tuple[Import, ...]:
    return tuple(found for found in every_import() if top(found.names) in TOP)


@cache
def pure_modules() -> tuple[Module, ...]:
    return tuple(
        module
        for module in modules()
        if game(module.name) or module.name.startswith(("domain.kernel", "domain.wargame"))
    )


def test_there_is_something_to_look_at() -> None:
    """Otherwise all the others would hold of an empty folder."""
    assert {"domain.kernel.game", "domain.record.diary", "domain.games", "domain.iwo"} <= {
        module.name for module in modules()
    }
    assert len(ours()) > 20


def test_imports_run_one_way() -> None:
    assert [str(found) for found in ours() if layer(found.names) > layer(found.module)] == []


def is_shared(module: str) -> bool:
    """Whether a module belongs to no game. The games' folders are alike on purpose."""
    return not set(module.split(".")) & set(SYSTEMS)


def found_twice(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Of (name, module): the names that several modules have."""
    where: dict[str, list[str]] = {}
    for name, module in named:
        where.setdefault(name, []).append(module)
    return {name: found for name, found in where.items() if len(found) > 1}


def test_a_class_has_its_name_for_itself() -> None:
    """One word for one thing (CONTRIBUTING, "Words"): outside the games no two modules define a class of one name."""
    named = (
        (node.name, module.name)
        for module in modules()
        if is_shared(module.name)
        for node in module.tree.body
        if isinstance(node, ast.ClassDef)
    )
    assert found_twice(named) == {}


def test_a_module_has_its_name_for_itself() -> None:
    """A file's or folder's name says which it is (CONTRIBUTING, "Words"): rename one after what it holds.

    `projections/wargame` shows what `domain/wargame` holds, as the folders of a game do.
    """
    alike = {"projections.wargame", *(module.name for module in modules() if module.name.endswith("__main__"))}
    shared = (module.name for module in modules() if is_shared(module.name) and module.name not in alike)
    assert found_twice((name.rpartition(".")[2], name) for name in shared) == {}


def test_a_public_function_has_its_name_for_itself() -> None:
    """What is said, told or asked is so in one place (CONTRIBUTING, "Words"). A function that carries out a command
    is named after it.
    """
    commands = {command.does for command in every_command()}
    named = (
        (node.name, module.name)
        for module in modules()
        if is_shared(module.name) and module.name != "cli.commands"
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and f"{module.name}:{node.name}" not in commands
    )
    assert found_twice(named) == {}


def test_the_table_of_words_names_what_there_is() -> None:
    """Classes and files that CONTRIBUTING's "Words" names are in the code."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Words")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([^`]+)`", table))
    classes = {node.name for module in modules() for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef)}
    assert {name for name in named if re.fullmatch(r"[A-Z]\w+(\.\w+)?", name)} <= {
        name for name in named if name.partition(".")[0] in classes
    }
    assert [name for name in named if "/" in name and not (ROOT / name).exists()] == []


def test_a_game_never_imports_another_game() -> None:
    assert [
        str(found) for found in ours() if game(found.module) and game(found.names) not in ("", game(found.module))
    ] == []


def test_rules_import_no_storage_clock_chance_or_screen() -> None:
    pure = {module.name for module in pure_modules()}
    assert [str(found) for found in every_import() if found.module in pure and top(found.names) in IMPURE] == []


def test_only_the_record_and_the_views_know_the_storage() -> None:
    storage = {"eventsourcing", "sqlite3", "sqlite_utils"}
    drivers = {"psycopg", "psycopg_pool"}
    assert {f.module for f in every_import() if top(f.names) in drivers} == set(DRIVERS)
    outside = [
        f
        for f in every_import()
        if top(f.names) in storage and f.module not in BELOW_THE_RECORD and top(f.module) != "projections"
    ]
    assert [str(found) for found in outside] == []


EXTRA = {"starlette", "uvicorn", "sse_starlette", "multipart", "python_multipart", "segno"}
"""What `wardiary[web]` installs."""


def test_only_what_serves_phones_needs_what_the_extra_installs() -> None:
    """Without it, every other command runs: nothing below imports it, and commands are loaded when they are typed."""
    needs = {f.module for f in every_import() if top(f.names) in EXTRA or (top(f.names) == "web" != top(f.module))}
    assert {"web.door", "web.addresses"} <= needs
    assert {module for module in needs if top(module) not in ("web", "cli")} == set()
    commands = {command.does.partition(":")[0] for command in every_command()}
    assert {module for module in needs if top(module) == "cli"} <= commands


def test_modules_are_loaded_by_name_in_two_places_only() -> None:
    """The closed tables of games and of commands; so no stored text can name a module."""
    loaders = {"importlib", "pkgutil", "runpy", "imp", "zipimport"}
    found = {f"{found.module} {found.names}" for found in every_import() if top(found.names) in loaders}
    assert {one for one in found if not one.endswith(" importlib.resources")} == {
        "domain.games importlib.import_module",
        "domain.games importlib.util.find_spec",
        "cli.commands importlib.import_module",
    }


# ---- what shows a game cannot reach more of it than its audience may see ----

SHOWS = ("projections", "recording.situation", "cli.watching")
"""Whatever shows something of a game to somebody."""
STORES = ("projections.snapshots",)
"""Of these, what only keeps games, and shows none."""


def reaches(module: Module) -> Iterator[str]:
    """Where a module could be handed the whole of a game: it names the type, or takes a game of no type."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "domain.kernel.game":
            yield from (f"{node.lineno} imports {alias.name}" for alias in node.names if alias.name != "View")
        elif isinstance(node, ast.Attribute) and node.attr == "Game":
            yield f"{node.lineno} names {ast.unparse(node)}"
        elif isinstance(node, ast.arg) and node.arg in ("game", "view", "saw") and node.annotation is not None:
            said = ast.unparse(node.annotation)
            if not re.fullmatch(r"(View(\[\w+\])?|str)", said):
                yield f"{node.lineno} takes {node.arg}: {said}"


def test_whatever_shows_a_game_takes_a_view_of_it() -> None:
    """A whole `Game` is no `View`, so handing it over does not type-check."""
    assert issubclass(View, Game)
    assert not issubclass(Game, View)
    showing = [module for module in modules() if module.name.startswith(SHOWS) and module.name not in STORES]
    assert {
        "projections.iph.screen",
        "projections.reef.scene",
        "projections.ddat.summaries",
        "recording.situation",
    } <= {one.name for one in showing}
    assert [f"{module.name}:{found}" for module in showing for found in reaches(module)] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from domain.kernel.game import Game", True),
        ("from domain.kernel.game import View", False),
        ("def words(game: Any): ...", True),
        ("def words(view: View[Iph]): ...", False),
        ("def saved(game: str): ...", False),
        ("past = game.Game(rules)", True),
        ("def rows(game: Game[Any]): ...", True),
        ("def met(view: View): ...", False),
    ],
)
def test_what_could_reach_more_is_found(code: str, found: bool) -> None:
    assert bool([*reaches(Module("shows", ast.parse(code)))]) is found


# ---- circles ----


def named_in_tables() -> Iterator[tuple[str, str]]:
    """The modules that are loaded by name, each with the one that loads it."""
    yield from (("domain.games", system.rules) for system in SYSTEMS.values())
    yield from (("projections.shown", system.shown) for system in SYSTEMS.values())
    yield from (("cli.commands", command.does.partition(":")[0]) for command in every_command())


def every_command() -> Iterator[DeclaredCommand]:
    groups: list[click.Group] = [main]
    for group in groups:
        for command in group.commands.values():
            if isinstance(command, DeclaredCommand):
                yield command
            elif isinstance(command, click.Group):
                groups.append(command)


def module_of(name: str) -> str:
    """The module of ours that a name is, or is in; "" for none."""
    known = {module.name for module in modules()}
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def circles(imports: Mapping[str, AbstractSet[str]]) -> set[frozenset[str]]:
    """The groups of modules that import each other, by whatever way."""
    reached = {module: set(names) for module, names in imports.items()}
    for between in imports:
        for names in reached.values():
            if between in names:
                names |= reached[between]
    return {
        frozenset(other for other in names if module in reached[other])
        for module, names in reached.items()
        if module in names
    }


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Not within functions, not for type checkers alone, and not by name from a table. A package is no more than its
    `__init__`."""
    imported: dict[str, set[str]] = {module.name: set() for module in modules()}
    for module, names in (*((found.module, found.names) for found in ours()), *named_in_tables()):
        imported[module].add(module_of(names))
    found = circles({module: names - {""} for module, names in imported.items()})
    assert [sorted(circle) for circle in found] == []


@pytest.mark.parametrize(
    ("imports", "found"),
    [
        ("a:b b:c c:", []),
        ("a:bc b:d c:d d:", []),
        ("a:a", ["a"]),
        ("a:b b:a", ["ab"]),
        ("c:a a:b b:d d:c e:a", ["abcd"]),
        ("a:b b:a c:bd d:c e:", ["ab", "cd"]),
    ],
)
def test_circles_are_found(imports: str, found: list[str]) -> None:
    graph = {module: set(names) for module, _, names in (one.partition(":") for one in imports.split())}
    assert sorted("".join(sorted(circle)) for circle in circles(graph)) == found


def test_packaged_files_are_read_from_packages_the_code_names() -> None:
    """`resources.files` imports the package it is given: a fixed name, or one from the closed table."""
    named = [
        (f"{module.name}:{node.lineno}", ast.unparse(node.args[0]))
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("resources.files")
    ]
    assert [
        one for one in named if one[1][0] not in "\"'" and not re.fullmatch(r"(games\.)?SYSTEMS\[\w+\]\.rules", one[1])
    ] == []


def test_nothing_that_was_read_is_ever_run() -> None:
    """No eval, exec or compile, and no reader that builds whatever its input asks for."""
    runs = {"eval", "exec", "compile", "__import__"}
    named = [
        f"{m.name}:{n.lineno} {n.id}"
        for m in modules()
        for n in ast.walk(m.tree)
        if isinstance(n, ast.Name) and n.id in runs
    ]
    builders = {"pickle", "marshal", "shelve", "dill", "yaml"}
    assert named + [str(found) for found in every_import() if top(found.names) in builders] == []


def test_toml_and_json_of_strangers_are_read_strictly() -> None:
    """`domain.kernel.strict` bounds depth, length and numbers; JSON that this program has written is read elsewhere
    too."""
    readers = {"tomllib", "tomllib.loads", "tomllib.load"}
    assert {found.module for found in every_import() if found.names in readers} == {"domain.kernel.strict"}
    strict = (
        "domain.kernel.strict",
        "projections.snapshots",
        "projections.last_screen",
        "auditing.verify",
    )  # snapshots and screens are our own, and proved first; the last has to do with Python alone
    called = [
        f"{module.name}:{node.lineno} {ast.unparse(node.func)}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("json.loads", "json.load")
        and module.name not in strict
    ]
    assert called == []


def loaded_with(*imported: str) -> set[str]:
    """The modules that are there once these are imported in a fresh interpreter."""
    script = f"import sys, {', '.join(imported)}\nprint(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert said.returncode == 0, said.stderr
    return set(said.stdout.split())


PROMPT = {"readline", "curses", "prompt_toolkit", "rich"}


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        *(
            (module, PROMPT)
            for module in ("domain.record.diary", "cli.main", "cli.listing", "cli.looking", "cli.saying")
        ),
        ("cli.going_live", set()),
    ],
)
def test_no_game_no_views_and_no_prompt_are_loaded_before_they_are_wanted(module: str, unwanted: set[str]) -> None:
    """Each pydantic class costs a millisecond, sqlite_utils a quarter of a second: `wardiary show`, or a recorder,
    would pay for all of them."""
    loaded = loaded_with(module)
    assert module in loaded
    unwanted = {"sqlite_utils", "numpy", "web", *EXTRA, *unwanted}
    assert {name for name in loaded if game(name) or top(name) in unwanted} == set()


def test_models_have_no_private_attributes_and_no_extra_fields() -> None:
    """So a process of the program may look their fields up the short way (`domain.kernel.owns_process`)."""
    for code in SYSTEMS:
        load(code)
    strange = [
        kind
        for kind in models(BaseModel)
        if top(kind.__module__) in TOP and (kind.__private_attributes__ or kind.model_config.get("extra") == "allow")
    ]
    assert strange == []


def models(kind: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for below in kind.__subclasses__():
        yield below
        yield from models(below)


@pytest.mark.parametrize(("first", "short"), [("cli.main", True), ("domain.kernel.errors", False)])
def test_only_a_process_of_the_program_looks_fields_up_the_short_way(first: str, short: bool) -> None:
    """Somebody else's models, in a process that reads a record with our code, keep their private attributes."""
    code = f"import {first}, domain.kernel.facts, pydantic; print('__getattr__' in vars(pydantic.BaseModel))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == [str(not short)]


# ---- three platforms ----

ONE_PLATFORM_ONLY = {
    "modules": {
        "crypt",
        "curses",
        "fcntl",
        "grp", "msvcrt",
        "nt", "ossaudiodev", "posix", "pty", "pwd", "readline", "resource", "spwd", "syslog", "termios",
        "tty", "winreg", "winsound", "_winapi",
    },
    "os": {
        "statvfs",
        "fstatvfs",
        "fork", "forkpty",
        "getuid", "geteuid", "getgid", "getegid", "getresuid", "getgroups", "getpgid", "getpgrp", "getsid",
        "setuid",
        "seteuid",
        "setgid", "setegid", "setgroups", "setpgid", "setsid", "setpriority", "getpriority", "initgroups", "chroot",
        "chown",
        "lchown",
        "fchown",
        "fchmod", "lchmod", "chflags", "mkfifo", "mknod", "makedev", "major", "minor", "openpty", "ttyname", "ctermid",
        "tcgetpgrp",
        "tcsetpgrp",
        "killpg", "nice", "wait", "wait3", "wait4", "waitid", "spawnlp", "spawnvp", "posix_spawn", "uname", "sysconf",
        "confstr",
        "pathconf",
        "fpathconf",
        "getloadavg", "sync", "fdatasync", "fchdir", "lockf", "pread", "pwrite", "readv", "writev", "sendfile",
        "posix_fallocate",
        "posix_fadvise", "copy_file_range", "splice", "memfd_create", "getxattr", "setxattr", "sched_yield",
        "sched_getaffinity",
        "get_blocking", "set_blocking", "pipe2", "startfile", "add_dll_directory", "getrandom", "register_at_fork",
        "O_NOFOLLOW",
        "O_CLOEXEC",
        "O_DIRECTORY", "O_NONBLOCK", "O_SYNC", "O_DSYNC", "O_TMPFILE", "O_PATH", "O_DIRECT", "O_NOCTTY", "O_NOATIME",
        "O_SHLOCK",
        "O_EXLOCK", "O_BINARY", "O_TEXT", "O_TEMPORARY", "O_NOINHERIT", "WNOHANG", "WIFEXITED", "EX_OK", "EX_USAGE",
    },
    "signal": {
        "SIGKILL",
        "SIGALRM",
        "SIGHUP",
        "SIGQUIT", "SIGPIPE", "SIGCHLD", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGTSTP", "SIGCONT", "SIGSTOP", "SIGTTIN",
        "SIGTTOU",
        "SIGBREAK",
        "CTRL_C_EVENT", "CTRL_BREAK_EVENT", "alarm", "setitimer", "getitimer", "pause", "sigwait", "pthread_kill",
        "pthread_sigmask", "siginterrupt",
    },
    "time": {"tzset", "clock_gettime", "clock_settime", "pthread_getcpuclockid"},
    "socket": {"AF_UNIX"},
    "shutil": {"chown"},
    "select": {"poll", "epoll", "kqueue"},
}  # fmt: skip
"""What Linux, macOS or Windows lacks. `getattr(os, "O_NOFOLLOW", 0)` is how such a thing is named where it may be
missing."""


def program_files() -> Iterator[tuple[str, ast.Module]]:
    yield from ((module.name, module.tree) for module in modules())
    for path in sorted((ROOT / "docs").rglob("*.py")):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"), str(path))


def of_one_platform(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a module imports or calls by its name what one of the three platforms lacks."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (
                (node.lineno, alias.name) for alias in node.names if top(alias.name) in ONE_PLATFORM_ONLY["modules"]
            )
        elif isinstance(node, ast.ImportFrom):
            of = node.module or ""
            if top(of) in ONE_PLATFORM_ONLY["modules"]:
                yield node.lineno, of
            yield from (
                (node.lineno, f"{of}.{alias.name}")
                for alias in node.names
                if alias.name in ONE_PLATFORM_ONLY.get(of, ())
            )
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in ONE_PLATFORM_ONLY.get(node.value.id, ())
        ):
            yield node.lineno, ast.unparse(node)


def without_encoding(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a text file is opened in whatever encoding the machine happens to have."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(word.arg == "encoding" for word in node.keywords):
            continue
        mode = next((ast.unparse(word.value) for word in node.keywords if word.arg == "mode"), "")
        plain = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
        match node.func:
            case ast.Name("open") | ast.Attribute(ast.Name("io"), "open"):
                text = "b" not in (mode or str((plain[1:] or ["r"])[0]))
            case ast.Attribute(ast.Name("os"), "open"):
                text = False  # bytes
            case ast.Attribute(
                _, "open"
            ):  # a path's, by its first argument; games and diaries are opened by their names
                text = (not plain or str(plain[0]).strip("rwax+t") == "") and "b" not in mode
            case ast.Attribute(_, "read_text"):
                text = not plain
            case ast.Attribute(_, "write_text"):
                text = len(plain) < 2
            case ast.Attribute(_, "fdopen" | "TextIOWrapper" | "open_file" | "File"):
                text = "b" not in (mode or "".join(word for word in plain if isinstance(word, str) and len(word) < 4))
            case ast.Attribute(
                _, "NamedTemporaryFile" | "TemporaryFile" | "SpooledTemporaryFile"
            ):  # of bytes, unless it is said
                text = "b" not in (mode or "b")
            case _:
                continue
        if text:
            yield node.lineno, ast.unparse(node)


def test_what_one_of_three_platforms_lacks_is_not_called() -> None:
    """Linux, macOS, Windows: most players sit before the last."""
    assert [f"{name}:{line} {what}" for name, tree in program_files() for line, what in of_one_platform(tree)] == []


def test_a_text_is_opened_with_its_encoding() -> None:
    assert [f"{name}:{line} {what}" for name, tree in program_files() for line, what in without_encoding(tree)] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import fcntl", True),
        ("from pwd import getpwuid", True),
        ("from os import fork", True),
        ("import os\nos.statvfs('.')", True),
        ("import signal\nsignal.SIGKILL", True),
        ("os.open(p, os.O_CREAT | os.O_NOFOLLOW)", True),
        ("os.open(p, os.O_CREAT | getattr(os, 'O_NOFOLLOW', 0), 0o600)", False),
        ("import os\nos.replace(a, b)", False),
        ("open(p)", True),
        ("open(p, 'w')", True),
        ("p.open()", True),
        ("p.open('a')", True),
        ("p.read_text()", True),
        ("p.write_text(t)", True),
        ("open(p, mode='r')", True),
        ("os.fdopen(f, 'w')", True),
        ("click.open_file('-')", True),
        ("click.File('r')", True),
        ("open(p, 'rb')", False),
        ("open(p, encoding='utf-8')", False),
        ("p.open('rb')", False),
        ("p.open(mode='wb')", False),
        ("p.read_text('utf-8')", False),
        ("p.write_text(t, 'utf-8')", False),
        ("diary.open(line.id)", False),
        ("NamedTemporaryFile()", False),
        ("tempfile.NamedTemporaryFile(mode='w')", True),
        ("click.open_file('-', 'rb')", False),
    ],
)
def test_these_two_find_what_they_look_for(code: str, found: bool) -> None:
    tree = ast.parse(code)
    assert bool([*of_one_platform(tree), *without_encoding(tree)]) is found


LEFT_ALONE = re.compile(r"# fmt: \w+$")


def shaped_by_hand(code: str) -> Iterator[int]:
    """The lines at which the formatter is told to leave something alone that is no table of a module.

    A table is a display, one made into a mapping or a frozenset, or a `Literal` of codes.
    """
    told = [(n, line) for n, line in enumerate(code.splitlines(), 1) if LEFT_ALONE.search(line)]
    tables = {
        node.end_lineno
        for node in (ast.parse(code).body if told else ())
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and is_table(node.value)
    }
    yield from (n for n, line in told if n not in tables or not line.endswith("# fmt: skip"))


def is_table(value: ast.expr) -> bool:
    match value:
        case ast.Dict() | ast.List() | ast.Tuple() | ast.Set() | ast.Subscript(ast.Name("Literal")):
            return True
        case ast.DictComp(generators=[ast.comprehension(iter=rows)]) | ast.Call(ast.Name("frozenset"), [rows]):
            return is_table(rows)
    return False


def test_the_formatter_leaves_tables_alone_and_nothing_else() -> None:
    """A table keeps the shape of its rows."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in (*TOP, "tests", "docs", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in shaped_by_hand(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "let `ruff format` have its way with these, or make a table of them"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("A = {1: 2}", False),
        ("A: Mapping[int, int] = {1: 2}", False),
        ("A = (\n  1,\n)", False),
        ("A = Literal['b',\n 'c']", False),
        ("A = frozenset(('b', 'c'))", False),
        ("A = {b.id: b for b in (B(1), B(2))}", False),
        ("A = {b.id: b for b in made()}", True),
        ("A = made(1, 2)", True),
        ("def f():\n    a = {1: 2}", True),
        ("made((1, 2))", True),
    ],
)
def test_what_is_shaped_by_hand_is_found(code: str, found: bool) -> None:
    assert bool([*shaped_by_hand(f"{code}  # fmt: skip")]) is found
    assert [*shaped_by_hand(f"# fmt: off\n{code}")] == [1]


def test_every_folder_with_code_is_a_package_and_is_installed() -> None:
    """Packages are found, not listed: a new game's folders are installed with it."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"][
        "find"
    ]["include"]
    assert found == [
        f"{folder}*" for folder in ("domain", "projections", "cli", "replays", "recording", "auditing", "web")
    ]
    folders = {file.parent for folder in TOP for file in (ROOT / folder).rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_no_test_is_left_out() -> None:
    """A test that does not run says nothing; what does not hold yet is not written down as if it did."""
    leaves_out = {
        "skip",
        "skipif",
        "skipIf",
        "skipUnless",
        "skipTest",
        "SkipTest",
        "xfail",
        "importorskip",
        "expectedFailure",
    }
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno} {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        if isinstance(node, ast.Attribute | ast.Name)
        and (name := node.attr if isinstance(node, ast.Attribute) else node.id) in leaves_out
    ]
    assert found == []
