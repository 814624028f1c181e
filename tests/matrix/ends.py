"""What holds of a game in the end, however it was said: its diary is whole, goes out and comes back, and keeps its
secrets."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

from auditing.audit import DIFFERS, SEALED, UNDECIDABLE, audit
from cli.desk import Desk
from cli.files import export, import_
from cli.health import doctor
from domain.kernel.entries import seen
from domain.kernel.facts import Fact
from projections.ledger_file import LedgerFile, ledger_path
from tests.matrix.cells import NAME, Told
from tests.matrix.cells import SEALED as UNDER_PASSPHRASES
from tests.matrix.teller import told_of


def faults(told: Told, folder: Path) -> list[str]:
    """What is wrong with the game in the end; nothing where all is well."""
    return [*_recorders(told), *_audited(told), *_views(told), *_doctor(told.desk), *_exchanged(told, folder)]


def _recorders(told: Told) -> Iterator[str]:
    """All recorders on the diary hold one game."""
    stored = told.desk.diary.open(told.way.game.id)
    for game in told.way.games:
        if (game.version, game.state, game.waits) != (stored.version, stored.state, stored.waits):
            yield f"a recorder has entry {game.version}, the diary {stored.version}"


def _audited(told: Told) -> Iterator[str]:
    for finding in audit(told.way.game):
        if finding.verdict in (DIFFERS, UNDECIDABLE, SEALED):
            yield f"audit: {finding.version} {finding.said}: {finding.verdict} {finding.why}"


def _views(told: Told) -> Iterator[str]:
    """The file of each side holds nothing of what another keeps for itself."""
    game = told.way.game
    for side in ("umpire", *game.rules.sides):
        path = ledger_path(told.desk.place, side)
        with closing(LedgerFile(path, side)) as views:
            views.catch_up(told.desk.diary)
        held = path.read_bytes()
        if side == "umpire" or told.cell.secrets != UNDER_PASSPHRASES:
            continue
        public = {text for entry in seen(game.entries, side) for text in _texts(entry.fact)}
        hidden = {
            text for entry in game.entries if entry.fact.secret not in ("", side) for text in _texts(entry.fact)
        } - public
        yield from (f"the file of {side} holds {text!r}" for text in hidden if text.encode() in held)


def _texts(fact: Fact) -> set[str]:
    """The values of a fact, and what it says, by which it could be known."""
    return {text for text in (fact.model_dump_json(exclude={"rule", "secret"}), fact.sentence()) if len(text) > 12}


def _doctor(desk: Desk) -> Iterator[str]:
    told = io.StringIO()
    try:
        with redirect_stdout(told), redirect_stderr(told):
            doctor(desk, (), accept=False, as_json=False)
    except SystemExit:
        yield f"doctor: {told.getvalue()}"


def _exchanged(told: Told, folder: Path) -> Iterator[str]:
    """It goes out as text and as JSON lines, and comes back as it was."""
    game = told.way.game
    for form in ("jsonl", "diary"):
        file, other = folder / f"{NAME}.{form}", Desk(folder / f"{form}.db", "Bob")
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            export(told.desk, NAME, form, "", file, None, True)
            import_(other, file, "", "")
            if form == "jsonl":
                yield from (f"{form}: {problem}" for problem in other.diary.verify(game.id))
                if other.diary.head(game.id) != told.desk.diary.head(game.id):
                    yield f"{form}: another seal"
            else:
                back = other.diary.open(other.diary.find(NAME).id)
                one, two = ([told_of(entry.fact) for entry in each.entries[1:]] for each in (game, back))
                if one != two:
                    at = next(
                        (n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
                    )
                    yield (
                        f"{form}: entry {at + 2} comes back otherwise: {game.entries[at + 1].fact} as "
                        f"{back.entries[at + 1].fact}"
                    )
        other.close()
