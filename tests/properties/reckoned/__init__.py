"""The five games reckoned a second time, each from its text (`reckoning.py` says how).

python -m tests.properties.reckoned                    200 games of each system
python -m tests.properties.reckoned ddat --games 20    fewer, of one
python -m tests.properties.reckoned ddat --changes     one-line changes to the rules, each of which should be found
"""

from collections.abc import Mapping

from tests.properties.reckoned.betio import BetioReckoning
from tests.properties.reckoned.ddat import Reckoned as DDay
from tests.properties.reckoned.iph import Iph
from tests.properties.reckoned.iwo import Reckoned as IwoJima
from tests.properties.reckoned.reckoning import Reckoning
from tests.properties.reckoned.reef import Reef

RECKONINGS: Mapping[str, type[Reckoning]] = {
    "betio": BetioReckoning,
    "ddat": DDay,
    "iph": Iph,
    "iwo": IwoJima,
    "reef": Reef,
}
"""Of each system its reckoning."""
