"""IWO 9, 11, 12, 16, 18, 19: every bombardment, assault and defensive fire, with its dice and what it cost."""

from __future__ import annotations

from domain.iwo import facts as f
from domain.kernel.facts import Modifier
from projections.iwo.story.narrator import Narrator
from projections.iwo.story.passage import Passage, Shot, Toll
from projections.stories import Sentence, facts_of
from projections.stories.words import count_of, grouped, joined_clauses, names, number, was


def fire(passage: Passage) -> None:
    """Who came out of hiding to fire, every shot, and what is told before and after."""
    if passage.unmasked:
        units = grouped((fact.area, fact.unit) for fact in facts_of(passage.unmasked, f.UnitRevealed))
        where = names(f"{names(some)} at {passage.teller.place(area)}" for area, some in units.items())
        words = passage.teller.pick(
            "unmasked",
            f"To fire, {where} had to come out of hiding.",
            f"The muzzle flashes gave away {where}.",
            f"{where} opened up from hiding.",
        )
        passage.said.append(Sentence.of(words, passage.unmasked))
    passage.teller.paragraph(*passage.said, *(resolved(passage.teller, shot) for shot in passage.shots), *passage.late)


def resolved(teller: Narrator, shot: Shot) -> Sentence:
    """A shot: who fired at what, the dice, the hits and what they cost."""
    fire, at, pick = shot.fact.fire, teller.place(shot.fact.area), teller.pick
    by, dice, result = names(fire.by), _dice(shot), _result(teller, shot)
    if fire.kind == "bombardment":
        ways = (
            f"{by} bombarded {at} with {dice}: {result}.",
            f"{at} took {dice} from {by}: {result}.",
            f"{by} rolled {dice} against {at}: {result}.",
            f"{at} was bombarded by {by} with {dice}: {result}.",
        )
    elif fire.kind == "assault":
        ways = (
            f"{by} assaulted {at} with {dice}: {result}.",
            f"At {at}, {by} went in with {dice}: {result}.",
            f"{by} rolled {dice} in the assault on {at}: {result}.",
            f"The assault on {at} by {by}, with {dice}, brought {result}.",
        )
    else:
        return defended(teller, shot)
    return Sentence.of(pick(f"{fire.side} {fire.kind}", *ways), shot.entries)


def _dice(shot: Shot) -> str:
    """What was rolled: rocket artillery hits by itself, as often as its own die says (22.5)."""
    rolled = shot.fact.fire.chance
    dice = count_of(len(rolled), "die", "dice")
    if shot.fact.rocket_hits:
        return f"rockets and {dice}" if rolled else "rockets"
    return dice


def _result(teller: Narrator, shot: Shot) -> str:
    hits, cost = _hits(teller, shot), _toll(teller, shot)
    return _and(hits, cost) if cost else hits


def _hits(teller: Narrator, shot: Shot) -> str:
    """The hits, and how many the ground and the caves took."""
    fire, rockets, pick = shot.fact.fire, shot.fact.rocket_hits, teller.pick
    hits = count_of(fire.hits, "hit") if fire.hits else "no hits"
    if rockets and fire.chance:
        hits += f" ({'all' if rockets == fire.hits else number(rockets)} by rocket)"
    gone = fire.hits - fire.outcome
    if gone <= 0:
        return hits
    less = names(_cover(modifier) for modifier in fire.modifiers if modifier.code in f.SHELTER and modifier.amount < 0)
    if not fire.outcome:
        every = "" if gone == 1 else "both " if gone == 2 else "all "
        none = "which did not get" if gone == 1 else "none of which got"
        came = pick("no effect", f"{every}lost to {less}", f"{every}absorbed by {less}", f"{none} past {less}")
        return f"{hits}, {came}"
    many = number(gone)
    came = pick(
        "less",
        f"{many} of them lost to {less}",
        f"{many} of which {less} absorbed",
        f"{many} of them stopped by {less}",
    )
    return f"{hits}, {came}"


def _cover(modifier: Modifier) -> str:
    """What took some of the hits."""
    return (
        "the ground" if modifier.code == "basic-defense-value" else "the cave" if modifier.amount == -1 else "the caves"
    )


def _toll(teller: Narrator, shot: Shot) -> str:
    """What it cost; nothing where nothing came of it."""
    toll, pick = shot.toll, teller.pick
    told: list[str] = []
    dead = [unit for unit, left in toll.left.items() if not left]
    if dead:
        told.append(
            pick(
                "dead",
                f"{names(dead)} {was(dead)} wiped out",
                f"{names(dead)} {was(dead)} destroyed",
                f"{names(dead)} {was(dead)} no more",
            )
        )
    hurt = grouped(((toll.lost[unit], toll.back.get(unit, "")), unit) for unit, left in toll.left.items() if left)
    for (steps, to), units in hurt.items():
        each = " each" if len(units) > 1 else ""
        count = count_of(steps, "step").replace("one", "a", 1)
        if to:
            told.append(f"{names(units)} lost {count}{each} and fell back to {teller.place(to)}")
            continue
        rest = f" ({number(toll.left[units[0]])} left)" if len(units) == 1 else ""
        told.append(
            pick(
                "hurt",
                f"{names(units)} lost {count}{each}",
                f"{names(units)}{each} came out {count} weaker",
                f"{names(units)} paid {count}{each}{rest}",
            )
        )
    for area, units in grouped((to, unit) for unit, to in toll.back.items() if not toll.left.get(unit)).items():
        told.append(
            pick(
                "back",
                f"{names(units)} fell back to {teller.place(area)}",
                f"{names(units)} retreated to {teller.place(area)}",
            )
        )
    for unit in dict.fromkeys(toll.armor):
        told.append(f"the armor of {unit} shrugged off {count_of(toll.armor.count(unit), 'hit')}")
    told += _underground(teller, toll)
    if toll.caves:
        told.append(pick("cave", "a cave collapsed", "a cave came down", "one cave was shut for good"))
    if toll.markers:
        told.append(
            f"{names(map(f.called, toll.markers))} {was(toll.markers)} {pick('gone', 'gone', 'lost', 'swept away')}"
        )
    told += [f"{spent.unit} {spent.fate}" for spent in facts_of(shot.entries, f.UnitRemoved)]
    if not told and shot.fact.fire.outcome and not shot.fact.target:
        told.append(pick("empty", "there was nobody to hit", "they fell on empty ground"))
    return joined_clauses(told)


def _underground(teller: Narrator, toll: Toll) -> list[str]:
    """What it did to concealed units, as far as that may be known."""
    pick, points = teller.pick, count_of(toll.passed, "point") + " of damage"
    if toll.hidden is not None:
        lost = {loss.unit: loss.steps for loss in toll.hidden.losses}
        dead = [unit for unit, left in toll.hidden.left.items() if not left]
        hurt = grouped((count_of(lost.get(unit, 1), "step"), unit) for unit, left in toll.hidden.left.items() if left)
        told = [f"{names(dead)} died"] if dead else []
        told += [
            f"{names(units)} lost {steps.replace('one', 'a', 1)}{' each' if len(units) > 1 else ''}"
            for steps, units in hurt.items()
        ]
        if not told:
            return [pick("found nobody", f"{points} found nobody in hiding", f"{points} went into empty holes")]
        told = [f"{told[0]} in hiding"] if len(told) == 1 else [f"in hiding {names(told)}"]
        spare = toll.hidden.excess
        return told + ([f"{count_of(spare, 'point')} {was(range(spare))} wasted"] if spare else [])
    if not toll.passed:
        return []
    ways = [
        f"{points} went on to anybody hiding there",
        f"{points} {was(range(toll.passed))} left for anybody in hiding",
    ]
    return [
        pick("settled", f"only the Japanese knew what {points} did in hiding", *ways)
        if toll.settled
        else pick("passed", *ways)
    ]


def defended(teller: Narrator, shot: Shot) -> Sentence:
    """Defensive fire at who has just moved."""
    fire, pick = shot.fact.fire, teller.pick
    by, target, dice = names(fire.by), shot.fact.target or teller.place(shot.fact.area), _dice(shot)
    hits, cost = _hits(teller, shot), _toll(teller, shot)
    if not fire.outcome and shot.shown:
        words = pick(
            "missed from hiding",
            f"{by} opened fire from hiding on {target} with {dice} and missed.",
            f"From hiding {by} fired at {target} with {dice} and missed.",
        )
    elif not fire.outcome:
        words = pick(
            "missed",
            f"{by} fired at {target} with {dice} and missed.",
            f"The {dice} of {by} missed {target}.",
            f"{target} came through the fire of {by}, {dice}, which missed.",
        )
    elif shot.shown:
        words = pick(
            "surprise",
            f"From hiding {by} caught {target} with {dice}: {_and(hits, cost)}.",
            f"{by} opened up at close range on {target} with {dice}: {_and(hits, cost)}.",
            f"{target} ran into {by}, unseen until then: {dice}, {_and(hits, cost)}.",
        )
    else:
        words = pick(
            "defended",
            f"{by} met {target} with {dice}: {_and(hits, cost)}.",
            f"{target} drew the fire of {by}, {dice}: {_and(hits, cost)}.",
            f"With {dice} {by} scored {hits} on {target}; {cost}.",
        )
    if cost and not fire.outcome:
        words = f"{words[:-1]}; {cost}."
    if shot.fact.observed:
        words += pick(
            "observed", " Observers had spoiled the surprise.", " With observers above, there was no surprise."
        )
    return Sentence.of(words, shot.entries)


def _and(hits: str, cost: str) -> str:
    """What was hit and what it cost, as one clause where both are short."""
    return f"{hits}; {cost}" if "," in cost or "," in hits or " and " in cost else f"{hits}, and {cost}"
