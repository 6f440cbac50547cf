"""Acts on several tables at once: what happens to which table, and which refuse, is shown before."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from backoffice.api import Refused
from backoffice.web.api import ActPage, Consequences, office_page, staff_id
from games.models import Table
from games.operations.once import was_done
from games.operations.several_tables import Act, Outcome, carry_out, key_at, rehearse
from games.text.amounts import AmountFormat
from games.text.changes import change_text
from games.text.house_rules.rule_text import Label
from games.text.names import some_names
from games.text.refusals import refusal_text
from games.web.operators.bulk_acts import ACTS, MOST_TABLES, SeveralForm, TableAct, too_many_text
from games.web.operators.table_list import requested_listing
from games.web.operators.words import cash_tables
from games.web.security.numbers import parse_number


@office_page("games.change_table")
def several(request: HttpRequest) -> HttpResponse:
    """The page of an act on the tables that were ticked in the list."""
    page = SeveralPage(request)
    if page.act is None or not page.tables:
        messages.warning(request, _("Select tables in the list first."))
        return redirect("operators:tables")
    if len(page.tables) > MOST_TABLES:
        messages.warning(request, too_many_text())
        return redirect("operators:tables")
    return page.respond()


class SeveralPage(ActPage[SeveralForm]):
    """An act on several tables."""

    list_name = "operators:tables"
    """The page to which it leads back."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.act: TableAct | None = self.find_act()
        if self.act is not None:
            self.form_class, self.title, self.is_danger = self.act.form, self.act.title, self.act.is_danger
        count = len(self.tables)
        names = some_names([table.name for table in self.tables])
        self.intro = ngettext("%(count)s table: %(names)s", "%(count)s tables: %(names)s", count) % {
            "count": count,
            "names": names,
        }

    def find_act(self) -> TableAct | None:
        """The act that the address names; None for no act."""
        return ACTS.get(self.request.GET.get("act", ""))

    @cached_property
    def tables(self) -> list[Table]:
        """The tables that were ticked or the whole list, in the order in which everything locks them.

        A form that was sent names the tables itself: meanwhile the list may have got others.
        """
        is_sent = self.request.method == "POST"
        if "whole" in self.request.GET and not is_sent:
            rows = cash_tables().filter(pk__in=requested_listing(self.request).found(self.request).values("pk"))
        else:
            ticked = (self.request.POST if is_sent else self.request.GET).getlist("ticked")
            rows = cash_tables().filter(pk__in=[number for text in ticked if (number := parse_number(text))])
        return list(rows.order_by("pk")[: MOST_TABLES + 1])

    def form_options(self) -> dict[str, Any]:
        """The tables to choose from."""
        return {"tables": self.tables}

    def consequence_groups(self, form: SeveralForm) -> Sequence[Consequences]:
        """The tables at which something changes, those that stay as they are, and those that refuse, with why."""
        outcomes = rehearse(self.chosen(form), self._act(form), why=form.cleaned_data["reason"])
        groups = _grouped(outcomes, self._checked_act(), self.effect(form))
        if not any(one.changes is not None for one in outcomes):
            lines = [line for group in groups for line in group.lines]
            raise Refused("nothing_changed", " ".join([_("Nothing would change."), *lines]))
        return groups

    def was_sent(self, form: SeveralForm) -> bool:
        """Whether it was carried out at all its tables before."""
        return was_done(*(key_at(_key(form), table) for table in self.chosen(form)))

    def carry_out(self, form: SeveralForm) -> str:
        """Does it at every table that does not refuse; the second time the same form does nothing."""
        data = form.cleaned_data
        outcomes = carry_out(self.chosen(form), self._act(form), key=_key(form), why=data["reason"])
        self.changed = sum(one.changes is not None for one in outcomes)
        lines = [_refused_line(one) for one in outcomes if one.refusal is not None]
        if lines and not self.changed:
            raise Refused("nothing_changed", " ".join([_("Nothing was changed."), *lines]))
        for line in lines:
            messages.warning(self.request, line)
        return reverse(self.list_name)

    def done(self, form: SeveralForm) -> str:
        """At how many tables it was done."""
        text = ngettext("Done at %(count)s table.", "Done at %(count)s tables.", self.changed)
        return text % {"count": self.changed}

    def _checked_act(self) -> TableAct:
        assert self.act is not None
        return self.act

    def chosen(self, form: SeveralForm) -> list[Table]:
        """The tables that the form names."""
        chosen = set(form.cleaned_data["ticked"])
        return [table for table in self.tables if table.pk in chosen]

    def effect(self, form: SeveralForm) -> Label:
        """What it does at a table where no setting changes."""
        return self._checked_act().effect

    def _act(self, form: SeveralForm) -> Act:
        return self._checked_act().make(staff_id(self.request), form)


def _key(form: SeveralForm) -> str:
    return f"tables:{form.cleaned_data['once']}"


def _grouped(outcomes: Sequence[Outcome], act: TableAct, effect: Label) -> list[Consequences]:
    changing = [_changed_line(one, effect) for one in outcomes if one.changes is not None]
    same = [one.table.name for one in outcomes if one.changes is None and one.refusal is None]
    refusing = [_refused_line(one) for one in outcomes if one.refusal is not None]
    groups = [
        Consequences(str(act.heading).format(count=len(changing), all=len(outcomes)), changing),
        Consequences(_("Nothing changes here"), same),
        Consequences(_("Refused at these tables"), refusing),
    ]
    return [group for group in groups if group.lines]


def _changed_line(one: Outcome, effect: Label) -> str:
    amounts = AmountFormat.of_currency(one.table.currency)
    texts = [change_text(*change, amounts) for change in one.changes or ()] or [str(effect)]
    return _("{table}: {what}").format(table=one.table.name, what="; ".join(texts))


def _refused_line(one: Outcome) -> str:
    assert one.refusal is not None
    amounts = AmountFormat.of_currency(one.table.currency)
    why = refusal_text(one.refusal.code, one.refusal.detail, amount=amounts.text)
    return _("{table}: {what}").format(table=one.table.name, what=why)
