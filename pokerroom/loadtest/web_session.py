"""Requests pages as a browser does: cookies, forms, the way from "Play now" to a seat."""

import re
import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import Cookie, CookieJar

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
KEY = re.compile(r'name="key" value="([^"]+)"')
STILL_BUYING = re.compile(r'hx-get="([^"]+)" hx-trigger="load delay')
SETTINGS = re.compile(r"/ws/table/\d+/\?seen=(\w+)")
POLL_SECONDS = 0.2


class UnexpectedStatus(RuntimeError):
    """A page answered with an error status."""

    def __init__(self, path: str, status: int) -> None:
        super().__init__(f"{path} answered {status}.")
        self.status = status


class WebSession:
    """Requests pages as a browser does: keeps cookies and submits forms.

    `sockets` is the address of the web process that has this person's sockets, where pages are made by another.
    """

    def __init__(self, url: str, cookies: CookieJar | None = None, *, sockets: str = "") -> None:
        self.url = url.rstrip("/")
        self.sockets = sockets.rstrip("/") or self.url
        self.cookies = CookieJar() if cookies is None else cookies
        self._token = ""
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def open_lobby(self) -> None:
        """Opens the lobby as a visitor."""
        self._token = self._search(TOKEN, self._open("/"), "a form in the lobby")

    def play_now(self) -> None:
        """Presses "Play now" in the lobby, which leads to the page of the best game."""
        self._open("/accounts/play-now/", {"csrfmiddlewaretoken": self._token})
        if not self.session_key():
            raise RuntimeError("The room let nobody in as a guest.")

    def submit_chips(self, path: str, amount: str) -> None:
        """Submits the form for chips at `path`: sits down, or adds chips."""
        form = self._open(path)
        token, key = self._search(TOKEN, form, "a buy-in form"), self._search(KEY, form, "a buy-in key")
        answer = self._open(path, {"csrfmiddlewaretoken": token, "key": key, "amount": amount})
        while waiting := STILL_BUYING.search(answer):
            time.sleep(POLL_SECONDS)
            answer = self._open(waiting[1])
        if answer:
            raise RuntimeError(f"The chips were refused: {re.sub('<[^>]+>', ' ', answer)[:300]}")

    def shown_settings(self, table: int) -> str:
        """Opens a table's page; the digest by which its socket says which settings it shows."""
        return self._search(SETTINGS, self._open(f"/table/{table}/"), "a socket on the table's page")

    def session_key(self) -> str:
        """The key of the session in which this person is signed in; "" for a visitor."""
        return next((cookie.value or "" for cookie in self.cookies if cookie.name.endswith("session")), "")

    def cookie_header(self) -> str:
        """The cookies as a header of the socket's handshake."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def _open(self, path: str, form: dict[str, str] | None = None) -> str:
        headers = {"HX-Request": "true"} if "/table/" in path else {}
        headers |= {"Referer": self.url + path, "Origin": self.url}
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        request = urllib.request.Request(self.url + path, data, headers)  # noqa: S310 - the operator's own address
        try:
            with self._opener.open(request, timeout=30) as response:
                text: str = response.read().decode()
                return text
        except urllib.error.HTTPError as refusal:
            raise UnexpectedStatus(path, refusal.code) from None

    @staticmethod
    def _search(pattern: re.Pattern[str], text: str, what: str) -> str:
        found = pattern.search(text)
        if found is None:
            raise RuntimeError(f"There is no {what}.")
        return found[1]


def signed_in(session: str) -> CookieJar:
    """The cookies of somebody whose session has this key, valid for every port of this machine."""
    cookies = CookieJar()
    cookies.set_cookie(
        Cookie(
            version=0, name="session", value=session, port=None, port_specified=False, domain="127.0.0.1",
            domain_specified=False, domain_initial_dot=False, path="/", path_specified=True, secure=False,
            expires=None, discard=True, comment=None, comment_url=None, rest={},
        )
    )  # fmt: skip
    return cookies
