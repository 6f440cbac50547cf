"""What a table's page shows of its settings: title, tab and rules; pushed again when the house changes them."""

import json
import zlib
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import override

from games.lobby import queries
from games.models import Table
from games.preferences import Preferences
from games.text.amounts import AmountFormat
from games.text.games import code_of, game_name, stakes_with_currency
from games.web.html.compiled_templates import plain_templates
from games.web.security.requests import Visitor
from games.web.text.rules import game_short, rule_rows, rules_sections

FRAGMENTS = ("table_head", "table_tab", "table_rules")
"""The templates, each one element."""
SETTINGS = ("name", "rules_data", "seats", "min_buy_in", "max_buy_in", "watch_delay", "feeds_id", "closes_at")


class Head(NamedTuple):
    """The fragments of a table's settings, and the digest by which a page says which settings it shows."""

    digest: str
    html: str


def settings_digest(row: Table) -> str:
    """Differs when a setting that the page shows has changed."""
    values = json.dumps([getattr(row, name) for name in SETTINGS], sort_keys=True, default=str)
    return f"{zlib.crc32(values.encode()):08x}"


def head_of(table_id: int, user: Visitor | None, language: str, seen: str) -> Head | None:
    """The fragments, None if the page has `seen` these settings or the table is gone."""
    row = queries.table_row(table_id)
    if row is None or (digest := settings_digest(row)) == seen:
        return None
    with override(language):
        context = {**head_context(row, user), "path": f"/table/{table_id}/"}
    html = "".join(plain_templates(language).render(f"games/table/{name}.html", context) for name in FRAGMENTS)
    return Head(digest, html)


def head_context(row: Table, user: Visitor | None) -> dict[str, object]:
    """The context of the fragments in the active language; amounts as the viewer prefers them."""
    rules, amounts = row.rules, AmountFormat.of_currency(row.currency)
    code, big_blind = code_of(rules), rules.stakes.big_blind
    stakes = stakes_with_currency(rules.variant.code, rules.stakes, row.currency)
    game = game_name(code, rules.stakes.structure)
    bounds = {"min_buy_in": row.min_buy_in, "max_buy_in": row.max_buy_in, "watch_delay": row.watch_delay}
    unit = Preferences.of(user).amounts
    unit = "" if unit in (("money", "chips") if row.tournament else ("money",)) else unit
    return {
        "table": row,
        "name": row.title if row.tournament else f"{row.name} {stakes}",
        "about": _("Table {name}, {game}, {stakes}").format(name=row.name, game=game, stakes=stakes),
        "game": game if row.tournament else game_short(rules, amounts),
        "game_code": code,
        "big_blind": big_blind,
        "amount_unit": unit,
        "minor_units": 1 if row.tournament else 10**amounts.digits,
        "rule_rows": rule_rows(rules, amounts),
        "rules": rules_sections(
            rules, **bounds, feeds=queries.main_table_name(row), currency=row.currency, closes_at=row.closes_at
        ),
    }
