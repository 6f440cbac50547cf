"""Stores orders to directors: checked against the current state, paid for, and once per key."""

import secrets
import uuid
from functools import partial
from typing import Protocol

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from games.api import check_may_play, check_not_away, check_not_banned, check_saw_no_cards_of_tournament
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from tournaments.engine.setup.setup import Price, Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.tournament import decide
from tournaments.models import Entry, Ticket, Tournament, TournamentOrder
from tournaments.store import fees, messages
from tournaments.store.codec import command_to_data
from tournaments.store.impartiality import check_not_entered
from tournaments.store.queries import is_live, state_of, unused_tickets
from tournaments.store.staff_acts import log_command
from tournaments.store.store import LIVE, PendingOrder

LONGEST_KEY = 90


class Player(Protocol):
    """The account of a player or house bot: its id and display name."""

    @property
    def pk(self) -> int: ...

    @property
    def display_name(self) -> str: ...


def price_of(setup: Setup, command: cm.Command) -> Price:
    """The price of a command to the player who gives it (T2, T12)."""
    match command:
        case cm.Enter(ticket=False):
            return setup.price
        case cm.TakeRebuy() if setup.rebuy:
            return setup.rebuy.price
        case cm.TakeAddOn() if setup.addon:
            return setup.addon.price
    return fees.NO_PRICE


def check_price(setup: Setup, order: PendingOrder) -> None:
    """Raise IllegalAction unless the money or ticket held for the order is worth its price now (T1, T2, T12).

    Who was banned or chose not to play while the order waited does not enter either (F8, M7).
    """
    command = order.command
    if order.kept_out and isinstance(command, cm.Enter):
        raise IllegalAction(order.kept_out)
    price = setup.price if isinstance(command, cm.Enter) else price_of(setup, command)
    if order.amount != price.total:
        raise IllegalAction("price_changed")


def submit(
    tournament_id: int, command: cm.Command, *, user_id: int, key: str, now: int, price: int | None = None
) -> int:
    """Store a player's order (T2); its id, the same for the same key.

    Raises IllegalAction at once when the order cannot be carried out, or not at the `price` that the player was shown.
    """
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise IllegalAction("bad_message")
    full_key = f"{user_id}:{tournament_id}:{key or uuid.uuid4().hex}"
    with transaction.atomic():
        # A user's orders are stored one after another, so that a double click finds the first.
        get_user_model().objects.lock(user_id)
        existing = TournamentOrder.objects.filter(key=full_key).values_list("pk", flat=True).first()
        if existing is not None:
            return existing
        row = _row(tournament_id)
        if _is_pending(row, command, user_id):
            raise IllegalAction("already_ordered")
        _check(row, command, now)
        _check_may_play(user_id, command)
        if isinstance(command, cm.Enter):
            check_saw_no_cards_of_tournament(user_id, row.pk)
            _check_limit(user_id)
        amount = price_of(row.announced, command).total
        if price not in (None, amount):
            raise IllegalAction("price_changed")
        if isinstance(command, cm.Enter) and not amount and not command.ticket and not _is_bot(user_id):
            fees.check_may_win(row, user_id)
        ticket = None
        if isinstance(command, cm.Enter) and command.ticket:
            ticket = unused_tickets(user_id, row).select_for_update().first()
            if ticket is None:
                raise IllegalAction("no_ticket")
            ticket.used_for = row
            ticket.save(update_fields=["used_for"])
        fees.hold(row, key=full_key, user_id=user_id, command=type(command).__name__, amount=amount)
        return _send(row, command, key=full_key, player_id=user_id, amount=amount, ticket=ticket)


def clean_reason(typed: str) -> str:
    """A typed reason as one printable line, cut to the longest that is kept; "" if none was typed (F4)."""
    return " ".join("".join(char if char.isprintable() else " " for char in typed).split())[:LONGEST_REASON]


def direct(
    tournament_id: int,
    command: cm.Command,
    *,
    user_id: int,
    why: str,
    now: int,
    password: str | None = None,
    once: str = "",
) -> int:
    """Store the director's command with its reason (F4); the order's id, the same for the same token `once`.

    `password` is a hash that takes effect with the command; None keeps the current one.
    """
    why = clean_reason(why)
    if not why:
        raise IllegalAction("why_needed")
    own = check_not_entered(user_id, tournament_id)
    with transaction.atomic():
        key = _staff_key(tournament_id, user_id, once or uuid.uuid4().hex)
        if once:
            # Two submits of one form come one after the other, so that the second finds the order of the first.
            get_user_model().objects.lock(user_id)
            existing = TournamentOrder.objects.filter(key=key).values_list("pk", flat=True).first()
            if existing is not None:
                return existing
        row = _row(tournament_id, allow_frozen=isinstance(command, cm.Cancel))
        _check(row, command, now)
        order = _send(row, command, key=key, by_id=user_id, why=why, password=password)
        before = row.announced
        log_command(row.pk, command, by=user_id, why=why, own=own, before=before, new_password=password)
        return order


def was_directed(tournament_id: int, *, user_id: int, once: str) -> bool:
    """Whether the director has given the command of this token already."""
    return TournamentOrder.objects.filter(key=_staff_key(tournament_id, user_id, once)).exists()


def _staff_key(tournament_id: int, user_id: int, once: str) -> str:
    return f"staff:{user_id}:{tournament_id}:{once}"


def _row(tournament_id: int, *, allow_frozen: bool = False) -> Tournament:
    """The tournament; a frozen one only with `allow_frozen` (X2)."""
    row = Tournament.objects.defer("snapshot").filter(pk=tournament_id).first()
    if row is None:
        raise IllegalAction("no_such_tournament")
    if row.frozen and not allow_frozen:
        raise IllegalAction("frozen")
    if not is_live(row.stage):
        raise IllegalAction("already_over")
    return row


def _is_pending(row: Tournament, command: cm.Command, user_id: int) -> bool:
    """Whether the same order is already pending; it would be paid twice."""
    waiting = TournamentOrder.objects.filter(tournament=row, applied_at=None, refused="", player=user_id)
    return waiting.filter(kind=type(command).__name__).exists()


def _check_may_play(user_id: int, command: cm.Command) -> None:
    """Raise IllegalAction for whoever is banned (F8) or stays away by choice (M7).

    A time limit refuses entries, not the play that began.
    """
    if isinstance(command, cm.Enter | cm.TakeRebuy | cm.TakeAddOn | cm.ComeBack):
        check_not_banned(user_id)
    if isinstance(command, cm.Enter):
        check_may_play(user_id)
    elif isinstance(command, cm.TakeRebuy | cm.TakeAddOn | cm.ComeBack):
        check_not_away(user_id)


def _check_limit(user_id: int) -> None:
    """Raise IllegalAction at the operator's limit of tournaments for a player, pending entries included (T18)."""
    most = settings.TOURNAMENTS_PER_PLAYER
    if not most or _is_bot(user_id):
        return
    entered = Entry.objects.filter(player=user_id, is_in=True, tournament__stage__in=LIVE).count()
    pending = TournamentOrder.objects.filter(player=user_id, kind="Enter", applied_at=None, refused="").count()
    if entered + pending >= most:
        raise IllegalAction("too_many_tournaments", tournaments=most)


def _is_bot(user_id: int) -> bool:
    return get_user_model().objects.filter(pk=user_id, is_bot=True).exists()


def _check(row: Tournament, command: cm.Command, now: int) -> None:
    """Raise IllegalAction if the rules refuse the command now; the director decides again when it reads the order."""
    state, _ = state_of(row.pk)
    decide(state, command, now=now, random_bytes=secrets.token_bytes(32))


def _send(
    row: Tournament,
    command: cm.Command,
    *,
    key: str,
    player_id: int | None = None,
    amount: int = 0,
    ticket: Ticket | None = None,
    by_id: int | None = None,
    why: str = "",
    password: str | None = None,
) -> int:
    order = TournamentOrder.objects.create(
        tournament=row,
        kind=type(command).__name__,
        payload=command_to_data(command),
        key=key,
        player_id=player_id,
        amount=amount,
        ticket=ticket,
        by_id=by_id,
        why=why,
        password=password,
    )
    transaction.on_commit(partial(messages.notify_director, row.pk))
    return order.pk
