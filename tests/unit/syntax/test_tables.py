"""The grammar has no conflicts, the shipped tables are its tables, and we read what lark reads."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.syntax import build, tables, words
from checker.syntax.cutter import as_block_line, cut
from checker.syntax.engine import Stop, Tree, acceptable, attempt
from checker.syntax.scanner import scan, vocabulary
from checker.syntax.tokens import Token
from tests.unit.syntax.samples import EXAMPLES, README_BLOCKS, REPOSITORY, derived

TEXTS = [*README_BLOCKS, *(path.read_text("utf-8") for path in EXAMPLES)]


def _conflicts(grammar: str | None, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What lark says about conflicts when it builds our grammar, or another."""
    lark.logger.setLevel(logging.DEBUG)
    lark.logger.addHandler(caplog.handler)
    try:
        if grammar is None:
            build.lark_parser(debug=True)
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


@pytest.mark.parametrize(
    ("grammar", "complaint"),
    [
        ('start: "x"*', "can be empty"),
        ('start: x "z"\n?x: "(" y ")"\ny: "y"', "gives way"),
        ('start: x "z"\n?x: _y\n_y: z+\nz: "z"', "gives way"),
    ],
)
def test_grammars_that_our_parser_cannot_follow_are_refused(
    grammar: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = lark.Lark(grammar, parser="lalr")
    monkeypatch.setattr(build, "lark_parser", lambda: parser)
    monkeypatch.setattr(build, "START_SYMBOLS", ("start",))
    with pytest.raises(ValueError, match=complaint):
        build.make()


def test_shipped_tables_are_those_of_the_grammar() -> None:
    """If this fails: `python -m checker.syntax.build`."""
    assert json.loads(tables.TABLES.read_text("utf-8")) == build.make()


def test_nothing_needs_lark_while_the_tables_fit() -> None:
    """Its import alone would take a third of the time that `segoc check` has."""
    code = "import sys, checker; checker.parse('expect legal'); checker.parse('expect'); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=REPOSITORY, check=True
    )
    assert "checker.syntax.mistakes" in done.stdout.split()
    assert "lark" not in done.stdout.split()


@pytest.mark.parametrize("content", [None, b"", b"{}", b'{"key": 1}', b"rubbish"])
def test_other_tables_are_not_used(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.json"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(tables, "TABLES", path)
    tables.load.cache_clear()
    assert isinstance(attempt(scan("expect legal").lines[0], "statement"), Tree)
    tables.load.cache_clear()


def test_build_writes_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = tables.TABLES.read_bytes()
    monkeypatch.setattr(tables, "TABLES", tmp_path / "tables.json")
    build.main()
    assert (tmp_path / "tables.json").read_bytes() == shipped
    assert "tables.json" in capsys.readouterr().out


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


@cache
def _lark() -> lark.Lark:
    parser = build.lark_parser()
    parser.lexer = parser._build_lexer()  # or `lex` makes one for each line
    return parser


def test_our_scanner_agrees_with_larks() -> None:
    """The grammar says the whole truth about words: lark's own lexer finds the same ones."""
    for text in TEXTS:
        for plain, line in zip(text.split("\n"), scan(text).lines, strict=True):
            rest = list(plain)
            for token in line:
                if token.type == "SEMICOLON":
                    rest[token.column - 1] = " "
            ours = [token for token in line if token.type != "SEMICOLON"]
            theirs = list(_lark().lex("".join(rest)))
            assert [(t.value, t.column, t.end_column) for t in theirs] == [
                (t.value, t.column, t.end_column) for t in ours
            ]
            for our, their in zip(ours, theirs, strict=True):
                assert our.type in (their.type, "LABEL")


def _lark_reads(phrase: list[Token], start: str) -> Any:
    """The tree that lark makes, or the index at which it stops."""
    parser = _lark().parse_interactive(start=start)
    for index, word in enumerate(phrase):
        try:
            parser.feed_token(_larks(word))
        except lark.UnexpectedToken:
            return index
    try:
        return _lark_tree(parser.feed_eof(_larks(phrase[-1])))  # type: ignore[no-untyped-call]
    except lark.UnexpectedToken:
        return len(phrase)


def _lark_accepts(phrase: list[Token], start: str) -> Any:
    parser = _lark().parse_interactive(start=start)
    for word in phrase:
        parser.feed_token(_larks(word))
    return parser.accepts()  # type: ignore[no-untyped-call]


def _larks(word: Token) -> lark.Token:
    return lark.Token(word.type, word.value, None, word.line, word.column, word.line, word.end_column)


def _lark_tree(node: Any) -> Any:
    if not isinstance(node, lark.Tree):
        return node and (node.type, node.value)
    place = (node.meta.line, node.meta.column, node.meta.end_line, node.meta.end_column)
    return (node.data, place, [_lark_tree(child) for child in node.children])


def _our_tree(node: Tree | Token | None) -> Any:
    if not isinstance(node, Tree):
        return node and (node.type, node.value)
    place = (node.first.line, node.first.column, node.last.line, node.last.end_column)
    return (node.name, place, [_our_tree(child) for child in node.children])


def _agree(phrase: list[Token], start: str) -> None:
    ours = attempt(phrase, start)
    assert (ours.index if isinstance(ours, Stop) else _our_tree(ours)) == _lark_reads(phrase, start)
    if isinstance(ours, Stop):
        read = phrase[: ours.index]
        assert acceptable(read, start) == _lark_accepts(read, start)


def test_our_parser_agrees_with_larks_on_the_examples() -> None:
    """The same trees, places and gaps included."""
    for text in TEXTS:
        for raw in cut(scan(text).lines)[0]:
            _agree(raw.words, "statement")
            for line in raw.block or ():
                _agree(line, "card_line" if raw.words[0] == "card" else "link_line")


def _phrase(start: str, seed: int) -> list[Token]:
    (line,) = scan(derived(start, seed)).lines
    return as_block_line(line) if start == "card_line" else line


@given(st.sampled_from(build.START_SYMBOLS), st.integers(0, 10**9), st.data())
@settings(max_examples=400, deadline=None)
def test_our_parser_agrees_with_larks_on_random_sentences(start: str, seed: int, data: st.DataObject) -> None:
    """Also where the sentence breaks off, or goes on with a word of another one."""
    phrase = _phrase(start, seed)
    _agree(phrase, start)
    cutting = data.draw(st.integers(1, len(phrase)))
    _agree(phrase[:cutting], start)
    _agree(phrase[:cutting] + _phrase(start, seed + 1)[cutting:], start)
