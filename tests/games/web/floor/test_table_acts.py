"""Acts of the floor at a table that say beforehand what becomes of everybody: merging, voiding (F1, F3, F5, K8)."""

import pytest
from django.test import Client

from games.engine.hand.actions import Call, RaiseTo
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.models import Table
from games.models.access import WaitingEntry
from games.models.floor_decisions import FloorDecision
from games.models.moves import HouseMove, TableMerge
from games.text.refusals import refusal_text
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, FLOORMAN, OPERATOR, OWNER
from tests.browser_forms import shown_values
from tests.games.support.seats import assert_audit_clean, stakes
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.floor.acting import WHY, act, address, effects, errors
from tests.shown_words import shows_word
from tests.staff import staff

pytestmark = pytest.mark.django_db
STUD = Rules(CATALOGUE["stud"], usual_stakes(CATALOGUE["stud"], Structure.FIXED_LIMIT, 20_00))


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
    assert not shows_word(page, "Bob")


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


def test_F1_K2_a_floorman_changes_stakes_limits_and_a_house_rule_from_the_next_hand(host: SteppedHost) -> None:
    client, page = staff(FLOORMAN), address(host.id, "change")
    assert f'id="f-change" class="button" href="{page}"' in client.get(f"/floor/{host.id}/").content.decode()
    typed = {"big_blind": "40", "max_buy_in": "8000", "rule": "straddle=on"}
    assert effects(act(client, page, confirmed=False, **typed)) == [
        "With the next hand: Stakes: 10/20 → 20/40",
        "With the next hand: Straddles: off → on",
        "At once: Maximum buy-in: 5\u202f000 → 8\u202f000",
        "Nobody's chips change, and everybody keeps their seat.",
    ]
    assert not FloorDecision.objects.exists()
    assert act(client, page, **typed).status_code == 302
    host.read_inbox()
    assert host.table.full_rules.stakes.big_blind == 20_00, "the running hand keeps its stakes"
    host.fold_out()
    host.until("turn")
    rules = host.table.full_rules
    assert (rules.stakes.small_blind, rules.stakes.big_blind, rules.house.straddle) == (20_00, 40_00, True)
    assert Table.objects.get(pk=host.id).max_buy_in == 8_000_00
    assert decision_lines(client, host)[0] == "Stakes: 10/20 → 20/40"


def test_F1_F3_an_untouched_form_changes_nothing_and_one_that_is_old_is_refused(host: SteppedHost) -> None:
    client, page = staff(FLOORMAN), address(host.id, "change")
    assert errors(act(client, page)) == refusal_text("nothing_changes")
    old = shown_values(client.get(page), "once")
    act(client, page, big_blind="40")
    answer = client.post(page, {**old, "reason": WHY, "max_buy_in": "9000", "confirmed": "1"})
    assert errors(answer) == refusal_text("changed_meanwhile")
    assert errors(act(client, page, big_blind="0")) == refusal_text("blinds_wrong")
    assert FloorDecision.objects.count() == 1


@pytest.mark.parametrize(("rules", "fields"), [(STUD, {"ante", "bring_in"}), (rotation("horse", 20_00), set())])
def test_F1_games_without_blinds_and_rotations_ask_for_the_stakes_that_mean_something(
    rules: Rules, fields: set[str]
) -> None:
    table = open_table("Stud", rules=rules, seats=8)
    client, page = staff(FLOORMAN), address(table.pk, "change")
    form = client.get(page).context["form"]
    assert {"small_blind", "ante", "bring_in"} & form.fields.keys() == fields
    assert act(client, page, big_blind="40").status_code == 302
    host = SteppedHost(table.pk)
    host.read_inbox()
    assert host.table.full_rules.stakes.big_blind == 40_00
    assert [one.stakes.big_blind for one in host.table.full_rules.mix] == [40_00] * len(rules.mix)


def test_F1_B16_the_floor_changes_a_rotation_to_stakes_in_whole_chips() -> None:
    house = HouseRules(chip_unit=5_00)
    table = open_table("Mixed", rules=rotation("horse", 20_00, unit=5_00)._replace(house=house), seats=8)
    assert act(staff(FLOORMAN), address(table.pk, "change"), big_blind="40").status_code == 302
    host = SteppedHost(table.pk)
    host.read_inbox()
    assert [one.stakes.ante for one in host.table.full_rules.mix] == [0, 0, 10_00, 10_00, 10_00]


def test_F1_operators_reach_all_settings_from_the_floors_page(host: SteppedHost) -> None:
    page = f'id="f-settings" class="button" href="/office/tables/{host.id}/"'
    assert page in staff(OPERATOR).get(f"/floor/{host.id}/").content.decode()
    assert page not in staff(FLOORMAN).get(f"/floor/{host.id}/").content.decode()


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


def test_F5_a_player_who_has_put_nothing_in_keeps_the_chips(host: SteppedHost) -> None:
    lines = effects(act(staff(FLOORMAN), address(host.id, "void"), confirmed=False))
    assert sum("still has 2\u202f000" in line for line in lines) == 1
