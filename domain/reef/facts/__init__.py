"""What happened, as the record keeps it: facts in the past tense, with the rule that made them so."""

from domain.reef.facts.campaign import *  # noqa: F403
from domain.reef.facts.codes import *  # noqa: F403
from domain.reef.facts.ground import *  # noqa: F403
from domain.reef.facts.infantry import *  # noqa: F403
from domain.reef.facts.landing import *  # noqa: F403
from domain.reef.facts.losses import *  # noqa: F403
from domain.reef.facts.naval import *  # noqa: F403
from domain.reef.facts.reserves import *  # noqa: F403
from domain.reef.facts.secrets import *  # noqa: F403
