"""The command `segoc lsp` itself."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from checker.cli import run

ROOT = Path(__file__).resolve().parents[3]


def test_without_pygls(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert run(["lsp"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "error: the language server needs pygls: pip install 'segoc[lsp]'\n"


def test_an_editor_that_is_gone() -> None:
    done = subprocess.run([sys.executable, "-m", "checker", "lsp"], input=b"", cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"Traceback" not in done.stderr


def test_other_commands_do_not_load_it() -> None:
    code = "import sys, checker.cli.commands; print([m for m in sys.modules if 'lsp' in m or 'pygls' in m])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"
