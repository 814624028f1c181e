"""Where both look on, whether a line holds tells nothing that one side alone knows: two games that differ in just that
are told the same."""

from __future__ import annotations

import pytest

from domain.kernel.entries import seen
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.facts import Noted
from recording.recorder import Recorder
from tests.projections.test_views import SETUP
from tests.recording.in_memory import InMemory, recorder, words

HIDDEN_AGAIN = (SETUP, "jp: reveal TK2", 'adjust TK2 status=concealed "it hid, IWO 17.2(4)"')
DIED = ('adjust TK2 area=milops-eliminated steps=0 "unseen, IWO 9.3.3(5)"',)


def told(at: Recorder, line: str) -> str:
    try:
        return words(at.hear(line))
    except Trouble as refused:
        return f"✗ {refused}"


def test_whether_a_hidden_unit_still_lives_is_not_told_by_a_refusal() -> None:
    """IWO 3, 9.3.3(5): given a tank that hid in the open, and died or did not, revealed before all, they are told the
    same; unseen it is."""
    worlds = [recorder(*HIDDEN_AGAIN, *died, hidden="recorded").game for died in ((), DIED)]
    for line in ("jp: reveal TK2", "reveal TK2", "reveal tk2", 'jp: reveal TK2 !"so it was played"'):
        said = [told(Recorder(game, InMemory(), ""), line) for game in worlds]
        assert said[0] == said[1]
        assert "✗" in said[0]
    assert "`jp:` alone" in told(Recorder(worlds[0], InMemory(), ""), "jp: reveal TK2")
    alive, dead = (Recorder(game, InMemory(), "") for game in worlds)
    with pytest.raises(BadInput):
        dead.say_unseen("jp", "reveal TK2")
    assert "TK2" in words(alive.say_unseen("jp", "reveal TK2"))


def test_a_secret_note_is_not_typed_where_it_stands_to_be_read() -> None:
    at = recorder(SETUP, hidden="recorded")
    with pytest.raises(BadInput, match="`jp:` alone, then Enter") as refused:
        at.hear('jp: note secret "TK1 is bait"')
    assert "bait" not in str(refused.value)
    at.say_unseen("jp", 'note secret "TK1 is bait"')
    noted = at.game.entries[-1].fact
    assert isinstance(noted, Noted)
    assert (noted.text, noted.secret) == ("TK1 is bait", "jp")


def test_what_is_set_by_hand_to_what_it_is_of_a_hidden_unit_is_not_told() -> None:
    """IWO 3: given a concealed unit, when its side sets its place and that it is concealed, then the other is told of
    neither."""
    at = recorder(SETUP, audience="jp", hidden="recorded")
    before = at.game.version
    at.say('adjust INF5 area=Coral status=concealed "misread"')
    told = [entry.fact for entry in seen(at.game.entries, "us") if entry.version > before]
    assert "INF5" not in " ".join(fact.model_dump_json() for fact in told)
    assert at.game.state.units["INF5"].area == "Coral"
    at.say('adjust INF5 status=concealed "as it is"')
    assert "INF5" not in " ".join(
        entry.fact.model_dump_json() for entry in seen(at.game.entries, "us") if entry.version > before
    )
