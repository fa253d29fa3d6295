# Everything is set up by the target that needs it: git, make and Python >= 3.11 with venv are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TRAIN := .venv-train
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PIP := -m pip install --quiet

.PHONY: help setup demo test lint types coverage check mutate format train-env test-train clean

help:
	@echo "make demo        read a picture of a hand and count its 台"
	@echo "make test        lint, types, tests, and coverage of the scoring"
	@echo "make mutate      change the rules a little, see that tests notice (SAMPLE=200)"
	@echo "make setup       only make the environment ($(VENV))"
	@echo "make format      put the sources into the project's format"
	@echo "make train-env   make the training environment ($(TRAIN); torch, about 2 GB)"
	@echo "make test-train  the tests of vision/training, in that environment"
	@echo "make clean       remove both environments and what the checks left"

# The stamps are made again when the dependencies change.
$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --upgrade pip
	$(BIN)/python $(PIP) -e '.[web]'
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(BIN)/python $(PIP) -e '.[web]' --group dev
	@touch $@

setup: $(VENV)/.dev

DEMO := device/demo/hand.jpg

demo: $(VENV)/.installed
	@mkdir -p out
	# Exit code 1 says that a doubt is left open, which a demonstration may show.
	$(BIN)/taicam snap $(DEMO) --picture out/demo.png --screen out/demo-screen.png || [ $$? -eq 1 ]
	@echo "pictures: out/demo.png out/demo-screen.png"

test: lint types coverage check

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

# Coverage slows the code it watches, so the scoring tests run under it apart from the others.
coverage: $(VENV)/.dev
	$(BIN)/python -m pytest tests/scoring --cov --cov-report=term

check: $(VENV)/.dev
	$(BIN)/python -m pytest tests --ignore=tests/scoring

# All mutants of scoring/ take hours; SAMPLE=all for that.
SAMPLE ?= 200
mutate: $(VENV)/.dev
	$(BIN)/python -m tests.mutation $(if $(filter-out all,$(SAMPLE)),--sample $(SAMPLE))

format: $(VENV)/.dev
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

# torchvision and ultralytics come without their dependencies: they would pull the desktop build of
# cv2 and a telemetry package. vision/training/requirements.txt names what they really need.
$(TRAIN)/.installed: pyproject.toml vision/training/requirements.txt vision/training/requirements-nodeps.txt
	$(PYTHON) -m venv $(TRAIN)
	$(TRAIN)/bin/python $(PIP) --upgrade pip
	$(TRAIN)/bin/python $(PIP) -r vision/training/requirements.txt
	$(TRAIN)/bin/python $(PIP) --no-deps -r vision/training/requirements-nodeps.txt
	$(TRAIN)/bin/python $(PIP) --no-deps -e .
	@touch $@

train-env: $(TRAIN)/.installed

test-train: train-env
	$(TRAIN)/bin/python -m pytest tests/training

clean:
	rm -rf $(VENV) $(TRAIN) build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage out
