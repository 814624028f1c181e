"""Fuzzers: real material damaged at random, and random text. Each reader reads it, or says in a sentence why not; never
anything else.

`WARDIARY_FUZZ=1000 pytest tests/bad_input` looks longer.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.kernel.errors import Trouble
from tests.bad_input.readers import READERS, material

EXAMPLES = int(os.environ.get("WARDIARY_FUZZ", "60"))
ODD = [
    "", "\x00", "\x1b[2J", "\u202e", "\ud800", "𝟙", "٣", "1_0", " 7 ", "1e999", "-1", "99999999999999999999", "NaN",
    "null", "true", "1.0", '"', "'", "\\", "=", ":", ",", ";", "#", "!", '!"', "~", "none", "off", "jp:", "us:", "[",
    "]", "{", "}", "[[", "…", "\t", "\r", "\u2028", "Green", "INF1", "fire", "units.", ".steps", "charts", "result",
    "result.winner=x",
]  # fmt: skip
WEIRD = st.sampled_from(ODD)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ANYTHING = st.binary(max_size=80) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass"))


@st.composite
def damaged(draw: st.DrawFn, reader: str) -> bytes:
    """Real material with a few changes: pieces dropped, doubled, swapped, replaced by others or by something weird."""
    text = draw(st.sampled_from(material(reader))).decode()
    for _ in range(draw(st.integers(1, 4))):
        how = draw(st.integers(0, 5))
        unit = draw(st.sampled_from(["\n", " ", ""]))
        if how == 5 and reader == "export":
            text = another_value(draw, text)
            continue
        parts = re.split("(" + re.escape(unit) + ")", text) if unit else list(text)
        if len(parts) < 2:
            continue
        at = draw(st.integers(0, len(parts) - 1))
        if how == 0:
            del parts[at]
        elif how == 1:
            parts.insert(at, parts[at])
        elif how == 2:
            other = draw(st.integers(0, len(parts) - 1))
            parts[at], parts[other] = parts[other], parts[at]
        elif how == 3:
            parts[at] = draw(WEIRD)
        elif how == 4:
            parts.insert(at, draw(WEIRD))
        else:
            parts = parts[:at]
        text = "".join(parts)
    return text.encode("utf-8", "surrogatepass")


def another_value(draw: st.DrawFn, text: str) -> str:
    """One value somewhere in one line of JSON, replaced."""
    lines = text.split("\n")
    at = draw(st.integers(0, len(lines) - 1))
    try:
        value = json.loads(lines[at])
    except ValueError:
        return text
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        for key, inner in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
            places.append((node, key))
            walk(inner)

    walk(value)
    if places:
        node, key = draw(st.sampled_from(places))
        node[key] = draw(JSON)
    lines[at] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return "\n".join(lines)


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_reads_or_says_why_not(reader: str) -> None:
    """Given anything at all, then a reader raises Trouble with one clear line, or what it read holds together."""

    @settings(
        max_examples=EXAMPLES * {"line": 8, "tarawa line": 4}.get(reader, 1),
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )
    @given(st.one_of(damaged(reader), damaged(reader), ANYTHING))
    def reads(data: bytes) -> None:
        try:
            READERS[reader](data)
        except Trouble as error:
            assert str(error).strip()
            assert len(str(error)) < 70_000

    reads()


@pytest.mark.parametrize("reader", READERS)
def test_the_material_itself_is_read(reader: str) -> None:
    """Else the fuzzers would only ever see refusals."""
    for data in material(reader):
        READERS[reader](data)
