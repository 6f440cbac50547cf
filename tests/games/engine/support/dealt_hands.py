"""Builds hands of any game from a description of the action, with the cards given street by street.

Seats count from the button's left; the last has the button. By default blinds are 50 and 100 (heads-up the last seat
has the small blind), limits 100 and 200, antes 10 and the bring-in 30.
"""

from collections.abc import Sequence
from typing import Any

from games.engine import events as ev
from games.engine.cards import Card, cards_text, parse_cards
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import Action, Call, Discard, RunIt
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.hand.queries import HandWait
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rake import NO_RAKE, RakeTerms
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.builders import ACTIONS, Deal


def deck_of(game: str, hands: Sequence[str], *later: str, again: Sequence[str] = ()) -> tuple[Card, ...]:
    """Returns a deck that deals the first street's `hands` by seat, then `later`, in dealing order street by street.

    Burnt cards come from the rest. `again` are the first cards of each later shuffle.
    """
    variant = CATALOGUE[game]
    first = [parse_cards(hand) for hand in hands]
    coming: list[Card | None] = [hand[turn] for turn in range(len(first[0])) for hand in first]
    for street, text in zip(variant.streets[1:], later, strict=False):
        coming += [None] * street.burn
        coming += parse_cards(text)
    named = [card for card in coming if card is not None]
    assert len(set(named)) == len(named), "a card is named twice"
    others = iter([card for card in variant.deck if card not in named])
    decks = [[next(others) if card is None else card for card in coming]]
    decks[0] += others
    for text in again:
        cards = parse_cards(text)
        decks.append([*cards, *(card for card in variant.deck if card not in cards)])
    return tuple(card for deck in decks for card in deck) + variant.deck * (variant.shuffles - len(decks))


class Play(Deal):
    """One hand played as in `Deal`, with more kinds of action.

    "bring" is the bring-in, "pat" stands pat, "x014" exchanges the cards at these places, "run2" agrees to two boards,
    "mucks" mucks for every player who may.
    """

    def play(self, script: str) -> "Play":
        """Plays one word per action; "/" asserts that a new street has begun."""
        for word in script.split():
            if word == "/":
                began = max(place for place, event in enumerate(self.events) if isinstance(event, ev.StreetBegan))
                quiet = (ev.StreetBegan, ev.CardsDealt, ev.UpDealt, ev.BoardDealt, ev.StubShuffled)
                assert all(isinstance(event, quiet) for event in self.events[began:]), "the street continues"
            elif word.startswith("run") and word != "run":
                self.events += self.hand.act(self.hand.to_agree[0], RunIt(int(word[3:])))
            elif word == "mucks":
                while self.hand.waiting.kind is HandWait.SHOW:
                    super().play("muck")
            else:
                super().play(word)
            self.hand.check()
        return self

    def _action(self, word: str) -> Action:
        if word == "bring":
            assert self.hand.legal().bring_in
            return Call()
        if word == "pat":
            return Discard()
        if word[0] == "x" and word not in ACTIONS:
            return Discard(tuple(map(int, word[1:])))
        return super()._action(word)

    def hole_cards(self, seat: int) -> str:
        """Returns a seat's cards."""
        return cards_text(self.hand.hole[seat])

    def awards(self) -> list[tuple[int, str, dict[int, int], int]]:
        """Returns the pots as they were paid: pot, half, shares by seat, board."""
        return [(event.pot, event.half, dict(event.shares), event.run) for event in self.events_of(ev.PotWon)]


def play(
    game: str,
    stacks: Sequence[int],
    actions: str = "",
    *,
    hands: Sequence[str] = (),
    later: Sequence[str] = (),
    again: Sequence[str] = (),
    structure: str = "fl",
    ante: int | None = None,
    bring_in: int = 30,
    rake: RakeTerms = NO_RAKE,
    **house: Any,
) -> Play:
    """Deals a hand and plays `actions`; one board unless `run_it` says otherwise."""
    variant = CATALOGUE[game]
    blinds = variant.forced is Forced.BLINDS
    ante = (0 if blinds else 10) if ante is None else ante
    stud = variant.forced is Forced.BRING_IN
    stakes = Stakes(Structure(structure), 50 if blinds else 0, 100, ante, bring_in=bring_in if stud else 0)
    rules = Rules(variant, stakes, HouseRules(**{"run_it": 1, **house}), rake)
    seats = tuple(range(len(stacks)))
    posts = [Post(seat, PostKind.ANTE, ante) for seat in seats if ante]
    if blinds:
        small, big = (1, 0) if len(seats) == 2 else (0, 1)
        posts += [Post(small, PostKind.SMALL_BLIND, 50), Post(big, PostKind.BIG_BLIND, 100)]
    deck = deck_of(game, hands, *later, again=again) if hands else variant.deck * variant.shuffles
    hand = Hand(rules)
    events = hand.begin(HandPlan(1, seats[-1], seats, tuple(stacks), tuple(posts)), deck)
    return Play(hand, events).play(actions)
