"""`segoc` as a process of its own: streams, exit codes, and what it does when nobody reads on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SEGOC = [sys.executable, "-m", "checker"]


def test_output_arrives_and_the_exit_code_too() -> None:
    done = subprocess.run([*SEGOC, "--version"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("segoc ")
    done = subprocess.run([*SEGOC, "chek"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean `check`?" in done.stderr


def test_a_reader_who_has_gone_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*SEGOC, "--help"], cwd=ROOT, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("--version >&-", 0, ""),
        ("check nope 2>&-", 2, ""),
        ("check - <&-", 2, "is empty"),
        ("explore <&-", 2, "is empty"),
        ("--help > /dev/full", 2, "cannot write the answer: no space left"),
        ("check " + "x" * 5000, 2, "file name too long"),
    ],
)
def test_odd_streams_and_names_are_no_defect(words: str, code: int, said: str) -> None:
    command = f"{sys.executable} -m checker {words}"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert said in done.stderr
    assert "defect" not in done.stderr


def test_a_terminal_that_knows_only_ascii_is_no_error() -> None:
    command = "import checker.cli, sys; sys.exit(checker.cli.run(['check', '\u7070.chain']))"
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, env=env, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b".chain: no such file" in done.stderr
