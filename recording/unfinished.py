"""A declaration as far as it is said, and what may come next: for taps on a page, and for completion.

Everything is worked out from what an audience may see. So it tells nothing else, and a side's possible moves are
offered to those alone who may have them listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.errors import Trouble, Unread
from domain.kernel.facts import Declared
from domain.kernel.game import Game, View, as_json
from domain.kernel.verbs import Groups, Named, Parameter, Verb
from recording.going_on import Ahead, leading_to
from recording.hearing import as_seen
from recording.now import is_unseen, may_list
from recording.values import Said, as_spelled, extends, holds_all, is_needed, is_path, sort_of
from replays.writer import Writer

TRIED = 160
"""Maximum number of names that are tried by the rules for one value."""
FILLINGS = 3
"""Maximum number of ways in which a line is filled up to be tried."""
LINES = 14
"""Maximum number of whole lines that are offered."""


@dataclass(frozen=True)
class NextValue:
    """A value that may come next on a line."""

    name: str
    kind: str
    """The kind of names it takes ("unit", "hex"); or one of the kinds in `recording.values`, for what is no name."""
    needed: bool
    """Whether the line cannot do without it."""
    several: bool
    """Whether more than one may be named, one after the other."""
    goes_on: bool
    """Whether some of it is said already, and more is added."""
    offered: tuple[str, ...]
    """The names that the rules offer, best guess first; of groups, the members of the one begun last."""
    names: tuple[str, ...]
    """All other names."""
    wholes: tuple[str, ...] = ()
    """Whole values as the rules offer them, where they name several; each written as on a line."""
    head: str = ""
    """The group begun last, to which members are added; "" for a value without groups, or if none is begun."""
    head_kind: str = ""
    heads: tuple[str, ...] = ()
    """The heads of further groups that the rules offer."""
    other_heads: tuple[str, ...] = ()
    """All other heads."""


@dataclass(frozen=True)
class Unfinished:
    """A declaration as far as it is said, as an audience may be told."""

    verb: str
    by: str
    """The side that declares it; "" if either may."""
    said: Said
    line: str
    """The line of the notation that says so much."""
    ends: tuple[str, ...]
    """The titles of the phases that it would end, because its verb belongs to a later one."""
    values: tuple[NextValue, ...]
    """The values that may come next: what goes on, what is needed, and all that may be added."""
    lines: tuple[str, ...]
    """Whole lines that the rules offer and that say as much and more; at most `LINES`."""
    may_end: bool
    """Whether nothing is missing, and by what the audience may see nothing stands against it."""
    is_bare: bool
    """Whether its verb names groups, and nobody is in one yet: it would say that there are none."""
    unseen: bool
    """Whether its values are typed without an echo, because they are secret and the other side may be looking."""

    def plain(self) -> dict[str, Any]:
        """The same in its JSON form."""
        return asdict(self)


def unfinished(
    game: Game[Any], audience: str, verb: Verb[Any], said: Said, *, side: str = "", wanted: str = ""
) -> Unfinished:
    """What may come next on a declaration, as an audience may be told.

    A value `wanted` by its name is tried by the rules even if the line can do without it. Raises BadInput for values
    that the verb does not take, and Unknown for names that nobody has heard of.
    """
    view = as_seen(game, audience)
    said = as_spelled(view.rules, view.state, verb, said)
    by = side or verb.side or view.side_of(verb)
    ahead = leading_to(view, verb, by)
    by = by or (ahead.side if ahead else "")
    built = _Built(view, verb, said, by, may_list(game, by, audience), ahead)
    return Unfinished(
        verb=verb.name,
        by=by,
        said=said,
        line=built.line(said),
        ends=ahead.ends if ahead else (),
        values=tuple(built.next_values(wanted)),
        lines=tuple(dict.fromkeys(built.line(offer) for offer in islice(built.agreeing, LINES))),
        may_end=built.may_end,
        is_bare=built.is_bare(),
        unseen=is_unseen(view, verb, by, audience),
    )


@dataclass
class _Built:
    """A line that is being built, and what the rules offer for it."""

    view: View[Any]
    verb: Verb[Any]
    said: Said
    by: str
    listed: bool
    """Whether the audience may have the side's possible moves listed."""
    ahead: Ahead | None
    """The later phase that the verb leads on to; None if it belongs here."""

    @cached_property
    def there(self) -> View[Any]:
        """The game where the verb would be carried out, as far as that can be told before it is said."""
        return (self.ahead.reached(self.view) if self.ahead else None) or self.view

    @cached_property
    def offers(self) -> list[Said]:
        """What the verb offers; nothing if it may not be listed, or a chart must be read out first."""
        return list(_offers(self.verb, self.there.state)) if self.listed else []

    @cached_property
    def agreeing(self) -> list[Said]:
        """The offers that say as much as is said, and perhaps more."""
        return [offer for offer in self.offers if holds_all(self.verb, offer, self.said)]

    @cached_property
    def further(self) -> list[Said]:
        """What the verb offers behind what is said, as far as it holds."""
        found = islice(_further(self.verb, self.there.state, self.said), TRIED) if self.listed else ()
        return [longer for longer in found if self.verb.whole or self.may_hold(longer, untried=True)]

    def line(self, values: Said) -> str:
        """The line of the notation that says these values."""
        declared = Declared(verb=self.verb.name, side=self.by, values=_begun_left_out(self.verb, values))
        return Writer(self.there).line([Entry(0, 0, declared)])

    # ---- what may come next ----

    def next_values(self, wanted: str) -> Iterator[NextValue]:
        """The values that may come next: what goes on, what is needed, and all that may be added."""
        last = next((each for each in reversed(self.verb.parameters) if each.name in self.said), None)
        if last and (last.grouped or sort_of(last).several):
            yield self._next(last, tried=True, wanted=last.name == wanted)
        missing = [each for each in self.verb.parameters if each.name not in self.said]
        needed = next(filter(self._is_due, missing), None)
        for each in sorted(missing, key=lambda each: each is not needed):
            yield self._next(each, tried=each is needed, wanted=each.name == wanted)

    def _next(self, parameter: Parameter, *, tried: bool, wanted: bool) -> NextValue:
        sort = sort_of(parameter)
        if isinstance(parameter.mark, Groups):
            return self._next_of_groups(parameter, parameter.mark)
        mark = parameter.mark
        names = sort.options or (self.view.rules.names(self.there.state, mark.kind) if mark else ())
        offered = tuple(self._offered(parameter, names, tried=tried, wanted=wanted)) if mark else sort.options
        said = self.said.get(parameter.name, ())
        once = sort.several and not (isinstance(parameter.mark, Named) and parameter.mark.twice)
        others = (name for name in names if name not in offered and not (once and name in said))
        return NextValue(
            parameter.name,
            sort.kind,
            self._is_due(parameter),
            sort.several,
            parameter.name in self.said,
            offered,
            tuple(dict.fromkeys(others)),
            tuple(self._wholes(parameter)),
        )

    def _offered(self, parameter: Parameter, known: Iterable[str], *, tried: bool, wanted: bool) -> Iterator[str]:
        """The names that the rules offer for a value: those of the offers that say more, then those with which the line
        holds.
        """
        name = parameter.name
        found = dict.fromkeys(
            item
            for offer in (*self.agreeing, *self.further)
            for item in extends(self.verb, parameter, offer, self.said)
        )
        yield from found
        if not self.listed or not (wanted or (tried and (name in self.said or not found))):
            return
        likely = dict.fromkeys(item for offer in self._alike(name) for item in _items(offer.get(name)))
        if (wanted or not (likely or found)) and not is_path(self.verb, parameter):
            likely |= dict.fromkeys(known)
        for item in islice((item for item in likely if item not in found), TRIED):
            if item not in _items(self.said.get(name)) and self.may_hold(self._with(parameter, item)):
                yield item

    def _wholes(self, parameter: Parameter) -> Iterator[str]:
        """The whole values of the offers that agree with what is said, where they name several."""
        values = (offer.get(parameter.name) for offer in self.agreeing)
        yield from dict.fromkeys(parameter.say(value) for value in values if len(_items(value)) > 1)

    def _with(self, parameter: Parameter, item: str) -> Said:
        """What is said, with one more name."""
        several = sort_of(parameter).several
        return {**self.said, parameter.name: (*self.said.get(parameter.name, ()), item) if several else item}

    def _alike(self, name: str) -> Iterator[Said]:
        """The offers that share something with what is said beside one value; all of them if nothing else is said."""
        others = {key: set(_items(value)) for key, value in self.said.items() if key != name and value}
        for offer in self.offers:
            if all(key not in offer or names & set(_items(offer[key])) for key, names in others.items()):
                yield offer

    # ---- groups ----

    def _next_of_groups(self, parameter: Parameter, mark: Groups) -> NextValue:
        """The members that may be added to the group begun last, and the heads of further groups."""
        groups: Mapping[str, Any] = self.said.get(parameter.name, {})
        head = next(reversed(list(groups)), "")
        names = self.view.rules.names
        pieces = self._pieces(parameter)
        used = set() if mark.counted else {member for members in groups.values() for member in members}
        if self.verb.whole:  # any of them may be in any group
            pieces = list(dict.fromkeys([*pieces, *((head, member) for _, member in pieces)]))
        members = [member for at, member in pieces if at == head and self._holds(parameter, head, member, used)]
        ended = bool(groups) and bool(groups[head])
        heads = [
            at
            for at in dict.fromkeys(at for at, _ in pieces)
            if at not in groups and (not groups or (ended and self._leads_on(parameter, pieces, at, used)))
        ]
        known, all_heads = names(self.there.state, mark.member), names(self.there.state, mark.head)
        return NextValue(
            parameter.name,
            mark.member,
            self._is_due(parameter),
            True,
            bool(groups),
            tuple(dict.fromkeys(members)),
            tuple(name for name in known if name not in members and name not in used),
            tuple(self._wholes(parameter)),
            head,
            mark.head,
            tuple(heads),
            tuple(name for name in all_heads if name not in heads and name not in groups),
        )

    def _pieces(self, parameter: Parameter) -> list[tuple[str, str]]:
        """The pairs of head and member that the rules offer, once each."""
        return list(
            dict.fromkeys(
                (at, member)
                for offer in (*self.offers, *self.further)
                if holds_all(self.verb, offer, self.said, but=parameter.name)
                for at, members in offer.get(parameter.name, {}).items()
                for member in members
            )
        )

    def _holds(self, parameter: Parameter, head: str, member: str, used: set[str]) -> bool:
        """Whether a member may be added to a group; the first of all is as the rules offer it."""
        groups: Mapping[str, Any] = self.said.get(parameter.name, {})
        if member in used:
            return False
        if self.verb.whole or not any(groups.values()):
            return True
        more = {**groups, head: (*groups.get(head, ()), member)}
        return self.may_hold({**self.said, parameter.name: more})

    def _leads_on(self, parameter: Parameter, pieces: list[tuple[str, str]], head: str, used: set[str]) -> bool:
        """Whether a further group may be begun: one of the members offered for it can be in it."""
        free = (member for at, member in pieces if at == head and member not in used)
        return any(self._holds(parameter, head, member, used) for member in islice(free, FILLINGS))

    # ---- what holds ----

    def may_hold(self, values: Said, *, untried: bool = False) -> bool:
        """Whether nothing stands against these values, or against one of the lines that offers make of them.

        Where no offer fills up what is missing, it cannot be tried.
        """
        lines = list(islice(self._filled(values), FILLINGS))
        return any(map(self._stands, lines)) if lines else untried

    def _filled(self, values: Said) -> Iterator[Said]:
        """These values, or where some are missing, with those of offers that share a name with them."""
        missing = [each.name for each in self.verb.parameters if is_needed(each) and each.name not in values]
        if not missing:
            yield values
            return
        for offer in self.offers:
            shared = (
                set(_items(offer[name])) & set(_items(value))
                for name, value in values.items()
                if name in offer and _items(value)
            )
            if all(name in offer for name in missing) and all(shared):
                yield {**values, **{name: offer[name] for name in missing}}

    def _stands(self, values: Said) -> bool:
        groups: Said = {each.name: {} for each in self.verb.parameters if each.grouped and each.required}
        try:
            self.there.carry_out(self.verb, self.verb.values(as_json({**groups, **values})), side=self.by)
        except Trouble:
            return False
        return True

    @cached_property
    def may_end(self) -> bool:
        """Whether nothing is missing, and nothing stands against the line by what the audience may see."""
        if any(is_needed(each) and each.name not in self.said for each in self.verb.parameters):
            return False
        return not self.listed or self._stands(_begun_left_out(self.verb, self.said))

    def is_bare(self) -> bool:
        """Whether its verb names groups, and nobody is in one yet."""
        grouped = [each.name for each in self.verb.parameters if each.grouped]
        return bool(grouped) and not any(_items(self.said.get(name)) for name in grouped)

    def _is_due(self, parameter: Parameter) -> bool:
        """Whether the line cannot do without a value: as a rule, or as far as it is said now."""
        if is_needed(parameter):
            return True
        if self.may_end or any(is_needed(each) and each.name not in self.said for each in self.verb.parameters):
            return False
        return bool(self.agreeing) and all(offer.get(parameter.name) for offer in self.agreeing)


def _offers(verb: Verb[Any], state: Any) -> Iterator[Said]:
    """The offers of a verb, as many as the charts that were read out allow."""
    with suppress(Unread):
        yield from verb.offers(state) if verb.offers else ()


def _further(verb: Verb[Any], state: Any, said: Said) -> Iterator[Said]:
    """Longer lines than what is said, by the verb's path and by what else it lists; not tried yet."""
    with suppress(Unread):
        if verb.along:
            path = said.get(verb.along.value, ())
            last = path[-1] if path else verb.along.start(state, said)
            for place in verb.along.near(state, last) if last else ():
                yield {**said, verb.along.value: (*path, place)}
        yield from verb.further(state, said) if verb.further else ()


def _begun_left_out(verb: Verb[Any], values: Said) -> dict[str, Any]:
    """Values without the groups that nobody is in yet."""
    grouped = {each.name for each in verb.parameters if each.grouped}
    return {
        name: {head: members for head, members in value.items() if members} if name in grouped else value
        for name, value in values.items()
    }


def _items(value: Any) -> tuple[str, ...]:
    """The names in a value."""
    if isinstance(value, Mapping):
        return tuple(member for members in value.values() for member in members)
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) if isinstance(value, str) else ()
