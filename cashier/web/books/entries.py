"""One entry with all its legs, what lies behind it, and its reversal; entries in the search."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from backoffice.api import SearchHit, person_url
from backoffice.web.api import office_page
from cashier.engine.currency import PLAY
from cashier.links import cause_url
from cashier.models import Entry
from cashier.queries import movement_of
from cashier.text import amount_text, currency_label, signed_text
from cashier.web.books.accounts import READ_BOOKS, entry_url, statement_url, time_text
from cashier.web.books.names import AccountNames
from cashier.web.text import movement_text

LARGEST_NUMBER = 2**63 - 1


@office_page(READ_BOOKS)
@require_safe
def entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """An entry of the ledger."""
    row = get_object_or_404(Entry.objects.select_related("by", "reverses", "reversed_by"), pk=entry_id)
    legs = list(row.legs.select_related("account__owner", "entry").order_by("pk"))
    names = AccountNames()
    names.read(leg.account for leg in legs)
    reversal = getattr(row, "reversed_by", None)
    currency = legs[0].account.currency if legs else PLAY
    context = {
        "entry": row,
        "at": time_text(row),
        "what": movement_text(movement_of(legs[0])) if legs else row.key,
        "behind": cause_url(row.cause_kind, row.cause_ref),
        "by_url": person_url(row.by_id) if row.by_id else "",
        "reverses": entry_url(row.reverses_id) if row.reverses_id else "",
        "reversal": reversal,
        "reversal_url": entry_url(reversal.pk) if reversal else "",
        "currency": currency_label(currency),
        "legs": [
            (
                names.name(leg.account),
                f"{statement_url(leg.account_id)}?upto={row.pk}",
                signed_text(leg.amount, leg.account.currency),
                amount_text(leg.balance_after, leg.account.currency),
            )
            for leg in legs
        ],
        "total": amount_text(sum(leg.amount for leg in legs), currency),
    }
    return render(request, "cashier/books/entry.html", context)


def find_entries(words: str, most: int) -> list[SearchHit]:
    """Entries by their number or the beginning of their key."""
    wanted = Q(key=words)
    if words.isascii() and words.isdecimal() and int(words) <= LARGEST_NUMBER:
        wanted |= Q(pk=int(words))
    rows = Entry.objects.filter(wanted).order_by("-pk")[:most]
    return [
        SearchHit(
            _("Entry {number}").format(number=row.pk),
            f"{row.get_cause_kind_display()} {row.label} · {time_text(row)}",
            entry_url(row.pk),
        )
        for row in rows
    ]
