"""All words of the story of a game of Iwo Jima: landings together, every bombardment and assault with its dice and its cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from domain.iwo import facts as f
from domain.kernel.facts import Fact, Fire, GameEnded, Rolled, Sealed, SecretsOpened, StepBegan
from domain.kernel.game import Game
from domain.kernel.table import Entry
from projections.report.model import Line
from projections.stories import SILENT, Said, clauses, count_of, lower, names, number, opened, sentence, versions
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
QUIET = (f.UnitsReset, f.SupportReadied, f.UnitsFired, f.AttackResolved, f.MovesUsed, f.KirikamiPassed, f.TurnBegan, f.MoveEnded)
GAINS = {"stars": "the Stars and Stripes", "safe": "Safe to Land", "beachhead": "a Beachhead"}


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

    def close(self) -> None:
        """What the turn cost, and how the points stand."""
        us, jp = self.steps["us"], self.steps["jp"]
        if self.ended and (us or jp):
            seen = "" if self.side in ("umpire", "jp") else " that anybody saw"
            cost = (
                f"The day cost the Americans {count_of(us, 'step')} and the Japanese {count_of(jp, 'step')}{seen}",
                f"When night fell the Americans were {count_of(us, 'step')} weaker, the Japanese {count_of(jp, 'step')}{seen}",
                f"So the turn ended, with {count_of(us, 'American step')} and {count_of(jp, 'Japanese step')} gone{seen}",
            )
            stand = f"{self.points['jp']} victory points for the Japanese, {self.points['us']} for the Americans"
            self.paragraph(Said(self.pick("night", *cost) + self.pick("stand", f"; it stands at {stand}.", f". The score: {stand}."), self.ended))
        self.steps, self.ended = {"us": 0, "jp": 0}, ()

    def result(self, entry: Entry) -> Line:
        line, fact = super().result(entry), entry.fact
        assert isinstance(fact, GameEnded)
        have = f"{WHO.get(fact.winner, '')} have "
        return line._replace(words=line.words.replace(f": {have}", " with ")) if fact.why.startswith(have) else line

    def place(self, area: str) -> str:
        """An area by its printed name."""
        return self.areas.get(area, area)

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
                self._keep("in secret", entry)
        elif isinstance(fact, SILENT):
            return
        elif isinstance(fact, QUIET):
            if isinstance(fact, f.MoveEnded) and move and move.unit == fact.unit:
                move.entries.append(entry)
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
        elif isinstance(fact, f.UnitRevealed) and fact.why == "its move ends":
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
                self._keep(kind, entry)
                return
        plain = opened(entry)
        words = plain.words if plain else sentence(fact.sentence())
        if words:
            self._keep("else", entry)

    # ---- telling what is no fire ----

    def _kept(self) -> None:
        for kind in sorted(self.kept, key=lambda kind: kind == "lost"):  # who died in a charge is told with it
            entries = self.kept[kind]
            told = getattr(self, "_" + kind.replace(" ", "_"))(entries)
            if isinstance(told, str):
                told = [Said(told, tuple(e.version for e in entries))]
            (self.late if kind in LATE else self.said).extend(told)

    def _else(self, entries: list[Entry]) -> list[Said]:
        return [
            Said("The Japanese opened what they had kept secret.", (e.version,))
            if isinstance(e.fact, SecretsOpened)
            else opened(e) or Said(sentence(e.fact.sentence()), (e.version,))
            for e in entries
        ]

    def _in_secret(self, entries: list[Entry]) -> str:
        return self.teller.pick("in secret", "The Japanese moved in secret, or did not.", "If anything stirred underground, only the Japanese know.")

    def _deployed(self, entries: list[Entry]) -> str:
        fact = entries[0].fact
        assert isinstance(fact, f.UnitsDeployed)
        words = lower(fact.sentence().split(": ", 1)[1].replace("; ", ", "))
        return f"The American forces waited offshore: {words}."

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
                said.append(Said(f"Their map held {where}.", (entry.version,)))
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
                f"Under a cloudy sky {stay} stayed on deck.",
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
                    f"{fact.unit}, once written off, was back at {at} with one step.",
                    f"At {at} {fact.unit} was rebuilt, with a single step.",
                )
            else:
                assert isinstance(fact, f.StepRecovered)
                at = self.teller.place(fact.area)
                words = self.teller.pick(
                    "recovered",
                    f"{fact.unit} recovered a step at {at} and has {number(fact.steps)}.",
                    f"At {at} replacements brought {fact.unit} up to {count_of(fact.steps, 'step')}.",
                )
            said.append(Said(words, (entry.version,)))
        return said

    def _third(self, entries: list[Entry]) -> str:
        return "The 3rd Marine Division was called in from the reserve."

    def _held(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            side = getattr(entry.fact, "side", "")
            if getattr(entry.fact, "plan", None):
                continue
            if isinstance(entry.fact, f.BombardmentsDeclared):
                words = self.teller.pick(
                    f"silent {side}", f"No {_adjective(side)} gun bombarded anything.", f"The {_adjective(side)} guns stayed silent."
                )
                said.append(Said(words, (entry.version,)))
        return said

    def _caves(self, entries: list[Entry]) -> str:
        found = [(e.fact.caves, e.fact.area) for e in entries if isinstance(e.fact, f.CavesRevealed)]
        listed = names(f"{count_of(count, 'cave') if count else 'none'} at {self.teller.place(area)}" for count, area in found)
        return self.teller.pick(
            "caves", f"The observers found {listed}.", f"Before the first shell, caves were made out: {listed}.", f"Caves were marked: {listed}."
        )

    def _allowance(self, entries: list[Entry]) -> str:
        fact = entries[-1].fact
        assert isinstance(fact, f.AllowanceRolled)
        die = next((e.fact.dice[0] for e in self.entries if isinstance(e.fact, Rolled) and e.fact.dice and "movement die" in e.fact.purpose), 0)
        units = count_of(fact.allowed, "unit")
        shown = f"a {number(die)}" if die else "the die"
        return self.teller.pick(
            "allowance",
            f"The Japanese rolled {shown} and could move {units}.",
            f"With {shown} on the movement die, {units} could move.",
            f"Up to {units} could move, by {shown} on the die.",
        )

    def _went_to_ground(self, entries: list[Entry]) -> str:
        units = names(e.fact.unit for e in entries if isinstance(e.fact, f.UnitHidden))
        return self.teller.pick("hides", f"{units} went back into hiding.", f"Back underground went {units}.")

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
                        "feint", "A move under cover was announced and not made.", "Moves on the hidden map were called, and nobody moved."
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
                dead = [e for e in self.kept.get("lost", []) if getattr(e.fact, "unit", "") == fact.unit]
                words = (
                    f"{fact.unit} began a Kirikami charge"
                    + (", and died in it" if dead else "")
                    + ": every Japanese unit would assault with a die more."
                )
                said.append(Said(words, (*(e.version for e in dead), entry.version)))
                self.kept["lost"] = [e for e in self.kept.get("lost", []) if e not in dead]
            elif isinstance(fact, f.BanzaiDeclared):
                said.append(
                    Said(f"“Banzai!” — two dice more for every Japanese unit in and around {self.teller.place(fact.area)}.", (entry.version,))
                )
        return said

    def _lost(self, entries: list[Entry]) -> list[Said]:
        by_unit: dict[str, list[Entry]] = {}
        for entry in self.kept.get("lost", []):
            by_unit.setdefault(str(getattr(entry.fact, "unit", "")), []).append(entry)
        said: list[Said] = []
        for unit, some in by_unit.items():
            steps = sum(isinstance(e.fact, f.StepLost) for e in some)
            dead = any(isinstance(e.fact, f.UnitEliminated) for e in some)
            words = f"{unit} was lost" if dead else f"{unit} lost {count_of(steps, 'step')}"
            said.append(Said(f"{words}.", tuple(e.version for e in some)))
        return said

    def _gone(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            fact = entry.fact
            assert isinstance(fact, f.UnitRemoved)
            why = sentence(fact.why)[:-1]
            if "Banzai" in fact.why:
                words = f"With the Banzai charge spent, {fact.unit} was gone for good."
            elif "withdrawn" in fact.why or "remain" in fact.why:
                words = self.teller.pick(
                    "withdrawn",
                    f"{fact.unit} sailed off: {lower(why[:1].lower() + why[1:])}."
                    if fact.unit.startswith("NAV")
                    else f"{fact.unit} left the battle: {why[:1].lower() + why[1:]}.",
                )
            else:
                words = f"{fact.unit} left play: {why[:1].lower() + why[1:]}."
            said.append(Said(words, (entry.version,)))
        return said

    def _shown(self, entries: list[Entry]) -> list[Said]:
        by_why: dict[str, list[Entry]] = {}
        for entry in entries:
            by_why.setdefault(getattr(entry.fact, "why", ""), []).append(entry)
        said: list[Said] = []
        for why, some in by_why.items():
            units = names(f"{e.fact.unit} at {self.teller.place(e.fact.area)}" for e in some if isinstance(e.fact, f.UnitRevealed))
            words = (
                f"The Japanese Marines could hide no longer: {units}."
                if why == "Japanese Marines"
                else self.teller.pick("shown", f"Found out: {units}.", f"Now in the open: {units}.")
                if "open" not in why
                else f"Into the open came {units}."
            )
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
            gone = names(
                f"{GAINS.get(m, m)} at {self.teller.place(e.fact.area)}" for e in mine if isinstance(e.fact, f.ControlChanged) for m in e.fact.markers
            )
            words = (
                self.teller.pick(
                    "taken",
                    f"{areas} {'was' if len(mine) == 1 else 'were'} in American hands",
                    f"The Americans now held {areas}",
                    f"That gave the Americans {areas}",
                )
                if side == "us"
                else self.teller.pick(
                    "retaken", f"The Japanese had {areas} back", f"{areas} fell to the Japanese again", f"The Japanese once more held {areas}"
                )
            )
            words += f", with {count_of(caves, 'cave')} blown" if caves else ""
            words += f"; {gone} was lost with it" if gone else ""
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
                    f"{sentence(what)[:-1]} went up at {areas}.",
                    f"The engineers laid out {what} at {areas}.",
                    f"On {areas} {what} took shape.",
                )
            elif marker == "safe":
                words = self.teller.pick("safe", f"{areas} was declared Safe to Land.", f"The runway at {areas} was cleared: Safe to Land.")
            else:
                words = f"The Stars and Stripes rose over {areas}."
            said.append(Said(words, tuple(e.version for e in mine)))
        return said

    def _unbuilt(self, entries: list[Entry]) -> str:
        gone = (e.fact for e in entries)
        where = names(f"{GAINS.get(m.marker, m.marker)} at {self.teller.place(m.area)}" for m in gone if isinstance(m, f.MarkerRemoved))
        return f"Lost: {where}."

    def _points(self, entries: list[Entry]) -> list[Said]:
        said: list[Said] = []
        for entry in entries:
            for side in ("us", "jp"):
                mine = [p for p in entry.fact.points if p.side == side]
                if not mine:
                    continue
                total = sum(p.amount for p in mine)
                alive = [p.why.removesuffix(" is alive") for p in mine if p.why.endswith(" is alive")]
                held = [p.why.removesuffix(" is Japanese-controlled") for p in mine if p.why.endswith(" is Japanese-controlled")]
                rest = [p.why for p in mine if not p.why.endswith((" is alive", " is Japanese-controlled"))]
                why = clauses(
                    [
                        "for " + names(self._named(r) for r in rest) if rest else "",
                        f"for {names(alive)} still alive" if alive else "",
                        f"for holding {self.teller.places(held)}" if held else "",
                    ]
                )
                who = WHO[side]
                words = self.teller.pick(
                    "points",
                    f"{sentence(who)[:-1]} scored {count_of(total, 'victory point')} {why}.",
                    f"There were {count_of(total, 'victory point')} for {who}: {why}." if total != 1 else f"One victory point went to {who} {why}.",
                )
                said.append(Said(words, (entry.version,) if side == mine[0].side and not any(s.entries == (entry.version,) for s in said) else ()))
        return said

    def _named(self, why: str) -> str:
        for area, name in self.teller.areas.items():
            why = why.removesuffix(f" in {area}") + f" at {name}" if why.endswith(f" in {area}") else why
        return why if why[:1].isupper() and not why.startswith("Stars") else "the " + why if why.startswith("Stars") else why

    def _ends(self, entries: list[Entry]) -> list[Said]:
        return [Said("With the night the Kirikami charge was over.", (e.version,)) for e in entries]

    # ---- telling fire ----

    def _fire(self) -> None:
        if self.shown:
            where = names(f"{names(unit for unit, _ in some)} at {self.teller.place(area)}" for area, some in self.shown.items())
            words = self.teller.pick(
                "unmasked",
                f"To fire, they had to show themselves: {where}.",
                f"The muzzle flashes gave away {where}.",
                f"New guns spoke up: {where}.",
            )
            self.said.append(Said(words, tuple(entry.version for some in self.shown.values() for _, entry in some)))
        told = [self._resolved(shot) for shot in self.shots]
        self.teller.paragraph(*self.said, *told, *self.late)

    def _resolved(self, shot: Shot) -> Said:
        fire, at = shot.fire, self.teller.place(shot.fact.area)
        by, dice, pick = names(fire.by), count_of(len(fire.chance), "die", "dice"), self.teller.pick
        hits, cost = self._hits(shot), self._toll(shot)
        if "bombardment" in fire.kind:
            ways = (
                f"{by} bombarded {at} with {dice}: {hits}; {cost}.",
                f"On {at} fell {dice} from {by}: {_and(hits, cost)}.",
                f"Against {at}, {by} rolled {dice} for {hits}; {cost}.",
                f"{at} took {dice} from {by}: {_and(hits, cost)}.",
            )
        elif "assault" in fire.kind:
            ways = (
                f"{by} assaulted {at} with {dice}: {hits}. On the other side, {cost}.",
                f"At {at}, {by} went in with {dice} and scored {hits}; {cost}.",
                f"{dice.capitalize()} for the assault of {by} on {at}: {hits}; {cost}.",
                f"The assault on {at} by {by}, {dice}, brought {hits}; {cost}.",
            )
        else:
            return self._defended(shot)
        return Said(pick(fire.kind, *ways), _told(shot.entries))

    def _hits(self, shot: Shot) -> str:
        fire = shot.fire
        less = [m.why for m in fire.modifiers if m.rule and m.amount < 0]
        hits = count_of(fire.hits, "hit")
        rockets = shot.fact.note.split(" hits by rocket")[0] if "by rocket" in shot.fact.note else ""
        hits += f" ({number(int(rockets))} from the rockets)" if rockets.isdigit() else ""
        if not fire.hits or fire.outcome == fire.hits:
            return hits
        swallowed = names({"Basic Defense Value": "the ground", "caves": "the caves"}.get(why, why) for why in less)
        gone = fire.hits - fire.outcome
        if not fire.outcome:
            return f"{hits}, {'lost to' if gone == 1 else 'both lost to' if gone == 2 else 'all lost to'} {swallowed}"
        return f"{hits}, {number(gone)} of them lost to {swallowed}"

    def _toll(self, shot: Shot) -> str:
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
            if to:
                told.append(
                    f"{names(units)} lost {count_of(steps, 'step')}{' each' if len(units) > 1 else ''} and fell back to {self.teller.place(to)}"
                )
                continue
            rest = names(number(toll.left[u]) for u in units)
            each = " each" if len(units) > 1 else ""
            count = count_of(steps, "step").replace("one", "a", 1)
            told.append(
                pick(
                    "hurt",
                    f"{names(units)} lost {count}{each}",
                    f"{names(units)} came out {count}{each} weaker",
                    f"{names(units)} paid {count}{each}" + (f" ({rest} left)" if len(units) == 1 else ""),
                )
            )
        for area, units in _turned({unit: to for unit, to in toll.back.items() if not toll.left.get(unit)}).items():
            told.append(
                pick("back", f"{names(units)} fell back to {self.teller.place(area)}", f"{names(units)} gave way to {self.teller.place(area)}")
            )
        for unit in dict.fromkeys(toll.armor):
            told.append(f"the armor of {unit} shrugged off {count_of(toll.armor.count(unit), 'hit')}")
        told += self._underground(toll)
        if toll.caves:
            told.append(pick("cave", "a cave collapsed", "a cave came down", "one cave was shut for good"))
        if toll.markers:
            told.append(names(f"{GAINS.get(m, m).replace('a ', 'the ', 1)}" for m in toll.markers) + f" {_was(toll.markers)} gone")
        if any(isinstance(e.fact, f.UnitRemoved) for e in shot.entries):
            told.append("with that the rockets were spent")
        if told:
            return clauses(told)
        if shot.fire.outcome:
            return pick("empty", "there was nobody to hit", "it fell on empty ground")
        return pick("nothing", "nothing came of it", "nobody was hurt", "it changed nothing")

    def _underground(self, toll: Toll) -> list[str]:
        pick, points = self.teller.pick, count_of(toll.passed, "point")
        if toll.hidden is not None:
            steps = {loss.unit: loss.steps for loss in toll.hidden.losses}
            dead = [unit for unit, left in toll.hidden.left.items() if not left]
            hurt = [f"{unit} {count_of(steps.get(unit, 1), 'step')}" for unit, left in toll.hidden.left.items() if left]
            found = " and ".join(
                part for part in (f"{names(dead)} died in hiding" if dead else "", f"unseen, {names(hurt)} went" if hurt else "") if part
            )
            found = found.replace(f"unseen, {names(hurt)} went", f"underground the price was {names(hurt)}")
            spare = f" ({count_of(toll.hidden.excess, 'point')} wasted)" if toll.hidden.excess and found else ""
            return [
                found + spare if found else pick("found nobody", f"the {points} left found nobody in hiding", f"{points} more went into empty holes")
            ]
        if toll.settled:
            return [
                pick(
                    "settled",
                    f"what {points} of damage did to those in hiding, only the Japanese know",
                    f"{points} went on to whoever was hiding, and the Japanese said nothing",
                )
            ]
        if toll.passed:
            return [pick("passed", f"{points} went on to whoever was hiding there", f"whoever was hiding there took {points} more")]
        return []

    # ---- telling movement ----

    def _movement(self) -> None:
        if self.said:
            if self.moves and sum(len(s.words) for s in self.said) < 200:
                first, self.said = self.said, []
            else:
                first = []
                self.teller.paragraph(*self.said)
        else:
            first = []
        by_area: dict[str, list[Move]] = {}
        for move in self.moves:
            by_area.setdefault(move.path[-1], []).append(move)
        loose: list[Said] = []
        for area, moves in by_area.items():
            told = [*self._ways(area, moves), *(self._defended(shot) for move in moves for shot in move.shots)]
            if len(moves) == 1 and not moves[0].shots:
                loose += told
            else:
                self.teller.paragraph(*first, *told)
                first = []
        self.teller.paragraph(*first, *loose, *(self._resolved(shot) for shot in self.shots), *self.late)

    def _ways(self, area: str, moves: list[Move]) -> list[Said]:
        at, pick = self.teller.place(area), self.teller.pick
        said: list[Said] = []
        kinds: dict[tuple[str, ...], list[Move]] = {}
        for move in moves:
            kinds.setdefault((move.how, *move.path[:-1]), []).append(move)
        for (how, *path), some in kinds.items():
            units = names(move.unit for move in some)
            via = self.teller.places(path)
            if how == "landed" and path:
                words = pick(
                    "inland",
                    f"{units} landed at {self.teller.place(path[0])} and pushed on to {at}.",
                    f"By way of {via}, {units} came ashore and reached {at}.",
                )
            elif how == "landed":
                words = pick("landed", f"{units} landed at {at}.", f"At {at} {units} came ashore.", f"The boats brought {units} to {at}.")
            elif how == "crept":
                words = pick("surfaced", f"At {at} {units} suddenly stood in the open.", f"{units} surfaced at {at}.")
            else:
                shown = [move for move in some if move.shown]
                out = " out of hiding" if shown and len(shown) == len(some) else ""
                by = f" by way of {via}" if path else ""
                words = pick(
                    "moved",
                    f"{units} moved{out} to {at}{by}.",
                    f"Into {at} went {units}{by}{',' if out and by else ''}{out}.",
                    f"{units} advanced{out} on {at}{by}.",
                    f"{at} saw {units} arrive{out}{by}.",
                )
            price = sum(move.price for move in some)
            if price:
                words += f" It cost {count_of(price, 'victory point')} to bring the 3rd Division in without a beachhead."
            said.append(Said(words, tuple(dict.fromkeys(v for move in some for v in _told(move.entries)))))
        return said

    def _defended(self, shot: Shot) -> Said:
        fire, pick = shot.fire, self.teller.pick
        by, target, dice = names(fire.by), shot.fact.target or self.teller.place(shot.fact.area), count_of(len(fire.chance), "die", "dice")
        hits, cost = self._hits(shot), self._toll(shot) if fire.outcome else ""
        if not fire.outcome:
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
                f"{by} opened up at close range on {target}, {dice}: {hits}; {cost}.",
                f"{target} ran into {by}, unseen until then: {_and(f'{hits} with {dice}', cost)}.",
            )
        else:
            words = pick(
                "defended",
                f"{by} met {target} with {dice}: {hits}; {cost}.",
                f"{target} drew the fire of {by}, {dice}: {_and(hits, cost)}.",
                f"With {dice} {by} scored {hits} on {target}; {cost}.",
            )
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
    "ends": (f.KirikamiEnded,),
    "lost": (f.StepLost, f.UnitEliminated),
    "gone": (f.UnitRemoved,),
    "shown": (f.UnitRevealed,),
    "ground": (f.ControlChanged,),
    "built": (f.MarkerPlaced,),
    "unbuilt": (f.MarkerRemoved,),
    "points": (f.PointsScored,),
}
"""What is told together with others of its kind."""
LATE = ("gone", "ends", "went to ground", "in secret")


def _adjective(side: str) -> str:
    return "American" if side == "us" else "Japanese"


def _and(hits: str, cost: str) -> str:
    """What was hit and what it cost, as one clause where both are short."""
    return f"{hits}; {cost}" if "," in cost or "," in hits or " and " in cost else f"{hits}, and {cost}"


def _was(some: Sequence[str]) -> str:
    return "was" if len(some) == 1 else "were"


def _turned(where: Mapping[str, str]) -> dict[str, list[str]]:
    turned: dict[str, list[str]] = {}
    for unit, area in where.items():
        turned.setdefault(area, []).append(unit)
    return turned


def _told(entries: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(entry.version for entry in entries)


__all__ = ["Teller", "versions"]
