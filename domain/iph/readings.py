"""Where the text of Invasion Pearl Harbor leaves a choice, and how it may be read.

The first choice holds unless a table rules otherwise. What is ambiguous too, but read one way, stands below.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.state import Reading, Settled

READINGS: Mapping[str, Reading] = {
    reading.id: reading
    for reading in (
        Reading(
            "R-04", "IPH 10.11", "where do the shifts start when the ratio is beyond 4:1 or 1:3?",
            {"printed-first": "at the last printed column (10.2), and the limits hold again after them",
             "final-only": "at the ratio itself, and the limits hold for the final odds alone"},
            "10.2 rounds the ratio down to one that the table lists, and then come the shifts; 10.11 has final odds "
            "beyond 4:1 or 1:3 fought at these. Whether the ratio is held to the table before the shifts too is open.",
        ),
        Reading(
            "R-07", "IPH 9.6", "for whom is one die for the movement factor rolled?",
            {"force": "for the units that set out together, which may split; others of their hex roll when they set "
            "out (2.10, 9.4)",
             "hex": "for all of the sub-command that began the phase in the hex, as they were one stack"},
            "One roll is the factor of a whole stack, also once it splits; 2.10 has each unit or stack roll as it "
            "starts, and 9.4 lets units of one hex move together or apart. Whether who stays behind belongs to the "
            "stack that rolled is open.",
        ),
        Reading(
            "R-09", "IPH 10.13", "is the Issei die rolled once they have risen?",
            {"each": "yes, each time a city is attacked, and each six takes the terrain benefits from that defence; "
            "they return after it",
             "once": "no, the rebellion has broken out, and terrain benefits have returned for good"},
            "A die each time the Japanese attack into a city; on a six rebellion has broken out: no terrain benefits "
            "in that attack, which return, and city hexes cost more for the rest of the game. What the die does once "
            "it has broken out is open.",
        ),
        Reading(
            "R-10", "IPH 11.2", "how are several units halved that attack onto Ford Island?",
            {"each": "unit by unit, rounded down", "sum": "all of them in sum, rounded down"},
            "Units that attack through the island's hexsides are halved, and remainders rounded down. Whether each "
            "unit is halved, or what they come to together, is open.",
        ),
        Reading(
            "R-12", "IPH 4.6", "does the point of a Beachhead belong to its marker or to its hex?",
            {"hex": "to the control of the hex: it goes and comes with that, as other points of hexes do (4.8)",
             "marker": "to the marker: it goes with it, and does not come back"},
            "The first three points are one for each marker; by 4.8 points for control come and go, and those of "
            "beachhead hexes may be lost with their control. Whether a marker's point comes back with its hex, as the "
            "marker does not (8.3), is open.",
        ),
        Reading(
            "R-13", "IPH 8.3", "may a US unit enter a hex with nothing but a Beachhead marker?",
            {"unit": "no, the marker is an enemy unit (10.9) and must be fought",
             "entered": "yes, and takes the marker away by its control of the hex; the marker may be attacked too"},
            "A marker goes when its hex comes under US control, which a unit takes by entering (3.6); but 9.7 bars "
            "hexes with enemy ground units of any type, and 10.9 counts markers among these, so that nobody could "
            "enter while it is there. Which of the two gives way is open.",
        ),
        Reading(
            "R-16", "IPH 7.4", "several aircraft hit the same ship",
            {"first": "the first hit decides, and what else was sent against the ship is spent (7.8)",
             "worst": "each goes on rolling, and sunk goes before damaged"},
            "Aircraft are lined up against ships before any die, and each that hits rolls at once whether its ship is "
            "sunk or damaged; 7.8 removes the ship for either. What a second hit on it does is open.",
        ),
        Reading(
            "R-22", "IPH 7.12", "in which order is support declared?",
            {"air": "Japanese aircraft, the first step, and battleships; US aircraft, at once after them; the Issei "
            "die; then what 12 has",
             "issei": "the Issei die, which is a preliminary one; then Japanese aircraft and battleships, US aircraft, "
             "and what 12 has"},
            "Japanese aircraft are the first step after an attack is declared, and US dice come at once after them "
            "(7.14); 12.1 names battleships before aircraft, and the Issei die is a preliminary one (10.13). Which "
            "goes before which is open.",
            since=4, before="issei",
        ),
        Reading(
            "R-25", "IPH 6.1", "does stacking bind a force on its way through a hex of its own side?",
            {"crossing": "yes: no fifth unit, no other US sub-command (9.12); but SNLF and IJA cross each other, "
            "however many are there (9.13)",
             "throughout": "yes: no fifth unit, whoever is crossed, no other US sub-command (9.12); SNLF and IJA may "
             "cross each other (9.13)",
             "ends": "no, only where it ends a move"},
            "Stacking holds all through a turn; 9.12 keeps US sub-commands apart throughout a phase, and 9.13 lets IJA "
            "and SNLF move through each other's hexes. Whether units on their way through count for what a hex holds "
            "is open.",
        ),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "R-01", "IPH 5.2", "the outline has four phases for chits, and there are seven chits",
            "a phase for each chit, until the container is empty",
            "5.8 has chits pulled until none is left, and 5.6 gives each a phase of its own; the outline shows four "
            "such phases, and does not say that these are all",
        ),
        Settled(
            "R-02", "IPH 12.3", "the \"Attack\" chits that are taken out on nights, where none is called so",
            "the Fight chits, that of Battleship Row among them",
            "5.9 takes out the chits printed Fight, and 12.3, which calls them otherwise, excepts none; by 11.3 "
            "Battleship Row never attacks at night",
        ),
        Settled(
            "R-03", "IPH 5.9", "to which date does a night belong?",
            "to that of the day before it; the Turn Record Track goes before, where it has been read out",
            "4.2 calls turn 11 the evening of 9 December, and 5.9 makes turns 4 and 8 nights: three days of three "
            "turns with two nights between come out so; no sentence gives a night its date",
        ),
        Settled(
            "R-05", "IPH 10.2", "an attack of strength 0, as after halving",
            "is made at 1:3",
            "10.2 compares two strengths, and does not speak of none; by 10.11 no odds are worse than 1:3, and what "
            "has been declared is fought",
        ),
        Settled(
            "R-06", "IPH 9.14", "a 1 on 7 December after Honolulu has fallen",
            "a movement factor of 0",
            "9.14 takes one off every roll, and 2.10 knows no factor below 0; neither says what less than 0 is, and "
            "nobody could go less far",
        ),
        Settled(
            "R-08", "IPH 10.13", "a city hex entered by road after the rebellion",
            "2 MP, and one more where it is interdicted",
            "10.13 sets the price of all city hexes, and does not speak of roads; 9.9 sets aside the cost of terrain, "
            "which this is not, and 7.13 adds to what an entry costs",
        ),
        Settled(
            "R-11", "IPH 2.11", "how many steps have a fort garrison and Battleship Row?",
            "one: the first step lost in defence removes them",
            "2.11 gives US Army units one step, and two to units with factors on both sides of their counter; it does "
            "not name these two, and no rule has either of them reduced",
        ),
        Settled(
            "R-14", "IPH 7.11", "can the submarine hit a battleship, when only US aircraft can (7.1)?",
            "yes",
            "7.11 has a Japanese vessel hit, chosen as 7.5(4) draws lots, with battleships among them; 7.1, by which "
            "aircraft alone hit these, does not speak of submarines",
        ),
        Settled(
            "R-15", "IPH 11.4",
            "aircraft have no steps, and leave play with their carrier in an air strike alone (2.11, 7.10)",
            "one goes for each step lost by those that attack Battleship Row alone, and one with a carrier that a "
            "submarine hits",
            "11.4 has aircraft that attack alone suffer losses as ground units do, and 7.8 takes one with every "
            "carrier that is lost; 2.11 and 7.10 except neither, and neither says how many go",
        ),
        Settled(
            "R-17", "IPH 7.7", "when may the US player strike battleships that support a battle?",
            "on a date on which the Carrier Warfare Table brought no carrier combat, by day",
            "7.7 gives the strike with that result, and counts by days; which turns a day has it does not say: a date "
            "is one, and no aircraft fly at night (5.9)",
        ),
        Settled(
            "R-18", "IPH 7.9", "who strikes which, when battleships alone are close in?",
            "the US player assigns his aircraft before any die",
            "7.9 gives the US player an attack, and does not say how it is made; 7.5(4) draws lots only where carriers "
            "are close-in with battleships, and has targets picked otherwise",
        ),
        Settled(
            "R-19", "IPH 7.15", "the Army aircraft comes on a six, and adds to its die",
            "it comes on 6 or more",
            "7.14 has an aircraft fly on a six, and 7.15 adds to what is rolled for this one; what more than six "
            "brings neither says, and safe airfields are to help it",
        ),
        Settled(
            "R-20", "IPH 10.4", "may the second attack strike a hex that has been attacked in the phase?",
            "yes",
            "10.3 has each hex attacked once, except as 10.4 says; 10.4 lets who advanced attack a second time, and "
            "names no target that is barred",
        ),
        Settled(
            "R-21", "IPH 10.4", "is the US side's air support barred from second combats too?",
            "yes, no die is rolled for it",
            "10.4 lets no air support be used in second combats, and does not say whose; what 7.14 rolls for is air "
            "support too",
        ),
        Settled(
            "R-23", "IPH 10.5",
            "all units of a hex must join its attack, and some cannot: stalled, static, of another sub-command",
            "the others attack without them; who does not attack loses nothing by it, and does not advance",
            "10.5 lets no attacking unit sit out the attack of its hex, and does not speak of those who may not "
            "attack; 10.9 has eligible units attack without the static ones, which do not pay for it, and 9.12 those "
            "of one sub-command",
        ),
        Settled(
            "R-24", "IPH 9.13", "SNLF in one beachhead hex and IJA in another",
            "attack together, as if they were one",
            "9.13 makes both one organization where they are stacked in beachhead hexes, and lets one of the two join "
            "from outside; it does not say that a single hex has both; with one of them there alone, no body is there",
        ),
        Settled(
            "R-26", "IPH 3.2", "the East Coast runs past Kaneohe Bay, and North Coast and Kaneohe Bay have no boundary",
            "each area is its own list of hexes, and the three hexes lie next to each other in one list, the first "
            "with all three; its end is none",
            "3.2 says where each area begins and ends, that nobody lands outside one, and that at a boundary all three "
            "hexes are in one; what holds where two areas run side by side it does not say",
        ),
        Settled(
            "R-27", "IPH 8.5", "three markers for stalled units, of which there may be twelve",
            "any number of units can be stalled",
            "8.5 marks whoever is stalled, and sets no limit; 3.4 counts three markers, which 2.13 calls memory aids, "
            "and does not say what is done when they run out",
        ),
        Settled(
            "R-28", "IPH 7.6", "the first strike of a mutual discovery brings the points to where the game ends",
            "they are counted after both strikes",
            "7.6 has both strikes take place at the same time, and ships removed after them; 4.2 and 4.3 stop play at "
            "once, and do not say when that is for two strikes at one time",
        ),
        Settled(
            "R-29", "IPH 10.9", "more steps are to be lost than there are",
            "what is there is lost",
            "10.9 has each side lose the steps of the result, by its units in the battle; of steps that are not there "
            "it says nothing, and nobody else is named who could lose them",
        ),
        Settled(
            "R-30", "IPH 11.2", "may a force with a movement factor of 0 move onto or off Ford Island?",
            "no, it needs 1; interdiction asks for no more",
            "11.2 has the move use up the whole allowance, and names no price; 9.3 wants points for every entry, which "
            "an allowance of none has not, and by 11.2 interdiction does not hinder these moves",
        ),
        Settled(
            "R-31", "IPH 8.3", "a Beachhead is lost, and no US unit enters its hex",
            "it is gone all the same, nobody lands there any more, and the hex stays Japanese",
            "8.3 has the marker give up the last step of its hex, and does not say what becomes of the hex; by 3.6 "
            "hexes change hands by units that enter them, and by 8.1 units land through markers",
        ),
        Settled(
            "R-32", "IPH 3.2", "a beachhead hex with a fort garrison in it",
            "none of the three may be a fortification",
            "3.3 has a garrison in each fort before the markers are placed (3.5), and by 6.1 enemies are never in one "
            "hex; 3.2 asks only for hexes of one area, and does not speak of forts",
        ),
        Settled(
            "R-33", "IPH 11.4", "what do aircraft bring that attack Battleship Row alone?",
            "a strength of 1 each, not halved, and no column; no battleship supports them, there is no banzai, and US "
            "aircraft are rolled for",
            "11.4 gives each of them a factor, and speaks of no column; they cross no hexside (11.2), 7.1 and 12.1 ask "
            "for ground units, and US aircraft are rolled for whenever Battleship Row is attacked",
        ),
        Settled(
            "R-34", "IPH 6.8", "what does the US player learn of Japanese units that he does not attack?",
            "where a force is and which way it goes, the strength of hexes that attack, who loses a step; not who is "
            "there, how many, or stalled",
            "6.8 bars him from examining stacks that he does not attack, and does not say what he sees without: moves "
            "and losses are made before his eyes, and odds are reckoned from strengths (10.2)",
        ),
        Settled(
            "R-35", "IPH 6.8", "may the US player choose who attacks after he has seen the defenders?",
            "no, the attackers are named as the attack is declared, and none is added or left out",
            "6.8 shows him a stack as he declares an attack on it, which he cannot call off; of changing it he reads "
            "nothing there, but an attack is declared with those who make it (10.5)",
        ),
        Settled(
            "R-36", "IPH 3.3", "two units in both hexes of the barracks: two in each, or two in all?",
            "two in each",
            "3.3 has two units at the least begin in both hexes, and does not say in each; of two in all one hex might "
            "have both, and the other none",
        ),
        Settled(
            "R-37", "IPH 3.3",
            "three units of the 25th a hex at set-up, and some of the 24th with them in a fortification",
            "three of the 25th, and four in all",
            "3.3 sets three a hex for the units of the 25th, and does not speak of others with them; 6.5 has four of "
            "both divisions in a fortification, and 6.1 holds at all times",
        ),
        Settled(
            "R-38", "IPH 5.10", "where are the Japanese battleships on turns 2 to 4?",
            "close in, as on turn 1",
            "5.10 moves both close in as turn 1 begins, and says nothing of later turns; no ship is moved before the "
            "disposition of turn 5 (7.2, 7.3)",
        ),
        Settled(
            "R-39", "IPH 7.3", "one aircraft goes beneath each carrier, and some were lost without theirs",
            "close-in carriers have them first; each carrier lost takes one with it while there are any in its box",
            "7.3 puts an aircraft beneath each carrier, and 7.8 removes one with each; neither speaks of carriers "
            "without one, as 11.4 may leave them, and by 7.4 an aircraft belongs to no carrier",
        ),
        Settled(
            "R-40", "IPH 7.10", "can aircraft that have struck ships fly another mission in the turn?",
            "yes, those that are left can",
            "7.10 counts one mission a turn for each aircraft, of interdiction or support; a strike is neither, and "
            "7.4 puts aircraft back into the box and does not say that they have flown",
        ),
        Settled(
            "R-41", "IPH 7.7", "when is a supporting battleship struck, and by which aircraft?",
            "once the battle is over, where its support stands, or later on that date; by any that are close-in, "
            "whatever else they have struck",
            "7.7 lets the strike follow upon support that is given, once a day against each battleship; when it is "
            "made on that day, and how often one aircraft strikes, it does not say",
        ),
        Settled(
            "R-42", "IPH 7.3", "a side has no ships left when they are disposed",
            "the other disposes of its own, and there is no carrier combat without close-in carriers of both; the Army "
            "aircraft comes all the same",
            "7.3 has each side dispose of its ships, and then makes the Army aircraft available; of a side without "
            "ships it says nothing: what depends on them lapses (7.9), and nothing else does",
        ),
        Settled(
            "R-43", "IPH 7.13",
            "interdiction comes just before the first chit: before or after a Japanese phase that is played there?",
            "in any order, until the first chit is pulled",
            "7.13 has it placed just before the first chit, and 5.7 lets Japanese phases be taken there; neither says "
            "which comes first, and what was used for one mission is not there for another",
        ),
        Settled(
            "R-44", "IPH 7.15", "which airfields count for the Army aircraft?",
            "each airfield hex for itself, Ford Island among them; once none is US-controlled it is gone, even before "
            "turn 5",
            "7.15 counts the airfields on the island, and removes the aircraft once all are lost; what one airfield "
            "is, and from which turn, it does not say: 4.4 counts by hexes, and 4.5 has one on Ford Island",
        ),
        Settled(
            "R-45", "IPH 11.4", "one column for Japanese aircraft against Battleship Row: in its own attacks too?",
            "no, only when it is attacked; there more may fly, and shift one column",
            "11.4 limits the columns that aircraft bring against the counter, among what it says of its defence; it "
            "does not speak of how many fly, nor of its attacks, in which aircraft defend those it fires at",
        ),
        Settled(
            "R-46", "IPH 10.13", "does the rebellion open a city to the concentric bonus?",
            "no; it takes the benefits of the Terrain Effects Chart, those of hexsides too",
            "10.13 takes from the US defenders what terrain benefits they have, and does not speak of the attackers' "
            "bonus; that 10.12 gives none there is no benefit of the terrain, which shifts in the hex and around it "
            "(10.2)",
        ),
        Settled(
            "R-47", "IPH 10.2", "terrain around a hex, when some attackers come in by other hexsides",
            "it counts when all come across it, Battleship Row too where it fires at the next hex; not where it fires "
            "two hexes far",
            "10.2 shifts odds for terrain in the defenders' hex and around it, and does not speak of attackers who "
            "meet different sides; there is one ratio for all; 11.3 lets what lies between be ignored at two hexes "
            "alone",
        ),
        Settled(
            "R-48", "IPH 10.2", "a defence of strength 0",
            "is attacked at the highest odds, where the attack has any strength",
            "10.2 divides by the strength of the defence, and does not speak of none; by 10.11 no odds are better than "
            "4:1, and no ratio is higher than one to nothing",
        ),
        Settled(
            "R-49", "IPH 10.14", "a unit that is doubled and halved; and battleships with either, or with terrain",
            "it is doubled first, then halved; battleships count whole, 6 each",
            "10.14 doubles attack factors, 11.2 halves units and rounds down; neither says which comes first, and "
            "rounding is what comes last; 7.1 gives a battle a ship's whole factor, and the ship is in no fort or hex",
        ),
        Settled(
            "R-50", "IPH 9.13",
            "may SNLF and IJA stop in one hex, if they part before the phase ends? May they set out together?",
            "where they can part: those who were there have not moved, or who comes has points to go on; together from "
            "Beachhead to Beachhead",
            "9.13 has them move through each other's hexes, and be apart once the phase is over; of stopping there "
            "before it says nothing; who has moved is moved again with the other player's leave alone (9.2, 9.5), and "
            "6.2 has both at Beachheads",
        ),
        Settled(
            "R-51", "IPH 9.5", "who may go on, and with whom, after part of a stack has moved?",
            "each part of it, in any order, until another stack moves; nobody takes up who was not with him as the "
            "phase began",
            "9.5 has those left behind go on after a part split off, until a different stack moves; it does not say "
            "whether the part may go on after them; 9.4 has those move together who began the phase together",
        ),
        Settled(
            "R-52", "IPH 10.4", "a second attack onto Ford Island, or off it",
            "is allowed as a first one is",
            "10.4 lets who advanced attack a second time, and does not speak of water; by 9.10 these hexsides are "
            "attacked across, and by 11.2 normal advances are made",
        ),
        Settled(
            "R-53", "IPH 8.3", "for what is a Beachhead marker a ground unit?",
            "for support by ships and aircraft, for banzai, for its own shift (8.4), for the fire of Battleship Row, "
            "for airfields next to it; not for stacking",
            "10.9 counts it among the Japanese ground units, and 8.3 gives it a defence and a step; 7.1, 7.12, 7.15 "
            "and 11.3 ask for ground units, 12.1 for any ground defence, and none of them says whether it counts; 6.7 "
            "has it stack freely",
        ),
        Settled(
            "R-54", "IPH 11.2", "are attacks halved off Ford Island, and onto it once Battleship Row is gone?",
            "not off it; onto it always",
            "11.2 halves units that attack through the hexsides by which the island is attacked, whoever holds it; of "
            "attacks off it the sentence in brackets says that advances are normal, and nothing of halves",
        ),
        Settled(
            "R-55", "IPH 9.5", "a US force is moved again with the other player's leave: what has it to spend?",
            "what is left of the factor it rolled, which is told whole again; no die is rolled",
            "9.5 lets a stack resume with leave, and says nothing of its points; by 9.6 the one roll is its factor for "
            "the whole phase, and by 9.2 points are spent once",
        ),
        Settled(
            "R-56", "IPH 9.3", "a US force has named its way, and then rolls less than that costs: where does it stop?",
            "in the last hex it can pay for in which it may stay; of a way to a goal that alone was named, in the last "
            "of these that is nearer to the goal",
            "9.3 lets it enter no hex that it cannot pay for, by 9.2 it may stop before, and by 6.1 only where there "
            "is room; 2.10 rolls as a move starts, and knows no way that is named before",
        ),
    )
}  # fmt: skip
