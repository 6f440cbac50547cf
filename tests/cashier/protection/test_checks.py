"""M7: deposits, stakes and play that a player's own limits and times away refuse; rows that nobody changes."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from backoffice.api import Refused
from backoffice.room_settings import store
from cashier import api, ledger, protection
from cashier.engine import accounts
from cashier.engine.errors import CashierError
from cashier.engine.limits import LimitKind, Period
from cashier.engine.posting import Cause, Leg, transfer
from cashier.models import Entry, Exclusion, PlayerLimit
from cashier.protection import EMAIL_FOR_MONEY, LimitKey
from pokerroom.models import User
from tests.cashier.conftest import TABLE
from tests.cashier.test_concurrency import at_once

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DEPOSITS = LimitKey(LimitKind.DEPOSIT, Period.DAY, "PLAY")
LOSSES = LimitKey(LimitKind.LOSS, Period.DAY, "PLAY")


def limit(user_id: int, key: LimitKey, value: int | None) -> None:
    protection.ask(user_id=user_id, key=key, value=value)


def code_of(check: Callable[[], None]) -> str:
    """The code of a refusal, "" if the check passes."""
    try:
        check()
    except Refused as refusal:
        return refusal.code
    return ""


def stake(user_id: int, amount: int, currency: str = "PLAY") -> str:
    return code_of(lambda: protection.check_stake(user_id, amount, currency))


def deposit(user_id: int, amount: int, currency: str = "PLAY", *, is_own: bool = True) -> str:
    return code_of(lambda: protection.check_deposit(user_id=user_id, amount=amount, currency=currency, is_own=is_own))


def bring(user_id: int, amount: int, key: str, at: datetime | None = None) -> None:
    """Posts a deposit."""
    posting = transfer(key=key, source=accounts.house("PLAY"), target=accounts.wallet(user_id, "PLAY"), amount=amount)
    ledger.post(key=key, cause=Cause("refill"), legs=posting.legs, at=at)


def lose(user_id: int, other: int, amount: int, hand: int = 1, at: datetime | None = None) -> None:
    changes = {user_id: -amount, other: amount}
    api.settle_hand(key=f"hand:{hand}", table_id=TABLE, hand=hand, changes=changes, currency="PLAY", at=at)


def loss_left(user_id: int, now: datetime) -> int:
    """What a day's limit of losses leaves at this time, minor units."""
    (left,) = protection.left_of(user_id, LimitKind.LOSS, "PLAY", now=now)
    return left.left


def noon(days: int) -> datetime:
    """Noon of a day to come."""
    return timezone.localtime(NOW + timedelta(days=days)).replace(hour=12, minute=0, second=0, microsecond=0)


def test_M7_a_player_without_limits_is_refused_nothing(players: tuple[int, int]) -> None:
    alice, _ = players
    assert (stake(alice, 10**12), deposit(alice, 10**12), code_of(lambda: protection.check_may_play(alice))) == (
        "", "", "",
    )  # fmt: skip


def test_M7_chips_on_tables_and_losses_count_against_the_loss_limit(seated: tuple[int, int]) -> None:
    alice, bob = seated
    limit(alice, LOSSES, 500_00)  # 400 are on the table
    assert (stake(alice, 100_00), stake(alice, 100_01)) == ("", "loss_limit")
    lose(alice, bob, 150_00)
    assert (stake(alice, 100_00), stake(alice, 100_01)) == ("", "loss_limit")


def test_M7_winnings_of_the_period_make_room(seated: tuple[int, int]) -> None:
    alice, bob = seated
    limit(alice, LOSSES, 500_00)
    lose(bob, alice, 200_00)
    assert (stake(alice, 100_00), stake(alice, 100_01)) == ("", "loss_limit")
    api.release(key="up", user_id=alice, table_id=TABLE, amount=600_00, currency="PLAY")
    assert (stake(alice, 700_00), stake(alice, 700_01)) == ("", "loss_limit")


def test_M7_entries_prizes_and_reversed_hands_count(seated: tuple[int, int]) -> None:
    alice, bob = seated
    limit(alice, LOSSES, 500_00)
    api.move_pool(key="in", tournament_id=9, cause="entry", pool=60_00, wallets={alice: -60_00}, currency="PLAY")
    assert (stake(alice, 40_00), stake(alice, 40_01)) == ("", "loss_limit")
    api.move_pool(key="won", tournament_id=9, cause="prize", pool=-50_00, wallets={alice: 50_00}, currency="PLAY")
    assert (stake(alice, 90_00), stake(alice, 90_01)) == ("", "loss_limit")
    lose(alice, bob, 400_00)
    api.release(key="bob", user_id=bob, table_id=TABLE, amount=400_00, currency="PLAY")
    api.reverse(key="void", entry_key="hand:1", reason="void", by=None)
    assert (stake(alice, 90_00), stake(alice, 90_01)) == ("", "loss_limit")


def test_M7_losses_of_another_day_and_other_currencies_are_left_out(seated: tuple[int, int]) -> None:
    alice, bob = seated
    limit(alice, LOSSES, 500_00)
    lose(alice, bob, 400_00)
    tomorrow = timezone.now() + timedelta(days=2)
    (left,) = protection.left_of(alice, LimitKind.LOSS, "PLAY", now=tomorrow)
    assert left.left == 500_00
    assert stake(alice, 10**9, "CZK") == ""


def test_M7_hands_count_that_were_played_before_anything_else_was_posted_that_day(seated: tuple[int, int]) -> None:
    alice, bob = seated
    limit(alice, LOSSES, 500_00)
    bring(bob, 100, "week before", at=noon(10))
    lose(alice, bob, 50_00, hand=1, at=noon(15))
    lose(alice, bob, 30_00, hand=2, at=noon(20) - timedelta(hours=11))
    bring(bob, 100, "later that day", at=noon(20))
    assert loss_left(alice, noon(20)) == 500_00 - 320_00 - 30_00


def test_M7_hands_count_that_a_fast_clock_has_dated_after_what_was_posted_later(seated: tuple[int, int]) -> None:
    alice, bob = seated
    limit(alice, LOSSES, 500_00)
    lose(alice, bob, 30_00, at=noon(20) - timedelta(hours=11))
    bring(bob, 100, "by a slow clock", at=noon(19) - timedelta(hours=10))
    assert loss_left(alice, noon(20)) == 500_00 - 370_00 - 30_00


def test_M7_the_result_of_a_session_is_what_came_back_since_it_began(seated: tuple[int, int]) -> None:
    alice, bob = seated
    bring(bob, 100, "week before", at=noon(10))
    seat, wallet = accounts.seat(TABLE, alice, "PLAY"), accounts.wallet(alice, "PLAY")
    back = transfer(key="back", source=seat, target=wallet, amount=400_00)
    ledger.post(key="back", cause=Cause("leave"), legs=back.legs, at=noon(20))
    bring(bob, 100, "later that day", at=noon(20) + timedelta(hours=1))
    sessions = {alice: noon(20) - timedelta(hours=1), bob: noon(20)}
    assert protection.results_since(sessions) == {alice: {"PLAY": 400_00}, bob: {"PLAY": 400_00}}
    assert protection.results_since({}) == {}


def test_M7_the_strictest_period_refuses_and_the_sentence_says_what_is_left(seated: tuple[int, int]) -> None:
    alice, _ = seated
    limit(alice, LOSSES, 450_00)
    limit(alice, LOSSES._replace(period=Period.MONTH), 420_00)
    for amount in (30_00, 60_00):
        with pytest.raises(Refused) as refusal:
            protection.check_stake(alice, amount, "PLAY")
        assert "monthly loss limit is 420" in refusal.value.sentence
        assert ": 20" in refusal.value.sentence


def test_M7_a_deposit_limit_counts_deposits_and_their_reversals(players: tuple[int, int]) -> None:
    alice, _ = players
    limit(alice, DEPOSITS, 300_00)
    assert (deposit(alice, 300_00), deposit(alice, 300_01)) == ("", "deposit_limit")
    bring(alice, 200_00, "r")
    assert (deposit(alice, 100_00), deposit(alice, 100_01)) == ("", "deposit_limit")
    api.reverse(key="back", entry_key="r", reason="typed wrongly", by=None)
    assert deposit(alice, 300_00) == ""


def test_M7_what_is_taken_back_on_another_day_makes_no_room_on_this_one(seated: tuple[int, int]) -> None:
    alice, bob = seated
    limit(alice, DEPOSITS, 300_00)
    limit(alice, LOSSES, 500_00)
    bring(alice, 200_00, "before midnight", at=noon(-1))
    lose(alice, bob, 100_00, at=noon(-1))
    api.release(key="up", user_id=alice, table_id=TABLE, amount=300_00, currency="PLAY")
    for entry in ("before midnight", "hand:1"):
        api.reverse(key=f"back {entry}", entry_key=entry, reason="a mistake of yesterday", by=None)
    api.release(key="up again", user_id=alice, table_id=TABLE, amount=100_00, currency="PLAY")
    assert (deposit(alice, 300_00), deposit(alice, 300_01)) == ("", "deposit_limit")
    assert (stake(alice, 500_00), stake(alice, 500_01)) == ("", "loss_limit")


def test_M7_an_entry_of_yesterday_that_is_paid_back_today_makes_no_room(players: tuple[int, int]) -> None:
    alice, bob = players
    for person in players:
        limit(person, LOSSES, 500_00)

    def moved(person: int, cause: str, amount: int, days: int) -> int:
        """What the limit leaves after this money of a tournament on this day."""
        name, key = accounts.wallet(person, "PLAY"), f"t9:{Entry.objects.count()}"
        legs = (Leg(name, amount), Leg(accounts.pool(9, "PLAY"), -amount))
        ledger.post(key=key, cause=Cause(cause, "9"), legs=legs, at=noon(days))
        return loss_left(person, noon(1))

    assert moved(alice, "entry", -200_00, 0) == 500_00
    assert moved(alice, "entry_back", 200_00, 1) == 500_00
    assert moved(alice, "entry", -200_00, 1) == 300_00
    assert moved(bob, "entry_back", 60_00, 1) == 560_00, "a part of the pool for who entered with a ticket"
    assert moved(alice, "entry_back", 140_00, 1) == 440_00


def test_M7_a_deposit_limit_holds_for_refills_of_play_money_too(players: tuple[int, int]) -> None:
    alice, _ = players
    held = api.balance(user_id=alice, currency="PLAY")
    limit(alice, DEPOSITS, api.refill_terms().amount - 1)
    assert code_of(lambda: api.refill(user_id=alice, now=timezone.now())) == "deposit_limit"
    assert api.balance(user_id=alice, currency="PLAY") == held


def test_M7_staff_are_not_told_why_a_deposit_is_refused(players: tuple[int, int]) -> None:
    alice, bob = players
    limit(alice, DEPOSITS, 0)
    protection.self_exclude(user_id=bob, months=0)
    sentences = set()
    for person in players:
        with pytest.raises(Refused) as refusal:
            protection.check_deposit(user_id=person, amount=1, currency="PLAY")
        sentences.add((refusal.value.code, refusal.value.sentence))
    assert sentences == {("may_not_deposit", "This player may not deposit this amount now.")}


@pytest.mark.parametrize("months", [6, 0])
def test_M7_a_player_who_is_away_plays_and_deposits_nothing_until_the_end(
    players: tuple[int, int], months: int
) -> None:
    alice, bob = players
    protection.self_exclude(user_id=alice, months=months)
    assert code_of(lambda: protection.check_may_play(alice)) == "away"
    assert deposit(alice, 1) == "away"
    assert code_of(lambda: protection.check_may_play(bob)) == ""
    assert (protection.away_among([bob]), protection.away_among([alice, bob])) == (set(), {alice})
    away = protection.time_away(alice)
    assert away is not None
    assert (away.until is None) == (months == 0)
    if away.until:
        assert protection.time_away(alice, now=away.until - timedelta(seconds=1))
        assert protection.time_away(alice, now=away.until) is None


def test_M7_a_shorter_time_away_does_not_shorten_a_longer_one(players: tuple[int, int]) -> None:
    alice, _ = players
    long = protection.cool_off(user_id=alice, days=30)
    assert protection.cool_off(user_id=alice, days=1) == long
    protection.self_exclude(user_id=alice, months=0)
    assert protection.self_exclude(user_id=alice, months=6).until is None


def test_M7_a_raise_is_stored_waits_and_is_confirmed_once(players: tuple[int, int]) -> None:
    alice, _ = players
    protection.ask(user_id=alice, key=LOSSES, value=500_00, now=NOW)
    for _ in range(2):  # the second of two clicks changes nothing
        state = protection.ask(user_id=alice, key=LOSSES, value=900_00, now=NOW)
    assert (state.value, state.pending and state.pending.value) == (500_00, 900_00)
    assert PlayerLimit.objects.count() == 2
    with pytest.raises(CashierError, match="too_early"):
        protection.confirm(user_id=alice, key=LOSSES, now=NOW + timedelta(hours=23, minutes=59))
    later = NOW + timedelta(hours=24)
    assert protection.confirm(user_id=alice, key=LOSSES, now=later).value == 900_00
    with pytest.raises(CashierError, match="nothing_pending"):
        protection.confirm(user_id=alice, key=LOSSES, now=later)


def test_M7_a_request_is_taken_back_by_asking_for_what_holds(players: tuple[int, int]) -> None:
    alice, _ = players
    for value in (500_00, 900_00, 500_00):
        state = protection.ask(user_id=alice, key=LOSSES, value=value, now=NOW)
    assert (state.value, state.pending) == (500_00, None)


@pytest.mark.parametrize("change", ["value", "confirm_early", "confirm_twice", "shorten", "delete"])
def test_M7_the_database_refuses_to_change_a_limit_or_a_time_away(players: tuple[int, int], change: str) -> None:
    alice, _ = players
    protection.ask(user_id=alice, key=LOSSES, value=500_00, now=NOW)
    protection.ask(user_id=alice, key=LOSSES, value=900_00, now=NOW)
    protection.self_exclude(user_id=alice, months=6, now=NOW)
    limits, times = PlayerLimit.objects.filter(value=900_00), Exclusion.objects.all()
    changes: dict[str, Callable[[], object]] = {
        "value": lambda: limits.update(value=1),
        "confirm_early": lambda: limits.update(confirmed_at=NOW + timedelta(hours=23)),
        "confirm_twice": lambda: PlayerLimit.objects.filter(value=500_00).update(confirmed_at=None),
        "shorten": lambda: times.update(until=NOW + timedelta(days=1)),
        "delete": lambda: times._raw_delete(times.db),
    }
    with pytest.raises(DatabaseError), transaction.atomic():
        changes[change]()


@pytest.mark.django_db(transaction=True)
def test_M7_of_two_deposits_at_two_desks_only_one_passes_the_limit(players: tuple[int, int]) -> None:
    alice, _ = players
    limit(alice, DEPOSITS, 300_00)

    def at_a_desk(key: str) -> Callable[[], None]:
        def deposited() -> None:
            with transaction.atomic():
                protection.check_deposit(user_id=alice, amount=200_00, currency="PLAY")
                bring(alice, 200_00, key)

        return deposited

    results = at_once(at_a_desk("one"), at_a_desk("two"))
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "Refused"]


def test_M7_where_the_room_asks_for_it_money_needs_a_confirmed_e_mail_address(players: tuple[int, int]) -> None:
    alice, bob = players
    User.objects.filter(pk=bob).update(email="bob@club.example")
    assert deposit(alice, 100_00, "CZK") == "", "a room without a mail server asks for none"
    store(EMAIL_FOR_MONEY.key, True)
    assert (deposit(alice, 100_00, "CZK"), deposit(alice, 100_00, "CZK", is_own=False)) == ("no_email", "no_email")
    assert deposit(alice, 100_00) == "", "play money is no money"
    assert deposit(bob, 100_00, "CZK") == ""
