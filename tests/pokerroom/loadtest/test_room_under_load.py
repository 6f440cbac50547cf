"""`manage.py loadtest`: simulated people sign up, sit down and play; it prints latencies."""

import json
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def test_a_private_room_is_played_and_measured(tmp_path: Path, server_env: dict[str, str]) -> None:
    env = {**server_env, "DATABASE_URL": "", "REDIS_URL": ""}
    command = ["manage.py", "loadtest", "--embedded", "--tables", "1", "--seats", "3", "--seconds", "4"]
    command += ["--think", "50", "--storm", "4", "--no-bare", "--json", "--chart", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, *command], env=env, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["actions"] > 0
    assert report["seen_by_all_ms"]["count"] >= report["actions"]
    assert report["broken_sockets"] == 0
    assert report["way_in"]["people"] == 3
    assert report["way_in"]["cpu_ms_per_person"]["web"] > 0
    assert report["storm"]["without_picture"] == 0
    assert report["cpu"]["web"]["ms_per_delivery"] > 0
    for chart in ("delays.svg", "memory.svg"):
        assert (tmp_path / chart).read_text().startswith("<svg")
