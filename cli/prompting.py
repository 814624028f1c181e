"""The terminal of the live recorder: prompt_toolkit's line editor, a permanent status line, and a watch on the
diary."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout.processors import PasswordProcessor
from prompt_toolkit.styles import Style

from cli.desk import EVERY
from cli.live import COMMANDS, REDO, Changed
from cli.live_looks import MAP
from cli.output import as_on_screen, clean
from domain.kernel.game import Game
from domain.record.diary import Diary
from projections.game_tables import COLUMNS
from projections.shown import shown as summarised
from recording.completion import candidates, causes, names_in_view
from recording.situation import status
from replays.asides import ASIDES

STYLE = Style.from_dict({"bottom-toolbar": "noreverse bold", "prompt": "bold", "offered": "ansibrightblack"})

TAKING = ("up", "right", "tab", "end", "c-e")
"""The keys that take over the offered line for editing."""


class Words(Completer):
    """A completer that offers what the rules offer now."""

    def __init__(self, game: Callable[[], Game[Any]], side: str) -> None:
        self.game, self.side = game, side

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        text = document.text_before_cursor
        words = text.split()
        word = "" if not text or text[-1].isspace() else words.pop()
        found = list(candidates(self.game(), self.side, words, word))
        said = (
            COMMANDS
            if not words
            else [way for way in REDO if way.isalpha()]
            if words == ["redo"]
            else self._behind(words[0])
        )
        found += [command for command in said if command.startswith(word)]
        for option in dict.fromkeys(found):
            yield Completion(option, start_position=-len(word))

    def _behind(self, command: str) -> Iterable[str]:
        """The words that may follow one of the recorder's own commands."""
        view = self.game().seen_by(self.side)
        rules = view.rules
        ways = {
            "table": lambda: [*summarised(rules.code).summaries, *COLUMNS],
            "show": lambda: [*MAP[:1], *names_in_view(view)],
            "why": lambda: causes(view),
            "?": lambda: [*rules.play.verbs, *ASIDES, *COMMANDS[1:]],
            "help": lambda: [*rules.play.verbs, *ASIDES, *COMMANDS[1:]],
            "unlock": lambda: list(self.game().shut),
        }
        return ways[command]() if command in ways else ()


def bottom(game: Game[Any], side: str) -> str:
    """The status lines of a recorder's terminal."""
    return "\n".join(as_on_screen(clean(line)) for line in status(game.seen_by(side)))


class Terminal:
    """A terminal that asks for lines.

    It ends the question with `Changed` if the diary has more entries than the game.
    """

    def __init__(self, game: Callable[[], Game[Any]], diary: Diary, side: str) -> None:
        self.game, self.diary, self.side = game, diary, side
        self.offered = ""
        self.session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            completer=Words(game, side),
            complete_while_typing=False,
            key_bindings=self._keys(),
            bottom_toolbar=self._toolbar,
            reserve_space_for_menu=3,
            style=STYLE,
        )
        self.private: PromptSession[str] = PromptSession(  # nothing is echoed: even the length of a secret is secret
            input_processors=[PasswordProcessor(char="")],
            history=DummyHistory(),
            bottom_toolbar=self._toolbar,
            reserve_space_for_menu=0,
            style=STYLE,
            enable_open_in_editor=False,
            enable_system_prompt=False,
        )

    def __call__(self, prompt: str, typed: str = "", offered: str = "", unseen: bool = False) -> str:
        session, self.offered = (self.private, "") if unseen else (self.session, offered)
        line = session.prompt(
            [("class:prompt", as_on_screen(clean(prompt)))],
            default="" if unseen else typed,
            placeholder=[("class:offered", as_on_screen(clean(self.offered)))],
            pre_run=self._watch,
        )
        if self.offered and not line:
            # a line said with Enter alone is in the history, like a typed one
            session.history.append_string(self.offered)
        return line

    def _keys(self) -> KeyBindings:
        """The key bindings while a line is offered and nothing is typed: a moving key takes it over for editing; any
        other begins a new line.
        """
        keys = KeyBindings()
        offering = Condition(lambda: bool(self.offered) and not get_app().current_buffer.text)

        def take(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text(self.offered)

        for key in TAKING:
            keys.add(key, filter=offering)(take)

        @keys.add("backspace", filter=offering)
        def _(event: KeyPressEvent) -> None:
            take(event)
            event.current_buffer.delete_before_cursor()

        @keys.add("left", filter=offering)
        def _(event: KeyPressEvent) -> None:
            take(event)
            event.current_buffer.cursor_left()

        @keys.add("home", filter=offering)
        @keys.add("c-a", filter=offering)
        def _(event: KeyPressEvent) -> None:
            take(event)
            event.current_buffer.cursor_position = 0

        @keys.add("escape", "enter", filter=offering)
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.text = "redo all"
            event.current_buffer.validate_and_handle()

        return keys

    def _toolbar(self) -> str:
        return bottom(self.game(), self.side)

    def _watch(self) -> None:
        get_app().create_background_task(self._look())

    async def _look(self) -> None:
        app = get_app()
        while True:
            await asyncio.sleep(EVERY)
            if self.diary.last(self.game().id) > self.game().version:
                app.exit(exception=Changed(app.current_buffer.text))
                return
