"""BB 8 morale: markers move on their tracks, and what follows from it."""

from __future__ import annotations

from domain.betio import facts as f
from domain.betio.charts import TrackCard
from domain.betio.facts.codes import MoraleCause
from domain.betio.state import JAPANESE, MARINE, REGIMENTS, TRACKS, WORST, Betio, track_of
from domain.kernel.facts import Track
from domain.kernel.table import Table


def move(table: Table[Betio], track: str, boxes: int, cause: MoraleCause, rule: str, of: str = "") -> bool:
    """A morale marker goes so many boxes to the right, or below 0 to the left; it stops at the end (reading A-29).
    Whether it moved.

    8.2.3, 8.3.2: a regiment that reaches -3 moves both General Morale markers.
    """
    was, last = table.state.tracks.get(track, 0), len(table.read(TrackCard, track_of(track)).boxes) - 1
    now = max(0, min(last, was + boxes))
    if now == was:
        return False
    before = table.state.morale(track)
    after = table.read(TrackCard, track_of(track)).boxes[now]
    words = f"{TRACKS[track]} {before:+d} to {after:+d}: {f.why_moved(cause, [of])}"
    table.record(f.MoraleMoved(rule=rule, cause=cause, of=of, tracks=(Track(name=track, was=was, now=now, why=words),)))
    if track in REGIMENTS and after == WORST and before > WORST:
        move(table, JAPANESE, 1, "regiment-broken", "BB 8.2.3", track)
        move(table, MARINE, -1, "regiment-broken", "BB 8.3.2", track)
    return True


def can_fall(state: Betio, track: str) -> bool:
    """Whether a marker can go to the left."""
    return state.tracks.get(track, 0) > 0
