"""The reports over the ledger: money in and out, tournaments, chips given; what each figure sums, part by part."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from backoffice.api import subject_names
from cashier.api import FlowsBy, Part
from cashier.engine.accounts import Kind
from pokerroom.reports.flow_sheets import ENTRIES, FlowReport

DEPOSITS: Final = Part(Kind.WALLET, ("deposit",))
PAYOUTS: Final = Part(Kind.WALLET, ("payout",))
VOUCHERS: Final = Part(Kind.WALLET, ("voucher", "voucher_expired"), or_kind=Kind.PENDING)
"""Vouchers used, and those that expired and went back to whoever bought them, or are reserved to be paid to them."""
FEES: Final = Part(Kind.FEE, ("fee", "ticket", "entry_back"))
PAID_IN: Final = Part(Kind.WALLET, ("entry", "rebuy", "addon", "entry_back"), sign=-1)
OVERLAY: Final = Part(Kind.HOUSE, ("overlay",), sign=-1)
PRIZES: Final = Part(Kind.WALLET, ("prize", "bounty"))
TICKETS: Final = Part(Kind.POOL, ("ticket",), code="tickets:", came=True)


def _tournament_names(refs: Sequence[str]) -> Mapping[str, str]:
    return {ref: named.name for ref, named in subject_names("tournament", refs).items()}


def _table_names(refs: Sequence[str]) -> Mapping[str, str]:
    return {ref: named.name for ref, named in subject_names("table", refs).items()}


MONEY: Final = FlowReport(
    figures=((_("Deposits"), DEPOSITS), (_("Payouts"), PAYOUTS), (_("Vouchers"), VOUCHERS)),
    down={FlowsBy.DAY: ENTRIES, FlowsBy.CAUSE: FlowsBy.DAY, FlowsBy.OWNER: ENTRIES, ENTRIES: ENTRIES},
    has_net=True,
)
DRAWERS: Final = FlowReport(
    figures=(
        (_("Deposits"), Part(Kind.CAGE, ("deposit",), code="cage:")),
        (_("Payouts"), Part(Kind.CAGE, ("payout",), code="cage:")),
        (_("Vouchers sold"), Part(Kind.CAGE, ("voucher_sold",), code="cage:")),
        (_("Float and day-end"), Part(Kind.CAGE, ("float", "day_end"), code="cage:")),
        (_("Between cages"), Part(Kind.CAGE, ("cage_sent", "cage_received"), code="cage:")),
        (_("Differences"), Part(Kind.CAGE, ("difference",), code="cage:")),
    ),
    down={FlowsBy.DAY: ENTRIES, FlowsBy.CAUSE: FlowsBy.DAY, ENTRIES: ENTRIES},
    has_net=True,
)
TOURNAMENTS: Final = FlowReport(
    figures=(
        (_("Fees"), FEES),
        (_("Paid in"), PAID_IN),
        (_("Prizes and bounties"), PRIZES),
        (_("Tickets won"), TICKETS),
        (_("Overlay"), OVERLAY),
    ),
    down={FlowsBy.DAY: FlowsBy.REF, FlowsBy.REF: ENTRIES, ENTRIES: ENTRIES},
    names_of_refs=_tournament_names,
)
TABLE_FEES: Final = FlowReport(
    figures=((_("Rabbit hunts"), Part(Kind.SEAT, ("rabbit",), sign=-1)),),
    down={FlowsBy.DAY: FlowsBy.REF, FlowsBy.REF: ENTRIES, FlowsBy.OWNER: ENTRIES, ENTRIES: ENTRIES},
    names_of_refs=_table_names,
    ref_name=pgettext_lazy("a report by", "Table"),
)
GIVEN: Final = FlowReport(
    figures=(
        (_("Welcome"), Part(Kind.WALLET, ("welcome",), bots=False)),
        (_("Refills"), Part(Kind.WALLET, ("refill",), bots=False)),
        (_("Bonuses"), Part(Kind.WALLET, ("grant",), bots=False)),
        (_("Vouchers given"), Part(Kind.HOUSE, ("voucher_given", "voucher_expired"), sign=-1)),
        (_("House bots"), Part(Kind.WALLET, ("welcome", "grant"), bots=True)),
    ),
    down={FlowsBy.DAY: ENTRIES, FlowsBy.CAUSE: FlowsBy.DAY, FlowsBy.OWNER: ENTRIES, ENTRIES: ENTRIES},
    has_net=False,
)
