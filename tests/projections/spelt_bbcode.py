"""BBCode as a forum reads it."""

from __future__ import annotations

import re

TAG = re.compile(r"\[(/?)([a-z]+)(?:=[^\[\]]*)?\]")
KNOWN = frozenset(["size", "b", "i", "u", "q", "c", "o", "url", "img"])


def tags_in(text: str) -> set[str]:
    """The tags of a text. Each that opens is closed, in order, and nothing else stands in square brackets."""
    open_: list[str] = []
    found = set()
    for closing, name in TAG.findall(text):
        assert name in KNOWN, name
        found.add(name)
        if closing:
            assert open_, f"nothing is there for /{name} to close"
            assert open_.pop() == name
        else:
            open_.append(name)
    assert open_ == []
    left = TAG.sub("", text)
    assert not set("[]<") & set(left), left
    return found
