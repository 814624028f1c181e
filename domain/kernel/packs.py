"""Packs: the contents of the printed game, written down once (TOML), so that nothing is asked in the middle of an
evening.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from hashlib import sha256
from itertools import combinations, islice
from typing import Any, NamedTuple

from pydantic_core import to_json

from domain.kernel.errors import BadInput, Trouble, unknown
from domain.kernel.facts import Frozen
from domain.kernel.limits import NAME, NOTE, ROWS
from domain.kernel.placing import misplaced
from domain.kernel.printed import Group, Known, Meaning, PackFinding
from domain.kernel.rules import Rules
from domain.kernel.state import Row, adapter, beyond, check_row, describe, oversize
from domain.kernel.strict import strict_toml, unprintable
from domain.kernel.verbs import first_paragraph

HEAD = ("system", "name", "about", "owner", "edition", "invented", "complete")
"""What a pack says besides its charts."""


class Pack(Frozen):
    """Checked rows of charts. `complete` names the charts that hold every row of the printed game."""

    system: str
    name: str
    about: str = ""
    invented: bool = False
    owner: str = ""
    """Whose copy of the game it was read from."""
    edition: str = ""
    """Which edition that is."""
    complete: tuple[str, ...] = ()
    charts: Mapping[str, Mapping[str, Any]] = {}
    digest: str = ""


def read_pack(text: str, rules: Rules[Any], where: str) -> Pack:
    """The pack in a TOML text. Raises BadInput, naming the place and what is allowed there."""
    return pack_of(load_toml(text, where), rules, where)


def pack_of(data: Mapping[str, Any], rules: Rules[Any], where: str) -> Pack:
    """The pack in parsed TOML data. Raises BadInput."""
    check_charts(data, where)
    head = {key: value for key, value in data.items() if not isinstance(value, Mapping)}
    for key in head:
        if key not in HEAD:
            raise BadInput(f"{where}: {unknown('field of a pack', key, HEAD)}")
    for key, most in (("name", NAME), ("about", NOTE), ("owner", NAME), ("edition", NAME)):
        if len(str(head.get(key, ""))) > most:
            raise BadInput(f"{where}: {key} has {len(str(head[key]))} characters; {most} is the most")
    if head.get("system") != rules.code:
        raise BadInput(f"{where}: the pack is for system {head.get('system')!r}, this game is {rules.code!r}")
    charts: dict[str, dict[str, Any]] = {}
    for chart, rows in data.items():
        if chart in head:
            continue
        if chart not in rules.printed.charts:
            raise BadInput(f"{where}: {unknown('chart', chart, rules.printed.charts)}")
        for row, says in rows.items():
            if not isinstance(says, dict):
                raise BadInput(f"{where}: {chart}.{row} is no row: write [{chart}.{row}] and its fields below")
            try:
                charts.setdefault(chart, {})[row] = check_row(rules.printed.charts[chart], says)
            except Trouble as error:
                raise BadInput(f"{where}: {chart}.{row}: {error}") from error
    complete = head.get("complete", [])
    if not isinstance(complete, list) or any(
        not isinstance(chart, str) or chart not in rules.printed.charts for chart in complete
    ):
        raise BadInput(f"{where}: complete is a list of charts out of {', '.join(rules.printed.charts)}")
    try:
        return Pack(
            system=rules.code,
            name=str(head.get("name", where)),
            about=str(head.get("about", "")),
            invented=bool(head.get("invented", False)),
            owner=str(head.get("owner", "")),
            edition=str(head.get("edition", "")),
            complete=tuple(complete),
            charts=charts,
            digest=rows_digest(charts),
        )
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from error


def load_toml(text: str, where: str) -> dict[str, Any]:
    """The values of a TOML text. Raises BadInput."""
    try:
        return strict_toml(text)
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from error


def check_charts(data: Mapping[str, Any], where: str) -> None:
    """Raises BadInput if a chart has too many rows, or a row too long a name."""
    for chart, rows in data.items():
        if isinstance(rows, Mapping):
            if len(rows) > ROWS:
                raise BadInput(f"{where}: the {chart} chart has {len(rows)} rows; {ROWS} is the most")
            if long := next((row for row in rows if len(row) > NAME), ""):
                raise BadInput(f"{where}: {chart}: the name of a row has {len(long)} characters; {NAME} is the most")


def rows_digest(charts: Mapping[str, Mapping[str, Any]]) -> str:
    """SHA-256 in hex over the rows in sorted order.

    The same rows give the same digest, in whatever order they are written.
    """
    lines = [
        f"{chart}\0{row}\0{_canonical(charts[chart][row])}" for chart in sorted(charts) for row in sorted(charts[chart])
    ]
    return sha256("\n".join(lines).encode()).hexdigest()


def _canonical(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{k}:{_canonical(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_canonical, value)) + "]"
    return repr(value)


def write_pack(pack: Pack) -> str:
    """The TOML text of a pack; `read_pack` gives it back."""
    lines = [f'system = "{pack.system}"', f"name = {as_toml(pack.name)}"]
    for key, text in (("about", pack.about), ("owner", pack.owner), ("edition", pack.edition)):
        if text:
            lines.append(f"{key} = {as_toml(text)}")
    if pack.invented:
        lines.append("invented = true")
    if pack.complete:
        lines.append(f"complete = {as_toml(list(pack.complete))}")
    for chart, rows in pack.charts.items():
        for row, says in rows.items():
            lines += ["", f"[{chart}.{as_toml(row)}]"]
            lines += [f"{field} = {as_toml(value)}" for field, value in says.items()]
    return "\n".join(lines) + "\n"


def as_toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{as_toml(k)} = {as_toml(v)}" for k, v in value.items()) + " }"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text) + '"'


def asked_of(rules: Rules[Any], chart: str, says: Mapping[str, Any]) -> Mapping[str, bool]:
    """The fields to ask for in a row like this, in order: field -> whether the row is incomplete without it."""
    if rules.printed.asked:
        return rules.printed.asked(chart, says)
    return {field: info.is_required() for field, info in rules.printed.charts[chart].model_fields.items()}


def by_the_text(rules: Rules[Any], chart: str, row: str, says: Mapping[str, Any]) -> dict[str, Any]:
    """A row with the fields that the rulebook's text determines; what is said of it stands."""
    printed = rules.printed
    found: dict[str, Any] = {**says}
    for known in printed.roster:
        if known.chart == chart and known.row == row:
            found = {**known.says, **found}
    for group in printed.groups:
        if group.chart == chart and group.prefix and row.startswith(group.prefix):
            found = {**group.says, **found}
    if printed.determined:
        found = {**printed.determined(chart, row, found), **found}
    return {field: found[field] for field in printed.charts[chart].model_fields if field in found}


def lacking(rules: Rules[Any], chart: str, says: Mapping[str, Any]) -> list[str]:
    """The required fields that a row still lacks. An empty row lacks every field that is asked for."""
    if not says:
        return list(asked_of(rules, chart, says))
    needed = [field for field, info in rules.printed.charts[chart].model_fields.items() if info.is_required()]
    needed += [field for field, must in asked_of(rules, chart, says).items() if must and field not in needed]
    return [field for field in needed if field not in says]


def meaning(rules: Rules[Any], chart: str, field: str) -> Meaning:
    """The title of a field in the game's words, with what to look for; without them, its type in words."""
    return rules.printed.meanings.get(f"{chart}.{field}") or Meaning(
        field, describe(rules.printed.charts[chart].model_fields[field].annotation)
    )


def explain(rules: Rules[Any], chart: str, field: str) -> str:
    """A field's title, what to look for on the map or counter, and the rule."""
    title, look, rule = meaning(rules, chart, field)
    return title + (f": {look}" if look else "") + (f" [{rule}]" if rule else "")


def form(rules: Rules[Any], name: str) -> str:
    """A pack to be filled in from one's own copy: every row the text knows, and one block to copy for each group of
    others.

    Known values are filled in. A value that only the printed game knows is a line to complete.
    """
    lines = [
        f"# What {rules.title} has printed on its map, counters and charts, to be filled in from your own copy.",
        "# Take the # away in front of a line you fill in. `wardiary pack check` says what is missing; `wardiary "
        "pack fill` asks for it.",
        '# Words stand in quotes; yes is true, no is false; what may be several stands in brackets: ["one", '
        '"other"], [4, 3], [] for none.',
        f'system = "{rules.code}"',
        f"name = {as_toml(name)}",
        '# owner = ""  # whose copy of the game this is',
        '# edition = ""  # which edition or printing',
        f"complete = []  # the charts below that have every row of the game: {', '.join(rules.printed.charts)}",
    ]
    for chart, schema in rules.printed.charts.items():
        lines += ["", f"# ---- {chart}: {first_paragraph(schema.__doc__)}"]
        rows = [known for known in rules.printed.roster if known.chart == chart]
        groups = [group for group in rules.printed.groups if group.chart == chart]
        lines += _further_fields(rules, chart, [*rows, *groups])
        before: list[str] = []
        for known in rows:
            lines += [
                "",
                f"[{chart}.{as_toml(known.row)}]  # {'; '.join(filter(None, (known.look_for, known.rule)))}",
            ]
            fields = [field for field in asked_of(rules, chart, known.says) if field not in known.says]
            lines += _form_fields(rules, chart, known.says, {}, explained=fields == before)
            before = fields
        for group in groups:
            lines += ["", f"# {group.title} [{group.rule}]: such a block for each", f'# [{chart}."NAME"]']
            lines += [
                line if line.startswith("#") else f"# {line}"
                for line in _form_fields(rules, chart, group.says, group.likely)
            ]
    return "\n".join(lines) + "\n"


def _further_fields(rules: Rules[Any], chart: str, blocks: Sequence[Known | Group]) -> list[str]:
    """Comment lines for the fields that only some rows have, and that no block of the form contains."""
    foreseen = {field for block in blocks for field in (*block.says, *asked_of(rules, chart, block.says))}
    further = [field for field in rules.printed.charts[chart].model_fields if field not in foreseen]
    return [f"#   where it is printed, {field}: {explain(rules, chart, field)}" for field in further]


def _form_fields(
    rules: Rules[Any], chart: str, says: Mapping[str, Any], likely: Mapping[str, Any], *, explained: bool = False
) -> list[str]:
    """The lines of a block. Only the first of several blocks with the same fields explains them."""
    lines = [f"{field} = {as_toml(value)}" for field, value in says.items()]
    for field in asked_of(rules, chart, says):
        if field not in says:
            guess = as_toml(likely[field]) if field in likely else ""
            lines.append(f"# {field} = {guess}" + ("" if explained else f"  # {explain(rules, chart, field)}"))
    return [line.rstrip() for line in lines]


class Examined(NamedTuple):
    """A pack that may still lack fields.

    `pack` holds its complete rows, `begun` the others. `findings` tells what is missing or contradicts the text, in the
    game's terms.
    """

    pack: Pack
    begun: dict[str, dict[str, dict[str, Any]]]
    findings: list[PackFinding]

    @property
    def counted(self) -> str:
        """How many rows are said, and how many of them lack a field."""
        begun = sum(map(len, self.begun.values()))
        rows = sum(map(len, self.pack.charts.values())) + begun
        return f"{rows} rows" + (f", {begun} of them not whole" if begun else "")

    @property
    def missing(self) -> list[PackFinding]:
        return [finding for finding in self.findings if not finding.against]

    @property
    def against(self) -> list[PackFinding]:
        return [finding for finding in self.findings if finding.against]


def examine(text: str, rules: Rules[Any], where: str) -> Examined:
    """Examines a pack that is being filled in. Raises BadInput for anything that no pack may hold."""
    return examine_data(load_toml(text, where), rules, where)


def examine_data(data: Mapping[str, Any], rules: Rules[Any], where: str) -> Examined:
    """Examines a pack's data. Raises BadInput.

    A row that lacks a field is not yet part of the pack: the game would be played with a number that nobody read.
    """
    check_charts(data, where)
    begun: dict[str, dict[str, dict[str, Any]]] = {}
    whole: dict[str, Any] = {}
    for key, value in data.items():
        if key not in rules.printed.charts or not isinstance(value, Mapping):
            whole[key] = value
            continue
        whole[key] = {}
        for row, says in value.items():
            if isinstance(says, Mapping) and lacking(rules, key, says):
                begun.setdefault(key, {})[row] = _check_fields(rules, key, row, says, where)
            else:
                whole[key][row] = says
    pack = pack_of(whole, rules, where)
    if begun:
        pack = pack.but(complete=tuple(chart for chart in pack.complete if chart not in begun))
    return Examined(pack, begun, _findings(pack, begun, rules, [str(chart) for chart in data.get("complete", ())]))


def _check_fields(rules: Rules[Any], chart: str, row: str, says: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The fields of an incomplete row, each checked by its own type. Raises BadInput."""
    for field, value in says.items():
        try:
            check_field(rules, chart, field, value)
        except BadInput as error:
            raise BadInput(f"{where}: {chart}.{row}: {error}") from error
    return dict(says)


def check_field(rules: Rules[Any], chart: str, field: str, value: Any) -> None:
    """Raises BadInput if a field cannot have this value."""
    fields = rules.printed.charts[chart].model_fields
    if field not in fields:
        raise BadInput(f"{field}: is no field of the {chart} chart; fields are {', '.join(fields)}")
    kind = fields[field].rebuild_annotation()
    try:
        if trouble := oversize(value) or beyond(kind, adapter(kind).validate_json(to_json(value), strict=True)):
            raise BadInput(trouble)
    except BadInput as error:
        raise BadInput(f"{field}: {error}") from error
    except ValueError as error:
        raise BadInput(f"{field}: {value!r} is not {describe(kind)}") from error


def _findings(
    pack: Pack, begun: Mapping[str, Mapping[str, Any]], rules: Rules[Any], complete: list[str]
) -> list[PackFinding]:
    """The findings in the order of the charts: what rows lack, how they contradict each other, what the game requires
    of all.
    """
    charts = {chart: {**pack.charts.get(chart, {}), **begun.get(chart, {})} for chart in rules.printed.charts}
    found: list[PackFinding] = []
    for chart, rows in charts.items():
        alike: dict[tuple[str, ...], list[str]] = {}
        for row, says in rows.items():
            if trouble := bad_name(row, rules.printed.charts[chart]):
                found.append(PackFinding(chart, trouble))
            if fields := lacking(rules, chart, says):
                alike.setdefault(tuple(fields) if says or len(fields) == 1 else (), []).append(row)
        for fields_, names in alike.items():
            found.append(_unsaid(rules, chart, names, fields_))
        found += _against_roster(rules, chart, rows)
        if chart in rules.printed.mutual:
            found += _neighbours(chart, rows, rules.printed.mutual[chart])
    found += rules.printed.check(charts, complete) if rules.printed.check else ()
    found += misplaced(rules, charts, complete)
    for chart, rows in charts.items():
        if chart not in complete:
            found.append(
                PackFinding(chart, f"{len(rows)} said so far; when these are all, name {chart} under `complete`")
            )
    return sorted(found, key=lambda finding: list(rules.printed.charts).index(finding.chart))


def _unsaid(rules: Rules[Any], chart: str, rows: Sequence[str], fields: Sequence[str]) -> PackFinding:
    if not fields:
        return PackFinding(chart, f"{number_runs(rows)}: nothing said yet")
    meant = [meaning(rules, chart, field) for field in fields]
    said = f"{number_runs(rows)} {'has' if len(rows) == 1 else 'have'} no {', no '.join(m.title for m in meant)} said"
    cited = dict.fromkeys(m.rule.removeprefix(f"{rules.citation} ") for m in meant if m.rule)
    return PackFinding(chart, said, f"{rules.citation} {', '.join(cited)}" if cited else "")


def _against_roster(rules: Rules[Any], chart: str, rows: Mapping[str, Any]) -> Iterator[PackFinding]:
    for known in rules.printed.roster:
        for field, value in known.says.items() if known.chart == chart and known.row in rows else ():
            said = rows[known.row].get(field, value)
            if said != value and field != "name":
                title = meaning(rules, chart, field).title
                yield PackFinding(
                    chart,
                    f"{known.row}: {title} is {as_toml(said)} here, {as_toml(value)} by the text",
                    known.rule,
                    against=True,
                )


def against_text(
    rules: Rules[Any], charts: Mapping[str, Mapping[str, Row]], chart: str, row: str, says: Mapping[str, Any]
) -> list[PackFinding]:
    """The findings for a row read out that contradicts the rulebook's text, by itself or beside the other known rows.

    Contradictions that existed before are left out.
    """
    found = list(_against_roster(rules, chart, {row: says}))
    if rules.printed.check is None:
        return found
    known = {
        name: {key: one.model_dump(mode="json", exclude_unset=True) for key, one in charts.get(name, {}).items()}
        for name in rules.printed.charts
    }
    before = {str(finding) for finding in rules.printed.check(known, ())}
    now = rules.printed.check({**known, chart: {**known[chart], row: dict(says)}}, ())
    return found + [finding for finding in now if finding.against and str(finding) not in before]


def against_roster(rules: Rules[Any], chart: str, row: str, says: Mapping[str, Any]) -> list[PackFinding]:
    """The findings for a row that contradicts the rulebook's text by itself."""
    return list(_against_roster(rules, chart, {row: says}))


def _neighbours(chart: str, rows: Mapping[str, Any], field: str) -> Iterator[PackFinding]:
    """The findings for neighbours: named one way only, without a row, the row itself, or none.

    Also nearly equal row names.
    """
    unheard = 0
    for row, says in rows.items():
        for near in says.get(field, ()):
            if near == row:
                yield PackFinding(chart, f"{row} is next to itself")
            elif near not in rows:
                unheard += 1
                meant = get_close_matches(near, rows, n=1, cutoff=0.6) if unheard <= GUESSED else []
                yield PackFinding(
                    chart, f"{row} is next to {near}, which has no row" + (f"; is it {meant[0]}?" if meant else "")
                )
            elif row not in rows[near].get(field, ()) and field in rows[near]:
                yield PackFinding(chart, f"{row} is next to {near}, but {near} is not said to be next to {row}")
        if field in says and not says[field]:
            yield PackFinding(chart, f"nothing is said to be next to {row}")
    for one, other in islice(_same_letters(rows), COMPARED):
        if SequenceMatcher(None, one.casefold(), other.casefold()).ratio() > ALIKE:
            yield PackFinding(chart, f"{one} and {other} are nearly the same name: is one a slip?", against=True)


def _same_letters(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The pairs of names with the same digits and nearly the same letters, in any order.

    No other names can be nearly equal.
    """
    known = [(name, digits(name), Counter(name.casefold())) for name in names]
    for (one, number, letters), (other, another, others) in combinations(known, 2):
        if number == another and 2 * (letters & others).total() > ALIKE * (len(one) + len(other)):
            yield one, other


MOST = 12
"""Maximum number of names in a finding."""


def unlike_roster(
    charts: Mapping[str, Mapping[str, Any]], roster: Sequence[Known], groups: Sequence[Group], rules: Mapping[str, str]
) -> Iterator[PackFinding]:
    """Findings for rows that the text knows and a pack lacks, and, in charts whose rows the text knows completely, for
    other rows.

    `rules` cites a rule for each chart.
    """
    for chart, rows in charts.items():
        known = [known.row for known in roster if known.chart == chart]
        if lost := [row for row in known if row not in rows]:
            yield PackFinding(chart, f"no row for {number_runs(lost)}", rules[chart])
        if not any(group.chart == chart for group in groups) and (strange := [row for row in rows if row not in known]):
            yield PackFinding(
                chart, f"{number_runs(strange)}: no such row; they are {number_runs(known)}", rules[chart]
            )


def number_runs(names: Sequence[str]) -> str:
    """Names as a list, with consecutive numbers as runs: `1-16, 18, 19`.

    Only the first `MOST` of a long list are written out.
    """
    found: list[list[str]] = []
    for name in names:
        last = found[-1][-1] if found else ""
        follows = last.isdecimal() and name.isdecimal() and int(name) == int(last) + 1 and len(name) >= len(last)
        if follows:
            found[-1].append(name)
        else:
            found.append([name])
    words = [f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(run) for run in found]
    more = sum(map(len, found[MOST:]))
    return ", ".join(words[:MOST]) + (f" and {more} more" if more else "")


def bad_name(row: str, schema: type[Row]) -> str:
    """The reason why a row cannot have this name, "" if it can: a line must be able to say it.

    Separators that the chart's key holds are allowed.
    """
    if unprintable(row, "") or len(row) > NAME:
        return f"{row[:NAME]!r}: a name has at most {NAME} characters that can be shown"
    marks = [mark for mark in ',:;="' if mark in row and mark not in schema.KEY]
    return f"{row}: a name cannot hold {' or '.join(marks)}, which part the words of a line" if marks else ""


ALIKE = 0.88
"""The similarity from which two names may be one, misspelt."""
COMPARED, GUESSED = 1000, 5
"""Maximum numbers of name pairs compared closely, and of unknown names that get a guess.

A hint is not worth minutes.
"""


def digits(name: str) -> str:
    return "".join(c for c in name if c.isdigit())


def both_ways(rows: dict[str, dict[str, Any]], row: str, field: str) -> None:
    """Completes a row's neighbours in both directions: those it names get it entered, and it gets those that name it.

    A row whose own neighbours have not been said is left as it is.
    """
    said = [*rows[row].get(field, ())]
    said += [other for other, says in rows.items() if row in says.get(field, ()) and other not in said]
    rows[row][field] = said
    for near in said:
        theirs = rows.get(near, {}).get(field)
        if theirs is not None and row not in theirs:
            rows[near][field] = [*theirs, row]


def write_toml(data: Mapping[str, Any]) -> str:
    """The TOML text of a pack's data: values first, then the rows of its charts."""
    lines = [f"{key} = {as_toml(value)}" for key, value in data.items() if not isinstance(value, Mapping)]
    for chart, rows in data.items():
        if isinstance(rows, Mapping):
            for row, says in rows.items():
                lines += [
                    "",
                    f"[{chart}.{as_toml(row)}]",
                    *(f"{field} = {as_toml(value)}" for field, value in says.items()),
                ]
    return "\n".join(lines) + "\n"
