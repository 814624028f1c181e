"""The program, run on a diary of one's own."""

from tests.cli.conftest import evening, prepared

__all__ = ["evening", "prepared"]
