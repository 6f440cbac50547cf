"""The structure of a tournament: levels, breaks, chips in play and chip races (T1, T4, T5, T11)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import AnteKind, Stakes
from games.engine.rules.stakes import Structure as Betting
from games.engine.rules.validation import ANTE, BRING_IN, bounds_of
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
LONGEST: Final = 24 * HOUR
"""A level and a break are at most this long."""
END_OF_PLAY: Final = 20
"""A tournament ends when about this many big blinds are in play; used to estimate its length."""
MOST_RATIO: Final = 5
"""A chip is worth at most this many of the next smaller one, so that a deck has a card for each odd chip (T11)."""


class Level(NamedTuple):
    """A level of `length` ms: blinds, or the lower limit as `big_blind`, and ante; `bring_in` 0 means the default."""

    small_blind: int
    big_blind: int
    ante: int
    length: int
    bring_in: int = 0

    @property
    def amounts(self) -> tuple[int, ...]:
        """Every amount that must be payable in chips."""
        return self.small_blind, self.big_blind, self.ante, self.bring_in


class Break(NamedTuple):
    """A break of `length` ms after level `after`, counted from 1 (T5)."""

    after: int
    length: int


class Hourly(NamedTuple):
    """Breaks of `length` ms at the same `minute` of every hour for all tournaments; length 0 means none (T5).

    Minutes are those of the clocks in `zone`, which in some zones are not those of UTC.
    """

    minute: int = 55
    length: int = 0
    zone: str = "UTC"

    def after(self, now: int) -> int:
        """The first moment after `now` at which the clocks show the minute, ms since the epoch."""
        zone = ZoneInfo(self.zone)
        # Clocks that are changed meanwhile may go by half an hour.
        offsets = {_offset(zone, now), _offset(zone, now + 2 * HOUR)}
        times = ((self._after(now, offset) + hours, offset) for offset in offsets for hours in (0, HOUR))
        return min(at for at, offset in times if _offset(zone, at) == offset)

    def _after(self, now: int, offset: int) -> int:
        at = (now + offset) // HOUR * HOUR + self.minute * MINUTE - offset
        return at if at > now else at + HOUR


def _offset(zone: ZoneInfo, at: int) -> int:
    """By how many ms the clocks of a zone are ahead of UTC at a moment."""
    ahead = datetime.fromtimestamp(at / 1000, zone).utcoffset() or timedelta()
    return ahead // timedelta(milliseconds=1)


class Race(NamedTuple):
    """From `level` on the smallest chip in play is `chip`; smaller ones are raced off (T11)."""

    level: int
    chip: int


class Structure(NamedTuple):
    """Starting stack, levels from 1, breaks, and chips in ascending order; without chips every amount can be paid.

    Each hand-for-hand round takes `round_cost` ms off the clock (T9).
    """

    stack: int
    levels: tuple[Level, ...]
    breaks: tuple[Break, ...] = ()
    hourly: Hourly = Hourly()
    ante_kind: AnteKind = AnteKind.BIG_BLIND
    chips: tuple[int, ...] = ()
    races: tuple[Race, ...] = ()
    round_cost: int = 2 * MINUTE

    def level(self, number: int) -> Level:
        """Level `number`, counted from 1; the last level never ends."""
        return self.levels[min(number, len(self.levels)) - 1]

    def break_after(self, number: int) -> int:
        """The length of the break after a level in ms, 0 without one."""
        return next((rest.length for rest in self.breaks if rest.after == number), 0)

    def unit(self, number: int) -> int:
        """The smallest chip in play at a level; 1 when chips are not counted (B16, T11)."""
        if not self.chips:
            return 1
        return max((race.chip for race in self.races if race.level <= number), default=self.chips[0])

    def hourly_break(self, now: int) -> int:
        """The start of the next hourly break, ms since the epoch; 0 without one."""
        return self.hourly.after(now) if self.hourly.length else 0

    def stakes(self, number: int, *, game: str, betting: Betting) -> Stakes:
        """The stakes of a game at a level (G12, G14).

        In games without blinds the ante is about a fifth of the limit by default.
        """
        level = self.level(number)
        forced = CATALOGUE[game].forced
        if forced is Forced.BLINDS:
            return Stakes(betting, level.small_blind, level.big_blind, level.ante, self.ante_kind)
        each = level.ante if level.ante and self.ante_kind is AnteKind.EACH else self.usual_ante(number)
        bring_in = level.bring_in or self.usual_bring_in(number)
        return Stakes(betting, 0, level.big_blind, each, bring_in=bring_in if forced is Forced.BRING_IN else 0)

    def usual_ante(self, number: int) -> int:
        """The default ante of a level without blinds: a fifth of the limit in whole chips, at least a sixth (G12)."""
        limit, unit = self.level(number).big_blind, self.unit(number)
        least, _ = bounds_of(limit, ANTE)
        return max(limit // 5 // unit, -(-least // unit)) * unit

    def usual_bring_in(self, number: int) -> int:
        """The default bring-in of a level: half the lower limit, rounded up to whole chips (G14)."""
        least, _ = bounds_of(self.level(number).big_blind, BRING_IN)
        unit = self.unit(number)
        return -(-least // unit) * unit

    def check(self) -> None:
        """Raise IllegalAction for a structure that cannot be played."""
        if self.stack <= 0 or not self.levels:
            raise IllegalAction("no_levels")
        self._check_chips()
        for number, level in enumerate(self.levels, 1):
            self._check_level(number, level)
        for rest in self.breaks:
            if not 0 < rest.length <= LONGEST:
                raise IllegalAction("break_too_long", level=rest.after)
        if self.stack < self.level(1).big_blind:
            raise IllegalAction("stack_too_small")
        if self.stack % self.unit(1):
            raise IllegalAction("stack_not_payable")

    def _check_chips(self) -> None:
        """Raise IllegalAction unless chips and races rise and each race names a chip and a level (T11)."""
        if self.chips and self.chips[0] < 1:
            raise IllegalAction("bad_chips", small=self.chips[0], large=self.chips[-1])
        for small, large in zip(self.chips, self.chips[1:], strict=False):
            if large % small or large // small > MOST_RATIO or large <= small:
                raise IllegalAction("bad_chips", small=small, large=large)
        if not {race.chip for race in self.races} <= set(self.chips):
            raise IllegalAction("bad_races")
        if not all(1 <= race.level <= len(self.levels) for race in self.races):
            raise IllegalAction("race_without_level")
        for race, later in zip(self.races, self.races[1:], strict=False):
            if later.level <= race.level or later.chip <= race.chip:
                raise IllegalAction("races_fall")

    def _check_level(self, number: int, level: Level) -> None:
        """Raise IllegalAction for a level that cannot be played or falls below the one before (T4)."""
        if not 0 < level.length <= LONGEST:
            raise IllegalAction("bad_length", level=number)
        if level.big_blind <= 0 or not 0 <= level.small_blind <= level.big_blind:
            raise IllegalAction("bad_level", level=number)
        if not 0 <= level.bring_in < level.big_blind:
            raise IllegalAction("bad_bring_in", level=number)
        if not 0 <= level.ante <= level.big_blind:
            raise IllegalAction("bad_ante", level=number)
        before = self.level(max(1, number - 1))
        if level.big_blind < before.big_blind or level.small_blind < before.small_blind:
            raise IllegalAction("blinds_fall", level=number)
        if any(part % self.unit(number) for part in level.amounts):
            raise IllegalAction("chip_too_large", level=number)


class LevelForecast(NamedTuple):
    """The forecast for a level: its start in ms of play with breaks, the players left, and their average stack.

    `big_blinds` is the average stack in big blinds.
    """

    level: int
    begins: int
    players: int
    average: int
    big_blinds: int


def usual_races(levels: Sequence[Level], chips: Sequence[int]) -> tuple[Race, ...]:
    """The chip races by default: from the level on at which a larger chip can pay every later blind and ante (T11)."""
    races: list[Race] = []
    smallest = chips[0] if chips else 1
    for number in range(2, len(levels) + 1):
        amounts = [part for level in levels[number - 1 :] for part in level.amounts]
        largest = max(
            (chip for chip in chips if chip > 0 and not any(part % chip for part in amounts)), default=smallest
        )
        if largest > smallest:
            smallest = largest
            races.append(Race(number, smallest))
    return tuple(races)


def forecast(structure: Structure, *, players: int) -> tuple[LevelForecast, ...]:
    """The levels a field of this size will need if the average stack never falls below 20 big blinds."""
    total, begins, rows = structure.stack * players, 0, []
    left = players
    for number, level in enumerate(structure.levels, 1):
        if number > 1:
            left = max(1, min(left, total // (END_OF_PLAY * level.big_blind)))
        average = total // left
        rows.append(LevelForecast(number, begins, left, average, average // level.big_blind))
        if left == 1:
            break
        begins += level.length + structure.break_after(number)
    return tuple(rows)


def length(structure: Structure, *, players: int) -> int:
    """The expected length of a tournament of this size, ms."""
    last = forecast(structure, players=players)[-1]
    return last.begins + structure.level(last.level).length
