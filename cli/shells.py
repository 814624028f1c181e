"""Completion for bash, zsh and fish. Whatever a name holds, Tab writes exactly one word, and runs nothing.

Names come from strangers' diaries, packs and exports, so each shell's own quoting is applied to every word. zsh and
fish quote the words that a completion function gives them. bash writes them into the line unchanged, in place of a part
of the word under the cursor that depends on quotes and on COMP_WORDBREAKS; there the quoting is done here, to fit the
text before that part.
"""

from __future__ import annotations

import os
import re
from typing import Any, NamedTuple

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

COMPLETION = "_WARDIARY_COMPLETE"
"""The environment variable through which a shell's script asks for completions."""

BASH = """\
%(complete_func)s() {
    local -a answer
    mapfile -t answer < <(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORD="$2" \\
        %(complete_var)s=bash_complete "$1" 2>/dev/null)
    COMPREPLY=("${answer[@]:1}")
    case ${answer[0]} in
        file) compopt -o default ;;
        dir) compopt -o dirnames ;;
    esac
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""

FISH = """\
function %(complete_func)s
    set -l answer (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp | string collect) \\
        %(prog_name)s 2>/dev/null)
    for completion in $answer
        set -l parts (string split -m 1 "," -- $completion)
        switch $parts[1]
            case dir
                __fish_complete_directories (commandline -ct)
            case file
                __fish_complete_path (commandline -ct)
            case plain
                printf '%%s\\n' $parts[2]
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class Typed(NamedTuple):
    """A line up to the cursor, as a shell reads it."""

    words: list[str]
    """All words, unquoted. The last one is under the cursor, "" if it has not begun."""
    raw: str
    """The word under the cursor, as typed."""
    quote: str
    """The quote open at the cursor; "" if none is."""


_BLANK = " \t\n"
_NOT_A_WORD = "$`;|&<>()"


def typed(line: str) -> Typed | None:
    """A line parsed by the rules for quotes that the shells share; None if it holds more than words, such as
    expansions.
    """
    words = [""]
    begin, quote = 0, ""
    at = 0
    while at < len(line):
        sign = line[at]
        if quote == "'" and sign != quote:
            words[-1] += sign
        elif sign == "\\" and (not quote or line[at + 1 : at + 2] in ("$", "`", '"', "\\")):
            at += 1
            words[-1] += line[at : at + 1]
        elif sign == quote:
            quote = ""
        elif sign in "'\"" and not quote:
            quote = sign
        elif sign in ("$`" if quote else _NOT_A_WORD):
            return None
        elif sign in _BLANK and not quote:
            if line[begin:at]:
                words.append("")
            begin = at + 1
        else:
            words[-1] += sign
        at += 1
    return Typed(words, line[begin:], quote)


def bash_quoted(value: str, quote: str = "") -> str:
    """A text that bash reads as this value, inside the open quote or outside quotes.

    readline closes an open quote by itself, unless the text ends with that quote. Then it is closed here.
    """
    if quote == "'":
        said = value.replace("'", r"'\''")
    elif quote == '"':
        # no backslash protects "!" from history inside quotes
        said = re.sub(r'([$`"\\])', r"\\\1", value).replace("!", r'"\!"')
    else:
        return "".join(
            sign if sign.isalnum() or sign in "_-./:,+=@%" or ord(sign) > 127 else f"\\{sign}" for sign in value
        )
    return said + quote if said.endswith(quote) else said


class _Words(ShellComplete):
    """The part common to all shells: only single words are offered, after `--option=` if that was typed."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        option, equals, begun = incomplete.partition("=")
        if option.startswith("--") and equals:
            found = super().get_completions([*args, option], begun)
            for item in found:
                item.value = f"{option}={item.value}"
        else:
            found = super().get_completions(args, incomplete)
        return [item for item in found if item.type != "plain" or (item.value and item.value.isprintable())]


class Bash(_Words, BashComplete):
    """bash: the answer's first line says whether file or folder names are wanted; the others replace the part being
    completed.
    """

    source_template = BASH

    def complete(self) -> str:
        line = typed(os.environ["COMP_LINE"])
        part = os.environ["COMP_WORD"]
        if line is None or not line.raw.endswith(part):
            return ""
        before = typed(line.raw.removesuffix(part))
        if before is None or len(before.words) != 1:
            return ""
        found = self.get_completions(line.words[1:-1], line.words[-1])
        kinds = [item.type for item in found if item.type != "plain"]
        said = [item.value for item in found if item.type == "plain" and item.value.startswith(before.words[0])]
        return "\n".join(
            [
                *(kinds[:1] or ["plain"]),
                *(bash_quoted(value.removeprefix(before.words[0]), before.quote) for value in said),
            ]
        )


class Zsh(_Words, ZshComplete):
    """zsh, as in click: `compadd` quotes."""


class Fish(_Words, FishComplete):
    """fish, as in click, except for words with a comma, and for an open quote."""

    source_template = FISH

    def complete(self) -> str:
        line = typed(os.environ["COMP_WORDS"])
        found = self.get_completions(line.words[1:-1], line.words[-1]) if line else []
        return "\n".join(map(self.format_completion, found))


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


def script(shell: str, program: click.Command) -> str:
    """The completion script of a shell."""
    return _of(shell, program).source()


def complete(program: click.Command, instruction: str) -> int:
    """Answers a shell's script; returns the exit code."""
    shell, _, what = instruction.partition("_")
    if shell not in SHELLS or what not in ("source", "complete"):
        return 1
    completer = _of(shell, program)
    click.echo((completer.source() if what == "source" else completer.complete()).encode())
    return 0


def _of(shell: str, program: click.Command) -> ShellComplete:
    settings: dict[str, Any] = {}
    return SHELLS[shell](program, settings, "wardiary", COMPLETION)


def completion(shell: str) -> None:
    """`wardiary completion`: prints the script."""
    click.echo(script(shell, click.get_current_context().find_root().command))
