"""Pages on phones and tablets: nothing leaves its box or the screen, and what is done about a row is in sight."""

from pathlib import Path

from django.contrib.staticfiles import finders
from playwright.sync_api import Browser

from tests.journeys.people import PHONE
from tests.tournaments.web.support.current_views import ME, current_views
from tests.tournaments.web.support.scenes import SCENES
from tournaments.web.pages import lists


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
