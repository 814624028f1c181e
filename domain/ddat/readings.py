"""Where the text of D-Day at Tarawa leaves a choice, and how it may be read; and where it is silent or divided and read
one way.

The first choice holds unless a table rules otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.state import Reading, Settled

READINGS: Mapping[str, Reading] = {
    reading.id: reading
    for reading in (
        Reading("AMB-07", "DDaT 6.34", "does the limit of one step a Fire Phase hold for artillery and mortars too?",
                {"all-fire": "yes, for all fire of the phase", "positions": "no, for the fire of positions only"},
                text="A unit loses no more than one step in a Fire Phase, whichever positions hit it; artillery and "
                "mortars, which hit by rules of their own (6.5, 12.4), are not named."),
        Reading("AMB-08", "DDaT 8.6", "how are several disrupted markers removed in close combat?",
                {"at-once": "all of a side instead of one reveal",
                 "one-each": "one unit's marker for each reveal skipped"},
                text="A side that is disrupted takes its disrupted marker off in place of revealing a card; how many "
                "where several of its units have one is not said."),
        Reading("AMB-11", "DDaT 8.67", "a Reinforce card that the US reveals",
                {"void": "is no event (8.67)", "works": "reinforces the Japanese, as in the printed example"},
                text="The event is none where the US side reveals it, and in the printed close combat the US side "
                "reveals it, and the Japanese gain a depth marker and a card."),
        Reading("AMB-14", "DDaT 12.1", "Re-Supply until turn 10 where no depth marker can be placed",
                {"fire": "the position fires", "nothing": "the position does nothing"},
                text="Units without depth are given a marker, and the position does not fire; where all have one it "
                "fires. Of a unit without one for which there is none nothing is said."),
        Reading("AMB-15",
                "DDaT 18.1", "15 or more positions secured on turn 15, of which one projects onto the southern beach",
                {"disputed": "the text says both", "win": "a win", "loss": "a loss"},
                text="With 15 positions secured one that projects onto the southern beach is enough to win, and fewer "
                "than two such positions lose; one such position is both."),
        Reading("AMB-16", "DDaT 17.0", "which SP engineers give support markers?",
                {"in-communication": "those in US communication outside enemy fields (17.0)",
                 "beach": "of these, only those in a beach hex (15.1)"},
                text="Markers are for engineers in US communication and outside enemy fields by 17.0, and for those in "
                "a beach hex by the sequence of 15.1."),
        Reading("AMB-20", "DDaT 7.4", "may a US tank unit enter an enemy-occupied hex?",
                {"no": "infantry and engineers only (7.4)", "yes": "all but artillery and HQs (7.0)"},
                text="Infantry and engineers may enter an enemy hex by 7.4, while 7.0 leaves out artillery and HQs "
                "alone; tank units are between the two."),
        Reading("AMB-22", "DDaT 14.1", "when is the loss catastrophic while infantry waits on the turn track?",
                {"on-map": "when no infantry on the map has three steps; on the turn track it is not on the map",
                 "loss-box": "only when all infantry that has entered play lies in the Infantry Loss box as well"},
                text="The loss comes when no infantry on the map has three steps, and is told again as all infantry "
                "that has entered play lying in the loss box; of those who wait on the turn track the two differ.",
                since=2, before="on-map"),
        Reading("AMB-27", "DDaT 6.51", "does naval fire that is spent in an attack destroy the guns of the position?",
                {"barrage": "no, it adds to the attack (8.51); naval barrages and the event of naval fire destroy guns",
                 "attack-too": "yes, it is naval fire as well"},
                text="Guns are destroyed if they are hit by US naval fire, which may be a barrage, or a part of an "
                "attack (8.51); whether that hits them is not said.",
                since=2, before="barrage"),
        Reading("AMB-33", "DDaT 19", "a naval barrage during the overnight turn",
                {"allowed": "only naval fire in attacks is forbidden", "forbidden": "no naval fire at all"},
                text="At night attacks include no naval fire markers, and tanks and artillery conduct no barrages; a "
                "barrage by a naval fire marker is not named."),
        Reading("AMB-47",
                "DDaT 8.4",
                "is anybody in the field of fire of a barrage's target whose unit is disrupted (8.4, 8.52)?",
                {"projected": "no, a disrupted unit projects no field but for US communication (6.4)",
                 "dots": "yes, the dots of the position are its field whoever is in it (2.1, 8.43)"},
                text="A barrage needs a unit in the field of fire of its target. A disrupted unit projects no field "
                "(6.4), and its position still has dots (2.1); which of them counts is not said.",
                since=2, before="dots"),
        Reading("AMB-50",
                "DDaT 8.51", "who may call for naval fire in an attack, having a radio or being in command of an HQ?",
                {"infantry": "attacking infantry (8.1)", "any-unit": "any unit of the attack (8.51)"},
                text="Naval fire joins an attack if any unit in it has a radio or is in command of an HQ by 8.51, and "
                "if an infantry unit does by 8.1.",
                since=2, before="infantry"),
        Reading("AMB-53",
                "DDaT 13.2", "does a tank unit's fire hit armored units in steady fire, without the armor symbol?",
                {"default-action": "only as its default action, of which alone the Summary says so; for others 6.36 "
                "wants the symbol",
                 "always": "yes, whatever it fires for"},
                text="A tank unit's fire may hit armor by the Summary, which says so beside the default action; 6.36 "
                "wants the armor symbol, and of its other actions nothing is said.",
                since=2, before="always"),
        Reading("AMB-56", "DDaT 7.3", "may a unit that came ashore in this turn move in it?",
                {"action": "yes, it starts its own turn, to act, on land",
                 "turn": "no, it did not start the turn on land"},
                text="A unit that starts its turn in a land hex may move; whether its turn is the game's, in which it "
                "came ashore, or begins with its action is not said.",
                since=2, before="action"),
        Reading("AMB-58", "DDaT 7.4", "may a hex be attacked that US units entered in the same phase?",
                {"allowed": "yes, as 7.4 names only the entering of a hex that was attacked",
                 "barred": "no, a hex is attacked or entered"},
                text="A hex that was attacked in the phase may not be entered; whether one that was entered may be "
                "attacked is not said.",
                since=2, before="allowed"),
        Reading("AMB-57", "DDaT 5.21", "which beach hex must each step of a unit that wades bring it closer to?",
                {"any": "any, over the water, but one and the same for all steps of a turn", "nearest": "the nearest"},
                text="A unit that wades is moved into a hex nearer to a beach hex than the one it is in; whether to "
                "the nearest one, and to the same at each hex it is moved, is not said.",
                since=2, before="nearest"),
        Reading("AMB-59", "DDaT 6.24", "in a group with a tank unit, do the other units fire in the wider field too?",
                {"group": "yes, the position projects it, and a group is one position "
                "(6.21)", "tank": "no, only the tank unit"},
                text="A position with a tank unit projects steady fire one hex farther. A group is one position "
                "(6.21), and the tank unit one of its units; whether the others fire that far too is not said.",
                since=2, before="tank"),
        Reading("AMB-65", "DDaT 11.2", "may Japanese communication be traced over water hexes?",
                {"land": "no, over land only: the beach that bars the way lies before the water",
                 "water": "yes, over any hex that is no beach and that no US unit occupies or controls"},
                text="A path leads through no hex that US units occupy or control, and through no beach hex; whether "
                "through water is not said.",
                since=2, before="land"),
        Reading("AMB-70",
                "DDaT 12.6",
                "has everybody in a concentrated target the symbol of the card when a patrol looks for whom to "
                "disrupt?",
                {"concentrated": "yes, they are considered to have it (6.35, which sets no condition)",
                 "printed": "no, a patrol is no fire, and the concentrated target is a matter of fire"},
                text="A patrol takes the nearest unit, then one with the symbol of the card. By 6.35 all in a "
                "concentrated target have it, which is told as a matter of fire.",
                since=2, before="printed"),
        Reading("AMB-77", "DDaT EV", "from what does smoke keep a position?",
                {"own-fire": "from fire into its field; mortars and the guns of 12.7 are actions of their own",
                 "all-fire": "from the fire of its mortars and guns (12.4, 12.7) as well"},
                text="Positions in smoke do not fire, and may do otherwise; mortars and guns are actions by 12.4 and "
                "12.7 and fire too, and which of the two counts is not said.",
                since=2, before="own-fire"),
        Reading("AMB-85",
                "DDaT 12.0",
                "is a position checked that can act only once one further east has acted, as by the loss of its "
                "garrison?",
                {"passed": "no, they are checked from west to east, each complete before the next, and its place has "
                "passed",
                 "later": "yes, every position of the colour that may act is checked once"},
                text="Positions of a colour are checked from west to east, each complete before the next; nothing is "
                "said of one that can act only once another further east has acted.",
                since=3, before="later"),
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
            "AMB-02", "DDaT 5.12", "is a landing check made for each hex or for each LVT?",
            "for each load and each tank unit, those of one hex in the order the player lands them",
            "5.0 and 5.4 say each LVT and each tank unit, and a load's result can only be its own",
        ),
        Settled(
            "AMB-03", "DDaT 5.12", "which way may no LVT drift farther?",
            "never out of the columns 20 to 39 of the approach row, on either side; a drift beyond them is none",
            "the two bounds stand under the wrong directions, and both ends are bounds anyway",
        ),
        Settled(
            "AMB-04", "DDaT 5.12", "how are a landing's losses and its place read where the card leaves them open?",
            "the player says which of two units loses the excess, HQs not counted; where the card names no place, a "
            "tank unit or an HQ left alone goes to the beach, an HQ to the nearest beach hex without a Japanese unit",
            "the card bounds the load whole, 5.13 spares HQs, and the beach is what 5.4 and 5.13 give instead",
        ),
        Settled(
            "AMB-05", "DDaT 5.2", "what is a beach hex, both water and land?",
            "units in one do not wade, move by land, and are in a beach hex for artillery, not in the water, and so "
            "neither for flanking fire nor for a ride",
            "wading has its end there, and 6.5 names beach hexes apart",
        ),
        Settled(
            "AMB-06",
            "DDaT 6.34",
            "how do positions hit as many units as they can together, when each is finished before the next (4.0)?",
            "each position chooses in the order of 6.31, so far as with the regular fire still to come on the card the "
            "most units are hit",
            "only so do both rules hold; other actions come in their order, and from turn 11 the limit is gone (15.2)",
        ),
        Settled(
            "AMB-09", "DDaT 8.63", "where does the extra card of a withdrawal come from?",
            "from the Japanese pile, from the deck when that is empty",
            "it is one more Japanese card, and the pile may have run out",
        ),
        Settled(
            "AMB-10", "DDaT 8.61", "where does a Japanese force go that wins in a hex that is no position?",
            "to the nearest unoccupied position, then the one nearest to a US unit, then the lowest number",
            "12.8, which 8.61 refers to, is silent, and 13.2 says this of tank units",
        ),
        Settled(
            "AMB-12",
            "DDaT 9.3", "does the position of a tactical reinforcement need communication, and when is it unoccupied?",
            "it does; it is unoccupied without a unit of either side and without a garrison",
            "11.2 asks it of every reserve unit but those of Infiltrate and Tunnels",
        ),
        Settled(
            "AMB-13",
            "DDaT 12.1",
            "Re-Supply is said to be an exception to the double symbol, by a number that does not exist: which?",
            "a lone unit may be supplied on a double symbol; it fires only as 6.3 has it",
            "a unit that lacks depth is the one the action is for; no other exception would make sense there",
        ),
        Settled(
            "AMB-17", "DDaT 21.1", "what does the raid come to with more than three stars?",
            "what it comes to with three", "the list of results ends there, and goes from good to bad as stars grow",
        ),
        Settled(
            "AMB-23", "DDaT 10.18", "is Major Ryan one of the eight heroes?",
            "yes, and he is in play from the set-up",
            "the eight markers are counted as they are, and 3.0 calls his a hero marker",
        ),
        Settled(
            "AMB-24", "DDaT 8.61", "does a hero who dies in close combat leave his unit inspired?",
            "no, he leaves play",
            "10.16 speaks of Japanese fire and of the sacrifice of 10.15",
        ),
        Settled(
            "AMB-25", "DDaT 5.3", "from when on are units placed in the D approach hexes?",
            "in the placing of turn 5 and later",
            "5.3 says of the hexes when they are open, not of the units",
        ),
        Settled(
            "AMB-26", "DDaT 8.24", "how many wild cards has an attack?",
            "what one hero gives, and one support marker",
            "8.24 forbids a second hero, 17.5 speaks of a marker and a tactic",
        ),
        Settled(
            "AMB-28", "DDaT 12.8", "how near must an assault without a US unit in the field come?",
            "to a position hex that is nearer to a US unit than where the force is; without one there is no action",
            "a force that assaults does not fall back, and redeployment and advance say the same (12.2, 13.2)",
        ),
        Settled(
            "AMB-29", "DDaT 12.0", "does a disrupted unit carry out lettered actions?",
            "no; all it does is recover",
            "13.2 and 17.21 set the removal of the marker against every other action, and 6.41 counts such a unit for "
            "nothing",
        ),
        Settled(
            "AMB-30", "DDaT 12.0", "which of two position hexes of one column lies farther west?",
            "the one in an even row, half a hex; of equals the one with the higher number",
            "so the hexes lie on the map; 12.21 lets the higher number go first among equals",
        ),
        Settled(
            "AMB-31", "DDaT 7.32", "how does a stack infiltrate?",
            "one card for all, each infantry and engineer unit checked for its own symbol; who loses a step may stay, "
            "the others go on",
            "they move as one action (7.21), hits are against units (6.37), and the choice is that of the unit that "
            "lost the step",
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
            "AMB-35", "DDaT 10.31", "which of several leaders is hit?",
            "the player chooses; each takes one hit of a position at most",
            "6.31 leaves to the player what it does not order",
        ),
        Settled(
            "AMB-36", "DDaT 19", "which units return at the end of the night?",
            "half of the elite ones in the box, rounded down, and two others, or as many as there are; depth markers "
            "never do",
            "depth markers that are lost leave play, and fewer than two cannot be two",
        ),
        Settled(
            "AMB-37", "DDaT 16.2", "does a disrupted Japanese unit keep a command post from its next space?",
            "no, it has no field of fire (6.4); it keeps an HQ from becoming a post all the same",
            "16.1 asks for potential fields, and only 17.2 and 11.31 add those of disrupted units",
        ),
        Settled(
            "AMB-38",
            "DDaT 12.0", "does a unit that came to a position by an action act when that position's colour comes up?",
            "no, it has acted in this phase", "a unit has one action in a Fire Phase, wherever it is then",
        ),
        Settled(
            "AMB-40", "DDaT 12.9", "must a US unit be near an empty position, or in its printed field, for it to act?",
            "both for an ambush; in the field alone to infiltrate",
            "the Summary puts the ambush with the actions of positions that are in communication and near; "
            "infiltration is what those out of it do",
        ),
        Settled(
            "AMB-41", "DDaT 21.3", "does Admiral Shibasaki live in 21 November when the option is taken?",
            "yes, his marker is turned to the command side",
            "the option names that scenario and has him alive; 20.1 sets up the game without it",
        ),
        Settled(
            "AMB-42", "DDaT 8.27", "which weapons has heavy infantry of three steps?",
            "next to the target what its side prints, the row of the chart where it prints nothing; at range that of "
            "the chart for range",
            "2.21 and 8.21 give a reduced unit what it prints, 8.27 gives less at range, as the chart has it",
        ),
        Settled(
            "AMB-43", "DDaT 8.4", "when has a barrage no effect?",
            "when the card shows neither the colour nor the symbol; with one of them the table decides",
            "the table has rows for either",
        ),
        Settled(
            "AMB-44", "DDaT EV", "what does a counterattack leave of the three colours?",
            "each has the A alone, in place of letter, star or armor symbol; single and double stay",
            "how often a colour is shown is no letter or symbol",
        ),
        Settled(
            "AMB-45", "DDaT 6.24", "does a disrupted tank unit widen a field?",
            "no: it leaves the dots to US communication and garrisons, and only a tank unit that is not disrupted "
            "widens them, for all alike",
            "6.4 takes its field away but for 11.31, and that speaks of dots",
        ),
        Settled(
            "AMB-46", "DDaT 19", "when are fields no more than a hex in the night?",
            "in the Fire Phase, for fire and all else that is asked then but US communication",
            "19 says so under that phase of whom fire may hit, and US communication keeps out of all hexes with dots "
            "(11.31)",
        ),
        Settled(
            "AMB-48", "DDaT 17.21", "does a garrison alone draw the actions of a position in whose field it lies?",
            "no; its hex is US-occupied, so not open to Japanese units, and an action taken for other reasons removes "
            "it",
            "what fires or assaults asks for US units in the field, and a garrison is none",
        ),
        Settled(
            "AMB-49", "DDaT 14.2", "which hexes of a group project its intense dots?",
            "all of them, so that each must be held, whichever of them a pack lists the dots under",
            "a group has one field of fire (6.21)",
        ),
        Settled(
            "AMB-51", "DDaT 6.3", "is a tank unit one of the two units of a group that a double symbol asks for?",
            "yes, for the other unit's fire and for infiltration; for its own action it needs depth; each hits for "
            "itself",
            "6.3 counts units, 13.2 gives the tank unit an action and a condition of its own",
        ),
        Settled(
            "AMB-52", "DDaT 7.32", "when does a unit infiltrate past a group?",
            "when before and after it is next to a hex with a unit of the group, one or another, and in the field of "
            "the group",
            "a group is one position (6.21), which fires while one of its units is not disrupted (6.41); its empty "
            "hexes hold nobody to pass",
        ),
        Settled(
            "AMB-54", "DDaT 5.2", "may a unit wade into a hex that a Japanese unit holds?",
            "no",
            "such a hex is entered by LVTs that run in (5.12, 8.6) and as an action (7.4)",
        ),
        Settled(
            "AMB-55", "DDaT 10.22", "what is an HQ in the close combat of the load it lands with?",
            "it brings no step and no card for one, its hero counts, and it takes no hit; where all others fall, it "
            "falls",
            "it has no steps (5.13), is a unit of one step only where the Japanese enter its hex, and may not be in an "
            "enemy hex by itself: alone, it is set down in the nearest beach hex without a Japanese unit",
        ),
        Settled(
            "AMB-60", "DDaT 12.2", "nearer to which US unit must a unit be that redeploys or assaults?",
            "to whichever is nearest where it comes to, as against the one nearest where it was",
            "the unit that counts is the nearest one, not a particular one; 13.2 uses the same words for tank units",
        ),
        Settled(
            "AMB-61", "DDaT 12.32", "too few reserve units: which positions share them by nearness?",
            "those of the colour at hand that are still to be checked; a colour later on the card gets what is left "
            "(12.52, 12.102 too)",
            "12.0 carries out one colour before it looks at the next, whose positions are not yet eligible for "
            "anything",
        ),
        Settled(
            "AMB-63", "DDaT 16.0", "what becomes of a command post when the US side withdraws from its hex?",
            "it is an HQ again on its plain side, and goes with the others",
            "all participants withdraw (8.63) and a command post does not move; 16.33 turns one back outside the phase "
            "for it just so",
        ),
        Settled(
            "AMB-64", "DDaT 10.17", "when may Major Ryan go from a unit to another of his hex?",
            "whenever the US side may declare something", "he belongs to no unit for good, and no phase is named",
        ),
        Settled(
            "AMB-66",
            "DDaT 21.3", "does the option come on top of the victory conditions of turn 30, or in their place?",
            "in their place: the US side wins when no Japanese unit is left, and loses otherwise; the loss of turn 15 "
            "stays, its win does not",
            "an adjustment of the one sentence that says how to win; without Japanese units positions could be taken "
            "at leisure",
        ),
        Settled(
            "AMB-67",
            "DDaT 11.23",
            "which communication has a tactical reinforcement, or a Reinforce event, of a close combat in the Fire "
            "Phase?",
            "that of the moment", "close combat is excepted from what is fixed for the phase",
        ),
        Settled(
            "AMB-68", "DDaT 21.3", "may the units of D+2 come to both beaches?",
            "no, where the first is placed the others come too", "all of them are to be assigned to one of the two",
        ),
        Settled(
            "AMB-69",
            "DDaT 12.81",
            "two lone units of a group and a double symbol: does the first to go leave the other too weak?",
            "no, both act: the symbol is asked of the position, once, and each of its hexes then acts by itself",
            "6.3 speaks of the position, 12.81 of how its hexes are then gone through; no other position comes between "
            "asking and acting",
        ),
        Settled(
            "AMB-71", "DDaT 13.2", "whom may the second fire of Multiple Fire take a step from?",
            "from anybody in its field, whoever has taken one before in the phase, be it the first fire or another "
            "position",
            "6.34 and 15.2 except it without a condition, and it is a separate action",
        ),
        Settled(
            "AMB-72", "DDaT 6.51", "when do US units occupy the hex of guns?",
            "when they end a move there, or enter it to fight, though the Japanese unit is there and may throw them "
            "back; a unit that goes on through it, and a garrison, do not",
            "such a hex is occupied by both sides (11.22), what moves stands nowhere before its move ends, and a "
            "garrison is no unit (17.21)",
        ),
        Settled(
            "AMB-73", "DDaT 5.3", "what becomes of units that find no room in the approach hexes of their beach?",
            "they wait on the turn track, a turn at a time",
            "the stacking limit must be obeyed there, and nothing takes them out of play",
        ),
        Settled(
            "AMB-74", "DDaT 5.12", "where does a load go that ends in the water, when no wreck lies on its line?",
            "on to the beach", "it moves along the line until it comes to a wreck, and the line ends on the beach",
        ),
        Settled(
            "AMB-76", "DDaT 6.31", "does the ring of machine guns belong to the field of fire on a card with the M?",
            "while the position fires with machine guns: it may be hit there, and a garrison alone there is removed; "
            "whether it fires, or its mortars do, its dots say",
            "the second example has the fire of machine guns extend the field, and only who has US units in the field "
            "fires with them (12.0)",
        ),
        Settled(
            "AMB-78", "DDaT 12.4", "does mortar fire remove a garrison that is alone within its range?",
            "only in the field of fire",
            "17.21 asks for the field; what lies within the range is treated as in it for whom mortars hit, and a "
            "garrison cannot be hit",
        ),
        Settled(
            "AMB-79", "DDaT 12.9", "may an ambush strike a unit that may lose no step any more?",
            "no; it looks for another in an intense hex, then for one to disrupt in a steady one",
            "6.34 has excess hits go to other targets",
        ),
        Settled(
            "AMB-80", "DDaT 10.15", "may a unit whose hero gave his life lose a step to another position in the phase?",
            "yes", "it has lost none (6.34)",
        ),
        Settled(
            "AMB-81", "DDaT 13.2", "where may a tank unit overrun?",
            "in any hex with a unit that its fire hit, in the water too; not for one that fell to it, nor where a hero "
            "alone fell",
            "no hex is excepted; who is out of play occupies none, and an HQ is a unit, while a hero is a marker with "
            "one",
        ),
        Settled(
            "AMB-82",
            "DDaT 12.2", "of positions equal in all, with the same number in two zones, to which does a unit redeploy?",
            "the player chooses", "the text leaves it to nobody, and 12.8 has the player choose",
        ),
        Settled(
            "AMB-83", "DDaT 11.3", "may US communication be traced over water?",
            "yes", "a path is of hexes, whatever is in them, and only the Japanese and their fields bar it; AMB-65 is "
            "about theirs",
        ),
        Settled(
            "AMB-84",
            "DDaT 11.2",
            "does a Japanese unit whose hex US units have entered count as one of the two a path must lead to?",
            "no; but its own position may be in communication",
            "a path passes through no hex with US units, and 11.22 speaks of the position it is traced for",
        ),
        Settled(
            "AMB-93", "DDaT 12.0", "a group with coastal and inland hexes: which column of the Summary has it?",
            "that of its westernmost hex with a Japanese unit that is no tank unit; where its hexes are checked one by "
            "one (12.21, 12.81), and unoccupied, each has that of its own",
            "the Summary has a column for coastal and one for inland positions, 2.1 tells them apart by where they "
            "lie, and 6.21 makes the group one position; hexes are checked from west to east, and the first to come up "
            "speaks for those that act with it",
        ),
        Settled(
            "AMB-94",
            "DDaT 13.2",
            "whom does a tank unit hit in steady fire that fires by its event, without a fire card (6.35)?",
            "everybody in a concentrated target, and those with a symbol that the event shows, if it shows one; no "
            "leader",
            "6.35 gives a concentrated target the symbol on the fire card, and the event draws none; the target is "
            "concentrated whatever a card shows, fire by an event is the fire of 13.2, and other events show their "
            "symbol themselves",
        ),
        Settled(
            "AMB-95",
            "DDaT 12.42",
            "only units that have lost their step of the phase (6.34) are within range of mortars: is there an action?",
            "no; they are no targets, and nothing is done",
            "12.42 has no action without a unit of the symbol within range, and says nothing of one that may lose no "
            "step; 6.34 has such a hit ignored, so nothing would come of the action, and 12.7 asks in the same place "
            "whether anybody is eligible to be hit",
        ),
        Settled(
            "AMB-96",
            "DDaT 5.21",
            "how is it counted what is closer to a beach hex, and what does a unit do that can go to no closer hex?",
            "in hexes over water, piers and Japanese units left aside; it goes as far as it can, towards another beach "
            "hex where the nearest are barred (AMB-57), and stays where nothing closer is open",
            "5.2 and 5.21 say closer and give no measure, and have every unit moved, whatever is in the way; it wades "
            "over water, a pier (5.22) or a Japanese unit bars a step, and nothing takes such a unit out of play",
        ),
        Settled(
            "AMB-97", "DDaT 8.63", "what becomes of the Japanese force that US units withdraw from?",
            "it stays, and is not disrupted; in a hex that is no position it goes to the nearest unoccupied one as by "
            "AMB-10",
            "8.63 says where the US units go, and nothing of the other side; disruption is named for an end by "
            "elimination and by exhaustion (8.61, 8.62), and Japanese units stand in positions (9.0)",
        ),
        Settled(
            "AMB-98", "DDaT 11.2", "may a path of Japanese communication begin or end in a beach hex?",
            "yes; it leads through none",
            "11.2 keeps paths from going through a beach hex, and does not say whether its two ends count; coastal "
            "positions lie in beach hexes (2.1), and could otherwise never be in communication nor give it",
        ),
        Settled(
            "AMB-86", "DDaT EV", "smoke in a zone with a group of which one hex is coastal and another inland",
            "none of the group fires", "a group is one position, and fires as one (6.21)",
        ),
        Settled(
            "AMB-87", "DDaT 6.33", "may a hit go to a unit that has lost its step of the phase, to disrupt it?",
            "yes, once no other target is left for it",
            "6.34 limits the steps a unit loses, and 6.33 has one position disrupt a unit that another has take a loss",
        ),
        Settled(
            "AMB-88", "DDaT 8.3(1)", "a unit of strength 0 whose depth marker turns out to be a tactical reinforcement",
            "is not defeated by that; the attack is compared again with what is there",
            "8.3(1) looks for a marker as the unit is revealed, and there was one",
        ),
        Settled(
            "AMB-89", "DDaT 19", "is the depth marker of a tank unit lost from sight at the end of the night?",
            "yes, while the tank unit stays revealed",
            "the text excepts tank units, and a depth marker is no unit (2.25)",
        ),
        Settled(
            "AMB-90", "DDaT 8.67", "where does the card of a naval artillery blast lie?",
            "on the card track till the turn ends, so that a counterattack of the turn does not shuffle it in",
            "4.0 puts every card there that is drawn for something; only cards of close combat piles are discarded as "
            "they are revealed (8.6)",
        ),
    )
}  # fmt: skip
