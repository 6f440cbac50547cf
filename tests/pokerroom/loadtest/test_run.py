"""A run of the load test against a table that a few lines of this file serve."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from pokerroom.loadtest.processes import Processes
from pokerroom.loadtest.report import format_report
from pokerroom.loadtest.room import Room, SetUp
from pokerroom.loadtest.run import Load, LoadRun

PLAYERS = 3
QUICK = Load(seats=PLAYERS, seconds=0.3, think=0.01, settle=0.0, bare=False)


class ServedTable:
    """Gives the turn to one socket after another; those beyond the players only watch. It may never answer."""

    def __init__(self, *, is_silent: bool = False) -> None:
        self.sockets: list[ServerConnection] = []
        self.version, self.is_silent = 1, is_silent
        self.asks: list[str] = []

    def frame(self, socket: ServerConnection) -> str:
        shown = f'<i id="server-time" data-now="1" data-version="{self.version}" hidden></i>'
        if self.sockets.index(socket) == self.version % PLAYERS:
            shown += (
                f'<footer id="controls" class="controls is-turn" data-hand="1" data-turn="{self.version}"'
                f' data-price="0" data-title="Your turn"></footer>'
            )
        return shown

    async def handle(self, socket: ServerConnection) -> None:
        self.sockets.append(socket)
        if not self.is_silent:
            await socket.send(self.frame(socket) + '<section id="session"></section>')
        async for message in socket:
            if message.startswith("ping"):
                await socket.send(message.replace("ping", "pong"))
                continue
            self.asks.append(message)
            self.version += 1
            for one in self.sockets:
                await one.send(self.frame(one))


def page_of(connection: ServerConnection, request: Request) -> Response | None:
    """The page of the table, which says which settings it shows; None for sockets."""
    if request.path != "/table/1/":
        return None
    return connection.respond(HTTPStatus.OK, '<body data-socket="/ws/table/1/?seen=5e771465">')


@asynccontextmanager
async def served(table: ServedTable) -> AsyncIterator[Room]:
    """A room with this table, in which people have sessions already."""
    async with serve(table.handle, "127.0.0.1", 0, process_request=page_of) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        sessions = {1: [f"key{number}" for number in range(PLAYERS)]}
        processes = Processes({kind: (os.getpid(),) for kind in ("web", "host", "generator")})
        yield Room([f"http://127.0.0.1:{port}"], SetUp([1], sessions), processes)


async def test_pages_are_asked_of_their_own_processes_and_sockets_opened_at_those_of_the_table() -> None:
    async with served(ServedTable()) as sockets, served(ServedTable()) as pages:
        processes = Processes({**sockets.processes.ids, "pages": (os.getpid(),)})
        run = LoadRun(sockets._replace(page_urls=pages.urls, processes=processes), QUICK._replace(storm=2))
        report = await run.measure()
    assert report["actions"] > 0
    assert report["page_processes"] == 1
    assert {newcomer.session.sockets for newcomer in run.newcomers} == {*sockets.urls}
    assert {newcomer.session.url for newcomer in run.newcomers} == {*pages.urls}
    assert report["storm"]["without_picture"] == 0
    assert "web processes 1 and 1 for pages, hosts 1" in format_report(report)


async def test_every_action_is_measured_at_every_socket() -> None:
    table = ServedTable()
    async with served(table) as room:
        run = LoadRun(room, QUICK)
        report = await run.measure()
    assert 0 < report["actions"] <= len(table.asks)
    assert report["seen_by_all_ms"]["count"] == report["seen_by_actor_ms"]["count"] + report["unfinished"]
    assert report["seen_by_all_ms"]["count"] >= report["actions"]
    assert report["next_able_to_act_ms"]["count"] >= report["actions"] - 1
    assert report["broken_sockets"] == report["refusals"] == 0
    assert report["cpu"]["web"]["ms_per_delivery"] >= 0
    assert run.sessions() == {1: ["key0", "key1", "key2"]}
    assert f"{report['actions']} actions" in format_report(report)


async def test_in_a_storm_the_wait_for_pictures_and_the_delay_of_actions_are_told() -> None:
    async with served(ServedTable()) as room:
        report = await LoadRun(room, QUICK._replace(storm=30)).measure()
    storm = report["storm"]
    assert storm["people"] == storm["picture_ms"]["count"] == 30
    assert storm["without_picture"] == storm["refused"] == 0
    assert "storm of 30:" in format_report(report)


async def test_a_storm_may_be_of_strangers() -> None:
    table = ServedTable()
    async with served(table) as room:
        strangers = [f"stranger{number}" for number in range(5)]
        set_up = room.set_up._replace(strangers=strangers)
        report = await LoadRun(room._replace(set_up=set_up), QUICK._replace(storm=5)).measure()
    assert (report["storm"]["people"], report["storm"]["without_picture"]) == (5, 0)
    # Anybody may have connected again, where the machine was slow.
    cookies = {socket.request.headers["Cookie"] for socket in table.sockets if socket.request}
    assert cookies == {f"session={key}" for key in (*room.set_up.sessions[1], *strangers)}
    assert "storm of 5 strangers:" in format_report(report)


async def test_the_sockets_of_a_storm_are_those_of_pages_that_show_the_settings() -> None:
    table = ServedTable()
    async with served(table) as room:
        await LoadRun(room, QUICK._replace(storm=5)).measure()
    paths = [socket.request.path for socket in table.sockets if socket.request]
    assert set(paths) == {"/ws/table/1/?seen=", "/ws/table/1/?seen=5e771465"}
    assert set(paths[:PLAYERS]) == {"/ws/table/1/?seen="}


async def test_people_without_a_picture_end_the_run_with_their_number() -> None:
    async with served(ServedTable(is_silent=True)) as room:
        with pytest.raises(RuntimeError, match=r"After 0.2 s 3 of 3 people had no picture"):
            await LoadRun(room, QUICK._replace(warm_up=0.2)).measure()


async def test_nobody_listens_at_the_address() -> None:
    async with served(ServedTable()) as room:
        pass
    with pytest.raises(RuntimeError, match="3 of 3"):
        async with asyncio.timeout(20):
            await LoadRun(room, QUICK._replace(warm_up=0.2)).measure()
