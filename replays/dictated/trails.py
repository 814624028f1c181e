"""Pairs put together into as few words as will say them: chains, `1530-1630-1731`, and stars, `2724/2725+2825`."""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[str, str]


def trails(pairs: Sequence[Pair], mark: str) -> list[str]:
    """Chains that go through each pair once, one way or the other."""
    near: dict[str, list[str]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    found: list[str] = []
    while near:
        odd = (name for name, ends in near.items() if len(ends) % 2)
        here = next(odd, next(iter(near)))
        chain = [here]
        while ends := near.get(here):
            end = ends[0]
            for one, other in ((here, end), (end, here)):
                near[one].remove(other)
            here = end
            chain.append(here)
        near = {name: ends for name, ends in near.items() if ends}
        found.append(mark.join(chain))
    return found


def stars(pairs: Sequence[Pair]) -> list[str]:
    """The pairs in their order; those with the same first end that follow each other are one word."""
    found: list[str] = []
    before = ""
    for a, b in pairs:
        if a == before:
            found[-1] += f"+{b}"
        else:
            found.append(f"{a}/{b}")
        before = a
    return found
