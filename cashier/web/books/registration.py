"""The books in the menu, the search and the log of the back office."""

from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    OfficePage,
    Search,
    Section,
    register_acts,
    register_change_text,
    register_pages,
    register_search,
)
from cashier.web.books.accounts import READ_BOOKS
from cashier.web.books.audit import AUDITED, RUN_AUDIT, audited_text
from cashier.web.books.entries import find_entries


def register_books() -> None:
    """Adds them when Django starts."""
    register_pages(
        OfficePage(Section.BOOKS, _("Trial balance"), "books:trial_balance", READ_BOOKS),
        OfficePage(Section.BOOKS, _("Accounts"), "books:accounts", READ_BOOKS),
        OfficePage(Section.BOOKS, _("Audit"), "books:audit", RUN_AUDIT),
    )
    register_search(Search(_("Entries in the ledger"), READ_BOOKS, find_entries))
    register_acts({AUDITED: _("Books audited")})
    register_change_text(AUDITED, audited_text)
