"""M1: the ledger is read-only in the admin, even for a superuser."""

import pytest
from django.test import Client
from django.urls import reverse

from cashier.models import Account, Entry
from pokerroom.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser(username="owner", password="long enough to be one"))
    return client


@pytest.mark.parametrize("model", ["account", "entry"])
def test_M1_admin_pages_of_the_ledger_are_read_only(owner: Client, seated: tuple[int, int], model: str) -> None:
    row: Account | Entry
    if model == "account":
        row = Account.objects.get(code=f"seat:3:{seated[0]}")
    else:
        row = Entry.objects.get(key=f"sit:{seated[0]}")
    assert owner.get(reverse(f"admin:cashier_{model}_changelist")).status_code == 200
    page = owner.get(reverse(f"admin:cashier_{model}_change", args=[row.pk]))
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    assert owner.get(reverse(f"admin:cashier_{model}_add")).status_code == 403
    for action in ("change", "delete"):
        url = reverse(f"admin:cashier_{model}_{action}", args=[row.pk])
        assert owner.post(url, {"post": "yes"}).status_code == 403
    row.refresh_from_db()
