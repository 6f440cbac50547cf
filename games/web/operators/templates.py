"""Templates of tables: listed, saved from a table, changed in the same form, retired."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.web.api import ActPage, Cell, Column, Listing, OnceField, office_page, staff_id, words_in
from games.engine.errors import IllegalAction
from games.models.templates import TableTemplate
from games.operations import table_templates
from games.operations.once import was_done
from games.tables.settings import TableSettings
from games.web.operators.form_help import answer_help, asks_for_help, unchecked
from games.web.operators.form_layout import layout_of
from games.web.operators.reason_form import ReasonForm
from games.web.operators.table_fields import LONGEST_NAME
from games.web.operators.table_form import TableForm
from games.web.operators.words import cash_tables, game_text, preset_text, refused, settings_lines, stakes_of
from games.web.security.numbers import parse_number


@office_page("games.view_table")
def templates(request: HttpRequest) -> HttpResponse:
    """The templates in use."""
    listing = Listing(
        rows=TableTemplate.objects.filter(retired_at=None),
        columns=[
            Column("name", _("name"), _name, ("name",), "title"),
            Column("game", _("Game"), lambda one: game_text(_settings(one).rules), (), "sub"),
            Column(
                "stakes", _("Stakes"), lambda one: stakes_of(_settings(one).rules, _settings(one).currency), (), "key"
            ),
            Column("currency", _("Currency"), lambda one: _settings(one).currency, (), "wide"),
            Column("seats", _("Seats"), lambda one: str(_settings(one).seats), (), "n wide"),
            Column("preset", _("House rules"), _preset, (), "wide"),
            Column("open", "", _open_link, (), "do"),
        ],
        search=lambda words: words_in(words, "name"),
        order=("name",),
    )
    context = {
        **listing.context(request),
        "title": _("Templates"),
        "intro": _("Open a table once as you like it, and save it as a template on its page."),
        "empty": _("There is no template yet."),
    }
    return render(request, "games/operators/templates.html", context)


def _settings(template: TableTemplate) -> TableSettings:
    return TableSettings.from_data(template.settings)


def _name(template: TableTemplate) -> Cell:
    return Cell(template.name, reverse("operators:template", args=[template.pk]))


def _preset(one: TableTemplate) -> str:
    settings = _settings(one)
    return preset_text(settings.rules, settings.currency)


def _open_link(template: TableTemplate) -> Cell:
    return Cell(_("Open tables"), reverse("operators:new") + f"?template={template.pk}")


class NewTemplateForm(forms.Form):
    """The name of a template."""

    name = forms.CharField(
        label=gettext_lazy("name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("Operators choose the template by it."),
    )
    once = OnceField()


class NewTemplatePage(ActPage[NewTemplateForm]):
    """Saves the settings of a table as a template."""

    form_class = NewTemplateForm
    title = gettext_lazy("Save as a template")
    intro = gettext_lazy("Its settings are kept under a name, without its password. Tables can then be opened from it.")
    button = gettext_lazy("Save")

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        number = parse_number(request.GET.get("table", ""))
        table = cash_tables().filter(pk=number).first() if number else None
        if table is None:
            raise Http404
        self.settings = TableSettings.of(table)

    def consequences(self, form: NewTemplateForm) -> Sequence[str]:
        """What is kept."""
        name = _("Template “{name}”").format(name=form.cleaned_data["name"])
        return [name, *settings_lines(self.settings)]

    def was_sent(self, form: NewTemplateForm) -> bool:
        """Whether it made its template before."""
        return was_done(f"template:{form.cleaned_data['once']}")

    def carry_out(self, form: NewTemplateForm) -> str:
        """Keeps it."""
        data = form.cleaned_data
        try:
            table_templates.make_template(
                by=staff_id(self.request), key=f"template:{data['once']}", name=data["name"], settings=self.settings
            )
        except IllegalAction as refusal:
            raise refused(refusal, "name", currency=self.settings.currency) from None
        return reverse("operators:templates")


class TemplateForm(TableForm):
    """The settings of a template: those of a table but for what only a table has."""

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        for name in ("how_many", "new_password", "feeds", "closes_at"):
            self.fields.pop(name, None)
        self.fields["name"].help_text = ""


class TemplatePage(ActPage[TemplateForm]):
    """Changes a template."""

    form_class = TemplateForm
    button = gettext_lazy("Save")
    template = "games/operators/edit_template.html"

    def __init__(self, request: HttpRequest, row: TableTemplate) -> None:
        super().__init__(request)
        self.row, self.title = row, row.name

    def form_options(self) -> dict[str, Any]:
        """The settings of the template."""
        return {"start": _settings(self.row), "name": self.row.name}

    def consequences(self, form: TemplateForm) -> Sequence[str]:
        """What the template will be."""
        return [
            _("Template “{name}”").format(name=form.cleaned_data["name"]),
            *settings_lines(form.settings),
            _("Tables that were opened from it stay as they are."),
        ]

    def carry_out(self, form: TemplateForm) -> str:
        """Changes it."""
        data = form.cleaned_data
        try:
            table_templates.change_template(
                by=staff_id(self.request),
                template_id=self.row.pk,
                name=data["name"],
                settings=form.settings,
                why=data["reason"],
            )
        except IllegalAction as refusal:
            raise refused(refusal, currency=form.settings.currency) from None
        return reverse("operators:templates")

    def context(self) -> dict[str, Any]:
        """The template."""
        return {"row": self.row}

    def form_context(self, form: TemplateForm) -> dict[str, Any]:
        """The form in its parts."""
        return {"layout": layout_of(form)}


class RetirePage(ActPage[ReasonForm]):
    """Retires a template."""

    form_class = ReasonForm
    title = gettext_lazy("Retire a template")
    button = gettext_lazy("Retire")
    is_danger = True

    def __init__(self, request: HttpRequest, row: TableTemplate) -> None:
        super().__init__(request)
        self.row, self.intro = row, row.name

    def consequences(self, form: ReasonForm) -> Sequence[str]:
        """That no table can be opened from it."""
        return [
            _("No more tables can be opened from “{name}”.").format(name=self.row.name),
            _("Tables that were opened from it stay as they are."),
        ]

    def carry_out(self, form: ReasonForm) -> str:
        """Retires it."""
        try:
            table_templates.retire_template(
                by=staff_id(self.request), template_id=self.row.pk, why=form.cleaned_data["reason"]
            )
        except IllegalAction as refusal:
            raise refused(refusal, currency=_settings(self.row).currency) from None
        return reverse("operators:templates")


@office_page("games.add_table")
def new_template(request: HttpRequest) -> HttpResponse:
    """Saves a table's settings as a template."""
    return NewTemplatePage(request).respond()


@office_page("games.add_table")
def template(request: HttpRequest, template_id: int) -> HttpResponse:
    """Changes a template."""
    page = TemplatePage(request, _template(template_id))
    if asks_for_help(request):
        form = unchecked(request.POST, form=TemplateForm, **page.form_options())
        return answer_help(request, page, form)
    return page.respond()


@office_page("games.add_table")
def retire_template(request: HttpRequest, template_id: int) -> HttpResponse:
    """Retires a template."""
    return RetirePage(request, _template(template_id)).respond()


def _template(template_id: int) -> TableTemplate:
    found = TableTemplate.objects.filter(pk=template_id, retired_at=None).first()
    if found is None:
        raise Http404
    return found
