"""`--watch` as a process of its own, and the line that says that an answer takes its time."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import time
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from checker import cli
from checker.cli.waiting import Waiting

LEGAL = "players A, B\nA passes\n"
WRONG = "players A, B\nA zaps\n"
CARD = 'card "X" normal spell { activate -> draw 1 }\n'
USES = 'players A, B\nuse "cards/x.chain"\nA hand: "X"\nA activates "X"\nexpect legal\n'


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


class Watched:
    """A running `segoc`; what it prints on both streams is read line by line."""

    def __init__(self, *args: str) -> None:
        root = str(Path(cli.__file__).parents[2])
        code = f"import sys; sys.path.insert(0, {root!r}); from checker.cli import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as stream:
            for line in stream:
                self.lines.put(line.rstrip("\n"))

    def until(self, wanted: str) -> list[str]:
        """The lines up to the one that contains a text."""
        found: list[str] = []
        while not any(wanted in line for line in found):
            found.append(self.lines.get(timeout=30))
        return found

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=30)
        self._reader.join()
        return code


def change(path: str, text: str) -> None:
    """Write a file in one step, as editors do."""
    time.sleep(0.05)  # another time stamp
    draft = Path("draft")
    draft.write_text(text)
    draft.replace(path)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT")
def test_check_runs_again_when_a_file_or_what_it_uses_changes() -> None:
    Path("cards").mkdir()
    Path("cards/x.chain").write_text(CARD)
    Path("a.chain").write_text(USES)
    watched = Watched("check", "--watch", "a.chain")
    try:
        first = watched.until("Ctrl-C ends")
        assert first[0].startswith("a.chain: legal")
        assert first[-1] == "watching 2 files; Ctrl-C ends"
        change("a.chain", WRONG)
        second = watched.until("Ctrl-C ends")
        assert second[0] == ""
        assert second[1].startswith("──── ")
        assert second[1].endswith(" a.chain ────")
        assert "error[syntax/unknown-verb]" in second[2]
        change("a.chain", USES)
        watched.until("Ctrl-C ends")
        change("cards/x.chain", "no card")
        third = "\n".join(watched.until("Ctrl-C ends"))
        assert "cards/x.chain ────" in third
        assert "has errors" in third
    finally:
        code = watched.interrupt()
    assert code == 130
    assert watched.lines.empty()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT")
def test_new_files_of_a_directory_are_seen() -> None:
    Path("s").mkdir()
    Path("s/a.chain").write_text(LEGAL)
    watched = Watched("check", "--watch", "s")
    try:
        watched.until("Ctrl-C ends")
        change("s/notes.txt", "nothing")
        change("s/b.chain", LEGAL)
        second = watched.until("Ctrl-C ends")
        assert "b.chain" in second[1]
        assert "2 files: 2 legal" in second
    finally:
        code = watched.interrupt()
    assert code == 130


def test_what_cannot_be_watched(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli.run(["check", "--watch", "-"]) == 2
    assert "standard input can be read only once" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    for command in ("check", "explore", "next", "trace"):
        assert cli.run([command, "--watch", "a.chain"]) == 2
        assert "pip install 'segoc[watch]'" in capsys.readouterr().err


# ---------------------------------------------------------------- waiting


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_wait_is_said_and_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Waiting(quiet=False, after=0) as waiting:
        for _ in waiting.counted(range(1234)):
            pass
        time.sleep(0.3)
    said = terminal.getvalue()
    assert "\r1,234 orders so far, 0 s" in said
    assert said.endswith("\r")
    assert not said.split("\r")[-2].strip()


@pytest.mark.parametrize("case", ["quick", "quiet", "no terminal"])
def test_nothing_is_said_otherwise(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO() if case == "no terminal" else Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with Waiting(quiet=case == "quiet", after=60 if case == "quick" else 0):
        time.sleep(0.05)
    assert stream.getvalue() == ""
