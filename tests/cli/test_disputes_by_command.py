"""Disputes of played games as players settle them: at most three commands, from the question to what follows.

The figures are those of the shipped games by today's rules. Where a mend stops the later lines first, the command says
which, and so does the case.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.conftest import Prepared, Run
from tests.cli.terminal import ROOT

MOST = 3
"""Commands from the question to what follows."""


class Dispute(NamedTuple):
    """A question about a played game, the commands that settle it, and what each says."""

    about: str
    game: str
    commands: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """Each command with what it says."""


def supposed(words: str, *says: str, then: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Does it matter, and side by side."""
    return (("audit", "--if", words), says), (("fix", "--if", words, "--dry-run", "--as", "umpire"), then)


def fixed(*words: str, says: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """What an entry leads to once it is put right, or once a line is said before it."""
    return ((("fix", *words, "--dry-run", "--as", "umpire"), says),)


DISPUTES = (
    Dispute(
        "IWO 22.2.1: does each unit of the 3rd Division cost ten points?",
        "iwo/guns-and-tanks",
        supposed(
            "R-02=per-unit", "2 declarations come out otherwise, first #355", "#361",
            then=("points: Japanese 49, was 29", "the game is over by then", "49 victory points: 115 later lines"),
        ),
    ),
    Dispute(
        "IWO 22.3.2: may each area charge?",
        "iwo/guns-and-tanks",
        (
            *supposed("R-13=each", "#80 comes out otherwise", then=("entry 88 no longer does", "a Kirikami Charge")),
            (
                ("fix", "--if", "R-13=each", "--dry-run", "--as", "umpire", "--say", "none"),
                ("212 lines said again as they were", "nothing else comes out otherwise", "points, Japanese 40 40"),
            ),
        ),
    ),
    Dispute(
        "IWO 12.2.3: may one retreat where the last step is lost?",
        "iwo/first-landing",
        supposed(
            "R-12=refused", "3 declarations come out otherwise, first #167",
            then=("the Japanese have 34 victory", "34 34", "nothing was recorded"),
        ),
    ),
    Dispute(
        "IWO 12.2.3: the same where somebody did retreat",
        "iwo/flag-on-the-crater",
        supposed(
            "R-12=refused", "#833", then=("entry 836 no longer does", "answers what is asked no more")
        ),
    ),
    Dispute(
        "DDaT 8.67: does the Reinforce event do anything?",
        "ddat/first-waves",
        supposed(
            "AMB-11=works", "#51 comes out otherwise",
            then=("entry 68 no longer does", "the coastal depth marker in F2"),
        ),
    ),
    Dispute(
        "DDaT 17.0: which engineers bring a support marker?",
        "ddat/two-days",
        supposed(
            "AMB-16=beach", "18 declarations come out otherwise, first #1362",
            then=("entry 2561 no longer does", "no support marker is left"),
        ),
    ),
    Dispute(
        "BB 7.7.1: are supply points kept without a Supply Head? (a mend stops the lines at #615)",
        "betio/issue-in-doubt",
        supposed(
            "A-35=kept", "#595 comes out otherwise",
            then=("pool 3, was 0", "entry 615 no longer does", "not fit as recorded either: rules 2, BB 3.3.4"),
        ),
    ),
    Dispute(
        "BB 10.6: the morale track was wrong from a night on",
        "betio/issue-in-doubt",
        fixed(
            "1841", "before", 'adjust tracks.JGM=7 "wrong from a night on"',
            says=("36 lines fit; entry 1929 no longer does", "tracks.JGM 7, was 9"),
        ),
    ),
    Dispute(
        "BB 7.8.1: why was this battalion unsupplied, and supplied again a turn later?",
        "betio/issue-in-doubt",
        (
            (("why", "988"), ("2/2-B in 2733 traces no line", "functions (2731): 2732, 2834", "are not cleared")),
            (("why", "1330"), ("2/2-B in 2733 traces a line to the Supply Head in 2731, by 2732",)),
            (("why", "596"), ("there is no Supply Head on the map [BB 7.4]",)),
        ),
    ),
    Dispute(
        "IPH 4.6: whose is the point of a Beachhead?",
        "iph/over-the-pali",
        supposed("R-12=hex", "none comes out otherwise", then=())[:1],
    ),
    Dispute(
        "IPH 12.1: the charge was a Banzai",
        "iph/over-the-pali",
        fixed("444", "yes", says=("entry 446 no longer does", "the banzai die")),
    ),
    Dispute(
        "BRT CG3.4: the chit was red",
        "reef/red-two",
        fixed("227", "red", says=("entry 229 no longer does", "N1 has gained no Battery Access")),
    ),
    Dispute(
        "BRT 15.2: another Formation lost the squad (a mend stops the lines at #232)",
        "reef/red-two",
        fixed(
            "220", "pieces=2-F3:6-6-8",
            says=("6 lines fit; entry 232 no longer does", "it would not fit as recorded either: rules 2, BRT CG2.3"),
        ),
    ),
    Dispute(
        "BRT CG11: a slip was forgotten",
        "reef/red-two",
        fixed(
            "216", "before", 'jp: hide 2-F1:4-4-7 T25 !"forgotten"',
            says=("entry 232 no longer does", "it would not fit as recorded either"),
        ),
    ),
    Dispute(
        "IWO 2.1.1: a counter was misread all game",
        "iwo/first-landing",
        (
            (("audit", "--if", "units TK1 assault=3"), ("#676 comes out otherwise", "3 dice are rolled here, not 4")),
            (
                ("fix", "--if", "units TK1 assault=3", "--dry-run", "--as", "umpire", "--say", "dice=146"),
                ("217 lines said again as they were, 1 said otherwise", "nothing else comes out otherwise"),
            ),
        ),
    ),
    Dispute(
        "IWO 12: the tanks never landed",
        "iwo/first-landing",
        fixed("557", "drop", says=("left out: 557", "entry 623 no longer does", "4D-TK is not in Motoyama")),
    ),
    Dispute(
        "IWO 12.2.1: the infantry assaulted alone",
        "iwo/first-landing",
        fixed("499", "plan=Amber:INF2", says=("entry 502 no longer does", "3 dice are rolled here, not 7")),
    ),
)  # fmt: skip


@cache
def importing(game: str) -> Callable[[Run], None]:
    def make(run: Run) -> None:
        run("import", str(ROOT / f"replays/{game}.jsonl"))

    return make


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda one: one.about)
def test_a_dispute_is_settled_in_three_commands(prepared: Prepared, tmp_path: Path, dispute: Dispute) -> None:
    """Given a shipped game, when its players ask, then at most three commands lead from the question to what
    follows."""
    run = prepared(tmp_path / "d.db", importing(dispute.game))
    assert len(dispute.commands) <= MOST
    for (verb, *words), says in dispute.commands:
        told = run(verb, dispute.game.partition("/")[2], *words, code=None)
        flat = " ".join((told.stdout + " " + told.stderr).split())
        for one in says:
            assert one in flat


def test_a_die_not_agreed_upon_stays_open_until_both_say_what_it_was(prepared: Prepared, tmp_path: Path) -> None:
    """IWO 12.2.1: given a roll that one player remembers otherwise, then it is left open, shown with what is recorded,
    and settled by a correction: three commands."""
    run = prepared(tmp_path / "d.db", importing("iwo/first-landing"))
    run("dispute", "first-landing", "502", "Bob: the last die was a 5")
    shown = " ".join(run("show", "first-landing", "D1").stdout.split())
    assert "D1, open" in shown
    assert "Bob: the last die was a 5" in shown
    assert "#502" in shown
    run("settle", "first-landing", "D1", "it stands as written: nobody else saw it")
    assert "D1, settled" in run("show", "first-landing", "D1").stdout
