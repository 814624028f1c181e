"""Why: from a fact, a value, a ledger's row or a total back to the dice, cards and decisions it rests on.

Everything shown is in the record, or was looked up by the procedure run again: nothing is guessed. A fact rests on its
declaration, on the answers before it, on the terms of its fire, on the chart rows and readings looked up before it, and
on the last facts that changed the units and areas it names.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from auditing.audit import ANSWERS, declaration_words
from auditing.history import History, history_of, names_of
from auditing.traces import Trace, procedures, trace
from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.errors import BadInput, Unknown, Unread, unknown
from domain.kernel.facts import (
    ChartRead,
    Declared,
    Drawn,
    Fact,
    Fire,
    Frozen,
    GameBegan,
    Modifier,
    Rolled,
    RulingMade,
    TakenBack,
)
from domain.kernel.game import Game
from domain.kernel.questions import Draw, Question, Roll
from domain.kernel.repeats import again_words, made_again
from domain.kernel.run import Procedure
from domain.kernel.standing_in import in_place_of
from domain.kernel.state import look, say
from domain.kernel.telling import told
from recording.now import now

DEPTH = 2
"""Default depth to which a fact's causes are followed."""

ANSWERS_SHOWN, CELLS_SHOWN = 6, 3
"""Maximum numbers of answers before a fact, and of table cells looked up before it, that are shown; the last ones."""

LINES_SHOWN = 8
"""Maximum number of lines shown that are traced over the map for one fact."""

NAMING = 8
"""Maximum number of entries shown that name a hex or other thing without values in the state; the last ones."""

POINTS = ("vp", "points", "score")
"""Words that ask for the victory points of all sides, if no value has that name."""

LEDGERS = ("casualties", "points", "tracks", "fire", "chance", "timeline", "declarations")
TOTALS = ("points", "casualties")


@dataclass(frozen=True)
class Cause:
    """A fact, value, row or reading, with its causes. `version` is its entry, or 0."""

    words: str
    kind: str
    version: int = 0
    moment: str = ""
    rule: str = ""
    on: tuple[Cause, ...] = ()

    def plain(self) -> dict[str, Any]:
        """The cause in its JSON form."""
        found = {
            "kind": self.kind,
            "words": self.words,
            "version": self.version,
            "moment": self.moment,
            "rule": self.rule,
        }
        return {key: value for key, value in found.items() if value} | (
            {"on": [cause.plain() for cause in self.on]} if self.on else {}
        )

    def once(self) -> Cause:
        """The cause with each branch in one place. A repeated branch only names the entries already told above."""
        return self._once({}, top=True)

    def _once(self, told: dict[tuple[int, str], bool], *, top: bool = False) -> Cause:
        """The same, given `told`: what stands above, and whether with its causes."""
        kept: list[Cause] = []
        above: list[int] = []
        for cause in self.on:
            key = (cause.version, cause.words)
            if (top and cause.version) or cause.kind == "modifier" or key not in told or (cause.on and not told[key]):
                told[key] = told.get(key, False) or bool(cause.on)
                kept.append(cause._once(told))
            elif cause.version:
                above.append(cause.version)
        if above:
            kept.append(Cause(f"as told above: {', '.join(f'#{version}' for version in above)}", "above"))
        return replace(self, on=tuple(kept))

    def rows(self, level: int = 0) -> Iterator[tuple[int, Cause]]:
        """The cause and all it rests on, line by line, each with its depth."""
        yield level, self
        for cause in self.on:
            yield from cause.rows(level + 1)

    def leaves(self) -> Iterator[Cause]:
        """The ends of its branches."""
        if not self.on:
            yield self
        for cause in self.on:
            yield from cause.leaves()


def why(game: Game[Any], what: str, *, at: int | None = None, depth: int = DEPTH, side: str = "umpire") -> Cause:
    """The causes of something. Raises BadInput if there is no such thing.

    `what` is an entry (`412`), a unit, area, hex or value (`INF1`, `2226`, `INF1.steps`, `vp_jp`), a ledger's row
    (`points:412`, by its entry) or a total (`points:jp`, `casualties:us`, `casualties:INF1`). If an entry has a hex's
    number, `hex 2226` is the hex. An empty text means the open question, or else the last event. `side` is the asker,
    who sees no more than it may.
    """
    asking = _Inquiry(game.at(at) if at is not None else game, side)
    number = what.strip().removeprefix("#")
    if not number:
        return asking.at_hand(depth)
    if number.isdecimal() and (what.strip() != number or int(number) in asking.by_version or not asking.known(number)):
        return asking.fact(int(number), depth)
    what = what.strip()
    kind, _, name = what.partition(" ")
    if kind in asking.view.rules.kinds and asking.known(name.strip()):
        what = name.strip()
    ledger, colon, row = what.partition(":")
    # a unit's name may have a colon too
    if colon and not {what, what.rpartition(".")[0]} & getattr(asking.view.state, "units", {}).keys():
        if ledger not in LEDGERS:
            raise unknown("table", ledger, LEDGERS)
        if row.isdecimal():
            return asking.row(ledger, int(row), depth)
        if ledger in TOTALS:
            return asking.total(ledger, row, depth)
        raise BadInput(f"{ledger}:ENTRY is a row; totals are points:SIDE, casualties:SIDE and casualties:UNIT")
    try:
        return asking.value(what, depth)
    except Unknown:
        if what.casefold() in POINTS:
            return asking.score(depth)
        if asking.known(what):
            return asking.named(what, depth)
        raise


class _Inquiry:
    """One question about a record, as one side sees it."""

    def __init__(self, game: Game[Any], side: str) -> None:
        self.game, self.view = game, game.seen_by(side)
        """The whole game, used only to run its procedures again."""
        self.shown, self.entries = self.view.entries, self.view.stands
        self.by_version = {entry.version: entry for entry in self.shown}
        self.stands = {entry.version for entry in self.entries}
        self.again = made_again(self.shown)
        self.told: set[int] = set()
        """Facts whose causes are shown already. They are not shown again."""

    @cached_property
    def history(self) -> History:
        return history_of(self.view)

    # ---- what is asked for ----

    def fact(self, version: int, depth: int, about: str = "") -> Cause:
        """A fact with its causes. `about` is the unit or area that the question is about."""
        if version not in self.by_version:
            raise BadInput(f"this game has entries {self.shown[0].version} to {self.view.version}, not {version}")
        entry = self.by_version[version]
        cause = self._cause_of(entry)
        if version not in self.stands and entry.fact.STRUCK and not isinstance(entry.fact, TakenBack):
            back = next(
                e for e in self.shown if isinstance(e.fact, TakenBack) and e.version > version and e.fact.to < version
            )
            return replace(cause, on=(replace(self._cause_of(back), kind="struck-by"), *self._stands_for(version)))
        if settled := tuple(self._settled_by(version)):
            cause = replace(cause, on=settled)
        if depth <= 0 or version in self.told:
            return cause
        self.told.add(version)
        causes: dict[tuple[int, str], Cause] = {}
        for found in self._causes(entry, depth, about):
            causes.setdefault((found.version, found.words), found)
        return replace(cause, on=(*cause.on, *causes.values()))

    def _stands_for(self, version: int) -> Iterator[Cause]:
        """The entry that stands in the place of a struck one."""
        if now := in_place_of(version, self.shown):
            words = f"entry {now.version} stands for entry {version} now: {self._words(now)}"
            yield replace(self._cause_of(now), words=words, kind="stands-for")

    def _settled_by(self, version: int) -> Iterator[Cause]:
        """The disputes that an entry settled, each with what stands for its entry now."""
        for one in self.view.disputes.values():
            if one.open or not any(getattr(said.fact, "entry", 0) == version for said in one.said[-1:]):
                continue
            on = tuple(self._stands_for(one.entry)) if one.entry else ()
            yield Cause(f"{one.name}, about {one.about()}, is settled by it", "settles", one.said[-1].version, on=on)

    def row(self, ledger: str, version: int, depth: int) -> Cause:
        cause = self.fact(version, depth)
        fact = self.by_version[version].fact
        has = {
            "casualties": bool(fact.losses or fact.gains),
            "points": bool(fact.points),
            "tracks": bool(fact.tracks),
            "fire": fact.fire is not None,
            "chance": isinstance(fact, ANSWERS),
            "declarations": isinstance(fact, Declared),
        }
        if not has.get(ledger, True):
            raise BadInput(
                f"entry {version} has no row in {ledger}; `wardiary table GAME {ledger}` lists its entries in the "
                "first column"
            )
        return cause

    def total(self, ledger: str, of: str, depth: int) -> Cause:
        """A sum, with the facts that it is made of."""
        parts, amount = [], 0
        for entry in self.entries:
            fact = entry.fact
            if ledger == "points":
                here = sum(p.amount for p in fact.points if p.side == of)
            else:
                here = sum(loss.steps for loss in fact.losses if of in (loss.side, loss.unit))
                here -= sum(gain.steps for gain in fact.gains if of in (gain.side, gain.unit))
            if here:
                amount += here
                cause = self.fact(entry.version, depth - 1)
                parts.append(replace(cause, words=f"{here:+d}: {cause.words}"))
        if not parts and of not in self.view.rules.sides and of not in getattr(self.view.state, "units", {}):
            raise unknown("side or unit", of, [*self.view.rules.sides, *getattr(self.view.state, "units", {})])
        words = f"{of} has {amount} {'victory points' if ledger == 'points' else 'steps lost, less those restored'}"
        return Cause(words, "total", on=tuple(parts))

    def score(self, depth: int) -> Cause:
        """The victory points of every side."""
        totals = tuple(self.total("points", side, depth) for side in self.view.rules.sides)
        return Cause("victory points", "total", on=totals)

    def at_hand(self, depth: int) -> Cause:
        """The open question, as far as the asker may see its answers; else the last event."""
        asked = now(self.game, self.view.audience).question
        question = self.game.pending() if asked and asked.seen and not asked.stuck else None
        if asked is None or question is None:
            return self.fact(next((e.version for e in reversed(self.entries) if e.fact.sentence()), 1), depth)
        return Cause(question.words, "question", rule=question.rule, on=tuple(self._called_for(question, depth)))

    def _called_for(self, question: Question[Any], depth: int) -> Iterator[Cause]:
        """The terms of the dice called for, or of the sum they are rolled on; for other questions, the facts before it
        and its declaration.
        """
        own = [entry for entry in self.entries if entry.of == self.entries[-1].of]
        if isinstance(question, Roll):
            yield from map(_term, question.terms)
            reckoned = next((entry for entry in reversed(own) if _reckons(entry.fact)), None)
            if reckoned is not None and not question.terms:
                yield replace(self._cause_of(reckoned), on=tuple(map(_term, _reckons(reckoned.fact))))
        elif before := next((entry for entry in reversed(own[1:]) if entry.fact.sentence()), None):
            yield self.fact(before.version, depth)
            return  # the declaration is among its causes
        yield from (self._cause_of(entry) for entry in own[:1] if isinstance(entry.fact, Declared))

    def known(self, name: str) -> bool:
        """Whether something has this name: in the state, on a chart, or among the names a player may say."""
        rules, state = self.view.rules, self.view.state
        return bool(name) and (
            any(name in getattr(state, collection) for collection in rules.vocabulary.collections)
            or any(name in rows for rows in state.charts.values())
            or any(name in rules.names(state, kind) for kind in rules.kinds)
            or bool(self._naming(name))
        )

    def _naming(self, name: str) -> list[Entry]:
        """The entries after the beginning that hold this name as a value."""
        mark = json.dumps(name, ensure_ascii=False)
        return [
            entry
            for entry in self.entries
            if not isinstance(entry.fact, GameBegan) and mark in entry.fact.model_dump_json()
        ]

    def named(self, name: str, depth: int) -> Cause:
        """The known facts about a hex or other thing without values in the state: its charts, its occupants, the
        entries that name it.
        """
        there = self._there(name) or "no unit is known there"
        causes = [
            *self._printed(name),
            *(self.fact(entry.version, depth - 1) for entry in reversed(self._naming(name)[-NAMING:])),
        ]
        return Cause(
            f"{name}: {there}" + ("" if causes else "; nothing recorded names it, and no chart here has it"),
            "value",
            on=tuple(causes),
        )

    def _there(self, name: str) -> str:
        """The units in a place, in words; "" if there are none, or it is not a place."""
        here = [
            unit for unit, piece in getattr(self.view.state, "units", {}).items() if getattr(piece, "place", "") == name
        ]
        return f"{', '.join(here)} there" if here else ""

    def _printed(self, name: str) -> Iterator[Cause]:
        """The chart rows about something."""
        yield from (
            self._chart(chart, name, self.view.version + 1)
            for chart, rows in self.view.state.charts.items()
            if name in rows
        )

    def value(self, words: str, depth: int) -> Cause:
        """A value, or all of a unit or area, with the facts that set it, the last first."""
        path = self.view.rules.vocabulary.find(self.view.state, words)
        now = look(self.view.state, path)
        found = self._follow(path)
        name = ".".join(path)
        shown = _fields(now) if isinstance(now, Frozen) else say(now)
        if len(path) > 1 and (there := self._there(".".join(path[1:]))):
            shown += f"; {there}"
        if not found:
            return Cause(
                f"{name} is {shown}, as it is at the beginning of every game",
                "value",
                on=(*self._lines(self.view.state, path[-1]), *self._printed(path[-1])),
            )
        made = [replace(self.fact(entry.version, depth - 1), words=change) for entry, change in reversed(found)]
        facts = [
            replace(c, words=": ".join(filter(None, (c.words, told(e.fact, self.view.rules.sides)))))
            for c, (e, _) in zip(made, reversed(found), strict=True)
        ]
        if len(path) == 2:  # the whole of something, not one value
            facts = [*self._lines(self.view.state, path[-1]), *facts, *self._printed(path[-1])]
        return Cause(f"{name} is {shown}", "value", on=tuple(facts))

    # ---- what a fact rests on ----

    def _cause_of(self, entry: Entry) -> Cause:
        kind = (
            "declaration"
            if isinstance(entry.fact, Declared)
            else "answer"
            if isinstance(entry.fact, ANSWERS)
            else "fact"
        )
        return Cause(self._words(entry), kind, entry.version, " / ".join(entry.moment.path), entry.fact.rule)

    def _words(self, entry: Entry) -> str:
        fact = entry.fact
        if isinstance(fact, Declared):
            return f"{declaration_words(fact)}" + (f" (as played: {fact.as_played})" if fact.as_played else "")
        words = "; ".join(
            filter(None, (told(fact, self.view.rules.sides), again_words(entry, self.again.get(entry.version, ()))))
        )
        return words or fact.TOPIC.rpartition(".")[2].replace("-", " ")  # a fact without words is told by its kind

    def _causes(self, entry: Entry, depth: int, about: str) -> Iterator[Cause]:
        fact = entry.fact
        own = [e for e in self.entries if e.of == entry.of]
        before = [e for e in own if e.version < entry.version]
        fired = next((e for e in reversed(before) if e.fact.fire is not None), None)
        if isinstance(fact, Declared):
            yield from self._named(entry, names_of(self.view, (fact,)), depth)
            return
        if fact.fire is not None:
            yield from _terms(fact.fire)
        elif fired is not None and not isinstance(fact, ANSWERS):
            yield replace(self._cause_of(fired), on=tuple(_terms(fired.fact.fire)) if fired.fact.fire else ())
        yield from self._counted(entry)
        if fact.is_traced:
            yield from self._traced(entry)
        if isinstance(fact, Drawn):
            yield from self._drawn_from(entry)
        for answer in [e for e in before if isinstance(e.fact, ANSWERS)][-ANSWERS_SHOWN:]:
            yield replace(self._cause_of(answer), on=tuple(self._counted(answer)))
        names = names_of(self.view, tuple(f for f in (fact, fired.fact if fired else None) if f is not None))
        if about and fact.fire is None and fired is None:
            names = (about,)
        yield from self._read(entry, names)
        opened = next((e for e in own if isinstance(e.fact, (Declared, GameBegan))), None)
        if opened is not None and opened is not entry:
            yield self._cause_of(opened)
            yield from self._named(opened, names, depth)

    def _counted(self, entry: Entry) -> Iterator[Cause]:
        """The terms of a roll's number of dice."""
        if isinstance(entry.fact, Rolled) and isinstance(
            question := self._trace(entry.of).questions.get(entry.version), Roll
        ):
            yield from map(_term, question.terms)

    def _traced(self, entry: Entry) -> Iterator[Cause]:
        """What the units and places that a fact names traced over the map before it; without any, what was so of the
        whole map.
        """
        at, state = self.view.near(entry.version - 1)
        for before in self.entries[at:]:
            if before.version >= entry.version:
                break
            state = self.view.rules.fold(before.fact, state)
        found = [line for name in names_of(self.view, (entry.fact,)) or ("",) for line in self._lines(state, name)]
        yield from found[:LINES_SHOWN]
        if len(found) > LINES_SHOWN:
            yield Cause(f"and {len(found) - LINES_SHOWN} more: `why` of a unit or place tells its own", "line")

    def _lines(self, state: Any, name: str) -> list[Cause]:
        """What a unit or place traces over the map; nothing, where the map has not been read out so far."""
        try:
            return [Cause(words, "line", rule=rule) for rule, words in self.view.rules.play.traced(state, name)]
        except Unread:
            return []

    def _drawn_from(self, entry: Entry) -> Iterator[Cause]:
        """What a card or chit was drawn from, as far as the asker may know it."""
        asked = self._trace(entry.of).questions.get(entry.version)
        knows = ("", self.view.audience) if self.view.audience != UMPIRE else None
        if not isinstance(asked, Draw) or (knows and not {asked.secret, asked.shown_to} <= {*knows}):
            return
        count = Counter(asked.left)
        inside = ", ".join(item if n == 1 else f"{item} ({n} times)" for item, n in count.items())
        where = asked.pile or f"the {asked.deck}"
        yield Cause(f"drawn from {where}, {len(asked.left)} that could come up: {inside}", "pool")

    def _named(self, entry: Entry, names: Sequence[str], depth: int) -> Iterator[Cause]:
        """The last changes of the units and areas a fact names, before its declaration."""
        for name in names:
            setter = next((v for v in reversed(self.history.changes.get(name, [])) if v < entry.version), 0)
            if setter:
                yield self.fact(setter, depth - 1, name)

    def _follow(self, path: tuple[str, ...]) -> list[tuple[Entry, str]]:
        """The entries that changed the value at a path, each with the change."""
        found: list[tuple[Entry, str]] = []
        state, was = self.view.rules.initial, None
        for entry in self.entries:
            state = self.view.rules.fold(entry.fact, state)
            after = _at(state, path)
            if after is not was and after != was:
                found.append((entry, _change(path, was, after)))
            was = after
        return found

    def _read(self, entry: Entry, names: Sequence[str]) -> Iterator[Cause]:
        """The look-ups of a fact's procedure: rows about the things it names and cards drawn, cells of tables, and
        readings.
        """
        traced = self._trace(entry.of)
        drawn = {
            e.fact.item
            for e in self.entries
            if e.of == entry.of and e.version <= entry.version and isinstance(e.fact, Drawn)
        }
        read = traced.rows(entry.version)
        cells = [(chart, row) for chart, row in read if chart.endswith("-chart")][-CELLS_SHOWN:]
        for chart, row in read:
            if row in names or row.partition(":")[0] in drawn or (chart, row) in cells:
                yield self._chart(chart, row, entry.version)
        for id in traced.readings(entry.version):
            reading = self.view.rules.readings[id]
            rulings = (
                e
                for e in self.entries
                if isinstance(e.fact, RulingMade) and e.fact.reading == id and e.version < entry.version
            )
            ruled = max(rulings, key=lambda e: e.version, default=None)
            if ruled:
                yield self._cause_of(ruled)
            else:
                began = self.view.began
                choice = began.readings.get(id, reading.unnamed) if began else reading.default
                yield Cause(
                    f"reading {id}: {reading.question} {reading.choices.get(choice, choice)}",
                    "reading",
                    rule=reading.rule,
                )

    def _chart(self, chart: str, row: str, before: int) -> Cause:
        """A row as it was known before an entry."""
        for entry in reversed(self.entries):
            fact = entry.fact
            if (
                isinstance(fact, ChartRead)
                and not fact.stays
                and (fact.chart, fact.row) == (chart, row)
                and entry.version < before
            ):
                return Cause(f"{self._row(chart, row, fact.says)}, read out", "chart", entry.version)
        began = self.view.began
        words = self._row(chart, row, began.charts.get(chart, {}).get(row, {}) if began else {})
        return Cause(words + (f" (pack {began.pack})" if began and began.pack else ""), "chart")

    def _row(self, chart: str, row: str, says: Mapping[str, Any]) -> str:
        return f"{chart} chart, {row}: {_fields(self.view.rules.row(chart, says))}"

    def _trace(self, of: int) -> Trace:
        """The trace of a procedure, run again."""
        known = self.history.traces
        if of not in known:
            found = next(
                (p for p in procedures(self.game, of - 1) if isinstance(p, Procedure) and p.declared.version == of),
                None,
            )
            known[of] = trace(self.game.rules, found) if found else Trace()
        return known[of]


def _terms(fire: Fire) -> Iterator[Cause]:
    """The terms of a resolution of fire."""
    yield from map(_term, fire.modifiers)


def _term(modifier: Modifier) -> Cause:
    return Cause(f"{modifier.amount:+d} {modifier.why}", "modifier", rule=modifier.rule)


def _reckons(fact: Fact) -> tuple[Modifier, ...]:
    """The terms of a sum that a fact holds, such as odds."""
    fields = [value for _, value in fact if isinstance(value, tuple)]
    return tuple(term for value in fields for term in value if isinstance(term, Modifier))


def _at(state: Any, path: tuple[str, ...]) -> Any:
    try:
        return look(state, path)
    except BadInput:
        return None


def _fields(value: Any) -> str:
    """The fields of a row or unit that differ from their defaults, in words."""
    if not isinstance(value, Frozen):
        return say(value)
    fields = type(value).model_fields
    told = [
        f"{name} {say(inner)}".replace(",", ", ")
        for name, inner in value
        if fields[name].is_required() or inner != fields[name].default
    ]
    return ", ".join(told) or "as usual"


def _change(path: tuple[str, ...], before: Any, after: Any) -> str:
    if isinstance(after, Frozen):
        old = before if isinstance(before, Frozen) else None
        told = [
            f"{name} {say(getattr(old, name, None))}→{say(inner)}" if old else f"{name} {say(inner)}"
            for name, inner in after
            if old is None or getattr(old, name, None) != inner
        ]
        return ", ".join(told) if old else _fields(after)
    return f"{path[-1]} {say(before)}→{say(after)}" if before is not None else f"{path[-1]} {say(after)}"
