"""Options of the whole suite."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", action="append", default=[], metavar="DIR", help="a further folder of case files; may be given several times")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every case file is a test of its own."""
    if "case" in metafunc.fixturenames:
        from replays.cases import find_cases

        folders = [Path(__file__).parent / "cases", *map(Path, metafunc.config.getoption("--cases"))]
        cases = [case for folder in folders for case in find_cases(folder)]
        metafunc.parametrize("case", cases, ids=[case.id for case in cases])
