"""The program, run on a diary of one's own."""

from tests.cli.conftest import evening, run

__all__ = ["evening", "run"]
