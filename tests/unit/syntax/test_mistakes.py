"""`grammar/mistakes.toml`: every wrong input gives the one error it is listed under, worded as ours are."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from checker.domain.diagnostics import Diagnostic
from checker.domain.source import SourceFile
from checker.resources import grammar_dir
from checker.syntax import parse
from checker.syntax.tree import ChainResolves

_MISTAKES: dict[str, dict[str, Any]] = tomllib.loads((grammar_dir() / "mistakes.toml").read_text("utf-8"))
_INPUTS = [(law, text) for law, entry in _MISTAKES.items() for text in entry.get("inputs", ())]
_CARD_LINES = [(law, text) for law, entry in _MISTAKES.items() for text in entry.get("card_lines", ())]


def _only_diagnostic(text: str) -> Diagnostic:
    _, diagnostics = parse(SourceFile("mistake.chain", text))
    assert len(diagnostics) == 1, diagnostics
    return diagnostics[0]


def _check(diagnostic: Diagnostic, law: str) -> None:
    assert diagnostic.law == f"syntax/{law}", diagnostic
    words = " ".join((diagnostic.message, *diagnostic.help))
    assert _MISTAKES[law].get("says", "") in words
    for sentence in (diagnostic.message, *diagnostic.help):
        assert not sentence.endswith(".")
        assert not re.match("[A-Z]", sentence)
    assert diagnostic.help
    for internal in ("BARE_NAME", "QUOTED", "$END", "unexpected"):
        assert internal not in words


@pytest.mark.parametrize(("law", "text"), _INPUTS)
def test_statement(law: str, text: str) -> None:
    _check(_only_diagnostic(text), law)


@pytest.mark.parametrize(("law", "text"), _CARD_LINES)
def test_card_line(law: str, text: str) -> None:
    card = f'card "C" monster {{\n{text}\n}}'
    diagnostic = _only_diagnostic(card)
    _check(diagnostic, law)
    assert diagnostic.span.start.line == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("resolve", "write `chain resolves`"),
        ('"Dark Hole" resolves', "write `chain resolves`"),
        ("Yugi tribute summons x", "`normal summons CARD tributing CARD`"),
        ("Yugi synchro summons x", "`special summons CARD using CARD and CARD`"),
        ('Yugi monster zone: "X"', "`field`"),
        ('Yugi spell zone: "X"', "`set`"),
        ('Yugi hand: "X" as my sangan', "write `my-sangan`"),
        ('Yugi may use "X" set', "write `from set`"),
        ('then Yugi triggers mandatory "X"', "begin a new line after `then`"),
        ("then Yugi activates x", "delete `then`"),
    ],
)
def test_the_way_out(text: str, says: str) -> None:
    assert says in " ".join(_only_diagnostic(text).help)


def test_what_was_resolved_in_other_words_is_read() -> None:
    file, _ = parse(SourceFile("mistake.chain", '"Dark Hole" resolves {\n  link 1: nothing\n}'))
    (statement,) = file.statements
    assert isinstance(statement, ChainResolves)
    assert len(statement.block) == 1


@pytest.mark.parametrize(("law", "text"), _INPUTS)
def test_what_follows_is_still_read(law: str, text: str) -> None:
    """A mistake does not hide the statement after it (an open brace at the end of the text apart)."""
    file, diagnostics = parse(SourceFile("mistake.chain", f"{text}\nexpect count 41\nexpect count forty"))
    assert any(getattr(statement, "count", None) == 41 for statement in file.statements)
    assert diagnostics[-1].span.start.line == text.count("\n") + 3
