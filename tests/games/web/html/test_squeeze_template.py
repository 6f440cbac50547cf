"""White space is taken out of templates as it would be taken out of their HTML."""

import pytest

from games.web.html.squeeze_template import squeeze_template


@pytest.mark.parametrize(
    ("source", "squeezed"),
    [
        ("\n<p>\n  <b>x</b>\n</p>\n", "<p><b>x</b></p>"),
        ("<p>two\n  words <b>x</b></p>", "<p>two words <b>x</b></p>"),
        ('<p\n  class="x">\n  {{ name }}\n</p>', '<p class="x"> {{ name }} </p>'),
        ("<p>\n  {{- cards -}}\n</p>", "<p>{{- cards -}}</p>"),
        ("<p>\n  {% if a %}\n    <b>x</b>\n  {% endif %}\n</p>", "<p>{% if a %}<b>x</b>{% endif %}</p>"),
        ("<p>\n  {% for a in b %}\n    <b>x</b>\n  {% endfor %}\n</p>", "<p>{% for a in b %}<b>x</b>{% endfor %}</p>"),
        (
            "<p>{{ a }}{% if b %}\n  <b>x</b>{% endif %}{% if c %}\n  <i>y</i>{% endif %}</p>",
            "<p>{{ a }}{% if b %} <b>x</b>{% endif %}{% if c %} <i>y</i>{% endif %}</p>",
        ),
        (
            "<p>\n  {% if a %}\n    {{ x }}\n  {% else %}\n    {{ y }}\n  {% endif %}\n</p>",
            "<p> {% if a %}{{ x }} {% else %}{{ y }} {% endif %}</p>",
        ),
        (
            "<p>\n  {% if a %}\n    <b>x</b>\n  {% else %}\n    <i>y</i>\n  {% endif %}\n  <s>z</s>\n</p>",
            "<p>{% if a %}<b>x</b>{% else %}<i>y</i>{% endif %}<s>z</s></p>",
        ),
        ('<p>\n  {% translate "Pot" %}\n</p>', '<p> {% translate "Pot" %} </p>'),
        ('<p>\n  {% translate "Pot" as pot %}\n  <b>x</b></p>', '<p>{% translate "Pot" as pot %}<b>x</b></p>'),
        (
            "<p>\n  {% blocktranslate trimmed %}\n    A\n    B\n  {% endblocktranslate %}\n</p>",
            "<p> {% blocktranslate trimmed %}\n    A\n    B\n  {% endblocktranslate %} </p>",
        ),
    ],
)
def test_white_space_stays_only_beside_text(source: str, squeezed: str) -> None:
    assert squeeze_template(source) == squeezed
