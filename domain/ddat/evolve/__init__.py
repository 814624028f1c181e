"""What each fact changes. Assigns only: never raises, decides or asks. The modules are those of the facts; `lens` is
what they share."""

from domain.ddat.evolve import actions, close_combat, events, fire, forces, landing, losses, preparing
from domain.ddat.evolve.lens import evolve
from domain.ddat.evolve.preparing import admit

__all__ = ["actions", "admit", "close_combat", "events", "evolve", "fire", "forces", "landing", "losses", "preparing"]
