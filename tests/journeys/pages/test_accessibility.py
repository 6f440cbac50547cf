"""Every page is usable with a screen reader and by keyboard, as far as axe can tell, in each language."""

from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from tests.journeys.people import Person

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 120)}`))"""
PLAYERS_PAGES = (
    *("/", "/tables/", "/rules/", "/rules/holdem/", "/rules/glossary/", "/preferences/", "/wallet/"),
    *("/hands/", "/hands/sittings/", "/hands/shared/", "/hands/reviewed/", "/results/", "/own-table/", "/tournaments/"),
)
STAFF_PAGES = ("/tournaments/announce/", "/tournaments/schedules/")
FEWEST_OFFICE_PAGES = 15


def faults(page: Page) -> list[str]:
    """What axe finds on the page: the rule and the beginning of the element."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN)
    return [f"{page.url} {fault}" for fault in found]


def faults_of(person: Person, paths: tuple[str, ...]) -> list[str]:
    """What axe finds on several pages."""
    found = []
    for path in paths:
        person.go(path)
        found += faults(person.page)
    return found


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_axe_finds_no_fault_on_the_pages_of_players(somebody: Callable[..., Person], language: str) -> None:
    player = somebody(f"reader-{language}", language=language)
    player.go("/accounts/sign-up/?next=/rules/")
    found = faults(player.page)
    player.page.locator("button.call").click()
    player.page.wait_for_url("**/rules/")
    assert found + faults_of(player, PLAYERS_PAGES) == []


def test_axe_finds_no_fault_at_a_table_and_in_its_panels(somebody: Callable[..., Person]) -> None:
    player = somebody("listener", phone=True)
    player.play_now()
    player.sit("Bratislava")
    found = faults(player.page)
    for tab in player.page.get_by_role("tab").all():
        tab.click()
        found += faults(player.page)
    assert found == []


def test_axe_finds_no_fault_on_the_pages_of_staff(somebody: Callable[..., Person]) -> None:
    operator = somebody("operator")
    operator.sign_in("operator")
    operator.go("/tournaments/")
    links = operator.page.locator("a[href*='/tournaments/']").evaluate_all("all => all.map((one) => one.pathname)")
    tournament = next(path for path in links if path.strip("/").split("/")[-1].isdigit())
    operator.go("/")
    table = operator.page.locator("#tables a[href*='/table/']").first.get_attribute("href")
    assert table
    floor = table.partition("?")[0].replace("/table/", "/floor/")
    directing = [f"{tournament}{page}" for page in ("screen/", "direct/", "direct/seats/", "direct/payouts/")]
    assert faults_of(operator, (*STAFF_PAGES, tournament, *directing, floor)) == []


def test_axe_finds_no_fault_on_the_pages_of_the_office_menu(somebody: Callable[..., Person]) -> None:
    """With the menu as its script shows it; the test of every page of the room leaves scripts out."""
    owner = somebody("owner")
    owner.sign_in("owner")
    owner.go("/office/")
    paths = owner.page.locator(".office-menu a").evaluate_all("links => links.map((link) => link.pathname)")
    assert len(paths) > FEWEST_OFFICE_PAGES
    assert faults_of(owner, tuple(dict.fromkeys(paths))) == []
