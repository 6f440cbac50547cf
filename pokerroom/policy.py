"""Lets a page connect back to the sockets of the very host it came from, by name, and to nothing else."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase


class PolicyMiddleware(CSPMiddleware):
    """The content policy plus this host's ws(s) origin, because not every browser counts it as 'self'."""

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
