"""What Invasion Pearl Harbor is about (IPH 4): 22 Japanese victory points before the last turn is over, or none; so
cities, airfields and beachheads, and the ships and divisions that do not come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.iph import facts as f
from domain.iph.charts import HexCard
from domain.iph.state import BBROW, BEACHHEAD, OTHER, TURNS, WIN, Iph
from domain.kernel.facts import Loss
from projections.report.stakes import Stakes, Turned, TurningMark, passed
from projections.stories.words import capital, count_of, names

PEOPLE = {"jp": "the Japanese", "us": "the Americans"}
ADJECTIVES = {"jp": "Japanese", "us": "US"}
HALF, NEAR = WIN // 2, WIN - 4


def marks(change: Turned) -> Iterator[TurningMark]:
    yield from _points(change.before, change.after)
    yield from _ground(change)
    yield from _gone(change)


def _points(before: Iph, after: Iph) -> Iterator[TurningMark]:
    """IPH 4.2: half of the points for a victory, and the last few before it."""
    now = f"{after.vp} of {WIN} victory points"
    if passed(before.vp, after.vp, HALF) > 0:
        yield TurningMark(f"The Japanese come to {after.vp} points", f"the Japanese came to {now}", 24, "jp")
    if passed(before.vp, after.vp, HALF) < 0:
        yield TurningMark("The Japanese are thrown back", f"the Japanese fell back to {now}", 30, "us")
    if passed(before.vp, after.vp, NEAR) > 0:
        few = count_of(WIN - after.vp, "point")
        yield TurningMark(
            f"The Japanese are {few} short of victory", f"the Japanese came to {now}", 34 if after.vp < WIN else 0, "jp"
        )


def _ground(change: Turned) -> Iterator[TurningMark]:
    """IPH 4.4: what changed hands and is worth something; the fall of Honolulu, the last airfield."""
    if change.facts(f.HonoluluFell):
        yield TurningMark("Honolulu falls", "the last hex of Honolulu fell to the Japanese", 50, "jp")
    if change.facts(f.ArmyAircraftRemoved):
        yield TurningMark(
            "The last airfield is lost", "the US Army lost its last airfield, and its aircraft with it", 40, "jp"
        )
    for side, people in PEOPLE.items():
        taken = [fact for fact in change.facts(f.HexTaken) if fact.to == side and fact.points]
        worth = sum(abs(points.amount) for fact in taken for points in fact.points)
        if not taken:
            continue
        where = names(dict.fromkeys(_called(change.after, fact.place) for fact in taken), 3)
        back = " back" if side == "us" else ""
        points = count_of(worth, "victory point")
        came = f", worth {points}" if side == "jp" else f", which cost the Japanese {points}"
        words = f"{people} took {where}{back}{came}"
        yield TurningMark(f"{capital(people)} take {where}{back}", words, 5 * worth + (10 if back else 3), side)


def _called(state: Iph, hex: str) -> str:
    """A hex by what is there: by its number where it has no name."""
    card = state.rows(HexCard).get(hex)
    return card.name if card and card.name else hex


def _gone(change: Turned) -> Iterator[TurningMark]:
    """IPH 4.3, 5.6, 7: ships, Beachhead markers, Battleship Row, and sub-commands with nobody left."""
    for fact in change.facts(f.ShipLost):
        ship = change.after.ships[fact.ship]
        left = sum(
            one.box in ("distant", "close-in")
            for one in change.after.ships.values()
            if (one.side, one.kind) == (ship.side, ship.kind)
        )
        what = f"{ADJECTIVES[ship.side]} {ship.kind}"
        if left:
            words = f"{fact.ship} was {fact.fate}, and {count_of(left, what)} {'was' if left == 1 else 'were'} left"
            yield TurningMark(f"{fact.ship} is {fact.fate}", words, 18, OTHER[ship.side])
        else:
            words = f"{fact.ship}, the last {what}, was {fact.fate}"
            yield TurningMark(f"The last {what} is {fact.fate}", words, 36, OTHER[ship.side])
    lost = Counter(_kind(change.after, loss) for entry in change.entries for loss in entry.fact.losses)
    if lost[BBROW]:
        yield TurningMark("Battleship Row is silenced", "Battleship Row was silenced for good", 32, "jp")
    if lost[BEACHHEAD]:
        left = len(change.after.beachheads)
        words = f"a Beachhead was lost, and {count_of(left, 'marker')} {'was' if left == 1 else 'were'} left on Oahu"
        yield TurningMark("A Beachhead is lost", words, 36, "us")
    for retired in change.facts(f.ChitsRetired):
        who = names(dict.fromkeys(chit.partition("-")[0] for chit in retired.chits))
        yield TurningMark(f"The last of {who} is gone", f"the last unit of {who} was lost", 20, "jp")


def _kind(state: Iph, loss: Loss) -> str:
    unit = state.units.get(loss.unit)
    return unit.command if unit else ""


def is_step(state: Iph, loss: Loss) -> bool:
    """IPH 2.11, 8.3: ground units, Battleship Row and Beachhead markers have steps, ships have none."""
    return loss.unit in state.units


def stands(state: Iph) -> str:
    """IPH 4.2: the points, and the turns that are left."""
    left = max(0, TURNS - state.turn)
    return (
        f"the Japanese have {state.vp} of the {WIN} victory points they need, with {count_of(left, 'turn')} to come "
        "after this one"
    )


STAKES = Stakes(people=PEOPLE, stands=stands, marks=marks, step=is_step)
