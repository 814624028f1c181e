"""`wardiary`: the group of commands, their common options, and the printing of errors."""

from __future__ import annotations

import atexit
import gc
import getpass
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from cli.commands import COMMANDS, GROUPS, Listing
from cli.desk import Desk, default_diary, is_server
from cli.output import colour_wanted, fit_streams, folded, talk
from cli.shells import COMPLETION, complete
from domain import kernel
from domain.kernel.errors import Trouble

WRONG, INTERRUPTED = 2, 130

# A command is short, and nearly all that it makes is classes and rules that stay: looking through them again and again
# for what could be thrown away, and once more at the end, took a quarter of its time.
gc.set_threshold(200_000, 50, 100)
atexit.register(gc.freeze)
kernel.owns_process = True
# pydantic is not extended here. To look for extensions it would read about everything that is installed.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
if sys.stdin is None:  # closed by whoever started this: nobody types
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115


def _name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


class Wardiary(Listing):
    """The group of commands. Every error is one clear line and exit code 2, never a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        standalone = kwargs.get("standalone_mode", True)
        fit_streams()
        kwargs["standalone_mode"] = False  # click would print errors in its own way
        kwargs["complete_var"] = COMPLETION  # otherwise click, called by another name, would answer in its own way
        if not standalone:
            return super().main(*args, **kwargs)
        sys.exit(self._run(*args, **kwargs))

    def _run(self, *args: Any, **kwargs: Any) -> int:
        try:
            if asked := os.environ.get(COMPLETION, ""):
                return complete(self, asked)
            code = super().main(*args, **kwargs)
            return code if isinstance(code, int) else 0
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
        except click.UsageError as error:
            at = error.ctx.command_path if error.ctx else "wardiary"
            talk(f"wardiary: {' '.join(error.format_message().split()).rstrip('.')}; `{at} --help` says more")
        except click.ClickException as error:
            talk(f"wardiary: {' '.join(error.format_message().split())}")
        except Trouble as error:
            _tell(f"wardiary: {error}")
        except OSError as error:
            talk(f"wardiary: {error.filename or 'the output'}: {error.strerror or error}")
            _hush()
        except Exception as error:
            if os.environ.get("WARDIARY_TRACEBACK"):
                raise
            talk(
                f"wardiary: a fault of its own, {type(error).__name__}: {error}; what was recorded before is safe. "
                "WARDIARY_TRACEBACK=1 shows where it was"
            )
        return WRONG

    def invoke(self, ctx: click.Context) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except BrokenPipeError:  # the reader has stopped, as in `| head`: say nothing
            _hush()
            sys.exit(0)

    def headed(self) -> dict[str, tuple[click.Command, ...]]:
        return GROUPS


def _tell(words: str) -> None:
    """Prints an error in its own lines, for programs; a terminal gets it folded."""
    for line in words.split("\n"):
        for text in folded(line, rest="  ") if sys.stderr.isatty() else [line]:
            talk(text)


def _hush() -> None:
    """Stops all output to stdout, also at the interpreter's end."""
    with suppress(OSError, ValueError):  # stdout is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class DiaryPlace(click.Path):
    """The place of a diary: a file's path, or the address of a server."""

    name = "file or address"

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if is_server(value) else super().convert(value, param, ctx)


@click.group(
    cls=Wardiary, commands=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}
)
@click.option(
    "--diary",
    type=DiaryPlace(),
    envvar="WARDIARY",
    help="The diary file, or postgresql://… [default: your data folder]",
)
@click.option("--by", default=None, help="Who records. [default: your login name]")
@click.option(
    "--color",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    help="[default: on a terminal, unless NO_COLOR is set]",
)
@click.version_option(package_name="wardiary", message="wardiary %(version)s")
@click.pass_context
def main(ctx: click.Context, diary: Path | str | None, by: str | None, color: str) -> None:
    """The war diary of tabletop games: record a game as it is played, look at any
    moment of it, and see what it came to.

    The diary is one file: --diary, else $WARDIARY, else wardiary/wardiary.db in your
    data folder ($XDG_DATA_HOME or ~/.local/share, on macOS ~/Library/Application
    Support); or a server's, postgresql://USER@HOST/DATABASE. A game is named by a
    unique beginning of its name. Data goes to stdout, talk to stderr; exit code 1 is a
    check that found something, 2 an error.

    \b
    Example:
      wardiary new evening --system iwo --pack sample --player us=Ann
      wardiary declare evening "bombards Green:NAV1,AIR1"
      wardiary show evening
    """
    ctx.color = colour_wanted(color)
    ctx.obj = Desk(diary or default_diary(), _name() if by is None else by)
    ctx.call_on_close(ctx.obj.close)


if __name__ == "__main__":
    main()
