"""The handler of pages: each is made in one thread from its first middleware to its last, and few at a time."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, TypeAlias, cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from pokerroom.views import HEALTH_PATH, healthz

Scope: TypeAlias = Mapping[str, Any]  # Any: an ASGI scope holds whatever a server or middleware puts into it.
Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]  # Any: events hold values of many types.
Send: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[None]]
Headers: TypeAlias = list[tuple[bytes, bytes]]


class PageHandler(ASGIHandler):
    """Django's handler without its changes of threads.

    Django calls middleware asynchronously wherever it can, so that one request changes its thread some twenty times.
    Here all of it is called as plain functions in one of `PAGE_THREADS` threads, which also bounds the connections to
    the database. A response is complete before it is sent, so no slow browser holds a thread.
    """

    def __init__(self) -> None:
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(settings.PAGE_THREADS, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            # Health is told also while all threads of pages wait for the database.
            threads = None if scope["path"] == HEALTH_PATH else self._threads
            answer = sync_to_async(self._answer, thread_sensitive=False, executor=threads)
            status, headers, content = await answer(scope, body)
        await send({"type": "http.response.start", "status": status, "headers": headers, "trailers": False})
        await send({"type": "http.response.body", "body": content, "more_body": False})

    def _answer(self, scope: Scope, body: IO[bytes]) -> tuple[int, Headers, bytes]:
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
        try:
            return response.status_code, _headers_of(response), _content_of(response)
        finally:
            # Also gives the connections to the database back.
            response.close()
            if request is not None:
                # Its user refers to the request again, so that all it holds would wait for the garbage collector.
                vars(request).clear()


def _headers_of(response: HttpResponseBase) -> Headers:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = [(b"Set-Cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    return headers + cookies


def _content_of(response: HttpResponseBase) -> bytes:
    if isinstance(response, StreamingHttpResponse):
        assert not response.is_async
        return b"".join(cast(Iterator[bytes], response.streaming_content))
    assert isinstance(response, HttpResponse)
    return response.content
