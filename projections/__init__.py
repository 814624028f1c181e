"""What a record shows: ledgers and their sums in one SQLite file per audience, to be thrown away at any time."""

import domain  # noqa: F401  # before anything here imports eventsourcing: see there
