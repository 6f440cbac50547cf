"""Admin forms and pages that refuse staff who play where they decide; `operations.impartiality` has the rule."""

from typing import Any, ClassVar, TypeVar, cast

from django.db.models import Model
from django.http import HttpRequest

from games.admin.bases import CleanedData, ModelAdmin, ModelForm, user_id
from games.engine.errors import IllegalAction
from games.text.refusals import refusal_text

Row = TypeVar("Row", bound=Model)


class ImpartialForm(ModelForm[Row]):
    """A form that checks who decides: `by` is the member of staff, `own` whether they decide with the owner's leave."""

    by: ClassVar[int] = 0
    own = False

    def check_impartial(self, data: CleanedData) -> bool:
        """Whether the member of staff decides about themselves with leave; `data` lacks fields with errors.

        Raises IllegalAction if they must not decide this.
        """
        raise NotImplementedError

    def clean(self) -> CleanedData:
        """Adds an error if somebody else has to decide."""
        data: CleanedData = super().clean() or self.cleaned_data
        try:
            self.own = self.check_impartial(data)
        except IllegalAction as refusal:
            self.add_error(None, refusal_text(refusal.code))
        return data


class ImpartialAdmin(ModelAdmin[Row]):
    """A page whose form is an `ImpartialForm`."""

    def get_form(
        self, request: HttpRequest, obj: Row | None = None, change: bool = False, **kwargs: Any
    ) -> type[ImpartialForm[Row]]:
        """A form class that knows the request's user."""
        form = cast(type[ImpartialForm[Row]], super().get_form(request, obj, change=change, **kwargs))
        form.by = user_id(request)
        return form
