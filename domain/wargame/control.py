"""What facts say of control, for the ledgers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from domain.kernel.facts import Fact
from domain.kernel.parts import Taken
from domain.wargame.war_facts import ControlChanged


def taken_from(other: Mapping[str, str]) -> Callable[[Fact], Iterable[Taken]]:
    """The changes of control in a game of two sides, one of which holds every place."""

    def control(fact: Fact) -> Iterable[Taken]:
        return (Taken(fact.place, fact.to, other.get(fact.to, "")),) if isinstance(fact, ControlChanged) else ()

    return control
