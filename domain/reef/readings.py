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
        Reading(
            "R-71", "BRT CG13", "may a Gun that has to stay in its Location, was set up HIP and has not been found, be set up HIP again?",
            {"still": "yes: the sentence says who may become HIP, and he is", "no": "no: only a Gun that may be set up elsewhere is"},
            since=4, before="no",
        ),
        Reading(
            "R-74", "BRT CG3.23", "is an acquisition lost at the end of each Player Turn, as Battery Access must be gained in each?",
            {"kept": "no: where the next Player Turn gains no Battery Access", "lost": "yes: Battery Access is lost as its Player Turn ends"},
            since=4, before="lost",
        ),
        Reading(
            "R-82", "BRT CG2.4", "does a Divisional Reserve wait for the Follow-On Battalion, where there is no Regimental Reserve?",
            {"no": "no: the At-Start BLTs and the Regimental Reserve are named", "waits": "yes, as where a Regimental Reserve is between them"},
            since=4, before="waits",
        ),
        Reading(
            "R-83", "BRT CG3.11", "a SFCP has lost its radio alone: when does it have another?",
            {
                "wave": "as the first Assault Wave of the next scenario enters, with which the radio comes",
                "stands": "as the next scenario begins, where the SFCP stands",
            },
            since=4, before="stands",
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
            "at once",
            "they may be among those who enter",
        ),
        Settled(
            "R-10", "BRT CG3.21", "what ROF has Direct Fire without a SFCP?",
            "none",
            "the rate of 2 is given to fire that uses one",
        ),
        Settled(
            "R-12", "BRT CG16", "who is a Marine NMC that moves along the beach?",
            "an MMC",
            "the rule is about MMC, and no other piece is called so; \"these CG\" are the two it has named, in all of their scenarios",
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
            "no; in a pillbox it stays, as every Gun does",
            "all of them are of 76mm or more, and the exception that names it would be void; it is one from the three hexes",
        ),
        Settled(
            "R-17", "BRT CG2.4", "Formations eliminated before they entered; a Regimental Reserve that is not there; how many MG Platoons join",
            "it is counted as entered; its gate is open; as many as there are",
            "else a campaign would stand still",
        ),
        Settled(
            "R-18", "BRT 15.2", "what may be done with LVTs that have landed their passengers?",
            "in the Refit Phase they may be Retained off the map, and enter in the next scenario; none lands twice in one",
            "CG2.3 lets later waves enter on Retained LVTs, and Retained is what is there for the next scenario; of LVTs 15.2 breaks off",
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
        Settled(
            "R-25", "BRT CG18.11", "when are the leaders of a Reinforcement BLT determined?",
            "once it is committed",
            "the Order of Battle has what may take part in the next scenario (15.2), and a LD DR is made for who is in it",
        ),
        Settled(
            "R-26", "BRT CG12", "may Korean labor units be in a Night Banzai Charge?",
            "no, and they are not among the MMC of whom 25% may be",
            "the Banzai Charge is one of G1, which does not apply to them",
        ),
        Settled(
            "R-27", "BRT CG10", "a Night Banzai was written down, and there is nobody to charge: no leader, or fewer than two MMC",
            "no dr is made, and the morning follows",
            "who must designate a charge has to have one, and a chain is of two stacks with a leader",
        ),
        Settled(
            "R-28", "BRT CG7.1", "how much of the Reserve Pool is added to the Retained pieces in the Refit Phase?",
            "as much as may be set up out of it: both together are within the 20%",
            "it is the same act: what is Retained is set up",
        ),
        Settled(
            "R-30", "BRT CG15", "who Controls a pillbox with armed units of the other side in it?",
            "the side whose armed units are in it",
            "the rule is for pillboxes without them, and they hold it",
        ),
        Settled(
            "R-32", "BRT CG18.11", "are leaders of the one side known to the other?",
            "those of the Marines are; those of the Japanese are sealed, or lie on paper",
            "their record tells of purchases too (15.13), and a Marine leader is seen as he lands",
        ),
        Settled(
            "R-33", "BRT CG19", "does the record follow who is which leader?",
            "no: a group has so many leaders, and the qualities that were determined for it",
            "who of them was lost is seen on the map",
        ),
        Settled(
            "R-35", "BRT CG6", "which Defensive Fire Phase is a friendly one of the Marines?",
            "that of the Japanese Player Turn, in which they fire",
            "it is the side that fires whose phase it is",
        ),
        Settled(
            "R-36", "BRT CG13", "when do the Marines know of a Gun?",
            "as it fires Counterbattery Fire, or is found; before play it is the Japanese player's secret",
            "it may be HIP, and those that fire so are known by it (CG3.4)",
        ),
        Settled(
            "R-37", "BRT 15.13", "what are squads of reduced strength?",
            "half-squads: 2-3-8 of a 4-4-8, 2-3-7 of other Japanese squads, others by the name of their squad",
            "the text names these, and no others",
        ),
        Settled(
            "R-38", "BRT CG11", "is what is HIP by G1.631 within the share that is bought?",
            "no: what is bought is said so, and is limited; the rest is a matter of the base game",
            "it is an additional share",
        ),
        Settled(
            "R-39", "BRT CG2.3", "what of a wave whose turn never comes, as the scenario ends before it?",
            "it is unassigned again, and takes a wave of a later scenario; so too where it ends in the Player Turn itself, before its Movement Phase",
            "it has not failed to enter on its turn",
        ),
        Settled(
            "R-40", "BRT CG3.11", "how does a SFCP come back, and does it hold up a gate of CG2.4?",
            "with the first Assault Wave that comes, due as all of it; it holds up none",
            "it is Retained and must enter with that wave, whatever Formations are still to come; its own had entered",
        ),
        Settled(
            "R-41", "BRT CG2.1", "are the Entry Areas of At-Start BLTs known before the Japanese set up?",
            "yes",
            "they are assigned before, and no secrecy is given",
        ),
        Settled(
            "R-42", "BRT CG4a", "a seawall hex in two Blast Areas",
            "takes a NMC for each",
            "each bombardment is resolved",
        ),
        Settled(
            "R-43", "BRT CG4", "is a pier Location a land hex? what of the Ocean beneath it?",
            "no: it stands in water, and Direct Fire at it leaves no Smoke (CG3.21); who wades enters Z33 in the Ocean",
            "CG2.3 sets it beside Ocean hexes, and 15.2 has Z33 among the water to enter",
        ),
        Settled(
            "R-44", "BRT CG2.2", "may a Formation be transferred from or to a BLT that is not available yet?",
            "no",
            "CG2.4 would be void",
        ),
        Settled(
            "R-45", "BRT CG2.3", "must the Scout Snipers be in a wave?",
            "not until they are of a BLT; attached they come whole",
            "they are no BLT's, and may enter by themselves",
        ),
        Settled(
            "R-46", "BRT CG2.3", "how are the loads of LVTs counted?",
            "in the points of the vehicle notes, on the table's word; so too if transport for units of the HQ Company suffices, where there is any",
            "the text gives the half, and no points",
        ),
        Settled(
            "R-47", "BRT CG2.4", "does a committed BLT have to enter in the next scenario?",
            "it is committed for it; its waves come as the Landing Schedule Record has them",
            "it has more waves than a scenario has turns for",
        ),
        Settled(
            "R-48", "BRT 15.614", "is an allotment for the campaign, or for each Refit Phase?",
            "for the campaign, unless its page is read out anew",
            "points that are not spent are spoken of nowhere",
        ),
        Settled(
            "R-49", "BRT 15.2", "what is recorded after the last scenario?",
            "who has met the Victory Conditions; Control at its end is said before its last turn is over",
            "the campaign ends there",
        ),
        Settled(
            "R-50", "BRT 15.31", "whose Balance is used?",
            "that of the side which the table names",
            "the text gives one to either, and A26.5 says who gets it",
        ),
        Settled(
            "R-51", "BRT 15.2", "is a Location whose Control is recorded a Strategic one?",
            "as the printed hex says; where nobody has read it out, it is: that is what step 15.606 records",
            "the map is not asked for every hex",
        ),
        Settled(
            "R-52", "BRT CG8", "do the 15 hexes between a side's Snipers hold when one is repositioned in play?",
            "no: as they are set up",
            "it is said of their set-up, and repositioning is as A14.2 has it",
        ),
        Settled(
            "R-53", "BRT CG7.1", "are the counters of the Reserve Pool, and who comes out of it, secret?",
            "no; in which hexes they are set up need not be said",
            "the Replenishment DR is made on a chart before all, and who charges is marked",
        ),
        Settled(
            "R-54", "BRT CG19", "for how long have Japanese AFV Inexperienced Crews?",
            "for the rest of the campaign, those too that come later",
            "the note is to all of them",
        ),
        Settled(
            "R-55", "BRT CG13", "what is at the Marine player's option when a M3A1 37LL enters at Z33?",
            "whether it enters there; if so a jeep tows it",
            "note g has the jeeps with the section that enters so",
        ),
        Settled(
            "R-56", "BRT CG13", "are the Guns of the Marines bound to three hexes in this record?",
            "the table sees to it: they are counted with their Formation, by no hex",
            "as for all Marine pieces (reading R-24)",
        ),
        Settled(
            "R-57", "BRT CG7.1", "is a Gun in the Reserve Pool a counter for the shares?",
            "yes",
            "the four sorts that are named are what a pool holds; a Gun is a counter as they are",
        ),
        Settled(
            "R-58", "BRT CG7.2", "which comes first on turn 5, Replenishment or reinforcements?",
            "as the Japanese player likes",
            "both are in his Rally Phase, and no order is given",
        ),
        Settled(
            "R-59", "BRT CG10", "is the Advance Phase of turn 1 one of the succeeding phases in which all must charge again?",
            "yes",
            "the first charge is in the Movement Phase before it",
        ),
        Settled(
            "R-60", "BRT CG13", "how long is a Gun hooked up?",
            "until it is said to be unhooked, also from scenario to scenario",
            "how it is as the set-up starts decides",
        ),
        Settled(
            "R-61", "BRT CG5", "what of pieces in Cloaking boxes that lie on paper, as their wave enters?",
            "they are told when their box is opened; while one is closed, SMC and SW are not eliminated for not having entered",
            "else the record would tell what is in it, or lose it",
        ),
        Settled(
            "R-62", "BRT CG2.3", "which LVTs must be at least half full?",
            "all that bring Passengers, in later waves too",
            "the sentence speaks of each LVT",
        ),
        Settled(
            "R-63", "BRT CG4a", "of which of the two hexes is a seawall hexside?",
            "of the Beach hex, for whose NMC the chart has it",
            "a seawall is crossed from a Beach hex (CG16), and a hexside is breached once",
        ),
        Settled(
            "R-64", "BRT CG2.4", "what of an At-Start wave whose turn comes while the Follow-On Battalion has begun to enter?",
            "it has failed to enter on its turn",
            "CG2.3 knows no exception; the Marine player may give it a later wave before",
        ),
        Settled(
            "R-65", "BRT CG3.11", "where does a SFCP enter that comes back, if the first wave is another BLT's?",
            "with that wave, in its Entry Area; of two waves on one turn with that of the BLT that is numbered first",
            "the rule of its coming back is the narrower one",
        ),
        Settled(
            "R-66", "BRT CG5", "one piece of a Cloaking box loses its Cloaking: what of the others? Is a pier a land Location there?",
            "the box is opened for all; yes",
            "one slip says what is in a box; on a pier nobody wades",
        ),
        Settled(
            "R-67", "BRT CG2.3", "does a Night scenario count for waves that enter so many scenarios later?",
            "yes",
            "waves enter in any CG scenario",
        ),
        Settled(
            "R-68", "BRT CG3.12", "in which hexes may a Shipboard Observer be recorded?",
            "in any: the table sees to it",
            "G14.68 is a rule of the base game",
        ),
        Settled(
            "R-69", "BRT 15.607", "how long does a Perimeter hold?",
            "until another one is drawn",
            "a Refit Phase without one would have no Front Line",
        ),
        Settled(
            "R-70", "BRT CG2.3", "who sees to it that a pier Location is not adjacent to a Japanese unit, and that Guns and SW are dm?",
            "the table",
            "the record knows no units by hex (reading R-24)",
        ),
        Settled(
            "R-72", "BRT 15.2", "may the loop of a Perimeter go back the way it came, as along a single row of hexes?",
            "yes; each of its FLL is next to another",
            "a loop of other FLL is asked for, and no hex within it",
        ),
        Settled(
            "R-73", "BRT CG3.4", "is a Gun on board of which the record has no hex?",
            "yes; one that is not on the map is not recorded, `gun`",
            "in which hex it stands changes nothing of Counterbattery Fire, and is its player's secret until it fires",
        ),
        Settled(
            "R-80", "BRT CG3.11", "a second SFCP gets Radio Contact with a battery for which an attack has been announced: is one announced anew?",
            "yes, until Battery Access was attempted, or AR, SR or FFE were placed, in this Player Turn; then what was announced binds",
            "it is announced after a Radio Contact DR that succeeds, and Battery Access is a battery's: the one attempt is for the one attack",
        ),
        Settled(
            "R-81", "BRT CG3.1", "what of an FFE whose SFCP has lost Radio Contact?",
            "FFE:1 goes on as FFE:2 and FFE:C where it lies, while there is Battery Access; all else needs Radio Contact too",
            "how an FFE on board goes on is a rule of base ASL, which CG3.1 changes nothing of",
        ),
    )
}  # fmt: skip
