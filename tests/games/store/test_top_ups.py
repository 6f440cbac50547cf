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


class Pair:
    """Two people; the first to act raises and the other one, who holds aces, wins it."""

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
        """The winner-to-be buys chips in mid-hand."""
        order = api.top_up(user=self.people[self.winner], table_id=self.host.id, amount=BOUGHT)
        self.host.read_inbox()
        return order

    def play(self, to: int) -> None:
        """The raiser raises and loses."""
        self.host.act(RaiseTo(to))
        self.host.act(Call())
        while self.host.table.running:
            self.host.act(Check())

    def wallet(self) -> int:
        """What is in the winner's wallet."""
        return cashier.balance(user_id=self.winner, currency="PLAY")

    def stack(self) -> int:
        """The winner's stack."""
        number = self.host.table.player_seat(self.winner)
        assert number is not None
        return self.host.table.seat(number).stack


@pytest.mark.parametrize(
    ("to", "joined"), [(200_00, 300_00), (499_00, 1_00), (500_00, 0), (2_000_00, 0)], ids=["300", "1", "0", "above"]
)
def test_K5_what_no_longer_fits_is_back_in_the_wallet(to: int, joined: int) -> None:
    pair = Pair()
    order = pair.top_up()
    assert Order.objects.get(pk=order).applied_at is not None
    assert pair.wallet() == GRANT - IN_SEAT - BOUGHT
    assert_audit_clean()
    pair.play(to)
    assert pair.stack() == IN_SEAT + to + joined
    assert pair.wallet() == GRANT - IN_SEAT - joined
    assert cashier.escrow(table_id=pair.host.id) == pair.host.table.chips()
    assert_audit_clean()
    # A table that is loaded anew says the same.
    again, number = table_log.load(pair.host.id)
    assert (again.chips(), number) == (pair.host.table.chips(), pair.host.number)


def test_K5_it_is_in_the_decision_that_ends_the_hand_and_in_the_statement() -> None:
    pair = Pair()
    pair.top_up()
    pair.play(400_00)
    last = Decision.objects.filter(table=pair.host.id).latest("number")
    names = [data[0] for data in last.events if data]
    assert {"HandEnded", "ChipsAdded", "ChipsReturned"} <= set(names)
    assert names.index("HandEnded") < names.index("ChipsReturned")
    told = cashier.statement(user_id=pair.winner, causes=("refused",)).rows
    assert [(row.amount, movement_text(row)) for row in told] == [
        (400_00, "Returned by Prague: the chips were not put in play")
    ]


def test_K5_the_loser_gets_all_of_it() -> None:
    pair = Pair()
    loser = next(player for player in pair.people if player != pair.winner)
    api.top_up(user=pair.people[loser], table_id=pair.host.id, amount=BOUGHT)
    pair.host.read_inbox()
    pair.play(200_00)
    assert cashier.escrow(table_id=pair.host.id)[loser] == IN_SEAT - 200_00 + BOUGHT
    assert not any("ChipsReturned" in str(row.events) for row in Decision.objects.filter(table=pair.host.id))
    assert_audit_clean()


def test_K5_an_order_that_waited_until_the_hand_was_over_is_bounded_in_the_same_way() -> None:
    pair = Pair()
    api.top_up(user=pair.people[pair.winner], table_id=pair.host.id, amount=BOUGHT)
    pair.play(200_00)
    assert_audit_clean()
    (order, command), *_ = table_log.pending_orders(pair.host.id)
    decision = pair.host.do(command, order=order)
    assert ChipsReturned(pair.host.table.player_seat(pair.winner) or 0, 200_00) in decision.events
    assert (pair.stack(), pair.wallet()) == (MOST, GRANT - IN_SEAT - 300_00)
    assert_audit_clean()


def test_K5_an_order_with_no_room_left_is_refused_and_comes_back_whole() -> None:
    pair = Pair()
    order = api.top_up(user=pair.people[pair.winner], table_id=pair.host.id, amount=BOUGHT)
    pair.play(500_00)
    pair.host.read_inbox()
    assert Order.objects.get(pk=order).refused == "at_most"
    assert (pair.stack(), pair.wallet()) == (MOST, GRANT - IN_SEAT)
    assert_audit_clean()


def test_K5_an_order_from_before_there_was_a_bound_has_none() -> None:
    pair = Pair()
    order = api.top_up(user=pair.people[pair.winner], table_id=pair.host.id, amount=BOUGHT)
    Order.objects.filter(pk=order).update(payload={})
    pair.host.read_inbox()
    pair.play(400_00)
    assert pair.stack() == IN_SEAT + 400_00 + BOUGHT
    assert_audit_clean()


def test_K5_more_than_the_table_allows_is_not_even_asked_for() -> None:
    pair = Pair()
    with pytest.raises(IllegalAction) as refusal:
        api.top_up(user=pair.people[pair.winner], table_id=pair.host.id, amount=BOUGHT + 1_00)
    assert (refusal.value.code, refusal.value.detail) == ("top_up_too_big", {"max": BOUGHT})
