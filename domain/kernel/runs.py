"""Names in a list as one would write them: `24-1..4,7` for 24-1, 24-2, 24-3, 24-4, 24-7."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.kernel.errors import BadInput
from domain.kernel.limits import LIST

RUN = re.compile(r"(.*?)(\d+)\.\.(?:\1)?(\d+)", re.IGNORECASE)

STEM = re.compile(r"(.*\D)\d+")
"""What a name ends its number after."""


def in_full(words: Sequence[str], known: Sequence[str]) -> list[str]:
    """Words with the runs among them written out, by their numbers: `24-1..4`, or `24-1..24-4`, for 24-1, 24-2, 24-3, 24-4. Raises BadInput.

    A number alone goes on from the name before it, where that makes a known name: `24-1,3` for 24-1, 24-3.
    """
    found: list[str] = []
    for word in words:
        number, dots, last = word.partition("..")
        stem = STEM.fullmatch(found[-1]) if found and number.isdecimal() and number not in known else None
        if stem and any((stem[1] + number).casefold() == name.casefold() for name in known):
            word = stem[1] + number + dots + last
        run = RUN.fullmatch(word) if ".." in word and word not in known else None
        if run is None:
            found.append(word)
            continue
        begins, first, until = run[1], int(run[2]), int(run[3])
        if not first <= until < first + LIST:
            raise BadInput(f"{word}: a run goes from a lower number to a higher one, {LIST} names at the most")
        found += [f"{begins}{n:0{len(run[2])}}" for n in range(first, until + 1)]
    return found
