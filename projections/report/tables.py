"""The tables of the report: losses, fire, service records, disputes, every roll and draw.

Each takes a game as its audience may see it (`Game.seen_by`) and counts what stands in it. A figure names the entries it
was counted from; what is only known of one game is told by its topics, in `GAMES` below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from domain.kernel.facts import Adjusted, BranchedFrom, Declared, Drawn, Fact, Fire, Irregular, Rolled, RulingMade, StepBegan, TakenBack
from domain.kernel.game import Game, standing
from domain.kernel.state import say
from domain.kernel.table import Entry
from projections.report.model import Cell, Figure, Line, Table
from projections.report.places import named
from projections.stories import beside

View = Game[Any]
"""A game as its audience may see it."""


# ---- counting ----


@dataclass
class Count:
    """A number that remembers what it was counted from."""

    value: Fraction = Fraction(0)
    entries: dict[int, None] = field(default_factory=dict)

    def add(self, version: int, amount: int | Fraction = 1) -> None:
        self.value += amount
        self.entries[version] = None

    def figure(self, *, signed: bool = False) -> Cell:
        """The number; nothing at all where nothing was counted."""
        if not self.entries:
            return ""
        exact = self.value.denominator == 1
        return Figure(f"{float(self.value):{'+' if signed and self.value else ''}.{0 if exact else 2}f}", tuple(self.entries))


class Tally:
    """Counts by key, in the order in which the keys came up."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, ...], Count] = {}

    def add(self, *key: str, version: int, amount: int | Fraction = 1) -> None:
        self.counts.setdefault(key, Count()).add(version, amount)

    def figure(self, *key: str, signed: bool = False) -> Cell:
        return self.counts.get(key, Count()).figure(signed=signed)

    def under(self, *key: str) -> Iterator[tuple[str, Count]]:
        """What was counted under keys that begin so and have one word more."""
        return ((k[-1], count) for k, count in self.counts.items() if k[:-1] == key)

    def words(self, *key: str) -> Cell:
        """The counts under a key in words: `assault 3; landing 1`."""
        found = list(self.under(*key))
        entries = sorted({version for _, count in found for version in count.entries})
        return Figure("; ".join(f"{name} {count.value}" for name, count in found), tuple(entries)) if found else ""


def side_title(view: View, side: str) -> str:
    """A side as its game calls it."""
    return view.rules.sides.get(side, side)


def _order(view: View, keys: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Keys that begin with a side: the sides in their game's order, the rest as the words sort."""
    sides = list(view.rules.sides)
    return sorted(set(keys), key=lambda key: (sides.index(key[0]) if key[0] in sides else len(sides), *key))


def moment(entry: Entry) -> str:
    """When in the game an entry was made, in words."""
    return ", ".join(entry.moment.path)


def players(view: View) -> tuple[tuple[str, str], ...]:
    """Every side, and who plays it; "" where the record does not say."""
    named = view.began.players if view.began else {}
    return tuple((side_title(view, side), named.get(side, "")) for side in dict.fromkeys([*view.rules.sides, *named]))


def _table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], about: str = "") -> Table:
    """A table without the columns in which no row says anything."""
    told = [n for n in range(len(columns)) if any(row[n] for row in rows)]
    return Table(title, tuple(columns[n] for n in told), tuple(tuple(row[n] for n in told) for row in rows), about)


# ---- losses ----


def losses(view: View) -> tuple[Table, ...]:
    """Steps lost and got back, by side, by cause and by unit."""
    lost, back, gone, hit = Tally(), Tally(), Tally(), Tally()
    for entry in standing(view.entries):
        for loss in entry.fact.losses:
            unit = loss.unit or UNNAMED
            for key in ((loss.side,), (loss.side, unit), (loss.side, "by", loss.cause), (loss.side, unit, "by", loss.cause)):
                lost.add(*key, version=entry.version, amount=loss.steps)
                if loss.eliminated:
                    gone.add(*key, version=entry.version)
            if (loss.side, unit) not in hit.counts:
                hit.add(loss.side, version=entry.version)
            hit.add(loss.side, unit, version=entry.version)
        for gain in entry.fact.gains:
            for key in ((gain.side,), (gain.side, gain.unit or UNNAMED)):
                back.add(*key, version=entry.version, amount=gain.steps)
    keys = _order(view, [*lost.counts, *back.counts])
    by_side = tuple(
        (side_title(view, key[0]), hit.figure(*key), lost.figure(*key), back.figure(*key), gone.figure(*key)) for key in keys if len(key) == 1
    )
    by_cause = tuple(
        (side_title(view, key[0]), key[2], lost.figure(*key), gone.figure(*key))
        for key in keys
        if len(key) == 3
    )
    by_unit = tuple(
        (side_title(view, key[0]), key[1], lost.figure(*key), back.figure(*key), gone.figure(*key), lost.words(*key, "by"))
        for key in keys
        if len(key) == 2
    )
    return (
        _table("Losses", ("side", "units hit", "steps lost", "got back", "eliminated"), by_side, "Hit: a unit that lost steps or was eliminated."),
        _table("Losses by cause", ("side", "cause", "steps lost", "eliminated"), by_cause),
        _table("Losses by unit", ("side", "unit", "steps lost", "got back", "eliminated", "causes"), by_unit),
        points(view),
    )


def points(view: View) -> Table:
    """The awards of victory points in their order, and how each side stood after them; those alike of one phase stand together."""
    place = named(view)
    rows: list[tuple[Cell, ...]] = []
    now: Counter[str] = Counter()
    awards = ((moment(entry), award, entry.version) for entry in standing(view.entries) for award in entry.fact.points)
    for (when, side, why), alike in groupby(awards, key=lambda one: (one[0], one[1].side, one[1].why)):
        count = Count()
        for _, award, version in alike:
            count.add(version, award.amount)
            now[side] += award.amount
        often = TIMES.get(len(count.entries), f", {len(count.entries)} times")
        rows.append((when, side_title(view, side), f"{place(why)}{often}", count.figure(signed=True), str(now[side])))
    return _table("Victory points", ("when", "side", "for", "points", "in all"), rows, "Every award, and what the side had in all after it.")


TIMES = {1: "", 2: ", twice"}
"""How often something was, after what it was; more than this is said in figures."""
UNNAMED = "not known"
"""A unit that nobody has read."""


# ---- fire ----


def expected(fire: Fire) -> Fraction | None:
    """The mean number of hits of a shot; None where the text does not determine it."""
    try:
        return Fraction(fire.expected)
    except (ValueError, ZeroDivisionError):
        return None


class _Shots:
    """Shots added up under some key: how many, their hits, and what was to be expected where that is known."""

    def __init__(self) -> None:
        self.shots, self.dice, self.hits, self.outcome = Tally(), Tally(), Tally(), Tally()
        self.known, self.expected, self.deviation = Tally(), Tally(), Tally()
        self.modified = False

    def add(self, *key: str, version: int, fire: Fire) -> None:
        self.shots.add(*key, version=version)
        if fire.chance:
            self.dice.add(*key, version=version, amount=len(fire.chance))
        self.hits.add(*key, version=version, amount=fire.hits)
        self.outcome.add(*key, version=version, amount=fire.outcome)
        self.modified |= fire.outcome != fire.hits
        mean = expected(fire)
        if mean is not None:
            self.known.add(*key, version=version)
            self.expected.add(*key, version=version, amount=mean)
            self.deviation.add(*key, version=version, amount=fire.hits - mean)

    @property
    def about(self) -> str:
        """What the columns say; nothing of means where the rules give none."""
        return "Deviation: hits above or below the expected hits, where the rules tell how many these are." if self.known.counts else ""

    def row(self, *key: str) -> tuple[Cell, ...]:
        shots, known = self.shots.figure(*key), self.known.figure(*key)
        return (
            shots, self.dice.figure(*key), self.hits.figure(*key), self.outcome.figure(*key) if self.modified else "",
            "" if known == shots else known, self.expected.figure(*key), self.deviation.figure(*key, signed=True),
        )  # fmt: skip


SHOT_COLUMNS = ("shots", "dice", "hits", "after modifiers", "of these expected", "expected hits", "deviation")
"""What was to be expected is known of all shots where nothing else is said."""


def kind_of(view: View, side: str, kind: str) -> str:
    """A kind of fire beside the name of its side, which it need not repeat."""
    return kind.removeprefix(f"{side_title(view, side)} ")


def fire(view: View) -> tuple[Table, ...]:
    """Every resolution of fire, by side and kind and by unit; and what modified them."""
    kinds, units = _Shots(), _Shots()
    times, sums = Tally(), Tally()
    for entry in standing(view.entries):
        shot = entry.fact.fire
        if shot is None:
            continue
        kinds.add(shot.side, shot.kind, version=entry.version, fire=shot)
        for unit in dict.fromkeys(shot.by):
            units.add(shot.side, unit, shot.kind, version=entry.version, fire=shot)
        for modifier in filter(lambda modifier: modifier.amount, shot.modifiers):
            key = (shot.side, shot.kind, modifier.why, modifier.rule)
            times.add(*key, version=entry.version)
            sums.add(*key, version=entry.version, amount=modifier.amount)
    return (
        *GAMES.get(view.rules.code, GameTells()).attacks(view),
        _table(
            "Fire by kind",
            ("side", "kind", *SHOT_COLUMNS),
            tuple((side_title(view, key[0]), kind_of(view, *key), *kinds.row(*key)) for key in _order(view, kinds.shots.counts)),
            kinds.about,
        ),
        _table(
            "Fire by unit",
            ("side", "unit", "kind", *SHOT_COLUMNS),
            tuple(
                (side_title(view, side), unit, kind_of(view, side, kind), *units.row(side, unit, kind))
                for side, unit, kind in _order(view, units.shots.counts)
            ),
            f"A shot of several units stands with each of them. {units.about}".strip(),
        ),
        _table(
            "Modifiers of fire",
            ("side", "kind", "reason", "rule", "times", "in all"),
            tuple(
                (side_title(view, key[0]), kind_of(view, *key[:2]), *key[2:], times.figure(*key), sums.figure(*key, signed=True))
                for key in _order(view, times.counts)
            ),
            "What changed the hits, or the number of dice: how often, and by how much in all.",
        ),
    )


# ---- service records ----


class Deed(NamedTuple):
    """What a fact says of the units that stand in one of its fields; `words` tells apart what has no column of its own."""

    column: str
    field: str
    words: str = ""


@dataclass(frozen=True)
class GameTells:
    """What only a game knows of its facts, by topic: deeds of units, and who beat whom."""

    columns: tuple[str, ...] = ()
    suffered: tuple[str, ...] = ()
    deeds: Mapping[str, tuple[Deed, ...]] = field(default_factory=dict)
    side_of: Callable[[View, str], str] = lambda view, unit: getattr(getattr(view.state, "units", {}).get(unit), "side", "")
    won: Callable[[View], Iterator[tuple[int, str, str]]] = lambda view: _won_by_fire(view)
    attacks: Callable[[View], tuple[Table, ...]] = lambda view: ()
    """Tables of attacks that are no fire."""
    about: str = ""
    """What a service record says in this game, beyond the columns' names."""
    house_rules: Mapping[str, str] = field(default_factory=dict)
    """Topics of facts that say an optional rule is in use."""


FIRED, HIT, UNDER_FIRE, MARKERS = "fired", "times hit", "hit by fire", "other"
LOST, BACK, WON, FATE = "steps lost", "got back", "enemies eliminated", "eliminated"


def services(view: View) -> Table:
    """What every unit did and what became of it, counted from the facts that name it."""
    tells = GAMES.get(view.rules.code, GameTells())
    tally, marks = Tally(), Tally()
    sides: dict[str, str] = {}
    for entry in standing(view.entries):
        fact, version = entry.fact, entry.version
        for side, unit, column, amount in _common(fact):
            sides.setdefault(unit, side)
            tally.add(unit, column, version=version, amount=amount)
        for deed in tells.deeds.get(fact.TOPIC, ()):
            for unit in _names(getattr(fact, deed.field, ())):
                if deed.column == MARKERS:
                    marks.add(unit, deed.words or _marker(fact), version=version)
                else:
                    tally.add(unit, deed.column, version=version)
    for version, side, unit in tells.won(view):
        sides.setdefault(unit, side)
        tally.add(unit, WON, version=version)
    names = dict.fromkeys(key[0] for key in [*tally.counts, *marks.counts])
    columns = (*tells.columns, FIRED, *tells.suffered, LOST, BACK, WON, FATE)
    keys = _order(view, [(sides.get(unit) or tells.side_of(view, unit), unit) for unit in names])
    rows = tuple((side_title(view, side), unit, *(tally.figure(unit, column) for column in columns), marks.words(unit)) for side, unit in keys)
    about = f"How often each unit did what; enemies eliminated are counted for every unit that took part. {tells.about}".strip()
    return _table("Service records", ("side", "unit", *columns, MARKERS), rows, about)


def _common(fact: Fact) -> Iterator[tuple[str, str, str, int]]:
    """What every game's facts say alike: side, unit, column, how much."""
    for loss in fact.losses:
        if loss.steps:
            yield loss.side, loss.unit or UNNAMED, LOST, loss.steps
        if loss.eliminated:
            yield loss.side, loss.unit or UNNAMED, FATE, 1
    for gain in fact.gains:
        yield gain.side, gain.unit or UNNAMED, BACK, gain.steps
    if fact.fire:
        for unit in dict.fromkeys(fact.fire.by):
            yield fact.fire.side, unit, FIRED, 1


def _names(value: Any) -> Sequence[str]:
    """The units in a field: one name, several, or the keys of a mapping."""
    return ([value] if value else []) if isinstance(value, str) else list(dict.fromkeys(value))


def _marker(fact: Fact) -> str:
    what, now = getattr(fact, "what", ""), getattr(fact, "now", "")
    if what and what == getattr(fact, "who", ""):
        return "hit as a leader"
    return f"{what} {now}".strip() or fact.TOPIC.partition(".")[2].replace("-", " ")


def _won_by_fire(view: View) -> Iterator[tuple[int, str, str]]:
    """The units whose fire eliminated an enemy: those of the last shot of the same declaration, when it was the other side's."""
    shots: dict[int, Fire] = {}
    for entry in standing(view.entries):
        if entry.fact.fire:
            shots[entry.of] = entry.fact.fire
        shot = shots.get(entry.of)
        for loss in entry.fact.losses:
            if loss.eliminated and shot and shot.side != loss.side:
                for unit in dict.fromkeys(shot.by):
                    yield entry.version, shot.side, unit


def _won_at_tarawa(view: View) -> Iterator[tuple[int, str, str]]:
    """Who eliminated whom: attackers and the units in a close combat against forces; against US units who a loss says it was by."""
    state = view.rules.initial
    attackers: dict[int, tuple[str, ...]] = {}
    stands = standing(view.entries)
    for at, entry in enumerate(stands):
        fact, of = entry.fact, entry.of
        if fact.TOPIC == "ddat.attack-declared":
            attackers[of] = getattr(fact, "units", ())
        elif fact.TOPIC == "ddat.combat-began":
            attackers[of] = state.at(getattr(fact, "hex", ""))
        for loss in fact.losses:
            if loss.eliminated and loss.side == "jp":
                for unit in attackers.get(of, ()):
                    yield entry.version, "us", unit
            elif loss.eliminated:
                for unit in _guilty(state, stands, at):
                    yield entry.version, "jp", unit
        state = view.rules.fold(fact, state)


def _guilty(state: Any, stands: Sequence[Entry], at: int) -> tuple[str, ...]:
    """Who took a US unit's last step: the position a loss names, or the force in a hex that is none; all guns of an artillery fire.

    A loss that names nobody, an HQ's, is by the last position that fired under the same declaration.
    """
    fact, of = stands[at].fact, stands[at].of
    by = getattr(fact, "by", "")
    if by == "artillery":  # what fired is recorded after whom it hit
        fired = next((entry.fact for entry in stands[at:] if entry.of == of and entry.fact.TOPIC == "ddat.artillery-fired"), None)
        return tuple(getattr(fired, "there", ()))
    if by and by not in state.positions:
        return (state.invader.unit,) if state.invader is not None and state.invader.unit and by == state.invader_hex else ()
    if not by and any(loss.cause == "position fire" for loss in fact.losses):
        before = (entry.fact for entry in reversed(stands[:at]) if entry.of == of and entry.fact.TOPIC == "ddat.position-fired")
        by = getattr(next(before, None), "position", "")
    return (by,) if by else ()


ATTACKS = {"attack": "attack", "barrage": "barrage", "naval": "naval fire"}
RESULTS = {"ddat.force-disrupted": "disrupted", "ddat.depth-lost": "depth lost", "ddat.force-defeated": "defeated"}


def _attacks_at_tarawa(view: View) -> tuple[Table, ...]:
    """DDaT 8: attacks, barrages and naval fire of the US side, and close combats, with what came of them."""
    tally = Tally()
    kind, around, of = "", "", 0
    for entry in standing(view.entries):
        fact, topic, version = entry.fact, entry.fact.TOPIC, entry.version
        if entry.of != of:
            kind, around, of = "", "", entry.of
        if topic == "ddat.hex-attacked":
            kind = ATTACKS.get(getattr(fact, "kind", ""), "attack")
            tally.add(kind, "times", version=version)
        elif topic == "ddat.combat-began":
            kind, around = f"close combat, {side_title(view, getattr(fact, 'attacker', ''))} attacking", kind
            tally.add(kind, "times", version=version)
        elif topic == "ddat.combat-ended":
            kind = around
        elif kind and topic in RESULTS:
            tally.add(kind, RESULTS[topic], version=version)
        for loss in fact.losses if kind else ():
            if loss.eliminated:
                tally.add(kind, f"{loss.side} eliminated", version=version)
            if loss.side == "us" and loss.steps:
                tally.add(kind, "us steps", version=version, amount=loss.steps)
    kinds = [name for name, column in tally.counts if column == "times"]
    columns = ("times", *RESULTS.values(), "jp eliminated", "us steps", "us eliminated")
    return (
        _table(
            "Attacks and close combat",
            ("kind", "times", "Japanese disrupted", "depth lost", "Japanese defeated", "Japanese eliminated", "US steps lost", "US eliminated"),
            tuple((name, *(tally.figure(name, column) for column in columns)) for name in kinds),
            "What came of the attacks, barrages and naval fire of the US side, and of the close combats of both. "
            "The defeated are eliminated or go back to the reserve.",
        ),
    )


GAMES: Mapping[str, GameTells] = {
    "iwo": GameTells(
        columns=("landed", "returned", "moved", "retreated"),
        suffered=(HIT,),
        deeds={
            "iwo.unit-landed": (Deed("landed", "unit"),),
            "iwo.unit-returned": (Deed("returned", "unit"),),
            "iwo.unit-moved": (Deed("moved", "unit"),),
            "iwo.concealed-moves": (Deed("moved", "moves"),),
            "iwo.unit-retreated": (Deed("retreated", "unit"),),
            "iwo.step-lost": (Deed(HIT, "unit"),),
            "iwo.concealed-losses": (Deed(HIT, "left"),),
            "iwo.loss-ignored": (Deed(HIT, "unit"), Deed(MARKERS, "unit", "loss ignored")),
            "iwo.unit-revealed": (Deed(MARKERS, "unit", "revealed"),),
            "iwo.unit-hidden": (Deed(MARKERS, "unit", "hidden again"),),
            "iwo.air-grounded": (Deed(MARKERS, "units", "grounded"),),
            "iwo.kirikami-declared": (Deed(MARKERS, "unit", "Kirikami charge"),),
            "iwo.unit-overstacked": (Deed(MARKERS, "unit", "removed for want of room"),),
            "iwo.unit-removed": (Deed(MARKERS, "unit", "left play"),),
        },
    ),
    "ddat": GameTells(
        columns=("placed", "landed", "moved", "attacked"),
        suffered=(UNDER_FIRE,),
        deeds={
            "ddat.units-placed": (Deed("placed", "units"),),
            "ddat.landed": (Deed("landed", "units"),),
            "ddat.units-moved": (Deed("moved", "units"),),
            "ddat.attack-declared": (Deed("attacked", "units"),),
            "ddat.position-fired": (Deed(UNDER_FIRE, "hits"), Deed(UNDER_FIRE, "leaders")),
            "ddat.artillery-fired": (Deed(UNDER_FIRE, "unit"),),
            "ddat.unit-disrupted": (Deed(MARKERS, "unit", "disrupted"),),
            "ddat.hero-placed": (Deed(MARKERS, "unit", "a hero rises"),),
            "ddat.ryan-placed": (Deed(MARKERS, "unit", "Major Ryan joins"),),
            "ddat.leader-hit": (Deed(MARKERS, "who"),),
            "ddat.command-changed": (Deed(MARKERS, "unit", "command post"),),
            "ddat.action-freed": (Deed(MARKERS, "unit", "support marker"),),
            "ddat.unit-removed": (Deed(MARKERS, "unit", "left play"),),
        },
        side_of=lambda view, unit: "us" if unit in view.state.units else "jp",
        won=_won_at_tarawa,
        attacks=_attacks_at_tarawa,
        about="Japanese positions fire, and stand here by their numbers; the units in them by their names.",
        house_rules={"ddat.option-taken": "option"},
    ),
}
"""What is known of the facts of each game; a topic never changes."""


# ---- disputes ----


def disputes(view: View) -> tuple[Line, ...]:
    """What the record says about itself: rulings, irregularities, values set by hand, take-backs and what they struck, branches."""
    found: list[Line] = []
    kept: list[Entry] = []
    for entry in view.entries:
        if not isinstance(entry.fact, TakenBack):
            kept.append(entry)
            continue
        struck: list[Entry] = []
        while kept and kept[-1].version > entry.fact.to:
            struck.insert(0, kept.pop())
        why = f": {entry.fact.why}" if entry.fact.why else ""
        words = f"{_struck(view, struck)}, back to entry {entry.fact.to}{why}"
        found.append(Line(_at(words, entry), (entry.version, *(e.version for e in struck)), "taken-back"))
    return tuple(sorted([*found, *_remarks(kept)], key=lambda line: line.entries[0]))


_KINDS: Mapping[type[Fact], str] = {RulingMade: "ruling", Irregular: "irregular", Adjusted: "adjusted", BranchedFrom: "adjusted"}


def _remarks(kept: Sequence[Entry]) -> Iterator[Line]:
    """A line for each thing that was settled at the table, and one for each that was insisted on, with the rules it broke."""
    insisted: dict[tuple[int, str], list[Entry]] = {}
    for entry in kept:
        fact, reason = entry.fact, getattr(entry.fact, "as_played", "")
        known = [key for key in insisted if isinstance(fact, Irregular) and key[0] == entry.of and fact.why.endswith(f" ({key[1]})")]
        if known:
            insisted[known[0]].append(entry)
        elif type(fact) in _KINDS:
            yield Line(_at(beside(fact) + _rule(fact), entry), (entry.version,), _KINDS[type(fact)])
        elif reason:  # the answers of a line have its reason too
            insisted.setdefault((entry.of, reason), [entry])
    for (_, reason), (first, *broken) in insisted.items():
        why = "".join(f": {beside(one.fact).removesuffix(f' ({reason})')}{_rule(one.fact)}" for one in broken) or _rule(first.fact)
        words = f"{_spoken(first.fact)}{why}; as played: {reason}"
        kind = "irregular" if broken else "dispute"
        yield Line(_at(words, first), tuple(entry.version for entry in (first, *broken)), kind, getattr(first.fact, "side", ""))


def _at(words: str, entry: Entry) -> str:
    where = moment(entry)
    words = f"{where}: {words}" if where else words
    return words[:1].upper() + words[1:]


def _rule(fact: Fact) -> str:
    return f" [{fact.rule}]" if fact.rule else ""


def _spoken(fact: Fact) -> str:
    """A declaration or answer as a player would say it."""
    if isinstance(fact, Declared):
        return " ".join([fact.verb, *map(say, fact.values.values())])
    name, value = getattr(fact, "name", ""), getattr(fact, "value", None)
    return f"{name} {say(value)}" if name and value is not None else fact.sentence()


STRUCK = 12
"""Sentences told of what was taken back."""


def _struck(view: View, entries: Sequence[Entry]) -> str:
    """What was taken back: what was told of it, where there is no such thing, what was said."""
    place = named(view)
    told = [words for words in (entry.fact.sentence() for entry in entries if not isinstance(entry.fact, StepBegan)) if words]
    told = [place(words) for words in told] or [_spoken(entry.fact) for entry in entries]
    more = f" and {len(told) - STRUCK} more" if len(told) > STRUCK else ""
    count = f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'}"
    return f"{'; '.join(told[:STRUCK])}{more} ({count})" if told else count


# ---- the appendix ----


def chance(view: View) -> tuple[Table, ...]:
    """Every roll and every draw, those that were taken back among them."""
    stands = {entry.version for entry in standing(view.entries)}
    rolls: list[tuple[Cell, ...]] = []
    draws: list[tuple[Cell, ...]] = []
    for entry in view.entries:
        fact = entry.fact
        if isinstance(fact, Rolled | Drawn):
            mine = (entry.version,)
            place = (Figure(str(entry.version), mine), moment(entry), side_title(view, fact.side), fact.purpose)
            proof = (fact.source, fact.rule, "" if entry.version in stands else "taken back")
            if isinstance(fact, Rolled):
                faces = Figure(" ".join(map(str, fact.dice)), mine)
                rolls.append((*place, faces, str(fact.sides), Figure(str(sum(fact.dice)), mine), *proof))
            else:
                draws.append((*place, Figure(fact.item, mine), str(fact.left), *proof))
    after = ("source", "rule", "note")
    tables = (
        Table(
            "Every roll",
            ("entry", "moment", "side", "purpose", "dice", "faces of a die", "sum", *after),
            tuple(rolls),
            "In the order of the record.",
        ),
        Table(
            "Every draw",
            ("entry", "moment", "from", "purpose", "drawn", "left", *after),
            tuple(draws),
            "In the order of the record. Left: how many could have come, the one drawn among them.",
        ),
    )
    return tuple(table for table in tables if table.rows)


def said(fact: Fact) -> str:
    """A declaration or answer as it was said; "" for anything else."""
    if isinstance(fact, Declared):
        return " ".join([fact.verb, *(f"{name}={say(value)}" for name, value in fact.values.items())])
    name, value = getattr(fact, "name", ""), getattr(fact, "value", None)
    return f"{name}={say(value)}" if name and value is not None else ""


def record(view: View) -> Table:
    """Every entry, for figures to lead to; those that were taken back are marked. What has no words of its own is called by its topic."""
    stands = {entry.version for entry in standing(view.entries)}
    rows: list[tuple[Cell, ...]] = []
    for entry in view.entries:
        fact = entry.fact
        side = side_title(view, getattr(fact, "side", ""))
        words = said(fact) or fact.sentence() or fact.TOPIC.rpartition(".")[2].replace("-", " ")
        struck = "" if entry.version in stands or isinstance(fact, TakenBack) else "taken back"
        rows.append((Figure(str(entry.version), (entry.version,)), moment(entry), side, words, fact.rule, struck))
    return Table("The record", ("entry", "moment", "side", "what", "rule", "note"), tuple(rows), "What this report rests on.")
