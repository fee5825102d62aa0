"""The pages that are made when the site is built: nothing is left out, and what is gone leaves no page behind."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import click
import pytest

from checker import schemas
from checker.cli.commands import segoc
from checker.laws import law_names
from checker.pages import all_pages

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    return importlib.import_module("segoc_site")


def test_everything_has_its_page(site: ModuleType) -> None:
    made = site.pages()
    assert {f"laws/{name}.md" for name in law_names()} <= set(made)
    assert {site.words.place(page) for page in all_pages()} <= set(made)
    for name, command in segoc.commands.items():
        assert command.hidden or f"## segoc {name}\n" in made["_generated/commands.md"]
        for parameter in command.params:
            shown = isinstance(parameter, click.Option) and not parameter.hidden
            assert not shown or parameter.opts[0] in made["_generated/commands.md"]
    for name in schemas.names():
        assert f"(json-{name})=" in made["_generated/documents.md"]


def test_links_of_made_pages_lead_to_pages(site: ModuleType) -> None:
    made = site.pages()
    for page, text in made.items():
        for link in re.findall(r"\]\(([^)#\s]+\.md)", text):
            target = (ROOT / "docs" / page).parent.joinpath(link).resolve()
            name = target.relative_to(ROOT / "docs").as_posix()
            assert name in made or target.exists(), f"{page}: {link}"


def test_an_entry_of_the_ledger_can_be_linked(site: ModuleType) -> None:
    made = site.pages()
    assert "](../../laws/ledger.md#ch-1)" in made["laws/speed/too-low.md"]
    assert "[CH-1]{#ch-1}" in made["laws/ledger.md"]


def test_old_pages_go_and_unchanged_ones_stay_as_they_are(site: ModuleType, tmp_path: Path) -> None:
    site.writing.write(tmp_path, {"laws/a/one.md": "1", "laws/a/two.md": "2"})
    before = (tmp_path / "laws/a/one.md").stat().st_mtime_ns
    site.writing.write(tmp_path, {"laws/a/one.md": "1"})
    assert [path.name for path in tmp_path.rglob("*.md")] == ["one.md"]
    assert (tmp_path / "laws/a/one.md").stat().st_mtime_ns == before
