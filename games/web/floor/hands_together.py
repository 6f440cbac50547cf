"""The hands that two people played with each other, each with what it brought them (F7)."""

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from backoffice.web.api import Cell, Column, Listing, between, office_page
from games.history.together import hands_together
from games.models import Hand
from games.text.amounts import AmountFormat
from games.text.moments import moment_text
from games.web.floor.permissions import KEEP_APART
from games.web.security.visibility import READ_HANDS


@office_page(READ_HANDS)
@require_safe
def together(request: HttpRequest, person: int, other: int) -> HttpResponse:
    """The list."""
    listing, names = _listing(person, other)
    apart = f"{reverse('floor:keep_apart', args=[person])}?other={other}"
    context = {
        **listing.context(request),
        "title": _("Hands of {one} and {other}").format(one=names[0], other=names[1]),
        "empty": _("They have played no hand together."),
        "csv_url": reverse("floor:hands_together_csv", args=[person, other]),
        "links": [(_("Keep apart"), apart)] if request.user.has_perm(KEEP_APART) else [],
    }
    return render(request, "backoffice/list_page.html", context)


@office_page(READ_HANDS)
@require_safe
def together_csv(request: HttpRequest, person: int, other: int) -> HttpResponseBase:
    """The same hands as a file."""
    return _listing(person, other)[0].csv(request, filename="hands.csv")


def _listing(person: int, other: int) -> tuple[Listing[Hand], tuple[str, str]]:
    """The list, and the names of the two; raises Http404 for an unknown one."""
    names = [str(get_object_or_404(get_user_model(), pk=key)) for key in (person, other)]
    listing = Listing(
        rows=hands_together(person, other),
        columns=[
            Column("hand", _("Hand"), _hand, (), "title"),
            Column("ended", _("When"), lambda hand: moment_text(hand.ended_at), (), "side"),
            Column("pot", _("Pot"), lambda hand: _amounts(hand).text(hand.pot), (), "n"),
            Column("one", names[0], lambda hand: _result(hand, person), (), "n"),
            Column("other", names[1], lambda hand: _result(hand, other), (), "n"),
        ],
        days=between("ended_at"),
        by_key=True,
    )
    return listing, (names[0], names[1])


def _hand(hand: Hand) -> Cell:
    title = _("#{number} at {table}").format(number=hand.number, table=hand.table.title)
    return Cell(title, reverse("games:hand", args=[hand.table_id, hand.number]))


def _amounts(hand: Hand) -> AmountFormat:
    return AmountFormat.of_currency(hand.table.currency)


def _result(hand: Hand, player: int) -> str:
    """What the hand brought the player."""
    won = next((amount for _seat, who, _name, amount in hand.results if who == player), 0)
    return _amounts(hand).signed_text(won)
