"""What a player is told while he records, in places of played games."""

from __future__ import annotations

import re

import pytest

from domain.kernel.facts import BY_PROGRAM, Rolled
from tests.typed.at_table import Place, places


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Place]:
    wanted = (
        "iwo-declared",
        "iwo-move",
        "iwo-sneak",
        "iwo-steps",
        "ddat-combat",
        "ddat-load",
        "reef-buy",
        "reef-buy-us",
        "iph-turn-2",
        "iph-combat",
        "iph-by-day",
        "betio-hawkins",
    )
    return {place.situation.id: place for place in places(tmp_path_factory.mktemp("told"), wanted)}


def flat(text: str) -> str:
    return " ".join(text.split())


def test_dice_of_a_line_are_left_to_the_program(at: dict[str, Place]) -> None:
    """IWO 12.2.1: given a declared assault, when `assault Coral auto` is typed, then it is declared and its dice are
    rolled by the program."""
    said = at["iwo-declared"].type("assault Coral auto")
    rolled = [fact for fact in said.facts if isinstance(fact, Rolled)]
    assert [(fact.source, len(fact.dice)) for fact in rolled] == [(BY_PROGRAM, 8)]
    assert "generated" in said.told
    assert at["iwo-declared"].type("assault Funami auto").facts == ()


def test_a_take_back_names_the_lines_it_struck(at: dict[str, Place]) -> None:
    """Given lines that were said, when they are taken back, then each is named; one that hides a secret from the screen
    says that it does."""
    told = at["iwo-declared"].type("assault Coral", "undo").told
    assert "  struck: assault Coral\n" in told
    told = at["iwo-move"].type("land 4D-R24 Green fire=none", "land 4D-R25 Green fire=none", "undo 2").told
    assert told.index("struck: land 4D-R24 Green fire=none") < told.index("struck: land 4D-R25 Green fire=none")
    secret = at["iwo-sneak"].type("jp:", "sneak sneak=INF6:Funami", "jp: undo").told
    assert "struck: (a secret line, Japanese)" in secret
    assert "Funami" not in secret.split("taken back")[-1]


def test_no_number_is_offered_that_is_not_allowed(at: dict[str, Place]) -> None:
    """IWO 3: given a unit that comes to light with one step or two, when something else is typed for them, then the
    number is asked for again, and none below one is offered."""
    for typed in ("n", "no", "3 of them"):
        said = at["iwo-steps"].type(typed)
        assert said.facts == ()
        assert "did you mean" not in said.told
    assert "did you mean `2`" in at["iwo-steps"].type("he has 2 of them").told


def test_a_card_is_counted_where_it_is_drawn_from(at: dict[str, Place]) -> None:
    """DDaT 8.6: given piles of close combat, when a card is asked for, then it says how many lie in its pile and how
    many may come up; the bottom line says how many lie in each pile and in the deck.
    """
    told = flat(at["ddat-combat"].type("combat 1021").told)
    assert "from the US pile of 2: one of 42 not seen yet" in told
    assert "left in the deck" not in told
    seen = flat(at["ddat-combat"].bottom("combat 1021"))
    counts = {title: int(count) for title, count in re.findall(r"(deck|US pile|Japanese pile) (\d+)", seen)}
    assert counts == {"deck": 39, "US pile": 2, "Japanese pile": 1}


def test_who_buys_sees_prices_and_what_is_left(at: dict[str, Place]) -> None:
    """BRT 15.614: given purchases of the Japanese, when they look, then they see each price, what a beach had and what
    it has left; the Marine player sees no more than the chart says.
    """
    theirs, ours = flat(at["reef-buy"].type("show").told), flat(at["reef-buy-us"].type("show").told)
    for told in (theirs, ours):
        assert "GPP gun-37 3, gun-70 4" in told
        assert "Red3 16 GPP 7 CAPP 16 FPP 2 stacking" in told
    assert "Red2 14 GPP 6 CAPP 14 FPP 2 stacking, left: 12 GPP 3 CAPP 6 FPP 2 stacking" in theirs
    assert " left" not in ours.split("Purchases GPP")[1].split("Sealed slips")[0]
    assert "Red3 13 GPP 7 CAPP 16 FPP 2 stacking left" in flat(at["reef-buy"].bottom("buy Red3 gun-37"))
    assert " left" not in at["reef-buy-us"].bottom()


def test_who_is_left_without_an_lvt_is_told(at: dict[str, Place]) -> None:
    """DDaT 5.11: given a wave that could be loaded, when loading is gone on from without it, then who is left is told;
    who is loaded is not."""
    assert "not on LVTs, though there are some: I/3/2, K/3/2," in flat(at["ddat-load"].type("n", "n").told)
    assert "not on LVTs" not in at["ddat-load"].type("load", "n").told
    assert "some: K/3/2," in flat(at["ddat-load"].type("load I/3/2", "n").told)


def test_a_turn_begins_with_both_japanese_phases_to_come(at: dict[str, Place]) -> None:
    """IPH 5.7: given a turn that has just begun, when the screen is looked at, then neither Japanese phase of it counts
    as taken."""
    assert "Japanese movement and combat to come" in flat(at["iph-turn-2"].bottom())
    assert "movement to come, combat to come" in flat(at["iph-turn-2"].type("show").told)


def test_a_goal_that_no_way_leads_to_says_what_is_on_the_way(at: dict[str, Place]) -> None:
    """BB 3.5.2, 3.5.3: given a hex further off, when no way to it is found, then how far it is and what stands in the
    way are told."""
    told = flat(at["betio-hawkins"].type("move amtrack-1 2639").told)
    assert (
        "2639 is 9 hexes from 2033, and no way there is open to amtrack-1: 2034 is not on a shortest route from "
        "2033 to Red 2 [BB 3.5.2]" in told
    )
    assert "path=1531,…,2029" in flat(at["betio-hawkins"].type("move Hawkins 2029").told)


def test_a_raid_is_named_where_aircraft_may_fly(at: dict[str, Place]) -> None:
    """IPH 7.2, 11.4, 12.3: given a Japanese Combat Phase of turn 4, a night, then `raid` is not among what may be said;
    on turn 5 it is."""
    assert "Japanese Combat Phase, Japanese: attack · n" in flat(at["iph-combat"].type("now").told)
    assert "raid" in flat(at["iph-by-day"].type("now").told)
    assert "no aircraft fly at night [IPH 12.3]" in flat(at["iph-combat"].type("raid 1").told)
