"""Writes a finished hand of any game as text in the style of poker rooms, for import into poker trackers.

It is English only. Lines that trackers do not know are placed where they skip unknown lines.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.hand.hand import Hand
from games.engine.history.text_names import GAMES, LIMITS, ORDINALS, cards_list, describe, heading_of
from games.engine.history.text_summary import Facts, pot_name, summary
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced

Money = Callable[[int], str]


class Heading(NamedTuple):
    """What the first lines contain besides the game: room, hand number, table, and start time.

    `currency` is an ISO code, empty for play money; `own_seat` is the seat whose hidden cards are written, -1 for none.
    """

    room: str
    number: int
    table: str
    seats: int
    when: str
    currency: str = ""
    own_seat: int = -1


def write_text(
    rules: Rules, names: Mapping[int, str], events: Sequence[ev.TableEvent], heading: Heading, money: Money
) -> str:
    """The text of one hand from the events one viewer saw (`viewer_events`); `money` formats minor units.

    The stakes in the first line are the blinds, in fixed limit the limits, without blinds ante and lower limit.
    Raises KeyError for a game that has no name here.
    """
    writer = _Writer(rules, names, heading, money)
    for event in events:
        writer.write(event)
    return "\n".join([*writer.lines, *writer.ending(), ""])


class _Writer:
    """Applies the events and writes their lines; dealt cards are held until the next action, to share one line."""

    def __init__(self, rules: Rules, names: Mapping[int, str], heading: Heading, money: Money) -> None:
        self.rules, self.names, self.heading, self.money = rules, names, heading, money
        self.variant, self.hand = rules.variant, Hand(rules)
        self.facts = Facts()
        self.lines: list[str] = []
        self.late: list[str] = []
        self.before: dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]] = {}
        self.street = ""
        self.board: tuple[Card, ...] | None = None

    def write(self, event: ev.TableEvent) -> None:
        """Write one event."""
        if isinstance(event, ev.TimedOut):
            self.flush()
            self.lines.append(f"{self.names[event.seat]} has timed out")
        if not isinstance(event, ev.HandEvent):
            return
        if isinstance(event, ev.StreetBegan | ev.Exchanged | ev.RunBegan):
            self.flush()
        hand, board = self.hand, self.hand.board
        if isinstance(event, ev.StreetBegan):
            self.before = {seat: (hand.hole[seat], hand.face_up[seat]) for seat in hand.order}
        hand.apply(event)
        self.facts.note(event, self.hand)
        match event:
            case ev.HandBegan():
                self.begin(event)
            case ev.StreetBegan(street):
                self.street = heading_of(self.variant, street)
            case ev.BoardDealt():
                self.board = board
            case ev.Exchanged(seat, cards):
                self.write_action(seat, f"discards {_count(len(cards))}{self.own(seat, cards)}")
                self.before = {seat: (hand.hole[seat], hand.face_up[seat])}
            case ev.Drew(seat, drawn, kept):
                self.drew(seat, drawn, kept)
            case ev.BetsCollected() | ev.ShowdownBegan() | ev.HandsTurnedUp():
                self.flush()
            case ev.UncalledReturned(seat, amount):
                self.flush()
                self.lines.append(f"Uncalled bet ({self.money(amount)}) returned to {self.names[seat]}")
            case ev.Shown(seat, cards) if self.facts.over:
                self.late.append(f"{self.names[seat]}: shows {cards_list(cards)}{self.makes(cards, self.hand.board)}")
            case ev.Protected(seat):
                self.flush()
                self.lines.append(f"{self.names[seat]} is disconnected and all-in for what is in")
            case _:
                self.act(event)

    def act(self, event: ev.HandEvent) -> None:
        """Write a player's action."""
        match event:
            case ev.Folded(seat):
                self.write_action(seat, "folds")
            case ev.Checked(seat):
                self.write_action(seat, "checks")
            case ev.Called(seat, amount, all_in):
                self.write_action(seat, f"calls {self.money(amount)}", all_in)
            case ev.Bet(seat, to, all_in):
                self.write_action(seat, f"bets {self.money(to)}", all_in)
            case ev.Raised(seat, to, by, all_in):
                self.write_action(seat, f"raises {self.money(by)} to {self.money(to)}", all_in)
            case ev.BroughtIn(seat, amount, all_in):
                self.write_action(seat, f"brings in for {self.money(amount)}", all_in)

    def write_action(self, seat: int, action: str, all_in: bool = False) -> None:
        """Write a player's line after the cards dealt before it."""
        self.flush()
        self.lines.append(f"{self.names[seat]}: {action}{' and is all-in' if all_in else ''}")

    def own(self, seat: int, cards: Sequence[Card]) -> str:
        """The cards of the viewer's own seat, empty for any other seat."""
        return f" {cards_list(cards)}" if seat == self.heading.own_seat else ""

    def makes(self, cards: Sequence[Card], board: Sequence[Card]) -> str:
        name = describe(self.variant, cards, board)
        return f" ({name})" if name else ""

    def begin(self, event: ev.HandBegan) -> None:
        """Write the first lines: game, stakes and time; table and button; seats and stacks."""
        heading, stakes, money = self.heading, self.rules.stakes, self.money
        low, high = stakes.small_blind or stakes.ante, stakes.big_blind
        if stakes.structure is Structure.FIXED_LIMIT:
            low, high = stakes.lower_limit, stakes.upper_limit
        game = f"{GAMES[self.variant.code]} {LIMITS[stakes.structure]}"
        currency = f" {heading.currency}" if heading.currency else ""
        self.lines.append(
            f"{heading.room} Hand #{heading.number}: {game} ({money(low)}/{money(high)}{currency}) - {heading.when}"
        )
        table = f"Table '{_quotable(heading.table)}' {heading.seats}-max"
        if not heading.currency:
            table += " (Play Money)"
        if self.variant.forced is not Forced.BRING_IN:
            table += f" Seat #{event.button + 1} is the button"
        self.lines.append(table)
        for seat, stack in sorted(zip(event.order, event.stacks, strict=True)):
            self.lines.append(f"Seat {seat + 1}: {self.names[seat]} ({money(stack)} in chips)")

    def flush(self) -> None:
        """Write the held posts, the heading of the street, and the cards dealt in it."""
        for seat, post, amount, all_in in self.facts.take_posts():
            tail = " and is all-in" if all_in else ""
            self.lines.append(f"{self.names[seat]}: posts {post} {self.money(amount)}{tail}")
        run = f"{ORDINALS[len(self.hand.boards)]} " if self.hand.runs > 1 and not self.hand.to_agree else ""
        new = self.hand.board[len(self.board) :] if self.board is not None else ()
        if self.street:
            cards = [cards_list(part) for part in (self.board or (), new) if part]
            self.lines.append(" ".join([f"*** {run}{self.street} ***", *cards]))
        self.street, self.board = "", None
        for seat in sorted(self.before):
            self.dealt(seat)
        self.before = {}

    def dealt(self, seat: int) -> None:
        """Write what a player was dealt: all cards of the viewer, only face-up cards of others."""
        hand = self.hand
        hole, up = self.before[seat]
        is_own = seat == self.heading.own_seat
        now, old = (hand.hole[seat], hole) if is_own else (hand.face_up[seat], up)
        old = tuple(card for card in old if card in now)
        new_cards = now[len(old) :]
        if new_cards and seat in hand.live and (is_own or not hand.street_now.draw):
            parts = [cards_list(part) for part in (old, new_cards) if part]
            self.lines.append(f"Dealt to {self.names[seat]} {' '.join(parts)}")

    def drew(self, seat: int, drawn: int, kept: Sequence[Card]) -> None:
        """Write the end of an exchange, or that the player stood pat."""
        if not drawn:
            own = self.own(seat, self.hand.hole[seat])
            self.write_action(seat, f"stands pat{f' on{own}' if own else ''}")
        self.flush()
        if kept:
            self.lines.append(f"{self.names[seat]} keeps {cards_list(kept)}")

    def ending(self) -> list[str]:
        """The showdown, the pots collected, cards shown afterwards, and the summary."""
        self.flush()
        lines = self.lines[len(self.lines) :]
        hand, facts = self.hand, self.facts
        boards = (*hand.boards, hand.board)
        for run, board in enumerate(boards):
            if facts.compared:
                lines.append(f"*** {f'{ORDINALS[run]} ' if hand.boards else ''}SHOW DOWN ***")
                for seat in facts.compared:
                    cards = hand.shown[seat]
                    shows = f"shows {cards_list(cards)}{self.makes(cards, board)}" if cards else "mucks hand"
                    lines.append(f"{self.names[seat]}: {shows}")
            for pot in facts.won:
                if pot.run == run:
                    which = pot_name(pot.pot, facts.pots)
                    lines += [
                        f"{self.names[seat]} collected {self.money(share)} from {which}" for seat, share in pot.shares
                    ]
        if len(hand.live) == 1 and not self.late:
            lines.append(f"{self.names[hand.live[0]]}: doesn't show hand")
        own = hand.hole[self.heading.own_seat] if self.heading.own_seat in hand.order else ()
        summary_lines = summary(
            self.rules, self.names, hand, facts, self.money, own_seat=self.heading.own_seat, own=own
        )
        return [*lines, *self.late, *summary_lines]


def _quotable(name: str) -> str:
    """The name of a table without what would end its quotes or its line."""
    return "".join(char for char in name if char.isprintable() and char != "'")


def _count(cards: int) -> str:
    return f"{cards} card" if cards == 1 else f"{cards} cards"
