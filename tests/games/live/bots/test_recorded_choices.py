"""House bots choose as recorded: a change of their play is meant, or it is a fault."""

import pytest

from games.engine.rules.variants import CATALOGUE
from tests.games.live.bots.recorded_choices import RECORD, digest

ROOMS = [(game, str(structure)) for game, variant in CATALOGUE.items() for structure in variant.structures]


@pytest.mark.parametrize(("game", "structure"), ROOMS)
def test_bots_choose_and_think_as_recorded(game: str, structure: str) -> None:
    assert digest(game, structure) in RECORD.read_text(encoding="utf-8").splitlines()


def test_every_game_is_recorded() -> None:
    recorded = [tuple(line.split()[:2]) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    assert recorded == ROOMS
