"""Transcripts in Markdown: every ```console block is run, command by command, and must say what stands there.

    python -m tests.transcript README.md     writes what the commands say today into the file
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
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
        lines = []
        for line in match[1].splitlines():
            if not line.startswith("$ "):
                continue
            words = shlex.split(line[2:])
            assert words[0] == "wardiary", line
            result = CliRunner().invoke(main, ["--diary", str(folder / "d.db"), "--by", "Ann", *words[1:]])
            lines += [line, *(said for said in result.output.splitlines())]
        return "```console\n" + "\n".join(lines) + "\n```"

    here = os.getcwd()
    os.chdir(folder)
    try:
        return BLOCK.sub(run, text)
    finally:
        os.chdir(here)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        with tempfile.TemporaryDirectory() as folder:
            path.write_text(say_again(path.read_text(), Path(folder)))
