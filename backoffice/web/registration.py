"""The back office's own pages, acts and settings."""

from django.utils.translation import gettext_lazy as _

from backoffice import room_settings
from backoffice.own_acts import OWN_ACTS
from backoffice.registry import OfficePage, Section, register_acts, register_pages
from backoffice.web.settings_page import CHANGED


def register_own_pages() -> None:
    """Adds them when Django starts."""
    room_settings.declare(OWN_ACTS)
    register_acts({CHANGED: _("Settings changed")})
    register_pages(
        OfficePage(Section.ROOM, _("Settings"), "backoffice:settings", "backoffice.change_roomsetting"),
    )
