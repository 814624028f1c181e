"""Options of the shell as they are typed at the recorder: `settle D2 --entry 64`, `fix 39 1 --settles D3 --why "…"`.

What the recorder can say is put into its own words; the rest is refused, so that none is recorded as words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.errors import BadInput
from replays.asides import BY, PHOTO, SECRETLY
from replays.lines import quoted, split

FIX = "fix"
WITH_WHY = ("ruling", "adjust", "undo", "takeback", FIX)
"""The lines that take a reason at their end."""
WITH_SIDE = ("note", "photo", "dispute", "settle")
"""The lines that the shell says for a side by `--by`."""
AT_STOP = ("--say", "--drop", "--drop-rest")

_PIECE = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|\S)+""")
_OPTION = re.compile(r"(--[A-Za-z][\w-]*)(?:=(.*))?", re.DOTALL)


class FreeLine(NamedTuple):
    """A typed line without its options, and what two of them said of it."""

    text: str
    settles: str = ""
    """The dispute that it closes."""
    why: str = ""
    """The reason of a correction; that of other lines stands in their text."""


def settling_at_end(text: str) -> FreeLine:
    """Any line without the `--settles D1` at its end."""
    found = re.fullmatch(r"(.*\S)\s+--settles\s+(D\d+)", text, re.IGNORECASE)
    return FreeLine(found[1], found[2]) if found else FreeLine(text)


def without_options(text: str) -> FreeLine:
    """A line beside the rules, or a correction, without the options behind its words. Raises BadInput."""
    pieces = _PIECE.findall(text)
    first = next((n for n, piece in enumerate(pieces) if _OPTION.fullmatch(piece)), len(pieces))
    if first == len(pieces) or pieces[1:] == ["--give-up"]:
        return FreeLine(text)
    side = pieces[0] if pieces[0].endswith(":") else ""
    words, said = pieces[bool(side) : first], dict[str, str]()
    verb = words[0].casefold() if words else ""
    rest = pieces[first:]
    while rest:
        option = _OPTION.fullmatch(rest.pop(0))
        assert option is not None  # the words between two options are taken below
        name, value = option[1], option[2] or ""
        _require_known(verb, name)
        if not value and name != "--secret":
            count = _length(rest) if name in ("--why", "--as-played") else 1
            value, rest = " ".join(map(_plain, rest[:count])), rest[count:]
            if not value:
                raise BadInput(f"{name} lacks what belongs to it; nothing was recorded")
        said[name] = _plain(value)
        more = _up_to_option(rest)
        words, rest = words + more, rest[len(more) :]
    return _in_its_words(side, words, said)


def _length(pieces: Sequence[str]) -> int:
    """The words of a reason: one in quotes, else all up to the next option."""
    return 1 if pieces and pieces[0][0] in "\"'" else len(_up_to_option(pieces))


def _up_to_option(pieces: Sequence[str]) -> list[str]:
    end = next((n for n, piece in enumerate(pieces) if _OPTION.fullmatch(piece)), len(pieces))
    return list(pieces[:end])


def _plain(piece: str) -> str:
    """A word without its quotes."""
    line = split(piece) if piece[:1] in ('"', "'") else None
    return line.first if line else piece


def _require_known(verb: str, name: str) -> None:
    """Raises BadInput for an option that such a line does not take, and says what does the same here."""
    known = {
        "--settles": True,
        "--why": verb in WITH_WHY,
        "--entry": verb == "settle",
        "--photo": verb == "dispute",
        "--by": verb in WITH_SIDE,
        "--as-played": verb == "adjust",
        "--secret": verb == "note",
    }
    if known.get(name, False):
        return
    if verb == FIX and name in AT_STOP:
        how = "`fix` alone goes on with a correction that waits, and asks"
    elif name == "--photo":
        how = "`photo FILE` on a line of its own"
    elif name in ("--dry-run", "--if", "--keep", "--json"):
        how = "that is typed at the shell, as in `wardiary fix GAME 24 1254 --dry-run`"
    elif name in known:
        how = "it goes with other lines"
    else:
        how = "in quotes it is a word"
    raise BadInput(f"{name} is not taken here: {how}; nothing was recorded")


def _in_its_words(side: str, words: list[str], said: dict[str, str]) -> FreeLine:
    """The line with what its options said in the recorder's own words."""
    verb = words[0].casefold()
    if entry := said.get("--entry"):
        words[2:2] = [BY, entry]
    if "--secret" in said:
        words[1:1] = [SECRETLY]
    if (why := said.get("--why", "")) and verb != FIX:
        words.append(quoted(why))
        why = ""
    if insisted := said.get("--as-played"):
        words.append(f"!{quoted(insisted)}")
    if file := said.get("--photo"):
        words += [PHOTO, quoted(file)]
    if by := said.get("--by"):
        side = f"{by}:"
    return FreeLine(" ".join(filter(None, (side, *words))), said.get("--settles", ""), why)
