"""The cached `translate` tag in several languages."""

import pytest
from django.template import Context, Template
from django.utils.translation import override


@pytest.mark.parametrize(
    ("tag", "english", "czech"),
    [
        ('{% translate "Fold" %}', "Fold", "Složit"),
        ('{% translate "Max" context "bet size" %}', "Max", "Max"),
        ('{% translate "Fold" noop %}', "Fold", "Fold"),
        ('{% translate "Fold" as word %}{{ word }}', "Fold", "Složit"),
        ("{% translate word %}", "Fold", "Složit"),
        ('{% translate "Fold"|upper %}', "FOLD", "SLOŽIT"),
    ],
)
def test_a_sentence_is_rendered_in_the_active_language(tag: str, english: str, czech: str) -> None:
    template = Template("{% load i18n sentences %}" + tag)
    for language, sentence in (("en", english), ("cs", czech), ("en", english), ("cs", czech)):
        with override(language):
            assert template.render(Context({"word": "Fold"})) == sentence


def test_values_in_a_sentence_are_escaped() -> None:
    template = Template('{% load i18n sentences %}{% translate "Fold" %} {% translate word %}')
    assert template.render(Context({"word": "<b>"})) == "Fold &lt;b&gt;"
