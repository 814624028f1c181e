"""What a writer says before the story, in Markdown, read into blocks and the pieces of their lines.

Each format writes these by itself, so nothing of the text is ever markup there. HTML is text, links lead to pages and
mailboxes alone, and a picture is its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from domain.kernel.errors import BadInput
from domain.kernel.limits import BLURB, BLURB_DEEP
from domain.kernel.strict import unprintable
from projections.report.model import Block, Inline

if TYPE_CHECKING:
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

LED_TO = re.compile(r"(?:https?://|mailto:)[!-~]+", re.IGNORECASE)
"""Where a link may lead; any other stands as it was written."""
BLOCKS = {"blockquote": "quote", "bullet_list": "bullets", "ordered_list": "numbers", "list_item": "item"}
WORDS = {"fence": "code", "code_block": "code", "hr": "rule"}


def read_blurb(text: str, where: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text. Raises BadInput, which says `where` it stands."""
    if len(text) > BLURB:
        raise BadInput(f"{where} has {len(text)} characters; {BLURB} is the most")
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if wrong := unprintable(line):
            raise BadInput(
                f"{where}, line {number}: character {wrong} is a control character, or one that cannot be shown"
            )
    tokens = _tokens(text)
    if (deep := _depth(tokens)) > BLURB_DEEP:
        raise BadInput(f"{where}: lists, quotes and emphasis are nested {deep} deep; {BLURB_DEEP} is the most")
    return _blocks_of(tokens)


def read_again(text: str) -> tuple[Block, ...]:
    """The blocks of Markdown that was written here, whatever its length."""
    return _blocks_of(_tokens(text))


def _tokens(text: str) -> list[Token]:
    from markdown_it import MarkdownIt  # only who writes a blurb needs it

    reader = MarkdownIt("commonmark", {"html": False, "maxNesting": 2 * BLURB_DEEP})
    reader.validateLink = lambda url: bool(LED_TO.fullmatch(url))  # type: ignore[method-assign]
    reader.disable(["html_block", "html_inline"])
    return reader.parse(text)


def _blocks_of(tokens: Sequence[Token]) -> tuple[Block, ...]:
    from markdown_it.tree import SyntaxTreeNode

    return _blocks(SyntaxTreeNode(tokens).children)


def _depth(tokens: Sequence[Token]) -> int:
    """How deep the deepest piece lies in others."""
    deep = deepest = 0
    for token in tokens:
        deep += token.nesting
        deepest = max(deepest, deep, deep + _depth(token.children or ()))
    return deepest


def _blocks(nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
    return tuple(map(_block, nodes))


def _block(node: SyntaxTreeNode) -> Block:
    if kind := BLOCKS.get(node.type):
        return Block(kind, number=int(node.attrs.get("start", 1)), blocks=_blocks(node.children))
    if kind := WORDS.get(node.type):
        return Block(kind, code=node.content.rstrip("\n") if kind == "code" else "")
    inline = tuple(_inline(piece) for line in node.children for piece in line.children)
    return Block("heading", inline, number=int(node.tag[1:])) if node.type == "heading" else Block("paragraph", inline)


def _inline(node: SyntaxTreeNode) -> Inline:
    match node.type:
        case "softbreak":
            return Inline("text", " ")
        case "hardbreak":
            return Inline("break")
        case "code_inline":
            return Inline("code", node.content)
        case "em" | "strong" | "link":
            inside = tuple(map(_inline, node.children))
            return Inline(node.type, inside=inside, to=str(node.attrs.get("href", "")))
        case "image":
            return Inline("text", node.content)
    return Inline("text", node.content)
