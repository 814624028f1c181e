"""What happens in a game of Iwo Jima, in the past tense and the rulebook's terms; the modules are those of the rules.

    codes           why something happened
    preparing       4 to 8, 15: setup, turns, weather, reset, recovery
    fire            9, 11, 12, 16, 18, 19: hits, damage, losses, caves and markers
    movement        10, 17, 22.2.1: landing, moving, retreating, hiding
    assault         12.1, 22.3: assaults declared, the charges
    closing         13, 14, 20, 23: control, markers, points

Why something happened is a code; the words for it stand beside the codes, and are made when they are shown.
"""

from domain.iwo.facts.assault import *  # noqa: F403
from domain.iwo.facts.closing import *  # noqa: F403
from domain.iwo.facts.codes import *  # noqa: F403
from domain.iwo.facts.fire import *  # noqa: F403
from domain.iwo.facts.movement import *  # noqa: F403
from domain.iwo.facts.preparing import *  # noqa: F403
