"""The record: one SQLite file of sealed entries, and what is under a passphrase in it."""
