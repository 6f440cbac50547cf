"""A cashier's day on a phone: a counted float, a deposit, a payout that a second person approves, the day-end count."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person


def test_m4_a_cashiers_day_from_float_to_day_end(somebody: Callable[..., Person]) -> None:
    cashier, second = somebody("cashier", phone=True), somebody("approver")
    cashier.sign_in("cashier")
    second.sign_in("operator")
    page = cashier.page
    cashier.go("/office/cage/")
    page.get_by_role("link", name="Poker hall").click()
    desk = page.url
    page.get_by_role("link", name="Open the drawer").click()
    page.get_by_label("CZK").fill("40 000")
    page.get_by_label("EUR").fill("500,50")
    confirm(cashier, "Open the drawer")
    expect(page.locator(".cage-holds")).to_contain_text("500.50")
    cashier.picture("desk")

    page.get_by_label("Name or e-mail").fill("dana")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Dana").click()
    person = page.url
    page.get_by_role("link", name="Deposit", exact=True).click()
    cashier.ignores_errors = True  # The browser logs the refusal of the form.
    page.get_by_label("Amount").fill("a lot")
    page.get_by_role("button", name="Show what will happen").click()
    expect(page.locator(".field.wrong")).to_contain_text("This is not an amount")
    expect(page.get_by_label("Amount")).to_have_value("a lot")
    cashier.ignores_errors = False
    page.get_by_label("Amount").fill("12 000,00")
    confirm(cashier, "The cash is in the drawer: deposit")
    expect(page.locator(".receipt-amount")).to_contain_text("12\u202f000")
    cashier.picture("receipt")

    page.goto(person)
    page.get_by_role("link", name="Payout", exact=True).click()
    page.get_by_label("Amount").fill("11000")
    confirm(cashier, "Pay out")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Withdrawal of Dana")
    expect(page.get_by_role("link", name="Pay out")).to_have_count(0)
    withdrawal = page.url
    second.page.goto(withdrawal)
    second.page.get_by_role("link", name="Approve").click()
    second.page.get_by_label("Reason").fill("Known player")
    confirm(second, "Approve")
    second.picture("approved")
    page.goto(withdrawal)
    page.get_by_role("link", name="Pay out").click()
    page.get_by_label("Desk").select_option(label="Poker hall")
    confirm(cashier, "Pay out")
    expect(page.locator(".receipt-amount")).to_contain_text("11\u202f000")

    page.goto(desk)
    page.get_by_role("link", name="Close the drawer").click()
    page.get_by_label("CZK").fill("40900")
    page.get_by_label("EUR").fill("500.5")
    page.get_by_label("Explanation").fill("A note of 100 is missing")
    page.get_by_role("button", name="Show what will happen").click()
    expect(page.locator(".office-consequences")).to_contain_text("the difference of \u2212100")
    cashier.picture("day-end")
    page.get_by_role("button", name="Close the drawer").click()
    expect(page.get_by_text("A note of 100 is missing")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(r"^\d+-\d{8}-0001$"))).to_be_visible()
    assert cashier.room.audit().returncode == 0


def confirm(person: Person, button: str) -> None:
    """Asks what will happen and does it."""
    person.page.get_by_role("button", name="Show what will happen").click()
    person.page.get_by_role("button", name=button, exact=True).click()
