"""Places by their printed names in the words of facts, which call them by their codes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from domain.kernel.game import View


def named(game: View[Any]) -> Callable[[str], str]:
    """What puts the printed names of a game's areas into words: `Coral` becomes `Coral Beach`, `Crater` `the
    Crater`."""
    cards = getattr(game.state, "charts", {}).get("areas", {})
    printed = {code: getattr(card, "name", "") for code, card in cards.items()}
    printed = {code: re.sub("^The ", "the ", name) for code, name in printed.items() if name and name != code}
    if not printed:
        return str
    known = printed | {name: name for name in printed.values()}  # a name that is printed already stays
    places = re.compile(rf"\b({'|'.join(map(re.escape, sorted(known, key=len, reverse=True)))})\b")
    return lambda words: places.sub(lambda found: known[found[0]], words)
