"""A file of seats that many phones have taken."""

from __future__ import annotations

import json
from pathlib import Path

from web.seats import Seat, digest_of


def seats_of(path: Path, game: str, audience: str, many: int) -> Path:
    """A file in which so many phones sit at a table."""
    seats = [
        Seat(id=f"{audience or 'all'}-{n}", game=game, audience=audience, digest=digest_of(str(n)), since="")
        for n in range(1, many + 1)
    ]
    path.write_text(json.dumps({"seats": [seat.model_dump() for seat in seats]}), "utf-8")
    return path
