"""The game on the phones at the table."""
