"""State: the position of a game, which is the fold of its facts and nothing else.

Also here: rows of charts (the contents of the printed game), and paths into the state (`units.INF1.steps`), which
positions, adjustments and cases share.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BeforeValidator, TypeAdapter, ValidationError
from pydantic_core import to_json

from domain.kernel.errors import BadInput, Unknown, Unread, unknown
from domain.kernel.facts import Change, Frozen, Words
from domain.kernel.limits import LIST, NAME, Bounds
from domain.kernel.strict import unprintable, whole

PAPER, RECORDED = "paper", "recorded"
"""The two homes of hidden things: the players' own paper, unknown to the record until shown; or the record, as secrets.
"""


class Named(NamedTuple):
    """Marks a word, or several, as names of this kind ("unit", "area"); `Rules.names` lists them.

    It marks a verb's value, a field of the state, or the keys of a field. Pydantic does not check it: a recorded value
    is always folded; names are checked when a line is said.
    """

    kind: str
    twice: bool = False
    """Whether a name may stand there several times: a hex on a path, a bought item, or a case that a rule refuses
    itself.

    Otherwise a repeated name counts once.
    """


PHASE, SPAN, SIDE = "phase", "phase or span", "side"
"""The kinds of names that every game has: the phases of its sequence of play; those and the spans they lie in; and the
sides."""

SideName = Annotated[str, Named(SIDE)]


class Row(Frozen):
    """A row of a chart, as the printed game has it."""

    CHART: ClassVar[str]
    KEY: ClassVar[str] = "row"
    FIGURES: ClassVar[tuple[str, ...]] = ()
    """The fields with its figures in the order in which they are printed, where it is not that of the fields."""
    LETTERS: ClassVar[Mapping[str, str]] = {}
    """A letter for each word that a row of the map may be written with."""

    def __init_subclass__(cls, *, chart: str, key: str = "row") -> None:
        super().__init_subclass__()
        cls.CHART, cls.KEY = chart, key


R = TypeVar("R", bound=Row)


class Result(Frozen):
    """The end of the game.

    `winner` is "" for a draw, and for a `disputed` result, whose winner the rules do not settle.
    """

    winner: str = ""
    by: str = ""
    """The code of the reason for the end."""
    why: Words = "set by hand"
    rule: str = ""
    """The rule that ended it."""
    disputed: bool = False


class Reading(NamedTuple):
    """An ambiguous place of the rulebook, with its possible readings. The first choice is the default.

    A reading added later names the version of the rules it came with (`since`), and the choice by which earlier games
    were played (`before`). Those games keep it.
    """

    id: str
    rule: str
    question: str
    choices: Mapping[str, str]
    text: str = ""
    """The sentence in question, in short, and what it leaves open."""
    since: int = 1
    before: str = ""

    @property
    def default(self) -> str:
        return next(iter(self.choices))

    @property
    def unnamed(self) -> str:
        """The choice for a game that began without naming it. Its first entry names all readings that existed then."""
        return self.before or self.default


class Settled(NamedTuple):
    """A silent or contradictory place of the rulebook that every table reads in one way.

    There is nothing to rule on.
    """

    id: str
    rule: str
    question: str
    read: str
    """The way it is read."""
    why: str
    """The reasons for it, and why there is no choice."""


class State(Frozen):
    """The state that the rules ask about. Games add their own fields; no field is for display only."""

    began: bool = False
    scenario: str = ""
    phase: Annotated[str, Named(SPAN)] = ""
    """The phase of the sequence of play at hand, by its id; or the span that begins."""
    played: Annotated[tuple[str, ...], Named(SPAN)] = ()
    """The phases already played, in spans without a fixed order."""
    sides_done: Annotated[tuple[str, ...], Named(SIDE)] = ()
    """The sides that have nothing more to declare in the phase at hand, if each side works through it."""
    hidden: str = "recorded"
    charts: Mapping[str, Mapping[str, Any]] = {}
    complete: tuple[str, ...] = ()
    readings: Mapping[str, str] = {}
    house: Mapping[str, str] = {}
    """House rules: the rule as it is cited -> what the players agreed on, in words."""
    passes: tuple[str, ...] = ()
    """The standing passes, as side:name of the question."""
    result: Result | None = None

    READINGS: ClassVar[Mapping[str, Reading]] = {}
    """The places where the game's rulebook is ambiguous."""

    def reading(self, id: str) -> str:
        """How this table reads an ambiguous rule."""
        return self.readings.get(id) or self.READINGS[id].default

    @property
    def on_paper(self) -> bool:
        """Whether hidden things are on the players' own paper."""
        return self.hidden == PAPER

    def hidden_by(self, side: str) -> str:
        """The side that alone knows a hidden thing of this side; "" on paper, where the record does not hold it."""
        return "" if self.on_paper else side

    def read(self, row: type[R], name: str) -> R:
        """The row of that name. Raises Unread if nobody has read it out yet, so that the table is asked."""
        try:
            return self.charts[row.CHART][name]  # type: ignore[no-any-return]
        except KeyError:
            raise Unread(row.CHART, name) from None

    def read_or(self, row: type[R], name: str, otherwise: R) -> R:
        """The same; `otherwise` where the chart has been read out whole and has no such row."""
        try:
            return self.charts[row.CHART][name]  # type: ignore[no-any-return]
        except KeyError:
            if row.CHART in self.complete:
                return otherwise
            raise Unread(row.CHART, name) from None

    def rows(self, row: type[R]) -> Mapping[str, R]:
        """All known rows of a chart."""
        return self.charts.get(row.CHART, {})


Reader = Callable[[Any, str], R]
"""A method of a state that reads rows of a chart by their names."""


def reads(row: type[R], otherwise: R | None = None) -> Reader[R]:
    """A method of a state: the row of that name, as `State.read` has it, or `State.read_or` where it is given what
    `otherwise` holds.

    Rules ask for nothing as often as for the card of a unit or a hex: a known one costs one call.
    """
    chart = row.CHART

    def found(state: State, name: str) -> R:
        try:
            return state.charts[chart][name]  # type: ignore[no-any-return]
        except KeyError:
            return state.read(row, name) if otherwise is None else state.read_or(row, name, otherwise)

    return found


# ---- values from text, by the type of the field they are for ----


@lru_cache(maxsize=512)
def adapter(kind: Any) -> TypeAdapter[Any]:
    """The validator of a type."""
    return TypeAdapter(kind)


def parse(kind: Any, text: str) -> Any:
    """The value in a text, by its type: `4`, `yes`, `BE1,BE2`, `a:1,b:2`. Raises BadInput."""
    try:
        value = adapter(kind).validate_python(_loose(kind, text))
    except (ValidationError, ValueError) as error:
        raise BadInput(_own_words(error) or f"{text!r} is not {describe(kind)}") from error
    if trouble := beyond(kind, value):
        raise BadInput(trouble)
    return value


def beyond(kind: Any, value: Any) -> str:
    """The first value out of bounds, at any depth, in words; "" if there is none."""
    origin, args = get_origin(kind), get_args(kind)
    found: Iterable[str] = ()
    if isinstance(value, Frozen):
        fields = type(value).model_fields
        found = (
            f"{name}: {trouble}"
            for name, info in fields.items()
            if (trouble := beyond(info.rebuild_annotation(), getattr(value, name)))
        )
    elif origin is Annotated:
        bounds = next((mark for mark in args[1:] if isinstance(mark, Bounds)), None)
        if bounds and not bounds.least <= value <= bounds.most:
            return f"{value} is not {describe(kind)}"
        return beyond(args[0], value)
    elif isinstance(value, Mapping):
        found = (beyond(args[1], inner) for inner in value.values()) if len(args) == 2 else ()
    elif isinstance(value, tuple) and args:
        found = (beyond(args[0], inner) for inner in value)
    return next(filter(None, found), "")


Names = Callable[[str], Sequence[str]]
"""The names of a kind; empty if they are not all known."""


def unheard(kind: Any, value: Any, names: Names) -> Unknown | None:
    """The error for the first unknown name in a value, at any depth; None if all names are known."""
    origin, args = get_origin(kind), get_args(kind)
    found: Iterable[Unknown | None] = ()
    if isinstance(value, Frozen):
        found = (
            unheard(info.rebuild_annotation(), getattr(value, name), names)
            for name, info in type(value).model_fields.items()
        )
    elif origin is Annotated:
        named = next((mark.kind for mark in args[1:] if isinstance(mark, Named)), "")
        if named:
            found = (_unheard(named, word, names) for word in ((value,) if isinstance(value, str) else value))
        else:
            found = (unheard(args[0], value, names),)
    elif origin in (Union, UnionType):
        return _in_none(args, value, names)
    elif isinstance(value, Mapping) and len(args) == 2:
        found = (
            wrong
            for pair in value.items()
            for side, each in zip(args, pair, strict=True)
            if (wrong := unheard(side, each, names))
        )
    elif isinstance(value, tuple) and args:
        found = (unheard(args[0], each, names) for each in value)
    return next(filter(None, found), None)


def _unheard(kind: str, word: str, names: Names) -> Unknown | None:
    known = names(kind) if word else ()
    return unknown(kind, word, known) if known and word not in known else None


def spelled_at(state: Any, path: tuple[str, ...], names: Names) -> tuple[str, ...]:
    """A path with its fields and keys spelled correctly. Case does not matter if it names only one.

    Raises BadInput if there is no such place.
    """
    found: tuple[str, ...] = ()
    for part in path:
        kind = _there(kind_at(state, found)) if found else type(state)
        if isinstance(kind, type) and issubclass(kind, Frozen):
            part = alike(part, kind.model_fields)
        elif issubclass(get_origin(kind) or type, Mapping):
            part = alike(part, look_or_none(state, found) or {})
            part = str(spelled_in(get_args(kind)[0], part, names))
        found = (*found, part)
    return found


def spelled_in(kind: Any, value: Any, names: Names) -> Any:
    """A value with the names in it, at any depth, spelled correctly. Unknown names stay as they are."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        named = next((mark.kind for mark in args[1:] if isinstance(mark, Named)), "")
        if not named or not value:
            return spelled_in(args[0], value, names)
        return (
            alike(value, names(named)) if isinstance(value, str) else tuple(alike(word, names(named)) for word in value)
        )
    if origin in (Union, UnionType):
        for one in args:
            spelled = value if get_origin(one) is Literal or one is NoneType else spelled_in(one, value, names)
            if spelled != value:
                return spelled
        return value
    if isinstance(value, Mapping) and len(args) == 2:
        return {spelled_in(args[0], key, names): spelled_in(args[1], each, names) for key, each in value.items()}
    return tuple(spelled_in(args[0], each, names) for each in value) if isinstance(value, tuple) and args else value


def alike(word: str, known: Iterable[str]) -> str:
    """The only known word that equals this one but for case; else the word itself."""
    known = tuple(known)
    same = [one for one in known if one.casefold() == word.casefold()] if word not in known else []
    return same[0] if len(same) == 1 else word


def _in_none(kinds: Sequence[Any], value: Any, names: Names) -> Unknown | None:
    """The error for a value that fits none of several types; None if it fits one of them."""
    wrong: list[Unknown] = []
    others: list[str] = []
    for kind in kinds:
        if get_origin(kind) is Literal:
            if value in get_args(kind):
                return None
            others += [choice for choice in get_args(kind) if choice]
        elif kind is NoneType:
            if value is None:
                return None
        elif (found := unheard(kind, value, names)) is None:
            return None
        else:
            wrong.append(found)
    if wrong and others:
        return Unknown(f"{wrong[0]}; or {', '.join(others)}", wrong[0].kind, wrong[0].name)
    return wrong[0] if wrong else None


def unheard_at(state: Any, path: tuple[str, ...], value: Any, names: Names) -> Unknown | None:
    """The error for the first unknown name in a value at a path, or in the path's keys; None if all names are known.

    Raises BadInput if there is no such place.
    """
    for at, part in enumerate(path):
        kind = _there(kind_at(state, path[:at])) if at else type(state)
        args = get_args(kind)
        if issubclass(get_origin(kind) or type, Mapping) and args and (wrong := unheard(args[0], part, names)):
            return wrong
    return unheard(kind_at(state, path), value, names)


def _own_words(error: ValueError) -> str:
    """The message of a field's own check; "" if only the type was wrong."""
    if not isinstance(error, ValidationError):
        return ""
    first = error.errors()[0]
    return str(first["ctx"]["error"]) if first["type"] == "value_error" else ""


def check(kind: Any, value: Any) -> Any:
    """The value, validated as this type. Raises BadInput."""
    try:
        return adapter(kind).validate_python(value)
    except ValidationError as error:
        raise BadInput(f"{value!r} is not {describe(kind)}: {error.errors()[0]['msg']}") from error


def _loose(kind: Any, text: str) -> Any:
    """The value that a text stands for in a type, not checked yet. Raises ValueError."""
    form = get_origin(kind) or kind
    read = LOOSE.get(form)
    if read is None and isinstance(form, type):
        read = next((LOOSE[base] for base in (Mapping, Frozen) if issubclass(form, base)), None)
    return read(kind, text) if read else text


def _loose_marked(kind: Any, text: str) -> Any:
    bare, *marks = get_args(kind)
    if text == "none" and bare is str and any(isinstance(mark, Named) for mark in marks):
        return ""  # "none" names nothing
    if any(isinstance(mark, BeforeValidator) for mark in marks):
        return text  # the type reads its own words
    return _loose(bare, text)


def _loose_union(kind: Any, text: str) -> Any:
    args = get_args(kind)
    if text == "none" and NoneType in args:
        return None
    return _loose(next(a for a in args if a is not NoneType), text)


def _loose_list(kind: Any, text: str) -> Any:
    parts = [] if text in ("none", "") else text.split(",")
    if len(parts) > LIST:
        raise BadInput(f"{len(parts)} values; {LIST} is the most")
    return tuple(_loose(get_args(kind)[0], part) for part in parts)


def _loose_choice(kind: Any, text: str) -> Any:
    args = get_args(kind)
    text = "" if text == "none" and "none" not in args and "" in args else text
    text = alike(text, map(str, args))
    return next((choice for choice in args if str(choice) == text), text)


def _loose_pairs(kind: Any, text: str) -> Any:
    if text in ("none", ""):
        return {}
    pairs = [pair.partition(":") for pair in text.split(",")]
    return {key: _loose(get_args(kind)[1], value) for key, _, value in pairs}


def _loose_truth(kind: Any, text: str) -> Any:
    words = {"yes": True, "true": True, "no": False, "false": False}
    if text.casefold() not in words:
        raise ValueError(text)
    return words[text.casefold()]


def _loose_fields(kind: type[Frozen], text: str) -> Any:
    if "=" not in text and ":" not in text:
        return text
    values = {}
    for pair in text.split(","):
        name, _, value = pair.partition("=" if "=" in pair else ":")
        if name not in kind.model_fields:
            raise ValueError(pair)
        values[name] = _loose(kind.model_fields[name].annotation, value)
    return values


LOOSE: Mapping[Any, Callable[[Any, str], Any]] = {
    Annotated: _loose_marked,
    Union: _loose_union,
    UnionType: _loose_union,
    tuple: _loose_list,
    Literal: _loose_choice,
    Mapping: _loose_pairs,
    bool: _loose_truth,
    int: lambda kind, text: whole(text),
    Frozen: _loose_fields,
}
"""How a text is read, by the form of its type. Any other type takes the text as it stands."""


def say(value: Any) -> str:
    """The text form of a value; `parse` gives it back."""
    if isinstance(value, str):
        return value
    if value is None or value == () or value == {}:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return ",".join(say(v) for v in value)
    if isinstance(value, Mapping):
        return ",".join(f"{k}:{say(v)}" for k, v in value.items())
    if isinstance(value, Frozen):
        return ",".join(f"{k}={say(v)}" for k, v in value if v != type(value).model_fields[k].default)
    return str(value)


def describe(kind: Any) -> str:
    """The type in a player's words."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        if named := next((mark.kind for mark in args[1:] if isinstance(mark, Named)), ""):
            one = f"{'an' if named[0] in 'aeio' else 'a'} {named}"
            return one if args[0] is str else f"{one}, several joined by commas"
        return describe(args[0]) + "".join(
            f" from {mark.least} to {mark.most}" for mark in args[1:] if isinstance(mark, Bounds)
        )
    if origin is Literal:
        return "one of " + ", ".join(str(arg) or "none" for arg in args)
    if origin in (Union, UnionType):
        return " or ".join("none" if a is NoneType else describe(a) for a in args)
    if origin is tuple:
        return f"{describe(args[0])}, several joined by commas"
    if origin is not None:
        return "pairs like a:b joined by commas"
    names = {int: "a whole number", str: "a word", bool: "yes or no"}
    return names.get(kind, getattr(kind, "__name__", str(kind)).lower())


def parse_field(row: type[Row], field: str, text: str, *, spaced: bool = True) -> Any:
    """The value of a chart's field as a pack holds it, from its text form. Raises BadInput.

    Lists keep their notation (`1226-1229`). Commas separate their words; spaces do too, unless the words are names that
    may hold some. `none` is the value of an omitted text field.
    """
    info = row.model_fields[field]
    kind = info.rebuild_annotation()
    text = text.strip()
    if unprintable(text):
        raise BadInput(f"{text[:60]!r} holds a control character, or one that cannot be shown")
    if get_origin(info.annotation) is tuple:
        text = (
            ",".join(text.replace(",", " ").split()) if spaced else ",".join(word.strip() for word in text.split(","))
        )
    if text == "none" and info.default == "":
        text = ""
    parse(kind, text)
    return _loose(kind, text)


def parse_row(row: type[Row], words: Mapping[str, str], known: Row | None = None) -> dict[str, Any]:
    """A chart's row: these fields read from text and checked, the others as known. Raises BadInput."""
    values: dict[str, Any] = known.model_dump(mode="json", exclude_unset=True) if known else {}
    for name, text in words.items():
        if name not in row.model_fields:
            raise unknown(f"field of the {row.CHART} chart", name, row.model_fields)
        try:
            values[name] = parse_field(row, name, text, spaced=False)
        except BadInput as error:
            raise BadInput(f"{name}: {error}") from error
    return check_row(row, values)


def check_row(row: type[Row], values: Mapping[str, Any]) -> dict[str, Any]:
    """A chart's row from values, checked strictly: no text or truth value passes for a number.

    Raises BadInput, naming the field.
    """
    try:
        for field, value in values.items():
            if trouble := oversize(value):
                raise BadInput(f"{field}: {trouble}")
        checked = row.model_validate_json(to_json(values), strict=True)
        if trouble := beyond(row, checked):
            raise BadInput(f"{trouble}; fields are {', '.join(row.model_fields)}")
        return checked.model_dump(mode="json", exclude_unset=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        what = {"missing": "is missing", "extra_forbidden": f"is no field of the {row.CHART} chart"}.get(first["type"])
        what = what or _own_words(error) or first["msg"]
        raise BadInput(f"{where}: {what}; fields are {', '.join(row.model_fields)}") from error


def oversize(value: Any) -> str:
    """The text or list that is too large in a value of a chart's row, in words; "" if there is none."""
    if isinstance(value, str) and len(value) > NAME:
        return f"a text of {len(value)} characters; {NAME} is the most"
    if isinstance(value, (list, tuple)):
        return (
            f"{len(value)} values; {LIST} is the most"
            if len(value) > LIST
            else next(filter(None, map(oversize, value)), "")
        )
    return ""


# ---- paths ----


def look(state: Any, path: tuple[str, ...]) -> Any:
    """The value at a path. Raises BadInput if there is none."""
    value = state
    for at, part in enumerate(path):
        if isinstance(value, Frozen):
            if part not in type(value).model_fields:
                raise unknown(f"field of {'.'.join(path[:at]) or 'the game'}", part, type(value).model_fields)
            value = getattr(value, part)
        elif isinstance(value, Mapping):
            if part not in value:
                raise unknown("entry", ".".join((*path[:at], part)), value)
            value = value[part]
        else:
            raise BadInput(f"{'.'.join(path[:at])} has nothing below it")
    return value


def look_or_none(state: Any, path: tuple[str, ...]) -> Any:
    """The value at a path; None if there is none."""
    try:
        return look(state, path)
    except BadInput:
        return None


def kind_at(state: Any, path: tuple[str, ...]) -> Any:
    """The type of the values at this path. Raises BadInput if there is no such place."""
    of: Any = type(state)
    return _kind_at(of, path)


@lru_cache(maxsize=4_096)  # a position sets the same fields of the same units again and again
def _kind_at(of: Any, path: tuple[str, ...]) -> Any:
    kind: Any = of
    for at, part in enumerate(path):
        kind = _there(kind)
        if isinstance(kind, type) and issubclass(kind, Frozen):
            if part not in kind.model_fields:
                raise unknown(f"field of {'.'.join(path[:at]) or 'the game'}", part, kind.model_fields)
            kind = kind.model_fields[part].rebuild_annotation()
        elif get_args(kind) and issubclass(get_origin(kind) or type, Mapping):
            kind = get_args(kind)[1]
        else:
            raise BadInput(f"{'.'.join(path[:at])} has nothing below it")
    return kind


def _there(kind: Any) -> Any:
    """The type without Annotated and without None."""
    if get_origin(kind) is Annotated:
        return _there(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind):
        return next(one for one in get_args(kind) if one is not NoneType)
    return kind


def put(value: Any, path: tuple[str, ...], now: Any, kind: Any = None) -> Any:
    """The state with the value at the path replaced. Missing values on the way are made. Never raises on a checked
    path.

    `kind` is the type of `value`, used if it has to be made.
    """
    if not path:
        return now
    part, rest, kind = path[0], path[1:], _there(kind)
    if value is None and isinstance(kind, type) and issubclass(kind, Frozen):
        value = kind.model_construct()
    if isinstance(value, Frozen):
        inner = type(value).model_fields[part].rebuild_annotation() if part in type(value).model_fields else None
        return value.but(**{part: put(getattr(value, part, None), rest, now, inner)})
    old = value if isinstance(value, Mapping) else {}
    inner = get_args(kind)[1] if len(get_args(kind)) == 2 else None
    return {**old, part: put(old.get(part), rest, now, inner)}


def apply(state: Any, changes: tuple[Change, ...]) -> Any:
    """The state after checked changes. Each JSON value is read by its field's type.

    Changes to fields that no longer exist, and values out of bounds, are skipped: older records may hold them.
    """
    for change in changes:
        try:
            kind = kind_at(state, change.path)
            now = adapter(kind).validate_python(change.now)
        except (BadInput, ValidationError):  # a field of an older version of the state
            continue
        if not beyond(kind, now):  # a value from before there were bounds
            state = put(state, change.path, now)
    return state


def walk(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every path whose value differs from its field's default, with the value."""
    if isinstance(value, Frozen):
        for name, field in type(value).model_fields.items():
            inner = getattr(value, name)
            if inner != field.default:
                yield from walk(inner, (*path, name))
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from walk(inner, (*path, str(name)))
    else:
        yield path, value


def differences(one: Any, other: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The paths at which another state differs, each with the other's value.

    A mapping with other keys is given whole.
    """
    if one is other:
        return
    if isinstance(one, Frozen) and type(one) is type(other):
        for name in type(one).model_fields:
            yield from differences(getattr(one, name), getattr(other, name), (*path, name))
    elif isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], (*path, key))
    elif one != other:
        yield path, other
