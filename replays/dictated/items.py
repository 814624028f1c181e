"""Lines of a pack taken apart into items: `road 1530-1630, 1630-1731`, `24-1..12 us 2-2 name="Wolfhounds"`.

Blanks part items, commas the values of an item. What stands in quotes is one value, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.errors import BadInput, Trouble
from domain.kernel.limits import LINE, LINES
from domain.kernel.strict import unprintable

SHELTER = 0xF0000
"""Quoted ASCII characters are moved up here, out of the way of the signs that part words. No text can hold characters
from there: they cannot be shown."""
QUOTED = chr(SHELTER)
"""Stands before what was quoted."""

MESSAGE = 60
"""Characters of what was said that a message repeats."""
_TOKEN = re.compile(r"""(?P<quoted>"(?:[^"\\]|\\["\\])*")|(?P<mark>,|=|:(?=\s|$))|(?P<bare>(?:[^\s",=:]|:(?!\s|$))+)""")
_QUOTES, _DASHES = str.maketrans("“”„", '"""'), str.maketrans("–−—", "---")
"""Signs that telephones and word processors put for plain ones."""


class Item(NamedTuple):
    """An item of a line: its values, and the field it names, if it does."""

    field: str
    values: tuple[str, ...]

    @property
    def word(self) -> str:
        """The only value, if it is a bare word; else ""."""
        return self.values[0] if not self.field and len(self.values) == 1 and QUOTED not in self.values[0] else ""

    def __str__(self) -> str:
        return (f"{self.field}=" if self.field else "") + ",".join(map(unquoted, self.values))


class Statement(NamedTuple):
    """A line that says something. With a colon, `each` holds what is said of each of the rows before it, one by one."""

    number: int
    raw: str
    items: tuple[Item, ...]
    each: tuple[Item, ...] | None = None


def unquoted(value: str) -> str:
    """A value as it was meant, without its quotes."""
    return "".join(chr(ord(c) - SHELTER) if ord(c) > SHELTER else c for c in value if c != QUOTED)


def brief(value: str) -> str:
    """A value as it was meant, cut off where it is too long for a message."""
    said = unquoted(value)
    return said if len(said) <= MESSAGE else f"{said[:MESSAGE]}…"


def in_quotes(word: str) -> str:
    """A value in quotes."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def lines_of(text: str, where: str, wrong: list[tuple[int, Trouble]] | None = None) -> Iterator[Statement]:
    """The lines that say something; one that ends with a comma goes on in the next.

    Raises BadInput, naming the line; with `wrong`, lines that cannot be taken apart are put there instead.
    """
    begun, first = "", 0
    for number, raw in enumerate(text.split("\n"), 1):
        if number > LINES:
            raise BadInput(f"{where}: more than {LINES} lines")
        try:
            said = _without_remark(_taken(raw, begun, where, number))
            if not said:
                continue
            begun, first = f"{begun} {said}".lstrip(), first or number
            if said.endswith(","):
                continue
            yield _line(first, begun)
            begun, first = "", 0
        except _Unreadable:
            raise
        except BadInput as error:
            if wrong is None:
                raise BadInput(f"{where}:{number}: {error}") from error
            wrong.append((number, error))
            begun, first = "", 0
    if begun:
        raise BadInput(f"{where}:{first}: the line ends with a comma, and nothing follows")


def _taken(raw: str, begun: str, where: str, number: int) -> str:
    """A line's text. Raises BadInput where it is no text to read on in."""
    try:
        _bound(len(begun) + len(raw))
        return _shown(raw.removesuffix("\r").strip())
    except BadInput as error:
        raise _Unreadable(f"{where}:{number}: {error}") from error


class _Unreadable(BadInput):
    """Behind this line nothing is read."""


def _bound(characters: int) -> None:
    if characters > LINE:
        raise BadInput(f"a line has at most {LINE} characters, also one that goes on")


def _shown(text: str) -> str:
    if "\t" in text:
        raise BadInput("a tab; blanks part the words of a line, and a spreadsheet's tables are read as CSV, a folder")
    if at := unprintable(text, ""):
        raise BadInput(f"character {at} is a control character, or one that cannot be shown; letters, digits and signs")
    return text if '"' in text else text.translate(_QUOTES)


def _without_remark(text: str) -> str:
    """A line without the remark that begins with # after a blank."""
    quoted = False
    for at, sign in enumerate(text):
        if sign == '"' and not (quoted and text[at - 1] == "\\"):
            quoted = not quoted
        elif sign == "#" and not quoted and (at == 0 or text[at - 1].isspace()):
            return text[:at].rstrip()
    return text


def items_of(text: str) -> tuple[Item, ...]:
    """The items of a text without a colon. Raises BadInput."""
    return _line(0, text).items


def _line(number: int, text: str) -> Statement:
    tokens = list(_tokens(text))
    colons = [at for at, (mark, _, _) in enumerate(tokens) if mark == ":"]
    if len(colons) > 1:
        raise BadInput("two colons; one parts the rows from what is said of each")
    if not colons:
        return Statement(number, text, _items(tokens))
    at = colons[0]
    return Statement(number, text, _items(tokens[:at]), _items(tokens[at + 1 :]))


def _tokens(text: str) -> Iterator[tuple[str, str, bool]]:
    """Marks and words, and whether a word goes on where the last one ended: (mark, word, glued)."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = _TOKEN.match(text, at)
        if not found:
            raise BadInput(f"{text[at : at + 20]}: a quote is not closed")
        glued = at > 0 and not text[at - 1].isspace()
        if found["quoted"]:
            inner = re.sub(r"\\(.)", r"\1", found[0][1:-1])
            yield "", QUOTED + "".join(chr(SHELTER + ord(c)) if ord(c) < 128 else c for c in inner), glued
        else:
            yield found["mark"] or "", (found["bare"] or "").translate(_DASHES), glued
        at = found.end()


def _items(tokens: list[tuple[str, str, bool]]) -> tuple[Item, ...]:
    items: list[Item] = []
    before = ""
    for mark, word, glued in tokens:
        if mark == "=":
            if not before and items and not items[-1].field and len(items[-1].values) > 1:
                field, ahead = items[-1].values[-1], ",".join(map(brief, items[-1].values[:-1]))
                raise BadInput(
                    f"{ahead},{brief(field)}=: a blank parts a field from what stands before it, {ahead} "
                    f"{brief(field)}=…; behind a colon a field has a line of its own: the row, {brief(field)}=…"
                )
            if before or not items or not items[-1].word:
                raise BadInput("= stands between a field and its value, as in steps=2")
            items[-1] = Item(items[-1].word, ())
        elif mark == ",":
            if before or not items:
                raise BadInput("a comma parts two values, as in 1822,1923")
        elif before in (",", "="):
            items[-1] = Item(items[-1].field, (*items[-1].values, word))
        elif glued and items and items[-1].values and not before:
            *others, last = items[-1].values
            items[-1] = Item(items[-1].field, (*others, last + word))
        else:
            items.append(Item("", (word,)))
        before = mark
    if items and before == "=":
        raise BadInput(f"{items[-1].field}= says nothing; {items[-1].field}=none says that there is none")
    if before == ",":
        raise BadInput("a comma parts two values, as in 1822,1923")
    return tuple(items)
