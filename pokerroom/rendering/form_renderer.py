"""Draws the widgets of forms: one-line inputs and lists of choices compiled, all others by Django's own templates."""

from typing import Any, Final

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest

from games.web.html.components import draw_component

_INPUTS: Final = frozenset(
    f"django/forms/widgets/{name}.html"
    for name in (
        "checkbox", "color", "date", "datetime", "email", "hidden", "input", "number", "password", "search", "tel",
        "text", "time", "url",
    )
)  # fmt: skip

_SELECT: Final = "django/forms/widgets/select.html"


class FormRenderer(DjangoTemplates):
    """The room's `FORM_RENDERER`."""

    # Any: widgets put values of all kinds into their contexts, and the stubs say so.
    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        """The HTML of a widget, of a list of errors or of a whole form."""
        if template_name in _INPUTS:
            return draw_component("input", context, "")
        if template_name == _SELECT:
            return draw_component("select", context, "")
        return super().render(template_name, context, request)
