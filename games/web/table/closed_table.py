"""The page of a table closed to watchers (K14): its game, rules and number of players, and a button for a seat."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.lobby import queries
from games.models import Seat, Table
from games.text.amounts import AmountFormat
from games.text.games import code_of, game_name, stakes_with_currency
from games.web.text.rules import rule_rows, rules_sections


def closed_table_page(request: HttpRequest, row: Table) -> HttpResponse:
    """The page that visitors without a seat get instead of the table."""
    rules = row.rules
    context = {
        "table": row,
        "game": game_name(code_of(rules), rules.stakes.structure),
        "stakes": stakes_with_currency(rules.variant.code, rules.stakes, row.currency),
        "taken": Seat.objects.filter(table=row).count(),
        "rule_rows": rule_rows(rules, AmountFormat.of_currency(row.currency)),
        "rules": rules_sections(
            rules,
            min_buy_in=row.min_buy_in,
            max_buy_in=row.max_buy_in,
            feeds=queries.main_table_name(row),
            currency=row.currency,
        ),
        "big_blind": rules.stakes.big_blind,
        "opens": next((name for name in ("sit", "wait") if name in request.GET), ""),
    }
    return render(request, "games/closed_table.html", context)
