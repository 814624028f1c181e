"""What earlier versions heard otherwise. Lines of an older game are never heard anew."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.rules import Mend

MENDS: Sequence[Mend] = (
    Mend(
        2,
        ("FREE 2", "FREE 3", "FREE 4.1"),
        "a name said twice in a list, as in `fires at 16A, 16A -1`, lost twice, and who was fired at before a comma "
        "and a blank lost too; a list of losses begins with its clause.",
        "FREE-2",
    ),
    Mend(
        2,
        ("FREE 2", "FREE 5.2"),
        "`(+1)` and the number behind a place were totals, and `-50%` a loss; they are numbers that are not read.",
        "FREE-2",
    ),
    Mend(
        2,
        ("FREE 2", "FREE 3", "FREE 4.2", "FREE 4.3"),
        "words of going, `from`, an article, and names that do not look like names stood between a piece and its place "
        "and hid the mark, as did four digits on a map of areas; they are heard, and `and` joins those that go.",
        "FREE-2",
    ),
    Mend(
        2,
        ("FREE 6",),
        "dice of a hundred sides, faces parted by - or /, and a usual die said as d10 were not understood, and sums "
        "had no number of sides; they are.",
        "FREE-6",
    ),
    Mend(
        2, ("FREE 8",), "a phase called by a side's possessive, Ann's turn, was refused; it is that side's.", "FREE-2"
    ),
)
