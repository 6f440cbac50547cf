"""A hand told line by line, from its public events."""

from collections.abc import Iterable, Mapping

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.hand_names import HandName, name_high, name_value
from games.engine.variant import Variant
from games.engine.views import LogLine


def hand_name(variant: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> HandName | None:
    """What the best hand of hole cards and board is called, None before there is one (C10)."""
    if variant.high.from_hole is None:
        return name_high((*hole, *board)) if hole else None
    value = variant.high(hole, board) if len(board) > 2 else None
    return name_value(value) if value else None


def last_acts(story: Iterable[ev.TableEvent]) -> dict[int, str]:
    """What each seat did last in the running round; folds and mucks stay."""
    acts: dict[int, str] = {}
    for event in story:
        match event:
            case ev.BetsCollected():
                acts = {seat: act for seat, act in acts.items() if act in ("fold", "all_in")}
            case ev.Folded(seat):
                acts[seat] = "fold"
            case ev.Mucked(seat):
                acts[seat] = "muck"
            case ev.Posted(seat, _, _, all_in):
                acts[seat] = "all_in" if all_in else "post"
            case ev.Checked(seat):
                acts[seat] = "check"
            case ev.Called(seat, _, all_in):
                acts[seat] = "all_in" if all_in else "call"
            case ev.Bet(seat, _, all_in):
                acts[seat] = "all_in" if all_in else "bet"
            case ev.Raised(seat, _, _, all_in):
                acts[seat] = "all_in" if all_in else "raise"
    return acts


def log_lines(story: Iterable[ev.TableEvent], names: Mapping[int, str], variant: Variant) -> tuple[LogLine, ...]:
    """The hand as lines for the viewer's language; `names` of the seats as the hand began."""
    teller = _Teller(names, variant)
    for event in story:
        teller.tell(event)
    return tuple(teller.lines)


class _Teller:
    def __init__(self, names: Mapping[int, str], variant: Variant) -> None:
        self.names = names
        self.variant = variant
        self.lines: list[LogLine] = []
        self.board: tuple[Card, ...] = ()
        self.hands: dict[int, tuple[Card, ...]] = {}

    def tell(self, event: ev.TableEvent) -> None:
        """Add the event's line or lines, if it has any."""
        add, names = self.lines.append, self.names
        match event:
            case ev.HandBegan(number=number):
                add(LogLine("hand", amount=number))
            case ev.Posted(seat, kind, amount, all_in) if amount:
                add(LogLine("post", names[seat], kind=kind, amount=amount, all_in=all_in))
            case ev.StreetBegan(street) if not self.variant.streets[street].board:
                add(LogLine("street", kind=self.variant.streets[street].name))
            case ev.BoardDealt(cards):
                self.board += cards
                add(LogLine("street", kind=self._street_of_board(), cards=cards))
            case ev.Folded(seat):
                add(LogLine("fold", names[seat]))
            case ev.Checked(seat):
                add(LogLine("check", names[seat]))
            case ev.Called(seat, amount, all_in):
                add(LogLine("call", names[seat], amount=amount, all_in=all_in))
            case ev.Bet(seat, to, all_in):
                add(LogLine("bet", names[seat], amount=to, to=to, all_in=all_in))
            case ev.Raised(seat, to, by, all_in):
                add(LogLine("raise", names[seat], amount=by, to=to, all_in=all_in))
            case ev.TimedOut(seat):
                add(LogLine("timeout", names[seat]))
            case ev.UncalledReturned(seat, amount):
                add(LogLine("returned", names[seat], amount=amount))
            case ev.HandsTurnedUp(hands):
                for seat, cards in hands:
                    self._shows(seat, cards)
            case ev.Shown(seat, cards):
                self._shows(seat, cards)
            case ev.Mucked(seat):
                add(LogLine("mucks", names[seat]))
            case ev.RakeTaken(amount):
                add(LogLine("rake", amount=amount))
            case ev.PotWon(pot, _, half, shares):
                for seat, amount in shares:
                    add(LogLine("wins", names[seat], half, amount, pot=pot, name_of_hand=self._final_name(seat)))

    def _street_of_board(self) -> str:
        dealt = 0
        for street in self.variant.streets:
            dealt += street.board
            if dealt >= len(self.board):
                break
        return street.name

    def _shows(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards
        name = None if -1 in cards else hand_name(self.variant, cards, self.board)
        self.lines.append(LogLine("shows", self.names[seat], cards=cards, name_of_hand=name))

    def _final_name(self, seat: int) -> HandName | None:
        cards = self.hands.get(seat)
        return hand_name(self.variant, cards, self.board) if cards else None
