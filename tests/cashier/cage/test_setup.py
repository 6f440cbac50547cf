"""M4: who adds cages, names them and sets the limits of payouts."""

import pytest
from django.urls import reverse

from backoffice.models import StaffAct
from cashier.cage.limits import limit
from cashier.models import Cage
from tests.cashier.cage.conftest import LIMIT, Desk
from tests.staff import staff

pytestmark = pytest.mark.django_db


def test_M4_an_operator_who_gives_vouchers_up_to_the_limit_cannot_raise_it(cage_desk: Desk) -> None:
    operator = staff("operator", "Operator")
    raised = {"CZK": "1000000", "EUR": "80", "reason": "more", "confirmed": "1"}
    assert operator.post(reverse("cage:limits"), raised).status_code == 403
    assert limit("CZK") == LIMIT
    page = operator.get(reverse("cage:setup")).content.decode()
    assert "Only the owner of the room changes them." in page and reverse("cage:limits") not in page


def test_M4_the_owner_adds_a_cage_and_sets_the_limits(cage_desk: Desk) -> None:
    boss = staff("owner", "Boss")
    taken = boss.post(reverse("cage:add"), {"name": "main DESK", "reason": "one more"})
    assert "Another cage has this name" in taken.content.decode()
    boss.post(reverse("cage:add"), {"name": "Garden", "reason": "summer", "confirmed": "1"})
    boss.post(reverse("cage:limits"), {"CZK": "2000", "EUR": "80", "reason": "small club", "confirmed": "1"})
    assert list(StaffAct.objects.order_by("number").values_list("act", flat=True))[-2:] == [
        "cage.added", "cage.limit_changed",
    ]  # fmt: skip
    change = reverse("cage:change", args=[cage_desk.cage.pk])
    answer = boss.post(change, {"name": "Main desk", "is_retired": "on", "reason": "moved", "confirmed": "1"})
    assert "Close the drawer of this cage first" in answer.content.decode()


def test_M4_a_cage_has_a_name_that_can_be_read() -> None:
    owner = staff("owner")
    form = {"reason": "opens", "confirmed": "1"}
    assert owner.post("/office/cage/setup/add/", form | {"name": "\u200b\ufeff"}).status_code == 422
    assert owner.post("/office/cage/setup/add/", form | {"name": "Ha\u200bll"}).status_code == 302
    assert owner.post("/office/cage/setup/add/", form | {"name": "\u202ehall"}).status_code == 422
    assert [cage.name for cage in Cage.objects.all()] == ["Hall"]
