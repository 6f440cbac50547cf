"""Getting the next hand under way: the draw for the button, the blinds due, the deal."""

from collections.abc import Sequence

from games.engine import events as ev
from games.engine.button import NOBODY, Positions, deal_order, dealt_in, next_positions
from games.engine.cards import Card, rank, suit, suit_strength
from games.engine.hand import Hand, HandPlan, Post
from games.engine.houserules import FirstButton
from games.engine.rules import Rules
from games.engine.stakes import AnteKind
from games.engine.table_state import Table


def draw_button(table: Table, deck: Sequence[Card]) -> ev.ButtonDrawn:
    """The first button: highest card, suits breaking ties, or the first player at the table (D1, C2)."""
    ready = table.ready()
    if table.rules.house.first_button is FirstButton.FIRST_PLAYER:
        return ev.ButtonDrawn((), min(ready, key=lambda number: table.seat(number).sat_at))
    order = table.rules.house.suit_order
    drawn = tuple(zip(ready, deck, strict=False))
    button, _ = max(drawn, key=lambda row: (rank(row[1]), suit_strength(suit(row[1]), order)))
    return ev.ButtonDrawn(drawn, button)


def prepare(table: Table, now: int) -> tuple[HandPlan, Positions]:
    """Who is dealt in, who posts what, and where button and blinds stand (D2-D6, D10)."""
    rules = table.rules
    ready = table.ready()
    fresh = [number for number in ready if table.seat(number).fresh and table.positions.big != NOBODY]
    positions = next_positions(table.positions, ready=ready, fresh=fresh, rule=rules.house.button)
    players = dealt_in(ready, fresh=fresh, positions=positions, seats=len(table.seats))
    order = deal_order(positions.button, players)
    plan = HandPlan(
        number=table.hand_number + 1,
        button=positions.button,
        order=order,
        stacks=tuple(table.seat(number).stack for number in order),
        posts=posts(rules, order, positions),
        at=now,
    )
    return plan, positions


def posts(rules: Rules, order: Sequence[int], positions: Positions) -> tuple[Post, ...]:
    """Antes and blinds in posting order; one player's ante for all comes after the big blind (D4, D10)."""
    stakes = rules.stakes
    due: list[Post] = []
    if stakes.ante and stakes.ante_kind is AnteKind.EACH:
        due += [Post(number, "ante", stakes.ante) for number in order]
    if stakes.small_blind and positions.small in order:
        due.append(Post(positions.small, "small_blind", stakes.small_blind))
    due.append(Post(positions.big, "big_blind", stakes.big_blind))
    if stakes.ante and stakes.ante_kind is AnteKind.BIG_BLIND:
        due.append(Post(positions.big, "ante", stakes.ante))
    return tuple(due)


def begin_hand(rules: Rules, plan: HandPlan, positions: Positions, deck: Sequence[Card]) -> list[ev.TableEvent]:
    """The events that post, deal and open the hand."""
    return [ev.PositionsSet(*positions), *Hand(rules).begin(plan, deck)]
