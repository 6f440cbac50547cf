"""Finished hands of one player: searched, listed, and read with only the cards that the viewer may see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Max, Min, Q, QuerySet, Sum
from django.utils import timezone

from games.engine.cards import Card
from games.engine.events import SECRET, CardsDealt, Drew, HandVoided, TableEvent, UpDealt
from games.engine.history.perspective import OwnCards, own_cards
from games.engine.history.replay_steps import ReplayPlayer
from games.engine.rules.rules import Rules
from games.lobby.queries import HandLine, hand_line
from games.models import CHIPS, Hand, HandPlayer
from games.models.results import HourlyResult, TournamentGame
from games.money import escrow
from games.store import archive
from games.store.archive import StoredDecision, unsealed
from games.store.card_sealing import public_events

BATCH_SIZE = 50
"""The number of hands whose log is read with one query."""


@dataclass(frozen=True, slots=True)
class HandFilter:
    """A search for a player's own hands; empty fields do not restrict it. Amounts in minor units, days local.

    `least_pot` counts in the first currency of the room, and means as many units of any other, or chips.
    `stakes` are structure, small and big blind; `result` is "won" or "lost"; `sitting` is the id of the player's part
    in any hand of the sitting.
    """

    game: str = ""
    stakes: tuple[str, int, int] | None = None
    table: int = 0
    since: date | None = None
    until: date | None = None
    least_pot: int = 0
    result: str = ""
    sitting: int = 0
    currency: str = ""


class PlayedGame(NamedTuple):
    """A table, game and stakes that a player has played."""

    table: int
    name: str
    currency: str
    game: str
    structure: str
    small_blind: int
    big_blind: int


class MyHand(NamedTuple):
    """One of a player's hands in a list; `cards` are the last hole cards, `part` is the player's result."""

    line: HandLine
    table: str
    game: PlayedGame
    part: HandPlayer
    cards: tuple[Card, ...]


class Sitting(NamedTuple):
    """The time from taking a seat to leaving it; `part` is the id of the first hand's part, amounts in minor units."""

    part: int
    table: int
    name: str
    currency: str
    began: datetime
    ended: datetime
    hands: int
    net: int

    @property
    def one_day(self) -> bool:
        """Whether it ended on the day on which it began."""
        return timezone.localdate(self.began) == timezone.localdate(self.ended)


class VisibleHand(NamedTuple):
    """A finished hand as one viewer may see it: public events, and the viewer's own cards if they played it."""

    key: int
    line: HandLine
    table: str
    currency: str
    seats: int
    rules: Rules
    events: tuple[TableEvent, ...]
    players: dict[int, ReplayPlayer]
    own: OwnCards | None

    @property
    def names(self) -> dict[int, str]:
        """The name of the player in each seat."""
        return {seat: player.name for seat, player in self.players.items()}


def _pots_from(least: int) -> Q:
    units = {CHIPS: 1, **{info.code: info.unit for info in escrow.all_currencies()}}
    of_first = units[escrow.default_currency()]
    found = Q()
    for code, unit in units.items():
        found |= Q(hand__table__currency=code, hand__pot__gte=-(-least * unit // of_first))
    return found


def hand_parts(user_id: int, wanted: HandFilter = HandFilter()) -> QuerySet[HandPlayer]:
    """This player's parts in the hands that match, newest first."""
    found = HandPlayer.objects.filter(player=user_id).order_by("-hand_id")
    same = {"hand__game": wanted.game, "hand__table": wanted.table, "hand__table__currency": wanted.currency}
    found = found.filter(**{field: value for field, value in same.items() if value})
    if wanted.stakes:
        structure, small, big = wanted.stakes
        found = found.filter(hand__structure=structure, hand__small_blind=small, hand__big_blind=big)
    if wanted.since:
        found = found.filter(hand__ended_at__gte=midnight(wanted.since))
    if wanted.until:
        found = found.filter(hand__ended_at__lt=midnight(wanted.until + timedelta(days=1)))
    if wanted.least_pot:
        found = found.filter(_pots_from(wanted.least_pot))
    if wanted.result in ("won", "lost"):
        found = found.filter(net__gt=0) if wanted.result == "won" else found.filter(net__lt=0)
    if wanted.sitting:
        one = (
            HandPlayer.objects.filter(pk=wanted.sitting, player=user_id).values_list("hand__table", "seated_at").first()
        )
        found = found.filter(hand__table=one[0], seated_at=one[1]) if one else found.none()
    return found


def midnight(day: date) -> datetime:
    """The start of a day in the room's time zone."""
    return timezone.make_aware(datetime.combine(day, time.min))


def my_hands(
    user_id: int, wanted: HandFilter, *, before: int | None = None, limit: int = 25
) -> tuple[list[MyHand], int]:
    """A page of a player's hands older than the hand `before`, newest first.

    Also returns `before` of the next page, 0 on the last.
    """
    found = hand_parts(user_id, wanted).select_related("hand__table")
    if before is not None:
        found = found.filter(hand__lt=before)
    rows = list(found.defer("hand__table__snapshot", "hand__table__next_snapshot")[: limit + 1])
    page = rows[:limit]
    log = archive.decisions_of((part.hand.table_id, part.hand.number) for part in page)
    cards = {part.hand_id: _last_cards(part, log[part.hand.table_id, part.hand.number]) for part in page}
    hands = [_my_hand(part, cards[part.hand_id]) for part in page]
    return hands, page[-1].hand_id if len(rows) > limit else 0


def _my_hand(part: HandPlayer, cards: tuple[Card, ...]) -> MyHand:
    return MyHand(hand_line(part.hand), part.hand.table.name, played_game(part.hand), part, cards)


def played_game(hand: Hand) -> PlayedGame:
    """The table, game and stakes of a hand."""
    table = hand.table
    return PlayedGame(table.pk, table.name, table.currency, hand.game, hand.structure, hand.small_blind, hand.big_blind)


def _last_cards(part: HandPlayer, log: Sequence[StoredDecision]) -> tuple[Card, ...]:
    """The player's cards at the end of a hand; what comes after they last changed is not looked at."""
    changes = [
        at for at, row in enumerate(log) if any(record is None or record[0] in _CHANGING for record in row.events)
    ]
    if not changes:
        return ()
    events = [event for row in log[: changes[-1] + 1] for event in unsealed(part.hand.table_id, row)]
    own = own_cards(Rules.from_data(part.hand.rules_data), events, part.seat)
    gone = {card for cards in own.discarded for card in cards}
    ups = [card for event in events if isinstance(event, UpDealt) for seat, card in event.cards if seat == part.seat]
    return (*(card for card in own.dealt if card not in gone), *ups)


_CHANGING = frozenset(kind.__name__ for kind in (CardsDealt, Drew, UpDealt))
"""The events that give a player cards, by their names in the log; those that take some away are secret."""


def played_games(user_id: int, *, for_money: bool = False) -> list[PlayedGame]:
    """Every table, game and stakes that this player has played; only cash games if `for_money`."""
    fields = ("table", "table__name", "table__currency", "game", "structure", "small_blind", "big_blind")
    rows = set(HourlyResult.objects.filter(player=user_id).values_list(*fields).distinct())
    if not for_money:
        rows.update(TournamentGame.objects.filter(player=user_id).values_list(*fields))
    return sorted(PlayedGame(*row) for row in rows)


def sittings(user_id: int, *, before: datetime | None = None, limit: int = 25) -> tuple[list[Sitting], datetime | None]:
    """A page of a player's sittings at cash tables that began before `before`, newest first.

    Also returns `before` of the next page, None on the last.
    """
    found = HourlyResult.objects.filter(player=user_id)
    if before is not None:
        found = found.filter(seated_at__lt=before)
    sums = found.values("table", "table__name", "table__currency", "seated_at").annotate(
        first=Min("first_hand_player"), last=Max("last_hand_at"), played=Sum("hands"), total=Sum("net")
    )
    rows = list(sums.order_by("-seated_at", "table")[: limit + 1])
    page = [
        Sitting(
            row["first"],
            row["table"],
            row["table__name"],
            row["table__currency"],
            row["seated_at"],
            row["last"],
            row["played"],
            row["total"],
        )
        for row in rows[:limit]
    ]
    return page, page[-1].began if len(rows) > limit else None


def hands_before_and_after(user_id: int, key: int) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """The player's hands before and after this one, each as (table, number) or None."""
    parts = HandPlayer.objects.filter(player=user_id).values_list("hand__table", "hand__number")
    before, after = parts.filter(hand__lt=key), parts.filter(hand__gt=key)
    return before.order_by("-hand_id").first(), after.order_by("hand_id").first()


def hand_ids(user_id: int, wanted: HandFilter, *, limit: int) -> list[int]:
    """The newest `limit` hands that match, oldest first."""
    return sorted(hand_parts(user_id, wanted).values_list("hand", flat=True)[:limit])


def visible_hands_in_batches(ids: Sequence[int], viewer: int) -> Iterator[list[VisibleHand]]:
    """These hands as the viewer may see them, in this order and in batches."""
    for start in range(0, len(ids), BATCH_SIZE):
        rows = _hands().in_bulk(ids[start : start + BATCH_SIZE])
        yield visible_hands([rows[key] for key in ids[start : start + BATCH_SIZE]], viewer)


def visible_hand(viewer: int, *, key: int = 0, table_id: int = 0, number: int = 0) -> VisibleHand | None:
    """One finished hand, by id or by table and number, as this viewer may see it; None if there is none or it is void.

    Viewer 0 is somebody who did not play.
    """
    hands = _hands().filter(void=False)
    found = hands.filter(pk=key) if key else hands.filter(table=table_id, number=number)
    return next(iter(visible_hands(list(found), viewer)), None)


def void_reason(*, table_id: int, number: int, until: datetime) -> str | None:
    """Why a hand of the table was declared void before `until`; None if it was not (F5)."""
    rows = (row.events for row in archive.decisions_of_hand(table_id, number) if row.created_at <= until)
    voided = (event for event in public_events(rows) if isinstance(event, HandVoided))
    return next((event.reason for event in voided if event.number == number), None)


def _hands() -> QuerySet[Hand]:
    return Hand.objects.select_related("table").defer("table__snapshot", "table__next_snapshot", "table__rules_data")


def visible_hands(hands: Sequence[Hand], viewer: int) -> list[VisibleHand]:
    """These hands with their public events; only the viewer's own cards are unsealed."""
    if not hands:
        return []
    log = archive.decisions_of((hand.table_id, hand.number) for hand in hands)
    people = {player for hand in hands for _, player, _, _ in hand.results}
    bots = set(get_user_model().objects.filter(pk__in=people, is_bot=True).values_list("pk", flat=True))
    return [_visible_hand(hand, log[hand.table_id, hand.number], viewer, bots) for hand in hands]


def _visible_hand(hand: Hand, log: list[StoredDecision], viewer: int, bots: set[int]) -> VisibleHand:
    rules = Rules.from_data(hand.rules_data)
    seat = next((seat for seat, player, _, _ in hand.results if viewer and player == viewer), -1)
    own = None
    if seat < 0:
        events = public_events(row.events for row in log)
    else:
        events = [event for row in log for event in unsealed(hand.table_id, row)]
        own = own_cards(rules, events, seat)
    return VisibleHand(
        hand.pk,
        hand_line(hand),
        hand.table.name,
        hand.table.currency,
        hand.table.seats,
        rules,
        tuple(event for event in events if type(event) not in SECRET),
        {seat: ReplayPlayer(player, name, player in bots) for seat, player, name, _ in hand.results},
        own,
    )
