"""How a table's hands are bet, entered and shown, in sentences for its rules tab."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rules import house_rules as hr
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced
from games.tables.validation import idle_rules
from games.text.amounts import AmountFormat


def betting(rules: Rules, amounts: AmountFormat) -> Iterator[str]:
    """What may be bet and raised (B3-B8, G12, G15)."""
    idle = idle_rules(rules.variant, rules.stakes.structure)
    if rules.stakes.structure is Structure.FIXED_LIMIT:
        yield _limits(rules, amounts)
        yield from _cap(rules.house)
        if "open_pair" not in idle:
            yield from _open_pair(rules, amounts)
    else:
        if rules.stakes.structure is Structure.POT_LIMIT:
            yield _("You may raise by at most what the pot holds after your call.")
        if rules.house.min_bet is hr.MinBet.STREET and rules.variant.board_cards:
            yield _("On turn and river a bet is at least two big blinds.")
        yield {
            hr.MinRaise.LAST_RAISE: _("A raise is at least as big as the bet or raise before it."),
            hr.MinRaise.DOUBLE: _("A raise is at least to twice the bet before it."),
            hr.MinRaise.BIG_BLIND: _("A raise is at least one big blind more."),
        }[rules.house.min_raise]
    if rules.house.short_raise is hr.ShortRaise.COMPLETE_AT_HALF:
        yield _("Half a raise or more is made a full one, less is a call.")
    if "draw_open" not in idle and rules.house.draw_open is hr.DrawOpen.BET_OR_FOLD:
        yield _("Before the draw nobody may check: until somebody bets, bet or fold.")


def _limits(rules: Rules, amounts: AmountFormat) -> str:
    first = next((street.name for street in rules.variant.streets if street.upper_limit), "")
    words = {
        "turn": _("Bets and raises are {lower} before and on the flop, {upper} after it."),
        "fifth": _("Bets and raises are {lower} on third and fourth street, {upper} from the fifth on."),
        "fourth": _("Bets and raises are {lower} on second and third street, {upper} from the fourth on."),
        "draw-1": _("Bets and raises are {lower} before the draw, {upper} after it."),
        "draw-2": _("Bets and raises are {lower} until the second draw, {upper} after it."),
    }
    usual = _("Bets and raises are {lower} on the early streets, {upper} on the late ones.")
    lower, upper = amounts.text(rules.stakes.lower_limit), amounts.text(rules.stakes.upper_limit)
    return (usual if rules.mix else words.get(first, usual)).format(lower=lower, upper=upper)


def _cap(house: hr.HouseRules) -> Iterator[str]:
    cap = house.raise_cap
    if not cap:
        yield _("There is no cap on raises.")
        return
    yield ngettext(
        "A round has at most {cap} bet, raises included.", "A round has at most {cap} bets, raises included.", cap
    ).format(cap=cap)
    if house.uncapped_heads_up is hr.HeadsUpCap.TWO_LEFT:
        yield _("There is no cap once two players are left.")
    elif house.uncapped_heads_up is hr.HeadsUpCap.ROUND_START:
        yield _("There is no cap when only two begin the round.")


def _open_pair(rules: Rules, amounts: AmountFormat) -> Iterator[str]:
    upper = amounts.text(rules.stakes.upper_limit)
    if rules.house.open_pair is hr.OpenPair.ANYONE:
        yield _("When a pair shows on fourth street, anyone may bet {upper} there.").format(upper=upper)
    elif rules.house.open_pair is hr.OpenPair.HOLDER:
        yield _("Who shows a pair on fourth street may bet {upper} there.").format(upper=upper)


def coming_in(rules: Rules) -> Iterator[str]:
    """What newcomers and those who missed blinds post; straddles (D6, D7, D9). Nothing in games without blinds."""
    if rules.variant.forced is not Forced.BLINDS:
        return
    house = rules.house
    yield {
        hr.EntryRule.FREE: _("A new player is dealt in at once and posts nothing."),
        hr.EntryRule.POST: _("A new player posts a big blind, or waits for the button or a blind."),
    }[house.entry]
    yield {
        hr.EnterBetween.PAY_BOTH: _("Between button and big blind a new player posts both blinds."),
        hr.EnterBetween.WAIT_BUTTON: _("Between button and big blind a new player waits until the button has passed."),
        hr.EnterBetween.BIG_BLIND: _("Between button and big blind a new player posts a big blind."),
    }[house.enter_between]
    yield {
        hr.MissedBlinds.BOTH: _("Who missed blinds posts both, the small one dead, or waits for the big blind."),
        hr.MissedBlinds.BIG_BLIND: _("Who missed blinds posts one big blind, or waits for the button or a blind."),
        hr.MissedBlinds.OWED: _("Who missed blinds posts just those, or waits for the big blind."),
    }[house.missed_blinds]
    if house.straddle:
        yield _("After the big blind players may straddle, each to twice the last.")


def the_button(rules: Rules) -> Iterator[str]:
    """How the button is found and moves (D1, D2)."""
    if rules.house.button is hr.ButtonRule.MOVING:
        yield _("The button moves to the next player.")
    else:
        yield _("The blinds move one seat each hand; the button may rest on an empty seat.")
    if rules.house.first_button is hr.FirstButton.FIRST_PLAYER:
        yield _("The first player at the table has it first.")
    else:
        yield _("The highest card has it first.")


def showdown(rules: Rules, amounts: AmountFormat) -> Iterator[str]:
    """Who shows, what is shown, how many boards there are, which suit is higher (H1-H7, C2)."""
    house = rules.house
    yield {
        hr.ShowdownOrder.LAST_AGGRESSOR: _("The last to bet or raise shows first."),
        hr.ShowdownOrder.FIRST_BETTOR: _("The first to bet shows first."),
    }[house.showdown_order]
    yield {
        hr.AutoMuck.PLAYER: _("A beaten player may show or muck."),
        hr.AutoMuck.SYSTEM: _("Beaten hands are mucked at once."),
    }[house.auto_muck]
    if house.all_in_show:
        yield _("When everybody is all-in, hands are turned up.")
    if rules.variant.board_cards and house.run_it > 1:
        words = {
            2: _("If all agree, the rest of the board is then dealt twice."),
            3: _("If all agree, the rest of the board is then dealt two or three times."),
        }
        yield words[house.run_it]
    if rules.variant.board_cards and house.rabbit_hunt:
        yield _("After a hand that ended early, all who paid into it may agree to see the cards that would have come.")
        if house.rabbit_fee:
            yield _("The one who asks pays {fee} for it.").format(fee=amounts.text(house.rabbit_fee))
    if rules.variant.forced is Forced.BRING_IN:
        yield {
            hr.SuitOrder.SHDC: _("Where suits decide, they rank ♠ ♥ ♦ ♣."),
            hr.SuitOrder.SHCD: _("Where suits decide, they rank ♠ ♥ ♣ ♦."),
        }[house.suit_order]
