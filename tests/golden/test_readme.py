"""The README shows what is really printed; `pytest --update-golden` fills its marked blocks."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from checker import cli

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
BLOCK = re.compile(r"<!-- (file|output): (.+?) -->\n```\n(.*?)```\n", re.DOTALL)


def shown(kind: str, what: str, capsys: pytest.CaptureFixture[str]) -> str:
    if kind == "file":
        return (ROOT / what).read_text(encoding="utf-8")
    cli.run(shlex.split(what)[1:])
    return capsys.readouterr().out


def test_marked_blocks(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    written = README.read_text(encoding="utf-8")
    assert BLOCK.search(written)

    def fill(block: re.Match[str]) -> str:
        kind, what, _ = block.groups()
        return f"<!-- {kind}: {what} -->\n```\n{shown(kind, what, capsys)}```\n"

    filled = BLOCK.sub(fill, written)
    if request.config.getoption("--update-golden"):
        README.write_text(filled, encoding="utf-8")
        return
    assert BLOCK.findall(filled) == BLOCK.findall(written)
