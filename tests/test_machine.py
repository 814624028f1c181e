"""What sets up a machine for the tests, on machines made of stand-ins: a path with nothing on it but what each test
puts there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import os, runpy, shutil, sys
script, user, here, *sys.argv = sys.argv[1:]
which = shutil.which
# Also of what has a place of its own.
shutil.which = lambda name: which(name) if (which(name) or "").startswith(here) else None
os.geteuid = lambda: int(user)
sys.modules.update(dict.fromkeys(os.environ["WITHOUT"].split()))
runpy.run_path(script, run_name="__main__")
"""
APT_GET = """
echo "apt-get $*" >> "{log}"
for program in chromium chromedriver; do
    case "$*" in *" chromium "*) printf '#!/bin/sh\\n' > "{bin}/$program"; /bin/chmod +x "{bin}/$program";; esac
done
[ "$DEBIAN_FRONTEND" = noninteractive ] || exit 9
"""
SUDO = """
echo sudo >> "{log}"
exec "$@"
"""


class Machine:
    """A machine whose only programs are these; `asked` is what was said to apt-get and sudo."""

    def __init__(self, folder: Path, **programs: str) -> None:
        self.bin, self.log = folder / "bin", folder / "log"
        self.bin.mkdir()
        (self.bin / "sh").symlink_to("/bin/sh")
        for name, text in programs.items():
            self.add(name.replace("_", "-"), text)

    def add(self, name: str, text: str = "") -> Path:
        file = self.bin / name
        file.write_text("#!/bin/sh\n" + text.format(log=self.log, bin=self.bin), "utf-8")
        file.chmod(0o755)
        return file

    def prepare(self, *needs: str, user: int = 0, without: str = "", **variables: str) -> tuple[int, list[str]]:
        """The exit code, and the lines that are said."""
        script = Path(__file__).with_name("machine.py")
        command = [sys.executable, "-c", SCRIPT, str(script), str(user), str(self.bin.parent), str(script), *needs]
        environment = {"PATH": str(self.bin), "WITHOUT": without, **variables}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        assert done.stdout == ""
        return done.returncode, done.stderr.splitlines()

    @property
    def asked(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines() if self.log.exists() else []


BROWSER = ("chromium", "chromedriver")


def test_what_is_missing_is_installed_once(tmp_path: Path) -> None:
    """Given a Debian without a browser, when it is set up twice, then packages are installed the first time, all at
    once."""
    machine = Machine(tmp_path, apt_get=APT_GET)
    assert machine.prepare("venv", *BROWSER) == (
        0,
        ["installing what is missing here: apt-get install chromium chromium-driver"],
    )
    assert [line.split()[1] for line in machine.asked] == ["update", "install"]
    assert machine.asked[1].endswith(" chromium chromium-driver")
    assert "-y" in machine.asked[1].split()
    assert machine.prepare("venv", *BROWSER) == (0, [])
    assert len(machine.asked) == 2


def test_who_is_not_root_is_asked_by_sudo_once(tmp_path: Path) -> None:
    machine = Machine(tmp_path, apt_get=APT_GET, sudo=SUDO)
    assert machine.prepare(*BROWSER, user=1000)[0] == 0
    assert [line.split()[0] for line in machine.asked] == ["sudo", "apt-get", "apt-get"]


@pytest.mark.parametrize(
    ("programs", "user", "said"),
    [
        ({}, 0, "there is no apt-get to install it with"),
        (
            {"apt_get": APT_GET},
            1000,
            "only root may install it, and there is no sudo: apt-get install chromium chromium-driver",
        ),
    ],
    ids=["no apt-get", "no sudo"],
)
def test_where_nothing_can_be_installed_one_line_says_what_is_missing(
    tmp_path: Path, programs: dict[str, str], user: int, said: str
) -> None:
    machine = Machine(tmp_path, **programs)
    code, (line,) = machine.prepare("venv", *BROWSER, user=user)
    assert code == 1
    assert line.startswith(
        "missing here: Chromium or Chrome (CHROMIUM names it), its ChromeDriver (CHROMEDRIVER names it); "
    )
    assert line.endswith(said)
    assert machine.asked == []


def test_packages_that_do_not_come_are_told(tmp_path: Path) -> None:
    code, lines = Machine(tmp_path, apt_get="exit 100").prepare(*BROWSER)
    assert code == 1
    assert lines[-1].endswith("; it could not be installed: apt-get install chromium chromium-driver")


def test_a_browser_that_is_there_counts(tmp_path: Path) -> None:
    """By the names it has elsewhere, or by what the variables name."""
    machine = Machine(tmp_path)
    machine.add("google-chrome")
    driver = machine.add("my-driver").rename(tmp_path / "my driver")
    assert machine.prepare(*BROWSER, CHROMEDRIVER=str(driver)) == (0, [])
    said = f"CHROMIUM names {tmp_path / 'nothing'}, and there is no such program"
    assert machine.prepare(*BROWSER, CHROMIUM=str(tmp_path / "nothing"), CHROMEDRIVER=str(driver)) == (1, [said])


def test_debians_python_may_lack_what_makes_an_environment(tmp_path: Path) -> None:
    """The package is that of the Python that asks."""
    machine = Machine(tmp_path, apt_get=APT_GET)
    code, lines = machine.prepare("venv", without="ensurepip")
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert code == 1, "this apt-get knows no such package"
    assert lines[0] == f"installing what is missing here: apt-get install {package}"
    assert lines[1].startswith("missing here: Python's venv with ensurepip (PYTHON names a Python that has it)")
    assert machine.prepare(without="ensurepip") == (0, []), "there is an environment already"
    assert machine.asked[1].split()[-1] == package
