"""Templates whose constant parts are joined show what Django's show, in every language."""

import pytest
from django.template import Context, Engine
from django.urls import reverse, set_script_prefix
from django.utils.translation import override

TAGS = "{% load i18n static %}"


def engine_of(**templates: str) -> Engine:
    """An engine with these templates."""
    sources = {
        f"{name}.html": TAGS + source if "extends" not in source else source for name, source in templates.items()
    }
    libraries = {"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"}
    loader = ("pokerroom.rendering.joined_templates.Loader", [("django.template.loaders.locmem.Loader", sources)])
    return Engine(loaders=[loader], libraries=libraries)


@pytest.mark.parametrize(
    ("source", "english", "czech"),
    [
        ('{% translate "Fold" %}', "Fold", "Složit"),
        ('<b>{% translate "Fold" %}</b> {% translate "Call" %}', "<b>Fold</b> Call", "<b>Složit</b> Dorovnat"),
        ('{% translate "Max" context "bet size" %}', "Max", "Max"),
        ('{% translate "Fold" noop %}', "Fold", "Fold"),
        ('{% translate "Fold" as word %}{{ word }}', "Fold", "Složit"),
        ("{% translate word %}", "Fold", "Složit"),
        ('{% translate "Fold"|upper %}', "FOLD", "SLOŽIT"),
        ('{% if word %}{% translate "Fold" %}{% else %}{% translate "Call" %}{% endif %}', "Fold", "Složit"),
        ('{% for one in words %}{{ one }}{% translate "Fold" %}{% endfor %}', "aFoldbFold", "aSložitbSložit"),
        ('{% for one in none %}{% empty %}{% translate "Fold" %}{% endfor %}', "Fold", "Složit"),
        ('{% with one=word %}{% translate "Fold" %}{% endwith %}', "Fold", "Složit"),
    ],
)
def test_a_sentence_is_shown_in_the_active_language(source: str, english: str, czech: str) -> None:
    engine = engine_of(page=source)
    for language, shown in (("en", english), ("cs", czech), ("en", english), ("cs", czech)):
        with override(language):
            context = Context({"word": "Fold", "words": ["a", "b"], "none": []})
            assert engine.get_template("page.html").render(context) == shown


def test_values_between_constant_parts_are_new_each_time_and_escaped() -> None:
    template = engine_of(page='{% translate "Fold" %} {{ word }} {% translate word %}').get_template("page.html")
    assert template.render(Context({"word": "<b>"})) == "Fold &lt;b&gt; &lt;b&gt;"
    assert template.render(Context({"word": "Call"})) == "Fold Call Call"


def test_a_page_fills_the_blocks_of_its_base_and_includes_others() -> None:
    engine = engine_of(
        base='<h1>{% block title %}{% translate "Fold" %}{% endblock %}</h1>{% block main %}{% endblock %}',
        page='{% extends "base.html" %}{% load i18n %}{% block title %}{{ block.super }}!{% endblock %}'
        '{% block main %}{% include "part.html" %}{% endblock %}',
        part='{% translate "Call" %}{{ word }}',
    )
    for language, shown in (("en", "<h1>Fold!</h1>Call1"), ("cs", "<h1>Složit!</h1>Dorovnat1")) * 2:
        with override(language):
            assert engine.get_template("page.html").render(Context({"word": 1})) == shown


def test_addresses_follow_the_prefix_of_the_room() -> None:
    engine = engine_of(page="<a href=\"{% url 'games:lobby' %}\">{% url 'games:rules' as rules %}{{ rules }}</a>")
    template = engine.get_template("page.html")
    for prefix in ("/", "/room/", "/"):
        set_script_prefix(prefix)
        try:
            shown = f'<a href="{reverse("games:lobby")}">{reverse("games:rules")}</a>'
            assert template.render(Context()) == shown
            assert shown.startswith(f'<a href="{prefix}')
        finally:
            set_script_prefix("/")


def test_a_template_is_joined_once() -> None:
    engine = engine_of(page='a{% translate "Fold" %}b')
    template = engine.get_template("page.html")
    assert len(template.nodelist) == 1
    assert engine.get_template("page.html") is template
