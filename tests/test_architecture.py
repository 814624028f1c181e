"""The architecture, held by the imports as they are written.

    cli -> replays -> projections -> domain.record, domain.games -> domain.<game> -> domain.kernel
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
TOP = ("domain", "projections", "replays", "cli")
LAYERS = ("domain.kernel", "domain.<game>", "domain", "projections", "replays", "cli")
"""From the bottom up; `domain` is what lies directly in that folder, the record and the table of games."""

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


def modules() -> Iterator[Module]:
    for top in TOP:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            yield Module(name, ast.parse(path.read_text(encoding="utf-8"), str(path)))


MODULES = tuple(modules())


def imports(module: Module) -> Iterator[Import]:
    """Every import of a module, those within functions and for type checkers too."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (Import(module.name, node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.name}:{node.lineno}: imports are written from the top"
            yield from (Import(module.name, node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


IMPORTS = tuple(found for module in MODULES for found in imports(module))


def top(name: str) -> str:
    return name.partition(".")[0]


def game(name: str) -> str:
    """The game a module belongs to, "" for none."""
    parts = name.split(".")
    is_package = len(parts) > 1 and parts[0] == "domain" and (ROOT / "domain" / parts[1]).is_dir()
    return parts[1] if is_package and parts[1] != "kernel" else ""


def layer(name: str) -> int:
    if game(name):
        return LAYERS.index("domain.<game>")
    if name == "domain.kernel" or name.startswith("domain.kernel."):
        return LAYERS.index("domain.kernel")
    return LAYERS.index(top(name))


OURS = tuple(found for found in IMPORTS if top(found.names) in TOP)
PURE = tuple(module for module in MODULES if game(module.name) or module.name.startswith("domain.kernel"))


def test_there_is_something_to_look_at() -> None:
    """Otherwise all the others would hold of an empty folder."""
    assert {"domain.kernel.game", "domain.record", "domain.games", "domain.iwo"} <= {module.name for module in MODULES}
    assert len(OURS) > 20


def test_imports_run_one_way() -> None:
    assert [str(found) for found in OURS if layer(found.names) > layer(found.module)] == []


def test_a_game_never_imports_another_game() -> None:
    assert [str(found) for found in OURS if game(found.module) and game(found.names) not in ("", game(found.module))] == []


def test_rules_import_no_storage_clock_chance_or_screen() -> None:
    pure = {module.name for module in PURE}
    assert [str(found) for found in IMPORTS if found.module in pure and top(found.names) in IMPURE] == []


def test_only_the_record_and_the_views_know_the_storage() -> None:
    storage = {"eventsourcing", "sqlite3", "sqlite_utils"}
    outside = [f for f in IMPORTS if top(f.names) in storage and f.module != "domain.record" and top(f.module) != "projections"]
    assert [str(found) for found in outside] == []


def test_modules_are_loaded_by_name_in_one_place_only() -> None:
    """The closed table of games; so no stored text can name a module."""
    loaders = {"importlib", "pkgutil", "runpy", "imp", "zipimport"}
    found = {f"{found.module} {found.names}" for found in IMPORTS if top(found.names) in loaders}
    assert {one for one in found if not one.endswith(" importlib.resources")} == {"domain.games importlib.import_module"}


def test_packaged_files_are_read_from_packages_the_code_names() -> None:
    """`resources.files` imports the package it is given: a fixed name, or one from the closed table."""
    named = [
        (f"{module.name}:{node.lineno}", ast.unparse(node.args[0]))
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("resources.files")
    ]
    assert [one for one in named if one[1][0] not in "\"'" and not one[1].startswith(("SYSTEMS[", "games.SYSTEMS["))] == []


def test_nothing_that_was_read_is_ever_run() -> None:
    """No eval, exec or compile, and no reader that builds whatever its input asks for."""
    runs = {"eval", "exec", "compile", "__import__"}
    named = [f"{m.name}:{n.lineno} {n.id}" for m in MODULES for n in ast.walk(m.tree) if isinstance(n, ast.Name) and n.id in runs]
    builders = {"pickle", "marshal", "shelve", "dill", "yaml"}
    assert named + [str(found) for found in IMPORTS if top(found.names) in builders] == []


def test_toml_and_json_of_strangers_are_read_strictly() -> None:
    """`domain.kernel.strict` bounds depth, length and numbers; JSON that this program has written is read elsewhere too."""
    readers = {"tomllib", "tomllib.loads", "tomllib.load"}
    assert {found.module for found in IMPORTS if found.names in readers} == {"domain.kernel.strict"}
    strict = "domain.kernel.strict", "projections.snapshots"  # snapshots are our own
    called = [
        f"{module.name}:{node.lineno} {ast.unparse(node.func)}"
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("json.loads", "json.load") and module.name not in strict
    ]
    assert called == []


def loaded_with(*imported: str) -> set[str]:
    """The modules that are there once these are imported in a fresh interpreter."""
    script = f"import sys, {', '.join(imported)}\nprint(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert said.returncode == 0, said.stderr
    return set(said.stdout.split())


@pytest.mark.parametrize("module", ["domain.record", "cli.main"])
def test_no_game_no_views_and_no_prompt_are_loaded_before_they_are_wanted(module: str) -> None:
    """Each pydantic class costs a millisecond, sqlite_utils a tenth of a second: `wardiary show` would pay for all of them."""
    loaded = loaded_with(module)
    assert module in loaded
    unwanted = {"sqlite_utils", "readline", "curses", "prompt_toolkit", "rich"}
    assert {name for name in loaded if game(name) or top(name) in unwanted} == set()


def test_every_package_is_installed_and_every_installed_package_exists() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    there = {".".join(found.parent.relative_to(ROOT).parts) for folder in TOP for found in (ROOT / folder).rglob("__init__.py")}
    assert sorted(listed) == sorted(set(listed)), "each is listed once"
    assert set(listed) == there


def test_no_test_is_left_out() -> None:
    """A test that does not run says nothing; what does not hold yet is not written down as if it did."""
    leaves_out = {"skip", "skipif", "skipIf", "skipUnless", "skipTest", "SkipTest", "xfail", "importorskip", "expectedFailure"}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno} {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        if isinstance(node, ast.Attribute | ast.Name) and (name := node.attr if isinstance(node, ast.Attribute) else node.id) in leaves_out
    ]
    assert found == []
