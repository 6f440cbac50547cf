"""What staff do with flags: open a case, note, assign, decide; each act is logged, and no player is told (F7, F3)."""

from collections.abc import Callable, Collection, Iterable

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, check_own_act, record
from games.engine.errors import IllegalAction
from games.models.watch_list import LONGEST_TEXT, WatchCase, WatchFlag, WatchNote
from games.operations.impartiality import check_no_opponent
from games.operations.once import first_time
from games.text.refusals import refusal_text

OPENED, NOTED = "watch_case.opened", "watch_case.noted"
ASSIGNED, ENDED = "watch_case.assigned", "watch_case.ended"
SUBJECT = "watch_case"
WORK = "games.work_case"


def people_of(flags: Iterable[WatchFlag]) -> list[int]:
    """The people whom flags are about, each once."""
    return list(dict.fromkeys(person for flag in flags for person in (flag.person_id, flag.other_id) if person))


def check_impartial(by: int, flags: Iterable[WatchFlag]) -> bool:
    """Whether staff who are concerned act with the owner's leave; raises Refused for those who act without it.

    Concerned is whom a flag is about, and who plays with one of them now.
    """
    people = people_of(flags)
    own = check_own_act(by, *people)
    try:
        return check_no_opponent(by, *people) or own
    except IllegalAction as refusal:
        raise Refused(refusal.code, refusal_text(refusal.code)) from None


def alike(flag: WatchFlag) -> list[WatchFlag]:
    """The other flags without a case that are about one of the same people."""
    people = set(people_of([flag]))
    rows = WatchFlag.objects.filter(case=None).exclude(pk=flag.pk).order_by("pk")
    return [row for row in rows if not people.isdisjoint(people_of([row]))]


def check_free(flags: Collection[WatchFlag]) -> None:
    """Raises Refused if one of the flags has a case."""
    if any(flag.case_id is not None for flag in flags):
        raise Refused("flag_has_case", _("Somebody has opened a case of this flag already."))


def open_case(*, by: int, flags: Collection[int], reason: str, once: str) -> WatchCase:
    """Makes a case of these flags, assigned to whoever opens it; a second time with the same `once` it is the first."""
    with transaction.atomic():
        if not first_time(f"watch_open:{once}"):
            return WatchCase.objects.get(flags__in=WatchFlag.objects.filter(pk__in=flags)[:1])
        rows = list(WatchFlag.objects.select_for_update().filter(pk__in=flags).order_by("pk"))
        check_free(rows)
        own = check_impartial(by, rows)
        case = WatchCase.objects.create(opened_by_id=by, assigned_to_id=by)
        WatchFlag.objects.filter(pk__in=[row.pk for row in rows]).update(case=case)
        changes = [Change("flag", "", f"{row.kind}:{row.figure}") for row in rows]
        _record(case, rows, by=by, act=OPENED, changes=changes, reason=reason, own=own)
    return case


def add_note(*, by: int, case_id: int, text: str, once: str) -> None:
    """Adds a note to a case that is open."""

    def write(case: WatchCase) -> list[Change]:
        WatchNote.objects.create(case=case, by_id=by, text=text[:LONGEST_TEXT])
        return []

    _act(by=by, case_id=case_id, act=NOTED, once=once, reason="", do=write)


def assign(*, by: int, case_id: int, to: int, reason: str, once: str) -> None:
    """Gives an open case to a member of staff who may work on it and whom it is not about."""

    def write(case: WatchCase) -> list[Change]:
        check_assignable(case, to)
        before, case.assigned_to_id = case.assigned_to_id, to
        case.save(update_fields=["assigned_to"])
        return [Change("assigned_to", str(before or ""), str(to))]

    _act(by=by, case_id=case_id, act=ASSIGNED, once=once, reason=reason, do=write)


def check_assignable(case: WatchCase, to: int) -> None:
    """Raises Refused for a person who may not work on the case."""
    person = get_user_model().objects.filter(pk=to, is_active=True).first()
    if person is None or not person.has_perm(WORK) or to in people_of(case.flags.all()):
        raise Refused("not_assignable", _("This person may not work on the case."), field="to")


def decide(*, by: int, case_id: int, decision: WatchCase.Decision, reason: str, once: str) -> None:
    """Ends a case with a decision; what it says is done by its own act, such as a ban on the person's page."""

    def write(case: WatchCase) -> list[Change]:
        case.decision, case.decision_text = decision, reason
        case.ended_at, case.ended_by_id = timezone.now(), by
        case.save(update_fields=["decision", "decision_text", "ended_at", "ended_by"])
        return [Change("decision", "", decision)]

    _act(by=by, case_id=case_id, act=ENDED, once=once, reason=reason, do=write)


def check_open(case: WatchCase) -> None:
    """Raises Refused for a case that has ended."""
    if case.ended_at is not None:
        raise Refused("case_ended", _("This case has ended."))


def _act(*, by: int, case_id: int, act: str, once: str, reason: str, do: Callable[[WatchCase], list[Change]]) -> None:
    with transaction.atomic():
        if not first_time(f"watch_case:{once}"):
            return
        case = WatchCase.objects.select_for_update().get(pk=case_id)
        check_open(case)
        flags = list(case.flags.all())
        own = check_impartial(by, flags)
        _record(case, flags, by=by, act=act, changes=do(case), reason=reason, own=own)


def _record(
    case: WatchCase,
    flags: Collection[WatchFlag],
    *,
    by: int,
    act: str,
    changes: list[Change],
    reason: str,
    own: bool,
) -> None:
    about = next(iter(people_of(flags)), None)
    record(by=by, act=act, subject=Subject(SUBJECT, case.pk), about=about, changes=changes, reason=reason, own=own)
