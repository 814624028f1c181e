"""The terminal under the live recorder: prompt_toolkit's line editor, a status line that stays, and an eye on the diary."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.layout.processors import PasswordProcessor
from prompt_toolkit.styles import Style

from cli.completing import candidates
from cli.live import COMMANDS, Changed
from cli.output import clean, shown
from cli.situation import status

EVERY = 0.4
"""Seconds between two looks at what others have recorded."""

STYLE = Style.from_dict({"bottom-toolbar": "noreverse bold", "prompt": "bold"})


class Words(Completer):
    """Completes from what the rules offer now."""

    def __init__(self, game: Callable[[], Any], side: str) -> None:
        self.game, self.side = game, side

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        text = document.text_before_cursor
        words = text.split()
        word = "" if not text or text[-1].isspace() else words.pop()
        found = list(candidates(self.game(), self.side, words, word))
        found += [command for command in COMMANDS if not words and command.startswith(word)]
        for option in dict.fromkeys(found):
            yield Completion(option, start_position=-len(word))


class Terminal:
    """Asks for lines at a terminal; ends the question with `Changed` when the diary has more entries than the game."""

    def __init__(self, game: Callable[[], Any], diary: Any, side: str) -> None:
        self.game, self.diary, self.side = game, diary, side
        self.session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(), completer=Words(game, side), complete_while_typing=False,
            bottom_toolbar=self._toolbar, reserve_space_for_menu=3, style=STYLE,
        )  # fmt: skip
        self.private: PromptSession[str] = PromptSession(  # nothing at all is echoed: the length of a secret is one too
            input_processors=[PasswordProcessor(char="")], history=DummyHistory(), bottom_toolbar=self._toolbar,
            reserve_space_for_menu=0, style=STYLE, enable_open_in_editor=False, enable_system_prompt=False,
        )  # fmt: skip

    def __call__(self, prompt: str, offered: str = "", unseen: bool = False) -> str:
        session = self.private if unseen else self.session
        return session.prompt(
            [("class:prompt", shown(clean(prompt)))], default="" if unseen else offered, pre_run=self._watch
        )

    def _toolbar(self) -> str:
        return "\n".join(shown(clean(line)) for line in status(self.game(), self.side))

    def _watch(self) -> None:
        get_app().create_background_task(self._look())

    async def _look(self) -> None:
        app = get_app()
        while True:
            await asyncio.sleep(EVERY)
            if self.diary.last(self.game().id) > self.game().version:
                app.exit(exception=Changed(app.current_buffer.text))
                return
