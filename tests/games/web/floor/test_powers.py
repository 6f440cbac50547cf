"""F1, F3, F8: each power of the floor in each state of a table and for each role: done and logged once, or refused.

After each the chips are conserved and the books are right.
"""

from collections.abc import Callable, Mapping
from copy import copy
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from backoffice.models import StaffAct
from cashier import api as cashier
from games.engine.hand.actions import Call, Check, Fold, RaiseTo
from games.engine.table import commands as cm
from games.models import Order, Table
from games.models.access import WaitingEntry
from games.models.floor_decisions import FloorDecision
from games.operations import floor
from games.web.floor.acts.about_player import PLAYER_ACTS
from games.web.floor.acts.at_table import TABLE_ACTS
from pokerroom.models import User
from pokerroom.roles import FLOORMAN, OPERATOR, OWNER, PLAYER, STAFF_ROLES
from tests.browser_forms import shown_values
from tests.games.engine.support.builders import stacked_deck
from tests.games.support.seats import assert_audit_clean
from tests.games.support.store import taken_back
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, seat
from tests.games.web.floor.acting import WHY, address
from tests.staff import staff

pytestmark = pytest.mark.django_db

ABOUT_A_PLAYER = ("warn", "penalise", "lift_penalty", "sit_out", "sit_in", "move", "unseat", "bar", "lift_bar")
AT_THE_TABLE = (
    *("pause", "resume", "thaw", "announce", "call", "change", "void", "close", "close_orbit", "close_now", "close_at"),
    *("not_close_at", "spread", "merge", "keep_open"),
)
UNDO = "undo"
POWERS = (*ABOUT_A_PLAYER, *AT_THE_TABLE, UNDO)
MAY = (FLOORMAN, OPERATOR, OWNER)


def _between_hands(host: SteppedHost) -> None:
    """Nothing is dealt yet."""


def _running(host: SteppedHost) -> None:
    host.until("turn")


def _all_in(host: SteppedHost) -> None:
    host.until("turn")
    host.act(RaiseTo(2_000_00))
    for _ in range(2):
        host.act(Call())
    host.until("deal")


def _showdown(host: SteppedHost) -> None:
    """Everybody has checked to the river, and one is asked to show or muck."""
    for row in host.table.seats:
        assert row is None or host.do(cm.SetAutoActions(row.player, auto_muck=False, auto_post=True))
    while host.table.wait.kind != "turn":
        due = host.table.next_tick_at()
        assert due is not None
        host.now = max(host.now, due)
        host.do(cm.Tick(), deck=stacked_deck(["AsAd", "KsKd", "QsQd"], "2c3d7h9sJc"))
    while host.table.wait.kind != "show":
        hand = host.table.hand
        assert hand is not None
        host.act(Check() if hand.legal().can_check else Call())


def _ended(host: SteppedHost) -> None:
    host.fold_out()


def _void(host: SteppedHost) -> None:
    host.until("turn")
    host.do(cm.VoidHand(1, "two aces"))


def _paused(host: SteppedHost) -> None:
    host.until("turn")
    host.do(cm.Pause("lunch"))


def _frozen(host: SteppedHost) -> None:
    host.until("turn")
    Table.objects.filter(pk=host.id).update(frozen=True)


def _closing(host: SteppedHost) -> None:
    host.until("turn")
    host.do(cm.Close("night"))


STATES: Mapping[str, Callable[[SteppedHost], None]] = {
    "no hand": _between_hands,
    "running": _running,
    "all-in": _all_in,
    "showdown": _showdown,
    "ended": _ended,
    "void": _void,
    "paused": _paused,
    "frozen": _frozen,
    "closing": _closing,
}
REFUSED: Mapping[str, set[str]] = {
    "lift_bar": set(STATES),
    "not_close_at": set(STATES),
    "keep_open": STATES.keys() - {"closing"},
    "resume": STATES.keys() - {"paused"},
    "thaw": STATES.keys() - {"frozen"},
    "pause": {"paused"},
    "void": {"no hand", "void"},
    "call": {"frozen", "closing"},
    "close": {"closing"},
    "close_orbit": {"closing"},
    "close_at": {"closing"},
    "spread": {"frozen", "closing"},
    "merge": {"frozen", "closing"},
}
"""The states of a table in which an act would change nothing or is not allowed."""
NEVER = {power for power, states in REFUSED.items() if states == set(STATES)}
"""Powers over what these tables do not have."""


def _tried_by_each_role() -> dict[str, list[str]]:
    """Each power in one state that allows it to the floor, by state: while a hand runs, if that is one."""
    tried: dict[str, list[str]] = {}
    for power in (power for power in POWERS if power not in NEVER):
        state = next(state for state in ("running", *STATES) if state not in REFUSED.get(power, ()))
        tried.setdefault(state, []).append(power)
    return tried


TRIED_BY_EACH_ROLE = _tried_by_each_role()
"""A role's page is opened or refused before the table is looked at, so that one state says it for all."""


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Alice", "Bob", "Carl")]


@pytest.fixture
def host(people: list[User]) -> SteppedHost:
    """A table of three with one who waits and one who is barred from it, and another like it."""
    host = SteppedHost(open_table().pk)
    seat(host, *people)
    WaitingEntry.objects.create(table_id=host.id, player=person("Dora"))
    open_table("Brno")
    floor.bar(by=person("Jana").pk, table_id=host.id, player=person("Emil").pk, until=None, why="rude")
    return host


def page_of(host: SteppedHost, power: str, player: User) -> str:
    """The page of a power; what is taken back is the bar of Emil."""
    if power == UNDO:
        return f"/floor/{host.id}/undo/{FloorDecision.objects.get(kind=floor.Kind.BAR, player__username='emil').pk}/"
    return address(host.id, power, player.pk if power in ABOUT_A_PLAYER else 0)


def typed(host: SteppedHost, power: str) -> dict[str, str]:
    """What somebody types into the form of a power in addition to the reason."""
    at = timezone.localtime(timezone.now() + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")
    other = str(Table.objects.get(name="Brno").pk)
    fields = {
        "penalise": {"length": "1", "unit": "rounds"},
        "merge": {"to": other},
        "move": {"to": other},
        "close_at": {"at": at},
        "call": {"entry": str(WaitingEntry.objects.get(table=host.id).pk)},
        "change": {"big_blind": "40"},
    }
    return fields.get(power, {})


def use(client: Client, host: SteppedHost, power: str, player: User) -> int:
    """Uses a power with everything its form asks for; the status of the answer."""
    page = page_of(host, power, player)
    form = client.get(page)
    shown = shown_values(form, "once") if form.status_code == 200 else {}
    answer = client.post(page, {**shown, "reason": WHY, "confirmed": "1", **typed(host, power)})
    return int(answer.status_code)


def counted() -> tuple[int, int, int]:
    """How many decisions, entries of the log and orders there are."""
    return FloorDecision.objects.count(), StaffAct.objects.count(), Order.objects.count()


def play_out(host: SteppedHost) -> None:
    """Reads the inbox and ends a running hand."""
    host.read_inbox()
    while host.table.running:
        hand = host.table.hand
        assert hand is not None
        if hand.to_act >= 0:
            host.act(Fold())
        else:
            due = host.table.next_tick_at()
            assert due is not None
            host.now = max(host.now, due)
            host.do(cm.Tick())
    host.read_inbox()


def test_F1_every_act_of_the_floor_is_a_power() -> None:
    assert {*TABLE_ACTS, *PLAYER_ACTS, UNDO} == {*POWERS}


@pytest.mark.parametrize("state", STATES)
def test_F1_F3_each_power_in_this_state_is_used_and_logged_or_refused_and_the_books_are_right(
    host: SteppedHost, people: list[User], state: str
) -> None:
    STATES[state](host)
    floorman, running, before = staff(FLOORMAN), host.table.running, counted()
    for power in POWERS:
        cache.clear()
        if state in REFUSED.get(power, ()):
            assert (power, use(floorman, host, power, people[0])) == (power, 422)
            assert (power, counted()) == (power, before)
            continue
        with taken_back():
            # The table that plays on is a copy: what it commits is taken back.
            played = copy(host)
            assert (power, use(floorman, played, power, people[0])) == (power, 302)
            # Closing at once voids a running hand by a decision of its own.
            decided = 1 + (power == "close_now" and running)
            assert (power, *counted()[:2]) == (power, before[0] + decided, before[1] + decided)
            play_out(played)
            refused = Order.objects.exclude(refused="").exclude(kind=Order.Kind.TAKE_SEAT)
            assert (power, [order.refused for order in refused]) == (power, [])
            assert not Order.objects.unanswered().filter(table=host.id).exists(), power
            assert_audit_clean()


@pytest.mark.parametrize("state", TRIED_BY_EACH_ROLE)
def test_F8_each_power_that_the_floor_has_in_this_state_is_for_the_floor_and_operators_only(
    host: SteppedHost, people: list[User], state: str
) -> None:
    STATES[state](host)
    player, visitor = Client(), Client()
    player.force_login(people[0])
    clients = {**{role: staff(role) for role in STAFF_ROLES}, PLAYER: player, "visitor": visitor}
    wrong = []
    for power in TRIED_BY_EACH_ROLE[state]:
        for role, client in clients.items():
            cache.clear()
            before = counted()
            with taken_back():
                status = use(client, host, power, people[1])
                decided = FloorDecision.objects.count() - before[0]
                logged = StaffAct.objects.count() - before[1]
                changed = counted() != before
            if role not in MAY:
                right = status == (302 if role == "visitor" else 403) and not changed
            else:
                right = status == 302 and decided == logged >= 1
            if not right:
                wrong.append((role, power, status, decided, logged))
    assert wrong == []


@pytest.mark.parametrize("state", STATES)
def test_F1_F8_a_floorman_who_plays_there_has_no_power_in_this_state(
    host: SteppedHost, people: list[User], state: str
) -> None:
    client = staff(FLOORMAN, "Jan")
    me = User.objects.get(username="jan")
    cashier.open_wallet(user_id=me.pk, name="Jan", grant=GRANT, currency="PLAY")
    seat(host, me)
    STATES[state](host)
    before, wrong = counted(), []
    for power in POWERS:
        cache.clear()
        status = use(client, host, power, people[1])
        if status != 422 or counted() != before:
            wrong.append((power, status))
    assert wrong == []
