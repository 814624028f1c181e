"""What a writer says before the story, written as Markdown again: nothing in it is markup but what its blocks say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from projections.report.blurb import read_again
from projections.report.model import Block, Inline

MARKS = {"strong": "**", "em": "*"}
FENCE = re.compile(r"`+")


def markdown_of(blocks: Sequence[Block], escaped: Callable[[str], str]) -> str:
    """Blocks as Markdown. `escaped` is text in one line that Markdown shows as it stands."""
    return "\n\n".join("\n".join(_lines(block, escaped)) for block in blocks)


def _lines(block: Block, escaped: Callable[[str], str]) -> Iterator[str]:
    inside = [list(_lines(each, escaped)) for each in block.blocks]
    match block.kind:
        case "heading":
            yield f"{'###' if block.number < 2 else '####'} {_line(block.inline, escaped).replace(chr(10), ' ')}"
        case "code":
            fence = _fence(block.code, 3)
            yield from (fence, *block.code.split("\n"), fence)
        case "rule":
            yield "***"
        case "quote":
            yield from (f"> {line}".rstrip() for line in _parted(inside))
        case "bullets":
            yield from _hung(inside, ["- "] * len(inside))
        case "numbers":
            yield from _hung(inside, [f"{number}. " for number in range(block.number, block.number + len(inside))])
        case "item":
            yield from _parted(inside)
        case _:
            yield from _line(block.inline, escaped).split("\n")


def _parted(inside: Sequence[Sequence[str]]) -> Iterator[str]:
    """Blocks below each other, with an empty line between them."""
    for at, lines in enumerate(inside):
        yield from ([""] if at else [])
        yield from lines


def _hung(items: Sequence[Sequence[str]], marks: Sequence[str]) -> Iterator[str]:
    """The items of a list, whose lines hang below their first."""
    for lines, mark in zip(items, marks, strict=True):
        first, *others = lines or [""]
        yield f"{mark}{first}".rstrip()
        yield from (f"{' ' * len(mark)}{line}".rstrip() for line in others)


def _line(inline: Sequence[Inline], escaped: Callable[[str], str]) -> str:
    """Pieces in a line, or in several where their writer ended one. Emphasis and code are left out where Markdown has
    none: beside other words and signs their marks may be read as words."""
    written = _in_lines(inline, escaped)
    read = read_again(written)
    return written if _letters(read) == _letters([Block("", tuple(inline))]) else _in_lines([*_plain(inline)], escaped)


def _letters(blocks: Iterable[Block]) -> str:
    """The words of some blocks, without their blanks."""
    return "".join(letter for block in blocks for letter in _said(block.inline) if not letter.isspace())


def _said(inline: Iterable[Inline]) -> str:
    return "".join(piece.words + _said(piece.inside) for piece in inline)


def _plain(inline: Iterable[Inline]) -> Iterator[Inline]:
    """The same pieces as text, with their links."""
    for piece in inline:
        inside = tuple(_plain(piece.inside))
        kind = "text" if piece.kind == "code" else piece.kind
        yield from inside if kind in MARKS else (piece._replace(kind=kind, inside=inside),)


def _in_lines(inline: Sequence[Inline], escaped: Callable[[str], str]) -> str:
    lines: list[list[Inline]] = [[]]
    for piece in inline:
        lines[-1].append(piece)
        if piece.kind == "break":
            lines[-1:] = [lines[-1][:-1], []]
    return "\\\n".join("".join(_pieces(line, escaped)).strip() for line in lines)


def _pieces(inline: Sequence[Inline], escaped: Callable[[str], str], within: tuple[str, ...] = ()) -> Iterator[str]:
    """Pieces one after the other, `within` pieces of these kinds."""
    inline = [*_joined(inline)]
    for piece, after in zip(inline, [*inline[1:], Inline("text")], strict=False):
        inside = "".join(_pieces(piece.inside, escaped, (*within, piece.kind)))
        match piece.kind:
            case "strong" | "em":
                yield inside if piece.kind in within else _marked(inside, MARKS[piece.kind])
            case "link":
                yield f"[{inside}]({piece.to.replace('(', '%28').replace(')', '%29')})" if inside.strip() else inside
            case "code":
                fence = _fence(piece.words, 1)
                room = " " if piece.words[:1] in "` " or piece.words[-1:] in "` " else ""
                yield f"{fence}{room}{piece.words}{room}{fence}"
            case "break":  # in emphasis: a blank is enough
                yield " "
            case _:
                words = _text(piece.words, escaped)
                # a link after it would be a picture
                yield f"{words[:-1]}\\!" if after.kind == "link" and words.endswith("!") else words


def _joined(inline: Sequence[Inline]) -> Iterator[Inline]:
    """The same pieces, of which neighbours with the same marks are one: two marks side by side would be words."""
    for kind, alike in groupby(inline, key=lambda piece: piece.kind):
        pieces = [*alike]
        if kind in MARKS:
            yield pieces[0]._replace(inside=tuple(inner for piece in pieces for inner in piece.inside))
        else:
            yield from pieces


def _text(words: str, escaped: Callable[[str], str]) -> str:
    """A text with a blank where blanks begin and end it."""
    inner = words.strip()
    if not inner:
        return " " if words else ""
    return f"{' ' if words[0].isspace() else ''}{escaped(inner)}{' ' if words[-1].isspace() else ''}"


def _marked(words: str, mark: str) -> str:
    """Words between marks, which stand close to them."""
    inner = words.strip()
    before, after = words[: len(words) - len(words.lstrip())], words[len(words.rstrip()) :]
    return f"{before}{mark}{inner}{mark}{after}" if inner else words


def _fence(words: str, least: int) -> str:
    """Backticks that end no code but theirs."""
    return "`" * max(least, 1 + max((len(run[0]) for run in FENCE.finditer(words)), default=0))
