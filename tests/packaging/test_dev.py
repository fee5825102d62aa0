"""`dev.py` where a virtual environment cannot be made as usual."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

import dev


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """What would have been run."""
    run: list[list[str]] = []
    monkeypatch.setattr(dev, "run", lambda command: run.append([str(word) for word in command]))
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    return run


def without(*missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec

    def find(name: str) -> ModuleSpec | None:
        return None if name in missing else real(name)

    monkeypatch.setattr(importlib.util, "find_spec", find)


def test_as_usual(commands: list[list[str]]) -> None:
    assert dev.make_venv() == [str(dev.PYTHON), "-m", "pip"]
    assert commands[0][1:3] == ["-m", "venv"]


def test_without_ensurepip_the_pip_of_the_system_helps(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    without("ensurepip", monkeypatch=monkeypatch)
    assert dev.make_venv()[1:4] == ["-m", "pip", "--python"]
    assert "--without-pip" in commands[0]


def test_with_neither_it_says_what_to_install(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    without("ensurepip", "pip", monkeypatch=monkeypatch)
    with pytest.raises(SystemExit, match="sudo apt install python3-venv"):
        dev.make_venv()
    assert not commands


def test_an_old_python_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 0))
    assert dev.main(["test"]) == 2
    assert "Python 3.11 or newer" in capsys.readouterr().err


def test_what_failed_early_is_said_again_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "PYTHON", sys.executable)
    checks = {"style": ["-c", "print('E501 too long'); exit(1)"], "tests": ["-c", "print('9 passed')"]}
    monkeypatch.setattr(dev, "CHECKS", checks)
    assert dev.test([]) == 1
    out, err = capfd.readouterr()
    assert out.endswith("9 passed\n")
    assert err == "\nstyle failed:\nE501 too long\nfailed: style\n"
