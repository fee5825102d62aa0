"""A long story is judged scene by scene; where the scenes are cut makes no difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker import app
from checker.domain.report import CheckReport
from checker.domain.source import SourceFile
from checker.solver import scenes

ROOT = Path(__file__).resolve().parents[3]
STORIES = [
    path
    for folder in ("ledger", "public", "classics", "discriminators")
    for path in sorted((ROOT / "tests" / "stories" / folder).rglob("*.chain"))
]


def answers(report: CheckReport) -> object:
    """What must be the same, however a story is cut."""
    found = [(d.law, d.span.start.line, d.expected) for d in report.diagnostics]
    links = [(link.chain, link.link, link.card, link.outcome) for link in report.links]
    return report.verdict, [e.passed for e in report.expectations], found, links


@pytest.mark.parametrize("path", STORIES[::30], ids=lambda path: path.stem)
def test_cutting_wherever_possible_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = SourceFile(path.name, path.read_text("utf-8"))
    monkeypatch.setattr(scenes, "LENGTH", 10**9)
    whole = answers(app.check(source, base=path.parent))
    monkeypatch.setattr(scenes, "LENGTH", 1)
    assert answers(app.check(source, base=path.parent)) == whole
