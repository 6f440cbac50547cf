"""The list of all accounts, now or at a past moment, and the statement of one with its running balance (M1)."""

from collections.abc import Iterable

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from backoffice.api import person_url, subject_ids
from backoffice.web.api import Cell, Column, Filter, Listing, office_page, words_in
from cashier.links import cause_url
from cashier.models import CAUSE_NAMES, Account, Entry, Leg
from cashier.moments import accounts_at, balance_at, legs_between, moment_after
from cashier.queries import movement_of
from cashier.text import amount_text, currency_label, money_text, plain_text, signed_text
from cashier.web.books.names import AccountNames
from cashier.web.text import movement_text

READ_BOOKS = "cashier.view_entry"


@office_page(READ_BOOKS)
@require_safe
def accounts(request: HttpRequest) -> HttpResponse:
    """All accounts with their balances."""
    upto = entry_in(request)
    context = _accounts(upto).context(request)
    intro = _("Every account of the ledger with its balance. Its name leads to its statement.")
    context |= {"title": _("Accounts"), "intro": intro, "upto": upto, "csv_url": reverse("books:accounts_csv")}
    return render(request, "cashier/books/accounts.html", context)


@office_page(READ_BOOKS)
@require_safe
def accounts_csv(request: HttpRequest) -> HttpResponseBase:
    """The filtered accounts as a file."""
    listing = _accounts(entry_in(request))
    listing.columns = [
        Column("code", _("account"), lambda account: account.code),
        *(column for column in listing.columns if column.name != "balance"),
        Column("balance", _("balance"), lambda account: plain_text(_held(account), account.currency)),
    ]
    return listing.csv(request, filename="accounts.csv")


@office_page(READ_BOOKS)
@require_safe
def statement(request: HttpRequest, account_id: int) -> HttpResponse:
    """The statement of an account: each movement with the balance after it, newest first."""
    account = get_object_or_404(Account.objects.select_related("owner"), pk=account_id)
    upto, names = entry_in(request), AccountNames()
    names.read([account])
    place = names.place(account)
    context = {
        **_statement(account, upto).context(request),
        "account": account,
        "name": names.name(account),
        "owner_url": person_url(account.owner_id) if account.owner_id else "",
        "place": place,
        "upto": upto,
        "balance": money_text(
            balance_at(account.pk, moment_after(upto.pk)) if upto else account.balance, account.currency
        ),
        "csv_url": reverse("books:statement_csv", args=(account.pk,)),
    }
    return render(request, "cashier/books/statement.html", context)


@office_page(READ_BOOKS)
@require_safe
def statement_csv(request: HttpRequest, account_id: int) -> HttpResponseBase:
    """The whole filtered statement as a file, sent while it is read."""
    account = get_object_or_404(Account, pk=account_id)
    listing = _statement(account, entry_in(request))
    # Texts alone, without links, and names of causes read once: a statement has millions of rows.
    causes = {kind: str(name) for kind, name in CAUSE_NAMES.items()}
    listing.columns = [
        Column("at", _("time"), lambda leg: leg.entry.at.isoformat(timespec="seconds")),
        Column("entry", pgettext("ledger", "entry"), lambda leg: str(leg.entry_id)),
        Column("cause", _("cause"), lambda leg: causes.get(leg.entry.cause_kind, leg.entry.cause_kind)),
        Column("what", _("movement"), lambda leg: movement_text(movement_of(leg))),
        Column("reason", _("reason"), lambda leg: leg.entry.reason),
        Column("by", _("by"), lambda leg: str(leg.entry.by or "")),
        Column("amount", _("amount"), lambda leg: plain_text(leg.amount, account.currency)),
        Column("balance", _("balance"), lambda leg: plain_text(leg.balance_after, account.currency)),
        Column("currency", _("currency"), lambda leg: account.currency),
        Column("key", _("key"), lambda leg: leg.entry.key),
    ]
    filename = f"statement-{account.code.replace(':', '-').lower()}.csv"
    return listing.csv(request, filename=filename)


def entry_in(request: HttpRequest) -> Entry | None:
    """The entry up to which the ledger is shown; None for the ledger as it is now."""
    typed = request.GET.get("upto", "")
    if not typed:
        return None
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 19):
        raise Http404
    return get_object_or_404(Entry, pk=int(typed))


def _kept(upto: Entry | None) -> dict[str, str]:
    return {"upto": str(upto.pk)} if upto else {}


def _held(account: Account) -> int:
    """What the account holds, at the past moment if the list is of one."""
    return int(getattr(account, "held", account.balance))


def _held_text(account: Account) -> str:
    return amount_text(_held(account), account.currency)


def _labels(currencies: Iterable[str]) -> dict[str, str]:
    return {code: currency_label(code) for code in currencies}


def _accounts(upto: Entry | None) -> Listing[Account]:
    names = AccountNames()
    rows = accounts_at(moment_after(upto.pk)) if upto else Account.objects.all()
    suffix = f"?upto={upto.pk}" if upto else ""
    held = "held" if upto else "balance"
    currencies = Account.objects.order_by("currency").values_list("currency", flat=True).distinct()
    return Listing(
        rows=rows.select_related("owner"),
        columns=[
            Column(
                "name",
                _("account"),
                lambda account: Cell(names.name(account), statement_url(account.pk) + suffix),
                ("kind", "code"),
                "title",
            ),
            Column("owner", _("player"), lambda account: _owner(account), ("owner__display_name",), "wide"),
            Column("place", _("where"), lambda account: Cell(*names.place(account)), ("table_ref",), "wide"),
            Column("currency", _("currency"), lambda account: account.currency, ("currency", "code"), "sub"),
            Column(
                "balance", _("balance"), lambda account: amount_text(_held(account), account.currency), (held,), "n key"
            ),
        ],
        filters=[
            Filter("kind", _("Kind"), dict(Account.Kind.choices), lambda kind: Q(kind=kind)),
            Filter(
                "currency",
                _("Currency"),
                {code: currency_label(code) for code in currencies},
                lambda code: Q(currency=code),
            ),
            Filter("empty", _("Balance"), _balances(), lambda value: _CONDITIONS[value](held)),
        ],
        search=_search,
        order=("kind", "code"),
        prepare=names.read,
        keep=_kept(upto),
    )


def _balances() -> dict[str, str]:
    return {"some": _("Not empty"), "below": _("Below zero")}


_CONDITIONS = {"some": lambda held: ~Q(**{held: 0}), "below": lambda held: Q(**{f"{held}__lt": 0})}


def _search(words: str) -> Q:
    """Owner, code or name of the account, or its table."""
    found = words_in(words, "owner__display_name", "owner__username", "code", "name")
    tables = [int(key) for key in subject_ids("table", words)]
    return found | Q(table_ref__in=tables) if tables else found


def _owner(account: Account) -> Cell:
    return Cell(str(account.owner), person_url(account.owner.pk)) if account.owner else Cell("")


def _statement(account: Account, upto: Entry | None) -> Listing[Leg]:
    legs = Leg.objects.filter(account=account)
    if upto:
        legs = legs.filter(pk__lte=moment_after(upto.pk).last_leg, entry_id__lte=upto.pk)
    return Listing(
        rows=legs.select_related("entry__by", "account"),
        columns=[
            Column("at", _("time"), lambda leg: time_text(leg.entry), css="sub"),
            Column(
                "entry",
                pgettext("ledger", "entry"),
                lambda leg: Cell(str(leg.entry_id), entry_url(leg.entry_id)),
                css="n",
            ),
            Column("what", _("movement"), _what, css="title wrap"),
            Column("reason", _("reason"), lambda leg: leg.entry.reason, css="wrap"),
            Column("by", _("by"), _by),
            Column("amount", _("amount"), lambda leg: signed_text(leg.amount, account.currency), css="n key"),
            Column("balance", _("balance"), lambda leg: amount_text(leg.balance_after, account.currency), css="n side"),
        ],
        filters=[Filter("cause", _("Cause"), _causes(), lambda kind: Q(entry__cause_kind=kind))],
        days=legs_between,
        by_key=True,
        keep=_kept(upto),
    )


def _causes() -> dict[str, str]:
    return dict(sorted(((kind, capfirst(str(name))) for kind, name in CAUSE_NAMES.items()), key=lambda one: one[1]))


def _entry_cell(leg: Leg) -> Cell:
    return Cell(str(leg.entry_id), entry_url(leg.entry_id))


def _what(leg: Leg) -> Cell:
    return Cell(movement_text(movement_of(leg)), cause_url(leg.entry.cause_kind, leg.entry.cause_ref))


def _by(leg: Leg) -> Cell:
    by = leg.entry.by
    return Cell(str(by), person_url(by.pk)) if by else Cell("")


def time_text(entry: Entry) -> str:
    """When an entry was posted, in the room's zone."""
    return date_format(timezone.localtime(entry.at), "SHORT_DATETIME_FORMAT")


def statement_url(account: int) -> str:
    """The page of an account's statement."""
    return reverse("books:statement", args=(account,))


def entry_url(entry: int) -> str:
    """The page of an entry."""
    return reverse("books:entry", args=(entry,))
