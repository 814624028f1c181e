"""What earlier versions of these rules played otherwise, oldest first; `audit` tells a game of before which of it concerns it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.rules import Mend

MENDS: Sequence[Mend] = (
    # ---- fields of fire ----
    Mend(2, ("DDaT 11.3", "DDaT 14.2", "DDaT 17.0", "DDaT 17.1", "DDaT 17.4", "DDaT 18.1", "DDaT 18.2", "DDaT 8.63"),
         "the wider field of a tank unit did not keep US communication out; it does.", "R2-A"),
    Mend(2, ("DDaT 14.2", "DDaT 18.1", "DDaT 18.2"),
         "the intense dots of a group counted for the hex a pack lists them under; they are those of all its hexes.", "R2-H"),
    Mend(2, ("DDaT 7.1", "DDaT 7.31", "DDaT 8.1", "DDaT 8.63", "DDaT 16.32"),
         "fields were no more than a hex in all of the night; they are in its Fire Phase.", "R2-Z"),
    Mend(2, ("DDaT 8.4", "DDaT 8.52"),
         "a disrupted tank unit widened the field in which its barrage is observed; it widens none.", "R3-naval-barrage-on-disrupted"),
    # ---- Japanese fire ----
    Mend(2, ("DDaT 6.3", "DDaT 6.34", "DDaT 12.0"),
         "a unit in a group with a tank unit was a lone one on a double symbol; they are two.", "R2-M"),
    Mend(2, ("DDaT 6.3", "DDaT 6.32", "DDaT 6.34"),
         "where 6.34 binds positions only, a step lost to mortars or guns shielded from them, and ambushes were free of it; they are fire of "
         "positions, and guns are not.", "R2-AMB07"),
    Mend(2, ("DDaT 6.3", "DDaT 10.3", "DDaT 10.31", "DDaT 16.33"),
         "a unit that had lost its step of the phase left room for a hit on a leader; it could be hit, and fills the limit.", "R2-L"),
    Mend(2, ("DDaT 6.3", "DDaT 10.3", "DDaT 10.16", "DDaT 10.31"),
         "two leaders with one unit were hit as one; each is hit by himself.", "R2-U"),
    Mend(2, ("DDaT 6.3", "DDaT 10.3", "DDaT 10.17", "DDaT 10.31"),
         "Major Ryan could not be hit with an HQ, nor once his unit had fallen; he is hit wherever he is.", "R2-V"),
    # ---- US actions ----
    Mend(2, ("DDaT 7.32", "DDaT 7.3"),
         "a step past two units of a group was no infiltration unless it was next to one of them throughout; the group is one position.",
         "R1-infiltration-past-a-group"),
    Mend(2, ("DDaT 7.32", "DDaT 7.3"),
         "a stack went on or stayed together after a loss; the units that lost a step choose, each for itself, and the others go on.",
         "R8-stack-infiltrates-one-stays"),
    Mend(2, ("DDaT 7.4", "DDaT 8.3"),
         "a hex that US units had entered could be attacked in the same phase; it cannot.", "R6-attack-a-hex-entered"),
    Mend(2, ("DDaT 8.1", "DDaT 8.51", "DDaT 8.52"),
         "a radio was none at a range at which the chart does not list it; a unit has it everywhere.", "R4-radio-at-range"),
    Mend(2, ("DDaT 8.3(4)", "DDaT 8.24"),
         "three-step heavy infantry brought all that its side prints at two hexes; it brings what the chart lists for range.",
         "R15-three-step-heavy-ranged-printed"),
    Mend(2, ("DDaT 8.6", "DDaT 8.6(2)", "DDaT 8.6(3b)", "DDaT 8.66", "DDaT 10.22"),
         "an HQ that landed in an enemy hex fought as a unit of one step; it has none.", "R7-hq-lands-on-japanese"),
    # ---- landing, setting up ----
    Mend(2, ("DDaT 5.2", "DDaT 5.21", "DDaT 5.22"),
         "a unit waded towards the nearest beach hex only; it may be any, and a refusal for a pier says so.", "R13-wade-to-another-beach"),
    Mend(2, ("DDaT 6.51", "DDaT 20.2"),
         "guns outlived US units set up in their hex; they are destroyed.", "R2-AX"),
    # ---- refusals under the rule that bars ----
    Mend(2, ("DDaT 8.1", "DDaT 8.27"),
         "infantry out of its range was refused by 8.1; by 8.27.", "DDAT-A-13"),
    Mend(2, ("DDaT 8.4", "DDaT 15.32"),
         "artillery before turn 11, out of range or next to its target was refused by 8.4; by 15.32.", "DDAT-A-28"),
    Mend(2, ("DDaT 5.11", "DDaT 15.4"),
         "an LVT for a unit off Beach Green was refused by 5.11; by 15.4.", "DDAT-F-44"),
    Mend(2, ("DDaT 4.0", "DDaT EV"),
         "an event card in place of which a counterattack comes was refused by 4.0; by the event.", "DDAT-S-35"),
)  # fmt: skip
