"""What one phone has half tapped: a declaration as far as it is said, or names for the open question.

A tapping is kept for each seat, so that a phone that sleeps or loads its page again loses nothing of it. Nothing here
decides a rule: what may be tapped is told by `recording.unfinished`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from domain.kernel.errors import BadInput, unknown
from domain.kernel.limits import LIST
from domain.kernel.verbs import Groups, Named, Parameter, Verb
from recording.values import Said, sort_of

SILENT = {"refused": "", "insists": False, "late": False, "unseen": "", "unread": None, "told": ()}
"""Nothing is told."""


@dataclass(frozen=True)
class Tapping:
    """What one phone has half tapped, and what it was told last."""

    verb: str = ""
    """The verb of the declaration that is being built; "" for none."""
    side: str = ""
    """The side that declares it, where it was named."""
    said: Said = field(default_factory=dict)
    wanted: str = ""
    """The value whose names are shown although the line can do without it."""
    question: str = ""
    """The name of the open question for which names were picked."""
    picked: tuple[str, ...] = ()
    """The names picked, in the order of the taps; of pairs, `item:place`."""
    about: str = ""
    """The unit or place that was tapped last, where no line is being built."""
    line: str = ""
    """The line that was refused, or must be confirmed."""
    phases: tuple[str, ...] = ()
    """The titles of the phases that the line would end; they are confirmed before it is said."""
    refused: str = ""
    """The reason why the line was not recorded, in the recorder's words."""
    insists: bool = False
    """Whether the refused line can be played on against its rule."""
    late: bool = False
    """Whether the refused line only came too late, and is offered again."""
    unseen: str = ""
    """The side that may say the refused line where nobody else reads it; "" if none."""
    unread: tuple[str, str] | None = None
    """The chart and the row that the refused line names, and that nobody has read out yet."""
    told: tuple[str, ...] = ()
    """What was told this phone alone: reasons, a rule, a table."""
    before: Tapping | None = None
    """The tapping before the last tap."""

    def tapped(self, **changes: object) -> Tapping:
        """The tapping after one more tap, which can be taken away again."""
        return replace(self, **{**SILENT, "before": self, **changes})  # type: ignore[arg-type]

    def back(self) -> Tapping:
        """The tapping before the last tap."""
        return self.before or Tapping()

    def and_told(self, refused: str, **more: object) -> Tapping:
        """The tapping with a refusal, and what can be done about it; what was tapped is kept. What was to be confirmed
        is not confirmed any more."""
        return replace(self, **{**SILENT, "line": "", "phases": (), "refused": refused, **more})  # type: ignore[arg-type]

    def but_told(self, *lines: str) -> Tapping:
        """The tapping with something told; what was tapped is kept."""
        return replace(self, **{**SILENT, "told": lines})  # type: ignore[arg-type]

    @property
    def is_empty(self) -> bool:
        """Whether this phone shows what every phone of its audience shows."""
        return self == Tapping()


def with_value(tapping: Tapping, verb: Verb[Any], name: str, word: str) -> Tapping:
    """The tapping with one more name of a value; a name of a list that is said already is taken out.

    Raises BadInput for a value that the verb does not take, or that is said already.
    """
    parameter = _parameter(verb, name)
    before = tapping.said.get(name)
    if isinstance(parameter.mark, Groups):
        return tapping.tapped(said={**tapping.said, name: _with_member(parameter, parameter.mark, before or {}, word)})
    if not sort_of(parameter).several:
        if before is not None:
            raise BadInput(f"{name} is {before} already; Back takes it away")
        return tapping.tapped(said={**tapping.said, name: word}, wanted="")
    names = tuple(before or ())
    twice = isinstance(parameter.mark, Named) and parameter.mark.twice
    is_path = verb.along is not None and verb.along.value == name
    names = _toggled(names, word, once=not (twice or is_path))
    _require_few(name, names)
    return tapping.tapped(said={**tapping.said, name: names})


def with_head(tapping: Tapping, verb: Verb[Any], name: str, word: str) -> Tapping:
    """The tapping with a group begun. Raises BadInput for a value without groups, or a group begun already."""
    parameter = _parameter(verb, name)
    groups = dict(tapping.said.get(name, {}))
    if not isinstance(parameter.mark, Groups):
        raise BadInput(f"{name} of {verb.name} has no groups")
    if groups.get(word):
        raise BadInput(f"{word} is named already; Back takes it away")
    begun = {head: members for head, members in groups.items() if members}  # one begun by mistake is let go
    _require_few(name, begun)
    return tapping.tapped(said={**tapping.said, name: {**begun, word: ()}})


def _with_member(
    parameter: Parameter, mark: Groups, groups: Mapping[str, tuple[str, ...]], word: str
) -> Mapping[str, tuple[str, ...]]:
    head = next(reversed(list(groups)), None)
    if head is None:
        raise BadInput(f"{parameter.name}: first whose or where it is")
    members = groups[head]
    members = _toggled(members, word, once=not mark.counted)
    _require_few(parameter.name, members)
    return {**groups, head: members}


def with_pick(tapping: Tapping, question: str, word: str, *, once: bool) -> Tapping:
    """The tapping with a name picked for the open question, or, if it is picked `once` alone, put back."""
    picked = tapping.picked if tapping.question == question else ()
    picked = _toggled(picked, word, once=once)
    _require_few(question, picked)
    return tapping.tapped(question=question, picked=picked)


def with_pair(tapping: Tapping, question: str, item: str, place: str) -> Tapping:
    """The tapping with an item put to a place; tapped again, it is put back."""
    picked = tapping.picked if tapping.question == question else ()
    word = pair_of(item, place)
    others = tuple(one for one in picked if item_of(one) != item)
    return tapping.tapped(question=question, picked=others if word in picked else (*others, word))


def pair_of(item: str, place: str) -> str:
    """An item and its place as one picked name."""
    return f"{item}:{place}"


def item_of(pair: str) -> str:
    """The item of a picked pair."""
    return pair.partition(":")[0]


def place_of(pair: str) -> str:
    """The place of a picked pair."""
    return pair.partition(":")[2]


def _parameter(verb: Verb[Any], name: str) -> Parameter:
    parameters = {each.name: each for each in verb.parameters}
    if name not in parameters:
        raise unknown(f"value of {verb.name}", name, parameters)
    return parameters[name]


def _toggled(names: tuple[str, ...], word: str, *, once: bool) -> tuple[str, ...]:
    """The names with one more; one that may stand only once is taken out when it is tapped again."""
    return tuple(one for one in names if one != word) if once and word in names else (*names, word)


def _require_few(name: str, words: Collection[str]) -> None:
    if len(words) > LIST:
        raise BadInput(f"{name}: {len(words)} values; {LIST} is the most")
