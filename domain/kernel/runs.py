"""Runs of names, as one would write them: `24-1..4` for 24-1, 24-2, 24-3, 24-4."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.kernel.errors import BadInput
from domain.kernel.limits import LIST

RUN = re.compile(r"(.*?)(\d+)\.\.(?:\1)?(\d+)", re.IGNORECASE)


def in_full(words: Sequence[str], known: Sequence[str]) -> list[str]:
    """Words with the runs among them written out, by their numbers: `24-1..4`, or `24-1..24-4`, for 24-1, 24-2, 24-3, 24-4. Raises BadInput."""
    found: list[str] = []
    for word in words:
        run = RUN.fullmatch(word) if ".." in word and word not in known else None
        if run is None:
            found.append(word)
            continue
        stem, first, last = run[1], int(run[2]), int(run[3])
        if not first <= last < first + LIST:
            raise BadInput(f"{word}: a run goes from a lower number to a higher one, {LIST} names at the most")
        found += [f"{stem}{number:0{len(run[2])}}" for number in range(first, last + 1)]
    return found
