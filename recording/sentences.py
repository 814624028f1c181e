"""The line that a sentence may mean: `r24 lands on green too` is offered as `land 4D-R24 Green`. Enter says it.

Nothing is ever recorded from a guess. A guess is made from names that everybody knows, from the open question as shown,
and from the words of the verbs. A declaration is offered if all names in the sentence have a place on its line, and the
rules accept it by what the screen may see. A side's hidden things, and questions whose options are not shown, tell
nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, NamedTuple

from domain.kernel.entries import UMPIRE
from domain.kernel.errors import Trouble
from domain.kernel.game import View
from domain.kernel.limits import LIST
from domain.kernel.plain import COUNTED, ENDED, EVERYBODY, FILLING, NEGATIVE, NOBODY, NUMBERS, POSITIVE
from domain.kernel.questions import NOTHING, Assign, Draw, Number, OneOf, Order, Roll, Some, YesNo
from domain.kernel.runs import AND, STEM, runs_in_full
from domain.kernel.verbs import Groups, Parameter, Verb
from recording.now import NEXT, Now, OpenQuestion
from recording.shorthand import SHORT_NEXT
from replays.lines import Line, quote
from replays.notation import speak
from replays.papers import taken_apart

LONGEST = 200
"""Maximum length in characters of a sentence that is examined."""
NEAR = 0.84
"""Minimum similarity of a mistyped name to the meant one."""

UNTIL = frozenset(("to", "bis", "through", "thru", "until", "till"))
ASKING = frozenset((
    "how", "what", "whats", "what's", "which", "where", "when", "who", "why", "is", "are", "did", "does", "do", "can",
    "could", "may",
))  # fmt: skip
OVER = ENDED | {"over", "complete", "nothing"}
STEMS: Mapping[str, str] = {
    "shoot": "fire", "shot": "fire", "open": "fire", "purchase": "buy", "lost": "lose", "lo": "lose", "loss": "lose",
    "put": "place", "pull": "withdraw", "go": "move", "goe": "move", "recovery": "recover", "assault": "assaults",
    "attack": "attack",
}  # fmt: skip
"""Words that people use for the rules' verbs."""
PAST = {"buy": "bought"}
"""For a verb: the verb that says it is over."""
TIMES = {word: n for n, word in enumerate(NUMBERS) if 0 < n <= 6}

_WORDS = re.compile(r"[^\s,;()!?\"]+")
_ENDINGS = ("ing", "es", "ed", "s", "")


class Mention(NamedTuple):
    """A name in a sentence: its spelling, the kinds it belongs to, and the words it spans."""

    name: str
    kinds: frozenset[str]
    first: int
    last: int


def squashed(text: str) -> str:
    """A name in a form that ignores how it is typed: `4D-R24`, `4d r24` and `4dr24` are equal."""
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def bare_words(text: str) -> list[str]:
    """The words of a sentence, without punctuation."""
    return [
        word
        for found in _WORDS.findall(text[:LONGEST].replace("’", "'"))
        if (word := found.strip(".:'&+=") or (found if found in AND else ""))
    ]


# ---- names ----


class KnownNames:
    """The names of some kinds, in every form they may be typed."""

    def __init__(self, known: Mapping[str, Sequence[str]]) -> None:
        kinds: dict[str, set[str]] = {}
        for kind, names in known.items():
            for name in names:
                kinds.setdefault(name, set()).add(kind)
        self.kinds = {name: frozenset(of) for name, of in kinds.items()}
        self.exact = {name.casefold(): name for name in kinds}
        self.whole = {squashed(name): name for name in reversed(list(kinds))}
        tails: dict[str, set[str]] = {}
        for name in kinds:
            for at in (n for n, sign in enumerate(name) if sign in "-/ "):
                tails.setdefault(squashed(name[at:]), set()).add(name)
            if (letters := re.match(r"[A-Za-z]{3,}", name)) and letters[0] != name:
                tails.setdefault(letters[0].casefold(), set()).add(name)
        self.tails = {tail: next(iter(names)) for tail, names in tails.items() if len(names) == 1 and len(tail) > 1}

    def called(self, text: str, tails: bool = False) -> str:
        """The only name meant; "" if there is none."""
        typed = squashed(text)
        if text.casefold() in self.exact:
            return self.exact[text.casefold()]
        if not typed or (typed.isdecimal() and text not in self.kinds and not tails):
            return ""
        return self.whole.get(typed) or (self.tails.get(typed, "") if not typed.isdecimal() or tails else "")

    def near(self, text: str) -> str:
        typed = squashed(text)
        close = get_close_matches(typed, self.whole, n=2, cutoff=NEAR) if len(typed) > 4 else []
        return self.whole[close[0]] if len(close) == 1 else ""

    def found(self, words: Sequence[str], tails: bool = False) -> list[Mention]:
        """The names in a sentence, in order, with runs written out."""
        found: list[Mention] = []
        at = 0
        while at < len(words):
            here = self._at(words, at, found, tails)
            found += here
            at = here[-1].last + 1 if here else at + 1
        return found

    def _named(self, name: str, first: int, last: int) -> Mention:
        return Mention(name, self.kinds[name], first, last)

    def _at(self, words: Sequence[str], at: int, before: Sequence[Mention], tails: bool) -> list[Mention]:
        word = words[at]
        if before and word.casefold() in UNTIL and at + 1 < len(words) and before[-1].last == at - 1:
            return self._run(before[-1].name, words[at + 1], at + 1)
        if (
            before
            and word.isdecimal()
            and word not in self.kinds
            and all(w.casefold() in AND for w in words[before[-1].last + 1 : at])
        ):
            stem = STEM.fullmatch(before[-1].name)
            if stem and stem[1] + word in self.kinds:
                return [self._named(stem[1] + word, at, at)]
        for n in range(min(3, len(words) - at), 0, -1):
            text = "".join(words[at : at + n])
            if any(each[-1].isdecimal() and behind[0].isdecimal() for each, behind in pairwise(words[at : at + n])):
                continue  # two numbers are two names
            if n == 1 and word.casefold() in FILLING | AND | NEGATIVE | POSITIVE:
                return []
            for spelled in (text, text.replace("s", "", 1) if n > 1 and words[at].endswith("s") else text):
                if name := self.called(spelled, tails):
                    return [self._named(name, at, at + n - 1)]
            run = runs_in_full([text], tuple(self.kinds)) if "-" in text and n < 3 else []
            if len(run) > 1 and all(squashed(each) in self.whole for each in run):
                return [self._named(self.whole[squashed(each)], at, at + n - 1) for each in run]
            if n == 2 and (ends := re.fullmatch(r"(\d+)(?:-|\.\.)(\d+)", words[at + 1])):
                first = self.called(word.rstrip("s") + ends[1])
                if first:
                    return [self._named(first, at, at + 1), *self._run(first, ends[2], at + 1)]
        name = self.near(word)
        return [self._named(name, at, at)] if name else []

    def _run(self, name: str, until: str, last: int) -> list[Mention]:
        """The names after one, up to another name or number."""
        stem, end = STEM.fullmatch(name), re.search(r"(\d+)$", self.called(until) or until)
        if not stem or not end:
            return []
        first, final = int(name[len(stem[1]) :]), int(end[1])
        return [
            self._named(f"{stem[1]}{n}", last, last)
            for n in range(first + 1, min(final, first + LIST) + 1)
            if f"{stem[1]}{n}" in self.kinds
        ]


# ---- declarations ----


def guessed_declaration(view: View[Any], now: Now, text: str) -> str:
    """The declaration that a sentence may mean; "" if none comes to mind."""
    words = bare_words(text)
    side, words = _side(view, words)
    if not words or not now.phase or _asks(text, words):
        return ""
    rules = view.rules
    names = KnownNames({kind: rules.names(view.state, kind) for kind in rules.kinds})
    found = names.found(words)
    taken = {n for one in found for n in range(one.first, one.last + 1)}
    left = [word for n, word in enumerate(words) if n not in taken]
    if any(word[:1].isdecimal() or word.casefold() in TIMES or re.fullmatch(r"x\d+", word) for word in left):
        return ""  # it tells how many, or where, and the line would drop that
    more = _more(view, left)
    here = [verb.name for verb in now.verbs]
    said = _verbs(view, left)
    folded = {word.casefold() for word in left}
    if not found and not side and folded & OVER:
        if folded & {"phase", "turn"}:
            return SHORT_NEXT
        past = next((PAST[verb.name] for verb in said if PAST.get(verb.name, "") in rules.play.verbs), "")
        return past or (
            next((verb.name for verb in said if verb.name in here and not verb.parameters), "") or SHORT_NEXT
        )

    def lines(verbs: Sequence[Verb[Any]]) -> Iterator[str]:
        for verb in verbs:
            values = _filled(verb, found)
            if values is None or not (found or said):
                continue
            line = " ".join((f"{side}:" if side else "", verb.name, *values, *more)).strip()
            if _holds(view, line, verb):
                yield line

    own = said or [rules.play.verbs[name] for name in here if name != NEXT]
    if line := next(lines(sorted(own, key=lambda verb: verb.name not in here)), ""):
        return line
    if not found and folded & NEGATIVE and folded & set(now.phase.casefold().split()):
        return SHORT_NEXT
    every = (
        list(lines([verb for verb in rules.play.verbs.values() if verb.phases and verb not in own]))
        if found and not said
        else []
    )
    if len(every) > 1 and folded & UNTIL:
        every = [line for line in every if line.startswith("move ")]
    return every[0] if len(every) == 1 else ""


def _side(view: View[Any], words: list[str]) -> tuple[str, list[str]]:
    """The side that a sentence begins with, and the rest of it."""
    titles = {name.casefold(): code for code, name in view.rules.sides.items()} | {
        code: code for code in view.rules.sides
    }
    side = titles.get(words[0].casefold(), "") if words else ""
    return (side, words[1:]) if side else ("", words)


def _asks(text: str, words: Sequence[str]) -> bool:
    """Whether a sentence is only a question."""
    return text.rstrip().endswith("?") or words[0].casefold() in ASKING


def _more(view: View[Any], words: Sequence[str], asked: str = "") -> list[str]:
    """Answers in a sentence to later questions: `no banzai`, `the die is 3`, `2 steps`, `nobody fires`."""
    said: dict[str, str] = {}
    names = {name for name in view.rules.play.question_names if name != asked}
    for n, word in enumerate(words):
        plain = word.casefold()
        name = next((each for each in (plain, plain.removesuffix("s")) if each in names), "") or (
            plain if plain in names else ""
        )
        if not name:
            continue
        before = words[n - 1].casefold() if n else ""
        behind = next((each for each in words[n + 1 : n + 4] if _number(each) is not None), "")
        if before in NEGATIVE:
            said[name] = NOTHING
        elif _number(before) is not None:
            said[name] = str(_number(before))
        elif behind:
            said[name] = str(_number(behind))
    return [f"{name}={value}" for name, value in said.items()]


def _verbs(view: View[Any], words: Sequence[str]) -> list[Verb[Any]]:
    """The rules' verbs in a sentence, in any form."""
    found: dict[str, None] = {}
    table = view.rules.play.verbs
    joined = squashed("".join(words[:3]))
    for verb in table:
        if len(verb) > 4 and squashed(verb) in joined:
            found[verb] = None
    for word in words:
        plain = re.sub(r"[^a-z-]", "", word.casefold())
        for ending in _ENDINGS:
            stem = plain.removesuffix(ending) if plain.endswith(ending) else ""
            for form in (stem, f"{stem}e", f"{stem}s", STEMS.get(stem, "")):
                if stem and form in table:
                    found[form] = None
        if len(plain) > 4 and (
            close := [each for each in get_close_matches(plain, table, n=1, cutoff=NEAR) if each[0] == plain[0]]
        ):
            found[close[0]] = None
    return [table[name] for name in found if name != NEXT]


def _filled(verb: Verb[Any], found: Sequence[Mention]) -> list[str] | None:
    """A verb's values made of all the names in a sentence; None if they do not fit."""
    left, values = list(found), list[str]()
    for parameter in verb.parameters:
        mark = parameter.mark
        if parameter.grouped:
            said = _grouped(left, parameter)
            left = []
        elif mark is None:
            said = ""
        else:
            kind = mark[0]
            own = [one for one in left if kind in one.kinds]
            own = own if parameter.several else own[:1]
            said = ",".join(quote(one.name) for one in own)
            left = [one for one in left if one not in own]
        if parameter.required and not said:
            return None
        values += [said] if said else []
    return None if left else values


def _grouped(found: Sequence[Mention], parameter: Parameter) -> str:
    """Groups made of names: their heads stand before or after their members."""
    assert isinstance(parameter.mark, Groups)
    head, member = parameter.mark.head, parameter.mark.member
    if not found or not all(one.kinds & {head, member} for one in found):
        return ""
    groups: list[tuple[str, list[str]]] = []
    waiting: list[str] = []
    first = head in found[0].kinds and member not in found[0].kinds
    for one in found:
        is_head = head in one.kinds and member not in one.kinds
        if not is_head and first:
            groups[-1][1].append(one.name)
        elif not is_head:
            waiting.append(one.name)
        else:
            groups.append((one.name, waiting))
            waiting = []
    if waiting or not all(members for _, members in groups):
        return ""
    return " ".join(f"{name}:{','.join(members)}" for name, members in groups)


def _holds(view: View[Any], text: str, verb: Verb[Any]) -> bool:
    """Whether the rules accept a line by what the screen may see.

    A hiding side's verb that may be declared in secret is not tried, and counts as accepted.
    """
    by = verb.side or view.side_of(verb)
    if by in view.rules.secrecy.hides and verb.secret and view.audience not in (by, UMPIRE):
        return True
    line = taken_apart(view, text)
    assert line is not None
    try:
        speak(view, line)
    except Trouble:
        return False
    return True


# ---- answers ----


def guessed_answer(view: View[Any], asked: OpenQuestion, text: str, kind: type[Any]) -> str:
    """The answer that a sentence may mean; "" if none comes to mind.

    `kind` is the question's class, which everybody knows.
    """
    words = [word for word in bare_words(text) if squashed(word) or word in AND]
    if not words or _asks(text, words):
        return ""
    more = _more(view, words, asked.name)
    folded = {word.casefold() for word in words}
    if issubclass(kind, (Roll, Draw)) and folded & {"roll", "draw"} and folded & {"me", "it", "em", "them", "please"}:
        return "auto"
    if issubclass(kind, Roll):
        return _dice(text, words, asked)
    if issubclass(kind, YesNo):
        yes = bool(folded & POSITIVE) or {squashed(word) for word in words} == {squashed(asked.name)}
        said = "no" if folded & NEGATIVE else "yes" if yes else ""
        return " ".join((said, *more)) if said else ""
    if issubclass(kind, Number):
        numbers = [str(number) for word in words if (number := _number(word)) is not None]
        said = " ".join(numbers) or ("0" if folded & (NEGATIVE | {"o"}) else "")
        return said if _answers(view, asked, said) else ""
    if issubclass(kind, Assign):
        return ""
    if issubclass(kind, Draw):
        return " ".join(_drawn(words, asked.options))
    if not asked.seen and any(verb.name != asked.name for verb in _verbs(view, words)):
        return ""  # a declaration that comes too early
    units = getattr(view.state, "units", {})
    every = {"unit": [name for name, unit in units.items() if getattr(unit, "side", asked.by) == asked.by]}
    kinds = {"option": asked.options} if asked.seen else every
    names = [one for one in KnownNames(kinds).found(words, tails=asked.seen) if one.name != NOTHING]
    found = list(dict.fromkeys(one.name for one in names))
    taken = {n for one in names for n in range(one.first, one.last + 1)}
    nothing = bool(folded & NEGATIVE) or " ".join(words).casefold() in NOBODY
    said = _chosen(found if asked.seen else found[:1], nothing, asked, kind, folded)
    dice = (
        [word for n, word in enumerate(words) if n not in taken and re.fullmatch("[1-6]+", word)]
        if found and not more
        else []
    )
    ways = (" ".join((said, *more, *dice)), said) if said else ("",)
    return next((way for way in ways if _answers(view, asked, way)), said)


def _answers(view: View[Any], asked: OpenQuestion, text: str) -> bool:
    """Whether the rules accept an answer by what the screen may see; True if that does not tell."""
    line = taken_apart(view, f"  {asked.name} {text}")
    if not asked.seen:
        return True
    try:
        speak(view, line or Line("", "", ()))
    except Trouble:
        return False
    return True


def _chosen(found: list[str], nothing: bool, asked: OpenQuestion, kind: type[Any], folded: set[str]) -> str:
    able = not asked.seen or NOTHING in asked.options or asked.usual == NOTHING
    if issubclass(kind, Order):
        rest = [name for name in asked.options if name not in found]
        return ",".join((*found, *rest)) if found or folded & {"any", "whatever", "usual"} else ""
    if issubclass(kind, Some):
        every = folded & EVERYBODY and asked.seen
        return ",".join(asked.options) if every else ",".join(found) or (NOTHING if nothing and able else "")
    if issubclass(kind, OneOf):
        only = [option for option in asked.options if option != NOTHING] if asked.seen else []
        if not found and len(only) == 1 and folded & POSITIVE:
            found = only
        return ",".join(found) or (NOTHING if nothing and able else "")
    return ""


def _number(word: str) -> int | None:
    plain = word.casefold().strip(".,")
    return (
        int(plain)
        if plain.isdecimal() and len(plain) < 4
        else COUNTED.get(plain)
        if plain in TIMES or plain == "zero"
        else None
    )


def _drawn(words: Sequence[str], left: Sequence[str]) -> Iterator[str]:
    """The items drawn, in order: cards by number, chits by name. Nothing if a number cannot be read."""
    minus = False
    if any(re.search(r"\d", word) and re.search(r"[a-z]", word) for word in words):
        return
    for word in words:
        plain = word.casefold().strip("#.,")
        plain = "blank" if plain in ("nothing", "empty") else plain
        number = _number(plain)
        if plain == "minus":
            minus = True
            continue
        said = (
            f"-{number}"
            if minus and number is not None
            else str(number)
            if number is not None and plain not in left
            else plain
        )
        minus = False
        if name := next((each for each in left if each.casefold() == said), ""):
            yield name


def _dice(text: str, words: Sequence[str], asked: OpenQuestion) -> str:
    """Dice told in words: `two sixes, 5 4 1`, `three 6s a 2 and a 1`, `5/3/2/2/1`."""
    count = int(found[0]) if (found := re.findall(r"^\d+", asked.hint)) else 0
    faces = ""
    times = 1
    for n, word in enumerate(words):
        plain = word.casefold().strip(".,")
        face = _face(plain)
        behind = words[n + 1].casefold() if n + 1 < len(words) else ""
        if plain in ("x", "times"):
            continue
        if face and (behind == "x" or (plain in TIMES and _face(behind) and behind.endswith("s"))):
            times = int(face)
            continue
        if face:
            faces += face * times
        else:
            digits = re.sub(r"[^1-6l]", "", plain).replace("l", "1") if re.fullmatch(r"[\dl/+.-]+", plain) else ""
            faces += digits
        times = 1
    if count == 1 and faces:  # the dice behind it answer the next question; a sum is not a die
        return faces[0] if "+" in text or "=" in text else " ".join(faces)
    return faces if len(faces) == count else ""


def _face(word: str) -> str:
    if word in TIMES:
        return str(TIMES[word])
    plural = {f"{name}{'es' if name == 'six' else 's'}": n for name, n in TIMES.items()}
    if word in plural:
        return str(plural[word])
    return word[0] if re.fullmatch(r"[1-6](s|'s)?", word) else ""


def verb_usages(view: View[Any], text: str) -> list[str]:
    """The usages of the verbs in a sentence."""
    _, words = _side(view, bare_words(text))
    return [f"{verb.usage()}: {verb.summary}" for verb in _verbs(view, words)[:2]]


def offered(view: View[Any], now: Now, text: str, kind: type[Any] | None) -> str:
    """The line that a text not understood may mean; "" if none comes to mind, or it is the text itself."""
    question, words = now.question, {word.casefold() for word in bare_words(text)}
    if way := next((each for each in ("undo", "redo") if each in words), ""):
        return "" if text.strip() == way else way
    try:
        if question:
            line = guessed_answer(view, question, text, kind) if kind and question.yours and not question.unseen else ""
        else:
            line = "" if now.over else guessed_declaration(view, now, text)
    except Trouble:
        return ""
    return "" if line.casefold() == text.strip().casefold() else line
