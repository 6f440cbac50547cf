"""Writes a finished hand of hold'em or Omaha as an object of the Open Hand History format, version 1.4.7."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine import events as ev
from games.engine.cards import Card, card_text
from games.engine.events.kinds import PostKind
from games.engine.hand.hand import Hand
from games.engine.history.text_summary import Facts
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure

VERSION: Final = "1.4.7"
GAMES: Final[Mapping[str, str]] = {"holdem": "Holdem", "omaha": "Omaha", "omaha8": "OmahaHiLo"}
"""The games that the format can say without doubt."""
_LIMITS: Final[Mapping[Structure, str]] = {
    Structure.NO_LIMIT: "NL",
    Structure.POT_LIMIT: "PL",
    Structure.FIXED_LIMIT: "FL",
}
_STREETS: Final = ("Preflop", "Flop", "Turn", "River")
_POSTS: Final[Mapping[PostKind, str]] = {
    PostKind.ANTE: "Post Ante",
    PostKind.SMALL_BLIND: "Post SB",
    PostKind.BIG_BLIND: "Post BB",
    PostKind.STRADDLE: "Straddle",
    PostKind.POST: "Post Extra Blind",
    PostKind.DEAD: "Post Dead",
}


class About(NamedTuple):
    """What the object says besides the hand itself: `began` as in ISO 8601, in UTC.

    `currency` is an ISO code or a code of the format, with 10 ** `digits` minor units; `own_seat` is the viewer's, -1
    for somebody who watched.
    """

    room: str
    number: int
    table: str
    seats: int
    began: str
    currency: str
    digits: int
    own_seat: int = -1


def can_write(rules: Rules, events: Sequence[ev.TableEvent]) -> bool:
    """Whether the format has a place for all of this hand: its game, and one board only."""
    return rules.variant.code in GAMES and not any(isinstance(event, ev.RunBegan) for event in events)


def write_ohh(rules: Rules, names: Mapping[int, str], events: Sequence[ev.TableEvent], about: About) -> str:
    """One hand as JSON from the events one viewer saw (`viewer_events`), amounts in units of the currency.

    Raises KeyError for a game that the format does not know.
    """
    writer = _Writer(rules, about)
    for event in events:
        if isinstance(event, ev.HandEvent):
            writer.write(event)
    return json.dumps({"ohh": {**_header(rules, names, about, writer), **writer.ending()}}, ensure_ascii=False)


class _Writer:
    """Applies the events and collects the rounds; what is shown belongs to a round of its own at the end."""

    def __init__(self, rules: Rules, about: About) -> None:
        self.hand, self.about = Hand(rules), about
        self.facts = Facts()
        self.rounds: list[dict[str, object]] = []
        self.actions: list[dict[str, object]] = []
        self.shown: list[dict[str, object]] = []
        self.begin_round("Preflop")

    def begin_round(self, street: str) -> None:
        """Begin a round; actions are numbered in each of them."""
        self.actions = []
        self.rounds.append({"id": len(self.rounds), "street": street, "cards": [], "actions": self.actions})

    def write(self, event: ev.HandEvent) -> None:
        """Write one event."""
        hand, own = self.hand, self.about.own_seat
        before = hand.stacks[event.seat] if isinstance(event, ev.Bet | ev.Raised) else 0
        hand.apply(event)
        self.facts.note(event, hand)
        match event:
            case ev.StreetBegan(street) if street:
                self.begin_round(_STREETS[street])
            case ev.BoardDealt(cards):
                self.rounds[-1]["cards"] = _cards(cards)
            case ev.CardsDealt(seats) if own in seats:
                self.act(own, "Dealt Cards", cards=hand.hole[own])
            case ev.Posted(seat, kind, amount, all_in) if amount:
                self.act(seat, _POSTS[kind], amount, all_in)
            case ev.Folded(seat):
                self.act(seat, "Fold")
            case ev.Checked(seat):
                self.act(seat, "Check")
            case ev.Called(seat, amount, all_in):
                self.act(seat, "Call", amount, all_in)
            case ev.Bet(seat, all_in=all_in) | ev.Raised(seat, all_in=all_in):
                # The format has no bet before the flop, and counts what the player adds.
                is_raise = isinstance(event, ev.Raised) or not hand.street
                self.act(seat, "Raise" if is_raise else "Bet", before - hand.stacks[seat], all_in)
            case ev.HandsTurnedUp(hands):
                for seat, cards in hands:
                    self.show(seat, "Shows Cards", cards)
            case ev.Shown(seat, cards):
                self.show(seat, "Shows Cards", cards)
            case ev.Mucked(seat):
                self.show(seat, "Mucks Cards", hand.hole[seat] if seat == own else ())

    def act(self, seat: int, action: str, amount: int = 0, all_in: bool = False, *, cards: Sequence[Card] = ()) -> None:
        """Write a player's action."""
        self.actions.append(
            {"action_number": len(self.actions), **self.action(seat, action, cards)}
            | ({"amount": self.units(amount), "is_allin": all_in} if amount else {})
        )

    def show(self, seat: int, action: str, cards: Sequence[Card]) -> None:
        """Write that a player showed or mucked."""
        self.shown.append({"action_number": len(self.shown), **self.action(seat, action, cards)})

    def action(self, seat: int, action: str, cards: Sequence[Card]) -> dict[str, object]:
        """The fields that every action has, and the cards it names."""
        known = _cards(cards)
        return {"player_id": seat, "action": action} | ({"cards": known} if known else {})

    def units(self, minor: int) -> float:
        """An amount in units of the currency; exact up to 15 digits."""
        return minor / float(10**self.about.digits)

    def ending(self) -> dict[str, object]:
        """The rounds with the showdown, and the pots with their rake and winners."""
        if self.shown:
            self.begin_round("Showdown")
            self.actions += self.shown
        return {"rounds": self.rounds, "pots": self.pots()}

    def pots(self) -> list[dict[str, object]]:
        """Each pot with the rake taken from it; the halves of a split pot are one pot."""
        pots: list[dict[str, object]] = []
        for pot in sorted({won.pot for won in self.facts.won}):
            wins: dict[int, int] = {}
            for won in self.facts.won:
                if won.pot == pot:
                    for seat, share in won.shares:
                        wins[seat] = wins.get(seat, 0) + share
            rake = self.facts.rakes[pot] if self.facts.rakes else 0
            player_wins = [{"player_id": seat, "win_amount": self.units(share)} for seat, share in wins.items()]
            pots.append(
                {
                    "number": pot,
                    "amount": self.units(sum(wins.values()) + rake),
                    "rake": self.units(rake),
                    "player_wins": player_wins,
                }
            )
        return pots


def _header(rules: Rules, names: Mapping[int, str], about: About, writer: _Writer) -> dict[str, object]:
    stakes, hand = rules.stakes, writer.hand
    players = [
        {"id": seat, "seat": seat + 1, "name": names[seat], "starting_stack": writer.units(hand.start[seat])}
        for seat in sorted(hand.order)
    ]
    is_own = about.own_seat in hand.order
    return {
        "spec_version": VERSION,
        "internal_version": VERSION,
        "site_name": about.room,
        "network_name": about.room,
        "game_number": str(about.number),
        "start_date_utc": about.began,
        "table_name": about.table,
        "table_size": about.seats,
        "game_type": GAMES[rules.variant.code],
        "bet_limit": {"bet_type": _LIMITS[stakes.structure], "bet_cap": 0},
        "currency": about.currency,
        "dealer_seat": hand.button + 1,
        "small_blind_amount": writer.units(stakes.small_blind),
        "big_blind_amount": writer.units(stakes.big_blind),
        "ante_amount": writer.units(stakes.ante),
        "hero_player_id": about.own_seat if is_own else None,
        "flags": [] if is_own else ["Observed"],
        "players": players,
    }


def _cards(cards: Sequence[Card]) -> list[str]:
    """The known cards."""
    return [card_text(card) for card in cards if card >= 0]
