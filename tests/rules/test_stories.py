"""Every story of the tests and of the examples: plays and expectations as announced, reports as their schema says."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from unittest.mock import patch

import jsonschema
import pytest

import checker
from checker import app
from checker.render.layout import documents
from checker.verdict import check
from tests.conftest import Compare
from tests.said import is_recorded, record, said

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "tests" / "stories", ROOT / "examples")
SCHEMA = jsonschema.Draft202012Validator(app.schema("check"))
# Of these nothing about contested readings is recorded. To find these takes as long as all else.
SETTLED = tuple(f"tests/stories/{name}/" for name in ("laws", "engine", "ledger", "public", "classics"))
STORIES = sorted(path for folder in FOLDERS for path in folder.rglob("*.chain"))


def name(path: Path) -> str:
    """The story's path from the root, the same on every system."""
    return path.relative_to(ROOT).as_posix()


def without_readings() -> AbstractContextManager[object]:
    """No other readings are looked for."""
    return patch.object(check, "contested", lambda *_: [])


def test_there_are_stories() -> None:
    for folder in FOLDERS:
        assert any(folder in path.parents for path in STORIES), f"no story in {folder}"


@pytest.mark.parametrize("path", STORIES, ids=name)
def test_story(path: Path, golden: Compare) -> None:
    with without_readings() if name(path).startswith(SETTLED) else nullcontext():
        report = checker.check(path)
    wrong = [
        f"{name(path)}:{diagnostic.span.start.line}: {diagnostic.law}: {diagnostic.message}"
        for diagnostic in report.diagnostics
        if diagnostic.severity == "error" and not diagnostic.expected
    ]
    wrong += [
        f"{name(path)}:{expectation.line}: {expectation.text}\n    found: {expectation.found}"
        for expectation in report.expectations
        if not expectation.passed
    ]
    assert not wrong, "\n".join(wrong)
    assert report.verdict == "legal"
    assert report.expectations, f"{name(path)} expects nothing"
    if is_recorded(name(path)):
        golden(record(name(path)), said(app._read(report.source, None, path.parent), report, name(path)))
        assert [error.message for error in SCHEMA.iter_errors([documents.checked(report)])] == []
