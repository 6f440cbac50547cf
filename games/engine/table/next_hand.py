"""Getting the next hand under way: the draw for the button, the blinds due, the deal."""

from collections.abc import Collection, Iterator, Sequence

from games.engine import events as ev
from games.engine.cards import Card, rank, suit, suit_strength
from games.engine.events.kinds import StopPlan
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.rules.button import NOBODY, Positions, deal_order, passed
from games.engine.rules.house_rules import FirstButton
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind
from games.engine.rules.variant import Forced
from games.engine.table.entry import Players, missed, next_players, straddles
from games.engine.table.state import Table


def draw_button(table: Table, deck: Sequence[Card]) -> ev.ButtonDrawn:
    """The first button: highest card, suits breaking ties, or the first player at the table (D1, C2)."""
    ready = table.ready()
    if table.rules.house.first_button is FirstButton.FIRST_PLAYER:
        return ev.ButtonDrawn((), min(ready, key=lambda number: table.seat(number).sat_at))
    order = table.rules.house.suit_order
    drawn = tuple(zip(ready, deck, strict=False))
    button, _ = max(drawn, key=lambda row: (rank(row[1]), suit_strength(suit(row[1]), order)))
    return ev.ButtonDrawn(drawn, button)


def prepare(table: Table, now: int) -> tuple[HandPlan, Players]:
    """Who is dealt in, who posts what, and where button and blinds stand (D2-D10)."""
    players = next_players(table)
    order = deal_order(players.positions.button, players.seats)
    posting = {post.seat for post in players.posts if post.kind == "post"}
    due = (*posts(table.rules, order, players.positions, posting), *players.posts)
    entering = {post.seat for post in players.posts}
    plan = HandPlan(
        number=table.hand_number + 1,
        button=players.positions.button,
        order=order,
        stacks=tuple(table.seat(number).stack for number in order),
        posts=(*due, *straddles(table, order, players.positions, entering)),
        at=now,
    )
    return plan, players


def stopped_by_blind(table: Table, now: Positions) -> Iterator[int]:
    """Seats the big blind comes to, or goes past, whose players meant to stop there (K6, D11)."""
    if table.rules.variant.forced is not Forced.BLINDS:
        return
    for number, seat in enumerate(table.seats):
        if seat and seat.plan in (StopPlan.LEAVE_AT_BLIND, StopPlan.SIT_OUT_AT_BLIND):
            last = table.positions.big
            if number == now.big or (last != NOBODY and passed(last, now.big, number)):
                yield number


def posts(rules: Rules, order: Sequence[int], positions: Positions, entering: Collection[int] = ()) -> tuple[Post, ...]:
    """Antes and blinds in posting order; one player's ante for all comes after the big blind (D4, D10).

    Who posts a big blind for `entering` on the small blind has paid it with that (D6, D7).
    """
    stakes = rules.stakes
    due: list[Post] = []
    if stakes.ante and stakes.ante_kind is AnteKind.EACH:
        due += [Post(number, "ante", stakes.ante) for number in order]
    if rules.variant.forced is not Forced.BLINDS:
        return tuple(due)
    if stakes.small_blind and positions.small in order and positions.small not in entering:
        due.append(Post(positions.small, "small_blind", stakes.small_blind))
    due.append(Post(positions.big, "big_blind", stakes.big_blind))
    if stakes.ante and stakes.ante_kind is AnteKind.BIG_BLIND:
        due.append(Post(positions.big, "ante", stakes.ante))
    return tuple(due)


def begin_hand(table: Table, plan: HandPlan, players: Players, deck: Sequence[Card]) -> list[ev.TableEvent]:
    """The events that post, deal and open the hand."""
    passed = [ev.BlindsMissed(*row) for row in missed(table, players)]
    owing = [(number, table.seat(number).owes_small, table.seat(number).owes_big) for number in players.unpaid]
    begun = Hand(table.rules).begin(plan, deck)
    return [ev.PositionsSet(*players.positions), *passed, *begun, *(ev.BlindsMissed(*row) for row in owing)]
