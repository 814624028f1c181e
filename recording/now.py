"""What now: whose move it is, what is owed, the open question, and what may be said, as an audience may see it.

This is the one place that decides it; whatever shows a game to somebody asks here. An audience is a side, the umpire, or
"" for a screen that both sides look at. Nothing that a side hides is in another's answer: neither how its questions may be
answered nor what its units could do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from domain.kernel.errors import Trouble, Unread
from domain.kernel.game import Game, View
from domain.kernel.questions import Assign, Draw, OneOf, Order, Question, ReadOut, Some, YesNo
from domain.kernel.verbs import Verb
from recording.hearing import UMPIRE, as_seen, hidden_from, why_stuck
from replays.notation import ASIDES

NEXT = "next"
"""The verb that goes on, in every game that has a sequence of play."""


@dataclass(frozen=True)
class Asked:
    """The open question, as an audience may see it. What follows `seen` is empty for who may not see how it may be answered."""

    name: str
    by: str
    """Who answers: a side, or the "table", the "deck" …"""
    words: str
    rule: str
    only: str
    """The side that alone may see how it may be answered; "" where everybody may."""
    yours: bool
    """Whether it is the audience's to answer."""
    unseen: bool
    """Whether its answer is typed without an echo: a secret one, where the other side may be looking."""
    usual: str | None
    """The answer that goes without saying; "" where there is one that may not be told here, None where there is none."""
    seen: bool
    stuck: str = ""
    """Why it cannot be put any more, the rules or the table having changed under it."""
    kind: str = ""
    """What kind of question it is: the KIND of one in `domain.kernel.questions`."""
    hint: str = ""
    """How it is answered, in a few words."""
    options: tuple[str, ...] = ()
    places: Mapping[str, tuple[str, ...]] | None = None
    """Of pairs: where each of the options may go."""
    chart: str = ""
    row: str = ""
    """Of a row that is to be read out from the printed game: which."""


@dataclass(frozen=True)
class Sayable:
    """A verb that may be said."""

    name: str
    usage: str
    rule: str
    by: str
    """Whose declaration it is here; "" where either side may make it."""
    offered: bool
    """Whether there is anything to declare with it, as far as that can be told without telling what is hidden."""


@dataclass(frozen=True)
class Now:
    """What an audience may be told of where a game stands, and of what comes next."""

    audience: str
    version: int
    sides: Mapping[str, str]
    """The sides' names, by their codes."""
    moment: tuple[str, ...]
    over: bool
    winner: str
    why: str
    """When the game is over: who has won, "" for nobody, and why."""
    phase: str
    """The title of the phase of the sequence of play at hand; "" where none is."""
    side: str
    """Whose phase that is; "" where it is both sides'."""
    done: tuple[str, ...]
    """Where each side works through the phase: those that have nothing more to declare in it."""
    owed: str
    """What must be declared before the phase may be left; "" for nothing."""
    question: Asked | None
    verbs: tuple[Sayable, ...]
    """What may be declared in this phase; nothing while a question is open, or once the game is over."""
    anytime: tuple[Sayable, ...]
    """What may be declared in any phase."""
    usual: str
    """The verb that a line without one means."""
    asides: tuple[str, ...]
    """What stands beside the rules, at any time."""
    hiding: tuple[str, ...]
    """The sides that hide something from the audience."""

    def called(self, by: str) -> str:
        """The name of whoever is asked, or declares."""
        return self.sides.get(by, by)

    def whose(self) -> str:
        """Whose phase it is, and who is done with it."""
        done = f" ({' and '.join(map(self.called, self.done))} done)" if self.done else ""
        return f"{self.sides.get(self.side, 'both sides')}{done}"

    def plain(self) -> dict[str, Any]:
        """As JSON holds it."""
        return asdict(self)


def now(game: Game[Any], audience: str = "") -> Now:
    """What now, as an audience may see it. Runs the open question's procedure only where nobody has yet.

    The open question is put in the whole game: in a view of it it may not come up again, and then is only named. All else is what a view holds.
    """
    view = as_seen(game, audience)
    rules, state = game.rules, view.state
    phase, result = rules.phase(state), state.result
    declaring = phase is not None and not game.waits and not result
    verbs = list(rules.verbs.values()) if declaring else []
    open_to = {*(rules.sequence.open_to(state) if declaring else ())} or {state.phase}
    return Now(
        audience=audience,
        version=game.version,
        sides=dict(rules.sides),
        moment=rules.moment(state).path,
        over=result is not None,
        winner=result.winner if result else "",
        why=result.why if result else "",
        phase=phase.title if phase else "",
        side=phase.side if phase else "",
        done=state.sides_done,
        owed=phase.owed(state) if phase and declaring else "",
        question=_asked(game, audience),
        verbs=tuple(_sayable(view, verb) for verb in verbs if not open_to.isdisjoint(verb.phases)),
        anytime=tuple(_sayable(view, verb) for verb in verbs if not verb.phases),
        usual=rules.usual(state) if declaring else "",
        asides=ASIDES,
        hiding=tuple(hidden_from(game, audience)),
    )


def may_list(game: Game[Any], by: str, audience: str) -> bool:
    """Whether what a side could do may be listed to an audience."""
    return audience in (by, UMPIRE) or by not in game.rules.hides


def may_say(game: Game[Any], by: str, audience: str) -> bool:
    """Whether what is a side's to say may be said before an audience: on a side's own recorder only what is its own, or nobody's."""
    return audience in ("", UMPIRE, by) or by not in game.rules.sides


def passes(view: View[Any]) -> list[tuple[str, str]]:
    """The standing passes that an audience may know of, each as the side and the question it passes on."""
    hidden = hidden_from(view, view.audience)
    found = (name.partition(":") for name in view.state.passes)
    return [(side, question) for side, _, question in found if side not in hidden]


def _sayable(view: View[Any], verb: Verb[Any]) -> Sayable:
    listed = verb.listed is None or verb.listed(view.state)
    offered = listed and (bool(view.rules.hides) or has_offers(view, verb))  # where a side hides something, what could be declared would tell it
    return Sayable(verb.name, verb.usage(), verb.rule, view.side_of(verb), offered)


def has_offers(view: View[Any], verb: Verb[Any]) -> bool:
    """Whether there is anything to declare with a verb, as far as the audience sees; there may be, where a chart must be read out first."""
    try:
        return verb.offers is None or any(True for _ in verb.offers(view.state))
    except Unread:
        return True


def _asked(game: Game[Any], audience: str) -> Asked | None:
    waits = game.waits
    if not waits:
        return None
    question, stuck = _put(game, audience)
    only = (question.secret or question.shown_to) if question else waits.secret or (waits.by if waits.by in game.rules.hides else "")
    seen = not only or may_list(game, only, audience)
    shown = question if seen else None
    default = question.default if question else None
    return Asked(
        name=waits.name,
        by=waits.by,
        words=waits.words,
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
        chart=shown.chart if isinstance(shown, ReadOut) else "",
        row=shown.row if isinstance(shown, ReadOut) else "",
    )


def _put(game: Game[Any], audience: str) -> tuple[Question[Any] | None, str]:
    """The open question; where it cannot be put any more, why, as the audience may be told."""
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
