"""The changes a decision makes besides the log: the entries, and notices for the players."""

from collections.abc import Iterator
from typing import NamedTuple, TypedDict

from django.contrib.auth import get_user_model
from django.db.models import F

from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import RemovalReason
from tournaments.engine.state.tournament_state import TournamentState
from tournaments.models import Entry, Notice, Tournament


def update_entries(row: Tournament, events: tuple[ev.Event, ...]) -> None:
    """Update the entries of the players the events are about."""
    for event in events:
        match event:
            case ev.Entered(player=player):
                bot = get_user_model().objects.values_list("is_bot", flat=True).get(pk=player)
                Entry.objects.update_or_create(
                    tournament=row, player_id=player, defaults={"bot": bot, "is_in": True, "place": 0}
                )
            case ev.Unregistered(player=player):
                Entry.objects.filter(tournament=row, player=player).delete()
            case ev.PlayerOut(player=player):
                Entry.objects.filter(tournament=row, player=player).update(is_in=False)
            case ev.BustUndone(player=player):
                Entry.objects.filter(tournament=row, player=player).update(is_in=True, place=0)
            case ev.PlaceGiven(player=player, place=place):
                Entry.objects.filter(tournament=row, player=player).update(place=place)
            case ev.PrizeDue(player=player, amount=amount) | ev.BountyDue(player=player, amount=amount):
                Entry.objects.filter(tournament=row, player=player).update(prize=F("prize") + amount)
            case ev.Ended():
                Entry.objects.filter(tournament=row).update(is_in=False)
            case ev.Cancelled():
                Entry.objects.filter(tournament=row).update(is_in=False, place=0)


class NoticeDetail(TypedDict, total=False):
    """The data of a notice; its kind says which keys there are, see `notices_of`."""

    table: int
    seat: int
    from_table: int
    from_seat: int
    due: int
    due_now: int
    why: str
    note: str
    until: int
    hands: int
    time: int
    chips: int
    place: int
    left: int
    amount: int
    ticket: bool
    tickets: int
    extra: str
    somebody_out: bool


class NewNotice(NamedTuple):
    """A notice for a player, not stored yet."""

    player: int
    kind: str
    detail: NoticeDetail


def notices_of(before: TournamentState, after: TournamentState, events: tuple[ev.Event, ...]) -> list[NewNotice]:
    """The notices of a decision in order, each about its player alone.

    Kinds: seated {table, seat, why}, moved {from_table, from_seat, table, seat, why, due, due_now, note}, rebuy
    {until}, voided {table, why}, back {table, seat, chips, why}, place {place}, deal_lapsed {somebody_out}, penalised
    {hands, time, chips, why}, out {place, left}, bounty {amount}, prize {place, amount, ticket, extra}, refund {amount,
    tickets}; warned, lifted, disqualified and cancelled {why}. Tables are the tournament's numbers, amounts minor
    units.
    """
    return list(_notices(before, after, events))


def _notices(before: TournamentState, after: TournamentState, events: tuple[ev.Event, ...]) -> Iterator[NewNotice]:
    for event in events:
        match event:
            case ev.Seated(player, table, seat, _, why):
                yield NewNotice(player, "seated", {"table": table, "seat": seat, "why": why})
            case ev.Moved():
                yield NewNotice(event.player, "moved", _moved_detail(event))
            case ev.RebuyOffered(player, until):
                yield NewNotice(player, "rebuy", {"until": until})
            case ev.HandVoided(table, _, why):
                state = after.tables.get(table)
                moved = [player for player, _ in event.undone if after.players[player].table != table]
                for player in (*(state.players if state else ()), *moved):
                    yield NewNotice(player, "voided", {"table": table, "why": why})
            case ev.BustUndone(player, table, seat):
                yield NewNotice(player, "back", {"table": table, "seat": seat, "chips": event.chips, "why": event.why})
            case ev.PlaceGiven(player, place):
                # In a satellite with a ticket for all, a player enters and is placed in one decision and had no place.
                entrant = before.players.get(player)
                if entrant is not None and entrant.place not in (0, place):
                    yield NewNotice(player, "place", {"place": place})
            case ev.DealLapsed(out):
                for entrant in after.still_in():
                    yield NewNotice(entrant.player, "deal_lapsed", {"somebody_out": bool(out)})
            case ev.Warned(player, why):
                yield NewNotice(player, "warned", {"why": why})
            case ev.Penalised(player, _, why) if event.is_lifted:
                yield NewNotice(player, "lifted", {"why": why})
            case ev.Penalised(player, hands, why, time):
                taken = _penalty_chips(events, player)
                yield NewNotice(player, "penalised", {"hands": hands, "time": time, "chips": taken, "why": why})
            case ev.PlayerDisqualified(player, _, why):
                yield NewNotice(player, "disqualified", {"why": why})
            case ev.PlayerOut(player=player):
                yield NewNotice(player, "out", {"place": after.players[player].place, "left": after.left})
            case ev.PrizeDue():
                detail: NoticeDetail = {
                    "place": event.place,
                    "amount": event.amount,
                    "ticket": event.ticket,
                    "extra": event.extra,
                }
                yield NewNotice(event.player, "prize", detail)
            case ev.BountyDue(player, amount):
                yield NewNotice(player, "bounty", {"amount": amount})
            case ev.RefundDue(player, amount, tickets):
                yield NewNotice(player, "refund", {"amount": amount, "tickets": tickets})
            case ev.Cancelled(why=why):
                for player in before.players:
                    yield NewNotice(player, "cancelled", {"why": why})


def _moved_detail(event: ev.Moved) -> NoticeDetail:
    return {
        "from_table": event.from_table,
        "from_seat": event.from_seat,
        "table": event.table,
        "seat": event.seat,
        "why": event.why,
        "due": event.due,
        "due_now": event.due_now,
        "note": event.note,
    }


def _penalty_chips(events: tuple[ev.Event, ...], player: int) -> int:
    """The chips that a penalty took from a player (T14)."""
    taken = [event for event in events if isinstance(event, ev.ChipsRemoved) and event.player == player]
    return sum(event.chips for event in taken if event.why is RemovalReason.PENALTY)


def save_notices(row: Tournament, notices: list[NewNotice]) -> None:
    """Store the notices until they are shown."""
    Notice.objects.bulk_create(
        Notice(tournament=row, player_id=player, kind=kind, detail=detail) for player, kind, detail in notices
    )
