"""`wardiary`: the group of commands, the diary they work on, and how errors are told."""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path
from typing import Any

import click

from cli import files, health, looking, recording
from cli.output import clean


def default_diary() -> Path:
    """Where the diary lies when nobody says: the platform's place for a user's data."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", str(Path.home())))
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "wardiary" / "wardiary.db"


class Desk:
    """What the commands share: the diary, opened when first needed, and who records."""

    def __init__(self, path: Path, by: str) -> None:
        self.path, self.by = path, by
        self._diary: Any = None

    @property
    def diary(self) -> Any:
        """The diary, opened (and made, if there is none)."""
        if self._diary is None:
            from domain.record import Diary

            self._diary = Diary(self.path, self.by)
        return self._diary

    def find(self, name: str) -> Any:
        """The game a name's beginning means; without a name, the only one or the latest begun."""
        if name:
            return self.diary.find(name)
        lines = self.diary.games()
        return lines[-1] if lines else self.diary.find("")

    def open(self, name: str) -> tuple[Any, Any]:
        """A game's line and the game."""
        line = self.find(name)
        return line, self.diary.open(line.id)

    def close(self) -> None:
        if self._diary is not None:
            self._diary.close()


def _name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


class Wardiary(click.Group):
    """The group; every error is one clear line and exit code 2, never a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        from domain.kernel.errors import Trouble

        try:
            return super().main(*args, **kwargs)
        except Trouble as error:
            click.echo(f"wardiary: {clean(error)}", err=True)
            sys.exit(2)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # nobody listens any more, as in `| head`: be quiet about it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=Wardiary, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.option("--diary", type=click.Path(path_type=Path), envvar="WARDIARY", help="The diary file. [default: your data folder]")
@click.option("--by", default=None, help="Who records. [default: your login name]")
@click.version_option(package_name="wardiary", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context, diary: Path | None, by: str | None) -> None:
    """The war diary of tabletop games: record a game as it is played, look at any
    moment of it, and see what it came to.

    The diary is one file: --diary, else $WARDIARY, else wardiary.db in your data
    folder. A game is named by a unique beginning of its name.

    \b
    Example:
      wardiary new evening --system iwo --pack sample --player us=Ann --player jp=Bob
      wardiary declare evening "bombards Green:NAV1,AIR1"
      wardiary show evening
    """
    ctx.obj = Desk(diary or default_diary(), _name() if by is None else by)
    ctx.call_on_close(ctx.obj.close)


for module in (recording, looking, files, health):
    for command in module.COMMANDS:
        main.add_command(command)


if __name__ == "__main__":
    main()
