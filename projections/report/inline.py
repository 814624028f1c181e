"""Drawings of ours that stand in a page among others."""

from __future__ import annotations

import re

from markupsafe import escape

TAG = re.compile(r"<[^>]+>")
LED_TO = re.compile(r"""(?:href="#|url\(#)([^")]+)""")
VIEW = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
NAME = re.compile(r' id="([^"]*)"')
PATH = re.compile(r' d="[^"]*"')
FINE = re.compile(r"(\.\d\d)\d+")
"""A number finer than anybody sees: in a path, not in what it is scaled by."""
ROOT = re.compile(r'\s(?:xmlns(?::\w+)?|version|id|width|height|role|aria-label)="[^"]*"')


def ratio_of(svg: str) -> float:
    """How high a drawing is for its width; as high as wide where it does not say."""
    wide, high = map(float, found.groups()) if (found := VIEW.search(svg)) else (1.0, 1.0)
    return high / wide


def inline_svg(svg: str, prefix: str, alt: str) -> str:
    """A drawing of ours that can stand in a page among others: its ids its own, named, as wide as there is room."""

    called = {
        name: prefix + (name if "DejaVu" in name else str(at))
        for at, name in enumerate(sorted(set(LED_TO.findall(svg))))
    }

    def own(tag: re.Match[str]) -> str:
        rounded = PATH.sub(lambda path: FINE.sub(r"\1", path[0]).replace(" \n", ""), tag[0]).replace(
            "xlink:href", "href"
        )
        named = NAME.sub(lambda name: f' id="{called[name[1]]}"' if name[1] in called else "", rounded)
        return LED_TO.sub(lambda led: led[0].replace(led[1], called[led[1]]), named)

    head, body = svg.split(">", 1)
    return f'{ROOT.sub("", head)} role="img" aria-label="{escape(alt)}">{_bare_ticks(TAG.sub(own, body)).rstrip()}'


TICK = re.compile(r'<path id="([^"]+)" d="M0 0L[-\d.]+ [-\d.]+" stroke="')
"""The mark of a scale: one line, which says itself how it is drawn."""


def _bare_ticks(drawn: str) -> str:
    """A chart whose ticks do not say again, each of them, how they are drawn."""
    for name in TICK.findall(drawn):
        drawn = re.sub(rf'(<use href="#{re.escape(name)}" x="[^"]*" y="[^"]*")[^>]*/>', r"\1/>", drawn)
    return drawn
