"""BRT 15.13, CG3.2, CG3.12, CG5, CG10, CG11: decisions that are written down in secret. One slip a decision; a "no" is
written too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from domain.kernel.errors import BadInput
from domain.kernel.table import Table
from domain.kernel.verbs import Named
from domain.reef import facts as f
from domain.reef.charts import DATES
from domain.reef.common import Objections, fine, heed, verbs
from domain.reef.facts.secrets import SlipKind
from domain.reef.state import SIDES, Reef, Slip

SlipName = Annotated[str, Named("slip")]


def why_not_seal(state: Reef, says: Sequence[str]) -> Objections:
    """What lies on paper is not said here; what is recorded has to be."""
    if state.on_paper and says:
        yield "BRT 15.13", "what is hidden lies on paper in this game: say the line without it"
    elif not state.on_paper and not says:
        yield "BRT 15.13", "what is hidden is recorded in this game: say what the slip says"


def new_slip(state: Reef, kind: str) -> str:
    """The name of the next slip of a kind."""
    return f"{kind}-{1 + sum(slip.kind == kind for slip in state.slips.values())}"


def seal(
    table: Table[Reef], slip: str, kind: SlipKind, side: str, says: Sequence[str], rule: str, of: str = ""
) -> None:
    """BRT 15.13: a decision is written down: that it is, is public; what it says is its side's secret, or on its
    paper."""
    heed(table, why_not_seal(table.state, says))
    table.record(f.SlipSealed(rule=rule, slip=slip, kind=kind, side=side, of=of, on_paper=table.state.on_paper))
    if says:
        table.record(f.SlipWritten(rule=rule, slip=slip, side=side, says=tuple(says), secret=side))


def unseal(table: Table[Reef], slip: str, says: Sequence[str] = (), rule: str = "") -> tuple[str, ...]:
    """It is opened: what was recorded shows itself, what lay on paper is said now."""
    now = table.state.slips[slip]
    if now.open:
        return now.says
    if now.says:
        if says and tuple(says) != now.says:
            table.require(False, rule, f"slip {slip} says {', '.join(now.says)}")
        table.record(f.SlipOpened(rule=rule, slip=slip, side=now.side, says=now.says))
        return now.says
    table.record(f.SlipStated(rule=rule, slip=slip, side=now.side, says=tuple(says)))
    return tuple(says)


def closed(state: Reef, kind: str = "") -> tuple[str, ...]:
    """The slips that nobody has opened."""
    return tuple(name for name, slip in state.slips.items() if not slip.open and kind in ("", slip.kind))


def why_not_open(state: Reef, slip: str, says: Sequence[str]) -> Objections:
    now: Slip = state.slips[slip]
    if now.open:
        yield "BRT 15.13", f"slip {slip} is open"
    elif not now.says and not says:
        yield "BRT 15.13", f"slip {slip} lies on paper: say what it says, `unseal {slip} …`"
    elif now.says and says and tuple(says) != now.says:
        yield "BRT 15.13", f"slip {slip} says something else"
    elif now.kind == "exchange" and not now.says:
        yield from _why_not_date(state, says)


def _why_not_date(state: Reef, says: Sequence[str]) -> Objections:
    """BRT CG3.2: what an exchange that lay on paper may say: one CG Date, that no other says, or that there is none
    (reading R-05)."""
    if len(says) != 1 or says[0] not in (*DATES, "none"):
        yield "BRT CG3.2", f"{' '.join(says)}: it says one CG Date, {', '.join(DATES[1:])}, or none"
    elif says[0] != "none" and any(
        slip.kind == "exchange" and slip.says == tuple(says) for slip in state.slips.values()
    ):
        yield "BRT CG3.2", f"{says[0]} is written down already (reading R-05)"


def why_not_yet(state: Reef, slip: str) -> Objections:
    """BRT CG10, CG18.23: whether a Night Banzai is attempted is revealed once the Marines have set up."""
    if state.slips[slip].kind == "night-banzai" and state.night_open:
        yield "BRT CG10", f"slip {slip} is opened after the Marine set-up, as the attempt is resolved"


def _openings(state: Reef) -> Iterator[Mapping[str, Any]]:
    yield from ({"slip": name} for name in closed(state) if state.slips[name].says and fine(why_not_yet(state, name)))


@verbs("BRT 15.13", name="unseal", offers=_openings)
def open_slip(table: Table[Reef], slip: SlipName, says: tuple[str, ...] = ()) -> None:
    """BRT 15.13: a slip is opened before all: `us: unseal observer-1-N1`; what it says on paper is said with it,
    `unseal hidden-1-2 says=K12,gun`.

    Whose it is, opens it, where the record holds what it says; nobody can insist on another's.
    """
    owner = table.state.slips[slip].side
    if not table.state.on_paper and table.side != owner:
        raise BadInput(f"to open slip {slip} needs the {SIDES[owner]} side, whose it is: `{owner}: unseal {slip}`")
    heed(table, why_not_open(table.state, slip, says))
    heed(table, why_not_yet(table.state, slip))
    unseal(table, slip, says, "BRT 15.13")


def open_all(table: Table[Reef]) -> None:
    """BRT CG3.2: at the end of a campaign everything is opened that was recorded."""
    for name in closed(table.state):
        if table.state.slips[name].says:
            unseal(table, name, rule="BRT 15.13")
