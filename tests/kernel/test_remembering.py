"""States that remember what was worked out from them: as long as nothing it rests on changes, and no longer."""

from __future__ import annotations

from domain.kernel.remembering import Remembering, indexes, remembered, rests_on

asked: list[str] = []


class Farm(Remembering):
    cows: int = 0
    hens: int = 0
    name: str = ""

    @rests_on("cows")
    def milk(self, days: int = 1) -> int:
        asked.append("milk")
        return self.cows * days

    @rests_on("cows", "hens")
    def legs(self) -> int:
        asked.append("legs")
        return 4 * self.cows + 2 * self.hens


def test_what_rests_on_other_fields_is_worked_out_once() -> None:
    asked.clear()
    farm = Farm(cows=3, hens=2)
    assert [farm.legs(), farm.but(name="Hill").legs(), farm.legs()] == [16] * 3
    assert asked == ["legs"]


def test_each_question_has_an_answer_of_its_own() -> None:
    farm = Farm(cows=3)
    assert [farm.milk(), farm.milk(2), farm.milk(days=7), farm.milk(2)] == [3, 6, 21, 6]


def test_what_rests_on_a_changed_field_is_worked_out_again() -> None:
    farm = Farm(cows=3, hens=2)
    before = (farm.milk(), farm.legs())
    more = farm.but(hens=5)
    assert (more.milk(), more.legs()) == (3, 22)
    assert (farm.milk(), farm.legs()) == before


def test_two_states_made_from_one_that_knows_nothing_any_more_keep_apart() -> None:
    """A state whose memories are all gone, and the one made from it, do not write into each other's."""
    farm = Farm(cows=3)
    farm.milk()
    emptied = farm.but(cows=4)
    fewer = emptied.but(cows=1)
    assert (emptied.milk(), fewer.milk()) == (4, 1)


def test_a_memory_is_no_part_of_the_state() -> None:
    farm = Farm(cows=3)
    farm.milk()
    assert farm == Farm(cows=3)
    assert farm.model_dump(exclude_defaults=True) == {"cows": 3}
    assert [(work.__name__, question, value) for work, question, value in remembered(farm)] == [("milk", (), 3)]
    assert list(remembered(Farm(cows=3))) == []


class Orchard(Farm):
    trees: int = 0

    @indexes("trees")
    def rows(self) -> tuple[int, ...]:
        asked.append("rows")
        return tuple(range(self.trees))


def test_an_index_lies_in_the_states_made_from_one_until_its_fields_change() -> None:
    """Given an index, then it is worked out once, is no part of the state, and another number of trees has its own."""
    asked.clear()
    orchard = Orchard(trees=2)
    assert [orchard.rows, orchard.but(cows=1).rows, orchard.but(trees=3).rows, orchard.rows] == [
        (0, 1),
        (0, 1),
        (0, 1, 2),
        (0, 1),
    ]
    assert asked == ["rows", "rows"]
    assert orchard == Orchard(trees=2)
    assert dict(orchard) == dict(Orchard(trees=2))
    assert orchard.model_dump(exclude_defaults=True) == {"trees": 2}
