"""Iwo Jima: Rage Against the Marines. Two players, hidden units, pools of dice.

Where each rule is, rule by rule; first its procedure, then what else decides by it:

    2, 3                `charts`, `state`: map and counters; 3 stacking `common`, steps lost `fire`, concealment
                        `concealed`, `hidden`
    4                   `opening`: setup; 4.1, 4.2 the Japanese in secret `hidden`
    5                   `sequence`: the sequence of play
    6, 7, 8, 15         `opening`: weather, reset, recovery
    9                   `bombardment`; 9.1 declared at once `plans`; 9.3 hits and damage `fire`; 9.2 caves found,
                        9.3.3(3)-(5) damage to the concealed `hidden`
    10                  `movement`: moving, 10.3 landing; 10.5 what it brings to light `hidden`
    11, 18              `defensive_fire`: fire on those who move, 11.1.2 retreats; 11.1.2(1) barred by the concealed
                        `hidden`
    12, 19              `assault`; 12.1 declared at once `plans`; 12.2.3 the row and its losses `fire`
    13, 20              `closing`: control
    14                  `closing`: construction; the die for Stars and Stripes `scoring`
    16                  `bombardment`; 16(6) markers removed `fire`
    17                  `japanese_movement`: the allowance, 17.2(2)-(4) concealed; 17.2(1) openly `movement`; 17.2(3) in
                        secret `hidden`
    21                  `closing`: the End Phase, 21 withdrawals
    22.1.1              `opening`, `sequence`: no weather on turn 1
    22.1.2, 22.1.3      `closing`: Japanese Marines revealed, an air unit leaves
    22.2.1              `movement`: the 3rd Division
    22.3                `charges`: the Banzai and the Kirikami Charge, the dice they add
    22.4.1, 22.4.2      `movement`, `state`: tanks and hills; 22.4.2 `defensive_fire`; 22.4.3 armor `fire`
    22.5, 22.6          `bombardment`: rocket artillery; support is never hit
    23.1                `scoring`: airfields, Stars and Stripes
    23.2                `scoring`: who survives, areas held; 23.2(1) steps lost `fire`, 23.2(2) the 3rd Division
                        `movement`
    24                  `victory`: points and survivors that end the game at once; 24(3) the final count `scoring`

They share `common`. What happens is in `facts`, what it changes in `evolve`; `roster` says what the text knows of the
printed game (26 the counters), `readings` how it is read where it is silent or divided. Rule numbers are cited as `IWO
9.3.2`, readings as `reading R-18`; `rulebook.toml` lists all rules by their numbers, each with the place that carries
it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# Along the sequence of play: as the modules come, so stand their verbs.
from domain.iwo import opening, bombardment, movement, japanese_movement, charges, assault, closing  # isort: skip
from domain.iwo import facts as iwo_facts
from domain.iwo import roster, sequence, victory
from domain.iwo.charts import CAVES, CAVES_EACH, MARKERS, AreaCard, MarkerCard, UnitCard
from domain.iwo.common import verbs
from domain.iwo.evolve import admit, evolve, points_of, score
from domain.iwo.hidden import secrets
from domain.iwo.mends import MENDS
from domain.iwo.questions import QUESTIONS
from domain.iwo.readings import READINGS, SETTLED
from domain.iwo.state import OTHER, SIDES, Iwo
from domain.iwo.victory import TURNS
from domain.kernel import facts as kernel_facts
from domain.kernel.facts import topics
from domain.kernel.objections import Objections
from domain.kernel.parts import Ends, Play, Scoring, Secrecy, Vocabulary
from domain.kernel.printed import Printed
from domain.kernel.rules import Rules
from domain.wargame import war_facts
from domain.wargame.control import taken_from


def names(state: Iwo, kind: str) -> Sequence[str]:
    """The names a player may say: units, areas, markers."""
    names = {"unit": tuple(state.units), "area": tuple(state.areas), "marker": tuple(MARKERS)}
    return names.get(kind, ())


def identities(state: Iwo) -> Iterator[str]:
    """What holds at every fact of a regular game; a sentence for each that does not."""
    for area in state.areas:
        if any(state.room(area, side) < 0 for side in SIDES):
            yield f"{area} holds {len(state.at(area, 'us'))} US and {len(state.at(area, 'jp'))} Japanese units"
    yield from (why for _, why in impossible(state))


def impossible(state: Iwo) -> Objections:
    """What the counters of the game cannot show, whatever was played."""
    for name, unit in state.units.items():
        most = state.card(name).steps
        if not 0 <= unit.steps <= most:
            yield "IWO 3", f"{name} cannot have {unit.steps} steps: its counters show {most}"
        if unit.side == "us" and unit.status != "revealed":
            yield "IWO 3", f"{name} cannot be concealed: only Japanese units are"
        if unit.area in state.areas and not state.card(name).ground:
            yield "IWO 4.2", f"{name} cannot be in {unit.area}: air and naval units are in boxes"
    for area, now in state.areas.items():
        if not 0 <= now.caves + now.hidden_caves <= CAVES_EACH:
            yield "IWO 4.1", f"{area} cannot have {now.caves + now.hidden_caves} caves: {CAVES_EACH} are the most"
    caves = sum(now.caves + now.hidden_caves for now in state.areas.values())
    if caves > CAVES:
        yield "IWO 4.1", f"there cannot be {caves} caves: the game has {CAVES}"
    for marker, kind in MARKERS.items():
        if kind.most is not None and (there := closing.placed(state, marker)) > kind.most:
            yield "IWO 14", f"there cannot be {there} {kind.title} markers: the game has {kind.most}"
    if not 1 <= state.turn <= TURNS:
        yield "IWO 24(3)", f"there is no turn {state.turn}: the game has {TURNS}"


RULES: Rules[Iwo] = Rules(
    code="iwo",
    title="Iwo Jima: Rage Against the Marines",
    citation="IWO",
    sides=SIDES,
    initial=Iwo(),
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        topics=topics(kernel_facts, war_facts, iwo_facts),
        sequence=sequence.SEQUENCE,
        questions=QUESTIONS,
        begin=opening.begin,
        turn="turn",
        control=taken_from(OTHER),
        identities=identities,
        impossible=impossible,
        turn_began=lambda turn: iwo_facts.TurnBegan(rule="IWO 5", turn=turn),
    ),
    printed=Printed(
        charts={"areas": AreaCard, "units": UnitCard, "markers": MarkerCard},
        packs=("sample",),
        roster=roster.ROSTER,
        groups=roster.GROUPS,
        meanings=roster.FIELDS,
        asked=roster.printed,
        determined=roster.determined,
        mutual={"areas": "adjacent"},
        first=("areas", "units"),
        check=roster.check,
        admit=admit,
    ),
    vocabulary=Vocabulary(
        named=names,
        collections=("units", "areas"),
    ),
    secrecy=Secrecy(
        hides=("jp",),
        stated=("caves", "entered", "found", "steps", "survivors", "where"),
        secrets=secrets,
        keeps={"jp": ("areas", "units")},
    ),
    scoring=Scoring(
        score=score,
        points=points_of,
    ),
    ends=Ends(
        over="IWO 24",
        judge=victory.judge,
    ),
    readings=READINGS,
    settled=SETTLED,
    mends=MENDS,
)

__all__ = ["RULES", "assault", "bombardment", "charges", "closing", "japanese_movement", "movement", "opening"]
