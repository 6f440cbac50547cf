"""The audit as a button: every check of the ledger with what it found, kept in the log of acts (M2)."""

from time import monotonic

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from backoffice.api import Change, ChangeText, StaffAct, record
from backoffice.web.api import office_page, staff_id
from cashier.audit import run_audit

RUN_AUDIT = "cashier.run_audit"
AUDITED = "cashier.audited"
SECONDS_BETWEEN = 60
"""Between two audits of the room, as each reads the whole ledger."""
MOST_BREACHES = 100
"""Of one check on the page; the command shows all."""
LISTED = 10


@office_page(RUN_AUDIT)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The latest audits, and after a press of the button the findings of a new one."""
    context: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        if cache.add("books:audit", value=True, timeout=SECONDS_BETWEEN):
            context = _run(staff_id(request))
        else:
            context, status = {"refusal": _("The books were audited a moment ago. Try again in a minute.")}, 429
    context["latest"] = StaffAct.objects.filter(act=AUDITED).select_related("by")[:LISTED]
    return render(request, "cashier/books/audit.html", context, status=status)


def _run(by: int) -> dict[str, object]:
    began = monotonic()
    findings = run_audit()
    seconds = monotonic() - began
    # After the audit, so that nobody's act waits for it at the log.
    record(
        by=by,
        act=AUDITED,
        changes=[
            Change("breaches", "", str(len(findings.breaches))),
            Change("entries", "", str(findings.entries)),
            Change("seconds", "", f"{seconds:.1f}"),
        ],
    )
    checks = [
        (one.name, len(one.breaches), [breach.text for breach in one.breaches[:MOST_BREACHES]])
        for one in findings.checks
    ]
    return {"findings": findings, "checks": checks, "seconds": seconds}


def audited_text(_subject: str, what: str, before: str, after: str) -> ChangeText:
    """What the log keeps of an audit, in words."""
    names = {"breaches": _("breaches found"), "entries": _("entries read"), "seconds": _("seconds")}
    return ChangeText(names.get(what, what), before, after)
