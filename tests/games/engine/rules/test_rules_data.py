"""Rules are stored as data and impossible ones are refused; section Y is in test_presets.py."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rules import Clock, Game, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.builders import rules
from tests.games.engine.support.rakes import ETHP_RAKE, SHOWDOWN_RAKE, online_rake

HOUSES = st.builds(
    HouseRules,
    suit_order=st.sampled_from(["shdc", "shcd"]),
    raise_cap=st.sampled_from([0, 2, 3, 4, 5]),
    uncapped_heads_up=st.sampled_from(["off", "two_left", "round_start"]),
    min_bet=st.sampled_from(["big_blind", "street"]),
    min_raise=st.sampled_from(["last_raise", "double", "big_blind"]),
    short_raise=st.sampled_from(["reject", "complete_at_half"]),
    timeout_action=st.sampled_from(["check_or_fold", "fold"]),
    chip_unit=st.integers(1, 10_000),
    run_it=st.integers(1, 3),
    straddle=st.booleans(),
    rabbit_fee=st.integers(0, 1_000),
    show_pot=st.sampled_from(["always", "pot_limit_only"]),
    showdown_order=st.sampled_from(["last_aggressor", "first_bettor"]),
    auto_muck=st.sampled_from(["player", "system"]),
    all_in_show=st.booleans(),
    first_button=st.sampled_from(["high_card", "first_player"]),
    button=st.sampled_from(["dead", "moving"]),
    min_stack_to_play=st.sampled_from(["none", "big_blind"]),
)
RULES = st.builds(
    Rules,
    st.sampled_from(list(CATALOGUE.values())),
    st.builds(
        Stakes,
        st.sampled_from(list(Structure)),
        st.integers(0, 1_000),
        st.integers(1, 1_000),
        st.integers(0, 1_000),
        st.sampled_from(list(AnteKind)),
    ),
    HOUSES,
    st.sampled_from([NO_RAKE, SHOWDOWN_RAKE, ETHP_RAKE, online_rake(100)]),
    st.builds(Clock, turn=st.integers(1, 100_000), bank=st.integers(0, 100_000)),
    st.sampled_from([(), tuple(Game(game, Stakes(Structure.FIXED_LIMIT, 5, 10)) for game in CATALOGUE.values())]),
    st.integers(0, 9),
)


@given(RULES)
def test_rules_are_read_as_they_were_written(playing: Rules) -> None:
    data = json.loads(json.dumps(playing.to_data()))
    again = Rules.from_data(data)
    assert again == playing
    assert json.dumps(again.to_data()) == json.dumps(playing.to_data())
    for field in HouseRules.__dataclass_fields__:
        assert type(getattr(again.house, field)) is type(getattr(playing.house, field))


@pytest.mark.parametrize(
    "nonsense",
    [
        {"raise_cap": 1},
        {"raise_cap": 6},
        {"raise_cap": -1},
        {"raise_cap": "many"},
        {"chip_unit": 0},
        {"chip_unit": -5},
        {"run_it": 0},
        {"run_it": 4},
        {"rabbit_fee": -1},
        {"protections_a_day": -1},
        {"open_pair": "nobody"},
        {"entry": "later"},
        {"min_raise": "triple"},
        {"button": ""},
        {"suit_order": "hsdc"},
        {"no_such_rule": 1},
    ],
)
def test_impossible_rules_are_refused(nonsense: dict[str, Any]) -> None:
    with pytest.raises((IllegalAction, ValueError, TypeError)):
        HouseRules(**nonsense)


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("variant", None, "crazy_pineapple"),
        ("stakes", "structure", "spread"),
        ("stakes", "ante_kind", "button"),
        ("stakes", "middle_blind", 5),
        ("house", "min_bet", "any"),
        ("rake", "per_cent", 5),
        ("clock", "tempo", 5),
    ],
)
def test_unknown_data_is_refused(part: str, key: str | None, value: object) -> None:
    data = rules().to_data()
    if key is None:
        data[part] = value
    else:
        section = data[part]
        assert isinstance(section, dict)
        data[part] = {**section, key: value}
    with pytest.raises((KeyError, ValueError, TypeError)):
        Rules.from_data(data)


@pytest.mark.parametrize("part", ["variant", "stakes", "house", "rake", "clock"])
def test_a_missing_part_is_refused(part: str) -> None:
    data = rules().to_data()
    del data[part]
    with pytest.raises(KeyError):
        Rules.from_data(data)


def test_D4_limits_follow_the_big_blind() -> None:
    stakes = rules("fl", (5, 10)).stakes
    assert (stakes.lower_limit, stakes.upper_limit) == (10, 20)
