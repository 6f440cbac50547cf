"""F1, F8: acts on the whole room show what they do to which table, ask for a reason, and are done once."""

import pytest
from django.test import Client
from django.utils import timezone

from cashier import api as cashier
from games.models import Order, Table
from games.models.floor_decisions import FloorDecision
from games.models.room import SeatFreeze
from games.operations import floor
from games.operations.floor import room
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR
from tests.browser_forms import shown_values
from tests.games.support.tables import NL_10_20, SteppedHost, host_with, open_table, person, seat
from tests.games.web.conftest import HTMX
from tests.staff import staff
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api as tournaments
from tournaments.engine.state import commands as cm

pytestmark = pytest.mark.django_db
ROOM = "/floor/room/"
WHY = "fire alarm"


def form(client: Client, act: str, **typed: object) -> dict[str, object]:
    """What the form of an act sends with this typed in."""
    return {**shown_values(client.get(f"{ROOM}{act}/"), "once"), "reason": WHY, **typed}


def preview(client: Client, act: str, **typed: object) -> str:
    return client.post(f"{ROOM}{act}/", form(client, act, **typed)).content.decode()


def do(client: Client, act: str, **typed: object) -> str:
    """Confirms an act; the page after it."""
    sent = form(client, act, **typed) | {"confirmed": "1"}
    return client.post(f"{ROOM}{act}/", sent, follow=True).content.decode()


def paused(*hosts: SteppedHost) -> list[bool]:
    for host in hosts:
        host.read_inbox()
    return [host.table.paused for host in hosts]


@pytest.fixture
def hosts() -> list[SteppedHost]:
    """Two tables of the same stakes and one of higher ones."""
    stakes = NL_10_20.stakes._replace(small_blind=50_00, big_blind=100_00)
    open_table(), open_table("Brno")
    open_table("Zlín", rules=NL_10_20._replace(stakes=stakes), min_buy_in=0, max_buy_in=0)
    return [SteppedHost(table.pk) for table in Table.objects.order_by("pk")]


def test_F1_the_room_is_paused_and_resumed_where_it_was_paused(hosts: list[SteppedHost]) -> None:
    client = staff(FLOORMAN)
    floor.pause(by=person("Jana").pk, table_id=hosts[2].id, why="lunch")
    paused(hosts[2])
    before = preview(client, "pause")
    assert "Prague: no new hand begins after this one" in before
    assert "Nothing changes here" in before
    assert not FloorDecision.objects.filter(reason=WHY).exists()
    assert "Done at 2 tables." in do(client, "pause")
    assert paused(*hosts) == [True, True, True]
    panel = client.get("/floor/").content.decode()
    assert "The room is paused" in panel
    assert f"{ROOM}resume/" in panel
    assert f"{ROOM}resume/" not in staff(AUDITOR).get("/floor/").content.decode()
    assert "Done at 2 tables." in do(client, "resume", reason="all clear")
    assert paused(*hosts) == [False, False, True]
    panel = client.get("/floor/").content.decode()
    assert "The room is paused" not in panel
    assert f"{ROOM}resume/" not in panel, "only what holds is ended"


def test_F1_a_second_submit_of_the_same_form_does_nothing(hosts: list[SteppedHost]) -> None:
    client = staff(FLOORMAN)
    sent = form(client, "pause") | {"confirmed": "1"}
    for _ in range(2):
        client.post(f"{ROOM}pause/", sent)
    assert Order.objects.filter(kind=Order.Kind.PAUSE).count() == 3


def test_F1_the_tables_of_one_stake_are_closed(hosts: list[SteppedHost]) -> None:
    client = staff(FLOORMAN)
    only = {"stakes": "nl:5000:10000:PLAY", "when": "hand"}
    shown = preview(client, "end", **only)
    assert ["Zlín: closes after this hand" in shown, "Prague: " in shown] == [True, False]
    do(client, "end", **only)
    for host in hosts:
        host.read_inbox()
    assert set(Table.objects.filter(closed_at=None).values_list("name", flat=True)) == {"Prague", "Brno"}


def test_F1_F3_the_evening_ends_after_an_orbit_that_is_called_off_like_any_closing(hosts: list[SteppedHost]) -> None:
    seat(hosts[0], person("Anna"), person("Bob"))
    hosts[0].until("turn")
    client = staff(FLOORMAN)
    assert "Prague: plays one more orbit" in preview(client, "end", when="orbit")
    do(client, "end", when="orbit")
    for host in hosts:
        host.read_inbox()
    assert list(Table.objects.filter(closed_at=None).values_list("name", "is_open")) == [("Prague", False)]
    assert set(FloorDecision.objects.values_list("kind", "reason")) == {("close_orbit", WHY)}
    decision = FloorDecision.objects.get(table=hosts[0].id)
    page = client.get(f"/floor/{hosts[0].id}/").content.decode()
    assert f"/undo/{decision.pk}/" in page
    restarted = SteppedHost(hosts[0].id)
    for _ in range(3):
        assert not restarted.table.closed
        restarted.fold_out()
    assert restarted.table.closed, "the hand that ran, and the two of the orbit"


def test_F1_the_evening_ends_at_a_time_that_is_told_before(hosts: list[SteppedHost]) -> None:
    client = staff(FLOORMAN)
    for minutes in ("-1", "", "0"):
        refused = client.post(f"{ROOM}end/", form(client, "end", when="minutes", minutes=minutes))
        assert refused.status_code == 422
        assert set(refused.context["form"].errors) == {"minutes"}
    shown = preview(client, "end", when="minutes", minutes="30")
    assert "Prague: " in shown
    assert "closes by itself" in shown.casefold()
    do(client, "end", when="minutes", minutes="30")
    moments = set(Table.objects.values_list("closes_at", flat=True))
    (moment,) = moments
    assert moment is not None
    assert 28 * 60 <= (moment - timezone.now()).total_seconds() <= 30 * 60


def test_F1_an_announcement_reaches_every_table_also_of_tournaments(hosts: list[SteppedHost]) -> None:
    Table.objects.filter(pk=hosts[1].id).update(tournament=7)
    assert "Done at 3 tables." in do(staff(OPERATOR), "announce", reason="The bar closes.")
    texts = Order.objects.filter(kind=Order.Kind.ANNOUNCE).values_list("payload__reason", flat=True)
    assert list(texts) == ["The bar closes."] * 3


def test_F1_running_tournaments_are_paused_and_resumed_with_the_room(hosts: list[SteppedHost]) -> None:
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for number in range(3):
        tournaments.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    tournament.catch_up()
    tournament.carry_out(cm.Start(()))
    client = staff(OPERATOR)
    assert "its clock stops" in preview(client, "pause")
    do(client, "pause")
    assert tournament.catch_up().state.paused
    assert "its clock runs again" in preview(client, "resume")
    do(client, "resume")
    assert not tournament.catch_up().state.paused
    assert room.paused_now() is None


def test_F8_where_a_member_of_staff_plays_the_table_refuses_and_the_others_do_not(hosts: list[SteppedHost]) -> None:
    client = staff(FLOORMAN, "Jana")
    jana = User.objects.get(username="jana")
    cashier.open_wallet(user_id=jana.pk, name="Jana", grant=10_000_00, currency="PLAY")
    seat(hosts[0], jana)
    shown = preview(client, "pause")
    assert "Refused at these tables" in shown
    assert "Prague: You play at this table" in shown
    do(client, "pause")
    assert paused(*hosts) == [False, True, True]


def test_F1_nobody_sits_down_while_seats_are_frozen_and_the_buy_in_page_says_why() -> None:
    client, table, anna = staff(FLOORMAN), open_table(), person("Anna")
    player = Client()
    player.force_login(anna)
    assert "Nobody sits down at 1 table" in preview(client, "freeze")
    assert not SeatFreeze.objects.exists()
    do(client, "freeze")
    assert (
        f"No new seats are given at the moment: {WHY}"
        in player.get(f"/table/{table.pk}/sit/", headers=HTMX).content.decode()
    )
    panel = client.get("/floor/").content.decode()
    assert ["No new seats are given" in panel, f"{ROOM}unfreeze/" in panel] == [True, True]
    assert "The room already gives no new seats." in preview(client, "freeze")
    do(client, "unfreeze", reason="all clear")
    assert f"{ROOM}unfreeze/" not in client.get("/floor/").content.decode()
    assert "No new seats are given" not in player.get(f"/table/{table.pk}/sit/", headers=HTMX).content.decode()
    assert "The room already gives new seats." in preview(client, "unfreeze")
    log = staff(AUDITOR).get("/office/log/").content.decode()
    assert ["No new seats given" in log, "New seats given again" in log, "new seats</a>" in log] == [True] * 3


@pytest.mark.parametrize("role", [AUDITOR, CASHIER, DIRECTOR])
def test_F8_only_the_floor_acts_on_the_room(role: str) -> None:
    host_with(person("Anna"))
    client = staff(role)
    for act in ("pause", "resume", "announce", "end", "freeze", "unfreeze"):
        assert client.post(f"{ROOM}{act}/", {"reason": WHY, "confirmed": "1"}).status_code == 403


def test_F1_an_act_without_any_table_says_so() -> None:
    client = staff(FLOORMAN)
    assert "There is no table for this now." in client.get(f"{ROOM}pause/", follow=True).content.decode()
    assert client.get(f"{ROOM}dance/").status_code == 404


@pytest.mark.parametrize("act", ["pause", "announce", "end", "freeze"])
def test_F3_no_act_on_the_room_without_a_reason(act: str, hosts: list[SteppedHost]) -> None:
    client = staff(FLOORMAN)
    sent = form(client, act, reason=" \u200b", when="hand") | {"confirmed": "1"}
    assert client.post(f"{ROOM}{act}/", sent).status_code == 422
    assert not Order.objects.exists()


def test_F1_of_many_tables_the_first_lines_are_read_at_once_and_the_rest_is_folded(hosts: list[SteppedHost]) -> None:
    for number in range(20):
        open_table(f"Table {number}")
    shown = preview(staff(FLOORMAN), "pause")
    read, folded = shown.split("<details>", 1)
    assert "23 tables: Prague, Brno, Zlín, " in read
    assert "and 11 more" in read
    assert ["Table 8: no new hand" in read, "Table 9: no new hand" in folded] == [True, True]
    assert shown.count("no new hand begins after this one") == 23
    assert "11 more" in folded
