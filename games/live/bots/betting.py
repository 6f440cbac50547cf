"""How a bot bets: by the strength of its hand, the price, its position and its style; cards themselves play no part."""

from hashlib import sha256
from random import Random
from typing import NamedTuple

from games.engine.hand.actions import BettingAction, Call, Check, Fold, RaiseTo
from games.engine.views.kinds import Blind
from games.live.bots.bluffs import bluff_chance, steals
from games.live.bots.hand_strength import OPPONENTS_IMAGINED, Outlook
from games.live.bots.situation import Situation

# Shares of starting hands to open with, by how many have yet to act.
OPEN = (0.14, 0.42, 0.42, 0.30, 0.25, 0.21, 0.18, 0.16, 0.14, 0.13)
SHOVE = (0.16, 0.52, 0.40, 0.30, 0.25, 0.21, 0.18, 0.15, 0.13, 0.12)
# Shares to reraise and to call with, by how much the pot was raised: once, twice, more often.
RERAISE = (0.05, 0.023, 0.012)
CALL = (0.17, 0.065, 0.028)
SHORT = 12
USUAL_PRICE = 0.36
COMMITTED = 0.5


class Style(NamedTuple):
    """A bot's style: `loose` scales how many hands it plays, `aggression` (0 to 1) how much it raises and bluffs."""

    loose: float
    aggression: float


def style_of(player: int) -> Style:
    """The style of a player; a player never changes it."""
    first, second, *_ = sha256(str(player).encode()).digest()
    return Style(loose=0.75 + 0.55 * first / 255, aggression=second / 255)


def first_street(situation: Situation, top: float, style: Style, rng: Random) -> BettingAction:
    """The action on the first street, with a hand that belongs to the best `top` share of all starting hands."""
    if not situation.fixed and situation.depth < SHORT:
        return _push_or_fold(situation, top, style)
    return _reraise(situation, top, style, rng) if situation.raises else _open(situation, top, style, rng)


def later_street(situation: Situation, outlook: Outlook, style: Style, rng: Random) -> BettingAction:
    """The action on a later street, with a hand of this `outlook`."""
    # The hand's strength as if against one opponent, so that one set of limits serves any number.
    strength = outlook.wins ** (1 / min(len(situation.opponents), OPPONENTS_IMAGINED))
    drawing = situation.to_come > 0 and outlook.wins - outlook.ahead > 0.08
    if situation.choices.can_check:
        return _bet(situation, strength, drawing, style, rng)
    return _answer(situation, strength, outlook.wins, drawing, style, rng)


def _push_or_fold(situation: Situation, top: float, style: Style) -> BettingAction:
    if situation.raises:
        share = 0.19 * (0.45 / max(0.1, situation.price)) ** 2 / situation.raises * (1.6 if situation.dealt == 2 else 1)
    else:
        share = _of(SHOVE, situation.behind) * min(2.0, (10 / max(1.0, situation.depth)) ** 0.5)
        share *= 1.3 if situation.dealt == 2 else 1
    if top <= min(0.95, share * style.loose):
        return _raise(situation, situation.all_in)
    return _cheapest(situation, affordable=situation.price < 0.2)


def _open(situation: Situation, top: float, style: Style, rng: Random) -> BettingAction:
    if situation.best_door and steals(situation.behind, situation.callers, style.aggression, rng):
        return _raise(situation, situation.big_blind * 5 // 2)
    share = _of(OPEN, situation.behind) * style.loose * (1.9 if situation.dealt == 2 else 1)
    if top <= share and (top < 0.05 or rng.random() < 0.6 + 0.38 * style.aggression):
        return _raise(situation, situation.big_blind * (5 + 2 * situation.callers) // 2)
    limps = share * (1.5 if situation.callers or situation.blind else 1)
    return _cheapest(situation, affordable=top <= limps)


def _reraise(situation: Situation, top: float, style: Style, rng: Random) -> BettingAction:
    cost = situation.choices.call / situation.big_blind
    level = min(2, situation.raises - 1 + (cost > 12) + (cost > 35))
    # With few players fewer good hands are dealt, and a raise means less.
    few_dealt = 2.0 if situation.dealt == 2 else 1.3 if situation.dealt <= 4 else 1.0
    again = RERAISE[level] * (0.6 + 0.8 * style.aggression) * few_dealt * (1.5 if situation.fixed else 1)
    if top <= again and (top <= 0.02 or rng.random() < 0.85):
        times = 3 if situation.raises == 1 else 2.4
        return _raise(situation, int(situation.high * times) + situation.callers * situation.high)
    bargain = min(2.5, max(0.5, (USUAL_PRICE / max(0.01, situation.price)) ** 1.4))
    keeps = CALL[level] * bargain * few_dealt * style.loose * (1.3 if situation.blind == Blind.BIG else 1)
    return _cheapest(situation, affordable=top <= max(keeps, again))


def _bet(situation: Situation, strength: float, drawing: bool, style: Style, rng: Random) -> BettingAction:
    multiway = 0.03 * (len(situation.opponents) - 1)
    roll = rng.random()
    if strength >= 0.84 + multiway:
        # Now and then a bot slow-plays a very strong hand.
        waits = situation.to_come and not situation.last and roll < 0.2 * (1 - style.aggression)
        return Check() if waits else _raise(situation, _part(situation, 0.65 + 0.25 * roll))
    if strength >= 0.62 + multiway:
        return (
            _raise(situation, _part(situation, 0.5 + 0.2 * style.aggression))
            if roll < 0.6 + 0.35 * style.aggression
            else Check()
        )
    alone = len(situation.opponents) <= 2 and situation.opponents[0] <= 2 and strength < 0.5
    chance = 0.03 + 0.07 * style.aggression
    if situation.led and situation.street == 1 and situation.to_come:
        chance = 0.3 + 0.4 * style.aggression
    elif situation.pat:
        chance = bluff_chance(style.aggression)
    elif drawing:
        chance = 0.2 + 0.35 * style.aggression
    elif situation.last:
        chance *= 2
    return _raise(situation, _part(situation, 0.5)) if alone and roll < chance else Check()


def _answer(
    situation: Situation, strength: float, wins: float, drawing: bool, style: Style, rng: Random
) -> BettingAction:
    roll = rng.random()
    cost_share = situation.choices.call / max(1, situation.all_in)
    if strength >= min(0.96, 0.78 + 0.06 * situation.raises) and roll < 0.55 + 0.4 * style.aggression:
        return _raise(situation, situation.high + int((situation.pot + situation.choices.call) * 0.8))
    bluffs = drawing and situation.raises == 1 and len(situation.opponents) == 1 and cost_share < 0.2
    if bluffs and roll < 0.15 * style.aggression:
        return _raise(situation, situation.high + int((situation.pot + situation.choices.call) * 0.7))
    # A draw that comes in wins more than the pot; a big bet means strength, so calling it takes a margin.
    margin = 0.03 + 0.08 * cost_share - (0.05 if drawing and cost_share < 0.25 else 0) - 0.06 * (style.loose - 1)
    return _cheapest(situation, affordable=wins >= situation.price + margin)


def _cheapest(situation: Situation, *, affordable: bool) -> BettingAction:
    if situation.choices.can_check:
        return Check()
    # The bring-in is a call that nobody may fold; with nothing to call, the first round is bet or fold (G14, G12).
    return Call() if situation.choices.call_is_bring_in or (affordable and situation.choices.call) else Fold()


def _part(situation: Situation, part: float) -> int:
    return situation.high + int((situation.pot + situation.choices.call) * part)


def _raise(situation: Situation, to: int) -> BettingAction:
    """A bet or raise near `to` that the rules allow; a call or check where they allow none."""
    choices = situation.choices
    if not choices.max_to:
        return _cheapest(situation, affordable=True)
    if situation.fixed:
        return RaiseTo(choices.max_to if to >= choices.max_to else choices.min_to)
    if max(to, choices.min_to) >= COMMITTED * situation.all_in:
        return RaiseTo(choices.max_to)
    # People bet in round numbers.
    grain = (
        situation.small_blind if situation.small_blind and situation.small_blind % choices.step == 0 else choices.step
    )
    return RaiseTo(max(choices.min_to, min(choices.max_to, to // grain * grain)))


def _of(shares: tuple[float, ...], behind: int) -> float:
    return shares[min(behind, len(shares) - 1)]
