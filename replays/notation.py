"""The notation: one line, one append. The grammar is in `grammar.md` beside this file.

    assault IN2 66556123 row=INF1,MG1     a declaration: verb, its values, dice in the order they are called for, named answers
      retreat INF1:MOT                    indented: the answer to the open question, by its name
    jp: reveal INF2                       said by the other side
    move 4D-TK HI1 !"we forgot"           declared as played, against a rule, with the reason
    takeback 3 lines "cocked"             strikes the last lines that stand; at the prompt also an entry's number, `takeback 24`
    adjust INF1 steps=1 "one dot"         beside the rules: note, photo, adjust, set, ruling, chart, pass, takeback, concede, adjourn
"""

from __future__ import annotations

import json
import re
import shlex
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any

from domain import sealing
from domain.kernel.errors import BadInput, Trouble, unknown
from domain.kernel.facts import (
    Adjourned,
    Adjusted,
    Change,
    ChartRead,
    Conceded,
    Decided,
    Declared,
    Drawn,
    Fact,
    Noted,
    Photographed,
    PositionSet,
    Rolled,
    RulingMade,
    SecretsOpened,
    StandingPass,
    TakenBack,
)
from domain.kernel.game import Game, Outcome
from domain.kernel.limits import LINE, LIST
from domain.kernel.questions import NOTHING, Question
from domain.kernel.rules import Verb
from domain.kernel.state import check_row, kind_at, parse, parse_row, say
from domain.kernel.strict import strict_json, unprintable, whole
from domain.kernel.table import Answers, Entry, Given

GENERATED = "~"
"""Before dice that a program rolled, not the table."""

COUNTED = ("line", "lines")
"""After the number of a take-back that counts lines: in a file, where entries' numbers would tie it to today's rules."""

SECRETLY = "secret"
"""Before a note for its own side's eyes."""

ASIDES = ("note", "photo", "adjust", "set", "ruling", "chart", "pass", "takeback", "concede", "adjourn", "open")


@dataclass(frozen=True)
class Line:
    """A line taken apart: who says it, its first word, the others, and the reason when it is as played."""

    text: str
    first: str
    words: tuple[str, ...]
    side: str = ""
    as_played: str = ""
    answer: bool = False
    """Indented: it answers the question that is open."""


def split(text: str, sides: Iterable[str] = ()) -> Line | None:
    """A line taken apart; None for an empty one or a comment. Raises BadInput with the column."""
    if len(text) > LINE:
        raise BadInput(f"a line has at most {LINE} characters, this one {len(text)}")
    if wrong := unprintable(text):
        raise BadInput(f"column {wrong}: a control character ({text[wrong - 1]!r})")
    side, as_played = "", ""
    words: list[str] = []
    for raw, column in _tokens(text):
        word = _unquoted(raw)
        if not words and not side and raw.endswith(":") and not as_played:
            side = word[:-1]
            if sides and side not in sides:
                raise BadInput(f"column {column}: {unknown('side', side, sides)}")
        elif raw == "!":
            raise BadInput(f'column {column}: a reason is expected after "!", as in !"we forgot"')
        elif raw.startswith("!"):
            as_played = word[1:]
        else:
            words.append(word)
    if side and not words:
        raise BadInput(f"column {len(text)}: {side} says nothing; a verb is expected")
    kept = words
    if not kept:
        if as_played:
            raise BadInput("a declaration is expected beside the reason")
        return None
    return Line(text, kept[0], tuple(kept[1:]), side, as_played, text[:1] in " \t")


_TOKEN = re.compile(r"""(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+""")
_PIECE = re.compile(r"""\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^"'\\]+)""")


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The words of a line as they stand there, with their columns, up to a comment. Raises BadInput."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if text[at] == "#":
            return
        found = _TOKEN.match(text, at)
        end = found.end() if found else at
        if end < len(text) and not text[end].isspace():
            raise BadInput(f"column {end + 1}: no closing quotation for {text[end]}")
        assert found is not None
        yield found[0], at + 1
        at = end


def _unquoted(raw: str) -> str:
    return "".join(
        escaped or re.sub(r"\\(.)", r"\1", double) or single or plain for escaped, double, single, plain in _PIECE.findall(raw)
    )


def column_of(text: str, error: Trouble) -> int:
    """The column of the first word that an error names; of the first word when it names none."""
    try:
        words = [(_unquoted(raw), column) for raw, column in _tokens(text[:LINE])]
    except BadInput:
        return 1
    said, looked = str(error), set()
    for word, column in words:
        for part in (word, *re.split("[=:,]", word)):
            if len(part) < 2 or part in looked:
                continue
            looked.add(part)
            if part in said and (repr(part) in said or re.search(rf"(?<![\w-]){re.escape(part)}(?![\w-])", said)):
                return column + max(0, word.find(part))
    return words[0][1] if words else 1


# ---- saying a line to a game ----


Guard = Callable[[Question[Any], Given], None]


def speak(game: Game[Any], line: Line, guard: Guard | None = None) -> Outcome:
    """What follows when this line is said now; a guard looks at each answer on it. Changes nothing. Raises Trouble."""
    if line.first in ASIDES and not line.answer:
        return _aside(game, line)
    if line.answer or (game.waits and line.first == game.waits.name):
        if game.waits and game.waits.name == "chart" and line.first == "chart":
            return _aside(game, line)
        game.require_word(line.side, None, line.as_played)
        answers = _answers(line)
        answers.guard = guard
        return game.answer(answers, side=line.side, as_played=line.as_played)
    verb = game.rules.verb(line.first)
    game.require_word(line.side, verb, line.as_played)
    values, answers = _values(game, verb, line.words)
    answers.guard = guard
    return game.declare(verb.name, values, side=line.side, as_played=line.as_played, answers=answers)


def _given(text: str) -> Given:
    return Given(text[1:], "generated") if text.startswith(GENERATED) else Given(text)


def _pair(word: str) -> tuple[str, str] | None:
    name, equals, value = word.partition("=")
    if equals and name.replace("-", "_").isidentifier():
        return name, value
    return None


def _answers(line: Line) -> Answers:
    """The answers of an indented line: values of its first word, then other names."""
    named: dict[str, deque[Given]] = {line.first: deque()}
    for word in line.words:
        pair = _pair(word)
        name, text = pair or (line.first, word)
        named.setdefault(name, deque()).append(_given(text))
    if not named[line.first]:
        raise BadInput(f"{line.first} what? A value is expected after the name")
    return Answers(named)


def _values(game: Game[Any], verb: Verb[Any], words: Sequence[str]) -> tuple[dict[str, Any], Answers]:
    """A verb's own values, and the answers that stand on the same line."""

    def names(kind: str) -> Sequence[str]:
        return game.rules.names(game.state, kind)

    known = {p.name: p for p in verb.parameters}
    values: dict[str, Any] = {}
    answers = Answers(own=verb.name)
    bare: list[str] = []
    for word in words:
        pair = _pair(word)
        if pair and pair[0] in known:
            if pair[0] in values:
                raise BadInput(f"{pair[0]} stands twice")
            values[pair[0]] = _read(known[pair[0]], pair[1], names)
        elif pair:
            answers.named.setdefault(pair[0], deque()).append(_given(pair[1]))
        else:
            bare.append(word)
    for parameter in verb.parameters:
        if parameter.name in values:
            continue
        if not parameter.required:
            if bare and parameter.fits(bare[0], names):
                values[parameter.name] = _read(parameter, bare.pop(0), names)
        elif parameter.grouped:
            groups = [word for word in bare if ":" in word]
            bare = [word for word in bare if ":" not in word and word != NOTHING]
            values[parameter.name] = parameter.group(groups, names)
        elif bare:
            values[parameter.name] = _read(parameter, bare.pop(0), names)
    answers.bare.extend(_given(word) for word in bare)
    return values, answers


def _read(parameter: Any, text: str, names: Any) -> Any:
    try:
        return parameter.read(text, names)
    except BadInput as error:
        raise error.about(parameter.name) from error


def _aside(game: Game[Any], line: Line) -> Outcome:
    words = list(line.words)
    if line.first == "note":
        if not words:
            raise BadInput('note what? As in note "the weather turned"')
        if line.side and words[0] == SECRETLY and len(words) > 1:
            return game.beside(game.note(" ".join(words[1:]), line.side, secret=True))
        return game.beside(game.note(" ".join(words), line.side))
    if line.first == "photo":
        if len(words) < 2:
            raise BadInput('photo FILE DIGEST "caption": `wardiary photo GAME FILE` works the digest out')
        return game.beside(game.photograph(words[0], words[1], " ".join(words[2:]), line.side))
    if line.first == "takeback":
        return _take_back(game, words)
    if line.first in ("adjust", "set"):
        return _adjust(game, line, words)
    if line.first == "ruling":
        if len(words) < 2:
            raise BadInput('ruling READING CHOICE "why"; readings are ' + ", ".join(game.rules.readings))
        return game.beside(game.ruling(words[0], words[1], " ".join(words[2:])))
    if line.first == "chart":
        return _chart(game, words)
    if line.first == "pass":
        return _pass(game, line, words)
    if line.first == "open":
        if len(words) != 2 or not re.fullmatch("[0-9a-f]{64}", words[1]) or words[0] not in game.rules.sides:
            raise BadInput("open SIDE KEY, the key as `wardiary open` published it: 64 hexadecimal digits")
        if line.side not in ("", words[0]):
            raise BadInput(f"{words[0]} opens its own secrets")
        lock = game.began.locks.get(words[0]) if game.began else None
        if lock and not sealing.opens(bytes.fromhex(words[1]), lock):
            raise BadInput(f"that is not the key of {words[0]}'s secrets in this game")
        return game.beside(SecretsOpened(side=words[0], key=words[1]))
    if line.first == "concede":
        side = words.pop(0) if words and words[0] in game.rules.sides else line.side
        if line.side not in ("", side):
            raise BadInput(f"{side} concedes for itself: `{side}: concede`")
        return game.beside(*game.conceding(side, " ".join(words)))
    return game.beside(game.adjourning(" ".join(words)))


def _version(word: str) -> int:
    try:
        return whole(word)
    except ValueError as error:
        raise BadInput(f"takeback to which entry? {error}") from error


def _pass(game: Game[Any], line: Line, words: list[str]) -> Outcome:
    """`jp: pass fire`, and `jp: pass fire off`; the open question needs neither its side nor its name."""
    on = not (words and words[-1] == "off")
    names = words if on else words[:-1]
    waits = game.waits
    name = names[0] if names else waits.name if waits else ""
    if not name or len(names) > 1:
        raise BadInput("pass on which question? As in `jp: pass fire`, and `jp: pass fire off` to be asked again")
    side = line.side or (waits.by if waits and waits.name == name else "")
    return game.beside(game.passing(side, name, on))


def _take_back(game: Game[Any], words: list[str]) -> Outcome:
    """`takeback`, `takeback 3 lines`, and at the prompt `takeback 24` for an entry's number, each with a reason."""
    if not words or not words[0].isdecimal():
        return game.take_back(before_last(game), " ".join(words))
    number, words = _version(words[0]), words[1:]
    if words and words[0] in COUNTED:
        return game.take_back(before_last(game, number), " ".join(words[1:]))
    last = next((e.version for e in reversed(game.entries) if e.ends), 0)
    return game.take_back(min(number, last), " ".join(words))


def before_last(game: Game[Any], lines: int = 1) -> int:
    """The version to take back to so that the last standing lines are struck. Raises BadInput when there are not so many."""
    ends = (entry.version for entry in reversed(game.stands) if entry.ends)
    found = next(islice(ends, lines, None), None) if lines else None
    if found is None:
        raise BadInput(f"{lines} lines cannot be taken back: so many do not stand" if lines != 1 else "there is nothing to take back")
    return found


def lines_after(game: Game[Any], version: int) -> int:
    """How many lines stand after a version: what a take-back to it strikes."""
    return sum(entry.ends for entry in takewhile(lambda entry: entry.version > version, reversed(game.stands)))


def _adjust(game: Game[Any], line: Line, words: list[str]) -> Outcome:
    why = ""
    if line.first == "adjust":
        if len(words) < 2 or _pair_of_path(words[-1]):
            raise BadInput('a reason is expected at the end, as in adjust INF1 steps=1 "the counter shows one dot"')
        why = words.pop()
    return game.beside(*game.adjusting(changes_of(game, words), why, line.side))


def _pair_of_path(word: str) -> tuple[str, str] | None:
    path, equals, value = word.partition("=")
    return (path, value) if equals and path and " " not in path else None


def changes_of(game: Game[Any], words: Sequence[str]) -> list[tuple[tuple[str, ...], Any]]:
    """`phase us_assault`, `units.INF1.steps=1`, or `INF1,MG1 area=IN2 status=revealed`: paths with their values."""
    if not words:
        raise BadInput("set what? As in set INF1,MG1 area=IN2, or set turn=3")
    if len(words) >= 2 and not any(map(_pair_of_path, words[:2])):
        words = [f"{words[0]}={words[1]}", *words[2:]]
    pairs = [_pair_of_path(word) for word in words]
    if pairs[0]:
        targets: list[tuple[str, ...]] = [()]
    else:
        said, pairs = words[0].split(","), pairs[1:]
        if len(said) * len(pairs) > LIST:
            raise BadInput(f"{len(said) * len(pairs)} values are set at once; {LIST} is the most")
        targets = [game.rules.find(game.state, target) for target in said]
    changes = []
    for target in targets:
        for word, pair in zip(words[-len(pairs) :] if pairs else (), pairs, strict=False):
            if pair is None:
                raise BadInput(f"name=value is expected, not {word!r}")
            path = (*target, *pair[0].split(".")) if target else game.rules.find(game.state, pair[0])
            try:
                changes.append((path, parse(kind_at(game.state, path), pair[1])))
            except BadInput as error:
                raise BadInput(f"{'.'.join(path)}: {error}") from error
    if not changes:
        raise BadInput(f"{words[0]}: to what? As in {words[0]} steps=1")
    return changes


def _chart(game: Game[Any], words: list[str]) -> Outcome:
    if len(words) < 3:
        raise BadInput(f"chart CHART ROW field=value …; charts are {', '.join(game.rules.charts)}")
    chart, row, *rest = words
    if chart not in game.rules.charts:
        raise unknown("chart", chart, game.rules.charts)
    schema = game.rules.charts[chart]
    if rest[0].startswith("{"):
        try:
            says = check_row(schema, strict_json(" ".join(rest).encode()))
        except (ValueError, TypeError, RecursionError) as error:
            raise BadInput(f"chart {chart} {row}: {error}") from error
    else:
        pairs = [_pair(word) for word in rest]
        if None in pairs:
            raise BadInput(f"field=value is expected, not {rest[pairs.index(None)]!r}; fields are {', '.join(schema.model_fields)}")
        says = parse_row(schema, dict(p for p in pairs if p))
    return game.beside(*game.chart(chart, row, says))


# ---- lines from entries: exactly what was said ----


def quote(text: str) -> str:
    """A word as it stands on a line, quoted where it must be."""
    plain = text and all(c.isalnum() or c in "-_./:,;=+~'()" for c in text) and "'" not in text
    if plain and not text.startswith("!"):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def appends(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """The entries, append by append."""
    one: list[Entry] = []
    for entry in entries:
        one.append(entry)
        if entry.ends:
            yield one
            one = []
    if one:
        yield one


@dataclass
class Writer:
    """Writes appends as lines; it follows the game, since what goes without saying depends on where the game stands."""

    game: Game[Any]
    lines: list[str] = field(default_factory=list)

    def write(self, append: Sequence[Entry]) -> str:
        """The line of one append, and the game follows it."""
        text = self.line(append)
        self.game.follow(append)
        return text

    def line(self, append: Sequence[Entry]) -> str:
        fact = append[0].fact
        if isinstance(fact, Declared):
            return self._declared(fact, append)
        if isinstance(fact, (Decided, Rolled, Drawn)):
            return self._answer(append)
        if isinstance(fact, TakenBack):
            number = lines_after(self.game, fact.to)
            return f"takeback {number} {COUNTED[number != 1]}" + (f" {quoted(fact.why)}" if fact.why else "")
        return aside_text(*(entry.fact for entry in append))

    def _declared(self, fact: Declared, append: Sequence[Entry]) -> str:
        verb = self.game.rules.verbs.get(fact.verb)
        words = [fact.verb]
        if verb is None or self.game.side_of(verb) != fact.side:
            words.insert(0, f"{fact.side}:")
        groups = []
        for parameter in verb.parameters if verb else ():
            if parameter.name not in fact.values:
                continue
            value = fact.values[parameter.name]
            if parameter.grouped:
                groups.append(parameter.say(value) or NOTHING)
            elif parameter.required:
                words.append(quote(parameter.say(value)))
            else:
                words.append(f"{parameter.name}={quote(parameter.say(value))}")
        words += groups
        named = []
        for answer in answers_in(append):
            text = answer_text(answer)
            if isinstance(answer, (Rolled, Drawn)):
                words.append(text)
            else:
                named.append(f"{_name(answer)}={text}")
        words += named
        if fact.as_played:
            words.append("!" + quoted(fact.as_played))
        return " ".join(words)

    def _answer(self, append: Sequence[Entry]) -> str:
        found = answers_in(append)
        first = _name(found[0])
        speaker = getattr(found[0], "said_by", "")
        words = [f"  {speaker}: {first}" if speaker else f"  {first}"]
        alike = 0
        while alike < len(found) and _name(found[alike]) == first:
            words.append(answer_text(found[alike]))
            alike += 1
        words += [f"{_name(answer)}={answer_text(answer)}" for answer in found[alike:]]
        reason = getattr(found[0], "as_played", "")
        if reason:
            words.append("!" + quoted(reason))
        return " ".join(words)


def _name(fact: Fact) -> str:
    return str(getattr(fact, "name", ""))


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def answers_in(append: Sequence[Entry]) -> list[Fact]:
    return [entry.fact for entry in append if isinstance(entry.fact, (Decided, Rolled, Drawn))]


def answer_text(fact: Fact) -> str:
    """An answer as it was written."""
    mark = GENERATED if getattr(fact, "source", "table") == "generated" else ""
    if isinstance(fact, Rolled):
        if not fact.dice:
            return NOTHING
        together = fact.sides < 10
        return mark + ("" if together else "+").join(map(str, fact.dice))
    if isinstance(fact, Drawn):
        return mark + quote(fact.item)
    assert isinstance(fact, Decided)
    return quote(value_text(fact.value))


def value_text(value: Any) -> str:
    """A stored answer as text, by its shape: a list, pairs (grouped when several share an option), or a word."""
    if isinstance(value, Mapping) and value:
        options: dict[str, list[str]] = {}
        for item, option in value.items():
            options.setdefault(str(option), []).append(item)
        one_each = all(len(items) == 1 for items in options.values())
        if one_each or all(str(o).isdecimal() for o in options):
            return ",".join(f"{item}:{option}" for item, option in value.items())
        in_order = [item for items in options.values() for item in items]
        if in_order == list(value):
            return ";".join(f"{option}:{','.join(items)}" for option, items in options.items())
        return ",".join(f"{item}:{option}" for item, option in value.items())
    return say(value)


def aside_text(fact: Fact, *others: Fact) -> str:
    """The line of a fact that stands beside the rules; others of its line belong to it where one part of it is secret."""
    if isinstance(fact, Noted):
        secretly = f"{SECRETLY} " if fact.secret else ""
        return (f"{fact.side}: " if fact.side else "") + f"note {secretly}{quoted(fact.text)}"
    if isinstance(fact, Photographed):
        caption = f" {quoted(fact.caption)}" if fact.caption else ""
        return (f"{fact.side}: " if fact.side else "") + f"photo {quote(fact.file)} {fact.digest}{caption}"
    if isinstance(fact, (Adjusted, PositionSet)):
        parts = [fact, *(other for other in others if isinstance(other, (Adjusted, PositionSet)))]
        pairs = " ".join(quote(f"{'.'.join(c.path)}={change_text(c)}") for part in parts for c in part.changes)
        last = parts[-1]
        if isinstance(last, Adjusted):
            return f"adjust {pairs} {quoted(last.why)}"
        return (f"{last.secret}: " if last.secret else "") + f"set {pairs}"
    if isinstance(fact, RulingMade):
        return f"ruling {fact.reading} {fact.choice}" + (f" {quoted(fact.why)}" if fact.why else "")
    if isinstance(fact, ChartRead):
        says = json.dumps(fact.says, ensure_ascii=False)
        return f"chart {fact.chart} {quote(fact.row)} {shlex.quote(says)}"
    if isinstance(fact, StandingPass):
        return f"{fact.side}: pass {fact.question}" + ("" if fact.on else " off")
    if isinstance(fact, SecretsOpened):
        return f"open {fact.side} {fact.key}"
    if isinstance(fact, Conceded):
        return f"concede {fact.side}" + (f" {quoted(fact.why)}" if fact.why else "")
    if isinstance(fact, Adjourned):
        return "adjourn" + (f" {quoted(fact.why)}" if fact.why else "")
    raise BadInput(f"a fact {fact.TOPIC!r} has no line of its own")


def change_text(change: Change) -> str:
    return say(change.now)
