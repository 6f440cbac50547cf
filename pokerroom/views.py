"""Views that belong to no app: health check, icon, error pages."""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.views import redirect_to_login
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.messaging.messages import LAYER_ERRORS

HEALTH_PATH = "/healthz"
PROBE = "healthz"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 "ok" when the database takes data and the channel layer a message, else 503 naming what failed."""
    parts = {"database": _database_takes_data(), "layer": _layer_answers()}
    failed = [name for name, answers in parts.items() if not answers]
    body = f"failed: {', '.join(failed)}\n" if failed else "ok\n"
    return HttpResponse(body, status=503 if failed else 200, content_type="text/plain; charset=utf-8")


def _database_takes_data() -> bool:
    """Whether it answers, and is no copy that may only be read."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_read_only" if connection.vendor == "postgresql" else "SELECT 'off'")
            return bool(cursor.fetchone() == ("off",))
    except DatabaseError:
        return False


def _layer_answers() -> bool:
    layer = get_channel_layer()
    if layer is None:
        return False
    try:
        async_to_sync(layer.group_send)(PROBE, {"type": "healthz"})
    except LAYER_ERRORS:
        return False
    return True


def admin_login(request: HttpRequest) -> HttpResponse:
    """Staff use everybody's rate-limited sign-in page; a signed-in user who is not staff is refused."""
    if request.user.is_authenticated and not request.user.is_staff:
        return render(request, "403.html", status=403)
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirects requests for favicon.ico to the SVG icon."""
    return redirect(static("img/favicon.svg"), permanent=False)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Explains that a form has expired or comes from another site; nothing changes."""
    return render(request, "403.html", {"stale_form": True}, status=403)
