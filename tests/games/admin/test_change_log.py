"""F3: the admin records real changes alone, with old and new values."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from games.models.access import LobbyNews, PlayerTableLimits
from pokerroom.models import User
from tests.browser_forms import shown_values
from tests.games.support.tables import person
from tests.staff import staff

pytestmark = pytest.mark.django_db


def save(client: Client, page: str, field: str, **changes: str) -> str:
    """Saves what the page shows with these changes; what the log then says, "" if it says nothing."""
    assert client.post(page, shown_values(client.get(page), field) | changes).status_code == 302
    entry = LogEntry.objects.first()
    return entry.get_change_message() if entry else ""


@pytest.fixture
def limits() -> str:
    """The page of the limits of players' tables."""
    row = PlayerTableLimits.objects.create(games=["omaha", "stud"], min_stakes=3_33, max_stakes=77_77)
    return f"/admin/games/playertablelimits/{row.pk}/change/"


@pytest.mark.parametrize("language", ["en", "cs"])
def test_F3_limits_saved_untouched_are_no_change(limits: str, language: str) -> None:
    client = staff("operator")
    client.cookies["django_language"] = language
    assert save(client, limits, "max_stakes") == ""


def test_F3_changed_limits_are_recorded_with_old_and_new_values(limits: str) -> None:
    client = staff("operator")
    page = shown_values(client.get(limits), "max_stakes")
    del page["takes_rake"]
    changes = {"max_stakes": "80", "games": ["omaha"], "max_per_player": "3"}
    assert client.post(limits, page | changes).status_code == 302
    said = LogEntry.objects.get().get_change_message()
    for line in (
        "Games: Omaha, Stud → Omaha",
        "Maximum big blind or lower limit: 77.77 → 80",
        "Open tables per player: 2 → 3",
        "Takes rake: yes → no",
    ):
        assert line in said
    assert "Minimum big blind" not in said


def test_F3_news_and_accounts_saved_untouched_are_no_change() -> None:
    news = LobbyNews.objects.create(texts={"en": "Tonight"}, starts_at=timezone.now().replace(microsecond=0))
    assert save(staff("operator"), f"/admin/games/lobbynews/{news.pk}/change/", "in_en") == ""
    root = Client()
    root.force_login(User.objects.create_superuser(username="root", display_name="Root"))
    assert save(root, f"/admin/pokerroom/user/{person('Bob').pk}/change/", "display_name") == ""
