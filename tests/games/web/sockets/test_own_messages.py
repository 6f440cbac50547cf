"""What one viewer has of their own, over sockets against a real host: labels, mutes, calls, talk in a hand, delay."""

import asyncio
import re
import time
from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games import moderation
from games.engine.cards import card_text
from games.engine.rules.house_rules import ChatInHand
from games.engine.table.state import Table as EngineTable
from games.live.host import Host
from games.messaging.codec import state_to_data
from games.models import Table
from games.models.conduct import ChatBan, ChatLine, FloorCall, HeldChatLine
from games.moderation import PlayerNote
from games.store import table_log
from games.web.sockets import connection_limits
from games.web.sockets.push_socket import CloseCode
from pokerroom.models import User
from tests.games.support.live_hosts import hosting, open_table, sit, until
from tests.games.web.sockets.test_consumers import FIRST_HAND, Browser, actor, browsing, since_the_deal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heads_up(alice: User, bob: User) -> Table:
    """Alice and Bob about to play."""
    made = open_table()
    sit(alice, made, seat=0)
    sit(bob, made, seat=1)
    return made


async def keeps(owner: User, about: User, opinion: PlayerNote) -> None:
    """One keeps an opinion about another."""
    await sync_to_async(moderation.save_note)(owner=owner.pk, about=about.pk, note=opinion)


def all_of(browser: Browser) -> str:
    """Everything this browser was ever sent."""
    return "".join(browser.frames)


async def rule(table: Table, chat: ChatInHand) -> None:
    """The table plays by this rule for chat from its start."""
    rules = table.rules._replace(house=replace(table.rules.house, chat_in_hand=chat))
    snapshot = state_to_data(EngineTable(rules, table.seats).snapshot())
    await Table.objects.filter(pk=table.pk).aupdate(snapshot=snapshot)


async def test_a_label_is_shown_at_once_and_only_to_its_author(
    heads_up: Table, alice: User, bob: User, charlie: User
) -> None:
    await keeps(alice, bob, PlayerNote(label="red"))
    async with hosting(Host()), browsing(heads_up, alice, bob, charlie, AnonymousUser()) as (one, two, three, rail):
        await one.shows("labels", "label seat-1 is-red")
        await until(lambda: "labels" in two.fragments and "labels" in three.fragments and "seat-0" in rail.fragments)
        await keeps(alice, bob, PlayerNote(note="calls too much", label="blue"))
        await until(lambda: "label seat-1 is-blue" in one.fragments["labels"])
        await keeps(alice, bob, PlayerNote(note="calls too much"))
        await until(lambda: "label seat-1 is-noted" in one.fragments["labels"])
        for other in (two, three, rail):
            assert "is-red" not in all_of(other)
            assert "is-blue" not in all_of(other)
        assert "calls too much" not in "".join(map(all_of, (one, two, three, rail)))


async def test_a_muted_player_is_shown_to_others_and_again_once_unmuted(
    heads_up: Table, alice: User, bob: User
) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: "seat-0" in one.fragments and "seat-0" in two.fragments)
        await two.say({"do": "chat", "text": "first words"})
        await until(lambda: "first words" in all_of(one))
        await keeps(alice, bob, PlayerNote(muted=True))
        await until(lambda: 'id="chat"' in all_of(one))
        assert "first words" not in one.fragments["chat"]
        await two.say({"do": "chat", "text": "second words"})
        await until(lambda: "second words" in all_of(two))
        await one.say({"do": "chat", "text": "my own"})
        await until(lambda: "my own" in all_of(one))
        assert "second words" not in all_of(one)
        await keeps(alice, bob, PlayerNote())
        await until(lambda: "second words" in one.fragments["chat"])


async def test_F2_a_call_is_pending_until_the_floor_answers_and_then_read(
    heads_up: Table, alice: User, bob: User, dana: User
) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: "seat-0" in one.fragments)
        await sync_to_async(moderation.call_floor)(player=alice.pk, table_id=heads_up.pk, reason="He stalls & talks")
        await one.shows("floor-calls", "He stalls &amp; talks")
        call = await FloorCall.objects.aget()
        await sync_to_async(moderation.answer_call)(call=call, by=dana, answer="Warned.")
        await until(lambda: "Warned." in one.fragments["floor-calls"])
        await sync_to_async(moderation.mark_call_read)(player=bob.pk, call=call.pk)
        await sync_to_async(moderation.mark_call_read)(player=alice.pk, call=call.pk)
        await until(lambda: "Warned." not in one.fragments["floor-calls"])
        assert "Warned." not in all_of(two)


async def test_F6_chat_that_names_cards_waits_for_the_end_of_the_hand(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, rail):
        mover = await until(lambda: actor([one, two]))
        await mover.say({"do": "chat", "text": "I had an ace"})
        await mover.is_alerted("when the hand is over")
        await mover.say({"do": "chat", "text": "good evening"})
        await until(lambda: "good evening" in all_of(rail))
        assert "an ace" not in all_of(rail)
        assert await ChatLine.objects.acount() == 1
        await mover.say({"do": "act", **mover.turn, "action": "fold"})
        await until(lambda: "I had an ace" in all_of(rail))


@pytest.mark.parametrize("folded", [False, True])
async def test_F6_withheld_chat_survives_a_change_of_host(
    heads_up: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, folded: bool
) -> None:
    """Whether the host dies in the hand, or after it before anything was said."""
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        mover = await until(lambda: actor([one, two]))
        await mover.say({"do": "chat", "text": "I had an ace"})
        await mover.is_alerted("when the hand is over")
        assert not await ChatLine.objects.aexists()
        if folded:
            monkeypatch.setattr(table_log, "post_held_lines", lambda table: [])
            await mover.say({"do": "act", **mover.turn, "action": "fold"})
            await until(lambda: "Hand #2" in all_of(one))
    monkeypatch.undo()
    assert await HeldChatLine.objects.acount() == 1
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, rail):
        mover = await until(lambda: actor([one, two]))
        assert "an ace" not in all_of(rail)
        await mover.say({"do": "act", **mover.turn, "action": "fold"})
        await until(lambda: "I had an ace" in all_of(rail))
    assert await ChatLine.objects.acount() == 1
    assert not await HeldChatLine.objects.aexists()


@pytest.mark.parametrize(("chat", "heard"), [(ChatInHand.ALL, True), (ChatInHand.NONE, False)])
async def test_F6_house_rules_may_allow_or_forbid_all_chat(
    heads_up: Table, alice: User, bob: User, chat: ChatInHand, heard: bool
) -> None:
    await rule(heads_up, chat)
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        mover = await until(lambda: actor([one, two]))
        await mover.say({"do": "chat", "text": "aces it is" if heard else "good evening"})
        if heard:
            await until(lambda: "aces it is" in all_of(one) and "aces it is" in all_of(two))
        else:
            await mover.is_alerted("There is no chat during a hand at this table.")
            assert not await ChatLine.objects.acount()


async def test_F6_a_player_banned_from_chat_is_refused(heads_up: Table, alice: User, bob: User, dana: User) -> None:
    from datetime import timedelta

    from django.utils import timezone

    now = timezone.now()
    await ChatBan.objects.acreate(player=alice, until=now + timedelta(hours=1), reason="insults", by=dana)
    await ChatBan.objects.acreate(player=bob, until=now - timedelta(hours=1), reason="insults", by=dana)
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: "seat-0" in one.fragments)
        await one.say({"do": "chat", "text": "hello"})
        await one.is_alerted("You can&#x27;t chat at the moment.")
        await two.say({"do": "chat", "text": "hello from bob"})
        await until(lambda: "hello from bob" in all_of(one))
        assert await ChatLine.objects.acount() == 1


async def test_K14_watchers_get_views_and_chat_later_and_players_at_once(
    heads_up: Table, alice: User, bob: User, charlie: User
) -> None:
    delay, began = 2, time.monotonic()
    await Table.objects.filter(pk=heads_up.pk).aupdate(watch_delay=delay)
    async with hosting(Host()), browsing(heads_up, alice, bob, charlie, AnonymousUser()) as (one, two, three, rail):
        mover = await until(lambda: actor([one, two]))
        await until(lambda: rail.fragments.get("seat-0") and three.fragments.get("seat-0"))
        acted = time.monotonic()
        await mover.say({"do": "chat", "text": "only now"})
        await mover.say({"do": "act", **mover.turn, "action": "fold"})
        for late in (rail, three):
            await until(lambda late=late: "Hand #2" in all_of(late) and "only now" in all_of(late))
            assert late.heard('id="seat-0"') - began >= delay
            for words in ("Hand #2", "only now"):
                assert late.heard(words) - acted >= delay
                assert one.heard(words) < late.heard(words)


@pytest.fixture
def quiet(alice: User) -> Table:
    """Alice waits alone."""
    made = open_table("Quiet")
    sit(alice, made, seat=0)
    return made


async def test_K14_a_watcher_who_joins_a_quiet_table_sees_it(quiet: Table, charlie: User) -> None:
    table = quiet
    await Table.objects.filter(pk=table.pk).aupdate(watch_delay=1)
    async with hosting(Host()), browsing(table, AnonymousUser()) as (rail,):
        await rail.shows("seat-0", "Alice")
        again = Browser(f"/ws/table/{table.pk}/", charlie)
        assert (await again.line.connect())[0]
        reader = asyncio.create_task(again.read())
        await again.shows("seat-0", "Alice")
        reader.cancel()
        await again.line.disconnect()


async def test_K14_no_hidden_card_comes_with_the_delay(heads_up: Table, alice: User, bob: User) -> None:
    await Table.objects.filter(pk=heads_up.pk).aupdate(watch_delay=1)
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, rail):
        await until(lambda: all("data-c" in player.fragments.get("my-hand", "") for player in (one, two)))
        await rail.shows("log", FIRST_HAND)
        await rail.shows("seat-0", 'class="card')
        mine = re.findall(r'data-c="(\w\w)"', one.fragments["my-hand"]) + re.findall(
            r'data-c="(\w\w)"', two.fragments["my-hand"]
        )
        assert len(mine) == 4
        assert 'class="card' in "".join(since_the_deal(rail))
        assert not any(f'data-c="{card}"' in "".join(since_the_deal(rail)) for card in mine)
        assert set(mine) <= {card_text(card) for card in range(52)}


async def test_a_socket_above_the_limit_of_its_account_is_refused(
    heads_up: Table, alice: User, bob: User, settings: Any
) -> None:
    settings.RATE_LIMITS, settings.SOCKETS_PER_ACCOUNT = True, 2
    async with hosting(Host()), browsing(heads_up, alice, alice, alice, bob) as (one, two, three, other):
        await until(lambda: "seat-0" in one.fragments and "seat-0" in two.fragments and "seat-0" in other.fragments)
        await until(lambda: three.closed == CloseCode.TOO_MANY_SOCKETS)
    async with hosting(Host()), browsing(heads_up, alice) as (again,):
        await until(lambda: "seat-0" in again.fragments)
    assert not connection_limits.OPEN_SOCKETS


def test_sockets_are_counted_by_address_and_ipv6_by_network(settings: Any) -> None:
    settings.RATE_LIMITS, settings.SOCKETS_PER_ADDRESS, settings.TRUST_PROXY = True, 3, False
    keys = connection_limits.limits_of({"client": ("2001:db8::5:1", 4)}, 0)
    assert keys == {"address 2001:db8::": 3} == connection_limits.limits_of({"client": ("2001:db8::5:99", 7)}, 0)
    assert connection_limits.limits_of({"client": ("::ffff:10.0.0.1", 1)}, 7) == {
        "account 7": settings.SOCKETS_PER_ACCOUNT, "address 10.0.0.1": 3,
    }  # fmt: skip
    settings.TRUST_PROXY = True
    scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"1.1.1.1, 203.0.113.9")]}
    assert connection_limits.limits_of(scope, 0) == {"address 203.0.113.9": 3}
    here = connection_limits.ConnectionCounter()
    assert [here.add(keys) for _ in range(4)] == [True, True, True, False]
    here.remove(keys)
    assert here.add(keys)
    settings.RATE_LIMITS = False
    assert connection_limits.limits_of(scope, 5) == {}


async def test_B10_a_pre_action_survives_a_reload_and_can_be_cancelled(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        mover = await until(lambda: actor([one, two]))
        waiting, person = (two, bob) if mover is one else (one, alice)
        await waiting.shows("controls", 'class="act pre-action')
        turn = mover.turn
        assert turn
        await waiting.say({"do": "ahead", "hand": turn["hand"], "kind": "check_fold", "amount": 0})
        await until(lambda: 'aria-pressed="true"' in waiting.fragments["controls"])
        again = Browser(f"/ws/table/{heads_up.pk}/", person)
        assert (await again.line.connect())[0]
        reader = asyncio.create_task(again.read())
        await again.shows("controls", 'aria-pressed="true"')
        await again.say({"do": "ahead", "hand": turn["hand"], "kind": "", "amount": 0})
        await until(lambda: 'aria-pressed="true"' not in waiting.fragments["controls"])
        await mover.say({"do": "act", **turn, "action": "call"})
        await until(lambda: waiting.turn)
        reader.cancel()
        await again.line.disconnect()
