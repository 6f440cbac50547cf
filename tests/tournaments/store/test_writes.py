"""What a director writes: a decision with its money or neither, and nothing from an old state (M5, X1, X2)."""

from typing import NoReturn

import pytest
from django.db import transaction

from pokerroom.models import User
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.priced_tournament import enter, opened
from tournaments import api
from tournaments.lifecycle import freeze
from tournaments.models import Tournament, TournamentOrder
from tournaments.store import store

pytestmark = pytest.mark.django_db


def test_X1_a_decision_is_rolled_back_together_with_its_money(
    players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = opened()
    enter(tournament, *players[:3])
    api.enter(user=players[3], tournament_id=tournament.id)
    (pending,) = store.pending_orders(tournament.id)

    def fail(*args: object) -> NoReturn:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(store, "_update_row", fail)
        with pytest.raises(RuntimeError), transaction.atomic():
            tournament.do(pending.command, order=pending.order)
    reloaded = DirectedTournament(tournament.id)
    assert reloaded.number == 3 and reloaded.state.stage == "open" and not reloaded.audit_findings()
    assert reloaded.answer_orders() == [] and reloaded.state.stage == "running" and not reloaded.audit_findings()


def test_M5_a_second_director_writes_nothing(players: list[User]) -> None:
    first = opened()
    second = DirectedTournament(first.id)
    enter(first, players[0])
    api.enter(user=players[1], tournament_id=first.id)
    (pending,) = store.pending_orders(first.id)
    with pytest.raises(store.LostTournament), transaction.atomic():
        second.do(pending.command, order=pending.order)
    assert not first.audit_findings()


@pytest.mark.parametrize("held", ["price", "nothing"])
def test_X1_a_director_with_an_old_state_answers_no_order(players: list[User], held: str) -> None:
    """What the old state refuses, or what changes nothing in it, may be allowed by the newest and change it."""
    first = opened()
    old = first.number
    enter(first, players[0])
    order = api.enter(user=players[1], tournament_id=first.id)
    if held == "nothing":
        order = api.unregister(user=players[0], tournament_id=first.id)
    with pytest.raises(store.LostTournament):
        store.refuse(order, "price_changed", number=old)
    with pytest.raises(store.LostTournament):
        store.close_without_effect(order, number=old)
    row = TournamentOrder.objects.get(pk=order)
    assert (row.refused, row.applied_at) == ("", None)
    assert first.answer_orders() == [] and not first.audit_findings()


def test_X2_a_director_with_an_old_state_does_not_freeze_the_tournament(players: list[User]) -> None:
    first = opened()
    enter(first, players[0])
    reason = freeze.FreezeReason(freeze.FreezeKind.STATE)
    with pytest.raises(store.LostTournament):
        freeze.freeze(first.id, reason, number=0)
    assert freeze.reason_of(first.id) is None
    freeze.freeze(first.id, reason, number=1)
    assert freeze.reason_of(first.id) == reason


def test_X1_a_director_with_an_old_state_marks_no_report_as_read(players: list[User]) -> None:
    first = opened()
    enter(first, players[0])
    rows = Tournament.objects.filter(pk=first.id).values_list("number", "cursor")
    with pytest.raises(store.LostTournament):
        store.read_up_to(first.id, 7, number=0)
    assert not store.is_last(first.id, 0) and store.is_last(first.id, 1)
    assert rows.get() == (1, 0)
    for cursor in (7, 3):
        store.read_up_to(first.id, cursor, number=1)
    assert rows.get() == (1, 7)
