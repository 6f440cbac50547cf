"""The handler of pages: each is made in one thread from its first middleware to its last, and few at a time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.http import FileResponse, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from pokerroom.serving.cut import CUT
from pokerroom.views import HEALTH_PATH, healthz

Scope: TypeAlias = Mapping[str, Any]  # Any: an ASGI scope holds whatever a server or middleware puts into it.
Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]  # Any: events hold values of many types.
Send: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[None]]
P = ParamSpec("P")
R = TypeVar("R")
Headers: TypeAlias = list[tuple[bytes, bytes]]


logger = logging.getLogger(__name__)

HEALTH_WITHIN_SECONDS = 3.0
"""Sooner than a monitor gives up, and than a pool that waits for the database does."""
TOO_LATE = f"failed: no answer within {HEALTH_WITHIN_SECONDS:g} s\n".encode()


class Answer(NamedTuple):
    """What a page answers with: all of its content, or the parts of a file, which are still to be made.

    `finish` gives back what the request holds; it is called once everything has been sent.
    """

    status: int
    headers: Headers
    content: bytes
    parts: Iterator[bytes] | None
    finish: Callable[[], None]


class PageHandler(ASGIHandler):
    """Django's handler without its changes of threads.

    Django calls middleware asynchronously wherever it can, so that one request changes its thread some twenty times.
    Here all of it is called as plain functions in one of `PAGE_THREADS` threads, which also bounds the connections to
    the database. A page is complete before it is sent, so no slow browser holds a thread. A file
    (`StreamingHttpResponse`) is sent while it is made, and each part of it waits for a thread by itself, so that
    pages come between them.
    """

    def __init__(self) -> None:
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(settings.PAGE_THREADS, thread_name_prefix="page")
        # Health is told also while all other threads wait for the database.
        self._health = ThreadPoolExecutor(1, thread_name_prefix="health")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            if scope["path"] == HEALTH_PATH:
                answer = await self._health_of(scope, body)
            else:
                answer = await _in_thread(self._threads, self._answer)(scope, body)
            await send(
                {"type": "http.response.start", "status": answer.status, "headers": answer.headers, "trailers": False}
            )
            if answer.parts is None:
                await send({"type": "http.response.body", "body": answer.content, "more_body": False})
            else:
                await self._send_parts(answer.parts, answer.finish, receive, send)

    async def _health_of(self, scope: Scope, body: IO[bytes]) -> Answer:
        try:
            async with asyncio.timeout(HEALTH_WITHIN_SECONDS):
                return await _in_thread(self._health, self._answer)(scope, body)
        except TimeoutError:
            headers = [(b"Content-Type", b"text/plain; charset=utf-8"), (b"Cache-Control", b"no-store")]
            return Answer(503, headers, TOO_LATE, None, lambda: None)

    async def _send_parts(
        self, parts: Iterator[bytes], finish: Callable[[], None], receive: Receive, send: Send
    ) -> None:
        """Sends a file part by part, for as long as the browser is there."""
        make = _in_thread(self._threads, _next_part)
        # After its body a browser says nothing but that it is gone.
        gone = asyncio.ensure_future(receive())
        try:
            while (part := await make(parts)) is not None:
                if gone.done():
                    return
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except Exception as fault:
            logger.error("The rest of a file could not be made: %s", type(fault).__name__)
            await send({"type": CUT})
        finally:
            gone.cancel()
            await _in_thread(self._threads, finish)()

    def _answer(self, scope: Scope, body: IO[bytes]) -> Answer:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refused = self.create_request(scope, body)
        if request is None:
            assert refused is not None
            response: HttpResponseBase = refused
        else:
            # Health needs no session, language or policy: it is answered before the middleware.
            response = healthz(request) if request.path == HEALTH_PATH else self.get_response(request)
        # The response tells by it whose request has finished.
        response._handler_class = type(self)  # type: ignore[attr-defined]  # Not in Django's stubs.

        def finish() -> None:
            # Also gives the connections to the database back.
            response.close()
            if request is not None:
                # Its user refers to the request again, so that all it holds would wait for the garbage collector.
                vars(request).clear()

        headers = _headers_of(response)
        if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
            # What the page has read is done with; each part reads by itself.
            close_old_connections()
            return Answer(response.status_code, headers, b"", _parts_of(response), finish)
        try:
            return Answer(response.status_code, headers, _content_of(response), None, finish)
        finally:
            finish()


def _in_thread(threads: ThreadPoolExecutor, work: Callable[P, R]) -> Callable[P, Awaitable[R]]:
    """The same function called in one of these threads."""
    return sync_to_async(work, thread_sensitive=False, executor=threads)


def _headers_of(response: HttpResponseBase) -> Headers:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = [(b"Set-Cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    return headers + cookies


def _content_of(response: HttpResponseBase) -> bytes:
    if isinstance(response, FileResponse):
        # Style sheets and scripts lie on the disk, so reading them in parts would only take longer.
        return b"".join(cast(Iterable[bytes], response.streaming_content))
    assert isinstance(response, HttpResponse)
    return response.content


def _parts_of(response: StreamingHttpResponse) -> Iterator[bytes]:
    if response.is_async:
        raise TypeError("the parts of a file are made in threads, by a plain iterator")
    return iter(cast(Iterable[bytes], response.streaming_content))


def _next_part(parts: Iterator[bytes]) -> bytes | None:
    """The next part of a file, None after the last one."""
    try:
        return next(parts, None)
    finally:
        # The next part may be made in another thread, with a connection of its own.
        close_old_connections()
