"""FREE 2: the one verb of a game without rules of its own. It needs no typing."""

from __future__ import annotations

from collections.abc import Sequence

from domain.free.doing import OWN_COUNT, Doing, Settle, Stood, faces_of, strange, uncounted
from domain.free.learning import heard_and_learned
from domain.free.marks import Draws, Heard, Throw
from domain.free.state import Free
from domain.kernel.errors import BadInput
from domain.kernel.facts import Irregular, Purpose
from domain.kernel.limits import NOTE
from domain.kernel.questions import Draw, OneOf, Roll
from domain.kernel.table import Table
from domain.kernel.verbs import Verbs

verbs: Verbs[Free] = Verbs()
LINE_VERB = "line"
Fell = list[tuple[Throw, tuple[int, ...]]]
"""Dice, and their faces."""


@verbs("FREE 2", either=True)
def line(table: Table[Free], text: str) -> None:
    """FREE 2: a line is kept as it stands, and only its marks count."""
    check_length(text)
    say(table, text)


def check_length(text: str) -> None:
    """Raises BadInput for a line that is empty or too long."""
    if not text.strip() or len(text) > NOTE:
        raise BadInput(f"a line of paper has 1 to {NOTE} characters, this one {len(text)}")


def say(table: Table[Free], text: str) -> None:
    """FREE 2: what the marks of a line change, and the line itself."""
    heard, words = heard_and_learned(table, text, table.side)
    throws = [mark for mark in heard.marks if isinstance(mark, Throw)]
    fell = _throws(table, throws)
    _draws(table, heard)
    doing = Doing(table.state, table.side, _settled(table), _stood(table))
    doing.cause = "dice" if fell else "play"
    doing.speaker = table.side if table.side != table.state.phase_side else ""
    doing.missed += words
    doing.carry_out(heard)
    doing.thrown += uncounted(throws)
    doing.odd += [odd for one in throws if (odd := strange(one))]
    table.record(doing.fact(text, heard, doing.fire(heard, fell)))


def _throws(table: Table[Free], throws: Sequence[Throw]) -> Fell:
    """FREE 6, 6.1: the dice of a line as they lie; those in brackets are asked for."""
    fell: Fell = []
    by = table.side or "table"
    for mark in throws:
        if faces_of(mark) or (mark.called and not mark.faces):
            roll = Roll(
                name="dice",
                by=by,
                rule="FREE 6.1" if mark.called else "FREE 6",
                words=f"{mark.many} {'die' if mark.many == 1 else 'dice'} of {mark.sides} sides",
                purpose=Purpose(kind="dice"),
                count=mark.many,
                sides=mark.sides,
            )
            fell.append((mark, table.ask(roll, stated=faces_of(mark) or None)))
    return fell


def _draws(table: Table[Free], heard: Heard) -> None:
    """FREE 7: the cards and chits of a line as they were drawn."""
    by = table.side or "table"
    for mark in heard.marks:
        if isinstance(mark, Draws):
            piles = Doing(table.state, table.side, lambda what, theirs, ours: ours)
            pile = piles.pile_of(mark)
            left = table.state.piles.get(pile, ())
            draw = Draw(
                name="draw",
                by=by,
                rule="FREE 7",
                words=f"drawn from {pile or mark.pile}" if pile or mark.pile else "drawn",
                purpose=Purpose(kind="draw"),
                left=left if mark.item in left else (*left, mark.item),
                deck=pile or "pile",
            )
            table.ask(draw, stated=mark.item)


def _settled(table: Table[Free]) -> Settle:
    """FREE 5.3: a total that the record counts otherwise is asked once; the table's own holds, and is irregular."""

    def settle(what: str, theirs: int, ours: int) -> int:
        return int(
            _which_holds(
                table,
                "total",
                "FREE 5.3",
                f"{what}: the line says {theirs}, the record counts {ours}; which holds",
                (str(theirs), str(ours)),
                Irregular(
                    rule="FREE 5.3", why=f"{what} is {theirs}, where the record counts {ours}", as_played=OWN_COUNT
                ),
            )
        )

    return settle


def _stood(table: Table[Free]) -> Stood:
    """FREE 4.2: a place left that was another by the record is asked once; the table's own holds, and is irregular."""

    def stood(piece: str, theirs: str, ours: str) -> None:
        why = f"{piece} stood at {theirs}, where the record has it at {ours}"
        _which_holds(
            table,
            "left",
            "FREE 4.2",
            f"{piece}: the line says it left {theirs}, the record has it at {ours}; which holds",
            (theirs, ours),
            Irregular(rule="FREE 4.2", why=why, as_played="by the table's own map"),
        )

    return stood


def _which_holds(
    table: Table[Free], name: str, rule: str, words: str, either: tuple[str, str], irregular: Irregular
) -> str:
    """Asks whether the line's word or the record's holds: the line's by Enter, and irregular."""
    theirs, _ = either
    said = table.ask(
        OneOf(name=name, by="table", rule=rule, words=words, options=either, default=theirs, typed_on=theirs)
    )
    if said == theirs:
        table.record(irregular)
    return said
