"""What a director changed in an announcement, with old and new values (T1, F3)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, get_type_hints

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.messaging.codec import from_data
from games.text.seconds import SECOND
from games.web.api import money_text
from tournaments.engine.setup.setup import Setup
from tournaments.engine.setup.structure import Structure
from tournaments.engine.state import events as ev
from tournaments.web.pages.announcement_lines import facts_of_announcement
from tournaments.web.text.event_text import Line
from tournaments.web.text.house_rules import ANTE_KIND_NAMES, preset_text
from tournaments.web.text.labels import ante, chips, payout_lines, span

NOTHING = "–"


def change_lines(event: ev.SetupChanged) -> list[Line]:
    """Each changed setting as a line; nothing for a new password, which nobody is told."""
    before, after = _settings(event.before), _settings(event.setup)
    text = _("{setting}: {before} → {after}")
    return [
        Line(
            text.format(setting=capfirst(title), before=before.get(title) or NOTHING, after=after.get(title) or NOTHING)
        )
        for title in dict.fromkeys((*before, *after))
        if (before.get(title) or NOTHING) != (after.get(title) or NOTHING)
    ]


def told_change(setup: Setup, part: str, before: str, after: str) -> tuple[str, str] | None:
    """The old and new value of one part of an announcement, as the log keeps it, in words.

    `setup` is any announcement of the tournament: what the part does not say is taken from it. None for what is no part
    of an announcement, or is readable as it is.
    """
    if part not in Setup._fields or not (before + after).strip("-").startswith(("[", "{")):
        return None
    new = _settings(setup._replace(**{part: _part(part, after)}))
    if not before:
        # A new announcement: only what players read first is logged.
        title = {"games": _("Game"), "price": _("Buy-in")}.get(part)
        return ("", new.get(title, "")) if title else None
    old = _settings(setup._replace(**{part: _part(part, before)}))
    titles = [title for title in dict.fromkeys((*old, *new)) if old.get(title) != new.get(title)]
    return _told(old, titles), _told(new, titles)


def _part(part: str, text: str) -> Any:
    """A part of an announcement that the log keeps as JSON, "" is none; Any, as each part has its own type."""
    return from_data(get_type_hints(Setup)[part], json.loads(text)) if text else None


def _told(values: Mapping[str, str], titles: Sequence[str]) -> str:
    return "; ".join(f"{title}: {values.get(title) or NOTHING}" for title in titles)


def _settings(setup: Setup) -> dict[str, str]:
    """Everything an announcement holds, in words by title."""
    payouts, clock = setup.payouts, setup.clock
    return {
        _("Name of the tournament"): setup.name,
        _("Start"): _moment(setup.starts_at),
        _("Announced end"): _moment(setup.ends_at),
        **{fact.title: fact.text for fact in facts_of_announcement(setup)},
        _("Seconds to decide on a re-buy"): str(setup.rebuy.wait // SECOND) if setup.rebuy else "",
        _("Payout table"): "; ".join(payout_lines(payouts)),
        _("Prizes rounded to"): money_text(payouts.unit, setup.currency),
        _("Other prizes"): "; ".join(payouts.extras),
        **_structure(setup),
        _("House rules"): preset_text(setup),
        _("Seconds per turn"): f"{clock.turn / SECOND:g}",
        _("Seconds in the time bank"): f"{clock.bank / SECOND:g}",
    }


def _structure(setup: Setup) -> dict[str, str]:
    structure = setup.structure
    return {
        **{f"{_('Level')} {number}": _level(setup, number) for number in range(1, len(structure.levels) + 1)},
        _("Breaks"): "; ".join(_breaks(structure)),
        _("Antes"): str(ANTE_KIND_NAMES[structure.ante_kind]),
        _("Chips"): ", ".join(map(chips, structure.chips)),
        _("Chip races"): ", ".join(f"{level}:{chip}" for level, chip in structure.races),
        _("Minutes taken off the clock for each hand-for-hand hand"): span(structure.round_cost),
    }


def _level(setup: Setup, number: int) -> str:
    """A level in one line: "50/100, ante 10, 15 min"."""
    level = setup.structure.level(number)
    parts = (f"{chips(level.small_blind)}/{chips(level.big_blind)}", ante(setup, number), span(level.length))
    return ", ".join(filter(None, parts))


def _breaks(structure: Structure) -> Iterator[str]:
    for after, length in structure.breaks:
        yield f"{_('Level')} {after}: {span(length)}"
    if structure.hourly.length:
        text = _("{length} at minute {minute} of each hour.")
        yield text.format(length=span(structure.hourly.length), minute=structure.hourly.minute)


def _moment(at: int) -> str:
    return date_format(localtime(datetime.fromtimestamp(at / 1000, UTC)), "SHORT_DATETIME_FORMAT") if at else ""
