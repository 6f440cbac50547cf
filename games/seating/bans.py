"""Players who may not sit at a table: banned from the room (F8), barred, not invited, or kept apart (K12)."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db.models import Q

from backoffice.compiled_query import CompiledQuery, Given
from games.engine.errors import IllegalAction
from games.messaging import notices
from games.models import Order, Seat, Table
from games.models.access import Admission, SeparatedPlayers
from games.models.restrictions import IN_FORCE, in_force_now
from games.seating.approval import unapproved_players


def is_banned(player: int) -> bool:
    """Whether the account is banned from the room (F8); one that does not exist counts as banned."""
    return not get_user_model().objects.filter(pk=player, is_active=True).exists()


def check_not_banned(player: int) -> None:
    """Raises IllegalAction for who is banned: a request may wait for its locks while the ban commits (F8)."""
    if is_banned(player):
        raise IllegalAction("banned")


def players_at(table_id: int) -> set[int]:
    """The players who sit at the table or have ordered a seat there."""
    return {player for rows in (_SEATED, _COMING) for player in rows.all(table=table_id) if player}


_SEATED = CompiledQuery(lambda: Seat.objects.filter(table=Given("table")).values_list("player", flat=True))
_COMING = CompiledQuery(lambda: Order.objects.for_seats().filter(table=Given("table")).values_list("player", flat=True))


def barred_players(table_id: int, players: Iterable[int], at_table: Iterable[int] | None = None) -> set[int]:
    """The members of `players` who may not sit down at the table now; a known `at_table` saves a query."""
    wanted = set(players)
    if not wanted:
        return set()
    admissions = dict(Admission.objects.filter(in_force_now(), table=table_id).values_list("player", "kind"))
    barred = {player for player in wanted if admissions.get(player) == Admission.Kind.BARRED}
    if Admission.Kind.INVITED in admissions.values():
        barred |= {player for player in wanted if admissions.get(player) != Admission.Kind.INVITED}
    if not wanted <= barred:
        barred |= unapproved_players(table_id, wanted - barred)
    there = set(players_at(table_id) if at_table is None else at_table)
    found = SeparatedPlayers.objects.filter(IN_FORCE, Q(one__in=wanted) | Q(other__in=wanted))
    for one, other in found.values_list("one", "other"):
        barred |= wanted & ({one} if other in there else set()) | wanted & ({other} if one in there else set())
    return barred


def tell_barred(player: int, table: Table, until: datetime | None = None, *, stays: bool = True) -> None:
    """Tells a player that they are barred from a cash table (K12).

    Who sits there stays, unless they have to leave, but does not come back before the end. Only the player is told; the
    reason is for staff.
    """
    code = "barred" if stays and player in players_at(table.pk) else "barred_away"
    if until is None:
        notices.write_notice(player, table.pk, code, table=table.name)
    else:
        end = int(until.timestamp()) * 1000
        notices.write_notice(player, table.pk, f"{code}_until", table=table.name, until=end)


def barred_tables(player: int) -> set[int]:
    """The tables at which this player may not sit down now; three queries however many tables there are."""
    rows = list(Admission.objects.filter(in_force_now()).values_list("table", "player", "kind"))
    own = {table: kind for table, who, kind in rows if who == player}
    invited = {table for table, _, kind in rows if kind == Admission.Kind.INVITED}
    barred = {table for table, kind in own.items() if kind == Admission.Kind.BARRED}
    barred |= {table for table in invited if own.get(table) != Admission.Kind.INVITED}
    found = SeparatedPlayers.objects.filter(IN_FORCE, Q(one=player) | Q(other=player))
    pairs = found.values_list("one", "other")
    others = {one if other == player else other for one, other in pairs}
    return barred | set(Seat.objects.filter(player__in=others).values_list("table", flat=True))
