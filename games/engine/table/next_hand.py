"""Starting the next hand: the draw for the button, the forced bets, the deal."""

from collections.abc import Collection, Iterator, Sequence

from games.engine import events as ev
from games.engine.cards import Card, rank, suit, suit_strength
from games.engine.events.kinds import PostKind, StopPlan
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.rules.button import NOBODY, Positions, deal_order, passed
from games.engine.rules.house_rules import FirstButton
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind
from games.engine.rules.variant import Forced
from games.engine.table.entry import Players, newly_missed_blinds, next_players, straddles
from games.engine.table.state import Table


def draw_button(table: Table, deck: Sequence[Card]) -> ev.ButtonDrawn:
    """Draw for the first button: highest card with suits breaking ties, or the first player at the table (C2, D1)."""
    ready = table.ready()
    if table.rules.house.first_button is FirstButton.FIRST_PLAYER:
        return ev.ButtonDrawn((), min(ready, key=lambda number: table.seat(number).sat_at))
    order = table.rules.house.suit_order
    drawn = tuple(zip(ready, deck, strict=False))
    button, _ = max(drawn, key=lambda row: (rank(row[1]), suit_strength(suit(row[1]), order)))
    return ev.ButtonDrawn(drawn, button)


def plan_next_hand(table: Table, now: int) -> tuple[HandPlan, Players]:
    """Plan the next hand: who is dealt in, who posts what, and where button and blinds are (D2-D10)."""
    players = next_players(table)
    order = deal_order(players.positions.button, players.seats)
    posting = {post.seat for post in players.posts if post.kind == PostKind.POST}
    due = (*forced_bets(table.rules, order, players.positions, posting), *players.posts)
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
    """Seats reached or passed by the big blind whose players planned to stop there (K6, D11)."""
    if table.rules.variant.forced is not Forced.BLINDS:
        return
    for number, seat in enumerate(table.seats):
        if seat and seat.plan in (StopPlan.LEAVE_AT_BLIND, StopPlan.SIT_OUT_AT_BLIND):
            last = table.positions.big
            if number == now.big or (last != NOBODY and passed(last, now.big, number)):
                yield number


def forced_bets(
    rules: Rules, order: Sequence[int], positions: Positions, entering: Collection[int] = ()
) -> tuple[Post, ...]:
    """Antes and blinds in posting order; a big-blind ante comes after the big blind (D4, D10).

    Seats in `entering` post a big blind to enter, which covers the small blind if it falls on them (D6, D7).
    """
    stakes = rules.stakes
    due: list[Post] = []
    if stakes.ante and stakes.ante_kind is AnteKind.EACH:
        due += [Post(number, PostKind.ANTE, stakes.ante) for number in order]
    if rules.variant.forced is not Forced.BLINDS:
        return tuple(due)
    if stakes.small_blind and positions.small in order and positions.small not in entering:
        due.append(Post(positions.small, PostKind.SMALL_BLIND, stakes.small_blind))
    due.append(Post(positions.big, PostKind.BIG_BLIND, stakes.big_blind))
    if stakes.ante and stakes.ante_kind is AnteKind.BIG_BLIND:
        due.append(Post(positions.big, PostKind.ANTE, stakes.ante))
    return tuple(due)


def begin_hand(table: Table, plan: HandPlan, players: Players, deck: Sequence[Card]) -> list[ev.TableEvent]:
    """The events that set the positions, post the forced bets and deal."""
    unpaid = [(number, table.seat(number)) for number in players.unpaid]
    owing = [ev.BlindsMissed(number, seat.owes_small, seat.owes_big) for number, seat in unpaid]
    button, small, big = players.positions
    begun = Hand(table.rules).begin(plan, deck)
    return [ev.PositionsSet(button, small, big), *newly_missed_blinds(table, players), *begun, *owing]
