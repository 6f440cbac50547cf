"""What the card room keeps of one player: given to them as data, and made nameless when their account is deleted."""

from games.models import Hand, Notice
from games.models.conduct import ChatLine, HeldChatLine, Remark
from games.models.hands import HandPlayer

BATCH = 500


def results_of_hands(*, player: int) -> list[dict[str, object]]:
    """The player's hands with their results in minor units, newest first; without cards."""
    parts = HandPlayer.objects.filter(player=player).order_by("-hand")
    rows = parts.values_list("hand__table__name", "hand__number", "hand__ended_at", "hand__game", "net", "invested")
    names = ("table", "hand", "at", "game", "won_or_lost", "put_in")
    return [dict(zip(names, row, strict=True)) for row in rows.iterator(chunk_size=BATCH)]


def remarks_of(*, player: int) -> list[dict[str, object]]:
    """The player's own notes about others."""
    rows = Remark.objects.filter(owner=player).values_list("about__display_name", "label", "note", "muted")
    return [dict(zip(("about", "label", "note", "muted"), row, strict=True)) for row in rows]


def forget_player(*, player: int, name: str) -> None:
    """Puts `name` in place of the player's in results and chat, and drops notes by and about them, and notices.

    The log of decisions is append-only and keeps what was written; reads put the new name in its place.
    """
    hands = HandPlayer.objects.filter(player=player).order_by("hand").values_list("hand", flat=True)
    last = 0
    while ids := list(hands.filter(hand__gt=last)[:BATCH]):
        rows = list(Hand.objects.filter(pk__in=ids).only("results"))
        for row in rows:
            row.results = [[seat, who, name if who == player else was, net] for seat, who, was, net in row.results]
        Hand.objects.bulk_update(rows, ["results"])
        last = ids[-1]
    ChatLine.objects.filter(player=player).update(name=name)
    HeldChatLine.objects.filter(player=player).delete()
    Remark.objects.filter(owner=player).delete()
    Remark.objects.filter(about=player).delete()
    Notice.objects.filter(player=player).delete()
