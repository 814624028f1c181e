"""D-Day at Tarawa: fields of fire by whose dots count, and what bars a hit, by the rule that bars it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ddat.charts import FireChart, PositionCard, UnitCard
from domain.ddat.fields import Field, Gun, field, under_fire
from domain.ddat.gunnery import Call, Choice, take_aim, why_not_hit
from domain.ddat.state import NIGHT, Ddat, Position, Unit
from domain.ddat.step_limit import why_not_lose, why_not_lose_to_guns

DOTS = {"1822", "1823"}
"""The dots of the group C1/C2, at 1821 and 1824."""
RING = "1723"
"""A hex next to them, and to no position."""
PLACES = {
    "C1": PositionCard(hex="1821", colour="red", coastal=False, group="C1/C2", intense=("1822",)),
    "C2": PositionCard(hex="1824", colour="red", coastal=False, group="C1/C2", steady=("1823",)),
    "C3": PositionCard(hex="1421", colour="blue", coastal=False, steady=("1823",)),
}
UNITS = {
    "A/1/2": UnitCard(type="infantry", steps=4,
                      symbol="circle"), "B/1/2": UnitCard(type="infantry", steps=4, symbol="circle"),
    "C/1/2": UnitCard(type="infantry", steps=4,
                      symbol="diamond"), "D/1/2": UnitCard(type="infantry", steps=4, symbol="circle"),
    "1/A/2T": UnitCard(type="tank", steps=2, symbol="circle"), "HQ-2": UnitCard(type="hq", steps=0),
}  # fmt: skip
CHART = {
    f"{dot}/revealed": FireChart(symbol=dot != "intense", armor=dot == "intense", step=True, disrupt=False)
    for dot in ("intense", "steady")
}
FORCE: dict[str, Any] = {"unit": "J01", "revealed": True}
CIRCLE = Call("7", "red", False, "", False, False, "circle")


def tarawa(positions: dict[str, Position], units: dict[str, Unit] | None = None, **other: Any) -> Ddat:
    charts = {"positions": PLACES, "units": UNITS, "fire-chart": CHART}
    places = {name: positions.get(name, Position()) for name in PLACES}
    return Ddat(
        scenario="two-days",
        set_up=True,
        charts=charts,
        positions=places,
        units=units or {},
        **{"turn": 6, "phase": "fire", **other},
    )


# ---- 6.2, 6.4, 6.24, 11.31, 19 fields ----


@pytest.mark.parametrize(
    ("position", "fields"),
    [
        (Position(), {"projected": False, "held": False, "printed": True}),
        (Position(**FORCE), {"projected": True, "held": True, "printed": True}),
        (Position(**FORCE, disrupted=True), {"projected": False, "held": True, "printed": True}),
    ],
    ids=["empty", "held", "disrupted"],
)
def test_whose_dots_count_is_said_once(position: Position, fields: dict[Field, bool]) -> None:
    """DDaT 6.21, 6.4, 11.31: given a group with a unit in one hex or none, then its whole field is there, or nothing of
    it."""
    state = tarawa({"C1": position})
    for which, there in fields.items():
        for member in ("C1", "C2"):
            assert set(field(state, member, which)) == (DOTS if there else set())
        assert [p for p in under_fire(state, "1823", which) if p != "C3"] == [
            "C2" if which == "printed" else "C1"
        ] * there


@pytest.mark.parametrize(("disrupted", "wide"), [(False, {"projected", "held"}), (True, set())])
def test_only_a_tank_unit_that_is_not_disrupted_widens_a_field(disrupted: bool, wide: set[Field]) -> None:
    """DDaT 6.24, 13.1 (reading AMB-45): given a tank unit in a group, then what it projects is a steady hex wider, what
    is printed is not."""
    state = tarawa({"C1": Position(**FORCE), "C2": Position(**FORCE, tank="red", disrupted=disrupted)})
    which: Field
    for which in ("projected", "held", "printed"):
        assert field(state, "C1", which).get(RING, "") == ("steady" if which in wide else "")
        assert field(state, "C1", which)["1822"] == "intense"


@pytest.mark.parametrize(("phase", "left"), [("fire", {"1822"}), ("action", DOTS)])
def test_the_night_leaves_a_hex_of_fields_in_its_fire_phase(phase: str, left: set[str]) -> None:
    """DDaT 19 (reading AMB-46): given the night, then in its Fire Phase a field ends next to those who project it."""
    assert set(field(tarawa({"C1": Position(**FORCE)}, turn=NIGHT, phase=phase), "C1")) == left


# ---- 6.3, 6.31, 6.34 what bars a hit ----


def choice(state: Ddat, *rivals: tuple[int, frozenset[str]]) -> Choice:
    return Choice(take_aim(state, Gun(("C1",)), CIRCLE), rivals)


def field_of_targets(**other: Any) -> Ddat:
    """A lone unit before an intense hex with one step, a steady one with three units, one of them armored, and a unit
    outside."""
    units = {
        "A/1/2": Unit(box="map", hex="1823", steps=1),
        "B/1/2": Unit(box="map", hex="1823", steps=1),
        "C/1/2": Unit(box="map", hex="1823", steps=1),
        "D/1/2": Unit(box="map", hex=RING, steps=4),
        "1/A/2T": Unit(box="map", hex="1823", steps=1),
        "HQ-2": Unit(box="map", hex="1823"),
    }
    return tarawa({"C1": Position(**FORCE)}, units, **other)


@pytest.mark.parametrize(
    ("unit", "hit", "rule", "why"),
    [
        ("A/1/2", {}, "", ""),
        ("A/1/2", {"A/1/2": ("C3",)}, "DDaT 6.34", "A/1/2 has lost a step in this phase"),
        ("C/1/2", {}, "DDaT 6.3", "C/1/2 does not show the circle"),
        ("D/1/2", {}, "DDaT 6.2", "D/1/2 is not in the field of fire of C1"),
        ("1/A/2T", {}, "DDaT 6.36", "1/A/2T is armored, and C1 has no armor hit bonus"),
        ("HQ-2", {}, "DDaT 10.31", "HQ-2 is a leader: leaders are hit last, on a star"),
    ],
)
def test_what_bars_a_hit_is_told_by_its_rule(unit: str, hit: dict[str, tuple[str, ...]], rule: str, why: str) -> None:
    """DDaT 6.3, 6.34: given units in a field of fire and outside, when one is named, then the rule that bars it says
    what is true of it."""
    state = field_of_targets(hit=hit)
    assert [*why_not_hit(state, choice(state), unit)] == ([(rule, why)] if rule else [])


def test_a_better_target_bars_a_hit() -> None:
    """DDaT 6.31: given two targets in steady hexes, when the one with fewer steps is named, then the other comes
    first."""
    state = field_of_targets()
    state = state.with_unit("B/1/2", steps=2)
    assert [*why_not_hit(state, choice(state), "A/1/2")] == [
        ("DDaT 6.31", "B/1/2 comes before A/1/2: it has more steps")
    ]


def test_a_target_another_position_needs_bars_a_hit() -> None:
    """DDaT 6.34: given a target that is the only one of a position still to fire, then it is left to that position."""
    state = field_of_targets()
    competing = choice(state, (1, frozenset({"A/1/2"})))
    assert [rule for rule, _ in why_not_hit(state, competing, "A/1/2")] == ["DDaT 6.34"]
    assert not [*why_not_hit(state, competing, "B/1/2")]


@pytest.mark.parametrize(
    ("turn", "reading", "by_guns", "position", "guns"),
    [
        (6, "all-fire", False, "DDaT 6.34", "DDaT 6.34"),
        (6, "all-fire", True, "DDaT 6.34", "DDaT 6.34"),
        (6, "positions", False, "DDaT 6.34", ""),
        (6, "positions", True, "", ""),
        (12, "all-fire", False, "DDaT 15.2", ""),
    ],
)
def test_who_may_lose_a_step(turn: int, reading: str, by_guns: bool, position: str, guns: str) -> None:
    """DDaT 6.34, 15.2 (reading AMB-07): given a unit that lost a step to C3 or to guns, then the limit binds C3 and the
    guns, or not."""
    state = field_of_targets(
        turn=turn, hit={"A/1/2": ("C3",)}, hit_by_guns=("A/1/2",) if by_guns else (), readings={"AMB-07": reading}
    )
    assert [rule for rule, _ in why_not_lose(state, "A/1/2", "C3")] == ([position] if position else [])
    assert [rule for rule, _ in why_not_lose_to_guns(state, "A/1/2")] == ([guns] if guns else [])
    assert not (turn == 12 and [*why_not_lose(state, "A/1/2", "C1")])
