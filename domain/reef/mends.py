"""What was mended in the rules since games were recorded under them, oldest first."""

from __future__ import annotations

from domain.kernel.rules import Mend

MENDS: tuple[Mend, ...] = (
    Mend(
        2, ("BRT CG2.3", "BRT 15.3"),
        "either player could say that the rest of a Player Turn goes by, and the Japanese player so gave up a Marine wave that was due; whose "
        "Player Turn it is says so, and ends its last phase.", "RR-41",
    ),
    Mend(
        2, ("BRT CG2.3",),
        "waves whose turn never came, since the scenario ended before it, were gone without a word; they are told. A wave that was said in a later "
        "scenario was put off by as many more; the Landing Schedule Record counts from the first scenario in which its BLT may enter.", "RR-13",
    ),
    Mend(
        3, ("BRT 15.3",),
        "either player could end the Rally and the Rout Phase of the other's Player Turn, and with them what is declared there alone; whose Player "
        "Turn it is ends them.", "RR-41",
    ),
)  # fmt: skip
