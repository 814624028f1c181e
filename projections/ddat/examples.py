"""Lines of the game, for the page on its verbs and questions."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "rule": "6.31",
    "one": "`hit C/1/2`, `wade 1025-1126`",
    "some": "`delay C/1/2,D/1/2`",
    "order": "",
    "pairs": "`places R2A:A/1/8,B/1/8;R2B:C/1/8`",
    "draw": ": `fire 19`, `unit J07`; for a card in the order of the draws, `land 54 45`",
    "set": "\n`set A/1/2,B/1/2 box=map hex=1226`, `set D5 unit=? depth=? depth_type=coastal`, `set turn=3`, `set "
    "phase fire`",
}
"""For what is the same in all games, a line of this one."""

ANSWERS: Mapping[str, str] = {
    "ambush": "a US unit",
    "artillery": "a US unit in the hex",
    "assault": "a hex with US units, or a position that the US hold: one of the nearest",
    "attack-loss": "a US unit of the attack",
    "beach-hex": "a beach hex, one of the nearest",
    "blasted": "a US unit of the close combat",
    "boat": "an infantry unit of one step",
    "chit": "an action chit that lies face down: `R`, `M`, `P`, `A`",
    "delay": "US units in approach hexes, or `none`",
    "depth-of": "an inland position with a depth marker",
    "eliminate": "a US unit of the hex",
    "gun": "an artillery unit that has not landed",
    "gun-hex": "a beach hex",
    "hero": "a US unit",
    "hit": "a US unit that the event may hit",
    "hit assign_hits": "a US unit in the field of the fire, of those among which 6.31 to 6.34 leave the choice",
    "hitch": "a US unit in the water",
    "hitch-to": "a hex",
    "inland": "positions with an I",
    "leader": "an HQ in the field of the fire",
    "jp-card _draw": "the card's number; `withdraw` where the US may withdraw",
    "loss": "a US unit of the close combat",
    "loss _lose_on_the_way": "a US unit of the load",
    "lvt": "the steps of an LVT, `1` or `2`",
    "marker": "a depth marker of its kind that has not been read",
    "mortar": "a US unit, one of the nearest",
    "overrun": "a hex",
    "patrol": "a US unit",
    "redeploy": "a position, one of those that 12.2 leaves equal",
    "pivot": "a direction: `south`, `south-west` or `zigzag`",
    "places": "the units of the turn, each to an approach hex by its name",
    "return": "a hex next to the combat, one of the nearest to where the units came from",
    "reveal": "a position",
    "reveal _reveal_instead": "a position, or `none`",
    "ryan": "a US unit of the hex",
    "support-for": "a weapon that the attack lacks, by its code, or `none`",
    "tank": "a Japanese tank unit",
    "unit": "a Japanese unit that has not been read",
    "us-card": "the card's number; `withdraw` where the US may withdraw",
    "wade": "a path, its hexes joined by a dash: `1025-1126`",
    "wild": "a weapon that the attack lacks, by its code; `strength` where one point more helps; `none` where it lacks "
    "no weapon",
    "withdraw-to": "a hex next to the combat",
}
"""What may be answered to each question, where its kind does not say it; to one that several procedures ask, to each by
its name."""

NAMES: Mapping[str, str] = {
    "hex": "four digits, as on the map: `1226`",
    "Japanese unit": "those of the japanese chart; `?` for one that nobody has read",
    "depth marker": "those of the depth chart; `?` for one that nobody has read",
}
"""Where the names of a kind stand."""
