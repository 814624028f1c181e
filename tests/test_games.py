"""Every registered game fills every place of its own: what CONTRIBUTING.md says of a new game, step by step."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from domain.games import SYSTEMS, load
from domain.kernel import facts as kernel_facts
from domain.kernel.facts import shown_fields
from domain.kernel.packs import examine
from domain.wargame import war_facts
from domain.wargame.pieces import WarState
from projections.shown import shown
from replays import library
from tests.shipped import played

ROOT = Path(__file__).parents[1]
SHARED = (kernel_facts.__name__, war_facts.__name__)
CODES = tuple(SYSTEMS)


@pytest.mark.parametrize("code", CODES)
def test_it_lives_in_two_folders_and_one_line(code: str) -> None:
    system = SYSTEMS[code]
    assert system.title == load(code).title, (
        "`SYSTEMS` in domain/games.py and RULES call it by two titles: make them one"
    )
    assert load(code).code == code, "RULES has another code than `SYSTEMS` in domain/games.py"
    assert (ROOT / system.rules.replace(".", "/") / "__init__.py").exists(), (
        f"write domain/{code}/__init__.py, with RULES"
    )
    assert system.rules == f"domain.{code}", "its rules lie in the folder of its code"
    assert system.shown in ("", f"projections.{code}"), (
        "what is shown of it lies in projections, in the folder of its code"
    )


@pytest.mark.parametrize("code", CODES)
def test_its_facts_have_topics_of_its_own_and_a_sentence_or_a_reason_to_have_none(code: str) -> None:
    own = [fact for fact in load(code).play.topics.values() if fact.__module__ not in SHARED]
    assert own, f"facts of its own are missing: write domain/{code}/facts.py, and name them in `topics=topics(…)`"
    for fact in own:
        assert fact.TOPIC.startswith(f"{code}."), f"{fact.__name__}: its topic begins with `{code}.`"
        assert fact.__doc__ or "sentence" in vars(fact), f"{fact.__name__} says neither what it is nor what happened"
        assert not {"kind", "code", "cause"} & shown_fields(fact), f"{fact.__name__}: what decides is no words"


@pytest.mark.parametrize("code", CODES)
def test_what_its_facts_set_are_fields(code: str) -> None:
    """Given facts that say what they set, when the fields are looked for in the game, its units and its places, then
    they are there."""
    rules = load(code)
    if not isinstance(rules.initial, WarState):
        return
    game = type(rules.initial)
    units, places = (get_args(game.model_fields[field].annotation)[1] for field in ("units", game.PLACES))
    for kind, where in (
        (war_facts.StateBecomes, game),
        (war_facts.UnitsBecome, units),
        (war_facts.PlacesBecome, places),
    ):
        for fact in rules.play.topics.values():
            if issubclass(fact, kind):
                strange = {*fact.BECOME, *fact.SAYS} - set(where.model_fields)
                assert not strange, f"{fact.__name__} sets {strange}, which {where.__name__} does not have"
                assert set(fact.SAYS) <= set(fact.model_fields), (
                    f"{fact.__name__}: what `SAYS` names is a field of the fact"
                )


@pytest.mark.parametrize("code", CODES)
def test_its_state_knows_its_readings(code: str) -> None:
    rules = load(code)
    assert type(rules.initial).READINGS is rules.readings, (
        f"write READINGS: ClassVar[Mapping[str, Reading]] = READINGS in the state of {code}"
    )


@pytest.mark.parametrize("code", CODES)
def test_the_modules_its_table_of_rules_names_are_there(code: str) -> None:
    folder = ROOT / "domain" / code
    text = (folder / "__init__.py").read_text(encoding="utf-8").split('"""')[1]
    named = re.findall(r"`([a-z_]+)`", text)
    assert named, "its docstring says which section of the rulebook is in which `module`"
    missing = [name for name in named if not ((folder / f"{name}.py").exists() or (folder / name).is_dir())]
    assert not missing, f"the docstring of domain/{code}/__init__.py names {missing}, and there are none"


@pytest.mark.parametrize("code", CODES)
def test_its_sequence_has_titles_rules_and_a_next(code: str) -> None:
    rules = load(code)
    assert rules.play.sequence.root.rule, "whose rule is `next`?"
    assert "next" in rules.play.verbs, "`sequence=SequenceOfPlay(…)` brings `next`: give RULES one"
    for phase in rules.play.sequence.phases:
        assert phase.rule.startswith(rules.citation), f"phase {phase.id}: its rule begins with {rules.citation}"
        assert phase.title or phase.title_of, f'phase {phase.id} has no title: a noun that reads after "the"'
    known = set(rules.play.sequence.ids)
    for verb in rules.play.verbs.values():
        assert set(verb.phases) <= known, f"{verb.name} is said in what is no phase: {set(verb.phases) - known}"
        assert verb.rule.startswith(rules.citation), f"{verb.name}: its rule begins with {rules.citation}"
        assert verb.summary, f"{verb.name}: the docstring of its procedure says what it does"


@pytest.mark.parametrize("code", CODES)
def test_it_says_what_only_the_printed_game_knows_and_brings_a_pack_that_says_it_is_invented(code: str) -> None:
    rules = load(code)
    assert rules.printed.charts, "charts are missing: `printed=Printed(charts=…)`"
    assert rules.printed.packs, f'a pack to try it is missing: domain/{code}/packs/sample.toml, and `packs=("sample",)`'
    for chart, schema in rules.printed.charts.items():
        assert chart == schema.CHART, f"`charts` calls {schema.__name__} {chart}, and the class says {schema.CHART}"
    packs = [examine(library.pack_text(code, name), rules, name).pack for name in rules.printed.packs]
    assert any(pack.invented for pack in packs), "one of its packs says `invented = true`"


SAYS_OF_PACKS = ("roster", "checking", "checking_counters")
"""Modules that read a chart's fields to look a pack over, whatever the rules do with them."""


@pytest.mark.parametrize("code", CODES)
def test_what_a_table_reads_out_for_it_decides_or_is_shown(code: str) -> None:
    """Given the fields of its charts, when rules, tables and maps are looked through, then each is read there by its
    name."""
    folders = (ROOT / "domain" / code, ROOT / "projections" / code, ROOT / "domain" / "wargame")
    modules = [path for folder in folders for path in folder.rglob("*.py")]
    trees = [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in modules
        if path.stem not in SAYS_OF_PACKS and "facts" not in path.parts
    ]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    read = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    read |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    unread = [
        f"{chart}.{field}"
        for chart, row in load(code).printed.charts.items()
        for field in row.model_fields
        if field not in read
    ]
    assert not unread, f"{unread}: no rule, table or map reads them; then nobody need be asked for them"


@pytest.mark.parametrize("code", CODES)
def test_its_units_stand_by_the_fields_that_it_says(code: str) -> None:
    """Given the units of its shortest played game with any, then with any other value of another field each stands
    where it did: `STANDS_BY`."""
    shortest = sorted(library.played_games(code), key=lambda name: len(library.played_game(code, name)))
    units = next(found for name in shortest if (found := [*played(code, name).state.units.values()]))
    kind = type(units[0])
    for field in kind.model_fields.keys() - {kind.AT, kind.BOX, *kind.STANDS_BY}:
        values = {getattr(unit, field) for unit in units}
        values |= {True, False} if values <= {True, False} else {0, 7} if values <= {*range(100)} else set()
        for unit in units:
            assert {unit.but(**{field: value}).stand for value in values} == {unit.stand}, field


@pytest.mark.parametrize("code", CODES)
def test_it_has_lines_for_its_page_a_page_cases_and_a_played_game(code: str) -> None:
    assert shown(code).examples, f"write projections/{code}/examples.py, with the keys of projections/iwo/examples.py"
    assert (ROOT / "docs" / f"reference-{code}.md").exists(), "`make reference` writes its page"
    assert list((ROOT / "tests" / "cases" / code).glob("*.toml")), (
        f"write the rulebook's examples as tests/cases/{code}/*.toml"
    )
    assert library.played_games(code), f"play a game and put it into replays/{code}: `wardiary export GAME -o`"


def test_what_the_design_names_is_there() -> None:
    """Every file that docs/design.md names exists, and what it calls by name stands in a file of the same sentence."""
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    files = re.findall(r"`((?:domain|projections|replays|recording|auditing|cli|tests)/[\w/.]+)`", text)
    assert [file for file in files if not (ROOT / file).exists()] == []
    for name, file in re.findall(r"`(?:\w+\.)?(\w+)` \(`([\w/]+\.py)`\)", text):
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"(def|class) {name}\b|^{name}\b", source, re.MULTILINE), (name, file)


def test_what_contributing_names_is_there() -> None:
    """The map of the project is read by who is new to it: every module it names exists."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"[\w/]+\.py", text.partition("## How a rule is written")[0]))
    tops = ("domain", "projections", "replays", "recording", "auditing", "web", "cli", "tests")
    every = {path.name for top in tops for path in (ROOT / top).rglob("*.py")}
    assert {Path(name).name for name in named} - every == set()
