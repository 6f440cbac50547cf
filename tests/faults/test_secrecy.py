"""Nobody receives another player's card before it is shown (H4): sockets, pages, logs, Redis, database and admin."""

import asyncio
import json
import re
import socket
import threading
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest
from asgiref.sync import async_to_sync
from django.conf import settings

from games.engine import events as ev
from games.engine.cards import card_text
from games.engine.rules.rules import Clock
from games.messaging.messages import (
    Answer,
    Ask,
    ChatPosted,
    CloseSockets,
    Heartbeat,
    Hint,
    Message,
    NoticeWritten,
    OwnViewUpdate,
    PlayerNotesChanged,
    ReadInbox,
    SeatsChanged,
    TablesReleased,
    TablesTaken,
    ViewUpdate,
    Watch,
    WatchersChanged,
    unpack,
)
from games.models import Decision, Hand, Order, Table
from games.models.conduct import ChatLine
from pokerroom.environment import LAYER_KEYS, derived_keys
from pokerroom.layers.sealing import SealedSerializer
from tests.faults.card_forms import (
    RANK_WORDS,
    SUIT_WORDS,
    Truth,
    cards_in,
    fields_of,
    leaks,
    numbers_in,
    oddities,
    runs_of,
)
from tests.faults.people import Person, Screen, Turn, frame_of, people, screen_of
from tests.faults.room import HostProcess, Room, until

HANDS = 200
HINTS = {
    ChatPosted,
    CloseSockets,
    Hint,
    NoticeWritten,
    PlayerNotesChanged,
    ReadInbox,
    SeatsChanged,
    TablesReleased,
    TablesTaken,
    WatchersChanged,
}
FAST = Clock(show=400, run_out=10, after_fold=40, after_showdown=40, draw_shown=0)


class RedisMonitor:
    """Records every command sent to the room's Redis."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(b"MONITOR\r\n")
        self.commands: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            with self.socket.makefile("rb") as lines:
                self.commands += (line.decode() for line in lines)
        except OSError:
            return

    def close(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


class RecordedSession:
    """Plays two hundred hands and records everything anybody could have read meanwhile."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.screens: dict[int, Screen] = {}
        self.seats: dict[int, int] = {}
        self.pages: list[tuple[str, str]] = []
        self.reader = 0
        self.redis_commands: list[str] = []
        self.truth: Truth
        self.host: HostProcess

    async def play(self) -> None:
        """Plays with four players, two house bots and a railbird; an administrator opens the admin pages in between."""
        room = self.room
        await room.web_is_open()
        # No host runs the table until the players are seated, so the bots take the remaining seats.
        self.table = await room.open_table(bots=2, clock=FAST, owner="nobody yet")
        players = await people(room, 4)
        self.reader = players[1].id
        for seat, person in enumerate(players):
            self.seats[seat] = person.id
            await person.sit(self.table, seat, 2_000)
            self.screens[person.id] = await person.watch(self.table)
        self.screens[0] = await screen_of(room, self.table)
        room.give_lease(self.table, await room.host_is_up(self.host))
        root = await Person(room, "root").sign_in()
        await self.screens[players[0].id].send({"do": "habits", "auto_muck": False, "auto_post": True})
        for person in players:
            screen = self.screens[person.id]
            screen.plays(at_random(Random(person.id)))
            screen.tasks += [
                asyncio.create_task(show_sometimes(screen, Random(person.id))),
                asyncio.create_task(top_up_when_broke(person, screen, self.table)),
            ]
        for hands in range(0, HANDS, HANDS // 5):
            await until(lambda hands=hands: room.hands(self.table) >= hands, f"{hands} hands", every=0.1)
            await self.save_pages(root, players[1])
        await until(lambda: room.hands(self.table) >= HANDS, f"{HANDS} hands", every=0.1)
        await self.save_pages(root, players[1])
        for screen in self.screens.values():
            await screen.close()
        room.stop_hosts()

    async def save_pages(self, root: Person, player: Person) -> None:
        """Saves the admin pages about the running hand, and the table and hand pages as a player sees them."""
        newest = self.room.ask_sql(
            "SELECT id FROM games_decision WHERE table_id = %s AND sealed IS NOT NULL ORDER BY number DESC LIMIT 2",
            self.table,
        )
        hand = self.room.ask_sql("SELECT id, number FROM games_hand ORDER BY id DESC LIMIT 1")
        paths = ["decision/", "hand/", "order/", "table/", "chatline/", f"table/{self.table}/change/"]
        paths += [f"decision/{pk}/change/" for (pk,) in newest]
        paths += [f"table/{self.table}/history/"]
        paths += [f"hand/{pk}/change/" for pk, _ in hand]
        for path in paths:
            self.pages.append((path, await asyncio.to_thread(root.get, f"/admin/games/{path}")))
        self.pages.append(("page", await asyncio.to_thread(player.get, f"/table/{self.table}/")))
        for _, number in hand:
            page = await asyncio.to_thread(player.get, f"/table/{self.table}/hands/{number}/")
            self.pages.append((f"hand {number}", page))


def at_random(rng: Random) -> Callable[[Screen, Turn], tuple[str, int]]:
    """Returns a random policy: mostly checks, calls and folds, sometimes a minimum raise, rarely an all-in."""

    def choose(screen: Screen, turn: Turn) -> tuple[str, int]:
        chance = rng.random()
        if turn.price and chance < 0.4:
            return "fold", 0
        if turn.most and chance > 0.96:
            return "raise", turn.most
        if turn.most and chance > 0.80:
            return "raise", turn.least
        return ("call", 0) if turn.price else ("check", 0)

    return choose


async def show_sometimes(screen: Screen, rng: Random) -> None:
    """Shows one or both cards after some hands."""
    last_hand = 0
    while True:
        await asyncio.sleep(0.02)
        controls = screen.fragments.get("controls", "")
        if "is-show-cards" in controls and screen.hand != last_hand:
            last_hand = screen.hand
            if rng.random() < 0.4:
                found = re.search(r'"hand":(\d+)', controls)
                assert found
                await screen.send({"do": "show", "hand": int(found[1]), "places": rng.choice([[], [0], [1]])})


async def top_up_when_broke(person: Person, screen: Screen, table: int) -> None:
    """Tops up whenever the player has no chips left."""
    while True:
        await asyncio.sleep(0.05)
        if "is-no-chips" in screen.fragments.get("controls", ""):
            await person.top_up(table, 2_000)
            await asyncio.sleep(0.5)


@pytest.fixture(scope="module")
def session(room: Room) -> Iterator[RecordedSession]:
    """The recorded hands, played once for all tests of this module."""
    monitor = RedisMonitor(room.redis.port)
    room.start_web()
    session = RecordedSession(room)
    session.host = room.start_host()
    async_to_sync(session.play)()
    monitor.close()
    session.redis_commands = monitor.commands
    session.truth = Truth(room, session.table)
    yield session
    room.audit()


def test_the_recorded_hands_cover_every_kind_of_reveal(session: RecordedSession) -> None:
    names = [event[0] for events in Decision.objects.values_list("events", flat=True) for event in events if event]
    assert names.count("HandEnded") >= HANDS
    for name in ("Shown", "Mucked", "HandsTurnedUp", "Folded", "Raised", "UncalledReturned"):
        assert names.count(name) > 3, name
    partly = [event for events in Decision.objects.values_list("events", flat=True) for event in events
              if event and event[0] == "Shown" and -1 in event[2]]  # fmt: skip
    assert partly
    assert all(len(screen.frames) > HANDS for screen in session.screens.values())


def test_h4_no_socket_receives_a_card_before_it_is_shown(session: RecordedSession) -> None:
    truth = session.truth
    for player, screen in session.screens.items():
        found = list(leaks(screen.frames, player, truth))
        assert not found, found[:5]
    hands = [hand for hand in truth.hands if hand.holes]
    for player, screen in session.screens.items():
        if player:
            text = "".join(frame.text for frame in screen.frames)
            own = {card for hand in hands for card in hand.holes.get(player, ())}
            assert len(own & cards_in(text)) > 40


def test_the_leak_check_finds_planted_cards(session: RecordedSession) -> None:
    truth = session.truth
    hand = truth.hands[5]
    version = truth.began[5]
    victim, viewer = [player for player in hand.holes if player in session.screens][:2]
    secret = next(card for card in hand.holes[victim] if card not in truth.own(viewer, version))
    short, in_words = card_text(secret), f"{RANK_WORDS[secret // 4]} of {SUIT_WORDS[secret % 4]}"
    now = f'<i id="server-time" data-now="1" data-version="{version}" hidden></i>'
    planted = [
        f'<div id="board"><i class="card" data-c="{short}"></i></div>',
        f'<article id="seat-1"><div class="hand" role="img" aria-label="{in_words}"></div></article>',
        f'<p id="status" title="{short}"></p>',
        f'<footer id="controls"><b>{short}</b></footer>',
        f'<ol data-append-to="log"><li>{in_words.upper()}</li></ol>',
        f'<div id="board"><i class="card back c-{secret}"></i></div>',
        f'<div id="board" data-card="{secret}"></div>',
        f'<div id="board"><!-- {secret} --></div>',
    ]
    for html in planted:
        assert list(leaks([frame_of(now + html)], viewer, truth)), html
    assert not list(leaks([frame_of(now + '<div id="board"><i class="card back"></i></div>')], viewer, truth))


def test_h4_pages_show_no_hidden_card_and_the_admin_no_card_of_a_running_hand(session: RecordedSession) -> None:
    truth = session.truth
    runs = runs_of(truth.hands)
    for path, page in session.pages:
        body = re.sub(r"<head>.*?</head>|<svg.*?</svg>", "", page, flags=re.DOTALL)
        assert "gAAAA" not in body, path
        assert "DeckShuffled" not in body, path
        assert not numbers_in(body, runs), path
        if path.startswith("hand "):
            hand = next(hand for hand in truth.hands if hand.number == int(path.split()[1]))
            own = set(hand.holes.get(session.reader, ()))
            assert cards_in(body) <= hand.open_at(10**9) | own, path
        else:
            assert not cards_in(body), path
        if path == "page":
            main = body[body.index("<main") : body.index("</main>")]
            assert not [odd for odd in oddities(main) if "card" in odd], path
    assert len(session.pages) > 50


def test_h4_the_database_holds_no_hidden_card_in_the_clear(session: RecordedSession) -> None:
    truth = session.truth
    by_number = {hand.number: hand for hand in truth.hands}
    hand = 0
    for events, sealed in Decision.objects.order_by("number").values_list("events", "sealed"):
        assert (sealed is not None) == (None in events)
        for event in events:
            if event is None:
                continue
            assert event[0] not in {kind.__name__ for kind in ev.SECRET}
            assert len(event) - 1 <= fields_of(event)
            hand = event[1] if event[0] == "HandBegan" else hand
            if event[0] == "CardsDealt":
                assert isinstance(event[2], int)
            if event[0] == "Shown" and event[1] in session.seats:
                true = by_number[hand].holes[session.seats[event[1]]]
                assert all(card in (-1, own) for card, own in zip(event[2], true, strict=True))
    runs = runs_of(truth.hands)
    rows = [str(row) for model in (Table, Order, Hand, ChatLine) for row in model.objects.values_list()]
    for row in rows:
        assert not cards_in(row), row
        assert not numbers_in(row, runs)
    for line in Hand.objects.all():
        true_hand = next(found for found in truth.hands if found.number == line.number)
        assert set(line.board) <= true_hand.open_at(10**9)


def test_h4_debug_logs_contain_no_card(session: RecordedSession) -> None:
    runs = runs_of(session.truth.hands)
    output = session.room.output()
    assert "DEBUG" in output
    for line in output.splitlines():
        assert not cards_in(line), line
        assert not numbers_in(line, runs), line


def test_h4_redis_carries_no_card_in_the_clear_and_no_own_view_to_a_group(session: RecordedSession) -> None:
    truth = session.truth
    serializer = SealedSerializer(
        derived_keys([settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS], purpose=LAYER_KEYS)
    )
    kinds = Counter[type]()
    for line in session.redis_commands:
        found = re.search(r'"PUBLISH" "([^"]+)" ("(?:[^"\\]|\\.)*")', line)
        if found is None:
            assert not cards_in(line), line
            continue
        channel, quoted = found.groups()
        # Redis quotes bytes as Python does.
        packed = serializer.deserialize(literal_eval(f"b{quoted}"))
        messages = unpack(packed)
        assert messages or packed == {"type": "healthz"}
        for message in messages:
            kinds[type(message)] += 1
            _check_message(message, "__group__" in channel, truth)
    assert kinds[ViewUpdate] > 5 * HANDS
    assert kinds[OwnViewUpdate] > 4 * HANDS
    assert kinds.keys() <= {ViewUpdate, OwnViewUpdate, Ask, Watch, Answer, Heartbeat, *HINTS}


def _check_message(message: Message, to_group: bool, truth: Truth) -> None:
    match message:
        case ViewUpdate():
            assert to_group or message.version
            view = message.view
            hand = truth.hands[truth.place(view.version)]
            cards = {*view.board, *(card for _, card in view.button_draw)}
            cards |= {card for seat in view.seats for card in seat.shown}
            cards |= {card for line in view.log for card in line.cards}
            assert cards - {-1} <= hand.open_at(view.version)
        case OwnViewUpdate() if own := message.view:
            assert not to_group
            assert own.player == message.player
            hand = truth.hands[truth.place(own.version)]
            assert own.cards in ((), hand.holes.get(own.player))
        case _:
            assert not cards_in(json.dumps(msgspec.to_builtins(message))), message
