"""Staff add and change currencies; code and decimals never change (M4)."""

from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Refused, Subject, changes_between, record
from cashier.currencies import all_currencies, find, read_again
from cashier.engine.accounts import is_code
from cashier.engine.currency import MOST_DIGITS, STANDARD, CurrencyInfo
from cashier.engine.money import plain_text
from cashier.models import Currency

ADDED, CHANGED = "currency_added", "currency_changed"
FIELDS = ("name", "symbol", "symbol_first", "order", "retired", "low_stakes", "middle_stakes", "pieces")
"""What can be changed about a currency."""
MOST_KINDS = 30
"""The most different notes and coins of a currency."""
_AMOUNTS = ("low_stakes", "middle_stakes")


def check_new(info: CurrencyInfo) -> None:
    """Raises Refused for a currency that cannot be added."""
    if not is_code(info.code):
        raise Refused("bad_code", _("A code has three to eight letters from A to Z, such as USD."), field="code")
    if find(info.code) is not None:
        raise Refused("known_code", _("The room has this currency already."), field="code")
    if not 0 <= info.digits <= MOST_DIGITS:
        raise Refused("bad_digits", _("A currency has from 0 to 3 decimals."), field="digits")
    _check_symbol(info)
    _check_stakes(info)
    _check_pieces(info)


def check_changed(before: CurrencyInfo, after: CurrencyInfo) -> None:
    """Raises Refused for a change that is none, or that the room cannot do with."""
    if before == after:
        raise Refused("nothing_changed", _("Nothing was changed."))
    _check_symbol(after)
    _check_stakes(after)
    _check_pieces(after)
    others = [one for one in all_currencies() if one.code != after.code and not one.retired]
    if after.retired and not others:
        raise Refused("last_currency", _("The room needs a currency: add another first."), field="retired")


def add(info: CurrencyInfo, *, by: int, reason: str) -> None:
    """Adds a currency; raises Refused."""
    with transaction.atomic():
        check_new(info)
        _row, is_new = Currency.objects.get_or_create(code=info.code, defaults=_values(info))
        if not is_new:
            raise Refused("known_code", _("The room has this currency already."), field="code")
        read_again()
        pairs = [("digits", info.digits), *_logged(info)]
        nothing: list[tuple[str, object]] = [(name, None) for name, _value in pairs]
        record(
            by=by,
            act=ADDED,
            subject=Subject("currency", info.code),
            changes=changes_between(nothing, pairs),
            reason=reason,
        )


def change(info: CurrencyInfo, *, by: int, reason: str) -> None:
    """Changes what can be changed about a currency; raises Refused."""
    with transaction.atomic():
        # All are locked, in one order: two people who retire the last two at once would leave the room without one.
        for one in sorted(STANDARD):
            Currency.objects.get_or_create(code=one.code, defaults=_values(one))
        rows = {row.code: row for row in Currency.objects.select_for_update().order_by("code")}
        row = rows[info.code]
        before = row.info
        read_again()
        check_changed(before, info)
        for name in FIELDS:
            setattr(row, name, getattr(info, name))
        row.save(update_fields=FIELDS)
        read_again()
        record(
            by=by,
            act=CHANGED,
            subject=Subject("currency", info.code),
            changes=changes_between(_logged(before), _logged(info)),
            reason=reason,
        )


def _check_symbol(info: CurrencyInfo) -> None:
    """A symbol must not be read as a part of an amount, and no two currencies have the same."""
    if any(sign.isdecimal() or sign in ".,'’+-−" for sign in info.symbol):
        text = _("A symbol may not contain digits or any of the signs . , ’ + -")
        raise Refused("bad_symbol", text, field="symbol")
    for other in all_currencies():
        if info.symbol and other.code != info.code and info.symbol.casefold() in map(str.casefold, other.marks):
            text = _("%(code)s has this symbol already.") % {"code": other.code}
            raise Refused("known_symbol", text, field="symbol")


def _check_stakes(info: CurrencyInfo) -> None:
    if bool(info.low_stakes) != bool(info.middle_stakes) or info.low_stakes > info.middle_stakes:
        text = _("Low stakes end below middle ones: set both, or leave both empty.")
        raise Refused("bad_stakes", text, field="middle_stakes")


def _check_pieces(info: CurrencyInfo) -> None:
    if len(info.pieces) > MOST_KINDS or any(piece <= 0 for piece in info.pieces):
        text = _("Notes and coins are above zero, and at most %(most)s of them.") % {"most": MOST_KINDS}
        raise Refused("bad_pieces", text, field="pieces")


def _values(info: CurrencyInfo) -> dict[str, object]:
    return {"digits": info.digits, **dict(_pairs(info))}


def _pairs(info: CurrencyInfo) -> list[tuple[str, object]]:
    return [(name, getattr(info, name)) for name in FIELDS]


def _logged(info: CurrencyInfo) -> list[tuple[str, object]]:
    """The same with amounts as text, which stay readable without the currency."""
    values = dict(_pairs(info))
    values |= {name: plain_text(getattr(info, name), info.digits) for name in _AMOUNTS}
    values["pieces"] = " ".join(plain_text(piece, info.digits) for piece in info.pieces)
    return list(values.items())
