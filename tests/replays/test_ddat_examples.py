"""The examples of play printed in the rulebook of D-Day at Tarawa, each from its position to its outcome."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.game import Game
from domain.kernel.state import look
from replays import diary_file, library
from tests import shipped

FOLDER = Path(__file__).parents[2] / "replays" / "ddat"
WHOLE_GAMES = {"first-waves", "two-days"}
"""They have a test of their own."""

OUTCOMES: dict[str, dict[str, Any]] = {
    "landing-on-red-2": {  # 5.12, 5.14
        "units.C/1/2.hex": "1226", "units.C/1/2.steps": 2, "loss_box": ("C/1/2",),
        "units.2/A/1/18.hex": "1225",
        "units.2/A/1/18.steps": 2, "units.1/D/2/18.hex": "1225", "units.1/D/2/18.steps": 2,
        "units.E/2/2.hex": "1233", "units.E/2/2.steps": 3,
        "phase": "arrive", "lvts": (2,) * 8, "lvts_lost": 1,
    },
    "fire-card-19": {  # 6.3, 10.3
        "units.1/A/2T.steps": 1, "units.1/A/2T.disrupted": True,
        "units.B/1/2.steps": 1, "units.B/1/2.disrupted": False, "units.HQ-2.heroic": False, "units.HQ-2.box": "map",
        "units.2/A/1/18.steps": 2, "units.2/A/1/18.disrupted": False,
        "units.I/3/2.steps": 4, "units.G/2/2.steps": 4, "units.C/1/2.steps": 1, "units.H/2/2.steps": 4,
    },
    "fire-card-21": {  # 6.3, 6.31, 6.34
        "units.2/A/1/18.steps": 1, "units.I/3/2.steps": 3, "units.I/3/2.disrupted": False,
        "units.G/2/2.steps": 3, "units.G/2/2.disrupted": True, "units.C/1/2.box": "out",
        "units.B/1/2.steps": 2, "units.HQ-2.heroic": True, "units.1/A/2T.steps": 2, "units.H/2/2.steps": 4,
    },
    "infiltration": {  # 7.32
        "units.E/2/2.hex": "1328", "units.E/2/2.steps": 4, "units.G/2/2.hex": "1328", "units.G/2/2.steps": 3, "paid": 2,
    },
    "three-attacks": {  # 8.3, 8.33
        "positions.C4.unit": "J14",
        "positions.C4.revealed": True, "positions.C4.depth": "", "positions.C4.disrupted": True,
        "positions.E13.unit": "", "eliminated_other": 1, "eliminated_elite": 0,
        "positions.E7.unit": "J15", "positions.E7.depth_shown": True, "positions.E7.disrupted": False,
        "units.I/3/2.disrupted": True,
        "units.I/3/2.steps": 2, "units.G/2/2.disrupted": False, "units.D/1/2.disrupted": False, "paid": 1,
    },
    "card-17-close-combat": {  # 12.1, 12.3, 12.6, 12.8, 8.6, 8.67
        "positions.C5.unit": "?", "positions.C5.depth_type": "inland", "positions.C5.revealed": False, "reserve": 1,
        "positions.E7.depth_type": "inland", "inland_pool": 2,
        "units.B/1/2.disrupted": True,
        "units.H/2/2.disrupted": True, "units.G/2/2.disrupted": True, "units.HQ-2.disrupted": False,
        "units.K/3/2.disrupted": False, "positions.E13.unit": "?",
        "positions.C4.unit": "", "invader_hex": "", "out_of_play": 1,
        "units.2/C/1/18.hex": "1728", "units.2/C/1/18.steps": 1, "units.2/C/1/18.disrupted": True,
        "units.I/3/2.hex": "1728", "units.I/3/2.steps": 1, "units.I/3/2.disrupted": True,
    },
    "card-17-as-printed": {  # the same, with Reinforce carried out (AMB-11)
        "readings.AMB-11": "works",
        "positions.C5.unit": "?", "positions.E7.depth_type": "inland", "reserve": 1, "inland_pool": 1,
        "positions.C4.unit": "J22",
        "positions.C4.revealed": True, "positions.C4.depth": "", "invader_hex": "", "out_of_play": 0,
        "units.2/C/1/18.hex": "1728",
        "units.2/C/1/18.steps": 1, "units.2/C/1/18.disrupted": True, "units.I/3/2.box": "out",
    },
    "communication": {"connected": ("A1", "A2", "A3", "A4")},  # 11.2
    "communication-cut": {"connected": ()},
    "artillery-values": {"units.A/1/2.steps": 3,
                         "units.A/1/2.disrupted": False, "units.G/2/2.steps": 2, "turn": 4},  # 6.5
    "smoke": {  # EV, 2.1
        "positions.E6.smoke": True, "positions.E8.smoke": True, "positions.E13.smoke": True,
        "positions.E9.smoke": False, "positions.E11.smoke": False, "positions.F6.smoke": False,
        "units.A/1/2.steps": 4, "units.B/1/2.steps": 3, "units.C/1/2.steps": 3,
    },
    "hit-limits": {  # 6.31
        "units.A/1/2.steps": 2, "units.B/1/2.steps": 2, "units.C/1/2.steps": 2,
        "units.E/2/2.steps": 3,
        "units.F/2/2.steps": 3, "units.G/2/2.steps": 2, "units.H/2/2.steps": 2, "units.I/3/2.steps": 2,
    },
    "hit-limits-turn-11": {  # 15.2
        "units.A/1/2.steps": 2, "units.B/1/2.steps": 1, "units.C/1/2.steps": 2,
        "units.E/2/2.steps": 3,
        "units.F/2/2.steps": 3, "units.G/2/2.steps": 2, "units.H/2/2.steps": 1, "units.I/3/2.steps": 2,
    },
    "shared-target": {"units.A/1/2.steps": 2, "units.B/1/2.steps": 1, "units.C/1/2.steps": 3},  # 6.34
    "armour-set-up": {  # 3.0
        "positions.C5.tank": "green", "positions.C5.revealed": True, "positions.C5.disrupted": True,
        "positions.E4.tank": "purple", "positions.E4.revealed": True, "positions.E4.disrupted": True,
        "positions.E11.tank": "red",
        "positions.E11.revealed": True, "positions.E11.disrupted": True, "deck.seen.7": "discards",
    },
    "transport-delayed": {  # EV
        "units.A/1/2.box": "track", "units.A/1/2.due": 6, "units.E/2/2.due": 6, "units.C/1/2.box": "map",
    },
}  # fmt: skip

TOLD: dict[str, tuple[str, ...]] = {
    "landing-on-red-2": ("close combat in 1225, blue", "drift PR, from 0128 south-west"),
    "fire-card-19": ("E8 fires, limit 2: hits nobody", "E3 (brown): no action"),
    "fire-card-21": ("limit 2: hits", "limit 4: hits G/2/2, C/1/2"),
    "three-attacks": ("15 against 6", "15 against 8", "9 against 4", "3 against 2", "3 against 3"),
    "card-17-close-combat": ("E13 (brown): no action", "US 4 cards, Japanese 4", "no event"),
    "card-17-as-printed": (
        "US 4 cards, Japanese 4",
        "ends by exhaustion",
        "goes to C4, disrupted",
        "the Japanese in C4 recovered",
    ),
    "artillery-values": ("8 any needed, 8 there: hits A/1/2", "2 heavy needed, 1 there: hits nobody"),
}
"""What the log says where the state at the end does not show it."""


def played(name: str) -> Game[Any]:
    return shipped.played("ddat", name)


def test_every_example_has_its_outcome_and_its_page() -> None:
    assert set(library.played_games("ddat")) - WHOLE_GAMES == set(OUTCOMES)
    for name in OUTCOMES:
        page = (FOLDER / f"{name}.md").read_text()
        declared = sum(entry.fact.TOPIC == "declared" for entry in played(name).entries)
        assert f"`{name}.diary`. {declared} declaration" in page


@pytest.mark.parametrize("name", OUTCOMES)
def test_an_example_comes_to_the_printed_outcome(name: str) -> None:
    """Given the position of an example, when its lines are said, then its units and positions stand as it is told."""
    game = played(name)
    assert game.waits is None
    found = {path: look(game.state, game.rules.vocabulary.find(game.state, path)) for path in OUTCOMES[name]}
    assert found == OUTCOMES[name]
    log = "\n".join(entry.fact.sentence() for entry in game.entries)
    assert [words for words in TOLD.get(name, ()) if words not in log] == []


@pytest.mark.parametrize("name", OUTCOMES)
def test_an_example_follows_the_rules_and_writes_back(name: str) -> None:
    """Given an example, then no line insists against a rule, and its text gives the same entries again."""
    game = played(name)
    assert not any(entry.fact.TOPIC == "irregular" for entry in game.entries)
    text = diary_file.write(game, partial(shipped.pack, "ddat"))
    again = diary_file.play(diary_file.read(text, name, partial(shipped.pack, "ddat")))
    assert [entry.fact for entry in again.entries] == [entry.fact for entry in game.entries]
