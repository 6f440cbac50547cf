"""Own sessions end one by one or together; own data is a file; a deleted account leaves books and hands nameless."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from backoffice.api import Refused
from cashier import api as cashier
from cashier.cage import drawers, expiry, vouchers
from cashier.models import Account, Cage
from games.engine.views.visibility import public_view
from games.models import Hand
from games.models.conduct import ChatLine, Report
from games.models.watch_list import WatchCase, WatchFlag
from games.operations.floor.reports import chat_lines
from games.operations.watch_list import cases
from pokerroom.accounts import deletion, services, sessions
from pokerroom.models import SignIn, StaffNote, User
from pokerroom.roles import CASHIER, OWNER, PLAYER
from pokerroom.sessions.sign_ins import KEPT
from tests.conftest import PASSWORD
from tests.games.operations.watch_list.flags import case_of, found
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.staff import staff
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.priced_tournament import enter, opened
from tournaments import api as tournaments
from tournaments.engine.state import commands as cm
from tournaments.engine.views.types import Standing
from tournaments.models import Ticket
from tournaments.store import queries

pytestmark = pytest.mark.django_db
SESSIONS, DELETE, EXPORT = "/accounts/sessions/", "/accounts/delete/", "/accounts/your-data/"


def browser(who: User, address: str = "192.0.2.1") -> Client:
    """A browser in which somebody is signed in, with a page open."""
    client = Client(REMOTE_ADDR=address)
    client.force_login(who)
    client.get("/")
    return client


def is_in(client: Client) -> bool:
    return client.get("/accounts/settings/").status_code == 200


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Whose sockets were told to check that their session is still valid."""
    told: list[int] = []
    monkeypatch.setattr("games.messaging.messages.notify_access_changed", told.append)
    return told


def test_sessions_end_one_by_one_or_all_others(
    alice: User, bob: User, told: list[int], django_capture_on_commit_callbacks: object
) -> None:
    here, phone, tablet, others = browser(alice), browser(alice, "192.0.2.2"), browser(alice, "192.0.2.3"), browser(bob)
    key = here.session.session_key
    listed = sessions.open_sessions(alice, key=key)
    assert (listed[0].address, listed[0].is_this) == ("192.0.2.1", True)
    assert len(listed) == 3
    number = {one.address: one.number for one in listed}
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture without a type
        others.post(SESSIONS, {"session": number["192.0.2.2"]})
        assert is_in(phone), "nobody ends the session of somebody else"
        here.post(SESSIONS, {"session": number["192.0.2.2"]})
    assert (is_in(here), is_in(phone), is_in(tablet)) == (True, False, True)
    assert told == [alice.pk]
    here.post(SESSIONS, {"session": "others"})
    assert (is_in(here), is_in(tablet), is_in(others)) == (True, False, True)
    assert len(sessions.open_sessions(alice, key=key)) == 1


@pytest.mark.parametrize("way", ["play now", "sign up", "sign in", "sign in as another"])
def test_a_sign_in_is_noted_in_the_request_that_signs_in(way: str, alice: User, client: Client) -> None:
    if way == "sign in as another":
        client.post(reverse("accounts:play_now"))
    known = set(SignIn.objects.values_list("pk", flat=True))
    if way == "play now":
        client.post(reverse("accounts:play_now"))
    elif way == "sign up":
        client.post(reverse("accounts:sign_up"), {"name": "Zdena", "password": PASSWORD})
    else:
        client.post(reverse("accounts:sign_in"), {"name": "alice", "password": PASSWORD})
    noted = SignIn.objects.exclude(pk__in=known).get()
    assert str(noted.person_id) == client.session["_auth_user_id"]
    assert noted.session_key == client.session.session_key
    assert [one.is_this for one in sessions.open_sessions(noted.person, key=noted.session_key)] == [True]
    assert noted.person.last_login is not None
    client.get("/")
    assert SignIn.objects.exclude(pk__in=known).count() == 1


def test_a_session_stands_before_it_is_noted(alice: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending all sessions finds them by their notes, and ends one that has just begun as well."""

    def note_and_end(row: SignIn) -> bool:
        row.save()
        assert sessions.end_others(alice, key="") == 1
        return True

    monkeypatch.setattr("pokerroom.sessions.sign_ins.insert", note_and_end)
    client.post(reverse("accounts:sign_in"), {"name": "alice", "password": PASSWORD})
    assert not is_in(client)


def test_notes_of_half_a_year_ago_go_with_the_next_sign_in(alice: User, bob: User) -> None:
    long_ago = timezone.now() - KEPT - timedelta(hours=1)
    User.objects.filter(pk=alice.pk).update(date_joined=long_ago)
    for who, seen_at in ((alice, long_ago), (alice, long_ago + timedelta(hours=2)), (bob, long_ago)):
        SignIn.objects.create(person=who, address="192.0.2.9", seen_at=seen_at)
    alice.refresh_from_db()
    browser(alice)
    assert SignIn.objects.filter(person=alice, address="192.0.2.9").count() == 1
    assert SignIn.objects.filter(person=bob).count() == 1, "those of others wait for theirs"


def test_signing_out_and_a_new_password_end_sessions_in_the_list(alice: User) -> None:
    here, phone = browser(alice), browser(alice, "192.0.2.2")
    phone.post(reverse("accounts:sign_out"))
    assert [one.address for one in sessions.open_sessions(alice, key="")] == ["192.0.2.1"]
    alice.set_password("another long one")
    alice.save()
    assert sessions.open_sessions(alice, key=here.session.session_key) == []


def played(*names: str) -> list[User]:
    """People who played one hand and left."""
    people = [person(name) for name in names]
    host = SteppedHost(open_table().pk)
    seat(host, *people)
    host.until("turn")
    host.fold_out()
    return people


def test_own_data_has_money_hands_and_notes_and_nobody_elses_cards() -> None:
    anna, _bert = played("Anna", "Bert")
    client = browser(anna)
    assert client.get(EXPORT).status_code == 200
    answer = client.post(EXPORT)
    data = json.loads(answer.content)
    assert data["account"]["name"] == "Anna"
    assert data["wallets"]["PLAY"]["balance"] == cashier.balance(user_id=anna.pk, currency="PLAY")
    assert {row["kind"] for row in data["wallets"]["PLAY"]["movements"]} >= {"buy_in"}
    (hand,) = data["hands"]
    assert set(hand) == {"table", "hand", "at", "game", "won_or_lost", "put_in"}
    assert data["sign_ins"][0]["address"] == "192.0.2.1"
    assert "attachment" in answer["Content-Disposition"]


@pytest.fixture
def member(db: None) -> User:
    """Somebody with play money and nothing at stake."""
    return services.create_member(name="Gerda", password=PASSWORD)


def delete(client: Client, password: str = PASSWORD) -> str:
    return client.post(DELETE, {"password": password}, follow=True).content.decode()


def test_a_deleted_account_is_nameless_and_cannot_be_used(member: User) -> None:
    User.objects.filter(pk=member.pk).update(email="gerda@club.example")
    client, phone = browser(member), browser(member, "192.0.2.2")
    StaffNote.objects.create(person=member, by=member, text="polite")
    member.groups.add(Group.objects.get(name=PLAYER))
    assert Account.objects.filter(name="Gerda").exists()
    assert "not your current password" in delete(client, "wrong")
    assert "Your account is deleted." in delete(client)
    gone = User.objects.get(pk=member.pk)
    assert (gone.display_name, gone.email, gone.is_active) == (f"deleted {member.pk}", "", False)
    assert not is_in(phone)
    assert not SignIn.objects.exists()
    assert not gone.groups.exists()
    assert set(Account.objects.filter(owner=gone).values_list("name", flat=True)) == {gone.display_name}
    assert [(note.text, note.erased_at is not None) for note in StaffNote.objects.all()] == [("", True)]
    assert not Client().login(username="gerda", password=PASSWORD)
    assert services.create_member(name="Gerda", password=PASSWORD).display_name == "Gerda", "the name is free again"
    floor = staff(OWNER)
    for page, sentence in (("lift-ban", "is deleted"), ("roles", "is deleted")):
        typed = {"reason": "x", "confirmed": "1", "roles": CASHIER}
        assert sentence in floor.post(f"/office/people/{member.pk}/{page}/", typed).content.decode()


def test_books_and_hands_stay_without_the_name() -> None:
    anna, bert = played("Anna", "Bert")
    table = Hand.objects.get().table_id
    ChatLine.objects.create(table_id=table, player=anna, name="Anna", text="nice")
    with pytest.raises(Refused, match="seated"):
        deletion.delete_account(anna.pk)
    leave(table, anna)
    balance = cashier.balance(user_id=anna.pk, currency="PLAY")
    deletion.delete_account(anna.pk)
    names = {name for _seat, _player, name, _net in Hand.objects.get().results}
    assert names == {f"deleted {anna.pk}", "Bert"}
    assert ChatLine.objects.get().name == f"deleted {anna.pk}"
    assert cashier.balance(user_id=anna.pk, currency="PLAY") == balance
    assert bert.is_active


def test_the_log_of_an_idle_table_does_not_tell_the_name_of_a_deleted_account() -> None:
    anna, _bert = played("Anna", "Bert")
    table = Hand.objects.get().table_id
    leave(table, anna)
    host = SteppedHost(table)
    assert told_at(host, "Anna")
    deletion.delete_account(anna.pk)
    host.read_inbox()
    assert not told_at(host, "Anna")


def test_a_log_that_does_not_tell_the_name_of_a_deleted_account_stays() -> None:
    anna, bert = played("Anna", "Bert")
    table, celia = Hand.objects.get().table_id, person("Celia")
    leave(table, anna)
    host = SteppedHost(table)
    seat(host, celia)
    host.fold_out()
    deletion.delete_account(anna.pk)
    host.read_inbox()
    assert told_at(host, "Bert") or told_at(host, "Celia")
    leave(table, bert)


def told_at(host: SteppedHost, name: str) -> bool:
    """Whether the log of the table's last hand has a line about the name."""
    return any(line.name == name for line in public_view(host.table, table_id=host.id, version=host.number).log)


def test_the_chat_of_a_report_stays_without_the_name(db: None) -> None:
    gone, other = person("Anna"), person("Bert")
    row = Report(chat=[["20:15:00", gone.pk, "Anna", "nice"], ["20:15:09", other.pk, "Bert", "thanks"]])
    User.objects.filter(pk=gone.pk).update(display_name=f"deleted {gone.pk}", deleted_at=timezone.now())
    assert chat_lines(row) == [("20:15:00", f"deleted {gone.pk}", "nice"), ("20:15:09", "Bert", "thanks")]


def test_F7_flags_and_cases_stay_without_the_name_and_lose_no_decision(bob: User, member: User) -> None:
    jana = person("Jana")
    flag = found(member, bob)
    case, open_case = case_of(flag, jana), case_of(found(bob, kind="timing"), jana)
    cases.add_note(by=jana.pk, case_id=case.pk, text="seen hand 7", once="1")
    cases.decide(by=jana.pk, case_id=case.pk, decision=WatchCase.Decision.WARNED, reason="told her", once="2")
    before = list(WatchFlag.objects.order_by("pk").values())
    for gone in (member, jana):
        deletion.delete_account(gone.pk)
    assert list(WatchFlag.objects.order_by("pk").values()) == before
    case.refresh_from_db()
    assert (case.decision_text, case.assigned_to) == ("told her", jana), "a decided case keeps whose it was"
    open_case.refresh_from_db()
    assert open_case.assigned_to is None
    floor = staff(OWNER)
    for page in (f"/office/watch-list/{flag.pk}/", f"/office/watch-list/cases/{case.pk}/"):
        html = floor.get(page).content.decode()
        assert f"deleted {member.pk}" in html
        assert "Gerda" not in html
    assert "seen hand 7" in html


def test_a_tournament_stays_without_the_name() -> None:
    anna, bert = person("Anna"), person("Bert")
    tournament = opened()
    assert enter(tournament, anna, bert) == []
    assert {row.name for row in standings(tournament.id)} == {"Anna", "Bert"}, "the state is kept in memory now"
    User.objects.filter(pk=anna.pk).update(display_name=f"deleted {anna.pk}", deleted_at=timezone.now())
    for _ in range(2):
        assert {row.name for row in standings(tournament.id)} == {f"deleted {anna.pk}", "Bert"}
    queries._cache.clear()
    assert {row.name for row in standings(tournament.id)} == {f"deleted {anna.pk}", "Bert"}


def standings(tournament: int) -> tuple[Standing, ...]:
    """The standings as everybody sees them."""
    view = tournaments.current_view(tournament).view
    return view.standings


def leave(table: int, who: User) -> None:
    """The player leaves the table with all chips."""
    from games.engine.table import commands as table_commands

    SteppedHost(table).do(table_commands.Leave(who.pk))


def test_an_account_with_a_ticket_that_cost_money_is_not_deleted(member: User) -> None:
    ticket = Ticket.objects.create(player=member, currency="PLAY", amount=500_00, from_tournament_id=opened().id)
    deletion.check_deletable(member)
    Ticket.objects.filter(pk=ticket.pk).update(currency="CZK")
    with pytest.raises(Refused, match="ticket"):
        deletion.delete_account(member.pk)


def out_of_a_tournament(currency: str) -> tuple[DirectedTournament, int, int]:
    """A tournament that plays on, the player who leads it, and one who is out."""
    people = [person(name) for name in ("Anna", "Bert", "Cyril", "Dora")]
    for who in people:
        cashier.open_wallet(user_id=who.pk, currency=currency, grant=110_00)
    tournament = opened(currency=currency)
    assert enter(tournament, *people) == []
    tournament.play_hand(people[0].pk, (people[3].pk,))
    return tournament, people[0].pk, people[3].pk


def test_T15_T16_an_account_is_not_deleted_while_a_tournament_may_still_pay_it(db: None) -> None:
    tournament, _winner, out = out_of_a_tournament("CZK")
    with pytest.raises(Refused, match="unpaid"):
        deletion.delete_account(out)
    tournament.do(cm.Cancel("a fault"))
    with pytest.raises(Refused, match="money"):
        deletion.delete_account(out)
    assert cashier.balance(user_id=out, currency="CZK") == 110_00


def test_an_account_that_is_out_of_a_tournament_of_play_money_is_deleted(db: None) -> None:
    _tournament, winner, out = out_of_a_tournament("PLAY")
    deletion.delete_account(out)
    with pytest.raises(Refused, match="entered"):
        deletion.delete_account(winner)


def test_an_account_is_not_deleted_while_a_voucher_may_come_back_to_it(member: User, bob: User) -> None:
    desk = Cage.objects.create(name="Main desk")
    now = timezone.now()
    drawers.open_drawer(token=uuid4(), cage_id=desk.pk, floats={"CZK": 0}, by=bob.pk, now=now)
    vouchers.issue_voucher(
        token=uuid4(), currency="CZK", amount=300_00, expires_at=now + timedelta(days=1), by=bob.pk, now=now,
        cage_id=desk.pk, buyer=member.pk,
    )  # fmt: skip
    with pytest.raises(Refused, match="voucher"):
        deletion.delete_account(member.pk)
    expiry.return_expired(now=now + timedelta(days=1))
    with pytest.raises(Refused, match="money"):
        deletion.delete_account(member.pk)


@pytest.mark.parametrize(
    ("holding", "code"),
    [(("seat", "PLAY"), "chips"), (("pending", "CZK"), "pending"), (("wallet", "CZK"), "money")],
)
def test_an_account_with_money_or_chips_is_not_deleted(
    member: User, monkeypatch: pytest.MonkeyPatch, holding: tuple[str, str], code: str
) -> None:
    monkeypatch.setattr(cashier, "holdings", lambda *, user_id: [("wallet", "PLAY"), holding])
    with pytest.raises(Refused, match=code):
        deletion.delete_account(member.pk)
    assert User.objects.get(pk=member.pk).is_active


def test_staff_are_not_deleted(db: None) -> None:
    client = staff(CASHIER)
    who = User.objects.get(username=CASHIER)
    who.set_password(PASSWORD)
    who.save()
    client.force_login(who)
    assert "an owner has to take your roles away first" in delete(client)
