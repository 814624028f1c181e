"""Names in a list as one would write them."""

from __future__ import annotations

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.runs import in_full

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
    ],
)  # fmt: skip
def test_runs_and_numbers_alone_are_written_out(written: str, meant: str) -> None:
    """Given a list with runs, or numbers that go on from the name before them, when it is read, then every name is whole."""
    assert in_full(written.split(","), KNOWN) == meant.split(",")


@pytest.mark.parametrize("written", ["24-3..1", "24-1..9999"])
def test_a_run_goes_up_and_is_not_endless(written: str) -> None:
    with pytest.raises(BadInput, match="from a lower number to a higher one"):
        in_full([written], KNOWN)
