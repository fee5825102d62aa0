"""The language reference and the examples parse, and printing them loses nothing but layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.domain.source import SourceFile
from checker.resources import grammar_dir
from checker.syntax import parse
from checker.syntax.printer import print_file
from checker.syntax.words import KEYWORDS
from tests.unit.syntax.samples import EXAMPLES, README_BLOCKS, placeless


def _round_trip(text: str) -> None:
    file, diagnostics = parse(SourceFile("document.chain", text))
    assert diagnostics == ()
    assert file.statements
    printed = print_file(file)
    again, diagnostics = parse(SourceFile("printed.chain", printed))
    assert diagnostics == (), printed
    assert placeless(again.statements) == placeless(file.statements)
    assert print_file(again) == printed


@pytest.mark.parametrize("block", README_BLOCKS)
def test_reference(block: str) -> None:
    _round_trip(block)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    _round_trip(path.read_text("utf-8"))


def test_reference_lists_the_reserved_words() -> None:
    page = (grammar_dir() / "README.md").read_text("utf-8")
    section = page.partition("## Reserved words\n")[2].partition("\n## ")[0]
    assert set(section.replace("`", "").split()) == KEYWORDS
