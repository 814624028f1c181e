"""A scene of areas, drawn: as a diagram of the neighbours, the owners and the occupants of each area, and in words.

The printed map of a game of areas may not be copied, so the areas are laid out from their neighbours alone. No game is
known here. As on the hex maps, nothing is told by colour alone: sides differ in shape, pattern and letter, and a list
in words stands below.
"""

from projections.areamap.area_words import area_list, area_text
from projections.areamap.areas import CAVE, HIDDEN_CAVE
from projections.areamap.diagram import area_map, area_svg

__all__ = ["CAVE", "HIDDEN_CAVE", "area_list", "area_map", "area_svg", "area_text"]
