"""Tells the director of a tournament whose connection a table has lost: stored when it changes, with a hint (T3)."""

from games.engine.table.state import Table as Played
from games.engine.table.tournament_seat import lost_connections, tournament_of
from games.live.hosting.host_context import HostContext
from games.messaging import messages
from games.messaging.messages import Hint
from games.tournament_tables import connections


class LostConnections:
    """What is stored of one table's disconnected players; a new host stores them again."""

    def __init__(self, table_id: int, context: HostContext) -> None:
        self._id, self._context = table_id, context
        self._stored: tuple[tuple[int, int], ...] | None = None

    async def store(self, table: Played, number: int) -> None:
        """Stores who is disconnected after decision `number`, in one row, if that has changed."""
        tournament, found = tournament_of(table), lost_connections(table)
        if not tournament or found == self._stored:
            return
        await self._context.threads.run(
            connections.store, table_id=self._id, tournament=tournament, number=number, players=found
        )
        self._stored = found
        group = messages.reports_group(tournament)
        self._context.outbox.to_group(group, Hint(group), newest=True)
