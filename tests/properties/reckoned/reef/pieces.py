"""The pieces of both sides: who there is, who is lost and for how many points, whose leaders are determined (BRT CG2.4,
CG7.1, CG19, 15.13)."""

from __future__ import annotations

from collections import Counter

from domain.kernel.facts import Fact, PhaseBegan
from domain.reef import facts
from tests.properties.reckoned.reef.position import OTHER, Position, total
from tests.properties.reckoned.reef.tables import (
    BATTALIONS,
    FIRST_LEADER,
    FORMATIONS,
    LEADERS,
    NOTES,
    REPLENISHMENT,
    SCOUTS,
    half_of,
)


def party_unit(party: str) -> str:
    """The piece that a SFCP is: `1-S2` is one of 1-F1."""
    return f"{party.partition('-')[0]}-F1:SFCP"


class Pieces(Position):
    """Counts pieces by Formation or beach and kind: those on the map or in the Reserve Pool, and those that have not
    entered."""

    def __init__(self) -> None:
        super().__init__()
        self.on: Counter[str] = Counter()
        self.off: Counter[str] = Counter()
        self.blts: set[str] = set()
        """BLTs of which pieces are in the Order of Battle: At-Start, or committed."""
        self.determined: Counter[tuple[str, str]] = Counter()
        self.lost_parties: set[str] = set()
        self.lost_in_play: set[str] = set()
        self.waiting: set[str] = set()
        """SFCPs that were lost and come with the next first wave."""

    def side_of(self, unit: str) -> str:
        group = unit.partition(":")[0]
        return "us" if group in FORMATIONS or group == "LVT" else "jp"

    def left(self, unit: str) -> int:
        return self.on[unit] + self.off[unit]

    # ---- the Order of Battle ----

    def on_CampaignBegan(self, fact: facts.CampaignBegan) -> None:
        super().on_CampaignBegan(fact)
        for row, card in self.charts["order-of-battle"].items():
            cg, group, kind = row.split("/")
            if cg == self.cg:
                self.on[f"{group}:{kind}"] += int(card["number"])
        for blt in self.card["at_start"]:
            self.join(blt)
        if self.card.get("scouts"):
            self.off.update({f"{SCOUTS}:{kind}": number for kind, number in NOTES["k"].items()})

    def join(self, blt: str) -> None:
        self.blts.add(blt)
        for number, note in enumerate(BATTALIONS[blt], 1):
            self.off.update({f"{blt}-F{number}:{kind}": count for kind, count in NOTES[note].items()})

    def on_LvtsReceived(self, fact: facts.LvtsReceived) -> None:
        self.same("15.5", "the LVTs of the campaign", fact.number, self.card.get("lvts", 0))
        self.off["LVT:LVT"] += fact.number

    # ---- leaders ----

    def on_LeaderDetermined(self, fact: facts.LeaderDetermined) -> None:
        side = "us" if fact.group in FORMATIONS else "jp"
        key = (fact.group, fact.branch)
        drm = int(self.card.get("marine_drm" if side == "us" else "japanese_drm", 0))
        if key == (f"{fact.group.partition('-')[0]}-F1", "infantry") and side == "us" and not self.determined[key]:
            drm += FIRST_LEADER[fact.group.partition("-")[0]]
        self.same("CG2.4", f"the DRM of the LD DR of {fact.group}", sum(term.amount for term in fact.terms), drm)
        self.same("CG19", "the dice", tuple(fact.dice), self.rolled)
        roll = total(fact.dice, fact.terms)
        row = max(0, roll - 2)
        if row <= 10:
            worst = side == "jp" and fact.branch == "armor" and roll == 12
            reckoned = (LEADERS[side, fact.branch][row], worst)
            self.same(
                "CG19",
                f"the {fact.branch} leader of {fact.group} for {roll}",
                (fact.leader, fact.inexperienced),
                reckoned,
            )
        self.determined[key] += 1
        self.to_determine -= side == "jp"
        unit = f"{fact.group}:{'leader' if fact.branch == 'infantry' else 'armor-leader'}"
        if not fact.leader:
            where = self.off if side == "us" else self.on
            where[unit] -= 1
        if side == "us":
            most = NOTES[FORMATIONS[fact.group]].get(unit.partition(":")[2], 0) if fact.group != SCOUTS else 0
            self.holds(
                "CG18.11", self.determined[key] <= most, f"{fact.group} has {most} leaders, and a LD DR more is made"
            )

    def before(self, fact: Fact) -> None:
        super().before(fact)
        if isinstance(fact, PhaseBegan) and fact.phase == "perimeters":
            self.same(
                "CG3.11", "SFCPs that are lost and not Retained", sorted(self.lost_parties & self.lost_in_play), []
            )
            self.lost_in_play.clear()
        if self.recorded:
            self.holds(
                "CG7.1",
                self.to_determine <= 0,
                f"{self.to_determine} leaders of a Replenishment are not determined at once",
            )
            self.to_determine = 0
        if isinstance(fact, PhaseBegan) and fact.phase == "purchases":
            if self.recorded and self.initial:
                for unit in self.beach_leaders():
                    done = self.determined[unit.partition(":")[0], "infantry"]
                    self.holds(
                        "CG18.11", done >= self.on[unit], f"{done} leaders of {unit} are determined as Guns are bought"
                    )
            for blt in self.blts:
                for number, note in enumerate(BATTALIONS[blt], 1):
                    group = f"{blt}-F{number}"
                    owed = min(NOTES[note].get("leader", 0), self.left(f"{group}:leader"))
                    self.holds(
                        "CG18.11",
                        self.determined[group, "infantry"] >= owed,
                        f"leaders of {group} are not determined as Guns are bought",
                    )
                    owed = min(NOTES[note].get("armor-leader", 0), self.left(f"{group}:armor-leader"))
                    self.holds(
                        "CG18.11",
                        self.determined[group, "armor"] >= owed,
                        f"leaders of {group} are not determined as Guns are bought",
                    )

    to_determine = 0
    """Leaders that a Replenishment DR has brought (reading R-09)."""

    def beach_leaders(self) -> list[str]:
        return [unit for unit in self.on if self.side_of(unit) == "jp" and unit.endswith(":leader")]

    # ---- losses ----

    def on_PiecesLost(self, fact: facts.PiecesLost) -> None:
        gained: Counter[str] = Counter()
        for loss in fact.losses:
            side = self.side_of(loss.unit)
            self.same("15.2", f"whose {loss.unit} is", loss.side, side)
            if fact.cause == "unentered":
                self.off[loss.unit] -= loss.steps
            else:
                here = min(loss.steps, self.on[loss.unit])
                self.on[loss.unit] -= here
                self.off[loss.unit] -= loss.steps - here
            left = self.left(loss.unit)
            if loss.left is not None:
                self.same("15.2", f"how many {loss.unit} are left", (loss.left, loss.eliminated), (left, not left))
            self.holds(
                "15.2",
                left >= 0 or loss.unit.endswith(":armor-leader"),
                f"{-left} more {loss.unit} are lost than there are",
            )
            if worth := loss.steps * self.cvp(loss.unit):
                gained[OTHER[side]] += worth
        said: Counter[str] = Counter()
        for points in fact.points:
            said[points.side] += points.amount
        self.same(
            "CG2.3" if fact.cause == "unentered" else "15.2",
            f"CVP for what is lost ({fact.cause})",
            dict(said),
            dict(gained),
        )

    def on_PiecesReduced(self, fact: facts.PiecesReduced) -> None:
        group, _, kind = fact.unit.partition(":")
        half = f"{group}:{half_of(kind)}"
        here = min(fact.number, self.on[fact.unit])
        self.on.update({fact.unit: -here, half: here})
        self.off.update({fact.unit: here - fact.number, half: fact.number - here})
        self.holds("15.13", self.left(fact.unit) >= 0, f"more {fact.unit} are reduced than there are")
        worth = fact.number * (self.cvp(fact.unit) - self.cvp(half))
        said = {(points.side, points.amount) for points in fact.points}
        self.same(
            "15.13",
            f"CVP for {fact.number} {fact.unit} reduced",
            said,
            {(OTHER[self.side_of(fact.unit)], worth)} if worth else set(),
        )

    def on_PiecesRestored(self, fact: facts.PiecesRestored) -> None:
        given: Counter[str] = Counter()
        for gain in fact.gains:
            self.on[gain.unit] += gain.steps
            if gain.now is not None:
                self.same("15.2", f"how many {gain.unit} there are again", gain.now, self.left(gain.unit))
            given[OTHER[self.side_of(gain.unit)]] -= gain.steps * self.cvp(gain.unit)
        said: Counter[str] = Counter()
        for points in fact.points:
            said[points.side] += points.amount
        self.same("15.2", "CVP taken back", {k: v for k, v in said.items() if v}, {k: v for k, v in given.items() if v})

    def on_PiecesArisen(self, fact: facts.PiecesArisen) -> None:
        for kind, number in fact.pieces.items():
            self.on[f"{fact.group}:{kind}"] += number
        for kind, number in fact.of.items():
            self.on[f"{fact.group}:{kind}"] -= number
            self.holds(
                "15.2",
                self.on[f"{fact.group}:{kind}"] >= 0,
                f"more {kind} of {fact.group} become others than there are",
            )

    def on_PiecesRetained(self, fact: facts.PiecesRetained) -> None:
        for unit, number in fact.pieces.items():
            self.holds("15.6081", number <= self.on[unit], f"{number} {unit} are Retained, of {self.on[unit]}")

    def on_PiecesShifted(self, fact: facts.PiecesShifted) -> None:
        for kind, number in fact.pieces.items():
            self.on[f"{fact.of}:{kind}"] -= number
            self.on[f"{fact.to}:{kind}"] += number
            if kind != "armor-leader":
                self.holds("CG7.1", self.on[f"{fact.of}:{kind}"] >= 0, f"more {kind} leave {fact.of} than there are")

    def on_PointsSpent(self, fact: facts.PointsSpent) -> None:
        for kind, number in fact.pieces.items():
            self.on[f"{fact.beach}:{kind}"] += number

    def on_PoolReplenished(self, fact: facts.PoolReplenished) -> None:
        self.same("CG7.1", f"what {sum(fact.dice)} brings", dict(fact.pieces), REPLENISHMENT[sum(fact.dice)])
        self.on.update({f"pool:{kind}": number for kind, number in fact.pieces.items()})
        self.to_determine = fact.pieces.get("leader", 0)

    # ---- SFCPs: they come back (CG3.11) ----

    def on_PartyLost(self, fact: facts.PartyLost) -> None:
        if not fact.radio:
            self.lost_parties.update(fact.parties)
            if self.playing:
                self.lost_in_play.update(fact.parties)

    def on_PartyRestored(self, fact: facts.PartyRestored) -> None:
        self.lost_parties.difference_update(fact.parties)

    def on_PartyReturned(self, fact: facts.PartyReturned) -> None:
        if fact.radio:
            return
        self.holds("CG3.11", fact.party in self.lost_parties, f"{fact.party} comes back that was not lost")
        self.lost_parties.discard(fact.party)
        self.waiting.add(fact.party)
        self.off[party_unit(fact.party)] += 1
