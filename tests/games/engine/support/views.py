"""Views of a table in tests: the public one, and each player's own."""

from collections.abc import Iterator

from games.engine.cards import Card
from games.engine.table.state import Table
from games.engine.views.types import OwnView, SeatView, TableView
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Room


def _table(room: Room | Table) -> Table:
    return room.table if isinstance(room, Room) else room


def public_of(room: Room | Table) -> TableView:
    """Returns the public view."""
    return public_view(_table(room), table_id=7, version=1)


def public_seat(room: Room, player: int) -> SeatView:
    """Returns the player's seat in the public view."""
    number = room.table.player_seat(player)
    assert number is not None
    return public_of(room).seats[number]


def own_or_none(room: Room | Table, player: int) -> OwnView | None:
    """Returns the player's own view, None without a seat."""
    return own_view(_table(room), player, table_id=7, version=1)


def own_of(room: Room | Table, player: int) -> OwnView:
    """Returns the own view of a seated player."""
    view = own_or_none(room, player)
    assert view is not None
    return view


def cards_in(view: TableView) -> Iterator[Card]:
    """Yields every card of a public view."""
    yield from view.board
    for seat in view.seats:
        yield from (card for card in seat.shown if card >= 0)
    for line in view.log:
        yield from (card for card in line.cards if card >= 0)
    yield from (card for _, card in view.button_draw)
    yield from (card for row in (view.chip_race.rows if view.chip_race else ()) for card in row.cards)
