"""The floor's page of a table: who may see it, what it shows, voiding a hand and pausing (F1, F3, F5, F8)."""

from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from cashier import api as cashier
from games.engine.events.kinds import LONGEST_REASON, VoidReason
from games.models import Hand, Order, Table
from games.models.floor_decisions import FloorDecision
from games.text.refusals import refusal_text
from games.web.floor.acts.pages import MOST_ACTS
from games.web.lobby.notices import take_notices
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, FLOORMAN, OPERATOR
from tests.games.support.tables import GRANT, SteppedHost, host_with, open_table, person, seat
from tests.games.web.floor.acting import act, address, errors
from tests.staff import staff

pytestmark = pytest.mark.django_db


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
    host = host_with(*people)
    host.until("turn")
    return host


def press(client: Client, host: SteppedHost, name: str = "void", **typed: object) -> str:
    """Does an act; returns the floor's page, before the table has applied the decision."""
    answer = act(client, address(host.id, name), **typed)
    assert answer.status_code in (302, 403, 422), answer.status_code
    return client.get(f"/floor/{host.id}/").content.decode()


def page(client: Client, host: SteppedHost) -> str:
    return client.get(f"/floor/{host.id}/").content.decode()


def test_F8_players_and_other_staff_get_404(host: SteppedHost, people: list[User]) -> None:
    for client in (Client(), signed_in(people[0]), staff(CASHIER)):
        assert client.get(f"/floor/{host.id}/").status_code == 404
    assert not Order.objects.filter(kind=Order.Kind.VOID_HAND).exists()


def test_F8_auditors_see_the_page_but_change_nothing(host: SteppedHost) -> None:
    client = staff(AUDITOR)
    assert "Void hand" not in page(client, host)
    assert client.post(address(host.id, "void"), {"reason": "mine", "confirmed": "1"}).status_code == 403
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


def test_F5_a_hand_that_is_over_when_the_table_reads_the_order_is_refused_with_a_reason(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    press(client, host)
    host.play_hand()
    host.until("turn")
    host.read_inbox()
    after = page(client, host)
    assert "refused</span>" in after
    assert "The next hand has begun, so the one before it stands." in after


def test_F3_without_a_reason_nothing_is_decided(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    assert act(client, address(host.id, "void"), reason="  ").status_code == 422
    assert not FloorDecision.objects.exists()
    assert client.get(address(host.id, "dance")).status_code == 404


def test_F1_the_same_form_sent_twice_decides_once(host: SteppedHost) -> None:
    client, once = staff(FLOORMAN), str(uuid4())
    for _ in range(2):
        assert act(client, address(host.id, "pause"), once=once).status_code == 302
    assert FloorDecision.objects.count() == 1


def test_F3_the_field_takes_the_longest_reason_that_is_kept(host: SteppedHost) -> None:
    client, longest = staff(FLOORMAN), "x" * LONGEST_REASON
    assert f'maxlength="{LONGEST_REASON}"' in client.get(address(host.id, "pause")).content.decode()
    press(client, host, "pause", reason=longest)
    assert FloorDecision.objects.get().reason == longest


def test_F1_the_reason_is_escaped(host: SteppedHost, people: list[User]) -> None:
    client = staff(FLOORMAN)
    press(client, host, reason="<b>{amount}</b> & x")
    host.read_inbox()
    assert "<b>{amount}</b>" not in page(client, host)
    (item,) = take_notices(people[0].pk)
    assert "The floor: <b>{amount}</b> &amp; x" in item.text or "The floor: <b>{amount}</b> & x" in item.text


def test_F1_a_table_that_does_not_exist_and_a_tournament_table_have_no_floor_page(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    assert client.get("/floor/999999/").status_code == 404
    Table.objects.filter(pk=host.id).update(tournament=7)
    assert client.get(f"/floor/{host.id}/").status_code == 404


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This table is closed, and everybody has left with their chips: its last hand stands."),
        ("cs", "Stůl je zavřený a všichni odešli i se svými žetony: poslední handa platí."),
        ("sk", "Stôl je zatvorený a všetci odišli aj so svojimi žetónmi: posledná handa platí."),
    ],
)
def test_F5_the_floors_page_of_a_closed_table_says_why_its_last_hand_stands(
    host: SteppedHost, language: str, sentence: str
) -> None:
    host.fold_out()
    client = staff(FLOORMAN)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    press(client, host, "close", reason="fire drill")
    host.read_inbox()
    assert Table.objects.get(pk=host.id).closed_at
    html = page(client, host)
    assert sentence in html
    assert "fire drill" in html, "the decisions can still be read"
    assert address(host.id, "pause") not in html
    assert errors(act(client, address(host.id, "void"))) == sentence


def test_F1_the_table_links_to_the_page_for_the_floor_only(host: SteppedHost, people: list[User]) -> None:
    link = f'href="/floor/{host.id}/"'
    assert link in staff(FLOORMAN).get(f"/table/{host.id}/").content.decode()
    assert link not in signed_in(people[0]).get(f"/table/{host.id}/").content.decode()


def test_F1_F3_the_floor_pauses_and_resumes_a_table(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    press(client, host, "pause")
    host.read_inbox()
    assert host.table.paused
    after = page(client, host)
    assert "Resume" in after
    assert "Pause after this hand" not in after
    press(client, host, "resume", reason="all is well")
    host.read_inbox()
    assert not host.table.paused
    assert list(FloorDecision.objects.order_by("id").values_list("kind", "hand", "reason")) == [
        ("pause", 1, "two aces"),
        ("resume", 1, "all is well"),
    ]


def shown(client: Client, host: SteppedHost, *names: str) -> list[object]:
    """These values of the floor's page."""
    answer = client.get(f"/floor/{host.id}/")
    return [answer.context[name] for name in names]


def test_F1_the_page_shows_each_seat_with_its_chips_and_result(host: SteppedHost, people: list[User]) -> None:
    client = staff(FLOORMAN)
    alice = {"number": 1, "player": people[0].pk, "name": "Alice", "bot": False, "chips": 2_000_00, "won": None}
    bob = {**alice, "number": 2, "player": people[1].pk, "name": "Bob"}
    assert shown(client, host, "seats", "line") == [[alice, bob], None]
    host.fold_out()
    seats, line = shown(client, host, "seats", "line")
    assert line is not None
    won = {player: change for _seat, player, _name, change in Hand.objects.get().results}
    assert sorted(won.values()) == [-10_00, 10_00]
    results = [(row, won[user.pk]) for row, user in zip((alice, bob), people, strict=True)]
    assert seats == [{**row, "chips": 2_000_00 + change, "won": change} for row, change in results]
    press(client, host)
    host.read_inbox()
    assert shown(client, host, "seats", "line", "may_run") == [[alice, bob], None, True]
    assert "void" not in offered(client, host)


def offered(client: Client, host: SteppedHost) -> list[str]:
    """The acts that the page offers."""
    (acts,) = shown(client, host, "acts")
    return [row["name"] for row in acts]  # type: ignore[attr-defined]  # a list


def test_F8_who_may_void_and_run(host: SteppedHost) -> None:
    empty = SteppedHost(open_table("Brno").pk)
    floorman, auditor = staff(FLOORMAN), staff(AUDITOR)
    names = ("may_run", "in_the_way")
    assert shown(floorman, host, *names) == [True, ""]
    assert "void" in offered(floorman, host)
    assert shown(auditor, host, *names) == [False, ""]
    assert offered(auditor, host) == []
    assert shown(floorman, empty, *names) == [True, ""]
    assert "void" not in offered(floorman, empty)
    for role in (FLOORMAN, AUDITOR):
        user = User.objects.get(display_name=role.title())
        cashier.open_wallet(user_id=user.pk, name=role, grant=GRANT, currency="PLAY")
        seat(empty, user)
    assert shown(floorman, empty, *names) == [False, refusal_text("plays_here")]
    assert shown(auditor, empty, *names) == [False, ""]


def test_F1_every_act_gives_its_order(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    Table.objects.filter(pk=host.id).update(frozen=True)
    for name in ("thaw", "announce", "pause", "resume", "close"):
        press(client, host, name)
        host.read_inbox()
    kinds = list(FloorDecision.objects.order_by("id").values_list("kind", flat=True))
    assert kinds == ["thaw", "announce", "pause", "resume", "close"]
    assert [row["text"] for row in shown(client, host, "decisions")[0]] == [  # type: ignore[attr-defined]  # a list
        "Close after hand #1",
        "Resume after hand #1",
        "Pause after hand #1",
        "Announce after hand #1",
        "Let the table continue after hand #1",
    ]


def test_F1_too_many_decisions_at_once_are_refused(host: SteppedHost) -> None:
    operator = staff(OPERATOR)
    for _ in range(MOST_ACTS):
        assert act(operator, address(host.id, "announce")).status_code == 302
    assert errors(act(operator, address(host.id, "announce"))) == refusal_text("slow_down")


def test_F1_a_decision_tells_who_made_it_why_and_what_became_of_it(host: SteppedHost, people: list[User]) -> None:
    alice = people[0]
    row = {"table_id": host.id, "hand": 4, "kind": "void_hand"}
    by_room = FloorDecision.objects.create(**row, reason=VoidReason.FAULT)
    reasoned = FloorDecision.objects.create(**row, reason="two aces")
    quoted = FloorDecision.objects.create(**row, reason=VoidReason.FAULT, by=alice)
    order = Order.objects.filter(table=host.id).first()
    assert order is not None
    waiting, refused, done = (
        FloorDecision.objects.create(**row, reason="why", by=alice, order=copied(order, **fields))
        for fields in (
            {"applied_at": None},
            {"applied_at": None, "refused": "hand_over"},
            {"applied_at": order.applied_at},
        )
    )
    fault, stays = "Its cards or chips did not add up.", refusal_text("undo_money")
    rows = [
        (done, "Alice", "why", "done", ""),
        (refused, "Alice", "why", "refused", refusal_text("hand_over")),
        (waiting, "Alice", "why", "waiting", ""),
        (quoted, "Alice", VoidReason.FAULT, "done", ""),
        (reasoned, "The room", "two aces", "done", ""),
        (by_room, "The room", fault, "done", ""),
    ]
    assert shown(staff(FLOORMAN), host, "decisions")[0] == [
        {
            "at": decision.created_at, "by": by, "text": "Hand #4 void", "why": why, "state": state,
            "refused": sentence, "changes": [], "undo": "", "stays": stays, "id": decision.pk,
        }
        for decision, by, why, state, sentence in rows
    ]  # fmt: skip


def copied(order: Order, **fields: object) -> Order:
    """Another order like this one."""
    values = {field.attname: getattr(order, field.attname) for field in Order._meta.concrete_fields}
    return Order.objects.create(**{**values, "id": None, "key": f"copy{Order.objects.count()}", **fields})
