"""What the audit proves about the cage: receipts without gaps, and every row with its money in the ledger (M2, M4)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from cashier.audit import Breach
from cashier.engine.accounts import Kind
from cashier.models import Account, CageTransfer, Drawer, DrawerCount, Leg, Receipt, Voucher, Withdrawal


def receipts_are_gapless() -> Iterator[Breach]:
    """The receipts of each cage and day are numbered from 1 without a gap."""
    days = Receipt.objects.order_by("cage_id", "day").values_list("cage_id", "day")
    for cage, day, count, last in days.annotate(Count("pk"), Max("number")):
        if count != last:
            yield Breach(
                "receipt_gap",
                _("cage %(cage)s on %(day)s: %(count)s receipts, the last is number %(last)s")
                % {"cage": cage, "day": day, "count": count, "last": last},
            )


def receipts_agree() -> Iterator[Breach]:
    """Every receipt says what its entry moved in the cage's account, and every such movement has its receipt."""
    moved = {
        (entry, account): amount
        for entry, account, amount in Leg.objects.filter(account__code__startswith="cage:").values_list(
            "entry_id", "account__code", "amount"
        )
    }
    for receipt in Receipt.objects.order_by("pk").iterator():
        account = f"cage:{receipt.cage_id}:{receipt.currency}"
        if moved.pop((receipt.entry_id, account), None) != receipt.amount:
            yield Breach(
                "receipt_differs", _("receipt %(number)s is not what its entry moved") % {"number": receipt.name}
            )
    for entry, account in moved:
        yield Breach(
            "no_receipt",
            _("entry %(entry)s moves %(account)s without a receipt") % {"entry": entry, "account": account},
        )


def reserved_money_agrees() -> Iterator[Breach]:
    """Reserved money is that of waiting withdrawals, and so with unused vouchers and cash in transit."""
    waiting = Withdrawal.objects.filter(outcome="").annotate(owner=F("player_id"))
    by_owner: Counter[str] = Counter()
    for owner, currency, amount in waiting.values_list("owner", "currency", "amount"):
        by_owner[f"pending:{owner}:{currency}"] += amount
    unused = Voucher.objects.filter(used_at=None, returned_at=None)
    by_owner.update({f"vouchers:{currency}": total for currency, total in _totals(unused)})
    under_way = CageTransfer.objects.filter(CageTransfer.UNDER_WAY)
    by_owner.update({f"transit:{currency}": total for currency, total in _totals(under_way)})
    kinds = Q(kind__in=(Kind.PENDING, Kind.VOUCHERS)) | Q(code__startswith="transit:")
    yield from _compare("reserved_differs", by_owner, Account.objects.filter(kinds))


def drawers_agree() -> Iterator[Breach]:
    """A closed drawer holds nothing, and all cash stands against the safe."""
    closed = Account.objects.filter(code__startswith="cage:").exclude(balance=0)
    open_cages = set(Drawer.objects.filter(closed_at=None).values_list("cage_id", flat=True))
    for code, balance in closed.values_list("code", "balance"):
        if int(code.split(":")[1]) not in open_cages:
            yield Breach(
                "drawer_closed",
                _("%(account)s holds %(amount)s, its drawer is closed") % {"account": code, "amount": balance},
            )
    uncounted = DrawerCount.objects.filter(drawer__closed_at__isnull=False, counted=None)
    for drawer, currency in uncounted.values_list("drawer_id", "currency"):
        yield Breach(
            "not_counted",
            _("drawer %(drawer)s was closed without a count of %(currency)s")
            % {"drawer": drawer, "currency": currency},
        )


def _totals(rows: "QuerySet[Voucher] | QuerySet[CageTransfer]") -> list[tuple[str, int]]:
    return list(rows.order_by("currency").values_list("currency").annotate(Sum("amount")))


def _compare(code: str, due: Mapping[str, int], accounts: "QuerySet[Account]") -> Iterator[Breach]:
    there = dict(accounts.values_list("code", "balance"))
    for name in sorted(due.keys() | there.keys()):
        if due.get(name, 0) != there.get(name, 0):
            yield Breach(
                code,
                _("%(account)s holds %(amount)s, should hold %(due)s")
                % {"account": name, "amount": there.get(name, 0), "due": due.get(name, 0)},
            )


ALL = (receipts_are_gapless, receipts_agree, reserved_money_agrees, drawers_agree)
"""The checks of the cage."""
