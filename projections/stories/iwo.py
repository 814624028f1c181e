"""All words of the story of a game of Iwo Jima: landings together, every bombardment and assault with its dice and its cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from domain.iwo import facts as f
from domain.iwo.state import BOXES, MILOPS_ELIMINATED
from domain.kernel.facts import Fact, Fire, GameEnded, Rolled, Sealed, SecretsOpened, StepBegan
from domain.kernel.game import PAPER, Game
from domain.kernel.table import Entry
from projections.report.model import Line
from projections.stories import SILENT, Said, clauses, count_of, names, number, opened, sentence, versions
from projections.stories import Teller as Plain

SETTLED = f.ConcealedLosses(area="", left={}, excess=0).stub()
MOVED = f.ConcealedMoves(moves={}).stub()
WHO = {"us": "the Americans", "jp": "the Japanese"}
CHAPTER = {
    "US Bombardment Phase": "us bombardment",
    "US Movement Phase": "us movement",
    "US Assault Phase": "us assault",
    "First Control Determination Phase": "ground",
    "Construction Phase": "ground",
    "Japanese Bombardment Phase": "jp bombardment",
    "Japanese Movement Phase": "jp movement",
    "Japanese Assault Phase": "jp assault",
    "Second Control Determination Phase": "close",
    "End Phase": "close",
}
"""Phases that are told together."""
QUIET = (f.UnitsReset, f.SupportReadied, f.UnitsFired, f.AttackResolved, f.MovesUsed, f.KirikamiPassed, f.KirikamiEnded, f.TurnBegan, f.MoveEnded)
IN_SIGHT = (f.UnitMoved, f.UnitHidden, f.UnitRevealed, f.ConcealedMoves)
"""What a Japanese move may be used for that is told by itself."""
MARKER = {"stars": "the Stars and Stripes", "safe": "Safe to Land", "beachhead": "the Beachhead"}
ROLLED = ("weather", "allowance", "points")
"""What is told together with the roll before it."""


@dataclass
class Toll:
    """What one resolution of fire cost."""

    left: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    armor: list[str] = field(default_factory=list)
    back: dict[str, str] = field(default_factory=dict)
    caves: int = 0
    markers: list[str] = field(default_factory=list)
    passed: int = 0
    hidden: f.ConcealedLosses | None = None
    settled: bool = False


@dataclass
class Shot:
    """A resolution of fire, the entries that tell it, and what it cost."""

    fact: f.FireResolved
    fire: Fire
    entries: list[Entry]
    shown: tuple[str, ...] = ()
    toll: Toll = field(default_factory=Toll)


@dataclass
class Move:
    """The way of a unit, and who fired at it at its end."""

    unit: str
    how: str
    path: list[str]
    entries: list[Entry]
    shots: list[Shot] = field(default_factory=list)
    shown: str = ""
    price: int = 0


class Teller(Plain):
    """Tells a game of Iwo Jima."""

    WINNERS: Mapping[str, str] = {"us": "The Americans win", "jp": "The Japanese win", "": "The game is drawn"}

    def __init__(self, game: Game[Any], side: str) -> None:
        super().__init__(game, side)
        areas = game.state.charts.get("areas", {})
        self.areas = {name: getattr(card, "name", "") or name for name, card in areas.items()}
        self.points = {"us": 0, "jp": 0}
        self.steps = {"us": 0, "jp": 0}
        self.ended: tuple[int, ...] = ()
        self.all_known = side != "us" and game.state.hidden != PAPER
        """Whether what happens to concealed units is known: not to the Americans, and not where the map is on paper."""

    def tell(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            fact = entry.fact
            for point in fact.points:
                self.points[point.side] += point.amount
            for loss in fact.losses:
                self.steps[loss.side] += loss.steps
            if isinstance(fact, StepBegan) and fact.step == "end":
                self.ended = (entry.version,)
        for chapter, group in groupby(entries, key=lambda e: CHAPTER.get(e.moment.path[-1] if e.moment.path else "", "opening")):
            _Passage(self, chapter, list(group)).tell()

    def remark(self, entry: Entry, struck: Mapping[int, int]) -> None:
        if isinstance(entry.fact, GameEnded):
            self.ended = self.ended or (entry.version,)
        super().remark(entry, struck)

    def close(self) -> None:
        """What the turn cost, and how the points stand."""
        us, jp = self.steps["us"], self.steps["jp"]
        if self.ended:
            seen = "" if self.all_known else " that were seen" if jp != 1 else " that was seen"
            ours, theirs = (count_of(lost, "step") for lost in (us, jp))
            have, has = count_of(self.points["jp"], "victory point"), number(self.points["us"]) if self.points["us"] else "none"
            cost = (
                f"The turn cost the Americans {ours} and the Japanese {theirs}{seen}",
                f"At the end of the turn the Americans had lost {ours}, the Japanese {theirs}{seen}",
                f"The turn ended with {ours} lost by the Americans and {theirs} by the Japanese{seen}",
            )
            stand = (
                f"; the score was {have} for the Japanese and {has} for the Americans.",
                f". The Japanese now had {have} and the Americans {has}.",
            )
            self.paragraph(Said(self.pick("cost", *cost) + self.pick("stand", *stand), self.ended))
        self.steps, self.ended = {"us": 0, "jp": 0}, ()

    def result(self, entry: Entry) -> Line:
        line, fact = super().result(entry), entry.fact
        assert isinstance(fact, GameEnded)
        have = f"{WHO.get(fact.winner, '')} have "
        if not fact.why.startswith(have):
            return line
        words = line.words.replace(f": {have}", " with ")
        if fact.why.endswith(" victory points"):
            words = f"{words[:-1]} to {self.points['jp' if fact.winner == 'us' else 'us']}."
        return line._replace(words=words)

    def paragraph(self, *said: Said) -> None:
        super().paragraph(*(Said(one.words[:1].upper() + one.words[1:], one.entries) for one in said))

    def place(self, area: str) -> str:
        """An area by its printed name, as it stands within a sentence."""
        name = self.areas.get(area, area)
        return "the " + name.removeprefix("The ") if name.startswith("The ") else name

    def places(self, areas: Iterable[str]) -> str:
        """Areas by their printed names."""
        return names(self.place(area) for area in areas)


class _Passage:
    """A run of one phase, or of phases told together: first sorted into moves, shots and the rest, then told."""

    def __init__(self, teller: Teller, chapter: str, entries: Sequence[Entry]) -> None:
        self.teller, self.chapter, self.entries = teller, chapter, entries
        self.said: list[Said] = []
        self.late: list[Said] = []
        self.moves: list[Move] = []
        self.shots: list[Shot] = []
        self.shown: dict[str, list[tuple[str, Entry]]] = {}
        self.waiting: list[Entry] = []
        self.shot: Shot | None = None
        self.kept: dict[str, list[Entry]] = {}

    def tell(self) -> None:
        for entry in self.entries:
            self._sort(entry)
        self._kept()
        if self.chapter.endswith("movement"):
            self._movement()
        else:
            self._fire()

    # ---- sorting ----

    def _sort(self, entry: Entry) -> None:
        fact, toll = entry.fact, self.shot.toll if self.shot else None
        move = self.moves[-1] if self.moves else None
        if isinstance(fact, Sealed):
            if toll and fact.words == SETTLED and self.shot:
                toll.settled = True
                self.shot.entries.append(entry)
            elif fact.words == MOVED:
                return  # told where the move is used, or told by who comes to light
        elif isinstance(fact, SILENT):
            return
        elif isinstance(fact, QUIET):
            if isinstance(fact, f.MoveEnded) and move and move.unit == fact.unit:
                move.entries.append(entry)
            elif isinstance(fact, f.MovesUsed) and not any(isinstance(e.fact, IN_SIGHT) for e in self.entries if e.of == entry.of):
                self._keep("in secret", entry)
        elif isinstance(fact, Rolled):
            self.waiting.append(entry)
        elif isinstance(fact, f.FireResolved) and fact.fire:
            shown = tuple(e.fact.unit for e in self.waiting if isinstance(e.fact, f.UnitRevealed))
            self.shot = Shot(fact, fact.fire, [*self.waiting, entry], shown)
            self.waiting = []
            if "defensive" in fact.kind and move:
                move.shots.append(self.shot)
            else:
                self.shots.append(self.shot)
        elif isinstance(fact, f.UnitLanded | f.UnitMoved):
            self._moved(entry, fact)
        elif isinstance(fact, f.UnitRevealed) and fact.why == "it bombards":
            self.shown.setdefault(fact.area, []).append((fact.unit, entry))
        elif isinstance(fact, f.UnitRevealed) and fact.why == "it moves openly":
            self.waiting.append(entry)
        elif isinstance(fact, f.UnitRevealed) and fact.why in ("its move ends", "it entered a US area"):
            self.moves.append(Move(fact.unit, "crept", [fact.area], [*self.waiting, entry]))
            self.waiting, self.shot = [], None
        elif isinstance(fact, f.UnitRevealed) and fact.why == "it opens fire":
            self.waiting.append(entry)
        elif self.shot and toll and self._cost(fact, toll):
            self.shot.entries.append(entry)
        else:
            self._other(entry)

    def _moved(self, entry: Entry, fact: f.UnitLanded | f.UnitMoved) -> None:
        last = self.moves[-1] if self.moves else None
        price = sum(point.amount for point in fact.points)
        if last and last.unit == fact.unit and not last.shots and isinstance(fact, f.UnitMoved):
            last.path.append(fact.area)
            last.entries += [*self.waiting, entry]
        else:
            shown = next((e.fact.area for e in self.waiting if isinstance(e.fact, f.UnitRevealed)), "")
            how = "landed" if isinstance(fact, f.UnitLanded) else "moved"
            self.moves.append(Move(fact.unit, how, [fact.area], [*self.waiting, entry], shown=shown))
        self.moves[-1].price += price
        self.waiting, self.shot = [], None

    def _cost(self, fact: Fact, toll: Toll) -> bool:
        """Whether this is a cost of the shot; if so, it is counted."""
        if isinstance(fact, f.StepLost):
            toll.lost[fact.unit] = toll.lost.get(fact.unit, 0) + 1
            toll.left[fact.unit] = fact.left
        elif isinstance(fact, f.UnitEliminated):
            return fact.unit in toll.lost
        elif isinstance(fact, f.LossIgnored):
            if fact.why == "armor":
                toll.armor.append(fact.unit)
        elif isinstance(fact, f.UnitRetreated):
            toll.back[fact.unit] = fact.area
        elif isinstance(fact, f.CaveCollapsed):
            toll.caves += 1
        elif isinstance(fact, f.MarkerRemoved):
            toll.markers.append(fact.marker)
        elif isinstance(fact, f.DamagePassed):
            toll.passed += fact.damage
        elif isinstance(fact, f.ConcealedLosses):
            toll.hidden = fact
        else:
            return isinstance(fact, f.UnitRemoved) and "rocket" in fact.why
        return True

    def _keep(self, kind: str, entry: Entry) -> None:
        self.kept.setdefault(kind, []).append(entry)

    def _other(self, entry: Entry) -> None:
        """What is told by itself: some kinds of facts wait for others of their kind."""
        fact = entry.fact
        for kind, facts in KEPT.items():
            if isinstance(fact, facts):
                if kind in ROLLED:
                    self.kept.setdefault(kind, []).extend(self.waiting)
                    self.waiting = []
                self._keep(kind, entry)
                return
        if self._plain(entry).words:
            self._keep("else", entry)

    def _plain(self, entry: Entry) -> Said:
        """A fact that has no others to be told with."""
        fact, place = entry.fact, self.teller.place
        if isinstance(fact, SecretsOpened):
            words = "The Japanese opened what they had kept secret."
        elif isinstance(fact, f.RetreatBarred):
            words = f"{fact.unit} could not fall back to {place(fact.area)}: something was hiding there."
        elif isinstance(fact, f.UnitOverstacked):
            words = f"{fact.unit} found no room at {place(fact.area)} and was removed from play."
        else:
            return opened(entry, self.teller.game.rules.sides) or Said(sentence(fact.sentence()), (entry.version,))
        return Said(words, (entry.version,))

    # ---- telling what is no fire ----

    def _kept(self) -> None:
        for kind in sorted(self.kept, key=lambda kind: kind == "lost"):  # who died in a charge is told with it
            entries = self.kept[kind]
            told = getattr(self, "_" + kind.replace(" ", "_"))(entries)
            if isinstance(told, str):
                told = [Said(told, tuple(e.version for e in entries))]
            found = self.chapter == "us movement" and kind in ("caves", "shown")  # by those who have just come (10.5)
            between = kind == "else" and (self.moves or self.shots)
            (self.late if found or between or kind in LATE else self.said).extend(told)

    def _else(self, entries: list[Entry]) -> list[Said]:
        return [self._plain(entry) for entry in entries]

    def _in_secret(self, entries: list[Entry]) -> str:
        more = "anything else" if self.moves or "went to ground" in self.kept else "anything"
        return self.teller.pick(
            "in secret", f"Whether {more} moved unseen, only the Japanese knew.", f"If {more} stirred underground, the Americans did not see it."
        )

    def _deployed(self, entries: list[Entry]) -> str:
        fact = entries[0].fact
        assert isinstance(fact, f.UnitsDeployed)
        boxes = names(f"{number(len(units))} in the {BOXES.get(box, box)}" for box, units in _turned(fact.places).items())
        return f"The American units waited offshore: {boxes}."

    def _hidden_setup(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            fact = entry.fact
            if isinstance(fact, f.HiddenSetupCommitted):
                said.append(
                    Said(f"Unseen, the Japanese dug in: {count_of(fact.units, 'unit')} and {count_of(fact.caves, 'cave')}.", (entry.version,))
                )
            elif isinstance(fact, f.HiddenSetup):
                there: dict[str, list[str]] = {}
                for unit, area in fact.places.items():
                    there.setdefault(area, []).append(unit)
                where = "; ".join(f"{names(units)} at {self.teller.place(area)}" for area, units in there.items())
                caves = {count: [area for area, n in fact.caves.items() if n == count] for count in sorted(set(fact.caves.values()), reverse=True)}
                dug = clauses(
                    f"{count_of(count, 'cave')} {'each ' if len(areas) > 1 else ''}at {self.teller.places(areas)}" for count, areas in caves.items()
                )
                said.append(Said(f"Their map held {where}.", (entry.version,)))
                said.append(Said(f"They had dug {dug}.", (entry.version,)))
        return said

    def _weather(self, entries: list[Entry]) -> str:
        weather, grounded = "good", ()  # type: str, tuple[str, ...]
        count = 0
        for entry in entries:
            if isinstance(entry.fact, f.WeatherRolled):
                weather, count = entry.fact.weather, entry.fact.grounded
            elif isinstance(entry.fact, f.AirGrounded):
                grounded = entry.fact.units
        pick = self.teller.pick
        if not count:
            return pick(
                "good weather",
                "The sky was clear, and everything flew.",
                "Good flying weather: no air unit was grounded.",
                "Nothing in the weather kept the air units down.",
            )
        stay = names(grounded) if grounded else count_of(count, "air unit")
        if weather == "cloudy":
            return pick(
                "clouds",
                f"Clouds hung over the island; {stay} could not fly.",
                f"Under a cloudy sky {stay} did not take off.",
                f"The clouds kept {stay} out of the air.",
            )
        return pick("bad weather", f"In bad weather {stay} could not fly.", f"A storm grounded {stay}.")

    def _returned(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            fact = entry.fact
            if isinstance(fact, f.UnitReturned):
                at = self.teller.place(fact.area)
                words = self.teller.pick(
                    "returned",
                    f"{fact.unit}, eliminated before, returned at {at} with one step.",
                    f"At {at} {fact.unit} was rebuilt, with a single step.",
                )
            else:
                assert isinstance(fact, f.StepRecovered)
                at = self.teller.place(fact.area)
                words = self.teller.pick(
                    "recovered",
                    f"{fact.unit} recovered a step at {at} and now had {number(fact.steps)}.",
                    f"At {at} replacements brought {fact.unit} up to {count_of(fact.steps, 'step')}.",
                )
            said.append(Said(words, (entry.version,)))
        return said

    def _third(self, entries: list[Entry]) -> str:
        return "The Americans activated the 3rd Marine Division."

    def _held(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            fact = entry.fact
            if isinstance(fact, f.BombardmentsDeclared) and not fact.plan:
                adjective, who = ("American", "Americans") if fact.side == "us" else ("Japanese", "Japanese")
                words = self.teller.pick(f"silent {fact.side}", f"The {adjective} guns stayed silent.", f"The {who} bombarded nothing.")
                said.append(Said(words, (entry.version,)))
        return said

    def _caves(self, entries: list[Entry]) -> str:
        found = [(e.fact.caves, e.fact.area) for e in entries if isinstance(e.fact, f.CavesRevealed)]
        listed = names(f"{count_of(count, 'cave') if count else 'none'} at {self.teller.place(area)}" for count, area in found)
        if self.chapter == "us movement":
            return self.teller.pick("caves met", f"The newcomers found {listed}.", f"{listed} came to light.")
        return self.teller.pick("caves", f"The observers found {listed}.", f"{listed} came to light.", f"The Japanese had to show {listed}.")

    def _allowance(self, entries: list[Entry]) -> str:
        fact = entries[-1].fact
        assert isinstance(fact, f.AllowanceRolled)
        die = next((e.fact.dice[0] for e in self.entries if isinstance(e.fact, Rolled) and e.fact.dice and "movement die" in e.fact.purpose), 0)
        units = ("up to " if fact.allowed > 1 else "") + count_of(fact.allowed, "unit")
        shown = f"a {number(die)}" if die else "the die"
        return self.teller.pick(
            "allowance",
            f"The Japanese rolled {shown} and could move {units}.",
            f"With {shown} on the movement die, {units} could move.",
            f"On {shown} the Japanese could move {units}.",
        )

    def _went_to_ground(self, entries: list[Entry]) -> str:
        units = names(e.fact.unit for e in entries if isinstance(e.fact, f.UnitHidden))
        return self.teller.pick("hides", f"{units} went back into hiding.", f"{units} went to ground again.")

    def _crept(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            fact = entry.fact
            assert isinstance(fact, f.ConcealedMoves)
            if fact.moves:
                ways = names(f"{unit} to {self.teller.place(area)}" for unit, area in fact.moves.items())
                words = self.teller.pick("crept", f"Unseen, the Japanese shifted {ways}.", f"Through the tunnels went {ways}.")
                said.append(Said(words, (entry.version,)))
        if len(said) < len(entries):
            idle = tuple(e.version for e in entries if isinstance(e.fact, f.ConcealedMoves) and not e.fact.moves)
            said.append(
                Said(
                    self.teller.pick(
                        "feint", "A concealed move was announced, but nobody made it.", "Nobody used what was left of the movement allowance."
                    ),
                    idle,
                )
            )
        return said

    def _charge(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            fact = entry.fact
            if isinstance(fact, f.KirikamiDeclared):
                paid = [e for e in self.kept.get("lost", []) if getattr(e.fact, "unit", "") == fact.unit]
                last = "its last" if any(isinstance(e.fact, f.UnitEliminated) for e in paid) else "a"
                words = f"{fact.unit} gave {last} step for a Kirikami charge: every Japanese unit would assault with one die more this turn."
                said.append(Said(words, (*(e.version for e in paid), entry.version)))
                self.kept["lost"] = [e for e in self.kept.get("lost", []) if e not in paid]
            elif isinstance(fact, f.BanzaiDeclared):
                words = f"Banzai! Every Japanese unit in and next to {self.teller.place(fact.area)} had two dice more to assault with."
                said.append(Said(words, (entry.version,)))
        return said

    def _lost(self, entries: list[Entry]) -> list[Said]:
        by_unit: dict[str, list[Entry]] = {}
        for entry in self.kept.get("lost", []):
            by_unit.setdefault(str(getattr(entry.fact, "unit", "")), []).append(entry)
        said: list[Said] = []
        for unit, some in by_unit.items():
            steps = sum(isinstance(e.fact, f.StepLost) for e in some)
            dead = any(isinstance(e.fact, f.UnitEliminated) for e in some)
            unseen = any(isinstance(e.fact, f.UnitEliminated) and e.fact.to == MILOPS_ELIMINATED for e in some)
            words = f"{unit} had died in hiding" if unseen else f"{unit} was lost" if dead else f"{unit} lost {count_of(steps, 'step')}"
            said.append(Said(f"{words}.", tuple(e.version for e in some)))
        return said

    def _gone(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            fact = entry.fact
            assert isinstance(fact, f.UnitRemoved)
            if "Banzai" in fact.why:
                words = f"{fact.unit} was lost with the Banzai charge."
            elif fact.out == "withdrawn":
                words = f"{fact.unit} {self.teller.pick('withdrawn', 'was withdrawn to', 'left the battle for')} the Reserve Box."
            else:
                words = f"{fact.unit} left play: {fact.why}."
            said.append(Said(words, (entry.version,)))
        return said

    def _shown(self, entries: list[Entry]) -> list[Said]:
        by_why: dict[str, list[Entry]] = {}
        for entry in entries:
            by_why.setdefault(getattr(entry.fact, "why", ""), []).append(entry)
        said: list[Said] = []
        for why, some in by_why.items():
            units = names(f"{e.fact.unit} at {self.teller.place(e.fact.area)}" for e in some if isinstance(e.fact, f.UnitRevealed))
            if why == "Japanese Marines":
                words = f"The Japanese Marines still in hiding had to show themselves: {units}."
            elif why == "by choice":
                words = f"The Japanese chose to show {units}."
            else:
                words = self.teller.pick("shown", f"{units} could stay hidden no longer.", f"{units} had to come into the open.")
            said.append(Said(words, tuple(e.version for e in some)))
        return said

    def _ground(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for side in ("us", "jp"):
            mine = [e for e in entries if isinstance(e.fact, f.ControlChanged) and e.fact.to == side]
            if not mine:
                continue
            areas = self.teller.places(e.fact.area for e in mine if isinstance(e.fact, f.ControlChanged))
            caves = sum(e.fact.caves for e in mine if isinstance(e.fact, f.ControlChanged))
            lost = [(m, e.fact.area) for e in mine if isinstance(e.fact, f.ControlChanged) for m in e.fact.markers]
            gone = names(f"{MARKER.get(m, m)} {'there' if len(mine) == 1 else f'at {self.teller.place(area)}'}" for m, area in lost)
            words = (
                self.teller.pick(
                    "taken", f"{areas} {_was(mine)} in American hands", f"The Americans now held {areas}", f"The Americans had taken {areas}"
                )
                if side == "us"
                else self.teller.pick(
                    "retaken", f"The Japanese had {areas} back", f"{areas} fell to the Japanese again", f"The Japanese once more held {areas}"
                )
            )
            words += f", with {count_of(caves, 'cave')} blown up" if caves else ""
            words += f", and {gone} {_was(lost)} lost" if gone else ""
            said.append(Said(sentence(words), tuple(e.version for e in mine)))
        return said

    def _built(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for marker in ("beachhead", "safe", "stars"):
            mine = [e for e in entries if isinstance(e.fact, f.MarkerPlaced) and e.fact.marker == marker]
            if not mine:
                continue
            areas = self.teller.places(e.fact.area for e in mine if isinstance(e.fact, f.MarkerPlaced))
            one = len(mine) == 1
            if marker == "beachhead":
                what = "a Beachhead" if one else "Beachheads"
                words = self.teller.pick(
                    "beachhead",
                    f"{what} went up at {areas}.",
                    f"The engineers laid out {what} at {areas}.",
                    f"{what} took shape at {areas}.",
                )
            elif marker == "safe":
                words = self.teller.pick("safe", f"{areas} was declared Safe to Land.", f"The runway at {areas} was cleared: Safe to Land.")
            else:
                words = f"The Stars and Stripes rose over {areas}."
            said.append(Said(words, tuple(e.version for e in mine)))
        return said

    def _unbuilt(self, entries: list[Entry]) -> str:
        gone = [e.fact for e in entries if isinstance(e.fact, f.MarkerRemoved)]
        return f"{names(f'{MARKER.get(m.marker, m.marker)} at {self.teller.place(m.area)}' for m in gone)} {_was(gone)} lost."

    def _points(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        rolled: list[int] = []
        for entry in entries:
            if isinstance(entry.fact, Rolled):
                rolled.append(entry.version)
                continue
            for side in ("us", "jp"):
                mine = [p for p in entry.fact.points if p.side == side]
                if mine:
                    total, why = count_of(sum(p.amount for p in mine), "victory point"), self._why([p.why for p in mine])
                    words = self.teller.pick("points", f"{WHO[side]} scored {total} for {why}.", f"{why} brought {WHO[side]} {total}.")
                    said.append(Said(words, () if said and entry.version in said[-1].entries else (*rolled, entry.version)))
            rolled = []
        return said

    def _why(self, whys: Sequence[str]) -> str:
        """What points were scored for, in words: the reasons are of the domain, with the codes of areas."""
        alive = [why.removesuffix(" is alive").removeprefix("the HQ ") for why in whys if why.endswith(" is alive")]
        held = [why.removesuffix(" is Japanese-controlled") for why in whys if why.endswith(" is Japanese-controlled")]
        safe = [why.removeprefix("Safe to Land in ") for why in whys if why.startswith("Safe to Land in ")]
        stars = any(why.startswith("Stars") for why in whys)
        rest = [why for why in whys if not why.endswith((" is alive", " is Japanese-controlled")) and not why.startswith(("Safe to", "Stars"))]
        return clauses(
            [
                "the Stars and Stripes" if stars else "",
                f"Safe to Land at {'both ' if rest and len(safe) == 2 else ''}{self.teller.places(safe)}" if safe else "",
                names(rest) if rest and not safe else "",
                f"the survival of {names(alive)}" if alive else "",
                f"the hold on {self.teller.places(held)}" if held else "",
            ]
        )

    # ---- telling fire ----

    def _fire(self) -> None:
        if self.shown:
            where = names(f"{names(unit for unit, _ in some)} at {self.teller.place(area)}" for area, some in self.shown.items())
            words = self.teller.pick(
                "unmasked",
                f"To fire, {where} had to come out of hiding.",
                f"The muzzle flashes gave away {where}.",
                f"{where} opened up from hiding.",
            )
            self.said.append(Said(words, tuple(entry.version for some in self.shown.values() for _, entry in some)))
        told = [self._resolved(shot) for shot in self.shots]
        self.teller.paragraph(*self.said, *told, *self.late)

    def _resolved(self, shot: Shot) -> Said:
        fire, at, pick = shot.fire, self.teller.place(shot.fact.area), self.teller.pick
        by, dice, result = names(fire.by), self._dice(shot), self._result(shot)
        if "bombardment" in fire.kind:
            ways = (
                f"{by} bombarded {at} with {dice}: {result}.",
                f"{at} took {dice} from {by}: {result}.",
                f"{by} rolled {dice} against {at}: {result}.",
                f"{at} was bombarded by {by} with {dice}: {result}.",
            )
        elif "assault" in fire.kind:
            ways = (
                f"{by} assaulted {at} with {dice}: {result}.",
                f"At {at}, {by} went in with {dice}: {result}.",
                f"{by} rolled {dice} in the assault on {at}: {result}.",
                f"The assault on {at} by {by}, with {dice}, brought {result}.",
            )
        else:
            return self._defended(shot)
        return Said(pick(fire.kind, *ways), _told(shot.entries))

    def _dice(self, shot: Shot) -> str:
        """What was rolled: rocket artillery hits by itself, as often as its own die says (22.5)."""
        dice = count_of(len(shot.fire.chance), "die", "dice")
        if "by rocket" in shot.fact.note:
            return f"rockets and {dice}" if shot.fire.chance else "rockets"
        return dice

    def _result(self, shot: Shot) -> str:
        hits, cost = self._hits(shot), self._toll(shot)
        return _and(hits, cost) if cost else hits

    def _hits(self, shot: Shot) -> str:
        """The hits, and how many the ground and the caves took."""
        fire, pick = shot.fire, self.teller.pick
        hits = count_of(fire.hits, "hit") if fire.hits else "no hits"
        rockets = shot.fact.note.split(" hits by rocket")[0] if "by rocket" in shot.fact.note and fire.chance else ""
        hits += f" ({'all' if int(rockets) == fire.hits else number(int(rockets))} by rocket)" if rockets.isdigit() else ""
        gone = fire.hits - fire.outcome
        if gone <= 0:
            return hits
        cover = {"Basic Defense Value": "the ground"}
        less = names(
            cover.get(m.why, "the cave" if m.why == "caves" and m.amount == -1 else f"the {m.why}") for m in fire.modifiers if m.rule and m.amount < 0
        )
        if not fire.outcome:
            every = "" if gone == 1 else "both " if gone == 2 else "all "
            none = "which did not get" if gone == 1 else "none of which got"
            return f"{hits}, {pick('no effect', f'{every}lost to {less}', f'{every}absorbed by {less}', f'{none} past {less}')}"
        many = number(gone)
        return f"{hits}, {pick('less', f'{many} of them lost to {less}', f'{many} of which {less} absorbed', f'{many} of them stopped by {less}')}"

    def _toll(self, shot: Shot) -> str:
        """What it cost; nothing where nothing came of it."""
        toll, pick = shot.toll, self.teller.pick
        told: list[str] = []
        dead = [unit for unit, left in toll.left.items() if not left]
        if dead:
            told.append(
                pick("dead", f"{names(dead)} {_was(dead)} wiped out", f"{names(dead)} {_was(dead)} destroyed", f"nothing was left of {names(dead)}")
            )
        hurt: dict[tuple[int, str], list[str]] = {}
        for unit, left in toll.left.items():
            if left:
                hurt.setdefault((toll.lost[unit], toll.back.get(unit, "")), []).append(unit)
        for (steps, to), units in hurt.items():
            each = " each" if len(units) > 1 else ""
            count = count_of(steps, "step").replace("one", "a", 1)
            if to:
                told.append(f"{names(units)} lost {count}{each} and fell back to {self.teller.place(to)}")
                continue
            rest = f" ({number(toll.left[units[0]])} left)" if len(units) == 1 else ""
            told.append(
                pick(
                    "hurt",
                    f"{names(units)} lost {count}{each}",
                    f"{names(units)}{each} came out {count} weaker",
                    f"{names(units)} paid {count}{each}{rest}",
                )
            )
        for area, units in _turned({unit: to for unit, to in toll.back.items() if not toll.left.get(unit)}).items():
            told.append(
                pick("back", f"{names(units)} fell back to {self.teller.place(area)}", f"{names(units)} retreated to {self.teller.place(area)}")
            )
        for unit in dict.fromkeys(toll.armor):
            told.append(f"the armor of {unit} shrugged off {count_of(toll.armor.count(unit), 'hit')}")
        told += self._underground(toll)
        if toll.caves:
            told.append(pick("cave", "a cave collapsed", "a cave came down", "one cave was shut for good"))
        if toll.markers:
            told.append(f"{names(MARKER.get(m, m) for m in toll.markers)} {_was(toll.markers)} {pick('gone', 'gone', 'lost', 'swept away')}")
        told += [f"{e.fact.unit} was spent" for e in shot.entries if isinstance(e.fact, f.UnitRemoved)]
        if not told and shot.fire.outcome and not shot.fact.target:
            told.append(pick("empty", "there was nobody to hit", "they fell on empty ground"))
        return "; ".join(told) if any("," in one for one in told) else clauses(told)

    def _underground(self, toll: Toll) -> list[str]:
        pick, points = self.teller.pick, count_of(toll.passed, "point") + " of damage"
        if toll.hidden is not None:
            lost = {loss.unit: loss.steps for loss in toll.hidden.losses}
            dead = [unit for unit, left in toll.hidden.left.items() if not left]
            hurt = _turned({unit: count_of(lost.get(unit, 1), "step") for unit, left in toll.hidden.left.items() if left})
            told = [f"{names(dead)} died"] if dead else []
            told += [f"{names(units)} lost {steps.replace('one', 'a', 1)}{' each' if len(units) > 1 else ''}" for steps, units in hurt.items()]
            if not told:
                return [pick("found nobody", f"{points} found nobody in hiding", f"{points} went into empty holes")]
            told = [f"{told[0]} in hiding"] if len(told) == 1 else [f"in hiding {names(told)}"]
            spare = toll.hidden.excess
            return told + ([f"{count_of(spare, 'point')} {_was(range(spare))} wasted"] if spare else [])
        if not toll.passed:
            return []
        ways = [f"{points} went on to anybody hiding there", f"{points} {_was(range(toll.passed))} left for anybody in hiding"]
        return [pick("settled", f"only the Japanese knew what {points} did in hiding", *ways) if toll.settled else pick("passed", *ways)]

    # ---- telling movement ----

    def _movement(self) -> None:
        """Area by area; what drew no fire leads to what comes next."""
        by_area: dict[str, list[Move]] = {}
        for move in self.moves:
            by_area.setdefault(move.path[-1], []).append(move)
        told = self.said
        for area, moves in by_area.items():
            shots = [self._defended(shot) for move in moves for shot in move.shots]
            told = [*told, *self._ways(area, moves), *shots]
            if shots:
                self.teller.paragraph(*told)
                told = []
        self.teller.paragraph(*told, *(self._resolved(shot) for shot in self.shots), *self.late)

    def _ways(self, area: str, moves: list[Move]) -> list[Said]:
        at, pick = self.teller.place(area), self.teller.pick
        said: list[Said] = []
        kinds: dict[tuple[str, ...], list[Move]] = {}
        for move in moves:
            kinds.setdefault((move.how, move.shown, *move.path[:-1]), []).append(move)
        for (how, shown, *path), some in kinds.items():
            units = names(move.unit for move in some)
            by = f" by way of {self.teller.places(path)}" if path else ""
            if how == "landed" and path:
                beach, on = self.teller.place(path[0]), f" by way of {self.teller.places(path[1:])}" if path[1:] else ""
                words = pick(
                    "inland", f"{units} landed at {beach} and pushed on{on} to {at}.", f"{units} came ashore at {beach} and went on{on} to {at}."
                )
            elif how == "landed":
                words = pick("landed", f"{units} landed at {at}.", f"At {at} {units} came ashore.", f"The boats brought {units} to {at}.")
            elif how == "crept":
                words = pick("surfaced", f"At {at} {units} suddenly stood in the open.", f"{units} surfaced at {at}.")
            elif shown:
                hid = self.teller.place(shown)
                words = pick(
                    "left hiding", f"{units} came out of hiding at {hid} and moved to {at}{by}.", f"From hiding at {hid} {units} moved to {at}{by}."
                )
            else:
                words = pick(
                    "moved",
                    f"{units} moved to {at}{by}.",
                    f"Into {at} went {units}{by}.",
                    f"{units} went to {at}{by}.",
                    f"{units} reached {at}{by}.",
                )
            price = sum(move.price for move in some)
            if price:
                words += f" For the 3rd Division landing without a Beachhead the Japanese scored {count_of(price, 'victory point')}."
            said.append(Said(words, tuple(dict.fromkeys(v for move in some for v in _told(move.entries)))))
        return said

    def _defended(self, shot: Shot) -> Said:
        fire, pick = shot.fire, self.teller.pick
        by, target, dice = names(fire.by), shot.fact.target or self.teller.place(shot.fact.area), self._dice(shot)
        hits, cost = self._hits(shot), self._toll(shot)
        if not fire.outcome and shot.shown:
            words = pick(
                "missed from hiding",
                f"{by} opened fire from hiding on {target} with {dice} and missed.",
                f"From hiding {by} fired at {target} with {dice} and missed.",
            )
        elif not fire.outcome:
            words = pick(
                "missed",
                f"{by} fired at {target} with {dice} and missed.",
                f"The {dice} of {by} did {target} no harm.",
                f"{target} came through the fire of {by}, {dice}, unhurt.",
            )
        elif shot.shown:
            words = pick(
                "surprise",
                f"From hiding {by} caught {target} with {dice}: {_and(hits, cost)}.",
                f"{by} opened up at close range on {target} with {dice}: {_and(hits, cost)}.",
                f"{target} ran into {by}, unseen until then: {dice}, {_and(hits, cost)}.",
            )
        else:
            words = pick(
                "defended",
                f"{by} met {target} with {dice}: {_and(hits, cost)}.",
                f"{target} drew the fire of {by}, {dice}: {_and(hits, cost)}.",
                f"With {dice} {by} scored {hits} on {target}; {cost}.",
            )
        if cost and not fire.outcome:
            words = f"{words[:-1]}; {cost}."
        if "no surprise" in shot.fact.note:
            words += pick("observed", " Observers had spoiled the surprise.", " With observers above, there was no surprise.")
        return Said(words, _told(shot.entries))


KEPT: Mapping[str, tuple[type[Fact], ...]] = {
    "deployed": (f.UnitsDeployed,),
    "hidden setup": (f.HiddenSetupCommitted, f.HiddenSetup),
    "weather": (f.WeatherRolled, f.AirGrounded),
    "returned": (f.UnitReturned, f.StepRecovered),
    "third": (f.ThirdDivisionActivated,),
    "held": (f.BombardmentsDeclared, f.AssaultsDeclared),
    "caves": (f.CavesRevealed,),
    "allowance": (f.AllowanceRolled,),
    "went to ground": (f.UnitHidden,),
    "crept": (f.ConcealedMoves,),
    "charge": (f.KirikamiDeclared, f.BanzaiDeclared),
    "lost": (f.StepLost, f.UnitEliminated),
    "gone": (f.UnitRemoved,),
    "shown": (f.UnitRevealed,),
    "ground": (f.ControlChanged,),
    "built": (f.MarkerPlaced,),
    "unbuilt": (f.MarkerRemoved,),
    "points": (f.PointsScored,),
}
"""What is told together with others of its kind."""
LATE = ("gone", "went to ground", "in secret")


def _and(hits: str, cost: str) -> str:
    """What was hit and what it cost, as one clause where both are short."""
    return f"{hits}; {cost}" if "," in cost or "," in hits or " and " in cost else f"{hits}, and {cost}"


def _was(some: Sequence[object]) -> str:
    return "was" if len(some) == 1 else "were"


def _turned(where: Mapping[str, str]) -> dict[str, list[str]]:
    turned: dict[str, list[str]] = {}
    for unit, area in where.items():
        turned.setdefault(area, []).append(unit)
    return turned


def _told(entries: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(entry.version for entry in entries)


__all__ = ["Teller", "versions"]
