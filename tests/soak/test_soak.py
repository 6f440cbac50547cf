"""A short soak: 30 players at 6 tables for most of a minute, with two hosts and two web processes that are killed."""

import json
import os
import subprocess
import sys
from pathlib import Path

MOST_SECONDS = 540
"""More than all that a soak on a slow machine waits for, so that it says itself what was late."""
SHORT = "--tables 6 --people 30 --minutes 0.8 --audit-every 20 --kill-every 24 --web-every 30 --think 0.5 --pause 2"
EVENTS = {
    "sat down",
    "topped up",
    "left",
    "connections dropped",
    "sat out",
    "came back",
    "second pages",
    "hostile asks",
}


def test_m2_m3_x1_x2_the_ledger_stays_right_while_players_come_and_go_and_hosts_die(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.soak", *SHORT.split(), "--logs", str(tmp_path)]
    done = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, timeout=MOST_SECONDS)
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"

    report = json.loads(done.stdout.splitlines()[-1])
    assert not report["troubles"]
    assert report["hands"] >= report["tables"]
    assert report["counts"]["hosts killed"] >= 1
    assert report["counts"]["web processes killed"] >= 1
    assert report["counts"]["audits"] >= 3
    assert report["counts"].keys() >= EVENTS
    money = report["money"]
    assert money["wallets"] + money["rake"] + money["fees"] == money["put_in"]
