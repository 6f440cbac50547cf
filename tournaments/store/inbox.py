"""Asks to directors: checked against the tournament as it stands, paid for, kept once per key."""

import secrets
import uuid
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from games.engine.errors import IllegalAction
from tournaments.engine.setup.setup import Price, Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.tournament import decide
from tournaments.models import LONGEST_WHY, Entry, Tournament, TournamentOrder
from tournaments.store import fees, messages
from tournaments.store.codec import command_to_data
from tournaments.store.queries import is_live, state_of, unused_tickets
from tournaments.store.store import LIVE

LONGEST_KEY = 90


def price_of(setup: Setup, command: cm.Command) -> Price:
    """What a command costs who asks for it (T2, T12)."""
    match command:
        case cm.Enter(ticket=False):
            return setup.price
        case cm.TakeRebuy() if setup.rebuy:
            return setup.rebuy.price
        case cm.TakeAddOn() if setup.addon:
            return setup.addon.price
    return fees.NO_PRICE


def submit(tournament_id: int, command: cm.Command, *, user_id: int, key: str, now: int) -> int:
    """A player's ask; the order's id, the same one for the same key. Refused where it cannot be done just now (T2)."""
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise IllegalAction("bad_message")
    whole = f"{user_id}:{tournament_id}:{key or uuid.uuid4().hex}"
    with transaction.atomic():
        # One person's asks come one after another, so that a doubled click finds the first.
        get_user_model().objects.select_for_update(no_key=True).get(pk=user_id)
        before = TournamentOrder.objects.filter(key=whole).values_list("pk", flat=True).first()
        if before is not None:
            return before
        row = _row(tournament_id)
        if _waits_already(row, command, user_id):
            raise IllegalAction("asked_already")
        _check(row, command, now)
        if isinstance(command, cm.Enter):
            _check_limit(user_id)
        ticket = None
        if isinstance(command, cm.Enter) and command.ticket:
            ticket = unused_tickets(user_id, row).select_for_update().first()
            if ticket is None:
                raise IllegalAction("no_ticket")
            ticket.used_for = row
            ticket.save(update_fields=["used_for"])
        amount = price_of(row.announced, command).total
        fees.hold(row, key=whole, user_id=user_id, command=type(command).__name__, amount=amount)
        return _send(row, command, key=whole, player=user_id, amount=amount, ticket=ticket)


def clean_reason(typed: str) -> str:
    """A director's reason as it is kept: one line that can be read, cut to length; empty where none was typed (F4)."""
    return " ".join("".join(char if char.isprintable() else " " for char in typed).split())[:LONGEST_WHY]


def direct(
    tournament_id: int, command: cm.Command, *, user_id: int, why: str, now: int, password: str | None = None
) -> int:
    """The director's word, with the reason that is kept with it (F4); the order's id.

    `password` is a hash and holds as soon as the word does, None leaves it as it was.
    """
    why = clean_reason(why)
    if not why:
        raise IllegalAction("why_needed")
    with transaction.atomic():
        row = _row(tournament_id, allow_frozen=isinstance(command, cm.Cancel))
        _check(row, command, now)
        return _send(row, command, key=f"staff:{uuid.uuid4().hex}", by=user_id, why=why, password=password)


def _row(tournament_id: int, *, allow_frozen: bool = False) -> Tournament:
    """The tournament; one that was stopped only where that is no hindrance (X2)."""
    row = Tournament.objects.defer("snapshot").filter(pk=tournament_id).first()
    if row is None:
        raise IllegalAction("no_such_tournament")
    if row.frozen and not allow_frozen:
        raise IllegalAction("frozen")
    if not is_live(row.stage):
        raise IllegalAction("already_over")
    return row


def _waits_already(row: Tournament, command: cm.Command, user_id: int) -> bool:
    """Whether the same is asked for already and has yet to be answered: it would be paid twice."""
    waiting = TournamentOrder.objects.filter(tournament=row, applied_at=None, refused="", player=user_id)
    return waiting.filter(kind=type(command).__name__).exists()


def _check_limit(user_id: int) -> None:
    """As many tournaments at once as the operator allows, entries that are on their way counted (T18)."""
    most = settings.TOURNAMENTS_PER_PLAYER
    if not most or get_user_model().objects.filter(pk=user_id, is_bot=True).exists():
        return
    here = Entry.objects.filter(player=user_id, is_in=True, tournament__stage__in=LIVE).count()
    coming = TournamentOrder.objects.filter(player=user_id, kind="Enter", applied_at=None, refused="").count()
    if here + coming >= most:
        raise IllegalAction("too_many_tournaments", tournaments=most)


def _check(row: Tournament, command: cm.Command, now: int) -> None:
    """Refuses at once what would be refused; the director decides on it anew when its turn comes."""
    state, _ = state_of(row.pk)
    decide(state, command, now=now, random_bytes=secrets.token_bytes(32))


def _send(row: Tournament, command: cm.Command, *, key: str, **fields: Any) -> int:
    order = TournamentOrder.objects.create(
        tournament=row,
        kind=type(command).__name__,
        payload=command_to_data(command),
        key=key,
        **_ids(fields),
    )
    transaction.on_commit(partial(messages.notify_director, row.pk))
    return order.pk


def _ids(fields: dict[str, Any]) -> dict[str, Any]:
    return {f"{name}_id" if name in ("player", "by") else name: value for name, value in fields.items()}
