"""Queries of a hand: what it waits for, which actions are legal and what they cost."""

from enum import StrEnum
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Action, Call, Check, Discard, Fold
from games.engine.hand.betting import Legal
from games.engine.hand.opener import pair_shows
from games.engine.hand.state import HandState
from games.engine.rules.house_rules import DrawOpen
from games.engine.rules.variant import Forced


class HandWait(StrEnum):
    """What a hand waits for: one seat to bet, draw or show, the answers to an offer, or the next cards."""

    ACT = "act"
    DRAW = "draw"
    SHOW = "show"
    AGREE = "agree"
    DEAL = "deal"
    DONE = "done"


class Waiting(NamedTuple):
    """What the hand waits for, and the `seat` that has to act, draw or show; -1 if it is nobody in particular."""

    kind: HandWait
    seat: int


# Looking up an enum member takes longer than building the answer.
ACT, DRAW, SHOW = HandWait.ACT, HandWait.DRAW, HandWait.SHOW
DONE, DEAL, AGREE = Waiting(HandWait.DONE, -1), Waiting(HandWait.DEAL, -1), Waiting(HandWait.AGREE, -1)


class HandQueries(HandState):
    """The state of one hand with the queries that the table and its views need."""

    __slots__ = ()

    @property
    def waiting(self) -> Waiting:
        """What the hand needs before it continues."""
        if self.to_act >= 0:
            return Waiting(ACT, self.to_act)
        if self.to_draw:
            return Waiting(DRAW, self.to_draw[0])
        if self.to_agree:
            return AGREE
        if self.changes is not None:
            return DONE
        if self.to_show:
            return Waiting(SHOW, self.to_show[0])
        return DEAL

    def legal(self) -> Legal:
        """What the seat to act may do (B1-B8); both the buttons and the checks of actions rely on it.

        Raises IllegalAction when no seat is to act.
        """
        if self.legal_now is not None:
            return self.legal_now
        seat = self.to_act
        if seat < 0:
            raise IllegalAction("not_your_turn")
        live, betting, stack = self.live, self.betting, self.stacks[seat]
        double = betting.may_double and pair_shows(self.face_up, live, seat, self.house.open_pair)
        legal = betting.legal(seat, stack, len(live), self.rivals, double)
        if self.bring_due:
            price = min(self.stakes.bring_in, stack)
            legal.call, legal.bring_in = price, True
            if price == stack:
                legal.min_to, legal.max_to, legal.step = 0, 0, 1
        elif self.street == 0 and not betting.high and self._must_open:
            legal.must_open = True
        self.legal_now = legal
        return legal

    def price(self, seat: int) -> int:
        """What a call would cost the seat now, whether or not it is its turn."""
        return max(0, min(self.betting.high - self.betting.bets[seat], self.stacks[seat]))

    def may_show(self, seat: int) -> bool:
        """Whether the seat may show cards after the hand (H4)."""
        if self.changes is None or seat in self.folded or seat not in self.order:
            return False
        hidden = not self.shown[seat] or -1 in self.shown[seat]
        return hidden and (seat in self.mucked or len(self.live) == 1)

    @property
    def _must_open(self) -> bool:
        """Whether the first round of this draw game may not be checked (G12)."""
        return self.variant.forced is Forced.ANTES and self.house.draw_open is DrawOpen.BET_OR_FOLD

    @property
    def _may_bet(self) -> bool:
        """Whether at least two players have chips, so that betting is possible."""
        stacks, one = self.stacks, False
        for seat in self.live:
            if stacks[seat] > 0:
                if one:
                    return True
                one = True
        return False

    @property
    def _draws_to_come(self) -> bool:
        return any(street.draw for street in self.streets[self.street + 1 :])

    def unseen_board(self) -> tuple[Card, ...]:
        """The board cards that would have come had the hand not ended early, in order (H7)."""
        stub = self.stub.copy()
        cards: tuple[Card, ...] = ()
        for street in self.streets[self.street + 1 :]:
            cards += stub.take(street.board, street.burn)
        return cards

    @property
    def price_due(self) -> int:
        """What a call costs the seat to act, 0 in a draw."""
        return self.legal().call if self.to_act >= 0 else 0

    @property
    def may_fold_in_draw(self) -> bool:
        """Whether the seat to draw may fold: not an all-in one (B13), nor one whose rivals all are (B2, B12)."""
        return bool(self.to_draw) and self.stacks[self.to_draw[0]] > 0 and self._has_rival(self.to_draw[0])

    def default_action(self, *, dead: bool = False) -> Action:
        """The action the room takes for a player who does not decide: stand pat, bring in, check, else fold.

        With `dead` it folds even where checking or standing pat is free (B14). A bring-in is posted all the same: it is
        a forced bet, and posting one is not acting (B2).
        """
        if self.to_draw:
            return Fold() if dead and self.may_fold_in_draw else Discard()
        legal = self.legal()
        if legal.bring_in:
            return Call()
        return Check() if legal.can_check and not dead else Fold()
