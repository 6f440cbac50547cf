"""One page speaks one language: what it fetches later comes in the language it was made in."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

HEADER = "X-Page-Language"


def page_language_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answers requests of a page's scripts in the page's language, which they send, instead of the cookie's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = request.headers.get(HEADER, "")
        if language in dict(settings.LANGUAGES):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return get_response(request)

    return middleware
