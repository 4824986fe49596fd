# make verify      set up, then decide every claim
# make test        set up, then lint, check types and run the tests
# make notebooks   execute every notebook
# make report      decide every claim and write the report; open report/index.html
# make docs        the API as pages for a browser; open report/api/index.html
# make ledger      decide every claim and rewrite LEDGER.md
# make picture     draw the pictures of the README again
# make deep        the slow tests: more random instances, longer searches
# make derivations  write what the core accepts beside the texts; takes as it is what is there and still holds
# make anchor      prove the core's schemas in Rocq (Coq 8.16 or newer is needed; compiles what changed)
# make clean       remove everything that is generated
#
# make bench                 cold and warm runs, list and --help
# make bench-mutations       changes of the trusted core that its tests do not notice
# make bench-forgeries       5000 forged ledgers, and what a recheck against LEDGER.md does not find (a quarter of an hour)
# make bench-lemmas          the battery of lemmas: verdicts, seconds, sizes of certificates
# make bench-bare-lines      lines of the texts that a search finds again, without what their locks say
# make bench-solvers         the lemmas about numbers, decided here, by z3 and by cvc5
# make bench-lines           where the lines are, room by room
# make bench-speed           the table of speed: every numerical workload beside the plain way

PYTHON ?= python3
BIN := .venv/bin
# The matrices are small: threads of the linear algebra library cost more than they give.
export OPENBLAS_NUM_THREADS := 1
READY := .venv/.ready
export ATTNVERIFY_CACHE ?= $(CURDIR)/.attnverify/cache

.PHONY: verify test notebooks report docs ledger picture deep derivations anchor clean
.PHONY: bench bench-speed bench-lines
.PHONY: bench-mutations bench-forgeries bench-lemmas bench-bare-lines bench-solvers

verify: $(READY)
	$(BIN)/attnverify run

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

notebooks: $(READY)
	$(BIN)/pytest -m notebooks -n auto tests/test_notebook_execution.py

report: $(READY)
	$(BIN)/attnverify run --html report

docs: $(READY)
	$(BIN)/python docs/api/build.py report/api

ledger: $(READY)
	$(BIN)/attnverify run --ledger LEDGER.md

picture: $(READY)
	$(BIN)/python docs/draw.py

deep: $(READY)
	$(BIN)/pytest -m deep -n auto

derivations: $(READY)
	$(BIN)/python -m attnverify.verify.derivations --write

anchor: $(READY)
	$(BIN)/python -m attnverify.verify.rocq.anchor

bench: $(READY)
	$(BIN)/python benchmarks/run_ledger.py

bench-lines: $(READY)
	$(BIN)/python benchmarks/lines.py

bench-speed: $(READY)
	$(BIN)/python benchmarks/speed.py

clean:
	rm -rf .venv .attnverify .hypothesis .mypy_cache .pytest_cache .ruff_cache dist build report ledger.json
	rm -rf verify/rocq/exported
	cd verify/rocq && rm -f *.vo *.vok *.vos *.glob .*.aux .*.cache Makefile.coq* .Makefile.coq.d
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=/path/to/it" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

bench-mutations: $(READY)
	$(BIN)/python benchmarks/mutations.py

bench-forgeries: $(READY)
	$(BIN)/attnverify run --json ledger.json
	$(BIN)/python benchmarks/forgeries.py ledger.json LEDGER.md

bench-lemmas: $(READY)
	$(BIN)/python benchmarks/lemmas.py

bench-bare-lines: $(READY)
	$(BIN)/python benchmarks/bare_lines.py

bench-solvers: $(READY)
	$(BIN)/python benchmarks/side_by_side.py
