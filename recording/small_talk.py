"""Small talk: texts that people type to each other. Some plainly mean a line; for the rest there are hints.

Only a text that is nothing else is examined, so no game needs to avoid these words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.kernel.plain import ENDED


def _phrases(text: str) -> frozenset[str]:
    return frozenset(text.split(", "))


QUIT = "quit"
"""The word that leaves the recorder."""

MEANS: Mapping[str, frozenset[str]] = {
    "n": _phrases(
        "done, i'm done, im done, i am done, we're done, finished, i'm finished, all done, end, end turn, end my "
        "turn, end "
        "phase, end the phase, end this phase, go on, move on, continue, proceed, next phase, next step, next "
        "please, nothing "
        "more, no more, that's it, thats it, that's all, thats all, nothing else, n please, ok next, ok n, on"
    ),
    "table points": _phrases(
        "score, scores, the score, what's the score, whats the score, points, pts, vp, vps, victory points, who is "
        "winning, who's "
        "winning, whos winning, how many points, table score, table vp, show score, show points, show vp"
    ),
    "table casualties": _phrases("losses, casualties, who died, show losses, table losses, show casualties"),
    "show": _phrases(
        "status, situation, map, board, show map, show board, show me, show all, where are we, where is everybody, "
        "where is "
        "everyone, who is where, state, look, position, positions"
    ),
    "?": _phrases(
        "help me, commands, what can i do, what can i type, what can i say, how does this work, h, ??, man, usage"
    ),
    "now": _phrases(
        "what now, whats first, what's first, what first, what next, whats next, now what, whose turn, whose turn "
        "is it, who's "
        "turn, whos turn, whose move, who is it, where was i, and now"
    ),
    "log": _phrases("history, what happened, what just happened, last, show log, recap"),
    "redo": _phrases("redo it, redo that, again please"),
    "undo": _phrases(
        "undo that, undo it, undo please, undo last, undo the last line, take it back, take that back, take back, "
        "undo last "
        "line"
    ),
    QUIT: _phrases(
        "bye, q, :q, :q!, :wq, leave, stop, goodbye, good night, quit(), exit(), close, save and quit, i'm off"
    ),
}
"""The phrases that mean a line: line -> phrases."""

HINTS: tuple[tuple[frozenset[str], str], ...] = (
    (
        _phrases("report, write, pdf, export, aar"),
        "that is a command of its own, outside the recorder: `wardiary report GAME`, `wardiary export GAME`",
    ),
    (_phrases("roll, rolls, random, dice, rng"), "`auto` rolls the dice that are called for, `auto on` all of them"),
    (
        _phrases("undo, wrong, oops, mistake, wait, sorry, cancel, revert, back, typo, meant, forget, delete"),
        "`undo` takes the last line back, and answer by answer; `fix ENTRY …` corrects an earlier one, `log` shows "
        "the numbers",
    ),
    (
        ENDED | _phrases("skip, continue, pass, next"),
        "`n` goes on, once no question is open; Enter takes the usual answer",
    ),
    (_phrases("score, points, vp, winning, victory"), "`table points` is the score, `why points:SIDE` its reasons"),
    (
        _phrases("why, how, reason"),
        "`why` gives the reasons of what happened last, `why 24` those of entry 24, `why NAME` those of a unit or "
        "place",
    ),
    (
        _phrases("where, map, show, see, list, status, who, which"),
        "`show` is the situation, `log` what happened, `?` what can be said",
    ),
    (
        _phrases("save, quit, exit, bye, tomorrow, break, stop"),
        "all that was told is recorded; Ctrl-D leaves, and `record` goes on here",
    ),
    (
        _phrases("rule, rules, allowed, legal"),
        "`rule NUMBER` says what a rule is about, `! reason` plays on against one",
    ),
    (_phrases("note, remember, comment, remark"), 'a remark is `note "…"`'),
    (_phrases("help, what, can, huh, ?"), "`?` says what can be typed, `? VERB` what a verb takes"),
)
"""Hints for texts that are no line: (words in the text, hint)."""

_RULE = re.compile(r"^(?:wh?at|read|show|tell|see).*\brule (\d[\d.()a-z]*)\b")
_WORDS = re.compile(r"[\w':?!()]+")


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split()).strip(" .,;!") or text.strip()


def means(text: str) -> str:
    """The line that a text plainly means; "" if none."""
    plain = _plain(text)
    if rule := _RULE.search(plain):
        return f"rule {rule[1]}"
    bare = plain.rstrip("?").strip()
    return next((line for line, said in MEANS.items() if plain in said or (bare and bare in said)), "")


def hint(text: str) -> str:
    """A hint for a text that is no line; "" if none comes to mind."""
    words = {word.strip("?!()'") or word for word in _WORDS.findall(text.casefold().replace("’", "'"))}
    return next((said for known, said in HINTS if words & known), "")
