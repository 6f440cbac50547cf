"""A browser whose only input is the keyboard, and what it finds wrong with a page on the way."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypedDict

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.journeys.people import CHROMIUM, DESKTOP, FLAGS, SILENT

MOST_MS = 120_000
"""For a page, as the machine may be busy with other tests."""
MOST_STOPS = 900
FORM = "form.office-form"
CONFIRM = f"{FORM} button[name=confirmed]"
SHOW = f"{FORM} button:not([name], [aria-hidden])"
EMPTY_FRAMES = """
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const one of addedNodes) if (one.localName === "iframe" && one.src.endsWith("?tile")) one.src = "about:blank";
}).observe(document, { childList: true, subtree: true });
"""
"""Leaves out the live view of a table, which is a page of its own and has tests of its own.

A route of Playwright would do as well, but keep scripts and sheets from the browser's cache.
"""
WATCH = """() => {
  const control = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [data-opens],"
    + "[hx-get], [hx-post]";
  const visible = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  // One radio button of a group is reached by Tab, the others and the tabs of a list by arrows.
  const byArrows = (one) => one.matches("[role=tab][tabindex='-1']") || (one.type === "radio" && !one.checked
    && [...document.getElementsByName(one.name)].some((other) => other.form === one.form && other !== one
      && (other.checked || other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)));
  const notPressed = "main, form, [aria-hidden=true], [tabindex='-1']:not(a, button, input),"
    + "[hx-trigger*=load], [hx-trigger*=change]";
  window.wanted = () => [...document.querySelectorAll("main :is(" + control + ")")].filter((one) => visible(one)
    && !one.disabled && !byArrows(one) && !one.matches(notPressed));
  const called = (one) => one.outerHTML.replace(/\\s+/g, " ").slice(0, 110);
  const marked = (one) => {
    const style = getComputedStyle(one);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
  };
  const isSeen = (one) => {
    const box = one.getBoundingClientRect();
    const inWindow = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    return inWindow && [one, ...(one.labels || [])].some(marked);
  };
  window.stops = [];
  window.unseen = [];
  addEventListener("focusin", ({ target }) => {
    if (target.matches(".skip, main, iframe")) return;
    window.stops.push(target);
    if (!isSeen(target)) window.unseen.push(called(target));
  });
  // What stands together: a form, or a line whose controls belong to a form elsewhere.
  const group = (one) => one.closest("main form, main .t-order");
  window.keyboardFaults = (isPassed) => {
    const stops = [...new Set(window.stops)];
    // A form may have put a newer field in the place of one that was passed.
    const replaced = (stop, one) => !stop.isConnected && stop.name && stop.name === one.name;
    const passed = (one) => stops.some((stop) => stop === one || replaced(stop, one));
    const upwards = stops.filter((one, at) => at && one.isConnected && group(one) && group(one) === group(stops[at - 1])
      && one.getBoundingClientRect().bottom < stops[at - 1].getBoundingClientRect().top);
    return [
      ...window.wanted().filter((one) => isPassed && !passed(one)).map((one) => `Tab misses ${called(one)}`),
      ...window.unseen.map((one) => `the focus is not seen at ${one}`),
      ...upwards.map((one) => `Tab goes up to ${called(one)}`),
    ];
  };
}"""
"""Has the page note where the focus goes and whether a person can see it there."""
STOPS_LEFT = """() => {
  const isLeft = (one) => one.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_PRECEDING;
  const stops = (one) => one.matches("[type=date], [type=time], [type=datetime-local]") ? 8 : 1;
  const scrolls = (one) => one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY);
  const scrolled = [...document.querySelectorAll("main *")].filter(scrolls);
  return [...window.wanted(), ...document.querySelectorAll("iframe"), ...scrolled].filter(isLeft)
    .reduce((sum, one) => sum + stops(one), 0);
}"""
"""How often Tab is pressed to pass all that is left: a field for a date has several places for the focus.

What scrolls has one as well, unless something in it has.
"""
FOCUSED = """selector => { const at = document.activeElement; return { tag: at.localName, type: at.type || "",
  name: at.name || "", value: at.value || "", checked: Boolean(at.checked), required: Boolean(at.required),
  reached: at.matches(selector), same_form: Boolean(at.form)
    && at.form === (document.querySelector(selector) || {}).form }; }"""


class Focused(TypedDict):
    """The element that has the focus; `reached` if it is the one looked for, `same_form` if it is sent with that."""

    tag: str
    type: str
    name: str
    value: str
    checked: bool
    required: bool
    reached: bool
    same_form: bool


class Keys:
    """Drives pages by Tab, Enter, Space, arrows and letters, and collects in `faults` what does not work by them."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.faults: list[str] = []
        page.set_default_timeout(MOST_MS)
        page.add_init_script(EMPTY_FRAMES)

    def open(self, path: str) -> None:
        """Opens a page and skips its menu."""
        self.page.goto(self.url + path)
        self.begin()

    def begin(self) -> None:
        """Skips the menu of a page that has just come and watches the focus from there on."""
        self._skip_menu()
        self.page.evaluate(WATCH)

    def look_through(self) -> set[str]:
        """Goes through all that the page offers; the addresses of the links on the way."""
        self._go_on()
        self._note_faults(is_passed=True)
        return self._links()

    def tab_to(self, selector: str, on_the_way: Callable[[Focused], None] = lambda at: None) -> None:
        """Presses Tab until what is looked for has the focus; `on_the_way` may type into what is passed."""
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            at: Focused = self.page.evaluate(FOCUSED, selector)
            if at["reached"]:
                return
            on_the_way(at)
        raise AssertionError(f"Tab does not reach {selector} on {self.page.url}")

    def fill_form(self, typed: Mapping[str, str]) -> None:
        """Types into the fields of the form, by name, and comes to its button; all that the page offers is passed."""
        self.tab_to(SHOW, lambda at: self.fill(at, typed))
        missing = self.page.eval_on_selector_all(f"{FORM} :invalid", "all => all.map((one) => one.name)")
        assert not missing, f"nothing was typed into {missing} on {self.page.url}"
        self.look_ahead()

    def look_ahead(self) -> set[str]:
        """Goes through all that is left on the page and comes back; the addresses of all links that were passed."""
        left = self._go_on()
        self._note_faults(is_passed=True)
        for _ in range(left):
            self.page.keyboard.press("Shift+Tab")
        return self._links()

    def fill(self, at: Focused, typed: Mapping[str, str]) -> None:
        """Types into the field that has the focus, by its name; chooses where a choice is needed."""
        keyboard, value = self.page.keyboard, typed.get(at["name"])
        if at["tag"] == "select" and (value or (at["required"] and not at["value"])):
            keyboard.press(value or "ArrowDown")
        elif at["type"] in ("checkbox", "radio"):
            if value or (at["type"] == "radio" and not at["checked"]):
                keyboard.press("Space")
        elif at["type"] in ("date", "time", "datetime-local"):
            if value and not at["value"]:
                self._type_moment(value)
        elif at["tag"] in ("input", "textarea") and value is not None:
            keyboard.press("Control+a")
            keyboard.type(value)

    def _type_moment(self, value: str) -> None:
        """Types the parts of a date, which are divided by blanks."""
        for part in value.split():
            self.page.keyboard.type(part)
            self.page.keyboard.press("ArrowRight")

    def confirm(self) -> None:
        """Confirms what the page says will happen, if it asks."""
        if self.page.locator(CONFIRM).count():
            # The address still names the content, so the menu stays left out.
            self.page.evaluate(WATCH)
            self.tab_to(CONFIRM)
            self.press_enter()

    def press_enter(self) -> None:
        """Presses Enter on what has the focus and waits for the page it leads to; notes faults on the way to it."""
        self._note_faults(is_passed=False)
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            self.page.keyboard.press("Enter")

    def _skip_menu(self) -> None:
        """Leaves the menu out by the first link of the page."""
        self.page.keyboard.press("Tab")
        assert self.page.evaluate("document.activeElement.matches('.skip')"), self.page.url
        self.page.keyboard.press("Enter")

    def _go_on(self) -> int:
        """Presses Tab through all controls that are left; how often."""
        left: int = self.page.evaluate(STOPS_LEFT)
        for _ in range(left):
            self.page.keyboard.press("Tab")
        return left

    def _links(self) -> set[str]:
        return set(self.page.evaluate("window.stops.filter((one) => one.href).map((one) => one.pathname)"))

    def _note_faults(self, *, is_passed: bool) -> None:
        """Notes what is wrong with the places of the focus so far, and with those left out if all `is_passed`."""
        path = self.page.url.removeprefix(self.url)
        found = self.page.evaluate("isPassed => window.keyboardFaults(isPassed)", is_passed)
        self.faults += [fault for one in found if (fault := f"{path}: {one}") not in self.faults]


@contextmanager
def keyboard(server: LiveServer, client: Client) -> Iterator[Keys]:
    """A browser of the same account as `client`."""
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        context = browser.new_context(viewport=DESKTOP)
        context.add_init_script(SILENT)
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": server.url}])
        yield Keys(context.new_page(), server.url)
        browser.close()
