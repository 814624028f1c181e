"""What a command came to, on the terminal or in a file."""

from __future__ import annotations

from pathlib import Path

import click

from cli.output import clean, on_terminal
from projections.whole_files import check_folder, marked, write_all


def write_out(text: str, output: Path | None, said: str = "", *, overwrite: bool = False) -> None:
    """Writes to stdout, or to a file that is complete or absent, with its mark. UTF-8 if it may be read again.

    Raises BadInput.
    """
    if output is None:
        click.echo("\n".join(map(clean, text.split("\n"))) if on_terminal() else text.encode(), nl=False)
        return
    check_folder(output)
    data = text.encode()
    write_all({output: marked(data, output, said) if said else data}, said, overwrite=overwrite)
