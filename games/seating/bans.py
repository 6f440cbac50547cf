"""Players who may not sit at a table: banned from the room (F8), barred, not invited, kept apart (K12), or staff who
have seen its hidden cards (H8).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.engine.errors import IllegalAction
from games.messaging import notices
from games.models import Seat, Table
from games.models.access import Admission, SeparatedPlayers
from games.models.hand_reviews import LATELY_HOURS, HandReview
from games.models.restrictions import IN_FORCE, in_force_at
from games.seating.approval import unapproved_players
from games.seating.taken_seats import occupants


def is_banned(player: int) -> bool:
    """Whether the account is banned from the room (F8); one that does not exist counts as banned."""
    return _ACTIVE.first(player=player) is None


_ACTIVE = CompiledQuery(
    lambda: get_user_model().objects.filter(pk=Given("player"), is_active=True).values_list("pk", flat=True)
)


def check_not_banned(player: int) -> None:
    """Raises IllegalAction for whoever is banned: a request may wait for its locks while the ban commits (F8)."""
    if is_banned(player):
        raise IllegalAction("banned")


def banned_players(players: Iterable[int]) -> set[int]:
    """Those of `players` who are banned from the room."""
    wanted = set(players)
    return wanted - set(get_user_model().objects.filter(pk__in=wanted, is_active=True).values_list("pk", flat=True))


def check_saw_no_cards(player: int, table_id: int) -> None:
    """Raises IllegalAction for staff who have lately reviewed hands of the table with all cards (H8)."""
    if player in _who_saw_cards(table_id):
        raise IllegalAction("reviewed_lately", count=LATELY_HOURS)


def check_saw_no_cards_of_tournament(player: int, tournament: int) -> None:
    """Raises IllegalAction for staff who have lately reviewed hands of the tournament with all cards (H8)."""
    reviews = HandReview.objects.filter(by=player, created_at__gt=_lately())
    if reviews.filter(hand__table__tournament=tournament).exists():
        raise IllegalAction("reviewed_tournament_lately", count=LATELY_HOURS)


def _lately() -> datetime:
    return timezone.now() - timedelta(hours=LATELY_HOURS)


def _who_saw_cards(table_id: int) -> set[int]:
    """The staff who have lately reviewed hands of the table with all cards (H8)."""
    return set(_REVIEWERS.all(table=table_id, since=_lately()))


_REVIEWERS = CompiledQuery(
    lambda: (
        HandReview.objects.filter(hand__table=Given("table"), created_at__gt=Given("since"))
        .order_by()
        .values_list("by", flat=True)
    )
)


def players_at(table_id: int) -> set[int]:
    """The players who sit at the table or have ordered a seat there."""
    return occupants(table_id).players


def barred_players(table_id: int, players: Iterable[int], at_table: Iterable[int] | None = None) -> set[int]:
    """The members of `players` who may not sit down at the table now; a known `at_table` saves a query."""
    wanted = set(players)
    if not wanted:
        return set()
    admissions = dict(_ADMISSIONS.all(table=table_id, now=timezone.now()))
    barred = {player for player in wanted if admissions.get(player) == Admission.Kind.BARRED}
    if Admission.Kind.INVITED in admissions.values():
        barred |= {player for player in wanted if admissions.get(player) != Admission.Kind.INVITED}
    barred |= wanted & _who_saw_cards(table_id)
    if not wanted <= barred:
        barred |= unapproved_players(table_id, wanted - barred)
    there = set(players_at(table_id) if at_table is None else at_table)
    for one, other in _kept_apart(wanted):
        barred |= wanted & ({one} if other in there else set()) | wanted & ({other} if one in there else set())
    return barred


def _kept_apart(players: set[int]) -> Iterable[tuple[int, int]]:
    """The pairs in force to which one of these players belongs."""
    if len(players) == 1:
        return _APART.all(player=next(iter(players)))
    return _pairs(Q(one__in=players) | Q(other__in=players))


def _pairs(whose: Q) -> QuerySet[SeparatedPlayers, tuple[int, int]]:
    return SeparatedPlayers.objects.filter(IN_FORCE, whose).values_list("one", "other")


_SEATS = CompiledQuery(lambda: Seat.objects.filter(player=Given("player")).values_list("table", flat=True))
_ADMISSIONS = CompiledQuery(
    lambda: Admission.objects.filter(in_force_at(Given("now")), table=Given("table")).values_list("player", "kind")
)
_ALL_ADMISSIONS = CompiledQuery(
    lambda: Admission.objects.filter(in_force_at(Given("now"))).values_list("table", "player", "kind")
)
_APART = CompiledQuery(lambda: _pairs(Q(one=Given("player")) | Q(other=Given("player"))))


def tell_barred(player: int, table: Table, until: datetime | None = None, *, stays: bool = True) -> None:
    """Tells a player that they are barred from a cash table (K12).

    A seated player stays, unless they have to leave, but cannot come back before the end. Only the player is told; the
    reason is for staff.
    """
    code = "barred" if stays and player in players_at(table.pk) else "barred_away"
    if until is None:
        notices.write_notice(player, table.pk, code, table=table.name)
    else:
        end = int(until.timestamp()) * 1000
        notices.write_notice(player, table.pk, f"{code}_until", table=table.name, until=end)


def barred_tables(player: int) -> set[int]:
    """The tables at which this player may not sit down now; a few queries however many tables there are."""
    rows = _ALL_ADMISSIONS.all(now=timezone.now())
    own = {table: kind for table, who, kind in rows if who == player}
    invited = {table for table, _, kind in rows if kind == Admission.Kind.INVITED}
    barred = {table for table, kind in own.items() if kind == Admission.Kind.BARRED}
    barred |= {table for table in invited if own.get(table) != Admission.Kind.INVITED}
    others = {one if other == player else other for one, other in _APART.all(player=player)}
    return barred | {table for other in others for table in _SEATS.all(player=other)}
