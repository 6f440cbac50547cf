"""House rules of tournaments: each announcement chooses a rule where the sources disagree (section Y)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.rules.house_rule import Preset
from games.engine.rules.stakes import AnteKind


class LateReturn(StrEnum):
    """T3: when a player who was absent takes over again."""

    AT_ONCE = "at_once"
    NEXT_HAND = "next_hand"


class HandForHand(StrEnum):
    """T9: who starts hand-for-hand."""

    AUTO = "auto"
    MANUAL = "manual"


class EqualBust(StrEnum):
    """T10: how players with equal stacks rank when they bust in the same hand."""

    SPLIT = "split"
    ORDER = "order"


class LeaveTournament(StrEnum):
    """T13: what happens to the stack of a player who leaves."""

    BLIND_OFF = "blind_off"
    SURRENDER = "surrender"


class DisqualifiedStack(StrEnum):
    """T14: what happens to a disqualified player's stack."""

    REMOVE_CHIPS = "remove_chips"
    SYSTEM_PLAYS = "system_plays"


class MassOutage(StrEnum):
    """T3, F4: what happens when most players lose their connection at once."""

    PAUSE = "pause"
    PLAY_ON = "play_on"


class HouseRules(NamedTuple):
    """One choice for each house rule; the defaults are the `online` preset."""

    late_return: LateReturn = LateReturn.AT_ONCE
    hand_for_hand: HandForHand = HandForHand.AUTO
    equal_bust: EqualBust = EqualBust.SPLIT
    leave: LeaveTournament = LeaveTournament.BLIND_OFF
    disqualify: DisqualifiedStack = DisqualifiedStack.REMOVE_CHIPS
    mass_outage: MassOutage = MassOutage.PAUSE


PRESETS: Final[Mapping[Preset, HouseRules]] = {
    Preset.ONLINE: HouseRules(),
    Preset.SHOWDOWN: HouseRules(late_return=LateReturn.NEXT_HAND),
    Preset.ETHP: HouseRules(equal_bust=EqualBust.ORDER, disqualify=DisqualifiedStack.SYSTEM_PLAYS),
}
ANTE_KINDS: Final[Mapping[Preset, AnteKind]] = {
    Preset.ONLINE: AnteKind.BIG_BLIND,
    Preset.SHOWDOWN: AnteKind.EACH,
    Preset.ETHP: AnteKind.EACH,
}
"""Who posts the ante in games with blinds, as in the ready-made structures of each preset (D10)."""
