"""The errors in what somebody says.

    Trouble                 everything below; its text is meant for the person who typed
      BadInput              not understood: a typo, a damaged line
        NotAsked            answers that nothing asks for
        ByHand              insisted on, and nothing the rules could carry out
        Unknown             a name nobody has heard of
      RuleBroken            understood, and against a rule: may be declared again as played
        OutOfTurn           another side's word, or not its phase
      NotNow                understood, and something else has to be answered first
      Shut                  it may rest on what a side keeps sealed, whose passphrase was not said
      Damaged               a file is not a diary, or not a whole one
      Diverged              today's rules would not have recorded what a waiting procedure recorded

`Unread`, and the questions' `Unanswered`, are not errors: they stop a procedure until its question is answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Self

from domain.kernel.limits import NAME

LONGEST = 1_200
"""Maximum length of a message in characters: a person who wrote a line of 60,000 knows what it says."""


class Trouble(Exception):
    """An error that a person can put right. Its text says what was wrong and what is allowed."""

    secret: str = ""
    """The only side that may be told the reason; "" if everybody may."""
    way: str = ""
    """What is typed at a prompt to go on: the end of its text. A page leaves it out, and shows ways of its own."""
    unseen: str = ""
    """The side that may say the same where nobody else reads it; "" if none."""

    def at_prompt(self, way: str, *, unseen: str = "") -> Self:
        """The same error with the way that a prompt has to go on."""
        self.way, self.unseen = way, unseen
        return self

    @property
    def reason(self) -> str:
        """Its text without the way that a prompt has to go on."""
        text = super().__str__()
        return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"

    def __str__(self) -> str:
        return f"{self.reason}{self.way}"


class BadInput(Trouble):
    """The line was not understood. Nothing was recorded."""

    def about(self, what: str) -> BadInput:
        """The same error, naming the part of the line that it concerns."""
        return BadInput(f"{what}: {self}")


class Mistakes(BadInput):
    """Several lines were not understood: a line of each, none of which is cut off for the others."""

    def __str__(self) -> str:
        return Exception.__str__(self)


class NotAsked(BadInput):
    """Answers that nothing asks for here.

    `rule` is the open question's, or the rule by which their own question is not asked.
    """

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule


class ByHand(BadInput):
    """The table insists on something that the rules cannot carry out. Its consequences are set by hand."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"{why}; that cannot be carried out as played: set what it led to by hand, as in adjust NAME "
            'FIELD=VALUE "WHY"'
        )


class Unknown(BadInput):
    """A name that is not known, with the kind of name that was expected."""

    def __init__(self, text: str, kind: str, name: str) -> None:
        super().__init__(text)
        self.kind, self.name = kind, name

    def about(self, what: str) -> Unknown:
        return Unknown(f"{what}: {self}", self.kind, self.name)


class RuleBroken(Trouble):
    """The line breaks a rule of the game; `rule` is the citation. A table may declare it again as played."""

    def __init__(self, rule: str, why: str, secret: str = "") -> None:
        super().__init__(f"{why} [{rule}]" if rule else why)
        self.rule, self.why, self.secret = rule, why, secret


class OutOfTurn(RuleBroken):
    """Another side's word, not its phase, or something is owed in this one: what everybody knows."""


class NotNow(Trouble):
    """The declaration has to wait: a question is open, or there is none to answer."""


class Shut(Trouble):
    """The outcome may rest on a side's sealed secrets, and its passphrase was not given. Nothing is guessed."""


class Diverged(Trouble):
    """Today's rules give something else than the record of a waiting procedure; `at` is the entry where that began."""

    def __init__(self, at: int, entry: int, recorded: str, given: str) -> None:
        super().__init__(
            f"entry {entry} holds {recorded}; today's rules give {given}. "
            f"Take back to before entry {at} and declare it again, or settle it by hand with `adjust`."
        )
        self.at, self.entry, self.recorded, self.given = at, entry, recorded, given


class Damaged(Trouble):
    """The file is not a diary, or part of it is missing."""


class Unread(LookupError):
    """A row of a chart that nobody has read out yet."""

    def __init__(self, chart: str, row: str) -> None:
        super().__init__(f"{chart}: {row}")
        self.chart, self.row = chart, row


class Finished(Exception):
    """Ends a procedure at once, because the game is over."""


def short(name: str) -> str:
    """A typed name, shortened to a printable length."""
    return name if len(name) <= 2 * NAME else f"{name[: 2 * NAME]}…"


def _as_written(name: str) -> str:
    """A name as a line writes it: in quotes if it has several words."""
    return f'"{name}"' if " " in name else name


def unknown(kind: str, name: str, known: Iterable[str]) -> Unknown:
    """The error for an unknown name, with the known names closest to it."""
    names, name = list(known), short(name)
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    hint = (
        f"did you mean {' or '.join(map(_as_written, near))}?"
        if near
        else f"one of {', '.join(names[:20])}" + (", …" if len(names) > 20 else "")
    )
    noun, of, whose = kind.partition(" of ")
    said = f"there is no {noun} {name!r}{of}{whose}"
    return Unknown(f"{said}; {hint}" if names else said, kind, name)
