"""The summary at the end of a hand's text: the pots, the boards, and the result of every seat."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.events.kinds import PostKind
from games.engine.hand.hand import Hand
from games.engine.history.text_names import ORDINALS, TIMES, cards_list, describe, folded_when
from games.engine.rules.rules import Rules

_POSTS = {
    PostKind.ANTE: "the ante",
    PostKind.SMALL_BLIND: "small blind",
    PostKind.BIG_BLIND: "big blind",
    PostKind.STRADDLE: "straddle",
    PostKind.POST: "big blind",
    PostKind.DEAD: "small blind",
}


class Won(NamedTuple):
    """One paid part of a pot, and the board that decided it."""

    pot: int
    run: int
    shares: tuple[tuple[int, int], ...]


class Facts:
    """What the end of a hand's text has to mention.

    `compared` are the seats of the showdown in the order they showed or mucked, `blinds` the blinds posted by seat,
    `paid` the seats that put in chips other than an ante, `left` the street on which each seat folded, `rakes` the rake
    from each pot.
    """

    def __init__(self) -> None:
        self.compared: list[int] = []
        self.blinds: dict[int, list[str]] = {}
        self.paid: set[int] = set()
        self.left: dict[int, int] = {}
        self.won: list[Won] = []
        self.pots = 1
        self.rake = 0
        self.rakes: tuple[int, ...] = ()
        self.over = False
        self._posts: list[ev.Posted] = []

    def note(self, event: ev.HandEvent, hand: Hand) -> None:
        """Take note of an event that was just applied to `hand`."""
        match event:
            case ev.Posted(seat, kind, amount) if amount:
                self._posts.append(event)
                if kind != PostKind.ANTE:
                    self.paid.add(seat)
                if kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND):
                    self.blinds.setdefault(seat, []).append(_POSTS[kind])
            case ev.Called(seat) | ev.Bet(seat) | ev.Raised(seat) | ev.BroughtIn(seat):
                self.paid.add(seat)
            case ev.Folded(seat):
                self.left[seat] = hand.street
            case ev.BetsCollected(pots):
                self.pots = len(pots)
            case ev.HandsTurnedUp(hands):
                for seat, _ in hands:
                    self._compare(seat)
            case ev.Shown(seat):
                self._compare(seat)
            case ev.Mucked(seat):
                self._compare(seat)
            case ev.RakeTaken(amount, shares):
                self.rake, self.rakes = amount, shares
            case ev.PotWon(pot, _, _, shares, run):
                self.won.append(Won(pot, run, shares))
            case ev.HandEnded():
                self.over = True

    def _compare(self, seat: int) -> None:
        if not self.over and seat not in self.compared:
            self.compared.append(seat)

    def take_posts(self) -> Iterator[tuple[int, str, int, bool]]:
        """Forced bets not yet written, as (seat, name, amount, all-in); both missed blinds are posted as one."""
        posts, self._posts = self._posts, []
        dead = {post.seat: post.amount for post in posts if post.kind == PostKind.DEAD}
        live = {post.seat for post in posts if post.kind == PostKind.POST}
        for seat, kind, amount, all_in in posts:
            if kind == PostKind.POST and seat in dead:
                yield seat, "small & big blinds", amount + dead[seat], all_in
            elif kind != PostKind.DEAD or seat not in live:
                yield seat, _POSTS[kind], amount, all_in


def pot_name(pot: int, pots: int) -> str:
    """The name of a pot among this many: "pot", "main pot", "side pot", "side pot-2"."""
    if pots == 1:
        return "pot"
    if not pot:
        return "main pot"
    return "side pot" if pots == 2 else f"side pot-{pot}"


def summary(
    rules: Rules,
    names: Mapping[int, str],
    hand: Hand,
    facts: Facts,
    money: Callable[[int], str],
    *,
    own_seat: int,
    own: Sequence[Card],
) -> list[str]:
    """The lines of the summary; `own` are the cards of the seat `own_seat`, written even if it mucked them."""
    paid = [sum(share for won in facts.won if won.pot == pot for _, share in won.shares) for pot in range(facts.pots)]
    total = f"Total pot {money(sum(paid) + facts.rake)}"
    if facts.pots > 1:
        parts = [f"{pot_name(pot, facts.pots).capitalize()} {money(amount)}." for pot, amount in enumerate(paid)]
        total += f" {' '.join(parts)}"
    lines = ["*** SUMMARY ***", f"{total} | Rake {money(facts.rake)}"]
    boards = (*hand.boards, hand.board)
    if hand.boards:
        lines.append(f"Hand was run {TIMES[len(hand.boards)]}")
    lines += [
        f"{f'{ORDINALS[run]} ' if hand.boards else ''}Board {cards_list(board)}"
        for run, board in enumerate(boards)
        if board
    ]
    for seat in sorted(hand.order):
        roles = [
            *(["button"] if seat == hand.button and rules.variant.streets[0].up == 0 else []),
            *facts.blinds.get(seat, ()),
        ]
        who = " ".join([f"Seat {seat + 1}: {names[seat]}", *(f"({role})" for role in roles)])
        lines.append(f"{who} {_fate(rules, hand, facts, money, seat, own if seat == own_seat else ())}")
    return lines


def _fate(rules: Rules, hand: Hand, facts: Facts, money: Callable[[int], str], seat: int, own: Sequence[Card]) -> str:
    if seat in facts.left:
        tail = "" if seat in facts.paid else " (didn't bet)"
        return f"folded {folded_when(rules.variant, facts.left[seat])}{tail}"
    sums = [
        sum(share for won in facts.won if won.run == run for winner, share in won.shares if winner == seat)
        for run in range(len(hand.boards) + 1)
    ]
    cards = hand.shown[seat]
    if seat not in facts.compared and sums[0]:
        return f"collected ({money(sums[0])})"
    if not cards:
        return f"mucked {cards_list(own)}" if own else "mucked"
    ends = []
    for amount, board in zip(sums, (*hand.boards, hand.board), strict=True):
        made = describe(rules.variant, cards, board)
        ends.append(f"{f'won ({money(amount)})' if amount else 'lost'}{f' with {made}' if made else ''}")
    return f"showed {cards_list(cards)} and {', and '.join(ends)}"
