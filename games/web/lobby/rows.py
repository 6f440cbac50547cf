"""The rows of the lobby's list, drawn once for all who have the same to do with a table."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypedDict

from django.utils.safestring import SafeString
from django.utils.translation import override

from games.engine.rules.stakes import Stakes, Structure
from games.lobby.my_tables import MyWait
from games.lobby.queries import LobbyRow
from games.money import escrow
from games.text.games import family, game_name, stakes_with_currency
from games.text.moments import closes_text
from games.web.html.compiled_templates import plain_templates
from games.web.lobby.filters import band_of
from games.web.lobby.viewer_relations import ViewerRelation

CACHED_ROWS = 16_384
ROW = "table-"
"""What the id of a row begins with, before the table's."""


class RowContext(TypedDict):
    """The context of one table's row: the table, what this viewer has to do with it, and its texts."""

    row: LobbyRow
    viewer: ViewerRelation
    signed_in: bool
    is_seated: bool
    is_owner: bool
    wait: MyWait | None
    average_pot: int
    called: bool
    game: str
    classes: str
    stakes: str
    closes: str
    places: list[bool]


def row_context(row: LobbyRow, viewer: ViewerRelation) -> RowContext:
    """The context of one table's row."""
    unit = escrow.currency(row.currency).unit
    stakes = Stakes(Structure(row.structure), row.small_blind, row.big_blind, row.ante)
    classes = (
        (f"of-{row.structure}", True),
        (f"in-{family(row.game)}", True),
        (f"at-{band_of(row)}", True),
        (_currency_class(row.currency), True),
        ("here", viewer.is_seated),
        ("full", not row.open_seats),
        ("nobody", not row.taken),
        ("private", row.is_private),
    )
    return {
        "row": row,
        "viewer": viewer,
        "signed_in": viewer.signed_in,
        "is_seated": viewer.is_seated,
        "is_owner": viewer.is_owner,
        "wait": viewer.wait,
        "average_pot": _shown_pot(row.average_pot, unit),
        "called": viewer.wait is not None and viewer.wait.called_to == row.table,
        "game": game_name(row.game, row.structure),
        "classes": " ".join(name for name, on in classes if on),
        "stakes": stakes_with_currency(row.game, stakes, row.currency),
        "closes": closes_text(row.closes_at, near=row.closes_near) if row.closes_at else "",
        "places": [place < row.taken for place in range(row.seats)],
    }


def _currency_class(currency: str) -> str:
    codes = [info.code for info in escrow.all_currencies()]
    return f"in-currency-{codes.index(currency)}"


class _Look(NamedTuple):
    """What a row's HTML depends on besides the table and the viewer."""

    language: str
    currency: escrow.CurrencyInfo
    currency_class: str


def _row_html(row: LobbyRow, viewer: ViewerRelation, look: _Look) -> SafeString:
    """A row, rendered once for all viewers with the same relation to its table."""
    with override(look.language):
        return plain_templates(look.language).render("games/lobby/row.html", row_context(row, viewer))


class _Drawn(NamedTuple):
    """What was last drawn for a table: its row, what of it is shown, how, and the HTML."""

    row: LobbyRow
    as_shown: LobbyRow
    look: _Look
    html: SafeString


_last_drawn: dict[tuple[int, ViewerRelation, str], _Drawn] = {}
"""By table, relation and language: a row that was read unchanged is the same object, which is quickly seen."""


def rows_html(
    rows: Iterable[LobbyRow], relation: Callable[[LobbyRow], ViewerRelation], language: str
) -> dict[int, SafeString]:
    """The HTML of these rows by table, in their order; `relation` is the viewer's to a row's table."""
    looks: dict[str, _Look] = {}
    if len(_last_drawn) > CACHED_ROWS:
        _last_drawn.clear()

    def html(row: LobbyRow) -> SafeString:
        viewer, code = relation(row), row.currency
        look = looks.get(code) or looks.setdefault(code, _Look(language, escrow.currency(code), _currency_class(code)))
        place = row.table, viewer, language
        drawn = _last_drawn.get(place)
        if drawn is not None and drawn.row is row and drawn.look == look:
            return drawn.html
        # Whole units are shown, and that hands were played: most hands change no row.
        pot = _shown_pot(row.average_pot, look.currency.unit)
        as_shown = row._replace(average_pot=pot, hands=min(row.hands, 1))
        if drawn is None or (drawn.as_shown, drawn.look) != (as_shown, look):
            text = _row_html(as_shown, viewer, look)
        else:
            text = drawn.html
        _last_drawn[place] = _Drawn(row, as_shown, look, text)
        return text

    return {row.table: html(row) for row in rows}


def _shown_pot(pot: int, unit: int) -> int:
    return pot // unit * unit or pot
