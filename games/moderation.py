"""Notes about other players, reports to the staff, calls for the floor and chat bans."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from django.db import transaction

from backoffice.compiled_query import CompiledQuery, one_of_each
from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.messaging import messages
from games.messaging.orders import lock_user
from games.models import Hand, Seat
from games.models.conduct import LONGEST_NOTE, LONGEST_TEXT, ChatLine, FloorCall, Remark, Report

LINES_BEFORE, LINES_AFTER = 15, 5
MOST_NOTES = 5000
MOST_PENDING_CALLS = 3


class PlayerNote(NamedTuple):
    """What one player has noted about another; all fields empty if nothing."""

    note: str = ""
    label: str = ""
    muted: bool = False


class FloorCallState(NamedTuple):
    """A call for the floor as the player who made it sees it; `answer` is empty while the call is pending.

    `taken_by` is the name of the member of staff who comes, empty while nobody does.
    """

    id: int
    reason: str
    answer: str
    answered: bool
    taken_by: str = ""


class ViewerModeration(NamedTuple):
    """One viewer's notes by player id, and their calls for the floor at one table."""

    notes: dict[int, PlayerNote] = {}
    calls: tuple[FloorCallState, ...] = ()

    @property
    def muted(self) -> frozenset[int]:
        """The players whose chat lines the viewer hides."""
        return frozenset(player for player, note in self.notes.items() if note.muted)


def moderation_of(player: int, table_id: int) -> ViewerModeration:
    """The notes and calls of one viewer of a table; only that viewer may ever see them."""
    return moderation_of_each([(player, table_id)])[0]


def moderation_of_each(viewers: Sequence[tuple[int, int]]) -> list[ViewerModeration]:
    """What `moderation_of` says of each player and table; player 0 has none."""
    players = {player for player, _ in viewers} - {0}
    notes: dict[int, dict[int, PlayerNote]] = {}
    for owner, about, note, label, muted in _NOTES.all_of("owner", players):
        notes.setdefault(owner, {})[about] = PlayerNote(note, label, muted)
    calls: dict[tuple[int, int], list[FloorCallState]] = {}
    for player, table, call, reason, answer, answered_at, taken_by in _CALLS.all_of("player", players):
        state = FloorCallState(call, reason, answer, answered_at is not None, taken_by or "")
        calls.setdefault((player, table), []).append(state)
    return [ViewerModeration(notes.get(viewer[0], {}), tuple(calls.get(viewer, ()))) for viewer in viewers]


_NOTES = CompiledQuery(
    lambda: Remark.objects.filter(one_of_each("owner")).values_list("owner", "about", "note", "label", "muted")
)
_CALLS = CompiledQuery(
    lambda: (
        FloorCall.objects.filter(one_of_each("player"), answer_read=False)
        .order_by("pk")
        .values_list("player", "table", "pk", "reason", "answer", "answered_at", "taken_by__display_name")
    )
)


def note_about(owner: int, about: int) -> PlayerNote:
    """What one player has noted about another."""
    row = Remark.objects.filter(owner=owner, about=about).values_list("note", "label", "muted").first()
    return PlayerNote(*row) if row else PlayerNote()


def save_note(*, owner: int, about: int, note: PlayerNote) -> None:
    """Saves a note about another player, or deletes it if it is empty. Raises IllegalAction."""
    if owner == about or note.label not in ("", *Remark.Label.values) or len(note.note) > LONGEST_NOTE:
        raise IllegalAction("bad_message")
    if note == PlayerNote():
        Remark.objects.filter(owner=owner, about=about).delete()
    else:
        mine = Remark.objects.filter(owner=owner)
        if not mine.filter(about=about).exists() and mine.count() >= MOST_NOTES:
            raise IllegalAction("slow_down")
        Remark.objects.update_or_create(owner_id=owner, about_id=about, defaults=note._asdict())
    notify_owner(owner)


def has_been_at_table(*, table_id: int, player: int) -> bool:
    """Whether this player sits at the table or has chatted there, so that others there may note or report them."""
    return (
        Seat.objects.filter(table=table_id, player=player).exists()
        or ChatLine.objects.filter(table=table_id, player=player).exists()
    )


def report(*, by: int, about: int, table_id: int, description: str, line: int = 0) -> None:
    """Reports a player to the staff, with the chat around `line`, or the latest chat if 0. Raises IllegalAction."""
    if by == about:
        raise IllegalAction("bad_message")
    with transaction.atomic():
        Report.objects.create(
            table_id=table_id,
            by_id=by,
            about_id=about,
            description=checked_text(description),
            hand=_current_hand(table_id),
            chat=[
                [f"{line.sent_at:%Y-%m-%d %H:%M:%S}", line.player_id, line.name, line.text]
                for line in _lines_around(table_id, line)
            ],
        )
        transaction.on_commit(messages.notify_floor)


def _lines_around(table_id: int, line: int) -> Iterable[ChatLine]:
    lines = ChatLine.objects.filter(table=table_id)
    if not line:
        return list(lines.order_by("-pk")[: LINES_BEFORE + LINES_AFTER])[::-1]
    before = list(lines.filter(pk__lte=line).order_by("-pk")[: LINES_BEFORE + 1])[::-1]
    return [*before, *lines.filter(pk__gt=line).order_by("pk")[:LINES_AFTER]]


def call_floor(*, player: int, table_id: int, reason: str) -> None:
    """Calls the floor to a table; at most `MOST_PENDING_CALLS` may be pending (F2). Raises IllegalAction."""
    with transaction.atomic():
        lock_user(player)
        pending = FloorCall.objects.filter(player=player, table=table_id, answered_at=None)
        if pending.count() >= MOST_PENDING_CALLS:
            raise IllegalAction("calls_pending")
        FloorCall.objects.create(
            player_id=player, table_id=table_id, reason=checked_text(reason), hand=_current_hand(table_id)
        )
        notify_call_changed(player)


def notify_call_changed(player: int) -> None:
    """After commit, makes this player's open pages and those of the floor show the calls as they are now."""
    notify_owner(player)
    transaction.on_commit(messages.notify_floor)


def mark_call_read(*, player: int, call: int) -> None:
    """Records that the player has read the answer to their call, so that it is not shown again."""
    FloorCall.objects.filter(pk=call, player=player).exclude(answered_at=None).update(answer_read=True)
    notify_owner(player)


def checked_text(text: str) -> str:
    """The text as one clean line; raises IllegalAction if it is empty or too long."""
    line = clean_line(text)
    if not 0 < len(line) <= LONGEST_TEXT:
        raise IllegalAction("bad_message")
    return line


def _current_hand(table_id: int) -> int:
    """The number of the hand being played: the one after the last finished hand."""
    last = Hand.objects.filter(table=table_id).order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def notify_owner(player: int) -> None:
    """After commit, makes this player's open pages reload their notes and calls; never fails its caller."""
    transaction.on_commit(partial(messages.notify_player_notes_changed, player))
