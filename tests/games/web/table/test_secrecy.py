"""In no game do fragments hold hidden cards: down cards of others, discards or the stub."""

import re

import pytest

from games.engine import events as ev
from games.engine.cards import Card, card_text
from games.engine.hand.actions import Discard, Fold, RaiseTo
from games.engine.rules.variants import CATALOGUE
from games.engine.views.visibility import own_view, public_view
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from tests.games.web.scenes.games import Play

FACE = re.compile(r'data-c="(\w\w)"')


def faces(html: str) -> list[str]:
    """The cards that lie face up in a fragment, in order."""
    return FACE.findall(html)


def known_cards(play: Play) -> set[Card]:
    """Every card that public events of the hand have turned face up."""
    cards: set[Card] = set()
    for event in play.table.public_events:
        match event:
            case ev.UpDealt(dealt):
                cards |= {card for _, card in dealt}
            case ev.BoardDealt(dealt):
                cards |= set(dealt)
            case ev.HandsTurnedUp(hands):
                cards |= {card for _, hand in hands for card in hand}
            case ev.Shown(cards=shown):
                cards |= set(shown)
            case ev.Drew(kept=kept):
                cards |= set(kept)
    return cards


def fragments_for(play: Play, seat: int | None) -> str:
    """Everything that a socket of this seat, or of a watcher for None, would get now."""
    view = public_view(play.table, table_id=1, version=7)
    own = None if seat is None else own_view(play.table, seat + 1, table_id=1, version=7)
    html = {
        **fragments.public_fragments(view, "en"),
        **fragments.own_fragments(own, view, "en", ViewerPreferences(True)),
    }
    return "".join(html.values()) + fragments.log_fragment(view, "en")


def act_randomly(play: Play) -> None:
    """Plays a random action that does not depend on any card."""
    kind = play.hand.waiting.kind
    roll = play.rng.random()
    if kind == "draw":
        play.act(Discard(tuple(play.rng.sample(range(4), play.rng.randint(0, 3)))))
    elif kind == "act" and roll < 0.2 and not play.hand.legal().bring_in:
        play.act(Fold())
    elif kind == "act" and roll > 0.8 and play.hand.legal().max_to:
        play.act(RaiseTo(play.hand.legal().min_to))
    else:
        play.usual()


@pytest.mark.parametrize("game", CATALOGUE)
def test_h4_no_hidden_card_leaves_the_table(game: str) -> None:
    """Down cards, discards and the stub are in nobody's fragments; my own cards only in mine."""
    for seed in range(3):
        play = Play(game, "fl", 5, seed=seed)
        for _ in range(60):
            allowed = {card_text(card) for card in known_cards(play)}
            assert set(faces(fragments_for(play, None))) <= allowed
            for seat in (0, 3):
                own_cards = {card_text(card) for card in play.hand.hole[seat]}
                assert set(faces(fragments_for(play, seat))) <= allowed | own_cards
            if play.hand.changes is not None:
                break
            act_randomly(play)


@pytest.mark.parametrize("game", CATALOGUE)
def test_h4_my_fragments_do_not_depend_on_hidden_cards(game: str) -> None:
    """Swapping hidden cards of other seats with each other does not change any of my fragments."""
    play = Play(game, "fl", 5, seed=5)
    for _ in range(40):
        if play.hand.changes is not None:
            break
        before = [fragments_for(play, seat) for seat in (None, 0)]
        twin = play.table.copy()
        assert twin.hand is not None
        seen = known_cards(play)
        places = [
            (seat, place)
            for seat in (1, 2, 3, 4)
            for place, card in enumerate(twin.hand.hole[seat])
            if card not in seen
        ]
        hidden = [twin.hand.hole[seat][place] for seat, place in places]
        for (seat, place), card in zip(places, hidden[1:] + hidden[:1], strict=True):
            cards = list(twin.hand.hole[seat])
            cards[place] = card
            twin.hand.hole[seat] = tuple(cards)
        twin.hand.discarded = [tuple(reversed(cards)) for cards in twin.hand.discarded]
        table_before, play.table = play.table, twin
        after = [fragments_for(play, seat) for seat in (None, 0)]
        play.table = table_before
        assert after == before
        act_randomly(play)
