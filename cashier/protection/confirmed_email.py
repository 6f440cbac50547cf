"""Whether money needs an account with a confirmed e-mail address, which a self-exclusion covers too (M7)."""

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import Refused, Setting, is_on
from cashier.engine.accounts import PLAY

EMAIL_FOR_MONEY = Setting(
    "email_for_money",
    _("Deposits need a confirmed e-mail address"),
    _(
        "On: an account without a confirmed e-mail address plays for play money only. A self-exclusion covers the"
        " address, so no money can be paid into a new account with it. On by default where the room has a mail server."
    ),
    bool(settings.EMAIL_HOST),
    _("Player protection"),
)


def check_confirmed_email(user_id: int, currency: str, *, is_own: bool) -> None:
    """Raises Refused for money, not play money, to an account without a confirmed address where the room asks for one.

    `is_own` words it for the player, otherwise for staff.
    """
    if currency == PLAY or not is_on(EMAIL_FOR_MONEY.key) or get_user_model().objects.get(pk=user_id).email:
        return
    if is_own:
        raise Refused("no_email", gettext("Confirm an e-mail address in your settings first: this is money."))
    raise Refused(
        "no_email",
        gettext("This player first confirms an e-mail address, in the settings of their account."),
        field="amount",
    )
