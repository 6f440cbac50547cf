"""The pages that teach: the rules of each game from the first card to the showdown, and the glossary (C11)."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.engine.rules.mixed_games import MIXES
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced, Street, Variant
from games.engine.rules.variants import CATALOGUE
from games.text.games import FAMILIES, STRUCTURES, family, game_name, short_game_name
from games.web.learn import glossary
from games.web.learn.examples import Laid, lying, showdown
from games.web.learn.lesson_text import before_the_cards, dealt, opens, remarks
from games.web.learn.nickname_text import all_nicknames
from games.web.learn.ranking_text import ladder
from games.web.text.games import how_it_goes
from games.web.text.hand_log import street_words

BETTING: dict[str, Promise] = {
    "nl": gettext_lazy("Any amount from the minimum bet up to your whole stack, at any time."),
    "pl": gettext_lazy("Bet or raise by at most the size of the pot after your call."),
    "fl": gettext_lazy(
        "Bets and raises have a set size: the lower limit in the early rounds, and the upper limit, twice "
        "as much, in the later ones. Only so many bets are allowed in a round."
    ),
}
LONGEST_SEARCH = 60


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All games in a sentence each, the ranking of hands, and betting structures."""
    families = [
        (words, [(code, short_game_name(code), how_it_goes(code)) for code in CATALOGUE if family(code) == name])
        for name, words in FAMILIES.items()
    ]
    context = {
        "families": [(words, games) for words, games in families if games],
        "mixes": [(code, short_game_name(code), _in_turn(code)) for code in MIXES],
        "ladder": ladder(CATALOGUE["holdem"].high),
        "betting": [(STRUCTURES[code], words) for code, words in BETTING.items()],
    }
    return render(request, "games/rules.html", context)


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """One game from the first card to the showdown, or a rotation of games."""
    picker = [(code, short_game_name(code)) for code in (*CATALOGUE, *MIXES)]
    if game in MIXES:
        games = [(code, game_name(code, structure), how_it_goes(code)) for code, structure in MIXES[game]]
        context: dict[str, object] = {"games": games, "name": short_game_name(game)}
        return render(request, "games/rules/mix.html", context | {"picker": picker, "code": game})
    if game == "mixed":
        # A rotation that an operator put together has no page of its own.
        return redirect("games:rules")
    if game not in CATALOGUE:
        raise Http404
    return render(request, "games/rules/game.html", _lesson(CATALOGUE[game]) | {"picker": picker, "code": game})


@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """The glossary, filtered by the search text, and the nicknames of starting hands."""
    wanted = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    context = {
        "wanted": wanted,
        "terms": glossary.found(wanted),
        "nicknames": [] if wanted else all_nicknames(),
        "slang": [] if wanted else glossary.SLANG,
    }
    return render(request, "games/rules/words.html", context)


def _in_turn(mix: str) -> str:
    return ", ".join(game_name(code, structure) for code, structure in MIXES[mix])


class LessonStep(NamedTuple):
    """One street of a lesson: its name, what happens, and the cards of the example so far."""

    name: str
    words: str
    mine: list[Laid]
    board: list[Laid]
    street: Street


def _lesson(variant: Variant) -> dict[str, object]:
    """The context of a game's page, built from the variant."""
    steps: list[LessonStep] = []
    for number, street in enumerate(variant.streets):
        mine, board = lying(variant, number)
        told = " ".join([*dealt(variant, street), *opens(variant, street)])
        steps.append(LessonStep(street_words(street.name), told, mine, board, street))
    ladders = [ladder(variant.high, half="high" if variant.low else "")]
    if variant.low:
        ladders.append(ladder(variant.low, half="low"))
    return {
        "name": short_game_name(variant.code),
        "lead": how_it_goes(variant.code),
        "facts": _facts(variant),
        "forced": before_the_cards(variant),
        "steps": steps,
        "face_up": any(laid.up for step in steps for laid in step.mine),
        "showdown": showdown(variant),
        "ladders": ladders,
        "betting": [(STRUCTURES[code], BETTING[code]) for code in variant.structures],
        "remarks": list(remarks(variant)),
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
