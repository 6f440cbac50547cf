"""The log of staff acts as a list: columns, filters, search, and the names of what acts concern."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from backoffice import registry
from backoffice.log import NO_SUBJECT, Subject
from backoffice.models import StaffAct
from backoffice.registry import Named, SearchHit
from backoffice.text import clean_line
from backoffice.web.listing import Cell, Column, Filter, Listing, between, words_in

NAMES = ("reason", "by__display_name", "by__username", "about__display_name", "about__username")


class SubjectsOfActs:
    """The names of what acts concern, read for all acts of a page at once."""

    def __init__(self) -> None:
        self._names: dict[Subject, Named] = {}

    def read(self, acts: Iterable[StaffAct]) -> None:
        """Reads the names of these acts' subjects."""
        wanted = defaultdict(set)
        for act in acts:
            wanted[act.subject_kind].add(act.subject_id)
        for kind, ids in wanted.items():
            found = registry.subject_names(kind, ids)
            self._names |= {Subject(kind, key): name for key, name in found.items()}

    def name(self, act: StaffAct) -> Named:
        """The kind of an act's subject with its name, and its page."""
        subject = Subject(act.subject_kind, act.subject_id)
        if subject == NO_SUBJECT:
            return Named("")
        label = registry.subject_label(act.subject_kind)
        name, url = self._names.get(subject, Named(act.subject_id))
        return Named(f"{label} {name}".strip(), url)


def person_cell(act: StaffAct, *, who: str) -> Cell:
    """Who acted (`who` = "by") or whom it concerned ("about")."""
    person = act.by if who == "by" else act.about
    if person is None:
        return Cell(_("The room") if who == "by" else "")
    return Cell(str(person), registry.person_url(person.pk))


def time_text(act: StaffAct) -> str:
    """When it was, in the room's zone."""
    return date_format(timezone.localtime(act.at), "SHORT_DATETIME_FORMAT")


def log_listing(request: HttpRequest) -> Listing[StaffAct]:
    """The list of all acts; `about` and `subject` in the query narrow it to one person or thing."""
    subjects = SubjectsOfActs()
    keep, condition = _narrowed(request)
    return Listing(
        rows=StaffAct.objects.filter(condition).select_related("by", "about"),
        columns=[
            Column("number", _("no."), lambda act: Cell(str(act.number), _url(act)), css="n"),
            Column("at", _("time"), time_text, css="sub"),
            Column("act", _("act"), lambda act: Cell(act_text(act), _url(act)), css="title"),
            Column("subject", _("concerns"), lambda act: Cell(*subjects.name(act))),
            Column("about", _("person concerned"), lambda act: person_cell(act, who="about")),
            Column("by", _("by"), lambda act: person_cell(act, who="by"), css="key"),
            Column("reason", _("reason"), lambda act: act.reason, css="wrap"),
        ],
        filters=[
            Filter("act", _("act"), _act_choices(), lambda code: Q(act=code)),
            Filter("by", _("By"), _people(), _done_by),
            Filter("kind", _("Concerns"), registry.subject_kinds(), lambda kind: Q(subject_kind=kind)),
        ],
        search=_search,
        days=between("at"),
        by_key=True,
        keep=keep,
        prepare=subjects.read,
    )


def csv_listing(request: HttpRequest) -> Listing[StaffAct]:
    """The same acts with every value that the log keeps, for a file."""
    listing = log_listing(request)
    listing.columns = [
        Column("number", _("no."), lambda act: str(act.number)),
        Column("at", _("time"), lambda act: act.at.isoformat(timespec="seconds")),
        Column("code", _("code"), lambda act: act.act),
        *(column for column in listing.columns if column.name not in ("number", "at")),
        Column("changes", _("changes"), lambda act: "; ".join(changes_text(act))),
        Column("own", _("about themselves"), lambda act: _("yes") if act.own else ""),
        Column("hash", _("hash"), lambda act: act.hash),
    ]
    return listing


def act_text(act: StaffAct) -> str:
    """The name of an act, with a mark if somebody decided about themselves."""
    name = registry.act_name(act.act)
    return _("{act} (about themselves)").format(act=name) if act.own else name


def changes_text(act: StaffAct) -> list[str]:
    """Each change as "Seats: 9 → 6"."""
    texts = [registry.change_text(act.act, act.subject_id, *change) for change in act.changes]
    return [f"{what}: {before or '–'} → {after or '–'}" for what, before, after in texts]


def find_acts(words: str, most: int) -> list[SearchHit]:
    """The newest acts in which the words are found."""
    found = StaffAct.objects.filter(_search(words)).select_related("by")[:most]
    return [
        SearchHit(f"{act.number} · {act_text(act)}", " · ".join(filter(None, _about(act))), _url(act)) for act in found
    ]


def _about(act: StaffAct) -> Sequence[str]:
    return (time_text(act), person_cell(act, who="by").text, act.reason)


def _url(act: StaffAct) -> str:
    return reverse("backoffice:act", args=(act.number,))


def _search(words: str) -> Q:
    """Every word is in the reason, a name, the name of the act, or is a number of the act or subject."""
    condition = Q()
    for word in words.split():
        codes = [code for code, name in registry.act_names().items() if word.casefold() in str(name).casefold()]
        found = words_in(word, *NAMES) | Q(act__in=codes) | Q(subject_id=word)
        if word.isascii() and word.isdecimal() and len(word) < 19:
            found |= Q(number=int(word))
        condition &= found
    return condition


def _narrowed(request: HttpRequest) -> tuple[dict[str, str], Q]:
    keep, condition = {}, Q()
    about = request.GET.get("about", "")
    if about.isascii() and about.isdecimal() and len(about) < 19:
        keep["about"] = about
        condition &= Q(about=about) | Q(by=about)
    kind, _colon, key = clean_line(request.GET.get("subject", "")).partition(":")
    if kind and key:
        keep["subject"] = f"{kind}:{key}"
        condition &= Q(subject_kind=kind, subject_id=key)
    return keep, condition


def _act_choices() -> dict[str, registry.Text]:
    return dict(sorted(registry.act_names().items(), key=lambda item: str(item[1])))


def _people() -> dict[str, registry.Text]:
    """Everybody who ever acted, by name."""
    rows = StaffAct.objects.order_by("by__display_name").values_list("by", "by__display_name").distinct()
    return {str(pk) if pk else "room": name or _("The room") for pk, name in rows}


def _done_by(value: str) -> Q:
    return Q(by=None) if value == "room" else Q(by=value)
