"""Docs do not rot: transcripts are run, generated pages compared, examples played, links followed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from replays.notation import speak, split
from tests.replays.test_notation import begin
from tests.transcript import say_again

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", ["README.md", "docs/record.md", "docs/correct.md", "docs/settle.md", "docs/pack.md", "docs/tarawa.md"])
def test_transcripts_say_what_the_commands_say(name: str, tmp_path: Path) -> None:
    """When this fails: `make reference`."""
    text = (ROOT / name).read_text()
    assert say_again(text, tmp_path) == text


def test_the_command_reference_is_current() -> None:
    """When this fails: `make reference`."""
    done = subprocess.run([sys.executable, "docs/make_commands.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == (ROOT / "docs" / "commands.md").read_text()


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
    assert game.state.step == "us_assault"


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("replays/**/*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), (page.name, target)
