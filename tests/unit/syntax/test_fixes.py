"""What a syntax error offers as a change of the text: each one leaves the text without that error."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from checker.domain.diagnostics import Diagnostic, Fix
from checker.domain.source import SourceFile
from checker.resources import grammar_dir
from checker.syntax import parse

_MISTAKES: dict[str, dict[str, Any]] = tomllib.loads((grammar_dir() / "mistakes.toml").read_text("utf-8"))
_TEXTS = [text for entry in _MISTAKES.values() for text in entry.get("inputs", ())] + [
    f'card "C" monster {{\n{text}\n}}' for entry in _MISTAKES.values() for text in entry.get("card_lines", ())
]


def _found(text: str) -> tuple[Diagnostic, ...]:
    return parse(SourceFile("mistake.chain", text))[1]


def changed(text: str, fix: Fix) -> str:
    """The text with one change made."""
    lines = text.split("\n")
    start, end = fix.span.start, fix.span.end
    before = "\n".join([*lines[: start.line - 1], lines[start.line - 1][: start.column - 1]])
    after = "\n".join([lines[end.line - 1][end.column - 1 :], *lines[end.line :]])
    return before + fix.text + after


@pytest.mark.parametrize("text", [text for text in _TEXTS if _found(text)[0].fixes])
def test_each_change_leaves_fewer_errors(text: str) -> None:
    for fix in _found(text)[0].fixes:
        assert not _found(changed(text, fix)), changed(text, fix)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("rule tcg", ["rules tcg"]),
        ("players Yugi and Kaiba", ["players Yugi, Kaiba"]),
        ("Yugi pases # at last", ["Yugi passes # at last"]),
        ('Yugi triggers "Sangan"', ['Yugi triggers mandatory "Sangan"', 'Yugi triggers optional "Sangan"']),
        ("Yugi hand: “灰流うらら” as 灰", ['Yugi hand: "灰流うらら" as 灰']),
        ("Yugi passes.", ["Yugi passes"]),
        ("chain resolves { } Yugi passes", ["chain resolves { } \nYugi passes"]),
        ("Yugi passes }", ["Yugi passes "]),
        ("Yugi \u200bpasses", ["Yugi passes"]),
        ('Yugi hand: "A",\nYugi passes', ['Yugi hand: "A"\nYugi passes']),
    ],
)
def test_what_is_offered(text: str, after: list[str]) -> None:
    assert [changed(text, fix) for fix in _found(text)[0].fixes] == after


def test_most_mistakes_have_a_change_to_offer() -> None:
    assert sum(1 for text in _TEXTS if _found(text)[0].fixes) > len(_TEXTS) // 2
