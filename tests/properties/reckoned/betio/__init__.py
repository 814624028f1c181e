"""Tarawa: Bloody Betio reckoned again from its text; each module goes on where the one before it ends.

board      the map, the counters, the tracks, supply lines
landing    12 the schedule, 3, 1.7 the way to the beach
fires      3.7, 6 Japanese fire; 3.8, 5, 8 what follows from a hit
ground     1.3, 1.5, 4 the Ground Phase
supplies   7 supply
nights     2, 9, 10, 11, 13 bombardment, nights, the end of a turn and of the game
"""

from tests.properties.reckoned.betio.nights import Nights


class BetioReckoning(Nights):
    """The whole rulebook."""
