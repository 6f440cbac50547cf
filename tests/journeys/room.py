"""A real demo room for journeys: one process, SQLite in a throw-away folder, bots that hardly think."""

import os
import subprocess
import sys
from pathlib import Path

from tests.processes import MANAGE_IN, Process
from tests.servers import free_port

PASSWORD = "demo-room"
OURS = {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "SECRET_KEY", "HTTPS", "STATIC_MANIFEST", "DEBUG"}


class Room:
    """The running room: where it is, what it says, whether its books are right."""

    def __init__(self, folder: Path) -> None:
        env = {name: value for name, value in os.environ.items() if name not in OURS}
        self.env = {
            **env, "VAR_DIR": str(folder), "STATIC_ROOT": str(folder / "static"), "DEMO": "0",
            "BOT_THINKING": "5", "RATE_LIMITS": "0", "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = Process(self.env, "runroom", "--demo", "--port", str(port))
        self.process.wait_for("Pokerroom is open")

    def audit(self) -> "subprocess.CompletedProcess[str]":
        """What `manage.py audit` says of this room's books."""
        command = [sys.executable, "manage.py", "audit"]
        env = {**self.env, "DEMO": "1"}
        return subprocess.run(command, env=env, cwd=MANAGE_IN, capture_output=True, text=True, check=False)

    def close(self) -> None:
        """Stops the room."""
        self.process.stop()
