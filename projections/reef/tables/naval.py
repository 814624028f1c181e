"""Naval gunfire by scenario and module, Direct Fire shot by shot, bombardments; Air Support."""

from __future__ import annotations

from fractions import Fraction

from domain.reef import facts as f
from domain.reef.naval import pile as pile_of
from domain.reef.state import FULL_PILE
from projections.reef import words
from projections.report.counting import Tally, View, reasons, table_of
from projections.report.model import Cell, Figure, ReportTable

WAYS = {n: sum(1 for a in range(1, 7) for b in range(1, 7) if a + b <= n) for n in range(-12, 25)}
"""Of 36 DRs, how many are at most so much."""


def chance(fact: f.DirectFired) -> Fraction:
    """The chance of a hit."""
    return Fraction(WAYS[fact.number - sum(term.amount for term in fact.terms)], 36)


def naval(view: View) -> ReportTable:
    """For each scenario and module: its draw pile, what was attempted, and what came of it."""
    tally = Tally()
    piles: dict[tuple[str, str], list[int]] = {}
    calibres: dict[tuple[str, str], int] = {}
    guns: dict[tuple[str, str], list[str]] = {}
    for dated in words.dated(view):
        fact, version, date = dated.entry.fact, dated.entry.version, words.when(dated)
        for name, now in (
            dated.before.modules.items() if dated.before.half else ()
        ):  # a part of a campaign may begin after they were received
            calibres.setdefault((date, name), now.calibre)
            piles.setdefault((date, name), list(pile_of(dated.before, name)))
        match fact:
            case f.ModulesReceived():
                for module, calibre in fact.modules.items():
                    calibres[date, module], piles[date, module] = calibre, [*FULL_PILE]
            case f.EffectEnded():
                guns.setdefault((date, fact.module), []).append(f"{fact.gun} until its end")
            case f.GunMatched() if (date, fact.module) in piles:
                piles[date, fact.module][0] = max(0, piles[date, fact.module][0] + fact.black)
                piles[date, fact.module][1] += fact.red
                guns.setdefault((date, fact.module), []).append(fact.gun)
            case f.ContactAttempted():
                tally.add(date, fact.module, "contacts", version=version)
                if fact.contact:
                    tally.add(date, fact.module, "made", version=version)
            case f.AccessDrawn() if not fact.wp:
                tally.add(date, fact.module, "draws", version=version)
                if fact.chit == "black":
                    tally.add(date, fact.module, "access", version=version)
            case f.AttackAnnounced():
                tally.add(date, fact.module, fact.mission, version=version)
            case f.DirectFired():
                tally.add(date, fact.module, "shots", version=version)
                if fact.hit:
                    tally.add(date, fact.module, "hits", version=version)
            case f.AccessLost() if dated.before.fighters:
                for module in fact.modules:
                    tally.add(date, module, "cancelled", version=version)
    rows: list[tuple[Cell, ...]] = []
    for (date, module), pile in piles.items():
        counted = (
            tally.figure(date, module, name)
            for name in ("contacts", "made", "draws", "access", "noba", "shots", "hits", "cancelled")
        )
        rows.append(
            (
                date,
                module,
                f"{calibres[date, module]}+mm",
                f"{pile[0]}/{pile[1]}",
                ", ".join(guns.get((date, module), [])),
                *counted,
            )
        )
    return table_of(
        "Naval gunfire",
        (
            "date",
            "module",
            "calibre",
            "pile",
            "Guns against it",
            "contacts tried",
            "made",
            "chits",
            "black ones",
            "NOBA announced",
            "shots",
            "hits",
            "cancelled by aircraft",
        ),
        rows,
        "The draw pile is that with which the scenario began: black and red chits.",
    )


def shots(view: View) -> ReportTable:
    """Direct Fire, shot by shot."""
    rows: list[tuple[Cell, ...]] = []
    for dated in words.dated(view):
        fact = dated.entry.fact
        if isinstance(fact, f.DirectFired):
            dice = Figure("+".join(map(str, fact.dice)), (dated.entry.version,))
            terms = reasons(fact.terms)
            result = ("hit" if fact.hit else "miss") + (", ROF kept" if fact.again else "")
            likely = f"{float(chance(fact)):.2f}"
            seen = fact.by or "Shipboard Observer"
            rows.append(
                (
                    words.when(dated),
                    fact.module,
                    seen,
                    fact.hex,
                    fact.target,
                    dice,
                    terms,
                    str(fact.number),
                    likely,
                    result,
                )
            )
    return table_of(
        "Direct Fire",
        ("date", "module", "observer", "hex", "target type", "DR", "modifiers", "TH#", "chance", "came of it"),
        rows,
        "The chance is that of two dice, with these modifiers.",
    )


def bombardments(view: View) -> ReportTable:
    """Naval Bombardments, seawalls and Air Support."""
    rows: list[tuple[Cell, ...]] = []
    for dated in words.dated(view):
        fact, date, versions = dated.entry.fact, words.when(dated), (dated.entry.version,)
        match fact:
            case f.BombardmentLanded():
                error = "".join(map(str, fact.error))
                came = "accurate" if not fact.error else f"{fact.off} hexes off, in {fact.hex}"
                rows.append((date, "bombardment", fact.placed, Figure(str(fact.die), versions), error, came))
            case f.SeawallChecked():
                came = f"breached towards {', '.join(fact.breached)}" if fact.breached else "holds"
                rows.append((date, "seawall", fact.hex, Figure(str(sum(fact.dice)), versions), "", came))
            case f.AirRolled():
                turn = f"turn {dated.before.turn}"
                rows.append(
                    (
                        date,
                        "Air Support",
                        turn,
                        Figure(str(fact.die), versions),
                        "",
                        "FB arrive" if fact.came else "none",
                    )
                )
    return table_of("Bombardments and aircraft", ("date", "what", "where", "dice", "Error DR", "came of it"), rows, "")
