"""A compiled template as a part of a page, or as the frame of its blocks."""

from django import template
from django.template import Context
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.template.loader_tags import BlockNode
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.web.html.compiled_templates import plain_templates

register = template.Library()


@register.simple_tag(takes_context=True)
def compiled(context: Context, name: str, **values: object) -> SafeString:
    """The template of this name as HTML, with the values that the page has; one that it does not have is empty.

    `values` are added to those of the page.
    """
    with context.push(**values):
        return plain_templates(str(get_language()), get_script_prefix()).render(name, context)


@register.tag
def layout(parser: Parser, token: Token) -> Node:
    """A compiled template with the blocks up to `endlayout`, each as a value: the block `main` is `block_main`."""
    _, name = token.split_contents()
    blocks = parser.parse(("endlayout",))
    parser.delete_first_token()
    return _Layout(parser.compile_filter(name), blocks)


class _Layout(Node):
    """Blocks of a page, and the compiled template that they are put into; what is between them is left out."""

    def __init__(self, name: FilterExpression, nodelist: NodeList) -> None:
        self.name, self.nodelist = name, nodelist

    def render(self, context: Context) -> SafeString:
        """The template as HTML."""
        blocks = [node for node in self.nodelist if isinstance(node, BlockNode)]
        html = {f"block_{node.name}": SafeString(str(node.render_annotated(context)).strip()) for node in blocks}
        return compiled(context, self.name.resolve(context), **html)
