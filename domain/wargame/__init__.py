"""The vocabulary that most wargames share: pieces with steps in places, tracks, control, turns; their facts and fold.

It is not a game: it holds facts and helpers that a game may use where they fit, never procedures to inherit. A game
that uses it has its casualties, its story, a screen and a map without a line of its own about them.

    pieces      Piece, Place, WarState: the side, place and steps of units, the control of places
    facts       the events of pieces and places, in the past tense
    fold        Fold, an Evolve that knows these facts
"""
