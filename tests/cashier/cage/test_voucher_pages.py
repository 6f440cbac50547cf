"""M4, M7: the pages of vouchers: the code that is shown once, gifts of the house, and expired ones."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cashier.cage import vouchers
from cashier.cage.expiry import return_expired
from cashier.models import Voucher, Withdrawal
from cashier.protection import self_exclude
from pokerroom.models import User
from tests.cashier.cage.conftest import CZK, FLOAT, Desk
from tests.cashier.cage.test_pages import fields
from tests.staff import staff

pytestmark = pytest.mark.django_db
READ_BY_ALL = ["Withdrawals", "Receipts", "Corrections", "Vouchers", "Drawers", "Transfers"]


def test_M4_a_voucher_shows_its_code_once_and_the_player_uses_it(cashier: Client, cage_desk: Desk) -> None:
    url = reverse("cage:sell_voucher", args=[cage_desk.cage.pk])
    form = {**fields(cashier, url), "amount": "300", "currency": CZK, "confirmed": "1"}
    issued = cashier.post(url, form)
    assert "no-store" in issued["Cache-Control"]
    assert cage_desk.cash() == FLOAT + 300_00
    (code,) = re.findall(r"(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}", issued.content.decode())
    assert code.replace("-", "") not in str(dict(cashier.session))
    again = reverse("cage:voucher", args=[Voucher.objects.get().pk])
    assert cashier.post(url, form)["Location"] == again
    assert code not in cashier.get(again).content.decode()
    player = Client()
    player.force_login(User.objects.get(pk=cage_desk.player))
    wrong = player.post(reverse("cashier:voucher"), {"code": "nonsense"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["code"])
    assert "No voucher has this code" in wrong.content.decode()
    for _ in range(2):
        assert player.post(reverse("cashier:voucher"), {"code": code.lower()}).status_code == 302
    assert cage_desk.wallet() == 300_00
    assert vouchers.hash_of(code) == Voucher.objects.get().code_hash


def test_M4_a_large_gift_is_approved_on_the_page_of_the_voucher(cage_desk: Desk) -> None:
    giver, second = staff("operator", "Olga"), staff("operator", "Otto")
    give = reverse("cage:give_voucher")
    form = {**fields(giver, give), "amount": "10001", "currency": CZK}
    assert "once somebody else has approved it" in giver.post(give, form).content.decode()
    giver.post(give, form | {"confirmed": "1"})
    page = reverse("cage:voucher", args=[Voucher.objects.get().pk])
    approve = reverse("cage:approve_voucher", args=[Voucher.objects.get().pk])
    assert approve in second.get(page).content.decode()
    assert "To approve" in second.get(page).content.decode()
    assert page in second.get(reverse("cage:vouchers"), {"state": "approve"}).content.decode()
    typed = {"reason": "a prize", "confirmed": "1"}
    assert "You cannot decide about yourself" in giver.post(approve, typed).content.decode()
    assert second.post(approve, typed)["Location"] == page
    shown = second.get(page).content.decode()
    assert ("Otto" in shown, approve in shown) == (True, False)
    assert page not in second.get(reverse("cage:vouchers"), {"state": "approve"}).content.decode()


def test_M7_the_money_of_an_expired_voucher_is_offered_in_cash_only(cashier: Client, cage_desk: Desk) -> None:
    now, player = timezone.now(), Client()
    vouchers.issue_voucher(
        token=uuid4(), currency=CZK, amount=500_00, expires_at=now + timedelta(hours=1), by=cage_desk.cashier, now=now,
        cage_id=cage_desk.cage.pk, buyer=cage_desk.player,
    )  # fmt: skip
    self_exclude(user_id=cage_desk.player, months=6)
    return_expired(now=now + timedelta(hours=2))
    owed = reverse("cage:withdrawal", args=[Withdrawal.objects.get().pk])
    voucher = reverse("cage:voucher", args=[Voucher.objects.get().pk])
    boss = staff("owner", "Boss")
    assert f'href="{owed}"' in boss.get(voucher).content.decode()
    page = boss.get(owed).content.decode()
    refuse = reverse("cage:refuse_withdrawal", args=[Withdrawal.objects.get().pk])
    assert (f'href="{voucher}"' in page, refuse in page) == (True, False)
    assert "only paid out in cash" in boss.post(refuse, {"reason": "no"}).content.decode()
    player.force_login(User.objects.get(pk=cage_desk.player))
    own = player.get(reverse("cashier:withdraw")).content.decode()
    assert ("ready at the desk" in own, "/cancel" in own) == (True, False)
