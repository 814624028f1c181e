"""What happens in a game of D-Day at Tarawa, in the past tense; the modules are those of the rules.

    preparing       3, 20, 21: setting up; 4, 12.0: turns, cards, action chits
    landing         5: LVTs, landing, wading, and all other ways units come to a hex
    losses          6.32, 7.6, 10: what happens to US units, their heroes and HQs
    forces          9, 17.21: Japanese units, depth markers, guns; garrisons
    events          the event list
    fire            6, 12, 13: Japanese fire and actions
    actions         7, 8, 16, 17: US actions, attacks, command posts, markers
    close_combat    8.6

What decides is a code, a name or a number; a sentence is made from these.
"""

from domain.ddat.facts.actions import *  # noqa: F403
from domain.ddat.facts.close_combat import *  # noqa: F403
from domain.ddat.facts.events import *  # noqa: F403
from domain.ddat.facts.fire import *  # noqa: F403
from domain.ddat.facts.forces import *  # noqa: F403
from domain.ddat.facts.landing import *  # noqa: F403
from domain.ddat.facts.losses import *  # noqa: F403
from domain.ddat.facts.preparing import *  # noqa: F403
