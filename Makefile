# `make run` needs nothing but Python 3.11 or newer with its venv module.
SHELL := /bin/bash
# Debian compiles its Python with optimisations that one compiled by hand mostly lacks: a sixth less processor time.
DEBIAN_PYTHON := /usr/bin/python3
PYTHON ?= $(shell $(DEBIAN_PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $(DEBIAN_PYTHON) || echo python3)
PORT ?= 8000
BIN := .venv/bin
STAMP := .venv/.installed
# It comes with the first run.
COMPILED_TESTS := $(addsuffix __pycache__,tests/)
# For runs that take longer than a test of the suite may.
NO_TIMEOUT := --timeout 0
.DEFAULT_GOAL := run
# Modules are compiled once, whatever the environment says: a run of the tests starts hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=
.PHONY: install run test check lint bench load scale format lock messages oracle mutants tournaments soak marathon evening

install: $(STAMP)
	@$(BIN)/python scripts/compile_messages.py

$(STAMP): requirements/test.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || \
		{ rm -rf .venv; echo "Cannot make .venv: install the venv module of $(PYTHON) (Debian: apt-get install python3-venv)." >&2; exit 1; }
	@echo "Installing what running and testing need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	@touch $@

run: install
	@DEMO=1 $(BIN)/python manage.py migrate --verbosity 0
	@DEMO=1 $(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@DEMO=1 exec $(BIN)/python manage.py runroom --demo --month --port $(PORT)

# Types are checked beside the first tests; both have to pass. Tests wait for PostgreSQL, browsers and clocks, so two
# cores take three workers. In a new clone one process compiles the tests for all workers.
test: lint
	@scripts/prepare-tests
	@typed=$$(mktemp); trap 'rm -f "$$typed"' EXIT; \
	$(BIN)/mypy . >"$$typed" 2>&1 & types=$$!; \
	test -d $(COMPILED_TESTS) || $(BIN)/python -m pytest --collect-only -qq >/dev/null; \
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder $(ARGS); tests=$$?; \
	wait $$types; typing=$$?; echo "mypy:"; cat "$$typed"; \
	exit $$((tests || typing))

check: lint
	$(BIN)/mypy .

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet

format: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: install
	@scripts/prepare-tests
	$(BIN)/python -m benchmarks $(ARGS)

# A private room under load: how long actions take to be seen, and what each process costs. Charts are in ./var/load.
load: install
	@scripts/prepare-tests
	$(BIN)/python manage.py loadtest --chart ./var/load $(ARGS)

# 1, 2 and 4 web processes and hosts at 10, 50 and 200 tables, about twelve minutes; fills the tables of docs/scale.md.
scale: install
	@scripts/prepare-tests
	$(BIN)/python -m benchmarks.scale $(ARGS)

messages: install
	@scripts/prepare-tests
	$(BIN)/python manage.py makemessages --locale cs --locale sk --no-location --no-wrap --no-obsolete --ignore ".venv/*" --ignore "var/*" --ignore "tests/*"

LOCK := $(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-header
lock: install
	$(BIN)/python -m pip install --quiet pip-tools==7.6.2
	$(LOCK) --output-file requirements/run.txt requirements/run.in
	$(LOCK) --output-file requirements/test.txt requirements/test.in

# The long form of the comparison with another engine: 20,000 hands over all games.
oracle: install
	POKERKIT_HANDS=20000 $(BIN)/python -m pytest $(NO_TIMEOUT) tests/games/engine/oracle -k random

# Plants 200 one-line bugs, one at a time, in a copy of engines, money, store, live and web; fails when fewer than
# 95 % are caught by the tests of their packages.
mutants: install
	$(BIN)/python -m tests.mutants

# Half an hour of 300 players at 50 tables while hosts and web processes are killed; the ledger is audited every minute.
soak: install
	@scripts/prepare-tests
	$(BIN)/python -m tests.soak $(ARGS)

# Random tournaments, checked against the rules at every step: 1,000 of 500 players, and one of 10,000.
tournaments: install
	$(BIN)/python manage.py simulatetournament --players 500 --runs 1000 --seed 1 --quick --json
	$(BIN)/python manage.py simulatetournament --players 10000 --table-size 9 --seed 1 --json

# 200 house bots in one tournament over two hosts that are killed again and again.
marathon: install
	@scripts/prepare-tests
	MARATHON=200 $(BIN)/python -m pytest -s $(NO_TIMEOUT) tests/faults/test_marathon.py

# 27 players at three tables in real Chromium; screenshots are in test-artifacts/journeys.
evening: install
	@scripts/prepare-tests
	PICTURES=1 EVENING=1 $(BIN)/python -m pytest -s $(NO_TIMEOUT) tests/journeys/tournaments/test_tournament_evening.py -k long
