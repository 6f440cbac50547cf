"""What an engine makes of the same hands: one digest of all their events, to be compared with another build's."""

from collections.abc import Iterator
from hashlib import sha256
from random import Random

from games.engine.hand import Hand
from games.engine.hand_events import HandEvent
from games.engine.houserules import HouseRules
from games.engine.rake import online_rake
from games.engine.rules import Rules
from games.engine.variants import CATALOGUE
from games.simulation import measured_rules, plans_of
from tests.games.engine.plans import BIG_BLIND, anything, shuffled

HANDS = 30
HOUSE = HouseRules(run_it=3)


def events(rules: Rules, players: int, dice: Random) -> Iterator[HandEvent]:
    """Everything that happens in some hands in which anything legal may be done."""
    plans = plans_of(rules, players)
    for _ in range(HANDS):
        hand = Hand(rules)
        yield from hand.begin(next(plans), shuffled(rules.variant, dice))
        while hand.changes is None:
            if hand.waiting.kind == "deal":
                yield from hand.go_on()
            else:
                yield from hand.copy().act(*(step := anything(hand, dice)))
                hand.act(*step)


def digest() -> str:
    """Of every game in every structure it has, for few and for many."""
    told = sha256()
    for variant in CATALOGUE.values():
        for structure in variant.structures:
            rules = measured_rules(game=variant.code, structure=structure)
            rules = rules._replace(house=HOUSE, rake=online_rake(BIG_BLIND))
            for players in (2, variant.max_players):
                for event in events(rules, players, Random(f"{variant.code} {structure} {players}")):
                    told.update(f"{type(event).__name__}{tuple(event)}".encode())
    return told.hexdigest()


if __name__ == "__main__":
    print(digest())
