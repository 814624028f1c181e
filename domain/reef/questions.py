"""All that the rules of the game may ask, and by which of them: so an answer that nothing asks for is refused by
rule."""

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "accuracy": "BRT CG4",
    "air": "BRT CG6",
    "attack": "BRT CG3.11",
    "attempted": "BRT CG10",
    "chit": "BRT CG3.4",
    "control": "BRT CG15",
    "count": "BRT CG7.2",
    "error": "BRT CG4",
    "exchanged": "BRT CG3.2",
    "heat": "BRT CG12",
    "lands": "BRT CG4",
    "leader": "BRT CG19",
    "manhandle": "BRT CG13",
    "match": "BRT CG3.4",
    "night": "BRT CG10",
    "nmc": "BRT CG4a",
    "pick": "BRT CG8",
    "quality": "BRT CG19",
    "reinforce": "BRT CG7.2",
    "replenish": "BRT CG7.1",
    "room": "BRT CG7.1",
    "selection": "BRT CG4a",
    "shot": "BRT CG3.23",
    "terrain": "BRT CG10",
    "wall": "BRT CG16",
    "winner": "BRT 15.3",
}
