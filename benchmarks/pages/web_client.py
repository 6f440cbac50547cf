"""A room with a database of its own, servers whose processor time is read, and a browser that asks for pages."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.servers import Servers

ROOT = Path(__file__).resolve().parents[2]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@contextmanager
def empty_room() -> Iterator[None]:
    """Sets up Django for a room with PostgreSQL and Redis of its own, and ends these afterwards."""
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=servers.start_postgres(), REDIS_URL=f"{servers.start_redis()}/0", SECRET_KEY="bench" * 10,
            HTTPS="0", RATE_LIMITS="0", SOCKETS_PER_ADDRESS="0", LOG_LEVEL="WARNING", BOTS="0",
            STATIC_ROOT=str(servers.folder / "static"), VAR_DIR=str(servers.folder / "var"),
            DJANGO_SETTINGS_MODULE="pokerroom.settings",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield
    finally:
        servers.stop()


class Server:
    """A running server."""

    def __init__(self, *command: str) -> None:
        """Starts it, and waits until it has written a line."""
        self.process = subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        if self.process.stdout is None or not self.process.stdout.readline():
            raise RuntimeError(f"{command} has ended.")

    def milliseconds(self) -> float:
        """The processor time of all its threads so far."""
        # This is the clock that `clock_getcpuclockid` names for another process; /proc counts in ticks of 10 ms.
        return 1000 * time.clock_gettime((~self.process.pid << 3) | 2)

    def stop(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait()


class Browser:
    """One person: a connection that is kept, cookies, and the token of forms."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies, self.token, self.status = port, dict[str, str](), "", 0
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def open(self, path: str, form: dict[str, str] | None = None, *, part: bool = False) -> str:
        """The page, or where it redirects to; `part` asks as htmx does. Raises RuntimeError for a refusal."""
        headers = {"Cookie": self.cookie_header(), "Origin": self.origin, "Referer": f"{self.origin}/"}
        headers |= {"HX-Request": "true"} if part else {}
        body = None
        if form is not None:
            body = urlencode({"csrfmiddlewaretoken": self.token, **form})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request("GET" if form is None else "POST", path, body, headers)
        answer = self.connection.getresponse()
        text, self.status = answer.read().decode(), answer.status
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        if self.status >= 400:
            raise RuntimeError(f"{path} answered {self.status}: {text[:300]}")
        if token := TOKEN.search(text):
            self.token = token[1]
        return answer.headers.get("Location", "") if 300 <= self.status < 400 else text

    @property
    def origin(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.port}"

    def cookie_header(self) -> str:
        """The cookies, as a header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def play_now(self) -> str:
        """Presses "Play now" on the page of the sign-up; returns where it leads."""
        if not self.token:
            self.open("/accounts/sign-up/")
        to = self.open("/accounts/play-now/", {})
        if "session" not in self.cookies:
            raise RuntimeError("Nobody was let in.")
        return to
