"""Facts of one kind that a story tells one after the other, in the facts' own words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.kernel.english import names
from domain.kernel.facts import same
from projections.stories.words import sentence


def told_alike(facts: Iterable[Any], field: str) -> str:
    """The sentences of facts; one for those that differ in the names of this field alone, which are joined in it."""
    alike: list[tuple[Any, list[str]]] = []
    of_one = False
    for fact in facts:
        value, bare = getattr(fact, field), fact.but(**{field: ()})
        of_one = isinstance(value, str)
        if not (alike and same(alike[-1][0], bare)):
            alike.append((bare, []))
        alike[-1][1].extend([value] if of_one else value)
    told = (bare.but(**{field: names(some) if of_one else tuple(some)}) for bare, some in alike if some)
    return " ".join(filter(None, (sentence(fact.sentence()) for fact in told)))
