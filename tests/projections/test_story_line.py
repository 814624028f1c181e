"""What followed a line is told in a sentence, with each rule once, and what was answered in words."""

from __future__ import annotations

from domain.iph.facts import OddsComputed
from domain.kernel.entries import Entry
from domain.kernel.facts import Decided, Modifier
from domain.kernel.telling import told
from projections.story import cited, story


def test_a_rule_that_the_sentence_ends_with_is_not_cited_after_it_again() -> None:
    """IPH 10.2: given odds whose last term cites the rule they rest on themselves, then it stands there once."""
    term = Modifier(code="strength", amount=2, why="strength in 1928", rule="IPH 10.2")
    odds = OddsComputed(rule="IPH 10.2", target="1928", attack=(term,), defence=(term,), start="1:1", odds="1:1")
    assert story([Entry(1, 1, odds)]).endswith("in 1928 [IPH 10.2]")
    assert not story([Entry(1, 1, odds)]).endswith("[IPH 10.2] [IPH 10.2]")
    assert cited("it is so", "IPH 10.2", "") == "it is so [IPH 10.2]"
    assert cited("it is so [IPH 10.2]", "IPH 10.1", "IPH 10.2") == "it is so [IPH 10.2] [IPH 10.1]"


def test_nothing_that_was_answered_is_told_as_none() -> None:
    """Given an answer of no names, as a record gives it back, then it is told as none."""
    assert [told(Decided(name="ships", side="jp", value=value)) for value in ([], (), "", ["Hiei"])] == [
        "jp decides ships: none", "jp decides ships: none", "jp decides ships: none", "jp decides ships: Hiei",
    ]  # fmt: skip
