"""Transcripts in Markdown: every ```console block is run, command by command, and must say what stands there.

A ```live block is the live recorder: what stands behind its prompts is typed, and it must answer so.

    python -m tests.transcript README.md     writes what the commands say today into the file
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections import deque
from pathlib import Path

import click
from click.testing import CliRunner

BLOCK = re.compile(r"```(console|live)\n(.*?)```", re.DOTALL)
UNREAD = " > /dev/null 2>&1"
"""The end of a command whose answer does not stand in the Markdown."""
TYPED = re.compile(r"[a-z]+(?: [a-z-]+)?> ?(.*)")
SETUP = (
    "setup caves=Green:2,Amber:2,Coral:2,Crater:2,Saddle:2,Motoyama:2,Funami:2,Isthmus:2,Ridge:2,Quarry:2,Orchard:1 "
    "units=Green:INF1,MAR1;Amber:INF2,MG1;Coral:INF3,MAR2;Crater:INF4,ART1,MOR1;Saddle:INF5,MG2,ART2,HQ;Motoyama:INF6,TK1,TK2,MAR3;"
    "Funami:MG3,AT1,GUN1;Isthmus:AT2,GUN2;Ridge:HART,RKT;Orchard:MOR2\n"
)


def say_again(text: str, folder: Path) -> str:
    """The Markdown with every console block as its commands say it today, run in a folder of their own."""
    from cli.main import main

    (folder / "setup.txt").write_text(SETUP)

    def run(match: re.Match[str]) -> str:
        if match[1] == "live":
            return f"```live\n{live(match[2].splitlines(), folder)}\n```"
        lines = []
        for line in match[2].splitlines():
            if not line.startswith("$ "):
                continue
            words = shlex.split(line[2:].removesuffix(UNREAD))
            assert words[0] == "wardiary", line
            result = CliRunner().invoke(main, ["--diary", str(folder / "d.db"), "--by", "Ann", *words[1:]])
            lines += [line, *(() if line.endswith(UNREAD) else result.output.splitlines())]
        return "```console\n" + "\n".join(lines) + "\n```"

    here = os.getcwd()
    os.chdir(folder)
    try:
        return BLOCK.sub(run, text)
    finally:
        os.chdir(here)


def live(lines: list[str], folder: Path) -> str:
    """The live recorder's answers to what is typed behind its prompts. The situation it opens with is left out."""
    from cli.desk import Desk
    from cli.live import Live
    from cli.session import Session

    command = shlex.split(lines[0].removeprefix("$ "))
    keys = deque(match[1] for line in lines[1:] if (match := TYPED.fullmatch(line)))

    def ask(prompt: str, typed: str = "", offered: str = "", unseen: bool = False) -> str:
        if not keys:
            raise EOFError
        click.echo(prompt + ("" if unseen else keys[0] or offered))
        return keys.popleft()

    @click.command()
    def record() -> None:
        desk = Desk(folder / "d.db", "Ann")
        recorder = Live(Session.open(desk, command[2], command[4] if len(command) > 4 else ""), ask)
        recorder._begin = lambda: None  # type: ignore[method-assign]
        recorder.run()
        desk.close()

    result = CliRunner().invoke(record)
    assert result.exception is None, result.output
    return lines[0] + "\n" + result.output.rstrip()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        with tempfile.TemporaryDirectory() as folder:
            path.write_text(say_again(path.read_text(), Path(folder)))
