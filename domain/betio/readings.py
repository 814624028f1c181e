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
        ),
        Reading(
            "A-11", "BB 7.8.3", "may a unit attempt recovery that is not in General Supply?",
            {"needs-supply": "no, unless it spends an Active Supply chit for it (4.9.3)",
             "any": "yes, an unsupplied unit may, without a chit; only isolation bars it (7.9.2)"},
        ),
        Reading(
            "A-12", "BB 4.4.3", "what do several suppression markers on one target do?",
            {"each": "each of them modifies by one", "once": "they modify by one together"},
        ),
        Reading(
            "A-14", "BB 4.5.7", "what may a pinned unit not do?",
            {"no-attack": "assault and demolish; it acts freely otherwise",
             "no-action": "anything but fire against Banzai attacks"},
        ),
        Reading(
            "A-21", "BB 7.9.1", "when has a unit been unsupplied for more than two turns?",
            {"third": "at the third Supply Phase in a row that finds it so", "fourth": "at the fourth, when three whole turns have gone by"},
        ),
        Reading(
            "A-25", "BB 1.5.3", "is the fire at a unit that enters a runway hex the one roll of its area?",
            {"extra": "no, it comes besides that, at each entry", "instead": "yes, there is no more Offensive Fire at that area in the turn"},
        ),
        Reading(
            "A-35", "BB 7.7.1", "where do points go that were rolled while no Supply Head functions, and not sent as Direct Supply?",
            {"lost": "they are lost, as nothing accumulates without a head", "kept": "they are added to the pool all the same (7.7.2)"},
        ),
        Reading(
            "A-42", "BB 10.8.1", "in which areas does a General Banzai attack pick its targets?",
            {"areas": "in those with Marines that hold an uncleared hex, or lie next to one",
             "bordering": "in those with Marines alone that lie next to an uncleared hex of another area"},
        ),
        Reading(
            "A-91", "BB 10.8.5", "a General Banzai meets a Supply Head without Marines and a unit, in that order: which does it go on against?",
            {"then": "both: the head is eliminated first, then the unit is attacked",
             "instead": "the head, which comes before units; with it the attack is over"},
            since=2, before="instead",
        ),
        Reading(
            "A-93", "BB 8.4.4", "of a hex with two strongpoints: when may the morale of a regiment rise?",
            {"hex": "once, as the hex is cleared: a strongpoint is the whole hex (1.2.1), and hexes are what is cleared",
             "each": "as each of the two is destroyed, which 8.4.4 calls cleared"},
            since=2, before="hex",
        ),
        Reading(
            "A-94", "BB TEC", "an anti-tank ditch that is printed on a hexside: does it change fire and assaults?",
            {"across": "yes, -1 as in its hex, where all who act, or the hex that fires, are across it, as its movement cost is paid across it",
             "hex": "no: the modifier is that of the target hex, and a hexside is none"},
            since=2, before="hex",
        ),
        Reading(
            "A-95", "BB 4.5.3", "may the Hawkins Scout Platoon assault? It is infantry by 1.7.3, and beside tanks and artillery by 4.4.1",
            {"no": "no: as it may not fire but support, it supports assaults too",
             "yes": "yes: infantry may, and 4.4.1 speaks of Fire Actions alone; it can have Active Supply then"},
            since=2, before="no",
        ),
        Reading(
            "A-96", "BB 7.4.2", "may a Supply Head be at the base of the Long Pier, next to the Japanese, while the pier is not cleared?",
            {"base": "yes, once 2731 itself is cleared: 7.4.2 sets no other condition",
             "pier": "no, only once the pier is cleared, over which its supplies come (1.7.6); before that as in any beach hex (7.4.1)"},
            text="A Supply Head may be established at 2731 whatever the distance to the Japanese. 1.7.6 has supplies land over the pier once it is "
            "cleared, and speaks of a head at 2731 next; whether the head waits for that is not said.",
            since=2, before="pier",
        ),
        Reading(
            "A-47", "BB 4.4.2", "how far does a Fire Action reach?",
            {"adjacent": "to the hexes next to the unit, as support does (4.7.5)", "two": "up to two hexes"},
        ),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "A-01", "BB 1.9.2", "do beach hexes need an assault? 3.1.3 says no, 1.9.2 yes but for Landing Beach Hexes",
            "all but Landing Beach Hexes do",
            "section 1 corrects the rest, and speaks of the others expressly",
        ),
        Settled(
            "A-02", "BB 4.5.2", "nothing but an Assault clears a hex, it says",
            "a strongpoint hex is cleared by demolition alone, and not assaulted; a runway hex is occupied; a Landing Beach Hex is clear",
            "1.2.1, 1.5.2 and 1.9.1 say so of the particular hexes",
        ),
        Settled(
            "A-03", "BB 8.2.2", "a strongpoint is cleared, reduced, destroyed: when does morale move?",
            "General Morale of both sides once, as its hex is cleared; a regiment's by reading A-93",
            "8.2.2 and 8.3.3 name the hex, and a hex is cleared when all its strongpoints are gone (1.2.2)",
        ),
        Settled(
            "A-04", "BB 4.6.8", "what becomes of steps beyond the first of two strongpoints?",
            "they go to the other; beyond the hex they are lost",
            "the example has two strongpoints lose four steps by 1, 2 and 1",
        ),
        Settled(
            "A-05", "BB 8.5.2", "what do negative numbers of the morale tracks do?",
            "they count with their sign: Japanese morale of -1 is -1 on Japanese fire and +1 on assaults",
            "8.5.1 takes the numbers as they are",
        ),
        Settled(
            "A-07", "BB 1.3.3", "which attacks does an improved position weaken?",
            "Offensive Fire; not Defensive Fire, the Banzai Table, an air raid, or booby traps",
            "1.3.3 and 10.6.6 exclude two of them, an air raid has no modifiers (10.1.1), and traps are rolled for an area",
        ),
        Settled(
            "A-08", "BB 13", "night events and recovery: in the Supply Phase or in the Morale Phase (8.5.5, 8.5.6)?",
            "night events come in the Supply Phase, recovery is completed in the Morale Phase after them",
            "the sequence has it so, and a Banzai attack can only foil a recovery (4.9.5) that has not been completed",
        ),
        Settled(
            "A-09", "BB 4.7.6", "what does a 3 bring on the Offshore Support Table: nothing (4.7.6), or a point (10.4.3)?",
            "what the printed table says",
            "the text only tells of it",
        ),
        Settled(
            "A-10", "BB 4.7.3", "several units support the same action: do their values add?",
            "in a Fire Action they add; in an assault or demolition the best of them counts, and the table is rolled on",
            "4.7.6 says so of those two, and excludes fire",
        ),
        Settled(
            "A-13", "BB 4.5.5", "an assault on two hexes: what is paid and rolled twice?",
            "3 APs once; Defensive Fire of each hex at each unit, before any assault die; then an assault die for each hex",
            "the cost is that of an assault on one or two hexes, and fire comes by the hex (4.5.6)",
        ),
        Settled(
            "A-15", "BB 3.7.3", "when may an empty vessel be fired at?",
            "in the first impulse, unless it is on its way back",
            "3.7.3 names the second and third, and 3.7.8 lets those be that go back",
        ),
        Settled(
            "A-16", "BB 3.4.12", "unloading takes a whole impulse; on a beach it takes what APs are left (3.6.2)",
            "at the edge of the reef, onto the pier and onto an amtrack nothing may have been spent in the impulse; on a beach what is left goes",
            "3.6 is said of beaches alone",
        ),
        Settled(
            "A-17", "BB 3.6.3", "in which impulse must the last AP be spent that costs a unit 3 APs?",
            "in any; the unit starts with none at worst",
            "no impulse is named",
        ),
        Settled(
            "A-18", "BB 4.9.9", "does a unit lose steps it has beyond what it may recover to?",
            "no, the limits only stop recovery",
            "they say how far a unit may recover",
        ),
        Settled(
            "A-19", "BB 4.9.5", "which losses to Japanese fire foil a recovery?",
            "any hit, taken as a step or as morale; a pin alone does not",
            "both are ways of taking the same hit (3.8.1)",
        ),
        Settled(
            "A-20", "BB 7.7.3", "rounding a half, and which heads are counted?",
            "a half goes up; the head that is lost is counted; no pool goes below nothing",
            "the example divides by three before one of three is lost, and halves go up as anywhere",
        ),
        Settled(
            "A-22", "BB 10.1.2", "how many hits is an air raid of 4 or 5?",
            "4 or 5, and Pin 1 for who is hit",
            "units that also suffer a pin suffer something else first",
        ),
        Settled(
            "A-23", "BB 12.2", "may units that come after an hour come at that hour?",
            "no, on a later turn",
            "after is not at",
        ),
        Settled(
            "A-24", "BB 3.3.1", "which two units of a battalion stack, and how many more?",
            "its two infantry units, and one tank, artillery or engineer unit in all",
            "else the engineer would count twice; 3.3.2 and 3.3.3 speak of infantry",
        ),
        Settled(
            "A-26", "BB 3.9.1", "does Marine morale count for Suppression Fire, and what is an S* there?",
            "it does not; an S* is an S",
            "8.5.3 is about Actions, and 3.9.2 knows the marker alone",
        ),
        Settled(
            "A-27", "BB 3.9.3", "what does an Area Suppression Marker modify, also that of an air raid?",
            "Anti-Landing Fire alone",
            "3.9.5 excludes Offensive Fire, and 10.1.3 places the same marker",
        ),
        Settled(
            "A-28", "BB 3.4.9", "may artillery land from a Higgins boat on turns 11 to 13?",
            "yes",
            "3.4.9 is the exception, and lands units without a difference",
        ),
        Settled(
            "A-29", "BB 8.4.3", "a marker at the end of its track",
            "stays there; at the left end a hit cannot be taken as morale",
            "there is no box to move to",
        ),
        Settled(
            "A-30", "BB 3.4.3", "what is the Hawkins Scout Platoon?",
            "an infantry unit of no regiment: it clears the pier, its loss moves Japanese morale, its hits are steps; it may support, not fire; "
            "whether it assaults says reading A-95",
            "1.7.3 names it with other infantry, 4.4.1 keeps it from firing, and nobody's morale could take its hits",
        ),
        Settled(
            "A-31", "BB 3.7.7", "how does a unit aboard take the losses of its vessel?",
            "as steps; an asterisk is ignored",
            "it is step losses that are matched, and the fire was at the vessel (5.1.3)",
        ),
        Settled(
            "A-32", "BB 8.5.4", "by how much does negative morale of a regiment reduce its APs?",
            "by its number",
            "the numbers of the tracks are what they modify (8.5.1)",
        ),
        Settled(
            "A-33", "BB 2.1.3", "which impulses are given up for the bombardment, and may it be all three?",
            "the first ones, with their fire; a third adds nothing",
            "the first landing is what is delayed, and +2 is the most",
        ),
        Settled(
            "A-34", "BB 4.1.3", "may a loss to booby traps or snipers be taken as morale?",
            "no",
            "it is a step loss, and no hit",
        ),
        Settled(
            "A-36", "BB 10.4.2", "in which order are the wrecks put down, and must the turns follow each other?",
            "two turns of shelling, in a row or not, then a turn of the infantry",
            "it takes three turns at least",
        ),
        Settled(
            "A-37", "BB 1.7.10", "what do units on the Long Pier contribute to Suppression Fire?",
            "their beach is in use; nothing is added to the die",
            "one roll is made for each beach, and no modifier is named",
        ),
        Settled(
            "A-38", "BB 4.7.5", "10th Battalion, stronghold, Palm Forest",
            "the artillery of the 10th regiment, a strongpoint, a Palm Grove",
            "there are four battalions of that regiment (12), and nothing else the other names could mean",
        ),
        Settled(
            "A-39", "BB 1.7.8", "a course change beside the Long Pier: ignored, or along it (1.7.7)?",
            "ignored next to it; a course that comes to it from further away goes along it",
            "both rules have their cases then",
        ),
        Settled(
            "A-40", "BB 2.1.1", "which die is rolled?",
            "one with six sides",
            "7.7.4 names it, and the air raids use 1 to 6",
        ),
        Settled(
            "A-41", "BB 12.1", "which turns have which hours, and which are nights?",
            "as the Turn Track is read out; before that five turns on the first day, six a day later, three a night between",
            "turns 11 to 13 are then the middle of the second day (3.4.9)",
        ),
        Settled(
            "A-43", "BB 8.3.3", "is morale moved again when an area is secured again, and back when it is lost?",
            "it is moved again, and never back",
            "it moves each time an area is secured, and no rule takes it back",
        ),
        Settled(
            "A-44", "BB TEC", "the modifiers of a hex with several terrain features",
            "add",
            "the chart gives each its own, and an excavation can have its craters",
        ),
        Settled(
            "A-45", "BB 3.5.6", "when is a course change carried out?",
            "in the next movement impulse, on the next turn too",
            "fire follows movement, and a marker is placed for it (3.7.5)",
        ),
        Settled(
            "A-46", "BB 4.2.2", "how many APs are left to a unit that is turned over in the midst of a turn?",
            "those of its new side, less what it has spent, and none at worst",
            "the maximum is what steps change",
        ),
        Settled(
            "A-48", "BB 10.6.3", "is the fire at a Banzai attack a Fire Action, and is one destroyed by it repulsed?",
            "Marine morale, isolation (7.9.3) and support count for it, and nothing else; an attack destroyed is one repulsed",
            "10.6.6 is about the Banzai Table alone, and nobody retook anything",
        ),
        Settled(
            "A-49", "BB 3.7.2", "how does the fourth night event bring fire on units on the reef?",
            "by its one extra fire a turn, and no other roll; who crosses the reef changes course by it as by Anti-Landing Fire",
            "10.4.1 says what the event brings, the reef in it; 3.7.2 calls it Anti-Landing Fire at those, and 3.5.6 knows no other course changes",
        ),
        Settled(
            "A-50", "BB 4.9.13", "which vessels go two for one?",
            "two of one kind, and one of that kind returns",
            "they are the same units",
        ),
        Settled(
            "A-51", "BB 3.7.7", "what becomes of a unit whose vessel is eliminated?",
            "it has lost as many steps as the vessel, and wades on from there; artillery is lost, as it never wades (3.4.7)",
            "its losses are those of the vessel, and nothing more is said",
        ),
        Settled(
            "A-52", "BB 10.6.8", "where does a unit retreat to, and what if it cannot?",
            "to a hex next to it without Japanese, where it may stack, as the player likes: ashore a runway too, where it comes under fire (1.5.3) "
            "once the attack is over; on the pier or the reef along that; where there is none it is eliminated",
            "it leaves its hex, the Japanese hold the others, and stacking holds at all times; results are applied at once (10.6.7)",
        ),
        Settled(
            "A-53", "BB 8.4.2", "does the artillery of the 10th have morale of its regiment?",
            "no: its hits are steps, and nothing is added for it on the Banzai Table",
            "the regiments that have a marker are those whose battalions take the island (8.4.1)",
        ),
        Settled(
            "A-54", "BB TEC", "clear terrain is not on the chart: what does it cost?",
            "1 AP for all, and modifies nothing",
            "4.3.2 has a clear hexside crossed for 1",
        ),
        Settled(
            "A-55", "BB 7.4.1", "when does a Supply Head function?",
            "while it could be placed where it is; it stays when the Japanese come nearer, and functions again when they are gone",
            "the text asks for a functioning one, and says nowhere what closes it but this",
        ),
        Settled(
            "A-56", "BB 7.3.9", "whose chit is used up, when a unit has attacked that shared it (7.3.5)?",
            "one of those of its battalion in its area or the next, as they stand at the end of the turn, unless one of them has attacked too",
            "the chit under a unit that attacked goes; without this a unit that stays behind would supply its battalion for ever",
        ),
        Settled(
            "A-57", "BB 4.6.4", "several engineers demolish the same strongpoint with support: for which of them does it count?",
            "for the first that makes its attempt",
            "the attempts are made one by one, and a supporting unit has paid for one action (4.7.3)",
        ),
        Settled(
            "A-58", "BB 3.3.1", "does stacking bind units on their way through a hex?",
            "yes, in every hex of a path on Betio; on the reef where a move ends",
            "3.3 knows no moment at which units are not stacked, and a vessel's way is one after another",
        ),
        Settled(
            "A-59", "BB 10.6.8", "a Banzai attack empties a runway, pier or Landing Beach hex",
            "no Japanese hold it: nothing is unclear there, and nothing was retaken",
            "no Japanese are in such hexes (1.5.2, 1.7.1, 1.9.1), and no marker lies there to be removed",
        ),
        Settled(
            "A-62", "BB 4.7.3", "all who assault, or demolish, are pinned by Defensive Fire: have those in support paid?",
            "no: neither they nor an Offshore Support Point are used before the action is resolved",
            "support adds to a die that is not rolled then (4.5.7)",
        ),
        Settled(
            "A-61", "BB 4.6.8", "the Japanese retake a hex whose strongpoints are destroyed",
            "it is assaulted like any other, and moves no morale again; a marker on it counts for the hex alone (4.4.5)",
            "the Japanese do not repair what is demolished, and nothing is left to demolish",
        ),
        Settled(
            "A-60", "BB TEC", "do Marines in a cleared strongpoint hex have its -3?",
            "yes",
            "the chart speaks of the hex alone",
        ),
        Settled(
            "A-63", "BB 1.7.3", "how is 2731, the base of the Long Pier, cleared?",
            "by infantry that was landed at the end of the pier and comes down into it, without an assault; or by an assault from land, which does "
            "not clear the pier; who steps onto the pier at 2632 enters 2731 once it is cleared",
            "it is what 1.7.3 tells those units to do, the pier is cleared by nobody else, and 4.5.1 lets no other in",
        ),
        Settled(
            "A-64", "BB 3.5.3", "what does the beach hex cost at the end of the reef?",
            "vessels 1 AP as for each hex entered, tanks and who wades what the chart has for a beach",
            "3.5.3 speaks of moving across the reef, and a beach is land (3.1.1)",
        ),
        Settled(
            "A-65", "BB 1.5.4", "does a runway hex stay occupied when the unit goes on?",
            "yes",
            "no Japanese are there to come back (1.5.2), and an area is secured once (4.5.9)",
        ),
        Settled(
            "A-66", "BB 3.7.1", "out of which area comes Anti-Landing Fire, where a beach lies in several, or at a unit that has none?",
            "that of the nearest hex of the beach that is defended, on the pier too; at the Hawkins Scout Platoon that of the pier's base",
            "one area's strongpoints, suppression and chit can change a roll (3.7.5), and any part of the beach counts",
        ),
        Settled(
            "A-67", "BB 4.5.7", "who takes hits of the Marine Assault Table?",
            "those left unpinned, in turn as they were named",
            "they are the ones that assault, and nothing says whom chance picks",
        ),
        Settled(
            "A-68", "BB 4.7.5", "support of an assault on two hexes",
            "whoever supports it is next to both, pays once, and counts for both dice, as an Offshore Support Point does",
            "it is one action (4.5.5), and support is for an action (4.7.3)",
        ),
        Settled(
            "A-69", "BB 10.4.1", "whom do the wrecks fire at on the reef?",
            "ground units, those on the Long Pier too, and vessels with what they carry; not empty ones",
            "vessels are units (3.4.2), who is aboard is reached through them (3.7.3, 3.7.7), and those that go back are let be (3.7.8)",
        ),
        Settled(
            "A-70", "BB 4.9.13", "how often does a vessel come back for two that are lost?",
            "one of a kind a turn, at the end of the Invasion Phase, by itself",
            "nothing says when, and nothing speaks for leaving it away; it loads again with the next turn's vessels",
        ),
        Settled(
            "A-71", "BB 1.7.10", "whose entry area does the Hawkins Scout Platoon use on the Long Pier, which is assigned to no beach?",
            "that of the landing hex nearest to the pier's base, of two that with the lower number",
            "the pier leads there, and units on it contribute (1.7.10)",
        ),
        Settled(
            "A-72", "BB 3.7.6", "does a pin keep a unit from going on across the reef or the pier?",
            "no, whatever it may not do ashore (reading A-14)",
            "pins bind Actions, and those belong to the Ground Phase (13)",
        ),
        Settled(
            "A-73", "BB 10.6.3", "who supports the fire at a Banzai attack?",
            "all others in the hex, unsupplied and pinned ones too; a position that is being built there remains incomplete",
            "it costs nothing, 7.8.3 lets unsupplied units fire at Banzai attacks, and it is no Support Action",
        ),
        Settled(
            "A-74", "BB 7.3.5", "a unit is found unsupplied, and one of its battalion nearby has Active Supply: may it assault?",
            "no",
            "it shares what is Active Supply, and 7.8.2 asks for a line to a Supply Head, or Direct Supply",
        ),
        Settled(
            "A-75", "BB 4.9.3", "when is the chit spent that takes the place of a Supply Head in a recovery?",
            "as the attempt is declared, whether it succeeds or fails; not where a table lets unsupplied units try (reading A-11)",
            "it is what makes the attempt possible",
        ),
        Settled(
            "A-76", "BB 6.6", "are vessels pinned?",
            "no",
            "tanks are not, and what is aboard is not fired at (3.7.7)",
        ),
        Settled(
            "A-77", "BB 7.4.1", "does a Supply Head need a Marine unit in its hex?",
            "no",
            "the text asks for the hex and its distance alone",
        ),
        Settled(
            "A-78", "BB 3.5.4", "how is the facing on the reef kept, where the two front hexes are not both on a shortest route?",
            "the front hexes are those on a shortest route, and no counter is turned; a shift goes through the one on its side, "
            "or where there is but one through the hex next to it on that side",
            "3.5.5 lets no other hex be entered by choice, and 3.5.6 names the side alone",
        ),
        Settled(
            "A-79", "BB 3.9.1", "how long is an entry area in use?",
            "from the entry of a unit, or of a vessel that carries something, until all such for that beach have landed",
            "units that proceed towards the beach make it so",
        ),
        Settled(
            "A-80", "BB 1.7.6", "when do supplies arrive that are unloaded at the end of the Long Pier?",
            "at once, at its base",
            "they land on the pier, whose base is where its Supply Head is (7.4.2)",
        ),
        Settled(
            "A-81", "BB 3.3.4", "how many units may stand in a hex of the Long Pier?",
            "one, as on the reef",
            "nothing else is said of it, and 1.7.4 lets them come in single",
        ),
        Settled(
            "A-82", "BB 3.4.9", "what does a Higgins boat do on the reef when the tide is out again?",
            "it stays where it is, but goes back into an entry hex next to it",
            "it enters a reef hex on turns 11 to 13 alone; what stands in one is not said to be lost",
        ),
        Settled(
            "A-83", "BB 4.3.1", "what does it cost to cross a hexside of which nothing of its own is printed?",
            "what the terrain of the hex beyond it costs",
            "the chart is one of hexes, and a hexside without a mark has nothing else to go by",
        ),
        Settled(
            "A-84", "BB 11.1", "must runway hexes be occupied to win?",
            "yes",
            "all hexes are to be cleared, and 1.5.4 has a runway occupied for its area to be secured",
        ),
        Settled(
            "A-85", "BB 10.1.3", "does the marker of an air raid count in night turns too?",
            "yes, from when it is placed until the end of the second turn by daylight",
            "what is given is how long it stays",
        ),
        Settled(
            "A-87", "BB 3.7.1", "what must be next to an uncleared hex: the area, or the part of the beach?",
            "the area of any part of the beach",
            "both words are said of the area in which a part of the beach is",
        ),
        Settled(
            "A-88", "BB 10.4.2", "is infantry that is sent to the wreck advancing on its beach (3.7.1)?",
            "on its way there as anybody on the reef; in the wreck not, while the Japanese are in it: it is no target of Anti-Landing Fire, uses no "
            "entry area, and changes no course; it may leave in any impulse",
            "who spends a whole turn in a hex approaches nothing; the wrecks' own fire is at anybody on the reef (10.4.1)",
        ),
        Settled(
            "A-89", "BB 4.2.6", "Battalion Integrity of engineers, and of several that act together",
            "engineers have it by either infantry unit; an action of several where all of them have it; the other may be ashore, on the pier or the "
            "reef, or aboard a vessel",
            "an engineer is no infantry, so each is the other one; the die is changed if the units have it; only the distance is asked for",
        ),
        Settled(
            "A-90", "BB 10.8.1", "when are the targets of a General Banzai drawn, and what if one is gone when its turn comes?",
            "all before the first attack; each is attacked where it then stands, and one that is eliminated is not replaced",
            "one unit is selected in each of the areas that are next to an unsecured hex as the event comes",
        ),
        Settled(
            "A-92", "BB 7.5.3", "whom does a point of Direct Supply supply, beside its battalion?",
            "artillery, tanks and Hawkins that have a line to it, which may be sent one too",
            "7.10.1 resupplies units of any kind, those need General Supply alone (7.3.10), and only battalions are limited to a point (7.5.4)",
        ),
        Settled(
            "A-97", "BB 7.7.3", "the Japanese take back an empty hex with a Supply Head in it: by the spread of a General Banzai, or an Invasion Collapse",
            "the head is gone in either case; with its share of the points in a Banzai attack, without any in a collapse",
            "7.7.3 takes points for a head that a Banzai attack overruns, 10.8.6 the head itself, and neither speaks of the hex below it; heads are in "
            "cleared hexes alone (7.4.1), and a collapse (8.3.4) is no attack",
        ),
        Settled(
            "A-98", "BB 7.4.1", "does a Supply Head in a Landing Beach Hex keep its distance from uncleared hexes too?",
            "yes, all do but the one at the base of the Long Pier",
            "7.4.1 names both kinds of beach hexes, then asks the distance of the beach hex head without saying whether of both; 7.4.2 lets 2731 alone "
            "off, and 7.5.1 knows units for which no head can be established yet",
        ),
        Settled(
            "A-86", "BB 8.5.4", "a regiment's morale falls, or rises, in the midst of a turn: when do its APs change?",
            "at once for units that have spent none in the turn; who has begun keeps what is left",
            "the maximum is what morale reduces, and it was measured as the unit began",
        ),
    )
}  # fmt: skip
