"""Turns the events of a finished hand, secret ones included, into what the detectors read (F7)."""

from collections.abc import Iterable, Mapping

from games.engine import events as ev
from games.engine.hand.hand import Hand
from games.engine.rules.rules import Rules
from games.engine.watch_list.hands import Did, HandId, Part, Turn, WatchedHand

_DONE = {ev.Folded: Did.FOLD, ev.Checked: Did.CHECK, ev.Called: Did.CALL, ev.Bet: Did.RAISE, ev.Raised: Did.RAISE}


def read_hand(
    rules: Rules, events: Iterable[tuple[int, ev.TableEvent]], parts: Mapping[int, Part], *, table: int
) -> WatchedHand:
    """The hand of these events, each with its time in ms, from its HandBegan on; `parts` are the players by seat."""
    reader = _Reader(rules, parts)
    for at, event in events:
        reader.take(at, event)
    hand = reader.hand
    dealt = [parts[seat]._replace(net=change) for seat, change in hand.changes or () if seat in parts]
    return WatchedHand(
        id=HandId(table, hand.number),
        at=hand.began_at,
        game=rules.variant.code,
        big_blind=max(1, rules.stakes.big_blind),
        parts=tuple(dealt),
        turns=tuple(reader.turns),
    )


class _Reader:
    """Plays the events again and notes each decision before it is applied."""

    def __init__(self, rules: Rules, parts: Mapping[int, Part]) -> None:
        self.hand = Hand(rules)
        self.turns: list[Turn] = []
        self._players = {seat: part.player for seat, part in parts.items()}
        self._began: dict[int, int] = {}
        self._timed_out = -1

    def take(self, at: int, event: ev.TableEvent) -> None:
        """Read one event."""
        match event:
            case ev.TurnBegan(seat=seat):
                self._began[seat] = event.at
            case ev.TimedOut(seat=seat):
                self._timed_out = seat
            case ev.Folded(seat) | ev.Checked(seat) | ev.Called(seat) | ev.Bet(seat) | ev.Raised(seat):
                self._note(at, seat, event)
            case _:
                pass
        if isinstance(event, ev.HandEvent):
            self.hand.apply(event)

    def _note(self, at: int, seat: int, event: ev.Folded | ev.Checked | ev.Called | ev.Bet | ev.Raised) -> None:
        began, hand = self._began.pop(seat, at), self.hand
        chose, self._timed_out = at > began and seat != self._timed_out, -1
        if seat != hand.to_act or any(one not in self._players for one in hand.live):
            return
        legal, paid = hand.legal(), 0
        match event:
            case ev.Called(amount=amount):
                paid = amount
            case ev.Bet(to=to) | ev.Raised(to=to):
                paid = to - hand.betting.bets[seat]
            case _:
                pass
        rivals = tuple(one for one in hand.live if one != seat)
        turn = Turn(
            player=self._players[seat],
            street=hand.street,
            did=_DONE[type(event)],
            price=legal.call,
            paid=paid,
            pot=hand.pot,
            rivals=tuple(self._players[one] for one in rivals),
            may_raise=bool(legal.max_to),
            is_last=len(hand.due) == 1,
            think_ms=at - began if chose else -1,
            board=hand.board,
            holes=tuple(hand.hole[one] for one in (seat, *rivals)),
            up=tuple(hand.face_up[one] for one in (seat, *rivals)),
            seen=tuple(card for one in hand.order if one not in hand.live for card in hand.face_up[one]),
        )
        self.turns.append(turn)
