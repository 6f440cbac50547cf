"""The list of cash tables: filters, search, sorting, and boxes to act on several at once."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import lru_cache

from django.db.models import Count, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.web.api import Cell, Column, Filter, Listing, office_page, words_in
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.stakes import Structure
from games.engine.rules.variants import CATALOGUE
from games.models import Hand, Table
from games.models.rake import RakeProfile
from games.money.escrow import all_currencies, currency_mark, default_currency
from games.tables.kind import KNOWN_RULES, stored_kind, with_rules_text
from games.text.amounts import AmountFormat, amount_with_currency
from games.text.games import STRUCTURES, short_game_name, stakes_with_currency
from games.text.house_rules.as_text import PRESET_NAMES
from games.text.house_rules.rule_text import Label
from games.text.rake import RAKE_NAMES
from games.web.operators.bulk_acts import ACTS, MOST_TABLES, too_many_text
from games.web.operators.by_itself import by_itself
from games.web.operators.house_rules_form import nearest_preset
from games.web.operators.words import STATES, cash_tables, game_text, preset_text, stakes_of, state_of

MIXED = "mixed"
_STATE_CONDITIONS: Mapping[str, Q] = {
    "open": Q(closed_at=None, is_open=True, is_paused=False, frozen=False),
    "paused": Q(closed_at=None, is_paused=True),
    "stopped": Q(closed_at=None, frozen=True),
    "closing": Q(closed_at=None, is_open=False),
    "closed": Q(closed_at__isnull=False),
}


@office_page("games.view_table")
def tables(request: HttpRequest) -> HttpResponse:
    """The tables of the room; without a choice of state those that are not closed."""
    listing = requested_listing(request)
    shown = listing.context(request)
    context = {
        **shown,
        "whole_list": listing.found(request).count() if shown["newer"] or shown["older"] else 0,
        "most_tables": MOST_TABLES,
        "too_many": too_many_text(),
        "title": _("Tables"),
        "empty": _("No table is open."),
        "may_open": request.user.has_perm("games.add_table"),
        "may_change": request.user.has_perm("games.change_table"),
        "acts": [(name, act.title) for name, act in ACTS.items()],
    }
    return render(request, "games/operators/tables.html", context)


def requested_listing(request: HttpRequest) -> Listing[Table]:
    """The list with the state of a request; without one, tables that are not closed."""
    return table_listing(closed=request.GET.get("state") == "closed")


def table_listing(*, closed: bool) -> Listing[Table]:
    """The list; rows have `players` and, once a page is prepared, `rake_today`."""
    rows = cash_tables().select_related("opened_for", "scheduled__schedule").annotate(players=Count("taken_seats"))
    running = cash_tables().filter(closed_at=None)
    return Listing(
        rows=rows if closed else rows.filter(closed_at=None),
        columns=[
            Column("", _("Choose"), lambda table: Cell(table.name, tick=str(table.pk)), (), "tick"),
            Column("name", _("name"), _name, ("name",), "title"),
            Column("game", _("Game"), lambda table: game_text(table.rules), (), "sub"),
            Column("stakes", _("Stakes"), _stakes, ("rules_data__stakes__big_blind",), "key"),
            Column("players", _("Players"), _players, ("players",), "n"),
            Column("buy_in", _("Buy-in"), _buy_in, ("min_buy_in",), "n wide"),
            Column(
                "preset", _("House rules"), lambda table: preset_text(table.rules, table.currency), (), "wide wraps"
            ),
            Column("state", _("State"), lambda table: str(STATES[state_of(table)]), (), "side"),
            Column("itself", _("By itself"), lambda table: "; ".join(by_itself(table)), (), "wide wraps"),
            Column("hands", _("Hands"), lambda table: str(table.hands), ("hands",), "n wide"),
            Column("rake", _("Rake, 24 hours"), _rake, (), "n wide"),
        ],
        filters=[
            Filter("state", gettext_lazy("State"), STATES, lambda value: _STATE_CONDITIONS[value]),
            Filter("game", gettext_lazy("Game"), _games(), _is_game),
            Filter(
                "structure",
                gettext_lazy("Structure"),
                {code: str(name) for code, name in STRUCTURES.items()},
                _has_structure,
            ),
            Filter("stakes", gettext_lazy("Stakes"), _stakes_choices(running), _has_stakes),
            Filter("currency", gettext_lazy("Currency"), _currencies(running), lambda value: Q(currency=value)),
            Filter(
                "preset",
                gettext_lazy("Preset"),
                {str(preset): name for preset, name in PRESET_NAMES.items()},
                _has_preset,
            ),
            Filter("rake", gettext_lazy("Rake"), _rakes(), lambda code: Q(rules_data__rake__code=code)),
        ],
        search=lambda words: words_in(words, "name"),
        order=("sort_order", "name"),
        prepare=_add_rake,
    )


def _name(table: Table) -> Cell:
    return Cell(table.name, reverse("operators:table", args=[table.pk]))


def _stakes(table: Table) -> str:
    stakes = stakes_of(table.rules, table.currency)
    return stakes if table.currency == default_currency() else f"{stakes} {currency_mark(table.currency)}"


def _players(table: Table) -> str:
    return f"{table.players}/{table.seats}"  # type: ignore[attr-defined]  # counted by the query


def _buy_in(table: Table) -> str:
    amounts = AmountFormat.of_currency(table.currency)
    least, most = ((amounts.text(one) if one else "–") for one in (table.min_buy_in, table.max_buy_in))
    return f"{least} – {most}" if table.min_buy_in or table.max_buy_in else "–"


def _rake(table: Table) -> str:
    return amount_with_currency(getattr(table, "rake_today", 0), table.currency)


def _add_rake(page: Sequence[Table]) -> None:
    since = timezone.now() - timedelta(hours=24)
    hands = Hand.objects.filter(table__in=[table.pk for table in page], ended_at__gte=since, void=False)
    taken = dict(hands.order_by().values_list("table").annotate(Sum("rake")))
    for table in page:
        table.rake_today = taken.get(table.pk, 0)  # type: ignore[attr-defined]  # a value of this page only


def _games() -> dict[str, Label]:
    return {**{code: short_game_name(code) for code in CATALOGUE}, MIXED: short_game_name(MIXED)}


def _is_game(code: str) -> Q:
    return ~Q(rules_data__mix=[]) if code == MIXED else Q(rules_data__variant=code, rules_data__mix=[])


def _has_structure(code: str) -> Q:
    return Q(rules_data__stakes__structure=code)


def _stakes_choices(running: QuerySet[Table]) -> dict[str, Label]:
    """The stakes of running tables, those of each currency from small to large."""
    texts = with_rules_text(running.order_by())
    kinds = {stored_kind(*pair) for pair in texts.values_list("rules_text", "currency").distinct()}
    places = {info.code: place for place, info in enumerate(all_currencies())}
    found = {}
    for kind in sorted(kinds, key=lambda kind: (places[kind.currency], kind.big_blind, kind.small_blind, kind)):
        text = stakes_with_currency(kind.game, kind.stakes, kind.currency)
        code = f"{kind.structure}:{kind.small_blind}:{kind.big_blind}:{kind.currency}"
        found[code] = f"{text} {STRUCTURES[kind.structure]}"
    return dict(found)


def _has_stakes(code: str) -> Q:
    structure, small, big, currency = code.split(":")
    return Q(
        currency=currency,
        rules_data__stakes__structure=str(Structure(structure)),
        rules_data__stakes__small_blind=int(small),
        rules_data__stakes__big_blind=int(big),
    )


def _currencies(running: QuerySet[Table]) -> dict[str, Label]:
    codes = running.order_by("currency").values_list("currency", flat=True).distinct()
    return {code: code for code in codes}


def _rakes() -> dict[str, Label]:
    """The rakes of presets and the profiles of the room, those of each currency by name."""
    profiles = RakeProfile.objects.order_by("currency", "name")
    return {**{code: name for code, name in RAKE_NAMES.items() if code}, **{one.code: one.name for one in profiles}}


def _has_preset(preset: str) -> Q:
    """Tables whose house rules differ least from the preset, among those that are not closed."""
    running = cash_tables().filter(closed_at=None).order_by()
    rows = with_rules_text(running).values_list("pk", "currency", "rules_text")
    digits = {info.code: info.digits for info in all_currencies()}
    return Q(pk__in=[pk for pk, currency, rules in rows if _stored_preset(rules, digits[currency]) is Preset(preset)])


@lru_cache(KNOWN_RULES)
def _stored_preset(rules: str, digits: int) -> Preset:
    """The nearest preset by a table's rules as the text that is stored, which many tables share."""
    return nearest_preset(HouseRules(**json.loads(rules)["house"]), digits)


def tables_found(words: str, most: int) -> list[tuple[str, str, str]]:
    """Name, line and address of tables for the search of the back office."""
    rows = cash_tables().filter(words_in(words, "name")).order_by("closed_at", "name")[:most]
    return [
        (table.name, f"{game_text(table.rules)} · {_stakes(table)} · {STATES[state_of(table)]}", _name(table).url)
        for table in rows
    ]
