"""The live preview of a rake profile: the rake of a pot, whose it is, and the curve of the rake (R1, R5)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.charts import SIZES, line_chart
from games.engine.rules.rake import RakeTerms, rake_of
from games.engine.rules.rake_attribution import attributed
from games.engine.rules.rake_tariff import FEWEST, MOST, RakeTariff
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.money import escrow
from games.money.escrow import AmountField, set_currency
from games.text.amounts import AmountFormat
from games.text.games import game_name
from games.text.rake import percent_text, rake_sentences

POINTS: Final = 80
BLINDS_WIDE: Final = 50
"""How many big blinds the curve shows at least."""


def _games() -> list[tuple[str, str]]:
    return [
        (f"{code}:{kind}", game_name(code, kind))
        for code, variant in CATALOGUE.items()
        for kind in Structure
        if kind in variant.structures
    ]


class SampleForm(forms.Form):
    """A hand to try a profile with."""

    sample_pot = AmountField(label=gettext_lazy("All pots together"), positive=True)
    sample_players = forms.IntegerField(
        label=gettext_lazy("Players dealt in"), min_value=FEWEST, max_value=MOST, initial=6
    )
    sample_game = forms.ChoiceField(label=gettext_lazy("Game"), choices=_games)
    sample_stakes = AmountField(label=gettext_lazy("Big blind or lower limit"), positive=True)

    def __init__(self, data: Mapping[str, Any] | None = None, *, currency: str) -> None:
        super().__init__(data, auto_id="id_%s")
        whole = escrow.currency(currency).unit
        self.initial = {"sample_pot": 300 * whole, "sample_stakes": 20 * whole, "sample_game": "holdem:nl"}
        set_currency(self, currency)


class Sample(NamedTuple):
    """A hand that was typed; amounts in minor units."""

    pot: int
    players: int
    rules: Rules


class Part(NamedTuple):
    """A player of the example: what they put in, and their part of the rake."""

    player: str
    put_in: str
    part: str


def typed_sample(form: SampleForm) -> Sample:
    """The hand of a valid form."""
    data = form.cleaned_data
    game, kind = data["sample_game"].split(":")
    variant = CATALOGUE[game]
    stakes = usual_stakes(variant, Structure(kind), data["sample_stakes"])
    return Sample(data["sample_pot"], data["sample_players"], Rules(variant, stakes))


def preview_context(tariff: RakeTariff, currency: str, sample: Sample) -> dict[str, Any]:
    """The values of the template `games/rake/preview.html`; Any, as it holds values of many types."""
    amounts, unit = AmountFormat.of_currency(currency), escrow.currency(currency).unit
    terms = tariff.terms(sample.rules.variant, sample.rules.stakes, chip=1, code="")
    rake = _rake(terms, sample.pot, sample.players)
    put_in = example(sample.pot, sample.players, sample.rules.stakes.big_blind)
    shares = attributed(rake, put_in, terms.attribution)

    def place(pot: float) -> str:
        return amounts.text(_readable(pot, unit))

    return {
        "rake": amounts.text(rake),
        "share": percent_text(round(1000 * rake / sample.pot)),
        "sentences": list(rake_sentences(sample.rules._replace(rake=terms), amounts)),
        "parts": [
            Part(_("Player {number}").format(number=number + 1), amounts.text(put_in[number]), amounts.text(share))
            for number, share in shares.items()
        ],
        "about": _("The rake of a hand by the size of its pots"),
        "charts": [
            line_chart(
                curve(terms, sample),
                size=size,
                value=amounts.text,
                place=place,
            )
            for size in SIZES
        ],
    }


def curve(terms: RakeTerms, sample: Sample) -> list[tuple[float, int]]:
    """The rake at evenly spread pots, from none to well above the cap and the pot that was typed."""
    widest = max(BLINDS_WIDE * sample.rules.stakes.big_blind, sample.pot * 3 // 2, 2 * terms.smallest_pot)
    cap = max([amount for players, amount in terms.caps if players <= sample.players])
    capped = -(-cap * 1000 // terms.per_mille) if terms.per_mille else 0
    widest = max(widest, capped * 5 // 4)
    # The corners of the curve are points of their own, whatever lies between two points.
    pots = {widest * step // POINTS for step in range(POINTS + 1)} | {capped}
    return [(pot, _rake(terms, pot, sample.players)) for pot in sorted(pots)]


def example(pot: int, players: int, big_blind: int) -> dict[int, int]:
    """What players of an example put in: two of them play for the pot, each other has called a big blind."""
    others = players - 2
    called = min(big_blind, pot // players)
    rest = pot - called * others
    return {0: rest - rest // 2, 1: rest // 2, **dict.fromkeys(range(2, players), called)}


def _rake(terms: RakeTerms, pot: int, players: int) -> int:
    return rake_of(terms, pots=pot, dealt_in=players, flop_seen=True)


def _readable(pot: float, unit: int) -> int:
    """A pot on the axis without small change; `unit` is one unit of its currency."""
    whole = round(pot)
    return whole - whole % unit if whole >= 10 * unit else whole
