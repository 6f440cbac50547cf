"""An announcement as the initial values of its form."""

from datetime import UTC, datetime

from django.utils import timezone

from games.text.seconds import whole_seconds
from games.web.api import amount_text
from tournaments.engine.setup.payouts import STANDARD, Payouts
from tournaments.engine.setup.setup import Rebuy, Setup
from tournaments.web.announce.house_rules_form import initial_choices
from tournaments.web.text.labels import game_code, payout_lines


def initial_values(setup: Setup) -> dict[str, object]:
    """The initial values of the form's fields for an announcement."""
    late, rebuy, addon, pays = setup.late, setup.rebuy, setup.addon, setup.payouts
    values: dict[str, object] = {
        "name": setup.name,
        "game": game_code(setup),
        "betting": str(setup.games[0].betting),
        "every": str(setup.every),
        "seats": setup.seats,
        "final_seats": setup.final_seats or None,
        "shootout": setup.shootout,
        "starts_at": _local(setup.starts_at),
        "ends_at": _local(setup.ends_at),
        "min_players": setup.min_players or None,
        "max_players": setup.max_players or None,
        "currency": setup.currency,
        "pool": _amount(setup.price.pool, setup.currency),
        "fee": _amount(setup.price.fee, setup.currency),
        "bounty": _amount(setup.price.bounty, setup.currency),
        "progressive": setup.progressive,
        "late_until": late.until if late else None,
        "entries": late.entries if late else 1,
        "pays": _pays(pays),
        "guaranteed": _amount(pays.guaranteed, setup.currency),
        "unit": _amount(pays.unit, setup.currency) if pays.unit > 1 else "",
        "ticket": _amount(pays.ticket, setup.currency),
        "fixed": "; ".join(_amount(amount, setup.currency) for amount in pays.fixed),
        "rows": "\n".join(payout_lines(pays)),
        "extras": "\n".join(pays.extras),
        "rebuy_wait": whole_seconds(rebuy.wait if rebuy else Rebuy._field_defaults["wait"]),
        "deal_time": whole_seconds(setup.deal_time) or None,
        **initial_choices(setup),
    }
    if rebuy:
        values |= {
            "rebuy_until": rebuy.until,
            "rebuy_pool": amount_text(rebuy.price.pool, setup.currency),
            "rebuy_fee": _amount(rebuy.price.fee, setup.currency),
            "rebuy_chips": rebuy.chips,
            "rebuy_below": rebuy.below,
            "rebuy_most": rebuy.most,
        }
    if addon:
        values |= {
            "addon_at": addon.at,
            "addon_pool": amount_text(addon.price.pool, setup.currency),
            "addon_fee": _amount(addon.price.fee, setup.currency),
            "addon_chips": addon.chips,
        }
    return values


def _pays(payouts: Payouts) -> str:
    if payouts.ticket:
        return "satellite"
    if payouts.fixed:
        return "fixed"
    if payouts.rows == STANDARD.rows:
        return "standard"
    return "winner" if len(payouts.rows) == 1 and len(payouts.rows[0].shares) == 1 else "table"


def _amount(minor: int, currency: str) -> str:
    return amount_text(minor, currency) if minor else ""


def _local(ms: int) -> datetime | None:
    return timezone.localtime(datetime.fromtimestamp(ms / 1000, UTC)) if ms else None
