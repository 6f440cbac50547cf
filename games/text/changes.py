"""Changes of a table's settings in words: "Stakes: 5/10 → 10/20"."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.dateparse import parse_datetime
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.rules import changes
from games.engine.rules.house_rules import HOUSE_RULES
from games.engine.rules.mixed_games import MIXES
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.text.amounts import AmountFormat
from games.text.games import game_name, short_game_name, stakes_text
from games.text.house_rules.as_text import choices
from games.text.house_rules.texts import HOUSE_RULE_TEXTS
from games.text.moments import moment_text
from games.text.rake import caps_text, percent_text

if TYPE_CHECKING:
    from games.text.house_rules.rule_text import Label

OFF = "0"


def change_text(what: str, before: str, after: str, amounts: AmountFormat) -> str:
    """A setting with its old and its new value."""
    return _("{setting}: {before} → {after}").format(
        setting=setting_name(what), before=value_text(what, before, amounts), after=value_text(what, after, amounts)
    )


def setting_name(what: str) -> str:
    """The name of a setting that can change."""
    label = HOUSE_RULE_TEXTS[what].label if what in HOUSE_RULES else _NAMES.get(what, what)
    return capfirst(str(label))


def value_text(what: str, value: str, amounts: AmountFormat) -> str:
    """A value of a setting, as `games.engine.rules.changes` writes it, in words."""
    if what in HOUSE_RULES:
        labels = {choice.key: str(choice.label) for choice in choices(what)}
        return labels.get(value) or amounts.text(int(value))
    return _VALUES.get(what, _plain)(value, amounts)


def _plain(value: str, _amounts: AmountFormat) -> str:
    return {"on": _("yes"), "off": _("no"), "": "–"}.get(value, value)


def _amount(value: str, amounts: AmountFormat) -> str:
    return _("none") if value == OFF else amounts.text(int(value))


def _every(value: str, _amounts: AmountFormat) -> str:
    return pgettext("hands before the game changes", "an orbit") if value == OFF else value


def _password(value: str, _amounts: AmountFormat) -> str:
    names = {
        "": pgettext("password", "none"),
        "set": pgettext("password", "the old one"),
        "new": pgettext("password", "a new one"),
    }
    return names[value]


def _seconds(value: str, _amounts: AmountFormat) -> str:
    return _("{count} s").format(count=value)


def _closing_time(value: str, _amounts: AmountFormat) -> str:
    at = parse_datetime(value) if value else None
    return moment_text(at) if at else _("never")


def _most_alike(value: str, _amounts: AmountFormat) -> str:
    return (
        pgettext("tables alike", "none")
        if value == OFF
        else pgettext("tables alike", "up to {most}").format(most=value)
    )


def _empty_minutes(value: str, _amounts: AmountFormat) -> str:
    return _("never") if value == OFF else _("after {count} min").format(count=value)


def _games(value: str, _amounts: AmountFormat) -> str:
    games = tuple(tuple(game.split(":")) for game in value.split(","))
    rotation = next((code for code, mix in MIXES.items() if mix == games), "")
    return short_game_name(rotation) if rotation else _game_names(value)


def _game_names(value: str) -> str:
    return ", ".join(game_name(*game.split(":")) for game in value.split(","))


def _stakes(value: str, amounts: AmountFormat) -> str:
    game, structure, small, big = value.split(":")
    return stakes_text(game, Stakes(Structure(structure), int(small), int(big)), amounts)


def _ante(value: str, amounts: AmountFormat) -> str:
    if value == OFF:
        return _("none")
    amount, kind = value.split(":")
    text = amounts.text(int(amount))
    return _("{amount} by the big blind for everybody").format(amount=text) if kind == AnteKind.BIG_BLIND else text


def _rake(value: str, amounts: AmountFormat) -> str:
    if "/" not in value:
        return _share(value, amounts)
    parts = [part.split("/") for part in value.split(";")]
    return "; ".join(f"{_game_names(games)}: {_share(share, amounts)}" for games, share in parts)


def _share(value: str, amounts: AmountFormat) -> str:
    if value == OFF:
        return _("none")
    per_mille, rows = value.split(":")
    percent = percent_text(int(per_mille))
    caps = [(int(players), int(cap)) for players, cap in (row.split("=") for row in rows.split(","))]
    if len(caps) > 1:
        return _("{percent}%, caps: {caps}").format(percent=percent, caps=caps_text(caps, amounts))
    cap = caps[0][1]
    if not cap:
        return _("{percent}%").format(percent=percent)
    return _("{percent}%, at most {cap}").format(percent=percent, cap=amounts.text(cap))


def _rounding(value: str, amounts: AmountFormat) -> str:
    if value == OFF:
        return _("none")
    direction, unit = value.split(":")
    text = _("up to a multiple of {unit}") if direction == "up" else _("down to a multiple of {unit}")
    return text.format(unit=amounts.text(int(unit)))


_NAMES: "Final[Mapping[str, Label]]" = {
    changes.GAME: gettext_lazy("Game"),
    changes.STAKES: gettext_lazy("Stakes"),
    changes.ANTE: gettext_lazy("Ante"),
    changes.BRING_IN: gettext_lazy("Bring-in"),
    changes.EVERY: gettext_lazy("Hands before the game changes"),
    changes.RAKE: gettext_lazy("Rake"),
    changes.RAKE_ROUNDING: gettext_lazy("Rounding of the rake"),
    changes.SMALLEST_RAKED_POT: gettext_lazy("Smallest raked pot"),
    changes.FIRST_ROUND_RAKED: gettext_lazy("Rake from hands that end in the first round of betting"),
    changes.TURN: gettext_lazy("Time for a turn"),
    changes.BANK: gettext_lazy("Time bank"),
    "name": gettext_lazy("Name"),
    "seats": gettext_lazy("Seats"),
    "currency": gettext_lazy("Currency"),
    "settings": gettext_lazy("Settings"),
    "min_buy_in": gettext_lazy("Minimum buy-in"),
    "max_buy_in": gettext_lazy("Maximum buy-in"),
    "bots": gettext_lazy("house bots"),
    "sort_order": gettext_lazy("position in the lobby"),
    "closed_to_watchers": gettext_lazy("closed to watchers"),
    "watch_delay": gettext_lazy("delay for watchers"),
    "feeds": gettext_lazy("must-move table of"),
    "closes_at": gettext_lazy("closes by itself"),
    "schedule": gettext_lazy("schedule of tables"),
    "most_alike": gettext_lazy("tables alike when all are full"),
    "empty_minutes": gettext_lazy("an empty one closes"),
    "opened_for": gettext_lazy("opened because this one was full"),
    "password": gettext_lazy("password"),
}
_VALUES: Final[Mapping[str, Callable[[str, AmountFormat], str]]] = {
    changes.GAME: _games,
    changes.STAKES: _stakes,
    changes.ANTE: _ante,
    changes.BRING_IN: _amount,
    changes.EVERY: _every,
    changes.RAKE: _rake,
    changes.RAKE_ROUNDING: _rounding,
    changes.SMALLEST_RAKED_POT: _amount,
    changes.TURN: _seconds,
    changes.BANK: _seconds,
    "min_buy_in": _amount,
    "max_buy_in": _amount,
    "watch_delay": _seconds,
    "password": _password,
    "closes_at": _closing_time,
    "most_alike": _most_alike,
    "empty_minutes": _empty_minutes,
}
