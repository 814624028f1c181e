"""The story of a campaign, a chapter a CG Date, a paragraph for each part of its preparation and for each Player
Turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, Fact, Rolled
from domain.kernel.game import View
from domain.reef import facts as f
from domain.reef.charts import BEACH_WORDS, ENTERED, POOL, TRANSPORT
from domain.reef.organization import BATTALIONS, SCOUTS, WORDS, counted, split
from domain.reef.state import Reef
from domain.wargame.dice import sum_of
from projections import stories
from projections.stories import SILENT, Sentence
from projections.stories.words import clauses, count_of, grouped, names, number, sentence

NOBODY = "nobody"
SIDES = {"us": "the Marines", "jp": "the Japanese"}
CARRIED = (Rolled, Drawn)
"""What belongs to the fact that follows it."""
QUIET = (f.WaveSealed, f.WaveOpened, f.SlipWritten, f.PointsSpent, f.LvtsReceived, f.AmmunitionAsked)
"""What says nothing by itself, or is told by others."""
PLURALS = {
    "leader": "leaders",
    "crew": "crews",
    "Pathfinder": "Pathfinders", "hero": "heroes", "jeep": "jeeps", "bulldozer": "bulldozers", "tank": "tanks",
    "gun": "Guns", "Armor Leader": "Armor Leaders",
}  # fmt: skip
WITH_AN = ("8", "F", "H", "L", "M", "S", "A")
"""How names begin that are read with a vowel first: an 81mm, an FT, an HMG, an LVT, an MMG, an SFCP."""


class Teller(stories.Following[Reef]):
    """Tells a campaign of Blood Reef."""

    WINNERS: Mapping[str, str] = {
        "us": "The Marines win the campaign",
        "jp": "The Japanese win the campaign",
        "": "Nobody wins the campaign",
    }

    def __init__(self, game: View[Any]) -> None:
        super().__init__(game)
        self.lost: dict[str, int] = {}
        """Pieces lost on this date, by side."""
        self.fought = ""
        """The scenario that was played on this date."""
        self.began: tuple[int, ...] = ()
        """Where it began."""

    def tell(self, entries: Sequence[Entry]) -> None:
        for title, group in groupby(entries, key=part_of):
            some = [entry for entry in group if not isinstance(entry.fact, (*SILENT, *CARRIED, *QUIET))]
            if not some:
                continue
            self.follow(some[0].version)
            said = list(self._sentences(some))
            if said and title:
                said[0] = Sentence(f"{title[:1].upper()}{title[1:]}: {said[0].words}", said[0].entries)
            self.paragraph(*said)
            self._count(some)

    def _sentences(self, some: Sequence[Entry]) -> Iterator[Sentence]:
        for kind, group in groupby(some, key=lambda entry: type(entry.fact)):
            same = list(group)
            if together := TOGETHER.get(kind):
                yield from (
                    Sentence.of(words, same) for words in together(self.state, [entry.fact for entry in same]) if words
                )
                continue
            each = EACH.get(kind, of_its_own)
            yield from (
                Sentence(words, (entry.version,)) for entry in same for words in each(self.state, entry.fact) if words
            )

    def _count(self, some: Iterable[Entry]) -> None:
        for entry in some:
            if isinstance(entry.fact, f.ScenarioBegan):
                self.fought, self.began = (
                    "the Initial Scenario" if entry.fact.number == 1 else "the scenario",
                    (entry.version,),
                )
            changes = [(loss.side, loss.steps) for loss in entry.fact.losses] + [
                (gain.side, -gain.steps) for gain in entry.fact.gains
            ]
            for side, count in changes:
                self.lost[side] = self.lost.get(side, 0) + count

    def close(self) -> None:
        """What the date cost."""
        if self.fought:
            cost = clauses(
                f"{SIDES[side]} {count_of(count, 'piece')}" for side, count in self.lost.items() if count > 0
            )
            words = f"{self.fought} cost {cost}." if cost else f"{self.fought} cost neither side a piece."
            self.paragraph(Sentence(sentence(words), self.began))
            self.lost, self.fought, self.began = (
                {},
                "",
                (),
            )  # what a night cost that is not played is told with its morning


def part_of(entry: Entry) -> str:
    """The Player Turn an entry belongs to, or the step of the preparation."""
    ids, path = entry.moment.ids, entry.moment.path
    turn = next((id.partition("-")[2] for id in ids if id.startswith("game_turn-")), "")
    below = next((at for at, id in enumerate(reversed(ids), 1) if id.startswith("player_turn-")), 0)
    if turn and below:  # from there on down every phase has a title
        return f"Turn {turn}, {path[-below]}"
    return path[-1] if len(path) > 1 else ""


# ---- what several facts of a kind say together ----


def pieces(kinds: Mapping[str, int]) -> str:
    """Pieces as a sentence has them: `three 6-6-8, a leader`."""
    return names([_piece(kind, count) for kind, count in kinds.items() if count])


def _piece(kind: str, count: int) -> str:
    name = kind.replace("armor-leader", "Armor Leader")
    if count == 1:
        return f"{'an' if name.startswith(WITH_AN) else 'a'} {name}"
    return f"{number(count)} {PLURALS.get(name, name)}"


def _of(unit: str) -> tuple[str, str]:
    group, _, kind = unit.rpartition(":")
    return group, kind


def _where(group: str) -> str:
    return {"pool": "the Reserve Pool", "reserves": "the reserves", "LVT": "the landing"}.get(group) or BEACH_WORDS.get(
        group, group
    )


def assigned(state: Reef, fact: f.EntryAreaAssigned) -> Iterator[str]:
    name = BATTALIONS[fact.blt].name if fact.blt in BATTALIONS else ""
    yield sentence(f"BLT #{fact.blt}, the {name}, is to land on {BEACH_WORDS[fact.area]}")


def led(state: Reef, facts: Sequence[f.LeaderDetermined]) -> Iterator[str]:
    by_group = grouped(
        (f"{_where(fact.group)}{' (armor)' if fact.branch == 'armor' else ''}", fact.leader or NOBODY) for fact in facts
    )
    told = [f"{group} {names(_counted(found))}" for group, found in by_group.items()]
    yield sentence(f"{count_of(len(facts), 'LD DR')} give{'s' if len(facts) == 1 else ''} {'; '.join(told)}")
    if any(fact.inexperienced for fact in facts):
        yield "All Japanese AFV have Inexperienced Crews."


def _counted(found: Sequence[str]) -> list[str]:
    """Leaders, each kind with its number; nobody last."""
    told = [
        one if found.count(one) == 1 else f"{number(found.count(one))} {one}"
        for one in dict.fromkeys(found)
        if one != NOBODY
    ]
    if NOBODY in found:
        times = {1: "once", 2: "twice"}.get(found.count(NOBODY), f"{number(found.count(NOBODY))} times")
        told.append(f"{NOBODY} {times}" if told else NOBODY)
    return told


def planned(state: Reef, fact: f.WaveAssigned) -> Iterator[str]:
    added = [f"{pieces(counted(words))} of {group}" for group, words in fact.attached.items()]
    roles = names(
        f"{name} ({WORDS[state.formations[name].role]})" if name in state.formations else name
        for name in fact.formations
    )
    more = f", with {names(added)}" if added else ""
    later = "" if fact.scenario == state.number else f" of scenario {fact.scenario}"
    yield sentence(f"wave {fact.wave} is {roles}{more}, for Marine turn {fact.turn}{later}")


def entered(state: Reef, facts: Sequence[f.PiecesEntered]) -> Iterator[str]:
    for wave, some in grouped((fact.wave, fact) for fact in facts).items():
        total: dict[str, int] = {}
        for fact in some:
            for unit, count in fact.pieces.items():
                total[_of(unit)[1]] = total.get(_of(unit)[1], 0) + count
        hexes = names(hex for fact in some for hex in fact.hexes)
        lvts = sum(len(fact.loads) for fact in some)
        ways = {
            "lvt": f"on {count_of(lvts, 'LVT')}",
            "wade": "wading",
            "pier": "on the pier",
            "jeep": "behind jeeps, on the pier",
        }
        how = names(dict.fromkeys(ways[fact.how] for fact in some))
        yield sentence(f"wave {wave} comes in at {hexes}, {how}" + (f": {pieces(total)}" if total else ""))


HOW_LOST = {
    "captured": " as captured",
    "bombardment": " to bombardment",
    "air": " to aircraft", "sniper": " to a Sniper", "close-combat": " in Close Combat",
    "isolated": " in isolation", "reduced": " by reduction",
}  # fmt: skip


def lost(state: Reef, facts: Sequence[f.PiecesLost]) -> Iterator[str]:
    for (side, cause), some in grouped(
        ((fact.losses[0].side, fact.cause), fact) for fact in facts if fact.losses
    ).items():
        by_group: dict[str, dict[str, int]] = {}
        for fact in some:
            for loss in fact.losses:
                group, kind = _of(loss.unit)
                kinds = by_group.setdefault(group, {})
                kinds[kind] = kinds.get(kind, 0) + loss.steps
        told = "; ".join(f"{pieces(kinds)} of {_where(group)}" for group, kinds in by_group.items())
        if cause == "unentered":
            yield sentence(f"what has not entered on its turn is eliminated: {told}")
        else:
            yield sentence(f"{SIDES[side]} lose{HOW_LOST.get(cause, '')} {told}")


def shots(state: Reef, fact: f.DirectFired) -> Iterator[str]:
    seen_by = fact.by or "the Shipboard Observer"
    result = "hits" if fact.hit else "misses"
    shown = "+".join(map(str, fact.dice))
    more = "".join(f" {term.amount:+d}" for term in fact.terms)
    yield sentence(f"{fact.module} fires at {fact.hex} for {seen_by} and {result} ({shown}{more} for {fact.number})")


def drawn(state: Reef, fact: f.AccessDrawn) -> Iterator[str]:
    given = ("WP", "HE alone") if fact.wp else ("Battery Access", "no Battery Access")
    gives = given[fact.chit == "red"]
    yield sentence(f"a {fact.chit} chit gives {fact.module} {gives}")


def sealed(state: Reef, facts: Sequence[f.SlipSealed]) -> Iterator[str]:
    for (side, kind), some in grouped(((fact.side, fact.kind), fact) for fact in facts).items():
        about = names(_where(fact.of) for fact in some if fact.of)
        paper = ", on paper" if some[0].on_paper else ""
        slips = "a slip" if len(some) == 1 else f"{number(len(some))} slips"
        yield sentence(f"{SIDES[side]} seal {slips}: {f.SLIPS[kind]}{f' ({about})' if about else ''}{paper}")


def shifted(state: Reef, fact: f.PiecesShifted) -> Iterator[str]:
    how = {
        "set-up": "to be set up",
        "reinforcement": "as reinforcements",
        "charge": "for the charge",
        "refit": "to the Retained pieces",
    }
    at = f" at {names(fact.hexes)}" if fact.hexes else ""
    why = "to the Reserve Pool" if fact.to == "pool" else how.get(fact.how, "")
    yield sentence(f"{_where(fact.of)} gives {pieces(fact.pieces)} {why}".rstrip() + at)


def controlled(state: Reef, facts: Sequence[f.ControlRecorded]) -> Iterator[str]:
    for side, some in grouped((fact.control, fact) for fact in facts).items():
        hexes = [hex for fact in some for hex in fact.places]
        yield sentence(f"{SIDES.get(side, side)} Control {names(hexes)}")


def retained(state: Reef, fact: f.PiecesRetained) -> Iterator[str]:
    total: dict[str, int] = {}
    for unit, count in fact.pieces.items():
        total[_of(unit)[1]] = total.get(_of(unit)[1], 0) + count
    yield sentence(f"Retained in {fact.area}: {pieces(total)}")


def reduced(state: Reef, fact: f.PiecesReduced) -> Iterator[str]:
    group, kind = _of(fact.unit)
    if fact.number == 1:
        yield sentence(f"{pieces({kind: 1})} of {_where(group)} is a half-squad from now on")
    else:
        yield sentence(f"{pieces({kind: fact.number})} of {_where(group)} are half-squads from now on")


def arisen(state: Reef, fact: f.PiecesArisen) -> Iterator[str]:
    instead = f", in the place of {pieces(fact.of)}" if fact.of else ""
    yield sentence(
        f"{_where(fact.group)} {'have' if fact.group == 'reserves' else 'has'} {pieces(fact.pieces)} more{instead}"
    )


def restored(state: Reef, fact: f.PiecesRestored) -> Iterator[str]:
    for gain in fact.gains:
        group, kind = _of(gain.unit)
        yield sentence(
            f"{pieces({kind: gain.steps})} of {_where(group)} {'is' if gain.steps == 1 else 'are'} not lost after all"
        )


def parties_lost(state: Reef, fact: f.PartyLost) -> Iterator[str]:
    gone = "lost" if fact.radio else "eliminated"
    of = f"the radio{'s' if len(fact.parties) > 1 else ''} of " if fact.radio else ""
    yield sentence(f"{of}{names(fact.parties)} {'is' if len(fact.parties) == 1 else 'are'} {gone}")


def parties_restored(state: Reef, fact: f.PartyRestored) -> Iterator[str]:
    yield sentence(f"{names(fact.parties)} {'is' if len(fact.parties) == 1 else 'are'} not eliminated after all")


def kept(state: Reef, fact: f.TransportsRetained) -> Iterator[str]:
    yield sentence(f"{count_of(fact.number, 'LVT')} {'is' if fact.number == 1 else 'are'} kept off the map")


def guns(state: Reef, fact: f.GunRecorded) -> Iterator[str]:
    at = f" in {fact.hex}" if fact.hex else ""
    states = [
        words for words in ("" if fact.manned else "not fully manned", "" if fact.works else "malfunctioning") if words
    ]
    yield sentence(f"{fact.gun} is {_piece(fact.type, 1)}{at}{', ' + names(states) if states else ''}")


def manhandled(state: Reef, fact: f.GunManhandled) -> Iterator[str]:
    group, kind = _of(fact.unit)
    fate = ", and eliminated" if fact.eliminated else ""
    yield sentence(f"{pieces({kind: 1})} of {_where(group)} is manhandled: {sum_of(fact.dice, fact.terms)}{fate}")


def cloaked(state: Reef, fact: f.CloakedEntered) -> Iterator[str]:
    yield sentence(f"Cloaked in their midst ({fact.slip}): {pieces(f.by_kind(fact.pieces))}")


def shown(state: Reef, fact: f.CloakedShown) -> Iterator[str]:
    if fact.hex:
        yield sentence(f"{fact.slip} goes ashore at {fact.hex}")
    if fact.pieces:
        yield sentence(f"with {fact.slip} came {pieces(f.by_kind(fact.pieces))}")


def snipers(state: Reef, fact: f.SnipersPlaced) -> Iterator[str]:
    those = [f"{_sniper(name)} in {hex}" for name, hex in fact.places.items()]
    yield sentence(f"{names(those)} {'is' if len(those) == 1 else 'are'} set up")


def _sniper(name: str) -> str:
    side, _, which = name.partition("-")
    return f"{'the Marine' if side == 'us' else 'the Japanese'} Sniper {which}"


def picked(state: Reef, fact: f.SniperPicked) -> Iterator[str]:
    yield sentence(f"{_sniper(fact.sniper)} attacks" + (f", with a dr of {fact.die}" if fact.die else ""))


def affected(state: Reef, fact: f.SnipersAffected) -> Iterator[str]:
    yield sentence(f"{names(map(_sniper, fact.snipers))}: {fact.what}")


def landed(state: Reef, fact: f.BombardmentLanded) -> Iterator[str]:
    off = f", {count_of(fact.off, 'hex', 'hexes')} off" if fact.off else ""
    yield sentence(f"the bombardment of {fact.placed} lands in {fact.hex}{off}, an FFE:2 of radius {fact.radius}")


def replenished(state: Reef, fact: f.PoolReplenished) -> Iterator[str]:
    yield sentence(
        f"the Replenishment DR, {'+'.join(map(str, fact.dice))}, adds {pieces(fact.pieces)} to the Reserve Pool"
    )


def rolled(state: Reef, fact: f.ReinforcementsRolled) -> Iterator[str]:
    came = f"up to {count_of(fact.number, 'counter')} may enter" if fact.available else "nobody may enter"
    yield sentence(f"the Reinforcement dr is {fact.die} on turn {fact.turn}: {came}")


def returned(state: Reef, fact: f.ReservesReturned) -> Iterator[str]:
    if fact.number:
        stay = "stays" if fact.number == 1 else "stay"
        yield sentence(f"{count_of(fact.number, 'counter')} that might have entered {stay} in the Reserve Pool")


def designated(state: Reef, fact: f.ChargeDesignated) -> Iterator[str]:
    by_group = grouped((_of(unit)[0], (_of(unit)[1], count)) for unit, count in fact.pieces.items())
    who = "; ".join(f"{pieces(dict(some))} of {_where(group)}" for group, some in by_group.items())
    led = count_of(fact.leaders, "leader")
    yield sentence(
        f"the Night Banzai Charge is one of {fact.pool} MMC of the Reserve Pool, {fact.map} of those on the map "
        f"and {led}: {who}"
    )


def opened(state: Reef, fact: f.SlipOpened) -> Iterator[str]:
    now = state.slips.get(fact.slip)
    about = f.SLIPS[now.kind] + (f" ({now.of})" if now.of else "") if now else fact.slip
    yield sentence(
        f"{SIDES[fact.side]} open a slip, {about}: {', '.join(_word(word) for word in fact.says) or 'nothing'}"
    )


def _word(word: str) -> str:
    """A word of a slip: pieces of a group, a beach, or what it says."""
    group, _, kind = word.rpartition(":")
    kind, count = split(kind)
    if not group:
        return BEACH_WORDS.get(word, word)
    return f"{pieces({kind: count})} of {_where(group)}"


FREE = (f.RefitNoted, f.CommanderNamed, f.ScenarioEnded, f.Charged)
"""What has words of the players in it, which stand as they were said."""
GROUPS = "|".join((POOL, ENTERED, TRANSPORT, SCOUTS, *BEACH_WORDS, r"\d-F\d+"))
CODES = re.compile(rf"\b({GROUPS}):([\w-]+)|\b({'|'.join(name for name in BEACH_WORDS if name != 'Green')})\b")


def without_codes(words: str) -> str:
    """A fact's own sentence with units and beaches in words: `Red2:4-4-7` is a 4-4-7 of Red Beach Two."""
    return CODES.sub(
        lambda found: BEACH_WORDS[found[3]] if found[3] else f"{pieces({found[2]: 1})} of {_where(found[1])}", words
    )


def of_its_own(state: Reef, fact: Fact) -> Iterator[str]:
    """The sentence that a fact has itself, if it has one."""
    if words := fact.sentence():
        own = fact.TOPIC.startswith("reef.") and not isinstance(fact, FREE)
        yield sentence(without_codes(words) if own else words)


TOGETHER: Mapping[type, Callable[[Reef, Sequence[Any]], Iterator[str]]] = {
    f.LeaderDetermined: led,
    f.PiecesEntered: entered,
    f.PiecesLost: lost,
    f.SlipSealed: sealed,
    f.ControlRecorded: controlled,
}
"""How several facts of a kind in a row are told in one."""
EACH: Mapping[type, Callable[[Reef, Any], Iterator[str]]] = {
    f.PiecesShifted: shifted,
    f.EntryAreaAssigned: assigned,
    f.WaveAssigned: planned,
    f.DirectFired: shots,
    f.AccessDrawn: drawn,
    f.PiecesRetained: retained,
    f.PiecesReduced: reduced,
    f.PiecesArisen: arisen,
    f.PiecesRestored: restored,
    f.PartyLost: parties_lost,
    f.PartyRestored: parties_restored,
    f.TransportsRetained: kept,
    f.GunRecorded: guns,
    f.GunManhandled: manhandled,
    f.CloakedEntered: cloaked,
    f.CloakedShown: shown,
    f.SnipersPlaced: snipers,
    f.SniperPicked: picked,
    f.SnipersAffected: affected,
    f.BombardmentLanded: landed,
    f.PoolReplenished: replenished,
    f.ReinforcementsRolled: rolled,
    f.ReservesReturned: returned,
    f.ChargeDesignated: designated,
    f.SlipOpened: opened,
    f.SlipStated: opened,
}
"""How each fact of a kind is told; of others each says its own sentence."""
TOLD = {*TOGETHER, *EACH}
