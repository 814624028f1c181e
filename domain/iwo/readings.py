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
        ),
        Reading(
            "R-02", "IWO 22.2.1", "the 10 VP for the 3rd Division without a Beachhead",
            {"once": "once a game", "per-unit": "for every unit that enters so"},
        ),
        Reading(
            "R-11", "IWO 24(1)", "no US ground unit on the map while some wait to land",
            {"go-on": "the game goes on", "over": "the Japanese win at once"},
        ),
        Reading(
            "R-12", "IWO 11.1.2", "a retreat when the Damage Number is 0",
            {"allowed": "may be declared", "refused": "there is nothing to reduce"},
        ),
        Reading(
            "R-13", "IWO 22.3.2", "several Kirikami Charges in one phase",
            {"one": "one a turn", "each": "each adds +1"},
        ),
        Reading(
            "R-16", "IWO 16(6)", "a bombarded area with two kinds of marker",
            {"one": "one goes, the Japanese player names it", "all": "all go"},
        ),
        Reading(
            "R-17", "IWO 2.1.1(4)", "does a Bombardment Range of 1 include the unit's own area?",
            {"yes": "yes, as 9.1.2 supposes", "no": "only where 9.1.2 sends it there"},
        ),
        Reading(
            "R-20", "IWO 17.2(4)", "hiding in a US-controlled area without US units",
            {"allowed": "allowed", "refused": "not in a US-controlled area"},
        ),
        Reading(
            "R-22", "IWO 9.1", "an area is bombarded once per turn",
            {"per-side": "by each side", "both": "by either side"},
        ),
        Reading(
            "R-28", "IWO 23.2", "does the HQ count as a living unit besides its 5 VP?",
            {"both": "yes, 1 and 5", "five": "no, 5 only"},
        ),
    )
}  # fmt: skip

SETTLED: Mapping[str, Settled] = {
    settled.id: settled
    for settled in (
        Settled(
            "R-18", "IWO 3", "a unit that enters an area which is full",
            "it is removed from play at once",
            "the limit holds at all times, so nobody waits for the end of a move",
        ),
    )
}  # fmt: skip
