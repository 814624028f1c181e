"""What earlier versions of these rules played otherwise, oldest first; `audit` tells a game of before which of it concerns it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.rules import Mend

MENDS: Sequence[Mend] = (
    Mend(2, ("DDaT 12.9", "DDaT 12.91"),
         "an ambush saw the printed symbols only; in a concentrated target every unit has the symbol of the card.", "R2-D"),
    Mend(2, ("DDaT 12.0", "DDaT 12.2", "DDaT 12.8"),
         "of two lone units of a group the second was too weak for a double symbol once the first had gone; the position is asked once.", "R2-DA"),
    Mend(2, ("DDaT 13.2", "DDaT 12.8"),
         "a tank unit that hit an HQ alone did not overrun it, and an overrun was recorded as an assault; it does, and it is recorded as its own.",
         "R2-OV"),
    Mend(2, ("DDaT 8.64", "DDaT 8.61"),
         "the way back of an assault from a hex that is no position was recorded by the rule of tank units; now by its own.", "DDAT-A-34"),
    Mend(2, ("DDaT 8.3(1)", "DDaT 8.6(1)", "DDaT EV", "DDaT 10.18", "DDaT 9.3(2)"),
         "after the night a unit that was out of play could be turned up again; it cannot, nor a ninth in 21 November that is not elite.", "R2-P"),
    Mend(2, ("DDaT 8.63", "DDaT 16.0"), "a command post withdrew from close combat as one; it is an HQ again.", "R2-R"),
    Mend(2, ("DDaT 10.11", "DDaT 10.22", "DDaT 8.61"),
         "a hero could not be placed on an HQ, nor fall in its place in close combat; he can.", "R2-C"),
    Mend(2, ("DDaT 10.17",),
         "Major Ryan went from unit to unit in the Action Phase only; he goes whenever the US side may declare.", "DDAT-R-60"),
    Mend(2, ("DDaT 14.1", "DDaT EV"),
         "a catastrophic loss was not looked for when units left the approach hexes for the turn track; it is.", "R2-F"),
    Mend(2, ("DDaT 7.53", "DDaT 2.1", "DDaT 14.1"),
         "a company of three or four steps that fell to stacking did not leave its counter in the Infantry Loss box; it does.", "R2-G"),
    Mend(2, ("DDaT 13.2", "DDaT 6.32", "DDaT 15.2"),
         "a tank unit's fire in the second event shielded its targets from its fire in the first event of the next turn; it does not.", "R2-B"),
    Mend(2, ("DDaT EV",), "artillery landed on any beach hex; it lands on the beach its card names.", "R2-E"),
    Mend(2, ("DDaT 20.1", "DDaT 20.2"),
         "in 21 November a position, unit or count read out during the set-up began as in the other scenarios; it begins as 20 has it.", "R2-NL"),
    Mend(2, ("DDaT 18.1",), "a result that the text disputes was recorded as a draw; it is recorded as disputed.", "DDAT-S-13"),
    Mend(2, ("DDaT 21.3", "DDaT 5.3"), "the units of D+2 could land at two beaches; all land where the first does.", "R2-N"),
)  # fmt: skip
