"""The parts of a person's page: seats, wallets, sign-ins, bans and restrictions, notes, acts of staff."""

from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from backoffice.api import PanelRow, StaffAct, act_name
from cashier import api as cashier
from cashier import text as money
from games import api as games
from games.history.hand_reviews import reviews_about
from games.history.together import opponents_of
from games.lobby.queries import PlayerSeat
from games.models.access import Admission, SeparatedPlayers, WaitingEntry
from games.models.conduct import ChatBan
from games.models.restrictions import in_force_now
from games.tables.kind import TableKind
from games.text.amounts import AmountFormat
from games.text.games import short_game_name, stakes_with_currency
from pokerroom.models import Ban, SignIn, StaffNote, User
from tournaments.models import Entry
from tournaments.store.store import LIVE

SHOWN = 12
TOGETHER = timedelta(days=90)
"""How far back hands played with others are counted."""


def moment(at: datetime) -> str:
    """A time as staff read it."""
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


def seats(person: int) -> list[PanelRow]:
    """Seats at tables with their chips, and places in waiting lists."""
    rows = [
        PanelRow(
            seat.name,
            _("seat %(number)d · %(chips)s") % {"number": seat.seat + 1, "chips": chips_text(seat)},
            reverse("games:table", args=[seat.table]),
        )
        for seat in games.seats_of(user_id=person)
    ]
    waiting = WaitingEntry.objects.filter(player=person, ended="").select_related("table")
    rows += [PanelRow(_waits_for(entry), _("waits since %s") % moment(entry.joined_at)) for entry in waiting]
    entered = Entry.objects.filter(player=person, is_in=True, tournament__stage__in=LIVE)
    return rows + [
        PanelRow(name, _("in the tournament"), reverse("tournaments:lobby", args=[tournament]))
        for tournament, name in entered.values_list("tournament", "tournament__name")
    ]


def chips_text(seat: PlayerSeat) -> str:
    """The chips of a seat in its currency; during a hand those with which it began."""
    return AmountFormat.of_currency(seat.currency).text(seat.chips)


def _waits_for(entry: WaitingEntry) -> str:
    """The table, or the game and stakes, that the player waits for."""
    kind = TableKind.read(entry.kind)
    if kind is None:
        return str(entry.table)
    stakes = stakes_with_currency(kind.game, kind.stakes, kind.currency)
    return f"{short_game_name(kind.game)} {kind.structure.upper()} {stakes}"


def wallets(person: int) -> list[PanelRow]:
    """The balance of each wallet."""
    return [
        PanelRow(capfirst(money.currency_label(currency)), money.money_text(balance, currency))
        for currency, balance in cashier.wallets(user_id=person).items()
    ]


def accounts_url(person: int) -> str:
    """The person's accounts in the books, each with its statement."""
    return f"{reverse('books:accounts')}?{urlencode({'q': User.objects.get(pk=person).username})}"


def sign_ins(person: int) -> list[PanelRow]:
    """Where the person was signed in lately, newest first; the address leads to its ban."""
    return [
        PanelRow(
            one.address or _("unknown address"),
            " · ".join(filter(None, (one.device, moment(one.seen_at), "" if one.session_key else _("signed out")))),
            f"{reverse('people:people')}?q={one.address}" if one.address else "",
        )
        for one in SignIn.objects.filter(person=person)[:SHOWN]
    ]


def restrictions(person: int) -> list[PanelRow]:
    """Bans from the room, and what holds now at tables and in the chat; each line leads to where it is ended."""
    latest = Ban.objects.filter(person=person).select_related("by")[:SHOWN]
    lift = reverse("people:lift_ban", args=[person]) if User.objects.filter(pk=person, is_active=False).exists() else ""
    rows = [
        PanelRow(
            ban.get_kind_display().capitalize(), f"{moment(ban.at)} · {ban.by} · {ban.reason}", "" if number else lift
        )
        for number, ban in enumerate(latest)
    ]
    for bar in Admission.objects.filter(in_force_now(), player=person).select_related("table"):
        end = reverse("floor:end_admission", args=[bar.pk])
        rows.append(PanelRow(f"{bar.get_kind_display().capitalize()}: {bar.table}", bar.reason, end))
    for pair in SeparatedPlayers.objects.filter(Q(one=person) | Q(other=person), ended_at=None).select_related(
        "one", "other"
    ):
        other = pair.other if pair.one_id == person else pair.one
        end = reverse("floor:end_pair", args=[pair.pk])
        rows.append(PanelRow(_("Kept apart from %s") % other, pair.reason, end))
    for mute in ChatBan.objects.filter(player=person, ended_at=None, until__gt=timezone.now()):
        lift = reverse("floor:lift_mute", args=[mute.pk])
        rows.append(PanelRow(_("Muted until %s") % moment(mute.until), mute.reason, lift))
    return rows


def opponents(person: int) -> list[PanelRow]:
    """The people with whom the person played most hands lately, with a link to those hands (F7)."""
    found = opponents_of(person, since=timezone.now() - TOGETHER, limit=SHOWN)
    return [
        PanelRow(
            one.name,
            ngettext("%(count)d hand together", "%(count)d hands together", one.hands) % {"count": one.hands},
            reverse("floor:hands_together", args=[person, one.player]),
        )
        for one in found
    ]


def hand_reviews(person: int) -> list[PanelRow]:
    """The latest reviews of the person's hands with all cards; no player of a hand learns who suspects them (H8)."""
    return [
        PanelRow(
            _("#%(number)d at %(table)s") % {"number": one.hand.number, "table": one.hand.table.name},
            f"{moment(one.created_at)} · {one.by} · {one.get_suspicion_display()}: {one.reason}",
            reverse("games:hand", args=[one.hand.table_id, one.hand.number]),
            hidden_from=[player for _seat, player, _name, _won in one.hand.results],
        )
        for one in reviews_about(person)[:SHOWN]
    ]


def notes(person: int) -> list[PanelRow]:
    """Notes of the staff, newest first."""
    found = StaffNote.objects.filter(person=person, erased_at=None).select_related("by")
    return [PanelRow(f"{note.by}, {moment(note.at)}", note.text) for note in found]


def acts(person: int) -> list[PanelRow]:
    """The latest acts of staff by the person and about them."""
    found = StaffAct.objects.filter(Q(by=person) | Q(about=person)).order_by("-number")[:SHOWN]
    names = dict(User.objects.filter(pk__in={act.by_id for act in found}).values_list("pk", "display_name"))
    rows = []
    for act in found:
        who = names[act.by_id] if act.by_id else _("the room")
        told = " · ".join(filter(None, (moment(act.at), who, act.reason)))
        rows.append(PanelRow(act_name(act.act), told, reverse("backoffice:act", args=[act.number])))
    return rows


def log_url(person: int) -> str:
    """All acts about the person."""
    return f"{reverse('backoffice:log')}?about={person}"
