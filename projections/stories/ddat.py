"""All words of the story of a game of D-Day at Tarawa: the waves, the event, the fire card, the actions, every close combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from domain.ddat import facts as f
from domain.ddat.charts import ZONES
from domain.ddat.victory import secured
from domain.kernel.errors import Unread
from domain.kernel.facts import Drawn, Fact, PositionSet, StepBegan
from domain.kernel.game import Game, seen, standing
from domain.kernel.table import Entry
from projections.stories import SILENT, Said, clauses, count_of, names, number, opened, sentence
from projections.stories import Teller as Plain
from projections.stories.ddat_words import (
    BEATEN,
    EVENTS,
    FLAGS,
    GONE,
    SHOOTERS,
    Deed,
    Found,
    Toll,
    became,
    leader_of,
    now_of,
    odds_of,
    one_or_more,
    short_of_guns,
    side_name,
    turned_up,
    versions_of,
    was,
)

QUIET = (
    f.ScenarioSet,
    f.SetupEnded,
    f.LoadingEnded,
    f.FirePhaseEnded,
    f.ActionPhaseOpened,
    f.HexAttacked,
    f.AttackDeclared,
    f.TurnBegan,
    f.FirePhaseOpened,
    f.Drifted,
    f.ActionFreed,
    f.PileChanged,
    f.LvtsRecovered,
)
"""What is told with something else, or says nothing by itself."""
CHAPTERS = {
    "End of Turn": "load",
    "Amphibious Operations, loading": "load",
    "Amphibious Operations, landing checks": "land",
    "Amphibious Operations, wading": "water",
    "Amphibious Operations, LVTs": "water",
    "Amphibious Operations, arrivals": "water",
    "Overnight, out of the water": "water",
    "Event Phase": "event",
    "Second Event Phase": "event",
    "Japanese Fire Phase": "fire",
    "US Action Phase": "action",
    "US Action Phase, close combat": "action",
}
"""Steps that are told together, or in a way of their own."""
LOCATIONS = {"beach": "on the beach", "inland1": "one hex inland", "inland2": "two hexes inland", "reef": "on the reef", "water": "in the water"}
AFLOAT = ("reef", "water")
LONG = 440
"""Characters of a landing or a fire card told in one paragraph."""
FULL = (2,) * 9
"""The steps of the nine LVTs (2.22)."""
CHECKED, NEEDED = 15, 12
"""The turn after which Two Days in Hell ends without so many positions (18.1)."""


class Teller(Plain):
    """Tells a game of D-Day at Tarawa."""

    WINNERS: Mapping[str, str] = {"us": "The Americans win", "jp": "The Japanese win", "": "The game is drawn"}

    def __init__(self, game: Game[Any], side: str) -> None:
        super().__init__(game, side)
        self.view: Game[Any] = Game(game.rules)
        self.ahead = list(seen(standing(game.entries), side))[::-1]
        self.held: tuple[str, ...] = ()
        self.ended: tuple[int, ...] = ()
        self.lost, self.beaten = 0, 0
        self.leaders: list[str] = []
        self.lvts: tuple[int, ...] = FULL
        self.sunk: dict[int, int] = {}
        """LVT steps lost by the landings of this wave."""
        self.met: dict[int, tuple[tuple[str, ...], str, str]] = {}
        """Of the first entry of each close combat: the US units, the position or hex of the Japanese, and who they are."""
        self.movers: dict[int, str] = {}
        """Of each move of a Japanese force: its unit, where it is known."""
        self.drifts: dict[int, tuple[tuple[str, ...], str]] = {}
        """Of each drift: the units, and where they were carried, "" for nowhere."""

    def tell(self, entries: Sequence[Entry]) -> None:
        self._follow(max(entry.version for entry in entries))
        for entry in entries:
            if isinstance(entry.fact, StepBegan) and entry.fact.title == "End of Turn":
                self.ended = (entry.version,)
            for loss in entry.fact.losses:
                self.lost += loss.steps if loss.side == "us" else 0
                self.beaten += loss.side == "jp"
                if loss.side == "us" and not loss.steps and loss.eliminated:
                    self.leaders.append(loss.unit)
        for chapter, group in groupby(entries, key=lambda e: CHAPTERS.get(e.moment.path[-1], "") if e.moment.path else ""):
            some = list(group)
            match chapter:
                case "load":
                    self._loading(some)
                case "land":
                    self._landing(some)
                case "water":
                    self._water(some)
                case "event":
                    self._events(some)
                case "fire":
                    self._fire(some)
                case "action":
                    self._actions(some)
                case _:
                    self.paragraph(*self._others(some))

    def _follow(self, last: int) -> None:
        """Folds what happened, and keeps what is soon gone: who meets in a close combat, which force moves, where a load runs from."""
        due: list[Entry] = []
        while self.ahead and self.ahead[-1].version <= last:
            entry = self.ahead.pop()
            if isinstance(entry.fact, f.CombatBegan | f.ForceMoved | f.Drifted):
                self.view.follow(due)
                due = []
                self._keep(entry.version, entry.fact)
            due.append(entry)
        self.view.follow(due)

    def _keep(self, version: int, fact: f.CombatBegan | f.ForceMoved | f.Drifted) -> None:
        state = self.view.state
        if isinstance(fact, f.CombatBegan):
            where = state.board.by_hex.get(fact.hex, fact.hex)
            force = state.invader if fact.hex == state.invader_hex else state.positions.get(where)
            self.met[version] = (state.at(fact.hex), where, force.unit if force and force.revealed else "")
        elif isinstance(fact, f.ForceMoved):
            force = state.positions.get(fact.position)
            self.movers[version] = force.unit if force and force.revealed else ""
        elif (load := state.loads.get(fact.load)) is not None:
            to = {"1L": "one hex to the left", "1R": "one hex to the right"}.get(fact.result, "")
            moved = to if fact.hex != load.hex else "onto the second arrow" if fact.facing != load.facing else ""
            self.drifts[version] = (load.units, moved)

    def close(self) -> None:
        """What the turn cost, and what is secured at its end."""
        if self.ended:
            held = self._secured()
            new, gone = [p for p in held if p not in self.held], [p for p in self.held if p not in held]
            said = [Said(sentence(self._cost()), self.ended)]
            if new or gone:
                what = clauses(
                    [
                        f"{names(new)} {was(new)} newly secured" if new else "",
                        f"{names(gone)} {was(gone)} no longer secured" if gone else "",
                    ]
                )
                said.append(Said(f"{what}: {count_of(len(held), 'position')} in all.", self.ended))
            elif held:
                same = self.pick("same", "{} remained secured", "as before, {} were secured" if len(held) > 1 else "as before, {} was secured")
                said.append(Said(sentence(same.format(count_of(len(held), "position"))), self.ended))
            state = self.view.state
            if state.scenario == "two-days" and state.turn == CHECKED and len(held) >= NEEDED and not state.result:
                said.append(Said(f"That is enough to go on: {number(NEEDED)} are needed after turn {CHECKED}.", self.ended))
            self.paragraph(*said)
            self.held = held
        self.ended, self.lost, self.beaten, self.leaders = (), 0, 0, []

    def _cost(self) -> str:
        us = names([count_of(self.lost, "step"), *self.leaders] if self.lost else self.leaders) or "nothing"
        jp = count_of(self.beaten, "unit") if self.beaten else "nothing"
        if not (self.lost or self.leaders or self.beaten):
            return self.pick("no cost", "neither side lost anything this turn", "the turn cost nobody anything")
        return self.pick("cost", f"the turn cost the US {us} and the Japanese {jp}", f"the US lost {us} this turn, the Japanese {jp}")

    def _secured(self) -> tuple[str, ...]:
        """What is secured; nothing where the map is not read far enough to say."""
        try:
            return secured(self.view.state)
        except Unread:
            return ()

    def _both(self, first: Sequence[Said], then: Sequence[Said]) -> None:
        """One paragraph, or two where it would be long."""
        if sum(len(one.words) for one in (*first, *then)) > LONG:
            self.paragraph(*first)
            self.paragraph(*then)
        else:
            self.paragraph(*first, *then)

    def _place(self, hex: str) -> str:
        """A hex by the position in it, if any."""
        position = self.view.state.board.by_hex.get(hex, "")
        return f"{position} ({hex})" if position else hex

    # ---- setting up, the end of the turn, and what needs no order of its own ----

    def _others(self, entries: Sequence[Entry], *, event: bool = False) -> list[Said]:
        """Facts of a kind together, the rest in their own words; what it cost at the end. `event`: it came of one, just told."""
        said: list[Said] = []
        toll, cost = Toll(), []  # type: Toll, list[Entry]
        found, shown = Found(), []  # type: Found, list[Entry]
        if any(isinstance(e.fact, f.ForceRevealed | f.DepthRevealed) for e in entries):
            shown = [e for e in entries if found.take(e.fact)]
        paid = [e for e in entries if isinstance(e.fact, f.MarkerSpent) and e.fact.on.startswith("a garrison")]
        guarded = [e for e in entries if isinstance(e.fact, f.GarrisonPlaced)]
        cured = [e for e in entries if isinstance(e.fact, f.MarkerSpent) and e.fact.on.endswith(" recovers")]
        after = [e for e in entries if isinstance(e.fact, f.UnitsRecovered) and e.of in {x.of for x in cured}]
        kinds = groupby(
            (e for e in entries if e not in (*shown, *paid, *guarded, *cured, *after) and not isinstance(e.fact, (*SILENT, *QUIET, Drawn))),
            key=lambda e: type(e.fact),
        )
        for kind, group in kinds:
            some = list(group)
            told = tuple(e.version for e in some)
            facts: list[Any] = [e.fact for e in some]
            if kind in WORDS and not (kind is f.RyanPlaced and not facts[0].first):
                if words := WORDS[kind](self, facts):
                    said.append(Said(words, told))
            elif kind is f.NothingDone:
                told_already = ("event", "support markers")
                said += [Said(self._nothing(x, event), (e.version,)) for x, e in zip(facts, some, strict=True) if x.what not in told_already]
            elif all(toll.take(x) for x in facts):
                cost += some
            else:
                plain = (opened(e, self.game.rules.sides) or Said(sentence(e.fact.sentence()), (e.version,)) for e in some)
                said += [one for one in plain if one.words]
        if shown:
            said.append(Said(sentence(found.words()), tuple(e.version for e in shown)))
        if cost and (words := self._toll(toll)):
            said.append(Said(sentence(words), tuple(e.version for e in cost)))
        if cured:
            units = names(e.fact.on.removesuffix(" recovers") for e in cured if isinstance(e.fact, f.MarkerSpent))
            words = f"{'A support marker' if len(cured) == 1 else 'Support markers'} brought {units} back in order."
            said.append(Said(words, tuple(e.version for e in (*cured, *after))))
        if guarded:
            where = [e.fact.position for e in guarded if isinstance(e.fact, f.GarrisonPlaced)]
            words = self.pick("garrison", "{} took over {}.", "{} went into {}.").format(one_or_more("garrison", where), names(where))
            said.append(Said(words, tuple(e.version for e in (*paid, *guarded))))
        return said

    def _placed(self, facts: Sequence[f.UnitsPlaced]) -> str:
        by_hex: dict[str, list[str]] = {}
        for fact in facts:
            by_hex.setdefault(fact.hex, []).extend(fact.units)
        approaches = {card.hex for card in self.view.state.board.approaches.values()}
        ashore = [f"{names(units)} in {hex}" for hex, units in by_hex.items() if hex not in approaches]
        where = names((f"{names(units)} at {hex}" for hex, units in by_hex.items() if hex in approaches), 20)
        told = self.pick("placed", "Offshore waited {}.", "The next wave gathered: {}.", "Next in line came {}.").format(where) if where else ""
        return f"{told} Now on the map: {names(ashore, 20)}.".strip() if ashore else told

    def _deepened(self, facts: Sequence[f.DepthPlaced]) -> str:
        pools: dict[str, list[str]] = {}
        for fact in facts:
            pools.setdefault(fact.pool, []).append(fact.where)
        laid = self.pick("depth", "{} went under {}", "{} now lay under {}")
        words = clauses(laid.format(one_or_more(f"{pool} depth marker", where), names(where)) for pool, where in pools.items())
        return sentence(words.replace(", and A", ", and a").replace(", and C", ", and c").replace(", and I", ", and i"))

    # ---- landing ----

    def _loading(self, entries: Sequence[Entry]) -> None:
        loads = [e for e in entries if isinstance(e.fact, f.LoadMade)]
        said = self._others([e for e in entries if e not in loads])
        if loads:
            units = [unit for e in loads if isinstance(e.fact, f.LoadMade) for unit in e.fact.units]
            lvts = sum(len(e.fact.lvts) for e in loads if isinstance(e.fact, f.LoadMade))
            who = names(units) if len(units) <= 8 else count_of(len(units), "unit")
            words = self.pick(
                "loads",
                f"{sentence(count_of(lvts, 'LVT'))[:-1]} set out for the beach with {who}.",
                f"{sentence(who)[:-1]} went aboard {count_of(lvts, 'LVT')}.",
            )
            said.append(Said(words, tuple(e.version for e in loads)))
        self.paragraph(*said)

    def _landing(self, entries: Sequence[Entry]) -> None:
        """The drift, who came in unhurt, who did not, and the LVTs; the close combats that the loads ran into follow."""
        safe: list[tuple[f.Landed, int]] = []
        hurt: list[Said] = []
        fights: list[list[Entry]] = []
        drift: dict[str, list[str]] = {}
        drifted: list[int] = []
        rest: list[Entry] = []
        for _, group in groupby(entries, key=lambda e: e.of):
            some = list(group)
            at = next((i for i, e in enumerate(some) if isinstance(e.fact, f.Landed)), None)
            if at is None:
                rest += some
                continue
            toll, told = Toll(), [some[at]]
            for e in some[:at]:
                if isinstance(e.fact, f.Drifted):
                    units, to = self.drifts.get(e.version, ((), ""))
                    if to:
                        drift.setdefault(to, []).extend(units)
                        drifted.append(e.version)
                elif toll.take(e.fact):
                    told.append(e)
                else:
                    rest.append(e)
            landed = some[at].fact
            assert isinstance(landed, f.Landed)
            if landed.lvt_steps_lost:
                self.sunk[some[at].version] = landed.lvt_steps_lost
            if toll.hurt():
                hurt.append(Said(self._mauled(landed, toll), tuple(e.version for e in told)))
            else:
                safe.append((landed, some[at].version))
            after = some[at + 1 :]
            if any(isinstance(e.fact, f.CombatBegan) for e in after):
                fights.append(after)
            else:
                rest += after
        said: list[Said] = []
        if drift:
            off = names(f"{names(units)} {to}" for to, units in drift.items())
            said.append(Said(self.pick("drift", f"The current carried {off}.", f"The drift took {off}."), tuple(drifted)))
        said += self._unhurt(safe)
        self._both(said, hurt)
        for fight in fights:
            self.paragraph(*self._combat(fight))
        self.paragraph(*self._others(rest))

    def _unhurt(self, safe: Sequence[tuple[f.Landed, int]]) -> list[Said]:
        """Those who lost nobody: ashore, and those who were set down short of it."""
        said: list[Said] = []
        ashore = [one for one in safe if one[0].location not in AFLOAT]
        afloat = [one for one in safe if one[0].location in AFLOAT]
        where: list[str] = []
        for location, place in LOCATIONS.items():
            spots = [f"{names(landed.units)} ({landed.hex})" for landed, _ in ashore if landed.location == location]
            if spots:
                where.append(f"{names(spots)} {'' if where else 'landed '}{place}")
        if where:
            count = sum(len(landed.units) for landed, _ in ashore)
            words = clauses(where) + ("" if count == 1 else ", both" if count == 2 else ", all") + self.pick("safe", " without loss", " unhurt")
            said.append(Said(sentence(words), tuple(version for _, version in ashore)))
        if afloat:
            short = [f"{names(one.units)} {LOCATIONS[one.location]} at {one.hex}" for one, _ in afloat]
            set_down = [unit for one, _ in afloat for unit in one.units]
            short[0] = short[0].replace(f"{names(afloat[0][0].units)} ", f"{names(afloat[0][0].units)} {was(set_down)} set down ", 1)
            said.append(Said(sentence(names(short)), tuple(version for _, version in afloat)))
        return said

    def _mauled(self, landed: f.Landed, toll: Toll) -> str:
        """A load that lost somebody."""
        if not landed.units:
            who = names(toll.gone)
            return self.pick("sunk load", f"Nobody of {who} came through.", f"{who} {was(toll.gone)} wiped out on the run in.")
        who, came = names(landed.units), "landed" if landed.location not in AFLOAT else f"{was(landed.units)} set down"
        where = f"{came} {LOCATIONS.get(landed.location, landed.location)} at {landed.hex}"
        if len(landed.units) > 1 or list(toll.left) != list(landed.units):
            return f"{who} {where}; {self._toll(toll)}."
        cost = self._toll(toll).removeprefix(f"{who} lost ")
        return self.pick("mauled", f"{who} {where} with the loss of {cost}.", f"{who} lost {cost} and {where}.", f"{who} {where}, but lost {cost}.")

    def _water(self, entries: Sequence[Entry]) -> None:
        """Wading, the LVTs that came back, and who waits for the next wave; at night the boats come in."""
        said: list[Said] = []
        if night := next((e for e in entries if isinstance(e.fact, StepBegan) and e.moment.path[-1].startswith("Overnight")), None):
            said.append(Said("Night fell.", (night.version,)))
        waded = [e for e in entries if isinstance(e.fact, f.UnitsMoved) and e.fact.path]
        if waded:
            by_hex: dict[str, list[str]] = {}
            for e in waded:
                if isinstance(e.fact, f.UnitsMoved):
                    by_hex.setdefault(e.fact.path[-1], []).extend(e.fact.units)
            ways = names(f"{names(units)} to {hex}" for hex, units in by_hex.items())
            words = self.pick("wade", f"Through the shallows waded {ways}.", f"On foot through the lagoon went {ways}.", f"Wading brought {ways}.")
            said.append(Said(words, tuple(e.version for e in waded)))
        fights = [list(some) for _, some in groupby(entries, key=lambda e: e.of)]
        fights = [some for some in fights if any(isinstance(e.fact, f.CombatBegan) for e in some)]
        for fight in fights:
            self.paragraph(*said)
            said = self._combat([e for e in fight if e not in waded])
        fought = [e for fight in fights for e in fight]
        for e in entries:
            if isinstance(e.fact, f.LvtsRecovered) and sorted(e.fact.lvts) != sorted(self.lvts):
                said.append(Said(self._lvts(e.fact.lvts), (*self.sunk, e.version)))
        self.paragraph(*said, *self._others([e for e in entries if e not in waded and e not in fought]))

    def _lvts(self, lvts: tuple[int, ...]) -> str:
        """What the wave cost in LVTs, and those that are left."""
        lost = sum(self.sunk.values())
        self.lvts, self.sunk = lvts, {}
        weak = sum(steps == 1 for steps in lvts)
        worn = "" if not weak else ", with one step" if len(lvts) == 1 else f", {'all' if weak == len(lvts) else number(weak)} of them with one step"
        left = f"{count_of(len(lvts), 'LVT')} {'was' if len(lvts) == 1 else 'were'} left{worn}"
        cost = f"{count_of(lost, 'LVT step')} {'was' if lost == 1 else 'were'} lost"
        return sentence(f"{cost}: {left}" if lost else left)

    # ---- events ----

    def _events(self, entries: Sequence[Entry]) -> None:
        """The event, and what came of it; a tank event is an action of the tank's position."""
        at = next((n for n, e in enumerate(entries) if isinstance(e.fact, f.PositionChecked)), len(entries))
        second = any(e.moment.path[-1].startswith("Second") for e in entries)
        began = [e for e in entries[:at] if isinstance(e.fact, f.EventBegan)]
        said = [self._event(e, second) for e in began]
        said += self._others([e for e in entries[:at] if e not in began], event=True)
        deeds, moves, fights, rest = self._deeds(entries[at:], "")
        self.paragraph(*said, *deeds, *moves, *self._others(rest))
        for fight in fights:
            self.paragraph(*self._combat(fight))

    def _event(self, entry: Entry, second: bool) -> Said:
        fact = entry.fact
        assert isinstance(fact, f.EventBegan)
        which = "second event" if second else "event"
        if not fact.card:
            what = "the counterattack of last turn came" if fact.event == "counterattack" else "two Japanese units gained depth"
            return Said(f"In place of an event card {what}.", (entry.version,))
        if fact.event == "none":
            words = self.pick("no event", f"Card {fact.card} brought no {which}.", f"The {which} card ({fact.card}) had nothing for this turn.")
            return Said(words, (entry.version,))
        detail = fact.words.partition(", ")[2]
        detail = f"zone {detail}" if detail and detail in ZONES else detail
        name = EVENTS.get(fact.event, fact.event.replace("-", " ").capitalize()) + (f", {detail}" if detail else "")
        words = self.pick("event", f"The {which} was “{name}” (card {fact.card}).", f"Card {fact.card} brought the {which} “{name}”.")
        return Said(words, (entry.version,))

    def _nothing(self, fact: f.NothingDone, event: bool) -> str:
        if event:
            return self.pick("nothing", f"Nothing came of it: {fact.why}.", f"It came to nothing: {fact.why}.")
        return f"Nothing came of {fact.what}: {fact.why}."

    # ---- close combat ----

    def _combat(self, entries: Sequence[Entry]) -> list[Said]:
        """A close combat as a small story: who met whom, the cards and what they brought, and how it ended."""
        began = next(e for e in entries if isinstance(e.fact, f.CombatBegan))
        fact = began.fact
        assert isinstance(fact, f.CombatBegan)
        met, where, unit = self.met[began.version]
        toll, found, told = Toll(), Found(), []  # type: Toll, Found, list[Entry]
        cards: dict[str, list[tuple[str, bool]]] = {"us": [], "jp": []}
        side, struck = "", False
        events: list[str] = []
        ended = ""
        rest: list[Entry] = []
        for e in entries:
            now = e.fact
            if isinstance(now, f.CombatEnded):
                ended, side = now.how, ""
            elif isinstance(now, Drawn):
                if now.name in ("us-card", "jp-card"):
                    side, struck = now.name[:2], False
                    cards[side].append((now.item, False))
            elif isinstance(now, f.CombatEvent):
                struck = now.event in ("naval-blast", "conscripts-surrender") and (now.words.startswith("it hits") or "eliminated" in now.words)
                events += self._combat_event(now)
            elif isinstance(now, f.MarkersRemoved):
                events.append(f"{side_name(now.side)} recovered instead of turning up a card")
            elif isinstance(now, f.UnitsMoved) and now.how in ("return", "withdraw") and now.path:
                toll.back |= dict.fromkeys(now.units, now.path[-1])
            elif isinstance(now, f.ForceMoved):
                toll.home.append(f.ForceReturned(rule=now.rule, position=now.to, disrupted=False))
            elif found.take(now):
                pass
            elif toll.take(now):
                if side and isinstance(now, f.StepLost | f.UnitRemoved | f.LeaderHit | f.DepthLost | f.ForceDefeated):
                    hit = not struck and not (isinstance(now, f.UnitRemoved) and now.unit in toll.left)
                    if hit:
                        cards[side][-1] = (cards[side][-1][0], True)
                    struck = struck and isinstance(now, f.StepLost) and not now.left
            elif not isinstance(now, f.CombatBegan | f.PileChanged | f.DepthPlaced):
                rest.append(e)
                continue
            if not isinstance(now, SILENT):
                told.append(e)
        toll.called = {place: name for place in (where, fact.hex) if (name := unit or found.units.get(where, ""))}
        who = names(met) or "the Marines"
        foe = unit or "a Japanese force"
        if fact.attacker == "jp":
            start = self.pick(
                "stormed",
                f"{foe} stormed {self._place(fact.hex)} with {count_of(fact.jp, 'card')} against {number(fact.us)}; {who} stood there.",
                f"In {self._place(fact.hex)} {who} {was(met)} set upon by {foe}, which had {count_of(fact.jp, 'card')} against {number(fact.us)}.",
            )
        else:
            piles = f"{count_of(fact.us, 'card')} to {number(fact.jp)}"
            start = self.pick(
                "close",
                f"In {self._place(fact.hex)} it came to close combat: {who} against {foe}, {piles}.",
                f"{who} fought {foe} hand to hand in {self._place(fact.hex)}, {piles}.",
                f"Close combat for {self._place(fact.hex)}: {who} against {foe}, {piles}.",
            )
        jp, us = turned_up(cards["jp"]), turned_up(cards["us"])
        turned = f"the Japanese turned up {jp}" + (f", and the US {us}" if us else "") if jp else f"the US turned up {us}" if us else ""
        heroic = [one for one in dict.fromkeys(events) if one.startswith("heroism")]
        if len(heroic) > 1:
            events = ["both sides turned up heroism", *(one for one in events if one not in heroic)]
        parts = [start, *map(sentence, (turned, clauses(dict.fromkeys(events)), found.words(units=False), self._ending(ended, self._toll(toll))))]
        said = [Said(" ".join(part for part in parts if part), tuple(e.version for e in told))]
        return said + self._others(rest)

    def _ending(self, how: str, cost: str) -> str:
        if not how:
            return "it is not over yet"
        if how == "exhaustion":
            return self.pick("exhausted", "both sides ran out of cards", "it ended in exhaustion") + (f": {cost}" if cost else "")
        if how == "withdrawal":
            return "the US withdrew" + (f": {cost}" if cost else "")
        return self.pick("ended", "", "in the end ") + cost if cost else "it went on to the last"

    def _combat_event(self, fact: f.CombatEvent) -> list[str]:
        if "no event" in fact.words:
            return []
        side = side_name(fact.side)
        match fact.event:
            case "heroism":
                return [f"heroism gave {side} a card more and took one from the other side"]
            case "naval-blast":
                return [f"a naval blast hit {'the Japanese' if 'Japanese' in fact.words else 'the US'}"]
            case "conscripts-surrender":
                return ["conscripts surrendered" if "eliminated" in fact.words else "no conscripts were there to surrender"]
            case "reinforce":
                return ["the Japanese were reinforced"]
            case _:
                return [f"{fact.event.replace('-', ' ')} meant {fact.words}"]

    # ---- fire ----

    def _fire(self, entries: Sequence[Entry]) -> None:
        """Each fire card by itself: what it did, which forces moved, and the close combats that came of it."""
        cards = {n: e.fact.item for n, e in enumerate(entries) if isinstance(e.fact, Drawn) and e.fact.name == "fire"}
        first = next((n for n, e in enumerate(entries) if n in cards or isinstance(e.fact, f.PositionChecked)), len(entries))
        cuts = sorted({first, *cards, len(entries)})
        said = self._others(entries[:first])
        for start, end in pairwise(cuts):
            back = [e for e in entries[start:end] if isinstance(e.fact, f.ForcesRecovered)]
            drawn = entries[start].version if start in cards else 0
            some = [e for e in entries[start:end] if e not in back and e.version != drawn]
            deeds, moves, fights, rest = self._deeds(some, cards.get(start, ""), drawn)
            where = names(p for e in back if isinstance(e.fact, f.ForcesRecovered) for p in e.fact.positions)
            if where:
                words = self.pick("rally", f"The Japanese in {where} recovered.", f"{where} recovered from disruption.")
                (moves if not fights else deeds).append(Said(words, tuple(e.version for e in back)))
            self._both([*said, *deeds], moves)
            for fight in fights:
                self.paragraph(*self._combat(fight))
            said = self._others(rest)
        self.paragraph(*said)

    def _deeds(
        self, entries: Sequence[Entry], card: str, drawn: int = 0
    ) -> tuple[list[Said], list[Said], list[list[Entry]], list[Entry]]:
        """What the positions did: the shots, who moved or came up, the close combats, and what is left to tell."""
        deeds: list[Deed] = []
        fights: list[list[Entry]] = []
        rest: list[Entry] = []
        for e in entries:
            if isinstance(e.fact, f.PositionChecked):
                deeds.append(Deed(e.fact.position, e.fact.action, again=e.fact.why == "again"))
            elif isinstance(e.fact, f.ArtilleryFired) or (isinstance(e.fact, f.StepLost) and e.fact.by == "artillery"):
                self._barrels(deeds, e.fact)
            elif isinstance(e.fact, (*SILENT, *QUIET, Drawn)) and not isinstance(e.fact, Drawn):
                continue
            if deeds:
                deeds[-1].entries.append(e)
            else:
                rest.append(e)
        moves: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
        idle: list[Deed] = []
        shots: list[Deed] = []
        for deed in deeds:
            fight = self._split(deed)
            if fight:
                fights.append(fight)
            kept: list[Entry] = []
            for e in deed.entries:
                if isinstance(e.fact, f.ForceMoved):
                    moves.setdefault(deed.action, []).append((self._moved(e, bool(fight)), (e.version,)))
                elif isinstance(e.fact, f.ForcePlaced):
                    moves.setdefault("placed with depth" if e.fact.depth else "placed", []).append((e.fact.position, (e.version,)))
                elif isinstance(e.fact, f.DepthPlaced):
                    moves.setdefault("supplied", []).append((e.fact.where, (e.version,)))
                elif isinstance(e.fact, f.PositionChecked | f.PositionFired | f.ArtilleryFired | Drawn) or deed.toll.take(e.fact):
                    kept.append(e)
                    if isinstance(e.fact, f.PositionFired):
                        deed.where = e.fact.position
                else:
                    rest.append(e)
            moved = len(kept) < len(deed.entries)
            deed.entries = kept
            if deed.action == "no action":
                idle.append(deed)
            elif deed.toll.hurt() or deed.action in (*SHOOTERS, "artillery") or any(isinstance(e.fact, f.PositionFired) for e in kept):
                shots.append(deed)
            elif not moved and not fight:
                idle.append(deed)
        return self._shots(shots, idle, card, drawn), self._moves(moves), fights, rest

    @staticmethod
    def _barrels(deeds: list[Deed], fact: Fact) -> None:
        """The artillery fires at the end of the card: what it hits is told before it, be it a hero who gives his life."""
        if deeds and deeds[-1].action == "artillery":
            return
        given: list[Entry] = []
        while isinstance(fact, f.ArtilleryFired) and fact.unit and deeds and isinstance(deeds[-1].entries[-1].fact, f.LeaderHit | f.RyanPlaced):
            given.insert(0, deeds[-1].entries.pop())
        deeds.append(Deed("", "artillery", given))

    @staticmethod
    def _split(deed: Deed) -> list[Entry]:
        """Takes the close combat from a deed, with what was turned up for it."""
        at = next((n for n, e in enumerate(deed.entries) if isinstance(e.fact, f.CombatBegan)), 0)
        if not at:
            return []
        while isinstance(deed.entries[at - 1].fact, f.ForceRevealed | f.DepthRevealed | f.DepthLost | Drawn):
            at -= 1
        fight, deed.entries = deed.entries[at:], deed.entries[:at]
        return fight

    def _shots(self, shots: Sequence[Deed], idle: Sequence[Deed], card: str, drawn: int) -> list[Said]:
        said: list[Said] = []
        hit = [deed for deed in shots if deed.toll.hurt()]
        missed = [deed for deed in shots if not deed.toll.hurt()]
        opening = (drawn,) if drawn else ()
        for n in range(0, len(hit), 4):
            some = hit[n : n + 4]
            told = [f"{deed.who()} {self._hit(deed.toll)}" for deed in some]
            words = "; ".join(told) if any("," in one for one in told) else clauses(told)
            if not n and card:
                lead = self.pick("card", "fire card {} was turned: ", "under fire card {}, ", "the fire card was {}: ", "then came fire card {}: ")
                words = lead.format(card) + words
            said.append(Said(sentence(words), (*(opening if not n else ()), *versions_of(some))))
        none = f"fire card {card} hurt nobody" if card and not hit else ""
        shooters = [deed for deed in missed if deed.action not in ("patrol", "artillery")]
        fired = names(deed.shooter() for deed in sorted(shooters, key=lambda deed: deed.action != "fire"))
        patrols = names(deed.where for deed in missed if deed.action == "patrol")
        words = clauses(
            [
                self.pick("missed", "{} fired and hit nobody", "the fire of {} went wide").format(fired) if fired else "",
                f"patrols from {patrols} disrupted nobody" if patrols else "",
                *(short_of_guns(deed) for deed in missed if deed.action == "artillery"),
            ]
        )
        words = f"{none}: {words}" if none and words else none or words
        count = sum(len(deed.where.split("/")) for deed in idle)
        if idle:
            others = "other position" if shots else "position"
            quiet = self.pick("idle", f"{count_of(count, others)} did nothing", f"{count_of(count, others)} stayed silent")
            words = f"{words}; {quiet}" if words else quiet
        if words:
            said.append(Said(sentence(words), (*(opening if not hit else ()), *versions_of(missed), *versions_of(idle))))
        return said

    def _hit(self, toll: Toll) -> str:
        """Whom a position hit, as the predicate of a sentence."""
        hurt = [f"{unit} ({count_of(left, 'step')} left)" for unit, left in toll.left.items() if left and unit not in toll.gone]
        dead = list(dict.fromkeys([*(unit for unit, left in toll.left.items() if not left), *toll.gone]))
        shaken = [unit for unit in toll.shaken if unit not in dead]
        alone = [unit for unit in shaken if unit not in toll.left]
        both = [unit for unit in shaken if unit in toll.left]
        told = [
            f"{self.pick('hit', 'hit', 'struck')} {names(hurt)}" if hurt else "",
            f"{self.pick('killed', 'wiped out', 'finished', 'destroyed')} {names(dead)}" if dead else "",
            f"disrupted {names(alone)}" if alone else "",
            *(f"hit {leader_of(one)} ({now_of(one)})" for one in toll.leaders),
        ]
        words = " and ".join(part for part in told if part) + (f", leaving {names(both)} disrupted" if both else "")
        return words + (", and Major Ryan left play" if "" in toll.ryan else "")

    def _moved(self, entry: Entry, fights: bool) -> str:
        fact = entry.fact
        assert isinstance(fact, f.ForceMoved)
        unit = self.movers.get(entry.version, "")
        swap = ", changing places with the force there" if fact.swap else ""
        return f"{unit and f'{unit} '}from {fact.position} {'against' if fights else 'to'} {fact.to}{swap}"

    def _moves(self, moves: Mapping[str, Sequence[tuple[str, tuple[int, ...]]]]) -> list[Said]:
        """The forces that moved or came up, those that did the same in one sentence."""
        said = []
        for action, some in moves.items():
            told = [words for words, _ in some]
            every = "; ".join(told) if any("," in one for one in told) else names(told)
            one = len(some) == 1
            match action:
                case "placed" | "placed with depth":
                    words = f"{'A reserve unit' if one else 'Reserve units'}{action.removeprefix('placed')} came up in {every}."
                case "supplied":
                    words = f"{every} {was(some)} re-supplied with depth."
                case "assault":
                    words = f"{'An assault' if one else 'Assaults'} went out: {every}."
                case "redeploy":
                    words = f"{'A force' if one else 'Forces'} redeployed: {every}."
                case _:
                    words = f"{every.replace(' from ', ' advanced from ', 1)}."
            said.append(Said(words, tuple(version for _, versions in some for version in versions)))
        return said

    # ---- actions ----

    def _actions(self, entries: Sequence[Entry]) -> None:
        """Attacks and barrages, then moves and recoveries; the close combats come last, and after them what no hex can hold."""
        fought: list[Said] = []
        moved: list[tuple[bool, tuple[str, ...], str, list[str], list[Entry]]] = []
        recovered: list[Entry] = []
        fights: list[list[Entry]] = []
        rest: list[Entry] = []
        lost: list[Said] = []
        for _, group in groupby(entries, key=lambda e: e.of):
            some = [e for e in group if not isinstance(e.fact, SILENT)]
            action = next((e.fact.action for e in some if isinstance(e.fact, f.ActionTaken)), "")
            spent = next((e.fact.on for e in some if isinstance(e.fact, f.MarkerSpent)), "")
            if any(isinstance(e.fact, f.CombatBegan) for e in some):
                fights.append(some)
            elif action.startswith("attack") or any(isinstance(e.fact, f.AttackCompared) for e in some):
                fought.append(self._attack(some))
            elif action.startswith("barrage"):
                fought.append(self._barrage(some))
            elif spent.startswith("a barrage of "):
                fought.append(self._naval(some, spent.removeprefix("a barrage of ")))
            elif any(isinstance(e.fact, f.UnitsMoved) and e.fact.path for e in some):
                lost += self._march(some, moved, rest)
            else:
                recovered += [e for e in some if isinstance(e.fact, f.UnitsRecovered | f.ActionTaken) and action == "recover"]
                rest += [e for e in some if not (isinstance(e.fact, f.UnitsRecovered | f.ActionTaken) and action == "recover")]
        for n in range(0, len(fought), 2):
            self.paragraph(*fought[n : n + 2])
        said: list[Said] = []
        if moved:
            said.append(self._marches(moved, bool(fought)))
        if recovered:
            units = [unit for e in recovered if isinstance(e.fact, f.UnitsRecovered) for unit in e.fact.units]
            words = self.pick("recover", "{} recovered.", "Order returned to {}.", "{} {was} back in order.").format(names(units), was=was(units))
            said.append(Said(words, tuple(e.version for e in recovered)))
        self.paragraph(*said, *lost)
        for fight in fights:
            self.paragraph(*self._combat(fight))
        self.paragraph(*self._others(rest))

    def _march(self, entries: Sequence[Entry], moved: list[Any], rest: list[Entry]) -> list[Said]:
        """Keeps a move to be told with the others; the words of what infiltrating cost."""
        toll, cost, told = Toll(), [], []  # type: Toll, list[Entry], list[Entry]
        guns: list[str] = []
        going = next(e.fact for e in entries if isinstance(e.fact, f.UnitsMoved) and e.fact.path)
        assert isinstance(going, f.UnitsMoved)
        for e in entries:
            if isinstance(e.fact, f.UnitsMoved | f.ActionTaken):
                told.append(e)
            elif isinstance(e.fact, f.GunsDestroyed):
                guns.append(e.fact.position)
                told.append(e)
            elif toll.take(e.fact):
                cost.append(e)
            else:
                rest.append(e)
        moved.append((going.how == "enter", going.units, going.path[-1], guns, told))
        words = self._toll(toll) if cost else ""
        return [Said(f"On the way {words}.", tuple(e.version for e in cost))] if words else []

    def _marches(self, moved: Sequence[tuple[bool, tuple[str, ...], str, list[str], list[Entry]]], fought: bool) -> Said:
        told: list[str] = []
        for entering in (False, True):
            some: dict[tuple[str, tuple[str, ...]], list[str]] = {}
            for enters, units, hex, guns, _ in moved:
                if enters == entering:
                    some.setdefault((hex, tuple(guns)), []).extend(units)
            for n, ((hex, destroyed), together) in enumerate(some.items()):
                verb = ("against " if n else "went in against ") if entering else ("to " if n else "moved to ")
                where = self._place(hex) if entering else hex
                told.append(f"{names(together)} {verb}{where}" + (f" (destroying the guns of {names(destroyed)})" if destroyed else ""))
        words = ", ".join(told[:-1]) + (" and " if len(told) > 1 else "") + told[-1]
        link = self.pick("moves", "Elsewhere ", "Meanwhile ", "") if fought else ""
        return Said(f"{link}{words}.", tuple(e.version for *_, some in moved for e in some))

    def _attack(self, entries: Sequence[Entry]) -> Said:
        toll, found = Toll(), Found()
        compared: f.AttackCompared | None = None
        declared: f.AttackDeclared | None = None
        extra: list[str] = []
        for e in entries:
            fact = e.fact
            if isinstance(fact, f.AttackCompared):
                compared = fact
            elif isinstance(fact, f.AttackDeclared):
                declared = fact
            elif isinstance(fact, f.DepthPlaced):
                toll.deeper.append(fact.where)
            elif isinstance(fact, f.NothingDone) and fact.what.startswith("depth for"):
                extra.append(f"No depth came for {fact.what.removeprefix('depth for ')}: {fact.why}.")
            elif not (isinstance(fact, (*QUIET, f.ActionTaken, f.MarkerSpent, Drawn)) or found.take(fact) or toll.take(fact)) and fact.sentence():
                extra.append(sentence(fact.sentence()))
        toll.called = dict(found.units) | {one.where: one.unit for one in toll.beaten if one.unit}
        units = declared.units if declared else next((e.fact.units for e in entries if isinstance(e.fact, f.ActionTaken)), ())
        hex = declared.hex if declared else compared.hex if compared else ""
        naval = " behind naval fire" if declared and declared.naval else ""
        who, place = names(units), self._place(hex)
        odds = odds_of(compared) if compared else ""
        start = self.pick(
            "attack",
            f"{who} attacked {place}{naval}{odds and ', '}{odds}",
            f"{place} was attacked by {who}{naval}{odds and ', '}{odds}",
            f"{place} came under attack from {who}{naval}{odds and ', '}{odds}",
        )
        cost = self._toll(toll) or self.pick("held", "the position held", "nothing gave way")
        if compared and not (compared.us or compared.jp):
            cost = f"a lone unit of strength 0 is beaten at once, and {cost}"
        turned = found.words()
        words = f"{start}. {sentence(turned)[:-1]}; {cost}." if turned else f"{start}; {cost}."
        return Said(" ".join([words, *extra]), tuple(e.version for e in entries))

    def _barrage(self, entries: Sequence[Entry]) -> Said:
        toll = Toll()
        taken = next((e.fact for e in entries if isinstance(e.fact, f.ActionTaken)), None)
        card = next((e.fact.item for e in entries if isinstance(e.fact, Drawn) and e.fact.name == "barrage"), "")
        for e in entries:
            toll.take(e.fact)
        who, at = (names(taken.units), self._place(taken.action.removeprefix("barrage "))) if taken else ("", "")
        cost = self._toll(toll) or "it did no harm"
        drawn = f" with card {card}" if card else ""
        words = self.pick("barrage", f"{who} shelled {at}{drawn}: {cost}.", f"A barrage of {who} fell on {at}{drawn}: {cost}.")
        return Said(words, tuple(e.version for e in entries))

    def _naval(self, entries: Sequence[Entry], hex: str) -> Said:
        toll = Toll()
        for e in entries:
            toll.take(e.fact)
        cost = self._toll(toll) or "it changed nothing"
        words = self.pick("naval", "A naval fire marker went into a barrage of {}: {}.", "Naval fire fell on {}: {}.").format(self._place(hex), cost)
        return Said(words, tuple(e.version for e in entries))

    # ---- what it cost ----

    def _toll(self, toll: Toll) -> str:
        """What it cost: what became of each unit, those to whom the same happened together."""
        fate: dict[str, list[str]] = {}

        def add(who: str, what: str) -> None:
            if what not in fate.setdefault(who, []):
                fate[who].append(what)

        gone = {unit: why for unit, why in toll.gone.items() if toll.left.get(unit) != 0}
        dead = self.pick("dead", "wiped out", "destroyed") if 0 in toll.left.values() else ""
        for unit, left in toll.left.items():
            add(unit, f"lost {count_of(toll.lost[unit], 'step')} ({number(left)} left)" if left else f"WAS {dead}")
        for unit, why in gone.items():
            add(unit, GONE.get(why, f"left play ({why})"))
        for where in toll.depth:
            add(toll.foe(where), "lost depth")
        for where in toll.deeper:
            add(where, "gained depth")
        for one in toll.beaten:
            add(toll.called.get(one.where) or (f"{one.unit} in {one.where}" if one.unit else one.where), f"WAS {BEATEN[one.to]}")
        for where in toll.guns:
            add(f"the guns of {where}", "were destroyed")
        for unit, hex in toll.back.items():
            add(unit, f"went back to {hex}")
        for home in toll.home:
            add(next(iter(toll.called.values()), "the Japanese force"), f"went back to {home.position}{' disrupted' if home.disrupted else ''}")
        for where in toll.forces:
            add(toll.foe(where), "WAS disrupted")
        for unit in toll.shaken:
            add(unit, "WAS disrupted")
        for hit in toll.leaders:
            add(leader_of(hit), f"was hit ({now_of(hit)})")
        for unit in toll.ryan[-1:]:
            if not (unit and toll.leaders):
                add("Major Ryan", f"went over to {unit}" if unit else "left play")
        same: dict[tuple[str, ...], list[str]] = {}
        for who, what in fate.items():
            same.setdefault(tuple(what), []).append(who)
        return clauses(f"{names(who)} {became(names(what), who)}" for what, who in same.items())


# ---- words of single kinds of facts ----


def _back(fact: f.Reorganized) -> str:
    return names([f"{number(fact.elite)} elite", f"{number(fact.other)} other"]).capitalize()


def _option(fact: f.OptionTaken) -> str:
    """An optional rule in use (21)."""
    return {
        "hawkins-raid": "Hawkins' raid was played",
        "landing-1-8": f"by an optional rule the 1st Battalion, 8th Marines, was to land on {fact.value}",
        "shibasaki-survives": "by an optional rule Admiral Shibasaki could not be killed",
    }.get(fact.option, fact.sentence())


def _set_up(teller: Teller, facts: Sequence[f.JapaneseSetUp]) -> str:
    one = facts[0]
    depth = f", {number(len(one.depth))} of them with depth" if one.depth else ""
    return f"Face down, {count_of(len(one.positions), 'Japanese unit')} manned the island{depth}; {number(one.reserve)} lay in reserve."


def _ryan(teller: Teller, facts: Sequence[f.RyanPlaced]) -> str:
    return f"Major Ryan was with {facts[0].unit}." if facts[0].unit else ""


def _taken(teller: Teller, facts: Sequence[f.MarkersTaken]) -> str:
    told = []
    for one in facts:
        if one.kind == "support":
            who = count_of(one.count, "engineer")
            each = " each" if one.count > 1 else ""
            markers = count_of(one.count, "support marker")
            told.append(teller.pick("support", f"{who} brought a support marker{each}", f"{markers} came from the engineers"))
        else:
            told.append(f"the US took {'a' if one.count == 1 else number(one.count)} {one.kind} marker{'s' if one.count > 1 else ''}")
    return sentence(clauses(told))


def _chits(teller: Teller, facts: Sequence[f.ChitTurned]) -> str:
    letters = names(one.letter for one in facts)
    return teller.pick("chit", f"From here on the Japanese had their {letters} actions.", f"The {letters} actions were open to the Japanese now.")


def _flags(teller: Teller, facts: Sequence[f.FlagSet]) -> str:
    lvts = "no LVT would be available on turn {}"
    return " ".join(sentence(lvts.format(x.value) if x.flag == "no-lvt" else FLAGS.get((x.flag, x.value), x.words)) for x in facts)


def _command(teller: Teller, facts: Sequence[f.CommandChanged]) -> str:
    return " ".join(
        f"{one.unit} set up a command post."
        if one.why == "established"
        else f"The range marker of {one.unit} went on to space {one.space} ({one.why})."
        if one.space
        else f"{one.unit} became a headquarters again."
        for one in facts
    )


WORDS: Mapping[type[Any], Any] = {
    f.JapaneseSetUp: _set_up,
    f.TankPlaced: lambda teller, some: f"The tanks stood ready, still disrupted: {names(f'{x.unit} in {x.position}' for x in some)}.",
    f.UnitsPlaced: lambda teller, some: teller._placed(some),
    PositionSet: lambda teller, some: f"The game begins from a position given in {count_of(len(some), 'line')}.",
    f.DepthPlaced: lambda teller, some: teller._deepened(some),
    f.HeroPlaced: lambda teller, some: teller.pick("hero", "A hero rose in {}.", "In {} a hero stepped forward.").format(names(x.unit for x in some)),
    f.DeckShuffled: lambda teller, some: f"The {some[-1].cards} discards were shuffled back into the deck." if some[-1].cards else "",
    f.MarkersTaken: _taken,
    f.MarkerSpent: lambda teller, some: f"The US spent {names(f'a {x.kind} marker for {x.on}' for x in some)}.",
    f.ForcePlaced: lambda teller, some: f"{'A reserve unit' if len(some) == 1 else 'Reserve units'} came up in {names(x.position for x in some)}.",
    f.StepGained: lambda teller, some: sentence(clauses(f"{x.unit} had {count_of(x.now, 'step')} again" for x in some)),
    f.UnitsDelayed: lambda teller, some: " ".join(f"{names(x.units)} had to wait until turn {x.due}." for x in some),
    f.LvtHit: lambda teller, some: "An LVT lost a step.",
    f.GarrisonRemoved: lambda teller, some: " ".join(f"The garrison of {x.position} was removed: {x.why}." for x in some),
    f.UnitsMoved: lambda teller, some: sentence(clauses(f"{names(x.units)} got a ride to {x.path[-1]}" for x in some if x.path)),
    f.ForceHidden: lambda teller, some: f"Contact was lost with the Japanese in {names(p for x in some for p in x.positions)}.",
    f.Reorganized: lambda teller, some: f"{_back(some[0])} came back from the eliminated units to the Japanese reserve.",
    f.OptionTaken: lambda teller, some: sentence(clauses(_option(x) for x in some)),
    f.RaidResolved: lambda teller, some: f"Hawkins' raid drew {count_of(some[0].stars, 'star')}.",
    f.RyanPlaced: _ryan,
    f.ChitTurned: _chits,
    f.FlagSet: _flags,
    f.CommandChanged: _command,
}
"""How facts of a kind that follow each other are told."""


__all__ = ["Teller"]
