"""Finds cards in any form (page, frame, log, database row) and compares them with what the log says was dealt."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser

from games.engine import events as ev
from games.engine.cards import RANKS, SUITS, Card
from games.store.card_sealing import unseal
from tests.faults.people import Frame
from tests.faults.room import Room, StoredEvent

RANK_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"]
SUIT_SIGNS = ("♣♧", "♦♢", "♥♡", "♠♤")
# Unicode arranges its playing cards in rows of sixteen: spades first, the ace before the two.
UNICODE_ROWS = {0x1F0A0: 3, 0x1F0B0: 2, 0x1F0C0: 1, 0x1F0D0: 0}

_SHORT = re.compile(r"(?<![A-Za-z0-9])(10|[2-9TJQKA])([cdhs♣♧♦♢♥♡♠♤])(?![A-Za-z0-9])")
_WORDS = re.compile(rf"\b({'|'.join(RANK_WORDS)})s? of ({'|'.join(SUIT_WORDS)})\b", re.IGNORECASE)
_SENTENCE = re.compile(r"\bAs(?= [a-z])")
_TAG_NAME = re.compile(r"</?[a-z]+")
_UNICODE = re.compile("[\U0001f0a1-\U0001f0de]")
_RUN = re.compile(r"\d{1,2}(?:\s*[,;| ]\s*\d{1,2})+")

# The attributes that elements of a public fragment may have. None of them could hold the number of a hidden card.
ATTRIBUTES = {
    *("id", "class", "role", "hidden", "aria-label", "aria-hidden", "title", "hx-get", "hx-target", "data-append-to"),
    *("data-until", "data-duration", "data-now", "data-version", "data-hand", "data-sound", "href", "target"),
    *("data-title", "data-name", "data-about", "data-big-blind", "data-amount-unit", "data-of", "aria-current"),
    *("data-table", "data-minor-units", "data-seats"),
    # The clock of the session and its drawing.
    *("data-since", "data-clock", "viewbox", "d", "r", "cx", "cy"),
}
CARD_ATTRIBUTES = {"class", "data-c", "role", "aria-label"}
CARD_CLASSES = {"card", "back", "slot", "plays", "mini"}


@lru_cache(65_536)
def cards_in(text: str) -> frozenset[Card]:
    """Returns every card that a text names: "Ah", "10♥", "ace of hearts" or a Unicode playing card."""
    text = _SENTENCE.sub("", unescape(_TAG_NAME.sub("<", text)))
    found = {_short(rank, suit) for rank, suit in _SHORT.findall(text)}
    found |= {
        RANK_WORDS.index(rank.lower()) * 4 + SUIT_WORDS.index(suit.lower()) for rank, suit in _WORDS.findall(text)
    }
    for sign in _UNICODE.findall(text):
        row = ord(sign) & ~0xF
        rank = ord(sign) - row
        # Unicode has jack, knight, queen and king; poker has no knight.
        place = {1: 12, 11: 9, 13: 10, 14: 11}.get(rank, rank - 2)
        if row in UNICODE_ROWS and 0 <= place < len(RANKS):
            found.add(place * 4 + UNICODE_ROWS[row])
    return frozenset(found)


def _short(rank: str, suit: str) -> Card:
    place = RANKS.index("T" if rank == "10" else rank.upper())
    for number, signs in enumerate(SUIT_SIGNS):
        if suit in signs:
            return place * 4 + number
    return place * 4 + SUITS.index(suit.lower())


class _Element(HTMLParser):
    """Parses one fragment of HTML and records every unexpected element, attribute, class and comment."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.oddities: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        classes = set((attributes.get("class") or "").split())
        if "card" in classes:
            self._card(attributes, classes)
        elif odd := attributes.keys() - ATTRIBUTES:
            self.oddities.append(f"<{tag}> carries {odd}")
        elif "data-c" in attributes:
            self.oddities.append(f"<{tag}> has a face but is not a card")

    def _card(self, attributes: dict[str, str | None], classes: set[str]) -> None:
        if odd := (attributes.keys() - CARD_ATTRIBUTES) | (classes - CARD_CLASSES):
            self.oddities.append(f"a card carries {odd}")
        face = attributes.get("data-c")
        if face is None:
            if not classes & {"back", "slot"}:
                self.oddities.append("a card has neither a face nor a back")
        elif classes & {"back", "slot"}:
            self.oddities.append("a card's back has a face")

    def handle_comment(self, data: str) -> None:
        self.oddities.append(f"a comment: {data}")


@lru_cache(65_536)
def oddities(html: str) -> tuple[str, ...]:
    """Describes every part of a fragment that is not expected there and could contain a card."""
    return tuple(_Element(html).oddities)


@dataclass
class TrueHand:
    """One hand as it was dealt: hole cards by player, and the (version, card) pairs of all cards shown to everybody."""

    number: int
    deck: tuple[Card, ...] = ()
    holes: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    shown: list[tuple[int, Card]] = field(default_factory=list)

    def open_at(self, version: int) -> set[Card]:
        """Returns the cards that are public at a version of the table."""
        return {card for when, card in self.shown if when <= version}


class Truth:
    """The hands in a table's log, decrypted and interpreted without the engine."""

    def __init__(self, room: Room, table: int) -> None:
        self.hands = [TrueHand(0)]
        self.began = [0]
        players: dict[int, int] = {}
        rows = room.ask_sql(
            "SELECT number, events, sealed FROM games_decision WHERE table_id = %s ORDER BY number", table
        )
        for number, public, sealed in rows:
            for event in unseal(table, number, public, sealed):
                self._take(number, event, players)

    def _take(self, version: int, event: ev.TableEvent, players: dict[int, int]) -> None:
        hand = self.hands[-1]
        match event:
            case ev.SeatTaken():
                players[event.seat] = event.player
            case ev.HandBegan():
                self.hands.append(TrueHand(event.number))
                self.began.append(version)
            case ev.DeckShuffled():
                hand.deck = event.deck
            case ev.CardsDealt():
                for place, seat in enumerate(event.seats):
                    hand.holes[players[seat]] = hand.deck[place : event.each * len(event.seats) : len(event.seats)]
            case ev.BoardDealt():
                hand.shown += [(version, card) for card in event.cards]
            case ev.Shown():
                hand.shown += [(version, card) for card in event.cards if card >= 0]
            case ev.HandsTurnedUp():
                hand.shown += [(version, card) for _, cards in event.hands for card in cards]
            case ev.ButtonDrawn():
                hand.shown += [(version, card) for _, card in event.cards]

    def place(self, version: int) -> int:
        """Returns the index in `hands` of the hand in progress at a version."""
        return bisect_right(self.began, version) - 1

    def own(self, player: int, version: int) -> set[Card]:
        """Returns the player's own hole cards around a version; an own view may arrive one hand early or late."""
        near = self.hands[max(0, self.place(version) - 1) : self.place(version) + 2]
        return {card for hand in near for card in hand.holes.get(player, ())}


OWN_FRAGMENTS = {"my-hand", "controls", "my-seat", "seat-exits"}


def leaks(frames: Iterable[Frame], player: int, truth: Truth) -> Iterator[str]:
    """Describes every card that was sent to a viewer (0 is a railbird) before it was shown to them."""
    version = 0
    for frame in frames:
        found = re.search(r'data-version="(\d+)"', frame.text)
        version = int(found[1]) if found else version
        hand = truth.hands[truth.place(version)]
        public, own = hand.open_at(version), truth.own(player, version)
        for name, html in frame.fragments:
            allowed = public | own if name in OWN_FRAGMENTS else public
            if secret := cards_in(html) - allowed:
                yield f"version {version}, {name}: {sorted(secret)} in {html}"
            if name not in OWN_FRAGMENTS:
                yield from (f"version {version}, {name}: {odd}" for odd in oddities(html))


RUN = 6
"""This many numbers in deck order are not a coincidence."""


def runs_of(hands: Iterable[TrueHand]) -> frozenset[tuple[int, ...]]:
    """Returns every run of RUN consecutive cards in every deck."""
    return frozenset(hand.deck[at : at + RUN] for hand in hands for at in range(len(hand.deck) - RUN + 1))


def numbers_in(text: str, runs: frozenset[tuple[int, ...]]) -> bool:
    """Whether a text contains part of a deck written as numbers."""
    rows = [tuple(map(int, re.findall(r"\d+", found))) for found in _RUN.findall(text)]
    return any(row[at : at + RUN] in runs for row in rows for at in range(len(row) - RUN + 1))


def fields_of(event: StoredEvent) -> int:
    """Returns how many fields the event's type defines."""
    return len(getattr(ev, str(event[0]))._fields)
