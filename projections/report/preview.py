"""What others see of a page whose address somebody shares: its title, its result, and a card as a picture beside it."""

from __future__ import annotations

import re
from hashlib import sha256
from textwrap import shorten
from typing import NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from domain.kernel.errors import BadInput
from domain.kernel.limits import ADDRESS
from projections.report.model import Report
from projections.report.typeset import drawing, painted
from projections.text import clean

LONG_TITLE, LONG_SAID = 90, 180
"""Characters that a card has room for."""
PLAIN = re.compile(r"https?://[^\s\[\]<>\"'`\\{}|^]+", re.IGNORECASE)


class Share(NamedTuple):
    """The address of a page, and that of its picture."""

    page: str
    picture: str


def page_address(words: str) -> str:
    """The address of a page, or of the folder that pictures lie in, as given. Raises BadInput."""
    if len(words) > ADDRESS:
        raise BadInput(f"--url has {len(words)} characters; {ADDRESS} is the most")
    try:
        there = bool(PLAIN.fullmatch(words) and words.isprintable() and urlsplit(words).hostname)
    except ValueError:
        there = False
    if not there:
        raise BadInput(f"--url {words!r}: the address of a page, as in https://example.org/evening.html")
    return words


def file_beside(address: str, name: str) -> str:
    """The address of a file that lies beside a page."""
    return urljoin(address, quote(name))


def share_card(report: Report) -> bytes:
    """The picture of a report, as a PNG: its title, what it came to, the curve and the last map."""
    [made] = painted(
        "card.typ",
        {
            "kicker": clean(report.kicker),
            "title": shorten(clean(report.title), LONG_TITLE, placeholder=" …"),
            "said": shorten(clean(report.headline or report.result.words), LONG_SAID, placeholder=" …"),
            "pictures": [drawing(one.svg) for one in (report.curve, *report.situation) if one],
        },
    )
    return made


def card_name(picture: bytes, before: str) -> str:
    """The file name of a card, which begins as the page's."""
    return f"{before}preview-{sha256(picture).hexdigest()[:8]}.png"
