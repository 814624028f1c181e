"""BRT CG18.11, CG19, Formation Table notes l and m: who leads; the record keeps qualities and numbers, not persons
(reading R-33)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from domain.kernel.facts import Modifier
from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.kernel.verbs import Named
from domain.reef import facts as f
from domain.reef.common import SETTING_UP, Objections, heed, roll, verbs
from domain.reef.organization import BATTALIONS, SCOUTS
from domain.reef.state import ARMOR, Reef
from domain.wargame.dice import terms_of, total

Branch = Literal["infantry", "armor"]
GroupNames = Annotated[tuple[str, ...], Named("group", twice=True)]
NONE, INEXPERIENCED = "", "#"
TABLE: Mapping[tuple[str, Branch], tuple[str, ...]] = {
    ("jp", "infantry"): ("10-2", "10-1", "10-0", "10-0", "9-1", "9-1", "9-0", "9-0", "8-0", "8-0", "8+1"),
    ("jp", "armor"): ("9-2", "9-1", "8-1", *[NONE] * 7, INEXPERIENCED),
    ("us", "infantry"): ("10-3", "10-2", "9-2", "9-1", "9-1", "8-1", "8-0", "8-0", "7-0", "7-0", "8+1"),
    ("us", "armor"): ("10-2", "9-2", "9-1", "8-1", *[NONE] * 7),
}
"""BRT CG19: the Leader Determination Table, from a DR of 2 or less to 12."""
KIND: Mapping[Branch, str] = {"infantry": "leader", "armor": "armor-leader"}


def owed(state: Reef, group: str, branch: Branch) -> int:
    """BRT CG18.11: leaders of a group still to be determined (reading R-25); the 10-3 of the Scout Snipers is given
    (note k).

    Who has been eliminated before his LD DR leads nobody. On paper those of the Japanese are on theirs (15.13).
    """
    if group in state.formations:
        now = state.formations[group]
        blt = state.blts.get(now.blt)
        if group == SCOUTS or (blt and not blt.at_start and not blt.committed):
            return 0
        unit = state.of(group).get(KIND[branch])
        if unit is None:
            return 0
        return max(
            0, min(unit.steps, unit.start - unit.arisen - (now.rolled if branch == "infantry" else now.armor_rolled))
        )
    return 0 if state.on_paper else state.owed_leaders.get(group if branch == "infantry" else group + ARMOR, 0)


def due(state: Reef) -> tuple[tuple[str, Branch], ...]:
    """BRT CG18.11: the groups with leaders to determine."""
    groups = dict.fromkeys((*state.formations, *(name.removesuffix(ARMOR) for name in state.owed_leaders)))
    branches: tuple[Branch, ...] = ("infantry", "armor")
    return tuple((group, branch) for group in groups for branch in branches if owed(state, group, branch))


def terms(state: Reef, group: str, branch: Branch) -> tuple[Modifier, ...]:
    """BRT CG19, notes l, m: the DRM of the campaign; -2 or -3 on the first DR of a HQ Company."""
    side = "us" if group in state.formations else "jp"
    card = state.campaign
    first = 0
    if (
        side == "us"
        and state.formations[group].role == "HQ"
        and branch == "infantry"
        and not state.formations[group].rolled
    ):
        first = BATTALIONS[group.partition("-")[0]].first_drm
    return terms_of(
        f.term("first-leader", first, "BRT CG2.4"),
        f.term("issr", card.marine_drm if side == "us" else card.japanese_drm, "BRT CG19"),
    )


def leader_of(side: str, branch: Branch, total: int) -> str | None:
    """BRT CG19: the leader a Final LD DR gives, "" for nobody; None beyond 12 (reading R-20)."""
    return TABLE[side, branch][max(total, 2) - 2] if total <= 12 else None


def determine(table: Table[Reef], group: str, branch: Branch) -> None:
    """BRT CG19: one LD DR. Those of the Japanese are theirs to know, or on their paper (15.13, reading R-32)."""
    side = "us" if group in table.state.formations else "jp"
    secret = table.state.hidden_by("jp") if side == "jp" else ""
    changes = terms(table.state, group, branch)
    words = f"LD DR for {group}{', armor' if branch == 'armor' else ''}, {owed(table.state, group, branch)} to go"
    dice = roll(table, "leader", "BRT CG19", words, count=2, terms=changes, by=side, of=(group,), secret=secret)
    found = leader_of(side, branch, total(dice, changes))
    if found is None:
        known = tuple(dict.fromkeys(one for one in TABLE[side, branch] if one and one != INEXPERIENCED))
        question = OneOf(
            name="quality",
            by=side,
            rule="BRT CG19",
            words="the table ends at 12: which leader is it",
            options=known,
            secret=secret,
        )
        found = table.ask(question)
    table.record(
        f.LeaderDetermined(
            rule="BRT CG19",
            group=group,
            branch=branch,
            dice=dice,
            terms=changes,
            leader="" if found == INEXPERIENCED else found,
            inexperienced=found == INEXPERIENCED,
            secret=secret,
        )
    )


def why_not_determine(state: Reef, groups: Sequence[str]) -> Objections:
    waiting = {group for group, _ in due(state)}
    for group in groups:
        if group not in waiting:
            yield "BRT CG18.11", f"{group} has no leader to determine"
    if not waiting and not groups:
        yield "BRT CG18.11", "every leader has been determined"


def _determinations(state: Reef) -> Iterator[Mapping[str, Any]]:
    if due(state):
        yield {}
    yield from ({"groups": (group,)} for group in dict.fromkeys(group for group, _ in due(state)))


@verbs("BRT CG18.11", phases=("leaders", "areas", "purchases", *SETTING_UP), offers=_determinations)
def leaders(table: Table[Reef], groups: GroupNames = ()) -> None:
    """BRT CG18.11: LD DRs for all leaders not determined yet, or of these groups: `leaders`, then dice; `leaders 1-F1
    66 62 34 55`."""
    if not table.resumed:  # by then some of them have theirs
        heed(table, why_not_determine(table.state, groups))
    while waiting := [one for one in due(table.state) if not groups or one[0] in groups]:
        table.mark()
        determine(table, *waiting[0])
    table.mark()
    if not groups:
        table.leave("leaders")
