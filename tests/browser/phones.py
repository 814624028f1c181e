"""Phones at a table, at length: what `test_phones.py` does in seconds, and all that takes minutes.

python -m tests.browser.phones [--only NAME …] [--kills 50] [--frozen 60] [--pictures FOLDER]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.beginning import printed_in
from domain.kernel.facts import Declared, GameBegan
from domain.kernel.state import RECORDED
from domain.record.diary import Diary
from replays.writer import appends
from tests.browser.hands import Hands
from tests.browser.tables import ALL, HIGH, Browser, Phone, Table, begun, browser, free_port, stored
from tests.browser.wire import Wire

WIDTHS = (360, 390, 768, 1200)
MIDDLE = {
    "iwo": ("first-landing", 70, 60),
    "ddat": ("first-waves", 60, 60),
    "iph": ("over-the-pali", 60, 40),
    "reef": ("red-two", 90, 60),
    "betio": ("issue-in-doubt", 60, 60),
    "free": ("the-ford", 10, 20),
}
"""A shipped game of each system: how many lines are recorded before the phones come, and how many they play."""
HIDING = ("iwo", "iph")
PASSPHRASE = "sand and ash"


@dataclass
class Setting:
    """What a check is done with."""

    chromium: Browser
    folder: Path
    kills: int
    frozen: float
    pictures: Path


@contextmanager
def ford(setting: Setting, *, wired: bool = False) -> Iterator[tuple[Table, Diary, str, Phone]]:
    """A small game at a table, and a phone for all sides there."""
    path = setting.folder / f"ford-{time.monotonic_ns()}.db"
    with Diary(path, "tests") as diary:
        game, before = begun("free", "the-ford", 6)
        id = stored(diary, "ford", game, before)
        port = free_port()
        wire = Wire(port) if wired else None
        with Table(path, "ford", host="127.0.0.2" if wired else "127.0.0.1", port=port) as table:
            table.wire = wire
            phone = setting.chromium.phone(f"http://127.0.0.1:{port}")
            phone.sit(table.codes[f"ford {ALL}"])
            yield table, diary, id, phone
        if wire:
            wire.close()


@contextmanager
def seated(setting: Setting, name: str, system: str, shipped: str, lines: int, seat: str = ALL) -> Iterator[Phone]:
    """A phone in a seat of a shipped game after so many lines, at a table of its own."""
    path = setting.folder / f"{name}.db"
    with Diary(path, "tests") as diary:
        stored(diary, name, *begun(system, shipped, lines))
    with Table(path, name) as table:
        phone = setting.chromium.phone(table.address)
        phone.sit(table.codes[f"{name} {seat}"])
        yield phone


def said(diary: Diary, id: str) -> list[str]:
    """The lines of a free game that were recorded."""
    facts = [entry.fact for entry in diary.entries(id)]
    return [str(fact.values.get("text")) for fact in facts if isinstance(fact, Declared)]


# ---- the checks: each tells what it saw, or fails ----


def pictures(setting: Setting) -> str:
    """Every system in the middle of a game, in all widths, light and dark: it fits, and axe finds nothing."""
    path = setting.folder / "middle.db"
    with Diary(path, "tests") as diary:
        for system, (name, lines, _) in MIDDLE.items():
            game, before = begun(system, name, lines)
            stored(diary, system, game, before)
    found: list[str] = []
    with Table(path, *MIDDLE) as table:
        for system in MIDDLE:
            phone = setting.chromium.phone(table.address)
            phone.sit(table.codes[f"{system} {ALL}"])
            for width in WIDTHS:
                for dark in (False, True):
                    phone.screen(width, HIGH, dark=dark)
                    phone.driver.refresh()
                    phone.until("!!document.querySelector('.scripted')")
                    phone.picture(setting.pictures / f"{system}-{width}-{'dark' if dark else 'light'}.png")
                    whole, complaints = width == 390 and not dark, setting.chromium.console()
                    seen = [*complaints, *phone.misfits(), *phone.barriers(but="" if whole else "#map")]
                    setting.chromium.console()  # of axe itself, which reads a canvas
                    found += [f"{system} {width} {'dark' if dark else 'light'}: {one}" for one in seen]
            phone.close()
    assert not found, "\n".join(found)
    return f"{len(MIDDLE) * len(WIDTHS) * 2} pictures in {setting.pictures}"


def long_turns(setting: Setting) -> str:
    """Every system is played on by taps; what had to be typed is told."""
    told = []
    for system, (name, lines, more) in MIDDLE.items():
        path = setting.folder / f"long-{system}.db"
        with Diary(path, "tests") as diary:
            game, before = begun(system, name, lines, more)
            id = stored(diary, system, game, before)
            with Table(path, system) as table:
                told.append(f"{system} {_played_on(setting, table, diary, id, game, before)}")
    return "; ".join(told)


def _played_on(setting: Setting, table: Table, diary: Diary, id: str, game: Any, before: int) -> str:
    system = game.rules.code
    phones = {}
    for side, seat in (dict(game.rules.sides) if system in HIDING else {"": ALL}).items():
        phones[side] = setting.chromium.phone(table.address)
        phones[side].sit(table.codes[f"{system} {seat}"])
    hands = Hands(game, diary, id, phones)
    began, kinds = time.monotonic(), Counter[str]()
    for append in appends(game.entries):
        if append[0].version > before:
            if question := hands.game.pending():
                kinds[question.KIND] += 1
            hands.append(append)
    for phone in phones.values():
        assert phone.misfits() == []
        phone.close()
    done = hands.counted
    assert not (complaints := setting.chromium.console()), complaints
    return (
        f"{done.declared} declarations, {done.taps} taps and {done.letters} letters for {done.keys} keys in "
        f"{time.monotonic() - began:.0f} s, typed {done.typed}, {dict(kinds)}"
    )


def kills(setting: Setting) -> str:
    """A server killed amid declarations again and again."""
    chance = random.Random(1)
    with ford(setting) as (table, diary, id, phone):
        before, lines = phone.version, []
        for n in range(setting.kills):
            lines.append(f"Red +{n + 1}")
            phone.say(lines[-1])
            time.sleep(chance.random() / 5)
            table.kill()
            table.begin()
            phone.until(f"!sending && at() > {before}", seconds=30)
            assert phone.text(".refused") == ""
            before = phone.version
        assert said(diary, id)[-len(lines) :] == lines
        assert diary.verify(id) == []
    return f"{setting.kills} kills: every line once"


def a_frozen_minute(setting: Setting) -> str:
    """A phone whose wire is held: it says so, and catches up with what it was tapped meanwhile."""
    with ford(setting, wired=True) as (table, _, _, phone):
        other = setting.chromium.phone(table.address)
        other.sit(table.codes["ford spectators"])
        version = phone.version
        table.wire.hold()
        noticed = phone.until("!document.querySelector('#lost').hidden", seconds=5.5)
        phone.say("Red +2")
        time.sleep(setting.frozen)
        table.wire.release()
        back = phone.until(f"!sending && at() > {version} && document.querySelector('#lost').hidden", seconds=15)
        other.until(f"at() > {version}")
    return f"a held wire noticed in {noticed:.1f} s, caught up in {back:.1f} s"


def late_scripts(setting: Setting) -> str:
    """Scripts that come three seconds late: a tap before them is a form, and nothing is lost or in the address."""
    with ford(setting, wired=True) as (table, diary, id, phone):
        table.wire.late = 3

        ask = phone.besides()

        def looked(script: str) -> Any:
            return ask("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

        ask("Page.reload", ignoreCache=True)
        for _ in range(200):
            if looked("typeof at === 'undefined' && !!document.querySelector('#say button')") is True:
                break
            time.sleep(0.02)
        else:
            raise AssertionError("the page did not come before its scripts")
        looked("document.querySelector('#line').value = 'Red +1'; document.querySelector('#say button').click()")
        phone.until("location.pathname === '/table' && !location.search && typeof at === 'function'", seconds=30)
        assert said(diary, id)[-1] == "Red +1"
        version, table.wire.late = phone.version, 0
        phone.say("Red +2")
        phone.until(f"at() > {version}")
    return "a line said before the scripts came is recorded once"


def no_scripts(setting: Setting) -> str:
    """Without any script: a line, a button, insisting, undo."""
    path = setting.folder / "plain.db"
    with Diary(path, "tests") as diary:
        game, before = begun("iwo", "first-landing", 16)
        id = stored(diary, "plain", game, before)
        with Table(path, "plain") as table:
            phone = setting.chromium.phone(table.address)
            phone.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
            phone.driver.get(f"{table.address}/")
            phone.type("#code", table.codes[f"plain {ALL}"])
            phone.driver.find_element("css selector", "form button").click()
            told = []
            for does, tells in (
                (lambda: phone.say("note plain"), "plain"),
                (lambda: phone.say("construct beachhead Green"), ""),
                (lambda: phone.plain(".refused [name=why]", "we forgot", ".refused button"), ""),
                (lambda: phone.touch("button[value=undo]"), "taken back"),
            ):
                does()
                phone.until("document.readyState === 'complete' && !!document.querySelector('#panel')")
                assert tells in phone.text(), f"{tells} is not on the page"
                told.append(diary.last(id))
            taps = phone.taps(folded=False)
            phone.tap(next(one for one in taps if one.startswith(("verb/", "value/", "answer/", "roll/"))))
    return f"entries after a line, a refusal, an insisting, an undo: {told}"


def a_cut_stream(setting: Setting) -> str:
    """A stream cut in a message: the phone catches up by itself."""
    with ford(setting, wired=True) as (table, _, _, phone):
        other = setting.chromium.phone(f"http://127.0.0.1:{table.port}")
        other.sit(table.codes["ford spectators"])
        took = []
        for n in range(5):
            table.wire.cuts = 2
            phone.say(f"Red +{n + 1}")
            phone.settled()
            took.append(other.until(f"at() >= {phone.version} && document.querySelector('#lost').hidden"))
            assert f"+{n + 1}" in other.text("#log li"), other.text("#log li")
    return f"five cuts, caught up in at most {max(took):.1f} s"


def a_lost_answer(setting: Setting) -> str:
    """A tap whose answer is lost is sent again, recorded once, and acknowledged."""
    with ford(setting, wired=True) as (table, diary, id, phone):
        for n in range(5):
            table.wire.swallows = 2
            phone.say(f"Red +{n + 1}")
            phone.settled()
            assert phone.text(".refused") == ""
        lines = said(diary, id)[-5:]
        assert lines == [f"Red +{n + 1}" for n in range(5)], lines
    return "five lines, ten lost answers: each recorded once"


def twenty_taps(setting: Setting) -> str:
    """Twenty taps in a second are heard in their order."""
    with seated(setting, "taps", "iph", "over-the-pali", 12, "Japanese") as phone:
        verb = next(one for one in phone.taps() if one.startswith("verb/move/"))
        phone.tap(verb)
        phone.settled()
        name = [one for one in phone.taps() if one.startswith("value/units/")][:10]
        assert len(name) == 10, phone.taps()
        chance = random.Random(3)
        order = [chance.choice(name) for _ in range(20)]
        took = phone.js(
            "const began = performance.now();"
            'for (const one of arguments[0]) document.querySelector(`#panel button[value="${one}"]`).click();'
            "return performance.now() - began",
            order,
        )
        phone.settled()
        kept: list[str] = []
        for one in order:
            kept = [each for each in kept if each != one] if one in kept else [*kept, one]
        line = phone.text("#panel .line")
        assert kept, order
        assert line.replace("move ", "").strip() == ",".join(one.rpartition("/")[2] for one in kept), line
    return f"20 taps in {took:.0f} ms, {len(kept)} names left in their order"


def reload_and_sleep(setting: Setting) -> str:
    """What is half tapped outlives a reload: a line, and dice on the pad."""
    with seated(setting, "half", "iwo", "first-landing", 5) as phone:
        phone.tap(next(one for one in phone.taps() if one.startswith("verb/bombard/")))
        phone.settled()
        phone.tap(next(one for one in phone.taps() if one.startswith("value/")))
        phone.settled()
        line = phone.text("#panel .line")
        phone.driver.refresh()
        phone.until("!!document.querySelector('.scripted')")
        assert phone.text("#panel .line") == line != ""
        phone.tap("end")
        phone.settled()
        phone.throw("123")
        phone.driver.refresh()
        phone.until("!!document.querySelector('.pad button')")
        assert phone.js("return document.querySelector('[name=dice]').value") == "123"
    return f"kept: {line}, and 3 dice"


def sealed(folder: Path) -> Path:
    """A diary with a game in which a side has a passphrase."""
    path = folder / f"sealed-{time.monotonic_ns()}.db"
    with Diary(path, "tests") as diary:
        began = GameBegan(system="iwo", title="sealed", hidden=RECORDED, **printed_in("iwo", "sample"))
        diary.new("iwo", "sealed", began, {"jp": PASSPHRASE})
    return path


def unlocked_without_scripts(setting: Setting) -> str:
    """Without any script a passphrase is said, refused when wrong, and stands in no address."""
    with Table(sealed(setting.folder), "sealed") as table:
        jp = setting.chromium.phone(table.address)
        jp.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        jp.driver.get(f"{table.address}/")
        jp.plain("#code", table.codes["sealed Japanese"], "form button")
        told = []
        for said in ("wrong", PASSPHRASE):
            jp.until("document.readyState === 'complete' && !!document.querySelector('.unlock')")
            before = jp.js("return performance.timeOrigin")
            jp.plain(".unlock input[type=password]", said, ".unlock button")
            jp.until(f"performance.timeOrigin !== {before} && document.readyState === 'complete'")  # the page is anew
            told.append(jp.text("#panel .refused"))
            assert jp.js("return location.pathname + location.search") == "/table"
        assert "passphrase" in told[0], told
        assert (told[1], jp.text(".unlock")) == ("", "")
        jp.say("note unlocked")
        jp.until("document.readyState === 'complete' && document.querySelector('#log').innerText.includes('unlocked')")
    return f"refused when wrong ({told[0]}), and unlocked"


def passphrases(setting: Setting) -> str:
    """Nothing is declared before each passphrase was said on its phone; after a kill they are said again."""
    with Table(sealed(setting.folder), "sealed") as table:
        us, jp = (setting.chromium.phone(table.address) for _ in range(2))
        us.sit(table.codes["sealed US"])
        jp.sit(table.codes["sealed Japanese"])
        for _ in range(2):
            us.say("note waits")
            us.until("!!document.querySelector('#panel .refused')")
            assert "passphrase" in us.text(".refused")
            jp.type(".unlock input[type=password]", "wrong")
            jp.touch(".unlock button")
            jp.until("!!document.querySelector('#panel .refused')")
            jp.type(".unlock input[type=password]", PASSPHRASE)
            jp.touch(".unlock button")
            jp.until("!document.querySelector('.unlock')")
            us.until("![...document.querySelectorAll('p.told')].some(one => one.innerText.includes('passphrase'))")
            version = us.version
            us.say("note heard")
            us.until(f"at() > {version}")
            table.kill()
            table.begin()
            jp.until("!!document.querySelector('.unlock')", seconds=20)
    return "said, refused when wrong, and said again after a kill"


def a_freed_seat(setting: Setting) -> str:
    """A phone whose seat was freed says so."""
    with ford(setting) as (table, _, _, phone):
        seats = table.diary.parent / f"{table.diary.stem}.seats.json"
        table.kill()
        seats.write_text('{"seats": []}', "utf-8")
        table.begin()
        took = phone.until("/no seat|code/.test(document.body.innerText)", seconds=15)
    return f"told within {took:.1f} s: {phone.text('#lost') or phone.js('return location.pathname')}"


def a_refused_line(setting: Setting) -> str:
    """A typed line is completed; one that is refused stays where it was typed."""
    with seated(setting, "refused", "iwo", "first-landing", 16) as phone:
        phone.type("#line", "la")
        phone.until("[...document.querySelectorAll('#words option')].some(one => one.value.startsWith('land'))")
        phone.say("construct beachhead Green")
        phone.until("!!document.querySelector('.refused')")
        phone.settled()
        phone.picture(setting.pictures / "refused.png")
        assert phone.js("return document.querySelector('#line').value") == "construct beachhead Green"
    return phone.text(".refused p")


CHECKS: dict[str, Callable[[Setting], str]] = {
    "pictures": pictures,
    "turns": long_turns,
    "kills": kills,
    "frozen": a_frozen_minute,
    "late": late_scripts,
    "plain": no_scripts,
    "cut": a_cut_stream,
    "lost": a_lost_answer,
    "twenty": twenty_taps,
    "half": reload_and_sleep,
    "unlock": unlocked_without_scripts,
    "passphrases": passphrases,
    "freed": a_freed_seat,
    "refused": a_refused_line,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=list(CHECKS), default=list(CHECKS))
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--frozen", type=float, default=60)
    parser.add_argument("--pictures", type=Path, default=Path(".make/phones"))
    given = parser.parse_args()
    given.pictures.mkdir(parents=True, exist_ok=True)
    failed = 0
    with browser() as chromium, tempfile.TemporaryDirectory() as folder:
        setting = Setting(chromium, Path(folder), given.kills, given.frozen, given.pictures)
        for name in given.only:
            began = time.monotonic()
            try:
                told = CHECKS[name](setting)
            except Exception:
                failed, told = failed + 1, f"✗ {traceback.format_exc()}"
            print(f"{name} ({time.monotonic() - began:.0f} s): {told}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
