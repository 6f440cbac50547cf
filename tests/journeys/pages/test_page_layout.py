"""Pages on phones and tablets: nothing leaves its box or the screen, and what is done about a row is in sight."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser

from tests.journeys.people import PHONE, Person
from tests.tournaments.web.support.current_views import ME, current_views
from tests.tournaments.web.support.scenes import SCENES
from tournaments.web.pages import lists

PLAYERS_PAGES = (
    *("/", "/preferences/", "/accounts/settings/", "/accounts/email/", "/accounts/sessions/", "/accounts/delete/"),
    *("/wallet/", "/play-limits/", "/own-table/", "/hands/", "/results/", "/tournaments/", "/rules/holdem/"),
)
STAFF_PAGES = ("/office/rake/new/", "/office/tables/new/", "/office/tables/", "/tournaments/announce/", "/floor/")
LEAVES_ITS_BOX = """() => [...document.querySelectorAll("main .slip")].flatMap((box) => {
  const { left, right } = box.getBoundingClientRect();
  return [...box.querySelectorAll("*")]
    .filter((one) => !one.closest(".scroll") && one.checkVisibility({ opacityProperty: true }))
    .filter((one) => one.getBoundingClientRect().right > right || one.getBoundingClientRect().left < left)
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 30)} leaves its box`);
})"""


def faults_of(person: Person, paths: tuple[str, ...]) -> list[str]:
    """What is wider than a phone on these pages, or sticks out of its box."""
    found = []
    for path in paths:
        person.go(path)
        width = person.page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            found.append(f"{path} is {width} wide")
        found += [f"{path}: {fault}" for fault in person.page.evaluate(LEAVES_ITS_BOX)]
    return found


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_no_page_of_a_player_is_wider_than_a_phone(somebody: Callable[..., Person], language: str) -> None:
    player = somebody(f"narrow-{language}", phone=True, language=language)
    player.go("/accounts/sign-up/?next=/rules/")
    player.page.locator("button.call").click()
    player.page.wait_for_url("**/rules/")
    assert faults_of(player, PLAYERS_PAGES) == []


@pytest.mark.parametrize("language", ["en", "sk"])
def test_no_form_of_the_staff_is_wider_than_a_phone(somebody: Callable[..., Person], language: str) -> None:
    owner = somebody("owner", phone=True, language=language)
    owner.go("/accounts/sign-in/")
    owner.page.locator("#id_name").fill("owner")
    owner.page.locator("#id_password").fill("demo-room")
    owner.page.locator("#id_password").press("Enter")
    owner.page.wait_for_url("**/")
    assert faults_of(owner, STAFF_PAGES) == []


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_on_a_tablet_players_sit_down_without_scrolling_sideways(
    somebody: Callable[..., Person], language: str
) -> None:
    person = somebody("tablet", language=language)
    for width, height in ((768, 1024), (844, 390), (1024, 768), (1100, 700)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.go("/")
        boxes = person.boxes("#tables .go")
        assert boxes and all(box["x"] + box["width"] <= width for box in boxes), (width, boxes)
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width


def test_T10_on_a_phone_a_winners_prize_stands_apart_from_their_chips(browser: Browser) -> None:
    page = browser.new_page(viewport=PHONE)
    view, _ = current_views(SCENES["over"](), ME)
    found = [finders.find(f"css/{sheet}.css") for sheet in ("site/base", "list", "tournament/standings")]
    styles = "".join(Path(sheet).read_text(encoding="utf-8") for sheet in found if sheet)
    page.set_content(f"<style>{styles}</style>{lists.standings(view, ME, 'en')}")
    first = page.locator(".t-list tbody tr").first
    words = first.inner_text().split("\n")
    assert len([word for word in words if word.strip()]) == 3, words
    for place in page.locator(".t-list .place").all():
        assert place.evaluate("cell => cell.scrollWidth <= cell.clientWidth"), place.inner_text()
    page.close()
