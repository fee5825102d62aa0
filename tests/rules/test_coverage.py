"""`docs/coverage.md` is up to date, and every entry of the ledger is carried and told, or has a reason."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from checker.laws import law, law_names
from checker.resources import rules_dir
from checker.rulesets import toggles

ROOT = Path(__file__).resolve().parents[2]


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_coverage", ROOT / "docs" / "make_coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


made = _generator()


def test_the_page_is_up_to_date() -> None:
    assert made.PAGE.read_text("utf-8") == made.page(), "run `python docs/make_coverage.py`"


def test_every_entry_of_the_ledger_is_listed() -> None:
    counts = {"SS": 13, "CH": 11, "TW": 18, "TR": 18, "SEGOC": 16, "RES": 10, "RST": 7, "ERA": 7, "RUSH": 2}
    assert set(made.entries()) == {f"{key}-{n}" for key, last in counts.items() for n in range(1, last + 1)}


@pytest.mark.parametrize("entry", sorted(made.entries()))
def test_an_entry_is_carried_and_told_or_has_a_reason(entry: str) -> None:
    known = made.entries()[entry]
    assert known["title"]
    assert ("laws" in known) != ("reason" in known)
    if "reason" in known:
        assert len(known["reason"]) > 20
    else:
        assert known["laws"]
        assert made.stories_of_entry(entry), "no story names it in its file name or first line"


@pytest.mark.parametrize("entry", sorted(made.entries()))
def test_what_carries_an_entry_exists(entry: str) -> None:
    for name in made.entries()[entry].get("laws", []):
        if name.startswith("toggle/"):
            assert name.removeprefix("toggle/") in toggles()
        elif name.startswith("model/"):
            assert (rules_dir() / name).exists()
        else:
            assert name in law_names()


@pytest.mark.parametrize("name", law_names())
def test_what_a_law_cites_is_carried_by_it(name: str) -> None:
    for entry in law(name).cites:
        assert name in made.entries()[entry].get("laws", []), entry


def test_every_toggle_carries_the_entries_that_it_names() -> None:
    for name, toggle in toggles().items():
        carried = [entry for entry in toggle["ledger"] if "reason" in made.entries()[entry]]
        carried += [
            entry for entry in toggle["ledger"] if f"toggle/{name}" in made.entries()[entry].get("laws", [])
        ]
        assert carried, name


def test_notes_on_public_cases_speak_of_cases_that_exist() -> None:
    for case in made.notes_on_cases():
        assert case in made.public_cases()
