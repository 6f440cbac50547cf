"""`manage.py` commands as processes under test."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

MANAGE_IN = Path(__file__).resolve().parent.parent
STOPS_WITHIN_SECONDS = 60


class Process:
    """A `manage.py` command under test and its output."""

    def __init__(self, env: dict[str, str], *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", *command],
            env=env,
            cwd=MANAGE_IN,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # A suite started in the background ignores interrupts, and its children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.lines: list[str] = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        self.lines.extend(iter(self.process.stdout.readline, ""))

    @property
    def output(self) -> str:
        """The output so far."""
        return "".join(self.lines)

    def wait_for(self, text: str, seconds: float = 120) -> None:
        """Waits until the output contains this text."""
        end = time.monotonic() + seconds
        while text not in self.output:
            assert time.monotonic() < end, self.output
            assert self.process.poll() is None or text in self.output, self.output
            time.sleep(0.05)

    def stop(self, sent: int = signal.SIGTERM) -> int:
        """Sends a signal and returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(sent)
        status = self.process.wait(timeout=STOPS_WITHIN_SECONDS)
        self.reader.join(timeout=30)
        return status
