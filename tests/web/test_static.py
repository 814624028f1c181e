"""What a page loads: vendored files as they were fetched, and scripts of our own that one reads in one sitting."""

from __future__ import annotations

import hashlib
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from web import pages

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "web" / "static"
SCRIPTS = (STATIC / "table.js", ROOT / "projections" / "report" / "templates" / "replay.js")
MOST = 250
"""Maximum number of lines of our own scripts together."""


def test_what_is_vendored_is_what_was_fetched_with_its_licence() -> None:
    told = dict(reversed(line.split()) for line in (STATIC / "vendored" / "SHA256SUMS").read_text("utf-8").splitlines())
    here = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (STATIC / "vendored").glob("*.js")}
    assert here == told
    assert "Zero-Clause BSD" in (STATIC / "vendored" / "LICENSE").read_text("utf-8")


def test_our_scripts_are_short_and_run_nothing_that_is_text() -> None:
    scripts = [script.read_text("utf-8") for script in SCRIPTS]
    assert sum(len(script.splitlines()) for script in scripts) <= MOST
    for script in scripts:
        assert not any(
            word in script for word in ("eval(", "Function(", "innerHTML =", "document.write", "http://", "https://")
        )


def test_a_file_is_known_by_its_content_and_each_is_installed() -> None:
    """So a browser may keep it for ever, and whoever installs wardiary has it."""
    for name, (content, media) in pages.static().items():
        assert hashlib.sha256(content).hexdigest()[:12] in name
        assert media in ("text/css", "text/javascript")
    installed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    patterns = [*installed["*"], *installed.get("web", ())]
    for file in [
        one for folder in ("static", "templates") for one in (ROOT / "web" / folder).rglob("*") if one.is_file()
    ]:
        within = file.relative_to(ROOT / "web").as_posix()
        assert any(fnmatch(within, pattern) for pattern in patterns), within
