"""The plan of a correction: its entry, the words said instead, and the decisions about later lines that no longer fit.

A plan names lines by their first entries, so it holds no text except what was typed for it. It is kept beside the diary
until the correction is recorded. `recording.fix` carries it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import ValidationError

from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.facts import BranchedFrom, Declared, Frozen, GameBegan
from domain.kernel.game import Game
from domain.kernel.limits import LINES
from domain.kernel.questions import Answer, Question, said
from domain.kernel.standing_in import in_place_of
from domain.record import locking
from recording.waiting import name_of
from replays.lines import GENERATED, joined, pair, rolled, split
from replays.notation import ASIDES, answers_on
from replays.papers import taken_apart
from replays.writer import Writer, appends

BEFORE, DROP = "before", "drop"
"""The words that say a forgotten line before an entry, and that leave an entry's line out."""
OWN = ""
"""Stands for the line itself, unchanged."""


class Decision(Frozen):
    """A decision about a line that no longer fits: what is said in its place."""

    at: int
    """The line's first entry; in the lines of a file, its number."""
    first: tuple[str, ...] = ()
    """What is said before it: a line that was forgotten, and answers to questions that come before it can be said."""
    line: str | None = OWN
    """The line; None drops it with its answers."""
    answered: bool = False
    """Whether the line is a declaration that keeps the answers it was given."""
    instead: Mapping[str, str] = {}
    """The replaced values in the line itself: answers by their entries' numbers, declared values by name."""
    insists: str = ""
    """The reason why the line itself stands against a rule."""
    then: tuple[str, ...] = ()
    """Answers to questions that come between its own."""
    secret: str = ""
    """The side whose secret any part of this is."""
    box: tuple[str, str] | None = None
    """The whole decision as it is kept if that side's secrets are sealed."""

    @property
    def is_typed(self) -> bool:
        """Whether the line differs from the original."""
        return self.line != OWN or bool(self.instead or self.insists)

    @property
    def adds_only(self) -> bool:
        """Whether something is said before the line, which itself stays as it was."""
        return bool(self.first) and not self.is_typed


class Plan(Frozen):
    """A correction: its game, its entry, the words said instead, and the decisions made since."""

    game: str
    entry: int = 0
    """The corrected entry; 0 if there is none, and the lines of a file go on."""
    to: int
    """The entry after which everything is said again."""
    why: str = ""
    by: str = ""
    """The side that corrects on a recorder of its own; "" if both look on."""
    decided: tuple[Decision, ...] = ()
    settles: str = ""
    """The open dispute that the correction closes once it is recorded; "" for none."""
    left: tuple[tuple[int, str], ...] = ()
    """The lines of a file that are still to be said, with their numbers."""

    @property
    def decisions(self) -> int:
        """How much was decided so far, by which a stop is known from the ones before it."""
        return sum(1 + len(one.first) + len(one.then) + len(one.instead) + bool(one.insists) for one in self.decided)

    def but_for(self, decision: Decision) -> Plan:
        """The plan with this decision added; it replaces an earlier one about the same line."""
        others = tuple(one for one in self.decided if one.at != decision.at)
        return self.but(decided=(*others, decision))


class Stop(NamedTuple):
    """The place where a plan stops: a line that no longer fits."""

    at: int
    """The line's first entry, or its number in a file."""
    text: str
    secret: str
    trouble: Trouble
    question: Question[Any] | None = None
    """The question asked first, if that is why it stops."""
    between: bool = False
    """Whether the question comes between the line's own answers, and not before the line."""
    typed: bool = False
    """Whether the line was typed for the plan, and is not the original one."""
    told: bool = False
    """Whether the person who typed the line may be told the trouble."""
    word: str = ""
    """The side whose answer on the line no longer fits; "" if the line itself does not."""
    answer: Entry | None = None
    """The answer on the line whose question is about others now, if that is why it stops."""


# ---- what is corrected ----


def plan(game: Game[Any], number: int, words: Sequence[str], why: str = "") -> Plan:
    """The plan of a correction. The kind of the entry decides how the words are read.

    For dice, a card or an answer, they are its value. For a declaration, they are values by name, or the whole line.
    For a line beside the rules, they are the whole line. `before LINE` says a line that was forgotten before the
    entry's own, `drop` leaves that out. Raises BadInput for an entry that follows from others, and names those.
    """
    append = append_of(game, number)
    entry = next(one for one in append if one.version == number)
    if paper := _paper_of(game, entry):  # what was taken for it stands where the line is shown
        append, entry, words = append_of(game, paper.version), paper, _as_text(game, paper, words)
        number = paper.version
    to = stands_before(game, append)
    if isinstance(entry.fact, (BranchedFrom, GameBegan)) or not to:
        raise BadInput(
            "how a game began is not corrected: `ruling` and `chart` put readings and the printed game right, a "
            "new game the rest"
        )
    if not entry.fact.STRUCK:
        raise BadInput(f"entry {number} belongs to a dispute; `dispute` and `settle` say more to it")
    if len(words) > 1 and words[0] == BEFORE:
        require_by_the_table(words)
        return said_before(game, number, [words[1] if len(words) == 2 else joined(words[1:])], why)
    if not isinstance(entry.fact, Answer) and entry is not append[0]:
        raise BadInput(f"entry {number} {_follows_from(game, entry)}; `adjust` sets a value by hand")
    require_by_the_table(words)
    before = game.at(to)
    if not words:
        raise BadInput(f"to what? Entry {number} is `{_text(before, append)}`; {_how(entry)}; or before LINE, or drop")
    at, said = append[0].version, tuple(words)
    if said == (DROP,):
        if isinstance(entry.fact, Answer) and not isinstance(append[0].fact, Answer):
            raise BadInput(f"entry {number} answers `{_text(before, append)}`: `fix {at} {DROP}` leaves all of it out")
        why, decision = why or f"entry {number} was not so", Decision(at=at, line=None)
    else:
        why, decision = why or f"entry {number} was written down wrong", said_so(before, append, entry, words, at)
    return Plan(game=game.id, entry=number, to=to, why=why).but_for(decision)


def _paper_of(game: Game[Any], entry: Entry) -> Entry | None:
    """The declaration of a line that is kept as it stands, by any entry of it but an answer; None for any other."""
    if isinstance(entry.fact, Answer) or not game.rules.play.as_it_stands:
        return None
    declared = next((one for one in game.stands if one.version == entry.of), None)
    fact = declared.fact if declared else None
    return declared if isinstance(fact, Declared) and fact.verb in game.rules.play.as_it_stands else None


def _as_text(game: Game[Any], declared: Entry, words: Sequence[str]) -> Sequence[str]:
    """What is said in place of such a line: the whole of it, whatever it holds, unless it says where to put itself."""
    assert isinstance(declared.fact, Declared)
    value = game.rules.play.verbs[declared.fact.verb].parameters[0].name
    if not words or words[0] in (BEFORE, DROP) or words[0].startswith(f"{value}="):
        return words
    return (f"{value}={' '.join(words)}",)


def said_before(game: Game[Any], number: int, lines: Sequence[str], why: str = "") -> Plan:
    """The plan of saying lines that were forgotten before an entry's own line. Raises BadInput."""
    append = append_of(game, number)
    to = stands_before(game, append)
    if not to:
        raise BadInput("nothing is said before a game began: a new game begins with other readings and rows")
    decision = Decision(at=append[0].version, first=tuple(lines))
    why = why or f"something was forgotten before entry {number}"
    return Plan(game=game.id, entry=number, to=to, why=why).but_for(decision)


def require_by_the_table(words: Sequence[str]) -> None:
    """Raises BadInput if the words mark dice as rolled by wardiary, which nobody else may say."""
    line = split(joined(words)) if words else None
    if line is not None and line.first not in ASIDES and any(rolled(replace(line, words=line.in_words))):
        raise BadInput(f"{GENERATED} marks dice that wardiary rolled: say them as they lie")


def append_of(game: Game[Any], number: int) -> Sequence[Entry]:
    for append in appends(game.stands):
        if append[0].version <= number <= append[-1].version and any(one.version == number for one in append):
            return append
    there = next((entry for entry in game.entries if entry.version == number), None)
    if there is None:
        raise BadInput(f"there is no entry {number}; there are up to {game.version}")
    again = in_place_of(number, game.entries)
    raise BadInput(
        f"entry {number} was taken back; entry {again.version} stands for it now: `fix {again.version} …` corrects that"
        if again
        else f"entry {number} was taken back, and stands no more; `redo` says again what a take-back struck"
    )


def stands_before(game: Game[Any], append: Sequence[Entry]) -> int:
    """The last standing entry before an append; 0 for the first append."""
    at = game.stands.index(append[0])
    return game.stands[at - 1].version if at else 0


def _follows_from(game: Game[Any], entry: Entry) -> str:
    """The declaration and answers that an entry follows from by the rules, in words."""
    own = [one for one in game.stands if one.of == entry.of and one.version < entry.version]
    first = next((one for one in own if one.version == entry.of), None)
    if first is None or not isinstance(first.fact, Declared):
        return "follows by the rules from how the game began"
    answers = ", ".join(f"{one.version} ({name_of(one)})" for one in own if isinstance(one.fact, Answer))
    text = _text(game.at(stands_before(game, [first])), [first])
    return f"follows by the rules from entry {first.version}, `{text}`: correct that" + (
        f", or what was answered: {answers}" if answers else ""
    )


def _how(entry: Entry) -> str:
    if isinstance(entry.fact, Answer):
        return f"its value is enough, as in `fix {entry.version} {said(entry.fact)}`"
    return (
        "the values that change, as name=value, or the whole line"
        if isinstance(entry.fact, Declared)
        else "the whole line"
    )


def said_so(game: Game[Any], append: Sequence[Entry], entry: Entry | None, words: Sequence[str], at: int) -> Decision:
    """The decision to say these words instead of a line. Words that are no whole line are new values in the old one.

    Raises BadInput.
    """
    if is_line(game, words, entry):
        return Decision(at=at, line=joined(words), answered=_is_said_anew(game, append, joined(words)))
    *values, last = words or ("",)
    insists = last.removeprefix("!") if last.startswith("!") and values else ""
    instead = corrected(game, append, entry, values if insists else words)
    return Decision(at=at, instead={str(key): value for key, value in instead.items()}, insists=insists)


def is_line(game: Game[Any], words: Sequence[str], entry: Entry | None = None) -> bool:
    """Whether words are a whole line: they begin with a verb or an aside, and are not the value of an answer."""
    first, *rest = [word for n, word in enumerate(words) if n or not word.endswith(":")] or [""]
    known = first in game.rules.play.verbs or first in ASIDES
    return known and (bool(rest) or entry is None or not isinstance(entry.fact, Answer))


def _is_said_anew(game: Game[Any], append: Sequence[Entry], text: str) -> bool:
    """Whether a declaration is typed without answers: then it keeps those it had."""
    first, line = append[0].fact, taken_apart(game, text)
    return isinstance(first, Declared) and line is not None and line.first == first.verb and not answers_on(game, line)


def corrected(
    game: Game[Any], append: Sequence[Entry], entry: Entry | None, words: Sequence[str]
) -> dict[int | str, str]:
    """The replaced values in a line: answers by their entries, declared values by name. Raises BadInput."""
    answers = {one.version: name_of(one) for one in append if isinstance(one.fact, Answer)}
    pairs = [pair(word) for word in words]
    if entry is not None and entry.version in answers and not all(pairs):
        return {entry.version: " ".join(words[1:] if words[0] == answers[entry.version] and len(words) > 1 else words)}
    first = append[0].fact
    if not answers and not isinstance(first, Declared):
        raise BadInput(
            f"say the whole line instead of `{_text(game, append)}`, as in `fix {append[0].version} "
            f"'{_text(game, append).split()[0]} …'`"
        )
    verb = game.rules.play.verbs.get(first.verb) if isinstance(first, Declared) else None
    parameters = [parameter.name for parameter in verb.parameters] if verb else []
    known = (
        ", ".join((*parameters, *(f"{name} (entry {version})" for version, name in answers.items())))
        or "no value with a name"
    )
    instead: dict[int | str, str] = {}
    for word, found in zip(words, pairs, strict=True):
        if found is None:
            raise BadInput(
                f"name=value is expected, or the whole line, not {word!r}: the line is `{_text(game, append)}`; it "
                f"has {known}"
            )
        name, value = found
        numbers = [version for version, called in answers.items() if called == name]
        if entry is not None and entry.version in numbers:
            numbers = [entry.version]
        if name in parameters:
            instead[name] = value
        elif len(numbers) == 1:
            instead[numbers[0]] = value
        elif numbers:
            raise BadInput(
                f"{name} is answered {len(numbers)} times there: correct one of entries {', '.join(map(str, numbers))}"
            )
        else:
            raise BadInput(f"there is no {name} in `{_text(game, append)}`; there is {known}")
    return instead


def answering(question: Question[Any], words: Sequence[str]) -> str:
    return joined(words) if words[:1] == (question.name,) else joined((question.name, *words))


def _text(game: Game[Any], append: Sequence[Entry]) -> str:
    return Writer(game).line(append, named=True).strip()


# ---- as a plan is kept ----

_TOPIC = "fix"


def stored(plan: Plan, keys: Mapping[str, bytes]) -> bytes:
    """A plan in its stored form. If a side's secrets are sealed, so is what it typed in secret."""
    decided = []
    for one in plan.decided:
        if one.secret in keys:
            box = locking.close(keys[one.secret], one.at, _TOPIC, one.model_dump_json(exclude_defaults=True).encode())
            one = Decision(at=one.at, secret=one.secret, box=(box.content, box.commitment))
        decided.append(one)
    return plan.but(decided=tuple(decided)).model_dump_json(exclude_defaults=True).encode()


def restored(data: bytes, keys: Mapping[str, bytes], where: str) -> Plan:
    """The plan in stored bytes. Raises BadInput for anything else."""
    try:
        plan = Plan.model_validate_json(data)
        decided = []
        for one in plan.decided:
            if one.box is not None:
                one = Decision.model_validate_json(
                    locking.open_box(keys[one.secret], one.at, _TOPIC, locking.Box(*one.box))
                )
            decided.append(one)
    except KeyError as error:
        raise BadInput(f"{where}: what {error.args[0]} typed for it is sealed, and was not opened here") from error
    except (ValidationError, ValueError) as error:
        raise BadInput(f"{where} is no plan of a correction that can be read; `fix --give-up` removes it") from error
    if len(plan.left) > LINES:
        raise BadInput(f"{where}: more than {LINES} lines")
    return plan.but(decided=tuple(decided))
