"""Where the text of Tarawa: Bloody Betio leaves a choice, and how it may be read.

The first choice holds unless a table rules otherwise. What is ambiguous too, but read one way, stands below.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.state import Reading, Settled

READINGS: Mapping[str, Reading] = {
    reading.id: reading
    for reading in (
        Reading(
            "A-06", "BB 10.6.6", "does Marine General Morale count on the Banzai Table (8.5.3)?",
            {"regiment": "no: an S result and the morale of the target's regiment are all that counts there",
             "general": "yes, it is taken off the die too, as 8.5.3 has it"},
            text="An S and the morale of the target's regiment are the only modifiers of the Banzai Table by 10.6.6, "
            "while 8.5.3 has Marine General Morale taken off Banzai dice.",
        ),
        Reading(
            "A-11", "BB 7.8.3", "may a unit attempt recovery that is not in General Supply?",
            {"needs-supply": "no, unless it spends an Active Supply chit for it (4.9.3)",
             "any": "yes, an unsupplied unit may, without a chit; only isolation bars it (7.9.2)"},
            text="Recovery is among what an unsupplied unit may do by 7.8.3, while 4.9.3 asks it for General Supply, "
            "or for a chit in its place.",
        ),
        Reading(
            "A-12", "BB 4.4.3", "what do several suppression markers on one target do?",
            {"each": "each of them modifies by one", "once": "they modify by one together"},
            text="Any number of suppression markers may lie on a target, and a marker modifies dice by one (4.4.4, "
            "4.4.5); what several of them do is not said.",
        ),
        Reading(
            "A-14", "BB 4.5.7", "what may a pinned unit not do?",
            {"no-attack": "assault and demolish; it acts freely otherwise",
             "no-action": "anything but fire against Banzai attacks"},
            text="An assault goes on while one unit in it is not pinned, a demolition while its engineer is not "
            "(4.6.5), and pins come off in the Final Phase; what else they forbid is not said.",
        ),
        Reading(
            "A-21", "BB 7.9.1", "when has a unit been unsupplied for more than two turns?",
            {"third": "at the third Supply Phase in a row that finds it so",
             "fourth": "at the fourth, when three whole turns have gone by"},
            text="A unit that stays unsupplied for more than two turns is isolated. It is found so in a Supply Phase, "
            "towards the end of a turn; whether that turn is the first is not said.",
        ),
        Reading(
            "A-25", "BB 1.5.3", "is the fire at a unit that enters a runway hex the one roll of its area?",
            {"extra": "no, it comes besides that, at each entry",
             "instead": "yes, there is no more Offensive Fire at that area in the turn"},
            text="A unit that enters a runway hex near an unsecured one comes under Offensive Fire at once, and an "
            "area has one roll of Offensive Fire a turn (6.3); whether this is that roll is not said.",
        ),
        Reading(
            "A-35", "BB 7.7.1",
            "where do points go that were rolled while no Supply Head functions, and not sent as Direct Supply?",
            {"lost": "they are lost, as nothing accumulates without a head",
             "kept": "they are added to the pool all the same (7.7.2)"},
            text="Points accumulate while a Supply Head functions, and 7.7.2 adds all that were rolled but those that "
            "amtracks carry; what becomes of them without a head is not said.",
        ),
        Reading(
            "A-42", "BB 10.8.1", "in which areas does a General Banzai attack pick its targets?",
            {"areas": "in those with Marines that hold an uncleared hex, or lie next to one",
             "bordering": "in those with Marines alone that lie next to an uncleared hex of another area"},
            text="Marine units in areas next to an unsecured hex are attacked; whether a hex of their own area is one "
            "is not said.",
        ),
        Reading(
            "A-91", "BB 10.8.5",
            "a General Banzai meets a Supply Head without Marines and a unit, in that order: which does it go on "
            "against?",
            {"then": "both: the head is eliminated first, then the unit is attacked",
             "instead": "the head, which comes before units; with it the attack is over"},
            text="Whichever of Supply Head or unit the hexes just lost come next to, the attack goes on against it, "
            "the head first; whether the unit follows once the head is gone is not said.",
            since=2, before="instead",
        ),
        Reading(
            "A-93", "BB 8.4.4", "of a hex with two strongpoints: when may the morale of a regiment rise?",
            {"hex": "once, as the hex is cleared: a strongpoint is the whole hex (1.2.1), and hexes are what is "
            "cleared",
             "each": "as each of the two is destroyed, which 8.4.4 calls cleared"},
            text="Each time a strongpoint is cleared, the regiment of one of those who took part may gain. A "
            "strongpoint is the whole hex by 1.2.1, and one of two in a hex by 1.2.2.",
            since=2, before="hex",
        ),
        Reading(
            "A-94", "BB TEC", "an anti-tank ditch that is printed on a hexside: does it change fire and assaults?",
            {"across": "yes, -1 as in its hex, where all who act, or the hex that fires, are across it, as its "
            "movement cost is paid across it",
             "hex": "no: the modifier is that of the target hex, and a hexside is none"},
            text="A ditch is -1 on the die against the target hex, and adds to the cost of entering a hex, which 4.3.1 "
            "has paid by hexside; whether one on the hexside counts in combat is not said.",
            since=2, before="hex",
        ),
        Reading(
            "A-95", "BB 4.5.3",
            "may the Hawkins Scout Platoon assault? It is infantry by 1.7.3, and beside tanks and artillery by 4.4.1",
            {"no": "no: as it may not fire but support, it supports assaults too",
             "yes": "yes: infantry may, and 4.4.1 speaks of Fire Actions alone; it can have Active Supply then"},
            text="Infantry and engineers may assault. The platoon is named with infantry by 1.7.3, and by 4.4.1 with "
            "those that only support fire; for assaults it is not named.",
            since=2, before="no",
        ),
        Reading(
            "A-96", "BB 7.4.2",
            "may a Supply Head be at the base of the Long Pier, next to the Japanese, while the pier is not cleared?",
            {"base": "yes, once 2731 itself is cleared: 7.4.2 sets no other condition",
             "pier": "no, only once the pier is cleared, over which its supplies come (1.7.6); before that as in any "
             "beach hex (7.4.1)"},
            text="A Supply Head may be established at 2731 whatever the distance to the Japanese. 1.7.6 has supplies "
            "land over the pier once it is cleared, and speaks of a head at 2731 next; whether the head waits for that "
            "is not said.",
            since=2, before="pier",
        ),
        Reading(
            "A-47", "BB 4.4.2", "how far does a Fire Action reach?",
            {"adjacent": "to the hexes next to the unit, as support does (4.7.5)", "two": "up to two hexes"},
            text="A unit that fires selects a target and rolls a die; how far off the target may be is not said.",
        ),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "A-01", "BB 1.9.2", "do beach hexes need an assault? 3.1.3 says no, 1.9.2 yes but for Landing Beach Hexes",
            "all but Landing Beach Hexes do",
            "3.1.3 has no beach hex assaulted, 1.9.2 all but Landing Beach Hexes; section 1 holds the errata, which "
            "correct the rest, and names the others expressly",
        ),
        Settled(
            "A-02", "BB 4.5.2", "nothing but an Assault clears a hex, it says",
            "a strongpoint hex is cleared by demolition alone, and not assaulted; a runway hex is occupied; a Landing "
            "Beach Hex is clear",
            "4.5.2 knows the Assault alone, and leaves out strongpoints and hexes without Japanese; 1.2.1, 1.5.2 and "
            "1.9.1 speak of these, and the particular goes before the general",
        ),
        Settled(
            "A-03", "BB 8.2.2", "a strongpoint is cleared, reduced, destroyed: when does morale move?",
            "General Morale of both sides once, as its hex is cleared; a regiment's by reading A-93",
            "8.2.2 and 8.3.3 have morale move with a strongpoint hex, cleared or reduced, and do not say whether the "
            "first of two in a hex is enough; a hex is cleared when all its strongpoints are gone (1.2.2)",
        ),
        Settled(
            "A-04", "BB 4.6.8", "what becomes of steps beyond the first of two strongpoints?",
            "they go to the other; beyond the hex they are lost",
            "4.6.7 has two steps reduce a strongpoint, 4.6.8 has damage add up, and neither says whether an attempt "
            "goes on to the next one; in its example a hex with two loses four steps by 1, 2 and 1",
        ),
        Settled(
            "A-05", "BB 8.5.2", "what do negative numbers of the morale tracks do?",
            "they count with their sign: Japanese morale of -1 is -1 on Japanese fire and +1 on assaults",
            "8.5.2 has the number help Japanese fire and hinder assaults, and says nothing of one below zero; 8.5.1 "
            "takes the numbers of the tracks as they are",
        ),
        Settled(
            "A-07", "BB 1.3.3", "which attacks does an improved position weaken?",
            "Offensive Fire; not Defensive Fire, the Banzai Table, an air raid, or booby traps",
            "1.3.3 says all attacks but Defensive Fire, and not what an attack is; 10.6.6 shuts others out of the "
            "Banzai Table, an air raid has no modifiers (10.1.1), and traps are rolled for an area",
        ),
        Settled(
            "A-08", "BB 13", "night events and recovery: in the Supply Phase or in the Morale Phase (8.5.5, 8.5.6)?",
            "night events come in the Supply Phase, recovery is completed in the Morale Phase after them",
            "8.5.5 and 8.5.6 put both into the Morale Phase, the sequence (13) the event before it; a Banzai attack "
            "can only foil a recovery (4.9.5) that has not been completed",
        ),
        Settled(
            "A-09", "BB 4.7.6",
            "what does a 3 bring on the Offshore Support Table: nothing (4.7.6), or a point (10.4.3)?",
            "what the printed table says",
            "4.7.6 counts a 3 as nothing, 10.4.3 as a point at least; both only tell of the table, which is what the "
            "die is rolled on",
        ),
        Settled(
            "A-10", "BB 4.7.3", "several units support the same action: do their values add?",
            "in a Fire Action they add; in an assault or demolition the best of them counts, and the table is rolled "
            "on",
            "4.7.3 gives the modifier of one unit, 4.7.6 a die in place of the sum for assaults and demolitions, on a "
            "base of which it does not say whose it is; fire it excludes, so there each value counts",
        ),
        Settled(
            "A-13", "BB 4.5.5", "an assault on two hexes: what is paid and rolled twice?",
            "3 APs once; Defensive Fire of each hex at each unit, before any assault die; then an assault die for each "
            "hex",
            "4.5.5 prices one hex and two alike, 4.5.6 has fire for each hex and unit, and 4.5.7 says a die without "
            "saying for how many hexes; each target has its own terrain and markers",
        ),
        Settled(
            "A-15", "BB 3.7.3", "when may an empty vessel be fired at?",
            "in the first impulse, unless it is on its way back",
            "3.7.3 spares empty vessels in the second and third impulse, and leaves the first open; 3.7.8 lets those "
            "be that go back",
        ),
        Settled(
            "A-16", "BB 3.4.12", "unloading takes a whole impulse; on a beach it takes what APs are left (3.6.2)",
            "at the edge of the reef, onto the pier and onto an amtrack nothing may have been spent in the impulse; on "
            "a beach what is left goes",
            "3.4.12 takes all APs of the impulse for unloading, 3.6.2 what is left of them; 3.6 is said of beaches "
            "alone, so elsewhere 3.4.12 holds",
        ),
        Settled(
            "A-17", "BB 3.6.3", "in which impulse must the last AP be spent that costs a unit 3 APs?",
            "in any; the unit starts with none at worst",
            "3.6.3 speaks of the vessel's last AP without an impulse, and of 3 APs less without a floor; all three "
            "impulses come before the one Ground Phase, and nobody has less than none",
        ),
        Settled(
            "A-18", "BB 4.9.9", "does a unit lose steps it has beyond what it may recover to?",
            "no, the limits only stop recovery",
            "4.9.9 and 4.9.10 name the most that a unit may recover to, and say nothing of steps it still has; a limit "
            "of recovery takes nothing away",
        ),
        Settled(
            "A-19", "BB 4.9.5", "which losses to Japanese fire foil a recovery?",
            "any hit, taken as a step or as morale; a pin alone does not",
            "4.9.5 has any losses from Japanese fire foil it, and does not say whether a hit taken as morale is one; "
            "both are ways of taking the same hit (3.8.1), and a pin is neither",
        ),
        Settled(
            "A-20", "BB 7.7.3", "rounding a half, and which heads are counted?",
            "a half goes up; the head that is lost is counted; no pool goes below nothing",
            "7.7.3 rounds to the nearest whole number, of which a half has two, and does not say whether the lost head "
            "is counted; its example divides by three as one of three is lost, and a half goes up as is usual",
        ),
        Settled(
            "A-22", "BB 10.1.2", "how many hits is an air raid of 4 or 5?",
            "4 or 5, and Pin 1 for who is hit",
            "10.1.1 counts hits for 1 to 3 alone, and 10.1.2 has who is affected pinned as well on a 4 or 5, by how "
            "many hits it does not say; who also suffers a pin suffers something else, and the die is what is counted",
        ),
        Settled(
            "A-23", "BB 12.2", "may units that come after an hour come at that hour?",
            "no, on a later turn",
            "12.2 and 12.3 say after an hour, and not whether its own turn is meant; the schedule (12.1) has units at "
            "an hour where it means that",
        ),
        Settled(
            "A-24", "BB 3.3.1", "which two units of a battalion stack, and how many more?",
            "its two infantry units, and one tank, artillery or engineer unit in all",
            "3.3.1 allows two units of a battalion and one more of three kinds, and an engineer could be either; 3.3.2 "
            "lets it stack with a tank or artillery where no infantry is, so with infantry it takes that place",
        ),
        Settled(
            "A-26", "BB 3.9.1", "does Marine morale count for Suppression Fire, and what is an S* there?",
            "it does not; an S* is an S",
            "3.9.1 has a die on the Marine Fire Table, 3.9.2 tells what an S does, and nothing is said of morale or of "
            "an S*; 8.5.3 has morale count for Actions, which this is none of, and there is one marker",
        ),
        Settled(
            "A-27", "BB 3.9.3", "what does an Area Suppression Marker modify, also that of an air raid?",
            "Anti-Landing Fire alone",
            "3.9.3 has the marker modify Anti-Landing Fire, 3.9.5 shuts out Offensive Fire, and of other fire nothing "
            "is said; 10.1.3 places the same marker, and gives it nothing of its own",
        ),
        Settled(
            "A-28", "BB 3.4.9", "may artillery land from a Higgins boat on turns 11 to 13?",
            "yes",
            "3.4.7 lands artillery by amtrack alone, 3.4.9 has Higgins boats bring units ashore on these turns, and "
            "neither names the other; 3.4.9 is called the exception, and makes no difference between units",
        ),
        Settled(
            "A-29", "BB 8.4.3", "a marker at the end of its track",
            "stays there; at the left end a hit cannot be taken as morale",
            "8.4.3 and the others move a marker by a box, and say nothing of one in the last box; there is none to "
            "move to, and a hit cannot be taken as a move that is not made",
        ),
        Settled(
            "A-30", "BB 3.4.3", "what is the Hawkins Scout Platoon?",
            "an infantry unit of no regiment: it clears the pier, its loss moves Japanese morale, its hits are steps; "
            "it may support, not fire; whether it assaults says reading A-95",
            "no sentence says what it is: 1.7.3 names it with other infantry, 4.4.1 keeps it from firing, and 3.8.1 "
            "lets hits be taken as morale of a regiment, of which it has none",
        ),
        Settled(
            "A-31", "BB 3.7.7", "how does a unit aboard take the losses of its vessel?",
            "as steps; an asterisk is ignored",
            "3.7.7 has the vessel's step losses matched, and does not say whether morale may take them or an asterisk "
            "counts; it is step losses that are matched, and the fire was at the vessel (5.1.3)",
        ),
        Settled(
            "A-32", "BB 8.5.4", "by how much does negative morale of a regiment reduce its APs?",
            "by its number",
            "8.5.4 has negative morale reduce APs, and names no amount; the numbers of the tracks are what they modify "
            "by (8.5.1)",
        ),
        Settled(
            "A-33", "BB 2.1.3", "which impulses are given up for the bombardment, and may it be all three?",
            "the first ones, with their fire; a third adds nothing",
            "2.1.3 gives +1 for each impulse of the first turn that is given up, +2 at most, and says neither which "
            "nor how many; it is the first landing that is delayed, so the first ones go",
        ),
        Settled(
            "A-34", "BB 4.1.3", "may a loss to booby traps or snipers be taken as morale?",
            "no",
            "4.1.3 speaks of a step loss, and not of how it may be taken; hits alone may be taken as morale (3.8.1, "
            "8.4.3), and this is called none",
        ),
        Settled(
            "A-36", "BB 10.4.2", "in which order are the wrecks put down, and must the turns follow each other?",
            "two turns of shelling, in a row or not, then a turn of the infantry",
            "10.4.2 asks for all points of two turns and for a whole turn of an infantry unit, and says neither in "
            "which order nor whether in a row; it counts three turns at least, so no turn serves for both",
        ),
        Settled(
            "A-37", "BB 1.7.10", "what do units on the Long Pier contribute to Suppression Fire?",
            "their beach is in use; nothing is added to the die",
            "1.7.10 lets units on the pier contribute to Area Suppression Fire, and does not say how; one roll is made "
            "for each entry area in use (3.9.1), and no modifier is named",
        ),
        Settled(
            "A-38", "BB 4.7.5", "10th Battalion, stronghold, Palm Forest",
            "the artillery of the 10th regiment, a strongpoint, a Palm Grove",
            "4.7.5, 3.7.5 and 4.3.2 use names that no list or chart has, and explain none of them; there are four "
            "battalions of the 10th (12), and nothing else the others could mean",
        ),
        Settled(
            "A-39", "BB 1.7.8", "a course change beside the Long Pier: ignored, or along it (1.7.7)?",
            "ignored next to it; a course that comes to it from further away goes along it",
            "1.7.7 has who a course change leads onto the pier go along it, 1.7.8 has who is next to it ignore the "
            "change, and neither says which goes first; so both have their cases",
        ),
        Settled(
            "A-40", "BB 2.1.1", "which die is rolled?",
            "one with six sides",
            "2.1.1 and all others have a die rolled without saying of how many sides; 7.7.4 names one of six, and the "
            "air raids use 1 to 6",
        ),
        Settled(
            "A-41", "BB 12.1", "which turns have which hours, and which are nights?",
            "as the Turn Track is read out; before that five turns on the first day, six a day later, three a night "
            "between",
            "12.1 goes by hours, 3.4.9 by turns, and the Turn Track that joins them is not in the text; the entries of "
            "the first day follow each other, and turns 11 to 13 are the middle of the second day so",
        ),
        Settled(
            "A-43", "BB 8.3.3", "is morale moved again when an area is secured again, and back when it is lost?",
            "it is moved again, and never back",
            "8.3.3 moves morale each time an area is secured, and says nothing of one that is lost, or secured again; "
            "each time is each time, and no rule takes a box back",
        ),
        Settled(
            "A-44", "BB TEC", "the modifiers of a hex with several terrain features",
            "add",
            "the chart gives each feature a modifier, and does not say what a hex with several has; each is said of "
            "the target hex, and an excavation can have its craters",
        ),
        Settled(
            "A-45", "BB 3.5.6", "when is a course change carried out?",
            "in the next movement impulse, on the next turn too",
            "3.5.6 has the unit moved through the hexside, and does not say when; fire follows movement (13), and a "
            "marker is placed for what comes later (3.7.5)",
        ),
        Settled(
            "A-46", "BB 4.2.2", "how many APs are left to a unit that is turned over in the midst of a turn?",
            "those of its new side, less what it has spent, and none at worst",
            "4.2.2 has the maximum change with the side of the counter, and says nothing of APs already spent; the "
            "maximum is all that changes, so they stay spent",
        ),
        Settled(
            "A-48", "BB 10.6.3", "is the fire at a Banzai attack a Fire Action, and is one destroyed by it repulsed?",
            "Marine morale, isolation (7.9.3) and support count for it, and nothing else; an attack destroyed is one "
            "repulsed",
            "10.6.3 gives a Fire attack free of APs and does not say what modifies it, and 8.2.2 not whether one "
            "destroyed is repulsed; 10.6.6 limits the Banzai Table alone, 7.9.3 names this fire, and nobody retook "
            "anything",
        ),
        Settled(
            "A-49", "BB 3.7.2", "how does the fourth night event bring fire on units on the reef?",
            "by its one extra fire a turn, and no other roll; who crosses the reef changes course by it as by "
            "Anti-Landing Fire",
            "3.7.2 has this event bring Anti-Landing Fire on units on the reef, and does not say by how many rolls; "
            "10.4.1 says what the event brings, the reef in it, and what 3.7.2 calls by that name changes courses as "
            "it does (3.7.6)",
        ),
        Settled(
            "A-50", "BB 4.9.13", "which vessels go two for one?",
            "two of one kind, and one of that kind returns",
            "4.9.13 returns one for two of these same units, and does not say whether the two are of a kind; the same "
            "are of one kind",
        ),
        Settled(
            "A-51", "BB 3.7.7", "what becomes of a unit whose vessel is eliminated?",
            "it has lost as many steps as the vessel, and wades on from there; artillery is lost, as it never wades "
            "(3.4.7)",
            "3.7.7 has the unit lose what its vessel loses, and says nothing of one whose vessel is gone; its losses "
            "are those of the vessel and no more, and artillery never wades (3.4.7)",
        ),
        Settled(
            "A-52", "BB 10.6.8", "where does a unit retreat to, and what if it cannot?",
            "to a hex next to it without Japanese, where it may stack, as the player likes: ashore a runway too, where "
            "it comes under fire (1.5.3) once the attack is over; on the pier or the reef along that; where there is "
            "none it is eliminated",
            "10.6.8 has a unit that must retreat leave its hex, and does not say where to; the Japanese hold the "
            "others, stacking holds at all times, and results are applied at once (10.6.7)",
        ),
        Settled(
            "A-53", "BB 8.4.2", "does the artillery of the 10th have morale of its regiment?",
            "no: its hits are steps, and nothing is added for it on the Banzai Table",
            "8.4.2 gives each regiment a marker, and does not say whether the artillery is one; the regiments of 8.4.1 "
            "are those whose battalions take the island",
        ),
        Settled(
            "A-54", "BB TEC", "clear terrain is not on the chart: what does it cost?",
            "1 AP for all, and modifies nothing",
            "the chart has no line for clear terrain; 4.3.2 has a clear hexside crossed for 1, and nothing says that "
            "it modifies a die",
        ),
        Settled(
            "A-55", "BB 7.4.1", "when does a Supply Head function?",
            "while it could be placed where it is; it stays when the Japanese come nearer, and functions again when "
            "they are gone",
            "7.1.3, 7.2.2 and 7.7.1 ask for a functioning head, and no sentence says when one does not; 7.4.1 has it "
            "be, and not only be placed, three hexes away, and knows nothing else that closes it",
        ),
        Settled(
            "A-56", "BB 7.3.9", "whose chit is used up, when a unit has attacked that shared it (7.3.5)?",
            "one of those of its battalion in its area or the next, as they stand at the end of the turn, unless one "
            "of them has attacked too",
            "7.3.9 takes the chit from a unit that attacked, and says nothing of one that shared another's (7.3.5); "
            "without this a unit that stays behind would supply its battalion for ever",
        ),
        Settled(
            "A-57", "BB 4.6.4",
            "several engineers demolish the same strongpoint with support: for which of them does it count?",
            "for the first that makes its attempt",
            "4.6.2 and 4.6.3 have any number demolish with support, and do not say for whose die it counts; attempts "
            "are made one by one, and a supporting unit has paid for one action (4.7.3)",
        ),
        Settled(
            "A-58", "BB 3.3.1", "does stacking bind units on their way through a hex?",
            "yes, in every hex of a path on Betio; on the reef where a move ends",
            "3.3.1 and 3.3.4 say what may be in a hex, and not when; 3.3 knows no moment ashore at which units are not "
            "stacked, and on the reef a vessel's way is one after another",
        ),
        Settled(
            "A-59", "BB 10.6.8", "a Banzai attack empties a runway, pier or Landing Beach hex",
            "no Japanese hold it: nothing is unclear there, and nothing was retaken",
            "10.6.8 takes the Cleared Hex Marker from a hex that is left empty, and says nothing of one that has none; "
            "no Japanese are in such hexes (1.5.2, 1.7.1, 1.9.1)",
        ),
        Settled(
            "A-62", "BB 4.7.3",
            "all who assault, or demolish, are pinned by Defensive Fire: have those in support paid?",
            "no: neither they nor an Offshore Support Point are used before the action is resolved",
            "4.7.3 has who supports pay and modify a die, and says nothing of an action that ends before it (4.5.7); "
            "support adds to a die that is not rolled then",
        ),
        Settled(
            "A-61", "BB 4.6.8", "the Japanese retake a hex whose strongpoints are destroyed",
            "it is assaulted like any other, and moves no morale again; a marker on it counts for the hex alone "
            "(4.4.5)",
            "4.6.8 has the Japanese repair nothing, and 10.6.8 does not say what a strongpoint hex they retake is; "
            "nothing is left to demolish, so it is cleared as other hexes are (4.5.2)",
        ),
        Settled(
            "A-60", "BB TEC", "do Marines in a cleared strongpoint hex have its -3?",
            "yes",
            "the chart has -3 for a target hex with a strongpoint, and does not say whether once it is cleared; it "
            "speaks of the hex alone, whoever is in it",
        ),
        Settled(
            "A-63", "BB 1.7.3", "how is 2731, the base of the Long Pier, cleared?",
            "by infantry that was landed at the end of the pier and comes down into it, without an assault; or by an "
            "assault from land, which does not clear the pier; who steps onto the pier at 2632 enters 2731 once it is "
            "cleared",
            "1.7.3 has units that come down the pier clear 2731, and says neither how nor what an assault from land "
            "does; the pier is cleared by nobody else, and 4.5.1 lets no other in",
        ),
        Settled(
            "A-64", "BB 3.5.3", "what does the beach hex cost at the end of the reef?",
            "vessels 1 AP as for each hex entered, tanks and who wades what the chart has for a beach",
            "3.5.3 prices each hex entered in a move across the reef, and does not say whether the beach at its end is "
            "one; a beach is land (3.1.1), with a line of its own for all but vessels",
        ),
        Settled(
            "A-65", "BB 1.5.4", "does a runway hex stay occupied when the unit goes on?",
            "yes",
            "1.5.4 asks for runway hexes to be occupied, and not for how long; no Japanese are there to come back "
            "(1.5.2), and an area is secured once (4.5.9)",
        ),
        Settled(
            "A-66", "BB 3.7.1",
            "out of which area comes Anti-Landing Fire, where a beach lies in several, or at a unit that has none?",
            "that of the nearest hex of the beach that is defended, on the pier too; at the Hawkins Scout Platoon that "
            "of the pier's base",
            "3.7.1 asks whether any part of the beach is defended, 3.7.5 modifies by one area, and neither says which; "
            "units approach the nearest, and Hawkins has no beach but the pier's base",
        ),
        Settled(
            "A-67", "BB 4.5.7", "who takes hits of the Marine Assault Table?",
            "those left unpinned, in turn as they were named",
            "4.5.7 applies the results of the table at once, and does not say to whom; those left unpinned are the "
            "ones that assault, and no chance is named",
        ),
        Settled(
            "A-68", "BB 4.7.5", "support of an assault on two hexes",
            "whoever supports it is next to both, pays once, and counts for both dice, as an Offshore Support Point "
            "does",
            "4.7.5 has support come from next to the target, and says nothing of two targets; they are one action "
            "(4.5.5), and support is for an action (4.7.3)",
        ),
        Settled(
            "A-69", "BB 10.4.1", "whom do the wrecks fire at on the reef?",
            "ground units, those on the Long Pier too, and vessels with what they carry; not empty ones",
            "10.4.1 has fire at any one unit on the reef, and does not say whether a vessel is one; 3.4.2 calls it a "
            "unit, who is aboard is reached through it (3.7.3, 3.7.7), and those that go back are let be (3.7.8)",
        ),
        Settled(
            "A-70", "BB 4.9.13", "how often does a vessel come back for two that are lost?",
            "one of a kind a turn, at the end of the Invasion Phase, by itself",
            "4.9.13 lets one come back for two that are lost, and says neither when nor how often; nothing speaks for "
            "leaving it away, and it loads again with the next turn's vessels",
        ),
        Settled(
            "A-71", "BB 1.7.10",
            "whose entry area does the Hawkins Scout Platoon use on the Long Pier, which is assigned to no beach?",
            "that of the landing hex nearest to the pier's base, of two that with the lower number",
            "1.7.10 has units on the pier contribute to suppression, which is fired by entry areas (3.9.1), and it has "
            "none of its own; the pier leads to that hex",
        ),
        Settled(
            "A-72", "BB 3.7.6", "does a pin keep a unit from going on across the reef or the pier?",
            "no, whatever it may not do ashore (reading A-14)",
            "3.7.6 has fire on the reef pin, and no sentence says what a pin does there; pins bind Actions, and those "
            "belong to the Ground Phase (13)",
        ),
        Settled(
            "A-73", "BB 10.6.3", "who supports the fire at a Banzai attack?",
            "all others in the hex, unsupplied and pinned ones too; a position that is being built there remains "
            "incomplete",
            "10.6.3 lets the others of the hex support at no cost, and does not say whether those too that may not "
            "otherwise; it is no Support Action, and 7.8.3 lets unsupplied units fire at Banzai attacks",
        ),
        Settled(
            "A-74", "BB 7.3.5",
            "a unit is found unsupplied, and one of its battalion nearby has Active Supply: may it assault?",
            "no",
            "7.3.5 shares Active Supply with units of the battalion nearby, and does not say whether with unsupplied "
            "ones; 7.8.2 bars those from assaults, whatever they share",
        ),
        Settled(
            "A-75", "BB 4.9.3", "when is the chit spent that takes the place of a Supply Head in a recovery?",
            "as the attempt is declared, whether it succeeds or fails; not where a table lets unsupplied units try "
            "(reading A-11)",
            "4.9.3 lets a chit meet what recovery asks for, and does not say when it is spent; it is what makes the "
            "attempt possible, so it goes with the attempt",
        ),
        Settled(
            "A-76", "BB 6.6", "are vessels pinned?",
            "no",
            "6.6 spares tanks and artillery, and says nothing of vessels; what is aboard is not fired at (3.7.7), and "
            "a vessel has no Action that a pin could bar",
        ),
        Settled(
            "A-77", "BB 7.4.1", "does a Supply Head need a Marine unit in its hex?",
            "no",
            "7.4.1 and 7.4.2 name the hex and its distance, and say nothing of a unit; 10.8.6 knows a head with no "
            "combat unit in it",
        ),
        Settled(
            "A-78", "BB 3.5.4",
            "how is the facing on the reef kept, where the two front hexes are not both on a shortest route?",
            "the front hexes are those on a shortest route, and no counter is turned; a shift goes through the one on "
            "its side, or where there is but one through the hex next to it on that side",
            "3.5.4 has units go into one of two front hexes, 3.5.2 by a shortest way, and nothing is said where these "
            "part; 3.5.5 lets no other hex be entered by choice, and 3.5.6 names the side alone",
        ),
        Settled(
            "A-79", "BB 3.9.1", "how long is an entry area in use?",
            "from the entry of a unit, or of a vessel that carries something, until all such for that beach have "
            "landed",
            "3.9.1 counts beaches that units proceed towards, and does not say from when to when; who has entered for "
            "a beach and has not landed is on the way there",
        ),
        Settled(
            "A-80", "BB 1.7.6", "when do supplies arrive that are unloaded at the end of the Long Pier?",
            "at once, at its base",
            "1.7.6 has supplies land over the pier, and does not say how they come down it; nobody is named who "
            "carries them, and its base is where its Supply Head is (7.4.2)",
        ),
        Settled(
            "A-81", "BB 3.3.4", "how many units may stand in a hex of the Long Pier?",
            "one, as on the reef",
            "3.3.4 bars stacking on the reef, 3.3.1 allows it on land, and the pier is named in neither; like the reef "
            "it is moved on in the Invasion Impulses alone (1.7.2)",
        ),
        Settled(
            "A-82", "BB 3.4.9", "what does a Higgins boat do on the reef when the tide is out again?",
            "it stays where it is, but goes back into an entry hex next to it",
            "3.4.9 lets boats cross the reef on turns 11 to 13, and says nothing of one that is there afterwards; it "
            "may enter no further reef hex (3.4.8), and is not said to be lost",
        ),
        Settled(
            "A-83", "BB 4.3.1", "what does it cost to cross a hexside of which nothing of its own is printed?",
            "what the terrain of the hex beyond it costs",
            "4.3.1 has the cost depend on the hexside, and the chart gives it by hexes; a hexside without a mark has "
            "nothing else to go by than the hex beyond it",
        ),
        Settled(
            "A-84", "BB 11.1", "must runway hexes be occupied to win?",
            "yes",
            "11.1 wants all hexes cleared, and a runway has no Japanese to clear (1.5.2); 1.5.4 has it occupied for "
            "its area to be secured, and so for all of them",
        ),
        Settled(
            "A-85", "BB 10.1.3", "does the marker of an air raid count in night turns too?",
            "yes, from when it is placed until the end of the second turn by daylight",
            "10.1.3 has the marker remain for the first two daylight turns, and does not say whether it counts before; "
            "what is given is how long it stays",
        ),
        Settled(
            "A-87", "BB 3.7.1", "what must be next to an uncleared hex: the area, or the part of the beach?",
            "the area of any part of the beach",
            "3.7.1 asks whether a part of the beach is in an area that is unsecured or next to an uncleared hex, and "
            "leaves open to which of the two both words belong; they are said of the area",
        ),
        Settled(
            "A-88", "BB 10.4.2", "is infantry that is sent to the wreck advancing on its beach (3.7.1)?",
            "on its way there as anybody on the reef; in the wreck not, while the Japanese are in it: it is no target "
            "of Anti-Landing Fire, uses no entry area, and changes no course; it may leave in any impulse",
            "3.7.1 has fire at who advances, 10.4.2 sends infantry to the wreck for a whole turn, and neither says "
            "whether that is an advance; who stays in a hex approaches nothing, and the wrecks' own fire is at anybody "
            "on the reef (10.4.1)",
        ),
        Settled(
            "A-89", "BB 4.2.6", "Battalion Integrity of engineers, and of several that act together",
            "engineers have it by either infantry unit; an action of several where all of them have it; the other may "
            "be ashore, on the pier or the reef, or aboard a vessel",
            "4.2.6 names the other infantry unit of a battalion, and says nothing of engineers, of actions of several, "
            "or of a unit not ashore; an engineer is no infantry, so each is the other one, and only the distance is "
            "asked for",
        ),
        Settled(
            "A-90", "BB 10.8.1",
            "when are the targets of a General Banzai drawn, and what if one is gone when its turn comes?",
            "all before the first attack; each is attacked where it then stands, and one that is eliminated is not "
            "replaced",
            "10.8.1 selects a unit in each area next to an unsecured hex, and does not say whether before the first "
            "attack; the areas are those of the moment the event comes, and none is selected twice",
        ),
        Settled(
            "A-92", "BB 7.5.3", "whom does a point of Direct Supply supply, beside its battalion?",
            "artillery, tanks and Hawkins that have a line to it, which may be sent one too",
            "7.5.3 has Direct Supply serve units that trace no line, 7.5.4 limits it by battalion, and units of none "
            "are not named; 7.10.1 resupplies units of any kind, and those need General Supply alone (7.3.10)",
        ),
        Settled(
            "A-97", "BB 7.7.3",
            "the Japanese take back an empty hex with a Supply Head: as a General Banzai spreads, or by an Invasion "
            "Collapse",
            "the head is gone in either case; with its share of the points in a Banzai attack, without any in a "
            "collapse",
            "7.7.3 takes points for a head that a Banzai attack overruns, 10.8.6 takes the head, and neither speaks of "
            "its hex; heads are in cleared hexes alone (7.4.1), and a collapse (8.3.4) is no attack",
        ),
        Settled(
            "A-98", "BB 7.4.1", "does a Supply Head in a Landing Beach Hex keep its distance from uncleared hexes too?",
            "yes, all do but the one at the base of the Long Pier",
            "7.4.1 names both kinds of beach hexes, then asks for the distance of the beach hex head, and does not say "
            "whether of both; 7.4.2 lets 2731 alone off, and 7.5.1 knows units that can establish no head yet",
        ),
        Settled(
            "A-86", "BB 8.5.4", "a regiment's morale falls, or rises, in the midst of a turn: when do its APs change?",
            "at once for units that have spent none in the turn; who has begun keeps what is left",
            "8.5.4 has negative morale reduce APs, and does not say when; it is the maximum that is reduced, and that "
            "was measured as the unit began",
        ),
    )
}  # fmt: skip
