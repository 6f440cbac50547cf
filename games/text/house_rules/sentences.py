"""The players' sentences about house rules that depend on more than the rule's value; "" if there is nothing to say."""

from django.conf import settings
from django.utils.translation import gettext, ngettext

from games.engine.rules import house_rules as hr
from games.engine.rules.rules import Rules
from games.engine.rules.variant import Forced
from games.text.amounts import AmountFormat


def raise_cap(rules: Rules, _amounts: AmountFormat) -> str:
    """B3: how many bets a round has."""
    cap = rules.house.raise_cap
    if not cap:
        return gettext("There is no cap on raises.")
    return ngettext(
        "A round has at most {cap} bet, raises included.", "A round has at most {cap} bets, raises included.", cap
    ).format(cap=cap)


def uncapped_heads_up(rules: Rules, _amounts: AmountFormat) -> str:
    """B3: when the cap is lifted."""
    sentences = {
        hr.HeadsUpCap.TWO_LEFT: gettext("There is no cap once two players are left."),
        hr.HeadsUpCap.ROUND_START: gettext("There is no cap when only two players begin the round."),
    }
    return sentences.get(rules.house.uncapped_heads_up, "") if rules.house.raise_cap else ""


def min_bet(rules: Rules, _amounts: AmountFormat) -> str:
    """B6: the smallest bet on late streets."""
    if rules.house.min_bet is hr.MinBet.STREET and rules.variant.board_cards:
        return gettext("On the turn and the river a bet is at least two big blinds.")
    return ""


def call_time(rules: Rules, _amounts: AmountFormat) -> str:
    """B14: who may call time."""
    if not rules.house.call_time:
        return ""
    if rules.tournament:
        return gettext("Anybody at the table may call time once the time bank is running.")
    return gettext("Opponents in the hand may call time once the time bank is running.")


def disconnect(rules: Rules, _amounts: AmountFormat) -> str:
    """B15: what happens to a disconnected player."""
    times = rules.house.protections_a_day
    if rules.house.disconnect is not hr.Disconnect.ALL_IN_PROTECTION or not times:
        return ""
    return ngettext(
        "A player who is disconnected is all-in for what they already have in the pot, at most {count} time a day.",
        "A player who is disconnected is all-in for what they already have in the pot, at most {count} times a day.",
        times,
    ).format(count=times)


def rabbit_fee(rules: Rules, amounts: AmountFormat) -> str:
    """H7: the price of seeing the cards to come."""
    if not rules.house.rabbit_hunt or not rules.house.rabbit_fee:
        return ""
    return gettext("The player who asks pays {fee} for it.").format(fee=amounts.text(rules.house.rabbit_fee))


def suit_order(rules: Rules, _amounts: AmountFormat) -> str:
    """C2: how suits rank."""
    sentences = {
        hr.SuitOrder.SHDC: gettext("Where suits decide, they rank ♠ ♥ ♦ ♣."),
        hr.SuitOrder.SHCD: gettext("Where suits decide, they rank ♠ ♥ ♣ ♦."),
    }
    decides = rules.tournament is not None or rules.variant.forced is Forced.BRING_IN
    return sentences[rules.house.suit_order] if decides else ""


def min_stack_to_play(rules: Rules, amounts: AmountFormat) -> str:
    """D5: the smallest stack dealt in."""
    if rules.house.min_stack_to_play is not hr.MinStack.BIG_BLIND:
        return ""
    return gettext("A player with less than {amount} is not dealt in.").format(
        amount=amounts.text(rules.stakes.big_blind)
    )


def top_up_min(rules: Rules, _amounts: AmountFormat) -> str:
    """K5: the smallest top-up."""
    sentences = {
        hr.TopUpMin.HALF: gettext("A top-up must bring the stack to at least half the minimum buy-in."),
        hr.TopUpMin.FULL: gettext("A player with no chips left buys in for at least the minimum buy-in."),
    }
    return "" if rules.house.top_up is hr.TopUp.NEVER else sentences.get(rules.house.top_up_min, "")


def return_hours(rules: Rules, _amounts: AmountFormat) -> str:
    """K7: how long a returning player owes the old stack."""
    hours = rules.house.return_hours
    if not hours:
        return ""
    return ngettext(
        "A player who comes back within {count} hour buys in for exactly what they left with.",
        "A player who comes back within {count} hours buys in for exactly what they left with.",
        hours,
    ).format(count=hours)


def tables_per_player(rules: Rules, _amounts: AmountFormat) -> str:
    """K11: the smaller of the table's limit and the room's."""
    count = min(rules.house.tables_per_player, settings.TABLES_PER_PLAYER)
    return ngettext(
        "A player here sits at {count} table at once, tournaments included.",
        "A player here sits at up to {count} tables at once, tournaments included.",
        count,
    ).format(count=count)
