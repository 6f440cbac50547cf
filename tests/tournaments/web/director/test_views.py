"""The director's page: all of F4, each command with its reason, the cancellation preview, and permissions (F8)."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from cashier import api as cashier
from pokerroom.models import User
from pokerroom.roles import AUDITOR, DIRECTOR
from tests.games.support.tables import GRANT, person
from tests.tournaments.web.support.director import PageDesk, soon
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import NO_BREAK
from tournaments.models import TournamentDecision
from tournaments.store.codec import snapshot

pytestmark = pytest.mark.django_db


def staff(name: str, role: str) -> User:
    user = person(name)
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(staff("Dana", DIRECTOR))
    return client


@pytest.fixture
def desk() -> PageDesk:
    desk = PageDesk(soon(seats=3, min_players=3, late=None))
    for number in range(6):
        api.enter(user=person(f"P{number}"), tournament_id=desk.id, key="x")
    return desk.work()


def direct(client: Client, desk: PageDesk, do: str, *, why: str = "because", **typed: object) -> str:
    answer = client.post(f"/tournaments/{desk.id}/direct/", {"do": do, "why": why, **typed}, follow=True)
    assert answer.status_code == 200
    desk.work()
    return answer.content.decode()


def test_f8_players_have_no_directors_page(desk: PageDesk) -> None:
    client = Client()
    client.force_login(person("Petr"))
    for page in ("direct/", "direct/cancel/", "direct/moves/", "change/"):
        assert client.get(f"/tournaments/{desk.id}/{page}").status_code == 404
    assert client.get("/tournaments/announce/").status_code == 404
    assert client.post(f"/tournaments/{desk.id}/direct/", {"do": "start", "why": "x"}).status_code == 404
    assert desk.work().state.stage == "open"


def test_f8_auditors_view_the_directors_page_and_change_nothing(desk: PageDesk) -> None:
    client = Client()
    client.force_login(staff("Audit", AUDITOR))
    assert "Start now" not in client.get(f"/tournaments/{desk.id}/direct/").content.decode()
    direct(client, desk, "start")
    assert desk.state.stage == "open"


def test_f4_a_reason_is_kept_as_one_printable_line(director: Client, desk: PageDesk) -> None:
    for do in ("start", "pause"):
        direct(director, desk, do, why="Every\0body\nis here")
        assert TournamentDecision.objects.exclude(by=None).latest("pk").why == "Every body is here"
    assert desk.state.paused


def test_f4_a_reason_is_needed_and_kept(director: Client, desk: PageDesk) -> None:
    assert "Give a reason" in direct(director, desk, "start", why=" ")
    assert desk.state.stage == "open"
    direct(director, desk, "start", why="Everybody is here")
    assert desk.state.stage == "running"
    page = director.get(f"/tournaments/{desk.id}/direct/").content.decode()
    assert "Everybody is here" in page
    assert "Dana" in page


def test_f5_a_void_hand_is_requested_with_a_reason(director: Client, desk: PageDesk) -> None:
    direct(director, desk, "start")
    assert "The decision has been sent." in direct(director, desk, "void", table="1", why="two aces of spades")
    told = api.decisions(desk.id)[0]
    assert told.events == (ev.VoidRequested(1, 1, "two aces of spades"),)
    assert (told.by, told.why) == ("Dana", "two aces of spades")
    assert "There is no such table." in direct(director, desk, "void", table="9")


def test_f4_the_clock(director: Client, desk: PageDesk) -> None:
    direct(director, desk, "start")
    direct(director, desk, "pause")
    assert desk.state.paused
    direct(director, desk, "resume")
    assert not desk.state.paused
    direct(director, desk, "next")
    assert desk.state.level == 2
    direct(director, desk, "previous")
    assert desk.state.level == 1
    direct(director, desk, "hand_on")
    assert desk.state.hand_for_hand
    direct(director, desk, "hand_off")
    direct(director, desk, "break", minutes="10")
    assert desk.state.current_break.length == 600_000
    direct(director, desk, "end")
    assert desk.state.ending


def test_f4_players_and_tables(director: Client, desk: PageDesk) -> None:
    direct(director, desk, "start")
    player = next(iter(desk.state.players))
    direct(director, desk, "warn", player=player)
    assert desk.state.players[player].warnings == 1
    direct(director, desk, "penalise", player=player, hands="3", why="soft play")
    waiting = desk.state.waiting
    assert [(one.kind, one.player) for one in waiting] == [("penalise", player)], "a hand runs"
    page = director.get(f"/tournaments/{desk.id}/direct/").content.decode()
    assert "soft play" in page
    direct(director, desk, "undo_player", player=player)
    assert not desk.state.waiting
    direct(director, desk, "disqualify", player=player)
    assert desk.state.waiting[0].kind == "disqualify"


@pytest.mark.parametrize(
    ("do", "typed"),
    [
        ("move", {"player": "x"}), ("move", {"player": "1", "to": "99"}), ("penalise", {"player": "99999999999"}),
        ("break", {"minutes": "-5"}), ("break_table", {"table": "77"}), ("nonsense", {}), ("deal:yes", {}),
        ("deal:icm", {"kept": "lots"}), ("start", {}),
    ],
)  # fmt: skip
def test_invalid_input_is_answered_with_a_sentence_and_changes_nothing(
    director: Client, desk: PageDesk, do: str, typed: dict[str, str]
) -> None:
    desk.tell(cm.Start())
    before = snapshot(desk.state)
    assert 'class="message error"' in direct(director, desk, do, **typed)
    assert snapshot(desk.state) == before


def test_t3_the_director_sets_the_seats(director: Client, desk: PageDesk) -> None:
    players = list(desk.state.players)
    lines = "\n".join(f"{player} {1 + at // 3} {1 + at % 3}" for at, player in enumerate(players))
    direct(director, desk, "start", seats=lines)
    assert [(one.table, one.seat) for one in desk.state.players.values()] == [
        (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2),
    ]  # fmt: skip


def test_t15_cancelling_pays_what_its_preview_showed(director: Client, desk: PageDesk) -> None:
    page = director.get(f"/tournaments/{desk.id}/direct/cancel/").content.decode()
    assert page.count("<b>110</b>") == 6
    assert desk.state.stage == "open"
    director.post(f"/tournaments/{desk.id}/direct/cancel/", {"do": "cancel", "why": "No power"})
    desk.work()
    assert desk.state.stage == "cancelled"
    assert all(cashier.balance(user_id=player) == GRANT for player in desk.state.players)


def test_t6_the_report_of_moves(director: Client, desk: PageDesk) -> None:
    direct(director, desk, "start")
    page = director.get(f"/tournaments/{desk.id}/direct/moves/").content.decode()
    assert "Big blinds" in page
    assert "P0" in page


def test_f4_commands_that_moved_no_money_can_be_taken_back(director: Client, desk: PageDesk) -> None:
    direct(director, desk, "start")
    player = next(iter(desk.state.players))
    here = f"/tournaments/{desk.id}/direct/"
    for do in ("break_over", "keep_on"):
        assert 'class="message error"' in direct(director, desk, do)
    assert "This player has no penalty to lift." in direct(director, desk, "lift", player=player)
    direct(director, desk, "break", minutes="10")
    assert 'form="d-undo-rest"' in director.get(here).content.decode()
    direct(director, desk, "break_over")
    assert desk.state.current_break == NO_BREAK
    direct(director, desk, "end", why="We close")
    page = director.get(here).content.decode()
    assert 'form="d-undo-end"' in page
    direct(director, desk, "keep_on", why="We do not")
    assert not desk.state.ending
    page = director.get(here).content.decode()
    assert "The end is taken back: play continues." in page
    assert "We do not" in page
    table = desk.state.players[player].table
    direct(director, desk, "penalise", player=player, hands="3", why="soft play")
    desk.hand(player, table=table)
    assert "3 hands of penalty left." in director.get(here).content.decode()
    direct(director, desk, "lift", player=player, why="It was another")
    assert desk.state.players[player].penalty_hands == 0
    assert "the penalty is lifted. It was another" in director.get(here).content.decode()


def test_t9_hand_for_hand_needs_two_tables(director: Client) -> None:
    desk = PageDesk(soon(seats=3, min_players=3, late=None))
    for number in range(3):
        api.enter(user=person(f"P{number}"), tournament_id=desk.id, key="x")
    desk.work().tell(cm.Start())
    assert "Hand-for-hand needs at least two tables." in direct(director, desk, "hand_on")
