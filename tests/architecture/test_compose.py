"""docker-compose.yml and nginx.conf refer only to commands, settings, services and files that exist."""

import re
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.conftest import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
PROXY = (ROOT / "nginx.conf").read_text()
OURS = [name for name, service in SERVICES.items() if service.get("image") == "pokerroom"]
READ_BY_SETTINGS = {
    name
    for file in ("settings.py", "environment.py")
    for name in re.findall(r"\b[a-z_.]+\(\"([A-Z_]+)\"", (ROOT / "pokerroom" / file).read_text())
}


def test_every_setting_is_explained() -> None:
    explained = set(re.findall(r"`([A-Z_]+)`", (ROOT / "README.md").read_text()))
    assert READ_BY_SETTINGS - explained == set()


def test_services_are_those_of_the_room_a_proxy_postgres_and_redis() -> None:
    assert set(SERVICES) == {"migrate", "pages", "web", "tables", "proxy", "postgres", "redis"}
    assert set(OURS) == {"migrate", "pages", "web", "tables"}


@pytest.mark.parametrize("name", SERVICES)
def test_every_long_running_service_has_a_health_check(name: str) -> None:
    assert ("healthcheck" in SERVICES[name]) is (name != "migrate")


def test_the_tables_are_healthy_as_long_as_their_host_renews_its_leases() -> None:
    """`check --database default`, say, finds no fault with a database that is down."""
    assert SERVICES["tables"]["healthcheck"]["test"] == ["CMD", "python", "manage.py", "checkhost"]


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


@pytest.mark.parametrize("name", OURS)
def test_processes_of_the_room_have_no_power_over_their_machine(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "cap_add", "user", "volumes", "network_mode", "pid"} & set(service)
    image = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"^USER (.*)", image, re.MULTILINE) == ["room"], "and do not run as root"


def test_secrets_have_no_defaults() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        assert all(use.startswith(":?") for use in re.findall(rf"\${{{secret}(.*?)}}", text))


@pytest.mark.parametrize("name", SERVICES)
def test_a_dependency_exists_and_has_a_health_check_when_one_is_awaited(name: str) -> None:
    for other, how in SERVICES[name].get("depends_on", {}).items():
        waits_for_health = how["condition"] == "service_healthy"
        assert waits_for_health is ("healthcheck" in SERVICES[other])


def test_volumes_and_mounted_files_exist() -> None:
    mounted = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", ())}
    files = {name for name in mounted if name.startswith("./")}
    assert mounted - files == set(COMPOSE["volumes"])
    assert all((ROOT / name).is_file() for name in files)


def test_only_the_proxy_has_a_port_outside_so_that_there_can_be_several_of_all_others() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    (port,) = SERVICES["proxy"]["ports"]
    assert port.startswith("127.0.0.1:"), "TLS ends at the operator's own proxy"
    assert f"listen {port.rpartition(':')[2]};" in PROXY


def test_the_proxy_sends_pages_to_their_own_processes_and_the_sockets_of_a_table_to_one() -> None:
    commands = {name: SERVICES[name]["command"] for name in ("pages", "web")}
    servers = [f"{name}:{command[command.index('--port') + 1]}" for name, command in commands.items()]
    assert re.findall(r"^ *server (.*) resolve;", PROXY, re.MULTILINE) == servers
    assert re.search(r"location / {\s*proxy_pass http://pages;", PROXY)
    sockets = re.search(r"upstream sockets {(.*?)}", PROXY, re.DOTALL)
    assert sockets and "hash $uri;" in sockets[1]
    assert re.search(r"location /ws/ {\s*proxy_pass http://sockets;", PROXY)


def test_the_proxy_finds_processes_that_an_upgrade_has_given_other_addresses() -> None:
    """Otherwise it goes on asking at the old ones until somebody restarts it; needs nginx 1.27.3."""
    assert re.search(r"^resolver 127\.0\.0\.11 ", PROXY, re.MULTILINE), "the name server of Docker's networks"
    for group in re.findall(r"upstream \w+ {(.*?)}", PROXY, re.DOTALL):
        assert re.search(r"zone \w+ \w+;", group)
        assert "resolve;" in group
    assert tuple(map(int, re.findall(r"\d+", SERVICES["proxy"]["image"])[:2])) >= (1, 28)


def test_secrets_of_the_room_come_neither_into_its_image_nor_into_its_repository() -> None:
    assert ".env*" in (ROOT / ".dockerignore").read_text().splitlines()
    assert "/.env*" in (ROOT / ".gitignore").read_text().splitlines()


@pytest.mark.parametrize("name", OURS)
def test_every_setting_may_stand_in_the_file_beside_it(name: str) -> None:
    """Such as EMAIL_URL, without which links to confirm an address go into the log."""
    assert SERVICES[name]["env_file"] == ".env"


def test_no_part_of_the_proxy_drops_the_headers_of_all() -> None:
    """A `proxy_set_header` in a location would replace those of the server, the host and the address among them."""
    for location in re.findall(r"location .*?{(.*?)}", PROXY, re.DOTALL):
        assert "proxy_set_header" not in location
    for name in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {name} " in PROXY


def test_the_image_is_built_from_files_that_exist() -> None:
    text = (ROOT / "Dockerfile").read_text()
    for path in re.findall(r"(?:COPY|python|-r) ([\w./]+\.(?:txt|py))", text):
        assert (ROOT / path).is_file(), path
