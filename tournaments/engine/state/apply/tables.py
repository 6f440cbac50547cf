"""The start, tables, seats and moves (T3, T6, T7)."""

from games.engine.rules.button import Positions
from tournaments.engine.state import events as ev
from tournaments.engine.state.apply import Handlers
from tournaments.engine.state.table import Table
from tournaments.engine.state.tournament_state import Stage, TournamentState


def started(t: TournamentState, event: ev.Started) -> None:
    t.stage = Stage.RUNNING
    t.started_at = event.at
    t.left = t.most_players = len(t.players)
    t.hourly_at = t.setup.structure.hourly_break(event.at)


def table_opened(t: TournamentState, event: ev.TableOpened) -> None:
    t.tables_opened = max(t.tables_opened, event.table)
    # Whoever enters late after the final table was made may need another table; a final table is then made anew.
    t.final_table = 0
    t.tables[event.table] = Table(event.table, (0,) * event.seats)
    t.idle.add(event.table)
    t.count_table(0, 1)


def table_closed(t: TournamentState, event: ev.TableClosed) -> None:
    table = t.tables.pop(event.table)
    t.idle.discard(event.table)
    t.breaking.discard(event.table)
    t.count_table(table.taken, -1)


def seated(t: TournamentState, event: ev.Seated) -> None:
    t.seat_player(event.table, event.seat, event.player)
    t.change(event.player, table=event.table, seat=event.seat, stack=event.chips)
    t.chips += event.chips


def moved(t: TournamentState, event: ev.Moved) -> None:
    if event.from_table:
        t.seat_player(event.from_table, event.from_seat, 0)
        # The player still sees the end of the last hand, and then the next one from its beginning.
        shown_until = max(t.tables[event.from_table].shown_until, t.tables[event.table].shown_until)
        t.tables[event.table] = t.tables[event.table]._replace(shown_until=shown_until)
    t.seat_player(event.table, event.seat, event.player)
    moves = t.players[event.player].moves + 1
    t.change(event.player, table=event.table, seat=event.seat, moves=moves)


def button_drawn(t: TournamentState, event: ev.ButtonDrawn) -> None:
    table = t.tables[event.table]
    t.tables[event.table] = table._replace(positions=Positions(event.button))


def final_table_made(t: TournamentState, event: ev.FinalTableMade) -> None:
    t.final_table = event.table


def round_began(t: TournamentState, event: ev.RoundBegan) -> None:
    t.round = event.number


HANDLERS: Handlers = {
    ev.Started: started,
    ev.TableOpened: table_opened,
    ev.TableClosed: table_closed,
    ev.Seated: seated,
    ev.Moved: moved,
    ev.ButtonDrawn: button_drawn,
    ev.FinalTableMade: final_table_made,
    ev.RoundBegan: round_began,
}
