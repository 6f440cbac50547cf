"""The lines of the hand log as HTML, and as plain text for the staff's pages."""

from collections.abc import Callable

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.engine.events.kinds import BY_THE_ROOM
from games.engine.views.kinds import LineCode
from games.engine.views.types import LogLine
from games.text.amounts import TOURNAMENT_CHIPS, AmountFormat, amount_writer
from games.text.fill_html import escaped, fill_html
from games.text.games import game_name
from games.text.hands import hand_text
from games.text.house_acts import HOUSE_LINES
from games.text.small_cards import mini_cards, without_html


def street_name(name: str) -> str:
    """The name of a street as a heading."""
    names = {
        "pre-flop": pgettext("street", "Pre-flop"),
        "flop": pgettext("street", "Flop"),
        "turn": pgettext("street", "Turn"),
        "river": pgettext("street", "River"),
        "second": pgettext("street", "Second street"),
        "third": pgettext("street", "Third street"),
        "fourth": pgettext("street", "Fourth street"),
        "fifth": pgettext("street", "Fifth street"),
        "sixth": pgettext("street", "Sixth street"),
        "seventh": pgettext("street", "Seventh street"),
        "before-draw": pgettext("street", "Before the draw"),
        "draw-1": pgettext("street", "Draw"),
        "draw-2": pgettext("street", "Second draw"),
        "draw-3": pgettext("street", "Third draw"),
    }
    return names.get(name, name)


def log_line_html(line: LogLine, amounts: AmountFormat) -> SafeString:
    """One line of the log as HTML: names escaped, amounts in bold, cards as small cards."""
    return _LINES.get(line.code, _unknown)(line, amounts)


def log_line_text(line: LogLine, amounts: AmountFormat) -> str:
    """One line of the log as plain text, with cards such as "A♠"."""
    return without_html(log_line_html(line, amounts))


def is_heading(line: LogLine) -> bool:
    """Whether the line begins a part of the hand."""
    return line.code in (LineCode.HAND, LineCode.STREET, LineCode.RUN, LineCode.RACE)


def bold(amount: int, amounts: AmountFormat) -> SafeString:
    """An amount inside a line."""
    write = amount_writer(amounts, get_language() or "en")
    return mark_safe(f"<b>{escaped(write(amount))}</b>")  # noqa: S308 - escaped


def _race(line: LogLine, amounts: AmountFormat) -> SafeString:
    text = gettext("Chip race: chips of {amount} become chips of {into}")
    return fill_html(text, amount=bold(line.amount, amounts), into=bold(line.to, amounts))


def _race_cards(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} draws{cards}"), name=line.name, cards=_cards(line))


def _race_won(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} wins a chip of {amount}"), name=line.name, amount=bold(line.amount, amounts))


def _race_saved(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(
        gettext("{name} gets a chip of {amount} to stay in"), name=line.name, amount=bold(line.amount, amounts)
    )


def _hand(line: LogLine, amounts: AmountFormat) -> SafeString:
    number = TOURNAMENT_CHIPS.text(line.amount)
    if line.kind:
        return fill_html(gettext("Hand #{number} · {game}"), number=number, game=game_name(line.kind, line.other))
    return fill_html(gettext("Hand #{number}"), number=number)


def _next_game(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("Next game: {game}"), game=game_name(line.kind, line.other))


def _void(line: LogLine, amounts: AmountFormat) -> SafeString:
    number = TOURNAMENT_CHIPS.text(line.amount)
    if line.other in ("", *BY_THE_ROOM):
        text = gettext("Hand #{number} is void: all chips are back where they were when it began.")
        return fill_html(text, number=number)
    text = gettext("Hand #{number} is void: all chips are back where they were when it began. Reason: {why}")
    return fill_html(text, number=number, why=line.other)


def _post(line: LogLine, amounts: AmountFormat) -> SafeString:
    texts = {
        "ante": gettext("{name} posts the ante, {amount}"),
        "small_blind": gettext("{name} posts the small blind, {amount}"),
        "big_blind": gettext("{name} posts the big blind, {amount}"),
        "straddle": gettext("{name} straddles for {amount}"),
        "dead": gettext("{name} posts {amount} dead"),
    }
    return fill_html(
        texts.get(line.kind, gettext("{name} posts {amount}")), name=line.name, amount=bold(line.amount, amounts)
    )


def _street(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html("{street}{cards}", street=street_name(line.kind), cards=_cards(line))


def _fold(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} folds"), name=line.name)


def _check(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} checks"), name=line.name)


def _call(line: LogLine, amounts: AmountFormat) -> SafeString:
    text = gettext("{name} calls {amount}, all-in") if line.all_in else gettext("{name} calls {amount}")
    return fill_html(text, name=line.name, amount=bold(line.amount, amounts))


def _bet(line: LogLine, amounts: AmountFormat) -> SafeString:
    text = gettext("{name} is all-in for {amount}") if line.all_in else gettext("{name} bets {amount}")
    return fill_html(text, name=line.name, amount=bold(line.to or line.amount, amounts))


def _raise(line: LogLine, amounts: AmountFormat) -> SafeString:
    text = gettext("{name} raises all-in to {amount}") if line.all_in else gettext("{name} raises to {amount}")
    return fill_html(text, name=line.name, amount=bold(line.to or line.amount, amounts))


def _bring_in(line: LogLine, amounts: AmountFormat) -> SafeString:
    text = gettext("{name} brings in {amount}, all-in") if line.all_in else gettext("{name} brings in {amount}")
    return fill_html(text, name=line.name, amount=bold(line.amount, amounts))


def _up(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html("{name} {cards}", name=line.name, cards=_cards(line))


def _draw(line: LogLine, amounts: AmountFormat) -> SafeString:
    if not line.amount:
        return fill_html(gettext("{name} stands pat"), name=line.name)
    text = ngettext("{name} exchanges {count} card", "{name} exchanges {count} cards", line.amount)
    if line.cards:
        text = ngettext(
            "{name} exchanges {count} card and keeps {cards}",
            "{name} exchanges {count} cards and keeps {cards}",
            line.amount,
        )
    return fill_html(text, name=line.name, count=line.amount, cards=_cards(line))


def _community(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("One card for everybody {cards}"), cards=_cards(line))


def _agrees(line: LogLine, amounts: AmountFormat) -> SafeString:
    texts = {
        1: gettext("{name} wants to run it once"),
        2: gettext("{name} wants to run it twice"),
        3: gettext("{name} wants to run it three times"),
    }
    return fill_html(texts.get(line.amount, "{name}"), name=line.name)


def _run(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("Board {number}"), number=line.run)


def _timeout(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} is out of time"), name=line.name)


def _protected(line: LogLine, amounts: AmountFormat) -> SafeString:
    if not line.amount:
        return fill_html(gettext("{name} is disconnected and all-in for what is in the pot"), name=line.name)
    text = ngettext(
        "{name} is disconnected and all-in for what is in the pot, {count} time today",
        "{name} is disconnected and all-in for what is in the pot, {count} times today",
        line.amount,
    )
    return fill_html(text, name=line.name, count=line.amount)


def _returned(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{amount} goes back to {name}"), name=line.name, amount=bold(line.amount, amounts))


def _shows(line: LogLine, amounts: AmountFormat) -> SafeString:
    if line.name_of_hand is None:
        return fill_html(gettext("{name} shows {cards}"), name=line.name, cards=_cards(line))
    parts: dict[str, object] = {"name": line.name, "cards": _cards(line), "hand": hand_text(line.name_of_hand)}
    if line.low_name is None:
        return fill_html(gettext("{name} shows {cards} {hand}"), **parts)
    return fill_html(gettext("{name} shows {cards} {hand} · {low}"), **parts, low=hand_text(line.low_name))


def _mucks(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} mucks"), name=line.name)


def _wins(line: LogLine, amounts: AmountFormat) -> SafeString:
    main = {
        "high": gettext("{name} wins {amount} for the high hand"),
        "low": gettext("{name} wins {amount} for the low hand"),
    }
    side = {
        "high": gettext("{name} wins {amount} for the high hand, side pot {pot}"),
        "low": gettext("{name} wins {amount} for the low hand, side pot {pot}"),
    }
    if line.run:
        several = {
            "high": gettext("Board {run}: {name} wins {amount} for the high hand"),
            "low": gettext("Board {run}: {name} wins {amount} for the low hand"),
        }
        text = several.get(line.kind, gettext("Board {run}: {name} wins {amount}"))
    elif line.pot:
        text = side.get(line.kind, gettext("{name} wins {amount}, side pot {pot}"))
    else:
        text = main.get(line.kind, gettext("{name} wins {amount}"))
    return fill_html(text, name=line.name, amount=bold(line.amount, amounts), pot=line.pot, run=line.run)


def _rake(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("Rake {amount}"), amount=bold(line.amount, amounts))


def _time_called(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} calls time on {other}"), name=line.name, other=line.other)


def _rabbit_asked(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} asks to see the cards that would have come"), name=line.name)


def _rabbit(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("Would have come: {cards}"), cards=_cards(line))


def _moved(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html(gettext("{name} moves to seat {number}"), name=line.name, number=line.to + 1)


def _unknown(line: LogLine, amounts: AmountFormat) -> SafeString:
    return fill_html("{name}", name=line.name)


def _cards(line: LogLine) -> SafeString:
    minis = mini_cards(get_language() or "en")
    return mark_safe("".join(minis[card] for card in line.cards if card >= 0))  # noqa: S308 - they are safe


_LINES: dict[str, Callable[[LogLine, AmountFormat], SafeString]] = {
    LineCode.HAND: _hand,
    LineCode.NEXT_GAME: _next_game,
    LineCode.POST: _post,
    LineCode.STREET: _street,
    LineCode.FOLD: _fold,
    LineCode.CHECK: _check,
    LineCode.CALL: _call,
    LineCode.BET: _bet,
    LineCode.RAISE: _raise,
    LineCode.BRING_IN: _bring_in,
    LineCode.UP: _up,
    LineCode.DRAW: _draw,
    LineCode.COMMUNITY: _community,
    LineCode.AGREES: _agrees,
    LineCode.RUN: _run,
    LineCode.TIMEOUT: _timeout,
    LineCode.PROTECTED: _protected,
    LineCode.RETURNED: _returned,
    LineCode.SHOWS: _shows,
    LineCode.MUCKS: _mucks,
    LineCode.WINS: _wins,
    LineCode.RAKE: _rake,
    LineCode.TIME_CALLED: _time_called,
    LineCode.RABBIT_ASKED: _rabbit_asked,
    LineCode.RABBIT: _rabbit,
    LineCode.MOVED: _moved,
    LineCode.RACE: _race,
    LineCode.VOID: _void,
    LineCode.RACE_CARDS: _race_cards,
    LineCode.RACE_WON: _race_won,
    LineCode.RACE_SAVED: _race_saved,
    **HOUSE_LINES,
}
