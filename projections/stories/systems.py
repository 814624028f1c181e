"""The storyteller of each system; only that of the system that is told is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from projections.stories import Stories, Storyteller, Teller


def _iwo() -> type[Teller]:
    from projections.stories import iwo

    return iwo.Teller


def _ddat() -> type[Teller]:
    from projections.stories import ddat

    return ddat.Teller


TELLERS: Mapping[str, Callable[[], type[Teller]]] = {"iwo": _iwo, "ddat": _ddat}
"""Code of each system that has words of its own, and its teller."""


def tell(code: str) -> Storyteller:
    """The storyteller of a system by its code; the plain one where a system has no words of its own."""
    return Stories(TELLERS[code]() if code in TELLERS else Teller)
