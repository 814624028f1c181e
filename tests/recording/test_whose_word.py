"""Whose word it is: a side before a line is compared with the verb's, the phase's or the question's before anything
else is looked at."""

from __future__ import annotations

import pytest

from auditing.audit import AGREES, IRREGULAR, audit
from auditing.copies import said_by
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.facts import Decided, Declared, Irregular
from replays.notation import Writer, appends
from tests.projections.test_views import SETUP
from tests.replays.test_notation import begin, say

AT_THE_ROW = (
    SETUP, 'adjust phase=us_assault "as it lies"', 'adjust 4D-R23 area=Green "as it lies"',
    'adjust INF1,MAR1 area=Green status=revealed "as it lies"',
    "assaults Green:4D-R23", "assault Green 6666",
)  # fmt: skip
"""Up to the question in which row the Japanese units stand: the attacker's to answer (IWO 12.2.3)."""


@pytest.mark.parametrize(
    ("before", "line", "rule"),
    [
        (AT_THE_ROW, "jp: row INF1,MAR1", "IWO 12.2.3(1)"),
        (AT_THE_ROW, "  jp: row INF1,MAR1", "IWO 12.2.3(1)"),
        (AT_THE_ROW, "jp: row NOBODY", "IWO 12.2.3(1)"),
        (AT_THE_ROW, "jp: land 4D-R24 Green", "IWO 12.2.3(1)"),
        ((SETUP, 'adjust phase=us_bombard "as it lies"'), "jp: bombards Green:NAV1", "IWO 5.2.3"),
        ((SETUP, 'adjust phase=us_bombard "as it lies"'), "jp: bombards Nowhere:NAV1", "IWO 5.2.3"),
        ((SETUP, 'adjust phase=us_move "as it lies"'), "us: hide INF1", "IWO 17.2(4)"),
        ((SETUP, 'adjust phase=us_move "as it lies"'), "us: reveal INF2", "IWO 3"),
        ((SETUP, 'adjust phase=us_move "as it lies"'), "us: creep INF2 Amber", "IWO 17.2(2)"),
        (
            (SETUP, 'adjust phase=us_move "as it lies"', 'adjust 4D-R23 area=Green "as it lies"'),
            "jp: move 4D-R23 Amber",
            "IWO 5.2.4",
        ),
        ((SETUP, 'adjust phase=us_move "as it lies"'), "jp: land 4D-R23 Green", "IWO 17.1(2)"),
        ((SETUP, 'adjust phase=us_move "as it lies"', "land 4D-R23 Green"), "us: fire none", "IWO 11"),
        ((SETUP, 'adjust phase=us_move "as it lies"'), "jp: next", "IWO 5.2.4"),
    ],
)
def test_one_sides_word_in_the_others_place_is_refused_with_the_rule(
    before: tuple[str, ...], line: str, rule: str
) -> None:
    game = begin(*before)
    version = game.version
    with pytest.raises(RuleBroken) as refused:
        say(game, line)
    assert refused.value.rule == rule
    assert "side" in str(refused.value) or "not jp's" in str(refused.value)
    assert game.version == version


def test_insisted_on_an_answer_of_the_other_side_is_an_irregularity_and_it_is_done() -> None:
    """Given the US are asked for the row, when the Japanese side names it all the same, then that holds, and the record
    says who said it."""
    game = begin(*AT_THE_ROW)
    say(game, '  jp: row MAR1,INF1 !"Bob laid them out"')
    decided = next(e.fact for e in reversed(game.entries) if isinstance(e.fact, Decided) and e.fact.name == "row")
    assert (decided.side, decided.said_by, decided.value) == ("us", "jp", ["MAR1", "INF1"])
    irregular = next(e.fact for e in game.entries if isinstance(e.fact, Irregular))
    assert irregular.rule == "IWO 12.2.3(1)"
    assert "row is for the US side to answer, not for the Japanese side (Bob laid them out)" in irregular.remark()
    assert game.waits is not None
    assert game.waits.name == "retreat"


def test_insisted_on_a_declaration_of_the_other_side_is_an_irregularity_and_it_is_done() -> None:
    game = begin(SETUP, 'adjust phase=us_move "as it lies"')
    say(game, 'us: reveal INF2 !"Ann turned it over"')
    assert game.state.units["INF2"].status == "revealed"
    assert next(e.fact for e in game.entries if isinstance(e.fact, Irregular)).rule == "IWO 3"


def test_an_answer_in_the_others_place_counts_as_the_word_of_who_gave_it() -> None:
    """Given an answer that the Japanese gave for the US, when a copy says whose words it brings, then that is a word of
    theirs."""
    game = begin(*AT_THE_ROW)
    before = game.version
    say(game, '  jp: row MAR1,INF1 !"Bob laid them out"')
    assert said_by([entry for entry in game.entries if entry.version > before]) == {"jp": 1}


def test_what_was_said_in_the_others_place_is_written_audited_and_played_again() -> None:
    game = begin(*AT_THE_ROW)
    say(game, '  jp: row MAR1,INF1 !"Bob laid them out"')
    writer = Writer(begin())
    lines = [writer.write(append) for append in list(appends(game.entries))[1:]]
    assert '  jp: row MAR1,INF1 !"Bob laid them out"' in lines
    assert [e.fact for e in begin(*lines).entries] == [e.fact for e in game.entries]
    verdicts = {
        finding.said.split()[1]: finding.verdict for finding in audit(game) if finding.said.startswith(("us:", "jp:"))
    }
    assert verdicts["assault"] == IRREGULAR
    assert verdicts["assaults"] == AGREES


def test_further_answers_on_a_line_belong_to_whoever_is_asked() -> None:
    game = begin(SETUP, 'adjust phase=us_move "as it lies"', "us: land 4D-R23 Green fire=none")
    assert next(e.fact for e in game.entries if isinstance(e.fact, Decided) and e.fact.name == "fire").side == "jp"
    assert not any(isinstance(e.fact, Irregular) for e in game.entries)


def test_a_line_without_a_side_is_what_it_was() -> None:
    game = begin(SETUP, 'adjust phase=us_move "as it lies"', "reveal INF2")
    assert next(e.fact for e in reversed(game.entries) if isinstance(e.fact, Declared)).side == "jp"


@pytest.mark.parametrize("speaker", ["", "us: ", "jp: "])
def test_a_secret_is_sealed_for_the_side_whose_it_is_whoever_typed_it(speaker: str) -> None:
    """IWO 17.2(2): given a concealed unit, when its creeping is declared, by either side, then what is declared is
    Japanese secret."""
    game = begin(
        SETUP, 'adjust phase=jp_move "as it lies"', "allowance 6", f'{speaker}creep INF1 Saddle !"as it was played"'
    )
    declared = next(e.fact for e in game.entries if isinstance(e.fact, Declared) and e.fact.verb == "creep")
    assert declared.secret == "jp"
    secrets = [e.fact for e in game.entries if isinstance(e.fact, Irregular)]
    assert {fact.secret for fact in secrets} <= {"jp"}


def test_a_side_concedes_for_itself() -> None:
    game = begin(SETUP)
    with pytest.raises(BadInput, match="jp concedes for itself"):
        say(game, "us: concede jp")
    say(game, 'us: note "anybody may note"')
