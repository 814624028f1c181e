"""What happens in a game of Invasion Pearl Harbor, in the past tense and the rulebook's terms; the modules are those of
the rules.

    codes           why something happened
    opening         3: the beachhead chosen and revealed, hexes taken, points
    turn            5: turns, chits
    naval           7: dispositions, carrier combat, submarine, aircraft
    ground          8, 9, 10.10: landings, movement
    combat          10, 11, 12: attacks, odds, losses

What the Japanese units do is told twice: openly where a force goes (6.8), and in secret which units it is.
"""

from domain.iph.facts.codes import *  # noqa: F403
from domain.iph.facts.combat import *  # noqa: F403
from domain.iph.facts.ground import *  # noqa: F403
from domain.iph.facts.naval import *  # noqa: F403
from domain.iph.facts.opening import *  # noqa: F403
from domain.iph.facts.turn import *  # noqa: F403
