"""T10: the places of players who bust together, and shared prizes."""

from collections.abc import Iterable

from tournaments.engine.finish.bounties import knock_out
from tournaments.engine.seating.break_tables import waits_for_rebuy
from tournaments.engine.setup.house_rules import EqualBust
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import OutReason
from tournaments.engine.state.tournament_state import TournamentState


def rank_busts(d: Decider) -> None:
    """Eliminate everybody whose order is known by now, the worst first.

    Players of one hand wait for each other's re-buys, and then place below whoever has gone out since; in hand-for-hand
    all tables wait for the last hand of the round. After an announced end all wait for the last hand of all, since the
    director may take it back and re-buys are then open again.
    """
    if d.t.ending and not d.t.all_idle:
        return
    groups: dict[int, list[ev.Busted]] = {}
    for bust in d.t.unranked_busts.values():
        groups.setdefault(0 if bust.hand_for_hand else bust.table, []).append(bust)
    for number, group in sorted(groups.items(), key=lambda item: item[1][0].at):
        if number == 0 and any(d.t.owes_hand(table) for table in d.t.tables.values()):
            # Also if the director has ended hand-for-hand: who goes out in a later hand has the better place.
            break
        if any(waits_for_rebuy(d.t, bust.table) for bust in group):
            continue
        before = _out_since(d.t, max(bust.at for bust in group))
        for bust, tied in in_order(group, d.t.setup.house.equal_bust):
            knock_out(d, bust)
            d.emit(ev.PlayerOut(bust.player, OutReason.BUST, tied, bust.at, before))


def _out_since(t: TournamentState, at: int) -> int:
    """The first of those who have gone out after this moment and have no place yet, 0 for nobody."""
    first = 0
    for out in reversed(t.eliminated):
        if out.at <= at or t.players[out.player].place:
            break
        first = out.player
    return first


def in_order(busts: Iterable[ev.Busted], rule: EqualBust) -> list[tuple[ev.Busted, int]]:
    """Players out in the same hand, worst first, each with the previous player if they tie, else 0 (T10).

    The larger stack at the start of the hand ranks higher. With `split` equal stacks tie, the better hand coming later;
    with `order` the earlier all-in ranks higher, then the lower table.
    """
    if rule is EqualBust.ORDER:
        ranked = sorted(busts, key=lambda bust: (bust.started, -bust.all_in, -bust.table, -bust.player))
        return [(bust, 0) for bust in ranked]
    ranked = sorted(busts, key=lambda bust: (bust.started, bust.strength, -bust.table, -bust.player))
    previous = [None, *ranked]
    return [
        (bust, last.player if last and last.started == bust.started else 0)
        for last, bust in zip(previous, ranked, strict=False)
    ]


def give_places(d: Decider) -> None:
    """Give places to everybody who is out, once nobody can enter any more."""
    t = d.t
    if not t.entries_closed:
        return
    outs, total = t.eliminated, t.left + len(t.eliminated)
    start = len(outs)
    while start and not t.players[outs[start - 1].player].place:
        start -= 1
    while start < len(outs):
        end = start + 1
        while end < len(outs) and outs[end].tied == outs[end - 1].player:
            end += 1
        first, last = total - end + 1, total - start
        for number in range(start, end):
            d.emit(ev.PlaceGiven(outs[number].player, total - number, first, last))
        start = end


def by_chips(d: Decider) -> list[int]:
    """The players still in, best first: by chips, equal stacks by table and seat (T15)."""
    left = sorted(d.t.still_in(), key=lambda entrant: (-entrant.stack, entrant.table, entrant.seat))
    return [entrant.player for entrant in left]
