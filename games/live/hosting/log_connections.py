"""The event loop's own connections to PostgreSQL: they write decisions that change only the log, without a thread."""

import asyncio

from django.db import connections
from psycopg import AsyncConnection, AsyncCursor, Error, IntegrityError
from psycopg.rows import TupleRow

from games.store import table_log
from games.store.table_log import DecisionRow, LostTable

MOST = 8
"""As many decisions are written at the same time: each waits for the disk, and the disk takes several together."""


class LogConnections:
    """Inserts decisions, each by one statement that is durable by itself; connections are opened when needed."""

    def __init__(self) -> None:
        # A cursor that writes the same statement again has its values' types at hand.
        self._idle: list[AsyncCursor[TupleRow]] = []
        self._free = asyncio.Semaphore(MOST)

    async def insert(self, row: DecisionRow) -> None:
        """Writes a decision; raises LostTable when its number is taken, and what psycopg raises."""
        async with self._free:
            cursor = self._idle.pop() if self._idle else AsyncCursor(await self._connect())
            try:
                await cursor.execute(table_log.INSERT, row, prepare=True)
            except IntegrityError:
                self._idle.append(cursor)
                raise LostTable(f"decision {row.number} of table {row.table} is taken") from None
            except BaseException as fault:
                # A cancelled statement may still be under way; after an error of the server all may be lost.
                cursor.connection.pgconn.finish()
                if isinstance(fault, Error):
                    self.stop()
                raise
            self._idle.append(cursor)

    def stop(self) -> None:
        """Closes the connections that are not in use."""
        while self._idle:
            self._idle.pop().connection.pgconn.finish()

    async def _connect(self) -> AsyncConnection[TupleRow]:
        parameters = connections["default"].get_connection_params()
        for only_djangos in ("context", "cursor_factory"):
            del parameters[only_djangos]
        return await AsyncConnection.connect(**parameters, autocommit=True)
