"""5 the sequence of play, 4 how the game ends."""

from __future__ import annotations

from domain.iph import facts
from domain.kernel.entries import Entry
from domain.kernel.facts import Decided, Declared, Drawn, GameEnded, PhaseBegan, Rolled
from tests.properties.reckoned.iph.battle import Battles
from tests.properties.reckoned.iph.ground import Ground
from tests.properties.reckoned.iph.naval import BATTLESHIPS, CARRIERS, Naval

SUB_COMMANDS = ("24", "25", "USMC", "BBRow")
CHITS = (*(f"{command}-{what}" for command in SUB_COMMANDS[:3] for what in ("Fight", "Move")), "BBRow-Fight")
PRELIMINARIES = ("jp_ships", "us_ships", "cover", "carrier_combat", "submarine", "landing", "night", "action")
"""What comes before the chits and the Japanese phases of a turn, in this order (5.2); `action` is where these begin."""
AFTER_TAKING = (facts.HexTaken, facts.HonoluluFell, facts.ArmyAircraftRemoved, facts.LossesTaken, GameEnded)


class Turns(Battles, Ground, Naval):
    def __init__(self) -> None:
        super().__init__()
        self.cup: set[str] = set(CHITS)
        self.retired: set[str] = set()
        self.pulls = 0
        self.done: list[str] = []
        """The phases of this turn."""
        self.said = 0
        """The points the record has told."""
        self.ended = False

    def follow(self, entry: Entry) -> None:
        if self.takes and not isinstance(entry.fact, AFTER_TAKING):
            self.entry = entry
            self.holds("3.6", False, f"{self.takes} are not taken")
            self.takes = []
        super().follow(entry)
        self.said += sum(points.amount for points in entry.fact.points)
        if isinstance(entry.fact, (PhaseBegan, Declared, Decided, Rolled, GameEnded)) and self.markers():
            self.same("4.8", "victory points", self.said, self.score())

    def pulled(self) -> bool:
        return self.pulls > 0

    # ---- 5: the order of phases ----

    def due(self) -> list[str]:
        """5.2: the phases that this turn has before its chits."""
        by_day = [] if self.night else ["landing"]
        ships = ["jp_ships", "us_ships", "cover", "carrier_combat"] if self.turn in (5, 9) else []
        dives = (
            ["submarine"]
            if self.turn >= 5 and (self.dived == self.turn or self.close((*CARRIERS["jp"], *BATTLESHIPS)))
            else []
        )
        return [*ships, *dives, *by_day, *(["night"] if self.night else []), "action"]

    def on_PhaseBegan(self, fact: PhaseBegan) -> None:
        self.close_battle()
        self.end_strikes()
        phase = fact.phase
        if phase not in ("choice", "us_setup", "reveal"):
            self.enter_phase(phase)
        self.phase = phase
        if phase in ("us_move", "jp_move"):
            self.begin_movement()
        if phase in ("us_fight", "jp_fight"):
            self.begin_combat()
        if phase == "carrier_combat":
            self.begin_carrier_combat()

    def enter_phase(self, phase: str) -> None:
        self.check_stacks()
        if self.turn > 1:
            for command in SUB_COMMANDS:
                gone = {chit for chit in CHITS if chit.startswith(command)}
                self.same(
                    "5.6", f"chits of {command} out of the game", bool(gone & self.retired), not self.living(command)
                )
        self.same("9.14", "Honolulu fallen", self.fallen, self.honolulu())
        self.same(
            "7.15", "the Army aircraft is gone", self.army == "removed", self.no_airfield() or self.army == "removed"
        )
        if phase in PRELIMINARIES:
            before = [one for one in self.done if one in PRELIMINARIES]
            if phase == "action" or "submarine" not in before:
                self.follows(phase, before)
            self.holds("5.2", "action" not in before, f"{phase} after the phases of the turn have begun")
            self.holds("5.5", phase != "action" or self.night or not self.due_ashore(), "units that can land have not")
        elif phase == "window":
            self.holds("5.7", "action" in self.done, "the interval comes before the turn's first phases are done")
        elif phase == "pull":
            self.holds("5.6", self.turn > 1 and bool(self.cup), "no chit can be pulled")
            self.holds("5.7", "action" in self.done, "a chit before the turn's first phases are done")
            self.holds(
                "5.7",
                self.phase == "window" or {"jp_move", "jp_fight"} <= set(self.done),
                "the Japanese could not come before a chit",
            )
        elif phase in ("jp_move", "jp_fight"):
            self.holds("5.7", phase not in self.done and "action" in self.done, f"{phase} again, or too early")
        elif phase in ("us_move", "us_fight"):
            self.same("5.6", "the phase of the chit", phase, "us_move" if self.chit.endswith("Move") else "us_fight")
        elif phase == "end":
            self.holds("5.8", {"jp_move", "jp_fight"} <= set(self.done), "a Japanese phase has not been taken")
            self.holds("5.8", not self.cup or self.turn == 1, f"{self.cup} are in the cup")
        self.done.append(phase)

    def follows(self, phase: str, before: list[str]) -> None:
        """A preliminary phase comes in the order of 5.2, and none is left out."""
        due = self.due()
        if "us_ships" in due and "us_ships" not in before and not any(ship in self.boxes for ship in CARRIERS["us"]):
            due.remove("us_ships")
        self.holds(
            "5.2", phase in due and before == due[: due.index(phase)], f"{phase} after {before}, where {due} are due"
        )

    def on_TurnBegan(self, fact: facts.TurnBegan) -> None:
        self.same("5.1", "turn", fact.turn, self.turn + 1)
        self.turn, self.pulls, self.done = fact.turn, 0, []
        self.stalled, self.interdicted, self.supporting = set(), set(), set()
        self.used, self.army_flown = {"jp": 0, "us": 0}, False

    # ---- 5.6: chits ----

    def drawn_chit(self, fact: Drawn) -> None:
        self.same("5.6", "chits in the cup", fact.left, len(self.cup))

    def on_ChitPulled(self, fact: facts.ChitPulled) -> None:
        self.holds("5.6", self.phase == "pull" and fact.chit in self.cup, f"{fact.chit} is not in the cup")
        self.cup.discard(fact.chit)
        self.chit = fact.chit
        self.pulls += 1

    def on_ChitsSetAside(self, fact: facts.ChitsSetAside) -> None:
        self.holds("5.9", self.night, "chits are taken out by day")
        self.same(
            "5.9",
            "chits taken out for the night",
            set(fact.chits),
            {chit for chit in self.cup if chit.endswith("Fight")},
        )
        self.cup -= set(fact.chits)

    def on_ChitsReturned(self, fact: facts.ChitsReturned) -> None:
        self.holds("5.8", self.phase == "end", "chits go back before the turn is over")
        self.cup = set(CHITS) - self.retired

    def on_ChitsRetired(self, fact: facts.ChitsRetired) -> None:
        command = fact.chits[0].rpartition("-")[0]
        self.same(
            "5.6", "chits that leave the game", set(fact.chits), {chit for chit in CHITS if chit.startswith(command)}
        )
        self.retired |= set(fact.chits)
        self.cup -= self.retired

    # ---- 4.2, 4.3: the end ----

    def over(self) -> str:
        """What ends the game now, "" for nothing."""
        if not self.beaches:
            return ""
        if not self.markers():
            return "no-beachhead"
        return "points" if self.said >= 22 else "no-points" if self.said <= 0 else ""

    def on_Declared(self, fact: Declared) -> None:
        super().on_Declared(fact)
        self.close_battle()
        if fact.verb not in ("note", "photo"):
            self.same("4.2", "the game is over", self.ended, False)
            self.same("4.2", "what ends the game", self.over(), "")

    def on_GameEnded(self, fact: GameEnded) -> None:
        self.takes = []
        self.ended = True
        over = self.over()
        if not over:
            whole = (
                self.turn == 11 and self.phase == "end" and {"jp_move", "jp_fight"} <= set(self.done) and not self.cup
            )
            over = "time" if whole else ""
        winner = "jp" if over == "points" else "us"
        self.same(
            "4.2" if over == "points" else "4.3",
            "what ends the game, and who wins",
            (fact.by, fact.winner),
            (over, winner),
        )
