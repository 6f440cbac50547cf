"""H8: only after the hand, on a suspicion, never where they play; every look is in the log before a card is read."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from backoffice.api import StaffAct, faults
from backoffice.models import RoomSetting
from games import api
from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.table import commands as cm
from games.models import Hand, Notice, Seat, Table
from games.models.hand_reviews import HandReview
from games.models.play_time import Sitting
from games.operations import impartiality
from games.operations.floor import hand_review
from games.operations.floor.seats import move
from games.operations.merge_tables import plan_merge
from games.store import card_sealing
from pokerroom.accounts.deletion import delete_account
from pokerroom.models import User
from tests.games.support.seats import assert_refused
from tests.games.support.tables import SteppedHost, host_with, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table, seat_entrants

pytestmark = pytest.mark.django_db
DUMPING = hand_review.Suspicion.CHIP_DUMPING


@pytest.fixture
def host() -> SteppedHost:
    """A table where everybody has folded hand 1 to Alice or Bob, and hand 2 is being played."""
    host = host_with(person("Alice"), person("Bob"), person("Emil", bot=True))
    host.fold_out()
    host.until("turn")
    return host


@pytest.fixture
def floorman() -> int:
    return User.objects.create_user(username="jana", display_name="Jana").pk


def look(host: SteppedHost, by: int, *, number: int = 1, key: str = "one", why: str = "folds aces") -> object:
    return hand_review.review_hand(by=by, table_id=host.id, number=number, suspicion=DUMPING, why=why, key=key)


def assert_nothing_written() -> None:
    assert not HandReview.objects.exists()
    assert not StaffAct.objects.filter(act="hand.reviewed").exists()
    assert not Notice.objects.filter(code="hand_reviewed").exists()


def test_H8_a_look_returns_every_card_and_is_kept_for_each_player(host: SteppedHost, floorman: int) -> None:
    events = look(host, floorman)
    assert isinstance(events, tuple)
    assert [type(event) for event in events if type(event) in ev.SECRET] == [ev.DeckShuffled]
    review = HandReview.objects.get()
    assert (review.by_id, review.suspicion, review.reason) == (floorman, "chip_dumping", "folds aces")
    acts = StaffAct.objects.filter(act="hand.reviewed").order_by("number")
    players = hand_review.players_of(Hand.objects.get())
    assert [act.about_id for act in acts] == players
    assert {(act.by_id, act.subject_kind, act.subject_id, act.reason) for act in acts} == {
        (floorman, "hand", f"{host.id}:1", "folds aces")
    }
    assert not list(faults())
    told = Notice.objects.filter(code="hand_reviewed")
    assert {notice.player.display_name for notice in told} == {"Alice", "Bob"}
    assert {str(notice.detail) for notice in told} == {str({"table": "Prague", "number": 1})}


def test_H8_the_look_is_committed_before_a_card_is_read(
    host: SteppedHost, floorman: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def unseal(*row: object) -> tuple[()]:
        seen.append(HandReview.objects.count())
        return ()

    monkeypatch.setattr(card_sealing, "unseal", unseal)
    look(host, floorman)
    assert set(seen) == {1}

    def broken(*row: object) -> None:
        raise card_sealing.BrokenSeal

    monkeypatch.setattr(card_sealing, "unseal", broken)
    with pytest.raises(IllegalAction, match="cards_unreadable"):
        look(host, floorman, key="two")
    assert HandReview.objects.count() == 2, "a look that fails after its log entry stays in the log"


def test_H8_the_log_is_not_written_inside_another_transaction(host: SteppedHost, floorman: int) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        look(host, floorman)
    assert_nothing_written()


def test_H8_a_form_sent_twice_shows_the_cards_once(host: SteppedHost, floorman: int) -> None:
    assert look(host, floorman) is not None
    assert look(host, floorman) is None
    assert HandReview.objects.count() == 1
    assert look(host, floorman, key="another form") is not None
    assert HandReview.objects.count() == 2


@pytest.mark.parametrize(
    ("number", "why", "code"),
    [(2, "soft play", "hand_not_finished"), (3, "soft play", "no_hand"), (1, " \u200b ", "why_needed")],
)
def test_H8_no_running_hand_and_no_look_without_a_suspicion(
    host: SteppedHost, floorman: int, number: int, why: str, code: str
) -> None:
    with pytest.raises(IllegalAction, match=code):
        look(host, floorman, number=number, why=why)
    assert_nothing_written()


def test_H8_a_hand_that_was_called_void_after_its_end_can_be_reviewed(host: SteppedHost, floorman: int) -> None:
    Hand.objects.update(void=True)
    assert look(host, floorman) is not None


@pytest.mark.parametrize("leave", [False, True])
def test_H8_nobody_reviews_where_they_play_whatever_the_owner_allows(host: SteppedHost, leave: bool) -> None:
    RoomSetting.objects.create(key="own_acts", value=leave)
    alice, carol, dora = User.objects.get(username="alice"), person("Carol"), person("Dora")
    elsewhere = SteppedHost(open_table("Brno").pk)
    seat(elsewhere, carol, User.objects.get(username="bob"))
    seat(host, dora)
    for somebody, code in ((alice, "plays_here"), (dora, "plays_here"), (carol, "plays_with")):
        with pytest.raises(IllegalAction, match=code):
            look(host, somebody.pk)
    assert_nothing_written()


def test_H8_somebody_who_has_left_the_table_does_not_review_their_own_hand(host: SteppedHost) -> None:
    alice = User.objects.get(username="alice")
    host.fold_out()
    Seat.objects.filter(player=alice).delete()
    with pytest.raises(IllegalAction, match="plays_here"):
        look(host, alice.pk)
    assert_nothing_written()


@pytest.mark.parametrize("hours", [1, 11])
def test_H8_somebody_who_left_the_table_lately_sees_no_cards_of_those_they_may_play_with_again(
    host: SteppedHost, hours: int
) -> None:
    carol, elsewhere = person("Carol"), SteppedHost(open_table("Brno").pk)
    seat(elsewhere, carol, User.objects.get(username="bob"))
    elsewhere.do(cm.Leave(carol.pk))
    dora = person("Dora")
    seat(host, dora)
    host.do(cm.Leave(dora.pk))
    left_at = timezone.now() - timedelta(hours=hours)
    assert Sitting.objects.exclude(ended_at=None).update(ended_at=left_at) == 2
    for somebody in (carol, dora):
        assert_refused("played_lately", look, host, somebody.pk)
    assert_nothing_written()


def test_H8_somebody_who_left_the_table_long_ago_reviews_its_hands(host: SteppedHost) -> None:
    dora = person("Dora")
    seat(host, dora)
    host.do(cm.Leave(dora.pk))
    Sitting.objects.filter(player=dora).update(ended_at=timezone.now() - timedelta(hours=13))
    assert look(host, dora.pk) is not None


def test_H8_somebody_who_has_seen_hidden_cards_of_a_table_does_not_sit_down_there(host: SteppedHost) -> None:
    jana, elsewhere = person("Jana"), SteppedHost(open_table("Brno").pk)
    User.objects.filter(pk=jana.pk).update(is_staff=True)
    assert look(host, jana.pk) is not None
    assert_refused("reviewed_lately", api.take_seat, user=jana, table_id=host.id, seat=-1, amount=2_000_00)
    seat(elsewhere, jana)
    assert_refused("reviewed_lately", api.move_player, player=jana.pk, table_id=elsewhere.id, to=host.id)
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(hours=13)):
        api.take_seat(user=jana, table_id=host.id, seat=-1, amount=2_000_00)


def test_H8_nor_does_the_house_move_them_to_it(host: SteppedHost, floorman: int) -> None:
    jana, eva = person("Jana F"), person("Eva")
    assert look(host, jana.pk) is not None
    feeder = SteppedHost(open_table("Brno", feeds=Table.objects.get(pk=host.id)).pk)
    seat(feeder, jana, eva)
    assert_refused("move_not_allowed", move, by=floorman, table_id=feeder.id, player=jana.pk, to=host.id, why="full")
    assert api.send_to_main_table(table_id=feeder.id, line=[jana.pk, eva.pk]) == [eva.pk]
    plan = plan_merge(source=Table.objects.get(pk=feeder.id), target=Table.objects.get(pk=host.id))
    assert jana.pk in [stays.player for stays in plan.staying]
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(hours=13)):
        assert api.send_to_main_table(table_id=feeder.id, line=[jana.pk, eva.pk]) == [jana.pk]


def test_H8_somebody_who_is_out_of_a_tournament_reviews_no_hand_of_it_that_day() -> None:
    first, second = open_tournament_table(), open_tournament_table("T7 table 2")
    dana, _ = seat_entrants(first, "Dana", "Bob")
    seat_entrants(second, "Eva", "Fred")
    Seat.objects.filter(player=dana).delete()
    Sitting.objects.filter(player=dana).update(ended_at=timezone.now())
    eva = User.objects.get(username="eva").pk
    assert_refused("played_lately", impartiality.check_no_part, dana.pk, eva, table_id=second.id, hand=1)


def test_H8_one_person_reviews_so_many_hands_an_hour_at_all_tables_together(
    host: SteppedHost, floorman: int, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HAND_REVIEWS_PER_HOUR = 2
    other = SteppedHost(open_table("Brno").pk)
    seat(other, person("Carol"), person("Dora"))
    other.fold_out()
    now = timezone.now()
    for minute, table in ((0, host), (20, other)):
        monkeypatch.setattr(timezone, "now", lambda minute=minute: now + timedelta(minutes=minute))
        assert look(table, floorman, key=f"at {minute}") is not None
    again = "third"
    assert assert_refused("too_many_reviews", look, host, floorman, key=again) == {"count": 2, "minutes": 41}
    assert HandReview.objects.count() == 2
    assert look(host, User.objects.create_user(username="petr", display_name="Petr").pk, key="petr") is not None
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=60))
    assert look(host, floorman, key=again) is not None, "the refused form may be sent again"
    assert_refused("too_many_reviews", look, host, floorman, key="fourth")


def test_H8_a_deleted_account_stays_nameless_and_is_told_nothing(floorman: int) -> None:
    gone, bob = person("Gonda"), person("Bob")
    host = host_with(gone, bob)
    host.fold_out()
    host.do(cm.Leave(gone.pk))
    delete_account(gone.pk)
    look(host, floorman)
    assert [notice.player_id for notice in Notice.objects.filter(code="hand_reviewed")] == [bob.pk]
    assert "Gonda" not in str([(act.changes, act.reason) for act in StaffAct.objects.all()])
