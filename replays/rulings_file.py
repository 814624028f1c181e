"""A club's rulings as a TOML file that a person edits: readings chosen, and house rules in words.

    [[ruling]]
    system = "iwo"
    reading = "R-02"
    choice = "per-unit"
    why = "the designer's answer"

    [[ruling]]
    system = "iwo"
    rule = "IWO 10.3"
    text = "tanks may land without a Beachhead"

`when` and `from` tell on which day and in which game it was ruled; nothing rests on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.games import SYSTEMS, load
from domain.kernel.aside_facts import numbered
from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, unknown
from domain.kernel.facts import GameBegan, RulingMade
from domain.kernel.game import within_length
from domain.kernel.limits import LIST, REASON
from domain.kernel.packs import as_toml, load_toml
from domain.kernel.rules import Rules
from domain.kernel.strict import unprintable

FIELDS = ("system", "rule", "reading", "choice", "text", "why", "when", "from")


class Ruled(NamedTuple):
    """A ruling of a file, or of a game."""

    system: str
    rule: str
    """The rule, as it is cited."""
    reading: str = ""
    choice: str = ""
    text: str = ""
    """What a house rule says; "" for a reading."""
    why: str = ""
    when: str = ""
    game: str = ""
    """The game it was made in."""
    where: str = ""
    """The place in a file: `club.toml, ruling 3`."""

    @property
    def about(self) -> tuple[str, str]:
        """What is ruled on: a system, and its reading or rule."""
        return self.system, self.reading or self.rule

    @property
    def said(self) -> str:
        return self.choice or f"“{self.text}”"


def rulings_of(rules: Rules[Any], stands: Iterable[Entry], name: str, day: str) -> Iterator[Ruled]:
    """The rulings in force in a game: what was ruled, and readings chosen at its beginning that are not the usual.

    Of what stands in its record only its beginning and its rulings are looked at.
    """
    made: dict[str, Entry] = {}
    code, state = rules.code, rules.initial
    for entry in stands:
        if isinstance(entry.fact, (GameBegan, RulingMade)):
            state = rules.fold(entry.fact, state)
        if isinstance(entry.fact, RulingMade):
            made[entry.fact.about] = entry

    def ruled(about: str, rule: str, **said: str) -> Ruled:
        entry = made.get(about)
        why = entry.fact.why if entry and isinstance(entry.fact, RulingMade) else ""
        return Ruled(code, rule, why=why, when=entry.time[:10] if entry else day, game=name, **said)

    for id, reading in rules.readings.items():
        choice = state.readings.get(id, reading.default)
        if id in made or choice != reading.default:
            yield ruled(id, reading.rule, reading=id, choice=choice)
    for rule, text in state.house.items():
        yield ruled(rule, rule, text=text)


def once(some: Iterable[Ruled]) -> list[Ruled]:
    """Rulings without those that say what an earlier one says."""
    found: dict[tuple[Any, ...], Ruled] = {}
    for one in some:
        found.setdefault((*one.about, one.choice, one.text), one)
    return list(found.values())


def contradictions(some: Sequence[Ruled]) -> Iterator[tuple[Ruled, Ruled]]:
    """Rulings on the same that say two things, each with the first of them."""
    first: dict[tuple[str, str], Ruled] = {}
    for one in some:
        other = first.setdefault(one.about, one)
        if other.said != one.said:
            yield other, one


def write_rulings(some: Iterable[Ruled]) -> str:
    """The file's text."""
    lines = ["# wardiary new NAME --rulings FILE takes these in; whoever edits it keeps what the club plays by"]
    for one in some:
        said = {
            "system": one.system,
            "rule": one.rule,
            "reading": one.reading,
            "choice": one.choice,
            "text": one.text,
            "why": one.why,
            "when": one.when,
            "from": one.game,
        }
        lines += ["", "[[ruling]]", *(f"{field} = {as_toml(value)}" for field, value in said.items() if value)]
    return "\n".join(lines) + "\n"


def read_rulings(text: str, where: str) -> list[Ruled]:
    """The rulings of a file, each a good one. Raises BadInput with the place and what is allowed."""
    data = load_toml(text, where)
    if strange := [key for key in data if key != "ruling"]:
        raise BadInput(f"{where}: {strange[0]} is not expected here; rulings stand below [[ruling]]")
    rows = data.get("ruling", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput(f"{where}: rulings stand below [[ruling]], in double brackets, each")
    if len(rows) > LIST:
        raise BadInput(f"{where}: {len(rows)} rulings; {LIST} is the most")
    return [_read(row, f"{where}, ruling {number}") for number, row in enumerate(rows, 1)]


def _read(row: Mapping[str, Any], where: str) -> Ruled:
    try:
        return _checked({name: _text(name, value) for name, value in row.items()}, where)
    except BadInput as error:
        raise error.about(where) from error


def _text(name: str, value: Any) -> str:
    if name not in FIELDS:
        raise unknown("field of a ruling", name, FIELDS)
    text = " ".join(str(value).split())  # a day may stand without quotes
    if isinstance(value, (dict, list, bool)):
        raise BadInput(f"{name} is a text in quotes")
    if unprintable(text, ""):
        raise BadInput(f"{name} holds a control character, or one that cannot be shown")
    return within_length(name, text, REASON)


def _checked(said: Mapping[str, str], where: str) -> Ruled:
    system = said.get("system", "")
    if system not in SYSTEMS:
        raise unknown("system", system, tuple(SYSTEMS))
    rules: Rules[Any] = load(system)
    reading, choice, text = (said.get(name, "") for name in ("reading", "choice", "text"))
    if bool(reading) == bool(text) or bool(reading) != bool(choice):
        raise BadInput("a ruling has a reading and its choice, or a rule and a text")
    if reading:
        found = rules.readings.get(reading)
        if found is None:
            raise unknown("reading", reading, rules.readings)
        if choice not in found.choices:
            raise BadInput(f"{reading} can be read as {', '.join(found.choices)}, not {choice!r}")
        rule = found.rule
    else:
        rule = numbered(rules, said.get("rule", ""), "rule")
    rest = {"why": said.get("why", ""), "when": said.get("when", ""), "game": said.get("from", "")}
    return Ruled(system, rule, reading, choice, text, where=where, **rest)
