"""Sets up the hand of a history: rules, stacks, forced bets, and a deck that deals the recorded cards."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Final, NamedTuple

from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events.kinds import PostKind
from games.engine.hand.hand import HandPlan, Post
from games.engine.history.phh_lines import RaisedTo
from games.engine.history.phh_reader import History
from games.engine.history.recorded_cards import HistoryMismatch, RecordedCards
from games.engine.history.stacked_deck import deck_for
from games.engine.rules.house_rules import ONLINE, HouseRules
from games.engine.rules.rake import NO_RAKE, RakeTerms
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.variant import Forced, Variant
from games.engine.rules.variants import CATALOGUE

NAMES: Final[Mapping[str, str]] = {
    "T": "holdem",
    "O": "omaha",
    "O/8": "omaha8",
    "7S": "stud",
    "7S/8": "stud8",
    "R": "razz",
    "5S": "stud5",
    "5D": "draw",
    "5DD": "double-draw",
    "A5L1D": "lowball",
    "2L1D": "27sd",
    "2L3D": "27td",
    "B": "badugi",
    "S": "shortdeck",
    "O5": "omaha5",
}
DEFAULT_HOUSE_RULES: Final[Mapping[str, object]] = {**ONLINE.to_data(), "run_it": 1}
"""The house rules of a file that names none; the format cannot record a second board, so there is only one."""

STRUCTURES: Final[Mapping[str, Structure]] = {
    "N": Structure.NO_LIMIT,
    "P": Structure.POT_LIMIT,
    "F": Structure.FIXED_LIMIT,
}


class HandSetup(NamedTuple):
    """A hand ready to begin; the file's players sit in `plan.order`, the button last (heads-up too, D3).

    One unit of the file is `scale` engine units, which makes all its amounts whole.
    """

    rules: Rules
    plan: HandPlan
    deck: tuple[Card, ...]
    recorded: RecordedCards
    scale: int


def game_of(code: str) -> tuple[Variant, Structure] | None:
    """The game and structure of a history's code, None for a game not dealt here."""
    variant, structure = CATALOGUE.get(NAMES.get(code[1:], "")), STRUCTURES.get(code[:1])
    return (variant, structure) if variant and structure and structure in variant.structures else None


def code_of(rules: Rules) -> str:
    """The PHH code of a game and its structure; raises KeyError for a game without one."""
    structure = {kind: letter for letter, kind in STRUCTURES.items()}[rules.stakes.structure]
    return structure + {game: name for name, game in NAMES.items()}[rules.variant.code]


def set_up_hand(history: History) -> HandSetup:
    """Set up the hand of a history; raises HistoryMismatch if it is impossible or not played here."""
    game = game_of(history.variant)
    if game is None:
        raise HistoryMismatch(f"unsupported variant {history.variant!r}")
    variant, structure = game
    if len(history.stacks) > variant.max_players:
        raise HistoryMismatch(f"{len(history.stacks)} players, {variant.code} is for {variant.max_players}")
    scale = lcm(*(amount.denominator for amount in _figures(history)))
    posts = _posts(history, variant)
    stakes = _stakes(history, variant, structure, posts, scale)
    rules = Rules(variant, stakes, _house(history), _rake(history, scale))
    plan = HandPlan(
        number=history.number,
        button=history.button,
        order=history.seats,
        stacks=tuple(int(stack * scale) for stack in history.stacks),
        posts=tuple(Post(history.seats[place], kind, int(amount * scale)) for place, kind, amount in posts),
        at=history.at,
    )
    recorded = RecordedCards(history, variant)
    runs = min((times for _, times in history.runouts), default=1)
    return HandSetup(rules, plan, deck_for(variant, recorded, runs), recorded, scale)


def _figures(history: History) -> Iterator[Fraction]:
    yield from (*history.antes, *history.forced, *history.stacks, *(history.finishing or ()))
    yield from (history.smallest_bet, history.big_bet, history.bring_in)
    yield from (line.amount for _, line in history.lines if isinstance(line, RaisedTo))
    yield from (post.amount for post in history.posts)


def _stakes(
    history: History,
    variant: Variant,
    structure: Structure,
    posts: Sequence[tuple[int, PostKind, Fraction]],
    scale: int,
) -> Stakes:
    blinds = variant.forced is Forced.BLINDS
    by_kind = {kind: amount for _, kind, amount in posts}
    if blinds and by_kind.get(PostKind.BIG_BLIND) != history.smallest_bet:
        raise HistoryMismatch("the smallest bet is not the big blind")
    if not blinds and any(history.forced):
        raise HistoryMismatch("blinds_or_straddles: this game has none")
    if structure is Structure.FIXED_LIMIT and history.big_bet != 2 * history.smallest_bet:
        raise HistoryMismatch("the big bet is not twice the small bet")
    if (history.bring_in > 0) != (variant.forced is Forced.BRING_IN) or history.bring_in > history.smallest_bet:
        raise HistoryMismatch("bring_in: in stud alone, and not above the smallest bet")
    kind = AnteKind.EACH if len(set(history.antes)) == 1 else AnteKind.BIG_BLIND
    return Stakes(
        structure,
        small_blind=int(by_kind.get(PostKind.SMALL_BLIND, 0) * scale),
        big_blind=int(history.smallest_bet * scale),
        ante=int(max(history.antes) * scale),
        ante_kind=kind,
        bring_in=int(history.bring_in * scale),
    )


def _house(history: History) -> HouseRules:
    # `Any` because the values are of many types; HouseRules checks each.
    values: dict[str, Any] = {**DEFAULT_HOUSE_RULES, **history.house}
    try:
        return HouseRules(**values)
    except (IllegalAction, TypeError, ValueError) as problem:
        raise HistoryMismatch(f"_house: {problem}") from None


def _rake(history: History, scale: int) -> RakeTerms:
    if not history.rake:
        return NO_RAKE
    if scale > 1:
        raise HistoryMismatch("_rake: only where all figures are whole")
    try:
        return RakeTerms.from_data(dict(history.rake))
    except (KeyError, TypeError, ValueError) as problem:
        raise HistoryMismatch(f"_rake: {problem}") from None


def array_posts(
    antes: Sequence[Fraction], forced: Sequence[Fraction], smallest_bet: Fraction, *, blinds: bool
) -> list[tuple[int, PostKind, Fraction]]:
    """The forced bets in a file's arrays, as (place from the button's left, kind, amount), in posting order.

    Antes, blinds, then straddles and posts; the format writes a newcomer's live post as a negative amount (D6).
    Raises HistoryMismatch.
    """
    small, big = _blind_places(forced, smallest_bet)
    button = len(forced) - 1
    if blinds and forced[button] == smallest_bet and not any(forced[:button]):
        # The button alone posts a blind, as is usual in short deck.
        small, big = -1, button
    by_big_blind = blinds and [place for place, ante in enumerate(antes) if ante] == [big]
    if min(antes) < 0 or (len(set(antes)) > 1 and not by_big_blind):
        raise HistoryMismatch("antes: from everybody the same, or from the big blind alone")
    if min(forced[max(small, 0)], forced[big]) < 0:
        raise HistoryMismatch("blinds_or_straddles: a blind is more than nothing")
    posts = [(place, PostKind.ANTE, ante) for place, ante in enumerate(antes) if ante]
    if small >= 0 and forced[small]:
        posts.append((small, PostKind.SMALL_BLIND, forced[small]))
    if forced[big]:
        posts.append((big, PostKind.BIG_BLIND, forced[big]))
    for place in range(2, len(forced)):
        if forced[place] and place != big:
            kind = PostKind.STRADDLE if forced[place] > forced[big] else PostKind.POST
            posts.append((place, kind, abs(forced[place])))
    return posts


def _blind_places(forced: Sequence[Fraction], smallest_bet: Fraction) -> tuple[int, int]:
    """The places of small and big blind, counted from the button's left; -1 for a dead small blind (D2, D3)."""
    if len(forced) == 2:
        return 1, 0
    return (-1, 0) if forced[0] == smallest_bet and not forced[1] else (0, 1)


def _posts(history: History, variant: Variant) -> list[tuple[int, PostKind, Fraction]]:
    if history.posts:
        return [(player, kind, amount) for player, kind, amount in history.posts]
    blinds = variant.forced is Forced.BLINDS
    return array_posts(history.antes, history.forced, history.smallest_bet, blinds=blinds)
