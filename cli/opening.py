"""The command `open`: opens a side's secrets to everybody after the game."""

from __future__ import annotations

from cli.desk import Desk
from cli.explaining import tell_audit
from cli.looking import print_log
from cli.output import folded, print_line, talk
from cli.unlocking import require_unlocked, unlock_at_terminal
from domain.kernel.errors import BadInput
from domain.kernel.facts import SecretsOpened
from domain.record.diary import Diary
from projections.log_lines import log_lines


def open_(desk: Desk, game: str, side: str) -> None:
    """`wardiary open`: opens a side's secrets; exit code 1 if something does not fit."""
    diary = desk.diary
    game_id = diary.find(game).id
    locks = diary.locks(game_id)
    if side and side not in locks:
        raise BadInput(
            f"{side} has nothing under a passphrase in this game" + (f"; {', '.join(locks)} has" if locks else "")
        )
    if not locks:
        raise BadInput("nothing in this game is under a passphrase: `wardiary log` shows all of it")
    published = diary.keys(game_id, published=True)
    for each in [side] if side else list(locks):
        if each in published:
            talk(f"{each}'s secrets are open already")
        else:
            _publish(diary, game_id, each)
            talk(f"{each}'s secrets are open")
    if not _all_fits(diary, game_id):
        raise SystemExit(1)


def _publish(diary: Diary, game_id: str, side: str) -> None:
    """Records a side's key. Raises BadInput if its passphrase cannot be had."""
    unlock_at_terminal(diary, game_id, side)
    if side in diary.locked(game_id):
        require_unlocked(diary, game_id)
    game = diary.open(game_id)
    diary.append(game, game.beside(SecretsOpened(side=side, key=diary.keys(game_id)[side].hex())))


def _all_fits(diary: Diary, game_id: str) -> bool:
    """Checks the seals and commitments, shows what was secret, and audits the game. Prints what does not fit."""
    problems = diary.verify(game_id)
    for problem in problems:
        for text in folded(f"{problem}"):
            talk(text)
    game = diary.open(game_id)
    print_line("what was secret")
    print_log(log_lines([entry for entry in game.entries if entry.fact.secret], game.entries, game.rules.sides))
    talk("every seal and commitment fits" if not problems else f"{len(problems)} entries do not fit")
    return tell_audit(game) and not problems
