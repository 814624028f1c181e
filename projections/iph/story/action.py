"""IPH 5.6 to 5.8: the chits as they came out of the cup, the Japanese phases between them, and what was done in
each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from domain.iph import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, PhaseBegan
from projections.iph.story.battle import battles
from projections.iph.story.by_kind import by_kind
from projections.iph.story.movement import is_move, moves
from projections.iph.story.narrator import Narrator, Opened
from projections.iph.story.naval import strikes
from projections.stories import SILENT, facts_of

JAPANESE = {
    "jp_move": ("the Japanese moved", "the Japanese stayed where they were"),
    "jp_fight": ("the Japanese went over to the attack", "the Japanese attacked nobody"),
}
"""The two Japanese phases, where something happens in them and where nothing does."""


def action(teller: Narrator, entries: Sequence[Entry]) -> None:
    """Phase by phase; what is said in between does not end one."""
    for _, group in groupby(entries, key=lambda entry: entry.moment.ids):
        _phase(teller, list(group))


def _phase(teller: Narrator, entries: Sequence[Entry]) -> None:
    teller.follow(entries[0].version)
    for entry in entries:
        if isinstance(entry.fact, PhaseBegan) and entry.fact.phase in ("window", "pull", *JAPANESE):
            teller.pass_phase()
            if entry.fact.phase in JAPANESE:
                teller.opened = Opened(*JAPANESE[entry.fact.phase], "", (entry.version,))
    moved: list[Entry] = []
    for _, group in groupby(entries, key=lambda entry: entry.of):
        some = [entry for entry in group if not isinstance(entry.fact, SILENT)]
        if facts_of(some, f.ChitPulled):
            _pulled(teller, some)
        elif is_move(some) and not facts_of(some, f.AttackDeclared):
            moved += some
        elif some:
            _write(teller, moved)
            moved = []
            _else(teller, some)
    _write(teller, moved)


def _write(teller: Narrator, moved: Sequence[Entry]) -> None:
    """The moves up to here."""
    if moved:
        teller.paragraph(*moves(teller, moved))


def _else(teller: Narrator, some: Sequence[Entry]) -> None:
    """What is no move: a battle, a strike on a battleship, aircraft that interdict hexes."""
    if facts_of(some, f.AttackDeclared):
        for said in battles(teller, some):
            teller.paragraph(*teller.began(), *said)
    elif facts_of(some, f.BattleshipStruck):
        teller.paragraph(*teller.idled(), *strikes(teller, some))
    elif rest := by_kind(teller, some):
        teller.paragraph(*teller.idled(), *rest)


def _pulled(teller: Narrator, entries: Sequence[Entry]) -> None:
    """A chit, which opens a US phase."""
    told = [entry for entry in entries if isinstance(entry.fact, f.ChitPulled | Drawn)]
    chit = facts_of(told, f.ChitPulled)[0].chit
    begins = f"{chit} {teller.pick('chit', 'was pulled', 'came out of the cup', 'was the next chit')}"
    teller.opened = Opened(begins, "", chit, tuple(entry.version for entry in told))
    teller.paragraph(*by_kind(teller, [entry for entry in entries if entry not in told]))
