"""What a hand history asks for before its first action: rules, stacks, forced bets, and a deck that deals its cards."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Final, NamedTuple

from games.engine.cards import DECK, Card, cards_text
from games.engine.errors import IllegalAction
from games.engine.hand import HandPlan, Post
from games.engine.houserules import HouseRules
from games.engine.notation import UNKNOWN, BoardDealt, History, HoleDealt, RaisedTo, Revealed
from games.engine.rules import Rules
from games.engine.stakes import AnteKind, Stakes, Structure
from games.engine.variant import Variant
from games.engine.variants import CATALOGUE

GAMES: Final[Mapping[str, tuple[str, Structure]]] = {
    "NT": ("holdem", Structure.NO_LIMIT),
    "PT": ("holdem", Structure.POT_LIMIT),
    "FT": ("holdem", Structure.FIXED_LIMIT),
}
"""The codes that are played; the format has none for pot-limit hold'em, PT is the room's own."""


class Mismatch(Exception):
    """The history and the rules part ways; says where and how."""


class Stage(NamedTuple):
    """A hand ready to begin; seats are the file's players, the button the last (heads-up too, D3).

    `scale` engine units make one unit of the file, so that none of its figures breaks one.
    """

    rules: Rules
    plan: HandPlan
    deck: tuple[Card, ...]
    reveals: Mapping[int, Revealed]
    scale: int


def stage(history: History) -> Stage:
    """Set a history up; raises Mismatch for what cannot be or is not played here."""
    game, structure = GAMES[history.variant]
    variant = CATALOGUE[game]
    reveals = _reveals(history)
    scale = lcm(*(amount.denominator for amount in _figures(history)))
    seats = tuple(range(len(history.stacks)))
    if len(seats) > variant.max_players:
        raise Mismatch(f"{len(seats)} players, {variant.code} is for {variant.max_players}")
    small, big = (1, 0) if len(seats) == 2 else (0, 1)
    plan = HandPlan(
        number=1,
        button=seats[-1],
        order=seats,
        stacks=tuple(int(stack * scale) for stack in history.stacks),
        posts=tuple(_posts(history, small, big, scale)),
    )
    rules = Rules(variant, _stakes(history, structure, small, big, scale), _house(history))
    return Stage(rules, plan, _deck(variant, history, reveals), reveals, scale)


def _figures(history: History) -> Iterator[Fraction]:
    yield from (*history.antes, *history.forced, *history.stacks, *(history.finishing or ()))
    yield from (history.smallest_bet, history.big_bet)
    yield from (line.amount for _, line in history.lines if isinstance(line, RaisedTo))


def _reveals(history: History) -> dict[int, Revealed]:
    reveals: dict[int, Revealed] = {}
    for text, line in history.lines:
        if isinstance(line, Revealed):
            if line.player in reveals:
                raise Mismatch(f"{text}: shown or mucked twice")
            reveals[line.player] = line
    return reveals


def _stakes(history: History, structure: Structure, small: int, big: int, scale: int) -> Stakes:
    if history.forced[big] != history.smallest_bet:
        raise Mismatch("the smallest bet is not the big blind")
    if structure is Structure.FIXED_LIMIT and history.big_bet != 2 * history.smallest_bet:
        raise Mismatch("the big bet is not twice the small bet")
    kind = AnteKind.EACH if len(set(history.antes)) == 1 else AnteKind.BIG_BLIND
    return Stakes(
        structure,
        small_blind=int(history.forced[small] * scale),
        big_blind=int(history.forced[big] * scale),
        ante=int(max(history.antes) * scale),
        ante_kind=kind,
    )


def _house(history: History) -> HouseRules:
    try:
        return HouseRules(**history.house)
    except (IllegalAction, TypeError, ValueError) as trouble:
        raise Mismatch(f"_house: {trouble}") from None


def _posts(history: History, small: int, big: int, scale: int) -> Iterator[Post]:
    """Antes, blinds, then straddles and posts by seat; the format has a newcomer's live post as negative (D6)."""
    antes, forced = history.antes, history.forced
    if min(antes) < 0 or (len(set(antes)) > 1 and [seat for seat, ante in enumerate(antes) if ante] != [big]):
        raise Mismatch("antes: from everybody the same, or from the big blind alone")
    if min(forced[small], forced[big]) < 0:
        raise Mismatch("blinds_or_straddles: a blind is more than nothing")
    yield from (Post(seat, "ante", int(ante * scale)) for seat, ante in enumerate(antes) if ante)
    for seat in (small, big, *range(2, len(forced))):
        amount = int(abs(forced[seat]) * scale)
        if not amount:
            continue
        if seat in (small, big):
            yield Post(seat, "small_blind" if seat == small else "big_blind", amount)
        else:
            yield Post(seat, "straddle" if forced[seat] > forced[big] else "post", amount)


def _deck(variant: Variant, history: History, reveals: Mapping[int, Revealed]) -> tuple[Card, ...]:
    """The file's cards in dealing order; what nobody saw comes from the rest."""
    holes, board = _told(variant, history, reveals)
    rest = [card for card in DECK if card not in {*board, *(card for hole in holes for card in hole)}]
    board = [rest.pop() if card == UNKNOWN else card for card in board]
    mucked = {seat for seat, reveal in reveals.items() if not reveal.shows}
    for seat in sorted(range(len(holes)), key=lambda seat: seat not in mucked):
        holes[seat], rest = _filled(variant, holes[seat], board, rest, mucked=seat in mucked)
    coming = iter(board)
    deck: list[Card] = []
    dealt = 0
    for street in variant.streets:
        deck += [hole[place] for place in range(dealt, dealt + street.down) for hole in holes]
        dealt += street.down
        deck += [rest.pop() for _ in range(street.burn)]
        deck += [rest.pop() if (card := next(coming, None)) is None else card for _ in range(street.board)]
    return (*deck, *rest)


def _told(variant: Variant, history: History, reveals: Mapping[int, Revealed]) -> tuple[list[list[Card]], list[Card]]:
    """Hole cards by seat and the board as far as the file tells; no card may be told twice."""
    holes: list[list[Card]] = [[] for _ in history.stacks]
    board: list[Card] = []
    for _, line in history.lines:
        if isinstance(line, HoleDealt):
            holes[line.player] += line.cards
        elif isinstance(line, BoardDealt):
            board += line.cards
    for seat, hole in enumerate(holes):
        if len(hole) != variant.hole_cards:
            raise Mismatch(f"p{seat + 1} is dealt {len(hole)} cards")
        if seat in reveals and reveals[seat].cards:
            holes[seat] = _agreed(seat, hole, reveals[seat].cards)
    if len(board) > variant.board_cards:
        raise Mismatch(f"the board has {len(board)} cards")
    known = [card for cards in (*holes, board) for card in cards if card != UNKNOWN]
    if len(set(known)) < len(known):
        raise Mismatch("a card is dealt twice")
    return holes, board


def _agreed(seat: int, dealt: Sequence[Card], shown: Sequence[Card]) -> list[Card]:
    """The hole cards of both tellings together: what one leaves open the other may name."""
    new = [card for card in shown if card != UNKNOWN and card not in dealt]
    if len(shown) != len(dealt) or len(new) > dealt.count(UNKNOWN):
        named = [card for card in shown if card != UNKNOWN]
        raise Mismatch(f"p{seat + 1} shows {cards_text(named)}, but was dealt other cards")
    coming = iter(new)
    return [next(coming, UNKNOWN) if card == UNKNOWN else card for card in dealt]


def _filled(
    variant: Variant, hole: list[Card], board: list[Card], rest: list[Card], *, mucked: bool
) -> tuple[list[Card], list[Card]]:
    """A hand whose unseen cards come from the rest; one that was mucked lost, so it gets the worst there is."""
    known = [card for card in hole if card != UNKNOWN]
    choices = combinations(rest, len(hole) - len(known))
    if mucked and len(board) == variant.board_cards:
        new = min(choices, key=lambda cards: variant.high((*known, *cards), tuple(board)) or 0)
    else:
        new = next(choices)
    return [*known, *new], [card for card in rest if card not in new]
