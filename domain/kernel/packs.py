"""Packs: what the printed game says, written down once (TOML), so that nothing is asked in the middle of an evening."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from domain.kernel.errors import BadInput, Trouble, unknown
from domain.kernel.facts import Frozen
from domain.kernel.rules import Rules
from domain.kernel.state import check_row


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
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BadInput(f"{where}: values are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: {error}") from error
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


def form(rules: Rules[Any], name: str) -> str:
    """An empty pack to be filled in from one's own copy: each chart's fields, explained by their types."""
    from domain.kernel.state import describe

    lines = [
        f"# What {rules.title} has printed on its map, counters and charts. Fill in from your own copy.",
        f'system = "{rules.code}"', f"name = {_toml(name)}",
        "# When a chart below has every row of the game, name it here:", "complete = []",
    ]  # fmt: skip
    for chart, schema in rules.charts.items():
        lines += ["", f"# ---- {chart}: {(schema.__doc__ or '').strip().splitlines()[0]}", f"# [{chart}.NAME]  one such block for each {schema.KEY}"]
        for field, info in schema.model_fields.items():
            need = "" if info.is_required() else f"; left out: {_toml(info.default)}"
            lines.append(f"# {field} =   {describe(info.annotation)}{need}")
    return "\n".join(lines) + "\n"


def missing(pack: Pack, rules: Rules[Any]) -> list[str]:
    """What the pack does not answer yet, in the game's terms: charts not complete, names that have no row."""
    notes = []
    for chart, schema in rules.charts.items():
        rows = pack.charts.get(chart, {})
        if chart not in pack.complete:
            notes.append(f"{chart}: {len(rows)} {schema.KEY}(s), not said to be all")
    areas = pack.charts.get("areas", {})
    for area, says in areas.items():
        for near in says.get("adjacent", ()):
            if near not in areas:
                notes.append(f"areas: {area} is next to {near}, which has no row")
            elif area not in areas[near].get("adjacent", ()):
                notes.append(f"areas: {area} is next to {near}, but {near} is not said to be next to {area}")
    return notes
