"""What if it were read otherwise: disputes of played games, each from the question to what follows.

The figures are those of the shipped games as today's rules play them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from auditing.audit import mend_behind
from auditing.what_if import matters, supposed
from domain.kernel.entries import UMPIRE
from domain.kernel.game import Game
from recording import fix, plans
from recording.fix import Fixing
from tests import shipped


class Dispute(NamedTuple):
    """A supposition about a played game, and what it comes to."""

    system: str
    game: str
    supposed: str
    otherwise: int
    """How many declarations come out otherwise."""
    first: int
    stops: int = 0
    """The entry that no longer fits; 0 if all lines fit, or the game ends."""
    says: str = ""


DISPUTES = (
    Dispute("iwo", "guns-and-tanks", "R-02=per-unit", 2, 355, says="the Japanese have 49 victory points"),
    Dispute("iwo", "guns-and-tanks", "R-13=each", 1, 80, 88, "Kirikami"),
    Dispute("iwo", "first-landing", "R-12=refused", 3, 167),
    Dispute("iwo", "first-landing", "units TK1 assault=3", 1, 676, 676, "dice are rolled here"),
    Dispute("iwo", "flag-on-the-crater", "R-12=refused", 4, 533, 836, "answers what is asked no more"),
    Dispute("betio", "issue-in-doubt", "A-35=kept", 1, 595),
)


def by(game: Game[Any], words: str) -> tuple[int, Fixing]:
    """How many declarations come out otherwise, and the game by it from the first of them."""
    (found,) = matters(game, supposed(game, [words]))
    plan = plans.said_before(game, found.otherwise[0].version, [found.supposed.line])
    return len(found.otherwise), fix.carried_out(game, plan, UMPIRE)


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda one: f"{one.game}-{one.supposed}".replace(" ", "-"))
def test_a_dispute_is_played_by_the_other_reading(dispute: Dispute) -> None:
    """Given a played game, when a reading or a row is supposed to be another, then the declarations it changes are
    counted, and the game goes on by it up to the line that no longer fits, or to its end."""
    game = shipped.played(dispute.system, dispute.game)
    (found,) = matters(game, supposed(game, [dispute.supposed]))
    assert (len(found.otherwise), found.otherwise[0].version) == (dispute.otherwise, dispute.first)
    if dispute.stops == dispute.first:  # the line itself comes out otherwise: it is said again first
        assert dispute.says in found.otherwise[0].why
        return
    _, fixing = by(game, dispute.supposed)
    end = fixing.again.state.result
    if fixing.stop is None or fixing.over:
        assert not dispute.stops
        assert dispute.says in (end.why if end else "")
        return
    stop = fixing.stop
    assert stop.at == dispute.stops
    assert dispute.says in (stop.question.words if stop.question else str(fixing.told(UMPIRE)))
    assert mend_behind(fixing.before, fixing.declared) == ""


def test_where_everything_fits_every_line_is_said_again_and_the_result_stands() -> None:
    """IWO 11.1.2: given the first landing by R-12 refused, then all of its 387 lines fit, with the same result."""
    game = shipped.played("iwo", "first-landing")
    _, fixing = by(game, "R-12=refused")
    assert fixing.stop is None
    assert fixing.counts.again + fixing.counts.noted == 387
    assert fixing.again.state.result == fixing.before.state.result


def test_a_forgotten_value_is_set_before_an_entry_and_the_rest_is_said_again() -> None:
    """BB 10.6: given a morale track that was wrong from a night on, when it is set before #1841, then the lines fit up
    to #1930."""
    game = shipped.played("betio", "issue-in-doubt")
    fixing = fix.begin(game, 1841, ["before", 'adjust tracks.JGM=7 "wrong from the night on"'], audience=UMPIRE)
    assert fixing.stop is not None
    assert fixing.stop.at == 1930
    assert str(fixing.told(UMPIRE)).startswith("hit step answers what is asked no more")


class Corrected(NamedTuple):
    """A correction of a played game, and how far the lines after it fit."""

    system: str
    game: str
    entry: int
    words: tuple[str, ...]
    fits: int
    """How many lines are said again as they were."""
    stops: int = 0
    """The entry that no longer fits; 0 if all do."""
    says: str = ""


CORRECTED = (
    # the charge was a Banzai: its die was never thrown (IPH 12.1)
    Corrected("iph", "over-the-pali", 444, ("yes",), 0, 446, "the banzai die, halved for the columns"),
    # the chit was red: no Battery Access, so no Direct Fire by it (BRT CG3.4, CG3.11)
    Corrected("reef", "red-two", 227, ("red",), 0, 229, "N1 has gained no Battery Access in this Player Turn"),
    # another Formation lost the squad (BRT 15.2)
    Corrected("reef", "red-two", 220, ("pieces=2-F3:6-6-8",), 399),
    # the tanks never landed, and assaulted later (IWO 12)
    Corrected("iwo", "first-landing", 557, ("drop",), 11, 623, "4D-TK is not in Motoyama"),
    # the infantry assaulted alone (IWO 12.2.1)
    Corrected("iwo", "first-landing", 499, ("plan=Amber:INF2",), 1, 502, "3 dice are rolled here, not 7"),
)


@pytest.mark.parametrize("one", CORRECTED, ids=lambda one: f"{one.game}-{one.entry}")
def test_what_was_not_so_is_corrected_and_the_rest_said_again(one: Corrected) -> None:
    """Given a played game, when an entry is corrected, then the lines after it are said again up to the one that no
    longer fits, with the reason."""
    fixing = fix.begin(shipped.played(one.system, one.game), one.entry, one.words, audience=UMPIRE)
    assert fixing.counts.again == one.fits
    stop = fixing.stop
    assert (stop.at if stop else 0) == one.stops
    if stop is not None:
        assert one.says in (stop.question.words if stop.question else str(fixing.told(UMPIRE)))
