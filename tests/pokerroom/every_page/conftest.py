"""The room whose every page is opened, and the language in which every sentence is marked."""

from collections.abc import Iterator

import pytest
from django.utils.translation import trans_real
from django.utils.translation.trans_real import CONTEXT_SEPARATOR
from pytest_django import Settings

from games.text import languages
from pokerroom.demo import month
from tests.pokerroom.every_page.full_room import FullRoom
from tests.pokerroom.every_page.marked_language import LANGUAGE, marked


@pytest.fixture
def full_room(transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> FullRoom:
    """The room, with two days of history instead of a month; no transaction stays open while its pages are read."""
    settings.DEMO = True
    monkeypatch.setattr(month, "TABLES", month.TABLES[:1])
    monkeypatch.setattr(month.play_month, "__kwdefaults__", {"days": 2, "rounds": 3})
    return FullRoom()


@pytest.fixture
def marked_language(settings: Settings) -> Iterator[str]:
    """A language in which every sentence for the translators is marked; its code."""
    settings.LANGUAGES = [*settings.LANGUAGES, (LANGUAGE, "Marked")]
    catalogue = trans_real.translation(LANGUAGE)

    def gettext(message: str) -> str:
        return marked(message.rpartition(CONTEXT_SEPARATOR)[2])

    def ngettext(one: str, many: str, number: int) -> str:
        return gettext(one if number == 1 else many)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "gettext", gettext)
        patch.setattr(catalogue, "ngettext", ngettext)
        yield LANGUAGE
    vars(trans_real)["_translations"].pop(LANGUAGE)
    # Django forgets which language is active in a context when its settings change.
    vars(languages)["_context"].cache_clear()
