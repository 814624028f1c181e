"""A report in its writer's hand: a title, some turns, without tables; what is left out is said."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from domain.kernel.errors import BadInput
from projections.report.build import build
from projections.report.editing import LEFT_OUT, edited
from projections.report.model import Report
from projections.report.page import page
from projections.report.post import post
from tests import shipped
from tests.cli.conftest import Run

HOSTILE = '"><script>alert(1)</script> [x](javascript:1) *b*'


@cache
def whole() -> Report:
    return build(shipped.played("iwo", "guns-and-tanks").seen_by("umpire"), name="guns", drawn=False)


def test_a_brief_report_has_no_link_into_a_record_it_lacks() -> None:
    """Given a brief report, its story is whole, nothing leads to an entry, and what it lacks is said."""
    brief = edited(whole(), brief=True)
    assert [one.title for one in brief.chapters] == [one.title for one in whole().chapters]
    for text in (page(brief), post(brief)[0]):
        assert 'href="#e' not in text
        assert "](#e" not in text
        assert LEFT_OUT in text


def test_a_title_is_words_everywhere() -> None:
    """Given a hostile title, a page shows it as words, in its head too, and Markdown as it stands."""
    made = edited(whole(), title=HOSTILE)
    assert "<script" not in page(made)
    assert "\\[x\\]\\(javascript:1) \\*b\\*" in post(made)[0]
    assert "<script" not in post(made)[0]


def test_the_story_of_some_turns() -> None:
    """Given turns, when they are those of the story, then it tells them alone and says so; else what is allowed."""
    middle = edited(whole(), turns="2")
    assert middle.left_out[0].startswith("the story before ")
    made = edited(whole(), turns="1")
    assert len(made.chapters) == 1 < len(whole().chapters)
    assert made.left_out
    assert made.tables == whole().tables
    for wrong in ("0", "3-1", "1-999", "x", "1-", "-1"):
        with pytest.raises(BadInput, match="the story has turns"):
            edited(whole(), turns=wrong)


def test_a_bad_title_writes_nothing(evening: Run, tmp_path: Path) -> None:
    """Given a title that cannot be shown, one line says so and no file is there."""
    place = tmp_path / "x.html"
    said = evening("report", "evening", "--title", "a\x1bb", "-o", str(place), code=2)
    assert "--title" in said.stderr
    assert not place.exists()
