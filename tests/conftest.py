"""Options of the whole suite."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from domain.record import locking

IN_MEMORY = Path("/dev/shm")
ROOM = 4_000_000_000
"""Bytes that are to be free there: what the tests write, several times over."""


def pytest_configure(config: pytest.Config) -> None:
    """What is garbage is looked for seldom: games and laid-out pages are millions of things that live until a test
    ends, and to look through them again and again takes a tenth of the time.

    Folders of the tests lie in memory, where there is some and nobody said where else: a diary waits for the disk at
    each line, a hundred times as long as for everything else. That it does is proved by its settings; the processes
    that are killed write to the disk. What is compiled is kept, for the hundreds of processes that are started.
    """
    gc.set_threshold(20_000, 50, 100)
    settings.register_profile("patient", deadline=None)  # no test takes its time: a busy machine is no failure
    settings.load_profile("patient")
    if (
        "TMPDIR" not in os.environ
        and IN_MEMORY.is_dir()
        and os.access(IN_MEMORY, os.W_OK)
        and shutil.disk_usage(IN_MEMORY).free > ROOM
    ):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    locking.lock = cache(
        locking.lock
    )  # a key is made slowly on purpose, a tenth of a second: once for each passphrase, and for each lock, will do
    locking._key = cache(locking._key)


@pytest.fixture(scope="session", autouse=True)
def state_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or makes the key of whoever runs it."""
    os.environ["XDG_STATE_HOME"] = os.environ["LOCALAPPDATA"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(scope="module", autouse=True)
def forgotten(request: pytest.FixtureRequest) -> Generator[None]:
    """What a module has worked out for its tests goes with the last of them: the games of all would fill a gigabyte."""
    yield
    for value in vars(request.module).values():
        if hasattr(value, "cache_clear") and getattr(value, "__module__", "") == request.module.__name__:
            value.cache_clear()


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """A process more than there are cores: where one waits for a phone, a terminal or a server, another works."""
    return (yield) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """What is garbage is looked for once more; pytest does so five times, which takes seconds where so much has been
    played."""
    gc.collect()
    gc.freeze()


LONG = (
    "test_phones.py",
    "test_games.py", "test_pearl_secrets.py", "test_matrix.py", "test_fix.py",
    "test_live.py", "test_worst.py", "test_report_pages.py", "test_shells.py", "test_other_machines.py",
    "test_insisting.py", "test_cases.py", "test_reef_secrets.py", "test_leaks.py", "test_ddat_games.py",
    "test_report_paper.py", "test_proved_views.py", "test_typed.py", "test_report_tables.py", "test_report_page.py",
    "test_kill.py", "test_benchmarks.py", "test_doctor.py", "test_views.py", "test_disputes_by_command.py",
    "test_report_of_oahu.py", "test_architecture.py", "test_seals.py", "test_stories.py", "test_why.py",
)  # fmt: skip
"""Files whose tests take longest, or wait longest: they come first, or at the end one core would wait for another."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        action="append",
        default=[],
        metavar="DIR",
        help="a further folder of case files; may be given several times",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every case file is a test of its own."""
    if "case" in metafunc.fixturenames:
        from domain.kernel.errors import BadInput
        from tests.shipped import cases as cases_of

        folders = [Path(__file__).parent / "cases", *map(Path, metafunc.config.getoption("--cases"))]
        try:
            cases = [case for folder in folders for case in cases_of(folder)]
        except BadInput as error:
            raise pytest.Collector.CollectError(str(error)) from None
        metafunc.parametrize("case", cases, ids=[f"{case.system}:{case.id}" for case in cases])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A case that does not hold, or is at fault, says so in a line: where, and what differed."""
    from domain.kernel.errors import BadInput
    from tests.acceptance.cases import Failed

    report = yield
    if (
        "case" in getattr(item, "fixturenames", ())
        and call.excinfo
        and isinstance(call.excinfo.value, (Failed, BadInput))
    ):
        report.longrepr = str(call.excinfo.value)
    return report
