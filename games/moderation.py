"""How people treat each other: remarks about others, reports to the staff, calls for the floor, chat bans."""

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from games.engine.errors import IllegalAction
from games.messaging import messages
from games.messaging.chat import clean_line
from games.messaging.orders import locked_person
from games.models import Hand, Seat
from games.models.conduct import LONGEST_NOTE, LONGEST_WORDS, ChatBan, ChatLine, FloorCall, Remark, Report

LINES_BEFORE, LINES_AFTER = 15, 5
MOST_REMARKS = 5000
MOST_PENDING_CALLS = 3


class Opinion(NamedTuple):
    """What a player thinks of another; empty when nothing."""

    note: str = ""
    label: str = ""
    muted: bool = False


class Call(NamedTuple):
    """A player's call for the floor as its owner is shown it; `answer` is empty while it is pending."""

    id: int
    words: str
    answer: str
    answered: bool


class Manners(NamedTuple):
    """All that one viewer of a table has of their own beside the game: whom they marked or muted, their calls."""

    opinions: dict[int, Opinion] = {}
    calls: tuple[Call, ...] = ()

    @property
    def muted(self) -> frozenset[int]:
        """The players whose lines are not wanted."""
        return frozenset(player for player, opinion in self.opinions.items() if opinion.muted)


def manners_of(player: int, table_id: int) -> Manners:
    """What belongs to this viewer of this table; nobody else ever gets it."""
    if not player:
        return Manners()
    rows = Remark.objects.filter(owner=player).values_list("about", "note", "label", "muted")
    calls = FloorCall.objects.filter(player=player, table=table_id, read=False).order_by("pk")
    return Manners(
        {about: Opinion(note, label, muted) for about, note, label, muted in rows},
        tuple(Call(call.pk, call.words, call.answer, call.answered_at is not None) for call in calls),
    )


def opinion_of(owner: int, about: int) -> Opinion:
    """What one player keeps about another."""
    row = Remark.objects.filter(owner=owner, about=about).values_list("note", "label", "muted").first()
    return Opinion(*row) if row else Opinion()


def remark(*, owner: int, about: int, opinion: Opinion) -> None:
    """Keeps an opinion; an empty one is forgotten. Raises IllegalAction."""
    if owner == about or opinion.label not in ("", *Remark.Label.values) or len(opinion.note) > LONGEST_NOTE:
        raise IllegalAction("bad_message")
    if opinion == Opinion():
        Remark.objects.filter(owner=owner, about=about).delete()
    else:
        mine = Remark.objects.filter(owner=owner)
        if not mine.filter(about=about).exists() and mine.count() >= MOST_REMARKS:
            raise IllegalAction("slow_down")
        Remark.objects.update_or_create(owner_id=owner, about_id=about, defaults=opinion._asdict())
    tell(owner)


def met(*, table_id: int, player: int) -> bool:
    """Whether this person sits or has spoken at the table, so that others there may have an opinion."""
    return (
        Seat.objects.filter(table=table_id, player=player).exists()
        or ChatLine.objects.filter(table=table_id, player=player).exists()
    )


def report(*, by: int, about: int, table_id: int, words: str, line: int = 0) -> None:
    """Tells the staff about somebody, with the talk around `line` or of the last moments. Raises IllegalAction."""
    if by == about:
        raise IllegalAction("bad_message")
    Report.objects.create(
        table_id=table_id,
        by_id=by,
        about_id=about,
        words=_words(words),
        hand=_hand(table_id),
        lines=[
            [f"{said.at:%Y-%m-%d %H:%M:%S}", said.player_id, said.name, said.text] for said in _around(table_id, line)
        ],
    )


def _around(table_id: int, line: int) -> Iterable[ChatLine]:
    talk = ChatLine.objects.filter(table=table_id)
    if not line:
        return list(talk.order_by("-pk")[: LINES_BEFORE + LINES_AFTER])[::-1]
    before = list(talk.filter(pk__lte=line).order_by("-pk")[: LINES_BEFORE + 1])[::-1]
    return [*before, *talk.filter(pk__gt=line).order_by("pk")[:LINES_AFTER]]


def call_floor(*, player: int, table_id: int, words: str) -> None:
    """Calls the floor to a table; a few calls may be pending at once (F2). Raises IllegalAction."""
    with transaction.atomic():
        locked_person(player)
        pending = FloorCall.objects.filter(player=player, table=table_id, answered_at=None)
        if pending.count() >= MOST_PENDING_CALLS:
            raise IllegalAction("calls_pending")
        FloorCall.objects.create(player_id=player, table_id=table_id, words=_words(words), hand=_hand(table_id))
        tell(player)


def answer_call(*, call: FloorCall, by: Any, answer: str) -> None:
    """The floor's answer to a call; its owner is told at once (F2). The first answer stands."""
    waiting = FloorCall.objects.filter(pk=call.pk, answered_at=None)
    if waiting.update(answer=_words(answer), answered_by=by, answered_at=timezone.now()):
        tell(call.player_id)


def read_call(*, player: int, call: int) -> None:
    """The owner has read the answer; it is not shown again."""
    FloorCall.objects.filter(pk=call, player=player).exclude(answered_at=None).update(read=True)
    tell(player)


def banned_until(player: int) -> Any:
    """Until when this person may not chat; None when they may."""
    bans = ChatBan.objects.filter(player=player, until__gt=timezone.now())
    return bans.order_by("-until").values_list("until", flat=True).first()


def _words(text: str) -> str:
    words = clean_line(text)
    if not 0 < len(words) <= LONGEST_WORDS:
        raise IllegalAction("bad_message")
    return words


def _hand(table_id: int) -> int:
    """The hand people were at: the one after the last that was finished."""
    last = Hand.objects.filter(table=table_id).order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def tell(player: int) -> None:
    """Has this person's own pages look again at what is theirs, once it is committed; never fails its caller."""
    transaction.on_commit(partial(messages.tell_marks, player))
