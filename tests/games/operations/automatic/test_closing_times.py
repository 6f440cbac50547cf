"""Tables that close by themselves: after the hand, with cash-out, once; their players are told before."""

from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import Settings

from backoffice.models import StaffAct
from cashier import api as cashier
from games.engine.table import commands as cm
from games.engine.views.hand_log import log_lines
from games.messaging.notices import take_unread_notices
from games.models import Order, Seat, Table
from games.models.floor_decisions import FloorDecision
from games.operations.automatic.closing_times import announce_closing, close_due
from games.operations.floor import close
from games.text.amounts import AmountFormat
from games.text.log_lines import log_line_text
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, seat
from tests.staff import staff

pytestmark = pytest.mark.django_db

CLOSES = datetime(2026, 11, 28, 2, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def table_until(closes_at: datetime | None = CLOSES) -> SteppedHost:
    """A table that closes then, with Alice and Bob in a running hand."""
    host = SteppedHost(open_table(closes_at=closes_at).pk)
    seat(host, person("Alice"), person("Bob"))
    host.until("turn")
    return host


def test_a_table_closes_at_its_moment_after_the_hand_and_pays_everybody_out() -> None:
    host = table_until()
    assert close_due([host.id], CLOSES - MINUTE / 60) == []
    assert Table.objects.get().is_open
    assert close_due([host.id], CLOSES) == [host.id]
    host.read_inbox()
    assert host.table.running, "the hand goes on"
    assert not Table.objects.get().is_open
    players = list(Seat.objects.values_list("player", flat=True))
    host.fold_out()
    while Table.objects.get().closed_at is None:
        due = host.table.next_tick_at()
        assert due is not None
        host.now = due
        host.do(cm.Tick())
    assert not Seat.objects.exists()
    assert sum(cashier.balance(user_id=player, currency="PLAY") for player in players) == 2 * GRANT


def test_it_closes_once_and_nobody_is_blamed() -> None:
    host = table_until()
    assert [close_due([host.id], CLOSES), close_due([host.id], CLOSES + MINUTE)] == [[host.id], []]
    decision = FloorDecision.objects.get()
    assert (decision.kind, decision.by, decision.reason) == ("close", None, "closing_time")
    act = StaffAct.objects.get()
    assert (act.act, act.by, act.subject_id) == ("table.closing_time", None, str(host.id))
    page = staff("floorman").get(f"/floor/{host.id}/").content.decode()
    assert "Its closing time had come." in page
    assert "The room" in page


def test_a_table_without_a_moment_or_closed_by_hand_is_left_alone() -> None:
    never, closed = open_table("Never"), open_table("Closed", closes_at=CLOSES)
    close(by=staff_id(), table_id=closed.pk, why="an early night")
    assert close_due([never.pk, closed.pk], CLOSES) == []
    assert Order.objects.filter(kind=Order.Kind.CLOSE).count() == 1


def staff_id() -> int:
    """The id of a floorman."""
    return int(staff("floorman").session["_auth_user_id"])


def test_a_room_that_was_down_at_closing_time_closes_at_once() -> None:
    host = table_until()
    assert close_due([host.id], CLOSES + timedelta(days=3)) == [host.id]


def test_somebody_who_plays_there_is_told_ten_minutes_before_once_for_each_moment() -> None:
    host = table_until()
    empty = open_table("Empty", closes_at=CLOSES)
    both = [host.id, empty.pk]
    assert announce_closing(both, CLOSES - 11 * MINUTE) == []
    assert announce_closing(both, CLOSES - 10 * MINUTE) == [host.id]
    assert announce_closing(both, CLOSES - 9 * MINUTE) == []
    host.read_inbox()
    player = Seat.objects.earliest("seat").player_id
    (notice,) = take_unread_notices(player)
    assert (notice.code, notice.detail["table"]) == ("closes_soon", "Prague")
    Table.objects.update(closes_at=CLOSES + 60 * MINUTE)
    assert announce_closing(both, CLOSES + 55 * MINUTE) == [host.id], "a later moment is told again"
    assert announce_closing(both, CLOSES + 61 * MINUTE) == [], "afterwards it is too late to tell"


def test_the_log_of_the_table_says_when_it_closes_and_that_it_is_time(settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Prague"
    host = table_until()
    announce_closing([host.id], CLOSES - MINUTE)
    close_due([host.id], CLOSES)
    host.read_inbox()
    lines = log_lines(host.table.public_events, {0: "Alice", 1: "Bob"}, host.table.rules)
    text = " ".join(log_line_text(line, AmountFormat()) for line in lines)
    assert "This table closes at 03:00:" in text, "in the time zone of the room"
    assert "It is closing time at this table." in text
