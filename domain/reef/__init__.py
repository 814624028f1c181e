"""Blood Reef: Tarawa, the campaign games. A campaign over many scenarios: calendar, landings, orders of battle,
support, secrets, losses.

What belongs to a scenario on the map is base Advanced Squad Leader: its outcomes are recorded, its special rules
decided. Where each rule is, rule by rule; first its procedure, then what else decides by it:

    15.1, 15.6      `refit`: Control, Perimeters, Setup Areas, what is Retained
    15.2            `charts`, `organization`, `state`: definitions; `losses`: what is eliminated; 15.2, 15.3 `calendar`
    15.13           `slips`, `purchases`: records and purchases, sealed
    15.3, 15.5      `calendar`, `sequence`
    CG2             `landing`: battalions, Formations, waves, reinforcements; `organization`: the Formation Table
    CG3             `naval`: modules, SFCPs, Counterbattery Fire, Direct Fire
    CG4             `bombardment`
    CG5, CG11       `hidden`
    CG6             `air`
    CG7             `reserves`
    CG8, CG13, CG15 `guns`
    CG9, CG10       `night`
    CG12, CG14, CG16, CG17 `infantry`
    CG18            `sequence`; CG18.11, CG19 `leaders`

They share `common`. What happens is in `facts`, what it changes in `evolve`; `roster` says what the text knows of the
printed modules, `readings` how it is read where it is silent or divided. Rule numbers are cited as `BRT CG3.4`,
readings as `reading R-18`; `rulebook.toml` lists all rules by their numbers, each with the place that carries it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

# Along a campaign: as the modules come, so stand their verbs.
from domain.reef import refit, leaders, purchases, landing, guns, hidden, night, naval  # isort: skip
from domain.reef import bombardment, air, reserves, infantry, losses, slips, calendar  # isort: skip
from domain.kernel import facts as kernel_facts
from domain.kernel.facts import Fact, topics
from domain.kernel.objections import Objections
from domain.kernel.parts import Play, Scoring, Secrecy, Taken, Vocabulary
from domain.kernel.printed import Printed
from domain.kernel.rules import Rules
from domain.kernel.verbs import Names
from domain.reef import facts as reef_facts
from domain.reef import roster, sequence
from domain.reef.charts import BEACH_WORDS, BEACHES, CHARTS, DATES, STACKING
from domain.reef.common import verbs
from domain.reef.evolve import admit, evolve, points_of, score
from domain.reef.mends import MENDS
from domain.reef.organization import ALIASES, ALL, CONTENTS, KINDS, PLATOON_NAME, split
from domain.reef.questions import QUESTIONS
from domain.reef.readings import READINGS, SETTLED
from domain.reef.state import FULL_PILE, SIDES, Reef, boards
from domain.wargame import war_facts

MOST_RED = 12
"""More Guns that add a red chit than this no campaign has (CG3.4)."""
HEX = re.compile(r"([A-Z])\1?[1-9]\d?")


class Hexes(Names):
    """The hexes that have been named or read out, for completion; any other of the two mapsheets is good too."""

    def __contains__(self, name: Any) -> bool:
        return HEX.fullmatch(str(name)) is not None

    def meant(self, word: str) -> str:
        return word.upper() if HEX.fullmatch(word.upper()) else word


class Kinds(Names):
    """Kinds of pieces, and how many: `6-6-8x3`; other ways to write them too, and `all` or `MG-Platoon` for several."""

    counted: bool = True

    def __contains__(self, name: Any) -> bool:
        kind = split(str(name))[0] if self.counted else name
        return tuple.__contains__(self, kind) or (self.counted and kind in (PLATOON_NAME, ALL))

    def meant(self, word: str) -> str:
        kind, number = split(word) if self.counted else (word, 1)
        found = ALIASES.get(kind, kind)
        return f"{found}x{number}" if number > 1 else found


class Formations(Names):
    """Formations, as `1-F2`; where one BLT alone is there, or alone has been committed, `F2` is enough. So for SFCPs,
    and other groups of pieces."""

    committed: tuple[str, ...] = ()
    """The BLTs that are At-Start ones, or were committed."""

    def meant(self, word: str) -> str:
        ends = (
            [name for name in self if name.casefold().endswith(f"-{word.casefold()}")]
            if word not in tuple(self)
            else []
        )
        here = [name for name in ends if name.partition("-")[0] in self.committed]
        return ends[0] if len(ends) == 1 else here[0] if len(here) == 1 else word


def formations(state: Reef, names: Iterable[str]) -> Formations:
    """Names that begin with that of a BLT."""
    found = Formations(names)
    found.committed = tuple(name for name, blt in state.blts.items() if blt.at_start or blt.committed)
    return found


def kinds(state: Reef, *, counted: bool) -> Kinds:
    """The kinds of pieces that there are."""
    known = dict.fromkeys((*(unit.kind for unit in state.units.values()), *KINDS, *state.rows(CHARTS["kinds"])))
    found = Kinds(known)
    found.counted = counted
    return found


def groups(state: Reef) -> Formations:
    """Formations, beaches, the Reserve Pool, the LVTs."""
    return formations(
        state, dict.fromkeys((*state.formations, *(unit.group for unit in state.units.values()), "pool", *BEACHES))
    )


def names(state: Reef, kind: str) -> Sequence[str]:
    """The names a player may say."""
    if kind == "hex":
        return Hexes(sorted({*state.ground, *state.rows(CHARTS["hexes"]), *state.perimeter}))
    if kind == "attachment":
        return Kinds((*kinds(state, counted=True), PLATOON_NAME, ALL))
    if kind in ("piece", "kind"):
        return kinds(state, counted=kind == "piece")
    if kind == "formation":
        return formations(state, state.formations)
    if kind == "group":
        return groups(state)
    if kind == "slip":
        return Slips(state.slips)
    if kind == "party":
        return formations(state, state.parties)
    if kind == "wave":
        return Waves(dict.fromkeys((*state.sealed_waves, *state.waves)))
    if kind == "item":
        return Items((*state.rows(CHARTS["prices"]), STACKING))
    if kind == "chain":
        return tuple(state.charge.chains) if state.charge else ()
    found: Mapping[str, Sequence[str]] = {
        "unit": tuple(state.units),
        "blt": tuple(state.blts),
        "module": tuple(state.modules),
        "gun": tuple(state.guns),
        "setup area": tuple(state.areas),
        "beach": Beaches(BEACHES),
        "date": (*DATES, "none"),
        "attempt": ("yes", "no"),
    }
    return found.get(kind, ())


class Beaches(Names):
    """The beaches, by their short names; those of the map stand for them."""

    def meant(self, word: str) -> str:
        return next((name for name, words in BEACH_WORDS.items() if words.casefold() == word.casefold()), word)


class Items(Names):
    """What may be bought, and how many: `wirex3`; what has no price yet is refused with a word on it."""

    def __contains__(self, name: Any) -> bool:
        return bool(str(name)) and ":" not in str(name)


class Slips(Names):
    """The slips; of the Cloaking boxes the number is enough."""

    def meant(self, word: str) -> str:
        return f"cloaking-{word}" if word.isdecimal() and f"cloaking-{word}" in tuple(self) else word


class Waves(Names):
    """The waves on the Landing Schedule Record, `1-W2`; where one BLT alone has such a wave its number is enough."""

    def meant(self, word: str) -> str:
        ends = [name for name in self if name.endswith(f"-W{word}")]
        return ends[0] if len(ends) == 1 else word


def identities(state: Reef) -> Iterator[str]:
    """What holds at every fact of a regular game; a sentence for each that does not."""
    for name, unit in state.units.items():
        if unit.off > unit.steps:
            yield f"{unit.off} of {name} are off the map, of {unit.steps} that are left"
        if unit.steps + unit.left + unit.reduced > unit.start:
            yield (
                f"{name}: {unit.steps} are left, {unit.left} have gone and {unit.reduced} were reduced, of {unit.start}"
            )
    for name, formation in state.formations.items():
        for kind, number in CONTENTS[formation.role].items():
            there = state.of(name).get(kind)
            began = there.start - there.arisen if there else 0
            if began != number:
                yield f"{name} began with {began} {kind}, where the Formation Table has {number}"
    yield from (why for _, why in impossible(state))


def impossible(state: Reef) -> Objections:
    """What no counters can show, whatever was played."""
    for name, unit in state.units.items():
        if (
            unit.group in state.formations
            and unit.kind in (table := CONTENTS[state.formations[unit.group].role])
            and unit.steps > table[unit.kind]
        ):
            yield "BRT CG2.4", f"there cannot be {unit.steps} of {name}: the Formation has {table[unit.kind]}"
    for name, module in state.modules.items():
        if module.black > FULL_PILE[0] or module.red > MOST_RED:
            yield "BRT CG3.4", f"the draw pile of {name} cannot hold {module.black} black and {module.red} red chits"


def secrets(state: Reef) -> Mapping[tuple[str, ...], str]:
    """The hidden values by their paths: what closed slips say, waves that have not come, what was spent, Japanese
    leaders."""
    found: dict[tuple[str, ...], str] = {}
    for name, slip in state.slips.items():
        if not slip.open:
            found["slips", name, "says"] = slip.side
    for name, wave in state.waves.items():
        if not wave.open:
            found["waves", name] = "us"
    for name, gun in state.guns.items():
        if not gun.known:
            found["guns", name] = "jp"
    found["accounts",] = "jp"
    found["first_line_leaders",] = "jp"
    return {} if state.on_paper else found


def control_changes(fact: Fact) -> Iterable[Taken]:
    """15.606: who a table says has Control; it does not say who had it before."""
    return [Taken(place, fact.control) for place in fact.places] if isinstance(fact, reef_facts.ControlRecorded) else ()


RULES: Rules[Reef] = Rules(
    code="reef",
    title="Blood Reef: Tarawa, the campaign games",
    citation="BRT",
    sides=SIDES,
    initial=Reef(),
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        topics=topics(kernel_facts, war_facts, reef_facts),
        sequence=sequence.SEQUENCE,
        questions=QUESTIONS,
        begin=calendar.begin,
        turn="game_turn",
        period="date",
        control=control_changes,
        identities=identities,
        impossible=impossible,
    ),
    printed=Printed(
        charts=CHARTS,
        packs=("sample", "from-the-rulebook"),
        roster=roster.ROSTER,
        groups=roster.GROUPS,
        meanings=roster.FIELDS,
        asked=roster.printed,
        boards=boards,
        first=("grid", "campaigns", "order-of-battle", "hexes"),
        check=roster.check,
        admit=admit,
    ),
    vocabulary=Vocabulary(
        named=names,
        collections=(
            "units",
            "formations",
            "blts",
            "waves",
            "modules",
            "parties",
            "guns",
            "ground",
            "areas",
            "slips",
            "accounts",
        ),
    ),
    secrecy=Secrecy(
        hides=("us", "jp"),
        stated=(reef_facts.SlipStated.TOPIC, reef_facts.WaveStated.TOPIC),
        secrets=secrets,
        keeps={
            "us": ("slips", "units", "waves"),
            "jp": ("accounts", "first_line_leaders", "guns", "inexperienced", "owed_leaders", "slips", "units"),
        },
    ),
    scoring=Scoring(
        score=score,
        points=points_of,
    ),
    scenarios=calendar.SCENARIOS,
    readings=READINGS,
    settled=SETTLED,
    mends=MENDS,
)

__all__ = [
    "RULES",
    "air", "bombardment",
    "guns", "hidden", "infantry", "landing", "leaders", "losses", "naval", "night", "purchases", "refit", "reserves",
    "slips",
]  # fmt: skip
