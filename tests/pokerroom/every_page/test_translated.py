"""Every sentence of every page is one that the translators got."""

import re
from collections.abc import Iterator

from django.db.models import Model

from cashier.api import currencies
from cashier.models import Cage, Receipt, Voucher
from games.models import Table
from games.models.rake import RakeProfile
from games.models.schedules import TableSchedule
from games.models.templates import TableTemplate
from games.text.house_rules.as_text import PRESET_NAMES
from games.text.nicknames import NICKNAMES
from games.web.learn.glossary import TERMS
from games.web.learn.glossary_m_z import SLANG
from pokerroom.management.commands.seed_demo import SIT_AND_GO
from pokerroom.models import User
from tests.pokerroom.every_page.crawl import shown_pages
from tests.pokerroom.every_page.full_room import TYPED, TYPED_ADDRESS, FullRoom
from tests.pokerroom.every_page.marked_language import unmarked_texts
from tournaments.models import Tournament

NAMED: tuple[tuple[type[Model], tuple[str, ...]], ...] = (
    (User, ("display_name", "username")),
    (Table, ("name",)),
    (Tournament, ("name",)),
    (TableTemplate, ("name",)),
    (TableSchedule, ("name",)),
    (RakeProfile, ("name",)),
    (Cage, ("name",)),
    (Receipt, ("reason",)),
    (Voucher, ("code_end", "reason")),
)
"""What people are called, what they called something, and what they typed."""
SAME_IN_ALL = (
    *("Pokerroom", "English", "Česky", "Slovensky", "Esperanto", "Marked"),
    *("PHH", "Open Hand History", "VPIP", "PFR", "WTSD", "ICM", "min"),
    *("look at it", SIT_AND_GO.name),
)
"""Names of the room, of languages, formats, figures and units; the reason of a case, the name of a schedule."""


def names_in_the_room() -> Iterator[str]:
    """What is shown as it is in every language."""
    yield from (TYPED, TYPED_ADDRESS, *SAME_IN_ALL)
    for model, fields in NAMED:
        for values in model._default_manager.values_list(*fields):
            yield from values
    yield from (info.code for info in currencies())
    yield from (name for name in PRESET_NAMES.values() if isinstance(name, str))
    yield from (name for term in TERMS.values() for name in term.english_names)
    yield from (name for names in NICKNAMES.values() for name in names)
    yield from (word for word, _meaning in SLANG)


def test_every_sentence_of_every_page_is_translated(full_room: FullRoom, marked_language: str) -> None:
    pages = shown_pages(full_room, language=marked_language)
    names = sorted({name for name in names_in_the_room() if name}, key=len, reverse=True)
    shown_as_is = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    found: dict[str, str] = {}
    for page in pages:
        for text in unmarked_texts(page.html, shown_as_is):
            found.setdefault(text, f"{page.viewer} {page.path}")
    assert found == {}
    assert len({page.kind for page in pages}) > 210
