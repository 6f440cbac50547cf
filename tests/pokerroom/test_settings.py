"""Settings from the environment: safe defaults, clear errors."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from pytest_django import Settings

from games.messaging.rate_limit import Limit, LimitReached, count_attempt
from pokerroom import environment
from tests.conftest import ROOT

PRODUCTION = {
    "SECRET_KEY": "p" * 20 + "0123456789" * 4,
    "ALLOWED_HOSTS": "room.example",
    "DATABASE_URL": "postgres://room:pa%20ss@db.example:5433/room?sslmode=require",
    "REDIS_URL": "redis://redis.example:6379/0",
}


def run(tmp_path: Path, *arguments: str, **room: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with only the test's environment variables."""
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **room}
    return subprocess.run(
        [sys.executable, *arguments],
        env=env, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip


def manage(tmp_path: Path, *arguments: str, **room: str) -> subprocess.CompletedProcess[str]:
    """Runs `manage.py` with only the test's environment variables."""
    return run(tmp_path, str(ROOT / "manage.py"), *arguments, **room)


def value_of(tmp_path: Path, *names: str, **room: str) -> list[object]:
    """The values of settings in a process that reads nothing but them."""
    code = f"import json; from django.conf import settings as s; print(json.dumps([getattr(s, n) for n in {names}]))"
    done = run(tmp_path, "-c", code, DJANGO_SETTINGS_MODULE="pokerroom.settings", PYTHONPATH=str(ROOT), **room)
    assert done.returncode == 0, done.stderr
    found: list[object] = json.loads(done.stdout)
    return found


def test_production_passes_the_deployment_check(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "INFO", **PRODUCTION)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues (0 silenced)" in done.stdout


def test_the_default_settings_pass_the_deployment_check_too(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "INFO")
    assert "no issues (0 silenced)" in done.stdout, done.stdout + done.stderr


def test_a_room_of_one_process_forgets_no_counter_because_of_others(settings: Settings) -> None:
    settings.CACHES = {"default": environment.cache("", prefix="")}
    limit = Limit("sign-in", times=1, seconds=600)
    count_attempt(limit, "owner", now=600.0)
    for other in range(5_000):
        count_attempt(limit, f"guest {other}", now=600.0)
    with pytest.raises(LimitReached):
        count_attempt(limit, "owner", now=601.0)


@pytest.mark.parametrize("kept", ["DATABASE_URL", "REDIS_URL"])
def test_with_servers_a_missing_secret_key_stops_the_start(tmp_path: Path, kept: str) -> None:
    done = manage(tmp_path, "check", **{kept: PRODUCTION[kept]})
    assert done.returncode != 0
    assert "SECRET_KEY must be set" in done.stderr


def test_the_embedded_room_creates_one_private_secret_key(tmp_path: Path) -> None:
    first = value_of(tmp_path, "SECRET_KEY", "CARD_SEAL_KEYS", "DEBUG")
    second = value_of(tmp_path, "SECRET_KEY", "CARD_SEAL_KEYS", "DEBUG")
    assert first == second
    assert first[2] is False
    assert len(str(first[0])) >= 64
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_production_cookies_and_redirects_are_for_tls(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "DEBUG")
    assert value_of(tmp_path, *names, **PRODUCTION) == ["__Host-session", "__Host-csrf", True, True, False]
    assert value_of(tmp_path, *names, DEMO="1") == ["session", "csrf", False, False, False]


def test_a_misspelled_flag_is_refused(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", DEBUG="flase")
    assert done.returncode != 0
    assert "DEBUG must be 1 or 0" in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "postgres://room:secret@db:port/room", "has no valid host or port"),
        ("DATABASE_URL", "postgres://room:secret#1@db/room", "has no valid host or port"),
        ("DATABASE_URL", "postgres://room:secret@[db/room", "has no valid host or port"),
        ("DATABASE_URL", "postgres://room:secret@db", "must name a database"),
        ("DATABASE_URL", "postgres://room:secret@db/room?ssl=1", 'invalid connection option "ssl"'),
        ("DATABASE_POOL", "0", "must be 1 or more"),
        ("REDIS_URL", "redis.example:6379", "must be like redis://host:6379/0"),
        ("REDIS_URL", "redis://:secret@redis:port/0", "has no valid host or port"),
        ("EMAIL_URL", "smtp://room:secret@mail:port", "has no valid host or port"),
        ("ALLOWED_HOSTS", "room.example,https://room.example", "not 'https://room.example'"),
        ("ALLOWED_HOSTS", "room.example:8000", "without scheme and port"),
        ("CSRF_TRUSTED_ORIGINS", "room.example", "like https://room.example"),
        ("CSRF_TRUSTED_ORIGINS", "https://room.example/", "not 'https://room.example/'"),
        ("CARD_SEAL_KEYS", "secret", "number 1 is no Fernet key"),
        ("PRIVATE_DATA_KEYS", f"{'A' * 43}=,secret", "number 2 is no Fernet key"),
        ("TIME_ZONE", "Prague", "like Europe/Prague, not 'Prague'"),
        ("LOG_LEVEL", "verbose", "must be DEBUG, INFO"),
        ("CALL_SECONDS", "0", "must be 1 or more"),
        ("CALL_SECONDS", "99999999999", "must be 86400 or less"),
        ("PLAY_GRANT", "99999999999999999999", "must be 1000000000000000 or less"),
        ("WATCH_LIST_HOUR", "24", "must be 23 or less"),
        ("MIDDLE_STAKES", "900", "must be 1000 or more"),
        ("VAR_DIR", "/dev/null/var", "must be a folder"),
    ],
)
def test_a_setting_that_cannot_work_stops_the_start_in_one_line(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    done = manage(tmp_path, "check", **{**PRODUCTION, name: value})
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"The settings cannot be used: {name}")
    assert said in line
    assert "secret" not in line, "passwords and keys are in no log"


def test_hosts_origins_and_keys_that_can_work_are_taken(tmp_path: Path) -> None:
    key = Fernet.generate_key().decode()
    room = {
        "ALLOWED_HOSTS": "room.example, .club.example, 192.0.2.1, [2001:db8::1], room_1, *",
        "CSRF_TRUSTED_ORIGINS": "https://room.example:8443,https://*.club.example",
        "CARD_SEAL_KEYS": key,
        "LOG_LEVEL": "debug",
        "TIME_ZONE": "Europe/Prague",
    }
    names = ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "CARD_SEAL_KEYS", "LOG_LEVEL", "TIME_ZONE")
    assert value_of(tmp_path, *names, **room) == [
        ["room.example", ".club.example", "192.0.2.1", "[2001:db8::1]", "room_1", "*"],
        ["https://room.example:8443", "https://*.club.example"],
        [key],
        "DEBUG",
        "Europe/Prague",
    ]


def test_low_stakes_above_the_usual_middle_ones_need_no_second_setting(tmp_path: Path) -> None:
    assert value_of(tmp_path, "STAKES_BANDS", LOW_STAKES="5000") == [[5000, 5000]]


@pytest.mark.parametrize("command", ["audit", "verifylog"])
def test_M2_a_proof_that_could_not_be_made_is_told_from_a_breach(tmp_path: Path, command: str) -> None:
    """Nothing has been migrated, so there are no tables; a monitor must not take that for a breach."""
    done = manage(tmp_path, command)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("The database cannot be used: no such table")


def test_traceback_shows_where_a_fault_comes_from(tmp_path: Path) -> None:
    assert "Traceback" in manage(tmp_path, "audit", "--traceback").stderr


def test_a_command_that_is_interrupted_says_so_in_one_line(tmp_path: Path) -> None:
    # A shell that starts the tests in the background has all their processes ignore the signal.
    heeded = "signal.signal(signal.SIGINT, signal.default_int_handler)"
    interrupted = f"import os, signal; {heeded}; os.kill(os.getpid(), signal.SIGINT)"
    done = manage(tmp_path, "shell", "--no-imports", "-v", "0", "-c", interrupted, DEMO="1")
    assert (done.returncode, done.stderr) == (130, "Interrupted.\n")


def test_K11_the_operator_sets_the_most_tables_per_player(tmp_path: Path) -> None:
    assert value_of(tmp_path, "TABLES_PER_PLAYER") == [4]
    assert value_of(tmp_path, "TABLES_PER_PLAYER", TABLES_PER_PLAYER="1") == [1]
    done = manage(tmp_path, "check", TABLES_PER_PLAYER="0")
    assert done.returncode != 0
    assert "TABLES_PER_PLAYER must be 1 or more" in done.stderr


def test_H8_the_operator_sets_how_many_hands_one_person_reviews_an_hour(tmp_path: Path) -> None:
    assert value_of(tmp_path, "HAND_REVIEWS_PER_HOUR") == [20]


def test_database_url() -> None:
    found = environment.database(PRODUCTION["DATABASE_URL"], embedded_file=Path("unused"))
    assert (found["HOST"], found["PORT"], found["NAME"], found["USER"], found["PASSWORD"]) == (
        "db.example", "5433", "room", "room", "pa ss",
    )  # fmt: skip
    assert isinstance(found["OPTIONS"], dict)
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["CONN_MAX_AGE"] == 0
    assert found["OPTIONS"]["options"] == environment.NO_IDLE_TRANSACTIONS
    own = environment.database("postgres:///room?options=-c%20statement_timeout%3D1s", embedded_file=Path("unused"))
    assert isinstance(own["OPTIONS"], dict)
    assert own["OPTIONS"]["options"] == f"{environment.NO_IDLE_TRANSACTIONS} -c statement_timeout=1s"
    socket = environment.database("postgresql:///room?host=/run/postgresql", embedded_file=Path("unused"))
    assert socket["HOST"] == "/run/postgresql"
    with pytest.raises(ImproperlyConfigured, match="postgres://"):
        environment.database("mysql://x/y", embedded_file=Path("unused"))


def test_derived_keys_differ_by_secret_and_by_purpose() -> None:
    keys = {*environment.derived_keys(["a", "b"], purpose="x"), *environment.derived_keys(["a"], purpose="y")}
    assert len(keys) == 3


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/sign-in/", "/accounts/sign-up/", "/no/such/page"])
def test_every_page_has_the_strict_policy(client: Client, path: str) -> None:
    answer = client.get(path, headers={"host": "testserver"})
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self' ws://testserver"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert "unsafe" not in answer["Content-Security-Policy"]
    page = answer.content.decode()
    assert " style=" not in page
    assert " on" not in {attribute[:3] for attribute in page.split("<") if attribute.startswith(" on")}
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_request_for_a_host_that_is_none_is_one_line_of_the_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """Robots send them all day long; the line is for an operator who has forgotten a name in ALLOWED_HOSTS."""
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    (record,) = (record for record in caplog.records if record.name == "django.security.DisallowedHost")
    assert "'evil.example'" in record.getMessage()
    assert record.exc_info is None


@pytest.mark.django_db
def test_healthz_names_the_failing_part(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    fine = client.get("/healthz")
    assert (fine.status_code, fine.content) == (200, b"ok\n")
    monkeypatch.setattr("pokerroom.views.get_channel_layer", lambda: None)
    broken = client.get("/healthz")
    assert (broken.status_code, broken.content) == (503, b"failed: layer\n")


@pytest.mark.django_db
def test_healthz_tells_of_a_database_that_may_only_be_read(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
    assert client.get("/healthz").content == b"failed: database\n"
