"""Writes a finished hand of any game as a PHH document that reads back to the same events."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from games.engine import events as ev
from games.engine.cards import Card, card_text
from games.engine.events.kinds import PostKind
from games.engine.hand.hand import Hand
from games.engine.history.phh_setup import DEFAULT_HOUSE_RULES, array_posts, code_of
from games.engine.history.recorded_cards import HistoryMismatch
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced

HIDDEN: Final = "??"


def write_hand(
    rules: Rules,
    events: Sequence[ev.HandEvent],
    *,
    visible_seats: Collection[int] | None = None,
    extra: Mapping[str, object] | None = None,
) -> str:
    """One hand as a .phh document, in minor units; `events` are all events of a finished hand, with its deck.

    `visible_seats` are the seats whose hidden cards may be written, None for all; `extra` are more fields of the
    format, such as players, table and currency. Raises KeyError for a game without a code.
    """
    writer = _Writer(rules, visible_seats)
    for event in events:
        writer.write(event)
    document = {**_header(rules, writer), **(extra or {})}
    return "".join(f"{key} = {_toml(value)}\n" for key, value in document.items())


class _Writer:
    """Applies the events and writes a line for each one that the format can record."""

    def __init__(self, rules: Rules, visible_seats: Collection[int] | None) -> None:
        self.hand, self.visible_seats = Hand(rules), visible_seats
        self.lines: list[str] = []
        self.posts: list[ev.Posted] = []
        self.runouts: list[str] = []
        self.protected: list[str] = []
        self.held: dict[int, str] = {}
        self.discards: dict[int, tuple[Card, ...]] = {}

    def write(self, event: ev.HandEvent) -> None:
        """Write one event; dealt cards are held until the next line, since a player's cards share one line."""
        hand = self.hand
        hand.apply(event)
        match event:
            case ev.Posted():
                self.posts.append(event)
            case ev.CardsDealt(seats, each):
                for seat in seats:
                    self.hold(seat, hand.hole[seat][-each:], hidden=not self.may_see(seat))
            case ev.UpDealt(cards):
                for seat, card in cards:
                    self.hold(seat, (card,), hidden=False)
            case ev.Exchanged(seat, cards):
                self.discards[seat] = cards
            case ev.Drew(seat, dealt=dealt):
                hidden = not self.may_see(seat)
                self.write_line(seat, "sd", _cards(self.discards.pop(seat, ()), hidden=hidden))
                if dealt:
                    self.hold(seat, hand.hole[seat][-dealt:], hidden=hidden)
            case ev.StreetBegan() | ev.ShowdownBegan() | ev.HandEnded():
                self.flush()
            case ev.BoardDealt(cards):
                self.flush()
                self.lines.append(f"d db {_cards(cards)}")
            case ev.HandsTurnedUp(hands):
                self.flush()
                for seat, cards in hands:
                    self.write_line(seat, "sm", _cards(cards))
            case ev.RunAgreed(seat, times):
                self.runouts.append(f"{self.name(seat)} {times}")
            case ev.Shown(seat, cards):
                self.write_action(seat, f"sm {_cards(cards)}")
            case ev.Mucked(seat):
                self.write_action(seat, "sm")
            case ev.Protected(seat, at):
                self.flush()
                self.protected.append(f"{self.name(seat)} {len(self.lines)} {at}")
            case ev.Folded(seat):
                self.write_action(seat, "f")
            case ev.Checked(seat) | ev.Called(seat):
                self.write_action(seat, "cc")
            case ev.BroughtIn(seat):
                self.write_action(seat, "pb")
            case ev.Bet(seat, to) | ev.Raised(seat, to):
                self.write_action(seat, f"cbr {to}")

    def may_see(self, seat: int) -> bool:
        """Whether the seat's hidden cards may be written."""
        return self.visible_seats is None or seat in self.visible_seats

    def hold(self, seat: int, cards: tuple[Card, ...], *, hidden: bool) -> None:
        """Hold cards dealt to a seat, to be written in one line."""
        self.held[seat] = self.held.get(seat, "") + _cards(cards, hidden=hidden)

    def flush(self) -> None:
        """Write the held cards."""
        for seat in self.hand.order:
            if seat in self.held:
                self.lines.append(f"d dh {self.name(seat)} {self.held.pop(seat)}")

    def write_action(self, seat: int, text: str) -> None:
        """Write a player's line after all cards dealt so far."""
        self.flush()
        self.write_line(seat, text)

    def write_line(self, seat: int, *parts: str) -> None:
        """Write a player's line."""
        self.lines.append(" ".join(part for part in (self.name(seat), *parts) if part))

    def name(self, seat: int) -> str:
        """A seat as the format names its player."""
        return f"p{self.hand.order.index(seat) + 1}"


def _header(rules: Rules, writer: _Writer) -> dict[str, object]:
    """The fields in the format's order; custom fields only where they are needed."""
    hand, stakes = writer.hand, rules.stakes
    order, forced = hand.order, rules.variant.forced
    full = [_full(rules, post) for post in writer.posts]
    antes = [sum(post.amount for post in full if (post.seat, post.kind) == (seat, PostKind.ANTE)) for seat in order]
    blinds = [sum(_blind(post) for post in full if post.seat == seat) for seat in order]
    arrays_suffice = _arrays_suffice(
        rules, antes, blinds, [(order.index(post.seat), post.kind, post.amount) for post in full]
    )
    if len(order) == 2:
        # Heads-up the format lists the button's blind first, though the button is dealt to last (D3).
        antes.reverse()
        blinds.reverse()
    fields: dict[str, object] = {"variant": code_of(rules), "antes": antes}
    if forced is Forced.BLINDS:
        fields["blinds_or_straddles"] = blinds
    if forced is Forced.BRING_IN:
        fields["bring_in"] = stakes.bring_in
    if stakes.structure is Structure.FIXED_LIMIT:
        fields |= {"small_bet": stakes.lower_limit, "big_bet": stakes.upper_limit}
    else:
        fields["min_bet"] = stakes.lower_limit
    fields |= {
        "starting_stacks": [hand.start[seat] for seat in order],
        "actions": writer.lines,
        "hand": hand.number,
        "seats": [seat + 1 for seat in order],
        "finishing_stacks": [hand.stacks[seat] for seat in order],
    }
    if hand.rake:
        fields["winnings"] = [hand.won[seat] for seat in order]
    house = {key: value for key, value in rules.house.to_data().items() if value != DEFAULT_HOUSE_RULES[key]}
    if house:
        fields["_house"] = house
    if rules.rake != NO_RAKE:
        fields["_rake"] = rules.rake.to_data()
    if writer.runouts:
        fields["_runouts"] = writer.runouts
    if writer.protected:
        fields["_protected"] = writer.protected
    if not arrays_suffice:
        fields["_posts"] = [f"{writer.name(post.seat)} {post.kind} {post.amount}" for post in full]
    if hand.button != order[-1]:
        fields["_button"] = hand.button + 1
    if hand.began_at:
        fields["_at"] = hand.began_at
    return fields


def _full(rules: Rules, post: ev.Posted) -> ev.Posted:
    """The forced bet at its full amount, even if the stack was too short for it (D5)."""
    stakes = rules.stakes
    due = {
        PostKind.ANTE: stakes.ante,
        PostKind.SMALL_BLIND: stakes.small_blind,
        PostKind.BIG_BLIND: stakes.big_blind,
        PostKind.POST: stakes.big_blind,
    }
    return post._replace(amount=due.get(post.kind, post.amount)) if post.all_in else post


def _blind(post: ev.Posted) -> int:
    """A post's amount in the array of blinds: a newcomer's is negative, dead money counts 0 (D6)."""
    if post.kind in (PostKind.ANTE, PostKind.DEAD):
        return 0
    return -post.amount if post.kind == PostKind.POST else post.amount


def _arrays_suffice(
    rules: Rules, antes: Sequence[int], blinds: Sequence[int], posts: list[tuple[int, str, int]]
) -> bool:
    """Whether the format's own arrays describe the forced bets completely."""
    try:
        read = array_posts(
            [Fraction(ante) for ante in antes],
            [Fraction(blind) for blind in blinds],
            Fraction(rules.stakes.lower_limit),
            blinds=rules.variant.forced is Forced.BLINDS,
        )
    except HistoryMismatch:
        return False
    return [(place, kind, int(amount)) for place, kind, amount in read] == posts


def _cards(cards: Sequence[Card], *, hidden: bool = False) -> str:
    return "".join(HIDDEN if hidden or card < 0 else card_text(card) for card in cards)


def _toml(value: object) -> str:
    """A value as TOML; only the types that a hand uses."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(_toml, value)) + "]"
    raise TypeError(f"no TOML for {type(value).__name__}")
