"""Acts of the floor at a table that say beforehand what becomes of everybody: merging, voiding (F1, F3, F5, K8)."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.engine.hand.actions import Call, RaiseTo
from games.models import Table
from games.models.access import WaitingEntry
from games.models.floor_decisions import FloorDecision
from games.models.moves import HouseMove, TableMerge
from games.text.refusals import refusal_text
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, FLOORMAN, OPERATOR, OWNER
from tests.games.support.seats import assert_audit_clean, stakes
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.floor.acting import WHY, act, address, effects, errors
from tests.games.web.operators.pages import send
from tests.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Alice", "Bob", "Carl")]


@pytest.fixture
def host(people: list[User]) -> SteppedHost:
    """A table of three in a hand."""
    host = SteppedHost(open_table().pk)
    seat(host, *people)
    host.until("turn")
    return host


def decision_lines(client: Client, host: SteppedHost) -> list[str]:
    """The changes of the latest decision on the floor's page."""
    changes: list[str] = client.get(f"/floor/{host.id}/").context["decisions"][0]["changes"]
    return changes


@pytest.mark.parametrize("role", [FLOORMAN, OPERATOR])
def test_F1_K8_a_merge_shows_who_moves_and_is_done_once_with_its_reason(
    host: SteppedHost, people: list[User], role: str
) -> None:
    brno = SteppedHost(open_table("Brno").pk)
    seat(brno, people[0])
    open_table("Small", seats=2)
    open_table("Dearer", rules=stakes(20_00, 40_00))
    WaitingEntry.objects.create(table_id=host.id, player=person("Dora"))
    client, page = staff(role, "Fiona"), address(host.id, "merge")
    assert [name for _pk, name in client.get(page).context["form"].fields["to"].choices] == ["Brno", "Small"]
    assert effects(act(client, page, confirmed=False, to=brno.id)) == [
        "Bob moves to Brno after the hand (2\u202f000 at its start)",
        "Carl moves to Brno after the hand (2\u202f000 at its start)",
        "Alice stays, as they may not move",
        "The waiting list goes behind that of Brno",
        "The table takes no new players and closes once it is empty.",
    ]
    assert not FloorDecision.objects.exists()
    small = Table.objects.get(name="Small").pk
    assert errors(act(client, page, to=small)) == "Too few free seats there: 2. Players who move: 3."
    assert act(client, page, to=brno.id).status_code == 302
    assert (TableMerge.objects.get().reason, TableMerge.objects.get().by.display_name) == (WHY, "Fiona")
    assert HouseMove.objects.filter(ended="").count() == 2
    assert decision_lines(client, host) == ["Into table: Brno", "Moves: Bob → Brno", "Moves: Carl → Brno"]
    assert_audit_clean()


def test_F1_K8_a_merge_is_taken_back_on_the_page_while_nobody_has_moved(host: SteppedHost) -> None:
    brno, client = open_table("Brno"), staff(FLOORMAN)
    act(client, address(host.id, "merge"), to=brno.pk)
    (row,) = client.get(f"/floor/{host.id}/").context["decisions"]
    assert act(client, row["undo"]).status_code == 302
    assert Table.objects.get(pk=host.id).is_open
    newest, first = client.get(f"/floor/{host.id}/").context["decisions"]
    assert (newest["undo"], first["stays"]) == ("", refusal_text("undone_already"))


def test_F3_the_decision_and_the_log_tell_a_deleted_account_by_its_new_name(
    host: SteppedHost, people: list[User]
) -> None:
    brno, client = open_table("Brno"), staff(OWNER)
    act(client, address(host.id, "merge"), to=brno.pk)
    User.objects.filter(pk=people[1].pk).update(display_name="Deleted 17")
    assert "Moves: Deleted 17 → Brno" in decision_lines(client, host)
    page = client.get("/office/log/1/").content.decode()
    assert "Deleted 17" in page
    assert "Bob" not in page


@pytest.mark.parametrize("role", [AUDITOR, CASHIER])
def test_F8_nobody_else_merges_tables(host: SteppedHost, role: str) -> None:
    brno = open_table("Brno")
    assert act_as(role, address(host.id, "merge"), to=brno.pk) == 403
    assert not TableMerge.objects.exists()


def act_as(role: str, page: str, **typed: object) -> int:
    """The status of an act that is sent without its form having been shown."""
    return int(staff(role).post(page, {"reason": WHY, "confirmed": "1", **typed}).status_code)


def test_F1_the_page_of_a_table_leads_to_its_merge_for_who_may(host: SteppedHost) -> None:
    link = f'href="{address(host.id, "merge")}"'
    assert link in staff(OPERATOR).get(f"/office/tables/{host.id}/").content.decode()
    assert link not in staff(AUDITOR).get(f"/office/tables/{host.id}/").content.decode()


def test_F1_F3_who_may_change_tables_does_so_from_the_floors_page_and_it_is_a_decision(host: SteppedHost) -> None:
    floorman, page = staff(FLOORMAN), f"/office/tables/{host.id}/"
    assert page not in floorman.get(f"/floor/{host.id}/").content.decode()
    assert 'name="once"' not in floorman.get(page).content.decode()
    User.objects.get(display_name=FLOORMAN.title()).user_permissions.add(
        Permission.objects.get(codename="change_table")
    )
    assert f'id="f-change" class="button" href="{page}"' in floorman.get(f"/floor/{host.id}/").content.decode()
    lines = effects(send(floorman, page, confirmed=False, big_blind="40", small_blind="20", reason=WHY))
    assert lines == ["Stakes: 10/20 → 20/40"]
    assert not FloorDecision.objects.exists()
    assert send(floorman, page, big_blind="40", small_blind="20", reason=WHY).status_code == 302
    host.read_inbox()
    (row,) = floorman.get(f"/floor/{host.id}/").context["decisions"]
    assert (row["text"], row["why"], row["changes"], row["state"]) == (
        "Change the table after hand #1", WHY, ["Stakes: 10/20 → 20/40"], "done",
    )  # fmt: skip


def test_K14_F1_the_floor_watches_a_table_that_is_closed_to_watchers(host: SteppedHost) -> None:
    Table.objects.filter(pk=host.id).update(closed_to_watchers=True)
    shown = 'data-socket="/ws/table/'
    for role, sees in ((FLOORMAN, True), (AUDITOR, True), (CASHIER, False)):
        assert (shown in staff(role).get(f"/table/{host.id}/?tile").content.decode()) == sees
    assert shown not in Client().get(f"/table/{host.id}/?tile").content.decode()


def test_F5_voiding_a_running_hand_shows_what_each_player_gets_back(host: SteppedHost) -> None:
    host.act(RaiseTo(100_00))
    host.act(Call())
    lines = effects(act(staff(FLOORMAN), address(host.id, "void"), confirmed=False))
    assert lines[0] == "Hand #1 is void: everybody has the chips again with which it began."
    hand = host.table.hand
    assert hand is not None
    put_in = {row.name: row.stack - hand.stacks[number] for number, row in enumerate(host.table.seats) if row}
    assert sorted(put_in.values()) == [20_00, 100_00, 100_00]
    assert lines[1:] == [f"{name} gets back {chips // 100} and then has 2\u202f000" for name, chips in put_in.items()]


def test_F5_who_has_put_nothing_in_keeps_the_chips(host: SteppedHost) -> None:
    lines = effects(act(staff(FLOORMAN), address(host.id, "void"), confirmed=False))
    assert sum("still has 2\u202f000" in line for line in lines) == 1
