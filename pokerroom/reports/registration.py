"""The pages of the reports in the menu of the back office."""

from django.utils.translation import gettext_lazy as _

from backoffice.api import OfficePage, Section, register_pages
from pokerroom.reports.views import VIEW_REPORTS


def register_reports() -> None:
    """Adds them when Django starts."""
    register_pages(
        OfficePage(Section.TODAY, _("Today"), "reports:today", VIEW_REPORTS),
        OfficePage(Section.REPORTS, _("Rake"), "reports:rake", VIEW_REPORTS),
        OfficePage(Section.REPORTS, _("Play"), "reports:play", VIEW_REPORTS),
        OfficePage(Section.REPORTS, _("Players"), "reports:players", VIEW_REPORTS),
        OfficePage(Section.REPORTS, _("Deposits and payouts"), "reports:money", VIEW_REPORTS),
        OfficePage(Section.REPORTS, _("Drawers"), "reports:drawers", VIEW_REPORTS),
        OfficePage(Section.REPORTS, _("Tournaments"), "reports:tournaments", VIEW_REPORTS),
        OfficePage(Section.REPORTS, _("Fees at tables"), "reports:table_fees", VIEW_REPORTS),
        OfficePage(Section.REPORTS, _("Chips given"), "reports:given", VIEW_REPORTS),
    )
