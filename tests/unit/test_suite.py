"""`segoc test`: which stories are run, what is said of them, and the exit code."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import pytest

from checker import app, cli

TRIGGERS = 'players A1, B1\nA1 triggers mandatory "X" as x\nA1 triggers optional "Y" as y\n'
GOOD = f"{TRIGGERS}expect orders {{ [x, y] }}\n"
BAD = f"{TRIGGERS}expect all orders {{ [x] [y, x] }}\n"
BROKEN = "players A1, B1\nA1 does a thing\n"


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one story of each kind; it is where we are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for name, text in {"good": GOOD, "sub/bad": BAD, "sub/broken": BROKEN, "sub/silent": TRIGGERS}.items():
        path = tmp_path / f"{name}.chain"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no story")
    return tmp_path


def ran(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    code = cli.run(["test", *args])
    return code, capsys.readouterr().out


@pytest.mark.parametrize(
    ("paths", "code", "signs", "end"),
    [
        (["good.chain"], 0, ".", "1 passed in "),
        (["sub/bad.chain"], 1, "F", "1 failed in "),
        (["sub/silent.chain", "good.chain"], 0, "-.", "1 passed, 1 with nothing expected in "),
        (["sub/broken.chain"], 2, "E", "1 error in "),
        (["none.chain"], 2, "E", "1 error in "),
        ([], 2, ".FE-", "1 passed, 1 failed, 1 error, 1 with nothing expected in "),
        (["."], 2, ".FE-", "1 passed, 1 failed, 1 error, 1 with nothing expected in "),
    ],
)
def test_the_sum_and_the_exit_code(
    paths: list[str], code: int, signs: str, end: str, suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out = ran(capsys, *paths)
    assert found == code
    lines = out.splitlines()
    assert lines[0] == signs
    assert re.fullmatch(rf"{end}\d+\.\d\d s", lines[-1])


def test_a_failure_shows_the_line_and_what_differs(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = ran(capsys, "sub/bad.chain")
    assert "failed: sub/bad.chain" in out
    assert "4 | expect all orders { [x] [y, x] }" in out
    assert "  - [y, x]\n  + [x, y]\n" in out
    assert "  - [x]" not in out


def test_what_differs_names_no_legal_order_as_missing(
    suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = "opqrst"
    story = "players A1, B1\n" + "".join(f'A1 triggers optional "{n.upper()}" as {n}\n' for n in names)
    (suite / "many.chain").write_text(f"{story}expect all orders {{ [t, s] [t, t] }}\n", encoding="utf-8")
    _, out = ran(capsys, "many.chain")
    assert "  - [t, t]\n  + []\n" in out
    assert "- [t, s]" not in out
    assert "not legal: [t, t];" in out
    assert out.count("\n  + ") == 9
    assert "\n  + …\n" in out


def test_verbose_names_each_story(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = ran(capsys, "-v")
    assert out.startswith(
        "passed            good.chain: 1 of 1 expectation met\nfailed            sub/bad.chain"
    )
    assert "nothing expected  sub/silent.chain\n" in out


def test_quiet_says_failures_and_the_sum(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = ran(capsys, "-q", "good.chain", "sub/silent.chain")
    assert re.fullmatch(r"1 passed, 1 with nothing expected in \d+\.\d\d s\n", out)


def test_a_word_chooses(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = ran(capsys, "-k", "GOOD")
    assert code == 0
    assert "1 passed in" in out
    assert ran(capsys, "-k", "nothing like it")[0] == 2


def test_it_stops_after_so_many_failures(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = ran(capsys, "-x")
    assert code == 1
    assert "stopped after 1 failure\n1 passed, 1 failed in" in out
    code, out = ran(capsys, "--maxfail", "2")
    assert code == 2
    assert "stopped after 2 failures\n1 passed, 1 failed, 1 error in" in out


def test_the_slowest(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = ran(capsys, "--durations", "1", "good.chain", "sub/silent.chain")
    assert len(re.findall(r"^ +\d+\.\d{3} s  .+\.chain$", out, re.MULTILINE)) == 1


def test_a_folder_without_stories(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (suite / "empty").mkdir()
    code, out = ran(capsys, "empty")
    assert code == 2
    assert "no .chain file lies in this directory" in out


def test_standard_output_for_programs(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = ran(capsys, "--output-format", "json")
    document = json.loads(out)
    jsonschema.Draft202012Validator(app.schema("test")).validate(document)
    assert code == 2
    outcomes = [story["outcome"] for story in document["stories"]]
    assert outcomes == ["passed", "failed", "error", "nothing expected"]
    assert [document[key] for key in ("passed", "failed", "errors", "nothing_expected")] == [1, 1, 1, 1]
    _, out = ran(capsys, "--output-format", "junit")
    suites = ET.fromstring(out).findall("testsuite")
    assert [each.get("name") for each in suites] == [
        "good.chain", "sub/bad.chain", "sub/broken.chain", "sub/silent.chain"
    ]  # fmt: skip
    assert all(float(each.get("time", "nan")) >= 0 for each in suites)
    _, out = ran(capsys, "--output-format", "tap")
    assert re.findall(r"^(?:not )?ok .*", out, re.MULTILINE) == [
        "ok 1 - good.chain",
        "not ok 2 - sub/bad.chain",
        "not ok 3 - sub/broken.chain",
        "ok 4 - sub/silent.chain # SKIP nothing expected",
    ]
    assert out.endswith("\n1..4\n")


def test_a_limit_of_time_is_no_pass(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = ran(capsys, "--time-limit", "0.000001", "good.chain")
    assert code == 3
    assert "1 error in" in out
