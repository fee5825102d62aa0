"""Many stories at once: by the command, and by executors of every kind."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pexpect
import pytest

import checker
from checker.batch import in_order
from checker.cli.batch import Progress
from checker.domain.report import CheckReport, NotJudged
from tests.batch.corpus import make
from tests.batch.run import check
from tests.unit.samples_long import long_chain, triggers

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_every_file_of_a_batch_is_accounted_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.batch.corpus.EVERY", 4)
    standings = make(tmp_path, 60, seed=1)
    assert set(standings.values()) >= {"legal", "unreadable", "invalid"}
    assert check(standings, "--jobs", "2").wrong == ()


def test_a_missing_answer_would_be_noticed(tmp_path: Path) -> None:
    standings = make(tmp_path, 3, seed=1)
    standings[str(tmp_path / "00" / "00000.chain")] = "illegal"
    assert check(standings, "--jobs", "1").wrong


# ---------------------------------------------------------------- executors


@pytest.fixture(params=["here", "threads", "processes", "dask"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor | None]:
    if request.param == "here":
        yield None
    elif request.param == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    elif request.param == "processes":
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            yield pool
    else:
        distributed: Any = import_module("distributed")
        with (
            distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor()


@pytest.mark.filterwarnings("default")  # what Dask warns of is not ours
def test_any_executor_judges(executor: Executor | None, tmp_path: Path) -> None:
    gone, wrong = tmp_path / "gone.chain", tmp_path / "wrong.chain"
    wrong.write_text("nonsense\n")
    stories = [triggers(number % 3 + 1) for number in range(8)]
    stories[5] += "expect count 999\n"
    found = list(checker.check_many([*stories, gone, wrong], executor=executor, rules="ocg"))
    assert found[:8] == [checker.check(story, rules="ocg") for story in stories]
    assert isinstance(found[8], NotJudged)
    assert (found[8].name, found[8].why) == (str(gone), "unreadable")
    assert isinstance(found[9], CheckReport)
    assert found[9].verdict == "invalid"


def test_a_limit_of_many_stories_ends_the_long_one_only() -> None:
    stories = [triggers(1), long_chain(400), triggers(2)]
    with ThreadPoolExecutor(2) as pool:
        found = list(checker.check_many(stories, executor=pool, time_limit=1))
    assert [getattr(report, "verdict", "not judged") for report in found] == ["legal", "not judged", "legal"]
    assert isinstance(found[1], NotJudged)
    assert (found[1].why, found[1].message) == ("time-limit", "not judged within 1 s")


def test_an_unknown_rule_set_is_raised() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool, pytest.raises(checker.InputError):
        list(checker.check_many([triggers(1)], executor=pool, rules="nonsense"))


def test_only_a_few_stories_are_on_the_way() -> None:
    taken = answered = most = 0

    def stories() -> Iterator[int]:
        nonlocal taken, most
        for number in range(500):
            taken += 1
            most = max(most, taken - answered)
            yield number

    def submit(number: int) -> Future[int]:
        future: Future[int] = Future()
        future.set_result(number)
        return future

    for number in in_order(stories(), submit, ahead=7):
        assert number == answered
        answered += 1
    assert (answered, most) == (500, 7)


def test_what_is_on_the_way_is_cancelled_when_nobody_wants_it() -> None:
    futures: list[Future[int]] = []

    def submit(_: int) -> Future[int]:
        futures.append(Future())
        if len(futures) == 1:
            futures[0].set_result(1)
        return futures[-1]

    answers = in_order(range(100), submit, ahead=5)
    assert next(answers) == 1
    answers.close()
    assert [future.cancelled() for future in futures] == [False, True, True, True, True]


# ---------------------------------------------------------------- on a terminal


class _Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_progress_waits_and_is_not_said_too_often(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    clock = _Clock()
    progress = Progress(1200, quiet=False, clock=clock)
    for clock.now in (100.1, 100.4, 100.6, 100.65, 100.8):
        progress.show()
    progress.end()
    assert capsys.readouterr().err == "\r0 of 1,200 files\r0 of 1,200 files\r" + " " * 40 + "\r"


@pytest.mark.parametrize(
    ("total", "quiet", "terminal"), [(1, False, True), (9, True, True), (9, False, False)]
)
def test_no_progress(
    total: int,
    quiet: bool,
    terminal: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    clock = _Clock()
    progress = Progress(total, quiet=quiet, clock=clock)
    clock.now += 10
    progress.show()
    progress.end()
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name == "nt", reason="pexpect needs a POSIX terminal")
def test_an_interruption_says_what_was_done_and_ends_the_processes(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.chain").write_text(triggers(2))
    (tmp_path / "9.chain").write_text(long_chain(400))
    command = f"{sys.executable} -P -m checker check {tmp_path} --jobs 2 --color never"
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    terminal: Any = pexpect.spawn(command, env=env, encoding="utf-8", timeout=60, dimensions=(24, 300))
    terminal.expect("2.chain: legal")
    terminal.expect("3 of 4 files\r")
    terminal.sendintr()
    terminal.expect("3 of 4 files were judged")
    terminal.expect("interrupted")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
