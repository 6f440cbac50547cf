"""How a table plays, in words: its short name and the sentences of its rules tab."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.buyin import amount_text
from games.engine.houserules import AutoMuck, ButtonRule, MinRaise, ShortRaise, TimeoutAction
from games.engine.rake import RakeProfile
from games.engine.rules import Rules
from games.engine.stakes import AnteKind, Stakes, Structure


def structure_short(structure: str) -> str:
    """The structure in two letters, as tables are called."""
    return {"nl": pgettext("structure", "NL"), "pl": pgettext("structure", "PL")}.get(
        structure, pgettext("structure", "FL")
    )


def stakes_text(small_blind: int, big_blind: int) -> str:
    """Both blinds: "10/20"."""
    return f"{amount_text(small_blind)}/{amount_text(big_blind)}"


def game_short(rules: Rules) -> str:
    """What a tab or title has room for: "NL 10/20"."""
    stakes = rules.stakes
    return f"{structure_short(stakes.structure)} {stakes_text(stakes.small_blind, stakes.big_blind)}"


def game_name(game: str, structure: str) -> str:
    """The game with its structure: "No-limit hold'em"."""
    names = {
        ("holdem", "nl"): _("No-limit hold'em"),
        ("holdem", "pl"): _("Pot-limit hold'em"),
        ("holdem", "fl"): _("Limit hold'em"),
    }
    return names.get((game, structure), game)


def rules_words(rules: Rules, *, min_buy_in: int, max_buy_in: int) -> list[tuple[str, str]]:
    """The table's rules as (heading, sentences) pairs; amounts in minor units."""
    stakes = rules.stakes
    return [
        (_("Game"), game_name(rules.variant.code, stakes.structure)),
        (_("Stakes"), _stakes(stakes)),
        (_("Buy-in"), _buy_in(min_buy_in, max_buy_in, stakes.big_blind)),
        (_("Betting"), _betting(rules)),
        (_("Clock"), _clock(rules)),
        (_("Button"), _button(rules)),
        (_("Showdown"), _showdown(rules)),
        (_("Rake"), _rake(rules.rake)),
    ]


def _stakes(stakes: Stakes) -> str:
    small, big, ante = map(amount_text, (stakes.small_blind, stakes.big_blind, stakes.ante))
    blinds = _("Small blind {small}, big blind {big}.").format(small=small, big=big)
    if not stakes.ante:
        return blinds
    if stakes.ante_kind is AnteKind.BIG_BLIND:
        antes = _("The big blind also posts an ante of {ante}.")
    else:
        antes = _("Everybody posts an ante of {ante}.")
    return f"{blinds} {antes.format(ante=ante)}"


def _buy_in(least: int, most: int, big_blind: int) -> str:
    if least and most:
        return _("From {least} to {most}, that is {least_blinds} to {most_blinds} big blinds.").format(
            least=amount_text(least),
            most=amount_text(most),
            least_blinds=least // big_blind,
            most_blinds=most // big_blind,
        )
    if least:
        return _("At least {least}.").format(least=amount_text(least))
    return _("At most {most}.").format(most=amount_text(most)) if most else _("As much as you like.")


def _betting(rules: Rules) -> str:
    house = rules.house
    if rules.stakes.structure is Structure.FIXED_LIMIT:
        limits = _("Bets and raises are {lower} before and on the flop, {upper} after it.").format(
            lower=amount_text(rules.stakes.lower_limit), upper=amount_text(rules.stakes.upper_limit)
        )
        return f"{limits} {_cap(house.raise_cap)}"
    smallest = {
        MinRaise.LAST_RAISE: _("A raise is at least as big as the bet or raise before it."),
        MinRaise.DOUBLE: _("A raise is at least to twice the bet before it."),
        MinRaise.BIG_BLIND: _("A raise is at least one big blind more."),
    }[house.min_raise]
    if house.short_raise is not ShortRaise.COMPLETE_AT_HALF:
        return smallest
    short = _("Half a raise or more is made a full one, less is a call.")
    return f"{smallest} {short}"


def _cap(cap: int) -> str:
    if not cap:
        return _("There is no cap on raises.")
    return ngettext(
        "A round has at most {cap} bet, raises included.", "A round has at most {cap} bets, raises included.", cap
    ).format(cap=cap)


def _clock(rules: Rules) -> str:
    clock = rules.clock
    turn = ngettext(
        "You have {seconds} second to act.", "You have {seconds} seconds to act.", clock.turn // 1000
    ).format(seconds=clock.turn // 1000)
    bank = ngettext(
        "A time bank adds {seconds} second.", "A time bank adds {seconds} seconds.", clock.bank // 1000
    ).format(seconds=clock.bank // 1000)
    after = {
        TimeoutAction.CHECK_OR_FOLD: _("Out of time you check, or fold when there is a bet."),
        TimeoutAction.FOLD: _("Out of time you fold."),
    }[rules.house.timeout_action]
    return f"{turn} {bank} {after}"


def _button(rules: Rules) -> str:
    if rules.house.button is ButtonRule.MOVING:
        return _("The button moves to the next player.")
    return _("The blinds move one seat each hand; the button may rest on an empty seat.")


def _showdown(rules: Rules) -> str:
    show = {
        AutoMuck.PLAYER: _("A beaten player may show or muck."),
        AutoMuck.SYSTEM: _("Beaten hands are mucked at once."),
    }[rules.house.auto_muck]
    if not rules.house.all_in_show:
        return show
    all_in = _("When everybody is all-in, hands are turned up.")
    return f"{show} {all_in}"


def _rake(rake: RakeProfile) -> str:
    if not rake.per_mille:
        return _("No rake.")
    percent = f"{rake.per_mille / 10:g} %"
    if rake.cap:
        words = [_("{percent} of the pots, at most {cap}.").format(percent=percent, cap=amount_text(rake.cap))]
    else:
        words = [_("{percent} of the pots.").format(percent=percent)]
    if rake.no_flop_no_drop:
        words.append(_("Nothing is taken without a flop."))
    return " ".join(words)
