"""What followed a line is told in a sentence, with each rule once, and what was answered in words."""

from __future__ import annotations

from collections.abc import Iterator

from domain.ddat.facts import PositionChecked, PositionFired, StepLost
from domain.iph.facts import OddsComputed
from domain.iwo import facts as iwo
from domain.iwo.facts import UnitLanded
from domain.kernel.entries import Entry
from domain.kernel.facts import SETTLED, Decided, Fact, Fire, Loss, Modifier, Points, Stub
from domain.kernel.telling import told
from projections.append_story import cited, lines, story

SIDES = {"us": "US", "jp": "Japanese"}


def test_a_rule_that_the_sentence_ends_with_is_not_cited_after_it_again() -> None:
    """IPH 10.2: given odds whose last term cites the rule they rest on themselves, then it stands there once."""
    term = Modifier(code="strength", amount=2, why="strength in 1928", rule="IPH 10.2")
    odds = OddsComputed(rule="IPH 10.2", target="1928", attack=(term,), defence=(term,), start="1:1", odds="1:1")
    assert story([Entry(1, 1, odds)], SIDES).endswith("in 1928 [IPH 10.2]")
    assert not story([Entry(1, 1, odds)], SIDES).endswith("[IPH 10.2] [IPH 10.2]")
    assert cited("it is so", "IPH 10.2", "") == "it is so [IPH 10.2]"
    assert cited("it is so [IPH 10.2]", "IPH 10.1", "IPH 10.2") == "it is so [IPH 10.2] [IPH 10.1]"


def test_nothing_that_was_answered_is_told_as_none() -> None:
    """Given an answer of no names, as a record gives it back, then it is told as none."""
    assert [told(Decided(name="ships", side="jp", value=value), SIDES) for value in ([], (), "", ["Hiei"])] == [
        "the Japanese side decides ships: none",
        "the Japanese side decides ships: none",
        "the Japanese side decides ships: none",
        "the Japanese side decides ships: Hiei",
    ]


def append(*facts: Fact) -> list[Entry]:
    return [Entry(version, 1, fact) for version, fact in enumerate(facts, 1)]


def fire(*positions: str, hit: str = "") -> Iterator[Fact]:
    """Japanese fire card 9: positions that do nothing, and one that hits."""
    for position in positions:
        why = "no US unit in its field of fire"
        yield PositionChecked(
            rule="DDaT 6.33", positions=(position,), colour="purple", card="9", action="no-action", why=why
        )
    if hit:
        yield PositionChecked(rule="DDaT 6.0", positions=("F3",), colour="purple", card="9", action="fire")
        yield PositionFired(
            rule="DDaT 6.3",
            fire=Fire(kind="position", side="jp", by=("F3",), at="1325"),
            card="9",
            limit=1,
            hits=(hit,),
        )
        yield StepLost(rule="DDaT 6.32", losses=(Loss(unit=hit, side="us", steps=1, left=1, cause="position-fire"),))


def test_a_long_confirmation_is_told_event_by_event_and_marks_hits() -> None:
    """DDaT 6.3: given a fire phase of several lines, when it is told, then each position has its line with what came of
    it, a hit is marked, and what came to nothing stands last; given a short one, then it is a sentence.
    """
    long = append(*fire(hit="3/A/2T"), *fire(hit="C/1/2"), *fire(*(f"B{n}" for n in range(30))))
    assert lines(long, SIDES) == [
        "* F3 (purple): fire; F3 fires, limit 1: hits 3/A/2T; 3/A/2T loses a step, 1 left",
        "* F3 (purple): fire; F3 fires, limit 1: hits C/1/2; C/1/2 loses a step, 1 left",
        "  nothing from B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13, B14,",
        "    B15, B16, B17, B18, B19, B20, B21, B22, B23, B24, B25, B26, B27, B28, B29",
        "    (no US unit in its field of fire)",
        "  [DDaT 6.0, DDaT 6.3, DDaT 6.32]",
    ]
    assert lines(append(*fire("B1", "B2", "B3")), SIDES) == [
        "nothing from B1, B2, B3 (no US unit in its field of fire)"
    ]


def test_points_are_told_beside_what_brought_them() -> None:
    """IWO 22.2.1, 23.2(2): given a landing that gives the Japanese a point, then the confirmation says so; of a lost
    step it goes without saying."""
    point = (Points(side="jp", amount=1, why="landed on no beach (22.2.1)"),)
    landed = UnitLanded(rule="IWO 10.3", unit="4D-R23", area="Funami", cost=2, points=point)
    assert (
        story(append(landed), SIDES)
        == "4D-R23 lands at Funami for 2 MP; 1 point to the Japanese side: landed on no beach (22.2.1) [IWO 10.3]"
    )
    lost = iwo.StepLost(
        rule="IWO 11.1.2",
        losses=(Loss(unit="4D-R23", side="us", steps=1, left=3, cause="defensive-fire"),),
        points=point,
    )
    assert "point" not in story(append(lost), SIDES)


def test_that_something_was_settled_in_secret_is_told_once_a_line() -> None:
    sealed = Stub(rule="BRT CG3.2", secret="jp", words=SETTLED)
    moved = Stub(rule="BRT CG5", secret="us", words="a Cloaking box was moved")
    assert (
        story(append(sealed, moved, sealed, moved), SIDES)
        == f"{SETTLED}; a Cloaking box was moved; a Cloaking box was moved [BRT CG3.2, BRT CG5]"
    )


def test_of_an_answer_in_secret_what_came_of_it_is_told_and_not_also_that_it_was_given() -> None:
    """IWO 17.2(3): given moves made in secret, when the other side is told, then once; of an answer of which nothing is
    known, that it was given."""
    answered = Stub(rule="IWO 17.2(3)", secret="jp", words="jp decides in secret: sneak")
    moves = Stub(
        rule="IWO 17.2(3)", secret="jp", what="concealed-moves", words="the Japanese move in secret, or do not"
    )
    assert story(append(answered, moves), SIDES) == "the Japanese move in secret, or do not [IWO 17.2(3)]"
    assert story(append(answered), SIDES) == "jp decides in secret: sneak [IWO 17.2(3)]"
