"""F3: auditor and owner read, search and verify the log of acts; nobody else sees it."""

import csv

import pytest
from django.test import Client
from django.utils import timezone

from backoffice import api
from backoffice.models import StaffAct
from pokerroom.models import User
from tests.ledger_triggers import without_triggers
from tests.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(alice: User, bob: User) -> list[StaffAct]:
    """Three acts."""
    person = api.Subject("person", bob.pk)
    return [
        api.record(by=alice.pk, act="backoffice.settings_changed", changes=[api.Change("own_acts", "no", "yes")]),
        api.record(by=alice.pk, act="people.roles", subject=person, about=bob.pk, reason="he <asked>", own=True),
        api.record(by=None, act="table.closed", subject=api.Subject("table", 7), reason="empty"),
    ]


def page(client: Client, path: str = "") -> str:
    answer = client.get(f"/office/log/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def numbers(client: Client, query: str) -> list[int]:
    """The numbers of the acts that a filtered log lists."""
    rows = csv.reader(client.get(f"/office/log/acts.csv{query}").getvalue().decode("utf-8-sig").splitlines())
    return [int(row[0]) for row in list(rows)[1:]]


@pytest.mark.parametrize("role", ["cashier", "floorman", "operator"])
def test_F8_only_auditor_and_owner_read_the_log(role: str, log: list[StaffAct]) -> None:
    client = staff(role)
    for path in ("", "acts.csv", "1/", "verify/"):
        assert client.get(f"/office/log/{path}").status_code == 403


@pytest.mark.parametrize("role", ["auditor", "owner"])
def test_F3_the_log_is_filtered_and_searched(role: str, log: list[StaffAct], alice: User, bob: User) -> None:
    client = staff(role)
    assert numbers(client, "") == [3, 2, 1]
    assert numbers(client, f"?by={alice.pk}") == [2, 1]
    assert numbers(client, "?by=room") == [3]
    assert numbers(client, "?kind=person") == [2]
    assert numbers(client, "?act=backoffice.settings_changed") == [1]
    assert numbers(client, f"?about={bob.pk}") == [2]
    assert numbers(client, "?subject=table:7") == [3]
    assert numbers(client, "?q=bob") == [2]
    assert numbers(client, "?q=alice+asked") == [2]
    assert numbers(client, "?q=settings") == [1]
    assert numbers(client, "?q=%00%27&subject=%00:1") == []
    assert client.get("/office/search/?q=%00").status_code == 200
    today = timezone.localdate().isoformat()
    assert numbers(client, f"?from={today}&to={today}") == [3, 2, 1]
    assert numbers(client, "?to=2001-01-01") == []
    assert 'href="/office/log/2/"' in page(client)
    assert "(about themselves)" in page(client)
    assert "/office/log/2/" in client.get("/office/search/?q=asked").content.decode()


def test_F3_an_act_shows_old_and_new_values(log: list[StaffAct]) -> None:
    client = staff("auditor")
    assert "Staff may decide about themselves" in page(client, "1/")
    second = page(client, "2/")
    assert "he &lt;asked&gt;" in second
    assert "as the owner allows it" in second
    assert log[0].hash in second
    assert client.get("/office/log/99/").status_code == 404


def test_F3_the_button_verifies_the_log_and_is_logged(log: list[StaffAct]) -> None:
    client = staff("auditor")
    assert "The log is right: 3 acts were read" in client.post("/office/log/verify/").content.decode()
    assert api.log_end()[0] == 4
    assert client.post("/office/log/verify/").status_code == 429
    assert api.log_end()[0] == 4


def test_F3_the_button_names_what_was_tampered_with(log: list[StaffAct]) -> None:
    with without_triggers():
        StaffAct.objects.filter(number=2).update(reason="never mind")
        StaffAct.objects.filter(number=1).delete()
    answer = staff("owner").post("/office/log/verify/").content.decode()
    assert "Act 2 is not what was written." in answer
    assert "Acts before number 2 are missing" in answer
    assert StaffAct.objects.get(number=4).changes == [["faults", "", "3"]]


@pytest.mark.parametrize("act", ["table.change", "own_tables.changed", "people.changed", "tournament.change_setup"])
def test_F3_an_old_act_stays_readable_when_its_values_are_no_longer_known(act: str, alice: User) -> None:
    values = [
        api.Change("stakes", "of the old kind", "1:2:3"),
        api.Change("gone", "", "x"),
        api.Change("rake", "?", ""),
    ]
    api.record(by=alice.pk, act=act, changes=values, subject=api.Subject("table", "no number"))
    client = staff("auditor")
    assert "of the old kind" in page(client, "1/")
    assert numbers(client, "") == [1]
