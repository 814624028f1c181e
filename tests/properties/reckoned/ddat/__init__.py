"""D-Day at Tarawa reckoned again from its rulebook."""

from tests.properties.reckoned.ddat.combat import Reckoned

__all__ = ["Reckoned"]
