"""Limits of time and memory: they hold whatever the solver does, and what was found is kept."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from checker import app, cli
from checker.domain.source import SourceFile
from checker.worker import Worker, WorkerDefect
from tests.unit.samples_long import long_chain, triggers

ROOT = Path(__file__).parents[2]


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.end()


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file whose story is grounded for many seconds."""
    monkeypatch.chdir(tmp_path)
    Path("slow.chain").write_text(long_chain(400))
    Path("fine.chain").write_text(triggers(2))
    return "slow.chain"


def test_an_answer_is_the_same_from_another_process(worker: Worker) -> None:
    source = SourceFile("a.chain", triggers(4) + "expect count 3\n")
    assert worker.ask("check", source) == app.check(source)
    here, there = app.explore(source), worker.ask("explore", source)
    assert list(there.orders) == list(here.orders)
    assert (there.count, there.complete, there.effects) == (here.count, True, here.effects)
    assert worker.ask("next_", source) == app.next_(source)


def test_what_is_refused_there_is_refused_here(worker: Worker) -> None:
    with pytest.raises(app.InputError, match="no rule set"):
        worker.ask("check", SourceFile("a.chain", triggers(1)), rules="nonsense")
    assert worker.ask("check", SourceFile("a.chain", triggers(1))).verdict == "legal"


def test_a_defect_there_is_a_defect_here(worker: Worker) -> None:
    with pytest.raises(WorkerDefect, match="AttributeError"):
        worker.ask("check", 5)


@pytest.mark.parametrize(
    "words",
    ["check", "explore", "explore --count", "explore --why a", "next", "trace", "compare", "emit program"],
)
def test_every_command_ends_in_time_even_while_grounding(words: str, slow: str) -> None:
    started = time.monotonic()
    assert cli.run([*words.split(), slow, "--time-limit", "0.03"]) == 3
    assert time.monotonic() - started < 10


def test_a_slow_file_is_not_finished_and_the_others_are(
    slow: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        cli.run(["check", "fine.chain", slow, "fine.chain", "--time-limit", "1", "--output-format", "json"])
        == 3
    )
    out, err = capsys.readouterr()
    reports = json.loads(out)
    assert [report["verdict"] for report in reports] == ["legal", None, "legal"]
    assert reports[1]["diagnostics"][0]["law"] == "input/time-limit"
    assert "slow.chain: not judged within 1 s" in err


def test_orders_found_in_time_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.chain"
    path.write_text(triggers(9))
    words = ["explore", str(path), "--limit", "0", "--time-limit", "1", "--output-format", "json"]
    assert cli.run([*words, "--require-complete"]) == 3
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document["complete"] is False
    assert 0 < len(document["orders"]) < 986_410
    assert re.search("stopped after 1 s, before all (of 986,410 )?orders were listed", err)
    assert cli.run(words) == 0


def test_orders_from_a_process_that_is_ended_are_kept(worker: Worker) -> None:
    report = worker.ask("explore", SourceFile("a.chain", triggers(9)), limit=None)
    orders = [next(report.orders) for _ in range(3)]
    assert worker._process is not None
    worker._late = True  # as the clock does it
    worker._process.kill()
    orders += report.orders
    assert len(orders) < 986_410
    assert (report.complete, report.stopped) == (False, "time")
    assert worker.ask("check", SourceFile("a.chain", triggers(1))).verdict == "legal"


def test_orders_that_nobody_heard_are_no_answer_to_the_next_question(worker: Worker) -> None:
    source = SourceFile("a.chain", triggers(5))
    worker.ask("explore", source)
    assert worker.ask("next_", source) == app.next_(source)


def test_after_the_end_nothing_is_started(worker: Worker) -> None:
    worker.close()
    with pytest.raises(WorkerDefect, match="no longer wanted"):
        worker.ask("check", SourceFile("a.chain", triggers(1)))


def test_a_document_says_that_there_was_no_answer(slow: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explore", slow, "--time-limit", "0.2", "--output-format", "json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["complete"]) == ("segoc/explore/1", False)
    assert document["diagnostics"][0]["law"] == "input/time-limit"


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is the system's")
def test_a_memory_limit_holds(slow: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", slow, "fine.chain", "--memory-limit", "20"]) == 3
    out, err = capsys.readouterr()
    assert "slow.chain: not judged within 20 MB" in err
    assert "2 files: 1 legal, 1 not finished" in out
    assert cli.run(["next", slow, "--memory-limit", "20"]) == 3
    assert "no answer within 20 MB" in capsys.readouterr().err


def test_a_limit_longer_than_clocks_count_is_none(worker: Worker) -> None:
    report = worker.ask("check", SourceFile("a.chain", triggers(1)), time_limit=1e300)
    assert report.verdict == "legal"


@pytest.mark.parametrize("limit", ["nan", "inf", "-1", "1e999", "x"])
def test_what_is_no_limit(limit: str, slow: str) -> None:
    assert cli.run(["check", "--time-limit", limit, slow]) == 2
    assert cli.run(["check", "--memory-limit", limit, slow]) == 2


@pytest.mark.usefixtures("slow")  # with it comes fine.chain
def test_zero_is_no_limit_wherever_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    none = ["check", "-q", "fine.chain", "--memory-limit", "0"]
    with monkeypatch.context() as patch:
        patch.setattr("checker.cli.options.Options.pool", None)  # the process that a limit needs
        assert cli.run([*none, "--time-limit", "0"]) == 0
        Path("segoc.toml").write_text("time-limit = 0\n")
        assert cli.run(none) == 0
        Path("segoc.toml").write_text("time-limit = 1e-6\n")
        assert cli.run([*none, "--time-limit", "0"]) == 0
        patch.setenv("SEGOC_TIME_LIMIT", "0")
        assert cli.run(none) == 0
    assert cli.run(none) == 3
    assert "fine.chain: not judged within 1e-06 s" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
@pytest.mark.parametrize(("kind", "code"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
def test_a_signal_leaves_neither_a_draft_nor_a_process(kind: signal.Signals, code: int, slow: str) -> None:
    command = [sys.executable, "-P", "-m", "checker", "check", slow, "--time-limit", "60", "-o", "answer.txt"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE) as process:
        helper = _child_of(process.pid)
        process.send_signal(kind)
        assert process.wait(timeout=20) == code
    until = time.monotonic() + 20
    while Path(f"/proc/{helper}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{helper}").exists()
    assert {path.name for path in Path().iterdir()} <= {"slow.chain", "fine.chain", "answer.txt"}


def _child_of(pid: int) -> int:
    """The process that a process has started, once it is loaded."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        tasks = Path(f"/proc/{pid}/task").glob("*/children")
        found = [child for task in tasks for child in task.read_text().split()]
        if found:
            time.sleep(1)
            return int(found[0])
        time.sleep(0.05)
    raise AssertionError("no process was started")
