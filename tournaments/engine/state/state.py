"""How each event changes a tournament: state is events folded."""

from collections.abc import Callable
from typing import Any

from games.engine.errors import BrokenInvariant
from games.engine.rules.button import Positions
from tournaments.engine.setup.payouts import Prizes
from tournaments.engine.setup.setup import Price
from tournaments.engine.state import events as ev
from tournaments.engine.state.entrant import Entrant, Felt
from tournaments.engine.state.facts import NO_REST, Deal, LevelClock, Out, Rest, Stage, TournamentFacts


class Tournament(TournamentFacts):
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
            self.outs = [out for out in self.outs if out.player != event.player]
            entrant = entrant._replace(entries=entrant.entries + 1, out=False)
        else:
            entrant = Entrant(event.player, event.name)
        cash = 0 if event.ticket else price.total
        self.players[event.player] = entrant._replace(
            paid=entrant.paid + cash,
            fees=entrant.fees + (0 if event.ticket else price.fee),
            tickets=entrant.tickets + event.ticket,
            head=entrant.head + price.bounty,
        )
        self.entries += 1
        self._take(price)
        if self.stage is Stage.RUNNING:
            self.left += 1
            self.peak = max(self.peak, self.left)

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
            head=entrant.head + price.bounty,
            bought=entrant.bought + chips,
        )
        self._take(price)
        self._decided(player)

    def _rebought(self, event: ev.Rebought) -> None:
        assert self.setup.rebuy is not None
        self._bought(event.player, self.setup.rebuy.price, event.chips)
        self._set(event.player, rebuys=self.players[event.player].rebuys + 1)
        self.fallen.pop(event.player, None)

    def _added_on(self, event: ev.AddedOn) -> None:
        assert self.setup.addon is not None
        self._bought(event.player, self.setup.addon.price, event.chips)
        self._set(event.player, added_on=True)
        self.fallen.pop(event.player, None)

    def _rebuy_offered(self, event: ev.RebuyOffered) -> None:
        self._set(event.player, deciding=event.until)
        self.deciding.add(event.player)

    def _rebuy_declined(self, event: ev.RebuyDeclined) -> None:
        self._decided(event.player)

    def _decided(self, player: int) -> None:
        self._set(player, deciding=0)
        self.deciding.discard(player)

    def _entries_closed(self, event: ev.EntriesClosed) -> None:
        self.closed = True
        self.overlay = event.overlay
        self.prizes = Prizes(event.prizes, event.tickets)

    # Start, tables and seats.

    def _started(self, event: ev.Started) -> None:
        self.stage = Stage.RUNNING
        self.started_at = event.at
        self.left = self.peak = len(self.players)
        self.hourly_at = self.setup.structure.hourly_break(event.at)

    def _table_opened(self, event: ev.TableOpened) -> None:
        self.tables = max(self.tables, event.table)
        self.felts[event.table] = Felt(event.table, (0,) * event.seats)
        self.idle.add(event.table)
        self._count(0, 1)

    def _table_closed(self, event: ev.TableClosed) -> None:
        felt = self.felts.pop(event.table)
        self.idle.discard(event.table)
        self.breaking.discard(event.table)
        self._count(felt.taken, -1)

    def _count(self, players: int, change: int) -> None:
        number = self.sizes.get(players, 0) + change
        if number:
            self.sizes[players] = number
        else:
            del self.sizes[players]

    def _put(self, table: int, seat: int, player: int) -> None:
        felt = self.felts[table]
        if player and felt.seats[seat]:
            raise BrokenInvariant("one player to a seat")
        self._count(felt.taken, -1)
        self.felts[table] = felt = felt.put(seat, player)
        self._count(felt.taken, 1)

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
        felt = self.felts[event.table]
        self.felts[event.table] = felt._replace(positions=Positions(event.button))

    def _final_table_made(self, event: ev.FinalTableMade) -> None:
        self.final = event.table

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
        self.rest = Rest(event.length)

    def _break_began(self, event: ev.BreakBegan) -> None:
        self.rest = self.rest._replace(until=event.until)

    def _break_ended(self, event: ev.BreakEnded) -> None:
        self.rest = NO_REST
        self.hourly_at = self.setup.structure.hourly_break(event.at)

    def _paused(self, event: ev.Paused) -> None:
        self.paused = True

    def _resumed(self, event: ev.Resumed) -> None:
        self.paused = False

    # Hands.

    def _hand_released(self, event: ev.HandReleased) -> None:
        felt = self.felts[event.table]
        dealt = {felt.seats[seat] for seat in event.dealt}
        self.idle.discard(event.table)
        self.felts[event.table] = felt._replace(
            hand=event.hand,
            running=True,
            together=event.together,
            redo=False,
            ended=(),
            positions=Positions(event.button, event.small, event.big),
            before=felt.positions,
            came=tuple(player for player in felt.fresh if player in dealt),
            dealt=event.dealt,
            fresh=tuple(player for player in felt.fresh if player not in dealt),
        )

    def _hand_played(self, event: ev.HandPlayed) -> None:
        felt = self.felts[event.table]
        if sum(self.players[player].stack for player, _ in event.stacks) != sum(chips for _, chips in event.stacks):
            raise BrokenInvariant("a hand ends with the chips it began with (P6)")
        ended = []
        for player, chips in event.stacks:
            entrant = self.players[player]
            ended.append((player, entrant.stack, chips, min(1, entrant.sits)))
            self.players[player] = entrant._replace(stack=chips, sits=max(0, entrant.sits - 1))
        self.felts[event.table] = felt._replace(running=False, hands=felt.hands + 1, ended=tuple(ended))
        self.idle.add(event.table)

    def _hand_voided(self, event: ev.HandVoided) -> None:
        felt = self.felts[event.table]
        for player, before, after, sat in felt.ended:
            entrant = self.players[player]
            self._set(player, stack=entrant.stack + before - after, sits=entrant.sits + sat)
        fresh, hands = (*felt.came, *felt.fresh), felt.hands - bool(felt.ended)
        self.felts[event.table] = felt._replace(
            running=False, redo=True, ended=(), hands=hands, positions=felt.before, fresh=fresh
        )
        self.idle.add(event.table)

    def _game_changed(self, event: ev.GameChanged) -> None:
        self.felts[event.table] = self.felts[event.table]._replace(game=event.turn, hands=0)

    # Chips in and out.

    def _chips_added(self, event: ev.ChipsAdded) -> None:
        entrant = self.players[event.player]
        self._set(event.player, stack=entrant.stack + event.chips, bought=entrant.bought - event.chips)
        self.chips += event.chips

    def _chips_owed(self, event: ev.ChipsOwed) -> None:
        self._set(event.player, bought=self.players[event.player].bought + event.chips)

    def _chips_removed(self, event: ev.ChipsRemoved) -> None:
        self._set(event.player, stack=self.players[event.player].stack - event.chips)
        self.chips -= event.chips

    def _chips_raced(self, event: ev.ChipsRaced) -> None:
        before = sum(self.players[player].stack for player, _ in event.stacks)
        if before + event.change != sum(chips for _, chips in event.stacks):
            raise BrokenInvariant("a chip race says what it added (T11)")
        for player, chips in event.stacks:
            self._set(player, stack=chips)
        self.felts[event.table] = self.felts[event.table]._replace(ended=())
        self.chips += event.change

    # Going out.

    def _busted(self, event: ev.Busted) -> None:
        self.fallen[event.player] = event

    def _bounty_won(self, event: ev.BountyWon) -> None:
        winner, victim = self.players[event.player], self.players[event.victim]
        self._set(event.player, cash=winner.cash + event.cash, head=winner.head + event.raised)
        self._set(event.victim, head=victim.head - event.cash - event.raised)

    def _player_out(self, event: ev.PlayerOut) -> None:
        entrant = self.players[event.player]
        if entrant.stack:
            raise BrokenInvariant("who is out has no chips")
        if entrant.table:
            self._put(entrant.table, entrant.seat, 0)
        self.loose += entrant.head
        self._set(event.player, out=True, table=0, seat=-1, head=0)
        self.outs.append(Out(event.player, event.tied, event.at))
        self.fallen.pop(event.player, None)
        self.waiting = [wait for wait in self.waiting if wait.player != event.player]
        self.left -= 1

    def _place_given(self, event: ev.PlaceGiven) -> None:
        self._set(event.player, place=event.place, first=event.first, last=event.last)

    def _hand_for_hand_began(self, event: ev.HandForHandBegan) -> None:
        self.hand_for_hand = True
        self.by_hand = event.why != "bubble"

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

    def _break_asked(self, event: ev.BreakAsked) -> None:
        (self.breaking.add if event.asked else self.breaking.discard)(event.table)

    def _warned(self, event: ev.Warned) -> None:
        self._set(event.player, warnings=self.players[event.player].warnings + 1)

    def _penalised(self, event: ev.Penalised) -> None:
        self._set(event.player, sits=self.players[event.player].sits + event.hands)

    def _disqualified(self, event: ev.WasDisqualified) -> None:
        self._set(event.player, ghost=event.played_on, barred=True)

    def _deal_talked(self, event: ev.DealTalked) -> None:
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
    ev.BreakAsked: Tournament._break_asked,
    ev.Warned: Tournament._warned,
    ev.Penalised: Tournament._penalised,
    ev.WasDisqualified: Tournament._disqualified,
    ev.DealTalked: Tournament._deal_talked,
    ev.DealProposed: Tournament._deal_proposed,
    ev.DealAgreed: Tournament._deal_agreed,
    ev.DealRefused: Tournament._deal_over,
    ev.DealLapsed: Tournament._deal_over,
    ev.DealMade: Tournament._deal_made,
    ev.EndAnnounced: Tournament._end_announced,
    ev.Ended: Tournament._ended,
    ev.Cancelled: Tournament._cancelled,
}
