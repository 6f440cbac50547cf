"""F8: people and addresses are banned and let in again on pages of the back office, each time with a reason."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from backoffice import kept
from backoffice.api import Refused, StaffAct
from backoffice.models import RoomSetting
from cashier import api as cashier
from pokerroom import address_bans, bans
from pokerroom.models import AddressBan, Ban, SignIn, User
from pokerroom.roles import CASHIER, FLOORMAN, OPERATOR, OWNER
from tests.games.support.tables import SteppedHost, open_table, seat
from tests.pokerroom.people.test_people import note_sign_in
from tests.sockets import SocketClient
from tests.staff import staff

pytestmark = pytest.mark.django_db
ADDRESSES = "/office/people/addresses/"
THERE = "198.51.100.4"


def ban_page(who: User) -> str:
    return f"/office/people/{who.pk}/ban/"


def submit(client: Client, path: str, **typed: str) -> str:
    """Confirms an act; the page afterwards."""
    return client.post(path, {"reason": "two accounts", "confirmed": "1", **typed}, follow=True).content.decode()


def test_F3_a_person_is_banned_after_a_preview_let_in_again_and_both_are_logged(bob: User) -> None:
    floor = staff(FLOORMAN)
    until = timezone.now() + timedelta(days=2)
    typed = {"reason": "two accounts", "until": until.strftime("%Y-%m-%dT%H:%M")}
    preview = floor.post(ban_page(bob), typed).content.decode()
    assert "It ends by itself" in preview
    assert User.objects.get(pk=bob.pk).is_active
    submit(floor, ban_page(bob), **typed)
    assert not User.objects.get(pk=bob.pk).is_active
    assert "already banned" in submit(floor, ban_page(bob))
    submit(floor, f"/office/people/{bob.pk}/lift-ban/", reason="a mistake")
    assert User.objects.get(pk=bob.pk).is_active
    assert "not banned" in submit(floor, f"/office/people/{bob.pk}/lift-ban/")
    assert [ban.kind for ban in Ban.objects.order_by("pk")] == ["banned", "lifted"]
    acts = list(StaffAct.objects.order_by("number"))
    assert [(act.act, act.about, act.reason) for act in acts] == [
        ("people.banned", bob, "two accounts"),
        ("people.ban_lifted", bob, "a mistake"),
    ]
    assert acts[0].changes[0][:2] == ["until", ""]


@pytest.mark.parametrize("typed", [{"reason": " "}, {"until": "2020-01-01T10:00"}, {"until": "soon"}])
def test_F3_a_ban_without_a_reason_or_with_an_end_in_the_past_is_refused(bob: User, typed: dict[str, str]) -> None:
    answer = staff(FLOORMAN).post(ban_page(bob), {"reason": "x", "confirmed": "1", **typed})
    assert answer.status_code == 422
    assert User.objects.get(pk=bob.pk).is_active


def test_F8_only_owners_ban_staff_and_the_last_owner_stays(bob: User) -> None:
    operator, owner = staff(OPERATOR), staff(OWNER)
    staff(CASHIER)
    cashier, owns = (User.objects.get(username=name) for name in (CASHIER, OWNER))
    assert "Only an owner may decide about staff" in submit(operator, ban_page(cashier))
    submit(owner, ban_page(cashier))
    assert not User.objects.get(pk=cashier.pk).is_active
    root = Client()
    root.force_login(User.objects.create_superuser("root", password="x", display_name="Root"))
    assert "This is the last owner" in submit(root, ban_page(owns))


def test_F8_with_the_owners_leave_an_opponent_is_banned_and_the_log_marks_it(bob: User) -> None:
    floor = staff(FLOORMAN, "Dana")
    dana = User.objects.get(username="dana")
    for player in (dana, bob):
        cashier.open_wallet(user_id=player.pk, name=player.display_name, grant=10_000_00, currency="PLAY")
    host = SteppedHost(open_table().pk)
    seat(host, dana, bob)
    assert "another member of staff" in submit(floor, ban_page(bob))
    RoomSetting.objects.create(pk="own_acts", value=True)
    submit(floor, ban_page(bob))
    assert [act.own for act in StaffAct.objects.all()] == [True]


def test_F8_nobody_enters_from_a_banned_address_until_the_ban_is_lifted(alice: User) -> None:
    operator = staff(OPERATOR)
    player = note_sign_in(alice, THERE)
    stranger = Client(REMOTE_ADDR=THERE)
    preview = operator.post(f"{ADDRESSES}ban/", {"address": THERE, "reason": "bots"}).content.decode()
    assert "1 account used it in the last 30 days: Alice." in preview
    assert "shuts you out" not in preview
    submit(operator, f"{ADDRESSES}ban/", address=THERE, reason="bots")
    for client in (player, stranger):
        page = client.get("/")
        assert page.status_code == 403
        assert all(word in page.content.decode() for word in ("This address is banned", "bots"))
        assert client.get("/accounts/sign-in/").status_code == 403
    assert Client(REMOTE_ADDR="198.51.100.5").get("/").status_code == 200
    assert stranger.get("/healthz").status_code == 200
    submit(operator, f"{ADDRESSES}{AddressBan.objects.get().pk}/lift/", reason="a mistake")
    assert player.get("/").status_code == 200
    assert [act.act for act in StaffAct.objects.order_by("number")] == [address_bans.BANNED, address_bans.LIFTED]


def test_F8_whoever_is_in_the_room_from_a_banned_address_leaves_it_at_once(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []
    monkeypatch.setattr("games.messaging.messages.notify_address_banned", told.append)
    with django_capture_on_commit_callbacks(execute=True):
        submit(staff(OPERATOR), f"{ADDRESSES}ban/", address=THERE)
    assert told == [THERE]


def test_F8_a_ban_made_in_another_process_is_in_force_for_pages_after_a_second(
    monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    now = 100.0
    monkeypatch.setattr(kept, "monotonic", lambda: now)
    player = Client(REMOTE_ADDR=THERE)
    assert player.get("/rules/").status_code == 200
    ban = AddressBan.objects.create(address=THERE, reason="bots", by=alice)
    assert player.get("/rules/").status_code == 200, "the process does not know yet"
    now += address_bans.READ_AGAIN_SECONDS
    assert player.get("/rules/").status_code == 403
    AddressBan.objects.filter(pk=ban.pk).update(lifted_at=timezone.now(), lifted_by=alice, lift_reason="a mistake")
    assert player.get("/rules/").status_code == 200, "a ban that has ended shuts nobody out"


def test_F8_pages_of_visitors_ask_for_bans_once_a_second(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    now = 100.0
    monkeypatch.setattr(kept, "monotonic", lambda: now)
    with django_assert_num_queries(1):
        for last in range(5):
            Client(REMOTE_ADDR=f"192.0.2.{last}").get("/accounts/sign-up/")


def test_F8_the_preview_of_a_banned_address_names_who_came_from_there_lately(alice: User, bob: User) -> None:
    for person in (alice, bob):
        note_sign_in(person, THERE)
    SignIn.objects.filter(person=bob).update(seen_at=timezone.now() - timedelta(days=31))
    assert address_bans.accounts_at(THERE) == [alice]


def test_F8_a_banned_address_is_refused_once_and_its_ban_ends_by_itself() -> None:
    operator = staff(OPERATOR)
    submit(operator, f"{ADDRESSES}ban/", address=" 2001:db8:5:6:1::9 ")
    assert AddressBan.objects.get().address == "2001:db8:5:6::"
    assert "is banned already" in submit(operator, f"{ADDRESSES}ban/", address="2001:db8:5:6::1")
    assert "no network address" in submit(operator, f"{ADDRESSES}ban/", address="my street")
    assert AddressBan.objects.count() == StaffAct.objects.count() == 1
    assert address_bans.ban_of("2001:db8:5:6::") is not None
    now, by = timezone.now(), User.objects.get(username=OPERATOR)
    AddressBan.objects.create(address=THERE, reason="x", by=by, at=now - timedelta(2), until=now - timedelta(1))
    assert address_bans.ban_of(THERE) is None
    assert address_bans.ban_of("") is None


def test_F8_the_preview_warns_of_staff_who_came_from_the_address() -> None:
    note_sign_in(User.objects.get(username=staff(CASHIER) and CASHIER), THERE)
    preview = staff(OPERATOR).post(f"{ADDRESSES}ban/", {"address": THERE, "reason": "bots"}).content.decode()
    assert "There are staff among them" in preview


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (OPERATOR, "You are signed in from this address"),
        (OWNER, "An owner is signed in from this address"),
        ("root", "An owner is signed in from this address"),
    ],
)
def test_F8_nobody_shuts_out_an_owner_or_themselves_by_banning_an_address(who: str, said: str) -> None:
    """Otherwise an operator could lock the owner out of the room, and nobody might be left who can lift the ban."""
    operator, _owner = staff(OPERATOR), staff(OWNER)
    User.objects.create_superuser("root", password="x", display_name="Root")
    person = User.objects.get(username=who)
    there = note_sign_in(person, THERE)
    for typed in ({"confirmed": "1"}, {"confirmed": ""}):
        answer = operator.post(f"{ADDRESSES}ban/", {"address": THERE, "reason": "bots"} | typed)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert not AddressBan.objects.exists()
    assert there.get("/").status_code == 200
    there.post("/accounts/sign-out/")
    submit(operator, f"{ADDRESSES}ban/", address=THERE)
    assert AddressBan.objects.get().address == THERE


@pytest.mark.parametrize("since", [timedelta(days=2), timedelta(hours=-1)])
def test_F8_an_address_that_an_owner_used_days_ago_or_with_an_ended_session_is_banned(since: timedelta) -> None:
    operator, _owner = staff(OPERATOR), staff(OWNER)
    owner = User.objects.get(username=OWNER)
    there = note_sign_in(owner, THERE)
    if since > timedelta():
        SignIn.objects.filter(person=owner, address=THERE).update(seen_at=timezone.now() - since)
    else:
        Session.objects.filter(session_key=there.session.session_key).update(expire_date=timezone.now() + since)
    submit(operator, f"{ADDRESSES}ban/", address=THERE)
    assert AddressBan.objects.get().address == THERE


@pytest.mark.django_db(transaction=True)
def test_F8_of_two_owners_who_ban_each_other_at_the_same_moment_one_stays() -> None:
    staff(OWNER), staff(OWNER, "Second")
    one, other = User.objects.get(username=OWNER), User.objects.get(username="second")
    start = Barrier(2)

    def ban(by: User, person: User) -> str:
        try:
            assert not bans.refusal(person=person, kind=Ban.Kind.BANNED, by=by)
            start.wait(timeout=60)
            bans.decide(person_id=person.pk, kind=Ban.Kind.BANNED, reason="a quarrel", by=by)
        except Refused as refused:
            return refused.sentence
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor() as threads:
        answers = sorted(threads.map(ban, (one, other), (other, one)))
    assert answers == ["", "This is the last owner: make somebody else an owner first."]
    assert User.objects.filter(is_active=True).count() == 1


@pytest.mark.django_db(transaction=True)
async def test_F8_a_socket_from_a_banned_address_closes_so_that_its_page_says_why(alice: User) -> None:
    from pokerroom.asgi import application

    await AddressBan.objects.acreate(address=THERE, reason="bots", by=alice)
    socket = SocketClient(application, "/ws/lobby/")
    socket.scope["client"] = (THERE, 1)
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output())["type"] == "websocket.accept"
    assert (await socket.receive_output())["code"] == 4403
