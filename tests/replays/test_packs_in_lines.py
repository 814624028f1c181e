"""Packs as one would dictate them: what lines say, that they come back as they went, and what is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput
from domain.kernel.packs import pack_of
from domain.kernel.rules import Rules
from replays import library
from replays.dictated import is_dictated, read_dictated, write_dictated
from replays.dictated.lexicon import Lexicon

IPH, IWO, REEF, BETIO, DDAT = (load(code) for code in ("iph", "iwo", "reef", "betio", "ddat"))
MOST = {"iph": 12_650, "iwo": 6_437, "reef": 26_713, "betio": 36_367, "ddat": 57_524, "free": 600}
"""A third of what TOML takes, for Pearl Harbor; what it takes, for the others."""


def read(text: str, rules: Rules[Any] = IPH) -> dict[str, Any]:
    return read_dictated(f"pack {rules.code} mine\n{text}", rules, "mine.txt").data


def refused(text: str, rules: Rules[Any] = IPH) -> str:
    with pytest.raises(BadInput) as error:
        read(text, rules)
    assert "\n" not in str(error.value)
    return str(error.value)


# ---- what lines say ----


def test_runs_lists_and_words_before_and_behind() -> None:
    """IPH 9.8: given ground in lists and runs, then each hex has it, whatever stands first."""
    rows = read(
        'hexes\n1601..1604 sea\nrough 1822, 1923..1925 # a remark\n1631 "Haleiwa" city landing=1\ncoastal 1631'
    )["hexes"]
    assert [row for row, says in rows.items() if says == {"terrain": "sea"}] == ["1601", "1602", "1603", "1604"]
    assert [row for row, says in rows.items() if says == {"terrain": "rough"}] == ["1822", "1923", "1924", "1925"]
    assert rows["1631"] == {"terrain": "city", "name": "Haleiwa", "landing": 1, "coastal": True}


@pytest.mark.parametrize(
    ("code", "run", "hexes"),
    [
        ("iph", "1601..1604", "1601 1602 1603 1604"),
        ("iph", "1601..1901", "1601 1701 1801 1901"),
        ("betio", "2737..3037", "2737 2837 2937 3037"),
        ("reef", "Z12..Z15", "Z12 Z13 Z14 Z15"),
        ("reef", "Y12..BB12", "Y12 Z12 AA12 BB12"),
    ],
)
def test_runs_go_along_rows_and_columns(code: str, run: str, hexes: str) -> None:
    """BRT 15.2, IPH 2.2: given a run in which either number counts on, or the letter, then each hex of it has the
    ground."""
    rows = read(f"hexes\n{run} terrain={'beach' if code != 'iph' else 'sea'}", load(code))["hexes"]
    assert sorted(rows) == sorted(hexes.split())


def test_a_region_by_its_edge() -> None:
    """Given a closed chain, then the hexes on it and within it are meant, among others too; runs may stand in it."""
    rows = read("hexes\nrough 1822, around 2019..2021-2122-2222..2219-2119-2019, 1923")["hexes"]
    assert list(rows) == [
        *("1822", "1923", "2019", "2020", "2021"),
        *("2119", "2120", "2121", "2122", "2219", "2220", "2221", "2222"),
    ]
    text = "hexes\narea Cove around 2737-2738-2838-2837-2737\narea Point 2741,2840"
    rows = read(f"grid\nrows even\n{text}", BETIO)["hexes"]
    assert [rows[hex]["area"] for hex in rows] == ["Cove", "Cove", "Point", "Cove", "Cove", "Point"]
    assert read("airfields\nmap around 1601-1602-1701-1601", IPH)["airfields"]["map"]["hexes"] == [
        "1601",
        "1602",
        "1701",
    ]


@pytest.mark.parametrize("code", ["iph", "betio", "reef"])
def test_random_regions_are_what_their_edge_encloses(code: str) -> None:
    """Given the hexes around a hex up to some distance, when their outermost ring is said as an edge, then it is they,
    and they are the same in runs."""
    rules = load(code)
    boards = rules.printed.boards
    board = boards({})[0] if boards else None
    assert board
    for seed in range(12):
        random = Random(f"{code} {seed}")
        centre, far = f"{random.randrange(20, 30)}{random.randrange(20, 30)}", random.randrange(1, 6)
        grid = board.grid
        ring = [name for name in grid.within(centre, far) if grid.distance(centre, name) == far]
        edge = [ring.pop(0)]
        while ring:
            edge.append(next(name for name in ring if grid.adjacent(name, edge[-1])))
            ring.remove(edge[-1])
        chain = "-".join(board.printed_as(name) for name in (*edge, edge[0]))
        shape = board.around(tuple(chain.split("-")))
        assert {*shape} == {board.printed_as(name) for name in grid.within(centre, far)}
        word = "beach" if code != "iph" else "sea"
        rows = read(f"hexes\n{word} around {chain}", rules)["hexes"]
        assert {*rows} == {*shape}
        text = write_dictated({"system": code, "hexes": rows}, rules)
        assert read_dictated(text, rules, "again.txt").data["hexes"] == rows


def test_a_row_of_the_map_in_letters_as_it_lies_on_the_board() -> None:
    """Given a row from left to right, where numbers grow to the left, then each letter is its hex's; . says nothing."""
    rows = read("hexes\n1610..1601: 3sc2r m.ci")["hexes"]
    assert [rows[f"16{n:02}"]["terrain"] for n in (10, 7, 6, 4, 1)] == [
        "sea",
        "clear",
        "rough",
        "mountain",
        "military-installation",
    ]
    assert "1603" not in rows


def test_a_road_is_a_chain_and_a_stream_lies_between() -> None:
    """IPH 9.10: given a chain through hexes, then each end lists the other; so it is across hexsides."""
    rows = read("hexes\nroad 1530-1630..1632\nwater 3019/3020/3021\nstream 2724/2725+2824")["hexes"]
    assert rows["1530"] == {"roads": ["1630"]}
    assert rows["1631"] == {"roads": ["1630", "1632"]}
    assert rows["3020"] == {"water": ["3019", "3021"]}
    assert rows["2724"] == {"sides": ["stream/2725", "stream/2824"]}
    assert rows["2725"] == {"sides": ["stream/2724"]}


def test_counters_in_runs_with_their_figures() -> None:
    """IPH 2.9: given counters in runs, then figures go to the fields in the order in which they are printed."""
    rows = read("units\n24-1..12 us 24 2-2\nSNLF-1..24 jp SNLF 3-3/2-2\nUSMC-1 us USMC attack 3 defence=4")["units"]
    assert rows["24-12"] == {"side": "us", "command": "24", "attack": 2, "defence": 2}
    assert rows["SNLF-24"]["reduced_defence"] == 2
    assert rows["USMC-1"]["defence"] == 4
    assert read("units\nMG1..3 jp machine 4-1-2", IWO)["units"]["MG3"] == {
        "side": "jp",
        "type": "machine-gun",
        "assault": 4,
        "mp": 1,
        "steps": 2,
    }


def test_tables_as_they_are_printed() -> None:
    """IPH 10.9: given columns and lines, then each cell is a row of its chart; what repeats is counted."""
    rows = read("crt\ntable 1..6\n2:1: 0-2 0-2 1-2 3*1-1")["crt"]
    assert rows["2:1/3"] == {"attacker": 1, "defender": 2}
    assert len(rows) == 6
    rows = read("crt\ntable 1:2/ 1:1/\n1: 1-2 1-1")["crt"]
    assert list(rows) == ["1:2/1", "1:1/1"]
    assert read("night\n1..6: 2*none 2*for 2*against")["night"]["6"] == {"result": "against"}
    chart = read("attack-chart\nmet|unmet/twice/alone defeated", DDAT)["attack-chart"]
    assert chart == {"met/twice/alone": {"unit": "defeated"}, "unmet/twice/alone": {"unit": "defeated"}}


def test_every_system_has_its_own_words_and_no_other() -> None:
    """Given words of one game, then another refuses them."""
    assert read("hexes\nO12..S12: 2h b 2o\nseawall P12/Q12", REEF)["hexes"]["Q12"]["seawalls"] == ["P12"]
    assert read("hexes\narea Cove 2737..2739\nreef,pier 1431", BETIO)["hexes"]["1431"] == {"terrain": ["reef", "pier"]}
    assert read("map\nland 1112..1114\nseawall 1018/1119+1118", DDAT)["map"]["seawall"] == {
        "sides": ["1018/1119", "1018/1118"]
    }
    assert "there is no word 'palm-grove' of the hexes chart" in refused("hexes\npalm-grove 2623")
    assert "there is no field 'tem' of the hexes chart" in refused("hexes\ntem=1 2623")


@pytest.mark.parametrize(
    ("code", "text", "place", "says"),
    [
        ("iph", "units\ntext\n24-1..37 2-2", "units/24-37", {"side": "us", "command": "24", "attack": 2, "defence": 2}),
        (
            "iph",
            "units\ntext\nSNLF-1 SNLF",
            "units/SNLF-1",
            {"side": "jp", "command": "SNLF", "attack": 3, "defence": 3},
        ),
        ("iph", "units\ntext\n24-1 attack=3", "units/USMC-4", {"side": "us", "command": "USMC"}),
        ("iph", "hexes\ntext\nhonolulu 3414", "hexes/3414", {"terrain": "city", "honolulu": True}),
        ("iph", "hexes\ntext\nrough 1740", "hexes/1740", {"terrain": "rough"}),
        ("iph", "turns\ntext", "turns/5", {"date": 8, "part": "morning"}),
        ("iwo", "units\ntext\nR1 us marines", "units/R1", {"side": "us", "type": "marines", "steps": 4}),
        ("iwo", "units\ntext\nT1 us tank steps=4", "units/T1", {"side": "us", "type": "tank", "steps": 4, "armor": 2}),
        ("iwo", "units\ntext\nI1 jp infantry", "units/I1", {"side": "jp", "type": "infantry"}),
        ("betio", "hexes\ntext\nstrongpoint 4430", "hexes/4430", {"terrain": ["strongpoint"], "strongpoints": 2}),
        ("betio", "hexes\ntext\nstrongpoint 2730", "hexes/2730", {"terrain": ["strongpoint"], "strongpoints": 1}),
        (
            "betio",
            "units\ntext\nX infantry battalion=1/2",
            "units/X",
            {"kind": "infantry", "battalion": "1/2", "regiment": "2"},
        ),
        ("reef", "hexes\ntext\nbeach A3", "hexes/Z33", {"terrain": "pier"}),
    ],
)
def test_what_the_text_determines_need_not_be_said(code: str, text: str, place: str, says: Any) -> None:
    """IPH 2.4, 2.12, 9.14, IWO 3, 22.4.3, BB 1.2.2, 8.4.1: given a chart by the text, then rows have what it
    determines, and what is said stands; at the top of the pack the word goes for all charts."""
    chart, _, row = place.partition("/")
    assert read(text, load(code))[chart][row] == says
    head, _, rest = text.replace("\ntext", "").partition("\n")
    assert read(f"text all\n{head}\n{rest}", load(code)).get(chart) == read(text, load(code)).get(chart)


def test_without_the_word_nothing_is_filled_in() -> None:
    """Given rows that the text knows, without `text`, then they are as said."""
    assert read("units\n24-1..2 2-2\nSNLF-1 SNLF")["units"]["24-2"] == {"attack": 2, "defence": 2}


def test_the_example_of_the_page_is_read() -> None:
    """Given the lines that docs/pack.md shows, then they are a pack, whose rows are what the page says of them."""
    page = (Path(__file__).parents[2] / "docs/pack.md").read_text()
    example = page[page.index("    pack iph mine ") :].partition("\n\n| what |")[0]
    charts = read_dictated("\n".join(line[4:] for line in example.split("\n")), IPH, "pack.md").data
    assert charts["hexes"]["2121"]["terrain"] == "clear"
    assert charts["units"]["SNLF-24"] == {
        "side": "jp",
        "command": "SNLF",
        "attack": 3,
        "defence": 3,
        "reduced_attack": 2,
        "reduced_defence": 2,
    }
    assert charts["units"]["24-12"] == {"side": "us", "command": "24", "attack": 2, "defence": 2}


def test_neighbours_are_said_once() -> None:
    """IWO 10.1: given areas that touch, then both list each other, in the order in which it was said."""
    rows = read('areas\nGreen 0\nnext Green/Crater+Amber,Amber/"East Cove"', IWO)["areas"]
    assert rows["Green"]["adjacent"] == ["Crater", "Amber"]
    assert rows["Amber"]["adjacent"] == ["Green", "East Cove"]


# ---- there and back ----


@pytest.mark.parametrize("code", SYSTEMS)
def test_the_packs_that_come_along_go_there_and_back(code: str) -> None:
    """Given each shipped pack, then it is the same pack after lines, and these are much shorter than its TOML."""
    rules = load(code)
    for name in rules.printed.packs:
        held = library.examined(code, name)
        data = {**library.pack_said(code, name).data}
        text = write_dictated(data, rules)
        assert is_dictated(text)
        again = read_dictated(text, rules, "again.txt").data
        assert pack_of(again, rules, "again.txt") == held.pack
        if name == "sample":
            assert len(text) < MOST[code]


@pytest.mark.parametrize("code", SYSTEMS)
def test_random_packs_go_there_and_back(code: str) -> None:
    """Given packs of random rows, whole or begun, odd names among them, then lines say the same."""
    rules = load(code)
    boards = rules.printed.boards
    for seed in range(8):
        random = Random(f"{code} {seed}")
        charts = {
            chart: some_rows(random, Lexicon(rules, chart, boards({}) if boards else ()))
            for chart in rules.printed.charts
        }
        data: dict[str, Any] = {"system": code, "name": random.choice(["mine", 'an "odd" one', "2: # x"]), **charts}
        again = read_dictated(write_dictated(data, rules), rules, f"seed {seed}").data
        assert again == {key: value for key, value in data.items() if value != {}}


def some_rows(random: Random, lexicon: Lexicon) -> dict[str, dict[str, Any]]:
    """Random rows of a chart, each value a good one of its field."""
    rows: dict[str, dict[str, Any]] = {}
    known = [one.row for one in lexicon.rules.printed.roster if one.chart == lexicon.chart]
    odd = [
        "none",
        "table",
        "-",
        "20 AM",
        "a,b",
        'a "b"',
        "units",
        "x..y",
        "7",
        "c1|2",
        "sea",
        "around",
        "text",
        "a/b/c",
        "é–",
        "us",
    ]
    for _ in range(random.randrange(9)):
        name = (
            some_hex(random, lexicon) if lexicon.of_hexes else random.choice([*known, *odd, f"C{random.randrange(9)}"])
        )
        says = {field: some_value(random, lexicon, field) for field in lexicon.fields if random.random() < 0.6}
        rows[name] = {field: value for field, value in says.items() if good(lexicon, field, value)}
    if lexicon.of_hexes and random.random() < 0.8:
        rows = {**a_country(random, lexicon), **rows}
    return dict(sorted(rows.items())) if lexicon.of_hexes else rows


def a_country(random: Random, lexicon: Lexicon) -> dict[str, dict[str, Any]]:
    """Some rows of the map: ground in stretches, and a region that says the same of each of its hexes."""
    board = lexicon.boards[0]
    ground = [
        {field.name: [word] if field.several else word}
        for field in lexicon.fields.values()
        for word in field.choices
        if word in lexicon.schema.LETTERS.values()
    ]
    names = [board.printed_as(f"{n}{m}") for n in range(20, 24) for m in range(20, 20 + random.randrange(2, 9))]
    rows: dict[str, dict[str, Any]] = {}
    said: dict[str, Any] = {}
    for name in names:
        said = said if random.random() < 0.7 else random.choice([*ground, {}])
        rows[name] = dict(said)
    field = random.choice([name for name, one in lexicon.fields.items() if not one.links])
    value = some_value(random, lexicon, field)
    if good(lexicon, field, value):
        for name in random.sample(names, len(names) // 2):
            rows[name][field] = value
    return rows


def some_hex(random: Random, lexicon: Lexicon) -> str:
    return lexicon.boards[0].printed_as(f"{random.randrange(12, 15):02}{random.randrange(11, 19):02}")


def some_value(random: Random, lexicon: Lexicon, name: str) -> Any:
    field = lexicon.fields[name]
    if field.several:
        return [some_one(random, lexicon, name) for _ in range(random.randrange(4))]
    return some_one(random, lexicon, name)


def some_one(random: Random, lexicon: Lexicon, name: str) -> Any:
    field = lexicon.fields[name]
    if field.of_hexes and field.of_hexes.sides:
        return f"{some_hex(random, lexicon)}/{some_hex(random, lexicon)}"
    if field.of_hexes or (field.links and lexicon.boards):
        return ("" if not field.links or field.links.word else "road/") + some_hex(random, lexicon)
    if field.choices:
        return random.choice(field.choices)
    if field.kind is bool:
        return random.random() < 0.7
    if field.kind is int:
        return random.choice([0, 1, 2, 9, 21, -1])
    return random.choice(["Ewa", "none", "", "two words", 'q"u\\ote', "a=b", "3*x", "8any", "BR", "-", "sea"])


def good(lexicon: Lexicon, field: str, value: Any) -> bool:
    try:
        lexicon.check(field, value)
    except BadInput:
        return False
    return True


# ---- what is refused ----


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hexes\n1640..1601 sea", "mine.txt:3: 1640..1601: the run goes backwards; write 1601..1640"),
        (
            "hexes\n1601..1702 sea",
            "mine.txt:3: 1601..1702: a run stays in its row or column, as 1601..1604 or 1601..1901",
        ),
        ("hexes\n1901..1601 sea", "1901..1601: the run goes backwards; write 1601..1901"),
        (
            "hexes\nsea around 2019..2022-2122",
            "mine.txt:3: around 2019..2022-2122: the edge does not close: it goes from 2019 to 2122; it ends where it",
        ),
        ("hexes\nsea around 2019-2219-2019", "mine.txt:3: 2019-2219-2019: 2219 is not next to 2019, which touches"),
        ("hexes\nsea around 2019", "around 2019: the edge does not close"),
        ("hexes\nsea around", "'around' is no hex: four digits"),
        ("hexes\nsea around 0101..0199-0299..9999-9998..9901-9801..0101", "reaches over more than 4000 hexes"),
        ("hexes\nsea around 0101..0150-0250..4050-4049..4001-3901..0101", "more than 1000 rows"),
        ("hexes\n0001..9999 sea", "a run stays in its row"),
        ("hexes\n1601..16999 sea", "'16999' is no hex: four digits, as in 1226"),
        ("hexes\nroad 1530-1732", "1732 is not next to 1530, which touches 1429, 1430, 1529, 1531, 1629, 1630"),
        ("hexes\nroad 1530-1533", "1629, 1630; a run is 1530..1533"),
        ("hexes\nstream 2724/2726", "2726 is not next to 2724"),
        ("hexes\nroad 1530/1630", "it leads through hexes"),
        ("hexes\nwater 1530-1630", "it lies between two"),
        ("hexes\nstacking=3 1601", "no field 'stacking' of the hexes chart"),
        ("hexes\n1601\tsea", "a tab; blanks part the words of a line"),
        ('hexes\n1601 name="a\u202eb"', "character 13 is a control character"),
        ('hexes\n1601 name="a\x1b[31m"', "character 13 is a control character"),
        ('hexes\n1601 name="open', "a quote is not closed"),
        ("hexes\n1639..1622: sss", "18 rows, 1639 to 1622, and 3 values; each has one"),
        ("hexes\n1639..1622: 900s900s", "more than 1000 rows"),
        ("hexes\n1639..1630: 9sq", "'q' is no letter of the map: s sea, c clear"),
        ("hexes\n1601 clear rough", "rough and clear: terrain is said twice"),
        ("hexes\nc 1601", "'c' may be clear or city or coastal"),
        ("hexes\n1601,", "ends with a comma, and nothing follows"),
        ("hexes\nsea", "no row is named"),
        ("units\n24-12..1 us", "24-12..1: the run goes backwards; write 24-1..12"),
        ("units\n24-1..99999 us", "more than 1000 rows"),
        ("units\n1|2|3|4|5|6|7|8|9|10/1..999 us", "more than 1000 rows"),
        ("units\n24-1 us 1-1-1-1-1", "a figure too many"),
        ("units\n24-1 attack=1000000000000", "a number of more than 9 digits"),
        ("crt\n1:3/1..6: 1-0 1-1", "6 rows, 1:3/1 to 1:3/6, and 2 values"),
        ("swamps\n1601 x", "first come pack, about, owner, edition, invented, complete, text, then a chart"),
        ("hex,terrain\n1601,sea", "mine.txt:2: hex,terrain: first come pack"),
        ("complete hexen", "there is no chart 'hexen'; did you mean hexes?"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line_with_what_is_allowed(text: str, words: str) -> None:
    """Given a slip, then one line names the file, the line and what is allowed."""
    said = refused(text)
    assert said.startswith("mine.txt:")
    assert words in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hexes\n1601 sea\n\n1601..1603 clear", "mine.txt:5: 1601: terrain is clear here, sea in line 3"),
        ('hexes\n1603 "X"\n1603 "Y"', "mine.txt:4: 1603: name is Y here, X in line 3"),
        ("hexes\n1601 roads=1602\nroad 1601-1600\n", "mine.txt:4: 1601: roads has 1600 here, and is 1602 in line 3"),
        ("units\n24-1..5 us\nside=jp 24-3", "mine.txt:4: 24-3: side is jp here, us in line 3"),
    ],
)
def test_two_lines_that_contradict_each_other_are_both_named(text: str, words: str) -> None:
    """Given two lines that say two things of one field, then both are named, in whatever order they stand."""
    assert words in refused(text)


def test_another_games_pack_is_refused() -> None:
    """Given the pack of one game, then another says which it is for."""
    with pytest.raises(BadInput, match="the pack is for system 'iph', this game is 'iwo'"):
        read_dictated("pack iph mine", IWO, "mine.txt")


def test_a_text_without_its_first_line_is_read_in_lines_too(tmp_path: Path) -> None:
    """Given a .txt that does not begin with `pack`, when it is wrong, then that is told as of lines, not of TOML."""
    (tmp_path / "mine.txt").write_text("hexes\n1601..1603 sea\n1604 swamp\n")
    with pytest.raises(BadInput, match=r"mine\.txt:3: there is no word 'swamp' of the hexes chart"):
        library.pack_said("iph", "mine.txt", tmp_path)


# ---- as a speaker says it ----


@pytest.mark.parametrize(
    ("code", "text", "same"),
    [
        ("reef", "hexes\nT24 beach\nS24 ocean\nseawall S24/T24", "hexes\nT24 beach\nS24 ocean\nseawall T24/S24"),
        ("reef", "hexes\nO12..15 ocean", "hexes\nO12..O15 ocean"),
        ("iph", "hexes\n1601..04 sea", "hexes\n1601..1604 sea"),
        ("iph", "hexes\nroad 1530..1532..1732", "hexes\nroad 1530-1531-1532-1632-1732"),
        ("ddat", "attack-chart\na/b us_disr", "attack-chart\na/b us-disrupted"),
        ("ddat", "positions\nA1..2: 1208,red 1209,red", "positions\nA1 1208 red\nA2 1209 red"),
        (
            "iph",
            "grid\nrows even\nhexes\nstream 2724..2726/2824..2826",
            "grid\nrows even\nhexes\nstream 2724/2824/2725/2825/2726/2826",
        ),
    ],
)
def test_what_is_said_otherwise_is_the_same(code: str, text: str, same: str) -> None:
    """BRT CG4a, R-63: given one thing said in two ways, then the packs are equal."""
    assert read(text, load(code)) == read(same, load(code))


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("betio", "units\nA1..2: 1,weapons=FL 2", "1 weapons=…; behind a colon a field has a line of its own"),
        ("iph", "units\nhexe", "hexe: a chart is named whole, hexes"),
        ("iph", "hexes\n1601..1603..1803 sea", "a run has two ends"),
        ("iph", "grid\nrows even\nhexes\nstream 2724..2726/2924..2926", "2724 touches none of the other hexes"),
    ],
)
def test_what_is_not_read_says_what_to_write(code: str, text: str, words: str) -> None:
    """Given a line that is nearly right, then it is refused with what to write."""
    assert words in refused(text, load(code))


def test_every_mistake_is_named_with_its_line() -> None:
    """Given several mistakes, then each has its line; behind a chart that is none nothing is held against the rows."""
    text = "pack iph mine\nhexes\n1601 swamp\nroad 1530-1732\n1640..1601 sea\nunitz\n24-1 4-3\n"
    with pytest.raises(BadInput) as error:
        read_dictated(text, IPH, "mine.txt")
    assert [line.split(": ")[0] for line in str(error.value).split("\n")] == [f"mine.txt:{n}" for n in (3, 4, 5, 6)]
    with pytest.raises(BadInput) as error:
        read_dictated("pack iph mine\nhexes\n" + "1601 swamp\n" * 300, IPH, "mine.txt")
    assert len(str(error.value).split("\n")) == 21


def test_a_unit_that_is_called_as_its_kind_is_a_row() -> None:
    """IWO 2.1.1(2): given the unit HQ, known by the text, and the kind hq, then HQ before its figures is the unit."""
    said = read("units\nHQ jp hq 1-1 steps=1", IWO)["units"]["HQ"]
    assert said == {"side": "jp", "type": "hq", "assault": 1, "mp": 1, "steps": 1}


def test_links_of_a_chart_that_has_but_one_kind_need_no_word() -> None:
    """IWO 10.1: given areas alone with a stroke between them, then they are neighbours, both of each other."""
    areas = read("areas\nGreen/Crater+Amber", IWO)["areas"]
    assert areas["Green"] == {"adjacent": ["Crater", "Amber"]}
    assert areas["Crater"] == areas["Amber"] == {"adjacent": ["Green"]}


def test_a_number_alone_in_a_list_of_names_is_no_row() -> None:
    """Given `ART1,2`, which would be a row called 2, then what to write is told."""
    with pytest.raises(BadInput, match=r"ART1,2: write ART1,ART2, or a run ART1\.\.2"):
        read("units\nART1,2 jp artillery 0-1", IWO)
