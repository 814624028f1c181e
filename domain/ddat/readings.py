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
        Reading("AMB-33", "DDaT 19", "a naval barrage during the overnight turn",
                {"allowed": "only naval fire in attacks is forbidden", "forbidden": "no naval fire at all"}),
        Reading("AMB-47", "DDaT 8.4", "is anybody in the field of fire of a barrage's target whose unit is disrupted (8.4, 8.52)?",
                {"dots": "yes, the dots of the position are its field whoever is in it (2.1, 8.43)",
                 "projected": "no, a disrupted unit projects no field (6.4)"}),
        Reading("AMB-50", "DDaT 8.51", "who may call for naval fire in an attack, having a radio or being in command of an HQ?",
                {"infantry": "attacking infantry (8.1)", "any-unit": "any unit of the attack (8.51)"}),
        Reading("AMB-53", "DDaT 13.2", "does a tank unit's fire hit armored units in steady fire, without the armor symbol?",
                {"always": "yes, whatever it fires for", "default-action": "only as its default action, of which the Summary says so"}),
        Reading("AMB-56", "DDaT 7.3", "may a unit that came ashore in this turn move in it?",
                {"action": "yes, it starts its own turn, to act, on land", "turn": "no, it did not start the turn on land"}),
        Reading("AMB-58", "DDaT 7.4", "may a hex be attacked that US units entered in the same phase?",
                {"barred": "no, a hex is attacked or entered", "allowed": "yes, as 7.4 names only the entering of a hex that was attacked"}),
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
    )
}  # fmt: skip


def reading(state: Ddat, id: str) -> str:
    """How this table reads an ambiguous rule."""
    return state.readings.get(id) or READINGS[id].default
