"""What earlier versions heard otherwise. Lines of an older game are never heard anew."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.rules import Mend

MENDS: Sequence[Mend] = (
    Mend(
        2,
        ("FREE 2", "FREE 3", "FREE 4.1", "FREE 4.2", "FREE 4.3", "FREE 5.2", "FREE 6", "FREE 8"),
        "lines are heard otherwise: `fires at 16A, 16A -1` is one loss of one piece; `(+1)`, `-50%` and the number "
        "behind a place are no marks; words of going, `from`, `and`, an article and four digits do not hide where "
        "a piece goes; dice of a hundred sides, parted by - or /, or of a usual die said as d10 are read, and sums say "
        "of what dice; a place left that was another by the record is asked for.",
        "FREE-2",
    ),
)
