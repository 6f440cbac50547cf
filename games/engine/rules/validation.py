"""The validation of a table's rules; each refusal has a code, and all rules are validated here wherever they come from.

A setting that has no effect on the game of the table is accepted, because a preset covers all games and a rotation has
games of several kinds. So stud ignores `straddle`, `entry`, `run_it` and `rabbit_hunt`, games without up cards ignore
`open_pair`, games with blinds `draw_open`, no limit `raise_cap`, fixed limit `min_bet` and `min_raise`.
"""

from collections.abc import Iterator

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import Disconnect
from games.engine.rules.rake import RakeTerms
from games.engine.rules.rules import Clock, Game, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.tournament_house_rules import check_tournament
from games.engine.rules.variant import Forced

Bounds = tuple[int, int, int, int]
ANTE: Bounds = (1, 6, 1, 3)
"""The ante of a game without blinds is between 1/6 and 1/3 of the lower limit (G12)."""
BRING_IN: Bounds = (1, 2, 2, 3)
"""The bring-in is between 1/2 and 2/3 of the lower limit (G14)."""
COUNTDOWN = 10_000
"""The visible countdown at the end of called time, in milliseconds (B14)."""


def validate(rules: Rules) -> None:
    """Raises IllegalAction for rules that cannot be played; amounts in minor units."""
    for game in _games(rules):
        _check_stakes(game, unit=rules.house.chip_unit)
    _check_house(rules)
    if len(rules.mix_rakes) not in (0, len(rules.mix)) or rules.rake != rules.rakes[0]:
        raise IllegalAction("mix_differs")
    for rake in rules.rakes:
        _check_rake(rake, chip=rules.house.chip_unit)
    _check_clock(rules.clock)
    if rules.tournament is not None:
        check_tournament(rules)


def bounds_of(lower: int, bounds: Bounds) -> tuple[int, int]:
    """The smallest and largest ante or bring-in for a lower limit, in minor units."""
    least, of_least, most, of_most = bounds
    return -(-lower * least // of_least), lower * most // of_most


def _games(rules: Rules) -> Iterator[Game]:
    first = Game(rules.variant, rules.stakes)
    if not rules.mix:
        yield first
        return
    if len(rules.mix) < 2:
        raise IllegalAction("mix_of_one")
    if rules.mix[0] != first:
        raise IllegalAction("mix_differs")
    if rules.every < 0:
        raise IllegalAction("negative_rule")
    yield from rules.mix


def _check_stakes(game: Game, *, unit: int) -> None:
    """Raises IllegalAction unless the stakes fit the game and are in whole chips (G1-G14, B16)."""
    variant, stakes = game
    if stakes.structure not in variant.structures:
        raise IllegalAction("structure_not_played")
    for name, amount in stakes.amounts.items():
        if amount % unit:
            raise IllegalAction("not_a_multiple", unit=unit, of=name)
    if variant.forced is Forced.BLINDS:
        _check_blinds(stakes)
    else:
        _check_antes(stakes, bring_in=variant.forced is Forced.BRING_IN)


def _check_blinds(stakes: Stakes) -> None:
    if not 0 < stakes.small_blind <= stakes.big_blind:
        raise IllegalAction("blinds_wrong")
    if not 0 <= stakes.ante <= stakes.big_blind:
        raise IllegalAction("ante_wrong")
    if stakes.bring_in:
        raise IllegalAction("no_bring_in_here")


def _check_antes(stakes: Stakes, *, bring_in: bool) -> None:
    lower = stakes.lower_limit
    if lower <= 0:
        raise IllegalAction("limit_wrong")
    if stakes.small_blind:
        raise IllegalAction("no_blinds_here")
    if stakes.ante_kind is not AnteKind.EACH:
        raise IllegalAction("ante_each_here")
    least, most = bounds_of(lower, ANTE)
    if not least <= stakes.ante <= most:
        raise IllegalAction("ante_out_of_range", min=least, max=most)
    least, most = bounds_of(lower, BRING_IN)
    if stakes.bring_in and not bring_in:
        raise IllegalAction("no_bring_in_here")
    if bring_in and not least <= stakes.bring_in <= most:
        raise IllegalAction("bring_in_out_of_range", min=least, max=most)


def _check_house(rules: Rules) -> None:
    house = rules.house
    if house.rabbit_fee and not house.rabbit_hunt:
        raise IllegalAction("rabbit_fee_without_hunt")
    if house.rabbit_fee % house.chip_unit:
        raise IllegalAction("not_a_multiple", unit=house.chip_unit, of="rabbit_fee")
    if house.disconnect is Disconnect.ALL_IN_PROTECTION and not house.protections_a_day:
        raise IllegalAction("protection_never")
    limits = any(
        stakes.structure is Structure.FIXED_LIMIT and variant.forced is Forced.BLINDS
        for variant, stakes in _games(rules)
    )
    if limits and house.straddle and house.raise_cap == 2:
        # Big blind and straddle are the two bets allowed, so the straddler could never raise (B3, D9).
        raise IllegalAction("straddle_fills_cap")


def _check_rake(rake: RakeTerms, *, chip: int) -> None:
    if not 0 <= rake.per_mille < 1000 or rake.unit < 1 or min(rake.amounts) < 0:
        raise IllegalAction("rake_wrong")
    if rake.per_mille and any(amount % chip for amount in (rake.cap, *(cap for _, cap in rake.caps_by_players))):
        raise IllegalAction("rake_not_in_chips", unit=chip)
    if rake.per_mille and rake.round_up and rake.unit % chip:
        # Rounded up to its unit and then down to whole chips, the rake would be less than the profile says.
        raise IllegalAction("rake_not_in_chips", unit=chip)


def _check_clock(clock: Clock) -> None:
    if clock.turn <= 0 or min(clock) < 0:
        raise IllegalAction("clock_wrong")
    if clock.call_time < COUNTDOWN:
        raise IllegalAction("call_time_too_short")
