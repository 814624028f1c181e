"""Rules of Invasion Pearl Harbor that earlier versions played otherwise, oldest first."""

from __future__ import annotations

from domain.kernel.rules import Mend

MENDS: tuple[Mend, ...] = (
    Mend(
        2, ("IPH 5.7", "IPH 5.8"),
        "either player could end the other's phase by ending the turn, and the US player began with the Japanese phase "
        "that stands first; whose phase it is ends it, and the Japanese player says which of his comes.", "IPH-X-01",
    ),
    Mend(
        3, ("IPH 9.3",),
        "who named a goal further off than the points rolled went along the way as far as they lasted, also away from "
        "it; now no further than to the last hex on it that is nearer to the goal.", "IPH-X-02",
    ),
    Mend(
        4, ("IPH 7.13",),
        "Interdiction could be placed after the first chit of a turn, once that had left the game with its "
        "sub-command; it cannot.", "IPH-Z-15",
    ),
    Mend(4, ("IPH 7.3", "IPH 7.15"), "without US ships the Army aircraft never came; it comes.", "IPH-Z-06"),
    Mend(
        4, ("IPH 9.13",),
        "units of one organization alone in Beachhead hexes attacked together with those of the other outside; only "
        "both at Beachheads are one body.",
        "IPH-Z-07",
    ),
    Mend(
        4, ("IPH 10.2", "IPH 10.8"),
        "hexsides sheltered nobody from Battleship Row; they do next to it.", "IPH-Z-27",
    ),
    Mend(
        4, ("IPH 7.14", "IPH 7.15"),
        "the flight of the US Army aircraft was recorded by the rule of carrier aircraft; it stands by its "
        "own.", "IPH-Z-09",
    ),
    Mend(
        4, ("IPH 9.13", "IPH 6.2"),
        "SNLF and IJA could not change places, nor go together from one Beachhead to the next; they can, and part "
        "before the phase is over.",
        "IPH-Z-02",
    ),
    Mend(
        4, ("IPH 3.6", "IPH 4.6"),
        "the point of a Beachhead was told as control of its hex, where it is read as that's; it is told as the "
        "Beachhead's.", "IPH-S-24",
    ),
    Mend(
        4, ("IPH 7.15",),
        "of a map that was not read out whole the other airfields counted for nothing, and the Army aircraft was never "
        "removed; all airfields are asked for.", "IPH-Z-04",
    ),
    Mend(
        4, ("IPH 12.1",),
        "where a Beachhead marker alone was attacked there was no banzai; any ground defence of the Japanese has it, "
        "and the marker is a ground unit of theirs (10.9).", "IPH-R-37",
    ),
    Mend(
        4, ("IPH 10.2", "IPH 10.11"),
        "by reading R-04 `final-only` a ratio beyond the columns was shifted, and the last column told in its place; "
        "the ratio is told.", "IPH-V-36",
    ),
    Mend(
        4, ("IPH 9.3",),
        "by reading R-25 `ends` who named a goal further off than the points rolled was stopped in the last hex on the "
        "way where he may stay, also in one that is no nearer to it; now in the last of these that is "
        "nearer.", "IPH-X-02",
    ),
)  # fmt: skip
