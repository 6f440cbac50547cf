"""Admin pages for waiting lists, bars and pairs (read only), the limits of players' own tables, and the news."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import admin
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.bases import CleanedData, Fieldsets, ModelAdmin, ModelForm
from games.admin.change_log import LoggedChanges
from games.admin.of_table import OfTable
from games.admin.read_only import ReadOnlyAdmin
from games.admin.restrictions import RestrictionAdmin
from games.engine.rules.variants import CATALOGUE
from games.messaging import messages
from games.models.access import (
    Admission,
    LobbyNews,
    PlayerTableLimits,
    SeparatedPlayers,
    WaitingEntry,
)
from games.models.restrictions import in_force_now
from games.money.escrow import AmountField, CurrencyField, use_chosen_currency
from games.tables.kind import TableKind
from games.text.games import short_game_name, stakes_with_currency


@admin.register(WaitingEntry)
class WaitingAdmin(ReadOnlyAdmin, ModelAdmin[WaitingEntry]):
    """The waiting lists in order, including entries that have ended."""

    list_display = ("player", "waits_for", "joined_at", "away", "misses", "called_to", "call_until", "ended")
    list_filter = ("ended", "away", OfTable)
    search_fields = ("player__display_name", "table__name")
    list_select_related = ("player", "table", "called_to")
    ordering = ("ended", "table", "kind", "rank")

    @admin.display(description=_("waits for"))
    def waits_for(self, entry: WaitingEntry) -> str:
        """The table, or the game and stakes, that the player waits for."""
        kind = TableKind.read(entry.kind)
        if kind is None:
            return str(entry.table)
        stakes = stakes_with_currency(kind.game, kind.stakes, kind.currency)
        return f"{short_game_name(kind.game)} {kind.structure.upper()} {stakes}"


@admin.register(SeparatedPlayers)
class SeparatedPlayersAdmin(RestrictionAdmin[SeparatedPlayers]):
    """Pairs of players who never sit at one table; the floor's pages keep them apart and end it (K12)."""

    concerned = ("one", "other")
    list_display = ("one", "other", "reason", "by", "created_at", "ended_at", "ended_by", "end_reason")
    search_fields = ("one__display_name", "other__display_name")
    list_select_related = ("one", "other", "by", "ended_by")


@admin.register(Admission)
class AdmissionAdmin(RestrictionAdmin[Admission]):
    """Players barred from a table or invited to it, by the floor's pages (K12)."""

    list_display = (
        *("table", "player", "kind", "until", "reason"),
        *("by", "created_at", "ended_at", "ended_by", "end_reason"),
    )
    list_filter = (*RestrictionAdmin.list_filter, "kind")
    search_fields = ("table__name", "player__display_name")
    list_select_related = ("table", "player", "by", "ended_by")

    def in_force(self) -> Q:
        """Rows that nobody has ended and whose time is not over."""
        return in_force_now()


def _game_choices() -> list[tuple[str, str]]:
    return [(code, short_game_name(code)) for code in CATALOGUE]


class PlayerTableLimitsForm(ModelForm[PlayerTableLimits]):
    """The limits of players' own tables, in whole units."""

    games = forms.MultipleChoiceField(label=_("games"), choices=_game_choices, widget=forms.CheckboxSelectMultiple)
    currency = CurrencyField(label=_("currency"))
    min_stakes = AmountField(required=False, label=_("minimum big blind or lower limit"))
    max_stakes = AmountField(required=False, label=_("maximum big blind or lower limit"))

    class Meta:
        model = PlayerTableLimits
        fields: ClassVar = [
            *("allowed", "games", "currency", "min_stakes", "max_stakes", "min_buy_in_blinds", "max_buy_in_blinds"),
            *("max_per_player", "max_in_room", "close_after_minutes", "takes_rake"),
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        use_chosen_currency(self)


@admin.register(PlayerTableLimits)
class PlayerTableLimitsAdmin(LoggedChanges[PlayerTableLimits]):
    """The limits of players' own tables: a single row."""

    form = PlayerTableLimitsForm
    subject = "own_tables"
    list_display = ("__str__", "allowed", "max_per_player", "max_in_room", "close_after_minutes")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allows only the first row; a second would have no effect."""
        return super().has_add_permission(request) and not PlayerTableLimits.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: PlayerTableLimits | None = None) -> bool:
        """Limits are changed, never deleted."""
        return False


class LobbyNewsForm(ModelForm[LobbyNews]):
    """A news line in each language; another language is shown where one is empty."""

    class Meta:
        model = LobbyNews
        fields: ClassVar = ["starts_at", "ends_at"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for code, name in settings.LANGUAGES:
            text = self.instance.texts.get(code, "")
            self.fields[f"in_{code}"] = forms.CharField(label=name, required=False, max_length=300, initial=text)
        self.order_fields([f"in_{code}" for code, _name in settings.LANGUAGES])

    def clean(self) -> CleanedData:
        data: CleanedData = super().clean() or self.cleaned_data
        texts = {code: data.get(f"in_{code}", "") for code, _name in settings.LANGUAGES}
        if not any(texts.values()):
            raise forms.ValidationError(_("Write the news in at least one language."))
        self.instance.texts = {**self.instance.texts, **texts}
        return data


@admin.register(LobbyNews)
class LobbyNewsAdmin(LoggedChanges[LobbyNews]):
    """News lines of the lobby; open lobbies show a change at once."""

    form = LobbyNewsForm
    subject = "news"
    list_display = ("__str__", "starts_at", "ends_at")

    def get_fieldsets(self, request: HttpRequest, obj: LobbyNews | None = None) -> Fieldsets:
        """Lists the languages, which are fields of the form but not of the model."""
        return ((None, {"fields": [*(f"in_{code}" for code, _name in settings.LANGUAGES), "starts_at", "ends_at"]}),)

    def get_form(
        self, request: HttpRequest, obj: LobbyNews | None = None, change: bool = False, **kwargs: Any
    ) -> type[ModelForm[LobbyNews]]:
        """Leaves out the languages, which are not fields of the model."""
        return super().get_form(request, obj, change=change, **{**kwargs, "fields": ["starts_at", "ends_at"]})

    def save_model(self, request: HttpRequest, obj: LobbyNews, form: ModelForm[LobbyNews], change: bool) -> None:
        super().save_model(request, obj, form, change)
        transaction.on_commit(messages.notify_lobby)

    def delete_model(self, request: HttpRequest, obj: LobbyNews) -> None:
        super().delete_model(request, obj)
        transaction.on_commit(messages.notify_lobby)
