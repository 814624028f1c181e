"""What several wargames use: names of hexes, hexsides, terms and points by code, whose word a declaration is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from domain.games import load
from domain.kernel.errors import BadInput, Unread
from domain.kernel.printed import ByTheText, PackFinding
from domain.wargame.dice import Awards, Terms, sum_of, terms_of, total
from domain.wargame.hex_grid import GRIDS, Hexes, hexside_check, towards
from domain.wargame.roster import hexes_of
from domain.wargame.sides import declaring
from tests.wargame import toy

HALVED: Terms[str] = Terms({"across": "across {}", "night": "night"})


def test_a_hex_that_nobody_read_out_is_good_where_it_may_be() -> None:
    class North(Hexes):
        def may_be(self, name: str) -> bool:
            return name < "2000"

    assert [name in North(("3001",)) for name in ("3001", "1001", "2001", "101", "Ridge")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_hexsides_are_a_terrain_and_the_hex_beyond() -> None:
    check = hexside_check("stream/2124", ("stream", "wall"))
    assert check(("stream/2124", "wall/2125")) == ("stream/2124", "wall/2125")
    for wrong in ("stream", "/2124", "road/2124", "stream/21"):
        with pytest.raises((ValueError, BadInput)):
            check((wrong,))
    assert hexside_check("stream/2124")(("road/2124",)) == ("road/2124",)
    assert towards(("stream/2124", "wall/2125", "road/2124"), "2124") == ("stream", "road")
    assert hexes_of({"hexes": ("1226-1228", "1301")}) == ("1226", "1227", "1228", "1301")
    assert GRIDS["odd"].distance("0101", "0102") == 1


def test_terms_say_their_words_and_sums_are_told() -> None:
    terms = terms_of(HALVED("across", -1, "R 1", "2124"), HALVED("night", 0, "R 2"))
    assert [(one.code, one.amount, one.rule, one.why) for one in terms] == [("across", -1, "R 1", "across 2124")]
    assert total((3, 4), terms) == 6
    assert (sum_of((3, 4), terms), sum_of((3,), ()), sum_of((3, 4), ())) == ("3+4 -1 = 6", "3", "3+4 = 7")


def test_points_are_for_good_unless_some_codes_alone_are() -> None:
    words = {"hex": "control of {}", "ship": "{}"}
    assert Awards(words)("jp", 1, "hex", "2124").permanent
    some = Awards(words, ("ship",))
    assert [some("jp", 1, code, "X").permanent for code in words] == [False, True]
    assert some("jp", 2, "hex", "2124").why == "control of 2124"


@pytest.mark.parametrize(
    ("phase", "says", "otherwise", "side"),
    [
        ("us_move", "jp", "", "us"),
        ("rally", "jp", "us", "jp"),
        ("rally", "", "us", "us"),
        ("rally", "", "", ""),
        ("rally", "umpire", "", ""),
    ],
)
def test_a_declaration_is_of_the_phase_or_of_who_says_it(phase: str, says: str, otherwise: str, side: str) -> None:
    table: Any = SimpleNamespace(state=SimpleNamespace(phase=phase), side=says, rules=load("iwo"))
    if side:
        assert declaring(table, {"us_move": "us"}, otherwise) == side
    else:
        with pytest.raises(BadInput, match="needs `us:` or `jp:` before the line"):
            declaring(table, {"us_move": "us"}, otherwise)


def test_a_row_that_a_whole_chart_lacks_is_another() -> None:
    """Given a chart, when a row is not in it, then it is asked for, unless the chart has been read out whole."""
    sea = toy.PlaceCard(near=())
    state = toy.RULES.initial
    with pytest.raises(Unread):
        state.read_or(toy.PlaceCard, "Ridge", sea)
    assert state.but(complete=("places",)).read_or(toy.PlaceCard, "Ridge", sea) is sea
    ridge = toy.PlaceCard(near=("Beach",))
    assert (
        state.but(complete=("places",), charts={"places": {"Ridge": ridge}}).read_or(toy.PlaceCard, "Ridge", sea)
        is ridge
    )


def test_findings_cite_their_text() -> None:
    text = ByTheText("IWO")
    assert text.missing("areas", "none", "4.1") == PackFinding("areas", "none", "IWO 4.1")
    assert text.against("areas", "some", "4.1").against
    assert [one.against for found in (1, 2, 3) for one in text.counted("areas", found, 2, "areas", "4.1")] == [
        False,
        True,
    ]
