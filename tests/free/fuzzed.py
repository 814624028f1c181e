"""Files damaged at random: what games say of themselves, and templates of logs. Each is read, or refused in a line.

`python -m tests.free.fuzzed 10000` reads so many.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

from domain.games import load, rules_of
from domain.kernel.errors import Trouble
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.kernel.packs import read_pack
from replays.log_templates import read_shapes
from replays.logs import play_log
from tests.free.words import random_line

PACK = Path(__file__).parents[1] / "cases" / "free" / "fixture.toml"
SHAPES = """
game = "Drive on the Capital"
sides = ["German", "Soviet"]

[[template]]
like = "{side} +{n:number} in {name:count} [{de:number}][{su:number}]"
says = "{side} {name} +{n}, german {name} ({de}), soviet {name} ({su})"

[[template]]
like = "{side} moves {unit} to {name:place}."
says = "{side} {unit} > {name}"

[[template]]
like = "{side} gains {n:number} VP ({s:number})"
says = ["{side} +{n} ({s})"]

[[template]]
like = "UNDO {rest}"
says = "takeback"
"""
SIGNS = "{}[]\":=\n\\ab1,“\x00.#'-~é\ud7ff0"
INSIDE = "{}[]:= ab1,“.#'-~é0!>+()"
WORDS = ("[game.x]", "sides", "hides = ['East']", "[places.é]", "{side}", "{{", "}}", "takeback", "99999999999", "true")
LOG = ("German +1 in Bonn [1][0]", "Soviet gains 2 VP (2)", "German moves 3Pz to Mainz.", "UNDO it")


def damaged(text: str, chance: Random) -> str:
    """A text with some of its quoted words said otherwise, or with signs changed, left out or put in anywhere."""
    return _signs(text, chance) if chance.random() < 0.3 else _quoted(text, chance)


def _quoted(text: str, chance: Random) -> str:
    parts = text.split('"')
    for at in chance.choices(range(1, len(parts), 2), k=chance.randint(1, 3)):
        said = parts[at]
        cut = chance.randint(0, len(said))
        more = "".join(chance.choices((*INSIDE, *said, *WORDS[4:]), k=chance.randint(0, 5)))
        parts[at] = said[:cut] + more.replace('"', "'") + said[cut + chance.randint(0, 3) :]
    return '"'.join(parts)


def _signs(text: str, chance: Random) -> str:
    signs = list(text)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(signs))
        match chance.randrange(4):
            case 0:
                signs[at] = chance.choice(SIGNS)
            case 1:
                del signs[at : at + chance.randint(1, 40)]
            case 2:
                signs[at:at] = chance.choice(WORDS)
            case _:
                signs[at:at] = signs[at : at + chance.randint(1, 60)]
    return "".join(signs)


def game_file(text: str, chance: Random) -> None:
    """Begins a game with a pack, and says a line in it."""
    pack = read_pack(text, load("free"), "fuzzed.toml")
    game = Game(rules_of(began := GameBegan(system="free", title="x", charts=pack.charts, complete=pack.complete)))
    game.follow(game.begin(began).entries)
    game.declare("line", {"text": random_line(chance)})


def template_file(text: str, chance: Random) -> None:
    """Reads a log by templates."""
    play_log((*LOG, random_line(chance)), read_shapes(text, "fuzzed.toml"), "x")


def read(seed: int) -> bool:
    """Reads one damaged file; whether it was taken. Raises AssertionError if it took long, or was refused in more than
    a line, and whatever else goes wrong."""
    chance = Random(seed)
    sound, reader = ((PACK.read_text("utf-8"), game_file), (SHAPES, template_file))[seed % 2]
    text, began = damaged(sound, chance), process_time()
    taken = _taken(reader, text, chance)
    assert process_time() - began < 1, seed
    return taken


def _taken(reader: Callable[[str, Random], None], text: str, chance: Random) -> bool:
    try:
        reader(text, chance)
    except Trouble as trouble:
        assert "\n" not in str(trouble), trouble
        return False
    return True


if __name__ == "__main__":
    taken = [read(seed) for seed in range(int(sys.argv[1]))]
    print(len(taken), "files,", sum(taken), "taken,", len(taken) - sum(taken), "refused in a line")
