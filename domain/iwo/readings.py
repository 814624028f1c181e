"""Where the text of Iwo Jima leaves a choice, and how it may be read.

The first choice holds unless a table rules otherwise. What is ambiguous too, but read one way, stands below.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.state import Reading, Settled

READINGS: Mapping[str, Reading] = {
    reading.id: reading
    for reading in (
        Reading(
            "R-01", "IWO 14", "when is the Stars and Stripes die rolled?",
            {"end-phase": "in the End Phase of the turn it is placed (23.1(2))", "at-once": "when it is placed (14)"},
            text="Once the marker is placed its die is rolled for points by 14, and in the End Phase of that turn by "
            "23.1(2); the same points have two moments.",
        ),
        Reading(
            "R-02", "IWO 22.2.1", "the 10 VP for the 3rd Division without a Beachhead",
            {"once": "once a game", "per-unit": "for every unit that enters so"},
            text="The Japanese gain 10 VP if any unit of the division comes in at a non-beachhead; whether again for "
            "the next unit is not said.",
        ),
        Reading(
            "R-11", "IWO 24(1)",
            "no US ground unit in an area of the map while some wait in the Landing Area or the Reserve Box",
            {"go-on": "the game goes on: if they did not count, it would be over before the first "
            "landing", "over": "the Japanese win at once"},
            text="The game ends when a player has no surviving units on the map; whether units in the boxes beside its "
            "areas are on it is not said, and before the first landing there are no others.",
        ),
        Reading(
            "R-12", "IWO 11.1.2", "a retreat when the Damage Number is 0",
            {"allowed": "may be declared", "refused": "there is nothing to reduce"},
            text="A unit that moves may retreat from fire, which takes one off the Damage Number; whether it may where "
            "that is 0 is not said.",
        ),
        Reading(
            "R-13", "IWO 22.3.2", "several Kirikami Charges in one phase",
            {"one": "one a turn", "each": "each adds +1"},
            text="A charge gives every Japanese unit +1 in the following Assault Phase, and may be declared more than "
            "once in the game; whether also twice before one phase is not said.",
        ),
        Reading(
            "R-16", "IWO 16(6)", "a bombarded area with two kinds of marker",
            {"one": "one goes, the Japanese player names it", "all": "all go"},
            text="A bombardment with a hit removes a Beachhead or Safe to Land marker; which of the two where an area "
            "has both, or whether both, is not said.",
        ),
        Reading(
            "R-17", "IWO 2.1.1(4)", "does a Bombardment Range of 1 include the unit's own area?",
            {"yes": "yes, as 9.1.2 supposes", "no": "only where 9.1.2 sends it there"},
            text="With a range of one a unit bombards adjacent areas only, while 9.1.2 has one that shares its area "
            "with the enemy bombard that; whether the own area is in range is not said.",
        ),
        Reading(
            "R-20", "IWO 17.2(4)", "hiding in a US-controlled area without US units",
            {"allowed": "allowed", "refused": "not in a US-controlled area"},
            text="No unit hides in an area with US ground units; of an area that the US controls without one nothing "
            "is said, and who enters such an area concealed is revealed (17.2(3)).",
        ),
        Reading(
            "R-22", "IWO 9.1", "an area is bombarded once per turn",
            {"per-side": "by each side", "both": "by either side"},
            text="A given area is bombarded once a turn. It is said of the US phase, and 16 has the Japanese bombard "
            "by the same rules; whether the one counts for the other is not said.",
        ),
        Reading(
            "R-28", "IWO 23.2", "does the HQ count as a living unit besides its 5 VP?",
            {"both": "yes, 1 and 5", "five": "no, 5 only"},
            text="Each Japanese unit that is alive at the end of turn 9 is 1 VP, and the HQ 5; the HQ is a unit as "
            "well, and whether it is counted as both is not said.",
        ),
        Reading(
            "R-38", "IWO 13", "does a concealed Japanese unit alone in a US-controlled area take control of it?",
            {"main-map": "no, areas are checked on the main map, and it is on the other; nor does it tell that it is "
            "there",
             "all": "yes, there is no US unit in the area, and a Japanese one"},
            text="Both players check the areas of the main map, and one with units of a side and none of the other "
            "becomes that side's; a concealed unit is in the area, and on the other map.",
            since=4, before="all",
        ),
        Reading(
            "R-39", "IWO 8",
            "does a concealed Japanese unit at a Beachhead bar the return of an eliminated unit there?",
            {"all": "yes, there must be no Japanese unit; the Japanese player says so, which tells that something is "
            "there and no more",
             "seen": "no, only one that is revealed"},
            text="An eliminated unit returns in an area with a Beachhead and no Japanese units; whether one counts "
            "that is concealed there, of which only its player knows, is not said.",
            since=4, before="seen",
        ),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "R-03", "IWO 6", "how many air units there are: five are set up, the weather speaks of four",
            "five on turn 1, four from turn 2; the US player names the one that leaves",
            "22.1.3 takes one away after turn 1, and no weather is rolled before that",
        ),
        Settled(
            "R-04", "IWO 21", "a naval unit is withdrawn from the map, where none is",
            "one of those in the American Support Box, which the US player names",
            "they are there whenever they do not bombard (9.3.5)",
        ),
        Settled(
            "R-05", "IWO 3", "into which box go units that have lost their last step?",
            "Japanese ones into the Japanese Eliminated Box, those lost concealed into that of the MilOps map; US ones "
            "into the Reserve Box",
            "9.3.3 and 12.2.3 say so of the Japanese, and what is particular goes before what is said in general",
        ),
        Settled(
            "R-06", "IWO 3", "a unit fires once a turn, and the Japanese are turned upright in the middle of one",
            "once from one Reset Phase of its own to the next, as its facing shows",
            "facing is what every rule on firing asks about (11, 12.1), so a Japanese unit may fire at what moves and "
            "assault later in the turn",
        ),
        Settled(
            "R-07", "IWO 2.2.1", "are hills and Mountain areas the same?",
            "no: value 3 keeps tanks out (22.4.1), the Mountain symbol gives observers (11.1.1)",
            "they are printed apart, and no rule joins them",
        ),
        Settled(
            "R-08", "IWO 10.3", "what is a beach, and what the coast?",
            "a beach has value 0 or the symbol, the coast is that and value 1",
            "2.2.1 tells both by their value, 3 by the symbol; where a pack has one without the other, its check says "
            "so",
        ),
        Settled(
            "R-09", "IWO 3", "how many steps have Marine artillery and tanks?",
            "as many as their counters show: four where there are two counters, else two",
            "8 calls them Marine units and 4.2 knows units of one counter; nobody need decide what is printed",
        ),
        Settled(
            "R-10", "IWO 26", "the 109 Artillery: backs with two dots too many, where Japanese artillery has one step",
            "its steps are those of the front, and with its back up it has one left",
            "26 mends the back alone, and a unit without a second step has no use for one",
        ),
        Settled(
            "R-14", "IWO 22.3.2",
            "does a Kirikami Charge last for the rest of the turn, or to the end of the Japanese Assault Phase?",
            "it adds dice in that phase alone, and ends with it",
            "the bonus is given to that phase, and no other phase of the turn would use it",
        ),
        Settled(
            "R-15", "IWO 22.3.1", "a Banzai Charge whose HQ is concealed",
            "the area of the HQ is told, and nothing else of it",
            "nobody could check the dice otherwise, and that it is revealed is not said",
        ),
        Settled(
            "R-18", "IWO 3", "a unit that enters an area which is full",
            "it is removed from play at once, after retreats too; it cannot be recovered, and gives no points. A "
            "concealed one is put into the Reserve Box before all eyes, where it went is not told; of concealed moves "
            "made at once the last to come in goes",
            "the limit holds at all times, so nobody waits for the end of a move; leaving play is no step loss",
        ),
        Settled(
            "R-19", "IWO 10.3", "going on after a landing",
            "with what MP are left; fire there meets a unit that moves, which may retreat",
            "a landing is the movement into one coastal area, and 11.1.2(1) bars the retreat of that alone",
        ),
        Settled(
            "R-21", "IWO 17.2(2)", "moving concealed to be revealed at the end, through a US-controlled area",
            "it is revealed as it enters, and goes on in the open with what is left of its MP; a US unit there ends "
            "its move",
            "17.2(3) reveals whoever enters concealed, 10.2 lets contact alone end a move",
        ),
        Settled(
            "R-23", "IWO 9.1.2", "artillery in the Landing Area Box",
            "it cannot bombard",
            "a box is named for air and naval support alone (9.1.1), and with an infinite range artillery would never "
            "have to land",
        ),
        Settled(
            "R-24", "IWO 24(3)", "as many points on both sides after turn 9",
            "nobody has won",
            "the text names the side with more, and there is none",
        ),
        Settled(
            "R-25", "IWO 8", "can a unit of the 3rd Division that has not been activated come back by a Beachhead?",
            "no",
            "it lies in the Reserve Box as an eliminated one does, and has not been eliminated",
        ),
        Settled(
            "R-26", "IWO 24", "the points of the end of turn 9 take the Japanese to 40",
            "they are counted with the rest, and who has more has won; US points of the End Phase come first, and 40 "
            "of them end the game",
            "24(3) counts them before it compares, and the Japanese would win either way unless the US had 40 before",
        ),
        Settled(
            "R-27", "IWO 3", "may the Japanese player show caves when he likes?",
            "no: they are shown where they are looked for (9.2, 10.5)",
            "that he may at any time is said of units alone",
        ),
        Settled(
            "R-29", "IWO 11.1.2(1)", "a US unit would retreat to where a Japanese unit is concealed",
            "it cannot: the Japanese player refuses the area, which tells that something is there and no more; another "
            "may be named",
            "the area must hold no enemy, concealed ones too, and he alone knows",
        ),
        Settled(
            "R-31", "IWO 21", "which turn is it in the End Phase, where the marker is moved first?",
            "the one just played; the marker moves last",
            "22.1.2, 22.1.3 and the withdrawals name the turn that ends, and after turn 9 there is none to move on to",
        ),
        Settled(
            "R-32", "IWO 17.2(4)", "is hiding one of the moves that the die allows?",
            "yes, and a unit that has moved in the phase cannot hide",
            "17.2 names it among the kinds of movement, and it takes the whole allowance",
        ),
        Settled(
            "R-33", "IWO 12.2.5", "when is it said where a unit retreats to?",
            "as the retreat is declared",
            "whether a unit may declare it rests on an area being open to it (12.2.3(2)), so nothing is gained by "
            "asking twice",
        ),
        Settled(
            "R-34", "IWO 16(2)", "a concealed unit is revealed when it bombards, and named before",
            "as the bombardments of the phase are declared, before the first die, also where its own comes later",
            "the declaration says its name and its target aloud (9.1), so a later moment would hide no more than where "
            "it stands",
        ),
        Settled(
            "R-35", "IWO 3", "may a unit be revealed, or the 3rd Division activated, at any time at all?",
            "while any question is open but one that the Japanese player answers in secret, and where what was begun "
            "can go on after it",
            "the secret answer is sealed with what it was given for, and is a moment's matter; what comes after it is "
            "as good a time",
        ),
        Settled(
            "R-36", "IWO 10.2", "a unit is revealed in the area that another has just entered",
            "the one that moves goes on unless it is fired at",
            "contact is with a unit that is revealed as the area is entered",
        ),
        Settled(
            "R-37", "IWO 22.1.2", "a counter of the Japanese Marines that is read out after turn 1",
            "it is concealed, as every counter read out late, until the Japanese player reveals it",
            "where it has stood the record was not told; he may show it at any time (3), and nobody else knows of it "
            "before",
        ),
    )
}  # fmt: skip
