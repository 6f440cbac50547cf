"""Labels, mutes, calls for the floor, chat rules, watch delays and socket limits, over sockets and a real host."""

import re
import time
from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import Settings

from games import moderation
from games.engine.cards import card_text
from games.engine.rules.house_rules import ChatInHand
from games.engine.table.state import Table as EngineTable
from games.live.host import Host
from games.messaging.codec import state_to_data
from games.models import Table
from games.models.conduct import ChatBan, ChatLine, FloorCall, HeldChatLine
from games.moderation import PlayerNote
from games.operations import floor
from games.store import table_log
from games.web.sockets import connection_limits
from games.web.sockets.push_socket import CloseCode
from pokerroom.models import User
from tests.games.support.browsers import FIRST_HAND, browsing, one_more_tab, player_to_act
from tests.games.support.live_hosts import hosting, open_table, sit, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heads_up(alice: User, bob: User) -> Table:
    """A table where Alice and Bob are about to play."""
    table = open_table()
    sit(alice, table, seat=0)
    sit(bob, table, seat=1)
    return table


async def save_note(owner: User, about: User, note: PlayerNote) -> None:
    """Saves one player's note about another."""
    await sync_to_async(moderation.save_note)(owner=owner.pk, about=about.pk, note=note)


async def set_chat_rule(table: Table, chat: ChatInHand) -> None:
    """Sets the house rule for chat before the table's first hand."""
    rules = table.rules._replace(house=replace(table.rules.house, chat_in_hand=chat))
    snapshot = state_to_data(EngineTable(rules, table.seats).snapshot())
    await Table.objects.filter(pk=table.pk).aupdate(snapshot=snapshot)


async def test_a_label_is_shown_at_once_and_only_to_its_author(
    heads_up: Table, alice: User, bob: User, charlie: User
) -> None:
    await save_note(alice, bob, PlayerNote(label="red"))
    async with hosting(Host()), browsing(heads_up, alice, bob, charlie, AnonymousUser()) as (one, two, three, watcher):
        await one.shows("labels", "label seat-1 is-red")
        await until(lambda: "labels" in two.fragments and "labels" in three.fragments and "seat-0" in watcher.fragments)
        await save_note(alice, bob, PlayerNote(note="calls too much", label="blue"))
        await until(lambda: "label seat-1 is-blue" in one.fragments["labels"])
        await save_note(alice, bob, PlayerNote(note="calls too much"))
        await until(lambda: "label seat-1 is-noted" in one.fragments["labels"])
        for other in (two, three, watcher):
            assert "is-red" not in other.all_html
            assert "is-blue" not in other.all_html
        assert "calls too much" not in "".join(browser.all_html for browser in (one, two, three, watcher))


async def test_muting_a_player_hides_their_chat_until_they_are_unmuted(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: "seat-0" in one.fragments and "seat-0" in two.fragments)
        await two.send({"do": "chat", "text": "first words"})
        await until(lambda: "first words" in one.all_html)
        await save_note(alice, bob, PlayerNote(muted=True))
        await until(lambda: 'id="chat"' in one.all_html)
        assert "first words" not in one.fragments["chat"]
        await two.send({"do": "chat", "text": "second words"})
        await until(lambda: "second words" in two.all_html)
        await one.send({"do": "chat", "text": "my own"})
        await until(lambda: "my own" in one.all_html)
        assert "second words" not in one.all_html
        await save_note(alice, bob, PlayerNote())
        await until(lambda: "second words" in one.fragments["chat"])


async def test_F2_a_call_shows_until_its_answer_is_marked_read(
    heads_up: Table, alice: User, bob: User, dana: User
) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: "seat-0" in one.fragments)
        await sync_to_async(moderation.call_floor)(player=alice.pk, table_id=heads_up.pk, reason="He stalls & talks")
        await one.shows("floor-calls", "He stalls &amp; talks")
        call = await FloorCall.objects.aget()
        await sync_to_async(floor.answer_call)(call_id=call.pk, by=dana.pk, answer="Warned.")
        await until(lambda: "Warned." in one.fragments["floor-calls"])
        await sync_to_async(moderation.mark_call_read)(player=bob.pk, call=call.pk)
        await sync_to_async(moderation.mark_call_read)(player=alice.pk, call=call.pk)
        await until(lambda: "Warned." not in one.fragments["floor-calls"])
        assert "Warned." not in two.all_html


async def test_F6_chat_that_names_cards_waits_for_the_end_of_the_hand(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, watcher):
        mover = await until(lambda: player_to_act([one, two]))
        await mover.send({"do": "chat", "text": "I had an ace"})
        await mover.is_alerted("when the hand is over")
        await mover.send({"do": "chat", "text": "good evening"})
        await until(lambda: "good evening" in watcher.all_html)
        assert "an ace" not in watcher.all_html
        assert await ChatLine.objects.acount() == 1
        await mover.act("fold")
        await until(lambda: "I had an ace" in watcher.all_html)


@pytest.mark.parametrize("folded", [False, True])
async def test_F6_withheld_chat_survives_a_change_of_host(
    heads_up: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, folded: bool
) -> None:
    """The host stops during the hand, or after it but before the chat is posted."""
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        mover = await until(lambda: player_to_act([one, two]))
        await mover.send({"do": "chat", "text": "I had an ace"})
        await mover.is_alerted("when the hand is over")
        assert not await ChatLine.objects.aexists()
        if folded:
            monkeypatch.setattr(table_log, "post_held_lines", lambda table: [])
            await mover.act("fold")
            await until(lambda: "Hand #2" in one.all_html)
    monkeypatch.undo()
    assert await HeldChatLine.objects.acount() == 1
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, watcher):
        mover = await until(lambda: player_to_act([one, two]))
        assert "an ace" not in watcher.all_html
        await mover.act("fold")
        await until(lambda: "I had an ace" in watcher.all_html)
    assert await ChatLine.objects.acount() == 1
    assert not await HeldChatLine.objects.aexists()


@pytest.mark.parametrize(("chat", "allowed"), [(ChatInHand.ALL, True), (ChatInHand.NONE, False)])
async def test_F6_house_rules_may_allow_or_forbid_all_chat(
    heads_up: Table, alice: User, bob: User, chat: ChatInHand, allowed: bool
) -> None:
    await set_chat_rule(heads_up, chat)
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        mover = await until(lambda: player_to_act([one, two]))
        await mover.send({"do": "chat", "text": "aces it is" if allowed else "good evening"})
        if allowed:
            await until(lambda: "aces it is" in one.all_html and "aces it is" in two.all_html)
        else:
            await mover.is_alerted("There is no chat during a hand at this table.")
            assert not await ChatLine.objects.acount()


async def test_F6_a_player_banned_from_chat_is_refused(heads_up: Table, alice: User, bob: User, dana: User) -> None:
    now = timezone.now()
    await ChatBan.objects.acreate(player=alice, until=now + timedelta(hours=1), reason="insults", by=dana)
    began, ended = now - timedelta(hours=2), now - timedelta(hours=1)
    await ChatBan.objects.acreate(player=bob, created_at=began, until=ended, reason="insults", by=dana)
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: "seat-0" in one.fragments)
        await one.send({"do": "chat", "text": "hello"})
        await one.is_alerted("You can&#x27;t chat for now, minutes left: 60. The floor: insults")
        await two.send({"do": "chat", "text": "hello from bob"})
        await until(lambda: "hello from bob" in one.all_html)
        assert await ChatLine.objects.acount() == 1


async def test_K14_watchers_get_views_and_chat_later_and_players_at_once(
    heads_up: Table, alice: User, bob: User, charlie: User
) -> None:
    delay, began = 2, time.monotonic()
    await Table.objects.filter(pk=heads_up.pk).aupdate(watch_delay=delay)
    async with hosting(Host()), browsing(heads_up, alice, bob, charlie, AnonymousUser()) as (one, two, three, watcher):
        mover = await until(lambda: player_to_act([one, two]))
        await until(lambda: watcher.fragments.get("seat-0") and three.fragments.get("seat-0"))
        acted = time.monotonic()
        await mover.send({"do": "chat", "text": "only now"})
        await mover.act("fold")
        for late in (watcher, three):
            await until(lambda late=late: "Hand #2" in late.all_html and "only now" in late.all_html)
            assert late.first_frame_at('id="seat-0"') - began >= delay
            for text in ("Hand #2", "only now"):
                assert late.first_frame_at(text) - acted >= delay
                assert one.first_frame_at(text) < late.first_frame_at(text)


@pytest.fixture
def quiet(alice: User) -> Table:
    """A table where Alice waits alone."""
    table = open_table("Quiet")
    sit(alice, table, seat=0)
    return table


async def test_K14_a_watcher_who_joins_a_quiet_table_sees_it(quiet: Table, charlie: User) -> None:
    await Table.objects.filter(pk=quiet.pk).aupdate(watch_delay=1)
    async with hosting(Host()), browsing(quiet, AnonymousUser()) as (watcher,):
        await watcher.shows("seat-0", "Alice")
        async with one_more_tab(quiet, charlie) as second:
            await second.shows("seat-0", "Alice")


async def test_K14_delayed_views_hold_no_hidden_card(heads_up: Table, alice: User, bob: User) -> None:
    await Table.objects.filter(pk=heads_up.pk).aupdate(watch_delay=1)
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, watcher):
        await until(lambda: all("data-c" in player.fragments.get("my-hand", "") for player in (one, two)))
        await watcher.shows("log", FIRST_HAND)
        await watcher.shows("seat-0", 'class="card')
        hidden = re.findall(r'data-c="(\w\w)"', one.fragments["my-hand"] + two.fragments["my-hand"])
        shown = "".join(watcher.frames_since_the_deal)
        assert len(hidden) == 4
        assert set(hidden) <= {card_text(card) for card in range(52)}
        assert 'class="card' in shown
        assert not any(f'data-c="{card}"' in shown for card in hidden)


async def test_a_socket_above_the_limit_of_its_account_is_refused(
    heads_up: Table, alice: User, bob: User, settings: Settings
) -> None:
    settings.RATE_LIMITS, settings.SOCKETS_PER_ACCOUNT = True, 2
    async with hosting(Host()), browsing(heads_up, alice, alice, alice, bob) as (one, two, three, other):
        await until(lambda: "seat-0" in one.fragments and "seat-0" in two.fragments and "seat-0" in other.fragments)
        await until(lambda: three.closed == CloseCode.TOO_MANY_SOCKETS)
    async with hosting(Host()), browsing(heads_up, alice) as (again,):
        await until(lambda: "seat-0" in again.fragments)
    assert not connection_limits.OPEN_SOCKETS


def test_sockets_are_counted_by_address_and_ipv6_by_network(settings: Settings) -> None:
    settings.RATE_LIMITS, settings.SOCKETS_PER_ADDRESS, settings.TRUST_PROXY = True, 3, False
    keys = connection_limits.limits_of({"client": ("2001:db8::5:1", 4)}, 0)
    assert keys == {"address 2001:db8::": 3} == connection_limits.limits_of({"client": ("2001:db8::5:99", 7)}, 0)
    assert connection_limits.limits_of({"client": ("::ffff:10.0.0.1", 1)}, 7) == {
        "account 7": settings.SOCKETS_PER_ACCOUNT, "address 10.0.0.1": 3,
    }  # fmt: skip
    settings.TRUST_PROXY = True
    scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"1.1.1.1, 203.0.113.9")]}
    assert connection_limits.limits_of(scope, 0) == {"address 203.0.113.9": 3}
    counter = connection_limits.ConnectionCounter()
    assert [counter.add(keys) for _ in range(4)] == [True, True, True, False]
    counter.remove(keys)
    assert counter.add(keys)
    settings.RATE_LIMITS = False
    assert connection_limits.limits_of(scope, 5) == {}


async def test_B10_a_pre_action_survives_a_reload_and_can_be_cancelled(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        mover = await until(lambda: player_to_act([one, two]))
        waiting, person = (two, bob) if mover is one else (one, alice)
        await waiting.shows("controls", 'class="act pre-action')
        hand = mover.turn["hand"]
        await waiting.send({"do": "ahead", "hand": hand, "kind": "check_fold", "amount": 0})
        await until(lambda: 'aria-pressed="true"' in waiting.fragments["controls"])
        async with one_more_tab(heads_up, person) as reloaded:
            await reloaded.shows("controls", 'aria-pressed="true"')
            await reloaded.send({"do": "ahead", "hand": hand, "kind": "", "amount": 0})
            await until(lambda: 'aria-pressed="true"' not in waiting.fragments["controls"])
            await mover.act("call")
            await until(lambda: waiting.turn)
