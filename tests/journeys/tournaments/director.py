"""A tournament director in a browser."""

from playwright.sync_api import Dialog, expect

from tests.journeys.people import Person

SELECTS = ("player", "to", "table")


class DirectorsPage:
    """The director's page; its confirmation dialogs are recorded and accepted."""

    def __init__(self, person: Person, tournament: int) -> None:
        self.person, self.page = person, person.page
        self.confirmations: list[str] = []
        person.page.on("dialog", self._accept)
        person.sign_in("operator")
        person.go(f"/tournaments/{tournament}/direct/")

    def _accept(self, dialog: Dialog) -> None:
        self.confirmations.append(dialog.message)
        dialog.accept()

    def act(self, button: str, form: str, reason: str, *, ends: bool = False, **fields: str) -> None:
        """Fills in a form and presses one of its buttons.

        An act that `ends` the tournament has the page loaded again with other forms, by which its message may be gone.
        """
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
        if not ends:
            expect(self.page.locator(".message").first).to_be_visible()

    def say(self, text: str) -> None:
        """Tells all tables something."""
        box = self.page.locator(".d-acts form", has=self.page.get_by_role("heading", name="Message to the tables"))
        box.get_by_label("Message").fill(text)
        box.get_by_role("button", name="Tell them").click()
        expect(self.page.locator(".message").first).to_be_visible()

    def disqualify(self, player: str, reason: str) -> None:
        """Chooses a player, reads what the disqualification does, and confirms it."""
        self.begin_to_disqualify(player, reason)
        self.confirm()

    def begin_to_disqualify(self, player: str, reason: str) -> None:
        """Chooses a player and opens the page that says what the disqualification does."""
        box = self.page.locator(".d-acts form", has=self.page.get_by_role("heading", name="Player", exact=True))
        box.locator("[name=player]").select_option(player)
        box.get_by_label("Reason").fill(reason)
        box.get_by_role("button", name="Disqualify…").click()
        self.page.get_by_role("button", name="Show what will happen").click()

    def confirm(self) -> None:
        """Confirms the act whose consequences are shown; the director's page follows."""
        self.page.locator("button[name=confirmed]").click()
        expect(self.page.locator(".message").first).to_be_visible()

    def wait_for_log(self, text: str) -> None:
        """Waits until the decision is in the audit log."""
        expect(self.page.locator("#t-audit")).to_contain_text(text, timeout=60_000)


def bot_at(director: DirectorsPage, table: str, people: set[str]) -> str:
    """Returns the id of a house bot at this table."""
    for option in director.page.locator("#t-pick-player option").all():
        value = option.get_attribute("value") or ""
        if value and value not in people and option.inner_text().rpartition(" · ")[2].startswith(f"{table}/"):
            return value
    raise AssertionError(f"no bot at table {table}")
