"""What the kinds of flags mean, and their figures in words (F7)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from backoffice.api import Text, person_url
from games.engine.watch_list.flags import EVIDENCE, FlagKind
from games.models import Table
from games.models.watch_list import WatchCase, WatchFlag

LONGEST_NUMBER: Final = 6

MEANINGS: Final[Mapping[FlagKind, Text]] = {
    FlagKind.CHIP_DUMPING: gettext_lazy(
        "The first gave chips to the second without reason: weak hands that bet, raise or call, winners that are"
        " folded; the second may bet with nothing as if sure of it. It happens between these two more often than each"
        " of them does it with others, and hardly ever the other way."
    ),
    FlagKind.SOFT_PLAY: gettext_lazy(
        "Alone in a pot the two bet and raise against each other less often than they do against others, with hands"
        " just as good: everywhere, after the first street, with strong hands, or with the best hands on the last"
        " street."
    ),
    FlagKind.NUTS: gettext_lazy(
        "The first held a hand that nothing could beat, was last to act on the last street against the second, and"
        " checked or just called. The figure says how often."
    ),
    FlagKind.TOGETHER: gettext_lazy(
        "The two nearly always play at the same table, and come and leave within five minutes of each other, far more"
        " often than chance among the open tables of that game would do it. Good friends may do that too."
    ),
    FlagKind.SHARED_DEVICE: gettext_lazy(
        "Both were signed in with the same browser and system at the same network address. The figure is the number of"
        " hands in which both were dealt in."
    ),
    FlagKind.SHARED_ADDRESS: gettext_lazy(
        "Both were signed in from the same network address, as couples and guests of one club often are. The"
        " figure is the number of hands in which both were dealt in."
    ),
    FlagKind.HIDDEN_CARDS: gettext_lazy(
        "The player goes on and gives up as if the cards of the others were known: far more often rightly than other"
        " players in situations that look the same."
    ),
    FlagKind.TIMING: gettext_lazy(
        "The player's think times vary less than those of people, are too often the same, never contain a long"
        " hesitation, or have another shape than those of people, such as a shortest and a longest time."
    ),
    FlagKind.NO_PAUSE: gettext_lazy("The player played for this many hours without a pause of ten minutes."),
}
"""What a flag of each kind says."""

EVIDENCE_MEANS: Final = gettext_lazy(
    "The figure is evidence: 3 means that chance does this less than once in 1,000 searches, 6 less than once in"
    " 1,000,000. A higher threshold gives fewer flags."
)


def meaning(kind: FlagKind) -> str:
    """What a flag of this kind says, and its figure."""
    text = str(MEANINGS[kind])
    return f"{text} {EVIDENCE_MEANS}" if kind in EVIDENCE else text


def figure_text(kind: str, figure: int) -> str:
    """A figure in words."""
    if kind in EVIDENCE:
        number = f"{10**figure:,}".replace(",", "\N{NO-BREAK SPACE}") if figure <= LONGEST_NUMBER else f"10^{figure}"
        return _("by chance less than once in %(number)s") % {"number": number}
    if kind == FlagKind.NUTS:
        return ngettext("%(count)d time", "%(count)d times", figure) % {"count": figure}
    if kind == FlagKind.NO_PAUSE:
        return ngettext("%(count)d hour", "%(count)d hours", figure) % {"count": figure}
    return ngettext("%(count)d hand together", "%(count)d hands together", figure) % {"count": figure}


def people_text(flag: WatchFlag) -> str:
    """The names of the people of a flag, the giver of chips first."""
    if flag.other is None:
        return flag.person.display_name
    between = " → " if flag.kind in (FlagKind.CHIP_DUMPING, FlagKind.NUTS) else ", "
    return between.join([flag.person.display_name, flag.other.display_name])


def state_text(flag: WatchFlag) -> str:
    """Whether somebody looks at a flag, and how it ended."""
    if flag.case is None:
        return _("new")
    return case_state(flag.case)


def case_state(case: WatchCase) -> str:
    """Whether a case is open, and how it ended."""
    return str(WatchCase.Decision(case.decision).label) if case.ended_at else _("case open")


class Person(NamedTuple):
    """Somebody whom a flag is about, and their page."""

    name: str
    url: str


def people_links(flag: WatchFlag) -> list[Person]:
    """The people of a flag with their pages."""
    people = [flag.person, flag.other] if flag.other else [flag.person]
    return [Person(one.display_name, person_url(one.pk)) for one in people]


class HandLink(NamedTuple):
    """A hand of a flag: its table's name, its number, and the page on which it is reviewed."""

    table: str
    number: int
    url: str


def hand_links(flag: WatchFlag) -> list[HandLink]:
    """The hands of a flag, newest first."""
    names = dict(Table.objects.filter(pk__in={table for table, _number in flag.hands}).values_list("pk", "name"))
    return [
        HandLink(names.get(table, ""), number, reverse("floor:review_hand", args=[table, number]))
        for table, number in flag.hands[::-1]
    ]
