"""The values of a verb as they are said one after the other: of what sort each is, and what an offer adds to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from domain.kernel.errors import BadInput, unknown
from domain.kernel.game import as_json
from domain.kernel.rules import Rules
from domain.kernel.state import say
from domain.kernel.verbs import Groups, Parameter, Verb, spelled

Said = Mapping[str, Any]
"""Values of a verb by name, in their JSON form. A group without members is one just begun."""

NUMBER, YES_OR_NO, ONE_OF, WORDS = "number", "yes or no", "one of", "words"
"""The kinds of values that are no names."""


class Sort(NamedTuple):
    """What a value is: its kind, whether it is a list, and the words it is chosen from if they are fixed."""

    kind: str
    several: bool = False
    options: tuple[str, ...] = ()


def sort_of(parameter: Parameter) -> Sort:
    """The sort of a verb's value."""
    kind, several = parameter.kind, False
    if isinstance(parameter.mark, Groups):
        return Sort(parameter.mark.member, True)
    if get_origin(kind) in (Union, UnionType):
        kind = next(each for each in get_args(kind) if each is not NoneType)
    if get_origin(kind) is tuple:
        kind, several = get_args(kind)[0], True
    if parameter.mark:
        return Sort(parameter.mark.kind, several)
    if get_origin(kind) is Literal:
        return Sort(ONE_OF, several, tuple(map(say, get_args(kind))))
    if kind is bool:
        return Sort(YES_OR_NO, several, (say(True), say(False)))
    return Sort(NUMBER if kind is int else WORDS, several)


def is_needed(parameter: Parameter) -> bool:
    """Whether a line cannot do without a value; groups may always be none."""
    return parameter.required and not parameter.grouped


def holds_all(verb: Verb[Any], offer: Said, said: Said, but: str = "") -> bool:
    """Whether an offer holds all that is said, but for one value."""
    parameters = {each.name: each for each in verb.parameters}
    return all(_holds(verb, parameters[name], offer.get(name), value) for name, value in said.items() if name != but)


def _holds(verb: Verb[Any], parameter: Parameter, offered: Any, said: Any) -> bool:
    """Whether an offered value is the one said, or goes on from it; values it leaves out may be any."""
    if offered is None:
        return not parameter.required
    if parameter.grouped:
        return all(set(members) <= set(offered.get(head, ())) and head in offered for head, members in said.items())
    if not sort_of(parameter).several:
        return bool(offered == said)
    if is_path(verb, parameter):
        return tuple(offered[: len(said)]) == tuple(said)
    return set(said) <= set(offered)


def extends(verb: Verb[Any], parameter: Parameter, offer: Said, said: Said) -> Iterator[str]:
    """The names with which an offer that agrees with what is said goes on: the next of a path, any other of a list."""
    offered, there = offer.get(parameter.name), said.get(parameter.name, ())
    if offered is None:
        return
    if not sort_of(parameter).several:
        yield from () if there else (say(offered),)
    elif is_path(verb, parameter):
        yield from offered[len(there) : len(there) + 1]
    else:
        yield from (name for name in offered if name not in there)


def is_path(verb: Verb[Any], parameter: Parameter) -> bool:
    """Whether a value's names stand in an order, each next to the one before it."""
    return verb.along is not None and verb.along.value == parameter.name


def as_spelled(rules: Rules[Any], state: Any, verb: Verb[Any], said: Said) -> Said:
    """What is said, each name as it is spelled. Raises BadInput for another value, Unknown for an unknown name."""
    parameters = {each.name: each for each in verb.parameters}
    found = {}
    for name, value in said.items():
        if name not in parameters:
            raise unknown(f"value of {verb.name}", name, parameters)
        found[name] = _spelled(parameters[name], value, rules, state)
    return found


def _spelled(parameter: Parameter, value: Any, rules: Rules[Any], state: Any) -> Any:
    mark = parameter.mark
    if isinstance(mark, Groups):
        heads, members = rules.names(state, mark.head), rules.names(state, mark.member)
        return {
            spelled(mark.head, head, heads): tuple(spelled(mark.member, one, members) for one in some)
            for head, some in _a(dict, parameter, value).items()
        }
    if mark is None:  # a word, as it is tapped, or the value itself
        return as_json(parameter.read(say(value), lambda kind: ()))
    names = rules.names(state, mark.kind)
    if sort_of(parameter).several:
        return tuple(spelled(mark.kind, one, names) for one in _a((tuple, list), parameter, value))
    return spelled(mark.kind, _a(str, parameter, value), names) if value != parameter.default else value


def _a(kind: Any, parameter: Parameter, value: Any) -> Any:
    """The value itself. Raises BadInput if it is not of the kind."""
    if not isinstance(value, kind):
        raise BadInput(f"{parameter.name}: {parameter.usage()} is expected, not {value!r}")
    return value
