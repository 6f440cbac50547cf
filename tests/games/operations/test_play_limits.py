"""M7: at tables, players are kept to their own limits: seats given up after the hand, chips back in the wallet."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from cashier import protection
from cashier.engine.limits import LimitKind, Period
from cashier.protection import LimitKey
from games import api
from games.engine.table import commands as cm
from games.messaging import messages
from games.models import Order, Table
from games.models.play_time import Sitting
from games.operations.play_limits import keep_play_limits
from games.seating import play_time, reality_checks, waiting_calls, waiting_list
from games.seating.taken_seats import tables_of
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, assert_refused, move_as_host, notice_codes, wallet
from tests.games.support.tables import GRANT, START_MS, SteppedHost, host_with, open_table, person, seat

pytestmark = pytest.mark.django_db

START = datetime.fromtimestamp(START_MS / 1000, UTC)
DAILY = LimitKey(LimitKind.TIME, Period.DAY)


def stop_playing(user: User) -> None:
    """Excludes the player, as their page does."""
    api.give_up_seats(player=user.pk, notice="went_away")
    protection.self_exclude(user_id=user.pk, months=6)


def after(minutes: int) -> datetime:
    return START + timedelta(minutes=minutes)


def limit_time(user: User, minutes: int) -> None:
    protection.ask(user_id=user.pk, key=DAILY, value=minutes)


def test_M7_a_player_who_excludes_themselves_finishes_the_hand_and_gets_all_chips_back() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = host_with(alice, bob)
    host.until("turn")
    stop_playing(alice)
    host.read_inbox()
    assert host.table.player_seat(alice.pk) is not None
    host.play_hand()
    assert host.table.player_seat(alice.pk) is None
    assert notice_codes(alice) == ["went_away"]
    assert notice_codes(bob) == []
    assert wallet(alice) + wallet(bob) + sum(host.table.chips().values()) == 2 * GRANT
    assert_audit_clean()


def test_M7_a_player_who_finishes_the_last_hand_before_a_time_away_brings_no_more_chips_to_it() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = host_with(alice, bob)
    host.until("turn")
    stop_playing(alice)
    before = wallet(alice)
    detail = assert_refused("play_limit", api.top_up, user=alice, table_id=host.id, amount=10_00)
    assert "not to play until" in str(detail["sentence"])
    most = 3_000_00
    assert not api.refill(player=alice.pk, table_id=host.id, to=most, hand=1)
    assert api.refill(player=bob.pk, table_id=host.id, to=most, hand=1)
    assert wallet(alice) == before
    assert Order.objects.filter(kind=Order.Kind.ADD_CHIPS).get().player_id == bob.pk


def test_M7_a_player_who_is_away_sits_nowhere_waits_nowhere_and_cannot_be_moved() -> None:
    alice, prague, brno = person("Alice"), SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    seat(prague, alice, person("Bob"))
    prague.fold_out()
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    stop_playing(alice)
    assert_refused("no_seat_there", lambda: move_as_host(prague, alice))
    prague.read_inbox()
    assert (tables_of(alice.pk), wallet(alice)) == (set(), GRANT - 2_000_00 + chips_after_a_fold(prague))
    detail = assert_refused("play_limit", api.take_seat, user=alice, table_id=brno.id, seat=-1, amount=2_000_00)
    assert "not to play until" in str(detail["sentence"])
    kind = waiting_calls.kind_of(Table.objects.get(pk=brno.id))
    assert_refused("play_limit", waiting_list.join_kind, user_id=alice.pk, kind=kind)
    assert_audit_clean()


def chips_after_a_fold(host: SteppedHost) -> int:
    return 4_000_00 - sum(host.table.chips().values())


def test_M7_a_seat_ordered_just_before_is_given_up_too_and_a_second_order_is_not_sent() -> None:
    alice, host = person("Alice"), SteppedHost(open_table().pk)
    api.take_seat(user=alice, table_id=host.id, seat=-1, amount=2_000_00)
    stop_playing(alice)
    api.give_up_seats(player=alice.pk, notice="went_away")
    assert Order.objects.filter(kind=Order.Kind.STAND_UP).count() == 1
    host.read_inbox()
    assert (host.table.player_seat(alice.pk), wallet(alice)) == (None, GRANT)


def test_M7_time_at_tables_is_counted_once_and_ends_the_stay_after_the_hand() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = host_with(alice, bob)
    other = SteppedHost(open_table("Brno").pk)
    seat(other, alice)
    limit_time(alice, 60)
    host.until("turn")
    keep_play_limits([host.id, other.id], now=after(59))
    assert not Order.objects.filter(kind=Order.Kind.STAND_UP).exists()
    keep_play_limits([host.id, other.id], now=after(60))
    for one in (host, other):
        one.now = START_MS + 60 * 60_000
        one.read_inbox()
    assert other.table.player_seat(alice.pk) is None
    assert host.table.player_seat(alice.pk) is not None
    host.play_hand()
    assert host.table.player_seat(alice.pk) is None
    assert notice_codes(alice) == ["time_up", "time_up"]
    assert play_time.time_left({alice.pk}, now=after(60))[alice.pk][0].left == 0
    assert play_time.time_left({alice.pk}, now=after(60 + 24 * 60))[alice.pk][0].left == 60
    assert_audit_clean()


def test_M7_a_used_up_time_limit_refuses_a_new_seat() -> None:
    alice, host = person("Alice"), SteppedHost(open_table().pk)
    limit_time(alice, 0)
    detail = assert_refused("play_limit", api.take_seat, user=alice, table_id=host.id, seat=-1, amount=2_000_00)
    assert "daily time limit" in str(detail["sentence"])


@pytest.mark.parametrize(
    ("minute", "told"), [(44, False), (45, True), (46, False), (55, True), (30, True), (31, False)]
)
def test_M7_pages_are_told_15_and_5_minutes_before_and_when_a_reality_check_is_due(
    minute: int, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = person("Alice")
    host = host_with(alice, person("Bob"))
    limit_time(alice, 60)
    reality_checks.choose(alice.pk, 30)
    notified: list[int] = []
    monkeypatch.setattr(messages, "notify_seats_changed", notified.append)
    keep_play_limits([host.id], now=after(minute))
    assert notified == [alice.pk] * told


def test_M7_a_reality_check_counts_from_sitting_down_or_from_the_last_one() -> None:
    alice = person("Alice")
    host_with(alice)
    reality_checks.choose(alice.pk, 30)
    assert [reality_checks.due({alice.pk: START}, now=after(minute)) for minute in (29, 30)] == [set(), {alice.pk}]
    reality_checks.mark_seen(alice.pk, now=after(40))
    assert [reality_checks.due({alice.pk: START}, now=after(minute)) for minute in (69, 70)] == [set(), {alice.pk}]
    reality_checks.choose(alice.pk, 0)
    assert not reality_checks.due({alice.pk: START}, now=after(500))
    reality_checks.choose(alice.pk, None)
    assert reality_checks.minutes_of(alice.pk) == 60


def test_M7_a_session_goes_on_over_a_short_break() -> None:
    alice, table = person("Alice"), open_table()
    for began, ended in ((0, 30), (40, 60), (90, 100)):
        Sitting.objects.create(player=alice, table=table, began_at=after(began), ended_at=after(ended))
    assert play_time.session_starts([alice.pk], now=after(110)) == {}
    Sitting.objects.create(player=alice, table=table, began_at=after(110))
    assert play_time.session_starts([alice.pk], now=after(120)) == {alice.pk: after(90)}
    assert play_time.minutes_played(alice.pk, since=after(50), now=after(120)) == 10 + 10 + 10


def test_M7_a_sitting_begins_and_ends_with_the_seat_and_bots_have_none() -> None:
    alice = person("Alice")
    host = host_with(alice, person("Robot", bot=True))
    host.now += 60_000
    host.do(cm.Leave(alice.pk))
    host.until("next_hand", "players")
    (sitting,) = Sitting.objects.all()
    assert (sitting.player_id, sitting.began_at, sitting.ended_at) == (alice.pk, START, after(1))


def test_M7_stopping_after_the_hand_may_be_taken_back() -> None:
    alice = person("Alice")
    host = host_with(alice, person("Bob"))
    host.until("turn")
    assert api.stop_after_hand(player=alice.pk) == [host.id]
    host.read_inbox()
    host.do(cm.SetStopPlan(alice.pk, ""))
    host.play_hand()
    assert host.table.player_seat(alice.pk) is not None


def test_M7_the_result_of_a_session_is_what_came_to_the_wallet_and_the_chips() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = host_with(alice, bob)
    since = datetime(2020, 1, 1, tzinfo=UTC)
    assert protection.results_since({alice.pk: since, bob.pk: since}) == {alice.pk: {"PLAY": 0}, bob.pk: {"PLAY": 0}}
    host.fold_out()
    won = host.table.chips()[alice.pk] - 2_000_00
    assert won
    assert protection.results_since({alice.pk: since})[alice.pk] == {"PLAY": won}
    host.do(cm.Leave(alice.pk))
    assert protection.results_since({alice.pk: since})[alice.pk] == {"PLAY": won}
    later = timezone.now() + timedelta(minutes=1)
    results = protection.results_since({alice.pk: since, bob.pk: later})
    bobs = host.table.chips()[bob.pk]
    assert results == {alice.pk: {"PLAY": won}, bob.pk: {"PLAY": bobs}}, "of each since a moment of its own"
