"""The contract for each audience; secrets, a kill in the middle, Datasette, and what the tables say of a real game."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.table import Entry
from domain.record import Diary
from projections.ledgers import AGGREGATES, LEDGERS
from projections.story import story
from projections.tables import TABLES
from projections.view import Views
from replays.notation import speak, split
from tests.projections.contract import ViewContract, begin, play, tables

ROOT = Path(__file__).parents[2]
SETUP = (
    "setup caves=Green:2,Amber:2,Coral:2,Crater:2,Saddle:2,Motoyama:2,Funami:2,Isthmus:2,Ridge:2,Quarry:2,Orchard:1 "
    "units=Green:INF1,MAR1;Amber:INF2,MG1;Coral:INF3,MAR2;Crater:INF4,ART1,MOR1;Saddle:INF5,MG2,ART2,HQ;Motoyama:INF6,TK1,TK2,MAR3;"
    "Funami:MG3,AT1,GUN1;Isthmus:AT2,GUN2;Ridge:HART,RKT;Orchard:MOR2"
)


class TestUmpire(ViewContract):
    audience = "umpire"


class TestUs(ViewContract):
    audience = "us"


class TestJapanese(ViewContract):
    audience = "jp"


def say(diary: Diary, game: Any, text: str) -> list[Entry]:
    line = split(text)
    assert line is not None
    return diary.append(game, speak(game, line))


def test_a_side_never_finds_the_other_sides_secrets(tmp_path: Path) -> None:
    """Given a secret setup, then the US views hold no Japanese unit and no cave's place; the Japanese and the umpire's do."""
    with Diary(tmp_path / "d.db") as diary:
        game = begin(diary, "one")
        say(diary, game, SETUP)
        found: dict[str, str] = {}
        for audience in ("us", "jp", "umpire"):
            with Views(tmp_path / f"{audience}.db", audience) as views:
                views.catch_up(diary)
                found[audience] = repr(tables(views))
        assert "MAR1" not in found["us"]
        assert "INF1" not in found["us"]
        assert "MAR1" in found["jp"]
        assert "MAR1" in found["umpire"]
        with pytest.raises(BadInput, match="holds what 'us' may see"):
            Views(tmp_path / "us.db", "jp")


def test_the_story_of_an_append_names_each_rule_once(tmp_path: Path) -> None:
    """IWO 10.3, 11.1.1: landing under fire, in one sentence a fact."""
    with Diary(tmp_path / "d.db") as diary:
        game = begin(diary, "one")
        say(diary, game, SETUP)
        told = story(say(diary, game, "land 4D-R23 Green fire=INF1 56214"))
        assert "4D-R23 lands at Green for 2 MP" in told
        assert "INF1 is revealed in Green (it opens fire)" in told
        assert "2 hits, damage 2 (surprise, +2 dice); 4D-R23 4→3; 4D-R23 3→2" in told
        assert told.count("IWO 11.1.1") == 1
        with Views(tmp_path / "v.db") as views:
            views.catch_up(diary)
            casualties = TABLES["casualties"](views, game.id)
            assert [(r["unit"], r["steps"], r["cause"]) for r in casualties.rows] == [("4D-R23", 1, "Japanese defensive fire")] * 2
            assert casualties.totals == [
                {"side": "us", "units": 1, "steps_lost": 2, "steps_gained": 0, "net_loss": 2, "eliminated": 0}
            ]
            points = TABLES["points"](views, game.id)
            assert points.totals == [{"side": "jp", "points": 2, "permanent": 2}]
            fire = TABLES["fire"](views, game.id)
            assert (fire.rows[0]["dice"], fire.rows[0]["hits"], round(fire.rows[0]["expected"], 2)) == ("5 6 2 1 4", 2, 1.67)
            chance = TABLES["chance"](views, game.id)
            assert chance.rows[0]["purpose"] == "5 dice for INF1's fire at 4D-R23"
            assert views.rows("SELECT observed FROM faces WHERE face=6")[0]["observed"] == 1


FOLLOW = """
import sys
from domain.record import Diary
from projections.view import Views
with Diary(sys.argv[1]) as diary, Views(sys.argv[2]) as views:
    print("ready", flush=True)
    views.catch_up(diary, page=1)
"""


def test_a_kill_in_the_middle_of_a_catch_up_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Given a follower killed at a random moment, again and again, then going on gives what a fresh follower gets."""
    with Diary(tmp_path / "d.db") as diary:
        game = begin(diary, "one")
        play(diary, game, 150, seed=11)
        chance = random.Random(3)
        for _ in range(6):
            process = subprocess.Popen(
                [sys.executable, "-c", FOLLOW, str(tmp_path / "d.db"), str(tmp_path / "v.db")], cwd=ROOT, stdout=subprocess.PIPE
            )
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.06))
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            process.stdout.close()
        with Views(tmp_path / "v.db") as views, Views(tmp_path / "fresh.db") as fresh:
            views.catch_up(diary)
            fresh.catch_up(diary)
            assert tables(views) == tables(fresh)


def test_datasette_opens_the_views_file(tmp_path: Path) -> None:
    """Given a played game, when its views are opened in Datasette, then every table and view answers with named columns."""
    with Diary(tmp_path / "d.db") as diary, Views(tmp_path / "views.db") as views:
        play(diary, begin(diary, "one"), 120, seed=12)
        views.catch_up(diary)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from datasette.app import Datasette

        async def look() -> dict[str, tuple[int, Any]]:
            site = Datasette([str(tmp_path / "views.db")])
            await site.invoke_startup()
            answers = {}
            for name in [*(ledger.name for ledger in LEDGERS), *AGGREGATES, "games"]:
                answer = await site.client.get(f"/views/{name}.json?_shape=objects")
                answers[name] = (answer.status_code, answer.json())
            return answers

        answers = asyncio.run(look())
    for name, (status, body) in answers.items():
        assert status == 200, (name, body)
        if name not in ("tracks", "tracks_now"):
            assert body["rows"], name
