# The campaigns, which `docs/testing.md` explains (`python3 dev.py test` sets up what they need), and packages.
N ?= 10000
SEED ?= 1
JOBS ?= 1
PYTHON ?= .venv/bin/python

.PHONY: fuzz
fuzz:
	$(PYTHON) -m tests.fuzz -n $(N) --seed $(SEED) --jobs $(JOBS)

.PHONY: engine
engine: # random stories against the duel engine
	$(PYTHON) -m tests.engine campaign -n $(N) --seed $(SEED) --jobs $(JOBS)

.PHONY: responses
responses: # what may be added to a chain, against the duel engine; N=1000 is a campaign
	$(PYTHON) -m tests.engine responses -n $(N) --seed $(SEED) --jobs $(JOBS)

.PHONY: mutation
mutation: # the mutation score of the rulebook
	$(PYTHON) -m tests.mutation --jobs $(JOBS)

.PHONY: batch
batch:
	$(PYTHON) -m tests.batch -n $(N) --seed $(SEED)

.PHONY: vscode
vscode: # the extension for Visual Studio Code, as editors/vscode/segoc-VERSION.vsix
	cd editors/vscode && npm ci --no-audit --no-fund && npm run package

.PHONY: properties
properties: # situations by hypothesis
	SEGOC_EXAMPLES=$(N) $(PYTHON) -m pytest -n $(JOBS) tests/properties --hypothesis-seed=$(SEED)
