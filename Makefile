# make verify   set up, then decide every claim
# make test     set up, then lint, check types and run the tests
# make ledger   decide every claim and rewrite LEDGER.md
# make bench    time cold and warm runs; make bench-criterion compares a criterion with 20000 exact spectra
# make clean    remove everything that is generated

PYTHON ?= python3
BIN := .venv/bin
# The matrices are small: threads of the linear algebra library cost more than they give.
export OPENBLAS_NUM_THREADS := 1
READY := .venv/.ready

.PHONY: verify test ledger bench bench-criterion clean

verify: $(READY)
	$(BIN)/attnverify run

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

ledger: $(READY)
	$(BIN)/attnverify run --ledger LEDGER.md

bench: $(READY)
	$(BIN)/python benchmarks/run_ledger.py

bench-criterion: $(READY)
	$(BIN)/python benchmarks/bipartite_criterion.py

clean:
	rm -rf .venv .attnverify .hypothesis .mypy_cache .pytest_cache .ruff_cache dist build ledger.json
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=/path/to/it" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@
