"""The content security policy, with websockets allowed to the page's own host only."""

from functools import lru_cache

from csp.constants import HEADER
from csp.middleware import CheckableLazyObject, CSPMiddleware, PolicyParts
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase

HOSTS = 64
"""For so many hosts that the room is called by, the policy is kept."""


class ContentSecurityPolicyMiddleware(CSPMiddleware):
    """Adds this host's ws(s) origin to the policy, because not every browser counts it as 'self'."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """The policy of one response."""
        parts = super().get_policy_parts(request, response, report_only)
        sockets = _sockets(request)
        if sockets and not report_only:
            parts.update = {**(parts.update or {}), "connect-src": [sockets]}
        return parts

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Puts the policy into the response; most have the same one as all others."""
        sockets = _sockets(request)
        if not sockets or _has_own_policy(request, response):
            return super().process_response(request, response)
        response[HEADER] = _usual_policy(sockets)
        # Whoever asks for a nonce from now on is told that it comes too late.
        request.csp_nonce = CheckableLazyObject(self._csp_nonce_post_response)  # type: ignore[attr-defined]  # As csp does.
        return response


def _sockets(request: HttpRequest) -> str:
    """The origin of this host's websockets; "" for a host that is not the room's."""
    try:
        return f"{'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
    except DisallowedHost:
        return ""


def _has_own_policy(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether a view or a nonce changes the policy; what Django shows while it is debugged has none."""
    has_nonce = isinstance(getattr(request, "_csp_nonce", None), str)
    return settings.DEBUG or has_nonce or HEADER in response or any(name.startswith("_csp") for name in vars(response))


@lru_cache(HOSTS)
def _usual_policy(sockets: str) -> str:
    return build_policy(update={"connect-src": [sockets]})
