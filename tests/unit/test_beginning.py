"""`segoc init` and completion in shells."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from checker import cli
from checker.cli import completing
from checker.cli.commands import segoc
from checker.laws import law_names


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_first_story_is_legal_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["init"]) == 0
    assert capsys.readouterr() == ("", "wrote first.chain; try: segoc check first.chain\n")
    assert cli.run(["check", "first.chain"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("first.chain: legal under tcg, 4 of 4 expectations met\n")
    assert "warning" not in out
    assert cli.run(["fmt", "--check", "-q", "first.chain"]) == 0
    assert cli.run(["explore", "first.chain"]) == 0
    assert "2 legal orders" in capsys.readouterr().out


def test_the_first_story_shows_what_a_beginner_needs() -> None:
    cli.run(["init", "new.chain"])
    text = Path("new.chain").read_text("utf-8")
    for word in ("rules", "players", "use classics", "field:", "activates", "expect", "card", "segoc check"):
        assert word in text
    assert text.count("#") > 12


def test_init_overwrites_nothing_unless_forced(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.chain").write_text("mine")
    assert cli.run(["init", "mine.chain"]) == 2
    assert Path("mine.chain").read_text() == "mine"
    assert "mine.chain is there already; --force overwrites it" in capsys.readouterr().err
    assert cli.run(["init", "mine.chain", "--force"]) == 0
    assert "players" in Path("mine.chain").read_text("utf-8")
    assert cli.run(["init", "none/new.chain"]) == 2


# ---------------------------------------------------------------- completion


def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str) -> list[str]:
    """What click's protocol for bash answers to a line whose last word is being typed."""
    monkeypatch.setenv(completing.VARIABLE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ") if "'" not in line else 3))
    assert cli.run([]) == 0
    return [found.partition(",")[2] for found in capsys.readouterr().out.splitlines()]


def test_names_are_completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def complete(line: str) -> list[str]:
        return completed(monkeypatch, capsys, line)

    assert complete("segoc expl") == ["explore", "explain"] or complete("segoc expl") == [
        "explain",
        "explore",
    ]
    assert complete("segoc explain speed/") == [name for name in law_names() if name.startswith("speed/")]
    assert complete("segoc check --rules oc") == ["ocg", "ocg-classic"]
    assert complete("segoc check --rules 'ocg with ss") == ["ocg with ss1-below-ss2"]
    assert "ocg with ss1-below-ss2 no" in complete("segoc check --rules 'ocg with ss1-below-ss2 ")
    assert complete("segoc check --ignore speed/") == [
        "speed/*",
        *(n for n in law_names() if n.startswith("speed/")),
    ]
    assert "json" in complete("segoc check --output-format ")
    assert complete("segoc completion z") == ["zsh"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert f"{completing.VARIABLE}={shell}_complete" in out


@pytest.mark.skipif(sys.platform == "win32", reason="the shell of POSIX systems")
def test_bash_completes(tmp_path: Path) -> None:
    program = tmp_path / "segoc"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{Path(cli.__file__).parents[2]}" exec "{sys.executable}" -m checker "$@"\n'
    )
    program.chmod(0o755)
    script = completing.script(segoc, "bash")
    ask = "COMP_WORDS=(segoc check --rules oc); COMP_CWORD=3; _segoc_completion segoc; echo ${COMPREPLY[@]}"
    found = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.stdout.split() == ["ocg", "ocg-classic"], found.stderr
