"""What the card room keeps of one player: given to them as data, and made nameless when their account is deleted."""

from datetime import datetime

from django.db.models import Max

from games.messaging.orders import send
from games.models import Hand, Notice, Order, Table
from games.models.conduct import ChatLine, HeldChatLine, Remark
from games.models.hand_reviews import HandReview
from games.models.hands import HandPlayer
from games.models.play_time import Sitting
from games.models.watch_list import WatchCase

BATCH = 500


def results_of_hands(*, player: int) -> list[dict[str, object]]:
    """The player's hands with their results in minor units, newest first; without cards."""
    parts = HandPlayer.objects.filter(player=player).order_by("-hand")
    rows = parts.values_list("hand__table__name", "hand__number", "hand__ended_at", "hand__game", "net", "invested")
    names = ("table", "hand", "at", "game", "won_or_lost", "put_in")
    return [dict(zip(names, row, strict=True)) for row in rows.iterator(chunk_size=BATCH)]


def reviews_of_hands(*, player: int) -> list[dict[str, object]]:
    """The player's hands that the floor has reviewed with all cards (H8), newest first."""
    found = HandReview.objects.filter(hand__hand_players__player=player)
    rows = found.values_list("hand__table__name", "hand__number", "created_at")
    return [dict(zip(("table", "hand", "at"), row, strict=True)) for row in rows]


def remarks_of(*, player: int) -> list[dict[str, object]]:
    """The player's own notes about others."""
    rows = Remark.objects.filter(owner=player).values_list("about__display_name", "label", "note", "muted")
    return [dict(zip(("about", "label", "note", "muted"), row, strict=True)) for row in rows]


def forget_player(*, player: int, name: str) -> None:
    """Puts `name` in place of the player's in results and chat, and drops notes by and about them, and notices.

    The log of decisions is append-only and keeps what was written; reads put the new name in its place. A table that
    still tells a hand of the player or how they left puts that log away. Flags and cases of the watch list hold no name
    and stay as they are (F7); an open case that was the player's, once staff, is nobody's.
    """
    hands = HandPlayer.objects.filter(player=player).order_by("hand").values_list("hand", flat=True)
    last = 0
    while ids := list(hands.filter(hand__gt=last)[:BATCH]):
        rows = list(Hand.objects.filter(pk__in=ids).only("results"))
        for row in rows:
            row.results = [[seat, who, name if who == player else was, net] for seat, who, was, net in row.results]
        Hand.objects.bulk_update(rows, ["results"])
        last = ids[-1]
    for table in Table.objects.filter(pk__in=_tables_that_name(player)):
        send(table, Order.Kind.CLEAR_LOG)
    ChatLine.objects.filter(player=player).update(name=name)
    HeldChatLine.objects.filter(player=player).delete()
    Remark.objects.filter(owner=player).delete()
    Remark.objects.filter(about=player).delete()
    Notice.objects.filter(player=player).delete()
    WatchCase.objects.filter(assigned_to=player, ended_at=None).update(assigned_to=None)


def _tables_that_name(player: int) -> list[int]:
    """Open tables whose log, until the next hand, tells the last hand of the player or how they left."""
    sittings = Sitting.objects.filter(player=player, table__closed_at=None).order_by().values("table")
    left = sittings.annotate(at=Max("ended_at")).values_list("table", "at")
    return [table for table, at in left if at and not _played_on_without(player, table, at)]


def _played_on_without(player: int, table: int, since: datetime) -> bool:
    """Whether the table's last hand was over after the player had left, and they had no part in it."""
    last = Hand.objects.filter(table=table).order_by("-number").first()
    if last is None or last.ended_at < since:
        return False
    return not HandPlayer.objects.filter(hand=last, player=player).exists()
