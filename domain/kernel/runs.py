"""Lists of names in every notation: `24-1..4,7` or `24-1-4, 7` for 24-1, 24-2, 24-3, 24-4, 24-7.

Commas, blanks or "and" separate the names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from domain.kernel.errors import BadInput
from domain.kernel.limits import LIST

RUN = re.compile(r"(.*?)(\d+)\.\.(?:\1)?(\d+)", re.IGNORECASE)
DASHED = re.compile(r"(.*?\D)(\d+)-(?:\1)?(\d+)", re.IGNORECASE)
"""A run with the dash that people write. A name may itself hold a dash."""

STEM = re.compile(r"(.*\D)\d+")
"""The part of a name before its final number."""

AND = frozenset(("and", "&", "+"))
"""Words that join names in a sentence."""


def names_listed(text: str, known: Sequence[str]) -> list[str]:
    """The names of a list, written out. Raises BadInput.

    Commas separate them, even one too many. Known names may also be separated by blanks or "and".
    """
    words = [word for word in text.split(",") if word]
    return runs_in_full(words if not known or " " not in text else apart(words, known), known)


def apart(words: Sequence[str], known: Sequence[str]) -> list[str]:
    """Bare words without those that join them. A name of several words is one word."""
    names = {name.casefold() for name in known}
    found: list[str] = []
    for text in words:
        pieces = [text] if text.casefold() in names else text.split()
        while pieces:
            most = next((n for n in range(len(pieces), 1, -1) if " ".join(pieces[:n]).casefold() in names), 1)
            word, pieces = " ".join(pieces[:most]), pieces[most:]
            if word.casefold() not in AND or word.casefold() in names:
                found.append(word)
    return found


def runs_in_full(words: Sequence[str], known: Sequence[str]) -> list[str]:
    """Words with their runs of numbers written out: `24-1..4`, or `24-1..24-4`, for 24-1, 24-2, 24-3, 24-4. Raises
    BadInput.

    A lone number continues the name before it, if that makes a known name: `24-1,3` for 24-1, 24-3. If all names are
    known, a run may have a dash, `24-1-4`. So may names without letters, as in a path: `2805-2906-2907`.
    """
    found: list[str] = []
    for word in words:
        number, dots, last = word.partition("..")
        stem = STEM.fullmatch(found[-1]) if found and number.isdecimal() and number not in known else None
        if stem and any((stem[1] + number).casefold() == name.casefold() for name in known):
            word = stem[1] + number + dots + last
        if word in known or not ("." in word or "-" in word):
            found.append(word)
        elif run := RUN.fullmatch(word):
            begins, first, until = run[1], int(run[2]), int(run[3])
            if not first <= until < first + LIST:
                raise BadInput(f"{word}: a run goes from a lower number to a higher one, {LIST} names at the most")
            found += [f"{begins}{n:0{len(run[2])}}" for n in range(first, until + 1)]
        else:
            found += _dashed(word, known) or [word]
    return found


def _dashed(word: str, known: Collection[str]) -> list[str]:
    """The known names that a word with dashes stands for; empty if it stands for itself."""
    names = {name.casefold() for name in known}
    if not names or word.casefold() in names:
        return []
    run, parts = DASHED.fullmatch(word), word.split("-")
    if run and int(run[2]) <= int(run[3]) < int(run[2]) + LIST:
        among = [f"{run[1]}{n:0{len(run[2])}}" for n in range(int(run[2]), int(run[3]) + 1)]
        if all(name.casefold() in names for name in among):
            return among
    return parts if all(part.isdecimal() and part in names for part in parts) else []
