"""People are found by name, e-mail, address and what apps know of them; each has one page, its parts by permission."""

import pytest
from django.test import Client

from backoffice import registry
from backoffice.api import PersonLookup, StaffAct
from cashier import api as cashier
from games.models.hand_reviews import HandReview
from games.operations.floor import hand_review
from pokerroom.models import SignIn, StaffNote, User
from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR, OWNER, ROLES
from pokerroom.sessions.sign_ins import device_of
from tests.games.support.restrictions import bar
from tests.games.support.tables import SteppedHost, host_with, open_table, seat
from tests.staff import staff, with_role

pytestmark = pytest.mark.django_db
LIST = "/office/people/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def text(client: Client, path: str) -> str:
    """A page that opens."""
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def note_sign_in(person: User, address: str, agent: str = FIREFOX) -> Client:
    """The person opens a page from this address."""
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    client.force_login(person)
    client.get("/")
    return client


@pytest.fixture
def two(alice: User, bob: User) -> tuple[User, User]:
    """Alice has an e-mail address and came from one network address, Bob from another."""
    User.objects.filter(pk=alice.pk).update(email="alice@club.example")
    note_sign_in(alice, "192.0.2.7")
    note_sign_in(bob, "2001:db8:1:2:aaaa::1")
    return alice, bob


@pytest.mark.parametrize(
    ("words", "is_alice", "is_bob"),
    [
        ("alice", True, False),
        ("club.example", True, False),
        ("192.0.2.7", True, False),
        ("192.0.2.", True, False),
        ("2001:db8:1:2::77", False, True),
        ("2001:db8:1", False, True),
        ("nobody", False, False),
        ("192.0.2.70", False, False),
    ],
)
def test_people_are_found(two: tuple[User, User], words: str, is_alice: bool, is_bob: bool) -> None:
    client = staff(OPERATOR)
    page = text(client, f"{LIST}?q={words}")
    assert ("Alice</a>" in page, "Bob</a>" in page) == (is_alice, is_bob)
    everywhere = text(client, f"/office/search/?q={words}")
    assert ("Alice</a>" in everywhere, "Bob</a>" in everywhere) == (is_alice, is_bob)


def test_F8_nobody_without_the_permission_finds_people_by_address(two: tuple[User, User]) -> None:
    client = staff(CASHIER)
    assert "Alice</a>" not in text(client, f"{LIST}?q=192.0.2.7")
    assert "Alice</a>" not in text(client, "/office/search/?q=192.0.2.7")
    assert "192.0.2.7" not in text(client, f"{LIST}{two[0].pk}/")
    assert "192.0.2.7" in text(staff(OWNER), f"{LIST}{two[0].pk}/")


def test_F8_staff_who_play_read_neither_notes_about_themselves_nor_who_suspects_their_hands(
    alice: User, bob: User
) -> None:
    for player in (alice, bob):
        cashier.open_wallet(user_id=player.pk, name=player.display_name, grant=10_000_00, currency="PLAY")
    host = host_with(alice, bob)
    host.fold_out()
    host.until("turn")
    jana, client = User.objects.create_user(username="jana", display_name="Jana"), Client()
    client.force_login(with_role(alice, FLOORMAN))
    suspicion = hand_review.Suspicion.CHIP_DUMPING
    hand_review.log_review(by=jana.pk, table_id=host.id, number=1, suspicion=suspicion, why="folds aces", key="one")
    (review,) = HandReview.objects.all()
    StaffNote.objects.create(person=alice, by=jana, text="her friend is Bob")
    other = staff(FLOORMAN)
    for path in (f"{LIST}{alice.pk}/", f"{LIST}{bob.pk}/", "/admin/games/handreview/"):
        assert "folds aces" not in text(client, path), path
        assert "folds aces" in text(other, path), path
    assert client.get(f"/admin/games/handreview/{review.pk}/change/").status_code == 302
    assert "her friend" not in text(client, f"{LIST}{alice.pk}/")
    assert "her friend" in text(other, f"{LIST}{alice.pk}/")


def test_apps_add_ways_to_find_people(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    lookup = PersonLookup("cashier.view_entry", lambda words: [bob.pk] if words == "A-17" else [])
    monkeypatch.setattr(registry, "_person_lookups", [lookup])
    assert "Bob</a>" in text(staff(CASHIER), f"{LIST}?q=A-17")
    assert "Bob</a>" not in text(staff(FLOORMAN), f"{LIST}?q=A-17")


def test_the_page_of_a_person_shows_seats_sign_ins_restrictions_notes_and_acts(two: tuple[User, User]) -> None:
    alice, bob = two
    for player in two:
        cashier.open_wallet(user_id=player.pk, name=player.display_name, grant=10_000_00, currency="PLAY")
    host = SteppedHost(open_table("Prague").pk)
    seat(host, alice, bob)
    bar(alice, open_table("Brno"))
    page = f"{LIST}{alice.pk}/"
    owner = staff(OWNER)
    owner.post(f"{page}note/", note_typed(owner, page, "talks to the dealer") | {"confirmed": "1"})
    shown = text(owner, page)
    for expected in (
        "Prague",
        "seat 1",
        "Firefox, Linux",
        "192.0.2.7",
        "Barred: Brno",
        "talks to the dealer",
        "Play money",
    ):
        assert expected in shown
    assert "Note added" in shown


def note_typed(client: Client, page: str, note: str) -> dict[str, str]:
    """The form of a note, with its token."""
    form = client.get(f"{page}note/").context["form"]
    return {"text": note, "once": str(form["once"].value())}


def test_a_note_is_added_once_and_its_text_is_not_in_the_log(bob: User) -> None:
    client = staff(FLOORMAN)
    page = f"{LIST}{bob.pk}/"
    typed = note_typed(client, page, "polite") | {"confirmed": "1"}
    for _ in range(2):
        assert client.post(f"{page}note/", typed).status_code == 302
    assert [(note.text, note.by.username) for note in StaffNote.objects.all()] == [("polite", "floorman")]
    (act,) = StaffAct.objects.all()
    assert (act.about, "polite" in str(act.changes) + act.reason) == (bob, False)


@pytest.mark.parametrize(
    ("role", "titles"),
    [
        (CASHIER, {"Wallets", "Notes"}),
        (FLOORMAN, {"Seats and waiting", "Bans and restrictions", "Notes"}),
        (DIRECTOR, {"Seats and waiting"}),
        (AUDITOR, {"Wallets", "Seats and waiting", "Sign-ins and addresses", "Acts of staff", "Notes"}),
    ],
)
def test_F8_each_role_sees_its_parts_of_the_page(role: str, titles: set[str], bob: User) -> None:
    page = text(staff(role), f"{LIST}{bob.pk}/")
    ours = {"Wallets", "Notes", "Seats and waiting", "Bans and restrictions", "Sign-ins and addresses", "Acts of staff"}
    ours -= set() if role != AUDITOR else {"Bans and restrictions"}
    assert {title for title in ours if f"<h2>{title}</h2>" in page} == titles


def test_the_list_shows_roles_and_filters_by_them(bob: User) -> None:
    client = staff(OWNER)
    for role in ROLES[1:4]:
        staff(role)
    page = text(client, f"{LIST}?role=cashier")
    assert "Cashier</a>" in page
    assert "Floorman</a>" not in page
    assert "Bob</a>" in text(client, f"{LIST}?kind=players")
    assert "Bob</a>" not in text(client, f"{LIST}?kind=staff")


def test_a_sign_in_is_noted_once_for_a_session_and_address(bob: User) -> None:
    client = note_sign_in(bob, "192.0.2.1")
    client.get("/")
    client.get("/", REMOTE_ADDR="192.0.2.2")
    assert sorted(SignIn.objects.values_list("address", flat=True)) == ["192.0.2.1", "192.0.2.2"]


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8", ""),
    ],
)
def test_the_device_is_named_in_a_few_words(agent: str, device: str) -> None:
    assert device_of(agent) == device
