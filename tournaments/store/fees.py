"""The money of tournaments; the only module of this app that uses the cashier (M5, T16).

An order's price is held in the tournament's pool at once; its fee goes to the room once the entry is decided. Prizes,
bounties and refunds are paid from the pool in the transaction of the decision that causes them, each under a key.
"""

from collections.abc import Iterator
from typing import NamedTuple

from backoffice.api import Refused
from cashier import api as cashier
from cashier import protection
from cashier.api import audit_with, register_cause_link
from cashier.engine import accounts
from games.engine.errors import BrokenInvariant, IllegalAction
from tournaments.engine.play.cancel import fees_forward
from tournaments.engine.setup.setup import Price
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import TournamentState
from tournaments.models import Ticket, Tournament

__all__ = [
    "NO_PRICE",
    "audit_with",
    "give_back",
    "hold",
    "pool_of",
    "register_cause_link",
    "settle",
    "stake_bot",
    "tickets_worth",
]

NO_PRICE = Price()
CAUSES = {"Enter": "entry", "TakeRebuy": "rebuy", "TakeAddOn": "addon"}
"""The ledger's cause for a price, by the command it pays for."""


class Payment(NamedTuple):
    """One posting: the changes of pool, fees, house and tickets, and of one player's wallet."""

    key: str
    cause: str
    pool: int = 0
    fees: int = 0
    house: int = 0
    tickets: int = 0
    player: int = 0
    wallet: int = 0


def hold(row: Tournament, *, key: str, user_id: int, command: str, amount: int) -> None:
    """Move a command's price from wallet to pool, minor units; raises IllegalAction("not_enough_money") (T2, M2).

    It raises IllegalAction("play_limit") if the player's loss limit leaves less; the caller has locked the player (M7).
    """
    if not amount:
        return
    try:
        protection.check_stake(user_id, amount, row.currency)
    except Refused as refusal:
        raise IllegalAction("play_limit", sentence=refusal.sentence) from None
    try:
        _post(row, Payment(f"hold:{key}", CAUSES[command], pool=amount, player=user_id, wallet=-amount))
    except cashier.InsufficientFunds as short:
        raise IllegalAction("not_enough_money", missing=short.missing) from None


def check_may_win(row: Tournament, user_id: int) -> None:
    """Raises IllegalAction("play_limit") where a free entry for money needs a confirmed e-mail address (M7).

    Its prize brings money to an account as a deposit does.
    """
    try:
        protection.check_confirmed_email(user_id, row.currency, is_own=True)
    except Refused as refusal:
        raise IllegalAction("play_limit", sentence=refusal.sentence) from None


def give_back(row: Tournament, *, key: str, user_id: int, amount: int) -> None:
    """Return the held price of a refused order from pool to wallet."""
    if amount:
        _post(row, Payment(f"refused:{key}", "entry_back", pool=-amount, player=user_id, wallet=amount))


def settle(
    row: Tournament, number: int, before: TournamentState, events: tuple[ev.Event, ...], *, to_end: bool
) -> None:
    """Post all money a decision moves; `to_end` when a cancelled pool goes forward to the players left (T15)."""
    payments = list(_payments(row, number, before, events, to_end))
    if len(payments) > 1:
        cashier.lock_accounts(_accounts(row, payments))
    # In the order of the events, as an overlay pays for the tickets after it.
    for payment in payments:
        _post(row, payment)


def _accounts(row: Tournament, payments: list[Payment]) -> list[accounts.AccountName]:
    """The accounts of all payments of one decision, which are locked together (M2)."""
    names = [accounts.pool(row.pk, row.currency), accounts.fee(row.pk, row.currency)]
    if any(payment.house for payment in payments):
        names.append(accounts.house(row.currency))
    if any(payment.tickets for payment in payments):
        names.append(accounts.tickets(row.currency))
    players = {payment.player for payment in payments if payment.player and payment.wallet}
    return names + [accounts.wallet(player, row.currency) for player in players]


def _payments(
    row: Tournament, number: int, before: TournamentState, events: tuple[ev.Event, ...], to_end: bool
) -> Iterator[Payment]:
    setup, paid_back = before.setup, 0
    for index, event in enumerate(events):
        key = f"t{row.pk}:{number}:{index}"
        match event:
            case ev.SetupChanged():
                setup = event.setup
            case ev.Entered(ticket=True):
                price = setup.price
                own = price.pool + price.bounty
                yield Payment(key, "ticket", pool=own, fees=price.fee, tickets=-price.total)
            case ev.Entered():
                yield Payment(key, "fee", pool=-setup.price.fee, fees=setup.price.fee)
            case ev.Rebought() if setup.rebuy:
                yield Payment(key, "fee", pool=-setup.rebuy.price.fee, fees=setup.rebuy.price.fee)
            case ev.AddedOn() if setup.addon:
                yield Payment(key, "fee", pool=-setup.addon.price.fee, fees=setup.addon.price.fee)
            case ev.EntriesClosed(overlay=overlay) if overlay:
                yield Payment(key, "overlay", pool=overlay, house=-overlay)
            case ev.RefundDue():
                back = _refund(key, before, event, to_end)
                paid_back -= back.pool
                yield back
            case ev.PrizeDue(amount=amount, ticket=True):
                yield Payment(key, "ticket", pool=-amount, tickets=amount)
            case ev.PrizeDue(player=player, amount=amount):
                yield Payment(key, "prize", pool=-amount, player=player, wallet=amount)
            case ev.BountyDue(player=player, amount=amount):
                yield Payment(key, "bounty", pool=-amount, player=player, wallet=amount)
    if any(isinstance(event, ev.Cancelled) for event in events):
        yield _overlay_back(f"t{row.pk}:{number}:overlay", before, paid_back)


def _refund(key: str, before: TournamentState, event: ev.RefundDue, to_end: bool) -> Payment:
    """Refund everything a player paid, fees included; if paid forward, only players still in get their fees (T15)."""
    entrant, price = before.players[event.player], before.setup.price
    fees = fees_forward(before, entrant) if to_end else entrant.fees
    tickets, of_tickets = event.tickets * price.total, event.tickets * price.fee
    return Payment(
        key,
        "entry_back",
        pool=-(event.amount - fees) - (tickets - of_tickets),
        fees=-fees - of_tickets,
        tickets=tickets,
        player=event.player if event.amount else 0,
        wallet=event.amount,
    )


def _overlay_back(key: str, before: TournamentState, paid: int) -> Payment:
    """Return the part of the overlay that nobody won to the house."""
    rest = before.pool + before.overlay + before.bounties - paid
    if not 0 <= rest <= before.overlay:
        raise BrokenInvariant("a cancelled tournament pays back what was paid in (T15)")
    return Payment(key, "overlay", pool=-rest, house=rest)


def _post(row: Tournament, payment: Payment) -> None:
    cashier.move_pool(
        key=payment.key,
        tournament_id=row.pk,
        cause=payment.cause,
        pool=payment.pool,
        fees=payment.fees,
        house=payment.house,
        tickets=payment.tickets,
        wallets={payment.player: payment.wallet} if payment.player and payment.wallet else {},
        currency=row.currency,
        label=row.name,
    )


def settle_tickets(row: Tournament, events: tuple[ev.Event, ...]) -> None:
    """Issue the tickets won, and release the tickets of entries taken back (T1)."""
    for event in events:
        match event:
            case ev.PrizeDue(player=player, amount=amount, ticket=True) if amount:
                Ticket.objects.create(player_id=player, currency=row.currency, amount=amount, from_tournament_id=row.pk)
            case ev.RefundDue(player=player, tickets=tickets) if tickets:
                used = Ticket.objects.filter(player=player, used_for=row.pk).order_by("pk")[:tickets]
                Ticket.objects.filter(pk__in=[ticket.pk for ticket in used]).update(used_for=None)


def check_currency(currency: str) -> None:
    """Raises IllegalAction for a currency that is not in use."""
    if not cashier.is_currency(currency):
        raise IllegalAction("currency_not_in_use")


def pool_of(tournament_id: int) -> tuple[int, int]:
    """The ledger's balances of a tournament's pool and fees, minor units."""
    return cashier.pool_money(tournament_id=tournament_id)


def tickets_worth(currency: str) -> int:
    """The value of all unused tickets in the ledger, minor units."""
    return cashier.ticket_money(currency=currency)


def stake_bot(*, user_id: int, name: str, currency: str, price: int, key: str) -> None:
    """Fill up a house bot's wallet if it cannot pay this price, minor units."""
    cashier.open_wallet(user_id=user_id, name=name, currency=currency)
    if cashier.balance(user_id=user_id, currency=currency) < price:
        cashier.grant(
            user_id=user_id,
            amount=10 * price,
            reason="stake of a house bot",
            by=None,
            key=f"bot:{key}",
            currency=currency,
        )
