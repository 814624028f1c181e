"""FREE 1, 8: the rules of one game, made from what its table said as it began."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from domain.free import facts as f
from domain.free import sealed_facts
from domain.free.charts import SIDES_MOST, CountRow, GameRow, PieceRow, PlaceRow
from domain.free.evolve import evolve, sealing
from domain.free.learned import charts_learned
from domain.free.marks import COUNT_OF, PIECE, PILE, PLACE, SEVERAL, SIDE_NAME, Name
from domain.free.mends import MENDS
from domain.free.readings import READINGS, SETTLED
from domain.free.saying import LINE_VERB, verbs
from domain.free.sealing import SECRET_VERB, secrets
from domain.free.sealing import verbs as secret_verbs
from domain.free.state import Free, FreePiece, HexedFree, owned, phase_code, side_code, stack, titled
from domain.kernel import facts as kernel_facts
from domain.kernel.errors import BadInput
from domain.kernel.facts import Fact, GameBegan, Points, topics
from domain.kernel.parts import Ends, PaperSaid, Play, Scoring, Secrecy, Taken, Vocabulary
from domain.kernel.printed import Printed
from domain.kernel.remembering import rests_on
from domain.kernel.rules import Rules
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import Row
from domain.kernel.table import Table
from domain.wargame import war_facts
from domain.wargame.hex_grid import Hexes
from domain.wargame.pieces import Area

TITLE = "any game"
TAKEN = (LINE_VERB, SECRET_VERB, "next", "done", "table", "umpire")
"""What no side is called."""
UNSAID = GameRow(sides=("One", "Two"))
"""A game of which nothing was said."""
CHARTS: Mapping[str, type[Row]] = {row.CHART: row for row in (GameRow, PieceRow, PlaceRow, CountRow)}


def rules_of(began: GameBegan) -> Rules[Free]:
    """FREE 1: the rules of a game by how it began. Raises BadInput."""
    title, says = next(iter(began.charts.get(GameRow.CHART, {}).items()), (TITLE, None))
    return rules_for(title, GameRow.model_validate(says) if says else UNSAID)


@lru_cache(maxsize=64)
def rules_for(title: str, row: GameRow) -> Rules[Free]:
    """FREE 1: the rules of a game of this title. Raises BadInput."""
    sides = sides_of(row)
    hides = hiding(row, sides)
    turn = Phase[Free](
        "turn",
        rule="FREE 8",
        title_of=lambda state: f"turn {state.turn}",
        number=lambda state: state.turn,
        again=lambda state: True,
        phases=tuple(phases_of(row, sides)),
    )
    return Rules(
        code="free",
        title=title,
        citation="FREE",
        sides=sides,
        initial=HexedFree() if row.map == "hexes" else Free(),
        play=Play(
            verbs={**verbs.table, **secret_verbs.table} if hides else verbs.table,
            evolve=sealing if hides else evolve,
            topics=topics(kernel_facts, war_facts, f, *([sealed_facts] if hides else [])),
            sequence=SequenceOfPlay(turn),
            questions={"dice": "FREE 6.1", "draw": "FREE 7", "left": "FREE 4.2", "new": "FREE 3", "total": "FREE 5.3"},
            begin=begin,
            turn="turn",
            control=held,
            turn_began=lambda turn: war_facts.TurnBegan(rule="FREE 8", turn=turn),
            as_it_stands=(LINE_VERB, SECRET_VERB) if hides else (LINE_VERB,),
        ),
        printed=Printed(
            charts=CHARTS,
            admit=admit,
            packs=("sample",),
            asked=asked,
            learned=charts_learned,
            mutual={"places": "near"},
        ),
        vocabulary=Vocabulary(
            named=named, collections=("units", "places", "tracks", "points"), opens=True, paper=paper_said
        ),
        secrecy=_secrecy(hides),
        scoring=Scoring(score=score, points=lambda state: {side: state.points.get(side, 0) for side in sides}),
        ends=Ends(over="FREE 8"),
        readings=READINGS,
        settled=SETTLED,
        mends=MENDS,
    )


def sides_of(row: GameRow) -> Mapping[str, str]:
    """FREE 1: the sides of a game by their codes. Raises BadInput."""
    if not 0 < len(row.sides) <= SIDES_MOST:
        raise BadInput(f"a game has 1 to {SIDES_MOST} sides, not {len(row.sides)}")
    sides: dict[str, str] = {}
    for name in row.sides:
        code = side_code(name)
        if code in sides:
            raise BadInput(f"two sides are called {name}")
        if not code.replace("-", "_").isidentifier() or code in TAKEN:
            raise BadInput(f"a side cannot be called {name}: its name begins with a letter, and is no verb")
        sides[code] = name
    return sides


def hiding(row: GameRow, sides: Mapping[str, str]) -> tuple[str, ...]:
    """FREE 9: the sides that may say a line in secret, by their codes. Raises BadInput."""
    found = tuple(dict.fromkeys(side_code(name) for name in row.hides))
    if unknown := [name for name in row.hides if side_code(name) not in sides]:
        raise BadInput(f"{unknown[0]} hides something and is no side of the game: {', '.join(sides.values())}")
    return found


def _secrecy(hides: Sequence[str]) -> Secrecy[Free]:
    if not hides:
        return Secrecy()
    keeps = dict.fromkeys(hides, ("sealed",))
    return Secrecy(hides=hides, stated=(f.LineSaid.TOPIC,), secrets=secrets, keeps=keeps)


def phases_of(row: GameRow, sides: Mapping[str, str]) -> Sequence[Phase[Free]]:
    """FREE 8: the phases of a turn. One whose title begins with a side's name is that side's. Raises BadInput."""
    found: dict[str, Phase[Free]] = {}
    for title in row.phases or ("Play",):
        code = phase_code(title)
        if code in found or code == "turn":
            raise BadInput(f"two phases are called {title}")
        if not code.isidentifier() or code in (LINE_VERB, "next", "done"):
            raise BadInput(f"a phase cannot be called {title}: its name begins with a letter, and is no verb")
        found[code] = Phase(code, title, titled(title, sides.values()), "FREE 8")
    last = [*found][-1]
    found[last] = Phase(last, found[last].title, found[last].side, "FREE 8", leave=end_turn)
    return tuple(found.values())


def begin(table: Table[Free]) -> None:
    """FREE 8: the first phase begins."""
    table.begin()


def end_turn(table: Table[Free]) -> None:
    """FREE 8: the last phase ends the turn, and the next one begins; after the last turn, most points win."""
    row = table.state.game_row
    if row and row.turns and table.state.turn >= row.turns:
        scores = {side: table.state.points.get(side, 0) for side in table.rules.sides}
        best = [side for side, points in scores.items() if points == max(scores.values())]
        told = ", ".join(f"{table.rules.sides[side]} {points}" for side, points in scores.items())
        winner = best[0] if len(best) == 1 else ""
        table.end_once("FREE 8", winner, f"after {row.turns} turns it stands {told}", by="turns")
    table.record(war_facts.TurnBegan(rule="FREE 8", turn=table.state.turn + 1))


def score(state: Free, points: Points) -> Free:
    return state.but(points={**state.points, points.side: state.points.get(points.side, 0) + points.amount})


def named(state: Free, kind: str) -> Sequence[str]:
    """The names of a kind that players may say beside the rules."""
    if kind == "place":
        return Hexes(state.places) if state.GRID is not None else tuple(state.places)
    return tuple({"unit": state.units, "track": state.tracks, "slip": state.slips}.get(kind, ()))


def held(fact: Fact) -> Iterable[Taken]:
    """What has changed hands by a line."""
    return (Taken(name, side) for name, side in fact.holds.items()) if isinstance(fact, f.LineSaid) else ()


MARKS = ("-1", "+1", "=", ">", "at", "gone", "roll", "[2d6]", "draw", "()", '""')
"""The signs of a line, as a page may offer them."""


@rests_on("names", "charts")
def paper_said(state: Free) -> PaperSaid:
    """FREE 2: what a line may be written with."""
    known = state.means()
    kinds = (SIDE_NAME, PIECE, SEVERAL, PLACE, COUNT_OF, PILE)
    written = {name.casefold(): name for name in reversed([*known.names])}  # a side's name, and not its code as well
    once = [*reversed(written.values())]
    names = {kind: tuple(name for name in once if known.names[name].kind == kind) for kind in kinds}
    faces = sorted(known.die.faces) or [str(face) for face in range(1, known.die.sides + 1)]
    return PaperSaid(names, faces, MARKS)


# ---- from a pack ----


def asked(chart: str, says: Mapping[str, Any]) -> Mapping[str, bool]:
    """FREE 1: what a row may be asked for. A row that says nothing but its name is whole, except the game's."""
    if chart == GameRow.CHART:
        return {"sides": True, "phases": False, "dice": False, "turns": False, "map": False, "hides": False}
    return dict.fromkeys(CHARTS[chart].model_fields, False) if says else {}


def admit(state: Free, chart: str, name: str) -> Free:
    """FREE 1: the state after a row of a pack."""
    row = state.charts[chart][name]
    match row:
        case PieceRow():
            return _piece(state, name, row)
        case PlaceRow():
            places = {**state.places, name: Area(control=side_code(row.held) if row.held else "")}
            return state.but(places=places).with_name(name, Name(kind=PLACE))
        case CountRow():
            tracks = {**state.tracks, owned("", name): row.starts} if row.starts else state.tracks
            return state.but(tracks=tracks).with_name(name, Name(kind=COUNT_OF))
    return state


def _piece(state: Free, name: str, row: PieceRow) -> Free:
    side = side_code(row.side)
    state = state.with_name(name, Name(kind=SEVERAL if row.several else PIECE, side=side))
    if row.several and not row.at:
        return state
    piece = FreePiece(side=side, at=row.at, steps=row.steps, counted=bool(row.steps))
    return state.but(units={**state.units, stack(name, row.at) if row.several else name: piece})


RULES: Rules[Any] = rules_for(TITLE, UNSAID)
