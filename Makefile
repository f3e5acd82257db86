# Everything on a machine that has Python 3.11+, git and make; each target sets up what it needs.
#
#   make check                       check a record and write its report to report.html
#   make check RECORD=my-game.lgn    another record
#   make near                        the quick look at a change, below a minute: ruff, all rule cases, the tests that come to what changed
#   make test                        the tests
#   make long                        the tests of limits and growth, of games by the dozen, of the server for assistants, of the site
#   make night                       more of what the other tests show once: further records, forms, words and seeds
#   make hunt                        the tests with twenty times as many examples, games and seeds, and those that only the hunt has
#   make case ID=7.3.3-b             one rule case, with what it changes; ID=7.3.3 or ID=card-48 for all of a rule or card
#   make case FILE=my.case           the rule cases of a file
#   make cases                       all rule cases
#   make map                         which tests come to which function, for make near: the tests once more, slowly
#   make web                         the page with the referee in it, in dist/web (needs node and npm)
#   make serve                       the same, served on this machine alone
#   make browser                     the tests that look at reports and at the page, in Chromium and, their core, in three engines
#   make engines                     the core of the page in Chromium, Firefox and WebKit
#   make vsix                        the extension for VS Code, dist/labyrinth-record.vsix (needs node and npm)
#   make ruff                        ruff and ruff format
#   make lint                        the same and mypy; the workflows
#   make bench                       whether the benchmarks run (python benchmarks/table.py measures)
#   make gallery                     a report of each game in fixtures/logs, in build/gallery
#   make kept                        everything in docs/ and tests/ that the program writes, anew: read what changed
#   make release                     everything that is given away, in dist/ with its sums; TWICE=--twice makes it twice and compares
#   make installs                    the wheel in an environment of its own, for each Python from 3.11 to 3.14 that is here
#   make audit                       known holes in what we depend on, and the licences of all that is given away
#   make site                        the documentation as a site, in build/site
#   make lowest                      the oldest libraries that pyproject.toml allows: does the program run with them
#   make mutants                     small wrong changes to the rules: which do the cases not notice (an hour), by room
#   make mutants MUTANTS="--again"   those that survived, once more (python scripts/measure/mutants.py --help)
#   make clean                       take away everything that these targets made
.POSIX:

PYTHON = python3
VENV = .venv
RECORD = fixtures/logs/evening-2.lgn
REPORT = report.html
WORKERS = 2
PYTEST_ARGS =
TESTS = not browser and not long and not night
IN_A_BROWSER = tests/page tests/reports
ID =
MUTANTS = --rooms 60
NEAR =
TWICE =
VERSION = $$(sed -n 's/^__version__ = "\(.*\)"$$/\1/p' "$(CURDIR)/referee/__init__.py")

BIN = $(VENV)/bin
# uv installs in seconds where pip takes half a minute; where uv cannot be had, or does not manage, pip does it.
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet install
INSTALL = install() { $(BIN)/uv pip install --quiet --python $(BIN)/python "$$@" 2>/dev/null || $(PIP) "$$@"; }; install
PACKAGE = $(VENV)/package.stamp
TEST = $(VENV)/test.stamp
RUFF = $(VENV)/ruff.stamp
LINT = $(VENV)/lint.stamp
BENCH = $(VENV)/bench.stamp
RELEASE = $(VENV)/release.stamp
DOCS = $(VENV)/docs.stamp

.PHONY: help check near test long night hunt case cases map web serve browser engines vsix ruff lint lint-python lint-page bench gallery kept release version installs audit site lowest mutants clean

help:
	@sed -n 's/^#   //p' Makefile

check: $(PACKAGE)
	@rm -f "$(REPORT)"
	@$(BIN)/referee check "$(RECORD)" || test $$? -eq 1
	@$(BIN)/referee report "$(RECORD)" -o "$(REPORT)" >/dev/null || test $$? -eq 1
	@test -s "$(REPORT)" && echo "The report is in $(REPORT)."

near: ruff $(TEST)
	@$(BIN)/python scripts/house/near.py --workers $(WORKERS) $(NEAR)

# In build/reach. To follow every call takes more than twice the time, so make test does not do it each time.
map: $(TEST)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "$(TESTS)" -p tests.helpers.reach --reach build/reach

test: $(TEST)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "$(TESTS)" $(PYTEST_ARGS)

long: $(TEST)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "long and not night" $(PYTEST_ARGS)

night: web
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m night $(PYTEST_ARGS)

# For a night: a long run is a command of its own.
hunt: $(TEST)
	HYPOTHESIS_PROFILE=hunt $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not browser" $(PYTEST_ARGS)

case: $(TEST)
	@$(BIN)/python -m pytest -p no:cacheprovider tests/cases/test_rules.py --case "$(or $(FILE),$(ID))"

cases: $(PACKAGE)
	@$(BIN)/referee cases run

# Without node nothing is built, and that is said.
web: $(TEST)
	@if command -v node >/dev/null && command -v npm >/dev/null; then \
		cd web && npm ci --silent --no-audit --no-fund && PYTHON="$(CURDIR)/$(BIN)/python" node build.mjs; \
	else \
		echo "make web: there is no node or no npm (apt-get install nodejs npm); the page is not built" >&2; \
	fi

serve: web
	@$(BIN)/python web/serve.py

# A worker more than there are cores, since each waits for its browser now and then. A worker takes a whole module, or all tests
# of an engine: to load the page costs seconds.
browser: web
	$(BIN)/python -m pytest -n 3 --dist loadscope --no-loadscope-reorder -m "browser and not night" $(IN_A_BROWSER) $(PYTEST_ARGS)

engines: web
	$(BIN)/python -m pytest -n 3 --dist loadscope -m browser tests/page/test_core.py

# Without node nothing is built, and that is said.
vsix:
	@if command -v node >/dev/null && command -v npm >/dev/null; then \
		cd editors && npm ci --silent --no-audit --no-fund && VERSION="$(VERSION)" SOURCE_DATE_EPOCH=1767225600 npm run --silent package; \
	else \
		echo "make vsix: there is no node or no npm (apt-get install nodejs npm); the extension is not built" >&2; \
	fi

ruff: $(RUFF)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint: lint-python lint-page

lint-python: ruff $(LINT)
	$(BIN)/python scripts/house/english.py
	$(BIN)/python scripts/house/own_words.py
	$(BIN)/mypy --strict referee
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml
	$(BIN)/zizmor --offline --quiet .github/workflows action.yml

lint-page:
	@if test -x web/node_modules/.bin/tsc; then cd web && npm run --silent lint; else echo "make lint: the scripts of the page were not looked at (make web)" >&2; fi

bench: $(BENCH)
	$(BIN)/python benchmarks/table.py --once

gallery: $(PACKAGE)
	@$(BIN)/python scripts/pages/gallery.py build/gallery
	@echo "The reports are in build/gallery."

PAGES = country_facts worked_examples glossary_page assistants_page rulings_page findings_page events_page flowcharts_page slips_page disputes_page first_record printed library_examples record_session gallery bot_game address rooms seams_page earlier_versions
SNAPSHOTS = tests/cases/test_changes.py tests/cases/test_corpus.py tests/cases/test_records.py

kept: $(TEST)
	@for page in $(PAGES); do echo "scripts/pages/$$page.py"; $(BIN)/python scripts/pages/$$page.py || exit 1; done
	$(BIN)/python -m pytest -q $(SNAPSHOTS) --snapshot-update
	@git status --short

# Refused before anything is built if the tree has changes or the changelog no section.
release: $(RELEASE) $(TEST)
	@$(BIN)/python scripts/release/release.py --check
	@$(MAKE) --no-print-directory web vsix
	@$(BIN)/python scripts/release/release.py $(TWICE)

version:
	@echo "$(VERSION)"

installs: $(RELEASE)
	@$(BIN)/python scripts/release/installs.py

# Needs the databases of PyPI and npm; where one does not answer, the audit has failed and says so.
audit: $(RELEASE)
	@$(BIN)/python scripts/release/audit.py

site: $(DOCS)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# In an environment of its own. Where uv cannot be had the test is left out, and that is said.
lowest: $(BIN)/python
	@if test -x $(BIN)/uv && rm -rf $(VENV)/lowest && $(BIN)/uv venv --quiet --python $(BIN)/python $(VENV)/lowest; then \
		$(BIN)/uv pip install --quiet --python $(VENV)/lowest/bin/python --resolution lowest-direct . && \
		$(VENV)/lowest/bin/python scripts/release/smoke.py; \
	else \
		echo "make lowest: uv cannot be had; the oldest libraries were not tested" >&2; \
	fi

mutants: $(TEST)
	nice -n 15 $(BIN)/python scripts/measure/mutants.py --workers $(WORKERS) $(MUTANTS)

clean:
	rm -rf $(VENV) $(REPORT) dist build web/node_modules editors/node_modules editors/dist editors/LICENSE .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .mutants
	find referee tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The installs are editable: a change of the code needs no new install, a change of pyproject.toml does.
$(PACKAGE): $(BIN)/python pyproject.toml
	$(INSTALL) --editable .
	@touch $@

$(TEST): $(PACKAGE)
	$(INSTALL) --editable ".[test]"
	@touch $@

# The linter alone, in the version of the extra: a slip of the form shows before anything else is installed.
$(RUFF): $(BIN)/python pyproject.toml
	$(INSTALL) "$$(sed -n 's/^lint = .*"\(ruff[^"]*\)".*/\1/p' pyproject.toml)"
	@touch $@

$(LINT): $(PACKAGE)
	$(INSTALL) --editable ".[lint]"
	@touch $@

$(BENCH): $(PACKAGE)
	$(INSTALL) --editable ".[bench]"
	@touch $@

$(RELEASE): $(PACKAGE)
	$(INSTALL) --editable ".[release]"
	@touch $@

$(DOCS): $(PACKAGE)
	$(INSTALL) --editable ".[docs]"
	@touch $@

$(BIN)/python:
	@for p in "$(PYTHON)" python3 python3.14 python3.13 python3.12 python3.11 python; do \
		if "$$p" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "$$p -m venv $(VENV)"; \
			if "$$p" -m venv $(VENV); then $(PIP) "uv>=0.5" || true; exit 0; fi; \
			rm -rf $(VENV); \
			echo "$$p cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv" >&2; \
			exit 1; \
		fi; \
	done; \
	echo "Python 3.11 or newer is needed; name it with: make PYTHON=/path/to/python3" >&2; \
	exit 1
