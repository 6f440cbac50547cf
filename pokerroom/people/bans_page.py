"""Pages that ban a person or an address, and let them in again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from backoffice.api import Refused
from backoffice.web.api import ActPage, reason_field
from games import api as games
from pokerroom import address_bans, bans
from pokerroom.models import AddressBan, Ban, User
from pokerroom.people.panels import chips_text
from tournaments import api as tournaments

MOST_NAMES = 8


class UntilField(forms.DateTimeField):
    """The end of a ban, in the room's time; empty for a ban without end."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("until"),
            required=False,
            help_text=gettext_lazy("Leave empty for no end: it then stays in force until staff end it."),
        )

    def clean(self, value: object) -> datetime | None:
        """Refuses an end in the past."""
        until: datetime | None = super().clean(value)
        if until is not None and until <= timezone.now():
            raise forms.ValidationError(_("The end must be after the beginning."))
        return until


class BanForm(forms.Form):
    """The end of a ban and its reason, which the person is told."""

    until = UntilField()
    reason = reason_field(help_text=gettext_lazy("The person reads the reason."))


class LiftForm(forms.Form):
    """The reason why a ban ends."""

    reason = reason_field()


class AddressBanForm(forms.Form):
    """The address, the end of the ban, and the reason, which visitors from there are told."""

    address = forms.CharField(
        label=gettext_lazy("network address"),
        max_length=60,
        help_text=gettext_lazy("For example 192.0.2.7. An IPv6 address covers its whole /64 network."),
    )
    until = UntilField()
    reason = reason_field(help_text=gettext_lazy("Whoever comes from there reads the reason."))

    def clean_address(self) -> str:
        """The address as it is kept; refuses text that is none."""
        address = address_bans.normalised(self.cleaned_data["address"])
        if not address:
            raise forms.ValidationError(_("This is no network address."))
        return address


class BanPage(ActPage[BanForm]):
    """Bans a person from the room."""

    form_class = BanForm
    button = gettext_lazy("Ban")
    is_danger = True

    def __init__(self, request: HttpRequest, *, by: User, person: User) -> None:
        super().__init__(request)
        self.by, self.person = by, person
        self.title = _("Ban %(name)s from the room") % {"name": person.display_name}

    def consequences(self, form: BanForm) -> Sequence[str]:
        """What a ban does; raises Refused where it would be refused."""
        until = form.cleaned_data["until"]
        _check(self.person, Ban.Kind.BANNED, self.by, until)
        return [
            _("%(name)s leaves the room at once, on every device, and reads the reason.")
            % {"name": self.person.display_name},
            *_what_they_leave(self.person),
            _until_text(until),
        ]

    def carry_out(self, form: BanForm) -> str:
        """Bans the person."""
        data = form.cleaned_data
        _check(self.person, Ban.Kind.BANNED, self.by, data["until"])
        bans.decide(
            person_id=self.person.pk, kind=Ban.Kind.BANNED, reason=data["reason"], by=self.by, until=data["until"]
        )
        return reverse("people:person", args=[self.person.pk])


class LiftPage(ActPage[LiftForm]):
    """Lets a banned person in again."""

    form_class = LiftForm
    button = gettext_lazy("Lift the ban")

    def __init__(self, request: HttpRequest, *, by: User, person: User) -> None:
        super().__init__(request)
        self.by, self.person = by, person
        self.title = _("Lift the ban of %(name)s") % {"name": person.display_name}

    def consequences(self, form: LiftForm) -> Sequence[str]:
        """What it does; raises Refused where it would be refused."""
        _check(self.person, Ban.Kind.LIFTED, self.by)
        return [_("%(name)s may sign in again.") % {"name": self.person.display_name}]

    def carry_out(self, form: LiftForm) -> str:
        """Lifts the ban."""
        _check(self.person, Ban.Kind.LIFTED, self.by)
        bans.decide(person_id=self.person.pk, kind=Ban.Kind.LIFTED, reason=form.cleaned_data["reason"], by=self.by)
        return reverse("people:person", args=[self.person.pk])


class AddressBanPage(ActPage[AddressBanForm]):
    """Bans a network address."""

    form_class = AddressBanForm
    title = gettext_lazy("Ban a network address")
    intro = gettext_lazy("Nobody enters the room from a banned address, with or without an account.")
    button = gettext_lazy("Ban")
    is_danger = True

    def __init__(self, request: HttpRequest, *, by: int) -> None:
        super().__init__(request)
        self.by = by

    def form_options(self) -> dict[str, Any]:
        """The address that a link names."""
        return {"initial": {"address": self.request.GET.get("address", "")}}

    def consequences(self, form: AddressBanForm) -> Sequence[str]:
        """How many accounts it concerns; raises Refused for an address that may not be banned."""
        address = form.cleaned_data["address"]
        address_bans.check_may_ban(address, by=self.by)
        people = address_bans.accounts_at(address)
        names = ", ".join(person.display_name for person in people[:MOST_NAMES])
        lines = [_("Nobody enters the room from %(address)s.") % {"address": address}]
        if people:
            count = ngettext(
                "%(count)d account used it in the last 30 days: %(names)s.",
                "%(count)d accounts used it in the last 30 days: %(names)s.",
                len(people),
            )
            lines.append(count % {"count": len(people), "names": names + (" …" if len(people) > MOST_NAMES else "")})
        if any(person.is_staff for person in people):
            lines.append(_("There are staff among them: it may be the club's own network."))
        return [*lines, _until_text(form.cleaned_data["until"])]

    def carry_out(self, form: AddressBanForm) -> str:
        """Bans the address."""
        data = form.cleaned_data
        address_bans.ban(address=data["address"], until=data["until"], reason=data["reason"], by=self.by)
        return reverse("people:addresses")


class LiftAddressPage(ActPage[LiftForm]):
    """Lets a banned address in again."""

    form_class = LiftForm
    button = gettext_lazy("Lift the ban")

    def __init__(self, request: HttpRequest, *, by: int, ban: AddressBan) -> None:
        super().__init__(request)
        self.by, self.ban = by, ban
        self.title = _("Lift the ban of %(name)s") % {"name": ban.address}

    def consequences(self, form: LiftForm) -> Sequence[str]:
        """What it does; raises Refused for a ban that has ended."""
        address_bans.check_in_force(self.ban)
        return [_("People enter the room from %(address)s again.") % {"address": self.ban.address}]

    def carry_out(self, form: LiftForm) -> str:
        """Lifts the ban."""
        address_bans.lift(ban_id=self.ban.pk, reason=form.cleaned_data["reason"], by=self.by)
        return reverse("people:addresses")


def _check(person: User, kind: str, by: User, until: datetime | None = None) -> None:
    """Raises Refused for a decision that this member of staff may not make, or that changes nothing."""
    if why := bans.refusal(person=person, kind=kind, by=by, until=until):
        raise Refused("ban", why)


def _what_they_leave(person: User) -> Sequence[str]:
    """What becomes of the seats that a person has now, a sentence each."""
    seats = games.seats_of(user_id=person.pk)
    text = _(
        "%(table)s: a running hand is folded when it is their turn; then the chips go to the wallet (%(chips)s now)."
    )
    lines = [text % {"table": seat.name, "chips": chips_text(seat)} for seat in seats]
    if tournaments.is_entered(player=person.pk):
        lines.append(_("In tournaments the room plays the stack until the director decides."))
    return lines or [_("%(name)s has no seat now.") % {"name": person.display_name}]


def _until_text(until: datetime | None) -> str:
    if until is None:
        return _("It stays in force until staff end it.")
    return _("It ends by itself: %(until)s.") % {
        "until": date_format(timezone.localtime(until), "SHORT_DATETIME_FORMAT")
    }
