"""One-line changes to the rules by which a reckoning shows its power: a modifier, a limit, an order.

Data beside this file, one file for each system.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[4]
HERE = Path(__file__).parent


class Change(NamedTuple):
    """A change: in a file of the rules the text `old`, found there once, becomes `new`."""

    system: str
    rule: str
    what: str
    file: str
    old: str
    new: str

    def make(self, root: Path) -> None:
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.file}: {self.old!r} stands there {text.count(self.old)} times"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


def changes(system: str) -> list[Change]:
    """The changes of a system, in the order of their file."""
    path = HERE / f"{system}.toml"
    if not path.exists():
        return []
    return [Change(system=system, **one) for one in tomllib.loads(path.read_text(encoding="utf-8"))["change"]]
