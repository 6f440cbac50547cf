"""Templates of Django in which what stays the same is joined: rendered once per language, not with every page."""

from collections.abc import Iterator

from django.template import Context, Origin, Template
from django.template.base import FilterExpression, Node, NodeList, TextNode
from django.template.defaulttags import CommentNode, IfNode, LoadNode, URLNode
from django.template.loaders import cached
from django.templatetags.i18n import TranslateNode
from django.templatetags.static import StaticNode
from django.urls import get_script_prefix
from django.utils.translation import get_language


class Loader(cached.Loader):
    """Keeps templates as Django's own loader does, with their constant parts joined."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """The template; raises `TemplateDoesNotExist`."""
        template = super().get_template(template_name, skip)
        if not isinstance(template.nodelist, _Joined):
            _join(template.nodelist)
            template.nodelist = _Joined(template.nodelist)
        return template


class _Joined(NodeList):
    """The nodes of a template whose constant parts have been joined."""


class _Constant(Node):
    """Nodes next to each other that depend on nothing but the language and the prefix of the room's addresses."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.rendered: dict[tuple[str | None, str], str] = {}

    def render(self, context: Context) -> str:
        key = get_language(), get_script_prefix()
        found = self.rendered.get(key)
        if found is None:
            found = self.rendered[key] = NodeList(self.nodes).render(context)
        return found


def _join(nodes: NodeList) -> None:
    """Joins the constant nodes of a list and of all lists within it."""
    joined: list[Node] = []
    run: list[Node] = []
    for node in [*nodes, None]:
        if node is not None and _is_constant(node):
            run.append(node)
            continue
        # One text alone is quick by itself.
        joined += run if all(isinstance(one, TextNode) for one in run) else [_Constant(run)]
        run = []
        if node is not None:
            joined.append(node)
            for inner in _lists_in(node):
                _join(inner)
    nodes[:] = joined


def _lists_in(node: Node) -> Iterator[NodeList]:
    if isinstance(node, IfNode):
        yield from (inner for _, inner in node.conditions_nodelists)
        return
    for name in node.child_nodelists:
        if isinstance(inner := getattr(node, name, None), NodeList):
            yield inner


def _is_constant(node: Node) -> bool:
    match node:
        case TextNode() | LoadNode() | CommentNode():
            return True
        case TranslateNode():
            context = node.message_context
            sentence = node.filter_expression
            # Its variable is a quoted text in the end, or a name.
            constant = sentence.var.literal is not None and not sentence.filters
            return node.asvar is None and constant and (context is None or _is_literal(context))
        case URLNode():
            return node.asvar is None and _is_literal(node.view_name) and not node.args and not node.kwargs
        case StaticNode():
            return node.varname is None and _is_literal(node.path)
    return False


def _is_literal(expression: FilterExpression) -> bool:
    """Whether this is a quoted text, without filters."""
    return isinstance(expression.var, str) and not expression.filters
