# Every target makes the virtual environment itself when it is missing or older than pyproject.toml.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test real fuzz bench lint types docs docs-check new-rule

test: $(READY)  ## the default tests: offline
	$(BIN)/pytest

demo: $(READY)  ## audit a healthy and a broken published wheel
	tools/demo.sh $(BIN)

real: $(READY)  ## tests on published wheels, downloaded when absent
	$(BIN)/pytest -m real

fuzz: $(READY)  ## property tests
	$(BIN)/pytest -m fuzz

bench: $(READY)  ## time and memory on large wheels
	$(BIN)/pytest -m bench -s

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

docs: $(READY)  ## write the generated pages
	$(BIN)/python tools/make_docs.py

docs-check: $(READY)  ## fail when a generated page is out of date
	$(BIN)/python tools/make_docs.py --check

new-rule: $(READY)  ## make new-rule SLUG=bad-thing FAMILY=linkage
	$(BIN)/python tools/new_rule.py "$(SLUG)" "$(FAMILY)"

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(BIN)/python -m compileall -q wheelcheck
	touch $@
