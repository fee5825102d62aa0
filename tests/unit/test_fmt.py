"""`segoc fmt`: which files are rewritten, what is printed where, and the exit codes."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from pathlib import Path

import pytest

import checker
from checker import cli, files

MESSY = "players  A,B\nA   passes#so\n"
TIDY = "players A, B\nA passes  #so\n"
WRONG = "players A, B\nA zaps\n"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_files_are_rewritten_in_place(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.chain").write_bytes(b"\xef\xbb\xbf" + MESSY.replace("\n", "\r\n").encode())
    Path("a.chain").chmod(0o640)
    Path("b.chain").write_text(TIDY)
    before = Path("b.chain").stat()
    assert cli.run(["fmt", "a.chain", "b.chain"]) == 0
    assert Path("a.chain").read_bytes() == TIDY.encode()
    assert stat.S_IMODE(Path("a.chain").stat().st_mode) == 0o640
    after = Path("b.chain").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "formatted a.chain\n2 files: 1 formatted, 1 unchanged\n"


def test_directories_give_all_their_stories() -> None:
    for name in ("s/a.chain", "s/deep/b.chain", "s/.git/c.chain", "s/d.txt"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(MESSY)
    assert cli.run(["fmt", "-q", "s"]) == 0
    texts = {path.name: path.read_text() for path in Path("s").rglob("*.*") if path.is_file()}
    assert texts == {"a.chain": TIDY, "b.chain": TIDY, "c.chain": MESSY, "d.txt": MESSY}


def test_a_file_with_syntax_errors_is_left_and_others_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.chain").write_text(WRONG)
    Path("b.chain").write_text(MESSY)
    assert cli.run(["fmt", "a.chain", "b.chain", "c.chain"]) == 2
    assert Path("a.chain").read_text() == WRONG
    assert Path("b.chain").read_text() == TIDY
    err = capsys.readouterr().err
    assert "error[syntax/unknown-verb]" in err
    assert "a.chain:2:3" in err
    assert "c.chain: no such file" in err
    assert err.endswith("3 files: 1 formatted, 2 not formatted, see above\n")


def test_check_names_the_files_and_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.chain").write_text(MESSY)
    Path("b.chain").write_text(TIDY)
    assert cli.run(["fmt", "--check", "a.chain", "b.chain"]) == 1
    assert Path("a.chain").read_text() == MESSY
    assert capsys.readouterr() == ("a.chain\n", "2 files: 1 to be formatted, 1 unchanged\n")
    assert cli.run(["fmt", "--check", "b.chain"]) == 0


def test_diff_is_a_patch(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.chain").write_text(MESSY.rstrip("\n"))
    assert cli.run(["fmt", "--diff", "-q", "a.chain"]) == 1
    out = capsys.readouterr().out
    assert out == (
        "--- a.chain\n+++ a.chain\tformatted\n@@ -1,2 +1,2 @@\n-players  A,B\n-A   passes#so\n"
        "\\ No newline at end of file\n+players A, B\n+A passes  #so\n"
    )
    assert cli.run(["fmt", "--diff", "--color", "always", "a.chain"]) == 1
    assert "\x1b[32m+players A, B\x1b[0m\n" in capsys.readouterr().out


def test_standard_input_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for args in (["-"], [], ["-", "-o", "new.chain"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MESSY.encode())))
        assert cli.run(["fmt", *args]) == 0
        out = capsys.readouterr().out
        assert (Path("new.chain").read_text() if "-o" in args else out) == TIDY


@pytest.mark.parametrize("args", [["-o", "x", "a.chain"], ["--output-format", "json", "a.chain"]])
def test_options_that_do_not_fit(args: list[str]) -> None:
    Path("a.chain").write_text(MESSY)
    assert cli.run(["fmt", *args]) == 2
    assert Path("a.chain").read_text() == MESSY


def test_a_file_that_may_not_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.chain").write_text(MESSY)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert cli.run(["fmt", "a.chain"]) == 2
    assert "cannot write a.chain: permission denied" in capsys.readouterr().err
    assert Path("a.chain").read_text() == MESSY


def test_a_read_only_file_is_left_also_for_those_who_could_write_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.chain").write_text(MESSY)
    Path("a.chain").chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: True)
    assert cli.run(["fmt", "a.chain"]) == 2
    assert "cannot write a.chain: it is read-only" in capsys.readouterr().err
    assert Path("a.chain").read_text() == MESSY


def test_a_file_with_two_names_stays_one_file() -> None:
    for text in (MESSY, MESSY.replace("passes#", "passes" + " " * 99 + "#")):
        Path("a.chain").write_text(text)
        Path("b.chain").unlink(missing_ok=True)
        Path("b.chain").hardlink_to("a.chain")
        assert cli.run(["fmt", "-q", "b.chain"]) == 0
        assert Path("a.chain").samefile("b.chain")
        assert Path("a.chain").read_text() == checker.format(text)


def test_a_file_with_two_names_is_as_it_was_if_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.chain").write_text(MESSY)
    Path("b.chain").hardlink_to("a.chain")
    whole = files._write_all

    def full(stream: io.FileIO, data: bytes) -> None:
        monkeypatch.setattr(files, "_write_all", whole)
        stream.seek(0)
        stream.write(data + b"more")
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(files, "_write_all", full)
    assert cli.run(["fmt", "-q", "a.chain"]) == 2
    assert Path("b.chain").read_text() == MESSY


def test_the_library_formats_a_text() -> None:
    assert checker.format(MESSY) == TIDY
    with pytest.raises(checker.InputError, match="zaps"):
        checker.format(WRONG)


@pytest.mark.parametrize(
    "layout", ["{allow}\n{plays}", "{plays}  {allow}", "{plays};  {allow}", "A ends turn; {plays}  {allow}"]
)
def test_what_is_allowed_stays_allowed(layout: str) -> None:
    story = 'players A, B; A may use "J" as j speed 3 from set; B may use "T" as t speed 2 from set\n'
    plays = layout.format(
        allow="# segoc: allow speed/too-low he misread it", plays="A activates j; B activates t"
    )
    text = story + plays + "\n"
    before, after = checker.check(text), checker.check(checker.format(text))
    assert [d.allowed for d in before.diagnostics if d.law == "speed/too-low"] == ["he misread it"]
    assert [(d.law, d.allowed) for d in after.diagnostics] == [(d.law, d.allowed) for d in before.diagnostics]
    assert after.verdict == before.verdict


def test_a_style_that_would_change_what_is_allowed_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "players A, B\nA passes; B passes  # segoc: allow speed/too-low so\n"
    cut = text.replace("; ", "\n")
    monkeypatch.setattr("checker.syntax.formatter.format_text", lambda text: cut)
    with pytest.raises(RuntimeError, match="would change what it means"):
        checker.format(text)


def test_the_examples_are_formatted() -> None:
    examples = Path(__file__).resolve().parents[2] / "examples"
    assert cli.run(["fmt", "--check", "-q", str(examples)]) == 0
