"""Forms of accounts: sign-up, sign-in, password, settings."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import IntegrityError, transaction
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pokerroom.accounts import display_names, services
from pokerroom.models import NAME_MAX, NAME_MIN, NAME_PATTERN, User
from pokerroom.models.look_alikes import is_in_disguise, skeleton

NAME_TAKEN = _("This name is already taken. Please choose another.")
NAME_SHAPE = _("Use 3 to 20 letters and digits, with single spaces, dots, dashes or underscores between them.")
PASSWORD_MAX = 256

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def password_field(label: "StrOrPromise", autocomplete: str, help_text: "StrOrPromise" = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=PASSWORD_MAX, widget=widget, help_text=help_text)


class NameField(forms.CharField):
    """A display name: normalised, well-formed and not reserved for the house, unless it is `kept` from before."""

    kept = ""

    def __init__(
        self,
        *,
        label: "StrOrPromise",
        help_text: "StrOrPromise",
        widget: forms.Widget | None = None,
    ) -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            widget=widget,
            min_length=NAME_MIN,
            max_length=NAME_MAX,
            validators=[RegexValidator(NAME_PATTERN, NAME_SHAPE)],
        )

    def to_python(self, value: object) -> str:
        """The normalised name."""
        return display_names.normalise(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        """Refuses names that look like staff or a house bot, or whose letters pass for others."""
        super().validate(value)
        if value != self.kept and is_in_disguise(value):
            raise ValidationError(_("Use letters of one common alphabet, such as the Latin one, and digits 0 to 9."))
        if value != self.kept and display_names.is_reserved(value):
            raise ValidationError(_("This name is reserved for the house. Please choose another."))


class SignInForm(forms.Form):
    """Name and password; it never says which of them was wrong."""

    name = forms.CharField(
        label=pgettext_lazy("of a person", "Name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}),
    )
    password = password_field(_("Password"), "current-password")


class MemberForm(forms.Form):
    """A name and a new password: for sign-up, and for a guest who keeps the account."""

    name = NameField(
        label=pgettext_lazy("of a person", "Name"),
        help_text=_("You sign in with this name, and the other players see it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = password_field(_("Password"), "new-password", help_text=_("At least 8 characters."))

    def __init__(self, data: QueryDict | None = None, *, person: User | None = None) -> None:
        super().__init__(data)
        self.person = person

    def clean_name(self) -> str:
        """Refuses a name that is taken."""
        name: str = self.cleaned_data["name"]
        if services.is_taken(name, but_for=self.person.pk if self.person else None):
            raise ValidationError(NAME_TAKEN)
        return name

    def clean(self) -> dict[str, Any]:  # The signature of Django's forms.
        """Validates the password together with the name."""
        data = super().clean() or {}
        if "password" in data:
            try:
                validate_password(data["password"], User(username=data.get("name", "")))
            except ValidationError as trouble:
                self.add_error("password", trouble)
        return data


class PersonForm(forms.Form):
    """A form about the account of one person."""

    def __init__(self, data: QueryDict | None = None, *, person: User) -> None:
        super().__init__(data)
        self.person = person


class CurrentPasswordForm(PersonForm):
    """The current password, which proves who fills in the form."""

    password = password_field(_("Current password"), "current-password")

    def clean_password(self) -> str:
        """Refuses a wrong password."""
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise ValidationError(_("This is not your current password."))
        return password


class NewPasswordForm(PersonForm):
    """A new password."""

    new = password_field(_("New password"), "new-password")

    def __init__(self, data: QueryDict | None = None, *, person: User) -> None:
        super().__init__(data, person=person)
        self.fields["new"].help_text = " ".join(password_validators_help_texts())

    def clean_new(self) -> str:
        """Validates the new password."""
        new: str = self.cleaned_data["new"]
        validate_password(new, self.person)
        return new


class PasswordForm(CurrentPasswordForm, NewPasswordForm):
    """The current password and a new one."""

    field_order = ("password", "new")


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Display name, language and automatic actions of the seat."""

    display_name = NameField(label=_("Name at the table"), help_text=_("The name that the other players see."))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    class Meta:
        model = User
        fields = ("display_name", "language", "auto_muck", "auto_post")

    # Any: whatever Django's own method takes.
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        name_field = self.fields["display_name"]
        assert isinstance(name_field, NameField)
        name_field.kept = self.instance.display_name

    def clean_display_name(self) -> str:
        """Refuses a name that is taken."""
        name: str = self.cleaned_data["display_name"]
        if name != self.instance.display_name and services.is_taken(name, but_for=self.instance.pk):
            raise ValidationError(NAME_TAKEN)
        return name

    def save(self, commit: bool = True) -> User:
        """Writes what was typed and nothing else, as a ban or the deletion of the account may have come meanwhile.

        Raises NameTaken when somebody else was quicker.
        """
        person: User = super().save(commit=False)
        changed = {name: getattr(person, name) for name in self.Meta.fields}
        changed["name_skeleton"] = skeleton(person.display_name)
        if commit:
            try:
                with transaction.atomic():
                    User.objects.filter(pk=person.pk, deleted_at=None).update(**changed)
            except IntegrityError as trouble:
                raise services.NameTaken(person.display_name) from trouble
        return person
