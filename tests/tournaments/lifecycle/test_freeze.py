"""Frozen tournaments: everybody is told, an operator sees the reason, thaws or cancels (X2, X3, F3)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import Group
from django.test import Client

from cashier import api as cashier
from games.models import Order, Table
from games.store import table_log as tablestore
from pokerroom.models import User
from pokerroom.roles import DIRECTOR
from tests.tournaments.support import tournaments
from tests.tournaments.support.tournaments import (
    announce,
    announcement,
    audit,
    direct,
    directing_host,
    enter_all,
    happened,
    hosting,
    over,
    people_of,
    until,
)
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.models import Tournament, TournamentOrder

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick")]


@pytest.fixture
def sick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Orders of these kinds make their table fail until it refuses them."""
    commit, kinds = tablestore.commit, list[str]()

    def poisoned(*args: Any, order: int | None = None, **kwargs: Any) -> None:
        if order is not None and Order.objects.values_list("kind", flat=True).get(pk=order) in kinds:
            raise ValueError("cannot be written")
        commit(*args, order=order, **kwargs)

    monkeypatch.setattr(tablestore, "commit", poisoned)
    return kinds


def staff(client: Client, user: User) -> Client:
    """A browser signed in as a director."""
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=DIRECTOR))
    client.force_login(user)
    return client


def page(client: Client, path: str) -> Callable[[], str]:
    """Fetches a page."""
    return lambda: client.get(path).content.decode()


async def frozen(tournament: int, sick: list[str]) -> None:
    """Bots play a hand or two, then a table refuses to deal, and the tournament is frozen."""
    await until(lambda: any(isinstance(event, ev.HandPlayed) for event in happened(tournament)), "a hand")
    sick.append("deal_hand")
    await until(lambda: Tournament.objects.get(pk=tournament).frozen, "the stop")
    sick.clear()


async def test_X2_X3_a_refused_order_freezes_the_tournament_until_it_is_thawed(sick: list[str], dana: User) -> None:
    people = await people_of(6)
    tournament = await announce(setup=announcement(structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await frozen(tournament, sick)
        path = f"/tournaments/{tournament}/"
        told = await sync_to_async(page(Client(), path))()
        assert "The tournament is frozen while the staff look into a fault." in told
        boss = await sync_to_async(staff)(Client(), dana)
        told = await sync_to_async(page(boss, f"{path}direct/"))()
        assert "Frozen: table 1 refused an order (deal_hand: table_busy)." in told
        assert re.search(r'<input form="d-thaw" name="why"[^>]* required', told)
        assert "Unfreeze it" in told
        with pytest.raises(Exception, match="frozen"):
            await direct(user=dana, tournament_id=tournament, command=cm.Pause(), why="tea")
        await sync_to_async(audit)()
        hands = len(await sync_to_async(happened)(tournament))
        await sync_to_async(boss.post)(f"{path}direct/", {"do": "thaw", "why": "the table is open again"})
        await until(lambda: len(happened(tournament)) > hands + 10, "it goes on")
        assert "is frozen" not in await sync_to_async(page(Client(), path))()
        await sync_to_async(audit)()
        await direct(user=dana, tournament_id=tournament, command=cm.EndNow("late"), why="it is late")
        await until(lambda: over(tournament), "the end")
        await sync_to_async(audit)()
    assert not await sync_to_async(Order.objects.filter(refused="table_busy").exists)()


async def test_X2_F3_a_repeated_refusal_freezes_again_and_cancelling_refunds_everything(
    sick: list[str], dana: User
) -> None:
    people = await people_of(6)
    tournament = await announce(setup=announcement(structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await frozen(tournament, sick)
        sick.append("deal_hand")
        boss = await sync_to_async(staff)(Client(), dana)
        before = await sync_to_async(Order.objects.filter(refused="table_busy").get)()
        await sync_to_async(boss.post)(f"/tournaments/{tournament}/direct/", {"do": "thaw", "why": "looked at"})
        word = await sync_to_async(TournamentOrder.objects.get)(kind="Thaw")
        assert (word.by_id, word.why) == (dana.pk, "looked at")
        refused = Order.objects.filter(pk=before.pk, refused="table_busy")
        await until(lambda: refused.exists() and Tournament.objects.get(pk=tournament).frozen, "the second stop")
        await direct(user=dana, tournament_id=tournament, command=cm.Cancel("a fault"), why="a fault")
        await until(lambda: over(tournament), "the end")
        await until(lambda: not Table.objects.filter(tournament=tournament, closed_at=None).exists(), "closed")
        await sync_to_async(audit)()
    assert {await sync_to_async(cashier.balance)(user_id=user.pk) for user in people} == {1_000_00}


async def test_X3_the_directors_page_names_a_frozen_table(sick: list[str], dana: User) -> None:
    people = await people_of(6)
    tournament = await announce(setup=announcement(structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: any(isinstance(event, ev.HandPlayed) for event in happened(tournament)), "a hand")
        await sync_to_async(Table.objects.filter(tournament=tournament).update)(frozen=True)
        boss = await sync_to_async(staff)(Client(), dana)
        told = await sync_to_async(page(boss, f"/tournaments/{tournament}/direct/"))()
    assert "Table 1 is frozen: an operator has to check it." in told
