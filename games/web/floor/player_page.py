"""The floor's page of one player at a table: the chips, the acts about them, warnings and penalties (F1, T14)."""

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from backoffice.web.api import office_page, staff_id
from games.models import Seat
from games.models.access import Admission
from games.models.restrictions import in_force_now
from games.operations import floor, impartiality
from games.text.amounts import AmountFormat
from games.web.floor.acts.about_player import PLAYER_ACTS
from games.web.floor.acts.act import Subject
from games.web.floor.decision_rows import history_rows
from games.web.floor.permissions import RUN_FLOOR

NOT_SEATED = ("bar", "lift_bar")


@office_page(RUN_FLOOR)
def player(request: HttpRequest, table_id: int, player: int) -> HttpResponse:
    """What the floor may do about a player of this table."""
    table = floor.table_of(table_id)
    person = get_user_model().objects.filter(pk=player).first()
    if table is None or person is None:
        raise Http404
    seat = Seat.objects.filter(table=table, player=player).first()
    barred = Admission.objects.filter(in_force_now(), table=table, player=player, kind=Admission.Kind.BARRED).exists()
    hidden = {"bar"} if barred else {"lift_bar"}
    names = [name for name in PLAYER_ACTS if (seat or name in NOT_SEATED) and name not in hidden]
    acts = [
        {
            "title": PLAYER_ACTS[name].title,
            "url": reverse("floor:about_player", args=[table.pk, player, name]),
            "is_danger": PLAYER_ACTS[name].is_danger,
        }
        for name in names
    ]
    refused = impartiality.is_refused_at(staff_id(request), table_id=table.pk)
    context = {
        "table": table,
        "title": person.display_name,
        "seat": seat,
        "chips": Subject(table, player).chips(),
        "acts": [] if refused or table.closed_at else acts,
        "refused": refused,
        "history": history_rows(player, AmountFormat.of_currency(table.currency)),
    }
    return render(request, "games/floor/player.html", context)
