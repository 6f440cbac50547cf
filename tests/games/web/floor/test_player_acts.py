"""F1, F3, T14: what the floor does about one player at a cash table, what is told before, and what is taken back."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Table
from games.models.access import Admission, WaitingEntry
from games.models.floor_decisions import FloorDecision
from games.operations import floor
from games.seating.must_move import unreserved_seats
from games.store.table_log import pending_orders
from games.text.refusals import refusal_text
from pokerroom.models import User
from pokerroom.roles import AUDITOR, FLOORMAN
from tests.games.support.seats import assert_audit_clean, assert_refused, move_as_host, notice_codes, wallet
from tests.games.support.tables import GRANT, SteppedHost, host_with, open_table, person
from tests.games.web.floor.acting import act, address, effects, errors
from tests.staff import staff

pytestmark = pytest.mark.django_db

SEAT_OF_ALICE = 0


@pytest.fixture
def people() -> list[User]:
    return [person("Alice"), person("Bob"), person("Cyril")]


@pytest.fixture
def host(people: list[User]) -> SteppedHost:
    """A table of three where a hand is being played."""
    host = host_with(*people)
    host.until("turn")
    return host


@pytest.fixture
def client() -> Client:
    return staff(FLOORMAN)


def do(client: Client, host: SteppedHost, name: str, who: User, **typed: object) -> None:
    """Does an act about a player, and the table reads it."""
    answer = act(client, address(host.id, name, who.pk), **typed)
    assert answer.status_code == 302, errors(answer)
    host.read_inbox()


def take_back(client: Client, host: SteppedHost) -> None:
    """Takes the latest decision back."""
    decision = FloorDecision.objects.first()
    assert decision is not None
    answer = act(client, f"/floor/{host.id}/undo/{decision.pk}/", reason="a mistake")
    assert answer.status_code == 302, errors(answer)
    host.read_inbox()


def test_T14_a_warning_is_told_and_kept_in_the_history(client: Client, host: SteppedHost, people: list[User]) -> None:
    alice = people[0]
    do(client, host, "warn", alice, reason="phone at the table")
    assert notice_codes(alice) == ["warned"]
    page = client.get(f"/floor/{host.id}/player/{alice.pk}/").content.decode()
    assert "Alice warned in hand #1" in page
    assert "phone at the table" in page
    assert "Alice warned in hand #1, Prague" in staff(AUDITOR).get(f"/office/people/{alice.pk}/").content.decode()


def test_T14_a_penalty_is_shown_before_sat_out_and_ends_by_itself(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    alice = people[0]
    page = address(host.id, "penalise", alice.pk)
    before = effects(act(client, page, confirmed=False, length="1", unit="hands"))
    assert "Alice is not dealt in from the next hand on: 1 hand." in before
    assert not FloorDecision.objects.exists(), "what will happen is only a rehearsal"
    rounds = effects(act(client, page, confirmed=False, length="2", unit="rounds"))
    explained = "A round is as many hands as there are players now."
    assert explained in rounds
    assert explained not in before
    do(client, host, "penalise", alice, length="1", unit="hands")
    assert host.table.seat(SEAT_OF_ALICE).penalty == 1
    for _ in range(2):
        host.fold_out()
    assert not host.table.seat(SEAT_OF_ALICE).penalised
    assert_audit_clean()


def test_T14_a_penalty_is_lifted_by_taking_it_back_once(client: Client, host: SteppedHost, people: list[User]) -> None:
    do(client, host, "penalise", people[0], length="5", unit="minutes")
    decision = FloorDecision.objects.get()
    take_back(client, host)
    assert not host.table.seat(SEAT_OF_ALICE).penalised
    assert FloorDecision.objects.get(kind="lift_penalty").undoes == decision
    again = act(client, f"/floor/{host.id}/undo/{decision.pk}/")
    assert errors(again) == refusal_text("undone_already")


@pytest.mark.parametrize("length", ["0", "-1", "1001", "x", ""])
def test_T14_a_length_that_makes_no_sense_is_refused(
    client: Client, host: SteppedHost, people: list[User], length: str
) -> None:
    page = address(host.id, "penalise", people[0].pk)
    assert act(client, page, length=length, unit="rounds").status_code == 422
    assert not FloorDecision.objects.exists()


def test_F1_a_player_sits_out_and_plays_again(client: Client, host: SteppedHost, people: list[User]) -> None:
    shown = effects(act(client, address(host.id, "sit_out", people[0].pk), confirmed=False))
    assert any("after 10 min the seat is lost" in line for line in shown)
    do(client, host, "sit_out", people[0])
    host.fold_out()
    assert host.table.seat(SEAT_OF_ALICE).sitting_out
    take_back(client, host)
    assert not host.table.seat(SEAT_OF_ALICE).sitting_out
    assert notice_codes(people[0]) == ["seated_out", "seated_in"]


def test_F1_a_player_who_is_unseated_finishes_the_hand_and_has_the_chips_in_the_wallet(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    do(client, host, "unseat", people[0])
    assert host.table.player_seat(people[0].pk) is not None
    host.play_hand()
    assert host.table.player_seat(people[0].pk) is None
    assert wallet(people[0]) > GRANT - 2_000_00
    assert_audit_clean()
    page = client.get(f"/floor/{host.id}/").content.decode()
    assert refusal_text("undo_money") in page


def test_F1_K8_a_player_moves_to_a_table_of_the_same_game(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    target = open_table("Brno")
    other = open_table("Zlín", rules=host.table.full_rules._replace(stakes=host.table.rules.stakes._replace(ante=1_00)))
    page = address(host.id, "move", people[0].pk)
    assert act(client, page, to=str(other.pk)).status_code == 422
    do(client, host, "move", people[0], to=str(target.pk))
    assert errors(act(client, page, to=str(target.pk))) == refusal_text("moves_already")
    host.fold_out()
    move_as_host(host, people[0])
    assert_audit_clean()
    there = SteppedHost(target.pk)
    there.read_inbox()
    assert there.table.player_seat(people[0].pk) is not None
    assert_audit_clean()


def test_F1_F3_a_seat_that_was_taken_away_is_given_back_while_the_hand_runs(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    do(client, host, "unseat", people[0])
    assert host.table.seat(SEAT_OF_ALICE).removed
    take_back(client, host)
    assert notice_codes(people[0]) == ["seat_taken_away", "seat_kept"]
    for _ in range(2):
        host.fold_out()
    assert host.table.player_seat(people[0].pk) is not None
    newest, first = client.get(f"/floor/{host.id}/").context["decisions"]
    assert (newest["text"], newest["state"]) == ("Alice stays after all, in hand #1", "done")
    assert first["stays"] == refusal_text("undone_already")
    assert_audit_clean()


def test_F1_F3_nobody_is_told_of_keeping_a_seat_that_the_table_takes_away_meanwhile(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    host.fold_out()
    act(client, address(host.id, "unseat", people[0].pk))
    read_before = pending_orders(host.id)
    newest = FloorDecision.objects.first()
    assert newest is not None
    assert act(client, f"/floor/{host.id}/undo/{newest.pk}/").status_code == 302
    for order, command in read_before:
        host.do(command, order=order)
    host.read_inbox()
    assert host.table.player_seat(people[0].pk) is None
    assert notice_codes(people[0]) == ["seat_taken_away"]
    answer, _first = client.get(f"/floor/{host.id}/").context["decisions"]
    assert answer["state"] == "refused"
    assert_audit_clean()


def test_F1_F3_a_move_is_called_off_until_the_player_has_moved(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    target = open_table("Brno", seats=2)
    do(client, host, "move", people[0], to=str(target.pk))
    assert unreserved_seats(target) == 1
    take_back(client, host)
    assert notice_codes(people[0]) == ["floor_moves", "merge_off"]
    assert unreserved_seats(target) == 2, "the seat is free for others"
    host.fold_out()
    assert not host.table.seat(SEAT_OF_ALICE).target_table
    do(client, host, "move", people[0], to=str(target.pk))
    host.until("turn")
    host.fold_out()
    move_as_host(host, people[0])
    newest = FloorDecision.objects.first()
    assert newest is not None
    assert errors(act(client, f"/floor/{host.id}/undo/{newest.pk}/")) == refusal_text("undo_money")
    assert_audit_clean()


def test_F1_F3_a_call_to_a_seat_is_taken_back_until_it_is_over(client: Client, people: list[User]) -> None:
    table = open_table("Brno", seats=2)
    entry = WaitingEntry.objects.create(table=table, player=people[0])
    host = SteppedHost(table.pk)
    act(client, address(table.pk, "call"), entry=str(entry.pk))
    take_back(client, host)
    entry.refresh_from_db()
    assert (entry.called_to, entry.call_until, entry.ended) == (None, None, "")
    assert notice_codes(people[0]) == ["call_taken_back"]
    act(client, address(table.pk, "call"), entry=str(entry.pk))
    WaitingEntry.objects.update(call_until=timezone.now() - timedelta(seconds=1))
    newest = FloorDecision.objects.first()
    assert newest is not None
    assert errors(act(client, f"/floor/{table.pk}/undo/{newest.pk}/")) == refusal_text("undo_over")


def test_F1_K9_a_waiting_player_is_called_before_their_turn(client: Client, people: list[User]) -> None:
    table = open_table("Brno", seats=2)
    first, second = (WaitingEntry.objects.create(table=table, player=one, rank=n) for n, one in enumerate(people[:2]))
    assert act(client, address(table.pk, "call"), entry=str(second.pk)).status_code == 302
    second.refresh_from_db()
    first.refresh_from_db()
    assert (second.called_to_id, first.called_to_id) == (table.pk, None)
    assert act(client, address(table.pk, "call"), entry=str(second.pk)).status_code == 422


def test_F1_K9_a_second_call_gives_the_player_no_more_time(people: list[User]) -> None:
    table, jana = open_table("Brno", seats=2), person("Jana")
    entry = WaitingEntry.objects.create(table=table, player=people[0], rank=1)
    call = {"by": jana.pk, "table_id": table.pk, "entry": entry.pk, "why": "they wait here"}
    floor.call_waiting(**call)
    assert_refused("called_already", floor.call_waiting, **call)


def test_K12_F1_the_page_of_a_player_offers_a_bar_or_to_lift_it_and_the_rest_to_seated_players(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    alice, stranger = people[0], person("Stranger")

    def offered(who: User) -> set[str]:
        page = client.get(f"/floor/{host.id}/player/{who.pk}/")
        return {one["url"].rstrip("/").rpartition("/")[2] for one in page.context["acts"]}

    assert offered(stranger) == {"bar"}
    assert offered(alice) == {"warn", "penalise", "lift_penalty", "sit_out", "sit_in", "move", "unseat", "bar"}
    do(client, host, "bar", stranger, until="")
    assert offered(stranger) == {"lift_bar"}


def test_F3_taking_back_an_announcement_says_that_the_reason_takes_its_place(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    def told(decision: str) -> list[str]:
        made = FloorDecision.objects.get(kind=decision)
        return effects(act(client, f"/floor/{host.id}/undo/{made.pk}/", confirmed=False))

    act(client, address(host.id, "announce"), text="Seats are drawn at 8")
    act(client, address(host.id, "pause"))
    host.read_inbox()
    assert told("announce") == ["The reason you give is announced in its place: the first text stays in the log."]
    assert "This is taken back" in told("pause")[0]


def test_K12_a_bar_is_lifted_by_taking_it_back(client: Client, host: SteppedHost, people: list[User]) -> None:
    do(client, host, "bar", people[0], until="")
    assert notice_codes(people[0]) == ["barred"]
    page = address(host.id, "bar", people[0].pk)
    assert errors(act(client, page, until="")) == refusal_text("admitted_already")
    take_back(client, host)
    assert Admission.objects.get().end_reason == "a mistake"


def test_F1_a_closing_is_called_off_before_the_hand_is_over(client: Client, host: SteppedHost) -> None:
    act(client, address(host.id, "close"))
    host.read_inbox()
    assert host.table.closing
    take_back(client, host)
    assert not host.table.closing
    assert Table.objects.get(pk=host.id).is_open
    host.fold_out()
    assert not host.table.closed


def test_F1_a_closing_that_is_done_is_not_called_off(client: Client, host: SteppedHost) -> None:
    act(client, address(host.id, "close"))
    host.read_inbox()
    host.fold_out()
    decision = FloorDecision.objects.get()
    assert errors(act(client, f"/floor/{host.id}/undo/{decision.pk}/")) == refusal_text("table_closed")


def test_F1_F5_closing_now_voids_the_hand_and_pays_everybody_out(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    lines = effects(act(client, address(host.id, "close_now"), confirmed=False))
    assert lines[0] == "Hand #1 is void, and the table closes at once."
    assert "Alice: 2\u202f000 to the wallet" in lines
    act(client, address(host.id, "close_now"))
    host.read_inbox()
    assert host.table.closed
    assert [wallet(one) for one in people] == [GRANT] * 3
    assert_audit_clean()


def test_F1_a_closing_time_is_set_and_taken_away(client: Client, host: SteppedHost) -> None:
    at = timezone.localtime(timezone.now() + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")
    assert act(client, address(host.id, "close_at"), at=at).status_code == 302
    assert Table.objects.get(pk=host.id).closes_at is not None
    take_back(client, host)
    assert Table.objects.get(pk=host.id).closes_at is None
    past = act(client, address(host.id, "close_at"), at="2020-01-01T10:00")
    assert errors(past) == refusal_text("closing_time_over")


def test_F1_pausing_is_taken_back_by_resuming_and_a_warning_stays(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    act(client, address(host.id, "pause"))
    host.read_inbox()
    take_back(client, host)
    assert not host.table.paused
    do(client, host, "warn", people[0])
    warned = FloorDecision.objects.get(kind="warn")
    assert errors(act(client, f"/floor/{host.id}/undo/{warned.pk}/")) == refusal_text("undo_heard")


def test_F8_nobody_decides_about_themselves_or_who_they_play_with(host: SteppedHost, people: list[User]) -> None:
    client, elsewhere = staff(FLOORMAN), open_table("Brno")
    floorman = User.objects.get(display_name=FLOORMAN.title())
    assert errors(act(client, address(host.id, "bar", floorman.pk), until="")) == refusal_text("plays_with")
    assert_refused(
        "plays_with", lambda: floor.warn(by=people[0].pk, table_id=elsewhere.pk, player=people[1].pk, why="mine")
    )
    assert not FloorDecision.objects.exists()
