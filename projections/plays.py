"""A play to hand on: the file of Board Game Stats, of one game of any system, as its audience may know it.

The ids in it are made from the game's own id and the names, so that a play which is taken in twice is there once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.entries import standing
from domain.kernel.facts import GameBegan
from domain.kernel.game import View
from projections.report.sittings import time_played
from projections.report.stats import players_of


def bgstats(view: View[Any]) -> Mapping[str, Any]:
    """The play: its players, its game, who won, and the points of each side where the game holds any."""
    rules, began = view.rules, view.began or GameBegan(system=view.rules.code, title="")
    players = players_of(rules, began)
    names = list(dict.fromkeys(players.values()))
    took, _ = time_played(view.entries)
    scored = rules.scoring is not None
    points = rules.scoring.points(view.state) if rules.scoring else {}
    result = view.state.result
    first = next((entry.time for entry in view.entries if entry.time), "")
    return {
        "players": [{"id": n, "uuid": _uuid("player", name), "name": name} for n, name in enumerate(names, 1)],
        "games": [
            {
                "id": 1,
                "uuid": _uuid("game", rules.title),
                "name": rules.title,
                "highestWins": True,
                "noPoints": not scored,
            }
        ],
        "plays": [
            {
                "uuid": _uuid("play", view.id),
                "gameRefId": 1,
                "playDate": first[:19].replace("T", " "),
                "durationMin": round(took.total_seconds() / 60),
                "comments": _comments(view, began),
                "playerScores": [
                    {
                        "playerRefId": names.index(players[side]) + 1,
                        "score": str(points.get(side, "")) if scored else "",
                        "winner": bool(result and result.winner == side),
                        "role": rules.sides[side],
                        "seatOrder": seat,
                    }
                    for seat, side in enumerate(players, 1)
                ],
            }
        ],
    }


def _comments(view: View[Any], began: GameBegan) -> str:
    """The title, the scenario, how it ended, and how many entries tell it."""
    result = view.state.result
    scenario = view.rules.scenarios.get(began.scenario, "")
    stands = len(standing(view.entries))
    turn = " · ".join(view.rules.play.sequence.moment(view.state).path)
    parts = (began.title, scenario, result.why if result else f"up to {turn}", f"wardiary: {stands} entries")
    return "; ".join(part for part in parts if part)


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"wardiary:{kind}:{name}"))
