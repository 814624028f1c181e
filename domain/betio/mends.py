"""What was mended in the rules since games were recorded under them, oldest first."""

from __future__ import annotations

from domain.kernel.rules import Mend

MENDS: tuple[Mend, ...] = (
    Mend(
        2, ("BB 1.7.2", "BB 1.7.3", "BB 4.5.1", "BB 7.6.1", "BB 7.9.2"),
        "who stepped onto the Long Pier at 2632, engineers too, cleared it and entered 2731 without an assault, and "
        "was landed anew, isolated or not; infantry that was landed at its end clears it, and each unit lands "
        "once.", "RB-02",
    ),
    Mend(
        2, ("BB 3.3.4",),
        "units were unloaded onto a hex of the Long Pier in which another stood; there is one unit a hex.", "RB-04",
    ),
    Mend(
        2, ("BB 3.5.5", "BB 3.5.6", "BB 4.6.5", "BB 4.5.6"),
        "landings without a course change were said to be by 3.5.6, and Defensive Fire at a demolition by "
        "4.5.6.", "RB-15",
    ),
    Mend(
        2, ("BB 3.7", "BB 3.7.1", "BB 3.7.4", "BB 3.7.5", "BB 3.9.1", "BB 7.5.2"),
        "on the Long Pier the area of its base counted, and its suppression; now the beach a unit is assigned to does. "
        "Infantry in the wreck is no target, nor a supply point whose beach lies in secured areas.", "RB-18",
    ),
    Mend(
        2, ("BB 10.4.1", "BB 10.4.2"),
        "the wrecks' fire let vessels be and changed no courses; and infantry that was unloaded in the wreck was not "
        "in it.", "OB-02",
    ),
    Mend(
        2, ("BB 1.5.3", "BB 4.3.1"),
        "who was turned over by fire on a runway went on beyond its APs, and who was pinned stopped without a word; "
        "who has too few APs left stops.",
        "RB-07",
    ),
    Mend(
        2, ("BB 4.2.6", "BB 4.9.6", "BB 4.9.14", "BB 4.9.17"),
        "Battalion Integrity changed no recovery, and was not had with a mate in the water; it does, and is.", "RB-09",
    ),
    Mend(
        2, ("BB TEC", "BB 4.4.4", "BB 4.4.5"),
        "a ditch in a hex cost nothing where the hexside shows another terrain; a marker on a strongpoint that is "
        "destroyed and retaken counted for its area, and by A-12 `once` those on two strongpoints of an area as "
        "one.", "RB-25",
    ),
    Mend(
        2, ("BB 4.5.5", "BB 4.5.7"),
        "who assaulted two hexes together had each to be next to both; each assaults those it is next to.", "RB-33",
    ),
    Mend(
        2, ("BB 7.3.7", "BB 7.4.1", "BB 7.5.3", "BB 7.10.1", "BB 1.7.6"),
        "a point could be spent on a unit whose chit without cost was due; Direct Supply never reached artillery and "
        "tanks; and 2731 had no Supply Head while the pier was not cleared, though a cleared beach hex three hexes "
        "from any other.", "RB-13",
    ),
    Mend(
        2, ("BB 8.3.3", "BB 4.5.9", "BB 10.6.1", "BB 10.6.8", "BB 10.8.1", "BB 10.8.2"),
        "a retreat from a Banzai attack drew no fire on a runway, and secured an area whose old hex was lost with it; "
        "units on the pier and the reef were no targets; those of a General Banzai were drawn one after the "
        "other.", "RB-29",
    ),
    Mend(
        2, ("BB 7.4.1", "BB 7.1.2", "BB 7.2.2", "BB 7.3.2", "BB 7.7.1", "BB 7.8.1", "BB 4.9.3"),
        "a Supply Head that was placed in 2731 before the pier was cleared went on functioning however near the "
        "Japanese came; where 2731 waits for the pier (A-96) it functions as in any beach hex.", "RB-45",
    ),
    Mend(
        2, ("BB 8.3.4", "BB 10.8.3", "BB 10.8.5", "BB 7.7.3"),
        "a hex that was taken back by an Invasion Collapse or the spread of a General Banzai kept its Supply Head, "
        "which counted for 7.7.3; it is gone.", "RB-47",
    ),
    Mend(
        2, ("BB 3.6.2", "BB 3.6.3"),
        "a supply point that came ashore with its vessel's last AP was said to lack 3 APs; it has none.", "RB-48",
    ),
    Mend(
        2, ("BB 7.3.9",),
        "a unit that had attacked and was eliminated lost its Active Supply chit after that; who is gone has none.",
        "RB-49",
    ),
)  # fmt: skip
