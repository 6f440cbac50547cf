"""T11: the chip race for the odd small chips that leave play."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import DECK, Card
from games.engine.rules.house_rules import SuitOrder
from tournaments.engine.seating.draw import card_order
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.table import Table

CARD_SHOWN = 900
RESULT_SHOWN = 4_000
LONGEST_SHOWN = 30_000
"""A race is shown for `CARD_SHOWN` ms a card and `RESULT_SHOWN` ms for its result, at most `LONGEST_SHOWN` ms."""


class RaceResult(NamedTuple):
    """The result of a race: the cards dealt as (player, card), and the (player, chips) afterwards.

    The players in `won` won a chip with a card; those in `saved` were given one to stay in.
    """

    cards: tuple[tuple[int, Card], ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...]


def race(
    stacks: Sequence[tuple[int, int]], deck: Sequence[Card], *, chip: int, into: int, suits: SuitOrder
) -> RaceResult:
    """Exchange every `chip` for `into`; stacks are (player, chips) from seat 1 clockwise.

    Chips that divide evenly are exchanged. Each odd chip gets a card, all of one player's before the next player's. The
    highest cards, `suits` breaking ties (C2), win one chip of the next value until the odd chips are used up; a
    remainder counts as one more chip. Nobody wins two chips, and a player who would lose everything gets one.
    """
    owners = [player for player, chips in stacks for _ in range(chips % into // chip)]
    cards = tuple(zip(owners, deck, strict=False))
    prizes = -(-len(owners) * chip // into)
    won: list[int] = []
    for player, _ in sorted(cards, key=lambda row: card_order(row[1], suits), reverse=True):
        if len(won) < prizes and player not in won:
            won.append(player)
    saved = tuple(player for player, chips in stacks if chips < into and player not in won)
    after = tuple(
        (player, chips // into * into + (into if player in won or player in saved else 0)) for player, chips in stacks
    )
    return RaceResult(cards, tuple(won), saved, after)


def race_off(d: Decider, table: Table) -> None:
    """Race off the chips that are no longer needed at the table, the smallest first, and have it shown there."""
    structure = d.t.setup.structure
    unit = structure.unit(d.t.level)
    for chip, into in zip(structure.chips, structure.chips[1:], strict=False):
        stacks = [(player, d.t.players[player].stack) for player in table.players if d.t.players[player].stack]
        if into <= unit and any(chips % into for _, chips in stacks):
            result = race(stacks, d.rng.shuffled(DECK), chip=chip, into=into, suits=d.t.setup.table_house.suit_order)
            change = sum(chips for _, chips in result.stacks) - sum(chips for _, chips in stacks)
            d.emit(
                ev.ChipsRaced(
                    table=table.number,
                    chip=chip,
                    into=into,
                    cards=result.cards,
                    won=result.won,
                    saved=result.saved,
                    stacks=result.stacks,
                    change=change,
                    shown_until=d.now + min(LONGEST_SHOWN, RESULT_SHOWN + CARD_SHOWN * len(result.cards)),
                )
            )
