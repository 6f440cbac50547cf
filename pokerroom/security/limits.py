"""How often one address or account may try to sign in, sign up or change a password."""

from django.http import HttpRequest

from games.messaging.rate_limit import Limit
from games.web.security.client_address import address_of

SIGN_IN_ADDRESS = Limit("sign-in-address", times=60, seconds=300)
# Guesses at one account from all addresses together where its owner was not signed in before, and from each of those
# where they were: strangers keep nobody out who comes from a usual address, and others for one window at most.
SIGN_IN_ACCOUNT = Limit("sign-in-account", times=15, seconds=600)
SIGN_IN_USUAL_ADDRESS = Limit("sign-in-usual-address", times=15, seconds=600)
SIGN_UP_ADDRESS = Limit("sign-up-address", times=20, seconds=3600)
GUEST_ADDRESS = Limit("guest-address", times=40, seconds=3600)
PASSWORD_ACCOUNT = Limit("password-account", times=10, seconds=600)
CODE_ACCOUNT = Limit("code-account", times=10, seconds=600)
EXPORT_ACCOUNT = Limit("export-account", times=5, seconds=3600)

# Each sends an e-mail. The address that is written to counts too, so that nobody's mailbox is flooded.
EMAIL_SENDER = Limit("email-sender", times=10, seconds=3600)
EMAIL_RECEIVER = Limit("email-receiver", times=4, seconds=3600)


def address(request: HttpRequest) -> str:
    """The network address of a request; an IPv6 caller counts by the /64 network, which they own as a whole."""
    return address_of(request) or "unknown"
