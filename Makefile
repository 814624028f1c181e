# Two commands for a fresh machine: `make demo` plays a recorded game, `make test` runs everything.
# Each sets up its own environment in .venv from pinned, hashed packages; `make test` a browser and shells too (tests/machine.py).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# What a machine lacks to make the environment; nothing once it is there.
MISSING_VENV = $(if $(wildcard $(BIN)/pip),,venv)

.NOTPARALLEL:
.PHONY: demo test matrix reckoned machine corrections lines failover tables phones many check bench lock reference picture clean

$(VENV)/.run: requirements.txt pyproject.toml
	@$(PYTHON) tests/machine.py $(MISSING_VENV)
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

demo: $(VENV)/.run  ## play a whole recorded game into a new diary and show what became of it
	@$(BIN)/wardiary --diary .make/demo.db demo

machine:
	@$(PYTHON) tests/machine.py $(MISSING_VENV) chromium chromedriver postgresql bash zsh fish

test: machine $(VENV)/.dev  ## every test
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

matrix: machine $(VENV)/.dev  ## every game in every way of playing, each to its end: a row for each
	$(BIN)/python -m tests.matrix

reckoned: $(VENV)/.dev  ## 200 games of each system reckoned by a second implementation, and what that finds when the rules are changed
	$(BIN)/python -m tests.properties.reckoned
	$(BIN)/python -m tests.properties.reckoned --changes --games 40

corrections: $(VENV)/.dev  ## 40 games of each system corrected at random: doctor is content, no view is made twice, audits accuse nobody
	$(BIN)/python -m tests.properties.corrections --seeds 40

lines: $(VENV)/.dev  ## games by lines of paper: 10,000 random lines, 10,000 damaged files, and evenings in several hands
	$(BIN)/python -m tests.free.random_lines 10000
	$(BIN)/python -m tests.free.fuzzed 10000
	$(BIN)/python -m tests.free.hands

failover: $(VENV)/.dev  ## a machine dies again and again while four recorders declare, and phones are served: nothing acknowledged is lost (ROUNDS=10)
	@$(PYTHON) tests/machine.py postgresql patroni etcd
	$(BIN)/python -m tests.servers.failover --rounds $(or $(ROUNDS),10)

tables: $(VENV)/.dev  ## one serve of 40 games on a file, a server and a pair, a line a second each (MINUTES=10)
	@$(PYTHON) tests/machine.py postgresql patroni etcd
	$(BIN)/python -m tests.servers.tables --minutes $(or $(MINUTES),10)

phones: $(VENV)/.dev  ## phones at a table in Chromium: 50 kills, a held wire, late and no scripts, all widths; pictures in .make/phones
	@$(PYTHON) tests/machine.py chromium chromedriver
	$(BIN)/python -m tests.browser.phones

many: $(VENV)/.dev  ## what happens to one game of 300 costs that game alone
	WARDIARY_MANY=300 $(BIN)/python -m pytest -q tests/projections/test_many_games.py

check: $(VENV)/.dev  ## lint, types, architecture, generated docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_architecture.py tests/test_docs.py tests/replays/test_reference.py

reference: $(VENV)/.dev  ## write the generated reference pages again
	$(BIN)/python -m docs.make
	$(BIN)/python -m tests.transcript README.md docs/record.md docs/correct.md docs/settle.md docs/pack.md docs/tarawa.md docs/pearl-harbor.md docs/betio.md \
	  docs/blood-reef.md

picture: machine $(VENV)/.dev  ## take the README's picture of two reports again
	$(BIN)/python -m tests.picture

bench: $(VENV)/.dev  ## the budgets of the design, as ratios
	$(BIN)/python -m benchmarks

lock:  ## pin the packages again (needs pip-tools)
	pip-compile --quiet --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras --no-header -o requirements.txt requirements.in
	pip-compile --quiet --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras --no-header -o requirements-dev.txt requirements-dev.in

clean:
	rm -rf $(VENV) .make
