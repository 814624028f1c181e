"""The benchmarks run: each row at a small size. No time is asserted here."""

from __future__ import annotations

import json

import pytest

from benchmarks.__main__ import main
from benchmarks.material import POSITIONS


def test_every_budget_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    rows = main(["--rounds", "0", "--entries", "300", "--games", "3", "--tarawa", "fire-card-19", "--json"])
    assert len(rows) == 31
    assert all(row.ratio > 0 for row in rows)
    assert len(json.loads(capsys.readouterr().out)) == 31
    assert POSITIONS == 40
