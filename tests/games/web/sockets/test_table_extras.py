"""Called time, seat changes, rabbit hunts, and chips above the largest buy-in, over sockets and a real host."""

from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async

from cashier import api as cashier
from games import api
from games.engine.cards import card_text
from games.engine.rules.rules import Clock
from games.live.host import Host
from games.models import Seat, Table
from pokerroom.models import User
from tests.games.support.browsers import browsing, first_turn
from tests.games.support.live_hosts import SetClock, ViewListener, holdem, hosting, sit, until
from tests.games.support.seats import assert_audit_clean

pytestmark = pytest.mark.django_db(transaction=True)
MOST = 250_00
CALM = Clock(show=60_000, run_out=10, after_fold=10, after_showdown=60_000, draw_shown=0)


@pytest.fixture
def heads_up(alice: User, bob: User) -> Table:
    """A table where Alice and Bob play one hand and the next one does not begin."""
    rules = holdem(CALM)
    house = replace(rules.house, rabbit_hunt=True)
    table = api.open_table(name="Calm", rules=rules._replace(house=house), seats=6, max_buy_in=MOST, currency="PLAY")
    for place, user in enumerate((alice, bob)):
        sit(user, table, seat=place)
    return table


async def test_k5_an_alert_reports_chips_above_the_largest_buy_in(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover, other = await first_turn(browsers)
        winner = bob if mover is browsers[0] else alice
        before = await sync_to_async(cashier.balance)(user_id=winner.pk, currency="PLAY")
        await sync_to_async(api.top_up)(user=winner, table_id=heads_up.pk, amount=50_00)
        await other.shows("my-seat", "After this hand")
        # The small blind folds, and the winner has one chip too many.
        await mover.act("fold")
        await other.is_alerted("1 went back to your wallet: you have the most this table allows.")
        await other.shows("my-seat", "Back in your wallet")
        assert "went back" not in "".join(mover.frames)
        assert await sync_to_async(cashier.balance)(user_id=winner.pk, currency="PLAY") == before - 49_00
        escrow = await sync_to_async(cashier.escrow)(table_id=heads_up.pk)
        assert escrow[winner.pk] == MOST
        await sync_to_async(assert_audit_clean)()


async def test_d8_a_seat_is_changed_when_the_hand_is_over(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover, _ = await first_turn(browsers)
        one = browsers[0]
        await one.send({"do": "seat_change", "seat": 4})
        await one.shows("my-seat", "You move to seat 5")
        await one.send({"do": "seat_change", "seat": 1})
        await one.is_alerted("This seat is taken.")
        await mover.act("fold")
        await one.shows("my-hand", "me-4")
        taken = [
            row async for row in Seat.objects.filter(table=heads_up).order_by("seat").values_list("seat", "player")
        ]
        assert taken == [(1, bob.pk), (4, alice.pk)]
        await sync_to_async(assert_audit_clean)()


async def test_h7_a_rabbit_hunt_shows_cards_once_the_others_agree(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover, other = await first_turn(browsers)
        await mover.act("fold")
        await mover.shows("controls", "See what would have come")
        await mover.send({"do": "rabbit", "hand": 1})
        await other.shows("controls", "asks to see the cards")
        listener = await ViewListener(heads_up).begin()
        await until(lambda: listener.view)
        assert listener.view
        assert listener.view.rabbit_cards == ()
        await other.send({"do": "rabbit", "hand": 1})
        cards = await until(lambda: listener.view and listener.view.rabbit_cards)
        for browser in browsers:
            await browser.shows("board", 'class="rabbit"')
        assert len(cards) == 5
        assert all(f'data-c="{card_text(card)}"' in mover.fragments["board"] for card in cards)


async def test_b14_time_is_called_and_everybody_sees_it(heads_up: Table, alice: User, bob: User) -> None:
    clock = SetClock()
    async with hosting(Host(clock=clock)), browsing(heads_up, alice, bob) as browsers:
        mover, other = await first_turn(browsers)
        await other.send({"do": "call_time"})
        await other.is_alerted("You can&#x27;t call time now.")
        clock.skipped += CALM.turn + 1
        # The table reads its clock with the next command.
        await mover.send({"do": "habits", "auto_muck": 0, "auto_post": 1})
        await other.shows("controls", "Call time on")
        await other.send({"do": "call_time"})
        await mover.shows("controls", "Time was called on you.")
        seat = 0 if mover is browsers[0] else 1
        for browser in browsers:
            await browser.shows(f"seat-{seat}", "time called")
