"""Opening and closing a drawer, and the list of all drawers with their counts."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import ActPage, Cell, Column, Filter, Listing, ReasonField, office_page, staff_id
from cashier.cage import drawers
from cashier.models import Cage, Drawer
from cashier.text import money_text, signed_money_text
from cashier.web.cage.count_form import CountForm, pieces_text
from cashier.web.cage.fields import cash_currencies, every_cash_currency
from cashier.web.cage.listing_columns import moment, person

COUNT_TEMPLATE = "cashier/cage/count.html"
STATES = {"open": gettext_lazy("open"), "closed": gettext_lazy("closed")}


class OpenPage(ActPage[CountForm]):
    """Opens a drawer with its float."""

    form_class = CountForm
    template = COUNT_TEMPLATE
    title = gettext_lazy("Open the drawer")
    intro = gettext_lazy("Count the float and type what is there. Leave out currencies that this drawer does not keep.")

    def __init__(self, request: HttpRequest, cage_id: int) -> None:
        super().__init__(request)
        self.by, self.cage = staff_id(request), get_object_or_404(Cage, pk=cage_id)

    def form_options(self) -> dict[str, Any]:
        """A field for each currency in use."""
        return {"codes": cash_currencies(), "required": False}

    def consequences(self, form: CountForm) -> Sequence[str]:
        """What the drawer will hold."""
        if drawers.drawer_of(self.cage.pk) is not None:
            raise Refused("already_open", _("The drawer of this cage is already open."))
        lines = [
            _with_pieces(_("The drawer begins with %(amount)s.") % {"amount": money_text(amount, code)}, form, code)
            for code, amount in form.counted.items()
            if amount
        ]
        return lines or [_("The drawer begins empty.")]

    def was_sent(self, form: CountForm) -> bool:
        """Whether it opened a drawer."""
        return Drawer.objects.filter(token=form.cleaned_data["token"]).exists()

    def carry_out(self, form: CountForm) -> str:
        """Opens it and leads to the desk."""
        floats = {code: amount for code, amount in form.counted.items() if amount}
        token = form.cleaned_data["token"]
        pieces = {code: counted for code, counted in form.pieces.items() if code in floats}
        drawers.open_drawer(
            token=token, cage_id=self.cage.pk, floats=floats, pieces=pieces, by=self.by, now=timezone.now()
        )
        return reverse("cage:desk", args=[self.cage.pk])


class CloseForm(CountForm):
    """The day-end count, with an explanation if it differs from the book."""

    explanation = ReasonField(
        label=gettext_lazy("explanation"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Only if the count differs from the book: why? It is kept with the drawer."),
    )


class ClosePage(ActPage[CloseForm]):
    """Closes a drawer by its day-end count."""

    form_class = CloseForm
    template = COUNT_TEMPLATE
    title = gettext_lazy("Close the drawer")
    intro = gettext_lazy("Count every currency and type what is there. The book is compared in the next step.")

    def __init__(self, request: HttpRequest, drawer_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        self.drawer = get_object_or_404(Drawer.objects.select_related("cage"), pk=drawer_id)

    def form_options(self) -> dict[str, Any]:
        """A field for each currency that the drawer keeps."""
        kept = set(self.drawer.counts.values_list("currency", flat=True)) | drawers.book(self.drawer.cage_id).keys()
        return {"codes": [code for code in every_cash_currency() if code in kept], "required": True}

    def consequences(self, form: CloseForm) -> Sequence[str]:
        """The count against the book, currency by currency."""
        if self.drawer.closed_at is not None:
            raise Refused("already_closed", _("This drawer is already closed."))
        lines = drawers.count(self.drawer, form.counted)
        if any(line.difference for line in lines) and not form.cleaned_data["explanation"]:
            found = " ".join(_count_text(line) for line in lines)
            wanted = _("Explain the difference: it is booked and kept.")
            raise Refused("not_explained", f"{found} {wanted}", field="explanation")
        return [
            *(_with_pieces(_count_text(line), form, line.currency) for line in lines),
            _("The counted cash goes to the safe and the drawer is closed."),
        ]

    def was_sent(self, form: CloseForm) -> bool:
        """Whether it is closed already."""
        return self.drawer.closed_at is not None

    def carry_out(self, form: CloseForm) -> str:
        """Closes it and leads to its count."""
        drawers.close_drawer(
            drawer_id=self.drawer.pk,
            counted=form.counted,
            pieces=form.pieces,
            explanation=form.cleaned_data["explanation"],
            by=self.by,
            now=timezone.now(),
        )
        return reverse("cage:drawer", args=[self.drawer.pk])


def _with_pieces(sentence: str, form: CountForm, code: str) -> str:
    """The sentence about a sum, with the notes and coins that make it."""
    pieces = form.pieces.get(code)
    return f"{sentence} {pieces_text(pieces, code)}." if pieces else sentence


def _count_text(line: drawers.Line) -> str:
    words = {
        "counted": money_text(line.counted, line.currency),
        "book": money_text(line.book, line.currency),
        "difference": signed_money_text(line.difference, line.currency),
    }
    if line.difference:
        return _("Counted %(counted)s, by the book %(book)s: the difference of %(difference)s is booked.") % words
    return _("Counted %(counted)s, as the book says.") % words


@office_page("cashier.work_cage")
def open_drawer(request: HttpRequest, cage_id: int) -> HttpResponse:
    """The page that opens a drawer."""
    return OpenPage(request, cage_id).respond()


@office_page("cashier.work_cage")
def close_drawer(request: HttpRequest, drawer_id: int) -> HttpResponse:
    """The page that closes a drawer."""
    return ClosePage(request, drawer_id).respond()


@office_page("cashier.view_drawer")
def drawer_page(request: HttpRequest, drawer_id: int) -> HttpResponse:
    """One drawer with its counts and receipts."""
    drawer = get_object_or_404(Drawer.objects.select_related("cage", "opened_by", "closed_by"), pk=drawer_id)
    counts = [
        {
            "opening": money_text(count.opening, count.currency),
            "book": "" if count.book is None else money_text(count.book, count.currency),
            "counted": "" if count.counted is None else money_text(count.counted, count.currency),
            "difference": signed_money_text(count.difference, count.currency) if count.difference else "",
            "opening_pieces": pieces_text(count.opening_pieces or (), count.currency),
            "counted_pieces": pieces_text(count.counted_pieces or (), count.currency),
        }
        for count in drawer.counts.all()
    ]
    receipts = drawer.receipts.select_related("cage", "person").order_by("pk")
    title = _("Drawer of %(cage)s") % {"cage": drawer.cage.name}
    context = {"title": title, "drawer": drawer, "counts": counts, "receipts": receipts}
    return render(request, "cashier/cage/drawer.html", context)


def listing() -> Listing[Drawer]:
    """All drawers, newest first."""
    return Listing(
        rows=Drawer.objects.select_related("cage", "opened_by", "closed_by").prefetch_related("counts"),
        columns=[
            Column("opened", gettext_lazy("opened"), _opened, ("opened_at",), "title"),
            Column("cage", gettext_lazy("cage"), lambda row: row.cage.name, ("cage__name",), "sub"),
            Column("by", gettext_lazy("cashier"), lambda row: person(row.opened_by, row.opened_by_id), css="wide"),
            Column("closed", gettext_lazy("closed"), lambda row: moment(row.closed_at) or _("open"), ("closed_at",)),
            Column("difference", gettext_lazy("over or short"), _difference, css="key n"),
            Column("why", gettext_lazy("explanation"), lambda row: row.explanation, css="wide wrap"),
        ],
        filters=[
            Filter("cage", gettext_lazy("cage"), {str(one.pk): one.name for one in Cage.objects.all()}, _of_cage),
            Filter("state", gettext_lazy("state"), STATES, _is),
        ],
    )


def _opened(row: Drawer) -> Cell:
    return Cell(moment(row.opened_at), reverse("cage:drawer", args=[row.pk]))


def _difference(row: Drawer) -> str:
    found = [signed_money_text(one.difference, one.currency) for one in row.counts.all() if one.difference]
    return ", ".join(found)


def _of_cage(value: str) -> Q:
    return Q(cage_id=int(value))


def _is(value: str) -> Q:
    return Q(closed_at=None) if value == "open" else Q(closed_at__isnull=False)


@office_page("cashier.view_drawer")
def drawers_page(request: HttpRequest) -> HttpResponse:
    """The list of drawers."""
    context = {
        **listing().context(request),
        "title": _("Drawers"),
        "intro": _(
            "Each line is one shift at a desk. "
            "The drawer is opened with a counted float and closed by a count against the book."
        ),
        "empty": _("No drawer has been opened yet."),
        "csv_url": reverse("cage:drawers_csv"),
    }
    return render(request, "backoffice/list_page.html", context)


@office_page("cashier.view_drawer")
def drawers_csv(request: HttpRequest) -> HttpResponseBase:
    """The list of drawers as CSV."""
    return listing().csv(request, filename="drawers.csv")
