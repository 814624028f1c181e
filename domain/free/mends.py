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
    Mend(
        3,
        ("FREE 2", "FREE 3", "FREE 4.1", "FREE 4.2", "FREE 4.3", "FREE 5.1", "FREE 5.2"),
        "lines are heard otherwise: `16A =4 at Bonn` says where, too; `german,soviet +1` and `german,soviet wood +1` "
        "are both sides'; a bare count that sides have is that of the side that speaks, from its first one on; more "
        "words of going, and a word nobody has explained behind them, do not hide where a piece goes; four digits "
        "behind `at` are the place of a name with a capital.",
        "FREE-2",
    ),
    Mend(
        4,
        ("FREE 2", "FREE 3", "FREE 4.1", "FREE 4.2", "FREE 4.3", "FREE 4.6", "FREE 5.2"),
        "fewer names are asked for: a name joined by _, or with a capital, whose number is said or that goes to a "
        "known place, is a piece of the side that speaks, and `ann wood +2` is a count of hers; new words with "
        "capitals before a sign are one name, as are two of small letters behind a side; `3Pz =Soviet` says whose a "
        "piece is, `=nobody` that it is nobody's; `3Pz at Bonn =4` is a number of 3Pz; a piece of another side than "
        "the last one named is asked for; a number said with a place is told; behind `>` and `at` D4 is a square, and "
        "no die; `Bonn,Fulda =Soviet` are two places.",
        "FREE-3",
    ),
)
