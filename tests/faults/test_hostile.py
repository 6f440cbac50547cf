"""Hostile messages on real sockets get an alert or close the socket; the table is unchanged and play continues."""

import asyncio
import contextlib
import json
import re

import pytest
import websockets

from games.engine.rules.rules import Clock
from pokerroom.models import User
from tests.faults.people import Person, Screen, Turn, people, screen_of, seated
from tests.faults.room import QUICK, Room, in_orm, until

pytestmark = pytest.mark.usefixtures("audited")
PATIENT = QUICK._replace(turn=600_000, grace=600_000)
NOT_UNDERSTOOD, NOT_SEATED, SIGN_IN = "didn't understand", "are not seated", "Sign in"
MAX_BYTES = 16 * 1024


@pytest.fixture(scope="module", autouse=True)
def _open(room: Room) -> None:
    room.start_web(rate_limits=True)
    room.standby = room.start_host(rate_limits=True)


async def ready(room: Room, clock: Clock = QUICK) -> int:
    """Waits until the room is open and opens a table."""
    assert room.standby
    await room.web_is_open()
    await room.host_is_up(room.standby)
    return await room.open_table(clock=clock)


async def at_a_turn(room: Room, count: int = 3) -> tuple[int, list[Screen], Screen, Turn]:
    """Returns a table where a player has unlimited time to act, so nothing happens unless the test causes it."""
    table = await ready(room, PATIENT)
    screens = await seated(room, table, count)
    await until(lambda: room.ask_sql("SELECT count(*) FROM games_seat WHERE table_id = %s", table) == [(count,)])
    mover = await until(lambda: next((screen for screen in screens if screen.turn), None), "a turn")
    assert mover.turn
    return table, screens, mover, mover.turn


async def expect_alert(screen: Screen, text: str) -> None:
    """Waits for an alert that contains this text and clears the alerts."""
    await until(lambda: any(text in alert for alert in screen.alerts), f"{text!r} in {screen.alerts}")
    screen.alerts.clear()


def act(turn: Turn, action: str = "call", **more: object) -> dict[str, object]:
    return {"do": "act", "hand": turn.hand, "turn": turn.turn, "price": turn.price, "action": action, **more}


def malformed(turn: Turn) -> list[str]:
    """Returns messages that no page ever sends."""
    nested: dict[str, object] = {}
    for _ in range(400):
        nested = {"do": nested}
    amounts: list[object] = [-1, 1.5, 10**16, 10**400, True, None, [], {}, "1e3", "0x10", "１２", " 7", "9" * 300]
    odd: list[dict[str, object]] = [{**act(turn), "amount": wrong} for wrong in amounts]
    odd += [{**act(turn), name: wrong} for name in ("hand", "turn", "price") for wrong in (-1, "", None, [1], 2**70)]
    odd += [
        act(turn, "raise"),
        act(turn, "all_in"),
        {**act(turn), "action": ["call"]},
        {**act(turn), "action": "\ud800"},
        {**act(turn), "player": 1},
        {**act(turn), "__proto__": {}},
        {"do": "act"},
        {"do": ["act"]},
        {"do": None},
        {"do": "nudge"},
        {"do": "take_seat", "player": 1, "chips": 10**9},
        {"type": "ask", "table": 1, "player": 1, "ask": act(turn)},
        {"do": "ahead", "hand": turn.hand, "kind": "\x00", "amount": 0},
        {"do": "ahead", "hand": turn.hand, "kind": {"a": 1}, "amount": 0},
        {"do": "show", "hand": turn.hand, "places": [0] * 2_000},
        {"do": "show", "hand": turn.hand, "places": [0, [1]]},
        {"do": "show", "hand": turn.hand, "places": {"0": 1}},
        {"do": "habits", "auto_muck": "maybe", "auto_post": 7},
        {"do": "chat"},
        {"do": "chat", "text": "\x00\x1b\u202e"},
        {"do": "chat", "text": "half a pair: \ud800"},
        {"do": "chat", "text": "x" * 900},
        {"do": "chat", "text": ["x"]},
        nested,
    ]
    raw = ["", " ", "null", "NaN", "[]", '"act"', "7", "{", "{}", "[" * 9_000, '{"a":' * 2_500, "9" * 5_000, "\ufeff{}"]
    raw += ['{"do":NaN}', '{"do":"act","hand":Infinity,"turn":-Infinity,"price":NaN,"action":"call"}', "<b>1</b>"]
    return [json.dumps(body) for body in odd] + raw


async def test_malformed_messages_get_an_alert_and_change_nothing(room: Room) -> None:
    table, screens, mover, turn = await at_a_turn(room)
    cookie = mover.cookie
    before = room.numbers(table)[-1]
    chat = room.ask_sql("SELECT count(*) FROM games_chatline")
    messages = malformed(turn)
    # The player to act sends them from several windows, because a single socket is rate-limited.
    for start in range(0, len(messages), 8):
        window = await screen_of(room, table, cookie)
        await until(lambda window=window: window.turn == turn, "the turn in a new window")
        for text in messages[start : start + 8]:
            await window.send(text)
            await until(lambda window=window: window.alerts, f"an alert about {text[:80]!r}")
            assert NOT_UNDERSTOOD in window.alerts.pop(), text[:80]
            window.alerts.clear()
        assert window.closed is None
        assert window.turn == turn
        await window.close()
    assert room.numbers(table)[-1] == before
    assert room.ask_sql("SELECT count(*) FROM games_chatline") == chat
    for screen in screens:
        screen.plays()
    await until(lambda: room.hands(table) >= 1, "the next hand")
    await leave_all(screens)


async def test_b9_b10_repeated_stale_and_foreign_actions_change_nothing(room: Room) -> None:
    table, screens, mover, turn = await at_a_turn(room)
    others = [screen for screen in screens if screen is not mover]
    before = room.numbers(table)[-1]
    refusals = [
        (others[0], act(turn), "not your turn"),
        (others[1], act(turn, "fold"), "not your turn"),
        (mover, act(turn._replace(turn=turn.turn + 1)), "Too late"),
        (mover, act(turn._replace(hand=turn.hand + 1)), "hand is over"),
        (mover, act(turn._replace(price=turn.price + 1)), "price has changed"),
        (mover, act(turn, "check"), "can't check"),
        (mover, act(turn, "raise", amount=turn.least - 1), "must be from"),
        (mover, act(turn, "raise", amount=turn.most + 1), "must be from"),
        (mover, {"do": "show", "hand": turn.hand, "places": [0]}, "can't show"),
        (others[0], {"do": "post", "agree": 1}, "owe no blind"),
        (others[0], {"do": "ahead", "hand": turn.hand + 5, "kind": "fold", "amount": 0}, "hand is over"),
        (mover, {"do": "ahead", "hand": turn.hand, "kind": "fold", "amount": 0}, "your turn now"),
    ]
    for screen, body, text in refusals:
        screen.alerts.clear()
        await screen.send(body)
        await expect_alert(screen, text)
    assert room.numbers(table)[-1] == before
    assert mover.turn == turn

    # One player presses the same button twice in each of two windows.
    twin = await screen_of(room, table, mover.cookie)
    await until(lambda: twin.turn == turn, "the turn in both windows")
    await asyncio.gather(*(screen.send(act(turn)) for screen in (mover, twin, mover, twin)))
    await until(lambda: len(mover.alerts) + len(twin.alerts) >= 2, "the alerts about the repeated presses")
    await until(lambda: not mover.turn, "the turn moves on")
    assert all("Too late" in alert or "not your turn" in alert for alert in mover.alerts + twin.alerts)
    called = [event for event in await room.events(table) if event[0] == "Called"]
    assert len(called) == 1
    assert room.numbers(table)[-1] == before + 1
    await leave_all([*screens, twin])


async def test_a_railbird_cannot_act_and_a_visitor_is_asked_to_sign_in(room: Room) -> None:
    table, screens, _, turn = await at_a_turn(room)
    (railbird,) = await people(room, 1)
    rail, stranger = await railbird.watch(table), await screen_of(room, table)
    before = room.numbers(table)[-1]
    asks = [act(turn), {"do": "leave"}, {"do": "sit_out"}, {"do": "ahead", "hand": turn.hand, "kind": "fold"}]
    for body in asks:
        await rail.send(body)
        await expect_alert(rail, NOT_SEATED)
        await stranger.send(body)
        await expect_alert(stranger, SIGN_IN)
    await stranger.send({"do": "chat", "text": "let me in"})
    await expect_alert(stranger, SIGN_IN)
    assert room.numbers(table)[-1] == before
    assert not rail.cards
    assert not stranger.cards
    await leave_all([*screens, rail, stranger])


async def test_a1_sockets_open_only_for_pages_of_this_room(room: Room) -> None:
    table = await ready(room)
    (person,) = await people(room, 1)
    url = f"ws://127.0.0.1:{room.port}/ws/table/{table}/"
    port = room.port
    foreign = [None, "null", "http://evil.example", f"http://127.0.0.1:{port - 1}", f"https://127.0.0.1:{port}"]
    for origin in (*foreign, f"http://127.0.0.1.evil.example:{port}", f"http://localhost:{port}"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(url, origin=origin, additional_headers={"Cookie": person.cookie()})
        assert refused.value.response.status_code == 403
    unknown = await screen_of(room, 10**9, person.cookie())
    await until(lambda: unknown.closed, "no such table")
    assert unknown.closed == 4404
    await unknown.close()


@pytest.mark.parametrize(
    ("message", "codes"),
    [
        ("x" * (MAX_BYTES + 1), {1009}),
        ("č" * (MAX_BYTES // 2 + 1), {1009}),
        ("x" * (2 * 1024 * 1024), {1009, 1006}),
        (b"\x00\x01", {1003, 1008, 1009}),
        (b"x" * (2 * 1024 * 1024), {1009, 1006}),
    ],
    ids=["16 KiB and one", "16 KiB and one in two-byte letters", "2 MiB", "binary", "2 MiB binary"],
)
async def test_a4_oversized_and_binary_messages_close_only_their_own_socket(
    room: Room, message: str | bytes, codes: set[int]
) -> None:
    table, screens, mover, turn = await at_a_turn(room, 2)
    hostile = await screen_of(room, table, mover.cookie)
    await until(lambda: hostile.turn == turn, "the turn in a new window")
    before = room.numbers(table)[-1]
    with contextlib.suppress(websockets.ConnectionClosed):
        await hostile.send(message)
    await until(lambda: hostile.closed is not None, "the close")
    assert hostile.closed in codes
    assert room.numbers(table)[-1] == before
    for screen in screens:
        assert screen.closed is None
        screen.plays()
    await until(lambda: room.hands(table) >= 1, "the next hand")
    await leave_all([*screens, hostile])


async def test_a4_a_flood_of_messages_closes_the_socket_and_play_continues(room: Room) -> None:
    table = await ready(room)
    screens = await seated(room, table, 3)
    for screen in screens:
        screen.plays()
    flood = await screen_of(room, table, screens[0].cookie)
    hands = room.hands(table)
    with contextlib.suppress(websockets.ConnectionClosed):
        for n in range(3_000):
            await flood.send({"do": "chat", "text": f"line {n}"} if n % 2 else {"do": "sit_in"})
            await asyncio.sleep(0.001)
    await until(lambda: flood.closed == 1008, "the close")
    assert any("Slow down" in alert for alert in flood.alerts)
    await until(lambda: room.hands(table) >= hands + 2, "the next hand")
    assert all(screen.closed is None for screen in screens)
    (lines,) = room.ask_sql("SELECT count(*) FROM games_chatline WHERE table_id = %s", table)[0]
    assert lines <= 5
    await leave_all([*screens, flood])


MARKUP = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    '"><i id="controls" hx-get="/accounts/sign-out/">',
    "{{ 7|add:7 }}{% debug %}",
    "</li></ol><ol data-append-to='log'>",
)


async def test_markup_in_chat_and_names_is_shown_as_text(room: Room) -> None:
    table = await ready(room, PATIENT)
    attackers = await people(room, 2)
    await in_orm(_rename, attackers[0], "<i id=pots>&amp;'\"")
    for seat, attacker in enumerate(attackers):
        await attacker.sit(table, seat)
    screens = [await attacker.watch(table) for attacker in attackers]
    await until(lambda: all(screen.cards for screen in screens), "the deal")
    await until(lambda: "&lt;i id=pots&gt;&amp;amp;" in screens[1].fragments.get("seat-0", ""), "the name as text")
    for text in MARKUP:
        await screens[0].send({"do": "chat", "text": text})
    await until(lambda: room.ask_sql("SELECT count(*) FROM games_chatline WHERE table_id = %s", table) == [(5,)])
    await until(lambda: sum('data-append-to="chat"' in frame.text for frame in screens[1].frames), "the chat messages")
    pages = [frame.text for frame in screens[1].frames] + [attackers[1].get(f"/table/{table}/")]
    for html in pages:
        body = html[html.find("<main") :] if "<main" in html else html
        for tag in re.findall(r"<[^>]*>", body):
            assert not tag.startswith(("<script", "<img")), tag
            assert "alert(" not in tag
            assert "sign-out" not in tag
        assert body.count('id="controls"') <= 1
        assert body.count("id=pots") == body.count("&lt;i id=pots")
    assert "&lt;script&gt;alert(1)" in "".join(pages)
    assert "{{ 7|add:7 }}" in pages[-1]
    await leave_all(screens)


def _rename(person: Person, name: str) -> None:
    User.objects.filter(pk=person.id).update(display_name=name)


async def leave_all(screens: list[Screen]) -> None:
    """Closes the sockets."""
    await asyncio.gather(*(screen.close() for screen in screens))
