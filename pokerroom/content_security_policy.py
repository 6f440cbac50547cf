"""The content security policy, with websockets allowed to the page's own host only."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase


class ContentSecurityPolicyMiddleware(CSPMiddleware):
    """Adds this host's ws(s) origin to the policy, because not every browser counts it as 'self'."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """The policy of one response."""
        parts = super().get_policy_parts(request, response, report_only)
        scheme = "wss" if request.is_secure() else "ws"
        try:
            sockets = f"{scheme}://{request.get_host()}"
        except DisallowedHost:
            return parts
        if not report_only:
            parts.update = {**(parts.update or {}), "connect-src": [sockets]}
        return parts
