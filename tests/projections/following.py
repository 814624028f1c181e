"""Follows a diary's views entry by entry, tells how far it has come, and goes on as often as it has been told to.

python -m tests.projections.following DIARY VIEWS AUDIENCE
"""

from __future__ import annotations

import sys

from domain.record.diary import Diary
from projections.ledger_file import LedgerFile


def told(position: int, last: int) -> None:
    print(position, flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    with Diary(sys.argv[1]) as diary, LedgerFile(sys.argv[2], sys.argv[3]) as views:
        views.catch_up(diary, told, page=1)
