"""The program, run on a diary of one's own."""

from tests.cli.conftest import evening, prepared, run

__all__ = ["evening", "prepared", "run"]
