"""`import checker`: what a program can ask."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import checker
from checker.domain.source import SourceFile
from tests.unit import fake_app


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "checker.app", fake_app)
    monkeypatch.setattr(checker, "app", fake_app, raising=False)


def test_a_story_is_a_text_a_file_or_a_named_text(tmp_path: Path) -> None:
    file = tmp_path / "story.chain"
    file.write_text("illegal")
    assert checker.check("illegal").source.name == "<string>"
    assert checker.check(file).source.name == str(file)
    assert checker.check(SourceFile("mine", "fine")).verdict == "legal"


@pytest.mark.parametrize("path", ["ruling.chain", "my rulings/one.chain", "/tmp/x.chain"])
def test_a_path_is_no_story(path: str) -> None:
    with pytest.raises(ValueError, match="this is a path"):
        checker.check(path)


@pytest.mark.parametrize(
    "story", ['A triggers optional "X" as x.chain', "A passes # of x.chain", "A passes\nx.chain"]
)
def test_a_story_may_end_like_a_path(story: str) -> None:
    assert checker.parse(story)[0].source.text == story


def test_every_question() -> None:
    report = checker.explore("many", limit=3)
    assert len(list(report.orders)) == 3
    assert list(report.orders) == []
    assert checker.count("many").count == 1957
    assert checker.why("fine", "p1, s1").broken
    assert checker.next("fine").to_act == "Kaiba"
    assert len(checker.compare("fine", ["tcg", "ocg"]).columns) == 2


def test_a_file_that_cannot_be_read() -> None:
    with pytest.raises(checker.UnreadableError, match="no such file"):
        checker.check(Path("gone.chain"))


def test_names_are_loaded_when_asked_for() -> None:
    for name in checker.__all__:
        assert getattr(checker, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = checker.nothing


def test_the_syntax_alone() -> None:
    tree, found = checker.parse('players A, B\nA triggers mandatory "Sangan" as s\n')
    assert len(tree.statements) == 2
    assert not found
