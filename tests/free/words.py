"""Lines of words and marks at random."""

from __future__ import annotations

from random import Random

SAID = (
    "3Pz 9A 16A inf tank Rommel Fulda Bonn wood oil events German Soviet ann the fires at to from moves gone dead is "
    "roll draw 2d6 [2d6] d10 0405 0506 1..54 17 652 6 0 99 -2 +3 =4 = > , . : ; ! # ' \" “ ” ( ) (13) (-1) [ ] pass "
    'open set chart next n note line takeback german: Soviet: bob: hit crit and 2 1944 é 漢 ~6 a=b -- -> → !"why" \\ '
    "=German =Soviet =nobody g s p c w nobody place new total dice 65 ? Old_Guard Old "
    "Guard XI Corps 1st trade goods D4 5 Then"
)
WORDS = SAID.split(" ")


def random_line(chance: Random) -> str:
    """A line of some words and marks, of which at least one can be seen."""
    some = chance.choices(WORDS, k=chance.randint(1, 9))
    return "".join(word + chance.choice(("", " ", " ", " ", "  ")) for word in some).strip() or "x"
