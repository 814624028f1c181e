"""Words."""
from projections.stories import Teller as Plain


class Teller(Plain):
    pass
