"""People at their browsers: what they do at a table, what they see, and everything their browser complained of."""

import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, WebSocket, expect

from tests.journeys.room import PASSWORD, Room

ARTIFACTS = Path(__file__).resolve().parents[2] / "test-artifacts" / "journeys"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
CARDS = "#my-hand.seated .card[data-c]"
DEAR = 10
"""Calls above so many big blinds are folded: nobody should be broke before the journey ends."""
KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); window.sockets.push(this); } };
"""
OWN_TABLE = re.compile(r'class="my-tables-table" href="(/table/\d+/)"')
LEAVE = """async () => {
  const [socket] = window.sockets;
  while (socket.readyState === WebSocket.CONNECTING) await new Promise((after) => setTimeout(after, 10));
  pokerroom.transport.ask({ do: "leave" });
  while (socket.bufferedAmount) await new Promise((after) => setTimeout(after, 10));
}"""
AT_REST = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime < 1000).map((one) => one.finished))"""


def minor(text: str) -> int:
    """An amount on the screen in minor units: "−1 234.50 play money" is -123450."""
    found = re.search(r"[-−+]?[\d\u2009]+(?:\.\d\d)?", text)
    assert found, text
    plain = found[0].replace("\u2009", "").replace("−", "-")
    return round(float(plain) * 100)


class Person:
    """One browser of their own."""

    def __init__(self, browser: Browser, room: Room, name: str, *, phone: bool = False, language: str = "en") -> None:
        self.room, self.name, self.phone = room, name, phone
        self.context = browser.new_context(
            base_url=room.url, locale=language, viewport=PHONE if phone else DESKTOP,
            has_touch=phone, is_mobile=phone, device_scale_factor=2 if phone else 1,
        )  # fmt: skip
        self.context.add_init_script(KEEP_SOCKETS)
        self.complaints: list[str] = []
        self.frames: list[str] = []
        self.forgiving = False
        self.steps = 0
        self.page = self.new_page()

    def new_page(self) -> Page:
        """A tab that is listened to."""
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complain(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._line)
        return page

    # What the browser complains of

    def _complain(self, words: str) -> None:
        if not self.forgiving:
            self.complaints.append(f"{self.name}: {words}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # What a page was still waiting for when it was left is nobody's fault.
        if request.failure != "net::ERR_ABORTED":
            self._complain(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"{response.status}: {response.url}")

    def _line(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))

    # Getting about

    def go(self, path: str) -> None:
        """Opens a page of the room."""
        self.page.goto(path)

    def picture(self, step: str) -> None:
        """Keeps what the screen shows now, for people to look at."""
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        self.steps += 1
        size = "phone" if self.phone else "desktop"
        self.page.evaluate(AT_REST)
        self.page.screenshot(path=str(ARTIFACTS / f"{self.name}-{self.steps:02d}-{step}-{size}.png"))

    def sign_in(self, name: str) -> None:
        """Signs in as somebody of the demo."""
        self.go("/accounts/sign-in/")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/")

    def play_now(self) -> None:
        """Becomes a guest."""
        self.go("/")
        self.page.get_by_role("button", name="Play now").click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Welcome")

    def watch(self, table: str) -> None:
        """Opens a table from the lobby and waits for its first picture."""
        self.go("/")
        self.page.locator("#tables tr", has_text=table).get_by_role("link").first.click()
        self.page.wait_for_url("**/table/*/")
        self.ready()

    def row(self, table: str) -> str:
        """The selector of a table's row in the lobby."""
        return f"#{self.page.locator('#tables tr', has_text=table).get_attribute('id')}"

    def open_table(self, name: str, *, feeds: str = "") -> None:
        """Opens a table with six seats in the administration, as its operator; `feeds` is its main table (K8)."""
        self.go("/admin/games/table/add/")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Small blind").fill("50")
        self.page.get_by_label("Big blind or lower limit").fill("100")
        self.page.locator("#id_seats").fill("6")
        if feeds:
            self.page.get_by_label("Must-move table of").select_option(label=feeds)
        self.picture("add")
        self.page.get_by_role("button", name="Save", exact=True).click()
        expect(self.page.get_by_role("link", name=name).first).to_be_visible()

    def ready(self) -> None:
        """Waits until the socket has brought the table."""
        self.page.locator("#table-surface:not(.unknown)").wait_for()

    def sit(self, table: str) -> None:
        """Sits down: one click in the lobby, one in the dialog."""
        self.go("/")
        self.page.locator("#tables tr", has_text=table).get_by_role("link", name="Sit down").click()
        self.page.locator("#dialog").get_by_role("button", name="Sit down").click()
        self.seated()

    def seated(self) -> None:
        """Waits until the seat is there."""
        self.page.locator("#my-hand.seated").wait_for(state="attached")
        expect(self.page.locator("#dialog")).not_to_be_visible()

    def leave(self) -> None:
        """Leaves through the panel, and waits until the seat is free."""
        self.ask_to_leave()
        self.gone()

    def ask_to_leave(self) -> None:
        """Asks to leave; cards in play hold one until they are folded."""
        self.tab("Me")
        self.page.get_by_role("button", name="Leave the table").click()
        self.page.locator("#leave-ask").get_by_role("button", name="Leave").click()

    def gone(self) -> None:
        """Waits until the seat is free."""
        self.page.locator("#my-hand.seated").wait_for(state="detached", timeout=120_000)

    def tab(self, name: str) -> None:
        """Opens one tab of the panel beside the table."""
        tab = self.page.get_by_role("tab", name=name)
        if tab.get_attribute("aria-selected") != "true" or self.phone:
            tab.click()

    def go_away(self) -> None:
        """Asks to leave every table and closes the browser: who stayed would hold up who sits there next."""
        self.context.set_offline(False)
        for path in set(OWN_TABLE.findall(self.context.request.get("/rules/").text())):
            page = self.page if self.page.url.partition("?")[0].endswith(path) else self.new_page()
            if page is not self.page:
                page.goto(path)
            page.evaluate(LEAVE)
        self.context.close()

    # Playing

    def state(self) -> str:
        """What the bar under the table offers: turn, pre-actions, watching, …"""
        look = self.page.locator("#controls").get_attribute("class") or ""
        found = re.search(r"is-([\w-]+)", look)
        return found[1] if found else ""

    def seat(self) -> int:
        """The number of my seat, from 0."""
        found = re.search(r"\bme-(\d)\b", self.page.locator("#my-hand").get_attribute("class") or "")
        assert found
        return int(found[1])

    def cards(self) -> list[str]:
        """My hole cards."""
        cards: list[str] = self.page.eval_on_selector_all(CARDS, "all => all.map((card) => card.dataset.c)")
        return cards

    def bar(self) -> dict[str, str]:
        """What the bar says of my turn: hand, turn, price."""
        data: dict[str, str] = self.page.locator("#controls").evaluate("bar => ({...bar.dataset})")
        return data

    def facing(self) -> int:
        """What a call costs, minor units."""
        return int(self.bar().get("price", "0"))

    def wait_turn(self, seconds: float = 90) -> dict[str, str]:
        """Waits for my turn, mucking what is beaten and posting what coming in costs; the bar's data then."""
        end = time.monotonic() + seconds
        while True:
            state = self.state()
            if state == "turn" and not self.page.locator("#controls.sent").count():
                return self.bar()
            if state == "show-or-muck":
                self.page.get_by_role("button", name="Muck").click()
            if state == "enter":
                self.post_at_once()
            assert time.monotonic() < end, f"no turn: {state}\n{self.page.locator('#table-surface').inner_text()}"
            self.page.wait_for_timeout(60)

    def post_at_once(self) -> None:
        """Chooses to post and play, unless that is chosen already (D6, D7)."""
        post = self.page.locator("#controls [aria-pressed=false]", has_text="Post")
        if post.count():
            post.click()

    def act(self, key: str, *, press: bool = False) -> None:
        """Presses a button of the bar, or its key, and waits until it was taken."""
        before = self.bar()
        if press:
            self.page.keyboard.press(key)
        else:
            self.page.locator(f"#controls [data-key={key}]").click()
        if self.page.locator("#fold-ask[open]").count():
            self.page.locator("#fold-ask .fold").click()
        self.page.wait_for_function(
            "was => { const now = document.getElementById('controls').dataset;"
            " return now.hand !== was.hand || now.turn !== was.turn; }",
            arg=before,
        )

    def play_on(self, *, press: bool = False) -> str:
        """One calm decision: check, call what is cheap, fold what is dear; the hand it was in."""
        bar = self.wait_turn()
        big = int(self.page.locator("body").get_attribute("data-big") or 0)
        self.act("f" if int(bar["price"]) > DEAR * big else "c", press=press)
        return bar["hand"]

    def play_hands(self, count: int, *, press: bool = False) -> list[str]:
        """Plays until decisions were made in so many hands; their numbers."""
        hands: list[str] = []
        while len(hands) < count:
            hand = self.play_on(press=press)
            if hand not in hands:
                hands.append(hand)
        return hands

    def boxes(self, selector: str) -> list[dict[str, Any]]:
        """Where the visible elements of a kind are: x, y, width, height, what."""
        found: list[dict[str, Any]] = self.page.eval_on_selector_all(
            selector,
            "all => all.filter((one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true}))"
            ".map((one) => { const {x, y, width, height} = one.getBoundingClientRect();"
            " return {x, y, width, height, what: one.id || one.parentElement.id + ' ' + one.className"
            " + ' ' + one.textContent.trim().slice(0, 20)}; })",
        )
        return found


def to_act(*players: Person) -> Person:
    """Whose turn it is, once it is somebody's."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for player in players:
            if player.state() == "enter":
                player.post_at_once()
            if player.state() == "turn" and not player.page.locator("#controls.sent").count():
                return player
        players[0].page.wait_for_timeout(60)
    raise AssertionError("it is nobody's turn")
