"""Documents show what is really so: stories hold, and commands print what stands below them.

`pytest --update-golden` writes anew what commands print. `documents.py` says what becomes of which block.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

import checker
from checker.cli.commands import segoc
from tests.golden import documents
from tests.golden.documents import ROOT

PAGES = documents.documents()
_INLINE = re.compile(r"(?<!`)`(segoc [^`]+)`(?!`)")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a page is run."""
    inside = tmp_path / "here"
    inside.mkdir()
    for shown in ("examples", "rules"):
        (inside / shown).symlink_to(ROOT / shown)
    monkeypatch.chdir(inside)
    for variable in ("FORCE_COLOR", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "SEGOC_LANGUAGE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", documents.WIDTH)
    return inside


@pytest.mark.parametrize("path", PAGES, ids=name)
@pytest.mark.usefixtures("folder")
def test_a_page_shows_what_is_so(path: Path, request: pytest.FixtureRequest) -> None:
    written = path.read_text(encoding="utf-8")
    should = documents.filled(written)
    if request.config.getoption("--update-golden"):
        path.write_text(should, encoding="utf-8")
        return
    assert written == should


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_commands_named_in_the_text_exist(path: Path) -> None:
    for shown in _INLINE.findall(path.read_text(encoding="utf-8")):
        words = shlex.split(shown.replace("\\|", "|"))[1:]
        command: click.Command = segoc
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            inner = command.get_command(click.Context(command), words[0])
            assert inner is not None, f"there is no command `{shown}`"
            command, words = inner, words[1:]
        known = {"--help", "-h"} | {option for parameter in command.params for option in parameter.opts}
        for word in words:
            option = word.partition("=")[0]
            assert not option.startswith("-") or option == "-" or option in known, f"`{shown}`: {option}"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "grammar/README.md", "rules/README.md"])
def test_links_lead_somewhere(page: str) -> None:
    """Those of `docs/` are Sphinx's to look at."""
    for link in re.findall(r"\]\(([^)\s]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (ROOT / page).parent / file if file else ROOT / page
        assert target.exists(), link
        if anchor:
            titles = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
            assert anchor in slugs, link


def test_the_reference_lists_the_whole_library() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    listed = {name.rpartition(".")[2] for name in re.findall(r"auto\w+:: (checker[\w.]*)", page)}
    assert set(checker.__all__) - {"SourceFile"} <= listed


def broken(page: str) -> str:
    with pytest.raises(AssertionError) as caught:
        documents.filled(page)
    return str(caught.value)


@pytest.mark.usefixtures("folder")
def test_what_is_not_so_is_found() -> None:
    story = 'players A1, B1\nA1 triggers mandatory "Sangan" as s\n'
    right, wrong = f"{story}expect orders {{ [s] }}\n", f"{story}expect orders {{ [] }}\n"
    assert documents.filled(f"```chain\n{right}```\n") == f"```chain\n{right}```\n"
    assert "line 2: " in broken(f"```chain\n{wrong}```\n")
    assert "holds" in broken(f"<!-- wrong -->\n```chain\n{right}```\n")
    assert documents.filled(f"<!-- wrong -->\n```chain\n{wrong}```\n")
    assert "is not run" in broken("```text\n$ segoc check\n```\n")
    assert "which test" in broken("```sh\npip install .\n```\n")
    assert "missing" in broken("<!-- tested by: tests/none.py -->\n```sh\npip install .\n```\n")
    with pytest.raises(ValueError, match="fences"):
        documents.filled("text\n\n    segoc check\n")


@pytest.mark.usefixtures("folder")
def test_output_is_written_anew_and_may_be_shortened() -> None:
    page = (
        "```{code-block} chain\n:caption: a.chain\n\nplayers A1, B1\n"
        'A1 triggers mandatory "Sangan" as s\n```\n\n'
        "- in a list:\n\n  ```console\n  $ segoc explore --count a.chain\n  OUTPUT\n  ```\n"
    )
    full = documents.filled(page.replace("OUTPUT", "stale"))
    assert "stale" not in full
    assert "a.chain" in full
    assert documents.filled(full) == full
    short = page.replace("OUTPUT", "…")
    assert documents.filled(short) == short


@pytest.mark.usefixtures("folder")
def test_python_and_shells_are_run() -> None:
    page = "```python\nprint(1 + 1)\n```\n\n<!-- printed -->\n```text\n3\n```\n"
    assert "\n2\n" in documents.filled(page)
    assert "exit code 2" in documents.filled(
        '```console\n$ segoc none 2>/dev/null; echo "exit code $?"\n```\n'
    )
