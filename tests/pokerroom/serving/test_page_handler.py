"""The handler of pages: one thread for each request, pages beside one another, and health beside all of them."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any, ClassVar

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.utils.translation import get_language
from pytest_django import Settings

from pokerroom.serving.cut import CUT
from pokerroom.serving.page_handler import PageHandler

WITHIN_SECONDS = 30


class Doors:
    """Pages wait at these until the test lets them go on."""

    opened = threading.Event()
    threads: ClassVar[list[int]] = []
    made: ClassVar[list[int]] = []
    sessions: ClassVar[list["weakref.ref[SessionBase]"]] = []


def thread_noting_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        Doors.threads.append(threading.get_ident())
        response = get_response(request)
        Doors.threads.append(threading.get_ident())
        return response

    return middleware


def quick(request: HttpRequest) -> HttpResponse:
    Doors.threads.append(threading.get_ident())
    Doors.sessions.append(weakref.ref(request.session))
    response = HttpResponse(request.body or b"quick")
    response.set_cookie("one", "1")
    response.set_cookie("two", "2")
    return response


def slow(request: HttpRequest) -> HttpResponse:
    assert Doors.opened.wait(WITHIN_SECONDS)
    return HttpResponse("slow")


def streamed(request: HttpRequest) -> StreamingHttpResponse:
    """A file of three parts, the last two of which wait; each tells its language."""

    def parts() -> Iterator[str]:
        for number in range(3):
            assert number == 0 or Doors.opened.wait(WITHIN_SECONDS)
            Doors.made.append(number)
            yield f"{number} {get_language()} "

    return StreamingHttpResponse(parts())


def broken_off(request: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Iterator[str]:
        yield "a"
        raise ValueError("not for the log")

    return StreamingHttpResponse(parts())


def on_disk(request: HttpRequest) -> FileResponse:
    return FileResponse(BytesIO(b"a" * 3 * FileResponse.block_size))


def faulty(request: HttpRequest) -> HttpResponse:
    raise ValueError("not for the browser")


urlpatterns = [
    path("quick", quick),
    path("slow", slow),
    path("streamed", streamed),
    path("broken", broken_off),
    path("disk", on_disk),
    path("faulty", faulty),
]


@pytest.fixture(autouse=True)
def _pages_of_this_test(settings: Settings) -> Iterator[None]:
    settings.ROOT_URLCONF, settings.PAGE_THREADS = __name__, 2
    # Between the room's own, which Django would call asynchronously.
    settings.MIDDLEWARE = [*settings.MIDDLEWARE[:5], f"{__name__}.thread_noting_middleware", *settings.MIDDLEWARE[5:]]
    Doors.opened.clear()
    Doors.threads.clear()
    Doors.made.clear()
    Doors.sessions.clear()
    yield
    Doors.opened.set()


class Asked:
    """A request for a page, and what the handler has sent."""

    def __init__(self, handler: PageHandler, to: str) -> None:
        headers = [(b"host", b"localhost"), (b"accept-language", b"cs")]
        scope = {"type": "http", "method": "GET", "path": to, "query_string": b"", "headers": headers}
        self.arriving, self.sent = asyncio.Queue[Any](), asyncio.Queue[Any]()
        self.task = asyncio.ensure_future(handler(scope, self.arriving.get, self.sent.put))

    def begin(self, body: bytes = b"") -> None:
        """The browser has sent everything."""
        self.arriving.put_nowait({"type": "http.request", "body": body})

    async def answer(self) -> tuple[int, bytes, list[bytes]]:
        """Status, content and cookies."""
        async with asyncio.timeout(WITHIN_SECONDS):
            await self.task
        start, content = self.sent.get_nowait(), self.sent.get_nowait()
        assert not content["more_body"]
        assert self.sent.empty()
        cookies = [value for name, value in start["headers"] if name == b"Set-Cookie"]
        return start["status"], content["body"], cookies


async def answer(handler: PageHandler, to: str, body: bytes = b"") -> tuple[int, bytes, list[bytes]]:
    """Status, content and cookies of one page."""
    asked = Asked(handler, to)
    asked.begin(body)
    return await asked.answer()


@pytest.mark.django_db(transaction=True)
async def test_a_request_has_one_thread_which_is_not_the_one_of_the_sockets() -> None:
    status, content, cookies = await answer(PageHandler(), "/quick", b"typed")
    assert (status, content) == (200, b"typed")
    assert [cookie.partition(b";")[0] for cookie in cookies] == [b"one=1", b"two=2"]
    assert len(Doors.threads) == 3
    assert len(set(Doors.threads)) == 1
    assert threading.get_ident() not in Doors.threads


@pytest.mark.django_db(transaction=True)
async def test_a_slow_page_delays_neither_others_nor_health_nor_the_loop() -> None:
    handler = PageHandler()
    first, second, waiting = Asked(handler, "/slow"), Asked(handler, "/slow"), Asked(handler, "/quick")
    first.begin()
    assert (await answer(handler, "/quick"))[1] == b"quick"
    second.begin()
    await asyncio.sleep(0)
    waiting.begin()
    # Both threads of pages are taken now; health answers still.
    assert (await answer(handler, "/healthz"))[:2] == (200, b"ok\n")
    assert waiting.sent.empty()
    Doors.opened.set()
    assert [(await one.answer())[1] for one in (first, second, waiting)] == [b"slow", b"slow", b"quick"]


async def first_part(asked: Asked) -> bytes:
    """The first part of the file, which is there while the second one waits."""
    asked.begin()
    async with asyncio.timeout(WITHIN_SECONDS):
        start, first = await asked.sent.get(), await asked.sent.get()
    assert start["status"] == 200
    assert first["more_body"]
    content: bytes = first["body"]
    return content


@pytest.mark.django_db(transaction=True)
async def test_a_file_is_sent_while_it_is_made_in_the_language_of_its_reader() -> None:
    asked = Asked(PageHandler(), "/streamed")
    assert await first_part(asked) == b"0 cs "
    assert Doors.made == [0]
    Doors.opened.set()
    async with asyncio.timeout(WITHIN_SECONDS):
        await asked.task
    rest = [asked.sent.get_nowait() for _ in range(asked.sent.qsize())]
    assert [(one["body"], one["more_body"]) for one in rest] == [(b"1 cs ", True), (b"2 cs ", True), (b"", False)]


@pytest.mark.django_db(transaction=True)
async def test_no_more_of_a_file_is_made_once_its_reader_has_gone() -> None:
    asked = Asked(PageHandler(), "/streamed")
    await first_part(asked)
    asked.arriving.put_nowait({"type": "http.disconnect"})
    await asyncio.sleep(0)
    Doors.opened.set()
    async with asyncio.timeout(WITHIN_SECONDS):
        await asked.task
    assert Doors.made == [0, 1]
    assert asked.sent.empty()


@pytest.mark.django_db(transaction=True)
async def test_a_file_that_cannot_be_made_to_its_end_breaks_off(caplog: pytest.LogCaptureFixture) -> None:
    asked = Asked(PageHandler(), "/broken")
    assert await first_part(asked) == b"a"
    async with asyncio.timeout(WITHIN_SECONDS):
        await asked.task
    assert [asked.sent.get_nowait()["type"] for _ in range(asked.sent.qsize())] == [CUT]
    assert "The rest of a file could not be made: ValueError" in caplog.text
    assert "not for the log" not in caplog.text


@pytest.mark.django_db(transaction=True)
async def test_a_file_on_the_disk_is_read_and_sent_at_once() -> None:
    assert (await answer(PageHandler(), "/disk"))[:2] == (200, b"a" * 3 * FileResponse.block_size)


@pytest.mark.django_db(transaction=True)
async def test_a_fault_is_an_error_page_without_its_words() -> None:
    status, content, _ = await answer(PageHandler(), "/faulty")
    assert status == 500
    assert b"not for the browser" not in content


@pytest.mark.django_db(transaction=True)
async def test_what_a_request_holds_is_free_once_it_is_answered() -> None:
    gc.disable()
    try:
        assert (await answer(PageHandler(), "/quick"))[0] == 200
        [session] = Doors.sessions
        assert session() is None
    finally:
        gc.enable()


async def test_a_browser_that_leaves_before_its_form_is_sent_gets_no_page() -> None:
    asked = Asked(PageHandler(), "/quick")
    asked.arriving.put_nowait({"type": "http.disconnect"})
    await asked.task
    assert asked.sent.empty()
    assert Doors.threads == []


@pytest.mark.django_db(transaction=True)
async def test_health_is_told_while_every_other_thread_waits_for_the_database() -> None:
    """Sockets read in the threads of the loop, which all wait for a database that is down."""
    waiting = [asyncio.get_running_loop().run_in_executor(None, Doors.opened.wait) for _ in range(40)]
    assert (await answer(PageHandler(), "/healthz"))[:2] == (200, b"ok\n")
    Doors.opened.set()
    await asyncio.gather(*waiting)


async def test_health_says_in_time_that_there_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool waits ten seconds for a database that is down; monitors give up before."""
    monkeypatch.setattr("pokerroom.serving.page_handler.HEALTH_WITHIN_SECONDS", 0.01)
    monkeypatch.setattr("pokerroom.serving.page_handler.healthz", slow)
    status, content, _ = await answer(PageHandler(), "/healthz")
    assert status == 503
    assert content.startswith(b"failed: no answer within")


@pytest.mark.django_db(transaction=True)
async def test_health_is_answered_before_the_middleware() -> None:
    assert (await answer(PageHandler(), "/healthz"))[0] == 200
    assert Doors.threads == []
