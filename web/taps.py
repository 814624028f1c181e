"""Taps as they are sent: an act and its words, in one value of a form."""

from __future__ import annotations

from urllib.parse import quote, unquote


def tap(act: str, *words: str) -> str:
    """A tap as a form's value: its parts with whatever is no plain letter written as a number, between slashes."""
    return "/".join(quote(word, safe="") for word in (act, *words))


def act_and_words(sent: str) -> tuple[str, ...]:
    """The act and the words of a tap."""
    return tuple(map(unquote, sent.split("/")))
