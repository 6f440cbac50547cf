"""A tournament director in a browser."""

from playwright.sync_api import expect

from tests.journeys.people import Person

SELECTS = ("player", "to", "table")
PREVIEWED = {
    "Previous level", "Next level", "End it", "Move", "Penalty", "Warn", "Disqualify…", "Confirm the deal",
    "Break this table", "Void the hand",
}  # fmt: skip
"""The buttons that show what the act does to players before it is done."""


class DirectorsPage:
    """The director's page."""

    def __init__(self, person: Person, tournament: int) -> None:
        self.person, self.page = person, person.page
        person.sign_in("operator")
        person.go(f"/tournaments/{tournament}/direct/")

    def act(self, button: str, form: str, reason: str, **fields: str) -> None:
        """Fills in a form, presses one of its buttons and confirms what it does, where that is asked."""
        self.begin(button, form, reason, **fields)
        if button in PREVIEWED:
            self.confirm()
        else:
            expect(self.page.locator(".message").first).to_be_visible()

    def begin(self, button: str, form: str, reason: str, **fields: str) -> None:
        """Fills in a form and presses one of its buttons."""
        heading = self.page.get_by_role("heading", name=form, exact=True)
        box = self.page.locator(".d-acts form", has=heading)
        for name, value in fields.items():
            field = box.locator(f"[name={name}]")
            if name in SELECTS:
                field.select_option(value)
            else:
                field.fill(value)
        box.get_by_label("Reason").fill(reason)
        # The latest version of the form; a decision may have replaced it meanwhile.
        box.get_by_role("button", name=button, exact=True).click()

    def say(self, text: str) -> None:
        """Tells all tables something."""
        box = self.page.locator(".d-acts form", has=self.page.get_by_role("heading", name="Message to the tables"))
        box.get_by_label("Message").fill(text)
        box.get_by_role("button", name="Tell them").click()
        expect(self.page.locator(".message").first).to_be_visible()

    def confirm(self) -> None:
        """Confirms the act whose consequences are shown; the director's page follows."""
        self.page.locator("button[name=confirmed]").click()
        expect(self.page.locator(".message").first).to_be_visible()

    def wait_for_log(self, text: str) -> None:
        """Waits until the decision is in the audit log."""
        expect(self.page.locator("#t-audit")).to_contain_text(text)


def bot_at(director: DirectorsPage, table: str, people: set[str]) -> str:
    """Returns the id of a house bot at this table."""
    for option in director.page.locator("#t-pick-player option").all():
        value = option.get_attribute("value") or ""
        if value and value not in people and option.inner_text().rpartition(" · ")[2].startswith(f"{table}/"):
            return value
    raise AssertionError(f"no bot at table {table}")
