"""What earlier versions of these rules played otherwise, oldest first; `audit` tells a game of before which of it
concerns it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.rules import Mend

MENDS: Sequence[Mend] = (
    Mend(2, ("IWO 10",),
         "a Japanese unit could go on moving after another had sneaked, crept or hidden; its move is complete "
         "then.", "D01"),
    Mend(
        2, ("IWO 17.2(2)", "IWO 10.1"),
        "a unit that crept into an empty US-controlled area stayed there; it goes on in the open with what is left of "
        "its movement.", "D03",
    ),
    Mend(
        2, ("IWO 3", "IWO 22.2.1"),
        "nobody was revealed, and no division activated, while a question was open; they may be, but while a secret "
        "answer is awaited.",
        "D04",
    ),
    Mend(2, ("IWO 24(1)",),
         "in a game begun from a position the fall of the last US unit did not end it; it does.", "D06"),
    Mend(
        2, ("IWO 4.2", "IWO 22.2.1"),
        "a counter read out late lay where nothing could be done with it; it lands with its division, or is concealed: "
        "the record never learns where, so that it is shown when its player says so, and neither found by itself nor "
        "hit, nor moved unseen.", "D07",
    ),
    Mend(
        2, ("IWO 17.2(3)", "IWO 3"),
        "no unit could move concealed into an area that was full; it can, and is removed from play where nobody else "
        "leaves, in a US-controlled area once it is revealed.", "D10",
    ),
    Mend(
        2, ("IWO 23.2", "IWO 23.2(3)", "IWO 23.2(4)", "IWO 23.2(5)"),
        "units and areas that nobody had read out were left out of the last count; they are asked for.", "D12",
    ),
    Mend(
        2, ("IWO 24(1)",),
        "where the record does not know of every Japanese unit, with his map on paper or counters that nobody read "
        "out, the fall of the last known one ended nothing, or the game; the Japanese player is asked whether any is "
        "left.", "D13",
    ),
    Mend(
        2, ("IWO 3", "IWO 11", "IWO 16(2)", "IWO 17.2(2)", "IWO 22.3.1"),
        "with his map on paper a unit could come to light in an area that was full; there was no room for it.", "D24",
    ),
    Mend(
        2, ("IWO 17.2(2)",),
        "a unit that crept to where the US are, and no further, was revealed since its move ended; it is since it "
        "entered there, however far it meant to go.", "D25",
    ),
    Mend(
        2, ("IWO 3", "IWO 17.2(2)", "IWO 17.2(3)"),
        "that a unit which came to light had moved unseen in the phase was known to its own side alone; everybody "
        "learns it.", "D26",
    ),
    Mend(2, ("IWO 4",
             "IWO 22.2.1"), "the 3rd Division could be activated before the game was set up; it cannot.", "D17"),
    Mend(
        3, ("IWO 17.1(2)",),
        "a Japanese landing on which the table insisted was irregular by the rule of landings; it is by the one that "
        "bars it.", "IWO-N-11",
    ),
    Mend(
        4, ("IWO 10.1", "IWO 22.4.1", "IWO 17.2(2)"),
        "of a declared path the next area alone was looked at, what was wrong further on came out behind the enemy's "
        "answer; it is looked at whole as it is declared.", "ORA-1",
    ),
    Mend(
        4, ("IWO 8",),
        "of a concealed unit at a Beachhead the record alone refused a recovery, as of one that is seen; by a reading "
        "the Japanese player bars it.",
        "ORA-5",
    ),
    Mend(
        4, ("IWO 9", "IWO 9.1", "IWO 16(1)"),
        "where a concealed unit is that bombards was asked before what everybody knows of the bombardments was looked "
        "at; it is asked after.",
        "ORA-4",
    ),
    Mend(
        4, ("IWO 17.1", "IWO 17.1(1)"),
        "a Japanese move insisted on before the movement die was two irregularities, for the die and for the moves it "
        "gives; it is one.", "ORA-7",
    ),
    Mend(4, ("IWO 22.5",
             "IWO 16(4)"),
             "of several rocket artillery units the hits of one were expected; those of each are.", "ORA-3"),
    Mend(
        5, ("IWO 10.5", "IWO 8", "IWO 11.1.2(1)", "IWO 22.1.2"),
        "with his map on paper the Japanese player could show a unit where he had said that nobody is; he cannot where "
        "nobody can have come unseen since.", "D30",
    ),
)  # fmt: skip
