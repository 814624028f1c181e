"""The questions of later answers, as they were asked and as they are asked after a correction."""

from __future__ import annotations

from dataclasses import replace

from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.facts import Decided
from domain.kernel.questions import Assign, Number, OneOf
from recording import fix
from recording.reused import asked_otherwise, secrets_of
from tests import shipped


def test_a_retreat_from_damage_that_is_none_now_is_kept_and_named() -> None:
    """IWO 12.2.3(2): given a retreat from one point of damage, when the dice did none, then the retreat is kept, and
    named with the words of both questions."""
    fixing = fix.begin(shipped.played("iwo", "first-landing"), 330, ["1111"], audience=UMPIRE)
    assert fixing.stop is None
    kept = next(one for one in fixing.reused if one.was == 332)
    assert kept.text == "retreat MAR1:Isthmus"
    assert kept.why == (
        'it was "damage 1: which Japanese units retreat, and where", '
        'now "damage 0: which Japanese units retreat, and where"'
    )


def test_what_was_decided_for_the_question_as_it_is_asked_now_is_not_named() -> None:
    """Given dice that were noted as they lay but for their order, then no later question is asked otherwise."""
    fixing = fix.begin(shipped.played("iwo", "first-landing"), 330, ["5214"], audience=UMPIRE)
    assert (fixing.stop, fixing.reused) == (None, ())


def test_options_that_one_side_alone_may_see_are_its_secret() -> None:
    """IWO 3: given a question whose options only the Japanese player sees, then what is otherwise in them is secret."""
    entry = Entry(1, 1, Decided(rule="", name="where", side="jp", value="A"))
    public = OneOf(name="where", by="jp", rule="", words="where", options=("A", "B"))
    assert secrets_of(entry, public, public) == frozenset()
    assert secrets_of(entry, public, replace(public, shown_to="jp")) == {"jp"}


def test_options_and_bounds_are_compared_whatever_their_order() -> None:
    def where(*options: str) -> OneOf:
        return OneOf(name="where", by="jp", rule="", words="where", options=options)

    def steps(most: int) -> Number:
        return Number(name="steps", by="jp", rule="", words="steps", most=most)

    def pairs(**items: tuple[str, ...]) -> Assign:
        return Assign(name="pairs", by="jp", rule="", words="pairs", items=items)

    assert asked_otherwise(where("A", "B"), where("B", "A")) == ""
    assert asked_otherwise(where("A", "B"), where("A", "C")) == "C could be named too; B can be named no more"
    assert asked_otherwise(steps(2), steps(1)) == "0 to 1, was 0 to 2"
    assert asked_otherwise(pairs(X=("A",)), pairs(X=("A", "B"), Y=("A",))) == "X:B, Y could be named too"
