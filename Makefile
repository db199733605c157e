# Every target first creates the virtual environment if it is missing or older than pyproject.toml.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SCOPE ?= binary
READY := $(VENV)/.ready

.PHONY: test help demo example real fuzz mutants bench lint types docs docs-check new-rule

test: $(READY)  ## run the default tests (offline), on all processors
	$(BIN)/pytest -n auto

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY)  ## build the fixture wheels, then audit and probe good and broken ones
	$(BIN)/python tools/demo.py

example: $(READY)  ## build custom kernels against the published ExecuTorch, then pack, audit and probe them
	$(BIN)/python tools/example.py

real: $(READY)  ## run the tests on published wheels, downloaded if missing
	$(BIN)/pytest -m real

probe: $(READY)  ## run the tests that compile: fixture SDK, probe, CMake functions
	$(BIN)/pytest -m "probe and not real"

fuzz: $(READY)  ## run the property tests
	$(BIN)/pytest -m fuzz

mutants: $(VENV)/.mutation  ## run the mutation tests; ONLY=PATTERN for some of them
	$(BIN)/python tools/mutants.py $(if $(ONLY),'$(ONLY)')

bench: $(READY)  ## compare start-up times with their budgets
	$(BIN)/pytest -m bench -s

lint: $(READY)  ## run ruff, check and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)  ## run mypy --strict
	$(BIN)/mypy

docs: $(READY)  ## write the generated pages
	$(BIN)/python tools/make_docs.py

docs-check: $(READY)  ## fail if a generated page is out of date
	$(BIN)/python tools/make_docs.py --check

new-rule: $(READY)  ## stub a rule: SLUG=bad-thing FAMILY=linkage [SCOPE=binary|wheel|set]
	$(BIN)/python tools/new_rule.py "$(SLUG)" "$(FAMILY)" "$(SCOPE)"

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev,probe]'
	$(BIN)/python -m compileall -q wheelcheck
	touch $@

$(VENV)/.mutation: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[mutation]'
	touch $@
