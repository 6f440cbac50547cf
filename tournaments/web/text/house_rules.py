"""The house rules of a tournament in words: names for its form, sentences for its players (section Y)."""

from collections.abc import Iterator, Mapping
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind
from games.engine.rules.tournament import Tournament as TableTournament
from games.engine.rules.tournament_house_rules import CHOSEN_RULES, TABLE_PRESETS
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.text.amounts import TOURNAMENT_CHIPS
from games.text.house_rules.as_text import PRESET_NAMES, rule_sentences
from games.text.house_rules.form_fields import value_text
from games.text.house_rules.rule_text import Label, RulesSection
from games.text.house_rules.texts import HOUSE_RULE_TEXTS
from games.web.api import clock_sentences, number_text
from games.web.api import rule_rows as rows_of_table
from tournaments.engine.setup.house_rules import ANTE_KINDS, PRESETS
from tournaments.engine.setup.setup import Setup

HOUSE_RULE_NAMES: Mapping[str, tuple[Label, Mapping[str, Label]]] = {
    "late_return": (
        gettext_lazy("Returning players"),
        {"at_once": gettext_lazy("takes over at once"), "next_hand": gettext_lazy("plays from the next hand")},
    ),
    "hand_for_hand": (
        gettext_lazy("Hand-for-hand"),
        {"auto": gettext_lazy("automatically before the money"), "manual": gettext_lazy("by the director")},
    ),
    "equal_bust": (
        gettext_lazy("Equal stacks out together"),
        {"split": gettext_lazy("share the prizes"), "order": gettext_lazy("by who was all-in first")},
    ),
    "leave": (
        gettext_lazy("A player who leaves"),
        {"blind_off": gettext_lazy("is blinded off"), "surrender": gettext_lazy("gives up the chips")},
    ),
    "disqualify": (
        gettext_lazy("A disqualified player's chips"),
        {"remove_chips": gettext_lazy("are taken out"), "system_plays": gettext_lazy("are still played by the room")},
    ),
    "mass_outage": (
        gettext_lazy("Many lost connections at once"),
        {"pause": gettext_lazy("pause the tournament"), "play_on": gettext_lazy("change nothing")},
    ),
}
"""The name of each rule and of its values."""
HOUSE_RULE_SENTENCES: Mapping[str, Mapping[str, Label]] = {
    "late_return": {
        "at_once": gettext_lazy("A player who comes back takes over at once."),
        "next_hand": gettext_lazy("A player who comes back plays from the next hand."),
    },
    "hand_for_hand": {
        "auto": gettext_lazy("Hand-for-hand begins automatically one place before the money."),
        "manual": gettext_lazy("The director switches hand-for-hand on and off."),
    },
    "equal_bust": {
        "split": gettext_lazy("Players who are knocked out in the same hand with equal stacks share their prizes."),
        "order": gettext_lazy(
            "When players with equal stacks are out in the same hand, the one who was all-in earlier places higher."
        ),
    },
    "leave": {
        "blind_off": gettext_lazy(
            "The room plays on for a player who leaves: the blinds are posted and the hands folded."
        ),
        "surrender": gettext_lazy("A player who leaves gives up their chips."),
    },
    "disqualify": {
        "remove_chips": gettext_lazy("A disqualified player's chips are taken out of play."),
        "system_plays": gettext_lazy("The room plays on with a disqualified player's chips."),
    },
    "mass_outage": {
        "pause": gettext_lazy(
            "When more than half of the players lose their connection within half a minute, and at least three of them "
            "or everybody, the tournament pauses after the current hands: until three quarters of them are back, for "
            "five minutes at most, and no more than three times an hour."
        ),
        "play_on": gettext_lazy("Play goes on when many players lose their connection at once."),
    },
}
"""The players' sentence for each value of a rule."""
ANTE_KIND_NAMES: Mapping[AnteKind, Label] = {
    AnteKind.BIG_BLIND: gettext_lazy("The big blind posts for all"),
    AnteKind.EACH: gettext_lazy("Everybody posts"),
}
TABLE_SECTIONS: Mapping[RulesSection, Label] = {
    RulesSection.BETTING: gettext_lazy("Betting"),
    RulesSection.CLOCK: gettext_lazy("Clock"),
    RulesSection.BUTTON: gettext_lazy("Button"),
    RulesSection.SHOWDOWN: gettext_lazy("Showdown"),
    RulesSection.CHAT: gettext_lazy("Chat"),
}
"""The sections of table rules that an announcement tells, with their titles."""


def preset_text(setup: Setup) -> str:
    """The preset the rules were chosen from, and each rule that differs from it."""
    name = PRESET_NAMES[setup.preset]
    differing = "; ".join(f"{label}: {value}" for label, value in _differences(setup))
    if not differing:
        return _("As in the preset {preset}.").format(preset=name)
    return _("As in the preset {preset}, except for: {rules}.").format(preset=name, rules=differing)


def tournament_sentences(setup: Setup) -> list[str]:
    """The players' sentences about the rules of the tournament itself."""
    return [str(texts[str(getattr(setup.house, rule))]) for rule, texts in HOUSE_RULE_SENTENCES.items()]


def table_sections(setup: Setup) -> list[tuple[str, str]]:
    """The players' rules of the tables as (title, sentences); in a rotation those of all its games, each once."""
    games = [setup.table_rules(TableTournament(1), level=1, turn=turn) for turn in range(len(setup.games))]
    return [(str(title), " ".join(_sentences(section, games))) for section, title in TABLE_SECTIONS.items()]


def rule_rows(setup: Setup) -> list[tuple[str, str]]:
    """Every house rule of the tournament and of its tables with the value in force, as the form words them."""
    return [*own_rule_rows(setup), *table_rule_rows(setup)]


def own_rule_rows(setup: Setup) -> list[tuple[str, str]]:
    """Every house rule of the tournament itself with the value in force, as the form words them."""
    return [
        (str(label), str(values[str(getattr(setup.house, rule))])) for rule, (label, values) in HOUSE_RULE_NAMES.items()
    ]


def table_rule_rows(setup: Setup) -> list[tuple[str, str]]:
    """Every house rule of the tables of a tournament with the value in force; in a rotation of all games, each once."""
    games = [setup.table_rules(TableTournament(1), level=1, turn=turn) for turn in range(len(setup.games))]
    return list(dict.fromkeys(chain.from_iterable(rows_of_table(rules, TOURNAMENT_CHIPS) for rules in games)))


def tables_clock(setup: Setup) -> list[tuple[str, str]]:
    """The clock of the tables, as the form words it."""
    return [
        (_("Seconds per turn"), number_text(f"{setup.clock.turn / 1000:g}")),
        (_("Seconds in the time bank"), number_text(f"{setup.clock.bank / 1000:g}")),
    ]


def _sentences(section: RulesSection, games: list[Rules]) -> list[str]:
    texts = (_section_of(section, rules) for rules in games)
    return list(dict.fromkeys(chain.from_iterable(texts)))


def _section_of(section: RulesSection, rules: Rules) -> Iterator[str]:
    if section is RulesSection.CLOCK:
        yield from clock_sentences(rules, TOURNAMENT_CHIPS)
    else:
        yield from rule_sentences(section, rules, TOURNAMENT_CHIPS)


def _differences(setup: Setup) -> Iterator[tuple[Label, Label]]:
    house, table_house = PRESETS[setup.preset], TABLE_PRESETS[setup.preset]
    for rule, (label, values) in HOUSE_RULE_NAMES.items():
        if getattr(setup.house, rule) != getattr(house, rule):
            yield label, values[str(getattr(setup.house, rule))]
    for rule in CHOSEN_RULES:
        if getattr(setup.table_house, rule) != getattr(table_house, rule):
            yield HOUSE_RULE_TEXTS[rule].label, value_text(rule, setup.table_house, TOURNAMENT_CHIPS)
    kind = setup.structure.ante_kind
    if _has_blind_antes(setup) and kind is not ANTE_KINDS[setup.preset]:
        yield _("Antes"), ANTE_KIND_NAMES[kind]


def _has_blind_antes(setup: Setup) -> bool:
    """Whether an ante is posted in a game with blinds at any level (D10)."""
    has_blinds = any(CATALOGUE[game.code].forced is Forced.BLINDS for game in setup.games)
    return has_blinds and any(level.ante for level in setup.structure.levels)
