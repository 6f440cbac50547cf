"""Where an entry leads: apps add the page for each cause, so the cashier knows none of them."""

from collections.abc import Callable

CauseLink = Callable[[str], str]
"""Gives the address of a page by the reference of a cause; "" for none."""

_links: dict[str, CauseLink] = {}


def register_cause_link(kind: str, link: CauseLink) -> None:
    """Adds the page behind the entries of a cause, such as the hand or the receipt."""
    _links[kind] = link


def cause_url(kind: str, ref: str) -> str:
    """The page behind an entry with this cause; "" if no app has one."""
    return _links[kind](ref) if ref and kind in _links else ""
