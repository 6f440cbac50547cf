"""The second factor of an account: the secret of an authenticator app, sealed, and hashes of recovery codes."""

from __future__ import annotations

import secrets
from base64 import b32encode
from time import time
from typing import ClassVar, Self
from urllib.parse import quote, urlencode

from django.db import models
from django_otp.models import Device, ThrottlingMixin
from django_otp.oath import TOTP

from pokerroom.models.accounts import User
from pokerroom.security import private_data

SECRET_BYTES = 20
ISSUER = "Pokerroom"
"""What an app shows with the account."""
TOLERANCE = 1
"""So many steps of 30 seconds may the clock of an app be fast or slow."""
RECOVERY = "recovery code"


class SecondFactor(ThrottlingMixin, Device):  # type: ignore[misc]  # the library has no types
    """An authenticator app (TOTP) with its recovery codes; each code works once.

    `last_t` is the step of the last code that was used, `drift` how many steps the app's clock is off.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    sealed = models.BinaryField()
    last_t = models.BigIntegerField(default=-1)
    drift = models.SmallIntegerField(default=0)

    throttle_factor: ClassVar[int] = 1
    """Seconds to wait after the first wrong code; doubled with each further one."""

    class Meta(Device.Meta):  # type: ignore[misc]  # the library has no types
        default_permissions: ClassVar = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "confirmed"], name="second_factor_once")]

    @classmethod
    def create_for(cls, person: User) -> Self:
        """A new secret, not yet in use."""
        secret = secrets.token_hex(SECRET_BYTES)
        return cls.objects.create(  # type: ignore[no-any-return]  # the library has no types
            user=person, name="app", confirmed=False, sealed=private_data.seal(person.pk, secret)
        )

    @property
    def secret(self) -> bytes:
        """The secret that the app shares; raises `Unreadable`."""
        return bytes.fromhex(private_data.unseal(self.user_id, self.sealed))

    @property
    def config_url(self) -> str:
        """The address that an app reads from the picture; raises `Unreadable`."""
        secret = b32encode(self.secret).decode()
        values = {"secret": secret, "algorithm": "SHA1", "digits": 6, "period": 30, "issuer": ISSUER}
        return f"otpauth://totp/{quote(f'{ISSUER}:{self.user.get_username()}')}?{urlencode(values)}"

    def set_recovery_codes(self, codes: list[str]) -> None:
        """Keeps hashes of these codes in place of the ones before."""
        self.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(factor=self, code_hash=private_data.keyed_hash(RECOVERY, f"{self.user_id}:{code}"))
            for code in codes
        )

    def verify_token(self, token: str) -> bool:
        """Whether this code of the app, or recovery code, is right now; a right one is used up. Lock the row first."""
        allowed, _ = self.verify_is_allowed()
        if not allowed:
            return False
        right = self._is_apps(int(token)) if token.isdecimal() and token.isascii() else self._use_up(token)
        if right:
            self.throttle_reset(commit=False)
            self.save()
        else:
            self.throttle_increment(commit=True)
        return right

    def get_throttle_factor(self) -> int:
        """For the library."""
        return self.throttle_factor

    def _is_apps(self, code: int) -> bool:
        try:
            totp = TOTP(self.secret, drift=self.drift)
        except private_data.Unreadable:
            return False
        totp.time = time()
        if not totp.verify(code, TOLERANCE, self.last_t + 1):
            return False
        self.last_t, self.drift = totp.t(), totp.drift
        return True

    def _use_up(self, code: str) -> bool:
        hashes = private_data.keyed_hashes(RECOVERY, f"{self.user_id}:{code}")
        return bool(self.recovery_codes.filter(code_hash__in=hashes).delete()[0])


class RecoveryCode(models.Model):
    """A recovery code that was not used yet, as a keyed hash."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)

    class Meta:
        default_permissions: ClassVar = ()

    def __str__(self) -> str:
        return str(self.pk)
