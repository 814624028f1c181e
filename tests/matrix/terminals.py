"""Live recorders in real terminals: the same lines, typed key by key on what a person sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.desk import Desk
from domain.kernel.game import Game
from replays.lines import quoted
from tests.cli.terminal import Terminal
from tests.matrix.ways import Refused, Way

PROMPT = ">"
"""What stands on a screen that waits for a line."""


class AtTerminals(Way):
    """A terminal that both sides look at, or one of each side's own; what is recorded is read in the diary."""

    def __init__(self, desk: Desk, name: str, terminals: Mapping[str, Terminal]) -> None:
        super().__init__(desk, name)
        self.terminals = terminals
        self.shared = "" in terminals
        self.apart = not self.shared
        self.stored: Game[Any] = desk.diary.open(desk.diary.find(name).id)
        self.last = next(iter(terminals))

    @property
    def game(self) -> Game[Any]:
        return self.stored

    def audience(self, by: str) -> str:
        return by if by in self.terminals else self.last

    def line(self, by: str, text: str, *, unseen: bool = False, reason: str = "") -> None:
        if unseen and self.shared:
            self._type(by, f"{by}:", "unseen>")
            self._type(by, text.removeprefix(f"{by}: ") + (f" !{quoted(reason)}" if reason else ""))
        else:
            self._insisting(by, text, reason)

    def answer(self, by: str, text: str, *, usual: bool = False, reason: str = "") -> None:
        self._insisting(by, "" if usual and not reason else text, reason)

    def _insisting(self, by: str, text: str, reason: str) -> None:
        if reason:
            self._type(by, text, "plays on against the rule")
            text = f"! {reason}"
        self._type(by, text)

    def undo(self, by: str) -> None:
        self._type(by, "undo")

    def _type(self, by: str, text: str, expected: str = "") -> None:
        """Types a line at whose word's terminal, and waits until it is told there, and each other terminal has read
        on."""
        self.last, self.typed = self.audience(by), self.typed + 1
        at, before = self.terminals[self.last], self.game.version
        others = [(other, len(other.raw)) for other in self.terminals.values() if other is not at]
        told = at.say(text, expected or PROMPT)
        if not expected and "end it>" in told:
            self.confirmed += 1
            told = at.say("", PROMPT)
        self.read_on()
        if not expected and self.game.version == before:
            raise Refused(f"{self.last or 'shared'}> {text}\n{told}")
        for other, shown in others:
            if self.game.version > before:
                other.wait(PROMPT, shown)

    def read_on(self) -> None:
        self.desk.diary.refresh(self.stored)
