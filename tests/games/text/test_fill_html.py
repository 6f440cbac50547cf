"""Sentences with values as HTML."""

from django.utils.safestring import mark_safe

from games.text.fill_html import fill_html


def test_values_are_escaped_unless_they_are_html() -> None:
    html = fill_html("{name} wins {amount} {name}", name="<b>{amount}", amount=mark_safe("<b>1</b>"))
    assert html == "&lt;b&gt;{amount} wins <b>1</b> &lt;b&gt;{amount}"
    assert html.__html__() == html
