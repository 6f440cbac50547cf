"""The floor's page of a table: who may see it, what it shows, voiding a hand and pausing (F1, F3, F5, F8)."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from games.models import Order
from games.models.floor_decisions import FloorDecision
from games.web.lobby.notices import take_notices
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, FLOORMAN, OPERATOR
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def staff(role: str) -> Client:
    """A test client signed in as staff with this role."""
    user = person(role.title())
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=role))
    return signed_in(user)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def people() -> list[User]:
    return [person("Alice"), person("Bob")]


@pytest.fixture
def host(people: list[User]) -> SteppedHost:
    """A table where a hand is being played."""
    host = SteppedHost(open_table().pk)
    seat(host, *people)
    host.until("turn")
    return host


def press(client: Client, host: SteppedHost, **typed: object) -> str:
    """Sends the form; returns the next page, before the table has applied the decision."""
    typed = {"do": f"void:{host.table.hand_number}", "why": "two aces", **typed}
    answer = client.post(f"/floor/{host.id}/", typed, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def page(client: Client, host: SteppedHost) -> str:
    return client.get(f"/floor/{host.id}/").content.decode()


def test_F8_players_and_other_staff_get_404(host: SteppedHost, people: list[User]) -> None:
    for client in (Client(), signed_in(people[0]), staff(CASHIER)):
        assert client.get(f"/floor/{host.id}/").status_code == 404
        assert client.post(f"/floor/{host.id}/", {"do": "void:1", "why": "mine"}).status_code == 404
    assert not Order.objects.filter(kind=Order.Kind.VOID_HAND).exists()


def test_F8_auditors_see_the_page_but_change_nothing(host: SteppedHost) -> None:
    client = staff(AUDITOR)
    assert "Void hand" not in page(client, host)
    press(client, host)
    assert not FloorDecision.objects.exists()


@pytest.mark.parametrize("role", [FLOORMAN, OPERATOR])
def test_F1_F5_the_floor_voids_the_running_hand_and_sees_the_result(host: SteppedHost, role: str) -> None:
    client = staff(role)
    assert "Void hand #1" in page(client, host)
    html = press(client, host)
    assert "The decision has been sent." in html
    assert "on its way</span>" in html
    host.read_inbox()
    after = page(client, host)
    assert "is void" in after
    assert "Void hand #1" not in after
    assert "done</span>" in after
    assert role.title() in after
    assert "two aces" in after


def test_F5_the_last_hand_is_offered_with_each_players_result(host: SteppedHost) -> None:
    host.fold_out()
    client = staff(FLOORMAN)
    before = page(client, host)
    assert "has ended" in before
    assert "+10" in before
    assert "Void hand #1" in before
    press(client, host)
    host.read_inbox()
    assert "is void" in page(client, host)


def test_F5_a_hand_that_is_over_is_refused_with_a_reason(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    host.play_hand()
    host.until("turn")
    press(client, host, do="void:1")
    host.read_inbox()
    after = page(client, host)
    assert "refused</span>" in after
    assert "The hand is over." in after


@pytest.mark.parametrize(
    "typed",
    [{"why": "  "}, {"do": "void:x"}, {"do": "void"}, {"do": "void:" + "9" * 40}, {"do": "void:-1"}, {"do": ""}],
)
def test_F1_malformed_decisions_change_nothing(host: SteppedHost, typed: dict[str, str]) -> None:
    press(staff(FLOORMAN), host, **typed)
    assert not FloorDecision.objects.exists()
    assert not Order.objects.filter(kind=Order.Kind.VOID_HAND).exists()


def test_F1_the_reason_is_escaped(host: SteppedHost, people: list[User]) -> None:
    client = staff(FLOORMAN)
    press(client, host, why="<b>{amount}</b> & " + "x" * 400)
    host.read_inbox()
    assert "<b>{amount}</b>" not in page(client, host)
    (item,) = take_notices(people[0].pk)
    assert "The floor: <b>{amount}</b> &amp; x" in item.text or "The floor: <b>{amount}</b> & x" in item.text
    assert len(FloorDecision.objects.get().reason) == 200


def test_F1_htmx_gets_only_the_part_that_changes(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    part = client.get(f"/floor/{host.id}/", headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="f-now"')
    assert "<form" not in part, "what is being typed stays"
    assert 'form="f-act"' in part


def test_F1_closed_and_tournament_tables_have_no_floor_page(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    assert client.get("/floor/999999/").status_code == 404


def test_F1_the_table_links_to_the_page_for_the_floor_only(host: SteppedHost, people: list[User]) -> None:
    link = f'href="/floor/{host.id}/"'
    assert link in staff(FLOORMAN).get(f"/table/{host.id}/").content.decode()
    assert link not in signed_in(people[0]).get(f"/table/{host.id}/").content.decode()


def test_F1_F3_the_floor_pauses_and_resumes_a_table(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    press(client, host, do="pause")
    host.read_inbox()
    assert host.table.paused
    after = page(client, host)
    assert "Resume" in after
    assert "Pause after this hand" not in after
    press(client, host, do="resume", why="all is well")
    host.read_inbox()
    assert not host.table.paused
    assert list(FloorDecision.objects.order_by("id").values_list("kind", "hand", "reason")) == [
        ("pause", 1, "two aces"),
        ("resume", 1, "all is well"),
    ]
