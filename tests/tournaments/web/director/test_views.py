"""The director's page: commands with their reasons (F4), the cancellation preview, and permissions (F8)."""

import re

import pytest
from django.http import HttpRequest
from django.test import Client

from backoffice.models import StaffAct
from cashier import api as cashier
from games.engine.events.kinds import LONGEST_REASON
from games.models import Order
from games.models.conduct import Report
from pokerroom.models import User
from pokerroom.roles import AUDITOR, DIRECTOR
from tests.games.support.tables import GRANT, person
from tests.staff import with_role
from tests.tournaments.web.support.acts import send
from tests.tournaments.web.support.current_views import bar_html
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import NO_BREAK
from tournaments.engine.views.types import TournamentView
from tournaments.models import Notice, TournamentDecision
from tournaments.store.codec import snapshot
from tournaments.web.director import views
from tournaments.web.director.access import view_or_404

pytestmark = pytest.mark.django_db


def staff(name: str, role: str) -> User:
    """A user with a staff role."""
    return with_role(person(name), role)


@pytest.fixture
def director() -> Client:
    """A browser signed in as a director."""
    client = Client()
    client.force_login(staff("Dana", DIRECTOR))
    return client


@pytest.fixture
def tournament() -> PageTournament:
    """Six players have registered at tables of three."""
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for number in range(6):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    return tournament.catch_up()


def direct(client: Client, tournament: PageTournament, do: str, *, why: str = "because", **typed: object) -> str:
    """Sends a command of the director's page, confirms it where that is asked, and carries it out; the page then."""
    _shown, page = send(client, f"/tournaments/{tournament.id}/direct/", {"do": do, "why": why, **typed})
    tournament.catch_up()
    return page


def test_f8_players_have_no_directors_page(tournament: PageTournament) -> None:
    client = Client()
    client.force_login(person("Petr"))
    for page in ("direct/", "direct/cancel/", "direct/moves/", "change/"):
        assert client.get(f"/tournaments/{tournament.id}/{page}").status_code == 404
    assert client.get("/tournaments/announce/").status_code == 404
    assert client.post(f"/tournaments/{tournament.id}/direct/", {"do": "start", "why": "x"}).status_code == 404
    assert tournament.catch_up().state.stage == "open"


def test_f8_auditors_view_the_directors_page_and_change_nothing(tournament: PageTournament) -> None:
    client = Client()
    client.force_login(staff("Audit", AUDITOR))
    assert "Start now" not in client.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert client.post(f"/tournaments/{tournament.id}/direct/", {"do": "start", "why": "x"}).status_code == 404
    direct(client, tournament, "tell")
    assert not TournamentDecision.objects.exclude(by=None).exists()
    assert tournament.catch_up().state.stage == "open"


def test_f4_all_of_the_page_shows_one_moment_of_the_tournament(
    director: Client, tournament: PageTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_just_before_the_start(request: HttpRequest, tournament_id: int) -> TournamentView:
        view = view_or_404(request, tournament_id)
        tournament.carry_out(cm.Start())
        return view

    monkeypatch.setattr(views, "view_or_404", read_just_before_the_start)
    page = director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert "Start now" in page
    assert 'data-stage="open"' in page


def test_f4_a_reason_is_kept_as_one_printable_line(director: Client, tournament: PageTournament) -> None:
    for do in ("start", "pause"):
        direct(director, tournament, do, why="Every\0body\nis here")
        assert TournamentDecision.objects.exclude(by=None).latest("pk").why == "Every body is here"
    assert tournament.state.paused


def test_f4_a_reason_is_kept_up_to_the_longest_that_the_field_takes(
    director: Client, tournament: PageTournament
) -> None:
    page = direct(director, tournament, "start", why="x" * (LONGEST_REASON + 1))
    assert f'maxlength="{LONGEST_REASON}"' in page
    assert TournamentDecision.objects.exclude(by=None).get().why == "x" * LONGEST_REASON


def test_T3_T6_seats_that_the_director_may_set_are_proposed_at_balanced_tables(director: Client) -> None:
    """Seven players at tables of three: the proposal is accepted as it is."""
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for number in range(7):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    tournament.catch_up()
    page = director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    proposed = re.search(r'<textarea name="seats"[^>]*>(.*?)</textarea>', page, re.S)
    assert proposed
    direct(director, tournament, "start", seats=proposed[1])
    assert [table.taken for table in tournament.state.tables.values()] == [3, 2, 2]


def test_f4_a_reason_is_needed_and_kept(director: Client, tournament: PageTournament) -> None:
    assert "This field is required" in direct(director, tournament, "start", why=" ")
    assert tournament.state.stage == "open"
    direct(director, tournament, "start", why="Everybody is here")
    assert tournament.state.stage == "running"
    page = director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert "Everybody is here" in page
    assert "Dana" in page


def test_f4_a_pause_takes_one_tap_without_a_typed_reason(director: Client, tournament: PageTournament) -> None:
    """All other acts ask for one; the log has a reason for each of them (F3)."""
    direct(director, tournament, "start")
    direct(director, tournament, "pause", why="")
    assert tournament.state.paused
    assert 'value="resume" formnovalidate' in director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert TournamentDecision.objects.exclude(by=None).latest("pk").why == "A word from the director."
    direct(director, tournament, "resume", why="")
    assert not tournament.state.paused
    assert "Give a reason" in direct(director, tournament, "break", minutes="5", why="")


def test_f5_a_void_hand_is_requested_with_a_reason(director: Client, tournament: PageTournament) -> None:
    direct(director, tournament, "start")
    assert "The decision has been sent." in direct(director, tournament, "void", table="1", why="two aces of spades")
    decision = api.decisions(tournament.id)[0]
    assert decision.events == (ev.VoidRequested(1, 1, "two aces of spades"),)
    assert (decision.by, decision.why) == ("Dana", "two aces of spades")
    assert "9 is not one of the available choices" in direct(director, tournament, "void", table="9")


def test_f4_the_director_controls_the_clock(director: Client, tournament: PageTournament) -> None:
    direct(director, tournament, "start")
    direct(director, tournament, "pause")
    assert tournament.state.paused
    direct(director, tournament, "resume")
    assert not tournament.state.paused
    direct(director, tournament, "next")
    assert tournament.state.level == 2
    direct(director, tournament, "previous")
    assert tournament.state.level == 1
    direct(director, tournament, "hand_on")
    assert tournament.state.hand_for_hand
    direct(director, tournament, "hand_off")
    direct(director, tournament, "break", minutes="10")
    assert tournament.state.current_break.length == 600_000
    direct(director, tournament, "end")
    assert tournament.state.ending


def test_f4_the_director_warns_penalises_and_disqualifies_players(director: Client, tournament: PageTournament) -> None:
    direct(director, tournament, "start")
    player = next(iter(tournament.state.players))
    direct(director, tournament, "warn", player=player)
    assert tournament.state.players[player].warnings == 1
    direct(director, tournament, "penalise", player=player, hands="3", why="soft play")
    waiting = [(command.kind, command.player) for command in tournament.state.waiting]
    assert waiting == [("penalise", player)], "penalties wait for the end of the hand"
    page = director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert "soft play" in page
    direct(director, tournament, "undo_player", player=player)
    assert not tournament.state.waiting
    typed = {"do": "disqualify", "player": player, "why": "dumping"}
    page = director.post(f"/tournaments/{tournament.id}/direct/", typed).content.decode()
    assert "It happens after the running hand" in page
    assert 'value="dumping"' in page, "the reason is taken along"
    assert not tournament.catch_up().state.waiting, "nothing is done before it is confirmed"
    direct(director, tournament, "disqualify", player=player, why="dumping")
    assert [command.kind for command in tournament.state.waiting] == ["disqualify"]


def test_F4_each_pending_decision_has_a_button_that_takes_back_that_one(
    director: Client, tournament: PageTournament
) -> None:
    direct(director, tournament, "start")
    player = next(iter(tournament.state.players))
    direct(director, tournament, "penalise", player=player, hands="1", why="phone")
    direct(director, tournament, "penalise", player=player, hands="2", why="soft play")
    direct(director, tournament, "disqualify", player=player, why="dumping")
    page = director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    named = re.findall(r'name="named" value="([^"]+)"', page)
    assert named == [f"{player} penalise 0", f"{player} penalise 1", f"{player} disqualify 0"]
    direct(director, tournament, "undo_player", named=named[1])
    assert [one.why for one in tournament.state.waiting] == ["phone", "dumping"]
    for wrong in ("1", "1 other 0", "x penalise 0"):
        director.post(f"/tournaments/{tournament.id}/direct/", {"do": "undo_player", "named": wrong, "why": "x"})
    assert len(tournament.catch_up().state.waiting) == 2


def test_F6_reports_from_tables_of_this_tournament_are_listed(director: Client, tournament: PageTournament) -> None:
    direct(director, tournament, "start")
    by, about = list(tournament.state.players)[:2]
    here = tournament.tables.table_ids[1]
    other = PageTournament(soon(name="Other", seats=3, min_players=3, late=None))
    for player in tournament.state.players:
        api.enter(user=User.objects.get(pk=player), tournament_id=other.id, key="y")
    other.catch_up().carry_out(cm.Start())
    for table, text in ((here, "They talk about the hand <b>"), (other.tables.table_ids[1], "elsewhere")):
        Report.objects.create(table_id=table, by_id=by, about_id=about, description=text, hand=1)
    page = director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert "They talk about the hand &lt;b&gt;" in page
    assert "not judged yet" in page
    assert "elsewhere" not in page
    me = with_role(User.objects.get(pk=about), DIRECTOR)
    client = Client()
    client.force_login(me)
    own = client.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert "They talk about the hand" not in own, "nobody reads what is reported where they play"


def test_T14_a_penalty_in_rounds_and_minutes_is_seen_by_everybody_and_lifted_with_a_reason(
    director: Client, tournament: PageTournament
) -> None:
    direct(director, tournament, "start")
    player = tournament.state.players[min(tournament.state.players)]
    direct(director, tournament, "penalise", player=player.player, rounds="2", minutes="10", why="phone")
    table = tournament.state.tables[player.table]
    tournament.play_hand(next(one for one in table.players if one != player.player), table=player.table)
    ends = tournament.state.timed_penalties[player.player].ends
    lobby = Client().get(f"/tournaments/{tournament.id}/").content.decode()
    assert f'data-ends="{ends}"' in lobby
    assert "6 hands" in lobby
    table_id = tournament.tables.table_ids[player.table]
    bar = bar_html(tournament.id, None, table_id)
    assert f"{player.name}: penalty" in bar
    assert "6 hands" in bar
    clocks = Order.objects.filter(kind=Order.Kind.PENALTY_TIME, table=table_id).order_by("pk")
    assert [order.payload for order in clocks] == [{"until": 0, "left": 600_000}, {"until": ends, "left": 0}]
    notice = Notice.objects.get(player=player.player, kind="penalised")
    assert notice.detail == {"hands": 6, "time": 600_000, "chips": 0, "why": "phone"}
    assert "This field is required" in direct(director, tournament, "lift", player=player.player, why="")
    direct(director, tournament, "lift", player=player.player, why="the wrong player")
    assert not tournament.state.timed_penalties
    assert clocks.last().payload == {"until": 0, "left": 0}, "the seat counts no more"
    assert StaffAct.objects.latest("number").reason == "the wrong player"


@pytest.mark.parametrize(("table", "told"), [("", (1, 2)), ("2", (2,))])
def test_F1_a_message_is_told_at_these_tables_and_kept_in_the_log(
    director: Client, tournament: PageTournament, table: str, told: tuple[int, ...]
) -> None:
    direct(director, tournament, "start")
    direct(director, tournament, "tell", table=table, why="Dinner at eight.")
    announced = Order.objects.filter(kind=Order.Kind.ANNOUNCE).values_list("table", "payload")
    assert sorted(announced) == [
        (tournament.tables.table_ids[number], {"kind": "says", "name": "", "reason": "Dinner at eight."})
        for number in told
    ]
    act = StaffAct.objects.latest("number")
    assert (act.act, act.reason) == ("tournament.tell_tables", "Dinner at eight.")
    assert "Dinner at eight." in Client().get(f"/tournaments/{tournament.id}/").content.decode(), "the lobby tells it"


def test_F1_a_message_is_taken_back_at_the_tables_that_had_it(director: Client, tournament: PageTournament) -> None:
    direct(director, tournament, "start")
    direct(director, tournament, "tell", table="2", why="Dinner at eight.")
    page = director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert "Table 2 was told:" in page
    form = re.search(r'form="d-undo-told" name="why" value="([^"]+)".*form="d-undo-told" name="table" value="2"', page)
    assert form
    direct(director, tournament, "tell", table="2", why=form[1])
    page = director.get(f"/tournaments/{tournament.id}/direct/").content.decode()
    assert "was told:" not in page, "what takes a message back is not taken back"
    latest = Order.objects.filter(kind=Order.Kind.ANNOUNCE).latest("pk")
    assert (latest.table_id, latest.payload["reason"]) == (
        tournament.tables.table_ids[2],
        "No longer in force: Dinner at eight.",
    )


@pytest.mark.parametrize(
    ("do", "typed"),
    [
        ("tell", {"table": "9"}),
        ("move", {"player": "x"}), ("move", {"player": "1", "to": "99"}), ("penalise", {"player": "99999999999"}),
        ("break", {"minutes": "-5"}), ("break_table", {"table": "77"}), ("nonsense", {}), ("deal:yes", {}),
        ("deal:icm", {"kept": "lots"}), ("start", {}),
    ],
)  # fmt: skip
def test_invalid_input_is_answered_with_a_sentence_and_changes_nothing(
    director: Client, tournament: PageTournament, do: str, typed: dict[str, str]
) -> None:
    tournament.carry_out(cm.Start())
    before = snapshot(tournament.state)
    page = direct(director, tournament, do, **typed)
    assert any(answer in page for answer in ('class="message error"', 'class="wrong"', 'class="errorlist"'))
    assert snapshot(tournament.state) == before


def test_t3_the_director_sets_the_seats(director: Client, tournament: PageTournament) -> None:
    players = list(tournament.state.players)
    lines = "\n".join(f"{player} {1 + index // 3} {1 + index % 3}" for index, player in enumerate(players))
    direct(director, tournament, "start", seats=lines)
    assert [(entrant.table, entrant.seat) for entrant in tournament.state.players.values()] == [
        (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2),
    ]  # fmt: skip


def test_F4_a_second_click_takes_back_no_second_decision(director: Client, tournament: PageTournament) -> None:
    """Two penalties of one player wait for the end of the hand; after the next load another one can be taken back."""
    tournament.carry_out(cm.Start())
    player = min(tournament.state.players)
    for hands in (1, 2, 3):
        tournament.carry_out(cm.Penalise(player, hands, 0, "phone"))
    path = f"/tournaments/{tournament.id}/direct/"
    for waiting in ([2, 3], [3]):
        (page, *_others) = re.findall('name="page" value="([^"]+)"', director.get(path).content.decode())
        for _click in range(2):
            typed = {"do": "undo_player", "why": "Taken back", "named": f"{player} penalise 0", "page": page}
            director.post(path, typed)
        assert [one.table for one in tournament.catch_up().state.waiting] == waiting


def test_t15_cancelling_pays_what_its_preview_showed(director: Client, tournament: PageTournament) -> None:
    page = director.get(f"/tournaments/{tournament.id}/direct/cancel/").content.decode()
    assert page.count("<b>110</b>") == 6
    assert tournament.state.stage == "open"
    director.post(f"/tournaments/{tournament.id}/direct/cancel/", {"do": "cancel", "why": "No power"})
    tournament.catch_up()
    assert tournament.state.stage == "cancelled"
    assert all(cashier.balance(user_id=player, currency="PLAY") == GRANT for player in tournament.state.players)


def test_T15_a_pool_that_cannot_be_paid_forward_is_refused_without_saying_that_nobody_paid(
    director: Client, tournament: PageTournament
) -> None:
    page = director.get(f"/tournaments/{tournament.id}/direct/cancel/?forward").content.decode()
    assert "only when registration is over" in page
    assert "Nobody has paid anything" not in page and 'value="forward"' not in page
    assert 'href="?"' in page, "the way to the refunds"


def test_t6_the_report_of_moves_lists_players_and_blinds(director: Client, tournament: PageTournament) -> None:
    direct(director, tournament, "start")
    page = director.get(f"/tournaments/{tournament.id}/direct/moves/").content.decode()
    assert "Big blinds" in page
    assert "P0" in page


def test_f4_commands_that_moved_no_money_can_be_taken_back(director: Client, tournament: PageTournament) -> None:
    direct(director, tournament, "start")
    player = next(iter(tournament.state.players))
    url = f"/tournaments/{tournament.id}/direct/"
    for do in ("break_over", "keep_on"):
        assert 'class="message error"' in direct(director, tournament, do)
    assert "This player has no penalty to lift." in direct(director, tournament, "lift", player=player)
    direct(director, tournament, "break", minutes="10")
    page = director.get(url).content.decode()
    assert 'form="d-undo-rest" name="why" value="Back to the tables"' in page, "players are told what stands there"
    direct(director, tournament, "break_over")
    assert tournament.state.current_break == NO_BREAK
    direct(director, tournament, "end", why="We close")
    page = director.get(url).content.decode()
    assert 'form="d-undo-end"' in page
    direct(director, tournament, "keep_on", why="We do not")
    assert not tournament.state.ending
    page = director.get(url).content.decode()
    assert "The end is taken back: play continues." in page
    assert "We do not" in page
    table = tournament.state.players[player].table
    direct(director, tournament, "penalise", player=player, hands="3", why="soft play")
    tournament.play_hand(player, table=table)
    assert "3 hands of penalty left." in director.get(url).content.decode()
    direct(director, tournament, "lift", player=player, why="Wrong player")
    assert tournament.state.players[player].penalty_hands == 0
    assert "the penalty is lifted. Wrong player" in director.get(url).content.decode()


def test_t9_hand_for_hand_needs_two_tables(director: Client) -> None:
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for number in range(3):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    assert "Hand-for-hand needs at least two tables." in direct(director, tournament, "hand_on")
