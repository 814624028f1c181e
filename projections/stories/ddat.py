"""All words of the story of a game of D-Day at Tarawa: the waves, the event, the fire card, the actions, every close combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from domain.ddat import facts as f
from domain.ddat.victory import secured
from domain.kernel.errors import Unread
from domain.kernel.facts import Drawn, Fact, PositionSet, StepBegan
from domain.kernel.game import Game, seen, standing
from domain.kernel.table import Entry
from projections.stories import SILENT, Said, clauses, count_of, names, number, opened, sentence
from projections.stories import Teller as Plain

QUIET = (
    f.ScenarioSet,
    f.SetupEnded,
    f.LoadingEnded,
    f.FirePhaseEnded,
    f.ActionPhaseOpened,
    f.HexAttacked,
    f.AttackDeclared,
    f.TurnBegan,
    f.CombatBegan,
    f.FirePhaseOpened,
    f.Drifted,
    f.ActionFreed,
    f.LvtsRecovered,
)
"""What is told with something else, or says nothing by itself."""
AFTER = (f.UnitDisrupted, f.ForceDisrupted, f.ForceReturned, f.GunsDestroyed, f.DepthLost)
"""What still belongs to a close combat that has ended."""
LOCATIONS = {"water": "in the water", "reef": "on the reef", "beach": "on the beach", "inland1": "inland", "inland2": "well inland"}
ENDS = {"elimination": "to the last", "exhaustion": "until both sides were exhausted", "withdrawal": "until one side withdrew"}
EVENTS = {"heroism": "heroism gave {side} a card more and took one from the other", "naval-blast": "a naval blast came in: {words}"}


@dataclass
class Toll:
    """What something cost: steps of US units, Japanese forces, guns and depth, and who was disrupted."""

    lost: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    beaten: list[f.ForceDefeated] = field(default_factory=list)
    shaken: list[str] = field(default_factory=list)
    forces: list[str] = field(default_factory=list)
    depth: list[str] = field(default_factory=list)
    guns: list[str] = field(default_factory=list)
    leaders: list[f.LeaderHit] = field(default_factory=list)
    back: dict[str, str] = field(default_factory=dict)

    def take(self, fact: Fact) -> bool:
        """Whether this is a cost; if so, it is counted."""
        if isinstance(fact, f.StepLost):
            self.lost[fact.unit] = self.lost.get(fact.unit, 0) + 1
            self.left[fact.unit] = fact.left
        elif isinstance(fact, f.UnitRemoved):
            self.gone[fact.unit] = fact.why
        elif isinstance(fact, f.ForceDefeated):
            self.beaten.append(fact)
        elif isinstance(fact, f.UnitDisrupted):
            self.shaken.append(fact.unit)
        elif isinstance(fact, f.ForceDisrupted):
            self.forces.append(fact.where)
        elif isinstance(fact, f.DepthLost):
            self.depth.append(fact.where)
        elif isinstance(fact, f.GunsDestroyed):
            self.guns.append(fact.position)
        elif isinstance(fact, f.LeaderHit):
            self.leaders.append(fact)
        else:
            return False
        return True


class Teller(Plain):
    """Tells a game of D-Day at Tarawa."""

    WINNERS: Mapping[str, str] = {"us": "The Americans win", "jp": "The Japanese win", "": "The game is drawn"}

    def __init__(self, game: Game[Any], side: str) -> None:
        super().__init__(game, side)
        self.view: Game[Any] = Game(game.rules)
        self.ahead = list(seen(standing(game.entries), side))
        self.held: tuple[str, ...] = ()
        self.last = 0
        self.ended: tuple[int, ...] = ()
        self.lost, self.beaten = 0, 0

    def tell(self, entries: Sequence[Entry]) -> None:
        self.last = max(entry.version for entry in entries)
        for entry in entries:
            if isinstance(entry.fact, StepBegan) and entry.fact.title == "End of Turn":
                self.ended = (entry.version,)
            self.lost += sum(loss.steps for loss in entry.fact.losses if loss.side == "us")
            self.beaten += sum(loss.side == "jp" for loss in entry.fact.losses)
        for phase, group in groupby(entries, key=lambda e: e.moment.path[-1] if e.moment.path else ""):
            some = list(group)
            if phase.startswith("Amphibious"):
                self._amphibious(phase, some)
            elif phase == "Japanese Fire Phase":
                self._fire(some)
            elif phase.startswith("US Action"):
                self._actions(some)
            else:
                self._others(some)

    def close(self) -> None:
        """What the turn cost, and what is secured at its end."""
        due = [entry for entry in self.ahead if entry.version <= self.last]
        self.ahead = self.ahead[len(due) :]
        self.view.follow(due)
        if self.ended:
            held = self._secured()
            new, gone = [p for p in held if p not in self.held], [p for p in self.held if p not in held]
            cost = self.pick(
                "cost",
                f"The turn cost {count_of(self.lost, 'US step')} and {count_of(self.beaten, 'Japanese unit')}",
                f"By its end {count_of(self.lost, 'US step')} and {count_of(self.beaten, 'Japanese unit')} were gone",
                f"In all, {count_of(self.lost, 'US step')} and {count_of(self.beaten, 'Japanese unit')} were lost",
            )
            what = f"{names(new)} {'was' if len(new) == 1 else 'were'} newly secured" if new else "no new position was secured"
            what += f", {names(gone)} lost again" if gone else ""
            total = f"; {count_of(len(held), 'position')} in all" if held else ""
            self.paragraph(Said(f"{cost}; {what}{total}.", self.ended))
            self.held = held
        self.ended, self.lost, self.beaten = (), 0, 0

    def _secured(self) -> tuple[str, ...]:
        """What is secured; nothing where the map is not read far enough to say."""
        try:
            return secured(self.view.state)
        except Unread:
            return ()

    # ---- setting up, the event, the end of the turn ----

    def _others(self, entries: Sequence[Entry], *first: Said) -> None:
        """What needs no order of its own: facts of a kind together, the rest in their own words."""
        said: list[Said] = list(first)
        toll, cost = Toll(), []  # type: Toll, list[Entry]
        guarded = [e for e in entries if isinstance(e.fact, f.GarrisonPlaced)]
        paid = [e for e in entries if guarded and isinstance(e.fact, f.MarkerSpent) and e.fact.on.startswith("a garrison")]
        entries = [e for e in entries if e not in guarded and e not in paid] + guarded
        kinds = groupby((e for e in entries if not isinstance(e.fact, (*SILENT, *QUIET, Drawn))), key=lambda e: type(e.fact))
        for kind, group in kinds:
            some = list(group)
            told = tuple(e.version for e in some)
            facts: list[Any] = [e.fact for e in some]
            if kind is f.JapaneseSetUp:
                one = facts[0]
                depth = f", {number(len(one.depth))} of them with depth" if one.depth else ""
                said.append(
                    Said(
                        f"Face down, {count_of(len(one.positions), 'Japanese unit')} manned the island{depth}; {number(one.reserve)} lay in reserve.",
                        told,
                    )
                )
            elif kind is f.TankPlaced:
                said.append(Said(f"The tanks stood ready, still disrupted: {names(f'{x.unit} in {x.position}' for x in facts)}.", told))
            elif kind is f.UnitsPlaced:
                said.append(self._placed(some))
            elif kind is PositionSet:
                said.append(Said(f"The game begins from a position given in {count_of(len(some), 'line')}.", told))
            elif kind is f.DepthPlaced:
                where = names(f"{x.where} ({x.pool})" for x in facts)
                said.append(
                    Said(
                        self.pick(
                            "depth", f"Depth was laid under {where}.", f"Japanese troops dug in deeper at {where}.", f"More depth went to {where}."
                        ),
                        told,
                    )
                )
            elif kind is f.EventBegan:
                said += [self._event(e) for e in some]
            elif kind is f.NothingDone and facts[0].what == "event" and said:
                said[-1] = Said(said[-1].words, (*said[-1].entries, *told))
            elif kind is f.NothingDone:
                said += [
                    Said(
                        self.pick("nothing done", f"Nothing came of it: {x.why}.", f"It came to nothing, as {x.why}.")
                        if len(facts) == 1
                        else sentence(x.sentence()),
                        (e.version,),
                    )
                    for x, e in zip(facts, some, strict=True)
                ]
            elif kind is f.HeroPlaced:
                who = names(x.unit for x in facts)
                said.append(Said(self.pick("hero", f"A hero rose in {who}.", f"In {who} a hero stepped forward."), told))
            elif kind is f.DeckShuffled:
                said.append(Said(f"The {facts[-1].cards} discards were shuffled back into the deck.", told))
            elif kind is f.MarkersTaken:
                taken = names(f"{count_of(x.count, f'{x.kind} marker')}{f' ({x.why})' if x.why else ''}" for x in facts)
                said.append(Said(self.pick("taken", f"The US took {taken}.", f"That brought the US {taken}."), told))
            elif kind is f.MarkerSpent:
                said.append(Said(f"The US spent {names(f'a {x.kind} marker for {x.on}' for x in facts)}.", told))
            elif kind is f.GarrisonPlaced:
                where = names(x.position for x in facts)
                said.append(
                    Said(
                        self.pick("garrison", f"A garrison took over {where}.", f"Into {where} went a garrison."), (*told, *(e.version for e in paid))
                    )
                )
            elif kind is f.ForceRevealed:
                said.append(Said(f"Found in hiding: {names(f'{x.unit} in {x.where}' for x in facts)}.", told))
            elif kind is f.DepthRevealed:
                said.append(Said(f"Depth brought to light: {names(f'{x.marker} in {x.where}' for x in facts)}.", told))
            elif kind is f.PositionChecked:
                idle = sum(x.action == "no action" for x in facts)
                acts = [f"{x.position} ({x.action})" for x in facts if x.action != "no action"]
                words = clauses([f"The turn was that of {names(acts)}" if acts else "", f"{count_of(idle, 'position')} did nothing" if idle else ""])
                said.append(Said(sentence(words), told))
            elif kind is f.PositionFired:
                shots = clauses(f"{x.position} fired and hit {names((*x.hits, *x.leaders)) or 'nobody'}" for x in facts)
                said.append(Said(sentence(shots), told))
            elif kind is f.RyanPlaced and facts[-1].unit:
                said.append(Said(f"Major Ryan went in with {facts[-1].unit}.", told))
            elif kind is f.ChitTurned:
                said.append(self._chit(some))
            elif all(toll.take(x) for x in facts):
                cost += some
            else:
                said += [opened(e) or Said(sentence(e.fact.sentence()), (e.version,)) for e in some if opened(e) or e.fact.sentence()]
        if cost:
            said.append(Said(sentence(self._toll(toll)), tuple(e.version for e in cost)))
        self.paragraph(*said)

    def _chit(self, some: Sequence[Entry]) -> Said:
        letters = names(e.fact.letter for e in some if isinstance(e.fact, f.ChitTurned))
        return Said(
            self.pick(
                "chit",
                f"From here on the Japanese had their {letters} actions.",
                f"A chit was turned, and the {letters} actions were open to the Japanese.",
            ),
            tuple(e.version for e in some),
        )

    def _placed(self, some: Sequence[Entry]) -> Said:
        by_hex: dict[str, list[str]] = {}
        for entry in some:
            if isinstance(entry.fact, f.UnitsPlaced):
                by_hex.setdefault(entry.fact.hex, []).extend(entry.fact.units)
        where = names((f"{names(units)} off {hex}" for hex, units in by_hex.items()), 20)
        words = self.pick("placed", f"Waiting to go in: {where}.", f"The next wave gathered: {where}.", f"New boats lay ready, {where}.")
        return Said(words, tuple(e.version for e in some))

    def _event(self, entry: Entry) -> Said:
        fact = entry.fact
        assert isinstance(fact, f.EventBegan)
        card = f" (card {fact.card})" if fact.card and "without a card" not in fact.words else ""
        if fact.words == "none":
            return Said(
                self.pick("no event", f"No event came with the card{card}.", f"The card of the turn{card} brought no event."), (entry.version,)
            )
        words = self.pick(
            "event",
            f"The event of the turn{card}: {fact.words}.",
            f"As its event{card} the turn had this: {fact.words}.",
            f"Event{card}: {fact.words}.",
        )
        return Said(words, (entry.version,))

    # ---- landing ----

    def _amphibious(self, phase: str, entries: Sequence[Entry]) -> None:
        if phase.endswith("landing checks"):
            self._landing(entries)
        elif phase.endswith("wading"):
            self._wading(entries)
        elif phase.endswith("loading"):
            loads = [e for e in entries if isinstance(e.fact, f.LoadMade)]
            rest = [e for e in entries if not isinstance(e.fact, f.LoadMade)]
            said: list[Said] = []
            if loads:
                units = [unit for e in loads if isinstance(e.fact, f.LoadMade) for unit in e.fact.units]
                words = self.pick(
                    "loads",
                    f"{sentence(count_of(len(loads), 'load'))[:-1]} of LVTs turned for the beach, with {names(units)}.",
                    f"Into the LVTs went {names(units)}, in {count_of(len(loads), 'load')}.",
                    f"For this wave {count_of(len(loads), 'load')} of LVTs took {names(units)} aboard.",
                )
                said.append(Said(words, tuple(e.version for e in loads)))
            self._others(rest, *said)
        elif phase.endswith("LVTs"):
            self._others([e for e in entries if not isinstance(e.fact, f.LvtsRecovered)])
        else:
            self._others(entries)

    def _landing(self, entries: Sequence[Entry]) -> None:
        """Each load by what became of it; the close combats it ran into follow."""
        safe: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
        said: list[Said] = []
        fights: list[list[Entry]] = []
        drift: dict[str, str] = {}
        drifts: tuple[int, ...] = ()
        rest: list[Entry] = []
        for _, group in groupby(entries, key=lambda e: e.of):
            some = list(group)
            at = next((i for i, e in enumerate(some) if isinstance(e.fact, f.Landed)), None)
            if at is None:
                rest += some
                continue
            toll, told = Toll(), []  # type: Toll, list[Entry]
            for e in some[:at]:
                if isinstance(e.fact, f.Drifted):
                    if e.fact.result != "none" and not e.fact.ignored:
                        drift[e.fact.load] = e.fact.result
                        drifts += (e.version,)
                elif isinstance(e.fact, Drawn) or toll.take(e.fact):
                    told.append(e)
                else:
                    rest.append(e)
            landed = some[at].fact
            assert isinstance(landed, f.Landed)
            told.append(some[at])
            versions = tuple(e.version for e in told)
            lvt = count_of(landed.lvt_steps_lost, "LVT step") if landed.lvt_steps_lost else ""
            where = f"{landed.hex} {LOCATIONS.get(landed.location, landed.location)}"
            if not landed.units:
                words = self.pick(
                    "sunk",
                    f"Nobody of {landed.load} reached the shore",
                    f"{landed.load} was wiped out on the run in",
                    f"The run in finished {landed.load}",
                )
                said.append(Said(words + (f", and {lvt} went with it" if lvt else "") + ".", versions))
            elif toll.lost or toll.gone:
                took = self._toll(toll)
                alone = landed.units[0] if len(landed.units) == 1 and list(toll.left) == list(landed.units) else ""
                less = f" but {took.removeprefix(alone + ' ')}" if alone and took.startswith(alone + " ") else f", but {took}"
                words = self.pick(
                    "mauled",
                    f"{names(landed.units)} came in at {where}{less}",
                    f"On the way to {where} {took}",
                    f"At {where}, {names(landed.units)} got ashore" + (f", having {took.removeprefix(alone + ' ')}" if alone else f"; {took}"),
                )
                said.append(Said(words + (f"; {lvt} sank" if lvt else "") + ".", versions))
            else:
                safe.setdefault(LOCATIONS.get(landed.location, landed.location), []).append(
                    (f"{names(landed.units)} at {landed.hex}" + (f" ({lvt} lost)" if lvt else ""), versions)
                )
            after = some[at + 1 :]
            if any(isinstance(e.fact, f.CombatBegan) for e in after):
                fights.append([some[at], *after])
            else:
                rest += after
        first: list[Said] = []
        if safe:
            how = clauses(f"{names(unit for unit, _ in some)} {where}" for where, some in safe.items())
            words = self.pick(
                "safe", f"Unhurt came in {how}.", f"These landed without loss: {how}.", f"Nothing hit {how}.", f"Without a man lost, {how} made it."
            )
            first.append(Said(words, tuple(v for some in safe.values() for _, vs in some for v in vs)))
        if drift:
            off = names(f"{load} ({result})" for load, result in drift.items())
            first.insert(
                0,
                Said(
                    self.pick("drift", f"The current carried {off} off course.", f"Off course drifted {off}.", f"{off} drifted on the way in."),
                    drifts,
                ),
            )
        self.paragraph(*first, *said)
        for fight in fights:
            landed = fight[0].fact
            assert isinstance(landed, f.Landed)
            self.paragraph(*self._combat(fight[1:], landed.units))
        self._others(rest)

    def _wading(self, entries: Sequence[Entry]) -> None:
        waded = [e for e in entries if isinstance(e.fact, f.UnitsMoved) and e.fact.path]
        said: list[Said] = []
        if waded:
            by_hex: dict[str, list[str]] = {}
            for e in waded:
                if isinstance(e.fact, f.UnitsMoved):
                    by_hex.setdefault(e.fact.path[-1], []).extend(e.fact.units)
            ways = names(f"{names(units)} to {hex}" for hex, units in by_hex.items())
            words = self.pick("wade", f"Through the shallows waded {ways}.", f"On foot in the lagoon went {ways}.", f"Wading brought {ways}.")
            said.append(Said(words, tuple(e.version for e in waded)))
        fights = [e for e in entries if e not in waded]
        if any(isinstance(e.fact, f.CombatBegan) for e in fights):
            self.paragraph(*said)
            for _, group in groupby(fights, key=lambda e: e.of):
                self._mixed(list(group))
        else:
            self._others(fights, *said)

    def _mixed(self, entries: list[Entry]) -> None:
        """A procedure that may hold a close combat."""
        if any(isinstance(e.fact, f.CombatBegan) for e in entries):
            self.paragraph(*self._combat(entries, ()))
        else:
            self._others(entries)

    # ---- close combat ----

    def _combat(self, entries: Sequence[Entry], units: Sequence[str]) -> list[Said]:
        """A close combat as a small story: who met whom, the cards, what they brought, and how it ended."""
        said: list[Said] = []
        toll, told = Toll(), []  # type: Toll, list[Entry]
        shown: dict[str, str] = {}
        cards: dict[str, list[str]] = {"us": [], "jp": []}
        events: list[str] = []
        began: f.CombatBegan | None = None
        ended: f.CombatEnded | None = None
        rest: list[Entry] = []
        for e in entries:
            fact = e.fact
            if isinstance(fact, f.CombatBegan):
                began = fact
            elif isinstance(fact, f.CombatEnded):
                ended = fact
            elif isinstance(fact, f.ForceRevealed):
                shown[fact.where] = fact.unit
            elif isinstance(fact, Drawn):
                if fact.name in ("us-card", "jp-card"):
                    cards[fact.name[:2]].append(fact.item)
            elif isinstance(fact, f.CombatEvent):
                if "no event" not in fact.words:
                    side = "the US" if fact.side == "us" else "the Japanese"
                    events.append(EVENTS.get(fact.event, f"{fact.event.replace('-', ' ')}: {{words}}").format(side=side, words=fact.words))
            elif isinstance(fact, f.MarkersRemoved):
                events.append(f"{'the US' if fact.side == 'us' else 'the Japanese'} spent a turn recovering")
            elif isinstance(fact, f.UnitsMoved) and fact.how in ("return", "withdraw") and fact.path:
                toll.back |= dict.fromkeys(fact.units, fact.path[-1])
            elif isinstance(fact, (f.PileChanged, *SILENT)) or toll.take(fact):
                pass
            else:
                rest.append(e)
                continue
            if not isinstance(fact, SILENT):
                told.append(e)
        assert began is not None
        who = names(units) or names([*toll.lost, *toll.gone, *toll.shaken]) or "the Marines"
        foe = names(f"{unit} of {where}" for where, unit in shown.items())
        foe = foe or (f"the Japanese of {names(toll.forces)}" if toll.forces else names(one.unit for one in toll.beaten) or "the Japanese")
        piles = f"{count_of(began.us, 'card')} to {number(began.jp)}"
        if began.attacker == "jp":
            start = self.pick(
                "stormed",
                f"{foe} stormed {began.hex} and met {who}, {number(began.jp)} cards to {number(began.us)}".replace("one cards", "one card"),
                f"In {began.hex} {foe} fell upon {who}, {number(began.jp)} to {count_of(began.us, 'card')}",
            )
        else:
            start = self.pick(
                "close",
                f"In {began.hex} it came to close combat: {who} against {foe}, {piles}",
                f"{who} fought hand to hand with {foe} in {began.hex}, {piles}",
                f"Close combat for {began.hex}: {who} went at {foe}, {piles}",
            )
        drawn = clauses(
            [f"the Japanese turned up {names(cards['jp'])}" if cards["jp"] else "", f"the US {names(cards['us'])}" if cards["us"] else ""]
        )
        cost = self._toll(toll)
        end = f"{ENDS.get(ended.how, 'until ' + ended.how)}" if ended else "and it is not over"
        middle = sentence(drawn)[:-1] + (f"; {clauses(events)}" if events else "") if drawn else sentence(clauses(events))[:-1]
        last = (
            self.pick("fought", f"It went {end}: {cost}.", f"Fought {end}, it closed so: {cost}.", f"At its close, {cost}.")
            if cost
            else f"It went {end}."
        )
        said.append(Said(" ".join(part for part in (f"{start}.", f"{middle}." if middle else "", last) if part), tuple(e.version for e in told)))
        for e in rest:
            if not isinstance(e.fact, (*QUIET, *SILENT)) and (words := sentence(e.fact.sentence())):
                said.append(Said(words, (e.version,)))
        return said

    # ---- fire ----

    def _fire(self, entries: Sequence[Entry]) -> None:
        card, idle, drawn = "", [], []  # type: str, list[Entry], list[Entry]
        shots: list[tuple[str, Toll, list[Entry]]] = []
        moves: list[Said] = []
        recovered: list[Entry] = []
        rest: list[Entry] = []
        fights: list[list[Entry]] = []
        fight: list[Entry] | None = None
        checked: f.PositionChecked | None = None
        pending: list[Entry] = []
        some = list(entries)
        for i, e in enumerate(some):
            fact = e.fact
            if fight is not None:
                over = any(isinstance(x.fact, f.CombatEnded) for x in fight)
                if not over or isinstance(fact, AFTER) or (isinstance(fact, f.UnitsMoved) and fact.how in ("return", "withdraw")):
                    fight.append(e)
                    continue
                fight = None
            if isinstance(fact, (*SILENT, *QUIET)):
                if isinstance(fact, f.CombatBegan):
                    fight = [*pending, e]
                    fights.append(fight)
                    pending = []
            elif isinstance(fact, Drawn):
                if fact.name == "fire":
                    card, drawn = fact.item, [*drawn, e]
                else:
                    pending.append(e)
            elif isinstance(fact, f.ForceRevealed | f.DepthRevealed) and self._fights(some[i + 1 :]):
                pending.append(e)
            elif isinstance(fact, f.PositionChecked):
                checked = fact
                if fact.action == "no action":
                    idle.append(e)
                else:
                    shots.append((_who(fact.position, fact.action), Toll(), [e]))
            elif isinstance(fact, f.PositionFired):
                if checked is None or not shots or fact.position not in checked.position.split("/"):
                    shots.append((fact.position, Toll(), []))
                shots[-1] = (_who(fact.position, checked.action if checked else "fire"), shots[-1][1], [*shots[-1][2], e])
            elif isinstance(fact, f.StepLost) and (not shots or (fact.by and fact.by not in shots[-1][0])):
                shots.append(("the artillery" if fact.by == "artillery" else fact.by or "the Japanese", Toll(), [e]))
                shots[-1][1].take(fact)
            elif isinstance(fact, f.ArtilleryFired):
                if fact.unit and shots and shots[-1][0] == "the artillery":
                    shots[-1][2].append(e)
                else:
                    shots.append((f"the artillery ({fact.needed} positions needed, {len(fact.there)} there)", Toll(), [e]))
            elif isinstance(fact, f.ForcesRecovered):
                recovered.append(e)
            elif shots and shots[-1][1].take(fact):
                shots[-1][2].append(e)
            elif isinstance(fact, f.ForceMoved | f.ForcePlaced):
                how = shots.pop() if shots and not shots[-1][1].lost and "·" in shots[-1][0] else None
                moves.append(Said(self._force(fact, how[0] if how else ""), (*(x.version for x in (how[2] if how else ())), e.version)))
            else:
                rest.append(e)
        said = self._card(card, drawn, shots, idle)
        self.paragraph(*said, *moves)
        for combat in fights:
            self.paragraph(*self._combat(combat, ()))
        if recovered:
            where = names(p for e in recovered if isinstance(e.fact, f.ForcesRecovered) for p in e.fact.positions)
            if where:
                rest_said = [
                    Said(self.pick("rally", f"The units in {where} recovered.", f"Recovered again: {where}."), tuple(e.version for e in recovered))
                ]
                if said and self.lines and len(self.lines[-1].words) + len(rest_said[0].words) < 550:
                    line = self.lines.pop()
                    self.paragraph(Said(line.words, line.entries), *rest_said)
                else:
                    self.paragraph(*rest_said)
        self._others([*pending, *rest])

    @staticmethod
    def _fights(after: Sequence[Entry]) -> bool:
        """Whether a close combat follows before the next position is looked at."""
        for e in after:
            if isinstance(e.fact, f.CombatBegan):
                return True
            if isinstance(e.fact, f.PositionChecked):
                return False
        return False

    def _card(self, card: str, drawn: list[Entry], shots: list[tuple[str, Toll, list[Entry]]], idle: list[Entry]) -> list[Said]:
        hit = [shot for shot in shots if _hurt(shot[1])]
        missed = [shot for shot in shots if not _hurt(shot[1])]
        said: list[Said] = []
        opening = tuple(e.version for e in drawn)
        no = f"fire card {card}" if card else "Japanese fire"
        if hit:
            told = [(f"{_plain(who)} " + self._hit(toll), tuple(e.version for e in some)) for who, toll, some in hit]
            lead = self.pick("card", f"{sentence(no)[:-1]} was turned: ", f"Under {no}, ", f"The Japanese drew {no}: ", f"Then came {no}: ")
            for n, part in enumerate(told):
                words, versions = part
                said.append(Said((lead + words if not n else sentence(words)[:-1]) + ".", (*opening, *versions) if not n else versions))
        elif drawn:
            said.append(Said(self.pick("harmless", f"{sentence(no)[:-1]} hurt nobody.", f"There was no harm in {no}."), opening))
        fired = [shot for shot in missed if "·" not in shot[0]]
        other = [shot for shot in missed if "·" in shot[0]]
        if fired:
            who = names(_plain(shot[0]) for shot in fired)
            words = self.pick("missed", f"{who} fired and hit nobody", f"Nobody was hit by {who}", f"The fire of {who} went wide")
        else:
            words = ""
        if idle:
            count = sum(len(e.fact.position.split("/")) for e in idle if isinstance(e.fact, f.PositionChecked))
            quiet = self.pick(
                "idle",
                f"{count_of(count, 'other position')} did nothing",
                f"{count_of(count, 'position')} stayed silent",
                f"from {count_of(count, 'position')} came nothing",
            )
            words = f"{words}; {quiet}" if words else quiet
        if words:
            said.append(Said(sentence(words), tuple(e.version for shot in fired for e in shot[2]) + tuple(e.version for e in idle)))
        for who, _, some in other:
            place, action = who.split("·")
            said.append(Said(self.pick("other", f"{place}: {action}.", f"For {place} the card said {action}."), tuple(e.version for e in some)))
        return said

    def _hit(self, toll: Toll) -> str:
        """Whom a position hit, as the predicate of a sentence."""
        hurt = [f"{unit} ({count_of(left, 'step')} left)" for unit, left in toll.left.items() if left and unit not in toll.gone]
        dead = [unit for unit, left in toll.left.items() if not left]
        dead += [unit for unit in toll.gone if unit not in dead]
        shaken = [unit for unit in toll.shaken if unit not in dead]
        alone = [unit for unit in shaken if unit not in toll.left]
        both = [unit for unit in shaken if unit in toll.left]
        told = [
            self.pick("hit", "hit ", "struck ", "caught ") + names(hurt) if hurt else "",
            f"{self.pick('killed', 'wiped out', 'finished', 'destroyed')} {names(dead)}" if dead else "",
            f"disrupted {names(alone)}" if alone else "",
            *(f"shot down {one.what} with {one.who}" for one in toll.leaders),
        ]
        words = " and ".join(part for part in told if part)
        return words + (f", leaving {names(both)} disrupted" if both else "")

    def _force(self, fact: Fact, how: str) -> str:
        action = how.split("·")[1] if "·" in how else ""
        if isinstance(fact, f.ForcePlaced):
            depth = " with depth" if fact.depth else ""
            return self.pick(
                "placed force", f"A reserve unit{depth} came up to {fact.position}.", f"Into {fact.position} slipped a reserve unit{depth}."
            )
        assert isinstance(fact, f.ForceMoved)
        swap = ", changing places with the force there" if fact.swap else ""
        by = f" ({action.split(',')[0]})" if action and action.split(",")[0] not in ("advance", "assault") else ""
        if action.startswith("assault"):
            return self.pick(
                "assault",
                f"From {fact.position} a force came out to assault {fact.to}{swap}.",
                f"Out of {fact.position} a force went to assault {fact.to}{swap}.",
            )
        return self.pick(
            "advance",
            f"The force of {fact.position} advanced to {fact.to}{by}{swap}.",
            f"Out of {fact.position} a force made for {fact.to}{by}{swap}.",
            f"Towards {fact.to} went the force of {fact.position}{by}{swap}.",
        )

    # ---- actions ----

    def _actions(self, entries: Sequence[Entry]) -> None:
        moved: list[tuple[str, Entry]] = []
        steps: list[Entry] = []
        recovered: list[Entry] = []
        fought: list[Said] = []
        fights: list[list[Entry]] = []
        rest: list[Entry] = []
        for _, group in groupby(entries, key=lambda e: e.of):
            some = [e for e in group if not isinstance(e.fact, SILENT)]
            action = next((e.fact.action for e in some if isinstance(e.fact, f.ActionTaken)), "")
            if any(isinstance(e.fact, f.CombatBegan) for e in some):
                fights.append(some)
            elif action.startswith("attack") or any(isinstance(e.fact, f.AttackCompared) for e in some):
                fought.append(self._attack(some))
            elif action.startswith("barrage"):
                fought.append(self._barrage(some))
            elif action == "recover":
                recovered += [e for e in some if isinstance(e.fact, f.UnitsRecovered | f.ActionTaken)]
                rest += [e for e in some if not isinstance(e.fact, f.UnitsRecovered | f.ActionTaken)]
            else:
                for e in some:
                    if isinstance(e.fact, f.UnitsMoved) and e.fact.path:
                        moved.append((f"{names(e.fact.units)} {f.WAYS.get(e.fact.how, 'to')} {e.fact.path[-1]}", e))
                    elif isinstance(e.fact, f.ActionTaken) and any(isinstance(x.fact, f.UnitsMoved) for x in some):
                        steps.append(e)
                    else:
                        rest.append(e)
        for n in range(0, len(fought), 2):
            self.paragraph(*fought[n : n + 2])
        said: list[Said] = []
        if moved:
            ways = names((way for way, _ in moved), 20)
            words = self.pick("moves", f"Elsewhere units moved: {ways}.", f"There were moves by {ways}.", f"Meanwhile the line shifted: {ways}.")
            said.append(Said(words, tuple(e.version for _, e in moved) + tuple(e.version for e in steps)))
        if recovered:
            units = names(unit for e in recovered if isinstance(e.fact, f.UnitsRecovered) for unit in e.fact.units)
            said.append(
                Said(
                    self.pick("recover", f"{units} recovered.", f"Order returned to {units}.", f"Back in hand: {units}."),
                    tuple(e.version for e in recovered),
                )
            )
        self._others(rest, *said)
        for fight in fights:
            self.paragraph(*self._combat(fight, ()))

    def _attack(self, entries: Sequence[Entry]) -> Said:
        toll = Toll()
        compared: f.AttackCompared | None = None
        declared: f.AttackDeclared | None = None
        shown: dict[str, str] = {}
        depth: dict[str, str] = {}
        extra: list[str] = []
        for e in entries:
            fact = e.fact
            if isinstance(fact, f.AttackCompared):
                compared = fact
            elif isinstance(fact, f.AttackDeclared):
                declared = fact
            elif isinstance(fact, f.ForceRevealed):
                shown[fact.where] = fact.unit
            elif isinstance(fact, f.DepthRevealed):
                depth[fact.where] = fact.marker
            elif not (isinstance(fact, (*QUIET, f.ActionTaken, Drawn)) or toll.take(fact)) and fact.sentence():
                extra.append(fact.sentence())
        units = declared.units if declared else next((e.fact.units for e in entries if isinstance(e.fact, f.ActionTaken)), ())
        hex = declared.hex if declared else compared.hex if compared else ""
        with_naval = " behind naval fire" if declared and declared.naval else ""
        odds = f"{compared.us} against {compared.jp}" if compared else "no comparison"
        lack = (
            f", lacking {names(compared.missing)}"
            if compared and compared.missing
            else ", every weapon at hand"
            if compared and compared.required
            else ""
        )
        who = names(units)
        found = clauses(
            [f"{where} turned out to hold {unit}" for where, unit in shown.items()] + [f"its depth was {marker}" for marker in depth.values()]
        )
        cost = self._toll(toll) or self.pick("held", "the position held", "nothing gave way")
        start = self.pick(
            "attack",
            f"{who} attacked {hex}{with_naval}, {odds}{lack}",
            f"At {hex}, {who} went in{with_naval}: {odds}{lack}",
            f"{hex} was attacked by {who}{with_naval}, {odds}{lack}",
        )
        words = (
            f"{start}; {found}. In the end {cost}."
            if found
            else self.pick("result", f"{start}; {cost}.", f"{start}: {cost}." if ":" not in start else f"{start}, so {cost}.")
        )
        words += f" {sentence('; '.join(extra))}" if extra else ""
        return Said(words, tuple(e.version for e in entries))

    def _barrage(self, entries: Sequence[Entry]) -> Said:
        toll = Toll()
        taken = next((e.fact for e in entries if isinstance(e.fact, f.ActionTaken)), None)
        card = next((e.fact.item for e in entries if isinstance(e.fact, Drawn)), "")
        for e in entries:
            toll.take(e.fact)
        who, at = (names(taken.units), taken.action.removeprefix("barrage ")) if taken else ("", "")
        cost = self._toll(toll) or "it did no harm"
        card = f" (card {card})" if card else ""
        return Said(
            self.pick("barrage", f"{who} shelled {at}{card}: {cost}.", f"On {at} lay a barrage of {who}{card}; {cost}."),
            tuple(e.version for e in entries),
        )

    # ---- what it cost ----

    def _toll(self, toll: Toll) -> str:
        told: list[str] = []
        dead = [unit for unit, left in toll.left.items() if not left]
        reasons: dict[str, list[str]] = {}
        for unit, why in toll.gone.items():
            if unit not in dead:
                reasons.setdefault(why, []).append(unit)
        hurt: dict[int, list[str]] = {}
        for unit, left in toll.left.items():
            if left:
                hurt.setdefault(toll.lost[unit], []).append(unit)
        for steps, units in hurt.items():
            rest = number(toll.left[units[0]])
            told.append(f"{names(units)} lost {count_of(steps, 'step')}{' each' if len(units) > 1 else f' ({rest} left)'}")
        if dead:
            told.append(f"{names(dead)} {_was(dead)} {self.pick('dead', 'wiped out', 'destroyed', 'finished')}")
        for why, units in reasons.items():
            told.append(
                {
                    "stacking": f"{names(units)} had no room in the hex and left play",
                    "close combat": f"{names(units)} {_was(units)} lost in close combat",
                }.get(why, f"{names(units)} left play ({why})")
            )
        for to, words in (
            ("eliminated", ("eliminated", "beaten for good")),
            ("out", ("eliminated", "beaten for good")),
            ("reserve", ("driven back into reserve", "thrown back into reserve")),
        ):
            beaten = [f"{one.unit or 'the unit'} in {one.where}" for one in toll.beaten if one.to == to]
            if beaten:
                told.append(f"{names(beaten)} {_was(beaten)} {self.pick('beaten ' + to, *words)}")
        if toll.depth:
            told.append(f"{names(toll.depth)} lost {'its' if len(toll.depth) == 1 else 'their'} depth")
        if toll.guns:
            told.append(f"the guns of {names(toll.guns)} were destroyed")
        for unit_s, hex in _together(toll.back).items():
            told.append(f"{unit_s} went back to {hex}")
        if toll.forces:
            told.append(f"the Japanese in {names(toll.forces)} were {self.pick('disrupted', 'disrupted', 'shaken')}")
        if toll.shaken:
            told.append(f"{names(toll.shaken)} {_was(toll.shaken)} left disrupted")
        told += [f"{one.what} with {one.who} was hit: {one.now}" for one in toll.leaders]
        return clauses(told)


def _who(position: str, action: str) -> str:
    """A position that fires by its name; one that does something else also by what it does."""
    return position if "fire" in action or action == "ambush" else f"{position}·{action}"


def _plain(who: str) -> str:
    return who.split("·")[0]


def _hurt(toll: Toll) -> bool:
    return bool(toll.lost or toll.gone or toll.shaken or toll.leaders or toll.beaten)


def _together(where: Mapping[str, str]) -> dict[str, str]:
    by_hex: dict[str, list[str]] = {}
    for unit, hex in where.items():
        by_hex.setdefault(hex, []).append(unit)
    return {names(units): hex for hex, units in by_hex.items()}


def _was(some: Iterable[Any]) -> str:
    return "was" if len(list(some)) == 1 else "were"


__all__ = ["Teller"]
