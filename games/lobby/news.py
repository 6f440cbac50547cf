"""The news lines of the lobby."""

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.models.access import LobbyNews

MOST = 3


def current_news(language: str) -> list[str]:
    """The current news lines, newest first, in this language or else the first in which they were written."""
    lines = (_in_language(texts, language) for texts in _NEWS.all(now=timezone.now()))
    return [line for line in lines if line]


_NEWS = CompiledQuery(
    lambda: LobbyNews.objects.filter(
        Q(ends_at=None) | Q(ends_at__gt=Given("now")), starts_at__lte=Given("now")
    ).values_list("texts", flat=True)[:MOST]
)


def _in_language(texts: dict[str, str], language: str) -> str:
    order = (language, settings.LANGUAGE_CODE, *texts)
    return next((texts[code] for code in order if texts.get(code)), "")
