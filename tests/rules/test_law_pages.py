"""Every law has a page; its examples are stories that are run, one that the law allows and one that it blocks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import checker
from checker import app
from checker.domain.source import SourceFile
from checker.laws import law, law_names
from checker.resources import rules_dir
from tests.conftest import Compare
from tests.said import record, said

_SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```chain\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _page(name: str) -> str:
    return (rules_dir() / "law" / f"{name}.md").read_text("utf-8")


def _sections(name: str) -> dict[str, str]:
    return dict(_SECTION.findall(_page(name)))


def _blocks(name: str, section: str) -> list[str]:
    return _BLOCK.findall(_sections(name).get(section, ""))


def _cases() -> list[tuple[str, str, int]]:
    return [
        (name, section, index)
        for name in law_names()
        for section in ("Allowed", "Blocked")
        for index in range(len(_blocks(name, section)))
    ]


@pytest.mark.parametrize("name", law_names())
def test_a_page_has_its_parts(name: str) -> None:
    text = _page(name)
    assert text.startswith(f"# {name}\n")
    assert re.search(r"^> \S", text, re.MULTILINE), "a summary in one sentence"
    assert re.search(r"^Ledger: \S", text, re.MULTILINE)
    sections = _sections(name)
    assert {"The rule", "Allowed", "Blocked", "Sources"} <= set(sections)
    assert _blocks(name, "Allowed")
    assert _blocks(name, "Blocked")
    assert "- " in sections["Sources"]


@pytest.mark.parametrize("name", law_names())
def test_the_law_and_its_page_cite_the_same_rules(name: str) -> None:
    ledger = re.search(r"^Ledger: (.*)$", _page(name), re.MULTILINE)
    assert ledger is not None
    for cited in law(name).cites:
        assert cited in ledger[1], f"{cited} is not on the page"


@pytest.mark.parametrize(("name", "section", "index"), _cases())
def test_an_example_is_as_the_page_says(name: str, section: str, index: int, golden: Compare) -> None:
    text = _blocks(name, section)[index]
    source = SourceFile(f"{name}.md, {section} {index + 1}", text)
    report = checker.check(source)
    wrong = [f"{d.law}: {d.message}" for d in report.diagnostics if d.severity == "error" and not d.expected]
    wrong += [f"line {e.line}: {e.text}: {e.found}" for e in report.expectations if not e.passed]
    assert not wrong, "\n".join(wrong)
    assert report.expectations, "an example says what should be true"
    page = f"rules/law/{name}.md:{_BLOCK.findall(_page(name)).index(text) + 1}"
    golden(record(page), said(app._read(source, None, Path()), report, page))
    if section == "Blocked":
        named = name in text or (name == "timing/missed" and "expect missed" in text)
        assert named, "the example names the law that blocks"


def test_pages_stand_beside_their_laws() -> None:
    pages = {
        p.relative_to(rules_dir() / "law").with_suffix("").as_posix()
        for p in Path(rules_dir() / "law").rglob("*.md")
    }
    assert pages - {"README"} == set(law_names())
