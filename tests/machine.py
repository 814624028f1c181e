"""What a machine must have for the tests, and how it comes by it. `make` asks here before there is an environment.

    python3 tests/machine.py venv                                                   for `make demo` and `make check`
    python3 tests/machine.py venv chromium chromedriver postgresql bash zsh fish    for `make test`

What is there already counts. What is missing comes from Debian's packages, all at once and without a question but
sudo's own, which is asked only where one is not root. Where apt-get cannot help, one line says what is missing and how
it can be named, and the exit code is 1.

It runs in whatever Python is found, so it needs nothing but the standard library.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from glob import glob
from importlib.util import find_spec
from typing import NamedTuple

OLDEST = (3, 11)
PROGRAMS = {
    "CHROMIUM": (
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ),
    "CHROMEDRIVER": ("chromedriver", "chromium.chromedriver", "/usr/lib/chromium-browser/chromedriver"),
}  # fmt: skip
"""Where a program is looked for when the environment variable does not name it."""


def program(variable: str) -> str | None:
    """The program that an environment variable names, else one of those known to be the like."""
    named = os.environ.get(variable)
    return next(filter(None, map(shutil.which, [named] if named else PROGRAMS[variable])), None)


def postgres() -> str | None:
    """The folder of PostgreSQL's programs: the one POSTGRES_BIN names, else Debian's newest, else that on the path."""
    if named := os.environ.get("POSTGRES_BIN"):
        return named if os.path.exists(os.path.join(named, "initdb")) else None
    debian = sorted(glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    found = debian[-1] if debian else shutil.which("initdb")
    return os.path.dirname(os.path.realpath(found)) if found else None


class Need(NamedTuple):
    """Something a machine must have: whether it does, what it is called, how else it can be had, and the packages that
    hold it."""

    is_there: Callable[[], bool]
    words: str
    packages: tuple[str, ...]


NEEDS = {
    "venv": Need(
        lambda: all(map(find_spec, ("venv", "ensurepip"))),
        "Python's venv with ensurepip (PYTHON names a Python that has it)",
        ("python{}.{}-venv".format(*sys.version_info),),
    ),
    "chromium": Need(lambda: program("CHROMIUM") is not None, "Chromium or Chrome (CHROMIUM names it)", ("chromium",)),
    "chromedriver": Need(
        lambda: program("CHROMEDRIVER") is not None, "its ChromeDriver (CHROMEDRIVER names it)", ("chromium-driver",)
    ),
    "postgresql": Need(
        lambda: postgres() is not None, "PostgreSQL's server (POSTGRES_BIN names its programs' folder)", ("postgresql",)
    ),
    "patroni": Need(lambda: shutil.which("patroni") is not None, "Patroni", ("patroni",)),
    "etcd": Need(lambda: shutil.which("etcd") is not None, "etcd", ("etcd-server",)),
    **{
        shell: Need(lambda shell=shell: shutil.which(shell) is not None, f"the shell {shell}", (shell,))  # type: ignore[misc]
        for shell in ("bash", "zsh", "fish")
    },
}


def prepare(names: list[str]) -> None:
    """Installs what is missing of these needs. Ends the program with one line where that cannot be."""
    if "venv" in names and sys.version_info < OLDEST:
        sys.exit(
            "wardiary needs Python {}.{} or newer, this is {}.{}; PYTHON names another".format(
                *OLDEST, *sys.version_info
            )
        )
    for variable in PROGRAMS:
        if variable.casefold() in names and os.environ.get(variable) and not program(variable):
            sys.exit(f"{variable} names {os.environ[variable]}, and there is no such program")
    missing = _missing(names)
    if not missing:
        return
    trouble = _install([package for need in missing for package in need.packages])
    if still := _missing(names):
        sys.exit(
            f"missing here: {', '.join(need.words for need in still)}; {trouble or 'apt-get installed something else'}"
        )


def _missing(names: list[str]) -> list[Need]:
    return [need for name, need in NEEDS.items() if name in names and not need.is_there()]


def _install(packages: list[str]) -> str:
    """Installs Debian packages; gives in words why that could not be, "" when it went well."""
    line = f"apt-get install {' '.join(packages)}"
    if not shutil.which("apt-get"):
        return "there is no apt-get to install it with"
    is_root = os.geteuid() == 0
    if not is_root and not shutil.which("sudo"):
        return f"only root may install it, and there is no sudo: {line}"
    print(f"installing what is missing here: {line}", file=sys.stderr, flush=True)
    apt = (
        "apt-get update -qq; apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "
        f"{shlex.join(packages)}"
    )
    shell = ["sh", "-c", f"export DEBIAN_FRONTEND=noninteractive; {apt}"]
    done = subprocess.run(shell if is_root else ["sudo", *shell], stdout=subprocess.DEVNULL, check=False)
    return f"it could not be installed: {line}" if done.returncode else ""


if __name__ == "__main__":
    prepare(sys.argv[1:])
