"""The news lines of the lobby."""

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games.models.access import LobbyNews

MOST = 3


def current_news(language: str) -> list[str]:
    """The current news lines, newest first, in this language or else the first in which they were written."""
    now = timezone.now()
    rows = LobbyNews.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now), starts_at__lte=now)
    lines = (_in_language(texts, language) for texts in rows.values_list("texts", flat=True)[:MOST])
    return [line for line in lines if line]


def _in_language(texts: dict[str, str], language: str) -> str:
    order = (language, settings.LANGUAGE_CODE, *texts)
    return next((texts[code] for code in order if texts.get(code)), "")
