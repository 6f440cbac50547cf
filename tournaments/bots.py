"""House bots in tournaments: they fill the field up to the operator's number and never keep players waiting."""

import secrets
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model

from games.engine.errors import IllegalAction
from tournaments.engine.finish.deals import remaining_prizes
from tournaments.engine.finish.icm import MOST_PLAYERS, icm
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.engine.state.tournament_state import Deal, Stage
from tournaments.models import Entry, Tournament, TournamentOrder
from tournaments.store import fees, inbox
from tournaments.store.store import LIVE

FAIR_PERCENT: Final = 98
"""A house bot agrees to a deal that gives it at least this much of what its chips are worth."""


def fill(tournament_id: int, now: int) -> int:
    """Register house bots up to the wanted number while registration is open; the number of orders sent."""
    if not settings.BOTS:
        return 0
    row = Tournament.objects.defer("snapshot").get(pk=tournament_id)
    if not row.bots or row.stage != Stage.OPEN.value:
        return 0
    entered = set(Entry.objects.filter(tournament=row, bot=True).values_list("player", flat=True))
    pending = TournamentOrder.objects.filter(tournament=row, applied_at=None, refused="", kind="Enter")
    entered |= set(pending.filter(player__is_bot=True).values_list("player", flat=True))
    sent = 0
    for bot in _free_bots(entered)[: max(0, row.bots - len(entered))]:
        key = f"bot.{secrets.token_hex(8)}"
        fees.stake_bot(
            user_id=bot.pk,
            name=bot.display_name,
            currency=row.currency,
            price=row.announced.price.total,
            key=f"t{row.pk}.{bot.pk}.{key}",
        )
        try:
            inbox.submit(row.pk, cm.Enter(bot.pk, bot.display_name), user_id=bot.pk, key=key, now=now)
        except IllegalAction:
            break
        sent += 1
    return sent


def _free_bots(entered: set[int]) -> Sequence[inbox.Player]:
    """House bots outside this tournament in random order, those in no other tournament first."""
    busy = set(Entry.objects.filter(bot=True, is_in=True, tournament__stage__in=LIVE).values_list("player", flat=True))
    bots = list(get_user_model().objects.filter(is_bot=True, is_active=True).exclude(pk__in=entered))
    secrets.SystemRandom().shuffle(bots)
    return sorted(bots, key=lambda bot: bot.pk in busy)


def bots_of(tournament_id: int) -> set[int]:
    """The house bots entered in a tournament."""
    return set(Entry.objects.filter(tournament=tournament_id, bot=True).values_list("player", flat=True))


def pending_answer(state: EngineTournament, bots: set[int]) -> cm.Command | None:
    """A house bot's answer when play waits for it: it declines re-buys and agrees to deals that are fair (T12, T17)."""
    for player in sorted(state.rebuy_pending & bots):
        return cm.DeclineRebuy(player)
    deal = state.deal
    if deal and deal.shares and not deal.made:
        waiting = [player for player, _ in deal.shares if player in bots and player not in deal.agreed]
        for player in waiting:
            return cm.AgreeDeal(player) if _is_fair(state, deal, player) else cm.RefuseDeal(player)
    return None


def _is_fair(state: EngineTournament, deal: Deal, player: int) -> bool:
    """Whether a deal gives a player about as much as the chips are worth by ICM, of what it does not leave to play for.

    With more players than the model is computed for no deal is fair.
    """
    if deal.kind is DealKind.ICM:
        return True
    if len(deal.shares) > MOST_PLAYERS:
        return False
    players = [one for one, _ in deal.shares]
    prizes = remaining_prizes(state)
    prizes[0] -= deal.kept
    worth = _icm(tuple(state.players[one].stack for one in players), tuple(prizes))[players.index(player)]
    return dict(deal.shares)[player] * 100 >= worth * FAIR_PERCENT


@lru_cache(maxsize=8)
def _icm(stacks: tuple[int, ...], prizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """What stacks are worth, kept until all house bots have answered."""
    return tuple(icm(stacks, prizes))
