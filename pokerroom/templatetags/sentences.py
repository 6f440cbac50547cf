"""Django's `translate` with a cache per language for sentences without variables; load it after `i18n`."""

from django.template import Context, Library
from django.template.base import Node, Parser, Token
from django.templatetags import i18n
from django.utils.translation import get_language

register = Library()


class Sentence(Node):
    """A `translate` tag that caches its sentence by language."""

    def __init__(self, node: i18n.TranslateNode) -> None:
        self.node = node
        self.said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """The sentence in the active language."""
        language = get_language()
        if language not in self.said:
            self.said[language] = self.node.render(context)
        return self.said[language]


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """Like Django's `translate`: the controls hold twenty and are rendered for several players per action."""
    node = i18n.do_translate(parser, token)
    said, about = node.filter_expression, node.message_context
    constant = said.var.literal is not None and not said.filters and (about is None or not about.is_var)
    return Sentence(node) if constant and not node.asvar else node
