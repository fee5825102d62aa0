"""Pages on words: their form, their links, and that every name of a state has one; their stories hold."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import checker
from checker import app
from checker.domain.source import SourceFile
from checker.pages import find
from checker.resources import rules_dir
from checker.verdict import windows
from tests.conftest import Compare
from tests.said import record, said

TERMS = sorted((rules_dir() / "term").glob("*.md"))
_BLOCK = re.compile(r"^```chain\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _name(path: Path) -> str:
    return path.read_text("utf-8").split("\n", 1)[0].removeprefix("# ")


def _entries() -> set[str]:
    return set(tomllib.loads((rules_dir() / "coverage.toml").read_text("utf-8")))


def _blocks() -> list[tuple[str, int, str]]:
    return [
        (path.stem, number, text)
        for path in TERMS
        for number, text in enumerate(_BLOCK.findall(path.read_text("utf-8")), 1)
    ]


@pytest.mark.parametrize("path", TERMS, ids=lambda path: path.stem)
def test_a_page_has_its_parts(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.match(r"# \S[^\n]*\n\n> \S[^\n]*\.\n\n", text)
    assert _name(path).replace(" ", "-") == path.stem
    ledger = re.search(r"^Ledger: (.+)$", text, re.MULTILINE)
    assert ledger is not None
    assert set(ledger[1].split(", ")) <= _entries()


@pytest.mark.parametrize("path", TERMS, ids=lambda path: path.stem)
def test_what_a_page_names_can_be_explained(path: Path) -> None:
    also = re.search(r"^See also: (.*?)(?:\n\n|\Z)", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert also is not None
    for name in re.findall(r"`([^`]+)`", also[1]):
        page = find(name)
        assert page is not None, name
        assert page.text != path.read_text("utf-8"), "a page does not name itself"


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("summon negation window", "summon negation window"),
        ("Summon-Negation Window", "summon negation window"),
        ("chain of 3 links being built", "chain being built"),
        ("attack declaration window, Battle Step", "attack declaration window"),
        ("public and non-public", "public and non-public"),
        ("SEGOC", "segoc"),
    ],
)
def test_a_page_is_found_as_the_tool_says_its_name(said: str, title: str) -> None:
    page = find(said)
    assert page is not None
    assert page.text.startswith(f"# {title}\n")


def _states() -> list[str]:
    known = [*windows.NAMES.values(), *windows._STEPS.values(), *windows._PHASES.values()]
    return sorted({name.lower() for name in known})


@pytest.mark.parametrize("name", _states())
def test_every_name_of_a_state_has_a_page(name: str) -> None:
    page = find(name)
    assert page is not None
    assert page.kind == "term"


@pytest.mark.parametrize(("name", "number", "text"), _blocks())
def test_the_story_of_a_page_holds(name: str, number: int, text: str, golden: Compare) -> None:
    source = SourceFile(f"{name}.md, {number}", text)
    report = checker.check(source)
    wrong = [f"{d.law}: {d.message}" for d in report.diagnostics if d.severity == "error" and not d.expected]
    wrong += [f"line {e.line}: {e.text}: {e.found}" for e in report.expectations if not e.passed]
    assert not wrong, "\n".join(wrong)
    assert report.expectations, "a story says what should be true"
    page = f"rules/term/{name}.md:{number}"
    golden(record(page), said(app._read(source, None, Path()), report, page))
