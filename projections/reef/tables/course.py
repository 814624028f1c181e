"""The calendar of a campaign, its ground, the Reserve Pool, and what was sealed and opened."""

from __future__ import annotations

from domain.kernel.facts import GameEnded
from domain.reef import facts as f
from domain.reef.charts import DATES, POOL
from domain.reef.facts.secrets import SLIPS
from projections.reef import words
from projections.report.counting import Tally, View, table_of
from projections.report.model import Cell, Figure, ReportTable


def calendar(view: View) -> ReportTable:
    """A row for each CG Date: its scenario, or why no night was played."""
    rows: dict[str, list[Cell]] = {}
    for dated in words.dated(view):
        fact, state, version = dated.entry.fact, dated.before, dated.entry.version
        match fact:
            case f.NightSettled():
                why = "attempted" if fact.attempted else "not attempted"
                dice = str(fact.die) if fact.die else ""  # none is made where no charge could be formed
                rows[fact.date or state.date] = [
                    "",
                    "",
                    "",
                    "",
                    Figure(why, (version,)),
                    dice,
                    "played" if fact.played else "not played",
                ]
            case f.ScenarioBegan():
                before = rows.get(state.date, [""] * 7)
                first, attacker = (words.SIDE.get(side, side) for side in (fact.first, fact.attacker))
                rows[state.date] = [
                    Figure(str(fact.number), (version,)),
                    str(fact.turns),
                    first,
                    attacker,
                    *before[4:6],
                    "played",
                ]
            case f.ScenarioEnded() if state.date in rows:
                rows[state.date][6] = Figure(fact.sentence(), (version,))
            case GameEnded() if state.date in rows:
                rows[state.date][6] = Figure(f"the end: {fact.why}", (version,))
    return table_of(
        "The calendar",
        ("date", "scenario", "turns", "moves first", "Attacker", "Night Banzai", "Night dr", "came of it"),
        tuple((date, *rows[date]) for date in DATES if date in rows),
        "One scenario at the most is played on a CG Date; a night where a Night Banzai was attempted and its dr "
        "came up.",
    )


def ground(view: View) -> ReportTable:
    """Locations that changed hands, by CG Date, and how many Strategic Locations each side Controls then."""
    tally = Tally()
    counts: dict[str, tuple[int, int]] = {}
    dates: list[str] = []
    for dated in words.dated(view):
        fact, date = dated.entry.fact, words.when(dated)
        if not isinstance(fact, f.ControlRecorded):
            continue
        if date not in dates:
            dates.append(date)
        for hex in fact.places:
            before = dated.before.ground[hex].control if hex in dated.before.ground else ""
            if before != fact.control:
                tally.add(date, fact.control, version=dated.entry.version)
        after = view.rules.fold(fact, dated.before)
        counts[date] = (len(after.strategic_of("us")), len(after.strategic_of("jp")))
    return table_of(
        "Ground",
        ("date", "taken by the Marines", "taken by the Japanese", "Strategic, Marine", "Strategic, Japanese"),
        tuple((date, tally.figure(date, "us"), tally.figure(date, "jp"), *map(str, counts[date])) for date in dates),
        "Strategic Locations as 15.2 has them; the Japanese ones are those of hexes that were read out: all are "
        "theirs as a campaign starts.",
    )


def reserves(view: View) -> ReportTable:
    """The Reserve Pool scenario by scenario, in counters."""
    tally = Tally()
    order: list[str] = []
    start: dict[str, int] = {}
    end: dict[str, int] = {}
    for dated in words.dated(view):
        fact, state, version = dated.entry.fact, dated.before, dated.entry.version
        date = words.when(dated)
        if not state.date:
            continue
        if date not in order:
            order.append(date)
            start[date] = state.counters(state.pool)
        match fact:
            case f.PoolReplenished():
                tally.add(date, "DRs", version=version)
                tally.add(date, "added", version=version, amount=state.counters(fact.pieces))
            case f.ReinforcementsRolled():
                tally.add(date, "drs", version=version)
                if fact.available:
                    tally.add(date, "allowed", version=version, amount=fact.number)
            case f.PiecesShifted() if fact.of == POOL:
                tally.add(date, fact.how or "other", version=version, amount=state.counters(fact.pieces))
            case f.PiecesShifted() if fact.to == POOL:
                tally.add(date, "into", version=version, amount=state.counters(fact.pieces))
            case f.ReservesReturned():
                tally.add(date, "returned", version=version, amount=fact.number)
        after = view.rules.fold(fact, state)
        end[date] = after.counters(after.pool)
    columns = ("into", "DRs", "added", "set-up", "charge", "drs", "allowed", "reinforcement", "returned")
    return table_of(
        "The Reserve Pool",
        (
            "date",
            "at first",
            "assigned to it",
            "Replenishment DRs",
            "added",
            "set up",
            "in the charge",
            "Reinforcement drs",
            "might enter",
            "entered",
            "did not enter",
            "at last",
        ),
        tuple(
            (date, str(start[date]), *(tally.figure(date, column) for column in columns), str(end[date]))
            for date in order
        ),
        "In counters: each MMC, SMC, SW and vehicle is one, an Armor Leader none.",
    )


def secrets(view: View) -> ReportTable:
    """What was sealed, when it was opened, and what it said."""
    rows: dict[str, list[Cell]] = {}
    for dated in words.dated(view):
        fact, version = dated.entry.fact, dated.entry.version
        match fact:
            case f.SlipSealed():
                about = SLIPS[fact.kind] + (f" ({fact.of})" if fact.of else "")
                sealed = Figure(words.moment(dated), (version,))
                rows[fact.slip] = [
                    words.SIDE.get(fact.side, fact.side),
                    about,
                    sealed,
                    "on paper" if fact.on_paper else "in the record",
                    "",
                    "",
                ]
            case f.SlipOpened() if fact.slip in rows:
                how = "as it was recorded" if fact.TOPIC == f.SlipOpened.TOPIC else "by the word of the table"
                rows[fact.slip][4:] = [
                    Figure(words.moment(dated), (version,)),
                    f"{', '.join(fact.says) or 'nothing'}, {how}",
                ]
            case f.WaveSealed():
                sealed = Figure(words.moment(dated), (version,))
                rows[f"wave {fact.wave}"] = [
                    "Marines",
                    "an Assault Wave",
                    sealed,
                    "on paper" if fact.on_paper else "in the record",
                    "",
                    "",
                ]
            case f.WaveOpened() if f"wave {fact.wave}" in rows:
                rows[f"wave {fact.wave}"][4:] = [Figure(words.moment(dated), (version,)), ", ".join(fact.formations)]
    return table_of(
        "What was sealed",
        ("slip", "whose", "about", "sealed", "kept", "opened", "said"),
        tuple((slip, *cells) for slip, cells in rows.items()),
        "What nobody has opened is sealed still; what was recorded, the record proves as it is opened.",
    )
