"""The words of a chart: what may be said of its rows, worked out from its fields.

A word goes to the first field not said yet that takes it: a value out of a closed list to the field that has it,
`coastal` to the field of that name, a number to the next figure, a hex to a field of hexes, a text in quotes to a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from pydantic.fields import FieldInfo

from domain.kernel.errors import BadInput, unknown
from domain.kernel.limits import LIST
from domain.kernel.packs import check_field
from domain.kernel.rules import Rules
from domain.kernel.state import alike
from domain.kernel.strict import whole
from domain.kernel.written import Board, Links, OfHexes, mark_on
from replays.dictated.items import QUOTED, Item, brief, unquoted

FIGURES = re.compile(r"-?\w+(?:[-/]-?\w+)+")
"""Figures as a counter shows them: `4-3`, `3-3/2-2`."""
NUMBERS = re.compile(r"[-/\d]+")
RUN = re.compile(r"(.+)\.\.(.+)")
AROUND = "around"
"""The word before a region's edge."""
WITHIN = f"{AROUND} "
"""Stands before an edge in a value, where no blank can be otherwise."""


class Field(NamedTuple):
    """A field of a chart, and what it holds: one value or several, of which kind."""

    name: str
    kind: Any
    several: bool
    choices: tuple[str | int, ...]
    """The closed list that a value is out of; empty if there is none."""
    of_hexes: OfHexes | None
    links: Links | None
    checked: bool
    """Whether its type knows its own notation, as `8any`."""

    @property
    def terms(self) -> tuple[str, ...]:
        """The bare words that belong to it."""
        if self.kind is bool:
            return (self.name.replace("_", "-"),)
        return tuple(choice for choice in self.choices if isinstance(choice, str) and choice)


def _field(name: str, info: FieldInfo) -> Field:
    kind = info.annotation
    several = get_origin(kind) is tuple
    inner = get_args(kind)[0] if several else kind
    inner = get_args(inner)[0] if get_origin(inner) is Annotated else inner
    of_hexes, links = mark_on(info, OfHexes), mark_on(info, Links)
    return Field(
        name,
        inner,
        several,
        get_args(inner) if get_origin(inner) is Literal else (),
        of_hexes,
        links,
        checked=bool(info.metadata) and not (of_hexes or links) and inner is str,
    )


class Lexicon:
    """The words of a chart. `boards` are those that the map may have."""

    def __init__(self, rules: Rules[Any], chart: str, boards: tuple[Board, ...]) -> None:
        self.rules, self.chart, self.schema, self.boards = rules, chart, rules.printed.charts[chart], boards
        fields = {name: _field(name, info) for name, info in self.schema.model_fields.items()}
        order = dict.fromkeys((*self.schema.FIGURES, *fields))
        self.fields: Mapping[str, Field] = fields
        self.bare = tuple(fields[name] for name in order if fields[name].links is None)
        """The fields that a bare word may belong to, in the order in which they take it."""
        self.terms = tuple(dict.fromkeys(word for field in self.bare for word in field.terms))
        self.linked: Mapping[str, Field] = {
            field.links.word or field.name: field for field in fields.values() if field.links
        }

    @property
    def of_hexes(self) -> bool:
        """Whether its rows are the hexes of the map."""
        return self.schema.KEY == "hex" and bool(self.boards)

    # ---- values ----

    def read(self, items: Sequence[Item]) -> dict[str, Any]:
        """What items say of a row. Raises BadInput."""
        said: dict[str, Any] = {}
        waiting = list(items)
        while waiting:
            waiting = waiting[self.take(said, waiting) :]
        return said

    def take(self, said: dict[str, Any], items: Sequence[Item]) -> int:
        """Adds what the first item says, and returns how many items that took. Raises BadInput."""
        item = items[0]
        if item.field:
            self._put(said, self.field(item.field), item.values)
            return 1
        if self._takes(said, item):
            return 1
        named = self._named(item.word)
        if named and named.kind is not bool and len(items) > 1 and not items[1].field:
            self._put(said, named, items[1].values)
            return 2
        for value in item.values:
            if not self._takes(said, Item("", (value,))) and not self._take_figures(said, value):
                self._take_begun(said, value)
        return 1

    def begins(self, item: Item) -> bool:
        """Whether an item can only say something, and name no row."""
        return bool(item.field) or bool(
            item.word
            and _number(item.word) is None
            and (alike(item.word, self.terms) in self.terms or self._named(item.word))
        )

    def field(self, name: str) -> Field:
        """The field that is meant, by its name or how it begins. Raises BadInput."""
        if found := self._named(name):
            return found
        likely = [field for field in self.fields if field.startswith(name.casefold().replace("-", "_"))]
        if len(likely) != 1:
            raise unknown(f"field of the {self.chart} chart", name, self.fields)
        return self.fields[likely[0]]

    def _named(self, name: str) -> Field | None:
        return self.fields.get(name.casefold().replace("-", "_"))

    def check(self, field: str, value: Any) -> None:
        """Raises BadInput if a field cannot have this value."""
        check_field(self.rules, self.chart, field, value)

    def value(self, field: Field, values: Sequence[str]) -> Any:
        """A field's value as a pack holds it. Raises BadInput."""
        if field.several:
            none = len(values) == 1 and values[0] == "none" and "none" not in field.choices
            return [] if none else self._listed(field, values)
        if len(values) != 1:
            raise BadInput(f"{field.name} has one value, not {len(values)}")
        return self._one(field, values[0])

    def _listed(self, field: Field, values: Sequence[str]) -> list[Any]:
        if not field.of_hexes or (field.links and not field.links.word):
            return [self._one(field, value) for value in values]
        found: list[str] = []
        for value in values:
            if QUOTED in value:
                found.append(unquoted(value))
            elif field.of_hexes.sides:
                found += [f"{a}/{b}" for a, b in self.pairs(value)]
            else:
                chained = "-" in value and not value.startswith(WITHIN)
                found += self.chain(value) if chained else self.hexes(value)
            if len(found) > LIST:
                raise BadInput(f"more than {LIST} hexes")
        return found

    def _one(self, field: Field, value: str) -> Any:
        word = unquoted(value)
        if field.kind is bool:
            said = {"yes": True, "true": True, "no": False, "false": False}.get(word.casefold())
            if said is None:
                raise BadInput(f"{field.name} is yes or no, not {word!r}")
            return said
        if field.choices:
            return self._choice(field, word)
        if field.kind is int:
            try:
                return whole(word)
            except ValueError as error:
                raise BadInput(f"{field.name} is a whole number: {error}") from error
        if word == "none" and QUOTED not in value and not field.checked:
            return ""
        return word

    def _choice(self, field: Field, word: str) -> str | int:
        for choice in field.choices:
            if str(choice).casefold() == word.casefold() or (word == "none" and choice == ""):
                return choice
        begun = [choice for choice in field.choices if word and str(choice).casefold().startswith(word.casefold())]
        if len(begun) == 1:
            return begun[0]
        raise BadInput(f"{field.name} is one of {', '.join(str(c) or 'none' for c in field.choices)}, not {word!r}")

    def _put(self, said: dict[str, Any], field: Field, values: Sequence[str]) -> None:
        value = self.value(field, values)
        if said.get(field.name, value) != value:
            raise BadInput(f"{field.name} is said twice, {said[field.name]} and {value}{self._in_order(field)}")
        self.check(field.name, value)
        said[field.name] = value

    def _in_order(self, field: Field) -> str:
        """Where bare figures go, if the field is one of theirs."""
        order = [one.name for one in self.bare if one.kind is int and not (one.several or one.choices)]
        return f"; bare figures go to {', '.join(order)}, in this order" if field.name in order else ""

    # ---- bare words ----

    def _takes(self, said: dict[str, Any], item: Item) -> bool:
        """Whether a field took the values of an item. Closed lists come before texts, which take whatever is quoted."""
        for texts in (False, True):
            for field in self.bare:
                value = self._bare(field, item.values, texts=texts)
                if value is None or (field.name in said and not (field.several and field.choices)):
                    continue
                if field.several and field.choices:
                    value = [*said.get(field.name, ()), *value]
                self.check(field.name, value)
                said[field.name] = value
                return True
        if len(self.fields) == 1 and self.bare and self.bare[0].name not in said:
            self._put(said, self.bare[0], item.values)
            return True
        return False

    def _bare(self, field: Field, values: Sequence[str], *, texts: bool) -> Any:
        """The value of a field in bare words; None if they do not belong to it."""
        first, quoted = unquoted(values[0]), QUOTED in values[0]
        if texts:
            free = field.kind is str and not (field.choices or field.of_hexes or field.checked or field.several)
            return first if free and quoted and len(values) == 1 else None
        if field.several and field.choices:
            spelled = [alike(unquoted(value), field.terms) for value in values]
            return spelled if all(word in field.terms for word in spelled) else None
        if field.of_hexes and not quoted:
            return self.value(field, values) if self._looks_like(field.of_hexes, values, field.several) else None
        if field.checked:
            return self._by_its_type(field, [unquoted(value) for value in values])
        if field.several or len(values) > 1:
            return None
        if field.kind is bool:
            return True if not quoted and alike(first.replace("_", "-"), field.terms) in field.terms else None
        if field.choices:
            return next((choice for choice in field.choices if choice and _same(choice, first, quoted)), None)
        return _number(first) if field.kind is int and not quoted else None

    def _looks_like(self, of: OfHexes, values: Sequence[str], several: bool) -> bool:
        """Whether these are hexes or hexsides; what begins like one is held to be one, so that a slip is explained."""
        if len(values) > 1 and (not several or any(alike(value, self.terms) in self.terms for value in values)):
            return False
        if values[0].startswith(WITHIN):
            return bool(self.boards) and not of.sides
        first = re.split(r"[-/+]|\.\.", values[0])[0]
        return bool(self.boards) and self.boards[0].is_hex(first) and of.sides == ("/" in values[0])

    def _by_its_type(self, field: Field, values: list[str]) -> Any:
        value: Any = values if field.several else values[0]
        if not field.several and len(values) > 1:
            return None
        try:
            self.check(field.name, value)
        except BadInput:
            return None
        return value

    def _take_figures(self, said: dict[str, Any], value: str) -> bool:
        if not FIGURES.fullmatch(value):
            return False
        now = dict(said)
        for part in re.split(r"(?<=\w)[-/]", value):
            if not self._takes(now, Item("", (part,))):
                return False
        said.update(now)
        return True

    def _take_begun(self, said: dict[str, Any], value: str) -> None:
        """Takes a word by how it begins. Raises BadInput, saying what there is."""
        word = unquoted(value)
        begun = [known for known in self.terms if word and known.startswith(word.casefold().replace("_", "-"))]
        if len(begun) == 1 and QUOTED not in value and self._takes(said, Item("", (begun[0],))):
            return
        if len(begun) > 1:
            raise BadInput(f"{word!r} may be {' or '.join(begun)}")
        if _number(word) is not None or NUMBERS.fullmatch(word):
            raise BadInput(f"{word} is a figure too many; {self._allowed()}")
        if self.terms:
            if alike(word, self.terms) in self.terms:
                held = next(field for field in self.bare if alike(word, field.terms) in field.terms)
                raise BadInput(f"{word} and {said.get(held.name)}: {held.name} is said twice")
            names = (
                *self.terms,
                *self.linked,
                *(name for name in self.fields if name.replace("_", "-") not in self.terms),
            )
            error = unknown(f"word of the {self.chart} chart", word, list(dict.fromkeys(names)))
            texts = [field for field in self.bare if field.kind is str and not (field.choices or field.of_hexes)]
            raise BadInput(f'{error}; a {texts[0].name} stands in quotes, "{word}"') if texts else error
        raise BadInput(f"{word!r} belongs to no field of the {self.chart} chart; {self._allowed()}")

    def _allowed(self) -> str:
        return f"fields are {', '.join(field.name for field in self.bare)}, each once, or said as {self.bare[0].name}=…"

    # ---- hexes ----

    def hexes(self, value: str) -> tuple[str, ...]:
        """A hex, the hexes of a run, `1601..1640`, or those on and within an edge, in the order of their numbers.
        Raises BadInput."""
        if value.startswith(WITHIN):
            edge = self.chain(value.removeprefix(WITHIN))
            try:
                return self.boards[0].around(edge)
            except BadInput as error:
                raise BadInput(f"{brief(value)}: {error}") from error
        run = RUN.fullmatch(value)
        if not run:
            self._spot(value)
            return (unquoted(value),)
        first, last = self.ends(value)
        found = self.boards[0].run(first, last)
        if self.boards[0].spot(first) > self.boards[0].spot(last):
            raise BadInput(f"{value}: the run goes backwards; write {last}..{first}")
        return found

    def ends(self, run: str) -> tuple[str, str]:
        """The first and the last hex of a run; `O12..50` and `1601..40` leave out what the last has in common with the
        first. Raises BadInput."""
        first, *others = run.split("..")
        if len(others) != 1:
            raise BadInput(
                f"{brief(run)}: a run has two ends; one that turns is two, {brief(first)}..{others[0]} and so on"
            )
        [last] = others
        if last.isdecimal() and not self.boards[0].is_hex(last):
            stem = first.rstrip("0123456789") or first[: -len(last)]
            last = stem + last
        return first, last

    def regions(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Items in which the word `around` and the chain that follows it are one value."""
        found: list[Item] = []
        for item in items:
            if self.boards and found and found[-1].values[-1:] == (AROUND,) and not item.field:
                before = found.pop()
                item = Item(before.field, (*before.values[:-1], WITHIN + item.values[0], *item.values[1:]))
            found.append(item)
        return tuple(found)

    def _spot(self, value: str) -> None:
        self.boards[0].spot(unquoted(value))

    def chain(self, value: str) -> tuple[str, ...]:
        """The hexes of a chain, `1530-1630-1731`, in which runs may stand, either way. Raises BadInput if it jumps."""
        found: list[str] = []
        for part in value.split("-"):
            first, *turns = part.split("..")
            self._spot(first)
            found.append(first)
            for turn in turns:
                found += self.boards[0].run(*self.ends(f"{found[-1]}..{turn}"))[1:]
            if len(found) > LIST:
                raise BadInput(f"more than {LIST} hexes")
        for a, b in pairwise(found):
            self.touching(a, b, value)
        return tuple(found)

    def pairs(self, value: str) -> Iterator[tuple[str, str]]:
        """The two hexes of each hexside of `2724/2725`, of a chain `2724/2825/2725`, of `2724/2725+2825`, and of the
        line between two runs, `2724..2727/2824..2827`. Raises BadInput."""
        if self.boards and ".." in value:
            yield from self._between(value)
            return
        parts = [[unquoted(word) for word in part.split("+")] for part in value.split("/")]
        if len(parts) < 2:
            raise BadInput(f"{brief(value)}: two rows are parted by /, as in a/b")
        if sum(len(one) * len(other) for one, other in pairwise(parts)) > LIST:
            raise BadInput(f"more than {LIST} hexsides")
        for one, other in pairwise(parts):
            for a, b in product(one, other):
                if self.boards:
                    self.boards[0].spot(a), self.boards[0].spot(b)
                    self.touching(a, b, value)
                yield a, b

    def _between(self, value: str) -> Iterator[tuple[str, str]]:
        """All hexsides between runs that lie side by side. Raises BadInput."""
        if len(self.boards) > 1:
            raise BadInput(f"{brief(value)}: which hexes touch is known once the grid chart is said; say it above")
        parts = [
            [hex for word in part.split("+") for hex in (self.chain(word) if ".." in word else self.hexes(word))]
            for part in value.split("/")
        ]
        if len(parts) < 2:
            raise BadInput(f"{brief(value)}: two rows are parted by /, as in a/b")
        board = self.boards[0]
        found: list[tuple[str, str]] = []
        for one, other in pairwise(parts):
            near = {
                a: [b for b in map(board.printed_as, board.grid.neighbours(board.known_as(a))) if b in other]
                for a in one
            }
            met = {b for beyond in near.values() for b in beyond}
            if alone := next((hex for hex in (*one, *other) if not near.get(hex) and hex not in met), ""):
                raise BadInput(
                    f"{brief(value)}: {alone} touches none of the other hexes; the two runs lie side by side"
                )
            found += ((a, b) for a, beyond in near.items() for b in beyond)
            if len(found) > LIST:
                raise BadInput(f"more than {LIST} hexsides")
        yield from found

    def touching(self, a: str, b: str, where: str) -> None:
        """Raises BadInput if two hexes of a chain do not touch."""
        if not any(board.adjacent(a, b) for board in self.boards):
            near = [self.boards[0].printed_as(n) for n in self.boards[0].grid.neighbours(self.boards[0].known_as(a))]
            places = zip(self.boards[0].place(a), self.boards[0].place(b), strict=True)
            also = f"; a run is {a}..{b}" if any(one == other for one, other in places) else ""
            around = ", ".join(sorted(filter(None, near)))
            raise BadInput(f"{brief(where)}: {b} is not next to {a}, which touches {around}{also}")


def _same(choice: str | int, word: str, quoted: bool) -> bool:
    return str(choice).casefold() == word.casefold() and not (quoted and isinstance(choice, int))


def _number(word: str) -> int | None:
    try:
        return whole(word)
    except ValueError:
        return None
