"""One-line inputs and lists of choices of the room's forms have the HTML of Django's own widgets."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from pokerroom.rendering.form_renderer import FormRenderer

WIDGETS: tuple[type[forms.Widget], ...] = (
    forms.TextInput, forms.NumberInput, forms.EmailInput, forms.URLInput, forms.PasswordInput, forms.HiddenInput,
    forms.DateInput, forms.DateTimeInput, forms.TimeInput, forms.CheckboxInput, forms.Textarea, forms.Select,
)  # fmt: skip
HOSTILE = "\"><script>'&"


@pytest.mark.parametrize("widget", WIDGETS)
@pytest.mark.parametrize("value", [None, "", 0, 7, True, "Eva", HOSTILE, mark_safe("&amp;")])
def test_an_input_has_the_html_of_djangos_own(widget: type[forms.Widget], value: object) -> None:
    attributes = {
        "id": "id_name", "required": True, "disabled": False, "maxlength": 20, "placeholder": _("Leave"),
        "data-hostile": HOSTILE,
    }  # fmt: skip
    with override("cs"):
        drawn, known = (
            widget().render("name", value, attributes, renderer) for renderer in (FormRenderer(), DjangoTemplates())
        )
    assert _spelt(drawn) == _spelt(known)
    assert HOSTILE not in drawn


@pytest.mark.parametrize("value", [None, "", 2, "2", HOSTILE])
@pytest.mark.parametrize("widget", [forms.Select, forms.SelectMultiple, forms.NullBooleanSelect])
def test_a_list_of_choices_has_the_html_of_djangos_own(widget: type[forms.Select], value: object) -> None:
    choices = [("", _("Leave")), (2, HOSTILE), (HOSTILE, "Eva"), (_("Leave"), [(None, mark_safe("&amp;")), (4, 4)])]
    options = {} if widget is forms.NullBooleanSelect else {"choices": choices}
    with override("cs"):
        drawn, known = (
            _spelt(widget(**options).render("name", value, {"id": "id_name", "required": True}, renderer))
            for renderer in (FormRenderer(), DjangoTemplates())
        )
    assert drawn == known
    assert HOSTILE not in drawn


def _spelt(html: str) -> str:
    """The HTML with one spelling of characters that have two, and without the white space between tags."""
    spelt = html.replace("&#39;", "&#x27;").replace("&#34;", "&quot;")
    return ">".join(part.strip() for part in spelt.split(">"))


def test_the_rooms_forms_are_drawn_by_it() -> None:
    class Form(forms.Form):
        name = forms.CharField(initial=HOSTILE)

    assert isinstance(Form().renderer, FormRenderer)
    assert HOSTILE not in str(Form())
