"""F5: a last hand with busts is undone at the stored tournament and at its table alike; the audit stays clean."""

import pytest

from games import api as games
from games.engine.hand.actions import Call, Check, Fold, RaiseTo
from games.engine.table import commands as tables
from games.models import Hand, Seat
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, person
from tests.games.support.tournament_tables import STACKED_DECK
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.tournaments import DEEP, announcement, check_audit
from tournaments import api
from tournaments.engine.setup.setup import Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.live.reading import command_from_report
from tournaments.models import Entry
from tournaments.store import store
from tournaments.web.director.panel import panel_fragments

pytestmark = pytest.mark.django_db


class PlayedTournament(DirectedTournament):
    """A tournament with one real table, which the test lets play."""

    host: SteppedHost

    def begin(self, players: list[User]) -> "PlayedTournament":
        """Registers everybody, which starts the tournament, and seats them."""
        for user in players:
            api.enter(user=user, tournament_id=self.id, key="in")
        assert self.answer_orders() == []
        self.host = SteppedHost(self.tables.table_ids[1])
        self.host.read_inbox()
        return self.connect(players)

    def connect(self, players: list[User]) -> "PlayedTournament":
        """Everybody watches the table."""
        for user in players:
            self.host.do(tables.SetConnected(user.pk, True))
        return self

    def exchange(self) -> None:
        """The table reads its orders, then the director its reports."""
        self.host.read_inbox()
        for line in games.reports_after(tournament=self.id, cursor=self.cursor):
            command = command_from_report(self.state, line, self.tables.table_ids)
            if command:
                self.do(command)
            self.cursor = line.number
        store.read_up_to(self.id, self.cursor, number=self.number)
        self.host.read_inbox()

    def play_all_in(self, folds: int) -> None:
        """The first `folds` players to act fold, all others go all-in; the table reports the hand."""
        host = self.host
        while not host.table.running:
            host.now = max(host.now, host.table.next_tick_at() or 0)
            host.do(tables.Tick(), deck=STACKED_DECK)
        while host.table.running:
            hand = host.table.hand
            if hand.to_act < 0:
                host.until("turn", "next_hand", "players")
            elif folds:
                host.act(Fold())
                folds -= 1
            elif hand.legal().max_to:
                host.act(RaiseTo(hand.legal().max_to))
            else:
                host.act(Call() if hand.legal().call else Check())
        self.exchange()

    def notice(self) -> str:
        """The waiting list on the director's page."""
        return str(panel_fragments(self.id, "en", viewer=0)["t-waiting"])

    def chips_at_table(self) -> dict[int, int]:
        return {player: chips for player, chips in self.host.table.chips().items() if chips}


@pytest.mark.parametrize("rebuys", [False, True])
def test_F5_players_knocked_out_in_a_void_hand_are_seated_again(*, rebuys: bool) -> None:
    """Two of four are knocked out; with re-buys the table keeps their seats, without it frees them."""
    players = [person(name) for name in ("Alice", "Bob", "Charlie", "Dana")]
    rebuy = Rebuy(Price(100_00), 500, 1, 1) if rebuys else None
    setup = announcement(max_players=4, seats=4, rebuy=rebuy)
    tournament = PlayedTournament(api.announce(setup=setup)).begin(players)
    before = tournament.chips_at_table()
    seats = dict(Seat.objects.values_list("player", "seat"))
    tournament.do(cm.Pause("check"))
    tournament.play_all_in(folds=1)
    for user in players:
        tournament.do(cm.DeclineRebuy(user.pk))
    tournament.exchange()
    out = [event.player for event in tournament.events() if isinstance(event, ev.PlayerOut)]
    assert len(out) == 2
    assert not Seat.objects.filter(player__in=out).exists()
    assert Entry.objects.filter(is_in=False).count() == 2
    check_audit()

    tournament.do(cm.VoidHand(1, "two aces"))
    check_audit()
    assert games.chips_of_tournament(tournament=tournament.id) == before, "orders on their way count"
    tournament.exchange()
    assert tournament.chips_at_table() == before
    assert dict(Seat.objects.values_list("player", "seat")) == seats
    assert Hand.objects.get(number=1).void
    assert not Entry.objects.filter(is_in=False).exists()
    kinds = {notice.kind for notice in api.take_notices(out[0])}
    assert {"back", "voided"} <= kinds
    check_audit()

    tournament.connect(players).do(cm.Resume())
    tournament.show_end()
    tournament.exchange()
    released = [event for event in tournament.events() if isinstance(event, ev.HandReleased)]
    assert released[1] == released[0]._replace(hand=2), "the same hand again"
    tournament.play_all_in(folds=2)
    check_audit()


def test_F5_an_order_while_the_table_shows_the_end_of_a_hand_voids_that_hand() -> None:
    players = [person(name) for name in ("Alice", "Bob", "Charlie")]
    tournament = PlayedTournament(api.announce(setup=announcement(max_players=3, structure=DEEP))).begin(players)
    before = tournament.chips_at_table()
    tournament.host.until("turn")
    tournament.host.fold_out()
    tournament.exchange()
    assert tournament.chips_at_table() != before
    tournament.do(cm.VoidHand(1, "hand 1 was wrong"))
    tournament.exchange()
    assert tournament.chips_at_table() == before
    assert Hand.objects.get(number=1).void
    tournament.show_end()
    tournament.host.read_inbox()
    tournament.host.until("turn")
    assert tournament.host.table.hand_number == 2
    check_audit()


def test_F5_an_order_that_crosses_the_release_of_the_next_hand_voids_neither() -> None:
    players = [person(name) for name in ("Alice", "Bob", "Charlie")]
    tournament = PlayedTournament(api.announce(setup=announcement(max_players=3, structure=DEEP))).begin(players)
    tournament.host.until("turn")
    tournament.host.fold_out()
    tournament.exchange()
    tournament.show_end()
    assert not tournament.host.table.running
    tournament.do(cm.VoidHand(1, "hand 1 was wrong"))
    tournament.exchange()
    sentence = "Table 1: no hand is void. The last one was over and the next had not begun."
    assert sentence in tournament.notice()

    tournament.host.until("turn")
    tournament.host.fold_out()
    tournament.exchange()
    assert [event for event in tournament.events() if isinstance(event, ev.HandVoided)] == []
    assert list(Hand.objects.order_by("number").values_list("number", "void")) == [(1, False), (2, False)]
    assert sentence not in tournament.notice()
    check_audit()
