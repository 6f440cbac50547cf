"""The showdown of one hand and the payment of its pots (section H, P3-P6, R4)."""

from collections.abc import Sequence

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Muck, Show
from games.engine.hand.pots import Pot, part_of
from games.engine.hand.queries import HandQueries
from games.engine.hand.showdown import Strength, awards, beaten, odd_chip_order, show_order, strength
from games.engine.hand.state import EVENT_HANDLERS
from games.engine.rules.house_rules import AutoMuck, ShowdownOrder
from games.engine.rules.rake import rake_of, rake_shares
from games.engine.rules.variant import Forced

# Looking up an enum member takes longer than the rest of a comparison.
BRING_IN, FIRST_BETTOR, SYSTEM = Forced.BRING_IN, ShowdownOrder.FIRST_BETTOR, AutoMuck.SYSTEM


class HandPayout(HandQueries):
    """One hand with its showdown and payment; each method adds the events it works out to those of the step."""

    __slots__ = ()

    def _emit(self, out: list[ev.HandEvent], event: ev.HandEvent) -> None:
        """Apply the event and add it to those of this step."""
        EVENT_HANDLERS[type(event)](self, event)
        out.append(event)

    def _turn_up(self, out: list[ev.HandEvent]) -> None:
        self._emit(out, ev.HandsTurnedUp(tuple((seat, self.hole[seat]) for seat in self.live)))

    def _showdown(self, out: list[ev.HandEvent]) -> None:
        all_in = self.rules.tournament is not None and any(not self.stacks[seat] for seat in self.live)
        if (self.boards or all_in) and not self.shown[self.live[0]]:
            self._turn_up(out)
        first_bet = self.house.showdown_order is FIRST_BETTOR
        bettor = self.betting.first_bettor if first_bet else self.betting.aggressor
        order = show_order(self.live, self.pots, first=bettor if bettor in self.live else self._unbet_first())
        self._emit(out, ev.ShowdownBegan(tuple([seat for seat in order if not self.shown[seat]])))
        self._show_in_turn(out)

    def _unbet_first(self) -> int:
        """The seat that shows first when nobody bet: the first by position, in stud the last able to (H1, G17)."""
        if self.variant.forced is not BRING_IN:
            return self.live[0]
        place = self.order.index(self.opening_seat)
        around = (*self.order[place:], *self.order[:place])
        able = [seat for seat in around if seat in self.live and self.stacks[seat]]
        return able[-1] if able else self.live[0]

    def _show_in_turn(self, out: list[ev.HandEvent]) -> None:
        if self.strengths is None:
            variant, hole, board = self.variant, self.hole, self.board
            self.strengths = {seat: strength(variant, hole[seat], board) for seat in self.live}
        strengths = self.strengths
        while self.to_show:
            seat = self.to_show[0]
            shown = [rival for rival in self.live if self.shown[rival]]
            if not beaten(seat, self.pots, strengths, shown):
                self._emit(out, ev.Shown(seat, self.hole[seat]))
            elif self.house.auto_muck is SYSTEM:
                self._emit(out, ev.Mucked(seat))
            else:
                return
        self._pay(out, strengths)

    def _show(self, seat: int, action: Show | Muck, out: list[ev.HandEvent]) -> list[ev.HandEvent]:
        if self.to_show and self.to_show[0] == seat:
            if isinstance(action, Muck):
                self._emit(out, ev.Mucked(seat))
            else:
                self._emit(out, ev.Shown(seat, self.hole[seat]))
            self._show_in_turn(out)
            return out
        if isinstance(action, Muck) or not self.may_show(seat):
            raise IllegalAction("cannot_show")
        hole, up = self.hole[seat], self.face_up[seat]
        wanted = action.places or range(len(hole))
        if any(not 0 <= place < len(hole) for place in wanted):
            raise IllegalAction("cannot_show")
        # Everybody has seen the up cards already.
        before = self.shown[seat] or tuple([card if card in up else -1 for card in hole])
        if all(before[place] >= 0 for place in wanted):
            return out
        cards = tuple(card if place in wanted else before[place] for place, card in enumerate(hole))
        self._emit(out, ev.Shown(seat, cards))
        return out

    def _pay(self, out: list[ev.HandEvent], strengths: dict[int, Strength]) -> None:
        unit = self.house.chip_unit
        pots = self._raked(out) if self.rules.rake.per_mille else self.pots
        for run, board in enumerate((*self.boards, self.board)):
            if self.boards:
                strengths = {seat: strength(self.variant, self.hole[seat], board) for seat in strengths}
            parts = pots
            if self.runs > 1:
                parts = [Pot(part_of(pot.amount, self.runs, run, unit), pot.seats) for pot in pots]
            odd_chip = odd_chip_order(self.rules, self.hole, board)
            for award in awards(parts, strengths, unit=unit, odd_chip=odd_chip):
                if award.amount:
                    self._emit(out, ev.PotWon(award.pot, award.amount, award.half, award.shares, run))
        stacks, protected_chips, start = self.stacks, self.protected_chips, self.start
        changes = tuple([(seat, stacks[seat] + protected_chips[seat] - start[seat]) for seat in self.order])
        self._emit(out, ev.HandEnded(self.number, changes, self.rake))

    def _raked(self, out: list[ev.HandEvent]) -> Sequence[Pot]:
        """Take the rake and return the pots without it (R4)."""
        unit = self.house.chip_unit
        amounts = tuple([pot.amount for pot in self.pots])
        rake = rake_of(
            self.rules.rake, pots=sum(amounts), dealt_in=len(self.order), flop_seen=self.street > 0, chip=unit
        )
        if not rake:
            return self.pots
        shares = rake_shares(rake, amounts, unit)
        self._emit(out, ev.RakeTaken(rake, shares))
        return [Pot(pot.amount - share, pot.seats) for pot, share in zip(self.pots, shares, strict=True)]
