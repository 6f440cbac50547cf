"""The currencies of the room: the standard ones, with what operators changed and added.

They are asked for with every amount shown, so a process keeps them and reads them again now and then. Code and
decimals never change, so what is kept can only show an older name, symbol or place.
"""

import asyncio
from collections.abc import Mapping

from backoffice.kept import Kept
from cashier.engine.currency import STANDARD, CurrencyInfo
from cashier.engine.errors import LedgerError
from cashier.models import Currency

READ_AGAIN_SECONDS = 20.0


def find(code: str) -> CurrencyInfo | None:
    """The currency with this code, retired or not; None if the room never had it."""
    return _known().get(code) or (None if _cannot_read() else _kept.keep(_read()).get(code))


def currency(code: str) -> CurrencyInfo:
    """The currency with this code, retired or not; raises LedgerError("unknown_currency")."""
    found = find(code)
    if found is None:
        raise LedgerError("unknown_currency", code)
    return found


def all_currencies() -> list[CurrencyInfo]:
    """Every currency that the room has or had, in order."""
    return list(_known().values())


def currencies() -> list[CurrencyInfo]:
    """The currencies in use, in order."""
    return [info for info in all_currencies() if not info.retired]


def is_currency(code: str) -> bool:
    """Whether this is the code of a currency in use."""
    found = find(code)
    return found is not None and not found.retired


def default_currency() -> str:
    """The code of the first currency in use."""
    return currencies()[0].code


def keep_standard() -> None:
    """Forgets what was read and keeps the standard currencies, for a while."""
    _kept.keep(_STANDARD)


def read_again() -> None:
    """Reads the currencies at their next use, after a change and once more when it is committed."""
    _kept.read_again()


def _known() -> Mapping[str, CurrencyInfo]:
    return _kept.value if _cannot_read() else _kept.get()


def _read() -> Mapping[str, CurrencyInfo]:
    found = {**_STANDARD, **{row.code: row.info for row in Currency.objects.all()}}
    return {info.code: info for info in sorted(found.values(), key=lambda one: (one.order, one.code))}


_STANDARD: Mapping[str, CurrencyInfo] = {info.code: info for info in STANDARD}
_kept = Kept(_STANDARD, _read, seconds=READ_AGAIN_SECONDS)


def _cannot_read() -> bool:
    """Whether an event loop runs here, which no query may hold up."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
