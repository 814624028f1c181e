"""Docs do not rot: transcripts are run, generated pages compared, examples played, links followed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.make.rules import cases_file, cited_by_cases, readings_page, rules_page
from domain.games import SYSTEMS
from domain.kernel.rulebook import rulebook
from replays.notation import speak, split
from tests.replays.test_notation import begin
from tests.transcript import say_again

ROOT = Path(__file__).parents[1]


PAGES = [
    "README.md",
    *(
        f"docs/{page}.md"
        for page in ("record", "correct", "settle", "pack", "tarawa", "pearl-harbor", "betio", "blood-reef")
    ),
]


@pytest.mark.parametrize("name", PAGES)
def test_transcripts_say_what_the_commands_say(name: str, tmp_path: Path) -> None:
    """When this fails: `make reference`."""
    text = (ROOT / name).read_text()
    assert say_again(text, tmp_path) == text


def test_the_command_reference_is_current() -> None:
    """When this fails: `make reference`."""
    script = "import sys; from docs.make.commands import page; sys.stdout.buffer.write(page().encode())"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout == (ROOT / "docs" / "commands.md").read_bytes()


@pytest.mark.parametrize("code", SYSTEMS)
def test_the_pages_of_a_rulebook_are_current(code: str) -> None:
    """When this fails: `make reference`."""
    assert readings_page(code) == (ROOT / "docs" / f"readings-{code}.md").read_text("utf-8")
    if rulebook(code):
        assert rules_page(code) == (ROOT / "docs" / f"rules-{code}.md").read_text("utf-8")


def test_which_case_shows_which_rule_is_current() -> None:
    """When this fails: `make reference`."""
    assert cases_file(ROOT / "tests" / "cases") == (ROOT / "auditing" / "cited.json").read_text("utf-8")


@pytest.mark.parametrize("code", SYSTEMS)
def test_cases_name_rules_that_there_are(code: str) -> None:
    cited = cited_by_cases(ROOT / "tests" / "cases")[code]
    assert not rulebook(code) or sorted(cited.keys() - rulebook(code).keys()) == []


def test_the_grammars_examples_are_played() -> None:
    text = (ROOT / "replays" / "grammar.md").read_text()
    block = text.partition("with the pack `sample`:\n\n")[2].partition("\n## ")[0]
    game = begin()
    lines = [line.removeprefix("    ") for line in block.splitlines() if line.strip()]
    assert len(lines) > 12
    for line in lines:
        said = split(line, game.rules.sides)
        assert said is not None
        game.follow(speak(game, said).entries)
    assert game.state.phase == "us_assault"


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("replays/**/*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), (page.name, target)
