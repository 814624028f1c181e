"""Options of the whole suite."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """No test reads or makes the key of whoever runs it. What is garbage is looked for seldom: games and laid-out pages are millions
    of things that live until a test ends, and to look through them again and again takes a tenth of the time.
    """
    gc.set_threshold(20_000, 50, 100)
    state = tempfile.mkdtemp(prefix="wardiary-state-")
    atexit.register(shutil.rmtree, state, ignore_errors=True)
    os.environ["XDG_STATE_HOME"] = os.environ["LOCALAPPDATA"] = state


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", action="append", default=[], metavar="DIR", help="a further folder of case files; may be given several times")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every case file is a test of its own."""
    if "case" in metafunc.fixturenames:
        from replays.cases import find_cases

        folders = [Path(__file__).parent / "cases", *map(Path, metafunc.config.getoption("--cases"))]
        cases = [case for folder in folders for case in find_cases(folder)]
        metafunc.parametrize("case", cases, ids=[f"{case.system}:{case.id}" for case in cases])
