"""`why` and `audit` as they are typed."""

from __future__ import annotations

import json

from tests.cli.conftest import Run


def fired(evening: Run) -> int:
    evening("play", "evening", "-", input="bombards Green:NAV1\nbombard Green 5511\n")
    rows = json.loads(evening("table", "evening", "fire", "--json").stdout)["rows"]
    return int(rows[0]["version"])


def test_why_is_a_tree_that_fits_the_screen_and_the_same_as_json(evening: Run) -> None:
    version = fired(evening)
    told = evening("why", "evening", f"fire:{version}").stdout
    assert told.startswith(f"#{version} turn 1 / US Bombardment Phase: US bombardment on Green by NAV1")
    assert "\n  -2 caves [IWO 9.3.2]\n" in told
    assert max(map(len, told.splitlines())) <= 80
    tree = json.loads(evening("why", "evening", str(version), "--json").stdout)
    assert tree["version"] == version
    assert {"kind": "modifier", "words": "-2 caves", "rule": "IWO 9.3.2"} in tree["on"]
    assert "there is no" in evening("why", "evening", "nobody", code=2).stderr


def test_an_audit_counts_and_says_what_does_not_agree(evening: Run) -> None:
    fired(evening)
    assert evening("audit", "evening").stdout == "4 agrees\n"
    evening("declare", "evening", 'land 4D-TK Green fire=none !"we forgot"')
    evening("adjust", "evening", "vp_us=3", "--why", "the flag")
    told = evening("audit", "evening").stdout
    assert "us: land 4D-TK Green — irregular as recorded: 4D-TK can only" in " ".join(told.split())
    assert "adjusted: the flag" in " ".join(told.split())
    assert told.endswith("4 agrees, 1 irregular as recorded, 1 adjusted\n")
    assert json.loads(evening("audit", "evening", "--json").stdout)["counts"]["agrees"] == 4
    assert evening("audit", "evening", "--all").stdout.count("— agrees") == 4
    secret = evening("audit", "evening", "--as", "us").stdout
    assert "cannot be decided" in secret
    assert "MAR1" not in secret
