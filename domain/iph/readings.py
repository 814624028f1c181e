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
        ),
        Reading(
            "R-07", "IPH 9.6", "for whom is one die for the movement factor rolled?",
            {"force": "for the units that set out together, which may split; others of their hex roll when they set out (2.10, 9.4)",
             "hex": "for all of the sub-command that began the phase in the hex, as they were one stack"},
        ),
        Reading(
            "R-09", "IPH 10.13", "is the Issei die rolled once they have risen?",
            {"each": "yes, each time a city is attacked, and each six takes the terrain benefits from that defence; they return after it",
             "once": "no, the rebellion has broken out, and terrain benefits have returned for good"},
        ),
        Reading(
            "R-10", "IPH 11.2", "how are several units halved that attack onto Ford Island?",
            {"each": "unit by unit, rounded down", "sum": "all of them in sum, rounded down"},
        ),
        Reading(
            "R-12", "IPH 4.6", "does the point of a Beachhead belong to its marker or to its hex?",
            {"hex": "to the control of the hex: it goes and comes with that, as other points of hexes do (4.8)",
             "marker": "to the marker: it goes with it, and does not come back"},
        ),
        Reading(
            "R-13", "IPH 8.3", "may a US unit enter a hex with nothing but a Beachhead marker?",
            {"unit": "no, the marker is an enemy unit (10.9) and must be fought",
             "entered": "yes, and takes the marker away by its control of the hex; the marker may be attacked too"},
        ),
        Reading(
            "R-16", "IPH 7.4", "several aircraft hit the same ship",
            {"first": "the first hit decides, and what else was sent against the ship is spent (7.8)",
             "worst": "each goes on rolling, and sunk goes before damaged"},
        ),
        Reading(
            "R-22", "IPH 7.12", "in which order is support declared? 7.12 begins with aircraft, 12.1 with battleships, 10.13 with its die",
            {"air": "Japanese aircraft, the first step, and battleships; US aircraft, at once after them; the Issei die; then what 12 has",
             "issei": "the Issei die, which is a preliminary one; then Japanese aircraft and battleships, US aircraft, and what 12 has"},
            since=4, before="issei",
        ),
        Reading(
            "R-25", "IPH 6.1", "does stacking bind a force on its way through a hex of its own side?",
            {"crossing": "yes: no fifth unit, no other US sub-command (9.12); but SNLF and IJA cross each other, however many are there (9.13)",
             "throughout": "yes: no fifth unit, whoever is crossed, no other US sub-command (9.12); SNLF and IJA may cross each other (9.13)",
             "ends": "no, only where it ends a move"},
        ),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "R-01", "IPH 5.2", "the outline has four phases for chits, and there are seven chits",
            "a phase for each chit, until the container is empty",
            "5.8 goes on until none is left, and 5.6 gives each chit its phase once a turn",
        ),
        Settled(
            "R-02", "IPH 12.3", "the \"Attack\" chits that are taken out on nights, where none is called so",
            "the Fight chits, that of Battleship Row among them",
            "5.9 says the same of the Fight chits, and Battleship Row never attacks at night (11.3)",
        ),
        Settled(
            "R-03", "IPH 5.9", "to which date does a night belong?",
            "to that of the day before it; the Turn Record Track goes before, where it has been read out",
            "turn 11 is the evening of 9 December (4.2), and three days of three turns with two nights between come out so",
        ),
        Settled(
            "R-05", "IPH 10.2", "an attack of strength 0, as after halving",
            "is made at 1:3",
            "no odds are lower (10.11), and it has been declared",
        ),
        Settled(
            "R-06", "IPH 9.14", "a 1 on 7 December after Honolulu has fallen",
            "a movement factor of 0",
            "0 is the least that 2.10 knows, and less would come to the same",
        ),
        Settled(
            "R-08", "IPH 10.13", "a city hex entered by road after the rebellion",
            "2 MP, and one more where it is interdicted",
            "9.9 sets the cost of terrain aside, and this is none",
        ),
        Settled(
            "R-11", "IPH 2.11", "how many steps have a fort garrison and Battleship Row?",
            "one: the first step lost in defence removes them",
            "US Army units have one, and of Battleship Row 11.4 knows no reduced side",
        ),
        Settled(
            "R-14", "IPH 7.11", "can the submarine hit a battleship, when only US aircraft can (7.1)?",
            "yes",
            "it hits any Japanese ship, drawn as 7.5(4) draws battleships too",
        ),
        Settled(
            "R-15", "IPH 11.4", "aircraft have no steps, and leave play with their carrier in an air strike alone (2.11, 7.10)",
            "one goes for each step lost by those that attack Battleship Row alone, and one with a carrier that a submarine hits",
            "11.4 and 7.8 say so of the particular case",
        ),
        Settled(
            "R-17", "IPH 7.7", "when may the US player strike battleships that support a battle?",
            "on a date on which the Carrier Warfare Table brought no carrier combat, by day",
            "it is said of that result alone; a day with its battles is a date, and no aircraft fly at night (5.9)",
        ),
        Settled(
            "R-18", "IPH 7.9", "who strikes which, when battleships alone are close in?",
            "the US player assigns his aircraft before any die",
            "lots are drawn only where carriers are with them (7.5(4)), else targets are picked",
        ),
        Settled(
            "R-19", "IPH 7.15", "the Army aircraft comes on a six, and adds to its die",
            "it comes on 6 or more",
            "an addition is meant to help",
        ),
        Settled(
            "R-20", "IPH 10.4", "may the second attack strike a hex that has been attacked in the phase?",
            "yes",
            "10.3 holds except as 10.4 says, and that names no other target",
        ),
        Settled(
            "R-21", "IPH 10.4", "is the US side's air support barred from second combats too?",
            "yes, no die is rolled for it",
            "no air support may be used there, and no side is named",
        ),
        Settled(
            "R-23", "IPH 10.5", "all units of a hex must join its attack, and some cannot: stalled, static, of another sub-command",
            "the others attack without them; who does not attack loses nothing by it, and does not advance",
            "10.9 has eligible units attack from the hexes of Beachheads and garrisons, which do not pay for it",
        ),
        Settled(
            "R-24", "IPH 9.13", "SNLF in one beachhead hex and IJA in another",
            "attack together, as if they were one",
            "they are of one organization in beachhead hexes, and no single hex is named; with one of them there alone, no body is there",
        ),
        Settled(
            "R-26", "IPH 3.2", "the East Coast runs past Kaneohe Bay, and North Coast and Kaneohe Bay have no boundary",
            "each area is its own list of hexes, and the three hexes lie next to each other in one list, the first with all three; its end is none",
            "nobody lands outside an area, and at a boundary all three are in one",
        ),
        Settled(
            "R-27", "IPH 8.5", "three markers for stalled units, of which there may be twelve",
            "any number of units can be stalled",
            "the markers are memory aids (2.13), and the table sets no limit",
        ),
        Settled(
            "R-28", "IPH 7.6", "the first strike of a mutual discovery brings the points to where the game ends",
            "they are counted after both strikes",
            "both take place at the same time",
        ),
        Settled(
            "R-29", "IPH 10.9", "more steps are to be lost than there are",
            "what is there is lost",
            "there is nobody else to lose them",
        ),
        Settled(
            "R-30", "IPH 11.2", "may a force with a movement factor of 0 move onto or off Ford Island?",
            "no, it needs 1; interdiction asks for no more",
            "what takes the whole allowance wants one to take (9.3), and interdiction does not bar these moves",
        ),
        Settled(
            "R-31", "IPH 8.3", "a Beachhead is lost, and no US unit enters its hex",
            "it is gone all the same, nobody lands there any more, and the hex stays Japanese",
            "a hex changes hands by units that enter it (3.6), and the step was lost",
        ),
        Settled(
            "R-32", "IPH 3.2", "a beachhead hex with a fort garrison in it",
            "none of the three may be a fortification",
            "all have garrisons as the Japanese come (3.3), and enemies are never in one hex (6.1)",
        ),
        Settled(
            "R-33", "IPH 11.4", "what do aircraft bring that attack Battleship Row alone?",
            "a strength of 1 each, not halved, and no column; no battleship supports them, there is no banzai, and US aircraft are rolled for",
            "they cross no hexside, support other attacks with columns, and 7.1 and 12.1 ask for ground units",
        ),
        Settled(
            "R-34", "IPH 6.8", "what does the US player learn of Japanese units that he does not attack?",
            "where a force is and which way it goes, the strength of hexes that attack, who loses a step; not who is there, how many, or stalled",
            "only examining is barred, odds are reckoned from strengths, and losses are taken before everybody's eyes",
        ),
        Settled(
            "R-35", "IPH 6.8", "may the US player choose who attacks after he has seen the defenders?",
            "no, the attackers are named as the attack is declared, and none is added or left out",
            "he sees a stack by declaring an attack on it, and an attack is declared with those who make it",
        ),
        Settled(
            "R-36", "IPH 3.3", "two units in both hexes of the barracks: two in each, or two in all?",
            "two in each",
            "of two in all one hex might have both",
        ),
        Settled(
            "R-37", "IPH 3.3", "three units of the 25th a hex at set-up, and some of the 24th with them in a fortification",
            "three of the 25th, and four in all",
            "the three are said of these units, and 6.5 holds for both",
        ),
        Settled(
            "R-38", "IPH 5.10", "where are the Japanese battleships on turns 2 to 4?",
            "close in, as on turn 1",
            "they were moved there, and no ship moves before the disposition of turn 5 (7.10)",
        ),
        Settled(
            "R-39", "IPH 7.3", "one aircraft goes beneath each carrier, and some were lost without theirs",
            "close-in carriers have them first; each carrier lost takes one with it while there are any in its box",
            "aircraft belong to no carrier (7.4), and 7.8 asks for no one in particular",
        ),
        Settled(
            "R-40", "IPH 7.10", "can aircraft that have struck ships fly another mission in the turn?",
            "yes, those that are left can",
            "they are available after the first two phases of the turn (7.12), and strikes are none of the missions that are counted",
        ),
        Settled(
            "R-41", "IPH 7.7", "when is a supporting battleship struck, and by which aircraft?",
            "once the battle is over, where its support stands, or later on that date; by any that are close-in, whatever else they have struck",
            "it is struck because it has given support; the text limits the strikes on a ship, and not those of an aircraft",
        ),
        Settled(
            "R-42", "IPH 7.3", "a side has no ships left when they are disposed",
            "the other disposes of its own, and there is no carrier combat without close-in carriers of both; the Army aircraft comes all the same",
            "what depends on ships lapses with them, and nothing else does",
        ),
        Settled(
            "R-43", "IPH 7.13", "interdiction comes just before the first chit: before or after a Japanese phase that is played there?",
            "in any order, until the first chit is pulled",
            "both are due just before it (5.7), and what was used for one mission is not there for another",
        ),
        Settled(
            "R-44", "IPH 7.15", "which airfields count for the Army aircraft?",
            "each airfield hex for itself, Ford Island among them; once none is US-controlled it is gone, even before turn 5",
            "4.4 counts them by hexes, 4.5 has one on the island, and no turn is named",
        ),
        Settled(
            "R-45", "IPH 11.4", "one column for Japanese aircraft against Battleship Row: in its own attacks too?",
            "no, only when it is attacked; there more may fly, and shift one column",
            "it is said of its defence, and of columns; in its attacks aircraft defend those it fires at",
        ),
        Settled(
            "R-46", "IPH 10.13", "does the rebellion open a city to the concentric bonus?",
            "no; it takes the benefits of the Terrain Effects Chart, those of hexsides too",
            "the bar is on the attacker (10.12), and no benefit that the defender has",
        ),
        Settled(
            "R-47", "IPH 10.2", "terrain around a hex, when some attackers come in by other hexsides",
            "it counts when all come across it, Battleship Row too where it fires at the next hex; not where it fires two hexes far",
            "who attacks by another side does not meet it, and a hex defends as one; Battleship Row ignores what lies between (11.3)",
        ),
        Settled(
            "R-48", "IPH 10.2", "a defence of strength 0",
            "is attacked at the highest odds, where the attack has any strength",
            "no ratio is higher than that to nothing",
        ),
        Settled(
            "R-49", "IPH 10.14", "a unit that is doubled and halved; and battleships with either, or with terrain",
            "it is doubled first, then halved; battleships count whole, 6 each",
            "rounding comes last, and the rules double, halve and shelter units that are there",
        ),
        Settled(
            "R-50", "IPH 9.13", "may SNLF and IJA stop in one hex, if they part before the phase ends? May they set out together?",
            "where they can part: those who were there have not moved, or who comes has points to go on; together from Beachhead to Beachhead",
            "they are apart once the phase is over, and no earlier; who has moved is moved again with the other player's leave alone (9.2, 9.5)",
        ),
        Settled(
            "R-51", "IPH 9.5", "who may go on, and with whom, after part of a stack has moved?",
            "each part of it, in any order, until another stack moves; nobody takes up who was not with him as the phase began",
            "9.5 ends it there, and 9.4 has those move together who began together",
        ),
        Settled(
            "R-52", "IPH 10.4", "a second attack onto Ford Island, or off it",
            "is allowed as a first one is",
            "its hexsides may be attacked across (9.10), and normal advances are made onto it (11.2)",
        ),
        Settled(
            "R-53", "IPH 8.3", "for what is a Beachhead marker a ground unit?",
            "for support by ships and aircraft, for its own shift (8.4), for the fire of Battleship Row, for airfields next to it; not for stacking",
            "10.9 counts it among them, and 8.3 gives it a defence and a step",
        ),
        Settled(
            "R-54", "IPH 11.2", "are attacks halved off Ford Island, and onto it once Battleship Row is gone?",
            "not off it; onto it always",
            "the island is what is attacked, whoever holds it; the sentence on other units on it speaks of advances",
        ),
    )
}  # fmt: skip
