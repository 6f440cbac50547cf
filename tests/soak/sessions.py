"""A soak player's HTTP session: fills in whatever form a page contains and accepts refusals as answers."""

import re
import time
import urllib.error
from html import unescape
from html.parser import HTMLParser
from http.cookiejar import Cookie, CookieJar
from random import Random
from typing import NamedTuple

from pokerroom.loadtest.web_session import POLL_SECONDS, STILL_BUYING, TOKEN, UnexpectedStatus, WebSession

ARRIVES_WITHIN_SECONDS = 60.0
ENTRY = re.compile(r'value="leave:(\d+)"')
OTHERS = re.compile(r'name="to" value="(\d+)"')
REFUSED = re.compile(r'role="alert">(.*?)</p>', re.DOTALL)


class Form(NamedTuple):
    """A chips form as received: its fields and the bounds of its amount, both 0 if the amount is fixed."""

    fields: dict[str, str]
    least: int = 0
    most: int = 0

    def filled(self, rng: Random, unit: int) -> dict[str, str]:
        """Returns the fields to send, with a random amount within the form's bounds."""
        if not self.most:
            return self.fields
        steps = max(0, (self.most - self.least) // unit)
        amount = self.least + unit * rng.randint(0, steps)
        return {**self.fields, "amount": f"{amount // 100}.{amount % 100:02}"}


class _Reader(HTMLParser):
    """Finds the chips form in a dialog."""

    def __init__(self) -> None:
        super().__init__()
        self.found = False
        self.bounds = (0, 0)
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and "chips-form" in given.get("class", ""):
            self.found = True
            self.bounds = int(given.get("data-min") or 0), int(given.get("data-max") or 0)
        elif tag == "input" and "name" in given and given.get("type") not in ("checkbox", "radio"):
            self.fields[given["name"]] = given.get("value", "")


class SoakSession(WebSession):
    """A browser session at one web process. It shares its cookies with the player's session at the other."""

    def __init__(self, url: str, cookies: CookieJar) -> None:
        super().__init__(url, cookies)

    def form(self, path: str) -> Form | None:
        """Returns the chips form at a path, or None if this player cannot have one now."""
        reader = _Reader()
        reader.feed(self._open(path))
        return Form(reader.fields, *reader.bounds) if reader.found and "amount" in reader.fields else None

    def send(self, path: str, fields: dict[str, str]) -> str:
        """Sends a chips form and waits until the table has answered; returns "" or the text of a refusal.

        Raises UnexpectedStatus for a page that fails, TimeoutError when the chips neither arrive nor come back.
        """
        answer, end = self._open(path, fields), time.monotonic() + ARRIVES_WITHIN_SECONDS
        while waiting := STILL_BUYING.search(answer):
            if time.monotonic() > end:
                raise TimeoutError(f"chips sent to {path} did not arrive")
            time.sleep(POLL_SECONDS)
            answer = self._open(waiting[1])
        refused = REFUSED.search(answer)
        if refused is None:
            return "" if not answer else "another page"
        return " ".join(unescape(re.sub("<[^>]+>", " ", refused[1])).split())

    def join(self, path: str) -> int:
        """Joins the waiting list at a path; returns the entry's id, or 0 if there is nothing to wait for."""
        dialog = self._open(path)
        if not ENTRY.search(dialog):
            dialog = self._open(path, {"csrfmiddlewaretoken": self._search(TOKEN, dialog, "a token in the dialog")})
        found = ENTRY.search(dialog)
        return int(found[1]) if found else 0

    def waiting(self, table: int, do: str) -> str:
        """Presses a button in the strip of waiting lists."""
        token = self._search(TOKEN, self._open(f"/table/{table}/wait/"), "a token in the dialog")
        return self._open("/waiting/", {"csrfmiddlewaretoken": token, "do": do})

    def seat_is_kept(self, path: str) -> bool:
        """Whether the waiting list's dialog says that a seat is kept for this player."""
        return "A seat is kept for you." in self._open(path)

    def move(self, path: str, rng: Random) -> int:
        """Asks to move to one of the offered tables and waits for the answer; returns that table's id, or 0."""
        dialog = self._open(path)
        tables = OTHERS.findall(dialog)
        if not tables:
            return 0
        to = rng.choice(tables)
        token = self._search(TOKEN, dialog, "a token in the dialog")
        return 0 if self.send(path, {"csrfmiddlewaretoken": token, "to": to}) else int(to)

    def read(self, path: str) -> str:
        """Returns the HTML of a page."""
        return self._open(path)


def trouble_of(fault: Exception) -> str:
    """Describes what went wrong with a page; returns "" for an ordinary refusal."""
    if isinstance(fault, UnexpectedStatus):
        return str(fault) if fault.status >= 500 or fault.status == 403 else ""
    if isinstance(fault, urllib.error.URLError | OSError | RuntimeError):
        return f"{type(fault).__name__}: {fault}"
    raise fault


def session_cookie(key: str) -> Cookie:
    """Returns the cookie of a prepared session, valid for every port of this machine."""
    return Cookie(
        version=0, name="session", value=key, port=None, port_specified=False, domain="127.0.0.1",
        domain_specified=False, domain_initial_dot=False, path="/", path_specified=True, secure=False,
        expires=None, discard=True, comment=None, comment_url=None, rest={},
    )  # fmt: skip
