"""A correction accuses nobody: a small share of `python -m tests.properties.corrections`."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games import SYSTEMS
from tests.properties import corrections


@pytest.mark.parametrize("system", SYSTEMS)
def test_after_random_corrections_doctor_is_content_and_nobody_is_accused(system: str, tmp_path: Path) -> None:
    """Given a random game in a diary, when it is corrected, taken back, ruled on and its rows are corrected at random,
    then doctor is content, no view is made twice, and an audit accuses nobody."""
    game = corrections.run(tmp_path, system, seed=0, length=80, corrections=4)
    assert game.done
