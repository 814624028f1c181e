"""The present situation as an audience may see it: whose move, what is owed, the open question, what may be said.

This is the only place that decides it; everything that shows a game asks here. An audience is a side, the umpire, ""
for a screen that both sides look at, or spectators, who see as much and say nothing. Nothing that a side hides is told
to another: neither its questions' possible answers nor its units' possible moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from domain.kernel.errors import Trouble, Unread
from domain.kernel.game import Game, View
from domain.kernel.house import house_rule
from domain.kernel.questions import Assign, Draw, Number, OneOf, Order, Question, ReadOut, Roll, Some, YesNo
from domain.kernel.sequence import Phase
from domain.kernel.verbs import Verb
from recording.hearing import SPECTATOR, UMPIRE, as_seen, hidden_from, why_stuck
from recording.reading_out import FieldAsked, fields_of
from replays.notation import ASIDES

MOST_NAMED = 14
"""Maximum number of verbs named among what may be declared."""

NEXT = "next"
"""The verb that goes on, in every game with a sequence of play."""


@dataclass(frozen=True)
class OpenQuestion:
    """The open question as an audience may see it.

    The fields after `seen` are empty if it may not see the possible answers.
    """

    name: str
    by: str
    """The one that answers: a side, or the "table", the "deck" …"""
    words: str
    rule: str
    only: str
    """The only side that may see the possible answers; "" if everybody may."""
    yours: bool
    """Whether the audience is to answer it."""
    unseen: bool
    """Whether its answer is typed without an echo, because it is secret and the other side may be looking."""
    usual: str | None
    """The default answer; "" if there is one that may not be told here, None if there is none."""
    seen: bool
    stuck: str = ""
    """The reason why it cannot be put any more, because rules or table have changed; "" if it can."""
    kind: str = ""
    """The kind of question: the KIND of a class in `domain.kernel.questions`."""
    hint: str = ""
    """A few words on how to answer."""
    options: tuple[str, ...] = ()
    places: Mapping[str, tuple[str, ...]] | None = None
    """For pairs: the places each option may go to."""
    chart: str = ""
    row: str = ""
    """For a row to be read out from the printed game: its name."""
    fields: tuple[FieldAsked, ...] = ()
    """For a row: what is read out of it."""
    least: int | None = None
    most: int | None = None
    """For a number, names or pairs: the least and most; of names and pairs, how many."""
    count: int = 0
    sides: int = 0
    """For dice: how many, and of how many sides."""
    instead: tuple[str, ...] = ()
    """For a draw: the words that may stand in its place."""


@dataclass(frozen=True)
class Sayable:
    """A verb that may be said."""

    name: str
    usage: str
    rule: str
    by: str
    """The side that declares it here; "" if either may."""
    offered: bool
    """Whether there is anything to declare with it, as far as that can be told without telling what is hidden."""
    ends: tuple[str, ...] = ()
    """The titles of the phases that it would end, because it belongs to a later one."""
    unseen: bool = False
    """Whether its values are typed without an echo, because they are secret and the other side may be looking."""


@dataclass(frozen=True)
class Now:
    """The present situation of a game, and what comes next, as an audience may be told."""

    audience: str
    version: int
    sides: Mapping[str, str]
    """The sides' names, by code."""
    moment: tuple[str, ...]
    over: bool
    winner: str
    why: str
    """For a game that is over: the winner ("" for nobody) and the reason."""
    phase: str
    """The title of the phase of the sequence of play at hand; "" where none is."""
    side: str
    """The side whose phase it is; "" if it is both sides'."""
    done: tuple[str, ...]
    """The sides that have nothing more to declare, in a phase that each side works through."""
    owed: str
    """A description of what must be declared before the phase may be left; "" for nothing."""
    question: OpenQuestion | None
    verbs: tuple[Sayable, ...]
    """The verbs of this phase; empty while a question is open, and once the game is over."""
    anytime: tuple[Sayable, ...]
    """The verbs that may be declared in any phase."""
    named: tuple[str, ...]
    """The verbs worth naming in a line that says what may be declared: those of the phase's own side that offer
    something; of very many the ones that belong here more than elsewhere."""
    likely: tuple[str, ...]
    """The same, the ones that belong here most first."""
    usual: str
    """The verb of a line without one."""
    asides: tuple[str, ...]
    """The words for lines beside the rules, which may be said at any time."""
    hiding: tuple[str, ...]
    """The sides that hide something from the audience."""

    def called(self, by: str) -> str:
        """The name of the side, or other source, that is asked or declares."""
        return self.sides.get(by, by)

    def whose(self) -> str:
        """The owner of the phase, and the sides that are done with it, in words."""
        done = f" ({' and '.join(map(self.called, self.done))} done)" if self.done else ""
        every = "both sides" if len(self.sides) < 3 else "all sides"
        return f"{self.sides.get(self.side, every)}{done}"

    def plain(self) -> dict[str, Any]:
        """The same in its JSON form."""
        return asdict(self)


def now(game: Game[Any], audience: str = "") -> Now:
    """The present situation as an audience may see it. The open question's procedure runs only if nobody has run it
    yet.

    The open question is put in the whole game: in a view it may not come up again, and is then only named. Everything
    else is what a view holds.
    """
    view = as_seen(game, audience)
    rules, state = game.rules, view.state
    phase, result = rules.play.sequence.at(state), state.result
    declaring = phase is not None and not game.waits and not result
    verbs = list(rules.play.verbs.values()) if declaring else []
    open_to = {*(rules.play.sequence.open_to(state) if declaring else ())} or {state.phase}
    here = tuple(sayable(view, verb, audience) for verb in verbs if not open_to.isdisjoint(verb.phases))
    likely = _worth_naming(view, phase, here)
    return Now(
        audience=audience,
        version=game.version,
        sides=dict(rules.sides),
        moment=rules.play.sequence.moment(state).path,
        over=result is not None,
        winner=result.winner if result else "",
        why=result.why if result else "",
        phase=phase.title if phase else "",
        side=phase.side if phase else "",
        done=state.sides_done,
        owed=owed(view, phase) if declaring else "",
        question=_open_question(game, audience),
        verbs=here,
        anytime=tuple(sayable(view, verb, audience) for verb in verbs if not verb.phases),
        named=tuple(verb.name for verb in here if verb.name in likely),
        likely=likely,
        usual=_usual(view) if declaring else "",
        asides=ASIDES,
        hiding=tuple(hidden_from(game, audience)),
    )


def owed(view: Game[Any], phase: Phase[Any] | None) -> str:
    """A description of what a phase owes, as far as the charts that were read out tell."""
    try:
        return phase.owed(view.state) if phase else ""
    except Unread:
        return ""


def _worth_naming(view: Game[Any], phase: Phase[Any] | None, verbs: Iterable[Sayable]) -> tuple[str, ...]:
    """The verbs worth naming among those of the phase at hand, at most `MOST_NAMED`, likeliest first."""
    mine = [verb.name for verb in verbs if verb.offered and phase and phase.side in ("", verb.by)]
    short = (phase.usual, *phase.also) if phase else ()

    def place(name: str) -> tuple[bool, int]:
        return name not in short, len(view.rules.play.verbs[name].phases)

    return tuple(sorted(mine, key=place)[:MOST_NAMED])


def _usual(view: View[Any]) -> str:
    try:
        return view.rules.play.sequence.usual(view.state)
    except Unread:
        return ""


def may_list(game: Game[Any], by: str, audience: str) -> bool:
    """Whether a side's possible moves may be listed to an audience."""
    return audience in (by, UMPIRE) or by not in game.rules.secrecy.hides


def may_say(game: Game[Any], by: str, audience: str) -> bool:
    """Whether a side's lines may be said before an audience: on a side's own recorder only its own, or nobody's."""
    return audience in ("", UMPIRE, by) or (by not in game.rules.sides and audience != SPECTATOR)


def passes(view: View[Any]) -> list[tuple[str, str]]:
    """The standing passes that an audience may know of, as (side, question)."""
    hidden = hidden_from(view, view.audience)
    found = (name.partition(":") for name in view.state.passes)
    return [(side, question) for side, _, question in found if side not in hidden]


def sayable(view: View[Any], verb: Verb[Any], audience: str, by: str = "", ends: tuple[str, ...] = ()) -> Sayable:
    """A verb that may be said, perhaps once some phases have ended."""
    listed = verb.listed is None or verb.listed(view.state)
    by = by or view.side_of(verb)
    # if a side hides something from the audience, its possible declarations would tell it
    sides = [by] if by else view.rules.sides
    told = all(may_list(view, side, audience) for side in sides)
    offered = listed and (not told or has_offers(view, verb))
    return Sayable(verb.name, verb.usage(), verb.rule, by, offered, ends, is_unseen(view, verb, by, audience))


def is_unseen(view: View[Any], verb: Verb[Any], by: str, audience: str) -> bool:
    """Whether a side's line is said unseen before an audience, because others may be looking: the side keeps it, or it
    may rest on what the side hides."""
    rests = verb.unseen is not None and bool(verb.unseen(view.state, {}))
    return by in hidden_from(view, audience) and (rests or verb.kept_by(by) == by)


def has_offers(view: View[Any], verb: Verb[Any]) -> bool:
    """Whether there is anything to declare with a verb, as far as the audience sees; also True if a chart must be read
    out first.
    """
    try:
        return verb.offers is None or any(True for _ in verb.offers(view.state))
    except Unread:
        return True


def _open_question(game: Game[Any], audience: str) -> OpenQuestion | None:
    waits = game.waits
    if not waits:
        return None
    question, stuck = _put(game, audience)
    only = (
        (question.secret or question.shown_to)
        if question
        else waits.secret or (waits.by if waits.by in game.rules.secrecy.hides else "")
    )
    seen = not only or may_list(game, only, audience)
    shown = question if seen else None
    default = question.default if question else None
    on, text = house_rule(game.state.house, waits.rule)
    return OpenQuestion(
        name=waits.name,
        by=waits.by,
        words=waits.words + (f" (house rule on {on}: {text})" if on else ""),
        rule=waits.rule,
        only=only,
        yours=may_say(game, waits.by, audience),
        unseen=bool(waits.secret) and audience not in (waits.secret, UMPIRE),
        usual=None if question is None or default is None else question.say(default) if seen else "",
        seen=seen,
        stuck=stuck,
        kind=shown.KIND if shown else "",
        hint=shown.hint() if shown else "",
        options=_options(shown),
        places={item: tuple(options) for item, options in shown.items.items()} if isinstance(shown, Assign) else None,
        **_bounds(shown),
        **(_row(game, shown) if isinstance(shown, ReadOut) else {}),
    )


def _row(game: Game[Any], shown: ReadOut) -> dict[str, Any]:
    return {"chart": shown.chart, "row": shown.row, "fields": fields_of(game.rules, shown.chart)}


def _bounds(question: Question[Any] | None) -> dict[str, Any]:
    """How much of an answer there may be; and of a draw, what may be said instead."""
    match question:
        case Number(least=least, most=most):
            return {"least": least, "most": most}
        case Some(least=least, most=most, options=options):
            return {"least": least, "most": min(most, len(options))}
        case Assign(least=least, most=most, items=items):
            return {"least": least, "most": min(most, sum(map(bool, items.values())))}
        case Roll(count=count, sides=sides):
            return {"count": count, "sides": sides}
        case Draw(instead=instead):
            return {"instead": instead}
    return {}


def _put(game: Game[Any], audience: str) -> tuple[Question[Any] | None, str]:
    """(question, "") for the open question, or (None, why) if it cannot be put any more, as the audience may be
    told."""
    try:
        return game.pending(), ""
    except Trouble as trouble:
        return None, str(why_stuck(game, trouble, audience))


def _options(question: Question[Any] | None) -> tuple[str, ...]:
    match question:
        case OneOf(options=options) | Some(options=options):
            return tuple(options)
        case YesNo():
            return tuple(question.say(answer) for answer in (True, False))
        case Draw(left=left):
            return tuple(left)
        case Order(items=items):
            return tuple(items)
        case Assign(items=places):
            return tuple(places)
    return ()
