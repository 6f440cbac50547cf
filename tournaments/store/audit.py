"""Audits tournaments: the ledger accounts for every unit and the tables for every chip (M2, M5, T16)."""

from collections import Counter
from collections.abc import Iterator

from django.db.models import Sum
from django.utils.translation import gettext as _

from games import api as games
from games.engine.errors import BrokenInvariant
from games.engine.table.tournament_reports import ReportKind
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.engine.state.tournament_state import Stage
from tournaments.models import Ticket, Tournament, TournamentDecision, TournamentOrder
from tournaments.store import fees, store


def tournaments_agree() -> Iterator[tuple[str, str]]:
    """Audit all tournaments: decisions, pools, chips and tickets; yields (code, sentence) for each error."""
    for row in Tournament.objects.order_by("pk").defer("snapshot"):
        name = _("tournament %(tournament)s") % {"tournament": row.pk}
        if TournamentDecision.objects.filter(tournament=row).count() != row.number:
            yield (
                "decisions_missing",
                _("%(name)s: its decisions are not numbered from 1 to %(last)s") % {"name": name, "last": row.number},
            )
            continue
        try:
            loaded = store.load(row.pk)
            loaded.state.check()
        except BrokenInvariant as breach:
            yield "tournament_broken", f"{name}: {breach}"
            continue
        yield from _money(row, loaded.state, name)
        if loaded.state.stage is Stage.RUNNING:
            yield from _chips(row, loaded, name)
    yield from _tickets()


def _money(row: Tournament, state: EngineTournament, name: str) -> Iterator[tuple[str, str]]:
    """Compare pool and fees with the ledger; the pool also holds the prices of pending orders (T16)."""
    waiting = TournamentOrder.objects.filter(tournament=row, applied_at=None, refused="").aggregate(held=Sum("amount"))
    held = waiting["held"] or 0
    pool, collected = fees.pool_of(row.pk)
    over = state.stage in (Stage.ENDED, Stage.CANCELLED)
    due = held if over else held + state.pool + state.bounties + state.overlay
    if pool != due:
        yield (
            "pool_differs",
            _("%(name)s: the pool holds %(amount)s, should be %(due)s") % {"name": name, "amount": pool, "due": due},
        )
    if state.stage is not Stage.CANCELLED and collected != state.fees:
        yield (
            "fees_differ",
            _("%(name)s: fees of %(amount)s were taken, should be %(due)s")
            % {"name": name, "amount": collected, "due": state.fees},
        )


def _chips(row: Tournament, loaded: store.Loaded, name: str) -> Iterator[tuple[str, str]]:
    """Compare the stacks at the tables with the director's, once the pending reports are added."""
    known = {player: entrant.stack for player, entrant in loaded.state.players.items()}
    cursor = loaded.cursor
    while reports := games.reports_after(tournament=row.pk, cursor=cursor):
        cursor = reports[-1].number
        for report in reports:
            if report.kind == ReportKind.HAND_FINISHED:
                known |= dict(report.data["stacks_after"])
    due = {player: chips for player, chips in known.items() if chips}
    found = games.chips_of_tournament(tournament=row.pk)
    if found != due:
        players = sorted(player for player in due.keys() | found.keys() if due.get(player, 0) != found.get(player, 0))
        yield (
            "chips_differ",
            _("%(name)s: tables hold %(chips)s chips of %(due)s, see %(players)s")
            % {"name": name, "chips": sum(found.values()), "due": sum(due.values()), "players": players},
        )


def _tickets() -> Iterator[tuple[str, str]]:
    """Compare the ticket account with the tickets that are unused or attached to pending orders (T1)."""
    worth: Counter[str] = Counter()
    for currency, amount in Ticket.objects.filter(used_for=None).values_list("currency", "amount"):
        worth[currency] += amount
    waiting = TournamentOrder.objects.filter(applied_at=None, refused="").exclude(ticket=None)
    for currency, amount in waiting.values_list("ticket__currency", "ticket__amount"):
        worth[currency] += amount
    for currency in {*worth, *Ticket.objects.values_list("currency", flat=True)}:
        if (held := fees.tickets_worth(currency)) != worth[currency]:
            yield (
                "tickets_differ",
                _("unused tickets in %(currency)s are worth %(due)s, the account holds %(amount)s")
                % {"currency": currency, "due": worth[currency], "amount": held},
            )
