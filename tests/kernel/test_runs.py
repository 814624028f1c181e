"""Names in a list as one would write them."""

from __future__ import annotations

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.runs import names_listed, runs_in_full

KNOWN = (*(f"24-{n}" for n in range(1, 12)), "SNLF-1", "SNLF-2", "7", "1923", "1924")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("24-1..3", "24-1,24-2,24-3"),
        ("24-1..24-3", "24-1,24-2,24-3"),
        ("24-1,3", "24-1,24-3"),
        ("24-1..3,5,9..11", "24-1,24-2,24-3,24-5,24-9,24-10,24-11"),
        ("snlf-1,2", "snlf-1,snlf-2"),
        ("SNLF-1,24-2,3", "SNLF-1,24-2,24-3"),
        ("24-1,7", "24-1,7"),  # that is a name itself
        ("24-1,12", "24-1,12"),  # there is no 24-12
        ("1923,1924", "1923,1924"),
        ("3,24-1", "3,24-1"),
        ("24-1-3", "24-1,24-2,24-3"),
        ("SNLF-1-SNLF-2", "SNLF-1,SNLF-2"),
        ("24-1-12", "24-1-12"),  # not all of them are known
        ("1923-1924-1923", "1923,1924,1923"),  # a path, as it is told
    ],
)
def test_runs_and_numbers_alone_are_written_out(written: str, meant: str) -> None:
    """Given a list with runs, or numbers that go on from the name before them, when it is read, then every name is
    whole."""
    assert runs_in_full(written.split(","), KNOWN) == meant.split(",")


@pytest.mark.parametrize("written", ["24-3..1", "24-1..9999"])
def test_a_run_goes_up_and_is_not_endless(written: str) -> None:
    with pytest.raises(BadInput, match="from a lower number to a higher one"):
        runs_in_full([written], KNOWN)


@pytest.mark.parametrize("written", ["24-1,24-2", "24-1 24-2", "24-1 and 24-2", "24-1, 24-2,", "24-1 & 2", "24-1..2,"])
def test_a_list_is_read_however_it_is_spaced(written: str) -> None:
    assert names_listed(written, KNOWN) == ["24-1", "24-2"]


def test_a_name_of_several_words_is_one() -> None:
    assert names_listed("Red 3 Red 2,Red 1", ("Red 1", "Red 2", "Red 3")) == ["Red 3", "Red 2", "Red 1"]
