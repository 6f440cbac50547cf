"""What happened at a table, in words: lines of the hand's log and who won."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from games import buyin
from games.engine.hand_classes import HandName
from games.engine.views import LogLine, TableView
from games.templatetags.poker import amount_text, mini
from games.web.words_of_hands import hand_words, with_hand


def street_words(name: str) -> str:
    """The name of a street as a heading."""
    names = {
        "pre-flop": pgettext("street", "Pre-flop"),
        "flop": pgettext("street", "Flop"),
        "turn": pgettext("street", "Turn"),
        "river": pgettext("street", "River"),
    }
    return names.get(name, name)


def line_words(line: LogLine) -> SafeString:
    """One line of the log as HTML: names escaped, amounts in bold, cards as small cards."""
    return _LINES.get(line.code, _unknown)(line)


def is_heading(line: LogLine) -> bool:
    """Whether the line begins a part of the hand."""
    return line.code in ("hand", "street")


class Win(NamedTuple):
    """What one player got of a finished hand's pots."""

    name: str
    amount: int
    hand: HandName | None


def wins(view: TableView) -> tuple[Win, ...]:
    """Who won how much with what, one row a player, in the order the pots were paid."""
    shown = {seat.name: seat.name_of_hand for seat in view.seats if seat.player}
    sums: dict[tuple[str, HandName | None], int] = {}
    for line in view.log:
        if line.code == "wins":
            key = line.name, line.name_of_hand or shown.get(line.name)
            sums[key] = sums.get(key, 0) + line.amount
    return tuple(Win(name, amount, hand) for (name, hand), amount in sums.items())


def win_words(win: Win) -> SafeString:
    """One winner in a sentence: "Petr wins 2 340 with a straight, ace high"."""
    if win.hand is None:
        return _say(gettext("{name} wins {amount}"), name=win.name, amount=win.amount)
    return _say(gettext("{name} wins {amount} with {hand}"), name=win.name, amount=win.amount, hand=with_hand(win.hand))


def _say(words: str, *, amount: int | None = None, **parts: object) -> SafeString:
    if amount is not None:
        parts["amount"] = format_html("<b>{}</b>", amount_text(amount))
    return format_html(words, **parts)


def _hand(line: LogLine) -> SafeString:
    return _say(gettext("Hand #{number}"), number=buyin.amount_text(line.amount * 100))


def _post(line: LogLine) -> SafeString:
    words = {
        "ante": gettext("{name} posts the ante, {amount}"),
        "small_blind": gettext("{name} posts the small blind, {amount}"),
        "big_blind": gettext("{name} posts the big blind, {amount}"),
        "straddle": gettext("{name} straddles for {amount}"),
        "dead": gettext("{name} posts {amount} dead"),
    }
    return _say(words.get(line.kind, gettext("{name} posts {amount}")), name=line.name, amount=line.amount)


def _street(line: LogLine) -> SafeString:
    return format_html("{}{}", street_words(line.kind), _cards(line))


def _fold(line: LogLine) -> SafeString:
    return _say(gettext("{name} folds"), name=line.name)


def _check(line: LogLine) -> SafeString:
    return _say(gettext("{name} checks"), name=line.name)


def _call(line: LogLine) -> SafeString:
    words = gettext("{name} calls {amount}, all-in") if line.all_in else gettext("{name} calls {amount}")
    return _say(words, name=line.name, amount=line.amount)


def _bet(line: LogLine) -> SafeString:
    words = gettext("{name} is all-in for {amount}") if line.all_in else gettext("{name} bets {amount}")
    return _say(words, name=line.name, amount=line.to or line.amount)


def _raise(line: LogLine) -> SafeString:
    words = gettext("{name} raises all-in to {amount}") if line.all_in else gettext("{name} raises to {amount}")
    return _say(words, name=line.name, amount=line.to or line.amount)


def _timeout(line: LogLine) -> SafeString:
    return _say(gettext("{name} is out of time"), name=line.name)


def _returned(line: LogLine) -> SafeString:
    return _say(gettext("{amount} goes back to {name}"), name=line.name, amount=line.amount)


def _shows(line: LogLine) -> SafeString:
    if line.name_of_hand is None:
        return _say(gettext("{name} shows {cards}"), name=line.name, cards=_cards(line))
    return _say(
        gettext("{name} shows {cards} {hand}"),
        name=line.name,
        cards=_cards(line),
        hand=hand_words(line.name_of_hand),
    )


def _mucks(line: LogLine) -> SafeString:
    return _say(gettext("{name} mucks"), name=line.name)


def _wins(line: LogLine) -> SafeString:
    main = {
        "high": gettext("{name} wins {amount} for the high hand"),
        "low": gettext("{name} wins {amount} for the low hand"),
    }
    side = {
        "high": gettext("{name} wins {amount} for the high hand, side pot {pot}"),
        "low": gettext("{name} wins {amount} for the low hand, side pot {pot}"),
    }
    if line.pot:
        words = side.get(line.kind, gettext("{name} wins {amount}, side pot {pot}"))
    else:
        words = main.get(line.kind, gettext("{name} wins {amount}"))
    return _say(words, name=line.name, amount=line.amount, pot=line.pot)


def _rake(line: LogLine) -> SafeString:
    return _say(gettext("Rake {amount}"), amount=line.amount)


def _unknown(line: LogLine) -> SafeString:
    return format_html("{}", line.name)


def _cards(line: LogLine) -> SafeString:
    return format_html_join("", "{}", ((mini(card),) for card in line.cards if card >= 0))


_LINES: dict[str, Callable[[LogLine], SafeString]] = {
    "hand": _hand,
    "post": _post,
    "street": _street,
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _bet,
    "raise": _raise,
    "timeout": _timeout,
    "returned": _returned,
    "shows": _shows,
    "mucks": _mucks,
    "wins": _wins,
    "rake": _rake,
}
