"""Facts that players make beside the rules: values set by hand, rulings, rows read out, remarks, giving up.

Nothing here appends to the record.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from domain.kernel import disputes
from domain.kernel.errors import BadInput, Finished, OutOfTurn, RuleBroken, Trouble, Unread, unknown
from domain.kernel.facts import (
    Adjourned,
    Adjusted,
    Change,
    ChartRead,
    Conceded,
    Disputed,
    DisputeSettled,
    Fact,
    GameEnded,
    Irregular,
    Noted,
    Photographed,
    Points,
    PositionSet,
    RulingMade,
    SealKept,
    StandingPass,
    side_of,
)
from domain.kernel.game import Game, as_json, within_length
from domain.kernel.limits import FILE_NAME, NOTE, REASON
from domain.kernel.packs import against_roster, against_text
from domain.kernel.questions import Unanswered
from domain.kernel.rulebook import rulebook
from domain.kernel.rules import Rules, set_by_hand
from domain.kernel.state import PAPER, Row, check_row, look, look_or_none, say, unheard_at
from domain.kernel.table import Answers, Table

Secrets = Mapping[tuple[str, ...], str]
"""The hidden values of a state: path -> the side that hides it."""

SEAL = re.compile("[0-9a-f]{16,64}")
"""A seal as it is written down, whole or its first digits."""

CONCESSION = "concession"
"""The code of an end by concession."""

BY_HAND = "set-by-hand"
"""The code of points gained or lost because a total was set by hand."""


def example(game: Game[Any]) -> str:
    """An example of a value set by hand, taken from this game: `INF1 steps=4`."""
    for collection in game.rules.vocabulary.collections:
        for name, entry in getattr(game.state, collection).items():
            field = next(
                (field for field in ("steps", *type(entry).model_fields) if field in type(entry).model_fields), ""
            )
            return f"{name} {field}={say(getattr(entry, field))}"
    return "turn=3"


def adjusting(
    game: Game[Any], changes: Sequence[tuple[tuple[str, ...], Any]], why: str, side: str = "", insisted: str = ""
) -> list[Fact]:
    """The facts of values set by hand. Without a reason, they are a line of the position the game begins from.

    Setting the turn or the phase goes to its beginning: whatever lasted for the one before is over.

    A change that only one side may know is a secret fact of its own, with its reason; the public facts of what
    everybody sees follow it. A change that brings something to light is told in full, without its former hidden value.
    A position is laid out in public, unless one side says the line.

    Raises BadInput for an unknown name, and RuleBroken for a state that no counters can show, unless the table insists:
    then the record notes that.
    """
    _require_settable(game, changes, why)
    anothers = _anothers(game, [path for path, _ in changes], side, insisted)
    _require_known_names(game, changes)
    made = tuple(
        Change(path=path, was=as_json(look_or_none(game.state, path)), now=as_json(now)) for path, now in changes
    )
    begins = bool(why) and any(path in (("turn",), ("phase",)) for path, _ in changes)
    after = set_by_hand(game.rules, made, game.state, begins=begins)
    irregular = _impossible(game, made, side, insisted, begins=begins)
    if not why and not side:
        return [PositionSet(changes=made), *irregular]
    parts = _by_owner(game, made, after, side)
    facts: list[Fact] = []
    for owner, part in parts.items():
        if not why:
            facts.append(PositionSet(changes=part, secret=owner, side=side))
            continue
        told = why if owner or len(parts) == 1 else "the reason is secret"
        points = () if owner else _given(game, after, told)
        told, first = within_length("a reason", told, REASON), begins and not owner
        facts.append(Adjusted(changes=part, why=told, secret=owner, points=points, side=side, begins=first))
    if game.rules.secrecy.seen and (game.secrets(game.state) or game.secrets(after)):
        facts += game.rules.secrecy.seen(game.state, after)
    facts += [one.but(secret=next(filter(None, parts), "")) for one in irregular]
    return facts + anothers + judged(game, facts)


def _require_settable(game: Game[Any], changes: Sequence[tuple[tuple[str, ...], Any]], why: str) -> None:
    """Raises BadInput once the game is under way, if no reason is given, or for what a beginning settles."""
    if not game.state.began:
        return
    if not why:
        raise BadInput(f'the game is under way: give a reason, as in `adjust {example(game)} "the counter shows it"`')
    if settled := next((path[0] for path, _ in changes if path[0] in ("hidden", "began")), ""):
        raise BadInput(f"{settled} is settled when a game begins, and not set by hand")


def _require_known_names(game: Game[Any], changes: Sequence[tuple[tuple[str, ...], Any]]) -> None:
    """Raises BadInput for the first unknown name, and tells where it was to stand."""
    for path, now in changes:
        if wrong := unheard_at(game.state, path, now, lambda kind: game.rules.names(game.state, kind)):
            raise wrong.about(".".join(path))


def _by_owner(game: Game[Any], made: Sequence[Change], after: Any, side: str) -> dict[str, tuple[Change, ...]]:
    """The changes by the side that alone may know them; those that all may know come first, under "".

    They tell no former value that was hidden, and also what comes to light by them. Only where all changes are secret,
    there are none.
    """
    hidden, hides, known = game.secrets(game.state), game.secrets(after), _known(game, side)
    shared, secret = [], dict[str, list[Change]]()
    for change in made:
        if owner := _owner(hides, change.path) or _unchanged(change, hidden, hides):
            secret.setdefault(owner, []).append(change)
        else:
            was = None if _owner(hidden, change.path) else as_json(look_or_none(known, change.path))
            shared.append(change.but(was=was))
    said = {change.path for change in made}
    shared += [
        Change(path=path, now=as_json(look(after, path)))
        for path in hidden
        if path not in hides and not any(path[: len(one)] == one for one in said)
    ]
    parts = {"": shared} if shared or not secret else {}
    return {owner: tuple(part) for owner, part in (parts | secret).items()}


def _unchanged(change: Change, before: Secrets, after: Secrets) -> str:
    """The side that hides the piece whose value is set to what it already is; "" if nobody hides it.

    Such a change is secret too: whether anything changed may be what the side hides.
    """
    if change.was != change.now:
        return ""
    owners = [
        {owner for path, owner in secrets.items() if path[:2] == change.path[:2] and len(path) > 2}
        for secrets in (before, after)
    ]
    return next(iter(owners[0] & owners[1]), "")


def _anothers(game: Game[Any], paths: Sequence[tuple[str, ...]], side: str, insisted: str) -> list[Fact]:
    """The irregularity, if one side sets another's pieces by hand, or the turn or phase during the other's phase.

    A line said where both look on has no side. Raises OutOfTurn, unless the table insists.
    """
    if not side:
        return []
    here = game.rules.play.sequence.at(game.state)
    for path in paths:
        piece = (
            look_or_none(game.state, path[:2])
            if path[0] in game.rules.vocabulary.collections and len(path) > 1
            else None
        )
        owner = here.side if here and path[0] in ("turn", "phase") else getattr(piece, "side", "")
        if owner not in game.rules.sides or owner == side:
            continue
        what, name = path[1] if piece is not None else f"the {here.title if here else path[0]}", game.rules.sides[owner]
        why = f"{what} is for the {name} side to set by hand"
        if not insisted:
            raise OutOfTurn(
                "",
                f'{why}, as in `{owner}: adjust …`, or for both where both look on; !"reason" at the end insists',
            )
        return [Irregular(why=f"{why}, and the {game.rules.sides[side]} side did", as_played=insisted)]
    return []


def _impossible(game: Game[Any], made: tuple[Change, ...], side: str, insisted: str, *, begins: bool) -> list[Fact]:
    """The irregularities these changes add: states that no counters can show, and that did not exist before.

    They are judged by the public state, or by the state its speaker knows if only that side hides something: a refusal
    must not tell what is hidden. Raises RuleBroken, unless the table insists.
    """
    owners, state = set(game.secrets(game.state).values()), _known(game, side)
    before = {why for _, why in _against(game.rules, state)}
    found = [
        (rule, why)
        for rule, why in _against(game.rules, set_by_hand(game.rules, made, state, begins=begins))
        if why not in before
    ]
    if found and not insisted:
        raise RuleBroken(*found[0], secret=side if owners else "")
    within_length("a reason", insisted, REASON)
    return [Irregular(rule=rule, why=why, as_played=insisted) for rule, why in found]


def _known(game: Game[Any], side: str) -> Any:
    """The whole state if no other side hides anything, else the public state."""
    return game.state if set(game.secrets(game.state).values()) <= {side} else game.seen_by("").state


def _against(rules: Rules[Any], state: Any) -> list[tuple[str, str]]:
    """The (rule, why) pairs of everything that no counters can show, as far as the charts have been read."""
    found: list[tuple[str, str]] = []
    with suppress(Unread):
        found.extend(rules.play.impossible(state))
    return found


def _given(game: Game[Any], after: Any, why: str) -> tuple[Points, ...]:
    """The points that each side gains or loses by values set by hand."""
    scoring = game.rules.scoring
    if scoring is None:
        return ()
    before, now = scoring.points(game.state), scoring.points(after)
    return tuple(
        Points(side=side, amount=now[side] - before[side], code=BY_HAND, why=why)
        for side in now
        if now[side] != before[side]
    )


def ruling(game: Game[Any], reading: str, choice: str, why: str = "", side: str = "", insisted: str = "") -> list[Fact]:
    """The facts of a ruling: how the table reads an ambiguous rule from here on, and after the end, who has won by it.

    A ruling is both players' to make. Raises BadInput; raises OutOfTurn if one side alone says it, unless the table
    insists.
    """
    read = read_so(game, reading, choice).but(why=within_length("a reason", why, REASON), side=side)
    made: list[Fact] = [read, *_agreed_alone(game, read.rule, f"how {reading} is read", side, insisted)]
    return made + judged(game, made)


def read_so(game: Game[Any], reading: str, choice: str) -> RulingMade:
    """The fact that a rule is read by this choice. Raises BadInput."""
    if reading not in game.rules.readings:
        raise BadInput(f"there is no reading {reading!r} with choices; there are {', '.join(game.rules.readings)}")
    found = game.rules.readings[reading]
    if choice not in found.choices:
        raise BadInput(f"{reading} ({found.question}) can be read as {', '.join(found.choices)}, not {choice!r}")
    return RulingMade(rule=found.rule, reading=reading, choice=choice)


def house_ruling(
    game: Game[Any], rule: str, text: str, why: str = "", side: str = "", insisted: str = ""
) -> list[Fact]:
    """The facts of a ruling in words on a numbered rule: a house rule, by which the table may play on where that rule
    refuses. A later one on the same rule replaces it.

    Raises BadInput; raises OutOfTurn if one side alone says it, unless the table insists.
    """
    number, text = numbered(game.rules, rule, "reading or rule"), " ".join(text.split())
    if not text:
        raise BadInput(f'what is agreed on {number}? As in ruling {number.partition(" ")[2]} "it may be done at night"')
    made: list[Fact] = [
        RulingMade(
            rule=number,
            text=within_length("a house rule", text, REASON),
            why=within_length("a reason", why, REASON),
            side=side,
        )
    ]
    return made + _agreed_alone(game, number, f"a house rule on {number}", side, insisted)


def _agreed_alone(game: Game[Any], rule: str, what: str, side: str, insisted: str) -> list[Fact]:
    """The irregularity, if one side rules alone on what is for both. Raises OutOfTurn, unless the table insists."""
    if not side or len(game.rules.sides) < 2:
        return []
    every = "both" if len(game.rules.sides) < 3 else "all"
    alone = f"{what} is for {every} sides to say, and the {game.rules.sides[side]} side says it alone"
    if not insisted:
        raise OutOfTurn("", f'{alone}: say `ruling` where both look on, or with !"reason" at its end')
    return [Irregular(rule=rule, why=alone, as_played=within_length("a reason", insisted, REASON))]


def chart(
    game: Game[Any], chart: str, row: str, says: Mapping[str, Any], insisted: str = "", *, typed: bool = False
) -> list[Fact]:
    """The facts of a row read out from the printed game.

    A row that differs from what was read before, or from the rulebook's text, is also an irregularity. The last reading
    holds. In charts listed in `printed.first_holds`, the first holds once the game has begun, unless the table insists
    (`insisted`).

    Raises BadInput; raises RuleBroken for an irregular row that is `typed` at the table, unless the table insists.
    """
    if chart not in game.rules.printed.charts:
        raise BadInput(f"there is no chart {chart!r}; there are {', '.join(game.rules.printed.charts)}")
    schema = game.rules.printed.charts[chart]
    if (rows := game.rules.printed.rows(chart)) and row not in rows:
        raise unknown(f"row of the {chart} chart", row, rows)
    checked = check_row(schema, says)
    now, known = schema.model_validate(checked), game.state.charts.get(chart, {}).get(row)
    if now == known:
        return [
            ChartRead(chart=chart, row=row, says=checked),
            *judged(game, [ChartRead(chart=chart, row=row, says=checked)]),
        ]
    found = (
        against_text(game.rules, game.state.charts, chart, row, checked)
        if typed or insisted
        else against_roster(game.rules, chart, row, checked)
    )
    rule, stays, why = (
        next((finding.rule for finding in found), ""),
        False,
        [f"the {chart} chart: {finding.words}" for finding in found],
    )
    if known is not None:
        stays = game.state.began and chart in game.rules.printed.first_holds and not insisted
        otherwise = (
            f"the {chart} chart's row {row} was read otherwise {_where_read(game, chart, row)}: "
            f"{_otherwise(known, now)}"
        )
        why.insert(0, otherwise + ("; that holds" if stays and not typed else ""))
    if why and typed and not insisted:
        raise RuleBroken(rule, f'{"; ".join(why)}; !"misread" at the end of the line, or ! misread now, reads it so')
    facts: list[Fact] = [ChartRead(chart=chart, row=row, says=checked, stays=stays)]
    facts += [Irregular(rule=rule, why="; ".join(why), as_played=insisted)] if why else []
    return facts + judged(game, facts)


def _where_read(game: Game[Any], chart: str, row: str) -> str:
    """The place where a known row was read: at an entry, or in the pack."""
    for entry in reversed(game.stands):
        if isinstance(entry.fact, ChartRead) and (entry.fact.chart, entry.fact.row) == (chart, row):
            return f"before, at entry {entry.version}"
    return f"in the pack {game.began.pack}" if game.began and game.began.pack else "before"


def _otherwise(known: Row, now: Row) -> str:
    """The fields of a row that have changed, with their former values."""
    return "; ".join(
        f"{field} {say(value)}".replace(",", ", ") for field, value in known if value != getattr(now, field)
    )


# ---- what is settled after the end ----


def judged(game: Game[Any], facts: Sequence[Fact]) -> list[Fact]:
    """The facts that change the result of a finished game, if these facts change it.

    Moves already played stand. The rules judge the final state twice: as it was, and with these facts. A result that
    differs only in its words is recorded anew too, because the words hold the figures. A concession stands whatever the
    state. If the game would no longer end at all, it stays over, and that is an irregularity.
    """
    if game.state.result is None or game.state.result.by == CONCESSION or game.rules.ends.judge is None:
        return []
    after = game.state
    for fact in facts:
        after = game.rules.fold(fact, after)
    was, now = _verdict(game.rules, game.state), _verdict(game.rules, after)
    if now == was:
        return []
    if now is not None:
        return [now]
    why = (
        "by that the game would not have ended; to play on, take back the line that ended it, say this again, and "
        "`redo`"
    )
    return [Irregular(rule=was.rule if was else game.rules.ends.over_by(game.state.result), why=why)]


def _verdict(rules: Rules[Any], state: Any) -> GameEnded | None:
    """The end that the rules give this state; None if the game goes on, or if the end depends on something unknown."""
    table = Table(rules, state.but(result=None), deque(), 0, "", "", "", Answers())
    assert rules.ends.judge is not None
    with suppress(Finished, Trouble, Unanswered, Unread):
        rules.ends.judge(table)
    return next((fact for fact in table.new if isinstance(fact, GameEnded)), None)


def conceding(game: Game[Any], side: str, why: str = "") -> list[Fact]:
    """The facts of a side giving up. Raises BadInput if there is no such side, or if the game is over."""
    if not side:
        raise BadInput(f"who concedes? As in `concede {next(iter(game.rules.sides))}`")
    if side not in game.rules.sides:
        raise BadInput(f"there is no side {side!r}; there are {', '.join(game.rules.sides)}")
    _require_going_on(game)
    gave_up = {entry.fact.side for entry in game.stands if isinstance(entry.fact, Conceded)}
    if side in gave_up:
        raise BadInput(f"{side_of(game.rules.sides, side)} has conceded already")
    others = [s for s in game.rules.sides if s != side and s not in gave_up]
    if len(others) > 1:  # the others play on
        return [Conceded(side=side, why=within_length("a reason", why, REASON))]
    over = GameEnded(
        winner=others[0] if others else "", by=CONCESSION, why=f"{side_of(game.rules.sides, side)} concedes"
    )
    return [Conceded(side=side, why=within_length("a reason", why, REASON)), over]


def _require_going_on(game: Game[Any]) -> None:
    """Raises BadInput once the game is over."""
    if game.state.result:
        raise BadInput(
            f"the game is over: {game.state.result.why}; a note can still be said, and `takeback` strikes the end"
        )


def passing(game: Game[Any], side: str, question: str, on: bool = True) -> Fact:
    """The fact that a side passes on a question until it revokes the pass. Raises BadInput.

    It is secret if the record keeps that side's secrets.
    """
    if side not in game.rules.sides:
        raise BadInput(f"who passes? As in `{next(iter(game.rules.sides), 'us')}: pass {question}`")
    _require_going_on(game)
    if on and game.rules.play.question_names and question not in game.rules.play.question_names:
        raise unknown("question", question, sorted(game.rules.play.question_names))
    if on and (
        other := next((code for code in game.rules.sides if code != side and question.startswith(f"{code}-")), "")
    ):
        raise BadInput(
            f"{question} is asked of the {game.rules.sides[other]} side, never of the {game.rules.sides[side]} side"
        )
    keeps = side in game.rules.secrecy.hides and game.state.hidden != PAPER
    # where the pass is secret, a refusal would tell of it
    if not keeps and on == (f"{side}:{question}" in game.state.passes):
        raise BadInput(f"{side} passes on {question} already" if on else f"{side} does not pass on {question}")
    return StandingPass(side=side, question=question, on=on, secret=side if keeps else "")


def note(game: Game[Any], text: str, side: str = "", secret: bool = False) -> Fact:
    """A remark. A secret one is for its side alone, if the record keeps that side's secrets. Raises BadInput."""
    if secret and (side not in game.rules.secrecy.hides or game.state.hidden == PAPER):
        raise BadInput(f"{side} keeps no secrets in this record: a note in it is read by all")
    return Noted(text=within_length("a note", text, NOTE), side=side, secret=side if secret else "")


def photograph(game: Game[Any], file: str, digest: str, caption: str = "", side: str = "") -> Fact:
    """A photograph of the table by its file's name and digest. Raises BadInput."""
    _require_photograph(file, digest)
    return Photographed(file=file, digest=digest, caption=within_length("a caption", caption, REASON), side=side)


def _require_photograph(file: str, digest: str) -> None:
    """Raises BadInput if these are not the name and the digest of a photograph's file."""
    if "/" in file or "\\" in file or not file:
        raise BadInput(f"{file!r}: the name of the photograph's file, without its folder")
    if len(digest) != 64 or set(digest) - set("0123456789abcdef"):
        raise BadInput(
            "a photograph's digest is the SHA-256 of its file: 64 hexadecimal digits, as `wardiary photo` works it out"
        )
    within_length("a photograph's file name", file, FILE_NAME)


# ---- what the players leave open ----


def disputing(
    game: Game[Any], about: str | int, text: str, side: str = "", photograph: tuple[str, str] | None = None
) -> Fact:
    """What is said about an entry or a rule, which opens a dispute, or to a dispute by its name.

    To say more to a settled one opens it again. `photograph` is a file's name and digest. Raises BadInput.
    """
    if not text.strip():
        raise BadInput(f'what is disputed? As in dispute {about} "Bob: it was 51214"')
    file, digest = photograph or ("", "")
    if photograph:
        _require_photograph(file, digest)
    said = Disputed(
        dispute="",
        text=within_length("what is said in a dispute", text, NOTE),
        side=side,
        file=file,
        digest=digest,
    )
    if isinstance(about, str) and disputes.is_dispute(about):
        return said.but(dispute=disputes.known(game.disputes, about).name)
    opened = said.but(dispute=disputes.next_name(game.disputes))
    return opened.but(entry=_there(game, about)) if isinstance(about, int) else opened.but(rule=_rule(game, about))


def settling(game: Game[Any], dispute: str, why: str = "", entry: int = 0, side: str = "") -> Fact:
    """The end of a dispute, by an entry, in words, or both. Raises BadInput."""
    found = disputes.known_open(game.disputes, dispute)
    if not why.strip() and not entry:
        raise BadInput(f'how is it settled? As in settle {found.name} "we play it as it stands"')
    by = _there(game, entry) if entry else 0
    return DisputeSettled(dispute=found.name, why=within_length("a reason", why, REASON), entry=by, side=side)


def keeping(game: Game[Any], entry: int, seal: str, side: str) -> Fact:
    """A side wrote down an entry's seal. Whether the seal is that entry's, the command `kept` sees. Raises BadInput."""
    if side not in game.rules.sides:
        raise BadInput(f"whose is it? As in {next(iter(game.rules.sides))}: kept {entry} {seal}")
    if not SEAL.fullmatch(seal):
        raise BadInput(f"{seal!r} is no seal: 16 to 64 hexadecimal digits, small letters")
    return SealKept(entry=_there(game, entry), seal=seal, side=side)


def _there(game: Game[Any], entry: int) -> int:
    """The number of an entry of the record. Raises BadInput."""
    if not 1 <= entry <= game.version:
        raise BadInput(f"there is no entry {entry}; there are up to {game.version}")
    return entry


def _rule(game: Game[Any], number: str) -> str:
    """A numbered rule, or the rule of a reading, as it is cited. Raises BadInput."""
    if number in game.rules.readings:
        return game.rules.readings[number].rule
    return numbered(game.rules, number, "entry, dispute or rule")


def numbered(rules: Rules[Any], number: str, kind: str) -> str:
    """A numbered rule of a game's rulebook, as it is cited. Raises BadInput, with `kind` as what was expected."""
    known = {one.casefold(): one for one in rulebook(rules.code)}
    wanted = " ".join(number.split()).casefold().removeprefix(f"{rules.citation} ".casefold())
    found = next((known[one] for one in (wanted, f"{wanted}.0", wanted.removesuffix(".0")) if one in known), None)
    if found is None:
        raise unknown(kind, number, list(known.values()))
    return f"{rules.citation} {found}"


def adjourning(game: Game[Any], why: str = "") -> Fact:
    return Adjourned(why=within_length("a reason", why, REASON))


def _owner(secrets: Mapping[tuple[str, ...], str], path: tuple[str, ...]) -> str:
    """The side that hides the value at a path, or any value below it; "" if nobody does."""
    return secrets.get(path) or next((owner for hidden, owner in secrets.items() if hidden[: len(path)] == path), "")
