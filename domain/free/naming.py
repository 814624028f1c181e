"""FREE 2: the tokens of a line as names and words. The hearing (`heard.py`) looks what signs stand beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.free.cutting import ARROW, CHANGE, EQUALS, WORD, Token
from domain.free.marks import ALIAS, NOTED, PLACE, RUN, SIDE_NAME, TITLED, Known, Name
from domain.kernel.hexes import is_hex
from domain.kernel.limits import NAME

OUT = frozenset({"gone", "eliminated", "destroyed", "dead"})
ARE = frozenset({"is", "are", "was", "were"})
GOING = (
    "advance advanced advances away back charge charged charges fall falls fell flee flees flies fly follow followed "
    "follows go goes march marches move moved moves retire retires retreat retreats return returns ride rides rout "
    "routed routs run runs sail sails slip slipped slips sneak sneaked sneaks walk walks went withdraw withdraws"
)
GOES = frozenset(("from", *GOING.split()))
"""Words that may stand between a piece and the place it leaves or goes to."""
FURTHER = 3
"""How many such words are looked over."""
AND = frozenset({"and", "&", "+"})
PARTING = frozenset((*".;!", *AND))
"""Signs and words between two marks."""
AGAINST = frozenset({"against", "at", "on", "vs"})
"""Words before what is fired at: no list of those to whom something happens begins there."""
POINTS = frozenset({"points", "vp", "vps"})
"""Words that may stand between a side and its points."""
LAST = "all bay dawn dusk ease first full half home large last least most night noon once peace random rest risk war"
NOWHERE = frozenset(LAST.split())
"""Words that are no place behind `at`, in a line of no other words."""
ROLLS = frozenset({"roll", "rolls", "rolled"})
DRAWS = frozenset({"draw", "draws", "drew"})
SMALL = (
    "a an and at be but by for from gain gains get gets got had has have he her his i in it its lose loses lost my no "
    "not of on or our score scores she so take takes that the their then there they this to turn vp vps we win wins "
    "with you your"
)
COMMON = frozenset((*ARE, *OUT, *ROLLS, *DRAWS, *SMALL.split()))
"""Words that are no name until somebody says that they are."""
BEGIN = "afterwards again also finally here hm later maybe meanwhile next now oh okay perhaps soon still then well yes"
OPENING = frozenset(BEGIN.split())
"""Words with which a sentence begins, and no name."""
BEFORE_SIGNS = frozenset((*OUT, "at", "to"))
"""Words that are about the name before them, as `>`, `=` and changes are."""
DOING = "bought built cut drew found gave hit kept lost made paid put sent set sold spent took won"
DID = frozenset(DOING.split())
COUNTED = (
    "attacks assaults casualties dead dice hexes hits killed losses misses points rolls rounds shots steps tries turns "
    "wounded wounds"
)
HAPPENS = frozenset(COUNTED.split())
"""What is counted and stands nowhere: `2 losses at Bonn`."""
OF_DICE = "assault attack bonus column combat defence defense die dr drm fire melee modifier odds range shift"
MODIFIES = frozenset(OF_DICE.split())
"""What dice are changed by, and nobody has: `German attack +2`."""
TAKES_PLACE = (
    "all ambush barrage battle blizzard bombardment both breakout breakthrough chaos charge clash counterattack defeat "
    "encirclement everybody everyone everything fighting fog landing mud night nobody nothing offensive panic peace "
    "raid rain retreat revolt riot rout search siege skirmish smoke snow somebody stalemate storm strike trap trouble "
    "truce victory war weather"
)
EVENTS = frozenset((*MODIFIES, *HAPPENS, *TAKES_PLACE.split()))
"""What happens somewhere, and is no piece whatever its form: `Counterattack > Bonn`."""
ORDINALS = ("st", "nd", "rd", "th")
OF_SENTENCES = COMMON | GOES
"""Words of any sentence."""
NO_TITLE = OF_SENTENCES | POINTS | OPENING
"""Words that are no part of a new name of several words, though they have a capital."""
NO_THING = OF_SENTENCES | POINTS | AND
"""Words that are no part of something counted."""
A_HEX = Name(kind=PLACE)
"""What four digits are on a map of hexes."""


class Item(NamedTuple):
    """A token, or the tokens of one name."""

    token: Token
    said: str
    name: Name | None
    kind: str
    """What it means; "" for what nobody has explained."""
    low: str
    """How a word is compared; "" for a sign."""

    @property
    def form(self) -> str:
        """How a new name is written; "" for a known one."""
        if self.name:
            return ""
        first, *more = self.token.raw.split(" ")
        if more:
            return TITLED if has_digit(first) or first.isupper() else RUN
        return NOTED if "_" in first.strip("_") else ""


def _item(token: Token, said: str, name: Name | None = None) -> Item:
    return Item(token, said, name, name.kind if name else "", said.casefold() if token.kind == WORD else "")


def folded_words(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared."""
    return tuple(name.replace("_", " ").casefold().split())


def items_of(tokens: Sequence[Token], known: Known) -> Iterator[Item]:
    """The names and words of a line. New words with capitals directly before a sign are one name, where a line, or a
    part of it, begins with them: `Old Guard > Bonn`."""
    items = tuple(_single(tokens, known))
    if not any(map(_is_sign, items)):  # there is no name of several new words then
        yield from items
        return
    at = 0
    while at < len(items):
        run = max(_run_at(items, at), _two_at(items, at)) if _is_new(items[at]) else 1
        if run > 1:
            raw = " ".join(item.token.raw for item in items[at : at + run])
            yield _item(Token(WORD, raw, items[at].token.tight), raw)
        else:
            yield items[at]
        at += run


def _is_sign(item: Item) -> bool:
    """Whether an item is about the name before it."""
    return item.token.kind in (ARROW, CHANGE, EQUALS) or item.low in BEFORE_SIGNS


def _is_new(item: Item) -> bool:
    return item.name is None and item.token.kind == WORD


def _run_at(items: Sequence[Item], at: int) -> int:
    """How many items from one new word on are one new name."""
    begins = at == 0 or items[at - 1].token.kind != WORD or items[at - 1].kind == SIDE_NAME
    number = items[at].said.isdecimal()
    if not begins or not (_has_capital(items[at]) or _is_numeral(items[at]) or number):
        return 1
    stop = at + 1
    while stop < len(items) and _has_capital(items[stop]):
        stop += 1
    if number and stop < at + 3:  # 3 KGL at farm: three of them; 5 Gds Army is a name
        return 1
    after = items[stop] if stop < len(items) else None
    signed = after is not None and _is_sign(after)
    return stop - at if signed and sum(len(item.said) + 1 for item in items[at:stop]) <= NAME else 1


def _two_at(items: Sequence[Item], at: int) -> int:
    """2 where two new words of small letters stand between a side and a number, and are what it has: `ann trade goods
    +2`; else 1. The first of them may be a verb, `ann sells salt -2`."""
    begins = at > 0 and items[at - 1].kind == SIDE_NAME and (at == 1 or items[at - 2].token.kind != WORD)
    if not begins or at + 2 >= len(items) or items[at + 2].token.kind not in (CHANGE, EQUALS):
        return 1
    return 2 if all(map(_is_small, items[at : at + 2])) and not like_a_verb(items[at].said) else 1


def _is_small(item: Item) -> bool:
    """Whether a new word has small letters alone, and is no word of a sentence."""
    raw = item.token.raw
    return item.name is None and raw.isalpha() and raw.islower() and raw not in NO_THING


def _has_capital(item: Item) -> bool:
    """Whether a new word begins with a capital, and is no joined name and no word of a sentence."""
    raw = item.token.raw
    return raw[0].isupper() and _is_new(item) and "_" not in raw and item.low not in NO_TITLE and not has_digit(raw)


def _is_numeral(item: Item) -> bool:
    """Whether a new word is a number before a name: `1st Cav`, `I Corps`."""
    return (item.low.endswith(ORDINALS) and item.low[:-2].isdecimal()) or item.token.raw == "I"


def _single(tokens: Sequence[Token], known: Known) -> Iterator[Item]:
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind != WORD:
            yield _item(token, token.raw)
            at += 1
            continue
        found, length = _name_at(tokens, at, known)
        text = found or token.raw.replace("_", " ").strip()
        yield _item(token, text, known.names.get(found) if found else _by_form(text, known))
        at += length


def _name_at(tokens: Sequence[Token], at: int, known: Known) -> tuple[str, int]:
    """The longest known name that begins at a token, and the number of its tokens; "" and 1 if there is none."""
    spoken = _spoken(tokens[at].raw)
    if not spoken or spoken[0] not in known.found_by:
        return "", 1
    first, *rest = spoken
    for words, name in known.found_by[first]:
        tail, need = words[len(rest) :], len(words) - len(rest)
        after = tokens[at + 1 : at + 1 + need] if need > 0 else ()
        if need < 0 or len(after) < need or list(words[: len(rest)]) != rest:
            continue
        here = zip(after, tail, strict=True)
        if not need or all(one.kind == WORD and bare(one.raw).casefold() == word for one, word in here):
            said = known.names[name]
            return (said.of if said.kind == ALIAS else name), 1 + need
    return "", 1


@lru_cache(maxsize=4096)
def _spoken(raw: str) -> tuple[str, ...]:
    """A word of a line as the words of names are compared. Most are said again and again."""
    return folded_words(bare(raw))


def bare(word: str) -> str:
    """A word without the 's of a possessive."""
    return word[:-2] if word[-2:] in ("'s", "’s") and len(word) > 2 else word


def _by_form(text: str, known: Known) -> Name | None:
    return A_HEX if known.hexes and is_hex(text) else None


def has_digit(text: str) -> bool:
    """Whether a digit stands in a name."""
    return not text.isalpha() and any(c.isdigit() for c in text)


def like_a_verb(text: str) -> bool:
    """Whether a word has an ending of what somebody does or did, `builds at Bonn`, or is such a word without one."""
    return text.islower() and (text.endswith(("s", "ed", "ing")) or text in DID)


def like_a_name(text: str) -> bool:
    """Whether a word has the form of a name: a capital, a digit beside a letter, or words that were joined."""
    return text[:1].isupper() or (has_digit(text) and not text.isdecimal()) or " " in text
