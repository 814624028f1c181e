"""All that the rules of the game may ask, and by which of them: so an answer that nothing asks for is refused by
rule."""

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "area": "BB 10.1.3",
    "areas": "BB 2.1.2",
    "assault": "BB 4.5.7",
    "banzai": "BB 10.6.6",
    "bombardment": "BB 2.1.1",
    "chit": "BB 2.2.2",
    "collapse": "BB 8.2.5, 8.3.4",
    "coordination": "BB 4.7.6",
    "demolition": "BB 4.6.6",
    "event": "BB 8.5.6",
    "fire": "BB 3.7.5, 1.5.3, 4.5.6, 6.5, 10.4.1",
    "given-up": "BB 8.2.5, 8.3.4",
    "head": "BB 10.8.5",
    "hex": "BB 10.8.4, 8.2.5, 8.3.4",
    "hexes": "BB 10.8.3",
    "hit": "BB 3.8.1",
    "marine-fire": "BB 4.4.2, 10.6.3",
    "offshore": "BB 4.8.2",
    "points": "BB 7.7.4",
    "raid": "BB 10.1.1, 10.3.1",
    "raise": "BB 8.4.4, 8.4.5",
    "recovery": "BB 4.9.6",
    "retreat": "BB 10.6.8",
    "supply": "BB 7.1.2",
    "suppress": "BB 3.9.1",
    "trap": "BB 4.1.2",
    "vessel": "BB 3.4.5",
    "victim": "BB 1.5.3, 4.1.3, 6.4, 10.1.1, 10.4.1, 10.6.1, 10.6.9, 10.8.1",
}
