"""What earlier versions of these rules played otherwise, oldest first; `audit` tells a game of before which of it
concerns it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.rules import Mend

MENDS: Sequence[Mend] = (
    Mend(2, ("DDaT 12.9", "DDaT 12.91"),
         "an ambush saw the printed symbols only; in a concentrated target every unit has the symbol of the "
         "card.", "R2-D"),
    Mend(2, ("DDaT 12.2", "DDaT 12.4", "DDaT 12.6", "DDaT 12.8"),
         "of two units of a group the second was too weak for a double symbol once the first had gone, a tank unit or "
         "another; the position is asked once.", "R2-DA"),
    Mend(2, ("DDaT 12.1",),
         "Re-Supply passed disrupted units by, and with AMB-14 read as nothing kept a position from its fire of turn "
         "11 and later; it supplies all units of the position, and then they fire.", "DDAT-R-72"),
    Mend(2, ("DDaT 13.2", "DDaT 12.8"),
         "a tank unit that hit an HQ alone did not overrun it, and an overrun was recorded as an assault; it does, and "
         "it is recorded as its own.",
         "R2-OV"),
    Mend(2, ("DDaT 8.64", "DDaT 8.61"),
         "the way back of an assault from a hex that is no position was recorded by the rule of tank units; now by its "
         "own.", "DDAT-A-34"),
    Mend(2, ("DDaT 8.3(1)", "DDaT 8.6(1)", "DDaT EV", "DDaT 10.18", "DDaT 9.3(2)"),
         "after the night a unit that was out of play could be turned up again; it cannot, nor a ninth in 21 November "
         "that is not elite.", "R2-P"),
    Mend(2, ("DDaT 8.63", "DDaT 16.0"), "a command post withdrew from close combat as one; it is an HQ again.", "R2-R"),
    Mend(2, ("DDaT 10.11", "DDaT 10.22", "DDaT 8.61"),
         "a hero could not be placed on an HQ, nor fall in its place in close combat; he can.", "R2-C"),
    Mend(2, ("DDaT 10.17",),
         "Major Ryan went from unit to unit in the Action Phase only; he goes whenever the US side may "
         "declare.", "DDAT-R-60"),
    Mend(2, ("DDaT 14.1", "DDaT EV"),
         "a catastrophic loss was not looked for when units left the approach hexes for the turn track; it "
         "is.", "R2-F"),
    Mend(2, ("DDaT 7.53", "DDaT 2.1", "DDaT 14.1"),
         "a company of three or four steps that fell to stacking did not leave its counter in the Infantry Loss box; "
         "it does.", "R2-G"),
    Mend(2, ("DDaT 13.2", "DDaT 6.32", "DDaT 15.2"),
         "a tank unit's fire in the second event shielded its targets from its fire in the first event of the next "
         "turn; it does not.", "R2-B"),
    Mend(2, ("DDaT EV",), "artillery landed on any beach hex; it lands on the beach its card names.", "R2-E"),
    Mend(2, ("DDaT 20.1", "DDaT 20.2"),
         "in 21 November a position, unit or count read out during the set-up began as in the other scenarios; it "
         "begins as 20 has it.", "R2-NL"),
    Mend(2, ("DDaT 18.1",),
         "a result that the text disputes was recorded as a draw; it is recorded as disputed.", "DDAT-S-13"),
    Mend(2, ("DDaT 21.3",
             "DDaT 5.3"), "the units of D+2 could land at two beaches; all land where the first does.", "R2-N"),
    Mend(2, ("DDaT 5.3",),
         "units called early could stay away where there was no room for all, and a unit read out after Admiral "
         "Shibasaki survives came when its counter says; they fill the room there is, and it comes when the option "
         "says.", "DDAT-R-75"),
    # ---- fields of fire ----
    Mend(2, ("DDaT 11.3",
             "DDaT 14.2",
             "DDaT 17.0", "DDaT 17.1", "DDaT 17.2", "DDaT 17.4", "DDaT 17.5", "DDaT 18.1", "DDaT 18.2", "DDaT 8.63"),
         "the wider field of a tank unit did not keep US communication out; it does.", "R2-A"),
    Mend(2, ("DDaT 14.2", "DDaT 18.1", "DDaT 18.2"),
         "the intense dots of a group counted for the hex a pack lists them under; they are those of all its "
         "hexes.", "R2-H"),
    Mend(2, ("DDaT 7.1", "DDaT 8.52", "DDaT 16.32"),
         "fields were no more than a hex in all of the night; they are in its Fire Phase.", "R2-Z"),
    Mend(2, ("DDaT 8.4", "DDaT 8.52"),
         "a barrage was observed in the ring of the target's own tank unit; it is in the ring of a tank unit of the "
         "group.", "R3-naval-barrage-on-disrupted"),
    # ---- Japanese fire ----
    Mend(2, ("DDaT 6.33",),
         "a disrupted unit of a group that was unrevealed did not count for the column of the Japanese Fire Chart; it "
         "counts.", "DDAT-F-45"),
    Mend(2, ("DDaT 12.2",),
         "of positions equal in all that are open to redeploying the one of the first zone was taken; the player "
         "chooses.", "DDAT-R-87"),
    Mend(2, ("DDaT 13.2", "DDaT 15.2"),
         "a group had its one hit more of turn 11 twice where its tank unit fired apart, and a step lost to its "
         "mortars shielded from it; it has it once, and nothing shields.", "R2-K"),
    Mend(2, ("DDaT 6.3", "DDaT 12.1", "DDaT 12.2", "DDaT 12.4", "DDaT 12.7", "DDaT 12.8"),
         "in a group with a tank unit the others fired from turn 11 with one hit more for themselves; the one hit more "
         "is the group's.", "DDAT-R-84"),
    Mend(2, ("DDaT 6.3",),
         "a unit in a group with a tank unit was a lone one on a double symbol; they are two.", "R2-M"),
    Mend(2, ("DDaT 6.3", "DDaT 6.32", "DDaT 6.34"),
         "where 6.34 binds positions only, a step lost to mortars or guns shielded from them, and ambushes were free "
         "of it; they are fire of positions, and guns are not.", "R2-AMB07"),
    Mend(2, ("DDaT 6.3", "DDaT 10.3", "DDaT 10.31", "DDaT 16.33"),
         "a unit that had lost its step of the phase left room for a hit on a leader; it could be hit, and fills the "
         "limit.", "R2-L"),
    Mend(2, ("DDaT 6.3", "DDaT 10.3", "DDaT 10.16", "DDaT 10.31"),
         "two leaders with one unit were hit as one; each is hit by himself.", "R2-U"),
    Mend(2, ("DDaT 6.3", "DDaT 10.3", "DDaT 10.17", "DDaT 10.31"),
         "Major Ryan could not be hit with an HQ, nor once his unit had fallen; he is hit wherever he is.", "R2-V"),
    Mend(2, ("DDaT 12.0",),
         "a unit that had acted acted again where a tank unit put it in its place, and a tactical reinforcement did "
         "nothing in the phase; who has acted does no more, and who has not does.", "DDAT-R-70"),
    # ---- US actions ----
    Mend(2, ("DDaT 7.32",),
         "a step past a group was no infiltration unless it was next to one of its units throughout that was not "
         "disrupted; the group is one position.",
         "R1-infiltration-past-a-group"),
    Mend(2, ("DDaT 7.32", "DDaT 7.3"),
         "a stack went on or stayed together after a loss; the units that lost a step choose, each for itself, and the "
         "others go on.",
         "R8-stack-infiltrates-one-stays"),
    Mend(2, ("DDaT 8.1", "DDaT 8.51", "DDaT 8.52"),
         "a radio was none at a range at which the chart does not list it; a unit has it "
         "everywhere.", "R4-radio-at-range"),
    Mend(2, ("DDaT 8.3(4)", "DDaT 8.24"),
         "three-step heavy infantry brought all that its side prints at two hexes; it brings what the chart lists for "
         "range.",
         "R15-three-step-heavy-ranged-printed"),
    Mend(2, ("DDaT 8.6(2)", "DDaT 8.6(3b)", "DDaT 8.66", "DDaT 10.22"),
         "an HQ that landed in an enemy hex fought as a unit of one step; it has none.", "R7-hq-lands-on-japanese"),
    # ---- landing, setting up ----
    Mend(2, ("DDaT 5.2", "DDaT 5.21", "DDaT 5.22"),
         "a refusal of a unit that waded into a pier was one for the beach hex; it is one for the "
         "pier.", "R13-wade-to-another-beach"),
    Mend(2, ("DDaT 5.12", "DDaT 5.13"),
         "an HQ that landed by itself among the enemy fought and fell; it is set down in the nearest beach hex that is "
         "free of them.", "DDAT-R-83"),
    Mend(2, ("DDaT 6.51",),
         "guns outlived US units that were set up in their hex, entered it to fight, or stood in it when an attack "
         "defeated its unit; they are destroyed.", "DDAT-R-81"),
    Mend(2, ("DDaT 8.63",),
         "US units withdrew to water only where no land was as good; they go to water next to them as to "
         "land.", "DDAT-R-04"),
    # ---- refusals under the rule that bars ----
    Mend(2, ("DDaT 8.1", "DDaT 8.27"),
         "infantry out of its range was refused by 8.1; by 8.27.", "DDAT-A-13"),
    Mend(2, ("DDaT 8.4", "DDaT 15.32"),
         "artillery before turn 11, out of range or next to its target was refused by 8.4; by 15.32.", "DDAT-A-28"),
    Mend(2, ("DDaT 5.11", "DDaT 15.4"),
         "an LVT for a unit off Beach Green was refused by 5.11; by 15.4.", "DDAT-F-44"),
    Mend(2, ("DDaT 4.0", "DDaT EV"),
         "an event card in place of which a counterattack comes was refused by 4.0; by the event.", "DDAT-S-35"),
    Mend(4, ("DDaT 12.0",),
         "a unit that fired where it had redeployed or advanced to passed by all positions west of there; the order "
         "goes on from where it was checked.", "DDAT-R-93"),
    Mend(4, ("DDaT EV",),
         "the inland unit of a group fired through the smoke on its coastal hex where nobody was in that; the group is "
         "one position.", "DDAT-R-94"),
    Mend(4, ("DDaT 6.5", "DDaT 12.7"),
         "artillery took any hex of the approaches' row for an approach hex; those from 0120 to 0139 are, to which "
         "LVTs drift.", "DDAT-R-95"),
    Mend(4, ("DDaT 5.31", "DDaT 5.2", "DDaT EV"),
         "units waded and rode into approach hexes without letters; those are entered by drift alone.", "DDAT-R-96"),
)  # fmt: skip
