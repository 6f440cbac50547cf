"""A director who only has a keyboard, beside the tournament that carries out what they send."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import NamedTuple, TypeVar

from django.db import connection

from backoffice.models import StaffAct
from tests.pokerroom.by_keyboard.keys import Keys
from tests.tournaments.web.support.page_tournament import PageTournament

BUTTONS = "main button[name=do], main button[form]"
T = TypeVar("T")


class Step(NamedTuple):
    """A button of the director's page that is pressed, and what then holds.

    `typed` goes into the fields that are sent with the button. Without a `button` it is the only one of its command.
    `reason` is what the log keeps if the page sends one of its own. `plays` has all running hands end first.
    """

    do: str
    holds: Callable[[PageTournament], bool]
    typed: Mapping[str, str] = {}
    button: str = ""
    reason: str = ""
    plays: bool = False


class DirectorKeys:
    """Presses the buttons of tournaments' pages; `apart` is a thread that may touch the database.

    The browser's loop runs in the test's thread, where Django therefore refuses to touch it.
    """

    def __init__(self, keys: Keys, apart: Executor) -> None:
        self.keys, self._apart = keys, apart
        self.pressed: list[str] = []
        self.links: set[str] = set()
        """Where the pages lead that were gone through as a whole."""
        self._seen: set[str] = set()

    def apart(self, work: Callable[[], T]) -> T:
        """What the work returns, done in the other thread."""

        def done() -> T:
            try:
                return work()
            finally:
                connection.close()

        return self._apart.submit(done).result()

    def press(self, tournament: PageTournament, step: Step, *, page: str = "direct/") -> None:
        """Opens the director's page, or another one of the tournament, and does what the step says.

        A page with a button that has not been seen yet is gone through as a whole.
        """
        if step.plays:
            self.apart(lambda: play_out(tournament))
        reason = f"By keys {len(self.pressed)}: {step.do}"
        keys, target = self.keys, step.button or f"button[name=do][value='{step.do}']"
        keys.open(f"/tournaments/{tournament.id}/{page}")
        self._come_to(target, {"why": reason, "reason": reason, **step.typed})
        buttons = set(keys.page.eval_on_selector_all(BUTTONS, "all => all.map((one) => one.outerHTML)"))
        if buttons - self._seen:
            self.links |= keys.look_ahead()
            self._seen |= buttons
        keys.press_enter()
        keys.confirm()
        wrong = keys.page.locator(".message.error, .errorlist, .wrong").all_inner_texts()
        assert not wrong, f"{step.do}: {wrong}"
        self.pressed.append(step.do)
        self.apart(lambda: self._check(tournament, step, step.reason or reason))

    def _come_to(self, target: str, typed: Mapping[str, str]) -> None:
        """Comes to a button by Tab and types on the way into what is sent with it; opens what it is folded into."""
        keys = self.keys
        folded = "main form summary"
        if not keys.page.locator(target).first.is_visible():
            keys.tab_to(folded)
            keys.page.keyboard.press("Enter")
        keys.tab_to(target, lambda at: keys.fill(at, typed) if at["same_form"] else None)

    def _check(self, tournament: PageTournament, step: Step, reason: str) -> None:
        """The act is in the log of staff acts, and the tournament is as the step says once it has been carried out."""
        act = StaffAct.objects.first()
        assert act is not None and (act.subject_id, act.reason) == (str(tournament.id), reason), step.do
        assert step.holds(tournament.catch_up()), step.do


def play_out(tournament: PageTournament) -> None:
    """Lets every table finish one hand in which nobody loses anything."""
    for number in [number for number, table in tournament.state.tables.items() if table.running]:
        tournament.play_hand(tournament.state.tables[number].players[0], table=number)
