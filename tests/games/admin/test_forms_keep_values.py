"""A form of the admin changes nothing that it does not show: saved untouched, every stored field stays (K5, K7)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models.access import LobbyNews, PlayerTableLimits
from pokerroom.models import User
from tests.browser_forms import shown_values
from tests.staff import with_role

pytestmark = pytest.mark.django_db


def signed_in(client: Client, role: str) -> Client:
    client.force_login(with_role(User.objects.create_user(username=role, display_name=role.title()), role))
    return client


def stored(row: Model) -> dict[str, Any]:
    """Every column of the row."""
    return dict(type(row)._default_manager.filter(pk=row.pk).values().get())


def page_of(row: Model) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def save_untouched(client: Client, row: Model, field: str, **changes: str) -> None:
    """Opens the row's page and saves what it shows, with these fields changed."""
    sent = shown_values(client.get(page_of(row)), field) | changes
    response = client.post(page_of(row), sent)
    assert response.status_code == 302, response.context["adminform"].form.errors


LimitsAndNews = Callable[[], Model]


def own_table_limits() -> PlayerTableLimits:
    return PlayerTableLimits.objects.create(
        allowed=False, games=["omaha", "stud"], min_stakes=3_33, max_stakes=77_77, min_buy_in_blinds=11,
        max_buy_in_blinds=222, max_per_player=5, max_in_room=6, close_after_minutes=7, takes_rake=False,
    )  # fmt: skip


def news() -> LobbyNews:
    at = timezone.now().replace(microsecond=0)
    return LobbyNews.objects.create(
        texts={"en": "Tonight", "cs": "Dnes večer", "sk": "Dnes večer", "pl": "Dziś wieczorem"},
        starts_at=at,
        ends_at=at + timedelta(days=2),
    )


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
@pytest.mark.parametrize(
    ("role", "field", "build"),
    [("operator", "max_stakes", own_table_limits), ("operator", "in_cs", news)],
)
def test_the_other_forms_saved_untouched_keep_every_field(
    client: Client, role: str, field: str, build: LimitsAndNews, language: str
) -> None:
    staff, row = signed_in(client, role), build()
    before = stored(row)
    staff.cookies["django_language"] = language
    save_untouched(staff, row, field)
    assert stored(row) == before
