"""Who plays: honest people of many kinds, friends, couples, and the schemes among them."""

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import NamedTuple

from games.engine.watch_list.flags import FlagKind
from games.live.bots.betting import Style

HONEST, FRIENDS, COUPLES = 120, 10, 8
STRENGTHS = (0.15, 0.35, 0.65, 1.0)


class SchemeKind(StrEnum):
    """The twelve schemes."""

    RAISE_FOLD = "dump: raise, then fold"
    CALL_NOTHING = "dump: call with nothing"
    FOLD_WINNER = "dump: fold winners"
    SOFT = "soft play on all streets"
    SOFT_LATE = "soft play after the flop"
    NUTS = "nuts not bet to the partner"
    TOGETHER = "always together"
    DEVICE = "two accounts, one device"
    HIDDEN = "sees all cards"
    HIDDEN_RIVER = "sees all cards on the river"
    STEADY = "program: steady think times"
    NO_HESITATION = "program: never hesitates"


ALONE = (SchemeKind.HIDDEN, SchemeKind.HIDDEN_RIVER, SchemeKind.STEADY, SchemeKind.NO_HESITATION)
DUMPS = (SchemeKind.RAISE_FOLD, SchemeKind.CALL_NOTHING, SchemeKind.FOLD_WINNER)
FINDS: dict[SchemeKind, tuple[FlagKind, ...]] = {
    **dict.fromkeys(DUMPS, (FlagKind.CHIP_DUMPING,)),
    SchemeKind.SOFT: (FlagKind.SOFT_PLAY,),
    SchemeKind.SOFT_LATE: (FlagKind.SOFT_PLAY,),
    SchemeKind.NUTS: (FlagKind.NUTS, FlagKind.SOFT_PLAY),
    SchemeKind.TOGETHER: (FlagKind.TOGETHER,),
    SchemeKind.DEVICE: (FlagKind.SHARED_DEVICE,),
    SchemeKind.HIDDEN: (FlagKind.HIDDEN_CARDS,),
    SchemeKind.HIDDEN_RIVER: (FlagKind.HIDDEN_CARDS,),
    SchemeKind.STEADY: (FlagKind.TIMING,),
    SchemeKind.NO_HESITATION: (FlagKind.TIMING,),
}
"""The flags that count as having found a scheme; those of other kinds do not."""


class Person(NamedTuple):
    """How somebody plays and thinks.

    `think` and `spread` are mean and deviation of the logarithm of their think times, `ponders` is how often they take
    much longer, `slips` how often they forget to bet the nuts, `home` their address.
    """

    id: int
    style: Style
    think: float
    spread: float
    ponders: float
    slips: float
    home: str


class Scheme(NamedTuple):
    """A planted scheme of one or two people, carried out at this part of its occasions."""

    kind: SchemeKind
    strength: float
    people: tuple[int, ...]

    def partner(self, person: int) -> int:
        """The other one; -1 of somebody alone."""
        return next((one for one in self.people if one != person), -1)


class Population(NamedTuple):
    """Everybody, the schemes, and who of the honest are friends or live together."""

    people: dict[int, Person]
    schemes: list[Scheme]
    friends: list[tuple[int, int]]
    couples: list[tuple[int, int]]

    @property
    def planted(self) -> set[int]:
        """The people in schemes."""
        return {person for scheme in self.schemes for person in scheme.people}


def population(rng: Random, strengths: Sequence[float] = STRENGTHS) -> Population:
    """Honest people, tight to loose and passive to aggressive, and each scheme at each strength."""
    people: dict[int, Person] = {}

    def somebody(home: str = "") -> int:
        number = len(people) + 1
        style = Style(loose=rng.uniform(0.7, 1.6), aggression=rng.random())
        people[number] = Person(
            id=number,
            style=style,
            think=rng.uniform(7.2, 8.4),
            spread=rng.uniform(0.5, 0.95),
            ponders=rng.uniform(0, 0.12),
            slips=rng.uniform(0, 0.04),
            home=home or f"home {number}",
        )
        return number

    honest = [somebody() for _ in range(HONEST - COUPLES)]
    couples = [(one, somebody(people[one].home)) for one in honest[:COUPLES]]
    friends = [(one, other) for one, other in zip(honest[20 : 20 + FRIENDS], honest[50 : 50 + FRIENDS], strict=True)]
    schemes = []
    for kind in SchemeKind:
        for strength in strengths:
            one = somebody()
            together = () if kind in ALONE else (somebody(people[one].home if kind is SchemeKind.DEVICE else ""),)
            schemes.append(Scheme(kind, strength, (one, *together)))
    return Population(people, schemes, friends, couples)
