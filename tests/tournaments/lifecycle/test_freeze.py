"""Frozen tournaments: pages show it, and an operator sees the reason and thaws or cancels (X2, X3, F3)."""

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from cashier import api as cashier
from games.models import Order, Table
from games.store import table_log
from pokerroom.models import User
from pokerroom.roles import DIRECTOR
from tests.games.support.live_hosts import hosting
from tests.staff import with_role
from tests.tournaments.support import tournaments
from tests.tournaments.support.tournaments import (
    announce,
    announcement,
    check_audit,
    create_bots,
    direct,
    directing_host,
    enter_all,
    events_of,
    is_over,
    until,
)
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.models import Tournament, TournamentOrder

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick")]


@pytest.fixture
def failing_orders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of orders whose commit fails, so that their table refuses them; empty at first."""
    commit, kinds = table_log.commit, list[str]()

    # Any: the parameters of the real commit.
    def failing_commit(*args: Any, order: int | None = None, **kwargs: Any) -> None:
        if order is not None and Order.objects.values_list("kind", flat=True).get(pk=order) in kinds:
            raise ValueError("cannot be written")
        commit(*args, order=order, **kwargs)

    monkeypatch.setattr(table_log, "commit", failing_commit)
    return kinds


def sign_in_director(client: Client, user: User) -> Client:
    """Makes the user a director and signs the browser in."""
    client.force_login(with_role(user, DIRECTOR))
    return client


async def page_of(client: Client, path: str) -> str:
    """Fetches a page."""
    return (await sync_to_async(client.get)(path)).content.decode()


async def freeze(tournament: int, failing_orders: list[str]) -> None:
    """Lets the bots play a hand, then a table refuse to deal, until the tournament is frozen."""
    await until(lambda: any(isinstance(event, ev.HandPlayed) for event in events_of(tournament)), "a hand")
    failing_orders.append("deal_hand")
    await until(lambda: Tournament.objects.get(pk=tournament).frozen, "the freeze")
    failing_orders.clear()


async def test_X2_X3_a_refused_order_freezes_the_tournament_until_it_is_thawed(
    failing_orders: list[str], dana: User
) -> None:
    players = await create_bots(6)
    tournament = await announce(setup=announcement(structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await freeze(tournament, failing_orders)
        path = f"/tournaments/{tournament}/"
        html = await page_of(Client(), path)
        assert "The tournament is frozen while the staff look into a fault." in html
        director = await sync_to_async(sign_in_director)(Client(), dana)
        html = await page_of(director, f"{path}direct/")
        assert "Frozen: table 1 refused an order (deal_hand: table_busy)." in html
        assert re.search(r'<input form="d-thaw" name="why"[^>]* required', html)
        assert "Unfreeze it" in html
        with pytest.raises(Exception, match="frozen"):
            await direct(user=dana, tournament_id=tournament, command=cm.Pause(), why="tea")
        await sync_to_async(check_audit)()
        hands = len(await sync_to_async(events_of)(tournament))
        await sync_to_async(director.post)(f"{path}direct/", {"do": "thaw", "why": "the table is open again"})
        await until(lambda: len(events_of(tournament)) > hands + 10, "the next hands")
        assert "is frozen" not in await page_of(Client(), path)
        await sync_to_async(check_audit)()
        await direct(user=dana, tournament_id=tournament, command=cm.EndNow("late"), why="it is late")
        await until(lambda: is_over(tournament), "the end")
        await sync_to_async(check_audit)()
    assert not await sync_to_async(Order.objects.filter(refused="table_busy").exists)()


async def test_X2_F3_a_repeated_refusal_freezes_again_and_cancelling_refunds_everybody(
    failing_orders: list[str], dana: User
) -> None:
    players = await create_bots(6)
    tournament = await announce(setup=announcement(structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await freeze(tournament, failing_orders)
        failing_orders.append("deal_hand")
        director = await sync_to_async(sign_in_director)(Client(), dana)
        before = await sync_to_async(Order.objects.filter(refused="table_busy").get)()
        await sync_to_async(director.post)(f"/tournaments/{tournament}/direct/", {"do": "thaw", "why": "looked at"})
        thaw = await sync_to_async(TournamentOrder.objects.get)(kind="Thaw")
        assert (thaw.by_id, thaw.why) == (dana.pk, "looked at")
        refused = Order.objects.filter(pk=before.pk, refused="table_busy")
        await until(lambda: refused.exists() and Tournament.objects.get(pk=tournament).frozen, "the second freeze")
        await direct(user=dana, tournament_id=tournament, command=cm.Cancel("a fault"), why="a fault")
        await until(lambda: is_over(tournament), "the end")
        await until(lambda: not Table.objects.filter(tournament=tournament, closed_at=None).exists(), "closed")
        await sync_to_async(check_audit)()
    assert {await sync_to_async(cashier.balance)(currency="PLAY", user_id=user.pk) for user in players} == {1_000_00}


async def test_X3_the_directors_page_names_a_frozen_table(failing_orders: list[str], dana: User) -> None:
    players = await create_bots(6)
    tournament = await announce(setup=announcement(structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: any(isinstance(event, ev.HandPlayed) for event in events_of(tournament)), "a hand")
        await sync_to_async(Table.objects.filter(tournament=tournament).update)(frozen=True)
        director = await sync_to_async(sign_in_director)(Client(), dana)
        html = await page_of(director, f"/tournaments/{tournament}/direct/")
    assert "Table 1 is frozen: an operator has to check it." in html
