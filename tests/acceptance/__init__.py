"""The runner of the acceptance cases in `tests/cases`."""
