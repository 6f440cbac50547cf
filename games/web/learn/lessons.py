"""The rules pages, which explain each game from the first card to the showdown, and the glossary (C11)."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.rules.mixed_games import MIXES
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced, Street, Variant
from games.engine.rules.variants import CATALOGUE
from games.money import escrow
from games.tables import rake_profiles
from games.text.amounts import AmountFormat
from games.text.games import FAMILIES, STRUCTURES, family, game_name, short_game_name
from games.text.log_lines import street_name
from games.text.rake_tariff import Fact, players_facts
from games.web.learn import glossary
from games.web.learn.examples import ExampleCard, cards_on_street, showdown
from games.web.learn.lesson_text import deal_sentences, forced_bets_sentence, opening_sentences, remark_sentences
from games.web.learn.nickname_text import all_nicknames
from games.web.learn.not_needed import NOT_NEEDED
from games.web.learn.ranking_text import ladder
from games.web.text.games import game_summary

BETTING: dict[str, Promise] = {
    "nl": gettext_lazy("Any amount from the minimum bet up to your whole stack, at any time."),
    "pl": gettext_lazy("Bet or raise by at most the size of the pot after your call."),
    "fl": gettext_lazy(
        "Bets and raises have a set size: the lower limit in the early rounds, and the upper limit, twice "
        "as much, in the later ones. Only so many bets are allowed in a round."
    ),
}
LONGEST_SEARCH = 60


@never_cache
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every game in a sentence, the ranking of hands, and the betting structures."""
    families = [
        (title, [(code, short_game_name(code), game_summary(code)) for code in CATALOGUE if family(code) == name])
        for name, title in FAMILIES.items()
    ]
    context = {
        "families": [(title, games) for title, games in families if games],
        "mixes": [(code, short_game_name(code), _in_turn(code)) for code in MIXES],
        "ladder": ladder(CATALOGUE["holdem"].high),
        "betting": [(STRUCTURES[code], text) for code, text in BETTING.items()],
        "not_needed": NOT_NEEDED,
        "rakes": [
            (one.name, escrow.currency_label(one.currency), _rake_facts(one)) for one in rake_profiles.tariffs_in_use()
        ],
    }
    return render(request, "games/rules.html", context)


@never_cache
@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """One game from the first card to the showdown, or a rotation of games."""
    picker = [(code, short_game_name(code)) for code in (*CATALOGUE, *MIXES)]
    if game in MIXES:
        games = [(code, game_name(code, structure), game_summary(code)) for code, structure in MIXES[game]]
        context: dict[str, object] = {"games": games, "name": short_game_name(game)}
        return render(request, "games/rules/mix.html", context | {"picker": picker, "code": game})
    if game == "mixed":
        # A rotation that an operator put together has no page of its own.
        return redirect("games:rules")
    if game not in CATALOGUE:
        raise Http404
    return render(request, "games/rules/game.html", _lesson(CATALOGUE[game]) | {"picker": picker, "code": game})


@never_cache
@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """The glossary, filtered by the search text, and the nicknames of starting hands."""
    query = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    context = {
        "query": query,
        "terms": glossary.search_terms(query),
        "nicknames": [] if query else all_nicknames(),
        "slang": [] if query else glossary.SLANG,
    }
    return render(request, "games/rules/glossary.html", context)


def _rake_facts(one: rake_profiles.TariffInUse) -> list[Fact]:
    return players_facts(one.tariff, AmountFormat.of_currency(one.currency))


def _in_turn(mix: str) -> str:
    return ", ".join(game_name(code, structure) for code, structure in MIXES[mix])


class LessonStep(NamedTuple):
    """One street of a lesson: its name, what happens, and the cards of the example so far."""

    name: str
    text: str
    cards: list[ExampleCard]
    board: list[ExampleCard]
    street: Street


def _lesson(variant: Variant) -> dict[str, object]:
    """The context of a game's page, built from the variant."""
    steps: list[LessonStep] = []
    for number, street in enumerate(variant.streets):
        cards, board = cards_on_street(variant, number)
        text = " ".join([*deal_sentences(variant, street), *opening_sentences(variant, street)])
        steps.append(LessonStep(street_name(street.name), text, cards, board, street))
    ladders = [ladder(variant.high, half="high" if variant.low else "")]
    if variant.low:
        ladders.append(ladder(variant.low, half="low"))
    return {
        "name": short_game_name(variant.code),
        "lead": game_summary(variant.code),
        "facts": _facts(variant),
        "forced_bets": forced_bets_sentence(variant),
        "steps": steps,
        "face_up": any(dealt.face_up for step in steps for dealt in step.cards),
        "showdown": showdown(variant),
        "ladders": ladders,
        "betting": [(STRUCTURES[code], BETTING[code]) for code in variant.structures],
        "remarks": list(remark_sentences(variant)),
        "terms": glossary.terms_of(variant),
        "mixes": [(code, short_game_name(code)) for code, games in MIXES.items() if variant.code in dict(games)],
    }


def _facts(variant: Variant) -> list[tuple[str, str]]:
    forced = {Forced.BLINDS: _("Blinds"), Forced.ANTES: _("Antes"), Forced.BRING_IN: _("Antes and a bring-in")}
    structures = ", ".join(str(STRUCTURES[Structure(code)]) for code in variant.structures)
    return [
        (_("Players"), _("2 to {most}").format(most=variant.max_players)),
        (_("Betting"), structures),
        (_("Forced bets"), forced[variant.forced]),
        (_("Cards"), str(len(variant.deck))),
    ]
