"""Rule K5 through the store: what exceeds the maximum buy-in goes back to the wallet with the decision that ends it."""

import pytest

from cashier import api as cashier
from cashier.web.text import movement_text
from games import api
from games.engine.cards import parse_cards
from games.engine.errors import IllegalAction
from games.engine.events import ChipsReturned
from games.engine.hand.actions import Call, Check, RaiseTo
from games.engine.table.commands import Tick
from games.models import Decision, Order
from games.store import table_log
from tests.games.engine.support.builders import stacked_deck
from tests.games.support.seats import assert_audit_clean
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
MOST = 5_000_00
IN_SEAT = 4_500_00
BOUGHT = 500_00


class HeadsUp:
    """Two players in a hand; the first to act raises, and the other one, who holds aces, wins."""

    def __init__(self) -> None:
        self.host = SteppedHost(open_table(max_buy_in=MOST).pk)
        self.people = {user.pk: user for user in (person("Alice"), person("Bob"))}
        seat(self.host, *self.people.values(), amount=IN_SEAT)
        while not self.host.table.running:
            self.host.until("next_hand")
            self.host.now = max(self.host.now, self.host.table.next_tick_at() or 0)
            # Heads-up the first card goes to the big blind.
            self.host.do(Tick(), deck=stacked_deck(("AsAh", "KsKh"), "2c3d7h8c9d"))
        hand = self.host.table.hand
        assert hand is not None
        self.winner = self.host.table.seat(hand.order[0]).player
        assert hand.hole[hand.order[0]] == parse_cards("AsAh")

    def top_up(self) -> int:
        """The player with the aces buys chips during the hand."""
        order = api.top_up(user=self.people[self.winner], table_id=self.host.id, amount=BOUGHT)
        self.host.read_inbox()
        return order

    def play(self, raise_to: int) -> None:
        """The first player raises and loses."""
        self.host.act(RaiseTo(raise_to))
        self.host.act(Call())
        while self.host.table.running:
            self.host.act(Check())

    def wallet(self) -> int:
        """The balance of the winner's wallet."""
        return cashier.balance(user_id=self.winner, currency="PLAY")

    def stack(self) -> int:
        """The winner's stack."""
        number = self.host.table.player_seat(self.winner)
        assert number is not None
        return self.host.table.seat(number).stack


@pytest.mark.parametrize(
    ("to", "joined"), [(200_00, 300_00), (499_00, 1_00), (500_00, 0), (2_000_00, 0)], ids=["300", "1", "0", "above"]
)
def test_K5_chips_above_the_largest_buy_in_return_to_the_wallet(to: int, joined: int) -> None:
    game = HeadsUp()
    order = game.top_up()
    assert Order.objects.get(pk=order).applied_at is not None
    assert game.wallet() == GRANT - IN_SEAT - BOUGHT
    assert_audit_clean()
    game.play(to)
    assert game.stack() == IN_SEAT + to + joined
    assert game.wallet() == GRANT - IN_SEAT - joined
    assert cashier.escrow(table_id=game.host.id) == game.host.table.chips()
    assert_audit_clean()
    reloaded, number = table_log.load(game.host.id)
    assert (reloaded.chips(), number) == (game.host.table.chips(), game.host.number)


def test_K5_the_return_is_in_the_decision_that_ends_the_hand_and_in_the_statement() -> None:
    game = HeadsUp()
    game.top_up()
    game.play(400_00)
    last = Decision.objects.filter(table=game.host.id).latest("number")
    names = [data[0] for data in last.events if data]
    assert {"HandEnded", "ChipsAdded", "ChipsReturned"} <= set(names)
    assert names.index("HandEnded") < names.index("ChipsReturned")
    rows = cashier.statement(user_id=game.winner, causes=("refused",), currency="PLAY").rows
    assert [(row.amount, movement_text(row)) for row in rows] == [
        (400_00, "Returned by Prague: the chips were not put in play")
    ]


def test_K5_the_loser_keeps_the_whole_top_up() -> None:
    game = HeadsUp()
    loser = next(player for player in game.people if player != game.winner)
    api.top_up(user=game.people[loser], table_id=game.host.id, amount=BOUGHT)
    game.host.read_inbox()
    game.play(200_00)
    assert cashier.escrow(table_id=game.host.id)[loser] == IN_SEAT - 200_00 + BOUGHT
    assert not any("ChipsReturned" in str(row.events) for row in Decision.objects.filter(table=game.host.id))
    assert_audit_clean()


def test_K5_an_order_read_after_the_hand_is_limited_in_the_same_way() -> None:
    game = HeadsUp()
    api.top_up(user=game.people[game.winner], table_id=game.host.id, amount=BOUGHT)
    game.play(200_00)
    assert_audit_clean()
    (order, command), *_ = table_log.pending_orders(game.host.id)
    decision = game.host.do(command, order=order)
    assert ChipsReturned(game.host.table.player_seat(game.winner) or 0, 200_00) in decision.events
    assert (game.stack(), game.wallet()) == (MOST, GRANT - IN_SEAT - 300_00)
    assert_audit_clean()


def test_K5_an_order_for_a_full_stack_is_refused_and_returned() -> None:
    game = HeadsUp()
    order = api.top_up(user=game.people[game.winner], table_id=game.host.id, amount=BOUGHT)
    game.play(500_00)
    game.host.read_inbox()
    assert Order.objects.get(pk=order).refused == "at_most"
    assert (game.stack(), game.wallet()) == (MOST, GRANT - IN_SEAT)
    assert_audit_clean()


def test_K5_an_order_without_a_limit_in_its_payload_is_not_limited() -> None:
    game = HeadsUp()
    order = api.top_up(user=game.people[game.winner], table_id=game.host.id, amount=BOUGHT)
    Order.objects.filter(pk=order).update(payload={})
    game.host.read_inbox()
    game.play(400_00)
    assert game.stack() == IN_SEAT + 400_00 + BOUGHT
    assert_audit_clean()


def test_K5_a_top_up_above_the_largest_buy_in_is_refused_at_once() -> None:
    game = HeadsUp()
    with pytest.raises(IllegalAction) as refusal:
        api.top_up(user=game.people[game.winner], table_id=game.host.id, amount=BOUGHT + 1_00)
    assert (refusal.value.code, refusal.value.detail) == ("top_up_too_big", {"min": 1, "max": BOUGHT})
