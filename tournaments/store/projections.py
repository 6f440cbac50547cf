"""What a decision changes besides the log: the entries, and notices for the players."""

from collections.abc import Iterator
from typing import Any

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
            case ev.PlaceGiven(player=player, place=place):
                Entry.objects.filter(tournament=row, player=player).update(place=place)
            case ev.PrizeDue(player=player, amount=amount) | ev.BountyDue(player=player, amount=amount):
                Entry.objects.filter(tournament=row, player=player).update(prize=F("prize") + amount)
            case ev.Ended() | ev.Cancelled():
                Entry.objects.filter(tournament=row).update(is_in=False)


def notices_of(
    before: TournamentState, after: TournamentState, events: tuple[ev.Event, ...]
) -> list[tuple[int, str, dict[str, Any]]]:
    """The notices of a decision as (player, kind, detail), each about that player alone, in order.

    Kinds: started, seated and moved {table, seat, why, due, due_now, from_table}, rebuy {until}, voided {table, why},
    deal_lapsed, warned, penalised {hands, chips}, lifted, disqualified, out {place, left}, bounty {amount}, prize
    {place, amount, ticket, extra}, refund {amount, tickets}, cancelled. Tables are the tournament's numbers, amounts
    minor units.
    """
    return list(_news(before, after, events))


def _news(
    before: TournamentState, after: TournamentState, events: tuple[ev.Event, ...]
) -> Iterator[tuple[int, str, dict[str, Any]]]:
    for event in events:
        match event:
            case ev.Seated(player, table, seat, _, why):
                yield player, "seated", {"table": table, "seat": seat, "why": why}
            case ev.Moved():
                yield (
                    event.player,
                    "moved",
                    {name: value for name, value in event._asdict().items() if name != "player"},
                )
            case ev.RebuyOffered(player, until):
                yield player, "rebuy", {"until": until}
            case ev.HandVoided(table, _, why):
                here = after.tables.get(table)
                for player in here.players if here else ():
                    yield player, "voided", {"table": table, "why": why}
            case ev.DealLapsed():
                for entrant in after.still_in():
                    yield entrant.player, "deal_lapsed", {}
            case ev.Warned(player, why):
                yield player, "warned", {"why": why}
            case ev.Penalised(player, hands, why) if hands < 0:
                yield player, "lifted", {"why": why}
            case ev.Penalised(player, hands, why):
                yield player, "penalised", {"hands": hands, "chips": _fined(events, player), "why": why}
            case ev.PlayerDisqualified(player, _, why):
                yield player, "disqualified", {"why": why}
            case ev.PlayerOut(player=player):
                yield player, "out", {"place": after.players[player].place, "left": after.left}
            case ev.PrizeDue():
                yield (
                    event.player,
                    "prize",
                    {name: value for name, value in event._asdict().items() if name != "player"},
                )
            case ev.BountyDue(player, amount):
                yield player, "bounty", {"amount": amount}
            case ev.RefundDue(player, amount, tickets):
                yield player, "refund", {"amount": amount, "tickets": tickets}
            case ev.Cancelled(why=why):
                for player in before.players:
                    yield player, "cancelled", {"why": why}


def _fined(events: tuple[ev.Event, ...], player: int) -> int:
    """The chips that a penalty took from a player (T14)."""
    taken = [event for event in events if isinstance(event, ev.ChipsRemoved) and event.player == player]
    return sum(event.chips for event in taken if event.why is RemovalReason.PENALTY)


def save_notices(row: Tournament, news: list[tuple[int, str, dict[str, Any]]]) -> None:
    """Store the notices until they are shown."""
    Notice.objects.bulk_create(
        Notice(tournament=row, player_id=player, kind=kind, detail=detail) for player, kind, detail in news
    )
