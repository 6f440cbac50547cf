"""What the cage adds to the back office: pages, searches, names of acts and of what they concern."""

from collections.abc import Callable, Collection, Sequence

from django.db.models import Model
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    ChangeText,
    Named,
    OfficePage,
    PanelRow,
    PersonLookup,
    PersonPanel,
    Search,
    Section,
    register_acts,
    register_change_text,
    register_pages,
    register_person_lookup,
    register_person_panel,
    register_search,
    register_subject,
)
from cashier.audit import register_audit
from cashier.cage import checks, common
from cashier.currencies import find
from cashier.links import register_cause_link
from cashier.models import Cage, CageTransfer, Correction, Drawer, Receipt, Voucher, Withdrawal
from cashier.text import money_text, signed_money_text
from cashier.web.cage.listing_columns import moment
from cashier.web.cage.receipt_pages import found, named_url, people_of

ACTS = {
    common.DEPOSIT: _("Deposit at a desk"),
    common.PAYOUT: _("Payout at a desk"),
    common.DRAWER_OPENED: _("Drawer opened"),
    common.DRAWER_CLOSED: _("Drawer closed"),
    common.WITHDRAWAL_ASKED: _("Withdrawal asked for at a desk"),
    common.WITHDRAWAL_APPROVED: _("Withdrawal approved"),
    common.WITHDRAWAL_REFUSED: _("Withdrawal refused"),
    common.VOUCHER_ISSUED: _("Voucher issued"),
    common.VOUCHER_APPROVED: _("Voucher approved"),
    common.CORRECTION_ASKED: _("Correction asked for"),
    common.CORRECTION_APPROVED: _("Correction approved"),
    common.CORRECTION_REFUSED: _("Correction refused"),
    common.CASH_SENT: _("Cash sent to another cage"),
    common.CASH_RECEIVED: _("Cash received from another cage"),
    common.CASH_TAKEN_BACK: _("Cash for another cage taken back"),
    common.CAGE_ADDED: _("Cage added"),
    common.CAGE_CHANGED: _("Cage changed"),
    common.LIMIT_CHANGED: _("Limit of payouts changed"),
}
PAGES = (
    OfficePage(Section.CAGE, _("Desks"), "cage:cages", "cashier.work_cage"),
    OfficePage(Section.CAGE, _("Withdrawals"), "cage:withdrawals", "cashier.view_withdrawal"),
    OfficePage(Section.CAGE, _("Receipts"), "cage:receipts", "cashier.view_receipt"),
    OfficePage(Section.CAGE, _("Corrections"), "cage:corrections", "cashier.view_correction"),
    OfficePage(Section.CAGE, _("Vouchers"), "cage:vouchers", "cashier.view_voucher"),
    OfficePage(Section.CAGE, _("Drawers"), "cage:drawers", "cashier.view_drawer"),
    OfficePage(Section.CAGE, _("Transfers"), "cage:transfers", "cashier.view_cagetransfer"),
    OfficePage(Section.CAGE, _("Cages and limits"), "cage:setup", "cashier.manage_cages"),
)
CAGE_FIELDS = {"name": _("name"), "retired": _("closed for good")}
LATEST = 8


def register_cage() -> None:
    """Adds them when Django starts."""
    for check in checks.ALL:
        register_audit(check)
    register_acts(ACTS)
    register_change_text("cage.", _change_text)
    register_pages(*PAGES)
    register_search(Search(_("Receipts"), "cashier.view_receipt", found))
    for cause in ("deposit", "payout", "voucher_sold", "float", "day_end", "difference", "cage_sent", "cage_received"):
        register_cause_link(cause, named_url)
    for cause in ("withdrawal", "withdrawal_back"):
        register_cause_link(cause, lambda ref: reverse("cage:withdrawal", args=[ref]))
    for cause in ("voucher", "voucher_expired"):
        register_cause_link(cause, lambda ref: reverse("cage:voucher", args=[ref]))
    register_person_lookup(PersonLookup("cashier.view_receipt", people_of))
    register_person_panel(PersonPanel(_("Receipts"), "cashier.view_receipt", _latest_receipts))
    register_subject("receipt", _("receipt"), _names(Receipt, "cage:receipt"))
    register_subject("withdrawal", _("withdrawal"), _names(Withdrawal, "cage:withdrawal"))
    register_subject("voucher", _("voucher"), _names(Voucher, "cage:voucher"))
    register_subject("correction", _("correction"), _names(Correction, "cage:correction"))
    register_subject("drawer", _("drawer"), _names(Drawer, "cage:drawer"))
    register_subject("transfer", _("transfer between cages"), _names(CageTransfer, "cage:transfer"))
    register_subject("cage", _("cage"), _names(Cage, "cage:desk"))


def _change_text(_subject: str, what: str, before: str, after: str) -> ChangeText:
    """A change of an act of the cage: of a sum in some currency, or of a cage."""
    if find(what) is None:
        words = {"on": gettext("yes"), "off": gettext("no")}
        return ChangeText(capfirst(str(CAGE_FIELDS[what])), words.get(before, before), words.get(after, after))
    return ChangeText(what, *(money_text(int(value), what) if value else "" for value in (before, after)))


def _names(model: type[Model], page: str) -> Callable[[Collection[str]], dict[str, Named]]:
    """The names of rows of one kind, with their pages."""

    def names(ids: Collection[str]) -> dict[str, Named]:
        wanted = [int(one) for one in ids if one.isascii() and one.isdecimal() and len(one) < 18]
        rows = model._default_manager.filter(pk__in=wanted)
        return {str(row.pk): Named(_name(row), reverse(page, args=[row.pk])) for row in rows}

    return names


def _name(row: Model) -> str:
    return str(row) if isinstance(row, (Receipt, Voucher, Cage)) else str(row.pk)


def _latest_receipts(person: int) -> Sequence[PanelRow]:
    rows = Receipt.objects.filter(person_id=person)[:LATEST]
    return [
        PanelRow(
            f"{moment(row.at)} {row.get_kind_display()}",
            signed_money_text(row.amount, row.currency),
            reverse("cage:receipt", args=[row.pk]),
        )
        for row in rows
    ]
