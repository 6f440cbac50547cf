"""How each event changes a tournament: state is events folded."""

from collections.abc import Callable
from typing import Any

from games.engine.errors import BrokenInvariant
from games.engine.rules.button import Positions
from tournaments.engine.setup.payouts import Prizes
from tournaments.engine.setup.setup import Price
from tournaments.engine.state import events as ev
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.facts import NO_BREAK, BreakState, Deal, Elimination, LevelClock, Stage, TournamentState
from tournaments.engine.state.table import HandResult, Table


class Tournament(TournamentState):
    """A tournament to which things happen."""

    __slots__ = ()

    def apply(self, event: ev.Event) -> None:
        """Fold one event into the state; raises BrokenInvariant where chips would be made or lost."""
        fold = _FOLD.get(type(event))
        if fold:
            fold(self, event)

    def _set(self, player: int, **changes: Any) -> None:
        self.players[player] = self.players[player]._replace(**changes)

    # Entries and what they cost.

    def _setup_changed(self, event: ev.SetupChanged) -> None:
        self.setup = event.setup

    def _entered(self, event: ev.Entered) -> None:
        entrant, price = self.players.get(event.player), self.setup.price
        if entrant:
            self.eliminated = [out for out in self.eliminated if out.player != event.player]
            entrant = entrant._replace(entries=entrant.entries + 1, out=False)
        else:
            entrant = Entrant(event.player, event.name)
        cash = 0 if event.ticket else price.total
        self.players[event.player] = entrant._replace(
            paid=entrant.paid + cash,
            fees=entrant.fees + (0 if event.ticket else price.fee),
            tickets=entrant.tickets + event.ticket,
            bounty=entrant.bounty + price.bounty,
        )
        self.entries += 1
        self._take(price)
        if self.stage is Stage.RUNNING:
            self.left += 1
            self.most_players = max(self.most_players, self.left)

    def _take(self, price: Price, sign: int = 1) -> None:
        self.pool += sign * price.pool
        self.fees += sign * price.fee
        self.bounties += sign * price.bounty

    def _unregistered(self, event: ev.Unregistered) -> None:
        del self.players[event.player]
        self.entries -= 1
        self._take(self.setup.price, -1)

    def _bought(self, player: int, price: Price, chips: int) -> None:
        entrant = self.players[player]
        self._set(
            player,
            paid=entrant.paid + price.total,
            fees=entrant.fees + price.fee,
            bounty=entrant.bounty + price.bounty,
            pending_chips=entrant.pending_chips + chips,
        )
        self._take(price)
        self._decided(player)

    def _rebought(self, event: ev.Rebought) -> None:
        assert self.setup.rebuy is not None
        self._bought(event.player, self.setup.rebuy.price, event.chips)
        self._set(event.player, rebuys=self.players[event.player].rebuys + 1)
        self.unranked_busts.pop(event.player, None)

    def _added_on(self, event: ev.AddedOn) -> None:
        assert self.setup.addon is not None
        self._bought(event.player, self.setup.addon.price, event.chips)
        self._set(event.player, added_on=True)
        self.unranked_busts.pop(event.player, None)

    def _rebuy_offered(self, event: ev.RebuyOffered) -> None:
        self._set(event.player, rebuy_pending=event.until)
        self.rebuy_pending.add(event.player)

    def _rebuy_declined(self, event: ev.RebuyDeclined) -> None:
        self._decided(event.player)

    def _decided(self, player: int) -> None:
        self._set(player, rebuy_pending=0)
        self.rebuy_pending.discard(player)

    def _entries_closed(self, event: ev.EntriesClosed) -> None:
        self.entries_closed = True
        self.overlay = event.overlay
        self.prizes = Prizes(event.prizes, event.tickets)

    # Start, tables and seats.

    def _started(self, event: ev.Started) -> None:
        self.stage = Stage.RUNNING
        self.started_at = event.at
        self.left = self.most_players = len(self.players)
        self.hourly_at = self.setup.structure.hourly_break(event.at)

    def _table_opened(self, event: ev.TableOpened) -> None:
        self.tables_opened = max(self.tables_opened, event.table)
        self.tables[event.table] = Table(event.table, (0,) * event.seats)
        self.idle.add(event.table)
        self._count(0, 1)

    def _table_closed(self, event: ev.TableClosed) -> None:
        table = self.tables.pop(event.table)
        self.idle.discard(event.table)
        self.breaking.discard(event.table)
        self._count(table.taken, -1)

    def _count(self, players: int, change: int) -> None:
        number = self.table_sizes.get(players, 0) + change
        if number:
            self.table_sizes[players] = number
        else:
            del self.table_sizes[players]

    def _put(self, number: int, seat: int, player: int) -> None:
        table = self.tables[number]
        if player and table.seats[seat]:
            raise BrokenInvariant("one player to a seat")
        self._count(table.taken, -1)
        self.tables[number] = table = table.with_player(seat, player)
        self._count(table.taken, 1)

    def _seated(self, event: ev.Seated) -> None:
        self._put(event.table, event.seat, event.player)
        self._set(event.player, table=event.table, seat=event.seat, stack=event.chips)
        self.chips += event.chips

    def _moved(self, event: ev.Moved) -> None:
        if event.from_table:
            self._put(event.from_table, event.from_seat, 0)
        self._put(event.table, event.seat, event.player)
        moves = self.players[event.player].moves + 1
        self._set(event.player, table=event.table, seat=event.seat, moves=moves)

    def _button_drawn(self, event: ev.ButtonDrawn) -> None:
        table = self.tables[event.table]
        self.tables[event.table] = table._replace(positions=Positions(event.button))

    def _final_table_made(self, event: ev.FinalTableMade) -> None:
        self.final_table = event.table

    def _round_began(self, event: ev.RoundBegan) -> None:
        self.round = event.number

    # The clock.

    def _level_began(self, event: ev.LevelBegan) -> None:
        self.clock = LevelClock(event.level, 0, event.left)

    def _clock_started(self, event: ev.ClockStarted) -> None:
        self.clock = self.clock._replace(ends=event.ends, left=0)

    def _clock_stopped(self, event: ev.ClockStopped) -> None:
        self.clock = self.clock._replace(ends=0, left=event.left)

    def _break_announced(self, event: ev.BreakAnnounced) -> None:
        self.current_break = BreakState(event.length)

    def _break_began(self, event: ev.BreakBegan) -> None:
        self.current_break = self.current_break._replace(until=event.until)

    def _break_ended(self, event: ev.BreakEnded) -> None:
        self.current_break = NO_BREAK
        self.hourly_at = self.setup.structure.hourly_break(event.at)

    def _paused(self, event: ev.Paused) -> None:
        self.paused = True

    def _resumed(self, event: ev.Resumed) -> None:
        self.paused = False

    # Hands.

    def _hand_released(self, event: ev.HandReleased) -> None:
        table = self.tables[event.table]
        dealt = {table.seats[seat] for seat in event.dealt}
        self.idle.discard(event.table)
        self.tables[event.table] = table._replace(
            hand=event.hand,
            running=True,
            hand_for_hand=event.hand_for_hand,
            redeal=False,
            last_hand=(),
            positions=Positions(event.button, event.small, event.big),
            previous_positions=table.positions,
            newcomers_dealt=tuple(player for player in table.newcomers if player in dealt),
            dealt=event.dealt,
            newcomers=tuple(player for player in table.newcomers if player not in dealt),
        )

    def _hand_played(self, event: ev.HandPlayed) -> None:
        table = self.tables[event.table]
        if sum(self.players[player].stack for player, _ in event.stacks) != sum(chips for _, chips in event.stacks):
            raise BrokenInvariant("a hand ends with the chips it began with (P6)")
        results = []
        for player, chips in event.stacks:
            entrant = self.players[player]
            results.append(HandResult(player, entrant.stack, chips, min(1, entrant.penalty_hands)))
            self.players[player] = entrant._replace(stack=chips, penalty_hands=max(0, entrant.penalty_hands - 1))
        self.tables[event.table] = table._replace(running=False, hands=table.hands + 1, last_hand=tuple(results))
        self.idle.add(event.table)

    def _hand_voided(self, event: ev.HandVoided) -> None:
        table = self.tables[event.table]
        for player, before, after, sat in table.last_hand:
            entrant = self.players[player]
            self._set(player, stack=entrant.stack + before - after, penalty_hands=entrant.penalty_hands + sat)
        fresh, hands = (*table.newcomers_dealt, *table.newcomers), table.hands - bool(table.last_hand)
        self.tables[event.table] = table._replace(
            running=False, redeal=True, last_hand=(), hands=hands, positions=table.previous_positions, newcomers=fresh
        )
        self.idle.add(event.table)

    def _game_changed(self, event: ev.GameChanged) -> None:
        self.tables[event.table] = self.tables[event.table]._replace(game=event.turn, hands=0)

    # Chips in and out.

    def _chips_added(self, event: ev.ChipsAdded) -> None:
        entrant = self.players[event.player]
        self._set(event.player, stack=entrant.stack + event.chips, pending_chips=entrant.pending_chips - event.chips)
        self.chips += event.chips

    def _chips_owed(self, event: ev.ChipsOwed) -> None:
        self._set(event.player, pending_chips=self.players[event.player].pending_chips + event.chips)

    def _chips_removed(self, event: ev.ChipsRemoved) -> None:
        self._set(event.player, stack=self.players[event.player].stack - event.chips)
        self.chips -= event.chips

    def _chips_raced(self, event: ev.ChipsRaced) -> None:
        before = sum(self.players[player].stack for player, _ in event.stacks)
        if before + event.change != sum(chips for _, chips in event.stacks):
            raise BrokenInvariant("a chip race says what it added (T11)")
        for player, chips in event.stacks:
            self._set(player, stack=chips)
        self.tables[event.table] = self.tables[event.table]._replace(last_hand=())
        self.chips += event.change

    # Going out.

    def _busted(self, event: ev.Busted) -> None:
        self.unranked_busts[event.player] = event

    def _bounty_won(self, event: ev.BountyWon) -> None:
        winner, victim = self.players[event.player], self.players[event.victim]
        self._set(event.player, bounties_won=winner.bounties_won + event.cash, bounty=winner.bounty + event.raised)
        self._set(event.victim, bounty=victim.bounty - event.cash - event.raised)

    def _player_out(self, event: ev.PlayerOut) -> None:
        entrant = self.players[event.player]
        if entrant.stack:
            raise BrokenInvariant("who is out has no chips")
        if entrant.table:
            self._put(entrant.table, entrant.seat, 0)
        self.unclaimed_bounties += entrant.bounty
        self._set(event.player, out=True, table=0, seat=-1, bounty=0)
        self.eliminated.append(Elimination(event.player, event.tied, event.at))
        self.unranked_busts.pop(event.player, None)
        self.waiting = [wait for wait in self.waiting if wait.player != event.player]
        self.left -= 1

    def _place_given(self, event: ev.PlaceGiven) -> None:
        self._set(event.player, place=event.place, first=event.first, last=event.last)

    def _hand_for_hand_began(self, event: ev.HandForHandBegan) -> None:
        self.hand_for_hand = True
        self.manual_hand_for_hand = event.why != "bubble"

    def _hand_for_hand_ended(self, event: ev.HandForHandEnded) -> None:
        self.hand_for_hand = False

    # The director's acts.

    def _away(self, event: ev.MarkedAway) -> None:
        self._set(event.player, away=True)

    def _back(self, event: ev.MarkedBack) -> None:
        self._set(event.player, away=False)

    def _deferred(self, event: ev.Deferred) -> None:
        self.waiting.append(event)

    def _undeferred(self, event: ev.Undeferred) -> None:
        self.waiting = [wait for wait in self.waiting if (wait.kind, wait.player) != (event.kind, event.player)]

    def _break_asked(self, event: ev.TableBreakRequested) -> None:
        (self.breaking.add if event.asked else self.breaking.discard)(event.table)

    def _warned(self, event: ev.Warned) -> None:
        self._set(event.player, warnings=self.players[event.player].warnings + 1)

    def _penalised(self, event: ev.Penalised) -> None:
        self._set(event.player, penalty_hands=self.players[event.player].penalty_hands + event.hands)

    def _disqualified(self, event: ev.PlayerDisqualified) -> None:
        self._set(event.player, played_on=event.played_on, disqualified=True)

    def _deal_talked(self, event: ev.DealTalkOpened) -> None:
        self.deal = Deal()

    def _deal_proposed(self, event: ev.DealProposed) -> None:
        self.deal = Deal(event.kind, event.shares, event.kept, until=event.until)

    def _deal_agreed(self, event: ev.DealAgreed) -> None:
        assert self.deal is not None
        self.deal = self.deal._replace(agreed=(*self.deal.agreed, event.player))

    def _deal_over(self, event: ev.DealRefused | ev.DealLapsed) -> None:
        self.deal = None

    def _deal_made(self, event: ev.DealMade) -> None:
        assert self.deal is not None
        self.deal = self.deal._replace(made=True)

    # The end.

    def _end_announced(self, event: ev.EndAnnounced) -> None:
        self.ending = event.why

    def _ended(self, event: ev.Ended) -> None:
        self.stage = Stage.ENDED

    def _cancelled(self, event: ev.Cancelled) -> None:
        self.stage = Stage.CANCELLED


_FOLD: dict[type, Callable[[Tournament, Any], None]] = {
    ev.SetupChanged: Tournament._setup_changed,
    ev.Entered: Tournament._entered,
    ev.Unregistered: Tournament._unregistered,
    ev.Started: Tournament._started,
    ev.EntriesClosed: Tournament._entries_closed,
    ev.TableOpened: Tournament._table_opened,
    ev.TableClosed: Tournament._table_closed,
    ev.Seated: Tournament._seated,
    ev.Moved: Tournament._moved,
    ev.ButtonDrawn: Tournament._button_drawn,
    ev.FinalTableMade: Tournament._final_table_made,
    ev.RoundBegan: Tournament._round_began,
    ev.LevelBegan: Tournament._level_began,
    ev.ClockStarted: Tournament._clock_started,
    ev.ClockStopped: Tournament._clock_stopped,
    ev.BreakAnnounced: Tournament._break_announced,
    ev.BreakBegan: Tournament._break_began,
    ev.BreakEnded: Tournament._break_ended,
    ev.Paused: Tournament._paused,
    ev.Resumed: Tournament._resumed,
    ev.HandReleased: Tournament._hand_released,
    ev.HandPlayed: Tournament._hand_played,
    ev.HandVoided: Tournament._hand_voided,
    ev.GameChanged: Tournament._game_changed,
    ev.Busted: Tournament._busted,
    ev.RebuyOffered: Tournament._rebuy_offered,
    ev.RebuyDeclined: Tournament._rebuy_declined,
    ev.Rebought: Tournament._rebought,
    ev.AddedOn: Tournament._added_on,
    ev.ChipsOwed: Tournament._chips_owed,
    ev.ChipsAdded: Tournament._chips_added,
    ev.ChipsRemoved: Tournament._chips_removed,
    ev.ChipsRaced: Tournament._chips_raced,
    ev.HandForHandBegan: Tournament._hand_for_hand_began,
    ev.HandForHandEnded: Tournament._hand_for_hand_ended,
    ev.BountyWon: Tournament._bounty_won,
    ev.PlayerOut: Tournament._player_out,
    ev.PlaceGiven: Tournament._place_given,
    ev.MarkedAway: Tournament._away,
    ev.MarkedBack: Tournament._back,
    ev.Deferred: Tournament._deferred,
    ev.Undeferred: Tournament._undeferred,
    ev.TableBreakRequested: Tournament._break_asked,
    ev.Warned: Tournament._warned,
    ev.Penalised: Tournament._penalised,
    ev.PlayerDisqualified: Tournament._disqualified,
    ev.DealTalkOpened: Tournament._deal_talked,
    ev.DealProposed: Tournament._deal_proposed,
    ev.DealAgreed: Tournament._deal_agreed,
    ev.DealRefused: Tournament._deal_over,
    ev.DealLapsed: Tournament._deal_over,
    ev.DealMade: Tournament._deal_made,
    ev.EndAnnounced: Tournament._end_announced,
    ev.Ended: Tournament._ended,
    ev.Cancelled: Tournament._cancelled,
}
