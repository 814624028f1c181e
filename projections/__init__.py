"""The contents of a record for readers: ledgers and their sums in one SQLite file per audience, which may be thrown
away any time.
"""

import domain  # noqa: F401  # before anything here imports eventsourcing: see there
