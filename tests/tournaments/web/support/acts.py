"""The acts of a director as a browser does them: what a form leads to is read, and confirmed."""

import re
from html import unescape

from django.test import Client

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?')


def form_of(page: str) -> dict[str, str]:
    """The hidden values of the form of an act, as its page shows them."""
    _before, _class, form = page.partition('class="office-form')
    return {name: unescape(value) for name, value in HIDDEN.findall(form.partition("</form>")[0])}


def send(client: Client, path: str, data: dict[str, object], *, times: int = 1) -> tuple[str, str]:
    """Sends a form, and confirms what it would do so many times; the page it showed at first, and the last one."""
    answer = client.post(path, data, follow=True)
    shown = answer.content.decode()
    if 'name="confirmed"' in shown:
        for _ in range(times):
            answer = client.post(path, {**form_of(shown), "confirmed": "1"}, follow=True)
    return shown, answer.content.decode()
