"""Accounts and bans."""

from collections.abc import Collection
from functools import partial
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.compiled_query import CompiledQuery, Given, one_of_each
from games.engine.events.kinds import LONGEST_REASON
from games.messaging import messages
from pokerroom.models.look_alikes import LONGEST_SKELETON, SkeletonField

NAME_MIN, NAME_MAX = 3, 20
# Letters and digits joined by single marks: no name is blank, only dots, or another name with a wider gap.
NAME_PATTERN = r"\A(?=.{3,20}\Z)[^\W_]+(?:(?:[._-]|[.]? )[^\W_]+)*[.]?\Z"


class Accounts(UserManager["User"]):
    """The accounts; every request reads one of them by its id."""

    use_in_migrations = False

    def get(self, *args: Any, **kwargs: Any) -> "User":
        """One account; by its id alone with SQL that is compiled once. Raises `User.DoesNotExist`."""
        if args or kwargs.keys() != {"pk"} or not isinstance(pk := kwargs["pk"], int):
            return super().get(*args, **kwargs)
        found = _ACCOUNT.first(pk=pk)
        if found is None:
            raise User.DoesNotExist(f"There is no account {pk}.")
        return found

    def each(self, ids: Collection[int]) -> dict[int, "User"]:
        """The accounts with these ids, by id, read together; an id that nobody has is left out."""
        return {user.pk: user for user in _ACCOUNTS.all_of("pk", ids)}

    def lock(self, pk: int) -> None:
        """Locks an account until the transaction ends; raises `User.DoesNotExist`."""
        if _LOCKED.first(pk=pk) is None:
            raise User.DoesNotExist(f"There is no account {pk}.")


class User(AbstractUser):
    """The account of a person or house bot: sign-in, display name, preferences."""

    objects: ClassVar[Accounts] = Accounts()

    email_changes = models.PositiveIntegerField(default=0, editable=False)
    """Counted, so that a link that confirms an e-mail address works once; `email` holds confirmed addresses only."""

    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    display_name = models.CharField(
        _("name at the table"),
        max_length=NAME_MAX,
        validators=[
            RegexValidator(
                NAME_PATTERN,
                _("Use 3 to 20 letters and digits, with single spaces, dots, dashes or underscores between them."),
            )
        ],
        help_text=_("The name that the other players see."),
    )
    name_skeleton = SkeletonField(max_length=LONGEST_SKELETON, default="", db_default="", editable=False, db_index=True)
    """What names that look alike have in common; it is not unique, as accounts keep the names they have."""

    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("house bot"), default=False)
    language = models.CharField(_("language"), max_length=5, blank=True, choices=settings.LANGUAGES)

    preferences = models.JSONField(_("how tables look and sound"), default=dict, blank=True)
    auto_muck = models.BooleanField(_("muck losing hands without asking"), default=False)
    auto_post = models.BooleanField(_("post blinds without asking"), default=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        permissions: ClassVar = [
            ("give_roles", "Can give and take roles"),
            ("reset_second_factor", "Can take away the second factor of others"),
            ("view_reports", "Can read reports"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["deleted_at"], condition=models.Q(deleted_at__isnull=False), name="deleted_accounts")
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("display_name"),
                name="display_name_once",
                violation_error_message=_("This name is already taken. Please choose another."),
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="email_once",
                violation_error_message=_("Another account has this e-mail address already."),
            ),
        ]

    _loaded_access: tuple[str, bool] | None = None
    _loaded_powers: tuple[bool, bool] | None = None

    def __str__(self) -> str:
        return self.display_name

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[object], **kwargs: Any) -> Self:
        """Remembers what `save` compares: the password and active flag, and whether the person is of the staff."""
        user = super().from_db(db, field_names, values, **kwargs)
        loaded = user.__dict__
        if "password" in loaded and "is_active" in loaded:
            user._loaded_access = (loaded["password"], loaded["is_active"])
        if "is_staff" in loaded and "is_superuser" in loaded:
            user._loaded_powers = (loaded["is_staff"], loaded["is_superuser"])
        return user

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Saves the account; closes its sockets when the password, a ban or who belongs to the staff has changed."""
        if not self.display_name:
            self.display_name = self.username[:NAME_MAX]
        super().save(*args, **kwargs)
        if self._loaded_access not in (None, (self.password, self.is_active)):
            self._loaded_access = (self.password, self.is_active)
            transaction.on_commit(partial(messages.notify_close_sockets, self.pk))
        if self._loaded_powers not in (None, (self.is_staff, self.is_superuser)):
            self._loaded_powers = (self.is_staff, self.is_superuser)
            transaction.on_commit(partial(messages.notify_access_changed, self.pk))

    def has_perm(self, perm: str, obj: models.Model | None = None) -> bool:
        """Whether this person may do so: only staff have powers (F8), so that nothing is read for players."""
        return (self.is_staff or self.is_superuser) and super().has_perm(perm, obj)

    def get_short_name(self) -> str:
        """The name at the table, used in greetings."""
        return self.display_name


_ACCOUNT = CompiledQuery(lambda: User.objects.filter(pk=Given("pk")))
_ACCOUNTS = CompiledQuery(lambda: User.objects.filter(one_of_each("pk")))
_LOCKED = CompiledQuery(lambda: User.objects.select_for_update(no_key=True).filter(pk=Given("pk")).values_list("pk"))


class Ban(models.Model):
    """A ban from the room, or its end: by whom, when and why; append-only (F3).

    A ban may end by itself at `until`, without a row of its own.
    """

    class Kind(models.TextChoices):
        """The decision."""

        BANNED = "banned", _("banned")
        LIFTED = "lifted", _("ban lifted")

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="bans", verbose_name=_("player"))
    kind = models.CharField(_("decision"), max_length=8, choices=Kind.choices)
    until = models.DateTimeField(
        _("until"),
        null=True,
        blank=True,
        help_text=_("Leave empty for no end: it then stays in force until staff end it."),
    )
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, help_text=_("The person reads the reason."))
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", editable=False, verbose_name=_("by"))
    at = models.DateTimeField(_("at"), default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(reason=""),
                name="ban_has_a_reason",
                violation_error_message=_("Give a reason: it is kept with the decision."),
            ),
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(kind="banned", until__gt=models.F("at")),
                name="ban_ends_after_it_began",
                violation_error_message=_("The end must be after the beginning."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_kind_display()}"
