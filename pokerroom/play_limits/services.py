"""A player stays away: seats, waiting and tournaments end in the transaction with which the time away begins (M7)."""

from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from backoffice.api import Setting, value
from cashier import protection
from cashier.protection import TimeAway
from games import api as games
from pokerroom.accounts import excluded_emails
from pokerroom.models import User
from tournaments import api as tournaments

HELPLINE = Setting(
    "helpline",
    _("Where players find help"),
    _("A sentence with a telephone number or an address, shown on the page of own limits. Empty: none."),
    "",
    _("Player protection"),
)


def helpline() -> str:
    """Where players find help, as the owner wrote it; "" for nothing."""
    return str(value(HELPLINE.key))


def cool_off(user: User, days: int) -> TimeAway:
    """Begins a cool-off; a running hand is finished, and then the seats are given up."""
    return _stay_away(user, partial(protection.cool_off, user_id=user.pk, days=days))


def self_exclude(user: User, months: int) -> TimeAway:
    """Begins a self-exclusion, 0 months for good; a running hand is finished, and then the seats are given up.

    The e-mail address of the account is taken by no other account before the end, even if the account is deleted.
    """

    def begin() -> TimeAway:
        away = protection.self_exclude(user_id=user.pk, months=months)
        # Read now that the person is locked, as an e-mail address may be confirmed at the same moment.
        excluded_emails.keep(User.objects.get(pk=user.pk), until=away.until)
        return away

    return _stay_away(user, begin)


def _stay_away(user: User, begin: Callable[[], TimeAway]) -> TimeAway:
    with transaction.atomic():
        # Tables are locked before the person, as in every buy-in.
        games.give_up_seats(player=user.pk, notice="went_away")
        away = begin()
        tournaments.stay_away(user=user)
    return away
