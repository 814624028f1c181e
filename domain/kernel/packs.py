"""Packs: what the printed game says, written down once (TOML), so that nothing is asked in the middle of an evening."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel.errors import BadInput, Trouble, unknown
from domain.kernel.facts import Frozen
from domain.kernel.state import Row, check_row

if TYPE_CHECKING:
    from domain.kernel.rules import Rules


class Pack(Frozen):
    """Rows of charts, checked. `complete` names the charts that hold every row of the printed game."""

    system: str
    name: str
    about: str = ""
    invented: bool = False
    complete: tuple[str, ...] = ()
    charts: Mapping[str, Mapping[str, Any]] = {}
    digest: str = ""


def read_pack(text: str, rules: Rules[Any], where: str) -> Pack:
    """A pack from its TOML text. Raises BadInput naming the place and what is allowed there."""
    data = _load(text, where)
    head = {key: value for key, value in data.items() if not isinstance(value, dict)}
    for key in head:
        if key not in ("system", "name", "about", "invented", "complete"):
            raise BadInput(f"{where}: {unknown('field of a pack', key, ['system', 'name', 'about', 'invented', 'complete'])}")
    if head.get("system") != rules.code:
        raise BadInput(f"{where}: the pack is for system {head.get('system')!r}, this game is {rules.code!r}")
    charts: dict[str, dict[str, Any]] = {}
    for chart, rows in data.items():
        if chart in head:
            continue
        if chart not in rules.charts:
            raise BadInput(f"{where}: {unknown('chart', chart, rules.charts)}")
        for row, says in rows.items():
            if not isinstance(says, dict):
                raise BadInput(f"{where}: {chart}.{row} is no row: write [{chart}.{row}] and its fields below")
            try:
                charts.setdefault(chart, {})[row] = check_row(rules.charts[chart], says)
            except Trouble as error:
                raise BadInput(f"{where}: {chart}.{row}: {error}") from error
    complete = head.get("complete", [])
    if not isinstance(complete, list) or any(chart not in rules.charts for chart in complete):
        raise BadInput(f"{where}: complete is a list of charts out of {', '.join(rules.charts)}")
    try:
        return Pack(
            system=rules.code, name=str(head.get("name", where)), about=str(head.get("about", "")),
            invented=bool(head.get("invented", False)), complete=tuple(complete), charts=charts, digest=digest_of(charts),
        )  # fmt: skip
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from error


def _load(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput(f"{where}: values are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: {error}") from error


def digest_of(charts: Mapping[str, Mapping[str, Any]]) -> str:
    """SHA-256 over the rows in sorted order, in hex: the same rows give the same digest, however they are written."""
    lines = [f"{chart}\0{row}\0{_canonical(charts[chart][row])}" for chart in sorted(charts) for row in sorted(charts[chart])]
    return sha256("\n".join(lines).encode()).hexdigest()


def _canonical(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{k}:{_canonical(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_canonical, value)) + "]"
    return repr(value)


def write_pack(pack: Pack) -> str:
    """The TOML text of a pack; `read_pack` gives it back."""
    lines = [f'system = "{pack.system}"', f"name = {_toml(pack.name)}"]
    if pack.about:
        lines.append(f"about = {_toml(pack.about)}")
    if pack.invented:
        lines.append("invented = true")
    if pack.complete:
        lines.append(f"complete = {_toml(list(pack.complete))}")
    for chart, rows in pack.charts.items():
        for row, says in rows.items():
            lines += ["", f"[{chart}.{_toml(row)}]"]
            lines += [f"{field} = {_toml(value)}" for field, value in says.items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text) + '"'


class Known(NamedTuple):
    """A row that certainly exists: what the rulebook's text says of it, by which rule, and what to look for."""

    chart: str
    row: str
    says: Mapping[str, Any]
    rule: str
    look_for: str


class Group(NamedTuple):
    """Rows only the printed game knows: what they have in common."""

    chart: str
    title: str
    says: Mapping[str, Any]
    rule: str


def form(rules: Rules[Any], name: str) -> str:
    """A pack to be filled in from one's own copy: every row the text knows, and a block to copy for each group of others.

    What is known stands there; what only the printed game knows is a line to fill in.
    """
    lines = [
        f"# What {rules.title} has printed on its map, counters and charts, to be filled in from your own copy.",
        "# Take the # away where you fill a line in. `wardiary pack check` says what is missing; `wardiary pack fill` asks for it.",
        f'system = "{rules.code}"', f"name = {_toml(name)}",
        "# When a chart below has every row of the game, name it here:", "complete = []",
    ]  # fmt: skip
    for chart, schema in rules.charts.items():
        lines += ["", f"# ---- {chart}: {(schema.__doc__ or '').strip().splitlines()[0]}"]
        for field in schema.model_fields:
            lines.append(f"#   {field}: {field_help(rules, schema, field)}")
        for known in (known for known in rules.roster if known.chart == chart):
            lines += ["", f"[{chart}.{_toml(known.row)}]  # {'; '.join(filter(None, (known.look_for, known.rule)))}"]
            lines += _form_fields(schema, known.says)
        for group in (group for group in rules.groups if group.chart == chart):
            lines += ["", f"# {group.title} [{group.rule}]: one such block for each", f'# [{chart}."NAME"]']
            lines += [line if line.startswith("#") else f"# {line}" for line in _form_fields(schema, group.says)]
    return "\n".join(lines) + "\n"


def field_help(rules: Rules[Any], schema: type[Row], field: str) -> str:
    """What a field of a chart means, and what it is when it is left out."""
    from domain.kernel.state import describe

    info = schema.model_fields[field]
    words = rules.fields.get(f"{schema.CHART}.{field}") or describe(info.annotation)
    return words if info.is_required() else f"{words}; left out: {_toml(info.default)}"


def _form_fields(schema: type[Row], says: Mapping[str, Any]) -> list[str]:
    return [f"{field} = {_toml(says[field])}" if field in says else f"# {field} = " for field in schema.model_fields]


class Examined(NamedTuple):
    """A pack that may still lack fields: its whole rows, the others, and what is missing or contradictory, in the game's terms."""

    pack: Pack
    begun: dict[str, dict[str, dict[str, Any]]]
    notes: list[str]


def examine(text: str, rules: Rules[Any], where: str) -> Examined:
    """Looks at a pack that is being filled in. Raises BadInput for what no pack may hold."""
    data = _load(text, where)
    notes = []
    begun: dict[str, dict[str, dict[str, Any]]] = {}
    for chart, schema in rules.charts.items():
        rows = data.get(chart)
        if not isinstance(rows, dict):
            continue
        for row, says in list(rows.items()):
            needed = [field for field, info in schema.model_fields.items() if info.is_required()]
            lacking = [field for field in needed if isinstance(says, dict) and field not in says]
            if lacking:
                notes += [f"{chart}: {row} has no {field} said: {field_help(rules, schema, field)}" for field in lacking]
                begun.setdefault(chart, {})[row] = rows.pop(row)
    pack = read_pack(write_toml(data), rules, where)
    return Examined(pack, begun, [*notes, *missing(pack, rules)])


def write_toml(data: Mapping[str, Any]) -> str:
    """The TOML text of a pack's data: values first, then the rows of its charts."""
    lines = [f"{key} = {_toml(value)}" for key, value in data.items() if not isinstance(value, Mapping)]
    for chart, rows in data.items():
        if isinstance(rows, Mapping):
            for row, says in rows.items():
                if not isinstance(says, Mapping):
                    raise BadInput(f"{chart}.{row} is no row: write [{chart}.{row}] and its fields below")
                lines += ["", f"[{chart}.{_toml(row)}]", *(f"{field} = {_toml(value)}" for field, value in says.items())]
    return "\n".join(lines) + "\n"


def missing(pack: Pack, rules: Rules[Any]) -> list[str]:
    """What the pack does not answer yet, in the game's terms: charts not complete, names without a row, what the text requires."""
    notes = []
    for chart, schema in rules.charts.items():
        rows = pack.charts.get(chart, {})
        if chart not in pack.complete:
            notes.append(f"{chart}: {len(rows)} {schema.KEY}(s), not said to be all: name {chart} under complete when they are")
    areas = pack.charts.get("areas", {})
    for area, says in areas.items():
        for near in says.get("adjacent", ()):
            if near not in areas:
                notes.append(f"areas: {area} is next to {near}, which has no row")
            elif area not in areas[near].get("adjacent", ()):
                notes.append(f"areas: {area} is next to {near}, but {near} is not said to be next to {area}")
        if not says.get("adjacent"):
            notes.append(f"areas: nothing is said to be next to {area}")
    return notes + list(rules.check_pack(pack.charts) if rules.check_pack else ())
