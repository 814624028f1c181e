"""Where the text of the BRT Campaign Games leaves a choice, and how it may be read.

The first choice holds unless a table rules otherwise. What is ambiguous too, but read one way, stands below.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.state import Reading, Settled

READINGS: Mapping[str, Reading] = {
    reading.id: reading
    for reading in (
        Reading(
            "R-07", "BRT CG10", "how is the 25% of the MMC on the map rounded?",
            {"down": "down: it is the most, and no rounding up is printed", "up": "up, as the other shares are"},
        ),
        Reading(
            "R-11", "BRT CG6", "how often is the Air Support dr made?",
            {"game-turn": "once a game turn, in the Marine Rally Phase", "player-turn": "in the Rally Phase of both Player Turns"},
        ),
        Reading(
            "R-04", "BRT CG3.4", "has CG II several NOBA modules, as CG3.4 says, or one, as CG3.2 does?",
            {"one": "one; matching is asked for where there are two", "two": "two, as in CG III"},
        ),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "R-01", "BRT 15.2", "when does a campaign end, and on which date does it begin?",
            "it ends when its Victory Conditions are met, or after 22 PM; where it begins its own page says",
            "15.3 says so, where 15.2 has them adjusted",
        ),
        Settled(
            "R-02", "BRT 15.2", "what is the range printed between Red Beach Three and Black Beach Two?",
            "the land of Black Beach One, D4-E32; the Black beaches have no Entry Area",
            "Entry Areas are red and green map-edge hexes",
        ),
        Settled(
            "R-03", "BRT CG2.4", "which battalions are BLT #3 and BLT #4?",
            "#4 is 2/8, with eleven Formations, #3 is 1/8, with five",
            "the table's columns are headed so",
        ),
        Settled(
            "R-05", "BRT CG3.2", "to which dates does an exchange belong?",
            "to dates after the Initial Scenario; the two of CG III are distinct",
            "modules are received for scenarios after it, and one is exchanged a date",
        ),
        Settled(
            "R-06", "BRT CG3.11", "which rules are meant by CG3.22 in CG3.11, and by CG3.12 in CG3.13?",
            "batteries are assigned by CG3.11, lines of fire limited by CG3.13 alone",
            "the numbers cited speak of other things",
        ),
        Settled(
            "R-08", "BRT CG10", "when is CG7 suspended in a Night scenario?",
            "as play begins: the set-up share of CG7.1 holds, the rolls do not",
            "CG7.1 regulates that set-up expressly",
        ),
        Settled(
            "R-09", "BRT CG7.1", "when are leaders of a Replenishment determined?",
            "at once, before the Reinforcement dr of the same phase",
            "they may be among those who enter",
        ),
        Settled(
            "R-10", "BRT CG3.21", "what ROF has Direct Fire without a SFCP?",
            "none",
            "the rate of 2 is given to fire that uses one",
        ),
        Settled(
            "R-12", "BRT CG16", "who is a Marine NMC that moves along the beach?",
            "an MMC, in the same Initial Scenarios",
            "the rule is about MMC, and names these scenarios",
        ),
        Settled(
            "R-13", "BRT CG4", "how is half an Extent of Error rounded?",
            "as C1.31 does, which is read out once",
            "it is a rule of the base game",
        ),
        Settled(
            "R-14", "BRT CG10", "what changes the Night dr?",
            "what the campaign's own page says, else nothing",
            "a Final dr is asked for, and 15.6203 may have modifiers",
        ),
        Settled(
            "R-15", "BRT CG2.2", "where does a transferred Formation enter?",
            "in the Entry Area of the BLT it has gone to; at Z33 for Red Beach Two alone",
            "all units of a BLT enter in its area (CG2.1), and Z33 lies in that one",
        ),
        Settled(
            "R-16", "BRT CG13", "is the 81mm MTR bound to its Location, being of 76mm or more?",
            "no",
            "the exception names it",
        ),
        Settled(
            "R-17", "BRT CG2.4", "Formations eliminated before they entered; a Regimental Reserve that is not there; how many MG Platoons join",
            "it is counted as entered; its gate is open; as many as there are",
            "else a campaign would stand still",
        ),
        Settled(
            "R-18", "BRT 15.2", "what may be done with LVTs that have landed their passengers?",
            "they may be kept off the map for a later entry",
            "CG2.3 lets later waves enter on Retained LVTs, and the sentence in 15.2 breaks off there",
        ),
        Settled(
            "R-19", "BRT CG18.22", "who sets up first in an Initial Scenario on a morning?",
            "the Japanese",
            "CG18.22 excepts it",
        ),
        Settled(
            "R-20", "BRT CG19", "a LD DR above 12",
            "the table says what leader it is",
            "there is no row beyond 12, and nothing to infer one from",
        ),
        Settled(
            "R-21", "BRT CG3.4", "a Gun that is repaired, or breaks down, after the scenario has begun",
            "changes nothing; an effect ends with the Gun's capture or elimination; there are never less than no black chits",
            "it is the start of the scenario that counts, and the end of the effect is given",
        ),
        Settled(
            "R-22", "BRT CG4a", "does the bombardment's DRM apply to the seawall's NMC?",
            "no",
            "it is the seawall's own check against its Morale",
        ),
        Settled(
            "R-23", "BRT CG3.4", "with several modules, may the effect of a Gun be split?",
            "no, each Gun is matched whole",
            "each eligible Gun is matched",
        ),
        Settled(
            "R-24", "BRT 15.2", "how are pieces counted, of which a campaign has hundreds?",
            "by their Formation, or beach, and their kind; who of them is where belongs to the scenario on the map",
            "the rosters of the campaign list them so (15.13)",
        ),
    )
}  # fmt: skip
