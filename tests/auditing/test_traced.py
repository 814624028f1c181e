"""Why of supply and communication: lines are told by the hexes that the rules lead them over, or by what bars them."""

from __future__ import annotations

from auditing.why import why
from domain.ddat.communication import connected, us_connected
from tests import shipped
from tests.auditing.test_why import words


def test_what_is_told_of_a_line_is_what_the_rules_make_of_it() -> None:
    """DDaT 11.2, 11.3: given turns of a played game, then each position and unit is told in communication just where
    the rules have it so."""
    game = shipped.played("ddat", "first-waves")
    for at in (300, 600, 900, game.version):
        state = game.at(at).state
        told = {who: next(game.rules.play.traced(state, who))[1] for who in (*state.board.positions, *state.on_map())}
        for position in state.board.positions:
            assert ("is in Japanese communication" in told[position]) == (position in connected(state)), position
        for unit in state.on_map():
            assert ("is in US communication" in told[unit]) == (state.units[unit].hex in us_connected(state)), unit


def test_a_line_is_told_by_its_hexes_or_by_what_is_missing() -> None:
    """DDaT 11.2: A1 has a path to two others over 2140; where that hex is controlled, it has none."""
    told = " ".join(words(why(shipped.played("ddat", "communication"), "A1", depth=0)))
    assert "A1 in 2039 is in Japanese communication: to A3 by 2140, 2240 and to A4 by 2140, 2240, 2241" in told
    cut = " ".join(words(why(shipped.played("ddat", "communication-cut"), "A1", depth=0)))
    assert "A1 in 2039 is not in Japanese communication with two others: it has a path to no other" in cut
