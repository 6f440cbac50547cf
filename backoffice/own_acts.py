"""Nobody decides about themselves, unless the owner allows it: then the log marks the act (F8)."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice import room_settings
from backoffice.errors import Refused
from backoffice.room_settings import Setting

OWN_ACTS = Setting(
    "own_acts",
    _("Staff may decide about themselves"),
    _(
        "Off: nobody approves their own withdrawal, corrects their own wallet or decides where they play."
        " On: they may, and the log marks each such act. For clubs with a single member of staff."
    ),
    False,
    _("Staff"),
)


def own_acts_are_allowed() -> bool:
    """Whether the owner lets staff decide about themselves."""
    return room_settings.is_on(OWN_ACTS.key)


def check_own_act(by: int | None, *about: int | None) -> bool:
    """Whether `by` decides about themselves with the owner's leave, to be kept as `own`; raises Refused without it."""
    if by is None or by not in about:
        return False
    if not own_acts_are_allowed():
        raise Refused("own_act", gettext("You cannot decide about yourself: ask somebody else on duty."))
    return True
