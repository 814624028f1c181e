"""What happens on Betio, in the past tense and the rulebook's terms; the modules are those of the rules.

codes      why something happened
turn       2 bombardment, 4.8 offshore support, 9 final phase, 13 turns
landing    1.7, 3 the invasion
fire       3.7, 6 Japanese fire, 3.8 hits, 4.1 booby traps, 5 casualties, 8 morale
actions    1.3, 4 what Marine units do
supply     7 supply, 10 night events, 8.2.5, 8.3.4 collapses
"""

from domain.betio.facts.actions import *  # noqa: F403
from domain.betio.facts.codes import *  # noqa: F403
from domain.betio.facts.fire import *  # noqa: F403
from domain.betio.facts.landing import *  # noqa: F403
from domain.betio.facts.supply import *  # noqa: F403
from domain.betio.facts.turn import *  # noqa: F403
