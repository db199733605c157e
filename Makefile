# Every target makes the virtual environment itself when it is missing or older than pyproject.toml.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SCOPE ?= binary
READY := $(VENV)/.ready

.PHONY: test help demo example real fuzz bench lint types docs docs-check new-rule

test: $(READY)  ## the default tests: offline
	$(BIN)/pytest

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY)  ## build the fixture wheels, audit and probe a good one and broken ones
	$(BIN)/python tools/demo.py

example: $(READY)  ## custom kernels against the published ExecuTorch: build, pack, audit, probe
	$(BIN)/python tools/example.py

real: $(READY)  ## tests on published wheels, downloaded when absent
	$(BIN)/pytest -m real

probe: $(READY)  ## tests that compile: fixture SDK, probe, CMake functions
	$(BIN)/pytest -m "probe and not real"

fuzz: $(READY)  ## property tests
	$(BIN)/pytest -m fuzz

bench: $(READY)  ## start-up times against their budgets
	$(BIN)/pytest -m bench -s

lint: $(READY)  ## ruff, check and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)  ## mypy --strict
	$(BIN)/mypy

docs: $(READY)  ## write the generated pages
	$(BIN)/python tools/make_docs.py

docs-check: $(READY)  ## fail when a generated page is out of date
	$(BIN)/python tools/make_docs.py --check

new-rule: $(READY)  ## stub a rule: SLUG=bad-thing FAMILY=linkage, SCOPE=binary, wheel or set
	$(BIN)/python tools/new_rule.py "$(SLUG)" "$(FAMILY)" "$(SCOPE)"

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev,probe]'
	$(BIN)/python -m compileall -q wheelcheck
	touch $@
