# The campaigns; `docs/testing.md` says what each is for. `python3 dev.py test` sets up what they need.
N ?= 10000
SEED ?= 1
JOBS ?= 1
PYTHON ?= .venv/bin/python

.PHONY: fuzz
fuzz:
	$(PYTHON) -m tests.fuzz -n $(N) --seed $(SEED) --jobs $(JOBS)

.PHONY: mutation
mutation: # the mutation score of the rulebook
	$(PYTHON) -m tests.mutation --jobs $(JOBS)

.PHONY: batch
batch:
	$(PYTHON) -m tests.batch -n $(N) --seed $(SEED)
