"""The vocabulary that most wargames share: pieces with steps in places, tracks, control, turns; their facts and fold.

It is a vocabulary, and no game: facts and functions that a game may use where they are truly its own, never procedures
to inherit. A game that uses it has its casualties, its story, a screen and a map without a line of its own about them.

    pieces      Piece, Place, WarState: the side, place and steps of units, the control of places
    war_facts   the events of pieces and places, in the past tense
    war_evolve  WarEvolve, an Evolve that knows these facts
    hex_grid    a map of hexes: the printed numbering, names of hexes, hexsides
    dice        a roll with its terms, and points, by the codes of why
    sides       whose word a declaration is that either side may make
    roster      what a pack lacks of a map of hexes
"""
