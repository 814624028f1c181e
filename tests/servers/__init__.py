"""Servers of the tests' own, and what is tried on several of them at once."""
