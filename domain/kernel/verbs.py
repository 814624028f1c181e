"""Verbs: what a player may declare. A procedure's signature is its schema."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from domain.kernel.errors import BadInput, unknown
from domain.kernel.limits import LIST
from domain.kernel.runs import names_listed, runs_in_full
from domain.kernel.state import Named as Named
from domain.kernel.state import State, check, parse, say

S = TypeVar("S", bound=State)


def first_paragraph(docstring: str | None) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join(inspect.cleandoc(docstring or "").partition("\n\n")[0].split())


class Groups(NamedTuple):
    """Marks a parameter of groups, `IN2:4D-R1,4D-R2`, with the kinds of their heads and members.

    `2-F2..4:6-6-8` gives several heads the same members. A repeated head is a slip, unless its members are `added`, as
    when they are said piece by piece. Where members are kinds that are `counted`, one may stand several times.
    """

    head: str
    member: str
    added: bool = False
    counted: bool = False


class Along(NamedTuple):
    """How a verb's path goes on: the value that is a path, the places next to one, and the place before the first; ""
    if that is not known yet.
    """

    value: str
    near: Callable[[Any, str], Iterable[str]]
    start: Callable[[Any, Mapping[str, Any]], str]


class Parameter(NamedTuple):
    """One value of a verb, from the procedure's signature."""

    name: str
    kind: Any
    mark: Named | Groups | None
    default: Any = inspect.Parameter.empty

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    @property
    def grouped(self) -> bool:
        return isinstance(self.mark, Groups)

    @property
    def several(self) -> bool:
        """Whether it takes a list of names."""
        return isinstance(self.mark, Named) and get_origin(self.kind) is tuple

    def read(self, text: str, names: Callable[[str], Sequence[str]]) -> Any:
        """The value from its text form, names checked. Raises BadInput."""
        if isinstance(self.mark, Groups):
            return {} if text == "none" else self.group([text], names)
        if self.several:
            assert isinstance(self.mark, Named)
            text = ",".join(names_listed(text, names(self.mark.kind)))
        value = parse(self.kind, text)
        if self.mark is None:
            return value
        assert isinstance(self.mark, Named)
        if isinstance(value, tuple):
            said = tuple(spelled(self.mark.kind, word, names(self.mark.kind)) for word in value)
            return said if self.mark.twice else tuple(dict.fromkeys(said))
        known = names(self.mark.kind)
        if value not in known and len(among := names_listed(value, known)) > 1 and are_names(value, known):
            raise BadInput(f"one at a time, not {len(among)}: first {among[0]}, then {among[1]} on a line of its own")
        return value if value == self.default else spelled(self.mark.kind, value, known)

    def begins(self, text: str, names: Callable[[str], Sequence[str]]) -> bool:
        """Whether a name of its kind begins with these words."""
        known = names(self.mark.kind) if isinstance(self.mark, Named) else ()
        return any(f"{name} ".casefold().startswith(f"{text} ".casefold()) for name in known)

    def fits(self, text: str, names: Callable[[str], Sequence[str]]) -> bool:
        """Whether a word can only mean this value, because every part of it is a name of its kind.

        So names may stand bare.
        """
        if self.mark is None:
            return False
        text, colon, _ = text.partition(":") if self.grouped else (text, ":", "")
        return bool(colon) and are_names(
            text, names(self.mark.head if isinstance(self.mark, Groups) else self.mark.kind)
        )

    def group(self, words: Sequence[str], names: Callable[[str], Sequence[str]]) -> dict[str, tuple[str, ...]]:
        """The groups in these words: head -> members. Raises BadInput.

        All of these can be read: `IN2:4D-R1,4D-R2 MOT:4D-R3`, `IN2:4D-R1,MOT:4D-R3`, `IN2 4D-R1 4D-R2 MOT 4D-R3`.
        """
        assert isinstance(self.mark, Groups)
        groups: dict[str, tuple[str, ...]] = {}
        known, members = names(self.mark.head), names(self.mark.member)
        for heads, tail in _groups(words, known, members):
            if not heads or not tail:
                wrong = ",".join(heads or tail)
                raise BadInput(
                    f"{self.name}: groups like {self.mark.head}:{self.mark.member},{self.mark.member}, not {wrong!r}"
                )
            named = [spelled(self.mark.head, head, known) for head in runs_in_full(heads, known)]
            if twice := next(
                (head for head in named if (head in groups and not self.mark.added) or named.count(head) > 1), ""
            ):
                raise BadInput(f"{self.name}: {twice} stands twice")
            if (most := len(tail) + max(len(groups.get(head, ())) for head in named)) > LIST:
                raise BadInput(f"{self.name}: {most} values; {LIST} is the most")
            said = tuple(spelled(self.mark.member, member, members) for member in runs_in_full(tail, members))
            groups |= {head: (*groups.get(head, ()), *said) for head in named}
        return groups

    def is_member(self, word: str, names: Callable[[str], Sequence[str]]) -> bool:
        """Whether a word names members of a group, and no heads."""
        assert isinstance(self.mark, Groups)
        return are_names(word, names(self.mark.member)) and not are_names(word, names(self.mark.head))

    def grouping(self, words: Sequence[str], names: Callable[[str], Sequence[str]]) -> int:
        """The number of leading words that form a group without a colon, `Green NAV1,NAV2`: a head, then members; 0 if
        they form none.
        """
        assert isinstance(self.mark, Groups)
        known, members = names(self.mark.head), names(self.mark.member)
        if not words or not are_names(words[0], known):
            return 0
        n = next((n for n, word in enumerate(words[1:], 1) if not are_names(word, members)), len(words))
        return n if n > 1 else 0

    def checked(self, value: Any) -> Any:
        return check(self.kind, value)

    def say(self, value: Any) -> str:
        if self.grouped:
            return " ".join(f"{head}:{','.join(members)}" for head, members in value.items())
        return say(value)

    @property
    def needed(self) -> str:
        """The value to ask for if it is missing, in words: `unit`, `a number, given up`."""
        words = self.name.replace("_", " ")
        return f"a number, {words}" if int in (self.kind, *get_args(self.kind)[:1]) else words

    def usage(self) -> str:
        if isinstance(self.mark, Groups):
            text = f"{self.mark.head.upper()}:{self.mark.member.upper()},… …"
        elif self.mark:
            text = self.mark.kind.upper() + (",…" if get_origin(self.kind) is tuple else "")
        elif not self.required:
            text = "…"
        else:
            text = self.name.upper().replace("_", "-")
        return text if self.required else f"[{text}]" if isinstance(self.mark, Named) else f"[{self.name}={text}]"


class Names(tuple[str, ...]):
    """Names of a kind for which other words may stand."""

    def meant(self, word: str) -> str:
        """The name that a word stands for; else the word itself."""
        return word


def meant(word: str, known: Sequence[str]) -> str:
    """The name that a word stands for among known names; else the word itself."""
    return known.meant(word) if isinstance(known, Names) else word


def are_names(text: str, known: Sequence[str]) -> bool:
    """Whether a word is a list of known names, or of words that stand for them."""
    folded = {name.casefold() for name in known}
    words = names_listed(text, known)
    # more may be in it than it lists
    return bool(words) and all(meant(word, known) in known or word.casefold() in folded for word in words)


def _groups(words: Sequence[str], known: Sequence[str], members: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    """Words split into groups, each (heads, members).

    Heads stand before a colon; so does a word that cannot be a member.
    """
    groups: list[tuple[list[str], list[str]]] = []
    for word in words:
        if ":" not in word:
            among = [part for part in word.split(",") if part]
            is_head = are_names(word, known) and not (groups and not groups[-1][1]) and not are_names(word, members)
            groups.append((among, [])) if is_head or not groups else groups[-1][1].extend(among)
            continue
        *before, last = word.split(":")
        for at, part in enumerate(before):
            heads = [head for head in part.split(",") if head]
            if at:  # `Green:NAV1,Amber:NAV2`: between two colons, the last name is a head
                mine = len(heads) - 1
                while mine > 1 and are_names(heads[mine - 1], known) and not are_names(heads[mine - 1], members):
                    mine -= 1
                groups[-1][1].extend(heads[:mine])
                heads = heads[mine:]
            groups.append((heads, []))
        groups[-1][1].extend(part for part in last.split(",") if part)
    return groups


def spelled(kind: str, word: str, known: Sequence[str]) -> str:
    """The name as it is spelled. Case does not matter if it names only one. Raises Unknown."""
    word = meant(word, known)
    if word in known:
        return word
    alike = [n for n in known if n.casefold() == word.casefold()]
    if len(alike) == 1:
        return alike[0]
    raise unknown(kind, word, known)


OWN = "own"
"""Whose secret a declaration is that any side may say: its own."""


@dataclass(frozen=True, eq=False, repr=False)
class Verb(Generic[S]):
    """A verb that a player may declare: its procedure, its owner, and its place in the sequence of play.

    `offers` lists the values that are legal now, best guess first, for completion, "what may be declared" and the
    random player. It may be incomplete, and a listed value may still be refused. A declaration by the side named in
    `secret` is secret; if that is `OWN`, one by any side is that side's. A `meanwhile` verb may also be declared while
    another declaration waits for an answer. An
    `either` verb may be declared by both sides, whosever phase it is.

    `whose` returns the owner, if that changes from turn to turn, whosever phase it is; "" for either side. `of` names
    the sides that a declaration takes something from, or whose game it ends: one of them declares it itself, or both do
    together; no other side can do it alone on its own recorder. `unseen` returns the reason why the outcome may rest on
    what its side hides, judged by public knowledge; "" if it does not. Such a verb is declared where no other side is
    told, whatever is hidden.
    """

    name: str
    procedure: Callable[..., None]
    rule: str
    side: str
    phases: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    secret: str = ""
    offers: Callable[[S], Iterable[Mapping[str, Any]]] | None = None
    meanwhile: bool = False
    either: bool = False
    whose: Callable[[S], str] | None = None
    of: Callable[[S, Mapping[str, Any]], Iterable[str]] | None = None
    barred: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)
    """The sides that may never declare it: side -> (rule, why)."""
    unseen: Callable[[S, Mapping[str, Any]], str] | None = None
    further: Callable[[S, Mapping[str, Any]], Iterable[Mapping[str, Any]]] | None = None
    """Lists longer lines, given the values said so far: the same with something more.

    Unlike `offers` it says nothing on whether there is anything to declare. It may list what is refused: whoever offers
    it tries it by the rules first.
    """
    along: Along | None = None
    """How its path goes on, place by place."""
    whole: bool = False
    """Whether its values hold together or not at all. Then parts of them are offered without being tried."""
    listed: Callable[[S], bool] | None = None
    """Whether the list of what may be said names it, judged by public knowledge.

    It may be said anyway, and its rule then refuses it.
    """

    @property
    def summary(self) -> str:
        """A summary: the first paragraph of the procedure's docstring on one line, without the rule's number."""
        return re.sub(r"^[A-Za-z]+ \d[\d.()a-z]*(, [\d.()a-z]+)*:? ", "", first_paragraph(self.procedure.__doc__))

    def kept_by(self, side: str) -> str:
        """The side whose secret a declaration by a side is; "" if it is none."""
        by = self.side or side
        return by if self.secret in (OWN, by) else ""

    def usage(self) -> str:
        return " ".join([self.name, *(p.usage() for p in self.parameters)])

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given values, checked against the signature. Omitted values have defaults. Raises BadInput."""
        known, values = self.by_name, {}
        for name, value in given.items():
            if name not in known:
                raise unknown(f"value of {self.name}", name, known)
            values[name] = known[name].checked(value)
        return self.complete(values)

    @cached_property
    def by_name(self) -> Mapping[str, Parameter]:
        return {p.name: p for p in self.parameters}

    def complete(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Checked values in the order of the signature, without those equal to their defaults.

        Raises BadInput if one is missing.
        """
        done: dict[str, Any] = {}
        missing: list[str] = []
        for name, one in self.by_name.items():
            if name in values:
                if values[name] != one.default:
                    done[name] = values[name]
            elif one.required:
                missing.append(one.needed)
        if missing:
            raise BadInput(f"{self.name} needs {' and '.join(missing)}: {self.usage()}; {self.summary}")
        return done


def parameters(procedure: Callable[..., None]) -> tuple[Parameter, ...]:
    """A verb's parameters, from its procedure's signature without the table."""
    hints = get_type_hints(procedure, include_extras=True)
    found = []
    for name, parameter in list(inspect.signature(procedure).parameters.items())[1:]:
        kind, mark = hints[name], None
        if get_origin(kind) is Annotated:
            kind, *marks = get_args(kind)
            mark = next((m for m in marks if isinstance(m, (Named, Groups))), None)
        found.append(Parameter(name, kind, mark, parameter.default))
    return tuple(found)


class Verbs(Generic[S]):
    """Collects a game's verbs, in the order of the sequence of play."""

    def __init__(self) -> None:
        self.table: dict[str, Verb[S]] = {}

    def __call__(
        self,
        rule: str,
        *,
        side: str = "",
        phases: Sequence[str] = (),
        name: str = "",
        secret: str = "",
        offers: Callable[[S], Iterable[Mapping[str, Any]]] | None = None,
        meanwhile: bool = False,
        either: bool = False,
        whose: Callable[[S], str] | None = None,
        of: Callable[[S, Mapping[str, Any]], Iterable[str]] | None = None,
        barred: Mapping[str, tuple[str, str]] | None = None,
        unseen: Callable[[S, Mapping[str, Any]], str] | None = None,
        further: Callable[[S, Mapping[str, Any]], Iterable[Mapping[str, Any]]] | None = None,
        along: Along | None = None,
        whole: bool = False,
        listed: Callable[[S], bool] | None = None,
    ) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Registers a procedure as a verb.

        `phases`: where it may be declared, or anywhere if empty. `meanwhile`: also while a question is open. `either`:
        by either side there. `whose`: by the side it returns. `of`: by each side it names for itself. `barred`: never
        by these sides, each with (rule, why). `unseen`: where no other side is told, for the reason it returns.
        `further`: longer lines, given the values said so far. `along`: how its path goes on. `whole`: its values
        hold together or not at all. `listed`: named among what may be said if it returns True.
        """

        def register(procedure: Callable[..., None]) -> Callable[..., None]:
            word = name or procedure.__name__.replace("_", "-")
            if word in self.table:
                raise TypeError(f"two verbs are called {word!r}")
            self.table[word] = Verb(
                word,
                procedure,
                rule,
                side,
                tuple(phases),
                parameters(procedure),
                secret,
                offers,
                meanwhile,
                either,
                whose,
                of,
                barred or {},
                unseen,
                further,
                along,
                whole,
                listed,
            )
            return procedure

        return register
