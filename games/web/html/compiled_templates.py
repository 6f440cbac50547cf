"""Templates of fragments that are drawn often: compiled by Jinja2, once for each language.

The templates keep Django's tags `translate` and `blocktranslate`, so `makemessages` finds their sentences, and `url`
and `static` for addresses. Sentences, addresses, included templates and white space are settled when
a template is compiled; only values are left for rendering.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, override, pgettext, trim_whitespace
from django_htmx.jinja import htmx_script
from jinja2 import Environment, FileSystemLoader, Template, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from games.money import escrow
from games.text.fill_html import escaped
from games.web.html.squeeze_template import squeeze_template

TEMPLATES: Final = Path(settings.BASE_DIR) / "templates"
_LOAD: Final = re.compile(r"{% load [\w ]+ %}\n?")
_INCLUDE: Final = re.compile(r'{% include "([\w/.]+)" %}')
_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")


class CompiledTemplates:
    """The templates of a folder in one language, each compiled when it is first needed; all values are escaped."""

    def __init__(self, folder: Path, language: str, filters: Mapping[str, Callable[..., object]]) -> None:
        self._language = language
        self._environment = Environment(
            loader=_Loader(folder), extensions=[_Sentences, _Addresses, _HtmxScript], autoescape=True, auto_reload=False
        )
        self._environment.globals["language"] = language
        self._environment.filters.update(filters)
        self._compiled: dict[str, _Compiled] = {}

    def render(self, name: str, context: Mapping[str, object] | Context) -> SafeString:
        """The HTML of a template, by its path in the folder; raises `TemplateNotFound`.

        A name that the context does not have is an empty text.
        """
        compiled = self._compiled.get(name) or self.compile(name)
        return SafeString(compiled.draw(*map(context.get, compiled.names, compiled.blanks)))

    def compile(self, name: str) -> "_Compiled":
        """Compiles a template before it is needed; raises `TemplateNotFound`."""
        with override(self._language):
            compiled = self._compiled[name] = _compile(self._environment, name)
        return compiled


def plain_templates(language: str, prefix: str = "/") -> CompiledTemplates:
    """The room's templates in a language, for those that need no filters of their own.

    `prefix` is the one of the room's addresses, which are part of the compiled templates.
    """
    return _plain_templates(language, prefix)


@cache
def _plain_templates(language: str, _prefix: str) -> CompiledTemplates:
    return CompiledTemplates(TEMPLATES, language, _FILTERS)


_FILTERS: Final[dict[str, Callable[..., object]]] = {
    "amount": escrow.amount_text,
    "capfirst": capfirst,
    "currency_mark": escrow.currency_mark,
    "money": escrow.money_text,
}


class _Compiled(NamedTuple):
    """A template as a function of the values of these names."""

    draw: Callable[..., str]
    names: list[str]
    blanks: list[str]
    """For each name, what replaces a missing value."""


def _compile(environment: Environment, name: str) -> _Compiled:
    """Compiles a template as a macro: its values are arguments, which takes no look-ups in a context of Jinja2."""
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, name)
    tree = environment.parse(source, name)
    read = {node.name for node in tree.find_all(nodes.Name) if node.ctx == "load"}
    # Those that a loop or the template itself sets are among them, which does no harm.
    names = sorted(read - environment.globals.keys() - {"loop"})
    _join_outputs(tree)
    arguments = [nodes.Name(argument, "param") for argument in names]
    tree.body = [nodes.Macro("render", arguments, [], tree.body).set_lineno(1)]
    tree.set_environment(environment)
    template = Template.from_code(environment, environment.compile(tree, name), {})
    # The text of a template is joined in the end, so a piece of it need not be `Markup`.
    template.root_render_func.__globals__["escape"] = escaped
    # Called as it is: the macro around it sorts arguments by name, and these are complete and in order.
    return _Compiled(template.module.__dict__["render"]._func, names, [""] * len(names))


def _join_outputs(node: nodes.Node) -> None:
    """Makes one output of those that follow each other, so that text and sentences become one constant."""
    for _, value in node.iter_fields():
        if isinstance(value, list):
            joined: list[nodes.Node] = []
            for child in value:
                if joined and isinstance(child, nodes.Output) and isinstance(joined[-1], nodes.Output):
                    joined[-1].nodes += child.nodes
                else:
                    joined.append(child)
            value[:] = joined
    for child in node.iter_child_nodes():
        _join_outputs(child)


class _Loader(FileSystemLoader):
    """Reads templates with the templates that they include in place, and without superfluous white space.

    Django's `load` is left out, so that templates of its own can include the same ones.
    """

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, is_current = super().get_source(environment, template)
        return squeeze_template(self._with_includes(environment, source)), path, is_current

    def _with_includes(self, environment: Environment, source: str) -> str:
        read, source = super().get_source, _LOAD.sub("", source)
        return _INCLUDE.sub(lambda tag: self._with_includes(environment, read(environment, tag[1])[0].strip()), source)


class _HtmxScript(Extension):
    """The tag `htmx_script` of django-htmx, which is the same on all pages."""

    tags = {"htmx_script"}

    def parse(self, parser: Parser) -> nodes.Node:
        """The element that loads htmx, as a constant."""
        return nodes.Output([nodes.TemplateData(htmx_script())]).set_lineno(next(parser.stream).lineno)


class _Addresses(Extension):
    """Django's `url` and `static`, with `as name` if the address is used again.

    The arguments of `url` are numbers and slugs: `{% url 'games:table' table.pk %}`.
    """

    tags = {"static", "url"}

    def parse(self, parser: Parser) -> nodes.Node:
        """The address, of which only arguments are left for rendering."""
        tag = next(parser.stream)
        name, arguments = parser.stream.expect("string").value, list[nodes.Expr]()
        while not (parser.stream.current.test("block_end") or parser.stream.current.test("name:as")):
            arguments.append(parser.parse_unary())
        address = static(name) if tag.value == "static" else _with_places(name, len(arguments))
        texts = [nodes.TemplateData(piece) for piece in _PLACE.sub("\0", address).split("\0")]
        pieces: list[nodes.Expr] = [texts[0]]
        for argument, text in zip(arguments, texts[1:], strict=True):
            pieces += [argument, text]
        if not parser.stream.skip_if("name:as"):
            return nodes.Output(pieces).set_lineno(tag.lineno)
        target = nodes.Name(parser.stream.expect("name").value, "store")
        return nodes.Assign(target, nodes.Concat(pieces)).set_lineno(tag.lineno)


_FIRST_PLACE: Final = 912_345_000
_PLACE: Final = re.compile(r"912345\d{3}")


def _with_places(name: str, count: int) -> str:
    """The address of a page with this many arguments, with large numbers in their places."""
    return reverse(name, args=[_FIRST_PLACE + at for at in range(count)])


class _Sentences(Extension):
    """Django's `translate` and `blocktranslate`, in the language that is active when a template is compiled."""

    tags = {"translate", "blocktranslate"}

    def parse(self, parser: Parser) -> nodes.Node:
        """The translated sentence; its values are put in when it is rendered."""
        tag = next(parser.stream)
        node = self._sentence(parser) if tag.value == "translate" else self._block(parser)
        return node.set_lineno(tag.lineno)

    def _sentence(self, parser: Parser) -> nodes.Node:
        """Reads `{% translate "Show" context "cards" as label %}`, of which context and name may be left out."""
        text = parser.stream.expect("string").value.replace("%", "%%")
        context = parser.stream.expect("string").value if parser.stream.skip_if("name:context") else ""
        sentence = (pgettext(context, text) if context else gettext(text)).replace("%%", "%")
        if not parser.stream.skip_if("name:as"):
            return nodes.Output([nodes.TemplateData(sentence)])
        name = nodes.Name(parser.stream.expect("name").value, "store")
        return nodes.Assign(name, nodes.MarkSafe(nodes.Const(sentence)))

    def _block(self, parser: Parser) -> nodes.Node:
        """Reads `{% blocktranslate with price=… trimmed %}`, or `count hands=…` and a `{% plural %}`, to its end."""
        values, counted = dict[str, nodes.Expr](), ""
        while parser.stream.current.type != "block_end":
            word = parser.stream.expect("name").value
            if word == "count" and parser.stream.current.type != "assign":
                counted = parser.stream.current.value
            elif parser.stream.skip_if("assign"):
                values[word] = parser.parse_expression()
        singular = self._text(parser, values)
        plural = self._text(parser, values) if counted else ""
        if counted:
            pairs = [nodes.Pair(nodes.Const(name), value) for name, value in values.items()]
            texts = nodes.Const(singular), nodes.Const(plural)
            return nodes.Output([self.call_method("counted", [*texts, values[counted], nodes.Dict(pairs)])])
        pieces = enumerate(_PLACEHOLDER.split(gettext(singular)))
        return nodes.Output(
            [values[piece] if at % 2 else nodes.TemplateData(piece.replace("%%", "%")) for at, piece in pieces]
        )

    def _text(self, parser: Parser, values: dict[str, nodes.Expr]) -> str:
        """The text up to the next tag as `makemessages` writes it; values without an expression are the context's."""
        text = ""
        for output in parser.parse_statements(("name:plural", "name:endblocktranslate"), drop_needle=True):
            for piece in output.iter_child_nodes():
                if isinstance(piece, nodes.Name):
                    values.setdefault(piece.name, nodes.Name(piece.name, "load"))
                    text += f"%({piece.name})s"
                elif isinstance(piece, nodes.TemplateData):
                    text += piece.data.replace("%", "%%")
        return trim_whitespace(text)

    def counted(self, singular: str, plural: str, count: int, values: dict[str, object]) -> Markup:
        """A sentence in the plural form of the count, its values escaped."""
        with override(str(self.environment.globals["language"])):
            return Markup(ngettext(singular, plural, count)) % values  # noqa: S704 - `%` escapes the values
