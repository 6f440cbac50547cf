"""Refills of play money, no more often than the settings allow."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from cashier import api
from cashier.refill import USUAL_TERMS
from pokerroom.models import User

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _terms(settings: Settings) -> None:
    settings.CASHIER_REFILL_BELOW = 50_00
    settings.CASHIER_REFILL_AMOUNT = 20_00
    settings.CASHIER_REFILL_SECONDS = 600


def test_a_player_without_money_is_refilled(alice: User) -> None:
    assert api.may_refill(user_id=alice.pk, now=NOW)
    api.refill(user_id=alice.pk, now=NOW)
    assert api.balance(user_id=alice.pk, currency="PLAY") == 20_00


def test_the_usual_terms_hold_unless_the_operator_sets_others(settings: Settings) -> None:
    assert api.refill_terms() == api.RefillTerms(below=50_00, amount=20_00, every=timedelta(minutes=10))
    for name in ("BELOW", "AMOUNT", "SECONDS"):
        delattr(settings, f"CASHIER_REFILL_{name}")
    assert api.refill_terms() == USUAL_TERMS


@pytest.mark.parametrize(("held", "granted"), [(49_99, True), (50_00, False)])
def test_a_wallet_is_refilled_below_the_bound_and_not_at_it(alice: User, held: int, granted: bool) -> None:
    api.open_wallet(user_id=alice.pk, grant=held, currency="PLAY")
    assert api.may_refill(user_id=alice.pk, now=NOW) is granted
    if granted:
        entry = api.refill(user_id=alice.pk, now=NOW)
        assert (entry.key, entry.cause_kind, entry.at, entry.by) == (f"refill:{alice.pk}:0", "refill", NOW, alice)
    else:
        with pytest.raises(api.LedgerError, match="enough_left"):
            api.refill(user_id=alice.pk, now=NOW)


def test_a_player_waits_from_the_last_refill_whatever_else_came_to_the_wallet(alice: User) -> None:
    first = api.refill(user_id=alice.pk, now=NOW)
    api.grant(user_id=alice.pk, amount=1, reason="quiz", by=None, key="quiz", currency="PLAY")
    later = NOW + timedelta(minutes=10)
    second = api.refill(user_id=alice.pk, now=later)
    assert second.key == f"refill:{alice.pk}:{first.pk}"
    assert not api.may_refill(user_id=alice.pk, now=later + timedelta(seconds=599))
    assert api.may_refill(user_id=alice.pk, now=later + timedelta(seconds=600))


def test_a_player_with_enough_is_refused(players: tuple[int, int]) -> None:
    alice, _ = players
    assert not api.may_refill(user_id=alice, now=NOW)
    with pytest.raises(api.LedgerError, match="enough_left"):
        api.refill(user_id=alice, now=NOW)


def test_a_second_refill_is_granted_after_ten_minutes(alice: User) -> None:
    api.refill(user_id=alice.pk, now=NOW)
    early, late = NOW + timedelta(seconds=599), NOW + timedelta(seconds=600)
    assert not api.may_refill(user_id=alice.pk, now=early)
    with pytest.raises(api.LedgerError, match="too_soon"):
        api.refill(user_id=alice.pk, now=early)
    api.refill(user_id=alice.pk, now=late)
    assert api.balance(user_id=alice.pk, currency="PLAY") == 40_00


def test_one_players_refill_does_not_make_another_wait(alice: User, bob: User) -> None:
    api.refill(user_id=alice.pk, now=NOW)
    api.refill(user_id=bob.pk, now=NOW)
    assert api.balance(user_id=bob.pk, currency="PLAY") == 20_00
