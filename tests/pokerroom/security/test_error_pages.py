"""Pages of requests that fail before or beside every view: they look like the room and speak the reader's language."""

import pytest
from django.test import Client, RequestFactory
from django.utils.translation import override
from django.views.defaults import server_error

WORDS = {"en": "Request not understood", "cs": "Požadavku nerozumíme", "sk": "Požiadavke nerozumieme"}


@pytest.mark.parametrize("language", WORDS)
def test_a_request_for_another_host_is_refused_on_a_page_of_the_room(language: str) -> None:
    answer = Client().get("/", headers={"host": "other.example:99999", "accept-language": language})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert f"<h1>{WORDS[language]}</h1>" in page
    assert f'<html lang="{language}">' in page
    assert "site.bundle" in page


@pytest.mark.parametrize(("language", "words"), [("en", "Our mistake"), ("cs", "Naše chyba"), ("sk", "Naša chyba")])
def test_the_page_of_a_fault_names_its_language(language: str, words: str) -> None:
    with override(language):
        page = server_error(RequestFactory().get("/")).content.decode()
    assert f"<h1>{words}</h1>" in page
    assert f'<html lang="{language}">' in page
