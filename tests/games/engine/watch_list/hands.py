"""Hands built by hand for the detectors: what each test is about is given, all else is ordinary."""

from collections.abc import Iterable, Sequence

from games.engine.cards import parse_cards
from games.engine.watch_list.flags import THRESHOLDS, Flag
from games.engine.watch_list.hands import Chances, Did, HandId, Part, Turn, WatchedHand
from games.engine.watch_list.watch import Detector

BIG = 100
MINUTE = 60_000


def turn(
    player: int,
    did: Did,
    rivals: Sequence[int] = (2,),
    *,
    street: int = 3,
    price: int = 0,
    paid: int = 0,
    pot: int = 10 * BIG,
    strength: float = 0.5,
    truth: float = 0.5,
    think_ms: int = 3000,
    is_last: bool = True,
    may_raise: bool = True,
    cards: str = "",
    board: str = "",
) -> Turn:
    """A decision on the river, last to act, against one opponent, unless said otherwise."""
    hole = parse_cards(cards)
    return Turn(
        player=player,
        street=street,
        did=did,
        price=price,
        paid=paid,
        pot=pot,
        rivals=tuple(rivals),
        may_raise=may_raise,
        is_last=is_last,
        think_ms=think_ms,
        board=parse_cards(board),
        holes=(hole, *((),) * len(rivals)),
        up=((),) * (1 + len(rivals)),
        chances=Chances(strength, truth),
    )


def hand(
    number: int,
    turns: Iterable[Turn] = (),
    nets: dict[int, int] | None = None,
    *,
    table: int = 1,
    at: int = 0,
    game: str = "holdem",
    parts: Sequence[Part] = (),
) -> WatchedHand:
    """A hand of these turns; `nets` are the players and what they won or lost."""
    dealt = tuple(parts) or tuple(Part(player, net) for player, net in (nets or {}).items())
    return WatchedHand(HandId(table, number), at, game, BIG, dealt, tuple(turns))


def flags_of(detector: Detector, hands: Iterable[WatchedHand]) -> list[Flag]:
    """What the detector finds in these hands with the usual thresholds."""
    for one in hands:
        detector.count(one)
    return detector.flags(THRESHOLDS)
