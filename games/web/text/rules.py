"""A table's rules as text: its short name and the sentences of its rules tab."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.engine.rules.house_rules import HOUSE_RULES
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.tournament import LateReturn
from games.engine.rules.tournament_house_rules import CHOSEN_RULES
from games.engine.rules.variant import Forced, Variant
from games.engine.table.seat_commands import has_blinds
from games.money.escrow import currency_label
from games.text.amounts import AmountFormat
from games.text.games import code_of, game_name, short_game_name, stakes_text
from games.text.house_rules.as_text import rule_sentences
from games.text.house_rules.form_fields import value_text
from games.text.house_rules.rule_text import RulesSection
from games.text.house_rules.texts import HOUSE_RULE_TEXTS
from games.text.languages import texts_per_language
from games.text.moments import moment_text
from games.text.rake import rake_sentences
from games.web.text.games import game_summary

CACHED_RULES = 512
CASH_SECTIONS = {RulesSection.BUY_IN, RulesSection.COMING_IN, RulesSection.ADDING_CHIPS, RulesSection.RETURNING}
"""The sections of rules that mean nothing at a tournament's tables, unless a tournament chooses them."""


def structure_short(structure: str) -> str:
    """The betting structure in two letters."""
    return {"nl": pgettext("structure", "NL"), "pl": pgettext("structure", "PL")}.get(
        structure, pgettext("structure", "FL")
    )


def game_short(rules: Rules, amounts: AmountFormat) -> str:
    """A short label for tabs and titles: "NL 10/20", with the game if it isn't hold'em."""
    code, stakes = rules.variant.code, rules.stakes
    structure, text = structure_short(stakes.structure), stakes_text(code, stakes, amounts)
    if rules.mix:
        return f"{short_game_name(code_of(rules))} {text}"
    return f"{structure} {text}" if code == "holdem" else f"{short_game_name(code)} {structure} {text}"


class _Facts(NamedTuple):
    """All that the sentences about a table's rules depend on; amounts in minor units."""

    rules: Rules
    amounts: AmountFormat
    currency: str
    min_buy_in: int
    max_buy_in: int
    watch_delay: int
    feeds: str
    closes_at: datetime | None


def rules_sections(
    rules: Rules,
    *,
    min_buy_in: int,
    max_buy_in: int,
    watch_delay: int = 0,
    feeds: str = "",
    currency: str,
    closes_at: datetime | None = None,
) -> tuple[tuple[str, str], ...]:
    """The table's rules as (heading, sentences) pairs; amounts in minor units, `feeds` the name of its main table."""
    label = "" if rules.tournament else currency_label(currency)
    amounts = AmountFormat.of_currency(currency)
    facts = _Facts(rules, amounts, label, min_buy_in, max_buy_in, watch_delay, feeds, closes_at)
    return _sections_of(facts, str(get_language()))


def _sections(facts: _Facts) -> tuple[tuple[str, str], ...]:
    rules, amounts = facts.rules, facts.amounts
    lines: list[tuple[str, Iterable[str]]] = [
        (_("Game"), _games(rules)),
        (_("Stakes"), _all_stakes(rules, amounts)),
        (_("Currency"), () if rules.tournament else (facts.currency,)),
        (_("Buy-in"), () if rules.tournament else _buy_in(facts.min_buy_in, facts.max_buy_in, rules, amounts)),
        (_("Chips and seat"), () if rules.tournament else _chips_and_seat(rules, amounts)),
        (_("Must-move table"), _must_move(facts.feeds)),
        (_("Betting"), _betting(rules, amounts)),
        (
            _("New and returning players"),
            () if rules.tournament else _coming_in(rules, amounts),
        ),
        (_("Tournament"), _tournament(rules)),
        (_("Clock"), clock_sentences(rules, amounts)),
        (_("Button"), rule_sentences(RulesSection.BUTTON, rules, amounts)),
        (_("Showdown"), rule_sentences(RulesSection.SHOWDOWN, rules, amounts)),
        (_("Rake"), () if rules.tournament else rake_sentences(rules, amounts)),
        (_("Chat"), rule_sentences(RulesSection.CHAT, rules, amounts)),
        (_("Watching"), _watching(facts.watch_delay)),
        (_("Closing time"), _closing_time(facts.closes_at)),
    ]
    sections = ((title, " ".join(sentences)) for title, sentences in lines)
    return tuple((title, text) for title, text in sections if text)


def rule_rows(rules: Rules, amounts: AmountFormat) -> tuple[tuple[str, str], ...]:
    """Every house rule that affects a game of the table, with the value in force, as the operator's form words them."""
    return _rows_of((rules, amounts), str(get_language()))


def _rows(of: tuple[Rules, AmountFormat]) -> tuple[tuple[str, str], ...]:
    rules, amounts = of
    games = [(game.variant, game.stakes.structure) for game in rules.mix] or [(rules.variant, rules.stakes.structure)]
    return tuple(
        (str(text.label), value_text(name, rules.house, amounts))
        for name, text in HOUSE_RULE_TEXTS.items()
        if any(HOUSE_RULES[name].applies(*game) for game in games)
        and not (rules.tournament and text.section in CASH_SECTIONS and name not in CHOSEN_RULES)
    )


# Every page of a table shows both, and most tables have the rules of others.
_sections_of = texts_per_language(_sections, CACHED_RULES)
_rows_of = texts_per_language(_rows, CACHED_RULES)


def _closing_time(closes_at: datetime | None) -> Iterable[str]:
    if closes_at is not None:
        yield _(
            "This table closes by itself at {moment}: the hand then running is played to its end, and everybody "
            "leaves with their chips."
        ).format(moment=moment_text(closes_at))


def _must_move(main: str) -> Iterable[str]:
    if main:
        yield _("This is the must-move table of {name}.").format(name=main)
        yield _(
            "When a seat is free there, the player who has sat here longest moves to it with all their chips "
            "and posts nothing."
        )


def _games(rules: Rules) -> Iterable[str]:
    if not rules.mix:
        yield f"{game_name(rules.variant.code, rules.stakes.structure)}."
        yield game_summary(rules.variant.code)
        return
    names = ", ".join(game_name(game.variant.code, game.stakes.structure) for game in rules.mix)
    yield _("The games in turn: {games}.").format(games=names)
    if rules.every:
        text = ngettext("The game changes after {count} hand.", "The game changes after {count} hands.", rules.every)
        yield text.format(count=rules.every)
    else:
        yield _("The game changes when everybody has had the button.")


def _all_stakes(rules: Rules, amounts: AmountFormat) -> Iterable[str]:
    if not rules.mix:
        return _stakes(rules.variant, rules.stakes, amounts)
    games = (
        (game_name(game.variant.code, game.stakes.structure), " ".join(_stakes(*game, amounts))) for game in rules.mix
    )
    return [_("{game}: {stakes}").format(game=name, stakes=stakes) for name, stakes in games]


def _stakes(variant: Variant, stakes: Stakes, amounts: AmountFormat) -> Iterable[str]:
    small, big, ante = map(amounts.text, (stakes.small_blind, stakes.big_blind, stakes.ante))
    if variant.forced is Forced.BLINDS:
        yield _("Small blind {small}, big blind {big}.").format(small=small, big=big)
        if stakes.ante and stakes.ante_kind is AnteKind.BIG_BLIND:
            yield _("The big blind also posts an ante of {ante}.").format(ante=ante)
        elif stakes.ante:
            yield _("Everybody posts an ante of {ante}.").format(ante=ante)
        return
    yield _("Everybody posts an ante of {ante}.").format(ante=ante)
    if variant.forced is Forced.BRING_IN:
        text = _("The player with the lowest door card brings it in for {bring_in} or completes to {lower}.")
        if variant.low_door:
            text = _("The player with the highest door card brings it in for {bring_in} or completes to {lower}.")
        yield text.format(bring_in=amounts.text(stakes.bring_in), lower=big)


def _buy_in(least: int, most: int, rules: Rules, amounts: AmountFormat) -> Iterable[str]:
    big_blind = rules.stakes.big_blind
    if least and most:
        text = _("From {least} to {most}, that is {least_blinds} to {most_blinds} big blinds.")
        if rules.variant.forced is not Forced.BLINDS:
            text = _("From {least} to {most}, that is {least_blinds} to {most_blinds} lower limits.")
        yield text.format(
            least=amounts.text(least),
            most=amounts.text(most),
            least_blinds=least // big_blind,
            most_blinds=most // big_blind,
        )
    elif least:
        yield _("At least {least}.").format(least=amounts.text(least))
    else:
        yield _("At most {most}.").format(most=amounts.text(most)) if most else _("As much as you like.")
    yield from rule_sentences(RulesSection.BUY_IN, rules, amounts)


def _chips_and_seat(rules: Rules, amounts: AmountFormat) -> Iterable[str]:
    yield from rule_sentences(RulesSection.ADDING_CHIPS, rules, amounts)
    minutes = rules.clock.sit_out // 60_000
    if minutes:
        text = ngettext(
            "A player who sits out keeps their seat for {count} minute.",
            "A player who sits out keeps their seat for {count} minutes.",
            minutes,
        )
        yield text.format(count=minutes)
    yield from rule_sentences(RulesSection.RETURNING, rules, amounts)


def _coming_in(rules: Rules, amounts: AmountFormat) -> Iterable[str]:
    yield from rule_sentences(RulesSection.COMING_IN, rules, amounts)
    if has_blinds(rules):
        yield _(
            "A player who leaves and soon sits down at another table of the same game and stakes keeps the distance "
            "from the big blind and the blinds owed, as after a change of table."
        )


def _betting(rules: Rules, amounts: AmountFormat) -> Iterable[str]:
    if rules.stakes.structure is Structure.FIXED_LIMIT:
        yield _limits(rules, amounts)
    elif rules.stakes.structure is Structure.POT_LIMIT:
        yield _("You may raise by at most the size of the pot after your call.")
    yield from rule_sentences(RulesSection.BETTING, rules, amounts)


def _limits(rules: Rules, amounts: AmountFormat) -> str:
    first = next((street.name for street in rules.variant.streets if street.upper_limit), "")
    texts = {
        "turn": _("Bets and raises are {lower} before and on the flop, {upper} on the turn and the river."),
        "fifth": _("Bets and raises are {lower} on third and fourth street, {upper} from fifth street on."),
        "fourth": _("Bets and raises are {lower} on second and third street, {upper} from fourth street on."),
        "draw-1": _("Bets and raises are {lower} before the draw, {upper} after it."),
        "draw-2": _("Bets and raises are {lower} until the second draw, {upper} after it."),
    }
    usual = _("Bets and raises are {lower} on the early streets, {upper} on the late ones.")
    lower, upper = amounts.text(rules.stakes.lower_limit), amounts.text(rules.stakes.upper_limit)
    return (usual if rules.mix else texts.get(first, usual)).format(lower=lower, upper=upper)


def _tournament(rules: Rules) -> Iterable[str]:
    if rules.tournament is None:
        return
    yield _("Everybody is dealt in and posts, including players who are away: the room checks or folds for them.")
    if rules.tournament.late_return is LateReturn.NEXT_HAND:
        yield _("A player who was not back when the cards were dealt plays from the next hand.")
    else:
        yield _("A player who comes back takes over at once.")
    yield _(
        "A new player takes over the blinds of the seat; between the button and the small blind, the player "
        "waits until the button has passed."
    )
    yield _("Hands are shown as soon as somebody is all-in and the betting is over.")


def clock_sentences(rules: Rules, amounts: AmountFormat) -> Iterable[str]:
    """The time of a turn, the time bank and the rules about them, as sentences (B14)."""
    clock = rules.clock
    turn = ngettext("You have {seconds} second to act.", "You have {seconds} seconds to act.", clock.turn // 1000)
    yield turn.format(seconds=clock.turn // 1000)
    bank = ngettext("A time bank adds {seconds} second.", "A time bank adds {seconds} seconds.", clock.bank // 1000)
    yield bank.format(seconds=clock.bank // 1000)
    if clock.bank and clock.bank_refill >= 1000:
        text = ngettext(
            "Each hand gives {seconds} second of it back.",
            "Each hand gives {seconds} seconds of it back.",
            clock.bank_refill // 1000,
        )
        yield text.format(seconds=clock.bank_refill // 1000)
    yield from rule_sentences(RulesSection.CLOCK, rules, amounts)


def _watching(delay: int) -> Iterable[str]:
    if delay:
        text = ngettext(
            "Watchers see the table with a delay of {seconds} second.",
            "Watchers see the table with a delay of {seconds} seconds.",
            delay,
        )
        yield text.format(seconds=delay)
