"""docker-compose.yml refers only to commands, settings, services and files that exist."""

import re
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.conftest import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if service.get("image") == "pokerroom"]
READ_BY_SETTINGS = set(
    re.findall(
        r"(?:env\.)?(?:text|words|flag|number)\(\"([A-Z_]+)\"",
        (ROOT / "pokerroom/settings.py").read_text() + (ROOT / "pokerroom/environment.py").read_text(),
    )
)


def test_services_are_migrate_web_tables_postgres_and_redis() -> None:
    assert set(SERVICES) == {"migrate", "web", "tables", "postgres", "redis"}
    assert set(OURS) == {"migrate", "web", "tables"}


@pytest.mark.parametrize("name", SERVICES)
def test_every_long_running_service_has_a_health_check(name: str) -> None:
    assert ("healthcheck" in SERVICES[name]) is (name != "migrate")


@pytest.mark.parametrize("name", OURS)
def test_commands_exist(name: str) -> None:
    for words in (SERVICES[name]["command"], SERVICES[name].get("healthcheck", {}).get("test", ["CMD"])[1:]):
        if words[:2] == ["python", "manage.py"]:
            assert words[2] in get_commands()
        elif words[:1] == ["python"]:
            assert (ROOT / words[1]).is_file()
        elif words:
            assert words[0] == "daphne"
            assert words[-1] == "pokerroom.asgi:application"


def test_the_web_command_names_an_application() -> None:
    from pokerroom.asgi import application

    assert callable(application)


@pytest.mark.parametrize("name", OURS)
def test_settings_exist(name: str) -> None:
    environment = SERVICES[name]["environment"]
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"} <= set(environment)
    assert set(environment) <= READ_BY_SETTINGS
    assert "DEBUG" not in environment


def test_secrets_have_no_defaults() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        assert all(use.startswith(":?") for use in re.findall(rf"\${{{secret}(.*?)}}", text))


@pytest.mark.parametrize("name", SERVICES)
def test_a_dependency_exists_and_has_a_health_check_when_one_is_awaited(name: str) -> None:
    for other, how in SERVICES[name].get("depends_on", {}).items():
        waits_for_health = how["condition"] == "service_healthy"
        assert waits_for_health is ("healthcheck" in SERVICES[other])


def test_volumes_exist() -> None:
    named = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", ())}
    assert named == set(COMPOSE["volumes"])


def test_the_image_is_built_from_files_that_exist() -> None:
    text = (ROOT / "Dockerfile").read_text()
    for path in re.findall(r"(?:COPY|python|-r) ([\w./]+\.(?:txt|py))", text):
        assert (ROOT / path).is_file(), path
