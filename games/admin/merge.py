"""Admin pages on which merges of tables and moves of players by the house are read (K8, F3)."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from games.admin.bases import ModelAdmin, TabularInline
from games.admin.read_only import ReadOnlyAdmin
from games.models.moves import HouseMove, TableMerge


class MoveInline(ReadOnlyAdmin, TabularInline[HouseMove, TableMerge]):
    """The moves of a merge."""

    model = HouseMove
    fields = ("player", "ended", "ended_at")
    extra = 0


@admin.register(TableMerge)
class TableMergeAdmin(ReadOnlyAdmin, ModelAdmin[TableMerge]):
    """Merges, which the floor decides on its own pages; none can be changed (F3)."""

    list_display = ("created_at", "source", "target", "reason", "by", "stayed")
    list_select_related = ("source", "target", "by")
    search_fields = ("source__name", "target__name", "reason")
    fields = ("source", "target", "reason", "by", "created_at")
    inlines = (MoveInline,)

    @admin.display(description=gettext_lazy("stay behind"))
    def stayed(self, merge: TableMerge) -> str:
        """The players who could not be seated at the target."""
        rows = merge.moves.filter(ended=HouseMove.Ended.STAYED).values_list("player__display_name", flat=True)
        return ", ".join(rows) or "–"


@admin.register(HouseMove)
class HouseMoveAdmin(ReadOnlyAdmin, ModelAdmin[HouseMove]):
    """Moves of players by the house, and how each ended."""

    list_display = ("created_at", "player", "source", "target", "merge", "ended", "ended_at")
    list_filter = ("ended",)
    list_select_related = ("player", "source", "target", "merge__source", "merge__target")
    search_fields = ("player__display_name", "source__name", "target__name")
