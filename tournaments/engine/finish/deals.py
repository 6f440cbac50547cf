"""T17: all players left may agree on how to share the remaining prizes."""

from games.engine.errors import IllegalAction
from tournaments.engine.finish.icm import MOST_PLAYERS, icm, whole_units
from tournaments.engine.play.cancel import by_chips
from tournaments.engine.play.levels import start_clock, stop_clock
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.state.tournament_state import Deal, TournamentState


def open_deal_talk(d: Decider, command: cm.OpenDealTalk) -> None:
    """Stop new hands for deal talk; the prizes must be final."""
    d.check_running()
    if not d.t.entries_closed or d.t.deal:
        raise IllegalAction("no_deal_now")
    stop_clock(d)
    d.emit(ev.DealTalkOpened())


def propose(d: Decider, command: cm.ProposeDeal) -> None:
    """Propose shares for everybody left; agreement to an earlier proposal no longer counts.

    A chip-chop is refused where the chip leader would get more than for winning; players may agree on that as own
    figures.
    """
    check_deal_talk(d)
    if not d.t.all_idle or d.t.unranked_busts:
        raise IllegalAction("hands_running")
    proposed = shares(d.t, command)
    if command.kind is DealKind.CHIPS and proposed[0][1] + command.kept > remaining_prizes(d.t)[0]:
        raise IllegalAction("chip_chop_above_first")
    until = d.now + d.t.setup.deal_time if d.t.setup.deal_time else 0
    d.emit(ev.DealProposed(command.kind, proposed, command.kept, until))


def agree(d: Decider, command: cm.AgreeDeal) -> None:
    """Agree to the proposal; agreeing twice changes nothing."""
    deal = check_deal_talk(d)
    if not deal.shares:
        raise IllegalAction("no_proposal")
    _check_terms(deal, command.terms)
    if d.entrant(command.player).player not in deal.agreed:
        d.emit(ev.DealAgreed(command.player))


def refuse(d: Decider, command: cm.RefuseDeal) -> None:
    """End the deal talk, as one refusal is enough, and resume play."""
    check_deal_talk(d)
    if command.player:
        d.entrant(command.player)
    d.emit(ev.DealRefused(command.player))
    start_clock(d)


def confirm(d: Decider, command: cm.ConfirmDeal) -> None:
    """Confirm the deal once everybody has agreed."""
    deal = check_deal_talk(d)
    if not deal.all_agreed:
        raise IllegalAction("not_all_agreed")
    _check_terms(deal, command.terms)
    d.emit(ev.DealMade(deal.shares, deal.kept))
    start_clock(d)


def _check_terms(deal: Deal, seen: str) -> None:
    """Raise IllegalAction if other figures are proposed by now than those that were seen."""
    if seen and seen != deal.terms:
        raise IllegalAction("other_proposal")


def lapse(d: Decider) -> None:
    """Let the proposal lapse when its time is up and somebody has not agreed, or when a player in it has gone out."""
    deal = d.t.deal
    if deal is None or deal.made:
        return
    out = next((player for player, _ in deal.shares if d.t.players[player].out), 0)
    if out or 0 < deal.lapses_at <= d.now:
        d.emit(ev.DealLapsed(out))
        start_clock(d)


def check_deal_talk(d: Decider) -> Deal:
    """The open deal talk; raises IllegalAction without one."""
    d.check_running()
    if d.t.deal is None or d.t.deal.made:
        raise IllegalAction("no_deal_now")
    return d.t.deal


def remaining_prizes(t: TournamentState) -> list[int]:
    """The prize of each place that is left, best first, minor units; 0 for places that are not paid."""
    places = len(t.still_in())
    return [*t.prizes.amounts[:places], *(0,) * (places - len(t.prizes.amounts))]


def shares(t: TournamentState, command: cm.ProposeDeal) -> tuple[tuple[int, int], ...]:
    """Each remaining player's share, best stack first; with `kept` they add up to the remaining prizes.

    `chips` gives each the smallest prize and divides the rest by chips, `icm` follows the exact model, `own` takes the
    proposed figures.
    """
    left = sorted(t.still_in(), key=lambda entrant: (-entrant.stack, entrant.table, entrant.seat))
    stacks = [entrant.stack for entrant in left]
    prizes = remaining_prizes(t)
    rest = sum(prizes) - command.kept
    most_kept = prizes[0] - (prizes[1] if len(prizes) > 1 else 0)
    if not 0 <= command.kept <= most_kept:
        raise IllegalAction("bad_kept", max=most_kept)
    prizes[0] -= command.kept
    match command.kind:
        case DealKind.OWN:
            own = dict(command.shares)
            if len(own) != len(command.shares) or set(own) != {entrant.player for entrant in left}:
                raise IllegalAction("leaves_out_a_player")
            if sum(own.values()) != rest or min(own.values()) < 0:
                raise IllegalAction("shares_not_whole", rest=rest)
            return tuple((entrant.player, own[entrant.player]) for entrant in left)
        case DealKind.ICM if len(left) <= MOST_PLAYERS:
            parts = whole_units(icm(stacks, prizes), stacks)
        case DealKind.CHIPS:
            each = min(prizes)
            parts = [each + part for part in by_chips(rest - each * len(left), stacks)]
        case _:
            raise IllegalAction("bad_deal", most=MOST_PLAYERS)
    return tuple((entrant.player, part) for entrant, part in zip(left, parts, strict=True))
