"""What apps add to the back office when Django starts: pages, searches, names of acts and of what they concern."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Text: TypeAlias = "str | _StrPromise"
"""Text of an interface, translated when it is shown."""


class Section(StrEnum):
    """The groups of pages, in the order of the menu."""

    TODAY = "today"
    FLOOR = "floor"
    CAGE = "cage"
    BOOKS = "books"
    TABLES = "tables"
    TOURNAMENTS = "tournaments"
    PEOPLE = "people"
    REPORTS = "reports"
    ROOM = "room"


SECTION_NAMES: Mapping[Section, Text] = {
    Section.TODAY: _("Today"),
    Section.FLOOR: _("Floor"),
    Section.CAGE: _("Cage"),
    Section.BOOKS: _("Books"),
    Section.TABLES: _("Tables"),
    Section.TOURNAMENTS: _("Tournaments"),
    Section.PEOPLE: _("People"),
    Section.REPORTS: _("Reports"),
    Section.ROOM: _("Room"),
}


class OfficePage(NamedTuple):
    """A page in the menu; whoever has the permission (`app.codename`) sees it."""

    section: Section
    label: Text
    url_name: str
    permission: str


class SearchHit(NamedTuple):
    """One result of a search: a name, a line about it, and where it leads."""

    title: str
    detail: str
    url: str


class Search(NamedTuple):
    """A search: `find` gets the typed words and the most hits wanted."""

    name: Text
    permission: str
    find: Callable[[str, int], Iterable[SearchHit]]


class Named(NamedTuple):
    """The name of something that an act concerned, and its page in the back office ("" = none)."""

    name: str
    url: str = ""


class PanelRow(NamedTuple):
    """A line of a panel: what it is about, what holds, and where it leads ("" = nowhere).

    Those among the staff to whom it is `hidden_from` do not see it, on whosever page it is (F8).
    """

    title: str
    detail: str = ""
    url: str = ""
    hidden_from: Collection[int] = ()


class PersonPanel(NamedTuple):
    """A part of a person's page for whoever has the permission; `more` is the page with all of it.

    With `of_others_only` nobody sees the part on their own page.
    """

    title: Text
    permission: str
    rows: Callable[[int], Sequence[PanelRow]]
    more: Callable[[int], str] | None = None
    of_others_only: bool = False


class PersonAct(NamedTuple):
    """A button of a person's page: `url` gives its page for the person's id, "" where there is nothing to do."""

    label: Text
    permission: str
    url: Callable[[int], str]


class PersonLookup(NamedTuple):
    """Finds people by something that is theirs, such as a receipt: `find` gives the ids of those concerned."""

    permission: str
    find: Callable[[str], Collection[int]]


class ChangeText(NamedTuple):
    """A change in words: what changed, its value before and after."""

    what: str
    before: str
    after: str


ChangeWriter = Callable[[str, str, str, str], ChangeText]
"""Puts a change into words, from the id of the act's subject, what changed, its old and its new value."""


SubjectNames = Callable[[Collection[str]], Mapping[str, Named]]
SubjectIds = Callable[[str], Collection[str]]
"""Finds things by typed words, a few hundred at most."""

_pages: list[OfficePage] = []
_searches: list[Search] = []
_act_names: dict[str, Text] = {}
_subjects: dict[str, tuple[Text, SubjectNames, SubjectIds]] = {}
_change_texts: dict[str, "ChangeWriter"] = {}
_person_page: list[Callable[[int], str]] = []
_person_panels: list[PersonPanel] = []
_person_acts: list[PersonAct] = []
_person_lookups: list[PersonLookup] = []


def register_pages(*pages: OfficePage) -> None:
    """Adds pages to the menu."""
    _pages.extend(page for page in pages if page not in _pages)


def register_search(search: Search) -> None:
    """Adds a search to the search field of every page."""
    if search not in _searches:
        _searches.append(search)


def register_acts(names: Mapping[str, Text]) -> None:
    """Adds names of acts, by the code that the log keeps."""
    _act_names.update(names)


def _none_found(_words: str) -> Collection[str]:
    return ()


def register_subject(kind: str, label: Text, names: SubjectNames, find: SubjectIds = _none_found) -> None:
    """Adds a kind of things that acts concern; `names` gives the names of several by their ids, `find` finds ids."""
    _subjects[kind] = (label, names, find)


def register_change_text(prefix: str, text: ChangeWriter) -> None:
    """Adds how changes of acts are told whose codes begin with `prefix`; see `ChangeWriter`."""
    _change_texts[prefix] = text


def register_person_page(url: Callable[[int], str]) -> None:
    """Sets how the page of a person is found by the person's id."""
    _person_page[:] = [url]


def register_person_panel(*panels: PersonPanel) -> None:
    """Adds parts to the page of a person, in this order."""
    _person_panels.extend(panel for panel in panels if panel not in _person_panels)


def register_person_act(*acts: PersonAct) -> None:
    """Adds buttons to the page of a person."""
    _person_acts.extend(act for act in acts if act not in _person_acts)


def register_person_lookup(lookup: PersonLookup) -> None:
    """Adds a way to find people in their list and in the search."""
    if lookup not in _person_lookups:
        _person_lookups.append(lookup)


def person_panels() -> list[PersonPanel]:
    """The parts of a person's page, in the order in which they were added."""
    return list(_person_panels)


def person_acts() -> list[PersonAct]:
    """The buttons of a person's page, in the order in which they were added."""
    return list(_person_acts)


def person_lookups() -> list[PersonLookup]:
    """The ways to find people besides their names."""
    return list(_person_lookups)


def pages() -> list[OfficePage]:
    """All pages of the menu, by section."""
    order = list(Section)
    return sorted(_pages, key=lambda page: order.index(page.section))


def searches() -> list[Search]:
    """All searches, in the order in which they were added."""
    return list(_searches)


def act_names() -> Mapping[str, Text]:
    """The names of all acts by code."""
    return _act_names


def act_name(code: str) -> str:
    """The name of an act; its code if nobody registered it."""
    return str(_act_names.get(code, code))


def subject_label(kind: str) -> str:
    """What a kind of subject is called."""
    return str(_subjects[kind][0]) if kind in _subjects else kind


def subject_names(kind: str, ids: Collection[str]) -> Mapping[str, Named]:
    """The names and pages of subjects of one kind, by id."""
    return _subjects[kind][1](ids) if kind in _subjects else {}


def subject_ids(kind: str, words: str) -> Collection[str]:
    """The ids of subjects of one kind in whose names the words are found."""
    return _subjects[kind][2](words) if kind in _subjects else ()


def subject_kinds() -> Mapping[str, Text]:
    """All kinds of subjects and what they are called."""
    return {kind: label for kind, (label, *_rest) in _subjects.items()}


def change_text(act: str, subject: str, what: str, before: str, after: str) -> ChangeText:
    """A change of an act on the subject with this id in words; as it is kept if nobody registered words for it."""
    kept = ChangeText(what, before, after)
    for prefix, text in _change_texts.items():
        if act.startswith(prefix):
            try:
                return text(subject, what, before, after)
            except Exception:  # an old act stays readable whatever its app no longer knows
                return kept
    return kept


def person_url(person: int) -> str:
    """The page of a person; "" while no app has one."""
    return _person_page[0](person) if _person_page else ""
