"""Players with a real browser: what they do and see at a table, and every error their browser logs."""

import os
import re
import shutil
import time
from pathlib import Path
from typing import TypedDict

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, WebSocket, expect

from tests.journeys.room import PASSWORD, Room

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"
"""Without windows Chromium takes half the processor time."""
PATIENCE_SECONDS = 180
"""How long a journey waits for anything: on a slow machine with several rooms only a fault takes so long."""
PATIENCE_MS = PATIENCE_SECONDS * 1000
FLAGS = (
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-gpu", "--no-sandbox",
)  # fmt: skip
ARTIFACTS = Path(__file__).resolve().parents[2] / "test-artifacts" / "journeys"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
CARDS = "#my-hand.seated .card[data-c]"
FOLD_ABOVE = 10
"""A player folds to a bet of more than this many big blinds, so that nobody goes broke during a journey."""
RECORD_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...args) { super(...args); window.sockets.push(this); } };
"""
SILENT = """
window.AudioContext = class extends AudioContext {
  constructor(...args) { super(...args); this.suspend(); }
  get state() { return "running"; }
  resume() { return Promise.resolve(); }
};
"""
"""Nobody hears the sounds, and each page that may play some takes a sixtieth of a processor as long as it is open."""
STANDING_CLOCKS = """
{
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    if (options.fill === "forwards" && options.duration >= 1000) animation.pause();
    return animation;
  };
}
"""
"""The bars of clocks do not move: sixty pictures of them a second take a fifth of a processor for each page."""
OWN_TABLE = re.compile(r'class="my-tables-table" href="(/table/\d+/)"')
LEAVE = """() => new Promise((resolve) => {
  const leave = () => {
    const number = pokerroom.transport.ask({ do: "leave" });
    document.addEventListener("socket:answered", ({ detail }) => { if (detail.number === number) resolve(); });
    document.addEventListener("socket:closed", resolve);
  };
  if (pokerroom.transport.isOpen()) leave();
  else document.addEventListener("socket:open", leave, { once: true });
})"""
"""Resolves once the room has the wish: a page that is closed earlier may take it along."""
WAIT_FOR_ANIMATIONS = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime < 1000).map((one) => one.finished))"""


def minor_units(text: str) -> int:
    """Parses an amount on the page into minor units: "−1 234.50 play money" is -123450."""
    found = re.search(r"[-−+]?[\d\u202f]+(?:\.\d\d)?", text)
    assert found, text
    number = found[0].replace("\u202f", "").replace("−", "-")
    return round(float(number) * 100)


class Box(TypedDict):
    """An element's place on the page in pixels, and a description of the element."""

    x: float
    y: float
    width: float
    height: float
    what: str


class Person:
    """A player with their own browser context."""

    def __init__(self, browser: Browser, room: Room, name: str, *, phone: bool = False, language: str = "en") -> None:
        self.room, self.name, self.phone = room, name, phone
        self.context = browser.new_context(
            base_url=room.url, locale=language, viewport=PHONE if phone else DESKTOP,
            has_touch=phone, is_mobile=phone, device_scale_factor=2 if phone else 1,
        )  # fmt: skip
        self.context.add_init_script(RECORD_SOCKETS + SILENT + STANDING_CLOCKS)
        self.browser_errors: list[str] = []
        self.frames: list[str] = []
        self.ignores_errors = False
        self.steps = 0
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Opens a tab whose errors and socket frames are recorded."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._record_error(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._record_frames)
        return page

    # Browser errors

    def _record_error(self, text: str) -> None:
        if not self.ignores_errors:
            self.browser_errors.append(f"{self.name}: {text}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._record_error(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # Leaving a page aborts its pending requests, which is no error.
        if request.failure != "net::ERR_ABORTED":
            self._record_error(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._record_error(f"{response.status}: {response.url}")

    def _record_frames(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))

    # Navigation and seats

    def go(self, path: str) -> None:
        """Opens a page of the room."""
        self.page.goto(path)

    def picture(self, step: str) -> None:
        """Saves a screenshot for visual inspection if PICTURES is set."""
        if not os.environ.get("PICTURES"):
            return
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        self.steps += 1
        size = "phone" if self.phone else "desktop"
        self.page.evaluate(WAIT_FOR_ANIMATIONS)
        self.page.screenshot(path=str(ARTIFACTS / f"{self.name}-{self.steps:02d}-{step}-{size}.png"))

    def sign_in(self, name: str) -> None:
        """Signs in as one of the demo players."""
        self.go("/accounts/sign-in/")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/")

    def play_now(self) -> None:
        """Becomes a guest and comes to the lobby."""
        self.go("/accounts/sign-up/?next=/rules/")
        self.page.get_by_role("button", name="Play now").click()
        self.page.wait_for_url("**/rules/")
        self.go("/")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Welcome")

    def watch(self, table: str) -> None:
        """Opens a table from the lobby and waits until its state is shown."""
        self.go("/")
        self.page.locator("#tables tr", has_text=table).get_by_role("link").first.click()
        self.page.wait_for_url("**/table/*/")
        self.wait_until_ready()

    def row(self, table: str) -> str:
        """Returns the CSS selector of a table's row in the lobby."""
        return f"#{self.page.locator('#tables tr', has_text=table).get_attribute('id')}"

    def open_table(self, name: str, *, feeds: str = "") -> None:
        """Opens a six-seat table as the operator who is signed in; `feeds` names its main table (K8)."""
        self.go("/office/tables/new/")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Big blind or lower limit").fill("100")
        self.page.get_by_label("Minimum buy-in").fill("")
        self.page.get_by_label("Maximum buy-in").fill("")
        self.page.get_by_label("Seats", exact=True).select_option("6")
        if feeds:
            self.page.locator("summary", has_text="Who sits here").click()
            self.page.get_by_label("Must-move table of").select_option(label=feeds)
        self.picture("add")
        self.confirm("Open")
        expect(self.page.get_by_role("link", name=name).first).to_be_visible()

    def confirm(self, button: str) -> None:
        """Sends a form of the back office and confirms what it says will happen."""
        self.page.locator("main").get_by_role("button", name="Show what will happen").last.click()
        self.page.get_by_role("button", name=button, exact=True).click()

    def wait_until_ready(self) -> None:
        """Waits until the socket has delivered the table's state."""
        self.page.locator("#table-surface:not(.unknown)").wait_for()

    def sit(self, table: str) -> None:
        """Sits down with one click in the lobby and one in the dialog."""
        self.go("/")
        self.page.locator("#tables tr", has_text=table).get_by_role("link", name="Sit down").click()
        self.page.locator("#dialog").get_by_role("button", name="Sit down").click()
        self.wait_until_seated()

    def wait_until_seated(self) -> None:
        """Waits until the player is seated and the dialog is closed."""
        self.page.locator("#my-hand.seated").wait_for(state="attached")
        expect(self.page.locator("#dialog")).not_to_be_visible()

    def leave(self) -> None:
        """Leaves through the panel and waits until the seat is free."""
        self.ask_to_leave()
        self.wait_until_gone()

    def ask_to_leave(self) -> None:
        """Asks to leave; a player who is in a hand leaves after folding."""
        self.tab("Me")
        self.page.get_by_role("button", name="Leave the table").click()
        self.page.locator("#leave-dialog").get_by_role("button", name="Leave").click()

    def wait_until_gone(self) -> None:
        """Waits until the seat is free."""
        self.page.locator("#my-hand.seated").wait_for(state="detached")

    def tab(self, name: str) -> None:
        """Opens a tab of the panel next to the table."""
        tab = self.page.get_by_role("tab", name=name)
        if tab.get_attribute("aria-selected") != "true" or self.phone:
            tab.click()

    def close(self) -> None:
        """Leaves every table and closes the browser, so that no idle player delays the next journey."""
        self.context.set_offline(False)
        for path in set(OWN_TABLE.findall(self.context.request.get("/rules/").text())):
            page = self.page
            if not page.url.partition("?")[0].endswith(path) or not page.evaluate("pokerroom.transport.isOpen()"):
                page = self.new_page()
                page.goto(path)
            page.evaluate(LEAVE)
        self.context.close()

    # Playing

    def state(self) -> str:
        """Returns the state of the controls: turn, pre-actions, watching, …"""
        classes = self.page.locator("#controls").get_attribute("class") or ""
        found = re.search(r"is-([\w-]+)", classes)
        return found[1] if found else ""

    def seat(self) -> int:
        """Returns the number of the player's seat, from 0."""
        found = re.search(r"\bme-(\d)\b", self.page.locator("#my-hand").get_attribute("class") or "")
        assert found
        return int(found[1])

    def cards(self) -> list[str]:
        """Returns the player's hole cards."""
        cards: list[str] = self.page.eval_on_selector_all(CARDS, "cards => cards.map((card) => card.dataset.c)")
        return cards

    def controls_data(self) -> dict[str, str]:
        """Returns the data attributes of the controls: hand, turn, price."""
        data: dict[str, str] = self.page.locator("#controls").evaluate("controls => ({...controls.dataset})")
        return data

    def facing(self) -> int:
        """Returns the price of a call in minor units."""
        return int(self.controls_data().get("price", "0"))

    def wait_turn(self, seconds: float = PATIENCE_SECONDS) -> dict[str, str]:
        """Waits for the player's turn, and mucks and posts when asked; returns the data of the controls."""
        end = time.monotonic() + seconds
        while True:
            state = self.state()
            if state == "turn" and not self.page.locator("#controls.sent").count():
                return self.controls_data()
            if state == "show-or-muck":
                # The question may end while the button is being clicked.
                self.page.evaluate("document.querySelector('#controls [data-values*=muck]')?.click()")
            if state == "enter":
                self.post_at_once()
            assert time.monotonic() < end, f"no turn: {state}\n{self.page.locator('#table-surface').inner_text()}"
            self.page.wait_for_timeout(100)

    def post_at_once(self) -> None:
        """Chooses to post and play, unless that is already chosen (D6, D7)."""
        post = self.page.locator("#controls [aria-pressed=false]", has_text="Post")
        if post.count():
            post.click()

    def act(self, key: str, *, press: bool = False) -> None:
        """Clicks a button of the controls, or presses its key, and waits until the turn is over."""
        before = self.controls_data()
        if press:
            self.page.keyboard.press(key)
        else:
            self.page.locator(f"#controls [data-key={key}]").click()
        if self.page.locator("#fold-dialog[open]").count():
            self.page.locator("#fold-dialog .fold").click()
        self.page.wait_for_function(
            "before => { const now = document.getElementById('controls').dataset;"
            " return now.hand !== before.hand || now.turn !== before.turn; }",
            arg=before,
        )

    def play_on(self, *, press: bool = False) -> str:
        """Checks, calls a small bet or folds to a large one on the next turn; returns the hand's number."""
        controls = self.wait_turn()
        big = int(self.page.locator("body").get_attribute("data-big-blind") or 0)
        self.act("f" if int(controls["price"]) > FOLD_ABOVE * big else "c", press=press)
        return controls["hand"]

    def play_hands(self, count: int, *, press: bool = False) -> list[str]:
        """Plays until the player has acted in `count` hands; returns their numbers."""
        hands: list[str] = []
        while len(hands) < count:
            hand = self.play_on(press=press)
            if hand not in hands:
                hands.append(hand)
        return hands

    def boxes(self, selector: str) -> list[Box]:
        """Returns the boxes of the visible elements that match, once the page has its style sheets."""
        self.page.wait_for_load_state()
        found: list[Box] = self.page.eval_on_selector_all(
            selector,
            "all => all.filter((one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true}))"
            ".map((one) => { const {x, y, width, height} = one.getBoundingClientRect();"
            " return {x, y, width, height, what: one.id || one.parentElement.id + ' ' + one.className"
            " + ' ' + one.textContent.trim().slice(0, 20)}; })",
        )
        return found


def to_act(*players: Person) -> Person:
    """Waits until it is the turn of one of the players and returns that player."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        for player in players:
            if player.state() == "enter":
                player.post_at_once()
            if player.state() == "turn" and not player.page.locator("#controls.sent").count():
                return player
        players[0].page.wait_for_timeout(100)
    raise AssertionError("no player's turn came")
