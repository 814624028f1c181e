"""What earlier versions of these rules played otherwise, oldest first; `audit` tells a game of before which of it concerns it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.rules import Mend

MENDS: Sequence[Mend] = (
    Mend(2, ("IWO 10",), "a Japanese unit could go on moving after another had sneaked, crept or hidden; its move is complete then.", "D01"),
    Mend(
        2, ("IWO 17.2(2)", "IWO 10.1"),
        "a unit that crept into an empty US-controlled area stayed there; it goes on in the open with what is left of its movement.", "D03",
    ),
    Mend(2, ("IWO 3", "IWO 22.2.1"), "nobody was revealed, and no division activated, while a question was open; they may be at any time.", "D04"),
    Mend(2, ("IWO 24(1)",), "in a game begun from a position the fall of the last US unit did not end it; it does.", "D06"),
    Mend(
        2, ("IWO 4.2", "IWO 22.2.1"),
        "a counter read out late lay where nothing could be done with it; it is concealed, or lands with its division.", "D07",
    ),
    Mend(
        2, ("IWO 17.2(3)", "IWO 3"),
        "no unit could move concealed into an area that was full; it can, and is removed from play where nobody else leaves.", "D10",
    ),
    Mend(
        2, ("IWO 23.2", "IWO 23.2(3)", "IWO 23.2(4)", "IWO 23.2(5)"),
        "units and areas that nobody had read out were left out of the last count; they are asked for.", "D12",
    ),
    Mend(2, ("IWO 24(1)",), "with his map on paper the fall of the last concealed unit ended nothing; the Japanese player is asked for it.", "D13"),
    Mend(2, ("IWO 4", "IWO 22.2.1"), "the 3rd Division could be activated before the game was set up; it cannot.", "D17"),
)  # fmt: skip
