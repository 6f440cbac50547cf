"""The news lines of the lobby."""

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games.models.access import LobbyNews

MOST = 3


def current_news(language: str) -> list[str]:
    """The current news lines, newest first, in this language or else the first in which they were written."""
    now = timezone.now()
    rows = LobbyNews.objects.filter(Q(ends=None) | Q(ends__gt=now), begins__lte=now)
    lines = (_in_words(words, language) for words in rows.values_list("words", flat=True)[:MOST])
    return [line for line in lines if line]


def _in_words(words: dict[str, str], language: str) -> str:
    order = (language, settings.LANGUAGE_CODE, *words)
    return next((words[code] for code in order if words.get(code)), "")
