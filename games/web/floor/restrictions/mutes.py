"""Muting a player for a time, and letting them chat again (F6)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused, person_url
from backoffice.web.api import ActPage, OnceField, office_page, reason_field, staff_id
from games.engine.errors import IllegalAction
from games.models.conduct import ChatBan
from games.models.restrictions import in_force_now
from games.operations.floor import mutes
from games.operations.once import was_done
from games.text.moments import moment_text
from games.web.floor.permissions import LIFT_MUTES, MUTE
from games.web.floor.restrictions.act import refused
from games.web.security.client_address import same_site_path
from games.web.security.numbers import parse_number

TIMES: Final = {"10": timedelta(minutes=10), "60": timedelta(hours=1), "1440": timedelta(days=1)}
TIME_CHOICES = (
    ("10", gettext_lazy("10 minutes")),
    ("60", gettext_lazy("1 hour")),
    ("1440", gettext_lazy("1 day")),
    ("until", gettext_lazy("until the moment below")),
)


class MuteForm(forms.Form):
    """For how long, and why."""

    how_long = forms.ChoiceField(
        label=gettext_lazy("for how long"), choices=TIME_CHOICES, initial="10", widget=forms.RadioSelect
    )
    until = forms.DateTimeField(
        label=gettext_lazy("until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    reason = reason_field(help_text=gettext_lazy("The player reads it. It is kept in the log."))
    once = OnceField()

    def clean(self) -> dict[str, object]:
        """Sets `until` by the choice; refuses one without a moment, and a moment in the past."""
        data: dict[str, object] = super().clean() or self.cleaned_data
        choice = str(data.get("how_long", ""))
        if choice in TIMES:
            data["until"] = timezone.now() + TIMES[choice]
        elif choice and "until" not in self.errors:
            until = data.get("until")
            if not isinstance(until, datetime):
                self.add_error("until", _("Say until when."))
            elif until <= timezone.now():
                self.add_error("until", _("The end must be after the beginning."))
        return data


class MutePage(ActPage[MuteForm]):
    """Mutes a player."""

    form_class = MuteForm
    button = gettext_lazy("Mute")
    is_danger = True

    def __init__(self, request: HttpRequest, person: AbstractUser) -> None:
        super().__init__(request)
        self.person, self.name, self.by = person, str(person), staff_id(request)
        self.title = _("Mute {name} in the chat").format(name=self.name)
        longest = ChatBan.objects.filter(in_force_now(), player=person.pk).order_by("-until").first()
        if longest is not None:
            self.intro = _("Muted until {at} already.").format(at=moment_text(longest.until))

    def consequences(self, form: MuteForm) -> Sequence[str]:
        """What the player can no longer do; raises Refused for whoever plays with them."""
        data = form.cleaned_data
        try:
            mutes.check_mute(by=self.by, player=self.person.pk, until=data["until"])
        except IllegalAction as refusal:
            raise refused(refusal) from None
        return [
            _("{name} cannot chat at any table until {at}.").format(name=self.name, at=moment_text(data["until"])),
            _("{name} reads the reason: “{reason}”").format(name=self.name, reason=data["reason"]),
        ]

    def was_sent(self, form: MuteForm) -> bool:
        """Whether this form was carried out before."""
        return was_done(self._key(form))

    def carry_out(self, form: MuteForm) -> str:
        """Mutes them, once."""
        data = form.cleaned_data
        try:
            mutes.mute(
                by=self.by,
                player=self.person.pk,
                until=data["until"],
                why=data["reason"],
                key=self._key(form),
                table_id=parse_number(self.request.GET.get("table", "")) or 0,
            )
        except IllegalAction as refusal:
            raise refused(refusal) from None
        return same_site_path(self.request, self.request.POST.get("came_from", "")) or person_url(self.person.pk)

    def done(self, form: MuteForm) -> str:
        """Until when."""
        at = moment_text(form.cleaned_data["until"])
        return _("{name} is muted until {at}.").format(name=self.name, at=at)

    def _key(self, form: MuteForm) -> str:
        return f"mute:{form.cleaned_data['once']}"


class LiftMuteForm(forms.Form):
    """Why the mute ends."""

    reason = reason_field(help_text=gettext_lazy("The player reads it. It is kept in the log."))


class LiftMutePage(ActPage[LiftMuteForm]):
    """Ends a mute before its time."""

    form_class = LiftMuteForm
    button = gettext_lazy("End the mute")

    def __init__(self, request: HttpRequest, ban: ChatBan) -> None:
        super().__init__(request)
        self.ban = ban
        self.title = _("Let {name} chat again").format(name=ban.player.display_name)
        self.intro = _("Muted until {at}: “{reason}”").format(at=moment_text(ban.until), reason=ban.reason)

    def consequences(self, form: LiftMuteForm) -> Sequence[str]:
        """That they may chat again."""
        if self.ban.ended_at is not None or self.ban.until <= timezone.now():
            raise Refused("mute_ended", _("This mute has ended already."))
        return [_("{name} may chat again at once and reads the reason.").format(name=self.ban.player.display_name)]

    def was_sent(self, form: LiftMuteForm) -> bool:
        """Whether it was ended before."""
        return self.ban.ended_at is not None

    def carry_out(self, form: LiftMuteForm) -> str:
        """Ends it."""
        by, why = staff_id(self.request), form.cleaned_data["reason"]
        try:
            mutes.lift_mute(by=by, ban_id=self.ban.pk, why=why)
        except IllegalAction as refusal:
            raise refused(refusal) from None
        return person_url(self.ban.player_id)


@office_page(MUTE)
def mute(request: HttpRequest, person: int) -> HttpResponse:
    """Mutes a player for a time."""
    return MutePage(request, get_object_or_404(get_user_model(), pk=person, is_bot=False)).respond()


@office_page(LIFT_MUTES)
def lift_mute(request: HttpRequest, ban: int) -> HttpResponse:
    """Ends a mute."""
    return LiftMutePage(request, get_object_or_404(ChatBan.objects.select_related("player"), pk=ban)).respond()
