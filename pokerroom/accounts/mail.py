"""E-mails to people, in their language; sent beside the request, so that its time tells nothing about an address."""

import logging
from concurrent.futures import ThreadPoolExecutor

from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils.translation import override

from games.messaging.faults import describe_fault
from pokerroom.models import User

LOG = logging.getLogger(__name__)
_SENDERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail")


def send(template: str, *, to: str, person: User, **context: object) -> None:
    """Sends `accounts/mail/<template>.txt` to an address; its first line is the subject."""
    with override(person.language or None):
        text = render_to_string(f"accounts/mail/{template}.txt", {"name": person.display_name, **context})
    subject, _line, body = text.strip().partition("\n")
    send_later(EmailMessage(subject.strip(), body.strip() + "\n", to=[to]))


def send_later(message: EmailMessage) -> None:
    """Hands a message to a thread that sends it."""
    _SENDERS.submit(send_now, message)


def send_now(message: EmailMessage) -> None:
    """Sends a message; a fault is logged without the address."""
    try:
        message.send()
    except Exception as fault:
        LOG.error("An e-mail was not sent: %s", describe_fault(fault))
