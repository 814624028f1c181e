"""What a writer says before the story: Markdown in, and in each format its own; nobody's words are markup there."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pypdf
import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.kernel.errors import BadInput
from domain.kernel.limits import BLURB, BLURB_DEEP
from projections.report.blurb import read_blurb
from projections.report.forum import forum_post
from projections.report.model import Block, Inline
from projections.report.page import page
from projections.report.post import escaped, post
from projections.report.post_blurb import markdown_of
from projections.report.sheet import sheet
from tests.projections.spelt_bbcode import tags_in
from tests.projections.test_report_paper import told

PLAIN = """Two friends, **three *pots*** of `tea`, and the [map](https://example.org/a?b=1&c=2).\\
A new line.

- one
  - two

3. three

> It was close.

# Who won

```
INF1  ->  Green
```
"""
ELEMENTS = frozenset(
    ("h2", "h3", "h4", "p", "em", "strong", "code", "pre", "a", "ul", "ol", "li", "br", "hr", "blockquote")
)
"""What a blurb may be on a page."""
HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> <!-- x --> <https://e.org/<b>>",
    "[x](javascript:alert(1)) [y](data:text/html,x) [z](vbscript:1) <javascript:alert(1)> [w](//evil.org) [v](/etc)",
    "![picture](https://example.org/x.png) ![p](file:///etc/passwd)",
    '#read("/etc/passwd") $x^2$ #import "@preview/cetz:0.3.0": * @nobody <e1>',
    "[b]loud[/b] [/q][url=javascript:alert(1)]x[/url] &#91;i&#93; [img]https://example.org/x.png[/img]",
    "`[b]` ``<b>`` \n\n```\n[/c][b]x[/b] ``` <script>\n```",
    "\\<b\\> &lt;b&gt; &#60;script&#62; \\[x\\](javascript:1) \\!\\[x\\](y) !\\[x](y) \\![x](https://example.org/y.png)",
    '[x](https://example.org/"onmouseover="alert(1)) [y](https://example.org/[/url][b]x) [z](mailto:a@b?c=<d>)',
    "{{ report.game }} {% include 'x' %} | a | b |\n\n    <b>code</b>\n\n<div>\n*x*\n</div>",
)


@pytest.mark.parametrize("text", [*HOSTILE, PLAIN])
def test_no_format_takes_a_blurb_for_markup(text: str) -> None:
    """Given a blurb that is markup of some kind, then page, Markdown and BBCode hold no tag, picture or address but
    those its blocks say, and the page of the PDF its letters."""
    blurb = read_blurb(text, "blurb.md")
    report = told(blurb=blurb)
    shown = page(report).partition('<section class="blurb"')[2].partition("</section>")[0]
    assert set(re.findall(r"</?(\w+)", shown)) <= ELEMENTS
    assert all(re.match(r"https?://|mailto:", to) for to in re.findall(r'href="([^"]*)', shown))
    assert re.findall(r"<[^>]*\son\w+=", shown) == []
    written = post(report)[0].partition("## Foreword")[2].partition("## The course")[0]
    check_markdown(written)
    assert tags_in(forum_post(report)[0]) <= {"size", "b", "i", "q", "c", "url", "o"}
    assert not re.search(r"\[url=(?!https?://|mailto:)", forum_post(report)[0], re.IGNORECASE)


def check_markdown(text: str) -> None:
    """A reader that takes HTML finds none, no picture, and no link but to pages and mailboxes."""
    for token in every(MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(text)):
        assert token.type not in ("html_block", "html_inline", "image", "table_open"), token
        assert token.type != "link_open" or re.match(r"https?://|mailto:", str(token.attrs["href"]), re.IGNORECASE)


def every(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from every(token.children or [])


@pytest.mark.parametrize("text", [HOSTILE[0], HOSTILE[3], HOSTILE[5], PLAIN])
def test_paper_sets_the_letters_of_a_blurb(text: str) -> None:
    blurb = read_blurb(text, "blurb.md")
    pages = pypdf.PdfReader(io.BytesIO(sheet(told(blurb=blurb)))).pages
    set_there = letters("".join(page.extract_text() for page in pages))
    assert all(letters(words) in set_there for words in said(blurb))
    assert "root:" not in set_there


def letters(text: str) -> str:
    return "".join(text.replace("\u200b", "").split())


def words_of(inline: tuple[Inline, ...]) -> str:
    return "".join("\n" if piece.kind == "break" else piece.words + words_of(piece.inside) for piece in inline)


def said(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        yield from filter(None, (words_of(block.inline), block.code))
        yield from said(block.blocks)


def test_a_blurb_keeps_its_form() -> None:
    """Given emphasis, lists, a quote, code and a link, then each format has them in its own way."""
    report = told(blurb=read_blurb(PLAIN, "blurb.md"))
    shown = page(report)
    assert "<strong>three <em>pots</em></strong> of <code>tea</code>" in shown
    assert '<a href="https://example.org/a?b=1&amp;c=2" rel="nofollow noopener noreferrer">map</a>.<br>A new' in shown
    assert '<ol start="3">' in shown
    written = post(report)[0]
    assert "**three *pots*** of `tea`, and the [map](https://example.org/a?b=1&c=2).\\\nA new line." in written
    assert all(words in written for words in ("- one\n\n  - two", "3. three", "> It was close.", "### Who won"))
    assert read_blurb(markdown_of(report.blurb, escaped).replace("### Who", "# Who"), "again") == report.blurb
    spoken = forum_post(report)[0]
    assert "[b]three [i]pots[/i][/b] of [c]tea[/c], and the [url=https://example.org/a?b=1&c=2]map[/url]." in spoken
    assert all(words in spoken for words in ("• one\n   • two", "3. three", "[q]It was close.[/q]"))
    pdf = pypdf.PdfReader(io.BytesIO(sheet(report)))
    links = [one.get_object().get("/A", {}).get("/URI") for page in pdf.pages for one in page.get("/Annots", ())]
    assert "https://example.org/a?b=1&c=2" in links


@example("_1_*1*")
@example("_1[_a")
@given(some.text(alphabet="*_[]()`<>&#-+1.!\\ \n:/ab|~=\"'", max_size=60))
def test_whatever_is_written_stays_words(text: str) -> None:
    """Given any signs, then Markdown and BBCode have no tag, picture or table more than the blurb's blocks say."""
    try:
        blurb = read_blurb(text, "blurb.md")
    except BadInput:
        return
    written = markdown_of(blurb, escaped)
    check_markdown(written)
    tags_in(forum_post(told(blurb=blurb))[0])
    assert letters("".join(said(read_blurb(written, "again")))) == letters("".join(said(blurb)))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("x" * (BLURB + 1), f"{BLURB} is the most"),
        ("a\n\x1b[2J", "blurb.md, line 2: character 1 is a control character"),
        (">" * (BLURB_DEEP + 1) + " x", f"{BLURB_DEEP} is the most"),
        (">" * 5_000, f"{BLURB_DEEP} is the most"),
    ],
)
def test_a_blurb_beyond_its_bounds_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(BadInput, match=re.escape(wrong)):
        read_blurb(text, "blurb.md")
