"""The record: one SQLite file of sealed entries, and the parts of it that are under a passphrase."""
