"""Writes every generated page again, and which case shows which rule.

python -m docs.make
"""

from __future__ import annotations

from pathlib import Path

from auditing import rule_index as index
from docs.make import commands, reference, rules
from domain.games import SYSTEMS
from domain.kernel.rulebook import rulebook

ROOT = Path(__file__).parents[2]


def main(root: Path) -> None:
    """Writes them below the root of a project."""
    docs = root / "docs"
    (root / "auditing" / index.CASES).write_text(rules.cases_file(root / "tests" / "cases"), encoding="utf-8")
    for code in SYSTEMS:
        (docs / f"reference-{code}.md").write_text(reference.page(code), encoding="utf-8")
        (docs / f"readings-{code}.md").write_text(rules.readings_page(code), encoding="utf-8")
        if rulebook(code):
            (docs / f"rules-{code}.md").write_text(rules.rules_page(code), encoding="utf-8")
    (docs / "commands.md").write_text(commands.page(), encoding="utf-8")


if __name__ == "__main__":
    main(ROOT)
