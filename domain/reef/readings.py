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
            text=(
                "CG10 has 25 % at the most of the MMC that are retained on the map in the charge, and says nothing of "
                "fractions; of other shares CG7.1 and CG11 print that they are rounded up."
            ),
        ),
        Reading(
            "R-11", "BRT CG6", "how often is the Air Support dr made?",
            {"game-turn": "once a game turn, in the Marine Rally Phase",
             "player-turn": "in the Rally Phase of both Player Turns"},
            text=(
                "CG6 brings Air Support by a dr on each turn of a daytime scenario, and has the dr made in every Rally "
                "Phase in which it may be; whether a turn is a game turn or a Player Turn it does not say."
            ),
        ),
        Reading(
            "R-04", "BRT CG3.4", "has CG II several NOBA modules, as CG3.4 says, or one, as CG3.2 does?",
            {"one": "one; matching is asked for where there are two", "two": "two, as in CG III"},
            text=(
                "CG3.4 has Guns matched to several batteries in CG II, since there is more than one module; CG3.2 "
                "gives CG II one, and CG III two. Which of them errs is not to be seen."
            ),
        ),
        Reading(
            "R-71", "BRT CG13",
            "may a Gun that has to stay in its Location, was set up HIP and has not been found, be set up HIP again?",
            {"still": "yes: the sentence says who may become HIP, and he is",
             "no": "no: only a Gun that may be set up elsewhere is"},
            text=(
                "CG13 lets a Gun set up HIP that may be set up in another Location than before, and holds AA Guns, "
                "Guns in pillboxes and those of 76mm or more in theirs; of one of these that is HIP already it says "
                "nothing."
            ),
            since=4, before="no",
        ),
        Reading(
            "R-74", "BRT CG3.23",
            "is an acquisition lost at the end of each Player Turn, as Battery Access must be gained in each?",
            {"kept": "no: where the next Player Turn gains no Battery Access",
             "lost": "yes: Battery Access is lost as its Player Turn ends"},
            text=(
                "CG3.23 has an acquisition lost when Battery Access is lost, and CG3.21 has Access gained in each "
                "Player Turn; whether it is lost between two in which it is gained neither says."
            ),
            since=4, before="lost",
        ),
        Reading(
            "R-82", "BRT CG2.4",
            "does a Divisional Reserve wait for the Follow-On Battalion, where there is no Regimental Reserve?",
            {"no": "no: the At-Start BLTs and the Regimental Reserve are named",
             "waits": "yes, as where a Regimental Reserve is between them"},
            text=(
                "CG2.4 has all Reinforcements wait for the At-Start BLTs, the Follow-On Battalion for less of them, "
                "Regimental ones for the Follow-On Battalion too, Divisional ones for the Regimental; whether these "
                "wait for the Follow-On Battalion where there is no Regimental Reserve it does not say."
            ),
            since=4, before="waits",
        ),
        Reading(
            "R-83", "BRT CG3.11", "a SFCP has lost its radio alone: when does it have another?",
            {
                "wave": "as the first Assault Wave of the next scenario enters, with which the radio comes",
                "stands": "as the next scenario begins, where the SFCP stands",
            },
            text=(
                "CG3.11 has an eliminated SFCP, or its radio, Retained and repaired for the next scenario, but it must "
                "enter with the first Assault Wave; of a SFCP that stands on the map without its radio it does not say "
                "which of them enters, or whether it waits."
            ),
            since=4, before="stands",
        ),
        Reading(
            "R-87", "BRT CG3.21", "does a hit of Direct Fire by the Vehicular Target Type leave Dispersed Smoke?",
            {"ift": "no: it is resolved as a hit on a vehicle, and not on the IFT",
             "hit": "yes, as every hit does in a hex that is no water"},
            text=(
                "CG3.21 places the Smoke after the resolution of any IFT result; by which Target Type a hit has one is "
                "a rule of the base game, and what it may do to others than the vehicle."
            ),
            since=5, before="hit",
        ),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "R-01", "BRT 15.2", "when does a campaign end, and on which date does it begin?",
            "it ends when its Victory Conditions are met, or after 22 PM; where it begins its own page says",
            "15.2 ends it after 22 PM, or as the Victory Conditions are adjusted, where 15.3 has them fulfilled by a "
            "side; a first date is given by neither, and 15.51 to 15.53 are not in this text",
        ),
        Settled(
            "R-02", "BRT 15.2", "what is the range printed between Red Beach Three and Black Beach Two?",
            "the land of Black Beach One, D4-E32; the Black beaches have no Entry Area",
            "between Red Beach Three and Black Beach Two 15.2 prints a range of a \"Black Red Beach Two Water\", which "
            "is no beach it knows; Entry Areas are by 15.2 red and green map-edge hexes",
        ),
        Settled(
            "R-03", "BRT CG2.4", "which battalions are BLT #3 and BLT #4?",
            "#4 is 2/8, with eleven Formations, #3 is 1/8, with five",
            "of the three pairs in the Formation Table the second is headed #4 and then #3, against the order of the "
            "others; the columns below it are as different as that, and nothing else names these two",
        ),
        Settled(
            "R-05", "BRT CG3.2", "to which dates does an exchange belong?",
            "to dates after the Initial Scenario; the two of CG III are distinct",
            "CG3.2 gives modules for each scenario after the Initial one, and has one exchanged during a CG Date, in "
            "CG III during two; what there would be to exchange in the Initial Scenario, or on one date twice, it does "
            "not say",
        ),
        Settled(
            "R-06", "BRT CG3.11", "which rules are meant by CG3.22 in CG3.11, and by CG3.12 in CG3.13?",
            "batteries are assigned by CG3.11, lines of fire limited by CG3.13 alone",
            "CG3.11 sends to CG3.22 for the assignment, which limits targets, and CG3.13 to CG3.12 for the Line of "
            "Fire, which is about Observers; which numbers are meant is not to be seen",
        ),
        Settled(
            "R-08", "BRT CG10", "when is CG7 suspended in a Night scenario?",
            "as play begins: the set-up share of CG7.1 holds, the rolls do not",
            "CG10 suspends CG7 for the duration of a Night scenario, though CG7.1 itself says what of the pool is set "
            "up in one; both hold where the duration is that of play",
        ),
        Settled(
            "R-09", "BRT CG7.1", "when are leaders of a Replenishment determined?",
            "at once",
            "15.2 has a LD DR made whenever a leader is assigned in the OB, and CG7.1 gives leaders in play, without "
            "saying when they are determined; they may be among those who enter at once",
        ),
        Settled(
            "R-10", "BRT CG3.21", "what ROF has Direct Fire without a SFCP?",
            "none",
            "CG3.21 gives a ROF of 2 to Direct Fire that uses a SFCP, and says nothing of the other; it speaks of "
            "nothing else that would give one",
        ),
        Settled(
            "R-12", "BRT CG16", "who is a Marine NMC that moves along the beach?",
            "an MMC",
            "CG16 lets a Marine \"NMC\" move along the beach by Assault Movement, and NMC is a check, and no piece; "
            "the rule is about MMC. \"These CG\" are the two it has named, in all of their scenarios",
        ),
        Settled(
            "R-13", "BRT CG4", "how is half an Extent of Error rounded?",
            "as C1.31 does, which is read out once",
            "CG4 halves the Extent of Error, as the only change to C1.31, and says no rounding; C1.31 is a rule of the "
            "base game",
        ),
        Settled(
            "R-14", "BRT CG10", "what changes the Night dr?",
            "what the campaign's own page says, else nothing",
            "CG10 asks for a Final dr of 1 or less, and names no DRM; 15.6203, where the attempt is resolved, is not "
            "in this text",
        ),
        Settled(
            "R-15", "BRT CG2.2", "where does a transferred Formation enter?",
            "in the Entry Area of the BLT it has gone to; at Z33 for Red Beach Two alone",
            "CG2.2 lets it go to another BLT, and says no more; by CG2.1 all units of a BLT enter in its area, and "
            "Z33, where CG13 lets a jeep tow its Gun in, lies in that of Red Beach Two",
        ),
        Settled(
            "R-16", "BRT CG13", "is the 81mm MTR bound to its Location, being of 76mm or more?",
            "no; in a pillbox it stays, as every Gun does",
            "CG13 holds each Gun of 76mm or more in its Location, and excepts the 81mm MTR from the three hexes that "
            "all others have: one that had to stay for its calibre would need no exception from those",
        ),
        Settled(
            "R-17", "BRT CG2.4",
            "Formations eliminated before they entered; a Regimental Reserve that is not there; how many MG Platoons "
            "join",
            "it is counted as entered; its gate is open; as many as there are",
            "CG2.4 opens its gates once all units of a type have entered, and speaks neither of units that no longer "
            "can nor of a type that is not in the OB; else a campaign would stand still. Its note lets each MG Platoon "
            "join a Rifle Company, and gives no most",
        ),
        Settled(
            "R-18", "BRT 15.2",
            "which LVTs may bring a later wave, and what may be done with those that have landed their passengers?",
            "in the Refit Phase they may be Retained off the map, and enter in the next scenario; none lands twice in "
            "one. Those that have not landed are Retained already",
            "CG2.3 lets later waves enter on Retained LVTs, and Retained is by 15.2 what is there for the next "
            "scenario, all Equipment that the campaign began with among it; in the midst of what it says of LVTs off "
            "the map 15.2 breaks off",
        ),
        Settled(
            "R-19", "BRT CG18.22", "who sets up first in an Initial Scenario on a morning?",
            "the Japanese",
            "CG18.22 gives the Japanese all Initial scenarios, and the Marines those of a morning; the two meet, and "
            "it excepts the Initial one from these",
        ),
        Settled(
            "R-20", "BRT CG19", "a LD DR above 12",
            "the players say what leader it is",
            "the last row of CG19 is 12, and a campaign's DRM may lead beyond it; there is nothing to infer another "
            "row from",
        ),
        Settled(
            "R-21", "BRT CG3.4", "a Gun that is repaired, or breaks down, after the scenario has begun",
            "changes nothing; an effect ends with the Gun's capture or elimination; there are never less than no black "
            "chits",
            "CG3.4 looks at a Gun as the scenario starts, manned and functioning, and ends its effect with its capture "
            "or elimination; of what happens to it between, and of a pile without black chits, it says nothing",
        ),
        Settled(
            "R-22", "BRT CG4a", "does the bombardment's DRM apply to the seawall's NMC?",
            "no",
            "CG4a has the seawall take a NMC by a Morale of 10, and names no DRM",
        ),
        Settled(
            "R-23", "BRT CG3.4", "with several modules, may the effect of a Gun be split?",
            "no, each Gun is matched whole",
            "CG3.4 has the fire of each eligible Gun matched to the batteries, and does not say if its two chits may "
            "go to two of them; what is matched is a Gun, in its example too",
        ),
        Settled(
            "R-24", "BRT 15.2", "how are pieces counted, of which a campaign has hundreds?",
            "by their Formation, or beach, and their kind; who of them is where belongs to the scenario on the map",
            "15.2 has a roster list the units that a side has, and 15.13 has records of them kept; neither asks who of "
            "them is where, which is seen on the map",
        ),
        Settled(
            "R-25", "BRT CG18.11", "when are the leaders of a Reinforcement BLT determined?",
            "once it is committed",
            "CG18.11 rolls for all undetermined leaders before a scenario, and does not say whether those who are not "
            "to enter yet are among them; the Order of Battle has what may take part in the next scenario (15.2)",
        ),
        Settled(
            "R-26", "BRT CG12", "may Korean labor units be in a Night Banzai Charge?",
            "no, and they are not among the MMC of whom 25% may be",
            "CG12 says that G1 does not apply to them, of which the Banzai Charge is a rule (G1.5); CG10 speaks of "
            "MMC, and does not say whether they are among them",
        ),
        Settled(
            "R-27", "BRT CG10",
            "a Night Banzai was written down, and there is nobody to charge: no leader, or fewer than two MMC",
            "no dr is made, and the morning follows",
            "CG10 has a leader designated, and chains of stacks next to each other with a leader in each; what becomes "
            "of an attempt that has none of these it does not say",
        ),
        Settled(
            "R-28", "BRT CG7.1", "how much of the Reserve Pool is added to the Retained pieces in the Refit Phase?",
            "as much as may be set up out of it: both together are within the 20%",
            "CG7.1 adds counters to the Retained ones in the RePh, without a share, and gives one for those that are "
            "set up; it is the same act: what is Retained is set up",
        ),
        Settled(
            "R-30", "BRT CG15", "who Controls a pillbox with armed units of the other side in it?",
            "the side whose armed units are in it",
            "CG15 gives a pillbox without armed enemies in it to who Controls the Location, and says nothing of one "
            "with them, which they hold",
        ),
        Settled(
            "R-32", "BRT CG18.11", "are leaders of the one side known to the other?",
            "those of the Marines are; those of the Japanese are sealed, or lie on paper",
            "CG18.11 has the leaders recorded, each side's on a record of its own, and does not say who sees that; the "
            "Japanese one tells of purchases too (15.13), and a Marine leader is seen as he lands",
        ),
        Settled(
            "R-33", "BRT CG19", "does the record follow who is which leader?",
            "no: a group has so many leaders, and the qualities that were determined for it",
            "CG19 has the leaders of the Order of Battle determined, and 15.13 recorded; who of them was lost is asked "
            "for by no rule of this text, and seen on the map",
        ),
        Settled(
            "R-35", "BRT CG6", "which Defensive Fire Phase is a friendly one of the Marines?",
            "that of the Japanese Player Turn, in which they fire",
            "CG6 lets FB leave at the end of a friendly Defensive Fire Phase, and does not say whose that is; it is "
            "the side that fires whose phase it is",
        ),
        Settled(
            "R-36", "BRT CG13", "when do the Marines know of a Gun?",
            "as it fires Counterbattery Fire, or is found; before play it is the Japanese player's secret",
            "CG13 lets Guns be HIP, and does not say what is known of others before play; those that fire "
            "Counterbattery Fire are known by it, as the draw pile changes (CG3.4)",
        ),
        Settled(
            "R-37", "BRT 15.13", "what are squads of reduced strength?",
            "half-squads: 2-3-8 of a 4-4-8, 2-3-7 of other Japanese squads, others by the name of their squad",
            "the Beach Defense Record lists units of reduced strength (15.2), which are nowhere said to be which; CG17 "
            "sets the 2-3-8 beside the 4-4-8, and the half-squads of the others are those of the base game",
        ),
        Settled(
            "R-38", "BRT CG11", "is what is HIP by G1.631 within the share that is bought?",
            "no: what is bought is said so, and is limited; the rest is a matter of the base game",
            "CG11 sells a share of HIP additional to the normal capabilities of G1.631, which is a rule of the base "
            "game; how the two are told apart it does not say",
        ),
        Settled(
            "R-39", "BRT CG2.3", "what of a wave whose turn never comes, as the scenario ends before it?",
            "it is unassigned again, and takes a wave of a later scenario; so too where it ends in the Player Turn "
            "itself, before its Movement Phase",
            "CG2.3 eliminates what does not enter on its designated turn, and does not speak of a turn that is not "
            "played; who has had no turn has not failed to enter on it",
        ),
        Settled(
            "R-40", "BRT CG3.11", "how does a SFCP come back, and does it hold up a gate of CG2.4?",
            "with the first Assault Wave that comes, due as all of it; it holds up none",
            "CG3.11 has it Retained, to enter with the first Assault Wave of the next scenario, whatever Formations "
            "are still to come, and does not say whether CG2.4 waits for it; its Formation had entered",
        ),
        Settled(
            "R-41", "BRT CG2.1", "are the Entry Areas of At-Start BLTs known before the Japanese set up?",
            "yes",
            "CG2.1 assigns them prior to the initial set-up, and gives no secrecy, as other rules do for what is "
            "recorded in secret",
        ),
        Settled(
            "R-42", "BRT CG4a", "a seawall hex in two Blast Areas",
            "takes a NMC for each",
            "CG4a has each hex of the Blast Area with a seawall take one NMC, and speaks of no other Blast Area; by "
            "CG4 each Bombardment is resolved",
        ),
        Settled(
            "R-43", "BRT CG4", "is a pier Location a land hex? what of the Ocean beneath it?",
            "no: it stands in water, and Direct Fire at it leaves no Smoke (CG3.21); who wades enters Z33 in the Ocean",
            "CG4 has an AR placed on a land hex, and does not say what the pier is; CG2.3 sets pier Locations beside "
            "Ocean hexes, and 15.2 has Z33 among the water to enter",
        ),
        Settled(
            "R-44", "BRT CG2.2", "may a Formation be transferred from or to a BLT that is not available yet?",
            "no",
            "CG2.2 says what may be transferred, and not whether all BLTs can take it; through one that has not been "
            "committed the gates of CG2.4 would be void",
        ),
        Settled(
            "R-45", "BRT CG2.3", "must the Scout Snipers be in a wave?",
            "not until they are of a BLT; attached they come whole",
            "CG2.3 has all Formations of the At-Start BLTs assigned to waves, and the platoon of the Formation Table "
            "without a number be attached to any Formation of any BLT, or enter by itself",
        ),
        Settled(
            "R-46", "BRT CG2.3", "how are the loads of LVTs counted?",
            "in the points of the vehicle notes, on the table's word; so too if transport for units of the HQ Company "
            "suffices, where there is any",
            "CG2.3 asks for each LVT half full, and for sufficient transport for units of the HQ Company; what a LVT "
            "holds is said in the vehicle notes, and not here",
        ),
        Settled(
            "R-47", "BRT CG2.4", "does a committed BLT have to enter in the next scenario?",
            "it is committed for it; its waves come as the Landing Schedule Record has them",
            "CG2.4 has it committed in the Refit Phase before the scenario that it is to enter, and does not say that "
            "all of it does; it may have more waves than a scenario has turns for",
        ),
        Settled(
            "R-48", "BRT 15.614", "is an allotment for the campaign, or for each Refit Phase?",
            "for the campaign, unless its page is read out anew",
            "15.2 speaks of an allotment for a beach, and neither of when it is given again nor of points that are not "
            "spent; 15.614 is not in this text",
        ),
        Settled(
            "R-49", "BRT 15.2", "what is recorded after the last scenario?",
            "who has met the Victory Conditions; Control at its end is said before its last turn is over",
            "15.2 ends the campaign with step 15.6032 after 22 PM, before the step in which Control is recorded "
            "(15.606)",
        ),
        Settled(
            "R-50", "BRT 15.31", "whose Balance is used?",
            "that of the side which the table names",
            "15.31 gives a Balance to either side where both want the same one, and sends to A26.5 for whose is used, "
            "which is a rule of the base game",
        ),
        Settled(
            "R-51", "BRT 15.2", "is a Location whose Control is recorded a Strategic one?",
            "as the printed hex says; where nobody has read it out, it is: that is what step 15.606 records",
            "15.2 makes a Location Strategic by what is printed on the map, and has those that are captured marked in "
            "step 15.606; the map is not asked for every hex",
        ),
        Settled(
            "R-52", "BRT CG8", "do the 15 hexes between a side's Snipers hold when one is repositioned in play?",
            "no: as they are set up",
            "CG8 asks for 15 hexes between them as they are set up, and lets them be repositioned as per A14.2, of "
            "which it gives no distance",
        ),
        Settled(
            "R-53", "BRT CG7.1", "are the counters of the Reserve Pool, and who comes out of it, secret?",
            "no; in which hexes they are set up need not be said",
            "CG7.1 holds the counters off the map, and says nothing of secrecy; its DR is made on a chart before all, "
            "and who charges at night is marked (CG10)",
        ),
        Settled(
            "R-54", "BRT CG19", "for how long have Japanese AFV Inexperienced Crews?",
            "for the rest of the campaign, those too that come later",
            "the note to CG19 is to all Japanese AFV, and gives no time",
        ),
        Settled(
            "R-55", "BRT CG13", "what is at the Marine player's option when a M3A1 37LL enters at Z33?",
            "whether it enters there; if so a jeep tows it",
            "in CG13 the option stands with the jeep that tows it; but by CG2.3 no such Gun enters on the pier except "
            "towed, and note g has the jeeps with the section that enters so",
        ),
        Settled(
            "R-56", "BRT CG13", "are the Guns of the Marines bound to three hexes in this record?",
            "the table sees to it: they are counted with their Formation, by no hex",
            "CG13 speaks of every Gun, the Marines' too, and of the Location in which it ended; they are counted as "
            "all Marine pieces, by no hex (reading R-24)",
        ),
        Settled(
            "R-57", "BRT CG7.1", "is a Gun in the Reserve Pool a counter for the shares?",
            "yes",
            "CG7.1 calls each MMC, SMC, SW and Vehicle a counter, and excepts the Armor Leader; a Gun it neither names "
            "nor excepts, and it is a counter as they are",
        ),
        Settled(
            "R-58", "BRT CG7.2", "which comes first on turn 5, Replenishment or reinforcements?",
            "as the Japanese player likes",
            "CG7.1 and CG7.2 have both rolls made in the Rally Phase of his Player Turn, and give no order",
        ),
        Settled(
            "R-59", "BRT CG10",
            "is the Advance Phase of turn 1 one of the succeeding phases in which all must charge again?",
            "yes",
            "CG10 has the first charge in the MPh of turn 1, and another in each succeeding MPh and APh; that this one "
            "is among them it does not say, but it comes after the first",
        ),
        Settled(
            "R-60", "BRT CG13", "how long is a Gun hooked up?",
            "until it is said to be unhooked, also from scenario to scenario",
            "CG13 excepts a Gun that is hooked up at the start of setup, step 15.6202, and does not say how long it "
            "has been; that step is not in this text",
        ),
        Settled(
            "R-61", "BRT CG5", "what of pieces in Cloaking boxes that lie on paper, as their wave enters?",
            "they are told when their box is opened; while one is closed, SMC and SW are not eliminated for not having "
            "entered",
            "CG5 keeps secret who is in a box, CG2.3 eliminates who has not entered, and neither says which gives way "
            "on a record that does not know; it would tell what is in the box, or lose it",
        ),
        Settled(
            "R-62", "BRT CG2.3", "which LVTs must be at least half full?",
            "all that bring Passengers, in later waves too",
            "CG2.3 has each LVT half full after what it says of the First Assault Wave, and before what it says of "
            "later ones, and limits that to neither",
        ),
        Settled(
            "R-63", "BRT CG4a", "of which of the two hexes is a seawall hexside?",
            "of the Beach hex, for whose NMC the chart has it",
            "CG4a speaks of a hex formed by a seawall hexside, which lies between two; a seawall is crossed from a "
            "Beach hex (CG16), and a hexside is breached once",
        ),
        Settled(
            "R-64", "BRT CG2.4",
            "what of an At-Start wave whose turn comes while the Follow-On Battalion has begun to enter?",
            "it has failed to enter on its turn",
            "CG2.4 lets no At-Start Formation in before the whole Follow-On Battalion, and CG2.3 eliminates who is not "
            "in on his turn, without an exception; the Marine player may give it a later wave before",
        ),
        Settled(
            "R-65", "BRT CG3.11", "where does a SFCP enter that comes back, if the first wave is another BLT's?",
            "with that wave, in its Entry Area; of two waves on one turn with that of the BLT that is numbered first",
            "CG3.11 has it enter with the first Assault Wave, CG2.1 all units of a BLT in its own area, and neither "
            "speaks of the other; nor of two waves on one turn. The rule of its coming back is the narrower one",
        ),
        Settled(
            "R-66", "BRT CG5",
            "one piece of a Cloaking box loses its Cloaking: what of the others? Is a pier a land Location there?",
            "the box is opened for all; yes",
            "CG5 says how pieces lose their Cloaking, and not what that shows of others with the same MMC, nor what a "
            "pier is; one slip says what is in a box, and on a pier nobody wades",
        ),
        Settled(
            "R-67", "BRT CG2.3", "does a Night scenario count for waves that enter so many scenarios later?",
            "yes",
            "CG2.3 has waves enter on turns 1, 3 and 5 of any CG scenario, and a Night scenario is one (15.2); how the "
            "Landing Schedule Record counts is printed there, and not in this text",
        ),
        Settled(
            "R-68", "BRT CG3.12", "in which hexes may a Shipboard Observer be recorded?",
            "in any: the table sees to it",
            "CG3.12 has an Observer recorded by G14.68, and names no hexes; that is a rule of the base game",
        ),
        Settled(
            "R-69", "BRT 15.607", "how long does a Perimeter hold?",
            "until another one is drawn",
            "15.2 has a FLL belong to a Perimeter that was marked in step 15.607, and does not say for how long; a "
            "Refit Phase without one would have no Front Line",
        ),
        Settled(
            "R-70", "BRT CG2.3",
            "who sees to it that a pier Location is not adjacent to a Japanese unit, and that Guns and SW are dm?",
            "the table",
            "CG2.3 asks for a pier Location with no Japanese unit next to it, and for Guns and SW that are dm where "
            "they can be; the record knows no units by hex (reading R-24)",
        ),
        Settled(
            "R-72", "BRT 15.2", "may the loop of a Perimeter go back the way it came, as along a single row of hexes?",
            "yes; each of its FLL is next to another",
            "15.2 has each Marine FLL be part of a loop of others, and asks for no hex within it",
        ),
        Settled(
            "R-73", "BRT CG3.4", "is a Gun on board of which the record has no hex?",
            "yes; one that is not on the map is not recorded, `gun`",
            "CG3.4 asks for a Gun on board, manned and functioning, and for no hex; in which one it stands changes "
            "nothing of its fire, and is its player's secret until then",
        ),
        Settled(
            "R-80", "BRT CG3.11",
            "a second SFCP gets Radio Contact with a battery for which an attack has been announced: is one announced "
            "anew?",
            "yes, until Battery Access was attempted, or AR, SR or FFE were placed, in this Player Turn; then what was "
            "announced binds",
            "CG3.11 has an attack announced after each Radio Contact DR that succeeds, and Battery Access attempted "
            "once a battery; which announcement binds, of two, it does not say: the one attempt is for the one attack",
        ),
        Settled(
            "R-81", "BRT CG3.1", "what of an FFE whose SFCP has lost Radio Contact?",
            "FFE:1 goes on as FFE:2 and FFE:C where it lies, while there is Battery Access; all else needs Radio "
            "Contact too",
            "CG3.11 lets a module whose Radio Contact is gone fire Direct Fire, and says nothing of an FFE that it has "
            "on the map then; how that goes on is a rule of base ASL, which CG3.1 changes nothing of",
        ),
        Settled(
            "R-84", "BRT CG2.2", "until when may a Formation go to another BLT?",
            "before it has entered, and after; what entered of the one BLT has not entered of the other",
            "CG2.2 excepts eight kinds of Formation from staying with their BLT, and gives no time; CG2.1 and CG2.4 "
            "look at what of a BLT has entered, and it did not enter of this one",
        ),
        Settled(
            "R-85", "BRT CG8", "does the least SAN of 2 hold in the Refit Phase?",
            "no; one that is less as a scenario begins stays so, and falls no more",
            "CG8 lets no SAN drop below 2 in the course of a CG scenario; what happens to it between them is in step "
            "15.6122, which is not in this text",
        ),
        Settled(
            "R-86", "BRT CG7.1", "how far from a Marine FLL is who is set up while no Perimeter has been drawn?",
            "far enough: there is none to be near to",
            "CG7.1 and CG10 ask for three hexes from every Marine FLL, and do not speak of a map without one; a FLL is "
            "by 15.2 a Location of a Perimeter that was marked",
        ),
    )
}  # fmt: skip
