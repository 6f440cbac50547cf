"""What a void hand changes: money is reversed, history removed, the decision recorded and players notified (F5)."""

from collections.abc import Iterable, Set
from datetime import datetime

from django.contrib.auth import get_user_model

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import BY_THE_ROOM
from games.engine.table.state import Table as Played
from games.messaging import codec, notices
from games.models import Decision, Hand, Seat, Table
from games.models.floor_decisions import FloorDecision
from games.money import escrow
from games.seating import return_rule
from games.store import averages, hourly_results, hourly_sums, tournament_games
from games.store.card_sealing import public_events
from games.store.hand_summary import second_street_permille


def write(
    row: Decision,
    event: ev.HandVoided,
    *,
    table: Table,
    seats: dict[int, Seat],
    after: Played,
    deleted: Set[int] = frozenset(),
) -> dict[str, object]:
    """Writes what follows from a void hand, inside the transaction of `row`; the changes to the table's own row.

    `seats` are those when the hand was voided, `deleted` players whose accounts are deleted by now. A hand that was
    still running has moved no money. Raises IllegalAction if the wallet of a player who has left lacks what the player
    won.
    """
    hand = Hand.objects.filter(table=table, number=event.number).first()
    if table.tournament is None:
        if event.reason in BY_THE_ROOM:
            FloorDecision.objects.create(
                table=table,
                hand=event.number,
                kind=FloorDecision.Kind.VOID_HAND,
                reason=event.reason,
                created_at=row.created_at,
            )
        dealt = [number for number, _ in event.undone] or list(after.names)
        _notify_players(event, table, [seats[number] for number in dealt if number in seats])
        since = {player: gone.carried for player, gone in after.departed.items() if gone.at == after.hand_began_at}
        return_rule.correct_carried(table=table, carried=since)
    if hand is None:
        return {}
    if table.tournament is None:
        _take_from_wallets(hand, event, table)
        _reverse_money(hand, event, table)
        _return_to_wallets(hand, event, table, row.created_at, deleted)
        hourly_results.remove(hand)
        hourly_sums.remove_hand(hand)
    else:
        tournament_games.remove(hand)
    hourly_sums.remove_players(hand)
    hand.hand_players.all().delete()
    hand.void, hand.bots_rake = True, 0
    hand.save(update_fields=["void", "bots_rake"])
    # Loading starts before or after the void hand from now on, so that its own events are never the start.
    return {
        **_statistics_without(hand, table),
        "next_snapshot": codec.state_to_data(after.snapshot()),
        "next_snapshot_number": row.number,
    }


def players_of(table: Table, events: tuple[ev.TableEvent, ...]) -> set[int]:
    """The players of finished hands that these events void; some may have left since."""
    numbers = [event.number for event in events if isinstance(event, ev.HandVoided)]
    found = Hand.objects.filter(table=table, number__in=numbers).values_list("results", flat=True)
    return {player for results in found for _, player, _, _ in results}


def lock_departed(voided: Iterable[ev.HandVoided]) -> set[int]:
    """Locks the players who have left and win or lose by void hands (M2); those whose accounts are deleted."""
    gone = {player for event in voided for player, _ in event.departed}
    if not gone:
        return gone
    people = get_user_model().objects.select_for_update(no_key=True).filter(pk__in=gone).order_by("pk")
    return {pk for pk, deleted_at in people.values_list("pk", "deleted_at") if deleted_at is not None}


def _notify_players(event: ev.HandVoided, table: Table, seats: list[Seat]) -> None:
    code = f"void_{event.reason}" if event.reason in BY_THE_ROOM else "void_floor"
    for seat in seats:
        if not seat.bot:
            notices.write_notice(seat.player_id, table.pk, code, table=table.name, hand=event.number, why=event.reason)


def _take_from_wallets(hand: Hand, event: ev.HandVoided, table: Table) -> None:
    """Brings back to the table what players who have left won, so that it can be reversed there."""
    for player, chips in event.departed:
        if chips < 0:
            key = _wallet_key(hand, player)
            try:
                escrow.hold(
                    key=key,
                    user_id=player,
                    table_id=table.pk,
                    amount=-chips,
                    currency=table.currency,
                    cause="void_taken",
                    label=table.name,
                )
            except IllegalAction as short:
                name = next((name for _, who, name, _ in hand.results if who == player), "")
                raise IllegalAction("void_short", name=name, **short.detail) from None
            _notify_departed("void_taken", hand, event, table, player, -chips)


def _return_to_wallets(hand: Hand, event: ev.HandVoided, table: Table, at: datetime, deleted: Set[int]) -> None:
    """Pays out what players who have left lost, and corrects with how much they left (K7).

    Nobody opens the wallet of a deleted account any more: the cage has the money among the withdrawals that wait.
    """
    for player, chips in event.departed:
        if chips > 0 and player in deleted:
            escrow.owe_in_cash(
                key=_wallet_key(hand, player),
                user_id=player,
                table_id=table.pk,
                amount=chips,
                currency=table.currency,
                label=table.name,
                why=event.reason,
                at=at,
            )
        elif chips > 0:
            escrow.release(
                key=_wallet_key(hand, player),
                user_id=player,
                table_id=table.pk,
                amount=chips,
                currency=table.currency,
                cause="void_returned",
                label=table.name,
            )
            _notify_departed("void_returned", hand, event, table, player, chips)
        return_rule.correct_departure(player=player, table=table, chips=chips, since=hand.ended_at, at=at)


def _wallet_key(hand: Hand, player: int) -> str:
    return f"void:{hand.table_id}:{hand.number}:{player}"


def _notify_departed(code: str, hand: Hand, event: ev.HandVoided, table: Table, player: int, amount: int) -> None:
    notices.write_notice(
        player,
        table.pk,
        code,
        table=table.name,
        hand=hand.number,
        amount=amount,
        currency=table.currency,
        why=event.reason,
    )


def _reverse_money(hand: Hand, event: ev.HandVoided, table: Table) -> None:
    """Reverses the ledger entries of the hand and of the rabbit hunt fee (H7)."""
    if hand.rake or any(won for _, _, _, won in hand.results):
        escrow.reverse_hand(table_id=table.pk, hand=hand.number, why=event.reason)
    for number, events in Decision.objects.filter(table=table, hand=hand.number).values_list("number", "events"):
        if any(isinstance(one, ev.RabbitShown) and one.fee for one in public_events([events])):
            escrow.reverse_rabbit_fee(table_id=table.pk, decision=number, why=event.reason)


def _statistics_without(hand: Hand, table: Table) -> dict[str, object]:
    """The table's statistics for the lobby without this hand."""
    before = Hand.objects.filter(table=table, number__lt=hand.number, void=False).first()
    return {
        "hands": table.hands - 1,
        "average_pot": averages.without_value(table.average_pot, hand.pot, hands=table.hands),
        "average_second_street_permille": averages.without_value(
            table.average_second_street_permille, second_street_permille(hand), hands=table.hands
        ),
        "last_hand_at": before.ended_at if before else None,
    }
