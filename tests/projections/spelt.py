"""The names of a story, each by itself again."""

from __future__ import annotations

import re


def spelt_out(words: str) -> str:
    """Words with their runs as lists of all names: `SNLF-1..3` as `SNLF-1, SNLF-2, SNLF-3`."""
    return re.sub(
        r"([\w/-]*?)(\d+)\.\.(\d+)",
        lambda run: ", ".join(f"{run[1]}{n}" for n in range(int(run[2]), int(run[3]) + 1)),
        words,
    )
