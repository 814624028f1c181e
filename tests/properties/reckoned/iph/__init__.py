"""Invasion Pearl Harbor reckoned a second time, from the text of its rulebook.

table       the map, the counters, what a hex costs and holds
ground      3 set-up and control, 8 landings, 9 movement
naval       7 ships and aircraft
battle      10 to 12 combat
turns       5 the sequence of play, 4 the end
"""

from tests.properties.reckoned.iph.turns import Turns as Iph

__all__ = ["Iph"]
