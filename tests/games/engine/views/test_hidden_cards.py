"""Hidden cards: shuffling them among each other changes no view, and views have no field that could hold them."""

import types
import typing
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.evaluation.names import HandName
from games.engine.rules.tournament import ChipRace, ChipRaceRow
from games.engine.table import commands as cm
from games.engine.table.state import Table
from games.engine.views.types import LogLine, OwnView, Prompt, SeatView, TableView, Turn
from tests.games.engine.support.builders import Room, rules
from tests.games.engine.support.views import cards_in, own_or_none, public_of

EVERYBODY = 0


class RecordedRoom(Room):
    """A table that keeps every event, so that the same hand can be replayed with other hidden cards."""

    def __init__(self, *chips: int, **table: Any) -> None:
        self.history: list[ev.TableEvent] = []
        self.began = Table(rules(**{key: value for key, value in table.items() if key not in ("seats", "seed")}), 6)
        super().__init__(*chips, **table)

    def send(self, command: cm.Command, deck: Sequence[Card] | None = None) -> tuple[ev.TableEvent, ...]:
        """Sends the command and keeps its events."""
        happened = super().send(command, deck)
        self.history += happened
        return happened

    def open_cards(self) -> set[Card]:
        """Returns the cards shown so far in the running or last hand."""
        cards: set[Card] = set()
        for event in self.history:
            match event:
                case ev.HandBegan():
                    cards = set()
                case ev.BoardDealt(some) | ev.Shown(_, some):
                    cards |= set(some)
                case ev.HandsTurnedUp(hands):
                    cards |= {card for _, hole in hands for card in hole}
        return cards - {-1}

    def with_hidden_cards_shuffled(self, viewer: int, rng: Random) -> Table:
        """Returns the events with all cards that the viewer does not see shuffled among each other."""
        hand = self.table.hand
        assert hand is not None
        seen = self.open_cards()
        seat = self.table.player_seat(viewer) if viewer else None
        if seat is not None and self.table.played(seat):
            seen |= set(hand.hole[seat])
        places = [place for place, card in enumerate(hand.deck) if card not in seen]
        cards = [hand.deck[place] for place in places]
        rng.shuffle(cards)
        deck = list(hand.deck)
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
        last = max(place for place, event in enumerate(self.history) if isinstance(event, ev.DeckShuffled))
        twin = self.began.copy()
        for place, event in enumerate(self.history):
            twin.apply(ev.DeckShuffled(tuple(deck)) if place == last else event)
        return twin


def step(room: Room, rng: Random) -> None:
    """Takes one random step of the players or the clock."""
    table = room.table
    hand = table.hand
    whim = rng.random()
    player = rng.randint(1, 4)
    if whim < 0.06 and table.player_seat(player) is None:
        room.sit(player, rng.choice((300, 5_000)), auto_muck=rng.random() < 0.5)
    elif whim < 0.1 and table.player_seat(player) is not None and len(table.chips()) > 2:
        room.send(cm.Leave(player))
    elif whim < 0.3 and hand and not table.running and hand.may_show(rng.choice(hand.order)):
        shows = [seat for seat in hand.order if hand.may_show(seat) and table.played(seat)]
        for seat in shows[:1]:
            room.send(cm.ShowCards(table.seat(seat).player, hand.number, rng.choice(((), (0,), (1,)))))
    elif hand and hand.to_act >= 0:
        legal = hand.legal()
        actions = ["call"] * 5 if legal.call else ["check"] * 5
        actions += ["fold"] + ([str(legal.max_to), str(legal.min_to)] if legal.max_to else [])
        room.play(rng.choice(actions))
    elif table.next_tick_at() is not None:
        room.tick()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), all_in_show=st.booleans(), auto_muck=st.sampled_from(["player", "system"]))
def test_no_view_depends_on_a_card_its_viewer_does_not_see(seed: int, all_in_show: bool, auto_muck: str) -> None:
    rng = Random(seed)
    room = RecordedRoom(5_000, 300, 5_000, 1_000, seed=seed, all_in_show=all_in_show, auto_muck=auto_muck)
    for _ in range(35):
        step(room, rng)
        if room.table.hand is None:
            continue
        for viewer in (EVERYBODY, 1, 2, 3, 4):
            twin = room.with_hidden_cards_shuffled(viewer, rng)
            assert repr(public_of(twin)) == repr(public_of(room))
            if viewer:
                assert repr(own_or_none(twin, viewer)) == repr(own_or_none(room, viewer))
        assert set(cards_in(public_of(room))) <= room.open_cards() | {card for _, card in room.table.button_draw}


def leaves(kind: Any) -> Iterator[Any]:
    """Yields the types of all fields of a view, also of nested ones."""
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        yield kind
        for part in typing.get_type_hints(kind).values():
            yield from leaves(part)
    elif typing.get_origin(kind) in (tuple, types.UnionType, typing.Union):
        for part in typing.get_args(kind):
            if part is not Ellipsis:
                yield from leaves(part)
    else:
        yield kind


def test_views_have_only_fields_of_listed_types() -> None:
    plain = {int, str, bool, type(None)}
    parts = set(leaves(TableView)) - plain
    assert {part for part in parts if issubclass(part, tuple)} - {HandName} == {
        *(TableView, SeatView, LogLine, Turn, Prompt, ChipRace, ChipRaceRow)
    }
    parts |= set(leaves(OwnView)) - plain
    assert {part.__name__ for part in parts} <= {
        *("TableView", "OwnView", "SeatView", "LogLine", "Turn", "Prompt", "Choices", "SeatSettings"),
        *("HandName", "Category", "ChipRace", "ChipRaceRow", "PreAction", "StopPlan", "WaitKind"),
        *("SeatState", "LastAction", "LineCode", "RabbitOption", "TablePhase", "Blind", "Preset"),
    }


def test_only_listed_events_hold_cards_and_the_secret_ones_are_marked() -> None:
    holding = {
        kind.__name__
        for kind in vars(ev).values()
        if isinstance(kind, type) and hasattr(kind, "_fields") and {"cards", "hands", "deck", "hole"} & {*kind._fields}
    }
    open_cards = {"BoardDealt", "UpDealt", "HandsTurnedUp", "Shown", "ButtonDrawn", "RabbitShown"}
    assert holding == open_cards | {"DeckShuffled", "StubShuffled", "Exchanged"}
    secret = set(ev.SECRET)
    assert secret == {ev.DeckShuffled, ev.StubShuffled, ev.Exchanged, ev.PreActionSet}


def test_the_public_events_hold_no_secret() -> None:
    room = Room(*[10_000] * 3, first_button="first_player").deal(("AsAh", "KsKh", "QsQh"), "2c3d7h8c9d")
    room.pre_action(3, "fold")
    assert not any(type(event) in ev.SECRET for event in room.table.public_events)
