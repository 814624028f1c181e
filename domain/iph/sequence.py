"""IPH 5: the sequence of play, with the setting up of 3 before its first turn."""

from __future__ import annotations

from collections.abc import Callable

from domain.iph.carriers import carrier_combat
from domain.iph.chits import close_turn, command_of, strip
from domain.iph.landing import owed_landing
from domain.iph.opening import owed_place, setup_complete
from domain.iph.parting import owed_parting
from domain.iph.ships import begin_first_turn, in_play, owed_cover, owed_disposition
from domain.iph.state import CARRIER_TURNS, COMMANDS, FIRST_AIR, Iph
from domain.iph.submarine import owed_submarine
from domain.kernel.sequence import Phase, SequenceOfPlay


def interposed(state: Iph, left: tuple[str, ...]) -> tuple[str, ...]:
    """IPH 5.6 to 5.8: what may follow in a turn after its landing.

    Chits are pulled while there are any, each for a US phase (reading R-01); before and after each of these the
    Japanese player may take his movement and his combat phase, once each, and in the end must (5.7). A window between
    the phases is where he says so.
    """
    theirs = tuple(phase for phase in ("jp_move", "jp_fight") if phase in left)
    chits = state.turn > 1 and bool(state.cup.inside)
    if state.phase == "pull":
        return ("us_move",) if state.chit.endswith("-Move") else ("us_fight",)
    if state.phase == "window":
        return (*(("pull",) if chits else ()), *theirs)
    if chits:
        return ("window",) if theirs else ("pull",)
    return ("window",) if len(theirs) > 1 else theirs


def pulled(state: Iph) -> str:
    """The sub-command whose phase it is."""
    return COMMANDS.get(command_of(state.chit), state.chit)


FIRST_TURN = ("IPH 5.10", "there are no US phases in turn 1")
ON_TURNS_5_AND_9 = ("IPH 5.3", "ships are disposed on turns 5 and 9")


def by_chit(state: Iph) -> tuple[str, str]:
    """Why a US phase is not that of the chit that was pulled."""
    return (
        FIRST_TURN
        if state.turn == 1
        else ("IPH 5.6", "the chit that was pulled says whether a sub-command moves or fights")
    )


NO_TARGET = ("IPH 5.4", "no Japanese ship is close-in, or it is not yet turn 5")


def owed_choice(state: Iph) -> str:
    return "" if state.committed else "the beachhead, `choose HEX`"


def owed_reveal(state: Iph) -> str:
    return "" if state.revealed else "the beachhead is shown, `reveal`"


def owed_pull(state: Iph) -> str:
    return "" if state.chit else "a chit, `pull CHIT`"


def opening(state: Iph) -> bool:
    """IPH 3: before the first turn; a position of a later one may be laid out without a beachhead."""
    return state.turn == 1 and not state.revealed


def has_ships(side: str) -> Callable[[Iph], bool]:
    """Whether a side has ships to dispose (reading R-42)."""
    return lambda state: bool(in_play(state, side))


def submarines(state: Iph) -> bool:
    """IPH 5.4, 7.11: from turn 5 on, while a Japanese ship is close-in."""
    return state.turn >= FIRST_AIR and bool(state.fleet("jp"))


SHIPS = "Ship Disposition Segment"
PHASES: tuple[Phase[Iph], ...] = (
    Phase("choice", "Beachhead Selection", "jp", "IPH 3.2", when=opening, owed=owed_choice, usual="choose"),
    Phase("us_setup", "US Set-Up", "us", "IPH 3.3", when=opening, owed=owed_place, leave=setup_complete),
    Phase("reveal", "Japanese Set-Up", "jp", "IPH 3.5", when=opening, owed=owed_reveal, usual="reveal"),
    Phase(
        "carriers",
        "Carrier Warfare Phase",
        rule="IPH 5.3",
        when=lambda s: s.turn in CARRIER_TURNS,
        skipped=ON_TURNS_5_AND_9,
        phases=(
            Phase(
                "jp_ships",
                f"Japanese {SHIPS}",
                "jp",
                "IPH 7.3",
                when=has_ships("jp"),
                owed=owed_disposition("jp"),
                usual="dispose",
            ),
            Phase(
                "us_ships",
                f"US {SHIPS}",
                "us",
                "IPH 7.3",
                when=has_ships("us"),
                owed=owed_disposition("us"),
                usual="dispose",
            ),
            Phase(
                "cover", f"End of the {SHIPS}", "jp", "IPH 7.3", when=has_ships("jp"), owed=owed_cover, usual="uncover"
            ),
            Phase("carrier_combat", "Carrier Combat Segment", "", "IPH 7.3", auto=True, leave=carrier_combat),
        ),
    ),
    Phase(
        "submarine",
        "US Submarine Attack Phase",
        "us",
        "IPH 5.4",
        when=submarines,
        owed=owed_submarine,
        usual="submarine",
        skipped=NO_TARGET,
    ),
    Phase(
        "landing",
        "Japanese Landing Phase",
        "jp",
        "IPH 5.5",
        when=lambda s: not s.night,
        enter=begin_first_turn,
        owed=owed_landing,
        usual="land",
        skipped=("IPH 8.1", "nobody lands at night"),
    ),
    Phase("night", "Night", "", "IPH 5.9", auto=True, when=lambda s: s.night, leave=strip),
    Phase(
        "action",
        rule="IPH 5.7",
        order=interposed,
        phases=(
            Phase("window", "Interval between phases", "", "IPH 5.7"),
            Phase(
                "pull",
                "US Sub-Command Chit-Pull Phase",
                "us",
                "IPH 5.6",
                when=lambda s: s.turn > 1,
                skipped=FIRST_TURN,
                usual="pull",
                owed=owed_pull,
            ),
            Phase(
                "us_move",
                side="us",
                rule="IPH 5.6",
                title_of=lambda s: f"{pulled(s)} Movement Phase",
                when=lambda s: s.chit.endswith("-Move"),
                usual="move",
                skipped=by_chit,
            ),
            Phase(
                "us_fight",
                side="us",
                rule="IPH 5.6",
                title_of=lambda s: f"{pulled(s)} Combat Phase",
                when=lambda s: s.chit.endswith("-Fight"),
                also=("attack",),
                skipped=by_chit,
            ),
            Phase(
                "jp_move",
                "Japanese Movement Phase",
                "jp",
                "IPH 5.7",
                usual="move",
                owed=owed_parting,
                owes="IPH 9.13",
                owed_last=True,
                owes_unseen=lambda s: s.met,
            ),
            Phase("jp_fight", "Japanese Combat Phase", "jp", "IPH 5.7", also=("attack",)),
        ),
    ),
    Phase("end", "End of the Game Turn", "", "IPH 5.8", auto=True, leave=close_turn),
)

SEQUENCE: SequenceOfPlay[Iph] = SequenceOfPlay(
    Phase(
        "turn",
        rule="IPH 5.2",
        title_of=lambda s: f"game turn {s.turn}",
        number=lambda s: s.turn,
        phases=PHASES,
        again=lambda s: True,
    )
)
"""Turn by turn."""
