"""What can be asked of a hand: what it waits for, what is legal, what it would cost."""

from typing import NamedTuple

from games.engine.actions import Action, Call, Check, Discard, Fold
from games.engine.betting import Legal
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.hand_state import HandState
from games.engine.houserules import DrawOpen
from games.engine.opening import pair_shows
from games.engine.variant import Forced


class Waiting(NamedTuple):
    """What the hand waits for: act, draw or show (of `seat`), agree (of `to_agree`), deal, done."""

    kind: str
    seat: int


DONE = Waiting("done", -1)
DEAL = Waiting("deal", -1)
AGREE = Waiting("agree", -1)


class HandFacts(HandState):
    """One hand's state with the questions that the table, its views and its tools ask."""

    __slots__ = ()

    @property
    def waiting(self) -> Waiting:
        """What has to come from outside before the hand goes on."""
        if self.to_act >= 0:
            return Waiting("act", self.to_act)
        if self.to_draw:
            return Waiting("draw", self.to_draw[0])
        if self.to_agree:
            return AGREE
        if self.changes is not None:
            return DONE
        if self.to_show:
            return Waiting("show", self.to_show[0])
        return DEAL

    def legal(self) -> Legal:
        """What the seat to act may do; one source for the refusal, the button and the act (B1-B8)."""
        if self.legal_now is None:
            self.legal_now = self._legal()
        return self.legal_now

    def _legal(self) -> Legal:
        seat = self.to_act
        if seat < 0:
            raise IllegalAction("not_your_turn")
        live, betting, stack = self.live, self.betting, self.stacks[seat]
        double = betting.may_double and pair_shows(self.up, live, seat, self.rules.house.open_pair)
        rivals = len(self.due) > 1 or self._has_rival(seat)
        legal = betting.legal(seat, stack, len(live), rivals=rivals, double=double)
        if self.bring_due:
            price = min(self.rules.stakes.bring_in, stack)
            if price == stack:
                return Legal(seat, price, 0, 0, True, bring_in=True)
            return Legal(seat, price, legal.min_to, legal.max_to, legal.first_bet, legal.step, bring_in=True)
        if self.street == 0 and self._must_open:
            return legal._replace(must_open=True)
        return legal

    def _has_rival(self, seat: int) -> bool:
        """Whether an opponent still has chips to answer a raise with."""
        stacks = self.stacks
        for rival in self.live:
            if stacks[rival] > 0 and rival != seat:
                return True
        return False

    def price(self, seat: int) -> int:
        """What a call would cost the seat now, its turn or not."""
        return max(0, min(self.betting.high - self.betting.bets[seat], self.stacks[seat]))

    def may_show(self, seat: int) -> bool:
        """Whether the show-cards button is live for the seat (H4)."""
        if self.changes is None or seat in self.folded or seat not in self.order:
            return False
        hidden = not self.open[seat] or -1 in self.open[seat]
        return hidden and (seat in self.mucked or len(self.live) == 1)

    @property
    def _must_open(self) -> bool:
        """The first round of a draw game that may not be checked (G12)."""
        return (
            not self.betting.high
            and self.rules.variant.forced is Forced.ANTES
            and self.rules.house.draw_open is DrawOpen.BET_OR_FOLD
        )

    @property
    def _may_bet(self) -> bool:
        """Whether two have chips, so that there is something to bet."""
        stacks, one = self.stacks, False
        for seat in self.live:
            if stacks[seat] > 0:
                if one:
                    return True
                one = True
        return False

    @property
    def _draws_ahead(self) -> bool:
        return any(street.draw for street in self.rules.variant.streets[self.street + 1 :])

    def unseen_board(self) -> tuple[Card, ...]:
        """The rest of the board that a hand ended early did not come to, in order (H7)."""
        stub = self.stub.copy()
        cards: tuple[Card, ...] = ()
        for street in self.rules.variant.streets[self.street + 1 :]:
            cards += stub.take(street.board, street.burn)
        return cards

    @property
    def price_due(self) -> int:
        """What a call costs whose turn it is, 0 in a draw."""
        return self.legal().call if self.to_act >= 0 else 0

    def default_action(self, *, dead: bool = False) -> Action:
        """What the room does for a player who does not decide: stand pat, bring in, check, else fold.

        `dead` folds also where checking is free (B14).
        """
        if self.to_draw:
            return Discard()
        legal = self.legal()
        if legal.bring_in:
            return Call()
        return Check() if legal.can_check and not dead else Fold()
