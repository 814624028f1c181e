"""What the property tests share."""

from __future__ import annotations

import pytest

from domain.kernel.game import Game
from tests.properties.worlds import Sights


@pytest.fixture
def sights(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a side sees is folded once a moment, however much of it is looked at then."""
    found = Sights()
    monkeypatch.setattr(Game, "seen_by", lambda game, side: found.seen_by(game, side))
