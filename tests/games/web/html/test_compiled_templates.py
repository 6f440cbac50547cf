"""Compiled templates: sentences of the language, escaped values, included templates."""

from pathlib import Path

import pytest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override

from games.models import Table
from games.web.html.compiled_templates import CompiledTemplates

HOSTILE = "<b>\"'&"
ESCAPED = "&lt;b&gt;&#34;&#39;&amp;"


def rendered(folder: Path, source: str, language: str = "cs", **context: object) -> str:
    """What a template with this source gives."""
    (folder / "one.html").write_text(source, "utf-8")
    return CompiledTemplates(folder, language, {}).render("one.html", context)


def test_sentences_are_in_the_language_of_the_templates_whatever_language_is_active(tmp_path: Path) -> None:
    for active in ("en", "sk"):
        with override(active):
            assert rendered(tmp_path, '{% translate "Leave" %}') == "Odejít"
            assert rendered(tmp_path, '{% translate "Show" context "cards" %}') == "Ukázat"
            assert rendered(tmp_path, '{% translate "Leave" as word %}<b>{{ word }}</b>') == "<b>Odejít</b>"


def test_values_in_sentences_are_escaped(tmp_path: Path) -> None:
    bound = "{% blocktranslate with card=name trimmed %}\n Show the {{ card }}\n{% endblocktranslate %}"
    assert rendered(tmp_path, bound, "en", name=HOSTILE) == f"Show the {ESCAPED}"
    free = "{% blocktranslate trimmed %}Call time on {{ late }}{% endblocktranslate %}"
    assert rendered(tmp_path, free, "en", late=HOSTILE) == f"Call time on {ESCAPED}"
    assert rendered(tmp_path, "<b>{{ name }}</b>", name=HOSTILE) == f"<b>{ESCAPED}</b>"


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "vynecháte ještě 1 handu"), (3, "vynecháte ještě 3 handy"), (5, "vynecháte ještě 5 hand")],
)
def test_counts_take_the_plural_form_of_the_language(tmp_path: Path, count: int, text: str) -> None:
    source = (
        "{% blocktranslate count hands=left trimmed %}Penalty: you sit out {{ hands }} more hand."
        "{% plural %}Penalty: you sit out {{ hands }} more hands.{% endblocktranslate %}"
    )
    with override("en"):
        assert text in rendered(tmp_path, source, left=count)


def test_addresses_are_those_of_the_room(tmp_path: Path) -> None:
    source = "{% url 'games:rules' as rules %}<a href=\"{% url 'cashier:wallet' %}\">{{ rules }}</a>"
    assert rendered(tmp_path, source) == f'<a href="{reverse("cashier:wallet")}">{reverse("games:rules")}</a>'


def test_addresses_have_their_arguments(tmp_path: Path) -> None:
    source = "{% url 'games:sit' table.pk seat as sit %}<a href=\"{% url 'games:rules_of' game %}\">{{ sit }}</a>"
    html = rendered(tmp_path, source, table=Table(pk=7), seat=3, game="holdem")
    assert html == f'<a href="{reverse("games:rules_of", args=("holdem",))}">{reverse("games:sit", args=(7, 3))}</a>'
    hostile = rendered(tmp_path, "{% url 'games:rules_of' game %}", game=HOSTILE)
    assert hostile == reverse("games:rules_of", args=("holdem",)).replace("holdem", ESCAPED)


def test_static_files_have_their_addresses(tmp_path: Path) -> None:
    source = "{% static 'img/favicon.svg' as icon %}<img src=\"{% static 'css/lobby.css' %}\">{{ icon }}"
    assert rendered(tmp_path, source) == f'<img src="{static("css/lobby.css")}">{static("img/favicon.svg")}'


def test_an_included_template_sees_the_names_around_it(tmp_path: Path) -> None:
    (tmp_path / "part.html").write_text('<i>{{ word }}</i>\n{% include "deep/er.html" %}\n', "utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/er.html").write_text("<s>{{ word }}</s>\n", "utf-8")
    source = '<p>\n{% with word = "x" %}\n{% include "part.html" %}\n{% endwith %}\n</p>'
    assert rendered(tmp_path, source) == "<p><i>x</i><s>x</s></p>"
