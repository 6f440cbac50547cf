"""`manage.py` commands as processes under test."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

MANAGE_IN = Path(__file__).resolve().parent.parent
DOES_WITHIN_SECONDS = 240
"""How long anything may take on a slow machine with several rooms; a test may take more than twice as long."""


class Process:
    """A `manage.py` command under test and its output.

    A command that does not do what is waited for is killed, as its house bots would play until the machine stops.
    """

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

    def wait_for(self, text: str, seconds: float = DOES_WITHIN_SECONDS) -> None:
        """Waits until the output contains this text."""
        end = time.monotonic() + seconds
        while text not in self.output:
            if self.process.poll() is not None or time.monotonic() > end:
                self._kill()
                assert text in self.output, self.output
            time.sleep(0.05)

    def stop(self, sent: int = signal.SIGTERM) -> int:
        """Sends a signal and returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(sent)
        return self.status()

    def status(self) -> int:
        """Waits until the command ends and returns its exit status."""
        try:
            return self.process.wait(timeout=DOES_WITHIN_SECONDS)
        finally:
            self._kill()

    def _kill(self) -> None:
        """Ends the command if it runs, and reads the rest of its output."""
        self.process.kill()
        self.process.wait()
        self.reader.join(timeout=30)
