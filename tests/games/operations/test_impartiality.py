"""F1, F8: nobody of the staff decides at a table where they play, whatever the act; others of the staff may."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.translation import override

from backoffice.models import RoomSetting
from cashier import api as cashier
from games import api, moderation
from games.engine.table import commands as cm
from games.models import Order, Table
from games.models.access import Admission, SeparatedPlayers
from games.models.conduct import ChatBan, FloorCall, Report
from games.models.floor_decisions import FloorDecision
from games.models.moves import TableMerge
from games.operations import floor, impartiality
from games.text.refusals import refusal_text
from pokerroom.models import Ban, User
from tests.browser_forms import shown_values
from tests.games.support.restrictions import bar
from tests.games.support.seats import assert_refused
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table, seat_entrants
from tests.games.web.operators.pages import send
from tests.staff import staff

pytestmark = pytest.mark.django_db

WORD = "You play at this table: another member of staff has to decide."
ACTS: dict[str, Callable[[int, int, int], object]] = {
    "void": lambda by, table, _: floor.void_hand(by=by, table_id=table, hand=1, why="two aces"),
    "pause": lambda by, table, _: floor.pause(by=by, table_id=table, why="lunch"),
    "resume": lambda by, table, _: floor.resume(by=by, table_id=table, why="lunch is over"),
    "answer a call": lambda by, table, _: floor.answer_call(call_id=call_at(table).pk, by=by, answer="Play on."),
    "take a call": lambda by, table, _: floor.take_call(call_id=call_at(table).pk, by=by),
    "change": lambda by, table, _: api.change_table(table_id=table, by=by, max_buy_in=9_000_00),
    "change the rules": lambda by, table, _: api.change_table(
        table_id=table, by=by, rules=Table.objects.get(pk=table).rules._replace(every=5)
    ),
    "change with a reason": lambda by, table, _: floor.change(
        by=by, table_id=table, why="dear", rules=Table.objects.get(pk=table).rules._replace(every=6)
    ),
    "close": lambda by, table, _: floor.close(by=by, table_id=table, why="late"),
    "thaw": lambda by, table, _: floor.thaw(by=by, table_id=table, why="checked"),
    "announce": lambda by, table, _: floor.announce(by=by, table_id=table, text="Hello"),
    "merge away": lambda by, table, other: api.merge_tables(table_id=table, into=other, reason="short", by=by),
    "merge into": lambda by, table, other: api.merge_tables(table_id=other, into=table, reason="short", by=by),
}


def call_at(table: int) -> FloorCall:
    """A call for the floor by another player of the table."""
    caller = User.objects.get(username="bob")
    moderation.call_floor(player=caller.pk, table_id=table, reason="Look at this")
    return FloorCall.objects.latest("pk")


@pytest.fixture
def dana() -> User:
    """A member of the staff with money."""
    return person("Dana")


@pytest.fixture
def host(dana: User) -> SteppedHost:
    """A table where Dana plays with Bob."""
    host = SteppedHost(open_table().pk)
    seat(host, dana, person("Bob"))
    host.until("turn")
    return host


@pytest.mark.parametrize("act", ACTS)
def test_F1_no_act_of_the_staff_is_taken_from_somebody_who_plays_there(host: SteppedHost, dana: User, act: str) -> None:
    other, orders = open_table("Brno").pk, Order.objects.count()
    before = Table.objects.values().get(pk=host.id)
    assert_refused("plays_here", lambda: ACTS[act](dana.pk, host.id, other))
    assert Table.objects.values().get(pk=host.id) == before
    assert Order.objects.count() == orders
    assert not FloorDecision.objects.exists()
    assert not TableMerge.objects.exists()
    assert not FloorCall.objects.exclude(answered_at=None, taken_at=None).exists()
    ACTS[act](person("Erik").pk, host.id, other)


@pytest.mark.parametrize("act", ACTS)
def test_F8_where_the_owner_allows_it_the_staff_decide_where_they_play(host: SteppedHost, dana: User, act: str) -> None:
    RoomSetting.objects.create(pk="own_acts", value=True)
    ACTS[act](dana.pk, host.id, open_table("Brno").pk)
    assert impartiality.check_not_playing(dana.pk, table_id=host.id) is True
    assert impartiality.check_no_opponent(dana.pk, User.objects.get(username="bob").pk) is True
    assert impartiality.check_not_playing(person("Erik").pk, table_id=host.id) is False


def test_F8_where_the_owner_allows_it_the_floors_page_offers_the_acts() -> None:
    client, host, _bob = staff_at_table("operator")
    RoomSetting.objects.create(pk="own_acts", value=True)
    assert f'href="/floor/{host.id}/act/pause/"' in client.get(f"/floor/{host.id}/").content.decode()


def test_F5_a_player_who_played_the_hand_and_left_does_not_void_it(host: SteppedHost, dana: User) -> None:
    host.fold_out()
    host.do(cm.Leave(dana.pk))
    assert_refused("plays_here", lambda: floor.void_hand(by=dana.pk, table_id=host.id, hand=1, why="mine"))
    assert not impartiality.plays_at(dana.pk, table_id=host.id), "the table is no longer hers"


def test_F1_an_ordered_seat_counts(dana: User) -> None:
    table = open_table()
    api.take_seat(user=dana, table_id=table.pk, seat=0, amount=1_000_00)
    assert_refused("plays_here", lambda: floor.pause(table_id=table.pk, by=dana.pk, why="mine"))


def test_F1_all_tables_of_a_tournament_count() -> None:
    first, second = open_tournament_table(), open_tournament_table("T7 table 2")
    dana, _ = seat_entrants(first, "Dana", "Bob")
    for host in (first, second):
        assert_refused("plays_here", floor.thaw, table_id=host.id, by=dana.pk, why="mine")
    floor.thaw(table_id=open_table("Brno").pk, by=dana.pk, why="not mine")


def staff_at_table(role: str) -> tuple[Client, SteppedHost, User]:
    """Dana of the staff, signed in, at a table with Bob."""
    client = staff(role, "Dana")
    dana = User.objects.get(username="dana")
    host = SteppedHost(open_table().pk)
    cashier.open_wallet(user_id=dana.pk, name="Dana", grant=10_000_00, currency="PLAY")
    seat(host, dana, person("Bob"))
    return client, host, User.objects.get(username="bob")


def test_F8_the_pages_of_the_staff_say_who_has_to_decide() -> None:
    client, host, _bob = staff_at_table("operator")
    page = client.get(f"/floor/{host.id}/").content.decode()
    assert WORD in page
    assert 'value="pause"' not in page
    several = f"/office/tables/several/?act=close&ticked={host.id}"
    answer = client.post(several, shown_values(client.get(several), "once") | {"reason": "late", "confirmed": "1"})
    assert WORD in answer.content.decode()
    assert Table.objects.get(pk=host.id).is_open
    changed = send(client, f"/office/tables/{host.id}/", name="Other", reason="a name")
    assert WORD in changed.content.decode()


def confirmed(**typed: object) -> dict[str, object]:
    """The confirmed form of an act with its reason."""
    return {"reason": "mine", "once": str(uuid4()), "confirmed": "1", **typed}


def test_F6_F8_conduct_of_opponents_is_judged_by_others() -> None:
    client, host, bob = staff_at_table("floorman")
    moderation.call_floor(player=bob.pk, table_id=host.id, reason="Look")
    call = FloorCall.objects.get()
    assert WORD in client.post(f"/floor/calls/{call.pk}/answer/", {"answer": "No"}).content.decode()
    assert WORD in client.post(f"/floor/calls/{call.pk}/take/", follow=True).content.decode()
    moderation.report(by=bob.pk, about=person("Eva").pk, table_id=host.id, description="rude")
    report = Report.objects.get()
    assert WORD in client.post(f"/floor/reports/{report.pk}/judge/", {"judgement": "No"}).content.decode()
    muting = {"how_long": "10", "reason": "spam", "once": str(uuid4())}
    assert refusal_text("plays_with") in client.post(f"/floor/people/{bob.pk}/mute/", muting).content.decode()
    pair = confirmed(other=person("Fred").username)
    assert refusal_text("plays_with") in client.post(f"/floor/people/{bob.pk}/apart/", pair).content.decode()
    gina = person("Gina").pk
    for page in ("bar", "invite"):
        answer = client.post(f"/floor/people/{gina}/{page}/", confirmed(table=host.id))
        assert WORD in answer.content.decode()
    assert refusal_text("plays_with") in client.post(f"/office/people/{bob.pk}/ban/", confirmed()).content.decode()
    assert not any(model.objects.exists() for model in (ChatBan, SeparatedPlayers, Admission, Ban))
    assert (FloorCall.objects.get().taken_at, FloorCall.objects.get().answered_at) == (None, None)
    assert Report.objects.get().judged_at is None


def test_F8_a_bar_at_their_own_table_is_not_lifted_by_staff_who_play_there() -> None:
    client, host, _bob = staff_at_table("floorman")
    barred = bar(person("Gina"), host.id)
    assert WORD in client.post(f"/floor/admissions/{barred.pk}/end/", confirmed()).content.decode()
    assert Admission.objects.get().ended_at is None


def test_F8_staff_decide_nothing_about_themselves_nor_bar_an_opponent_from_another_table() -> None:
    client, _host, bob = staff_at_table("floorman")
    dana, other = User.objects.get(username="dana"), open_table("Brno")
    barred = bar(dana, other)
    answers = [client.post(f"/floor/admissions/{barred.pk}/end/", confirmed())]
    for player, page in ((dana, "invite"), (bob, "bar"), (bob, "invite")):
        answers.append(client.post(f"/floor/people/{player.pk}/{page}/", confirmed(table=other.pk)))
    assert all(refusal_text("plays_with") in answer.content.decode() for answer in answers)
    assert list(Admission.objects.filter(ended_at=None)) == [barred]


def test_F8_an_opponent_who_is_about_to_sit_down_counts(dana: User) -> None:
    table, bob = open_table(), person("Bob")
    for number, player in enumerate((dana, bob)):
        api.take_seat(user=player, table_id=table.pk, seat=number, amount=1_000_00)
    assert_refused("plays_with", impartiality.check_no_opponent, dana.pk, bob.pk)
    impartiality.check_no_opponent(dana.pk, person("Eva").pk)


def test_the_word_is_clear_in_every_language() -> None:
    words = {}
    for language in ("en", "cs", "sk"):
        with override(language):
            words[language] = {refusal_text(code) for code in ("plays_here", "plays_with")}
    assert len(set.union(*words.values())) == 6
