"""The back office's own pages, acts and settings."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice import room_settings
from backoffice.own_acts import OWN_ACTS
from backoffice.registry import (
    ChangeText,
    OfficePage,
    Search,
    Section,
    register_acts,
    register_change_text,
    register_pages,
    register_search,
)
from backoffice.web.log_pages import READ_LOG, VERIFIED
from backoffice.web.log_search import find_acts
from backoffice.web.settings_page import CHANGED


def register_own_pages() -> None:
    """Adds them when Django starts."""
    room_settings.declare(OWN_ACTS)
    register_acts({CHANGED: _("Settings changed"), VERIFIED: _("Log verified")})
    register_change_text(CHANGED, _setting_text)
    register_change_text(VERIFIED, _verified_text)
    register_search(Search(_("Acts of staff"), READ_LOG, find_acts))
    register_pages(
        OfficePage(Section.BOOKS, _("Log of acts"), "backoffice:log", READ_LOG),
        OfficePage(Section.ROOM, _("Settings"), "backoffice:settings", "backoffice.change_roomsetting"),
    )


def _setting_text(_subject: str, key: str, before: str, after: str) -> ChangeText:
    labels = {setting.key: str(setting.label) for setting in room_settings.declared()}
    return ChangeText(labels.get(key, key), before, after)


def _verified_text(_subject: str, _what: str, before: str, after: str) -> ChangeText:
    return ChangeText(gettext("faults found"), before, after)
