"""A scene on a hex map, drawn: in letters for a terminal, as a picture with every counter, and as a small view of the
whole map.

No game is known here. All of them say everything without colour: positions carry their colour's letter, sides differ in
the shape of their counters, grounds in their pattern, and under a map stands a list that names every unit. What is too
wide is cut into parts, from left to right.
"""

from projections.hexmap.letters import hex_text
from projections.hexmap.overview import whole_map
from projections.hexmap.picture import hex_svg, sheets

__all__ = ["hex_svg", "hex_text", "sheets", "whole_map"]
