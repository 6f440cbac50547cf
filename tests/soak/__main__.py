"""Soak-tests a private room; exit code 1 on trouble.

Example: `python -m tests.soak --tables 50 --people 300 --minutes 30 --seed 1`.
"""

import argparse
import asyncio
import json
import os
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

from tests.servers import Servers

Report = dict[str, object]
"""Figures, tables of figures and the troubles, printed as JSON."""


def options_of(arguments: list[str]) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", default=secrets.token_hex(3))
    parser.add_argument("--audit-every", type=float, default=60.0, help="seconds")
    parser.add_argument("--kill-every", type=float, default=120.0, help="seconds between host kills")
    parser.add_argument("--web-every", type=float, default=300.0, help="seconds between web process kills; 0: none")
    parser.add_argument("--think", type=float, default=1.5, help="seconds before an action, on average")
    parser.add_argument("--pause", type=float, default=6.0, help="average seconds between activities")
    parser.add_argument("--logs", type=Path, help="a folder for the logs of the processes; default: a new one in /tmp")
    return parser.parse_args(arguments)


def start_servers(servers: Servers) -> None:
    """Starts private servers and points this process and its children at them."""
    redis = servers.start_redis()
    (servers.folder / "static").mkdir()
    os.environ.update(
        DJANGO_SETTINGS_MODULE="pokerroom.settings",
        DATABASE_URL=servers.start_postgres(),
        REDIS_URL=f"{redis}/0",
        REDIS_PREFIX="soak",
        SECRET_KEY=secrets.token_hex(32),
        VAR_DIR=str(servers.folder / "var"),
        STATIC_ROOT=str(servers.folder / "static"),
        STATIC_MANIFEST="0",
        HTTPS="0",
        DEMO="0",
        DEBUG="0",
        BOTS="0",
        RATE_LIMITS="0",
        FRAME_VERSIONS="1",
        CALL_SECONDS="8",
        LOG_LEVEL="INFO",
        PYTHONUNBUFFERED="1",
    )


def run_soak(options: argparse.Namespace) -> tuple[Report, list[str]]:
    """Runs one soak and returns its report and its troubles."""
    servers, logs = Servers(), options.logs or Path(tempfile.mkdtemp(prefix="soak-"))
    logs.mkdir(parents=True, exist_ok=True)
    for old in logs.glob("*.log"):
        old.unlink()
    try:
        start_servers(servers)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from tests.soak.run import Soak

        soak = Soak(options, logs, servers.folder / "postgres.log")
        return {**asyncio.run(soak.run()), "logs": str(logs)}, soak.tally.troubles
    finally:
        servers.stop()


def as_table(report: Report, troubles: list[str]) -> str:
    """Formats the report as a table."""
    rows: list[tuple[str, object]] = []
    for name, value in report.items():
        if isinstance(value, dict):
            rows += [(f"{name}: {part}" if name != "counts" else part, number) for part, number in value.items()]
        elif name != "troubles":
            rows.append((name.replace("_", " "), value))
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:<{width}}  {value!s:>16}" for name, value in rows]
    return "\n".join([*lines, *(f"TROUBLE  {trouble}" for trouble in troubles)])


def main() -> int:
    """Runs the soak and prints the report, on the last line as JSON."""
    options = options_of(sys.argv[1:])
    report, troubles = run_soak(options)
    if not options.logs and not troubles:
        shutil.rmtree(str(report.pop("logs")))
    print(as_table(report, troubles))
    print(json.dumps(report))
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
