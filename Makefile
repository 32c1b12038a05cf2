# The office's commands. `make run` opens the office, `make test` proves it; both set the machine up first.
SHELL := /bin/sh
.DEFAULT_GOAL := run
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PORT ?= 8000
HOST ?= 127.0.0.1
WORKERS ?= 2
export PORT
BIN := .venv/bin
WITH_DATABASE := $(BIN)/python -m dover_dogs.launcher
TEMPORARY := $(WITH_DATABASE) --temporary
PRODUCTION := env HTTPS=true ALLOWED_HOSTS=office.example PUBLIC_URL=https://office.example \
	SECRET_KEY=0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ
PIN := env -u PIP_FIND_LINKS PIP_CONFIG_FILE=/dev/null $(BIN)/pip-compile -q --generate-hashes --strip-extras --allow-unsafe \
	--no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

.PHONY: run test check bench setup setup-tests pins clean

setup setup-tests:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is missing. On Debian or Ubuntu: apt-get install python3 python3-venv"; exit 1; }
	@$(PYTHON) -m dover_dogs.setup $(if $(filter setup-tests,$@),test,run)

run: setup
	@$(WITH_DATABASE) sh -ec '$(BIN)/python manage.py migrate -v0; $(BIN)/python manage.py demo --once; \
		echo "The office is open at http://localhost:$(PORT)/ (Ctrl-C closes it)"; \
		exec $(BIN)/gunicorn dover_dogs.wsgi --bind $(HOST):$(PORT) --workers $(WORKERS) --threads 4 --log-level warning'

test: setup-tests check
	$(TEMPORARY) $(BIN)/pytest -n 2 -W error

check: setup-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(TEMPORARY) sh -ec '$(BIN)/python manage.py makemigrations --check --dry-run; \
		$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING'
	$(BIN)/pytest -q tests/dover_dogs/test_repository.py

bench: setup-tests
	$(TEMPORARY) $(BIN)/python -m tests.bench $(DOGS)

# Write the pinned lists anew from runtime.in and dev.in.
pins: setup-tests
	$(PIN) -o requirements/runtime.txt requirements/runtime.in
	$(PIN) -o requirements/dev.txt requirements/dev.in

# Remove what set-up made. The office's records in var/postgres and var/media stay.
clean:
	rm -rf .venv node_modules var/stamps var/static var/static-src var/cache
