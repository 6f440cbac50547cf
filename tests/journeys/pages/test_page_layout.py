"""Pages on phones and tablets: nothing leaves its box or the screen, and what is done about a row is in sight."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, expect

from tests.journeys.people import PHONE, Person
from tests.journeys.room import Room
from tests.tournaments.web.support import scenes
from tests.tournaments.web.support.current_views import ME, current_views
from tests.tournaments.web.support.scenes import SCENES
from tournaments.web.pages import fragments, lists, screen

PLAYERS_PAGES = (
    *("/", "/preferences/", "/accounts/settings/", "/accounts/email/", "/accounts/sessions/", "/accounts/delete/"),
    *("/wallet/", "/play-limits/", "/own-table/", "/hands/", "/results/", "/tournaments/", "/rules/holdem/"),
)
STAFF_PAGES = (
    *("/office/rake/new/", "/office/tables/new/", "/office/tables/", "/office/reports/rake/", "/office/people/"),
    *("/office/people/3/", "/office/log/", "/office/log/verify/", "/office/books/accounts/1/", "/office/cage/1/"),
    *("/tournaments/announce/", "/tournaments/schedules/", "/floor/", "/floor/calls/"),
)
LEAVES_ITS_BOX = """() => [...document.querySelectorAll("main .slip")].flatMap((box) => {
  const { left, right } = box.getBoundingClientRect();
  return [...box.querySelectorAll("*")]
    .filter((one) => !one.closest(".scroll") && one.checkVisibility({ opacityProperty: true }))
    .filter((one) => one.getBoundingClientRect().right > right || one.getBoundingClientRect().left < left)
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 30)} leaves its box`);
})"""

TOO_SMALL = """(tap) => [...document.querySelectorAll(
    "main :is(.button, .go, .pill, select, textarea, summary, input:not([type=checkbox], [type=radio]))")]
  .filter((one) => one.checkVisibility({ opacityProperty: true }) && !one.closest("thead, .only-read"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, { height }]) => height < tap - 0.5 && !one.matches(".only-read"))
  .map(([one, { height }]) => `${one.tagName} ${one.id || one.textContent.trim().slice(0, 24)} is ${height} high`)"""
TOO_CLOSE = """(least) => {
  const all = [...document.querySelectorAll("main :is(a[href], button, input, select, summary)")]
    .filter((one) => one.checkVisibility({ opacityProperty: true }) && !one.closest("thead, .only-read"))
    .map((one) => [one, one.getBoundingClientRect()]).filter(([, { height }]) => height > 1);
  const name = (one) => one.textContent.trim().slice(0, 24) || one.name;
  return all.flatMap(([one, box], place) => all.slice(place + 1)
    .filter(([, other]) => Math.min(box.height, other.height) < least)
    .filter(([, other]) => Math.min(box.right, other.right) > Math.max(box.left, other.left))
    .map(([next, other]) => [next, Math.abs(box.y + box.height / 2 - other.y - other.height / 2)])
    .filter(([, apart]) => apart < least - 0.5)
    .map(([next, apart]) => `${name(one)} and ${name(next)} are ${Math.round(apart)} px apart`));
}"""
TAP, APART = 44, 24
"""How high a button is for a thumb, and how far a link's middle is from the next one, in px."""


def faults_of(person: Person, paths: tuple[str, ...]) -> list[str]:
    """What is wider than a phone on these pages, sticks out of its box, or is too small for a thumb."""
    found = []
    for path in paths:
        person.go(path)
        width = person.page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            found.append(f"{path} is {width} wide")
        found += [f"{path}: {fault}" for fault in person.page.evaluate(LEAVES_ITS_BOX)]
        found += [f"{path}: {fault}" for fault in person.page.evaluate(TOO_SMALL, TAP)]
        found += [f"{path}: {fault}" for fault in person.page.evaluate(TOO_CLOSE, APART)]
    return found


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_the_pages_of_players_fit_a_phone_and_its_thumb(somebody: Callable[..., Person], language: str) -> None:
    player = somebody(f"narrow-{language}", phone=True, language=language)
    player.go("/accounts/sign-up/?next=/rules/")
    player.page.locator("button.call").click()
    player.page.wait_for_url("**/rules/")
    assert faults_of(player, PLAYERS_PAGES) == []
    player.page.set_viewport_size({"width": 320, "height": 640})
    assert faults_of(player, ("/preferences/",)) == []


@pytest.mark.parametrize("language", ["en", "sk"])
def test_the_pages_of_the_staff_fit_a_phone_and_its_thumb(somebody: Callable[..., Person], language: str) -> None:
    owner = somebody("owner", phone=True, language=language)
    owner.go("/accounts/sign-in/")
    owner.page.locator("#id_name").fill("owner")
    owner.page.locator("#id_password").fill("demo-room")
    owner.page.locator("#id_password").press("Enter")
    owner.page.wait_for_url("**/")
    assert faults_of(owner, STAFF_PAGES) == []


def test_on_a_phone_the_office_menu_and_the_filters_of_its_lists_fold_away(somebody: Callable[..., Person]) -> None:
    owner = somebody("owner", phone=True)
    owner.sign_in("owner")
    owner.go("/office/log/")
    menu, filters = owner.page.locator(".office-menu"), owner.page.locator("#list-filters")
    for name, part in (("Pages", menu), ("Filters", filters)):
        button = owner.page.get_by_role("button", name=name)
        expect(part).to_be_hidden()
        button.click()
        expect(part).to_be_visible()
        expect(button).to_have_attribute("aria-expanded", "true")
    owner.go("/office/log/?from=2026-01-01")
    expect(menu).to_be_hidden()
    expect(filters).to_be_visible()


def test_a_short_page_of_the_office_ends_with_the_screen(somebody: Callable[..., Person]) -> None:
    owner = somebody("owner")
    owner.sign_in("owner")
    for width, height in ((1440, 900), (1280, 720)):
        owner.page.set_viewport_size({"width": width, "height": height})
        owner.go("/office/cage/setup/")
        assert owner.page.evaluate("document.documentElement.scrollHeight") <= height
        menu = owner.boxes(".office-menu")[0]
        assert menu["height"] > 500


def test_on_a_phone_links_that_sort_a_list_are_in_sight_for_the_keyboard(somebody: Callable[..., Person]) -> None:
    owner = somebody("owner", phone=True)
    owner.sign_in("owner")
    owner.go("/office/people/")
    link = owner.page.locator("main thead a").first
    link.focus()
    width, height = link.evaluate("one => [one.closest('thead').clientWidth, one.closest('thead').clientHeight]")
    assert width > 200
    assert height > 20


@pytest.mark.parametrize("language", ["en", "sk"])
def test_the_list_of_all_tables_ends_where_its_page_does(somebody: Callable[..., Person], language: str) -> None:
    operator = somebody("operator", language=language)
    operator.go("/accounts/sign-in/")
    operator.page.locator("#id_name").fill("operator")
    operator.page.locator("#id_password").fill("demo-room")
    operator.page.locator("#id_password").press("Enter")
    operator.page.wait_for_url("**/")
    operator.go("/office/tables/")
    table, page = (
        operator.page.locator(one).evaluate("one => one.getBoundingClientRect().right")
        for one in ("main table.list", ".office-main")
    )
    assert table <= page + 1


def test_the_lobby_cuts_no_name_of_a_table_on_the_narrowest_phone(somebody: Callable[..., Person]) -> None:
    visitor = somebody("narrow", phone=True, language="cs")
    visitor.page.set_viewport_size({"width": 320, "height": 568})
    visitor.go("/")
    visitor.page.wait_for_load_state()
    cut = visitor.page.eval_on_selector_all(
        "#tables .title",
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)",
    )
    assert cut == []


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
        person.go("/tournaments/?state=over")
        cut = person.page.locator(".scroll").evaluate("list => list.scrollWidth - list.clientWidth")
        assert cut <= 0, (width, cut)


def styles_of(*sheets: str) -> str:
    """The text of style sheets."""
    found = [finders.find(f"css/{sheet}.css") for sheet in sheets]
    return "".join(Path(sheet).read_text(encoding="utf-8") for sheet in found if sheet)


def test_T10_on_a_phone_a_winners_prize_stands_apart_from_their_chips(browser: Browser) -> None:
    page = browser.new_page(viewport=PHONE)
    view, _ = current_views(SCENES["over"](), ME)
    styles = styles_of("site/base", "list", "tournament/standings")
    page.set_content(f"<style>{styles}</style>{lists.standings(view, ME, 'en')}")
    first = page.locator(".t-list tbody tr").first
    words = first.inner_text().split("\n")
    assert len([word for word in words if word.strip()]) == 3, words
    for place in page.locator(".t-list .place").all():
        assert place.evaluate("cell => cell.scrollWidth <= cell.clientWidth"), place.inner_text()
    page.close()


def test_T19_the_result_of_a_tournament_fits_a_projector(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    view, _ = current_views(SCENES["over"](), ME)
    standings = [row._replace(name="W" * 20) for row in view.standings]
    html = fragments.render("screen", screen.context_of(view._replace(standings=standings)))
    page.set_content(f"<style>{styles_of('site/base', 'tournament/screen')}</style><body class='s-page'>{html}")
    assert page.locator(".s-places li").count() == screen.MOST_PLACES
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") <= height, (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, height)
        winner = page.locator(".s-places b").first
        assert winner.evaluate("name => name.scrollWidth <= name.clientWidth"), (width, height)
    page.close()


def test_long_names_at_the_tables_of_a_tournament_leave_no_phone(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "NAMES", tuple(letter * 20 for letter in "WMABCDEFGHJKLNOPQR"))
    page = browser.new_page(viewport=PHONE)
    view, _ = current_views(SCENES["middle"](), ME)
    styles = styles_of("site/base", "tournament/page", "tournament/tables", "tournament/director")
    page.set_content(f"<style>{styles}</style><main class=t-page>{lists.tables(view, 0, 'en')}</main>")
    assert page.locator(".t-table li").count() > 9
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.close()


def test_names_of_twenty_wide_letters_push_nothing_out_of_sight(somebody: Callable[..., Person], room: Room) -> None:
    room.open_table("W" * 20)
    for name, phone in (("W" * 20, True), ("M" * 20, False)):
        person = somebody(f"wide-{phone}", phone=phone)
        person.go("/accounts/sign-up/")
        person.page.locator("#id_name").fill(name)
        person.page.locator("#id_password").fill("a seat for everybody")
        person.page.locator("#id_password").press("Enter")
        person.page.wait_for_url("**/")
        expect(person.page.locator("#tables", has_text="W" * 20)).to_be_visible()
        width = person.page.viewport_size["width"] if person.page.viewport_size else 0
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width
        assert person.page.locator(".scroll").evaluate("list => list.scrollWidth <= list.clientWidth")
    room.shell(
        "from games.models import Table\nfrom games.operations.tables import close_table\n"
        "close_table(table_id=Table.objects.get(name='W' * 20).pk)"
    )
