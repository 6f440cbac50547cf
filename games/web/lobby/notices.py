"""Notices to players about their seats: a context processor, and a sentence for each kind of notice."""

from datetime import UTC, datetime
from functools import cache, partial
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.messaging.notices import PlayerNotice, take_unread_notices
from games.money.escrow import money_text


class NoticeText(NamedTuple):
    """One sentence and its tone; `table_url` is the URL of the table to which the player was moved, if any."""

    text: str
    tone: str
    table_url: str = ""


def unread_notices(request: HttpRequest) -> dict[str, object]:
    """Provides `notices`: the unread notices of the signed-in player, fetched only if shown, and shown once."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"notices": []}
    return {"notices": cache(partial(take_notices, user.pk))}


def take_notices(player: int, table_id: int | None = None) -> list[NoticeText]:
    """The unread notices as texts; marks them as read."""
    return [notice_text(notice) for notice in take_unread_notices(player, table_id)]


def notice_text(notice: PlayerNotice) -> NoticeText:
    """One notice in the active language."""
    named = {**notice.detail}
    if isinstance(amount := named.get("amount"), int):
        named["amount"] = money_text(amount, str(named["currency"]))
    if isinstance(until := named.get("until"), int):
        named["until"] = date_format(localtime(datetime.fromtimestamp(until / 1000, tz=UTC)), "SHORT_DATETIME_FORMAT")
    if "other_id" in named:
        people = get_user_model().objects.filter(pk=named["other_id"])
        named["other"] = next((person.display_name for person in people), "")
    text, tone = _sentences()[notice.code]
    table_url = reverse("games:table", args=(named["to_id"],)) if "to_id" in named else ""
    return NoticeText(text.format(**named), tone, table_url)


def _sentences() -> dict[str, tuple[str, str]]:
    return {
        "stood_up_idle": (
            _("You sat out too long at {table} and lost your seat. {amount} is back in your wallet."),
            "warning",
        ),
        "stood_up_broke": (_("You had no chips left at {table}, so your seat was given up."), "warning"),
        "table_closed": (_("{table} was closed. {amount} is back in your wallet."), "warning"),
        "closes_soon": (
            _(
                "{table} closes at {until}. The hand then running is played to its end, and your chips go back to "
                "your wallet."
            ),
            "warning",
        ),
        "void_floor": (
            _("Hand #{hand} at {table} is void: all chips are back where they were. The floor: {why}"),
            "warning",
        ),
        "void_taken": (
            _("Hand #{hand} at {table} is void: {amount} that you won was taken from your wallet. The floor: {why}"),
            "warning",
        ),
        "void_returned": (
            _("Hand #{hand} at {table} is void: {amount} is back in your wallet. The floor: {why}"),
            "success",
        ),
        "void_fault": (
            _(
                "Hand #{hand} at {table} was declared void automatically, because its cards or chips did not add "
                "up. All chips are back."
            ),
            "warning",
        ),
        "void_interrupted": (
            _("Hand #{hand} at {table} is void, because the room stopped during it. All chips are back."),
            "warning",
        ),
        "report_judged": (_("The staff have looked at your report from {table}. Thank you."), "success"),
        "chat_banned": (_("You cannot chat until {until}. The floor: {why}"), "warning"),
        "chat_ban_ended": (_("You may chat again. The floor: {why}"), "success"),
        "hand_reviewed": (
            _("The floor has reviewed hand #{number} at {table} with the cards of all its players."),
            "",
        ),
        "refill_short": (
            _("You do not have enough in your wallet for the top-up at {table}: automatic top-ups are now off there."),
            "warning",
        ),
        "refill_limit": (
            _("Your loss limit leaves too little for the top-up at {table}: automatic top-ups are now off there."),
            "warning",
        ),
        "went_away": (
            _("You have chosen not to play: your seat at {table} is given up. Your chips go back to your wallet."),
            "warning",
        ),
        "time_up": (
            _("Your time limit is used up: your seat at {table} is given up. Your chips go back to your wallet."),
            "warning",
        ),
        "moved": (_("You moved to {to} with {amount}."), "success"),
        "must_move": (
            _("A seat is free at {to}: you move there after this hand (must-move table)."),
            "warning",
        ),
        "merged": (
            _("The floor is merging {table} into {to}: you move there after this hand, with all your chips."),
            "warning",
        ),
        "merge_off": (
            _("You do not move from {table} to {to} after all, the floor has decided: {why}"),
            "info",
        ),
        "seat_taken_away": (
            _("The house took your seat at {table} away: {why}. Your chips go back to your wallet."),
            "warning",
        ),
        "seat_kept": (_("You keep your seat at {table} after all, the floor has decided: {why}"), "success"),
        "call_taken_back": (
            _("The floor has taken back your call to {table}; you keep your place in the list. Reason: {why}"),
            "warning",
        ),
        "warned": (_("The floor warned you at {table}: {why}"), "warning"),
        "penalised": (_("The floor gave you a penalty at {table}: {why}"), "warning"),
        "penalty_lifted": (_("The floor lifted your penalty at {table}: {why}"), "info"),
        "seated_out": (
            _("The floor has you sit out at {table}. You may come back at any time. Reason: {why}"),
            "warning",
        ),
        "seated_in": (_("The floor has you play again at {table}: {why}"), "info"),
        "floor_moves": (
            _("The floor moves you from {table} to {to} after this hand, with all your chips: {why}"),
            "warning",
        ),
        "barred": (
            _(
                "The house has barred you from {table}: you may play on in your seat, but once you have left it you "
                "cannot sit down there again."
            ),
            "warning",
        ),
        "barred_until": (
            _(
                "The house has barred you from {table} until {until}: you may play on in your seat, but once you have "
                "left it you cannot sit down there before then."
            ),
            "warning",
        ),
        "barred_away": (_("The house has barred you from {table}: you cannot sit down there."), "warning"),
        "barred_away_until": (
            _("The house has barred you from {table} until {until}: you cannot sit down there before then."),
            "warning",
        ),
        "bar_lifted": (_("You may sit down at {table} again: the house has lifted your bar."), "success"),
        "invited": (_("The house has invited you to {table}: you may sit down there."), "success"),
        "invitation_ended": (_("The house has taken back your invitation to {table}."), "warning"),
        "kept_apart": (
            _("The house keeps you and {other} apart: you are not seated at the same cash table."),
            "warning",
        ),
        "together_again": (
            _("The house no longer keeps you and {other} apart: you may sit at the same table again."),
            "success",
        ),
        "merge_stays": (
            _("The floor is merging {table} into {to}, but you can't be seated there: you stay here."),
            "warning",
        ),
        "waiting_moved": (
            _("The floor is closing {table}: you are now on the waiting list of {to}."),
            "info",
        ),
        "move_failed": (_("There is no free seat left at {to}: you stay where you are."), "warning"),
        "move_too_many": (_("You sit at too many tables to move to {to}: you stay where you are."), "warning"),
        "move_refused": (_("{to} could not seat you: {amount} is back in your wallet."), "error"),
    }
