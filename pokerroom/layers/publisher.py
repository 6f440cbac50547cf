"""Publishing to Redis without waiting for the answers to what was sent before."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import NamedTuple, Self

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError

ANSWER_WITHIN_SECONDS = 2.0


class _Unanswered(NamedTuple):
    since: float
    answer: "asyncio.Future[None]"


class Publisher:
    """A connection of its own that sends each message at once; Redis takes and answers them in that order.

    It is lost for good when Redis ends it, or owes an answer for two seconds.
    """

    @classmethod
    async def connected(cls, connection: AbstractConnection) -> Self:
        """One over a connection that is not open yet; raises what redis-py raises when Redis cannot be reached."""
        await connection.connect()  # type: ignore[no-untyped-call]  # redis-py's method has no types.
        return cls(connection)

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = connection
        self._unanswered: deque[_Unanswered] = deque()
        self._loop = asyncio.get_running_loop()
        self._reading = self._loop.create_task(self._read_answers())

    def is_lost(self) -> bool:
        """Whether nothing more can be sent."""
        if self._reading.done():
            return True
        unanswered = self._unanswered
        return bool(unanswered) and self._loop.time() - unanswered[0].since > ANSWER_WITHIN_SECONDS

    async def publish(self, channel: str, message: bytes) -> None:
        """Sends a message and waits until Redis has taken it; raises RedisError."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self._unanswered.append(_Unanswered(self._loop.time(), answer))
        try:
            command = self._connection.pack_command("PUBLISH", channel, message)
            await self._connection.send_packed_command(command, check_health=False)
            await answer
        except BaseException:
            answer.cancel()
            raise

    async def close(self) -> None:
        """Ends the connection; whoever waits for an answer gets ConnectionError."""
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading

    async def _read_answers(self) -> None:
        try:
            while True:
                refusal = None
                try:
                    await self._connection.read_response()
                except ResponseError as error:
                    refusal = error
                self._answered(refusal)
        except (RedisError, OSError):
            pass
        finally:
            while self._unanswered:
                self._answered(RedisConnectionError("The connection was lost before Redis answered."))
            await self._connection.disconnect(nowait=True)

    def _answered(self, error: RedisError | None) -> None:
        answer = self._unanswered.popleft().answer
        if answer.done():
            return
        if error is None:
            answer.set_result(None)
        else:
            answer.set_exception(error)
