"""IWO 13, 14, 20-24: ground taken, what was built, victory points, the end of a turn and of the game."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iwo import facts as f
from domain.iwo.charts import MARKERS
from domain.iwo.state import OTHER
from domain.iwo.victory import TURNS
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import GameEnded, Points, Rolled
from projections.iwo.story.narrator import SIDES, Narrator
from projections.iwo.story.passage import Passage
from projections.report.model import StoryLine
from projections.stories import Sentence, facts_of
from projections.stories.words import clauses, count_of, grouped, names, number, sentence, was
from projections.wargame.alike import told_alike


def ground(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Areas that changed hands, and what was lost there."""
    said: list[Sentence] = []
    for side in ("us", "jp"):
        mine = [e for e in entries if isinstance(e.fact, f.ControlChanged) and e.fact.to == side]
        if not mine:
            continue
        changed = facts_of(mine, f.ControlChanged)
        areas = passage.teller.places(one.area for one in changed)
        caves = sum(one.caves for one in changed)
        lost = [(marker, one.area) for one in changed for marker in one.markers]
        gone = names(
            f"{f.called(m)} {'there' if len(mine) == 1 else f'at {passage.teller.place(area)}'}" for m, area in lost
        )
        if side == "us":
            ways = (
                f"{areas} {was(mine)} in American hands",
                f"The Americans now held {areas}",
                f"The Americans had taken {areas}",
            )
        else:
            ways = (
                f"The Japanese had {areas} back",
                f"{areas} fell to the Japanese again",
                f"The Japanese once more held {areas}",
            )
        words = passage.teller.pick(f"taken by {side}", *ways)
        words += f", with {count_of(caves, 'cave')} blown up" if caves else ""
        words += f", and {gone} {was(lost)} lost" if gone else ""
        said.append(Sentence.of(sentence(words), mine))
    return said


def built(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Beachheads, runways cleared, and the flag."""
    said: list[Sentence] = []
    for marker in MARKERS:
        mine = [e for e in entries if isinstance(e.fact, f.MarkerPlaced) and e.fact.marker == marker]
        if not mine:
            continue
        placed = [passage.teller.named(fact) for fact in facts_of(mine, f.MarkerPlaced)]
        words, areas = told_alike(placed, "area"), names(one.area for one in placed)
        if marker == "beachhead":
            what = "a Beachhead" if len(mine) == 1 else "Beachheads"
            words = passage.teller.pick(
                "beachhead",
                words if len(mine) == 1 else f"Beachheads went up at {areas}.",
                f"The engineers laid out {what} at {areas}.",
                f"{what} took shape at {areas}.",
            )
        said.append(Sentence.of(words, mine))
    return said


def unbuilt(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Markers that were lost."""
    gone = facts_of(entries, f.MarkerRemoved)
    what = names(f"{f.called(one.marker)} at {passage.teller.place(one.area)}" for one in gone)
    return [Sentence.of(f"{what} {was(gone)} lost.", entries)]


def points(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Victory points scored, and what for."""
    said: list[Sentence] = []
    rolled: list[int] = []
    for entry in entries:
        if isinstance(entry.fact, Rolled):
            rolled.append(entry.version)
            continue
        for side in ("us", "jp"):
            mine = [p for p in entry.fact.points if p.side == side]
            if mine:
                total, why = count_of(sum(p.amount for p in mine), "victory point"), _why(passage.teller, mine)
                words = passage.teller.pick(
                    "points", f"{SIDES[side]} scored {total} for {why}.", f"{why} brought {SIDES[side]} {total}."
                )
                said.append(
                    Sentence(words, () if said and entry.version in said[-1].entries else (*rolled, entry.version))
                )
        rolled = []
    return said


def _why(teller: Narrator, scored: Sequence[Points]) -> str:
    """What points were scored for, in words."""
    of = grouped((points.code, name) for points in scored for name in points.of or ("",))
    alive, safe, held = (
        [*of.get("unit-alive", ()), *of.get("hq-alive", ())],
        of.get("safe-to-land", []),
        of.get("area-held", []),
    )
    return clauses(
        [
            "the Stars and Stripes" if "stars-and-stripes" in of else "",
            f"Safe to Land at {'both ' if 'both-airfields' in of and len(safe) == 2 else ''}{teller.places(safe)}"
            if safe
            else "",
            f"the survival of {names(alive)}" if alive else "",
            f"the hold on {teller.places(held)}" if held else "",
            "what nobody had read out" if any(code.endswith("-unread") for code in of) else "",
        ]
    )


def turn(teller: Narrator) -> None:
    """What the turn cost, and how the points stand."""
    us, jp = teller.steps["us"], teller.steps["jp"]
    if teller.ended:
        seen = "" if teller.all_known else " that were seen" if jp != 1 else " that was seen"
        ours, theirs = (count_of(lost, "step") for lost in (us, jp))
        have, has = (
            count_of(teller.points["jp"], "victory point"),
            number(teller.points["us"]) if teller.points["us"] else "none",
        )
        cost = (
            f"The turn cost the Americans {ours} and the Japanese {theirs}{seen}",
            f"At the end of the turn the Americans had lost {ours}, the Japanese {theirs}{seen}",
            f"The turn ended with {ours} lost by the Americans and {theirs} by the Japanese{seen}",
        )
        stand = (
            f"; the score was {have} for the Japanese and {has} for the Americans.",
            f". The Japanese now had {have} and the Americans {has}.",
        )
        teller.paragraph(Sentence(teller.pick("cost", *cost) + teller.pick("stand", *stand), teller.ended))
    teller.steps, teller.ended = {"us": 0, "jp": 0}, ()


def result(teller: Narrator, line: StoryLine, entry: Entry) -> StoryLine:
    """The result as any game tells it, with the points of both sides where these decided: of one that was judged anew,
    as they were then."""
    fact = entry.fact
    assert isinstance(fact, GameEnded)
    if not fact.winner or fact.by not in ("victory-points", "final-count"):
        return line
    anew = any(
        isinstance(later.fact, GameEnded) and later.version > entry.version for later in standing(teller.game.entries)
    )
    state = teller.game.at(entry.version).state if anew else teller.game.state
    have = {side: getattr(state, f"vp_{side}") for side in SIDES}
    after = f" after turn {TURNS}" if fact.by == "final-count" else ""
    words = (
        f"{teller.WINNERS[fact.winner]} with {have[fact.winner]} victory points to {have[OTHER[fact.winner]]}{after}."
    )
    return line._replace(words=words)
