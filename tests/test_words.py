"""Words are never structure: no rule number, sentence, title or reason decides anything.

Held in two ways: by the source (nothing that is only shown is compared, matched or taken apart), and by rewording all
that two whole games have said, which changes nothing but the words.
"""

from __future__ import annotations

import ast
import codecs
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from auditing.audit import audit
from domain.kernel.entries import Entry
from domain.kernel.facts import Frozen, shown_fields, substance
from domain.kernel.game import Game
from projections.ledgers import LEDGERS, rows_of
from projections.shown import shown
from replays import diary_file

ROOT = Path(__file__).parents[1]
TOP = ("domain", "projections", "replays", "recording", "auditing", "web", "cli")

SHOWN = {"rule", "why", "words", "title", "note", "caption", "text", "look_for", "looked"}
"""What things that are only shown are called: fields of facts, questions, phases and findings."""

READS = {
    "startswith",
    "endswith",
    "partition",
    "rpartition",
    "split",
    "removeprefix",
    "removesuffix",
    "find",
    "index",
    "replace",
    "count",
}
"""What takes a text apart, or matches it."""

READERS = {
    "replays.notation", "replays.lines", "replays.writer", "replays.asides", "replays.diary_file", "replays.positions",
    "replays.interchange",
    "replays.library", "replays.pack_tables", "replays.asked", "cli.shells", "domain.kernel.packs",
    "domain.kernel.strict", "domain.record.storage", "projections.snapshots",
    "recording.reused",
}  # fmt: skip
"""Whose work it is to read what people have typed; the two that look at SQL; and what holds a question against
itself as it was put before a correction, so that the table looks at it: no fact of a game comes of that."""

PHRASE = re.compile(r"[A-Za-z]{2,} [A-Za-z(]|^[A-Z][A-Za-z]+ \d")
"""Several words, or a rule's number."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for top in TOP:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield (
                ".".join(parts[:-1] if parts[-1] == "__init__" else parts),
                ast.parse(path.read_text(encoding="utf-8"), str(path)),
            )


def is_shown(node: ast.expr) -> bool:
    """Whether an expression is something that is only shown: an attribute called so, or a fact's sentence."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in ("sentence", "stub")
    return isinstance(node, ast.Attribute) and node.attr in SHOWN


def is_phrase(node: ast.expr) -> bool:
    """Whether an expression is a text of several words, or holds one."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(is_phrase(one) for one in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(PHRASE.search(node.value))


def is_empty(node: ast.expr) -> bool:
    """Whether there is anything at all may be asked of words too."""
    return isinstance(node, ast.Constant) and node.value in ("", None)


def reads_words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where words are compared, matched or taken apart."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(is_empty, sides)):
                continue
            if any(map(is_shown, sides)) or any(map(is_phrase, sides)):
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of, name = node.func.value, node.func.attr
            taken_apart = name in READS and is_shown(of)
            looked_for = name in READS - {"replace", "split", "count"} and any(map(is_phrase, node.args))
            if taken_apart or looked_for:
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.MatchValue) and is_phrase(node.value):
            yield node.lineno, ast.unparse(node)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('fact.rule in ("IWO 14", "IWO 23.1(2)")', True),
        ('fact.why == "it bombards"', True),
        ('"rocket" in fact.note', True),
        ("fact.words.startswith(have)", True),
        ('fact.why.removesuffix(" concedes")', True),
        ('"movement die" in said', True),
        ('fact.sentence().partition(": ")', True),
        ('phase.title == "End of Turn"', True),
        ('match x:\n case "no action": pass', True),
        ("if fact.why: pass", False),
        ('fact.why != ""', False),
        ('fact.cause == "bombards"', False),
        ('entry.moment.phase == "us_move"', False),
        ('f"{fact.why}."', False),
        ('word.startswith("jp:")', False),
    ],
)
def test_it_finds_what_it_looks_for(code: str, found: bool) -> None:
    assert bool([*reads_words(ast.parse(code))]) is found


def test_no_words_are_compared_matched_or_taken_apart() -> None:
    found = [
        f"{name}:{line} {code}" for name, tree in sources() if name not in READERS for line, code in reads_words(tree)
    ]
    assert found == []


def test_what_is_typed_as_words_is_called_like_words() -> None:
    """So the look at the source misses none of them."""
    called = {name for kind in _kinds(Frozen) for name in shown_fields(kind)}
    assert called <= SHOWN, called - SHOWN


def _kinds(kind: type[Frozen]) -> Iterator[type[Frozen]]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)


# ---- two whole games, reworded ----

GAMES = (("iwo", "first-landing"), ("ddat", "two-days"))


def other(words: str) -> str:
    """Other words, as long as these."""
    return codecs.encode(words, "rot13")


def reworded(value: Any) -> Any:
    """A fact with all its words changed, at any depth."""
    if isinstance(value, Frozen):
        words = shown_fields(type(value))
        return value.but(**{name: other(inner) if name in words else reworded(inner) for name, inner in value})
    if isinstance(value, tuple):
        return tuple(map(reworded, value))
    return {key: reworded(inner) for key, inner in value.items()} if isinstance(value, Mapping) else value


@cache
def played(system: str, name: str) -> Game[Any]:
    return diary_file.play(diary_file.shipped(system, name))


@pytest.fixture(params=GAMES, ids=lambda game: game[1])
def both(request: pytest.FixtureRequest) -> tuple[Game[Any], Game[Any]]:
    """A game as it was played, and the same with every reason, purpose and title reworded."""
    said = played(*request.param)
    again: Game[Any] = Game(said.rules)
    again.follow(
        entry._replace(
            fact=reworded(entry.fact), moment=entry.moment._replace(path=tuple(map(other, entry.moment.path)))
        )
        for entry in said.entries
    )
    return said, again


def test_other_words_lead_to_the_same_state_and_the_audit_agrees(both: tuple[Game[Any], Game[Any]]) -> None:
    said, again = both
    assert again.entries[5].moment.path != said.entries[5].moment.path
    assert any(one.fact != other_.fact for one, other_ in zip(said.entries, again.entries, strict=True))
    assert substance(again.state) == substance(said.state)
    assert [(found.version, found.verdict, found.rule) for found in audit(again)] == [
        (found.version, found.verdict, found.rule) for found in audit(said)
    ]


WORDY = {"why", "words", "purpose", "modifiers", "said"}
"""The columns of ledgers that are made for people."""


def test_other_words_fill_the_same_ledgers(both: tuple[Game[Any], Game[Any]]) -> None:
    said, again = both

    def figures(entry: Entry) -> list[Any]:
        return [
            [value for column, value in zip(ledger.own, row, strict=True) if column not in WORDY]
            for ledger in LEDGERS
            if isinstance(entry.fact, ledger.of)
            for row in rows_of(ledger, entry, said.rules)
        ]

    assert [figures(entry) for entry in again.entries] == [figures(entry) for entry in said.entries]


def test_other_words_tell_the_same_entries(both: tuple[Game[Any], Game[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Given sentences, reasons and titles in other words, then the story's lines are of the same entries, and of the
    same kinds."""
    said, again = both
    code = said.rules.code
    told = [
        [(line.entries, line.kind, line.side) for line in lines]
        for _, lines in shown(code).chapters(said.seen_by("umpire"))
    ]
    for kind in {type(entry.fact) for entry in said.entries}:
        sentence = kind.sentence
        monkeypatch.setattr(kind, "sentence", lambda fact, sentence=sentence: other(sentence(fact)))
    retold = [
        [(line.entries, line.kind, line.side) for line in lines]
        for _, lines in shown(code).chapters(again.seen_by("umpire"))
    ]
    assert retold == told


def test_rewording_changes_every_word_that_is_shown() -> None:
    """Otherwise the three above would hold of anything."""
    game = played(*GAMES[0])
    changed = {entry.fact.TOPIC for entry in game.entries if reworded(entry.fact) != entry.fact}
    assert {"rolled", "step-began", "game-ended"} <= changed
