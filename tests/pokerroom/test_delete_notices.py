"""Notices that were read are kept until staff delete them; what nobody has read stays."""

import io
from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.messaging.notices import write_notice
from games.models import Notice as TableNotice
from tests.games.support.tables import person
from tests.tournaments.web.support.page_tournament import PageTournament
from tournaments.models import Notice as TournamentNotice

pytestmark = pytest.mark.django_db


def midnight(days: int) -> datetime:
    """When a day began, this many days ago."""
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=days)


def test_notices_read_before_a_day_are_deleted_and_no_others() -> None:
    player, tournament = person("Petr").pk, PageTournament().id
    moments = {"old": midnight(3) - timedelta(seconds=1), "new": midnight(3), "unread": None}
    for code, read_at in moments.items():
        write_notice(player, 0, code)
        TableNotice.objects.filter(code=code).update(shown_at=read_at)
        TournamentNotice.objects.create(tournament_id=tournament, player_id=player, kind=code, shown_at=read_at)
    said = io.StringIO()
    call_command("deletenotices", "--before", str(midnight(3).date()), stdout=said)
    assert said.getvalue() == "2 notices deleted.\n"
    assert {*TableNotice.objects.values_list("code", flat=True)} == {"new", "unread"}
    assert {*TournamentNotice.objects.values_list("kind", flat=True)} == {"new", "unread"}


def test_notices_of_a_day_to_come_are_not_deleted() -> None:
    with pytest.raises(CommandError, match="not come yet"):
        call_command("deletenotices", "--before", str(midnight(-2).date()))
