"""Pages of the log of staff acts: list, act, file, and the proof that nothing was changed (F3)."""

from itertools import islice
from time import monotonic

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from backoffice import registry
from backoffice.log import Change, Fault, faults, log_end, record
from backoffice.models import StaffAct
from backoffice.web.access import office_page, staff_id
from backoffice.web.log_search import SubjectsOfActs, act_text, csv_listing, log_listing, person_cell

VERIFIED = "backoffice.log_verified"
READ_LOG = "backoffice.view_staffact"
VERIFY_SECONDS = 30
"""Between two proofs, as each reads the whole log."""
MOST_FAULTS = 200
"""Shown on the page; the command shows all."""


@office_page(READ_LOG)
@require_safe
def acts(request: HttpRequest) -> HttpResponse:
    """All acts of staff, newest first."""
    intro = _("Every act of staff with its reason. Nothing in it can be changed, and what was changed anyway is found.")
    context = {
        **log_listing(request).context(request),
        "title": _("Log of acts"),
        "intro": intro,
        "links": [(_("Verify the log"), reverse("backoffice:verify_log"))],
        "csv_url": reverse("backoffice:log_csv"),
    }
    return render(request, "backoffice/list_page.html", context)


@office_page(READ_LOG)
@require_safe
def acts_csv(request: HttpRequest) -> HttpResponseBase:
    """The filtered log as a file."""
    return csv_listing(request).csv(request, filename="acts.csv")


@office_page(READ_LOG)
@require_safe
def act(request: HttpRequest, number: int) -> HttpResponse:
    """One act with its old and new values."""
    row = StaffAct.objects.select_related("by", "about").filter(number=number).first()
    if row is None:
        raise Http404
    subjects = SubjectsOfActs()
    subjects.read([row])
    context = {
        "act": row,
        "name": act_text(row),
        "by": person_cell(row, who="by"),
        "about": person_cell(row, who="about"),
        "subject": subjects.name(row),
        "changes": [registry.change_text(row.act, row.subject_id, *change) for change in row.changes],
        "earlier": number - 1,
        "later": number + 1 if log_end()[0] > number else 0,
        "same": _same(row),
    }
    return render(request, "backoffice/log_act.html", context)


@office_page(READ_LOG)
@require_http_methods(["GET", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """Proves the log on request; the log keeps who did and what was found."""
    context: dict[str, object] = {"end": log_end()}
    if request.method != "POST":
        return render(request, "backoffice/verify_log.html", context)
    if not cache.add("backoffice:verify_log", value=True, timeout=VERIFY_SECONDS):
        context["refusal"] = _("The log was verified a moment ago. Try again in half a minute.")
        return render(request, "backoffice/verify_log.html", context, status=429)
    began = monotonic()
    found = list(islice(faults(), MOST_FAULTS + 1))
    context |= {
        "is_done": True,
        "faults": [(fault.number, _fault_text(fault)) for fault in found[:MOST_FAULTS]],
        "more": len(found) > MOST_FAULTS,
        "seconds": monotonic() - began,
    }
    record(by=staff_id(request), act=VERIFIED, changes=[Change("faults", "", str(min(len(found), MOST_FAULTS)))])
    return render(request, "backoffice/verify_log.html", context)


def _same(row: StaffAct) -> str:
    """The query of all acts about the same thing."""
    return f"subject={row.subject_kind}:{row.subject_id}" if row.subject_id else ""


def _fault_text(fault: Fault) -> str:
    """What is wrong at a place of the log."""
    sentences = {
        "gap": _("Acts before number {number} are missing or in another place."),
        "chain": _("Act {number} does not follow from the act before it: one was moved, removed or put in."),
        "edited": _("Act {number} is not what was written."),
        "cut_off": _("The log ends with act {number}, but its end was noted elsewhere: acts were cut off."),
    }
    return sentences[fault.code].format(number=fault.number)
