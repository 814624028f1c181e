"""Filling in a pack beside the board: what is still open is asked for, chart by chart, and any line is taken at any
prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import click

from cli.drafts import Draft, Understood, bare, meant_by
from cli.output import folded, talk
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.hexes import Spot
from domain.kernel.packs import asked_of, bad_name, explain, meaning
from domain.kernel.printed import Group
from domain.kernel.rules import Rules
from domain.kernel.state import parse_field, say
from domain.kernel.verbs import first_paragraph
from domain.kernel.written import Board
from projections.text import cut, width
from replays.dictated.items import QUOTED, Item, Statement, in_quotes
from replays.dictated.lexicon import FIGURES, Field, Lexicon
from replays.dictated.reading import COMPLETE, LETTER, NOTHING, TABLE

Kind = Literal["row", "map", "group", "more", "complete"]
MAP = "rows of the map"
WORDS = {
    "undo": "undo",
    "back": "undo",
    "quit": "quit",
    "exit": "quit",
    "stop": "quit",
    "skip": "skip",
    "?": "?",
    "skip all": "leave",
}
"""What may be said at every prompt."""
ROOM = 40
"""The widest question: the rest of the line is for the answer."""
HELP = "undo takes the last line back, skip leaves this open (skip all: the chart), go HEX, ROW or CHART, quit"
EXAMPLE = 4
"""Number of rows after which a number is counted on in an example."""


class Gap(NamedTuple):
    """What is open in a pack: fields of a row, a row of the map, further rows of a group, the rows for which a field is
    printed too, or whether a chart is complete."""

    kind: Kind
    chart: str
    row: str = ""
    fields: tuple[str, ...] = ()
    group: Group | None = None
    on_map: int = 0
    """The row of the map; 0 before any is known."""

    @property
    def label(self) -> str:
        """What it is called in the file when nothing more is to be said of it."""
        rest = self.group.title if self.group else MAP if self.kind == "map" else self.row or " ".join(self.fields)
        return f"{self.chart}, {rest}"


class Filling:
    """A pack being filled in."""

    def __init__(self, rules: Rules[Any], file: Path) -> None:
        self.rules, self.file = rules, file
        self.draft = Draft(rules, file)
        self.draft.enter_known()
        self.skipped: set[tuple[str, ...]] = set()
        """What is left open this time."""
        self.explained: set[str] = set()
        """Fields whose explanation has been shown."""
        self.at = ""
        """The chart to begin with."""
        self.wanted: Gap | None = None
        """What the player has asked to go to."""
        self._maps = {chart for chart in rules.printed.charts if self._words(chart).of_hexes}
        self._close_known()

    # ---- the dialogue ----

    def run(self) -> None:
        """Asks until nothing is left or the player leaves."""
        told = ""
        begun = False
        while gap := self.next():
            if not begun:
                talk(f"? explains; {HELP}")
                begun = True
            head = self._heading(gap)
            if head != told:
                for line in folded(head, rest="  "):
                    talk(line)
                told = head
            try:
                said = self._prompt(gap)
            except (click.Abort, EOFError):
                talk("")
                said = "quit"
            word = WORDS.get(said, said)
            if word == "quit":
                talk(f"{self.file} holds what was said so far" if self.file.exists() else "nothing was said")
                return
            if word == "undo":
                line = self.draft.undo()
                talk(f"  taken back: {line}" if line else "  there is nothing before it")
                told = ""
            elif word == "?":
                self._explain(gap)
            elif word in ("skip", "leave"):
                self._skip(gap, whole=word != "skip")
            else:
                trouble, understood = self.answer(gap, said)
                for line in folded(trouble, "  ", "    ") if trouble else ():
                    talk(line)
                if understood:
                    talk(cut(f"  {understood}", width()))
        if begun:
            talk(f"{self.file} is filled in; `wardiary pack check {self.rules.code} {self.file}` says what is missing")
        else:
            talk(f"{self.file} is filled in: nothing is open")

    def _skip(self, gap: Gap, *, whole: bool) -> None:
        self.wanted = None
        self.skipped.add((gap.chart,) if whole else self._key(gap))

    def _key(self, gap: Gap) -> tuple[str, ...]:
        return gap.chart, gap.label, str(gap.on_map)

    def _prompt(self, gap: Gap) -> str:
        """Asks about a gap, and returns the player's line; one that ends with a comma goes on."""
        words, default = self._question(gap)
        for line in self._news(gap):
            talk(line)
        said = str(click.prompt(f"  {words}", default=default, show_default=bool(default), err=True)).strip()
        while said.endswith(","):
            said += " " + str(click.prompt("    and", default="", show_default=False, err=True)).strip()
        return said

    def _news(self, gap: Gap) -> Iterator[str]:
        """Explanations of the fields of a gap, each shown once."""
        for field in gap.fields:
            if (key := f"{gap.chart}.{field}") not in self.explained:
                self.explained.add(key)
                yield from folded(explain(self.rules, gap.chart, field), "  ", "    ")

    def _explain(self, gap: Gap) -> None:
        """Explains what is asked for, with an example, and the words and letters of the chart."""
        schema, words = self.rules.printed.charts[gap.chart], self._words(gap.chart)
        lines = [f"{gap.chart}: {first_paragraph(schema.__doc__)}"]
        lines += [explain(self.rules, gap.chart, field) for field in gap.fields]
        lines.append(f"as in {self._example(gap)}")
        if schema.LETTERS and words.of_hexes:
            lines.append(", ".join(f"{letter} {word}" for letter, word in schema.LETTERS.items()) + ", . says nothing")
        elif words.terms:
            lines.append("words: " + ", ".join(words.terms))
        others = [name.replace("_", "-") for name in (*words.linked, *words.fields) if name not in words.terms]
        lines.append("also said: " + ", ".join(dict.fromkeys(others)) + "; a whole line may stand here")
        for line in [*lines, HELP]:
            for part in folded(line, "  ", "    "):
                talk(part)

    def _heading(self, gap: Gap) -> str:
        if gap.kind == "map":
            return f"{gap.chart}: row by row, a letter a hex from left to right (? shows the letters)"
        if gap.group:
            so_far = ", ".join(self._members(gap.group))
            return f"{gap.chart}: {gap.group.title} [{gap.group.rule}]" + (f"; so far {so_far}" if so_far else "")
        if not gap.row:
            return f"{gap.chart}: {len(self.draft.charts[gap.chart])} said"
        known = next((k for k in self.rules.printed.roster if (k.chart, k.row) == (gap.chart, gap.row)), None)
        return f"{gap.chart}: {gap.row}" + (f", {known.look_for} [{known.rule}]" if known and known.look_for else "")

    def _question(self, gap: Gap) -> tuple[str, str]:
        """The words of a question, and the answer that Enter gives."""
        if gap.kind == "map":
            start = gap.row or self._left_end(gap.chart, gap.on_map)
            beyond = gap.on_map > max(self._read_rows(gap.chart), default=gap.on_map)
            end = " (Enter: the map ends)" if beyond else ""
            return (f"from {start}{end}" if start else f"the top row, as in {self._example(gap)}"), ""
        if gap.kind == "row":
            titles = ", ".join(meaning(self.rules, gap.chart, field).title for field in gap.fields)
            short = titles if len(titles) <= ROOM else ", ".join(gap.fields)
            return cut(short, ROOM) or "what else is printed there", self._default(gap)
        if gap.group:
            left = f" of {gap.group.number}" if gap.group.number else ""
            return f"one more{left}, Enter when these are all", ""
        if gap.kind == "more":
            return f"{gap.fields[0].replace('_', '-')}, as in {self._example(gap)}; Enter: no more", ""
        return f"are these all the {gap.chart} of the game? (yes or no)", "no"

    def _example(self, gap: Gap) -> str:
        """A line that answers a gap."""
        words = self._words(gap.chart)
        known = [*self.draft.charts[gap.chart], *self._roster(gap.chart)] or ["NAME"]
        if words.of_hexes:
            board = words.boards[0]
            hexes = [hex for hex in known if board.is_hex(hex)] or [board.printed_as("1212")]
            first, last = self._stretch(board, hexes[0], EXAMPLE)
            if gap.kind == "map":
                letters = list(words.schema.LETTERS)
                return f"{first}..{last}: 2{letters[0]}{letters[1]}{letters[2]}"
            field = words.fields[gap.fields[0]] if gap.fields else None
            if field and field.links:
                near = board.printed_as(board.grid.neighbours(board.known_as(first))[0])
                word = field.links.word or f"{field.name.rstrip('s')}word"
                return f"{word} {first}{'-' if field.links.through else '/'}{near}"
            return f"{first} {_sample(field)}" if field else first
        row = known[0] if gap.kind != "row" else gap.row
        row = bare(row)
        if gap.kind == "row":
            return " ".join(_sample(words.fields[f], keyed=False) for f in gap.fields) or f"{row} …"
        if gap.kind == "group" and gap.group:
            row = f"{gap.group.prefix}1..4" if gap.group.prefix else row
            must = [f for f, must in asked_of(self.rules, gap.chart, gap.group.says).items() if must]
            return " ".join([row, *(_sample(words.fields[f], keyed=True) for f in must if f not in gap.group.says)])
        return f"{row} {_sample(words.fields[gap.fields[0]])}" if gap.fields else row

    # ---- what is open ----

    def next(self) -> Gap | None:
        """The first gap. Charts about the same things, such as a card's sections, are filled side by side."""
        if self.wanted:
            return self._renewed(self.wanted)
        for _, together in groupby(self._order(), lambda chart: self.rules.printed.charts[chart].KEY.partition(":")[0]):
            charts = [c for c in together if c not in self.draft.complete and (c,) not in self.skipped]
            for chart in charts:
                if (gap := self._map_gap(chart)) and self._key(gap) not in self.skipped:
                    return gap
            rows = [gap for chart, row in self._side_by_side(charts) if (gap := self._row_gap(chart, row))]
            heard = [gap for gap in rows if self._only_heard_of(gap.chart, gap.row)]
            further = [gap for chart in charts for gap in self._further(chart)]
            groups = [gap for gap in further if gap.group]
            for gap in (*(gap for gap in rows if gap not in heard), *groups, *heard, *further):
                if gap.label not in self.draft.done and self._key(gap) not in self.skipped:
                    return gap
        return None

    def _row_gap(self, chart: str, row: str) -> Gap | None:
        fields = self.unsaid(chart, row)
        return Gap("row", chart, row, fields) if fields else None

    def _only_heard_of(self, chart: str, row: str) -> bool:
        """Whether others have named a row as touching them, and nothing is said of it by itself."""
        mutual = self.rules.printed.mutual.get(chart)
        says = self.draft.charts[chart].get(row, {})
        return bool(mutual) and {*says} == {mutual} and row not in self.draft.told.get(chart, ())

    def _renewed(self, gap: Gap) -> Gap:
        return gap._replace(fields=self.unsaid(gap.chart, gap.row)) if gap.kind == "row" else gap

    def _order(self) -> list[str]:
        """The charts in their order, those that a game needs at once first, from the one to begin with."""
        first = self.rules.printed.first
        charts = sorted(self.rules.printed.charts, key=lambda chart: (chart != "grid", chart not in first))
        at = charts.index(self.at) if self.at in charts else 0
        return charts[at:] + charts[:at]

    def _roster(self, chart: str) -> list[str]:
        return [known.row for known in self.rules.printed.roster if known.chart == chart]

    def _side_by_side(self, charts: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The rows of charts, grouped by the thing they are about: 17 in one chart, 17:2-10 in another."""
        of: dict[str, list[tuple[str, str]]] = {}
        for chart in charts:
            for row in dict.fromkeys((*self._roster(chart), *self.draft.charts[chart])):
                of.setdefault(row.partition(":")[0], []).append((chart, row))
        for rows in of.values():
            yield from rows

    def unsaid(self, chart: str, row: str) -> tuple[str, ...]:
        """The fields that a row is not whole without, and that are not said."""
        says = self.draft.charts[chart].get(row, {})
        asked = asked_of(self.rules, chart, says)
        mutual = self.rules.printed.mutual.get(chart)
        fields = [field for field, must in asked.items() if must and field != mutual and field not in says]
        if mutual and asked.get(mutual) and row not in self.draft.told.get(chart, ()):
            fields.append(mutual)
        for likely in self._likely(chart, row):
            if likely in asked and likely not in says and likely != mutual:
                return (likely,)
        # a row of which nothing must be said is there when anything is
        return tuple(fields or ([] if says else asked))

    def _further(self, chart: str) -> Iterator[Gap]:
        """What may be open beyond the rows that are known: rows of groups, fields that some rows have, the end."""
        words, rows = self._words(chart), self.draft.charts[chart]
        for group in self.rules.printed.groups:
            full = group.number is not None and len(self._members(group)) >= group.number
            if group.chart == chart and not full and not words.of_hexes:
                yield Gap("group", chart, group=group)
        if not rows:
            yield from [Gap("complete", chart)] if not self._is_known(chart) else ()
            return
        asked = [asked_of(self.rules, chart, says) for says in rows.values()]
        must = {field for fields in asked for field, needed in fields.items() if needed}
        if words.of_hexes:
            must = {self._ground(chart)}
        for field in words.schema.model_fields:
            may = any(field in fields and field not in says for fields, says in zip(asked, rows.values(), strict=True))
            if may and field not in must:
                yield Gap("more", chart, fields=(field,))
        yield Gap("complete", chart)

    def _is_known(self, chart: str) -> bool:
        """Whether the rulebook's text knows every row of a chart."""
        return bool(self.rules.printed.rows(chart))

    def _close_known(self) -> None:
        """Completes charts whose rows the text knows, once all of them are said and nothing else is open."""
        for chart in self.rules.printed.charts:
            if chart not in self.draft.complete and self._is_known(chart):
                rows = {*self._roster(chart), *self.draft.charts[chart]}
                left = (gap for gap in self._further(chart) if gap.kind != "complete")
                if not any(self.unsaid(chart, row) for row in rows) and all(g.label in self.draft.done for g in left):
                    self.draft.add(chart, COMPLETE, by_itself=True)

    def _members(self, group: Group) -> list[str]:
        rows = self.draft.charts[group.chart].items()
        told = group.says or group.prefix
        return [row for row, says in rows if told and row.startswith(group.prefix) and _fits(group.says, says)]

    def _default(self, gap: Gap) -> str:
        """The answer that Enter gives: what the text holds likely, or the rows that have named this one."""
        if len(gap.fields) != 1:
            return ""
        field = gap.fields[0]
        if field == self.rules.printed.mutual.get(gap.chart):
            near = self.draft.charts[gap.chart].get(gap.row, {}).get(field, ())
            return ", ".join(near)
        value = self._likely(gap.chart, gap.row).get(field, "")
        return say(tuple(value) if isinstance(value, list) else value)

    def _likely(self, chart: str, row: str) -> Mapping[str, Any]:
        """What the text holds likely of a row, if it is one of a group."""
        if chart in self._maps:
            return {}
        groups = (group for group in self.rules.printed.groups if group.chart == chart and group.likely)
        return next((group.likely for group in groups if row in self._members(group)), {})

    # ---- the map ----

    def _words(self, chart: str) -> Lexicon:
        boards = self.rules.printed.boards
        return Lexicon(self.rules, chart, boards(self.draft.charts) if boards else ())

    def _ground(self, chart: str) -> str:
        """The field that the letters of the map say."""
        words = self._words(chart)
        letters = set(words.schema.LETTERS.values())
        return next((name for name, field in words.fields.items() if letters & set(field.terms)), "")

    def _map_gap(self, chart: str) -> Gap | None:
        """The first row of the map that has not been read, as they lie on the board."""
        words = self._words(chart)
        gap = Gap("map", chart)
        if not (words.of_hexes and words.schema.LETTERS) or gap.label in self.draft.done:
            return None
        read = self._read_rows(chart)
        if not read:
            return gap
        for row in range(min(read), 100):
            here = gap._replace(on_map=row)
            if row not in read and self._key(here) not in self.skipped and self._left_end(chart, row):
                return here
        return None

    def _read_rows(self, chart: str) -> dict[int, list[Spot]]:
        """The rows of the map of which more is said than the rulebook's text knows."""
        board, ground, known = self._words(chart).boards[0], self._ground(chart), set(self._roster(chart))
        found: dict[int, list[Spot]] = {}
        for hex, says in self.draft.charts[chart].items():
            if ground in says and hex not in known and board.is_hex(hex):
                found.setdefault(board.spot(hex).row, []).append(board.spot(hex))
        return found

    def _left_end(self, chart: str, row: int) -> str:
        """Where a row of the map is likely to begin: at its left, below the last one that was read; "" before that."""
        board, read = self._words(chart).boards[0], self._read_rows(chart)
        near = [one for one in read if one <= row] or [*read]
        if not near:
            return ""
        last = row if row in read else max(near)
        half = (max if board.leftward else min)(spot.half for spot in read[last])
        above = board.grid.name(last, half)
        below = [name for far in (-1, 0, 1) if (name := board.grid.name(row, half + far))]
        return board.printed_as(max(below, key=lambda name: sum(map(str.__eq__, name, above)))) if below else ""

    def _stretch(self, board: Board, start: str, count: int) -> tuple[str, str]:
        """The ends of as many hexes along a row of the map, to the right. Raises BadInput."""
        spot = board.spot(start)
        last = board.grid.name(spot.row, spot.half + (-2 if board.leftward else 2) * (count - 1))
        if not last or not board.printed_as(last):
            raise BadInput(f"{start}: {count} hexes from there leave the map")
        return start, board.printed_as(last)

    def _as_run(self, gap: Gap, line: Statement, said: str) -> str:
        """A row of the map of which the beginning alone is said, or nothing: the run that its letters make."""
        words = self._words(gap.chart)
        if not (words.of_hexes and words.schema.LETTERS):
            return said
        board = words.boards[0]
        letters, start = (line.items, "") if line.each is None else (line.each, line.items[0].word)
        text = "".join(item.word for item in letters)
        found = LETTER.findall(text)
        known = {*words.schema.LETTERS, *NOTHING}
        if gap.kind == "map" and line.each is None and len(line.items) == 1:
            self._require_letters(words, line.items[0].word)
        if (
            "".join(count + sign for count, sign in found) != text
            or any(not item.word or item.word in words.terms for item in letters)
            or not all(sign in known for _, sign in found)
            or (line.each is None and gap.kind != "map")
            or (line.each is not None and (len(line.items) > 1 or not board.is_hex(start)))
        ):
            return said
        start = start or gap.row or self._left_end(gap.chart, gap.on_map)
        if not start:
            raise BadInput(f"the first row needs its left end too, as in {self._example(gap)}")
        count = sum(int(count or 1) for count, _ in found)
        first, last = self._stretch(board, start, count)
        return f"{first}: {text}" if count == 1 else f"{first}..{last}: {' '.join(item.word for item in letters)}"

    def _require_letters(self, words: Lexicon, text: str) -> None:
        """Raises BadInput for a row of letters with one that the map does not have."""
        letters = words.schema.LETTERS
        signs = [sign for _, sign in LETTER.findall(text)]
        strange = [sign for sign in signs if sign not in letters and sign not in NOTHING]
        if strange and len(strange) < len(signs) and text.isalnum() and text not in words.terms:
            shown = ", ".join(f"{letter} {word}" for letter, word in letters.items())
            raise BadInput(f"{strange[0]!r} is no letter of the map: {shown}, . for nothing said")

    # ---- answers ----

    def answer(self, gap: Gap, said: str) -> tuple[str, Understood | None]:
        """Enters what was said, and writes the file. Returns why it is no answer, in words, and what was understood."""
        try:
            understood = self._take(gap, said)
        except Trouble as error:
            return str(error), None
        if understood:
            self.wanted = None
        self._close_known()
        return "", understood

    def _take(self, gap: Gap, said: str) -> Understood | None:
        if said.startswith("#"):
            self.draft.add("", said)
            return None
        if not said:
            return self._take_enter(gap)
        line = self.draft.statement(said)
        if line is None or not line.items:
            raise BadInput("nothing stands before the colon")
        if line.each is None and self._goes(gap, line):
            return None
        if gap.kind == "complete" and said.casefold() in ("y", "yes", "n", "no"):
            if said.casefold()[0] == "y":
                return self.draft.add(gap.chart, COMPLETE)
            self.skipped.add(self._key(gap))
            return None
        said = self._as_run(gap, line, said)
        if line.each is not None or line.items[0].word in (TABLE, COMPLETE) or self._is_line(gap.chart, line):
            return self.draft.add(gap.chart, said)
        if gap.kind == "row":
            return self._take_row(gap, line, said)
        if gap.group:
            return self._take_member(gap.group, line, said)
        if gap.kind == "more" and len(line.items) == 1 and not line.items[0].field:
            field = self._words(gap.chart).fields[gap.fields[0]]
            if field.kind is bool or (field.links and field.links.word):
                word = field.links.word if field.links else field.terms[0]
                return self.draft.add(gap.chart, f"{word} {said}")
        return self.draft.add(gap.chart, said)

    def _take_enter(self, gap: Gap) -> Understood | None:
        """Nothing was said: there is no more of it. Raises BadInput where something must be."""
        if gap.kind == "row":
            self.wanted = None if not gap.fields else self.wanted
            if gap.fields:
                raise BadInput("it must be said; skip leaves it open, undo takes the last line back")
        elif gap.kind == "map" and not (gap.on_map and gap.on_map > max(self._read_rows(gap.chart), default=0)):
            raise BadInput("its letters, or skip" if gap.on_map else "a row of the map, or skip all")
        else:
            self.draft.add("", f"# all said: {gap.label}")
            self.wanted = None
        return None

    def _goes(self, gap: Gap, line: Statement) -> bool:
        """Whether a line leads elsewhere: a chart by its name, or `go` and a row. Raises BadInput."""
        first = line.items[0].word
        if len(line.items) == 1 and first in self.rules.printed.charts:
            self._go_to(first)
            return True
        if first != "go" or len(line.items) != 2:
            return False
        place = " ".join(meant_by(line.items[1]))
        if place in self.rules.printed.charts:
            self._go_to(place)
            return True
        for chart in dict.fromkeys((gap.chart, *self._order())):
            words = self._words(chart)
            if words.of_hexes and words.boards[0].is_hex(place) and place not in self.draft.charts[chart]:
                self.at, self.wanted = chart, Gap("map", chart, place, on_map=words.boards[0].spot(place).row)
                return True
            if place in self.draft.charts[chart] or place in self._roster(chart):
                self.at, self.wanted = chart, Gap("row", chart, place)
                return True
        raise BadInput(f"{place}: no chart, hex or row is called so; {', '.join(self.rules.printed.charts)}")

    def _go_to(self, chart: str) -> None:
        self.at, self.wanted = chart, None
        self.skipped = {key for key in self.skipped if key[0] != chart}

    def _is_line(self, chart: str, line: Statement) -> bool:
        """Whether this is a line by itself, and no answer to what is asked of one row: it names rows."""
        if len(line.items) < 2:
            return False
        words, first, last = self._words(chart), line.items[0], line.items[-1]
        if first.word in words.linked or self._names_rows(chart, words, first):
            return True
        return words.begins(first) and self._names_rows(chart, words, last)

    def _names_rows(self, chart: str, words: Lexicon, item: Item) -> bool:
        known = {*self.draft.charts[chart], *self._roster(chart)}
        first = meant_by(item)[0]
        start = re.split(r"\.\.|-", first)[0]
        if words.of_hexes and not item.field and words.boards[0].is_hex(start):
            return True
        return not item.field and (first in known or first.split("..")[0] in known)

    def _take_row(self, gap: Gap, line: Statement, said: str) -> Understood:
        """An answer to what is asked of a row: one value for each field in their order, or more in words. What is no
        answer may be a line. Raises BadInput."""
        field = gap.fields[0] if gap.fields else ""
        row = self._row_word(gap.chart, gap.row)
        if field and field == self.rules.printed.mutual.get(gap.chart):
            if said == "none":
                return self.draft.add(gap.chart, f"{row} {field}=none", typed=said)
            ends = [word.strip().strip('"') for word in said.split(",")]
            return self.draft.add(gap.chart, self.draft.link_line(gap.chart, gap.row, ends), typed=said)
        troubles: list[str] = []
        ways = [self._in_order(gap, line), self._as_one(gap, said), said]
        if field and self._words(gap.chart).fields[field].several:
            ways[:2] = ways[1::-1]
        for values in ways:
            if values is None:
                continue
            try:
                return self.draft.add(gap.chart, f"{row} {values}", typed=said)
            except Trouble as error:
                troubles.append(str(error))
        if len(line.items) > 1 and self._may_name_new(gap.chart, line.items[0]):
            with suppress(Trouble):
                return self.draft.add(gap.chart, said)
        raise BadInput(troubles[0])

    def _may_name_new(self, chart: str, item: Item) -> bool:
        """Whether an item is sure to name rows that nobody has named: a run, a name in quotes or of a group."""
        prefixes = tuple(group.prefix for group in self.rules.printed.groups if group.chart == chart and group.prefix)
        name = item.values[0]
        return not item.field and (".." in name or QUOTED in name or name.startswith(prefixes))

    def _row_word(self, chart: str, row: str) -> str:
        """A row's name at the beginning of a line: in quotes where it is a word of the chart too."""
        words = self._words(chart)
        return in_quotes(row) if words.begins(Item("", (row,))) or row in words.linked else bare(row)

    def _in_order(self, gap: Gap, line: Statement) -> str | None:
        """The values of a line for the fields asked for, in their order; None if they cannot be these."""
        words = self._words(gap.chart)
        texts: list[str] = []
        for item in line.items:
            if item.field:
                return None
            field = words.fields[gap.fields[len(texts)]] if len(texts) < len(gap.fields) else None
            one = ",".join(bare(name) for name in meant_by(item))
            figures = field is not None and field.kind is int and not field.several and FIGURES.fullmatch(item.word)
            texts += re.split(r"(?<=\w)[-/]", item.word) if figures else [one]
        if not texts or len(texts) > len(gap.fields):
            return None
        return " ".join(f"{field}={text}" for field, text in zip(gap.fields, texts, strict=False))

    def _as_one(self, gap: Gap, said: str) -> str | None:
        """The whole of what was said as the value of the first field, its words by their beginnings."""
        if not gap.fields:
            return None
        field, schema = gap.fields[0], self.rules.printed.charts[gap.chart]
        try:
            value = parse_field(schema, field, _spelt_out(schema.model_fields[field].annotation, said))
        except BadInput:
            return None
        values = value if isinstance(value, (list, tuple)) else [value]
        if isinstance(value, bool):
            return f"{field}={'yes' if value else 'no'}"
        return f"{field}={','.join(bare(str(one)) for one in values) or 'none'}"

    def _take_member(self, group: Group, line: Statement, said: str) -> Understood:
        """Further rows of a group, with what is printed on them. Raises BadInput."""
        called = meant_by(line.items[0])
        schema = self.rules.printed.charts[group.chart]
        for name in called:
            if trouble := bad_name(name, schema):
                raise BadInput(trouble)
            if not name.startswith(group.prefix):
                raise BadInput(f"these names begin with {group.prefix}, as in {group.prefix}1")
            if name in self.draft.charts[group.chart] and not self._only_heard_of(group.chart, name):
                raise BadInput(f"{name} is there already")
        first = re.match(r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+', said)
        rows = first[0] if first else said
        rest = said.removeprefix(rows)
        says = " ".join(f"{field}={_said(value)}" for field, value in group.says.items())
        try:
            return self.draft.add(group.chart, f"{rows} {says}{rest}", typed=said)
        except Trouble as error:
            try:
                return self.draft.add(group.chart, said, f"{rows} {says}", typed=said)
            except Trouble:
                raise error from None


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(bare(str(one)) for one in value) or "none"
    return str(value) if isinstance(value, int) else bare(value) if value else "none"


def _fits(some: Mapping[str, Any], says: Mapping[str, Any]) -> bool:
    return all(field in says and says[field] == value for field, value in some.items())


def _sample(field: Field, *, keyed: bool = True) -> str:
    """What may be said of a field."""
    if field.kind is bool:
        return field.terms[0] if keyed else "yes"
    if field.choices:
        return bare(str(next(choice for choice in reversed(field.choices) if choice != "")))
    if field.kind is int:
        some = "2,3" if field.several else "2"
        return f"{field.name}={some}" if keyed else some
    return f'{field.name}="…"' if keyed else '"…"'


def _spelt_out(kind: Any, said: str) -> str:
    """An answer with words of a closed list completed, if only one begins so."""
    inner = get_args(kind)[0] if get_origin(kind) is tuple else kind
    if get_origin(inner) is not Literal:
        return said
    words = said.replace(",", " ").split() if kind is not inner else [said]
    choices = [str(choice) for choice in get_args(inner)]
    found = []
    for word in words:
        meant = [choice for choice in choices if choice.startswith(word)]
        found.append(meant[0] if len(meant) == 1 and word not in ("", *choices) else word)
    return ",".join(found)
