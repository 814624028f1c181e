"""Where the text of D-Day at Tarawa leaves a choice, and how it may be read; and where it is silent or divided and read one way.

The first choice holds unless a table rules otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.ddat.state import Ddat
from domain.kernel.state import Reading, Settled

READINGS: Mapping[str, Reading] = {
    reading.id: reading
    for reading in (
        Reading("AMB-07", "DDaT 6.34", "does the limit of one step a Fire Phase hold for artillery and mortars too?",
                {"all-fire": "yes, for all fire of the phase", "positions": "no, for the fire of positions only"}),
        Reading("AMB-08", "DDaT 8.6", "how are several disrupted markers removed in close combat?",
                {"at-once": "all of a side instead of one reveal", "one-each": "one unit's marker for each reveal skipped"}),
        Reading("AMB-11", "DDaT 8.67", "a Reinforce card that the US reveals",
                {"void": "is no event (8.67)", "works": "reinforces the Japanese, as in the printed example"}),
        Reading("AMB-14", "DDaT 12.1", "Re-Supply where no depth marker can be placed",
                {"fire": "the position fires", "nothing": "the position does nothing"}),
        Reading("AMB-15", "DDaT 18.1", "15 or more positions secured on turn 15, of which one projects onto the southern beach",
                {"disputed": "the text says both", "win": "a win", "loss": "a loss"}),
        Reading("AMB-16", "DDaT 17.0", "which SP engineers give support markers?",
                {"in-communication": "those in US communication outside enemy fields (17.0)", "beach": "of these, only those in a beach hex (15.1)"}),
        Reading("AMB-20", "DDaT 7.4", "may a US tank unit enter an enemy-occupied hex?",
                {"no": "infantry and engineers only (7.4)", "yes": "all but artillery and HQs (7.0)"}),
        Reading("AMB-22", "DDaT 14.1", "when is the loss catastrophic while infantry waits on the turn track?",
                {"on-map": "when no infantry on the map has three steps; on the turn track it is not on the map",
                 "loss-box": "only when all infantry that has entered play lies in the Infantry Loss box as well"}),
        Reading("AMB-65", "DDaT 11.2", "may Japanese communication be traced over water hexes?",
                {"land": "no, over land only: the beach that bars the way lies before the water",
                 "water": "yes, over any hex that is no beach and that no US unit occupies or controls"}),
        Reading("AMB-70", "DDaT 12.6", "has everybody in a concentrated target the symbol of the card when a patrol looks for whom to disrupt?",
                {"printed": "no, a patrol is no fire, and the concentrated target is a matter of fire (6.35)",
                 "concentrated": "yes, they are considered to have it"}),
        Reading("AMB-33", "DDaT 19", "a naval barrage during the overnight turn",
                {"allowed": "only naval fire in attacks is forbidden", "forbidden": "no naval fire at all"}),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "AMB-01", "DDaT 4.0", "when do discards \"clearly\" outnumber the deck?",
            "as soon as there are more of them, after the turn's cards have gone to the discards",
            "the text names no other figure",
        ),
        Settled(
            "AMB-13", "DDaT 12.1", "Re-Supply is said to be an exception to the double symbol, by a number that does not exist: which?",
            "a lone unit may be supplied on a double symbol; it fires only as 6.3 has it",
            "a unit that lacks depth is the one the action is for; no other exception would make sense there",
        ),
        Settled(
            "AMB-17", "DDaT 21.1", "what does the raid come to with more than three stars?",
            "what it comes to with three", "the list of results ends there, and goes from good to bad as stars grow",
        ),
        Settled(
            "AMB-28", "DDaT 12.8", "how near must an assault without a US unit in the field come?",
            "to a position hex that is nearer to a US unit than where the force is; without one there is no action",
            "a force that assaults does not fall back, and redeployment and advance say the same (12.2, 13.2)",
        ),
        Settled(
            "AMB-29", "DDaT 12.0", "does a disrupted unit carry out lettered actions?",
            "no; all it does is recover",
            "13.2 and 17.21 set the removal of the marker against every other action, and 6.41 counts such a unit for nothing",
        ),
        Settled(
            "AMB-30", "DDaT 12.0", "which of two position hexes of one column lies farther west?",
            "the one in an even row, half a hex; of equals the one with the higher number",
            "so the hexes lie on the map; 12.21 lets the higher number go first among equals",
        ),
        Settled(
            "AMB-32", "DDaT EV", "when does a counterattack come that was the second event of turn 15?",
            "in the first Fire Phase of the night; the discards are shuffled in as it begins",
            "the night has no Event Phase that could take it up (19), and it is meant for the next Fire Phase",
        ),
        Settled(
            "AMB-34", "DDaT 20.2", "is there a unit 3/D/1/18?",
            "yes, by that name, as it stands in the list", "the counter has to be called something, and no other is",
        ),
        Settled(
            "AMB-36", "DDaT 19", "which units return at the end of the night?",
            "half of the elite ones in the box, rounded down, and two others, or as many as there are; depth markers never do",
            "depth markers that are lost leave play, and fewer than two cannot be two",
        ),
        Settled(
            "AMB-37", "DDaT 16.2", "does a disrupted Japanese unit keep a command post from its next space?",
            "no, it has no field of fire (6.4); it keeps an HQ from becoming a post all the same",
            "16.1 asks for potential fields, and only 17.2 and 11.31 add those of disrupted units",
        ),
        Settled(
            "AMB-38", "DDaT 12.0", "does a unit that came to a position by an action act when that position's colour comes up?",
            "no, it has acted in this phase", "a unit has one action in a Fire Phase, wherever it is then",
        ),
        Settled(
            "AMB-40", "DDaT 12.9", "must a US unit be near an empty position, or in its printed field, for it to act?",
            "both for an ambush; in the field alone to infiltrate",
            "the Summary puts the ambush with the actions of positions that are in communication and near; infiltration is what those out of it do",
        ),
        Settled(
            "AMB-41", "DDaT 21.3", "does Admiral Shibasaki live in 21 November when the option is taken?",
            "yes, his marker is turned to the command side", "the option names that scenario and has him alive; 20.1 sets up the game without it",
        ),
        Settled(
            "AMB-44", "DDaT EV", "what does a counterattack leave of the three colours?",
            "each has the A alone, in place of letter, star or armor symbol; single and double stay",
            "how often a colour is shown is no letter or symbol",
        ),
        Settled(
            "AMB-60", "DDaT 12.2", "nearer to which US unit must a unit be that redeploys or assaults?",
            "to whichever is nearest where it comes to, as against the one nearest where it was",
            "the unit that counts is the nearest one, not a particular one; 13.2 uses the same words for tank units",
        ),
        Settled(
            "AMB-61", "DDaT 12.32", "too few reserve units: which positions share them by nearness?",
            "those of the colour at hand that are still to be checked; a colour later on the card gets what is left (12.52, 12.102 too)",
            "12.0 carries out one colour before it looks at the next, whose positions are not yet eligible for anything",
        ),
        Settled(
            "AMB-63", "DDaT 16.0", "what becomes of a command post when the US side withdraws from its hex?",
            "it is an HQ again on its plain side, and goes with the others",
            "all participants withdraw (8.63) and a command post does not move; 16.33 turns one back outside the phase for it just so",
        ),
        Settled(
            "AMB-64", "DDaT 10.17", "when may Major Ryan go from a unit to another of his hex?",
            "whenever the US side may declare something", "he belongs to no unit for good, and no phase is named",
        ),
        Settled(
            "AMB-66", "DDaT 21.3", "does the option come on top of the victory conditions of turn 30, or in their place?",
            "in their place: the US side wins when no Japanese unit is left, and loses otherwise; the loss of turn 15 stays, its win does not",
            "an adjustment of the one sentence that says how to win; without Japanese units positions could be taken at leisure",
        ),
        Settled(
            "AMB-67", "DDaT 11.23", "which communication has a tactical reinforcement, or a Reinforce event, of a close combat in the Fire Phase?",
            "that of the moment", "close combat is excepted from what is fixed for the phase",
        ),
        Settled(
            "AMB-68", "DDaT 21.3", "may the units of D+2 come to both beaches?",
            "no, where the first is placed the others come too", "all of them are to be assigned to one of the two",
        ),
        Settled(
            "AMB-69", "DDaT 12.81", "two lone units of a group and a double symbol: does the first to go leave the other too weak?",
            "no, both act: the symbol is asked of the position, once, and each of its hexes then acts by itself",
            "6.3 speaks of the position, 12.81 of how its hexes are then gone through; no other position comes between asking and acting",
        ),
    )
}  # fmt: skip


def reading(state: Ddat, id: str) -> str:
    """How this table reads an ambiguous rule."""
    return state.readings.get(id) or READINGS[id].default
