"""Rules of Invasion Pearl Harbor that earlier versions played otherwise, oldest first."""

from __future__ import annotations

from domain.kernel.rules import Mend

MENDS: tuple[Mend, ...] = (
    Mend(
        2, ("IPH 5.7", "IPH 5.8"),
        "either player could end the other's phase by ending the turn, and the US player began with the Japanese phase that stands first; whose "
        "phase it is ends it, and the Japanese player says which of his comes.", "IPH-X-01",
    ),
    Mend(
        3, ("IPH 9.3",),
        "who named a goal further off than the points rolled went along the way as far as they lasted, also away from it; now no further than to "
        "the last hex on it that is nearer to the goal.", "IPH-X-02",
    ),
)  # fmt: skip
