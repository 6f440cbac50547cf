"""Pages and parts of pages that are compiled templates from their first line to their last."""

from django.http import HttpRequest, HttpResponse
from django.template import Engine
from django.urls import get_script_prefix
from django.utils.translation import get_language

from games.web.html.compiled_templates import plain_templates


def compiled_page(request: HttpRequest, name: str, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """The response with the compiled template of this name; it has what context processors provide to every page.

    The template of a page sets `block_title` and `block_main` and includes `components/whole_page.html`; one with a
    frame of its own sets all blocks of `components/page.html`.
    """
    values: dict[str, object] = {}
    for provide in Engine.get_default().template_context_processors:
        values |= provide(request)
    # The menu of every page has forms; a text is quicker to put in than one that is made when it is needed.
    values["csrf_token"] = str(values["csrf_token"])
    return HttpResponse(_render(name, values | context), status=status)


def _render(name: str, context: dict[str, object]) -> str:
    return plain_templates(str(get_language()), get_script_prefix()).render(name, context).lstrip()
