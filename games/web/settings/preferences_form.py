"""The forms of a player's preferences: a short one at the table, the full one on the settings page."""

from collections.abc import Iterable

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.preferences import KEYS, LOUDEST, MOST_SIZES, SIZES, SOUNDS, Preferences, is_key
from games.text.bet_sizes import BET_SIZES

AMOUNTS = (
    ("money", pgettext_lazy("amounts", "money")),
    ("chips", pgettext_lazy("amounts", "chips")),
    ("blinds", pgettext_lazy("amounts", "big blinds")),
)
DECKS = (("four", _("four colours")), ("two", _("two colours")))
BACKS = (
    ("red", pgettext_lazy("card back", "red")),
    ("blue", pgettext_lazy("card back", "blue")),
    ("green", pgettext_lazy("card back", "green")),
    ("grey", pgettext_lazy("card back", "grey")),
)
FELTS = (
    ("green", pgettext_lazy("felt", "green")),
    ("blue", pgettext_lazy("felt", "blue")),
    ("wine", pgettext_lazy("felt", "wine")),
    ("slate", pgettext_lazy("felt", "slate")),
)
SOUND_NAMES = {
    "turn": _("my turn, tournament calls"),
    "chips": pgettext_lazy("sound", "chips"),
    "cards": pgettext_lazy("sound", "cards"),
    "win": _("pot won"),
    "chat": pgettext_lazy("sound", "chat"),
}
KEY_NAMES = {
    "fold": _("Fold"),
    "call": _("Check or call"),
    "raise": _("Bet or raise"),
    "half": pgettext_lazy("bet size", "½ pot"),
    "pot": pgettext_lazy("bet size", "Pot"),
    "max": pgettext_lazy("bet size", "Max"),
    "log": _("Log of the hand"),
    "hands": _("Earlier hands"),
    "chat": _("Say something"),
    "table": _("Go to the table that needs me"),
}
SIZE_LABELS = {
    "pot_sizes": _("Bet sizes"),
    "blind_sizes": _("Times the big blind, until somebody raises"),
}


class PreferencesForm(forms.Form):
    """The preferences that can be changed at the table; keyboard shortcuts and bet sizes stay as they were."""

    amounts = forms.ChoiceField(label=_("Amounts"), choices=AMOUNTS, widget=forms.RadioSelect)
    deck = forms.ChoiceField(label=_("Deck"), choices=DECKS, widget=forms.RadioSelect)
    back = forms.ChoiceField(label=_("Backs"), choices=BACKS, widget=forms.RadioSelect)
    felt = forms.ChoiceField(label=_("Felt"), choices=FELTS, widget=forms.RadioSelect)
    animations = forms.BooleanField(label=_("Animations"), required=False)
    volume = forms.IntegerField(
        label=_("Volume"),
        min_value=0,
        max_value=LOUDEST,
        widget=forms.NumberInput(attrs={"type": "range", "step": 5}),
    )
    sounds = forms.MultipleChoiceField(
        label=_("Sounds"),
        choices=[(sound, SOUND_NAMES[sound]) for sound in SOUNDS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    notifications = forms.BooleanField(label=_("Notify me of my turn while I look elsewhere"), required=False)

    def __init__(self, data: QueryDict | None = None, *, initial_preferences: Preferences) -> None:
        self.before = initial_preferences
        super().__init__(data, initial=self.initial_values(), label_suffix="")

    def initial_values(self) -> dict[str, object]:
        """The initial values of the fields."""
        return self.before.to_data()

    def choice_fields(self) -> Iterable[forms.BoundField]:
        """The fields that are chosen from a list."""
        return [self[name] for name in ("amounts", "deck", "back", "felt")]

    @property
    def chosen(self) -> Preferences:
        """The preferences as chosen; the form must be valid."""
        chosen = {name: value for name, value in self.cleaned_data.items() if name in Preferences._fields}
        return self.before._replace(**{**chosen, "sounds": tuple(self.cleaned_data["sounds"])})


class AllPreferencesForm(PreferencesForm):
    """All preferences, with the bet sizes that have a button and a keyboard shortcut for each action."""

    def __init__(self, data: QueryDict | None = None, *, initial_preferences: Preferences) -> None:
        super().__init__(data, initial_preferences=initial_preferences)
        for name, sizes in SIZES.items():
            self.fields[name] = forms.MultipleChoiceField(
                label=SIZE_LABELS[name],
                choices=[(size, BET_SIZES[size]) for size in sizes],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
        for action in KEYS:
            widget = forms.TextInput(attrs={"class": "key", "autocomplete": "off", "autocapitalize": "none"})
            field = forms.CharField(label=KEY_NAMES[action], max_length=1, required=False, widget=widget)
            self.fields[f"key_{action}"] = field

    def initial_values(self) -> dict[str, object]:
        return super().initial_values() | {f"key_{action}": key for action, key in self.before.keys}

    def clean(self) -> dict[str, object]:
        """Checks that there is room for the bet sizes, and that every key is one letter and used once."""
        data = super().clean() or self.cleaned_data
        for name in SIZES:
            if len(data.get(name, ())) > MOST_SIZES:
                self.add_error(name, _("Choose at most three: a phone has no room for more."))
        used: set[str] = set()
        for action in KEYS:
            name = f"key_{action}"
            key = data[name] = data.get(name, "").lower()
            if not is_key(key):
                self.add_error(name, _("Choose a letter: digits and punctuation are used to type amounts."))
            elif key and key in used:
                self.add_error(name, _("This key is already used for something else."))
            used.add(key)
        return data

    @property
    def chosen(self) -> Preferences:
        keys = tuple((action, self.cleaned_data[f"key_{action}"]) for action in KEYS)
        pot_sizes, blind_sizes = (tuple(self.cleaned_data[name]) for name in SIZES)
        return super().chosen._replace(keys=keys, pot_sizes=pot_sizes, blind_sizes=blind_sizes)

    def sizes(self) -> Iterable[forms.BoundField]:
        """The fields for bet sizes."""
        return [self[name] for name in SIZES]

    def keys(self) -> Iterable[forms.BoundField]:
        """The fields for keyboard shortcuts."""
        return [self[f"key_{action}"] for action in KEYS]
