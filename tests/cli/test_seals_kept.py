"""A seal that the other player wrote down: recorded with its entry, and told when something before it is corrected."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def flat(text: str) -> str:
    return " ".join(text.split())


def begun(run: Run) -> str:
    """A game with one fire, and the first digits of its seal; entry 15 is the dice, 20 the last."""
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann")
    run("declare", "evening", "setup")
    run("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    return run("head", "evening").stdout.strip()[:16]


def test_a_seal_that_was_written_down_stands_in_the_record(run: Run, tmp_path: Path) -> None:
    """Given a seal that Ann wrote down, then the log and the report name its entry, also after a take-back."""
    seal = begun(run)
    told = f"the US side wrote down the seal of entry 20, {seal}"
    assert told in flat(run("kept", "evening", seal.upper(), "--as", "Ann").stdout)
    run("takeback", "evening")
    assert told in flat(run("log", "evening").stdout)
    report = tmp_path / "evening.md"
    run("report", "evening", "--format", "md", "-o", str(report))
    assert f"The seal of entry 20 was written down: {seal}." in report.read_text()
    assert "every seal fits" in run("verify", "evening").stdout
    assert "nothing up to it has been changed" in run("verify", "evening", seal).stdout


def test_what_is_corrected_behind_it_is_told(run: Run) -> None:
    """Given a seal of entry 20 that was written down, when a die before it is corrected, then that is told; of what
    came after it, nothing is."""
    seal = begun(run)
    run("kept", "evening", seal, "--as", "us")
    told = f"the US side wrote down the seal of entry 20, {seal}: it goes on showing"
    assert told in flat(run("fix", "evening", "15", "56213", "--dry-run").stdout)
    run("declare", "evening", "land 4D-R24 Amber fire=none")
    assert "wrote down" not in run("fix", "evening", "22", "drop", "--dry-run").stdout


def test_only_a_seal_of_the_game_is_taken(run: Run) -> None:
    """Given digits that are no seal, another game's, or no side, then one line says so and nothing is recorded."""
    seal = begun(run)
    before = run("log", "evening").stdout
    assert "is no seal of evening" in run("kept", "evening", "1234567812345678", "--as", "us", code=2).stderr
    assert "16 to 64 hexadecimal digits" in run("kept", "evening", "xyz", "--as", "us", code=2).stderr
    assert "there is no side 'xx'" in run("kept", "evening", seal, "--as", "xx", code=2).stderr
    assert "whose is it?" in run("declare", "evening", f"kept 20 {seal}", code=2).stderr
    assert run("log", "evening").stdout == before


def test_it_goes_out_and_comes_back_in_lines(run: Run, tmp_path: Path) -> None:
    """Given a seal that was written down, then the game in lines holds it, counted in lines."""
    seal = begun(run)
    run("kept", "evening", seal, "--as", "us")
    file = tmp_path / "evening.diary"
    run("export", "evening", "-o", str(file))
    assert f"us: kept 1 line at 12 {seal}" in file.read_text()
    there = ("--diary", str(tmp_path / "there.db"))
    run(*there, "import", str(file), "--name", "back")
    assert f"wrote down the seal of entry 20, {seal}" in flat(run(*there, "log", "back").stdout)
