"""Chips for money: what each move does to wallets, seats, house and rake, and what is locked for it."""

from datetime import UTC, datetime

import pytest

from cashier.api import PLAY
from cashier.engine import accounts
from cashier.models import Account, Entry
from games.engine.errors import IllegalAction
from games.money import escrow
from pokerroom.models import User
from tests.games.support.seats import wallet
from tests.games.support.tables import GRANT, open_table, person

pytestmark = pytest.mark.django_db


def hold(user: User, table: int, amount: int) -> None:
    escrow.hold(
        key=f"{table}:{user.pk}",
        user_id=user.pk,
        table_id=table,
        amount=amount,
        currency=PLAY,
        cause="buy_in",
        label="",
    )


def release(user: User, table: int, amount: int) -> None:
    escrow.release(
        key=f"leave:{table}:{user.pk}", user_id=user.pk, table_id=table, amount=amount, currency=PLAY, cause="leave",
        label="",
    )  # fmt: skip


def test_M3_chips_go_from_the_wallet_over_seats_back_to_the_wallet() -> None:
    petr, prague, brno = person("Petr"), open_table().pk, open_table("Brno").pk
    hold(petr, prague, 500_00)
    assert (escrow.held_at(prague), wallet(petr)) == ({petr.pk: 500_00}, GRANT - 500_00)
    assert escrow.wallet_balance(petr.pk, PLAY) == GRANT - 500_00
    escrow.carry(key="move", user_id=petr.pk, table_id=prague, to=brno, amount=500_00, currency=PLAY, label="Brno")
    assert (escrow.held_at(prague).get(petr.pk, 0), escrow.held_at(brno)) == (0, {petr.pk: 500_00})
    release(petr, brno, 0)
    assert escrow.held_at(brno) == {petr.pk: 500_00}
    release(petr, brno, 500_00)
    assert (escrow.held_at(brno).get(petr.pk, 0), wallet(petr)) == (0, GRANT)


def test_M2_a_wallet_with_too_little_is_told_how_much_is_missing() -> None:
    petr, prague = person("Petr"), open_table().pk
    with pytest.raises(IllegalAction) as refused:
        hold(petr, prague, GRANT + 1)
    assert (refused.value.code, refused.value.detail) == ("not_enough_money", {"missing": 1})


def test_M1_F5_a_settled_hand_and_a_rabbit_fee_are_taken_back_by_their_opposites() -> None:
    petr, jan, prague = person("Petr"), person("Jan"), open_table().pk
    for player in (petr, jan):
        hold(player, prague, 100_00)
    changes = {petr.pk: 28_00, jan.pk: -30_00}
    ended = datetime(2026, 3, 1, 12, tzinfo=UTC)
    escrow.settle_hand(table_id=prague, hand=7, changes=changes, rake=2_00, currency=PLAY, label="Prague", at=ended)
    assert Entry.objects.get(cause_kind="hand").at == ended
    assert escrow.held_at(prague) == {petr.pk: 128_00, jan.pk: 70_00}
    charge = {"user_id": petr.pk, "table_id": prague, "currency": PLAY, "label": "Prague"}
    escrow.charge_rabbit_fee(key="rabbit:none", amount=0, **charge)
    escrow.charge_rabbit_fee(key=f"rabbit:{prague}:9", amount=5_00, **charge)
    assert escrow.held_at(prague)[petr.pk] == 123_00
    escrow.reverse_rabbit_fee(table_id=prague, decision=9, why="void")
    assert escrow.held_at(prague)[petr.pk] == 128_00
    escrow.reverse_hand(table_id=prague, hand=7, why="void")
    assert escrow.held_at(prague) == {petr.pk: 100_00, jan.pk: 100_00}


@pytest.mark.parametrize("house", [True, False])
def test_M2_every_account_that_the_money_may_touch_is_locked(monkeypatch: pytest.MonkeyPatch, house: bool) -> None:
    locked: list[accounts.AccountName] = []
    monkeypatch.setattr("games.money.escrow.cashier.lock_accounts", locked.extend)
    escrow.lock_accounts(table_id=1, seats=iter([5, 6]), wallets=[7], currency=PLAY, to=[2], house=house)
    assert locked == [
        *(accounts.seat(table, player, PLAY) for table in (1, 2) for player in (5, 6)),
        accounts.rake(1, PLAY),
        accounts.rake(2, PLAY),
        accounts.wallet(7, PLAY),
        *([accounts.house(PLAY)] if house else []),
    ]


@pytest.mark.parametrize(("held", "filled"), [(0, 1_000_00), (99_99, 1_000_00), (100_00, 100_00), (100_01, 100_01)])
def test_a_bots_wallet_is_filled_tenfold_when_it_holds_too_little(held: int, filled: int) -> None:
    bot = person("Emil", bot=True, grant=held)
    escrow.stake_bot(user_id=bot.pk, name="Emil", currency=PLAY, below=100_00, key="1")
    assert wallet(bot) == filled


def test_a_bot_without_a_wallet_gets_one() -> None:
    bot = User.objects.create_user(username="robot", is_bot=True)
    escrow.stake_bot(user_id=bot.pk, name="Robot", currency=PLAY, below=100_00, key="1")
    assert wallet(bot) == 1_000_00
    assert Account.objects.get(code=accounts.wallet(bot.pk, PLAY).code).name == "Robot"
