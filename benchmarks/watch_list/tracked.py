"""What a player remembers of a running hand, as the situation that house bots decide from."""

from collections.abc import Sequence

from games.engine.hand.actions import Action, Call, RaiseTo
from games.engine.hand.hand import Hand
from games.engine.rules.stakes import Structure
from games.engine.views.kinds import Blind
from games.engine.views.types import Choices
from games.live.bots.known_cards import KnownCards, Opponent
from games.live.bots.situation import BIG_BET, MOST_SHOWN, SHOWN_BY, SHOWN_FIRST, Situation
from games.simulation import BIG_BLIND, SMALL_BLIND


class Tracked:
    """The bets of a hand of hold'em so far."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = tuple(order)
        self.shown = dict.fromkeys(order, 0.0)
        self.street = 0
        self.raises = self.callers = 0
        self.acted: set[int] = set()
        self.led = self.leads = -1

    def note(self, hand: Hand, seat: int, action: Action) -> None:
        """Remember an action that is about to be taken."""
        self._turn(hand)
        self.acted.add(seat)
        raised = isinstance(action, RaiseTo)
        word = ("raise" if hand.betting.high else "bet") if raised else "call" if isinstance(action, Call) else ""
        self.shown[seat] += (SHOWN_BY if hand.street else SHOWN_FIRST).get(word, 0)
        if raised:
            self.raises, self.callers, self.leads, self.acted = self.raises + 1, 0, seat, {seat}
        elif word:
            self.callers += 1

    def situation(self, hand: Hand, seat: int) -> Situation:
        """The situation of the seat to act."""
        self._turn(hand)
        legal, stack, bets = hand.legal(), hand.stacks[seat], hand.betting.bets
        rivals = [one for one in hand.live if one != seat]
        big = [one for one in rivals if bets[one] >= BIG_BET * max(1, sum(hand.paid))]
        strengths = [min(MOST_SHOWN, 1 + int(self.shown[one] + 0.7 * (one in big) + 0.5)) for one in rivals]
        strengths.sort(reverse=True)
        pot = hand.pot - sum(max(0, bets[one] - bets[seat] - legal.call) for one in rivals)
        behind = sum(one not in self.acted and hand.stacks[one] > 0 for one in rivals)
        place = self.order.index(seat)
        all_in = bets[seat] + stack
        blind = Blind.BIG if seat == hand.last_blind else Blind.SMALL if seat == self.order[0] else Blind.NONE
        return Situation(
            choices=Choices(
                legal.call,
                legal.call >= stack,
                legal.can_check,
                legal.min_to,
                legal.max_to,
                legal.first_bet,
                legal.step,
                (),
            ),
            cards=KnownCards(
                hand.variant, hand.street, hand.hole[seat], hand.board, opponents=tuple(map(Opponent, strengths))
            ),
            street=hand.street,
            to_come=5 - len(hand.board),
            fixed=hand.rules.stakes.structure is Structure.FIXED_LIMIT,
            big_blind=BIG_BLIND,
            small_blind=SMALL_BLIND,
            pot=pot,
            price=legal.call / max(1, pot + legal.call),
            high=hand.betting.high,
            all_in=all_in,
            depth=min(all_in, max(bets[one] + hand.stacks[one] for one in rivals)) / BIG_BLIND,
            dealt=len(self.order),
            opponents=tuple(strengths),
            behind=behind,
            callers=self.callers,
            raises=self.raises,
            blind=blind if not hand.street else Blind.NONE,
            led=self.led == seat,
            last=all(self.order.index(one) < place or not hand.stacks[one] for one in rivals),
            pat=False,
            best_door=False,
        )

    def _turn(self, hand: Hand) -> None:
        """Begin a new street."""
        if hand.street != self.street:
            self.street, self.raises, self.callers, self.acted = hand.street, 0, 0, set()
            self.led, self.leads = self.leads, -1
