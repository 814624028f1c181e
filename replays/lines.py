"""A line of the notation, split into words and quotes, its side, and the reason if it is as played."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace

from domain.kernel.errors import BadInput, Trouble
from domain.kernel.facts import BY_PROGRAM
from domain.kernel.house import HOUSE
from domain.kernel.limits import LINE
from domain.kernel.strict import unprintable

GENERATED = "~"
"""The sign before dice that a program rolled."""

JOINING = frozenset(",:;")
"""Signs between names that belong together. `split` may leave one at the end of a word, or at its beginning."""

UNASKED = "!"
"""The sign before an answer that the table insists on where nothing asks for it.

It may be left out, unless other answers of that name are asked for.
"""


@dataclass(frozen=True, repr=False)
class Line:
    """A parsed line: its side, its first word, the others, and the reason if it is as played."""

    text: str
    first: str
    words: tuple[str, ...]
    side: str = ""
    as_played: str = ""
    answer: bool = False
    """Whether it answers the open question: it is indented, or completed as if it were."""
    rolled_by: str = BY_PROGRAM
    """The source of its dice and cards that are marked as no player's."""
    patient: bool = False
    """Whether its answers may be left over behind another question. The speaker then says them again."""
    alone: bool = False
    """Whether it is typed where no other side speaks. Then every answer on it is that side's."""
    typed: bool = False
    """Whether it is typed at a prompt.

    Then a likely slip is refused once, and stands if it is said again with a reason.
    """
    waited: bool = False
    """Whether its answers stood on an earlier line, before anybody saw their question."""
    paper: bool = False
    """Whether its one word after the first is a line as it stands, in which no sign is the notation's."""
    no_side: int = 0
    """The column of its first word if that looks like a side's name but is none; else 0."""

    @property
    def in_words(self) -> tuple[str, ...]:
        """All its words, unquoted, with the side before them and the reason after them."""
        side = (f"{self.side}:",) if self.side else ()
        reason = (f"!{self.as_played}",) if self.as_played else ()
        return (*side, self.first, *self.words, *reason)


def split(text: str, sides: Iterable[str] = ()) -> Line | None:
    """A line parsed; None for an empty one or a comment. Raises BadInput with the column."""
    if len(text) > LINE:
        raise BadInput(f"a line has at most {LINE} characters, this one {len(text)}")
    if wrong := unprintable(text):
        raise BadInput(f"column {wrong}: a control character ({text[wrong - 1]!r})")
    side, as_played, strange, bang = "", "", 0, 0
    words: list[str] = []
    for raw, column in _tokens(text):
        word = _unquoted(raw)
        if not words and not side and raw.endswith(":") and not as_played:
            side = known_spelling(word[:-1], sides)
            if sides and side not in sides:  # an answer may begin so: `Green: GUN1 INF1`
                side, strange = "", column
                words.append(word)
        elif bang:
            if not word or (raw != HOUSE and word == raw):  # any other reason stands in quotes
                break
            as_played, bang = word, 0
        elif raw == "!":
            bang = column
        elif raw.startswith("!"):
            as_played = word[1:]
        else:
            words.append(word)
    if bang:
        raise BadInput(
            f'column {bang}: a reason is expected after "!", as in !"we forgot"; ! {HOUSE} names a house rule'
        )
    if words:
        return Line(text, words[0], tuple(words[1:]), side, as_played, text[:1] in " \t", no_side=strange)
    if side:
        raise BadInput(f"column {len(text)}: {side} says nothing; a verb is expected")
    if as_played:
        raise BadInput("a declaration is expected beside the reason")
    return None


# ---- words ----

_TOKEN = re.compile(r"""(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+""")
_PIECE = re.compile(r"""\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^"'\\]+)""")


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The words of a line as written, with their columns, up to a comment. Raises BadInput."""
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


QUOTES = frozenset("\"'\\")


def _unquoted(raw: str) -> str:
    if not QUOTES.intersection(raw):
        return raw
    return "".join(
        escaped or re.sub(r"\\(.)", r"\1", double) or single or plain
        for escaped, double, single, plain in _PIECE.findall(raw)
    )


def rolled(line: Line) -> Iterator[str]:
    """The values on a line marked as rolled by a program, without the mark, with their names if they have any."""
    for word in line.words:
        name, value = pair(word) or ("", word)
        if value.startswith(GENERATED):
            yield f"{name}={value.removeprefix(GENERATED)}" if name else value.removeprefix(GENERATED)


def by_the_table(line: Line, kept: Container[str] = ()) -> Line:
    """The line without those marks, except at the values in `kept`."""
    words = []
    for word in line.words:
        name, value = pair(word) or ("", word)
        plain = f"{name}={value.removeprefix(GENERATED)}" if name else value.removeprefix(GENERATED)
        words.append(word if plain in kept else plain)
    return replace(line, words=tuple(words))


def quoted(text: str) -> str:
    """A text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def quote(text: str) -> str:
    """A word as a line writes it, quoted if necessary."""
    plain = text and all(c.isalnum() or c in "-_./:,;=+~()" for c in text)
    return text if plain else quoted(text)


def joined(words: Iterable[str]) -> str:
    """Unquoted words as a line."""
    return " ".join(map(_requoted, words))


def _requoted(word: str) -> str:
    if word.startswith("!"):
        return "!" + quoted(word[1:])
    return quoted(word) if not word or any(c.isspace() or c in "\"'#\\" for c in word) else word


def closed_up(words: Iterable[str]) -> tuple[str, ...]:
    """Words with everything joined by a comma, colon or = made one, whatever the spacing.

    `Green: NAV1, AIR1` becomes `Green:NAV1,AIR1`, `path = 2805` becomes `path=2805`. A comma that nothing follows joins
    nothing.
    """
    joined: list[str] = []
    goes_on = False
    for word in words:
        if joined and (
            goes_on or joined[-1][-1:] in JOINING or word[:1] in JOINING or (word[:1] == "=" and is_name(joined[-1]))
        ):
            joined[-1] += word
        else:
            joined.append(word)
        goes_on = word == "="
    if joined and joined[-1].endswith((",", ";")):
        last = joined.pop().rstrip(",;")
        joined += [last] if last else []
    return tuple(joined)


def known_spelling(word: str, known: Iterable[str]) -> str:
    """The known word that equals this one but for case; else the word itself."""
    names = tuple(known)
    return word if word in names else next((name for name in names if name.casefold() == word.casefold()), word)


def is_name(word: str) -> bool:
    """Whether a value or a question could have this name."""
    return word.replace("-", "_").isidentifier()


def pair(word: str) -> tuple[str, str] | None:
    """`name=value` split in two; None for any other word."""
    name, equals, value = word.partition("=")
    return (name, value) if equals and is_name(name) else None


def column_of(text: str, error: Trouble) -> int:
    """The column of the first word that an error names; of the first word if it names none."""
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
