"""A person's way through the pages of any web process: forms filled in as they come, refusals taken as answers."""

import re
import time
import urllib.error
from html import unescape
from html.parser import HTMLParser
from http.cookiejar import Cookie, CookieJar
from random import Random
from typing import NamedTuple

from pokerroom.loadtest.players import LOOKS_EVERY_SECONDS, ON_THE_WAY, TOKEN, UnexpectedStatus, WebSession

ARRIVES_WITHIN_SECONDS = 60.0
ENTRY = re.compile(r'value="leave:(\d+)"')
OTHERS = re.compile(r'name="to" value="(\d+)"')
REFUSED = re.compile(r'role="alert">(.*?)</p>', re.DOTALL)


class Form(NamedTuple):
    """The form for chips as it came: its fields, and the bounds of its amount, both 0 where it leaves no choice."""

    fields: dict[str, str]
    least: int = 0
    most: int = 0

    def filled(self, dice: Random, unit: int) -> dict[str, str]:
        """The fields to send, with some amount that the form says it takes."""
        if not self.most:
            return self.fields
        steps = max(0, (self.most - self.least) // unit)
        amount = self.least + unit * dice.randint(0, steps)
        return {**self.fields, "amount": f"{amount // 100}.{amount % 100:02}"}


class _Reader(HTMLParser):
    """Finds the form for chips in a dialog."""

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


class SoakDoor(WebSession):
    """A browser that shares its cookies with the person's other one, at the other web process."""

    def __init__(self, url: str, cookies: CookieJar) -> None:
        super().__init__(url, cookies)

    def form(self, path: str) -> Form | None:
        """The form for chips behind a path; None where there is none for this person now."""
        reader = _Reader()
        reader.feed(self._open(path))
        return Form(reader.fields, *reader.bounds) if reader.found and "amount" in reader.fields else None

    def send(self, path: str, fields: dict[str, str]) -> str:
        """Sends a form for chips and waits until the table has answered; "" or the words of a refusal.

        Raises UnexpectedStatus for a page that fails, TimeoutError when the chips neither arrive nor come back.
        """
        answer, end = self._open(path, fields), time.monotonic() + ARRIVES_WITHIN_SECONDS
        while waiting := ON_THE_WAY.search(answer):
            if time.monotonic() > end:
                raise TimeoutError(f"chips sent to {path} did not arrive")
            time.sleep(LOOKS_EVERY_SECONDS)
            answer = self._open(waiting[1])
        refused = REFUSED.search(answer)
        if refused is None:
            return "" if not answer else "another page"
        return " ".join(unescape(re.sub("<[^>]+>", " ", refused[1])).split())

    def join(self, path: str) -> int:
        """Joins the waiting list behind a path; the entry, 0 where there is nothing to wait for."""
        dialog = self._open(path)
        if not ENTRY.search(dialog):
            dialog = self._open(path, {"csrfmiddlewaretoken": self._found(TOKEN, dialog, "a token in the dialog")})
        found = ENTRY.search(dialog)
        return int(found[1]) if found else 0

    def waiting(self, table: int, do: str) -> str:
        """Presses a button of the strip of waiting lists."""
        token = self._found(TOKEN, self._open(f"/table/{table}/wait/"), "a token in the dialog")
        return self._open("/waiting/", {"csrfmiddlewaretoken": token, "do": do})

    def seat_is_kept(self, path: str) -> bool:
        """Whether the dialog of a waiting list says that a seat is kept for this person."""
        return "A seat is kept for you." in self._open(path)

    def move(self, path: str, dice: Random) -> int:
        """Asks for one of the tables that the dialog offers and waits for the answer; which, 0 where there is none."""
        dialog = self._open(path)
        tables = OTHERS.findall(dialog)
        if not tables:
            return 0
        to = dice.choice(tables)
        token = self._found(TOKEN, dialog, "a token in the dialog")
        return 0 if self.send(path, {"csrfmiddlewaretoken": token, "to": to}) else int(to)

    def look(self, path: str) -> str:
        """A page."""
        return self._open(path)


def trouble_of(fault: Exception) -> str:
    """What went wrong with a page, in words; a page that politely says no is no trouble and gives none."""
    if isinstance(fault, UnexpectedStatus):
        return str(fault) if fault.status >= 500 or fault.status == 403 else ""
    if isinstance(fault, urllib.error.URLError | OSError | RuntimeError):
        return f"{type(fault).__name__}: {fault}"
    raise fault


def session_cookie(key: str) -> Cookie:
    """The cookie of a session that was prepared, good for every port of this machine."""
    return Cookie(
        version=0, name="session", value=key, port=None, port_specified=False, domain="127.0.0.1",
        domain_specified=False, domain_initial_dot=False, path="/", path_specified=True, secure=False,
        expires=None, discard=True, comment=None, comment_url=None, rest={},
    )  # fmt: skip
