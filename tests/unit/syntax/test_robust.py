"""Whatever the text is: no exception, spans inside the text, and an answer soon."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.domain.diagnostics import Diagnostic
from checker.domain.source import SourceFile
from checker.syntax import parse
from checker.syntax.parser import MOST_ERRORS
from checker.syntax.words import KEYWORDS
from tests.unit.syntax.samples import diagnostics, statements

_NASTY = {
    "empty": "",
    "blank": " \t\n\n  # nothing\n",
    "10 MB": "Yugi passes\n" * 900_000,
    "20,000 statements": "Yugi passes\n" * 19_999,
    "long bare name": "x" * 5_000 + " passes",
    "long quoted name": 'Yugi hand: "' + "x" * 5_000 + '"',
    "long names": "Yugi hand: " + "x" * 5_000 + " " + "y" * 5_000,
    "one word": "x" * 900_000,
    "braces": "{" * 200_000,
    "brackets": "[" * 200_000,
    "nested blocks": 'card "X" monster ' + "{ " * 100_000,
    "commas": "," * 200_000,
    "quotes": '"' * 200_001,
    "backslashes": '"' + "\\" * 200_001,
    "hyphens": "a" + "-" * 200_000,
    "semicolons": ";" * 200_000,
    "digits": "expect count " + "9" * 5_000,
    "NULs": "\0" * 1_000,
    "NUL in a name": 'Yugi hand: "a\0b"',
    "lone surrogates": 'Yugi hand: "a\ud800b" as \udc00\n\udfff passes',
    "lone CR": "rules ocg\rplayers A, B\r",
    "stray signs": "( " * 200_000,
    "long list": "happens destroy " + ", ".join(f"x{number}" for number in range(9_000)),
    "long broken list": "Yugi hand: " + ", ".join(f"x{number}" for number in range(9_000)) + " zap",
    "too long list": "happens destroy " + ", ".join(f"x{number}" for number in range(20_000)),
    "lines": "\n" * 900_000,
}


def _check(text: str) -> tuple[Diagnostic, ...]:
    file, found = parse(SourceFile("nasty.chain", text))
    assert file.source.text == text
    lines = text.split("\n")
    assert len(found) <= MOST_ERRORS + 1
    assert list(found) == sorted(found, key=lambda diagnostic: diagnostic.span.start)
    for diagnostic in found:
        for sentence in (
            diagnostic.message,
            *diagnostic.help,
            *(label.message for label in diagnostic.labels),
        ):
            sentence.encode()
            assert len(sentence) < 1_000
        for span in (diagnostic.span, *(label.span for label in diagnostic.labels)):
            assert 1 <= span.start.line <= span.end.line <= len(lines)
            assert span.start.column >= 1
            assert span.start < span.end
            # Something missing at the end of a line is marked one column behind it.
            assert span.end.column <= len(lines[span.end.line - 1]) + 2
    return found


@pytest.mark.parametrize("text", _NASTY.values(), ids=_NASTY.keys())
def test_nasty_texts(text: str) -> None:
    started = time.perf_counter()
    _check(text)
    assert time.perf_counter() - started < 10


_WORDS = st.sampled_from([*sorted(KEYWORDS), "Yugi", "s1", '"Sangan"', "'s", "->", "2", "speed/too-low"])
_SIGNS = st.sampled_from(
    ["{", "}", "[", "]", ":", ",", ".", ";", "\n", "#", "=", "(", '"', "“", "'", "-", "\ud800", "\0"]
)


@given(st.lists(_WORDS | _SIGNS, max_size=40), st.sampled_from(["", " "]))
@settings(max_examples=300, deadline=None)
def test_word_soup(words: list[str], joint: str) -> None:
    _check(joint.join(words))


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text(text: str) -> None:
    _check(text)


@given(st.lists(_WORDS, max_size=15))
@settings(max_examples=200, deadline=None)
def test_an_error_leaves_its_neighbours_alone(words: list[str]) -> None:
    """Statements before and after a line without brackets and commas are always read."""
    file, _ = parse(SourceFile("soup.chain", f"expect count 1\n{' '.join(words)}\nexpect count 2"))
    counts = [getattr(statement, "count", None) for statement in file.statements]
    assert counts[0] == 1
    assert counts[-1] == 2


def test_byte_order_mark_and_windows_lines() -> None:
    assert len(statements("\ufeffrules ocg\r\nplayers A, B\r\nA passes\r\n")) == 3
    assert statements("A passes\r\n")[0].span.end.column == 9


def test_tabs_and_odd_blanks() -> None:
    assert len(statements("A\tpasses \nA\u00a0passes\nA\u3000passes")) == 3


def test_too_large() -> None:
    assert diagnostics("A passes\n" * 20_001) == ["too-large"]
    assert diagnostics("#" * 1_000_001) == ["too-large"]
    assert diagnostics("\n" * 100_001) == ["too-large"]


def test_many_errors_are_counted() -> None:
    laws = diagnostics("Yugi flies\n" * 250)
    assert laws == ["unknown-verb"] * 100 + ["too-many-errors"]
    _, found = parse(SourceFile("x", "Yugi flies\n" * 250))
    assert "150 more" in found[-1].message


def test_every_error_is_reported_at_once() -> None:
    text = """rules ocg
Yugi graveyard: "Sangan"
card "Sangan" monster {
  mandatory triger if this is destroyed
  optional trigger if this is banished
  ignition -> draw two
}
Yugi hand: “Dark Hole”
chain resolves {
  link 1: destroyed s1
  link 2: nothing
}
Yugi passes.
"""
    _, found = parse(SourceFile("x", text))
    assert [diagnostic.span.start.line for diagnostic in found] == [2, 4, 6, 8, 10, 13]
