"""The contract for each audience; secrets, Datasette, and what the tables say of a real game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput
from domain.kernel.facts import Noted, Track
from domain.record.diary import Diary
from projections.append_story import story
from projections.ledger_file import LedgerFile
from projections.ledger_tables import TABLES
from replays.notation import speak, split
from tests.projections.contract import ViewContract, begin, play, tables

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
    """Given a secret setup, then the US views hold no Japanese unit and no cave's place; the Japanese and the umpire's
    do."""
    with Diary(tmp_path / "d.db") as diary:
        game = begin(diary, "one")
        say(diary, game, SETUP)
        found: dict[str, str] = {}
        for audience in ("us", "jp", "umpire"):
            with LedgerFile(tmp_path / f"{audience}.db", audience) as views:
                views.catch_up(diary)
                found[audience] = repr(tables(views))
        assert "MAR1" not in found["us"]
        assert "INF1" not in found["us"]
        assert "MAR1" in found["jp"]
        assert "MAR1" in found["umpire"]
        with pytest.raises(BadInput, match="holds what 'us' may see"):
            LedgerFile(tmp_path / "us.db", "jp")


def test_what_was_irregular_in_a_secret_is_as_secret(tmp_path: Path) -> None:
    """IWO 4.2: given a setup the Japanese player insists on, then nobody else learns where his units are too many."""
    crowded = (
        SETUP.split("units=")[0]
        + "units=Green:INF1,INF2,INF3,INF4,INF5,INF6,MAR1,MAR2,MAR3,MG1,MG2;Amber:MG3,ART1,MOR1,ART2,HQ,TK1,TK2"
    )
    with Diary(tmp_path / "d.db") as diary:
        game = begin(diary, "one")
        say(diary, game, crowded + ';Coral:AT1,GUN1,AT2,GUN2,HART,RKT,MOR2 !"house rule"')
        told = {}
        for audience in ("us", "jp"):
            with LedgerFile(tmp_path / f"{audience}.db", audience) as views:
                views.catch_up(diary)
                told[audience] = [row["words"] for row in views.rows("SELECT words FROM timeline")]
        assert "irregular, in secret" in told["us"]
        assert not any("Green would hold" in words for words in told["us"])
        assert "irregular: units: Green would hold more than 10 units (house rule)" in told["jp"]
        again = diary.open(game.id)
        assert again.state == game.state


def test_the_story_of_an_append_names_each_rule_once(tmp_path: Path) -> None:
    """IWO 10.3, 11.1.1: landing under fire, in one sentence a fact."""
    with Diary(tmp_path / "d.db") as diary:
        game = begin(diary, "one")
        say(diary, game, SETUP)
        told = story(say(diary, game, "land 4D-R23 Green fire=INF1 56214"), game.rules.sides)
        assert "4D-R23 lands at Green for 2 MP" in told
        assert "INF1 is revealed in Green (it opens fire)" in told
        assert "2 hits, damage 2 (surprise, +2 dice); 4D-R23 4→3; 4D-R23 3→2" in told
        assert told.count("IWO 11.1.1") == 1
        with LedgerFile(tmp_path / "v.db") as views:
            views.catch_up(diary)
            timeline = [
                f"{r['moment']}: {r['words']} [{r['rule']}]" for r in TABLES["timeline"](views, game.id).rows[-7:]
            ]
            assert timeline == [
                f"turn 1 / US Movement Phase: {words}"
                for words in (
                    "4D-R23 lands at Green for 2 MP [IWO 10.3]",
                    "INF1 is revealed in Green (it opens fire) [IWO 11.1.1]",
                    "5 dice for INF1's fire at 4D-R23: 5 6 2 1 4 [IWO 11.1.1]",
                    "Japanese defensive fire on 4D-R23 in Green by INF1: 2 hits, damage 2 (surprise, +2 dice) [IWO "
                    "11.1.1]",
                    "4D-R23 4→3 [IWO 11.1.2(2)]",
                    "4D-R23 3→2 [IWO 11.1.2(2)]",
                    "4D-R23's move ends (defensive fire) [IWO 11.1.3]",
                )
            ]
            casualties = TABLES["casualties"](views, game.id)
            assert [(r["unit"], r["steps"], r["cause"]) for r in casualties.rows] == [
                ("4D-R23", 1, "defensive fire")
            ] * 2
            assert casualties.totals == [
                {"side": "us", "units": 1, "steps_lost": 2, "steps_gained": 0, "net_loss": 2, "eliminated": 0}
            ]
            points = TABLES["points"](views, game.id)
            assert points.totals == [{"side": "jp", "points": 2, "permanent": 2}]
            fire = TABLES["fire"](views, game.id)
            assert (fire.rows[0]["dice"], fire.rows[0]["hits"], round(fire.rows[0]["expected"], 2)) == (
                "5 6 2 1 4",
                2,
                1.67,
            )
            chance = TABLES["chance"](views, game.id)
            assert chance.rows[0]["purpose"] == "5 dice for INF1's fire at 4D-R23"
            assert views.rows("SELECT observed FROM faces WHERE face=6")[0]["observed"] == 1


def test_datasette_opens_the_views_file(tmp_path: Path) -> None:
    """Given a played game, when its views are opened in Datasette, then every table and view answers with named
    columns."""
    with Diary(tmp_path / "d.db") as diary, LedgerFile(tmp_path / "views.db") as views:
        game = begin(diary, "one")
        play(diary, game, 120, seed=12)
        diary.append(
            game, game.beside(Noted(text="high surf", tracks=(Track(name="weather", was="clear", now="storm"),)))
        )
        views.catch_up(diary)
        held = {name: len(rows) for name, rows in tables(views).items()}
    from datasette.app import Datasette

    async def look() -> tuple[dict[str, Any], str]:
        site = Datasette([str(tmp_path / "views.db")])
        await site.invoke_startup()
        answers = {}
        for name in held:
            answer = await site.client.get(f"/views/{name}.json?_shape=objects&_size=max")
            assert answer.status_code == 200, name
            answers[name] = answer.json()["rows"]
        page = await site.client.get("/views/timeline?_facet=moment&words__contains=surf")
        assert page.status_code == 200
        site.get_database("views").close()
        return answers, page.text

    answers, page = asyncio.run(look())
    for name, rows in answers.items():
        assert len(rows) == min(held[name], 1000), name
        assert rows or name in ("endings", "control"), name
        assert not any("$base64" in repr(row) for row in rows), name
    assert [(row["name"], row["now"]) for row in answers["tracks_now"]] == [("weather", "storm")]
    assert f'<a href="/views/games/{game.id}">one</a>' in page  # the game by its name, not its id alone
    assert "note: high surf" in page
