"""The choices of house bots over many hands of every game, as digests; run this module after an intended change."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

from games.engine.hand.actions import Action
from games.engine.rules.house_rules import AutoMuck, DrawOpen, HouseRules, OpenPair
from games.engine.rules.rules import Rules
from games.engine.rules.variants import CATALOGUE
from games.engine.views.types import OwnView, TableView
from games.live.bots.decide import choose
from tests.games.live.bots.bot_table import Room, rules_of

RECORD = Path(__file__).with_name("recorded_choices.txt")
HANDS = 5
LARGEST_STACKS = (100, 3_000, 20_000)
HOUSES = {
    2: HouseRules(),
    4: HouseRules(draw_open=DrawOpen.BET_OR_FOLD, open_pair=OpenPair.HOLDER, chip_unit=5, run_it=3),
    0: HouseRules(draw_open=DrawOpen.BET_OR_FOLD, open_pair=OpenPair.OFF, auto_muck=AutoMuck.SYSTEM, all_in_show=False),
}
"""House rules by number of seats, 0 = all that the game has."""


def choices(game: str, structure: str, seats: int) -> Iterator[str]:
    """Each choice of the bots at one table, whose stacks are drawn again for every hand."""
    variant, house = CATALOGUE[game], HOUSES[seats]
    made: list[str] = []

    def decider(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Action:
        choice = choose(view, own, rules, rng)
        made.append(str(choice))
        return choice.action

    rng = Random(f"{game} {structure} {seats}")
    players = range(1, (seats or variant.max_players) + 1)
    room = Room(rules_of(structure, variant=variant, house=house), dict.fromkeys(players, decider), rng)
    for _ in range(HANDS):
        unit = house.chip_unit
        room.stacks({player: unit * rng.randint(1, rng.choice(LARGEST_STACKS) // unit) for player in players})
        room.hand()
    yield from made


def digest(game: str, structure: str) -> str:
    """One line of the record."""
    each = (sha256("\n".join(choices(game, structure, seats)).encode()).hexdigest()[:12] for seats in HOUSES)
    return " ".join((game, structure, *each))


def main() -> None:
    """Writes the record."""
    lines = [digest(game, structure) for game, variant in CATALOGUE.items() for structure in variant.structures]
    RECORD.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
