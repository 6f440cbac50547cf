"""How a bot bets: by how good its hand looks, the price, its place and its temper. Knows no game's cards."""

from hashlib import sha256
from random import Random
from typing import NamedTuple

from games.engine.hand.actions import BettingAction, Call, Check, Fold, RaiseTo
from games.live.bots.bluffs import bluff_chance, steals
from games.live.bots.hand_strength import RIVALS_IMAGINED, Outlook
from games.live.bots.situation import Spot

# Shares of starting hands to come in with, by how many have yet to act.
OPEN = (0.14, 0.42, 0.42, 0.30, 0.25, 0.21, 0.18, 0.16, 0.14, 0.13)
SHOVE = (0.16, 0.52, 0.40, 0.30, 0.25, 0.21, 0.18, 0.15, 0.13, 0.12)
# Shares to raise again and to call with, by how hot the pot is: one raise, two, more.
RERAISE = (0.05, 0.023, 0.012)
CALL = (0.17, 0.065, 0.028)
SHORT = 12
USUAL_PRICE = 0.36
COMMITTED = 0.5


class Temper(NamedTuple):
    """A bot's character for life: `loose` scales what it plays, `bold` (0 to 1) how much it raises and bluffs."""

    loose: float
    bold: float


def temper_of(player: int) -> Temper:
    """The same player always has the same temper."""
    first, second, *_ = sha256(str(player).encode()).digest()
    return Temper(loose=0.75 + 0.55 * first / 255, bold=second / 255)


def first_street(spot: Spot, top: float, temper: Temper, dice: Random) -> BettingAction:
    """On the first street, with a hand that only `top` of all starting hands match."""
    if not spot.fixed and spot.depth < SHORT:
        return _push_or_fold(spot, top, temper)
    return _reraise(spot, top, temper, dice) if spot.raises else _open(spot, top, temper, dice)


def later_street(spot: Spot, outlook: Outlook, temper: Temper, dice: Random) -> BettingAction:
    """With a hand that wins as much as `outlook` says."""
    # The hand's worth as if against one rival, so that one set of limits serves any number.
    worth = outlook.wins ** (1 / min(len(spot.rivals), RIVALS_IMAGINED))
    drawing = spot.to_come > 0 and outlook.wins - outlook.ahead > 0.08
    if spot.choices.can_check:
        return _bet(spot, worth, drawing, temper, dice)
    return _answer(spot, worth, outlook.wins, drawing, temper, dice)


def _push_or_fold(spot: Spot, top: float, temper: Temper) -> BettingAction:
    if spot.raises:
        share = 0.19 * (0.45 / max(0.1, spot.price)) ** 2 / spot.raises * (1.6 if spot.dealt == 2 else 1)
    else:
        share = _of(SHOVE, spot.behind) * min(2.0, (10 / max(1.0, spot.depth)) ** 0.5)
        share *= 1.3 if spot.dealt == 2 else 1
    if top <= min(0.95, share * temper.loose):
        return _raise(spot, spot.all_in)
    return _cheapest(spot, affordable=spot.price < 0.2)


def _open(spot: Spot, top: float, temper: Temper, dice: Random) -> BettingAction:
    if spot.best_door and steals(spot.behind, spot.callers, temper.bold, dice):
        return _raise(spot, spot.big_blind * 5 // 2)
    share = _of(OPEN, spot.behind) * temper.loose * (1.9 if spot.dealt == 2 else 1)
    if top <= share and (top < 0.05 or dice.random() < 0.6 + 0.38 * temper.bold):
        return _raise(spot, spot.big_blind * (5 + 2 * spot.callers) // 2)
    limps = share * (1.5 if spot.callers or spot.blind else 1)
    return _cheapest(spot, affordable=top <= limps)


def _reraise(spot: Spot, top: float, temper: Temper, dice: Random) -> BettingAction:
    cost = spot.choices.call / spot.big_blind
    heat = min(2, spot.raises - 1 + (cost > 12) + (cost > 35))
    # Few players deal fewer good hands, and who raises then has less.
    crowd = 2.0 if spot.dealt == 2 else 1.3 if spot.dealt <= 4 else 1.0
    again = RERAISE[heat] * (0.6 + 0.8 * temper.bold) * crowd * (1.5 if spot.fixed else 1)
    if top <= again and (top <= 0.02 or dice.random() < 0.85):
        times = 3 if spot.raises == 1 else 2.4
        return _raise(spot, int(spot.high * times) + spot.callers * spot.high)
    bargain = min(2.5, max(0.5, (USUAL_PRICE / max(0.01, spot.price)) ** 1.4))
    keeps = CALL[heat] * bargain * crowd * temper.loose * (1.3 if spot.blind == "big" else 1)
    return _cheapest(spot, affordable=top <= max(keeps, again))


def _bet(spot: Spot, worth: float, drawing: bool, temper: Temper, dice: Random) -> BettingAction:
    crowd = 0.03 * (len(spot.rivals) - 1)
    nerve = dice.random()
    if worth >= 0.84 + crowd:
        # Now and then a monster waits for somebody else to bet.
        waits = spot.to_come and not spot.last and nerve < 0.2 * (1 - temper.bold)
        return Check() if waits else _raise(spot, _part(spot, 0.65 + 0.25 * nerve))
    if worth >= 0.62 + crowd:
        return _raise(spot, _part(spot, 0.5 + 0.2 * temper.bold)) if nerve < 0.6 + 0.35 * temper.bold else Check()
    alone = len(spot.rivals) <= 2 and spot.rivals[0] <= 2 and worth < 0.5
    chance = 0.03 + 0.07 * temper.bold
    if spot.led and spot.street == 1 and spot.to_come:
        chance = 0.3 + 0.4 * temper.bold
    elif spot.pat:
        chance = bluff_chance(temper.bold)
    elif drawing:
        chance = 0.2 + 0.35 * temper.bold
    elif spot.last:
        chance *= 2
    return _raise(spot, _part(spot, 0.5)) if alone and nerve < chance else Check()


def _answer(spot: Spot, worth: float, wins: float, drawing: bool, temper: Temper, dice: Random) -> BettingAction:
    nerve = dice.random()
    dear = spot.choices.call / max(1, spot.all_in)
    if worth >= min(0.96, 0.78 + 0.06 * spot.raises) and nerve < 0.55 + 0.4 * temper.bold:
        return _raise(spot, spot.high + int((spot.pot + spot.choices.call) * 0.8))
    bluffs = drawing and spot.raises == 1 and len(spot.rivals) == 1 and dear < 0.2
    if bluffs and nerve < 0.15 * temper.bold:
        return _raise(spot, spot.high + int((spot.pot + spot.choices.call) * 0.7))
    # A draw is paid more than the pot when it comes in; a big call wants a margin for what bets mean.
    margin = 0.03 + 0.08 * dear - (0.05 if drawing and dear < 0.25 else 0) - 0.06 * (temper.loose - 1)
    return _cheapest(spot, affordable=wins >= spot.price + margin)


def _cheapest(spot: Spot, *, affordable: bool) -> BettingAction:
    if spot.choices.can_check:
        return Check()
    # The bring-in is a call that nobody may fold; with nothing to call the first round is bet or fold (G14, G12).
    return Call() if spot.choices.bring_in or (affordable and spot.choices.call) else Fold()


def _part(spot: Spot, part: float) -> int:
    return spot.high + int((spot.pot + spot.choices.call) * part)


def _raise(spot: Spot, to: int) -> BettingAction:
    """A bet or raise near `to` that the rules allow; a call or check where they allow none."""
    choices = spot.choices
    if not choices.max_to:
        return _cheapest(spot, affordable=True)
    if spot.fixed:
        return RaiseTo(choices.max_to if to >= choices.max_to else choices.min_to)
    if max(to, choices.min_to) >= COMMITTED * spot.all_in:
        return RaiseTo(choices.max_to)
    # People bet in round numbers.
    grain = spot.small_blind if spot.small_blind and spot.small_blind % choices.step == 0 else choices.step
    return RaiseTo(max(choices.min_to, min(choices.max_to, to // grain * grain)))


def _of(shares: tuple[float, ...], behind: int) -> float:
    return shares[min(behind, len(shares) - 1)]
