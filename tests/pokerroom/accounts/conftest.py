"""What tests of accounts share: e-mails are sent at once, into Django's outbox."""

import pytest

from pokerroom.accounts import mail


@pytest.fixture(autouse=True)
def _mail_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sends each e-mail within the request."""
    monkeypatch.setattr(mail, "send_later", mail.send_now)
