"""What the log of acts and the books say of tables and hands: names, pages, acts and their changes."""

from collections.abc import Collection

from django.conf import settings
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import ChangeText, Named, register_acts, register_change_text, register_subject
from games.models import Table
from games.models.access import PlayerTableLimits
from games.models.hand_reviews import HandReview
from games.money.escrow import amount_text, register_cause_link
from games.operations.floor.chat_words import WORDS_CHANGED
from games.text.amounts import AmountFormat
from games.text.changes import setting_name, value_text
from games.web.floor.chat_words import words_change, words_names
from games.web.floor.move_changes import move_text

MOST_FOUND = 200
CAUSES_OF_TABLES = ("buy_in", "top_up", "leave", "refused", "move", "rabbit", "void_taken", "void_returned")
"""The causes of entries in the ledger whose number is that of a table."""


ACTS = {
    "table.open": gettext_lazy("Table opened"),
    "table.void_hand": gettext_lazy("Hand declared void"),
    "table.pause": gettext_lazy("Table paused"),
    "table.resume": gettext_lazy("Table resumed"),
    "table.close": gettext_lazy("Table closed"),
    "table.close_orbit": gettext_lazy("Table closed after an orbit"),
    "table.scheduled": gettext_lazy("Table opened by its schedule"),
    "table.opened_alike": gettext_lazy("One more table opened, as all like it were full"),
    "table.not_needed": gettext_lazy("Empty table closed, as there was room at another"),
    "table.closing_time": gettext_lazy("Table closed at its closing time"),
    "table.thaw": gettext_lazy("Stopped table continued"),
    "table.change": gettext_lazy("Table changed"),
    "table.announce": gettext_lazy("Announced at a table"),
    "table.close_at": gettext_lazy("Closing time of a table set"),
    "table.spread": gettext_lazy("Players of a table spread over others"),
    "table.keep_open": gettext_lazy("Closing of a table called off"),
    "table.warn": gettext_lazy("Player warned"),
    "table.penalise": gettext_lazy("Player penalised"),
    "table.lift_penalty": gettext_lazy("Penalty lifted"),
    "table.sit_out": gettext_lazy("Player made to sit out"),
    "table.sit_in": gettext_lazy("Player made to play again"),
    "table.unseat": gettext_lazy("Seat taken away from a player"),
    "table.move": gettext_lazy("Player moved to another table"),
    "table.seat": gettext_lazy("Waiting player called to a seat"),
    "table.stay": gettext_lazy("Move or removal of a player called off"),
    "table.call_off": gettext_lazy("Call of a waiting player to a seat taken back"),
    "table.bar": gettext_lazy("Player barred from a table"),
    "table.lift_bar": gettext_lazy("Bar from a table lifted"),
    "table.merge": gettext_lazy("Tables merged"),
    "call.taken": gettext_lazy("Call for the floor taken"),
    "hand.reviewed": gettext_lazy("All cards of a hand reviewed"),
    "call.answered": gettext_lazy("Call for the floor answered"),
    WORDS_CHANGED: gettext_lazy("Words covered in the chat changed"),
    "report.judged": gettext_lazy("Report judged"),
    "chat_ban.imposed": gettext_lazy("Muted in the chat"),
    "chat_ban.ended": gettext_lazy("Mute in the chat ended"),
    "apart.imposed": gettext_lazy("Players kept apart"),
    "apart.ended": gettext_lazy("Players no longer kept apart"),
    "bar.imposed": gettext_lazy("Barred from a table"),
    "bar.ended": gettext_lazy("Bar from a table ended"),
    "invitation.imposed": gettext_lazy("Invited to a table"),
    "invitation.ended": gettext_lazy("Invitation to a table ended"),
    "news.added": gettext_lazy("News added"),
    "news.changed": gettext_lazy("News changed"),
    "news.deleted": gettext_lazy("News deleted"),
    "own_tables.added": gettext_lazy("Limits of players' own tables set"),
    "own_tables.changed": gettext_lazy("Limits of players' own tables changed"),
}


def register_log_names() -> None:
    """Adds them when Django starts."""
    register_acts(ACTS)
    register_change_text("table.", _table_change)
    register_change_text("own_tables.", _limit_change)
    register_change_text("news.", _news_change)
    register_change_text("hand.", _review_change)
    for imposed in ("chat_ban.", "bar.", "invitation."):
        register_change_text(imposed, _until)
    register_change_text("chat_words.", words_change)
    register_subject("chat_words", gettext_lazy("words covered in the chat"), words_names)
    register_subject("report", gettext_lazy("report"), _report_names)
    register_subject("news", gettext_lazy("news"), _news_names)
    register_subject("own_tables", gettext_lazy("players' own tables"), _limits_names)
    register_subject("table", gettext_lazy("table"), _table_names, _tables_found)
    register_subject("hand", gettext_lazy("hand"), _hand_names)
    register_cause_link("hand", _hand_url)
    for cause in CAUSES_OF_TABLES:
        register_cause_link(cause, _table_url)


def _table_change(table: str, what: str, before: str, after: str) -> ChangeText:
    if moved := move_text(what, before, after):
        return moved
    amounts = AmountFormat.of_table(int(table))
    return ChangeText(
        setting_name(what), *(value_text(what, value, amounts) if value else "" for value in (before, after))
    )


def _review_change(_hand: str, _what: str, _before: str, suspicion: str) -> ChangeText:
    return ChangeText(_("Suspicion"), "", str(HandReview.Suspicion(suspicion).label))


def _limit_change(_subject: str, what: str, before: str, after: str) -> ChangeText:
    label = str(PlayerTableLimits._meta.get_field(what).verbose_name)  # type: ignore[union-attr]  # no relation here
    if what in ("min_stakes", "max_stakes"):
        before, after = (
            amount_text(int(value), PlayerTableLimits.current().currency) if value else "" for value in (before, after)
        )
    words = {"on": _("yes"), "off": _("no")}
    return ChangeText(capfirst(label), words.get(before, before), words.get(after, after))


def _news_change(_subject: str, what: str, before: str, after: str) -> ChangeText:
    languages = {f"in_{code}": name for code, name in settings.LANGUAGES}
    names = {"starts_at": _("From"), "ends_at": _("To"), "text": _("Text")}
    return ChangeText(str(languages.get(what) or names.get(what, what)), before, after)


def _until(_subject: str, _what: str, before: str, after: str) -> ChangeText:
    at = parse_datetime(after)
    shown = date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else after
    return ChangeText(capfirst(_("until")), before, shown)


def _report_names(ids: Collection[str]) -> dict[str, Named]:
    return {key: Named(key, reverse("floor:report", args=(key,))) for key in ids}


def _news_names(ids: Collection[str]) -> dict[str, Named]:
    return {key: Named(key, reverse("admin:games_lobbynews_changelist")) for key in ids}


def _limits_names(ids: Collection[str]) -> dict[str, Named]:
    return {key: Named("", reverse("admin:games_playertablelimits_changelist")) for key in ids}


def _table_names(ids: Collection[str]) -> dict[str, Named]:
    rows = Table.objects.filter(pk__in=[key for key in ids if key.isdecimal()]).values_list("pk", "name")
    return {str(pk): Named(name, _table_url(str(pk))) for pk, name in rows}


def _tables_found(words: str) -> list[str]:
    rows = Table.objects.filter(name__icontains=words).order_by("-pk").values_list("pk", flat=True)
    return [str(pk) for pk in rows[:MOST_FOUND]]


def _hand_names(ids: Collection[str]) -> dict[str, Named]:
    """Hands are named by table and number, as "3:17"."""
    tables = _table_names({key.partition(":")[0] for key in ids})
    names = {}
    for key in ids:
        table, _colon, number = key.partition(":")
        if table in tables:
            title = _("#{number} at {table}").format(number=number, table=tables[table].name)
            names[key] = Named(title, _hand_url(key))
    return names


def _table_url(key: str) -> str:
    table = key.partition(":")[0]
    return reverse("floor:table", args=(int(table),)) if table.isdecimal() else ""


def _hand_url(key: str) -> str:
    table, _colon, number = key.partition(":")
    return reverse("games:hand", args=(int(table), int(number))) if table.isdecimal() and number.isdecimal() else ""
