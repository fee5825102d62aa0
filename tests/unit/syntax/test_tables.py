"""The grammar has no conflicts, the shipped tables fit it, and our scanner agrees with lark's."""

from __future__ import annotations

import logging
from pathlib import Path

import lark
import pytest

from checker.syntax import tables, words
from checker.syntax.scanner import scan, vocabulary
from tests.unit.syntax.samples import EXAMPLES, README_BLOCKS


def _conflicts(grammar: str | None, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What lark says about conflicts when it builds our grammar, or another."""
    lark.logger.setLevel(logging.DEBUG)
    lark.logger.addHandler(caplog.handler)
    try:
        if grammar is None:
            tables.build(debug=True)
        else:
            lark.Lark(grammar, parser="lalr", debug=True)
    finally:
        lark.logger.removeHandler(caplog.handler)
        lark.logger.setLevel(logging.CRITICAL)
    return [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()]


def test_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    assert _conflicts(None, caplog) == []


def test_a_conflict_would_be_seen(caplog: pytest.LogCaptureFixture) -> None:
    dangling_else = 'start: "if" start ["else" start] | "x"'
    assert _conflicts(dangling_else, caplog)


def test_shipped_tables_are_those_of_the_grammar() -> None:
    """If this fails: `python -m checker.syntax.build`."""
    shipped = tables.TABLES.read_bytes().partition(b"\n")[0]
    assert shipped == tables.grammar_key()


@pytest.mark.parametrize("content", [None, b"", b"another key\nrubbish"])
def test_other_tables_are_not_used(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.bin"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(tables, "TABLES", path)
    tables.load.cache_clear()
    assert tables.load().parse("expect legal", start="statement").data == "expect"
    tables.load.cache_clear()


def test_write_makes_tables_that_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "TABLES", tmp_path / "tables.bin")
    assert tables.write() == (tmp_path / "tables.bin").stat().st_size < 5_000_000
    tables.load.cache_clear()
    assert tables.load().parse("expect legal", start="statement").data == "expect"
    tables.load.cache_clear()


def test_keywords_are_those_of_the_grammar() -> None:
    assert {word for word in vocabulary().types if word[0].isalpha()} == words.KEYWORDS


@pytest.mark.parametrize(
    "vocabulary_words",
    [
        words.ZONES,
        words.ATTRIBUTE_ZONES,
        words.PHASES,
        words.STEPS,
        words.EFFECT_KINDS,
        words.STATEMENTS,
        words.PLAYS,
        words.OPERATIONS,
        words.EXPECTATIONS,
        words.MODIFIERS,
        words.NOUNS,
    ],
)
def test_vocabularies_are_keywords(vocabulary_words: tuple[str, ...]) -> None:
    assert set(vocabulary_words) <= words.KEYWORDS


def test_our_scanner_agrees_with_larks() -> None:
    """The grammar says the whole truth about words: lark's own lexer finds the same ones."""
    texts = [*README_BLOCKS, *(path.read_text("utf-8") for path in EXAMPLES)]
    for text in texts:
        for number, ours in enumerate(scan(text).lines):
            line = text.split("\n")[number].replace(";", "")
            theirs = list(tables.load().lex(line))
            expected = [(token.value, token.column) for token in ours if token.type != "SEMICOLON"]
            assert [token.value for token in theirs] == [value for value, _ in expected]
            for our, their in zip(
                (token for token in ours if token.type != "SEMICOLON"), theirs, strict=True
            ):
                assert our.type in (their.type, "LABEL")
