"""T3, T7: seats are drawn at the start, for late entries and for players whose table breaks."""

from collections.abc import Iterable, Sequence

from games.engine.cards import DECK, rank, suit, suit_strength
from games.engine.errors import IllegalAction
from games.engine.rules.button import NOBODY
from games.engine.rules.house_rules import FirstButton, SuitOrder
from tournaments.engine.seating.blinds import due
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.random_source import RandomSource
from tournaments.engine.state.reasons import MoveReason, SeatReason
from tournaments.engine.state.table import Table


def seat_by_draw(d: Decider) -> None:
    """Seat everybody with the starting stack at new tables; every seat is equally likely for each player (T3)."""
    chips = d.t.setup.structure.stack
    for seats_drawn in draw_tables(sorted(d.t.players), d.t.setup.seats, d.rng):
        number = d.open_table(d.t.setup.seats)
        for seat, player in seats_drawn:
            d.emit(ev.Seated(player, number, seat, chips, SeatReason.DRAW))


def move_to_new_tables(d: Decider, players: Sequence[int]) -> None:
    """Draw seats at new tables for the players of a shootout's next round."""
    for seats_drawn in draw_tables(players, d.t.setup.seats, d.rng):
        number = d.open_table(d.t.setup.seats)
        for seat, player in seats_drawn:
            move(d, player, number, seat, MoveReason.ROUND)


def draw_tables(players: Sequence[int], seats: int, rng: RandomSource) -> list[list[tuple[int, int]]]:
    """The (seat, player) pairs of each table: as few tables as possible, within one player of each other."""
    order, count = rng.shuffled(players), -(-len(players) // seats)
    tables = []
    for table in range(count):
        at_table = order[table::count]
        places = rng.shuffled(range(seats))[: len(at_table)]
        tables.append(sorted(zip(places, at_table, strict=True)))
    return tables


def seat_as_set(d: Decider, seats: Sequence[tuple[int, int, int]]) -> None:
    """Seat everybody where the director wants, as (player, table, seat) triples (T3)."""
    if sorted(player for player, _, _ in seats) != sorted(d.t.players):
        raise IllegalAction("not_all_seated")
    if len({(table, seat) for _, table, seat in seats}) < len(seats):
        raise IllegalAction("seat_taken")
    count = max(table for _, table, _ in seats)
    if min(table for _, table, _ in seats) < 1 or not all(0 <= seat < d.t.setup.seats for _, _, seat in seats):
        raise IllegalAction("no_such_seat")
    if {table for _, table, _ in seats} != set(range(1, count + 1)):
        raise IllegalAction("no_such_table")
    for _ in range(count):
        d.open_table(d.t.setup.seats)
    for player, table, seat in seats:
        d.emit(ev.Seated(player, table, seat, d.t.setup.structure.stack, SeatReason.SET))


def seat_late(d: Decider, player: int, *, why: SeatReason, avoid: Iterable[int]) -> None:
    """Draw a seat at one of the emptiest tables, or open a new table when all are full (T12)."""
    number, seat = draw_seat(d, [table for table in d.t.tables.values() if table.number not in set(avoid)])
    if number == NOBODY:
        number, seat = d.open_table(d.t.setup.seats), d.rng.below(d.t.setup.seats)
    d.emit(ev.Seated(player, number, seat, d.t.setup.structure.stack, why))


def draw_seat(d: Decider, tables: Sequence[Table]) -> tuple[int, int]:
    """A (table, seat) drawn among the free seats of the emptiest of these tables; NOBODY when all are full."""
    open_tables = [table for table in tables if table.taken < len(table.seats)]
    if not open_tables:
        return NOBODY, NOBODY
    fewest = min(table.taken for table in open_tables)
    free = [(table.number, seat) for table in open_tables if table.taken == fewest for seat in table.free]
    return free[d.rng.below(len(free))]


def move(d: Decider, player: int, number: int, seat: int, why: MoveReason, note: str = "") -> None:
    """Move a player with the whole stack between hands; the event records when the big blind was and is due (T6)."""
    entrant, target = d.t.players[player], d.t.tables[number]
    due_before = -1
    if entrant.table:
        table = d.t.tables[entrant.table]
        due_before = due(table, d.t.ready(table), entrant.seat)
    due_after = due(target, d.t.ready(target), seat)
    d.emit(ev.Moved(player, entrant.table, entrant.seat, number, seat, why, due_before, due_after, note))


def draw_button(d: Decider, table: Table) -> None:
    """Draw for the first button: the highest card, suits breaking ties, or the first seat taken (D1, C2)."""
    house, ready = d.t.setup.table_house, d.t.ready(table)
    if house.first_button is FirstButton.FIRST_PLAYER:
        d.emit(ev.ButtonDrawn(table.number, (), ready[0]))
        return
    cards = tuple(zip(ready, d.rng.shuffled(DECK), strict=False))
    button, _ = max(cards, key=lambda row: card_order(row[1], house.suit_order))
    d.emit(ev.ButtonDrawn(table.number, cards, button))


def card_order(card: int, suits: SuitOrder) -> tuple[int, int]:
    """The order of cards when suits count: rank, then suit (C2)."""
    return rank(card), suit_strength(suit(card), suits)
