"""What the players leave open: the commands dispute and settle, and a dispute with what its entry rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from auditing.reasons import reason_lines
from auditing.rule_index import look_up
from cli.desk import Desk
from cli.looking_up import rule_lines
from cli.noting import say_by
from cli.output import dump, folded, paint, print_line, print_lines, print_table, talk
from cli.photographs import is_picture
from cli.session import Session
from domain.kernel.disputes import Dispute, is_dispute, known, next_name, undoing
from domain.kernel.entries import UMPIRE, Entry, unstruck
from domain.kernel.facts import BY_TABLE, SOURCES, Disputed, DisputeSettled, RulingMade, Stub, TakenBack, side_of
from domain.kernel.game import Game, View
from domain.kernel.questions import CHANCE_ANSWERS, Answer
from domain.kernel.standing_in import what_settled
from domain.kernel.telling import told
from recording.photos import photo_digest
from replays.asides import BY, PHOTO, line_of
from replays.lines import quote, quoted

DEPTH = 2
"""How far the causes of a disputed entry are followed."""


def dispute(
    desk: Desk, game: str, about: str | None, text: tuple[str, ...], file: Path | None, by: str, as_json: bool
) -> None:
    """`wardiary dispute`: opens a dispute, says more to one, or lists them."""
    if about is None:
        _, opened = desk.open(game)
        shared = opened.seen_by("")  # whoever looks at the list
        rows = [_plain(shared, one) for one in opened.disputes.values()]
        lines = [line for row in rows for line in _rows(row)]
        dump(rows) if as_json else print_table(("id", "about", "state", "entry", "who", "said"), lines)
        return
    if is_dispute(about) and not text and file is None:
        show_dispute(desk, game, about, UMPIRE, as_json)
        return
    with Session.open(desk, game, as_json=as_json) as session:
        say_by(session, by, f"dispute {quote(about.removeprefix('#'))} {quoted(' '.join(text))}{_shown(file)}")


def _shown(file: Path | None) -> str:
    """The photograph at the end of the line."""
    if file is None:
        return ""
    digest = photo_digest(file)
    if not is_picture(file):
        talk(f"{file.name} is no picture that a report can show; it is recorded all the same")
    return f" {PHOTO} {quote(file.name)} {digest}"


def with_digest(text: str, words: Iterable[str]) -> str:
    """A typed line of a dispute, with the digest of the photograph whose file stands at its end."""
    *_, before, file = ["", "", *words]
    return text.rpartition(f" {PHOTO} ")[0] + _shown(Path(file)) if before == PHOTO else text


def settle(desk: Desk, game: str, of: str, text: tuple[str, ...], entry: int | None, by: str, as_json: bool) -> None:
    """`wardiary settle`: closes a dispute."""
    said = f" {quoted(' '.join(text))}" if text else ""
    with Session.open(desk, game, as_json=as_json) as session:
        say_by(session, by, f"settle {quote(of)}{f' {BY} {entry}' if entry is not None else ''}{said}")


def carried_over(old: Game[Any], branch: Game[Any]) -> Iterator[str]:
    """The lines of rulings and open disputes that a game has and an earlier branch of it lacks, one by one, as the
    branch has to say them.

    A dispute about an entry after the branching is not the branch's.
    """
    at, shared = branch.version, branch.disputes
    rulings = {e.fact.about: e.fact for e in old.stands if e.version > at and isinstance(e.fact, RulingMade)}
    for ruling in rulings.values():
        yield line_of(branch, [ruling])
    for one in old.disputes.values():
        if not one.open or one.name in shared or one.entry > at:
            continue
        name = next_name(branch.disputes)
        for said in one.said:
            fact = said.fact
            if isinstance(fact, DisputeSettled) and one.undone and said is one.said[-1]:
                continue  # it was settled by what was taken back since
            if isinstance(fact, DisputeSettled):
                why = fact.why or f"by entry {fact.entry} of the game it branched off"
                yield line_of(branch, [fact.but(dispute=name, entry=0, why=why)])
            elif isinstance(fact, Disputed):
                yield line_of(branch, [fact.but(dispute=name)])


# ---- a dispute, shown ----


def show_dispute(desk: Desk, game: str, name: str, side: str, as_json: bool) -> None:
    """`wardiary show GAME D1`. Raises BadInput."""
    _, opened = desk.open(game, side)
    if as_json:
        view = opened.seen_by(side)
        one = known(opened.disputes, name)
        how = list(recorded(view, one.entry)) if one.entry else []
        dump({**_plain(view, one), "recorded": how})
    else:
        tell_dispute(opened, name, side)


def tell_dispute(game: Game[Any], name: str, side: str) -> None:
    """Prints a dispute: what was said, and what is recorded of its entry or rule, as a side may see it. Raises
    BadInput."""
    one, view = known(game.disputes, name), game.seen_by(side)
    print_line(paint(f"{one.name}, {'open' if one.open else 'settled'}: {one.about()}", bold=True))
    for entry in one.said:
        for line in folded(_said(view, entry), "  ", "      "):
            print_line(line)
    if one.entry:
        for words in recorded(view, one.entry):
            for line in folded(words, "  ", "      "):
                print_line(line)
        print_lines(reason_lines(game, str(one.entry), side, depth=DEPTH))
    else:
        for line in rule_lines(
            view.rules.code, look_up(view.rules.code, one.rule), view.state.readings, view.state.house
        ):
            print_line(line)


def _said(view: View[Any], entry: Entry) -> str:
    """What was said in a dispute, by whom and when."""
    fact = entry.fact
    assert isinstance(fact, (Disputed, DisputeSettled))
    if isinstance(fact, Disputed):
        words = fact.text + (f" (photograph {fact.file})" if fact.file else "")
    else:
        words = _how_settled(fact) + _decided(view, fact) + _since(view, fact)
    return f"#{entry.version} {_who(view, entry, fact.side)}: {words}"


def _since(view: View[Any], fact: DisputeSettled) -> str:
    """That what settled a dispute was taken back since, in brackets."""
    words = undoing(fact, view.entries)
    return f" ({words})" if words else ""


def _decided(view: View[Any], fact: DisputeSettled) -> str:
    """What the entry decided that settled a dispute."""
    words = what_settled(fact, view.disputes.get(fact.dispute), view.entries, view.rules.sides)
    return (f"; entry {fact.entry}: {words}" if fact.why else f": {words}") if words else ""


def _how_settled(fact: DisputeSettled) -> str:
    return fact.remark().removeprefix(f"{fact.dispute} is ")


def _who(view: View[Any], entry: Entry, side: str = "") -> str:
    """Whose word an entry is, and when it was typed."""
    player = view.began.players.get(side, "") if view.began else ""
    name = player or (side_of(view.rules.sides, side) if side else entry.recorder) or "somebody"
    return f"{name}, {_when(entry)}" if entry.time else name


def _when(entry: Entry) -> str:
    return f"{entry.time[:16].replace('T', ' ')} UTC"


def recorded(view: View[Any], version: int) -> Iterator[str]:
    """How an entry came into the record: who typed it and when, its dice typed or rolled, and whether it still
    stands."""
    entries = {entry.version: entry for entry in view.entries}
    entry = entries[version]
    declared = entries.get(entry.of, entry)
    who = " by ".join(filter(None, ("typed", entry.recorder)))
    if not isinstance(entry.fact, Answer) and declared is not entry:
        yield f"entry {version} follows by the rules from entry {declared.version}"
        who = " by ".join(filter(None, (f"entry {declared.version} was typed", declared.recorder)))
    yield who + (f", {_when(entry)}" if entry.time else "")
    for chance in view.entries:
        if chance.of != entry.of or not isinstance(chance.fact, CHANCE_ANSWERS):
            continue
        if chance is entry or not isinstance(entry.fact, Answer):
            source = "typed" if chance.fact.source == BY_TABLE else SOURCES.get(chance.fact.source, chance.fact.source)
            back = " (taken back)" if _is_struck(view, chance.version) else ""
            yield f"#{chance.version} {source}: {told(chance.fact, view.rules.sides)}{back}"
    if isinstance(entry.fact, Stub):
        yield f"what it holds is a secret of {side_of(view.rules.sides, entry.fact.secret)}"
    if _is_struck(view, version):
        yield f"entry {version} was taken back since"


def _is_struck(view: View[Any], version: int) -> bool:
    """Whether an entry was taken back."""
    fact = next(entry.fact for entry in view.entries if entry.version == version)
    return not isinstance(fact, TakenBack) and version not in unstruck(view.entries)


def _plain(view: View[Any], one: Dispute) -> dict[str, Any]:
    """A dispute in its JSON form, as the view may tell it."""
    said = [
        {
            "version": entry.version,
            "at": entry.time,
            "by": entry.recorder,
            "side": entry.fact.side,
            "said": entry.fact.text
            if isinstance(entry.fact, Disputed)
            else _how_settled(entry.fact) + _decided(view, entry.fact) + _since(view, entry.fact),
            "photograph": entry.fact.file if isinstance(entry.fact, Disputed) else "",
        }
        for entry in one.said
        if isinstance(entry.fact, (Disputed, DisputeSettled))
    ]
    struck = bool(one.entry) and _is_struck(view, one.entry)
    return {"id": one.name, "about": one.about(), "open": one.open, "taken_back": struck, "said": said}


def _rows(plain: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The rows of a dispute in the list: one for each thing that was said; the first says what it is about."""
    about = plain["about"] + (", taken back since" if plain["taken_back"] else "")
    first = {"id": plain["id"], "about": about, "state": "open" if plain["open"] else "settled"}
    for n, said in enumerate(plain["said"]):
        who = said["side"] or said["by"]
        yield {**(first if not n else {}), "entry": f"#{said['version']}", "who": who, "said": said["said"]}
