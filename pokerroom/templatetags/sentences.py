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
        self.translations: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """The sentence in the active language."""
        language = get_language()
        if language not in self.translations:
            self.translations[language] = self.node.render(context)
        return self.translations[language]


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """Like Django's `translate`, but cached: pieces that sockets send hold many and are rendered often."""
    node = i18n.do_translate(parser, token)
    sentence, message_context = node.filter_expression, node.message_context
    has_constant_context = message_context is None or not message_context.is_var
    constant = sentence.var.literal is not None and not sentence.filters and has_constant_context
    return Sentence(node) if constant and not node.asvar else node
