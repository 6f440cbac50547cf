"""The settings; every value that differs between installations comes from the environment."""

from pathlib import Path
from typing import Literal

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from pokerroom import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.folder("VAR_DIR", BASE_DIR / "var")

# The kind of installation. Defaults are the safe choice unless one of these says otherwise.
DEBUG = env.flag("DEBUG", default=False)
DEMO = env.flag("DEMO", default=False)
DATABASE_URL = env.text("DATABASE_URL")
REDIS_URL = env.text("REDIS_URL")
REDIS_PREFIX = env.text("REDIS_PREFIX", "room")
EMBEDDED = not DATABASE_URL and not REDIS_URL
HTTPS = env.flag("HTTPS", default=not (DEBUG or DEMO))
RATE_LIMITS = env.flag("RATE_LIMITS", default=True)
# Frames name the decision that they show. Only for measurements: who counts decisions learns of hidden ones.
FRAME_VERSIONS = env.flag("FRAME_VERSIONS", default=False)
# Sockets per web process that one account, or one address (a club behind one router), may open; 0 = no limit.
SOCKETS_PER_ACCOUNT = env.number("SOCKETS_PER_ACCOUNT", default=24, least=0)
SOCKETS_PER_ADDRESS = env.number("SOCKETS_PER_ADDRESS", default=400, least=0)
# The most pages that a web process makes at one time; each may hold a connection of DATABASE_POOL.
PAGE_THREADS = env.number("PAGE_THREADS", default=8, least=1)
BOTS = env.flag("BOTS", default=True)
# House bots think for this percentage of a human's time, at cash tables that nobody watches at least 100; 0 = at once.
BOT_THINKING = env.number("BOT_THINKING", default=100, least=0)
# How long a seat is kept for a player called from a waiting list, in seconds; a day at most.
CALL_SECONDS = env.number("CALL_SECONDS", default=60, least=1, most=86_400)
# The local hour of the nightly search for flags of the watch list (F7); -1 = never.
WATCH_LIST_HOUR = env.number("WATCH_LIST_HOUR", default=5, least=-1, most=23)
# The hands whose cards one member of staff may review within an hour (H8).
HAND_REVIEWS_PER_HOUR = env.number("HAND_REVIEWS_PER_HOUR", default=20, least=1)
# The most tables a player may sit at, cash tables and tournament seats together (K11).
TABLES_PER_PLAYER = env.number("TABLES_PER_PLAYER", default=4, least=1)
# The most unfinished tournaments a player may be in; 0 = no limit (T18).
TOURNAMENTS_PER_PLAYER = env.number("TOURNAMENTS_PER_PLAYER", default=0, least=0)
# The largest big blind (or lower limit) that the lobby calls low stakes, and middle stakes; minor units.
_LOW = env.number("LOW_STAKES", default=10_00, least=0)
STAKES_BANDS = (_LOW, env.number("MIDDLE_STAKES", default=max(25_00, _LOW), least=_LOW))
# No larger amount is typed anywhere in the room either.
PLAY_GRANT = env.number("PLAY_GRANT", default=10_000_00, least=0, most=10**15)

SECRET_KEY = env.secret_key(file=VAR_DIR / "secret_key", may_generate=DEBUG or DEMO or EMBEDDED)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
CARD_SEAL_KEYS = env.fernet_keys("CARD_SEAL_KEYS") or env.derived_keys(
    [SECRET_KEY, *SECRET_KEY_FALLBACKS], purpose="hidden cards at rest"
)
# The first key signs acts of staff in the log; acts signed with the others are still accepted.
STAFF_LOG_KEYS = env.words("STAFF_LOG_KEYS") or env.derived_keys(
    [SECRET_KEY, *SECRET_KEY_FALLBACKS], purpose="log of staff acts"
)
# The first key seals and hashes private data (secrets of second factors, e-mail addresses of excluded players); what
# the others made is still read.
PRIVATE_DATA_KEYS = env.fernet_keys("PRIVATE_DATA_KEYS") or env.derived_keys(
    [SECRET_KEY, *SECRET_KEY_FALLBACKS], purpose="private data at rest"
)
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "django_otp",
    "pokerroom",
    "backoffice",
    "cashier",
    "games",
    "tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "pokerroom.security.content_security_policy.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "pokerroom.page_language.page_language_middleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "pokerroom.banned.BannedMiddleware",
    "pokerroom.sessions.sign_ins.SignInMiddleware",
    "pokerroom.accounts.second_factor_middleware.SecondFactorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "pokerroom.urls"
ASGI_APPLICATION = "pokerroom.asgi.application"
_LOADERS = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("pokerroom.rendering.joined_templates.Loader", _LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "pokerroom.context.room",
                "games.web.lobby.notices.unread_notices",
                "games.web.lobby.own_parts.own_parts",
                "tournaments.web.pages.notices.tournament_notices",
            ],
            "builtins": ["pokerroom.templatetags.room"],
        },
    }
]

FORM_RENDERER = "pokerroom.rendering.form_renderer.FormRenderer"

DATABASES = {"default": env.database(DATABASE_URL, embedded_file=VAR_DIR / "room.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CHANNEL_LAYERS = {
    "default": env.channel_layer(REDIS_URL, prefix=REDIS_PREFIX, secrets=[SECRET_KEY, *SECRET_KEY_FALLBACKS])
}
CACHES = {"default": env.cache(REDIS_URL, prefix=REDIS_PREFIX)}

AUTH_USER_MODEL = "pokerroom.User"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator"},
    {"NAME": "pokerroom.accounts.password_length.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATORS}.NumericPasswordValidator"},
]

PASSWORD_RESET_TIMEOUT = 60 * 60
# Whether staff need a second factor; the demo's accounts have a public password and do without.
STAFF_SECOND_FACTOR = env.flag("STAFF_SECOND_FACTOR", default=not (DEBUG or DEMO))

_MAIL = env.mail(env.text("EMAIL_URL"))
EMAIL_BACKEND = _MAIL.backend
EMAIL_HOST, EMAIL_PORT = _MAIL.host, _MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.user, _MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.use_tls, _MAIL.use_ssl
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "Pokerroom <room@localhost>")

# A __Host- cookie is bound to this exact host over TLS; plain HTTP (demo, debug) cannot use it.
_COOKIE = "__Host-" if HTTPS else ""
SESSION_ENGINE = "pokerroom.sessions.store"
SESSION_COOKIE_NAME = f"{_COOKIE}session"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
CSRF_COOKIE_NAME = f"{_COOKIE}csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "pokerroom.views.csrf_failure"
LANGUAGE_COOKIE_NAME = f"{_COOKIE}language"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE: Literal["Lax"] = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
# In a signed cookie, so that a message to somebody without an account needs no session.
MESSAGE_STORAGE = "django.contrib.messages.storage.fallback.FallbackStorage"

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", default=31_536_000, least=0) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Trusted only behind a proxy that always sets or strips these headers itself.
TRUST_PROXY = env.flag("TRUST_PROXY", default=False)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
# Large enough for a form with every field filled, too small for an upload.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_BUNDLES_DIR = VAR_DIR / "static_bundles"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "pokerroom.rendering.static_bundles.BundleFinder",
]
STATIC_MANIFEST = env.flag("STATIC_MANIFEST", default=not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
WHITENOISE_AUTOREFRESH = DEBUG

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("cs", _("Czech")), ("sk", _("Slovak"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["pokerroom.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")

LOG_LEVEL = env.log_level("LOG_LEVEL", "INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "filters": {"in_one_line": {"()": "django.utils.log.CallbackFilter", "callback": env.without_traceback}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # Whoever tries the addresses of a network asks for hosts that are none, all day long.
        "django.security.DisallowedHost": {"filters": ["in_one_line"]},
        # Logged SQL would show sealed cards, names and password hashes.
        "django.db.backends": {"level": "WARNING"},
        # A missing template variable is logged with its whole context, which may hold cards.
        "django.template": {"level": "INFO"},
        "daphne": {"level": "WARNING"},
        "asyncio": {"level": "WARNING"},
    },
}
