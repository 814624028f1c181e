"""The report and the statistics as a player asks for them, and what is said when something is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.cli.conftest import Run, call


def picture(kind: str = "PNG", size: tuple[int, int] = (32, 24), **how: Any) -> bytes:
    """The bytes of a photograph."""
    out = BytesIO()
    Image.new("RGB", size, "olive").save(out, kind, **how)
    return out.getvalue()


PNG = picture()


@pytest.fixture
def fired(evening: Run) -> Run:
    """A game in which something happened: a landing under fire, and a note of it."""
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    evening("note", "evening", "What a morning.")
    return evening


def test_a_report_is_written_into_one_page(fired: Run, tmp_path: Path) -> None:
    """Given a game, when its report is asked for, then the page tells it, and its path is what stdout says."""
    page = tmp_path / "evening.html"
    assert fired("report", "evening", "-o", str(page)).stdout.strip() == str(page)
    text = page.read_text("utf-8")
    assert "What a morning." in text
    assert "Ann" in text
    assert "Bob" in text
    assert fired("head", "evening").stdout.strip() in text


def test_it_is_called_after_the_game_unless_somebody_says(
    fired: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert fired("report", "evening").stdout.strip() == "evening.html"
    assert (tmp_path / "evening.html").exists()
    call(tmp_path / "d.db", "evening", "a/b")
    assert fired("report", "a/b").stdout.strip() == "a-b.html"


def test_a_side_is_told_what_it_knew(fired: Run, tmp_path: Path) -> None:
    """The Japanese set-up is their secret: it stands in the umpire's page and in theirs, and not in the page of the
    US."""
    told = {}
    for side in ("umpire", "jp", "us"):
        fired("report", "evening", "--as", side, "-o", str(tmp_path / f"{side}.html"))
        told[side] = "MOR2" in (tmp_path / f"{side}.html").read_text("utf-8")
    assert told == {"umpire": True, "jp": True, "us": False}


def test_every_moment_is_written_into_one_page(fired: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a game, when a page of its moments is asked for, then it lies beside the report, for its audience alone."""
    monkeypatch.chdir(tmp_path)
    hidden = {}
    for side in ("umpire", "us", "spectator"):
        written = fired("report", "evening", "--replay", "--as", side, "--title", "Sand").stdout.strip()
        assert written == ("evening-replay.html" if side == "umpire" else f"evening-replay-{side}.html")
        text = Path(written).read_text("utf-8")
        assert "What a morning." in text
        assert "<title>Sand" in text
        hidden[side] = "MOR2" in text
    assert hidden == {"umpire": True, "us": False, "spectator": False}
    assert fired("report", "evening", "-o", "evening-replay.html", code=2).stderr.endswith("names another\n")


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (("--format", "pdf"), "--format pdf"),
        (("-o", "evening.md"), "-o evening.md"),
        (("--brief",), "--brief"),
        (("--full",), "--full"),
        (("--url", "https://example.org/evening.html"), "--url"),
        (("--photos", "photos"), "--photos"),
    ],
)
def test_what_a_page_of_moments_has_no_place_for_is_named(
    fired: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], names: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("photos").mkdir()
    said = fired("report", "evening", "--replay", *options, code=2).stderr
    assert said == f"wardiary: --replay writes one HTML page of moments; {names} is for the report, without --replay\n"
    assert not [*Path().glob("evening*")]


def test_it_ends_where_it_is_told_to(fired: Run, tmp_path: Path) -> None:
    page = tmp_path / "p.html"
    fired("report", "evening", "--upto", "5", "-o", str(page))
    text = page.read_text("utf-8")
    assert "What a morning." not in text
    assert fired("head", "evening", "--at", "5").stdout.strip() in text
    assert max(map(int, re.findall(r'id="e(\d+)"', text))) <= 5


def test_a_part_of_a_game_is_told_alone(fired: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a game under way, when its parts' ledgers are added up, then they come to the game's; a part's report has
    its name."""
    entries = json.loads(fired("table", "evening", "timeline", "--json").stdout)["rows"]
    parts = list(dict.fromkeys(row["moment"].partition(" / ")[0] for row in entries))
    for ledger in ("chance", "fire", "casualties", "points", "tracks"):
        whole = json.loads(fired("table", "evening", ledger, "--json").stdout)
        told = [json.loads(fired("table", "evening", ledger, "--part", part, "--json").stdout) for part in parts]
        assert [row for part in told for row in part["rows"]] == whole["rows"]
        for column in ("shots", "dice", "steps_lost"):
            assert sum(row.get(column, 0) for part in told for row in part["totals"]) == sum(
                row.get(column, 0) for row in whole["totals"]
            )
    monkeypatch.chdir(tmp_path)
    made = fired("report", "evening", "--part", parts[-1]).stdout.strip()
    assert made == f"evening-{parts[-1].replace(' ', '-')}.html"
    assert f": {parts[-1]}" in (tmp_path / made).read_text("utf-8")
    fired("table", "evening", "fire", "--part", "turn 99", code=2)


def test_markdown_lies_in_a_folder_or_beside_its_pictures(fired: Run, tmp_path: Path) -> None:
    assert fired("report", "evening", "--format", "md", "-o", str(tmp_path / "f")).stdout.strip() == str(
        tmp_path / "f" / "report.md"
    )
    assert "What a morning" in (tmp_path / "f" / "report.md").read_text("utf-8")
    fired("report", "evening", "-o", str(tmp_path / "post.md"))
    shown = re.findall(r"!\[[^\n]*\]\(([^)]*)\)", (tmp_path / "post.md").read_text("utf-8"))
    assert shown
    assert all((tmp_path / name).exists() for name in shown)


def test_a_pdf_is_laid_out(fired: Run, tmp_path: Path) -> None:
    fired("report", "evening", "--upto", "8", "-o", str(tmp_path / "e.pdf"))
    assert (tmp_path / "e.pdf").read_bytes().startswith(b"%PDF-")


def test_a_photograph_is_shown_if_it_is_the_one_that_was_recorded(fired: Run, tmp_path: Path) -> None:
    """Given a photograph in the record, when another file has its name, then the report only names it."""
    photo, page = tmp_path / "beach.png", tmp_path / "p.html"
    photo.write_bytes(PNG)
    fired("photo", "evening", str(photo), "the beach")
    fired("report", "evening", "--photos", str(tmp_path), "-o", str(page))
    assert "data:image/png;base64," in page.read_text("utf-8")
    photo.write_bytes(PNG + b"more")
    assert (
        "beach.png: not the photograph that was recorded"
        in fired("report", "evening", "--photos", str(tmp_path), "-o", str(page)).stderr
    )
    assert "data:image/png;base64," not in page.read_text("utf-8")
    assert "beach.png</b>, not shown here" in page.read_text("utf-8")


def test_a_photograph_is_shown_in_moderate_size_without_what_the_camera_wrote_into_it(
    fired: Run, tmp_path: Path
) -> None:
    """Given a large photograph that knows its place and lies on its side, then a report shows it upright, smaller, and
    tells no place."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "a camera by the sea"
    (tmp_path / "große (1).jpg").write_bytes(picture("JPEG", (4000, 3000), exif=exif))
    fired("photo", "evening", str(tmp_path / "große (1).jpg"), "the beach")
    fired("report", "evening", "--photos", str(tmp_path), "-o", str(tmp_path / "post.md"))
    shown = next(tmp_path.glob("post-photo-*.jpeg"))
    assert f"]({shown.name})" in (tmp_path / "post.md").read_text("utf-8")
    with Image.open(shown) as opened:
        assert opened.size == (1200, 1600)
        assert not opened.getexif()
    assert b"by the sea" not in shown.read_bytes()


def test_a_pdf_shows_photographs(fired: Run, tmp_path: Path) -> None:
    (tmp_path / "beach.png").write_bytes(PNG)
    fired("photo", "evening", str(tmp_path / "beach.png"))
    fired("report", "evening", "--photos", str(tmp_path), "-o", str(tmp_path / "e.pdf"))
    assert b"/Subtype/Image" in (tmp_path / "e.pdf").read_bytes()


def test_photographs_that_cannot_be_shown_are_told_in_one_line_for_each_reason(fired: Run, tmp_path: Path) -> None:
    for name, data in (
        ("a.jpg", b"<svg onload=alert(1)>"),
        ("b.jpg", picture("JPEG")[:200]),
        ("c.png", PNG),
        ("d.png", PNG),
    ):
        (tmp_path / name).write_bytes(data)
        fired("photo", "evening", str(tmp_path / name))
    (tmp_path / "c.png").unlink()
    told = fired("report", "evening", "--photos", str(tmp_path), "-o", str(tmp_path / "p.html")).stderr.splitlines()
    assert len(told) == 1, "c.png is the same picture as d.png, which is there"
    assert told[0].startswith("a.jpg, b.jpg: no picture that can be shown")
    assert "data:image/png" in (tmp_path / "p.html").read_text("utf-8")


def test_a_new_report_leaves_nothing_of_an_older_one_in_its_folder(fired: Run, tmp_path: Path) -> None:
    """Given the umpire's Markdown, when a side's is written into the same folder, then the umpire's other pictures are
    gone, and no more."""
    folder = tmp_path / "post"
    fired("report", "evening", "--format", "md", "-o", str(folder))
    kept, old = folder / "my own.txt", {file.name for file in folder.iterdir()}
    kept.write_text("mine")
    fired("report", "evening", "--format", "md", "--as", "us", "--upto", "1", "-o", str(folder))
    shown = set(re.findall(r"\]\(([^)#]+\.svg)\)", (folder / "report.md").read_text("utf-8")))
    assert {file.name for file in folder.iterdir()} == {"report.md", "my own.txt", *shown}
    assert old - shown - {"report.md"}


def test_an_interrupted_report_leaves_nothing(fired: Run, tmp_path: Path) -> None:
    """Given a PDF being laid out, when Ctrl-C is pressed, then there is no file, no traceback and no half of one."""
    folder = tmp_path / "out"
    folder.mkdir()
    command = [
        sys.executable,
        "-m",
        "cli.main",
        "--diary",
        str(tmp_path / "d.db"),
        "report",
        "evening",
        "-o",
        str(folder / "e.pdf"),
    ]
    ours = (
        {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
        if sys.platform != "win32"
        else {}
    )
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **ours) as run:
        assert run.stderr is not None
        assert "laying out" in run.stderr.readline()
        run.send_signal(signal.SIGINT)
        rest = run.stderr.read()
    assert (run.returncode, rest) == (130, "")
    assert list(folder.iterdir()) == []


def test_a_disk_that_is_full_leaves_the_older_report(
    fired: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a report of yesterday, when the disk is full today, then yesterday's is whole, and a folder begun is
    gone."""
    page, folder = tmp_path / "e.html", tmp_path / "new" / "post"
    fired("report", "evening", "--upto", "9", "-o", str(page))
    yesterdays = page.read_bytes()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(os, "fsync", full)
    for words in (["-o", str(page)], ["--format", "md", "-o", str(folder)]):
        told = fired("report", "evening", *words, code=2).stderr
        assert "No space left on device" in told
        assert len(told.splitlines()) == 1
    assert page.read_bytes() == yesterdays
    assert [file for file in sorted(tmp_path.iterdir()) if not file.name.startswith("d.")] == [
        file for file in before if not file.name.startswith("d.")
    ]


def test_no_other_file_is_written_over(fired: Run, tmp_path: Path) -> None:
    """Given a diary, a photograph and a link, when -o names them, then they stay as they are, and so does what a link
    leads to."""
    for name, words in (
        ("d.db", []),
        ("d.db", ["--format", "html"]),
        ("d.db", ["--format", "pdf"]),
        ("beach.jpg", ["--format", "html"]),
    ):
        (tmp_path / "beach.jpg").write_bytes(PNG)
        assert re.search(
            "what --format .* ends in|its ending says",
            fired("report", "evening", "-o", str(tmp_path / name), *words, code=2).stderr,
        )
    assert fired("games").stdout
    assert (tmp_path / "beach.jpg").read_bytes() == PNG
    (tmp_path / "link.html").symlink_to(tmp_path / "behind.html")
    assert "is a link" in fired("report", "evening", "-o", str(tmp_path / "link.html"), code=2).stderr
    assert not (tmp_path / "behind.html").exists()


def test_names_that_make_no_file_name(fired: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    called = "evening"
    for name, file in (
        ("🎲 & Bob's", "🎲 & Bob's.html"),
        ("../../x", "x.html"),
        ("...", "game-[0-9a-f]{8}.html"),
        ("日" * 80, "日{66}.html"),
    ):
        call(tmp_path / "d.db", called, name)
        assert re.fullmatch(file, fired("report", name).stdout.strip())
        called = name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", "morning"], "there is no game 'morning'"),
        (["report", "evening", "--as", "ru"], "there is no side 'ru'"),
        (["report", "evening", "--upto", "9999"], "not 9999"),
        (["report", "evening", "--upto", "0"], "0 is not in the range"),
        (["report", "evening", "--format", "doc"], "'doc' is not one of"),
        (["report", "evening", "-o", "no/such/folder/x.html"], "cannot be written"),
        (["report", "evening", "-o", "."], "is a folder: -o names a file, as in evening.html"),
        (["report", "evening", "-o", "evening.docx"], "its ending says the format: .html, .md, .bbcode or .pdf"),
        (["report", "evening", "-o", "-"], "a report is not written to standard output: -o names a file"),
        (["report", "evening", "-o", "-", "--format", "md"], "a report is not written to standard output"),
        (["report", "evening", "--url", "example.org"], "the address of a page, as in https://example.org"),
        (["report", "evening", "--url", "https://example.org", "--format", "pdf"], "--url is for html and bbcode"),
        (["report", "evening", "--blurb", "none.md"], "'none.md' does not exist"),
        (["export", "evening", "-o", "no/such/evening.diary"], "there is no folder no/such; make it first"),
        (["export", "evening", "-o", "no/such/evening.jsonl"], "there is no folder no/such; make it first"),
        (["report", "evening", "-o", "evening.html", "--format", "md"], "what --format md writes ends in .md"),
        (["report", "evening", "-o", "evening.md", "--format", "pdf"], "what --format pdf writes ends in .pdf"),
        (["report", "evening", "-o", "x" * 300 + ".html"], "cannot be written"),
        (["report", "evening", "--photos", "nowhere"], "'nowhere' does not exist"),
        (["report", ""], "there is no game ''"),
        (["stats", "no-such-folder"], "does not exist"),
        (["stats", "."], "no diary is in this folder"),
    ],
)
def test_errors_are_one_line_and_nothing_is_written(
    evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    result = evening(*words, code=2)
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert list(empty.iterdir()) == []


# ---- stats ----


def test_stats_count_what_the_tables_count(fired: Run) -> None:
    """One landing under fire: five dice of Bob's, and the hits and steps his fire table and Ann's casualties have."""
    fired("concede", "evening", "us") if "concede" in fired("--help").stdout else fired(
        "declare", "evening", "concede us"
    )
    rows = {row["player"]: row for row in json.loads(fired("stats", "--json").stdout)}
    assert set(rows) == {"Ann", "Bob"}
    ann, bob = rows["Ann"], rows["Bob"]
    assert (ann["won"], ann["lost"], bob["won"], bob["lost"]) == (0, 1, 1, 0)
    assert (bob["dice"], bob["dice_mean"], bob["dice_expected"]) == (5, round((5 + 6 + 2 + 1 + 4) / 5, 3), 3.5)
    lost = json.loads(fired("table", "evening", "casualties", "--totals", "--json").stdout)["totals"]
    assert ann["steps_lost"] == bob["steps_inflicted"] == next(row["steps_lost"] for row in lost if row["side"] == "us")
    shots = json.loads(fired("table", "evening", "fire", "--totals", "--json").stdout)["totals"]
    assert bob["hits"] == sum(row["hits"] for row in shots if row["side"] == "jp")
    assert bob["hits_expected"] == pytest.approx(sum(row["expected"] for row in shots if row["side"] == "jp"))


def test_what_was_taken_back_does_not_count(fired: Run) -> None:
    fired("takeback", "evening", "--why", "the note")
    fired("takeback", "evening", "--why", "cocked die")
    rows = json.loads(fired("stats", "--json").stdout)
    assert {row["dice"] for row in rows} == {0}
    assert {row["unfinished"] for row in rows} == {1}


def test_a_folder_of_diaries_counts_each_game_once(fired: Run, tmp_path: Path) -> None:
    """Given a diary, a copy of it, its views and a stranger's file in a folder, then its game counts once."""
    folder = tmp_path / "club"
    folder.mkdir()
    for name in ("a.db", "b.db"):
        (folder / name).write_bytes((tmp_path / "d.db").read_bytes())
    (folder / "c.db").write_bytes(b"no diary")
    rows = json.loads(fired("stats", str(folder), "--json").stdout)
    assert {row["games"] for row in rows} == {1}
    (folder / "d.db").write_bytes((tmp_path / "d.db").read_bytes()[:20_000])
    (folder / "e.db").mkdir()
    (folder / "2025").mkdir()
    fired("note", "evening", "Later.")
    fired("declare", "evening", "concede us")
    (folder / "2025" / "club diary").write_bytes((tmp_path / "d.db").read_bytes())
    again = fired("stats", str(folder), "--json")
    assert {row["won"] + row["lost"] for row in json.loads(again.stdout)} == {1}, "the copy that was played furthest"
    assert re.fullmatch(r"left out: .*d\.db cannot be .*\n", again.stderr)
    text = fired("stats", str(folder)).stdout
    assert all(words in text for words in ("RESULTS", "CASUALTIES", "LUCK", "Ann", "Bob"))
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_diary_that_cannot_be_read_is_an_error_where_it_was_named(fired: Run, tmp_path: Path) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "a.db").write_bytes((tmp_path / "d.db").read_bytes()[:20_000])
    assert "a.db cannot be" in fired("stats", str(folder / "a.db"), code=2).stderr
    assert "no diary there can be read" in fired("stats", str(folder), code=2).stderr


def test_players_are_known_by_their_names(run: Run) -> None:
    """Given names in other capitals, one player on both sides, a side without a name and a game without any, then each
    player has one row."""
    for name, players in (("a", ("us=Ann", "jp=Bob")), ("b", ("us=ann ", "jp=ANN")), ("c", ("us=Bob",)), ("d", ())):
        run(
            "new",
            name,
            "--system",
            "iwo",
            "--pack",
            "sample",
            *(word for player in players for word in ("--player", player)),
        )
    rows = {row["player"]: row["games"] for row in json.loads(run("stats", "--json").stdout)}
    assert rows == {"Ann": 3, "Bob": 2, "nobody named (US)": 1, "nobody named (Japanese)": 1}
    assert "LUCK" not in run("stats").stdout, "nobody has rolled"


def test_a_branch_is_no_second_game(fired: Run) -> None:
    """Given a finished game with branches, one of a branch, then it counts once, also by a branch where it is put away
    itself."""
    fired("declare", "evening", "concede us")
    for name, of in (("what-if", "evening"), ("again", "evening"), ("deeper", "what-if")):
        fired("branch", of, name)

    def games(*words: str) -> set[int]:
        return {row["games"] for row in json.loads(fired("stats", "--json", *words).stdout)}

    assert games() == {1}
    assert fired("stats").stderr == "3 branches are left out; --branches counts them too\n"
    assert games("--branches") == {4}
    fired("put-away", "evening")
    fired("put-away", "what-if")
    assert games() == {1}
    assert "1 branch is left out; --branches counts it too" in fired("stats").stderr
