"""Arguments, streams and exit codes; what the use cases answer is made up in `fake_app`."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from pathlib import Path

import pytest

import checker
from checker import cli
from tests.unit import fake_app


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "checker.app", fake_app)
    monkeypatch.setattr(checker, "app", fake_app, raising=False)
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "SEGOC_DEBUG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def story() -> str:
    return written("story.chain", "rules tcg\n")


def written(name: str, text: str | bytes) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return name


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


# ---------------------------------------------------------------- exit codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fine", 0),
        ("illegal", 1),
        ("failed", 1),
        ("invalid", 2),
        ("slow", 0),
        ("crash", 4),
        ("interrupt", 130),
    ],
)
def test_exit_code_of_check(text: str, code: int) -> None:
    assert cli.run(["check", written("a.chain", text)]) == code


def test_wrong_input_outweighs_illegal() -> None:
    files = [written("a.chain", "illegal"), written("b.chain", "invalid"), written("c.chain", "fine")]
    assert cli.run(["check", *files]) == 2


def test_a_defect_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", written("a.chain", "crash")]) == 4
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "a defect of the checker" in err
    assert "RuntimeError: boom and more" in err


def test_a_defect_has_a_traceback_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEGOC_DEBUG", "1")
    assert cli.run(["check", written("a.chain", "crash")]) == 4
    assert "Traceback" in capsys.readouterr().err


def test_an_interruption_leaves_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    files = [written("a.chain", "fine"), written("b.chain", "interrupt")]
    assert cli.run(["check", "--output-format", "json", *files]) == 130
    out, err = capsys.readouterr()
    assert [report["file"] for report in json.loads(out)] == ["a.chain"]
    assert "interrupted" in err


def test_an_interrupted_exploration_is_not_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explore", "--output-format", "json", written("a.chain", "interrupt")]) == 130
    data = json.loads(capsys.readouterr().out)
    assert len(data["orders"]) == 2
    assert data["complete"] is False


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["chek", "x"], "did you mean `check`?"),
        (["story.chain"], "segoc check story.chain"),
        (["check", "--ruels", "tcg", "story.chain"], "--rules"),
        (["compare", "-r", "tcg", "story.chain"], "name a second rule set"),
        (["explore", "--limit", "-1", "story.chain"], "-1"),
        (["explore", "--count", "--why", "x", "story.chain"], "one at a time"),
        (["order"], "name what was triggered"),
        (["order", "--turn"], "at least one effect"),
        (["order", "--turn", "Sangan"], "end each name with ! or ?"),
        (["emit", "facts", "--output-format", "json", "story.chain"], "no json form"),
        (["explain", "segoc/group-ordre"], "did you mean `segoc/group-order`?"),
        (["check", "--rules", "nonsense", "story.chain"], "no rule set is called `nonsense`"),
        (["check", "--output-format", "yaml", "story.chain"], "yaml"),
        ([], "Usage"),
    ],
)
def test_a_wrong_command_line_leaves_2_and_a_hint(
    args: list[str], hint: str, story: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(args) == 2
    out, err = capsys.readouterr()
    assert hint in err
    assert not out


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"rules\0tcg", "binary"),
        (b"rules tcg\nYugi \xff\n", "byte 0xff in line 2"),
        ("rules tcg".encode("utf-16"), "is UTF-16 text"),
        (b"\xff\xfe\0\0" + "rules tcg".encode("utf-32-le"), "is UTF-32 text"),
        (b"\0\0\xfe\xff" + "rules tcg".encode("utf-32-be"), "is UTF-32 text"),
        ("rules tcg".encode("utf-16-le"), "is a binary file, not text"),
        ("Fröhlich".encode("latin-1"), "is not UTF-8 text: byte 0xf6 in line 1"),
        (b"\xef\xbb\xbf\n", "is empty"),
        (b"x" * 2_000_001, "larger than 2 MB"),
    ],
)
def test_what_is_no_story(content: bytes, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", written("bad.chain", content), written("good.chain", "fine")]) == 2
    out, err = capsys.readouterr()
    assert "bad.chain" in err
    assert said in err
    assert "good.chain: legal" in out
    assert "2 files: 1 legal, 1 unreadable" in out
    assert cli.run(["explore", "bad.chain"]) == 2


@pytest.mark.parametrize(
    ("args", "schema"),
    [
        (["explore"], "explore"),
        (["explore", "--count"], "explore"),
        (["explore", "--why", "a, b"], "why"),
        (["next"], "next"),
        (["trace"], "trace"),
        (["compare"], "compare"),
    ],
)
def test_programs_get_a_document_for_what_cannot_be_read(
    args: list[str], schema: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([*args, "gone.chain", "--output-format", "json"]) == 2
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert (data["schema"], data["file"]) == (f"segoc/{schema}/1", "gone.chain")
    assert data["diagnostics"][0]["law"] == "input/unreadable"
    assert err == "error: gone.chain: no such file or directory\n"


def test_missing_files_and_empty_directories(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert cli.run(["check", "gone.chain", "empty"]) == 2
    err = capsys.readouterr().err
    assert "gone.chain: no such file or directory" in err
    assert "empty: no .chain file lies in this directory" in err


def test_directories_are_searched_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("d/b.chain", "d/a.chain", "d/sub/c.chain", "d/.git/x.chain", "d/notes.txt"):
        written(name, "fine")
    assert cli.run(["check", "--output-format", "json", "d"]) == 0
    files = [report["file"] for report in json.loads(capsys.readouterr().out)]
    assert files == [str(Path("d") / name) for name in ("a.chain", "b.chain", "sub/c.chain")]


def test_a_directory_is_no_story() -> None:
    Path("d").mkdir()
    assert cli.run(["explore", "d"]) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_that_nobody_writes_to_and_a_device_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.chain")
    assert cli.run(["check", "pipe.chain", "/dev/zero"]) == 2
    err = capsys.readouterr().err
    assert "pipe.chain: is a pipe to which nobody writes; `-` reads standard input" in err
    assert "/dev/zero: is a device, not a file; `-` reads standard input" in err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_that_somebody_writes_to_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.chain")
    reading = os.open("pipe.chain", os.O_RDONLY | os.O_NONBLOCK)
    writing = os.open("pipe.chain", os.O_WRONLY)
    os.write(writing, b"fine")
    closing = threading.Timer(0.2, os.close, [writing])
    closing.start()
    assert cli.run(["check", "pipe.chain"]) == 0
    os.close(reading)
    assert "pipe.chain: legal" in capsys.readouterr().out


@pytest.mark.parametrize("args", [["check", "-"], ["check"], ["explore", "-"], ["explore"], ["next"]])
def test_standard_input(
    args: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "fine")
    assert cli.run(args) == 0
    assert "<stdin>" in capsys.readouterr().out


def test_nobody_waits_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    assert cli.run(["check"]) == 2
    assert "name a file" in capsys.readouterr().err


# ---------------------------------------------------------------- output


def test_output_goes_to_a_file_in_one_step(story: str, capsys: pytest.CaptureFixture[str]) -> None:
    written("answer.json", "old")
    assert cli.run(["check", "--output-format", "json", "-o", "answer.json", story]) == 0
    assert json.loads(Path("answer.json").read_text())[0]["verdict"] == "legal"
    assert capsys.readouterr().out == ""
    assert sorted(path.name for path in Path().iterdir()) == ["answer.json", "story.chain"]


def test_a_defect_leaves_the_old_file() -> None:
    written("answer.txt", "old")
    assert cli.run(["check", "-o", "answer.txt", written("a.chain", "crash")]) == 4
    assert Path("answer.txt").read_text() == "old"
    assert sorted(path.name for path in Path().iterdir()) == ["a.chain", "answer.txt"]


def test_an_interruption_keeps_what_was_found_in_the_file() -> None:
    files = [written("a.chain", "fine"), written("b.chain", "interrupt")]
    assert cli.run(["check", "--output-format", "json", "-o", "answer.json", *files]) == 130
    assert len(json.loads(Path("answer.json").read_text())) == 1


def test_output_to_a_dash_is_standard_output(story: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", "-o", "-", story]) == 0
    assert "legal" in capsys.readouterr().out
    assert not Path("-").exists()


def test_output_into_a_missing_directory(story: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", "-o", "no/such/answer.txt", story]) == 2
    assert "cannot write no/such/answer.txt" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flag", "env", "colored"),
    [
        ("auto", {}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "0"}, False),
        ("auto", {"FORCE_COLOR": "1", "COLUMNS": "²"}, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_color(
    flag: str,
    env: dict[str, str],
    colored: bool,
    story: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    cli.run(["check", "--color", flag, story])
    assert ("\x1b[" in capsys.readouterr().out) is colored


# ---------------------------------------------------------------- commands


def test_explore_says_when_a_limit_cut(capsys: pytest.CaptureFixture[str]) -> None:
    story = written("a.chain", "many")
    assert cli.run(["explore", "--output-format", "json", "--limit", "5", story]) == 0
    out, err = capsys.readouterr()
    assert len(json.loads(out)["orders"]) == 5
    assert "stopped after 5 of 1,957 orders; --limit 0 lists all" in err
    assert cli.run(["explore", "--limit", "5", "--require-complete", story]) == 3
    assert cli.run(["explore", "--limit", "0", "--require-complete", story]) == 0


def test_a_text_that_says_everything_in_few_words_was_not_cut(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explore", "--limit", "100", written("a.chain", "many")]) == 0
    out, err = capsys.readouterr()
    assert "1,957 ways" in out
    assert not err


def test_where_a_chain_is_not_over_there_is_nothing_to_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explore", written("a.chain", "not over")]) == 0
    out, err = capsys.readouterr()
    assert "chain of 1 link being built; Kaiba is to act" in out
    assert "Nothing to order here." in out
    assert "legal order" not in out
    assert "note[story/not-over]" in err


def test_count_prints_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explore", "--count", written("a.chain", "many")]) == 0
    assert capsys.readouterr().out == "1957\n"


def test_why_leaves_1_if_something_is_broken(story: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explore", "--why", "p1, s1", story]) == 1
    assert "segoc/group-order" in capsys.readouterr().out
    assert cli.run(["explore", "--why", "s1, s2", story]) == 0


def test_order_takes_all_the_words_that_follow(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["order", "--turn", "Sangan!", "Peten?", "-r", "ocg", "--opponent", "Sangan!", "-v"]
    assert cli.run(args) == 0
    assert "turn Sangan! Peten? opponent Sangan!" in capsys.readouterr().err


def test_compare_has_a_default(story: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["compare", story]) == 0
    out, err = capsys.readouterr()
    assert "tcg" in out
    assert "ocg" in out
    assert "comparing tcg, ocg" in err
    assert cli.run(["compare", written("goat.chain", "rules goat\n")]) == 0
    assert "comparing goat, tcg, ocg" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["explain"], "segoc/group-order  law       Group order"),
        (["explain", "--list"], "goat"),
        (["explain", "segoc/group-order"], "The turn player's first."),
        (["rules"], "the rules of ocg"),
        (["rules", "tcg"], "trigger-order free (SEGOC-3)"),
        (["emit", "facts", "story.chain"], "facts.\n"),
        (["next", "story.chain"], "Seven Tools of the Bandit"),
        (["--version"], "segoc "),
        (["--help"], "Exit codes"),
        (["check", "--help"], "--time-limit"),
    ],
)
def test_other_commands(args: list[str], said: str, story: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(args) == 0
    assert said in capsys.readouterr().out
