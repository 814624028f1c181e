"""Iwo Jima reckoned again from its rulebook."""

from tests.properties.reckoned.iwo.phases import Reckoned

__all__ = ["Reckoned"]
