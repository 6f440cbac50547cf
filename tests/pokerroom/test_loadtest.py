"""`manage.py loadtest`: simulated people sign up, sit down and play; it prints latencies."""

import json
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def test_a_private_room_is_played_and_measured(tmp_path: Path, server_env: dict[str, str]) -> None:
    env = {**server_env, "DATABASE_URL": "", "REDIS_URL": "", "VAR_DIR": str(tmp_path), "STATIC_MANIFEST": "0"}
    command = ["manage.py", "loadtest", "--tables", "1", "--seats", "3", "--seconds", "4", "--think", "50", "--json"]
    done = subprocess.run(
        [sys.executable, *command], env=env, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["actions"] > 0
    assert report["broken_sockets"] == 0
