# Everything a clone needs is Python 3.11 or newer, and make. `make help` lists the targets.

VENV ?= .venv
BIN := $(VENV)/bin
# Options of `make bench`.
ARGS ?=
# Tests run in this many processes.
WORKERS ?= 2
# Set PYTHON to choose the interpreter; otherwise the first one that is new enough is taken.
PYTHON ?=
CANDIDATES := $(if $(PYTHON),$(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --annotation-style=line --no-emit-index-url --no-emit-find-links

# A marker names what was installed, and where the editable install points, so that a changed lock
# or a moved folder sets up again and nothing else does.
KEY_OF = $(shell (cat $(1) pyproject.toml; echo "$(CURDIR)") 2>/dev/null | cksum | cut -d' ' -f1)
RUNTIME_LOCKS := requirements/build.txt requirements/runtime.txt
RUNTIME_READY := $(VENV)/.runtime-$(call KEY_OF,$(RUNTIME_LOCKS))
DEV_READY := $(VENV)/.dev-$(call KEY_OF,$(RUNTIME_LOCKS) requirements/dev.txt)

export PIP_ROOT_USER_ACTION = ignore
# The house's own variables must not leak from the caller's shell into a build or a test.
unexport CORTEX_HOME CORTEX_DB

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup check lint test tour bench soak hosts docs lock format clean

help:  ## List the targets.
	@awk -F':.*## ' '/^[a-z]+:.*## / {printf "  make %-7s %s\n", $$1, $$2}' Makefile

setup: $(DEV_READY)  ## Create .venv with everything pinned by hash, and install Cortex into it.

check: lint  ## Ruff, mypy, import contracts, house rules, documentation.
	$(BIN)/pytest -q tests/tidy tests/docs

test: lint  ## Set up, check, and run the tests.
	$(BIN)/pytest -n $(WORKERS)

tour: $(RUNTIME_READY)  ## See it work: real text in, questions, cards with their reason out.
	$(BIN)/python -m tools.tour

bench: $(RUNTIME_READY)  ## Measure speed against references; ARGS="--facts 10000" is passed on.
	$(BIN)/python -m tools.bench $(ARGS)

soak: $(DEV_READY)  ## The long fault and load runs.
	$(BIN)/pytest -m soak

hosts: $(DEV_READY)  ## Whole sessions of the real agent hosts; needs Node.js with npm.
	$(BIN)/python -m tools.hosts.packages
	$(BIN)/pytest -m hosts -s tests/real_hosts

docs: $(DEV_READY)  ## Write docs/reference again from the code.
	$(BIN)/python -m tools.reference

format: $(DEV_READY)  ## Let ruff fix and format what it can.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

lock: $(DEV_READY)  ## Pin every dependency again; UPGRADE=1 takes the newest releases.
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml --group dev -o requirements/dev.txt
	$(LOCK) -c requirements/dev.txt pyproject.toml -o requirements/runtime.txt
	$(LOCK) -c requirements/dev.txt --group build -o requirements/build.txt

clean:  ## Remove caches and build output; .venv stays.
	rm -rf build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

lint: $(DEV_READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

$(RUNTIME_READY):
	@# The scripts in an environment name its path, so one that was moved is made again.
	@grep -qsF "$(abspath $(BIN))/python" $(BIN)/pip || rm -rf $(VENV)
	@test -x $(BIN)/python || $(MAKE) --no-print-directory $(BIN)/python
	@rm -f $(VENV)/.runtime-* $(VENV)/.dev-*
	$(PIP) install --require-hashes $(RUNTIME_LOCKS:%=-r %)
	$(PIP) install --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(DEV_READY): $(RUNTIME_READY)
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

$(BIN)/python:
	@for candidate in $(CANDIDATES); do \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "$$candidate -m venv $(VENV)"; \
			"$$candidate" -m venv --clear $(VENV) && exit 0; \
			echo "'$$candidate -m venv' failed: install Python's venv module" \
				"(on Debian and Ubuntu: the package python3-venv)." >&2; \
			exit 1; \
		fi; \
	done; \
	echo "Cortex needs Python 3.11 or newer; none of these is: $(CANDIDATES)." >&2; \
	echo "Install one, or name it: make PYTHON=/path/to/python3.12" >&2; \
	exit 1
