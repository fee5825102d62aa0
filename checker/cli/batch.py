"""Judging files for `segoc check`: one after another here, or many at once in other processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING

import click

from checker import files
from checker.cli.codes import ILLEGAL, INCOMPLETE, WRONG_INPUT
from checker.cli.options import Options
from checker.cli.output import complain
from checker.domain.language import say
from checker.domain.report import CheckReport, NotJudged

if TYPE_CHECKING:
    from checker.batch import Question
    from checker.domain.source import SourceFile

MANY = 100  # files from which on all cores are used: to start a process takes as long as to judge a few files
_QUIETLY = 0.5  # seconds before anything is said about progress
_EVERY = 0.1  # seconds between two changes of what is said


def judge(
    paths: Sequence[str], options: Options, jobs: int | None = None
) -> Iterator[CheckReport | NotJudged]:
    """Judge file after file, and note in `options` what that means for the exit code."""
    from checker.cli.answer import refusals

    stories = [_taken(found, options) for found in files.find(paths, options.excluded)]
    progress = Progress(len(stories), quiet=options.quiet)
    with refusals(options):
        try:
            for report in _judged(stories, options, jobs, progress):
                progress.clear()
                if isinstance(report, NotJudged):
                    progress.end()
                    complain(f"{report.name}: {report.message}")
                    options.codes.add(WRONG_INPUT if report.why == "unreadable" else INCOMPLETE)
                    yield report
                else:
                    yield _weighed(report, options)
                progress.done += 1
        except KeyboardInterrupt:
            progress.end()
            if len(stories) > 1:
                options.note(
                    say("{done:,} of {number:,} files were judged", done=progress.done, number=len(stories))
                )
            raise
        finally:
            progress.end()


def _weighed(report: CheckReport, options: Options) -> CheckReport:
    """A report as the settings want it, and what it means for the exit code."""
    if options.policy is not None:
        report = options.policy.applied(report)
    if report.failed:
        options.codes.add(WRONG_INPUT if report.verdict == "invalid" else ILLEGAL)
    return report


def _taken(found: str | files.UnreadableError, options: Options) -> str | SourceFile | NotJudged:
    """What another process can be given: standard input can only be read here."""
    if found == files.STDIN:
        try:
            return options.read(files.STDIN)
        except files.UnreadableError as error:
            found = error
    return found if isinstance(found, str) else NotJudged(found.name, "unreadable", found.message)


def _judged(
    stories: Sequence[str | SourceFile | NotJudged], options: Options, jobs: int | None, progress: Progress
) -> Iterator[CheckReport | NotJudged]:
    from checker import batch
    from checker.domain.language import speaking

    question = batch.Question(
        options.rule_set,
        options.allow_outside,
        options.time_limit,
        options.memory_limit,
        options.verbose,
        speaking(),
        files.base(options.stdin_name or files.STDIN),
        options.cards,
    )
    if jobs is None:
        jobs = _cores() if len(stories) >= MANY else 1
    if jobs > 1 or options.limited:
        yield from _elsewhere(stories, question, options, min(jobs, len(stories)), progress)
        return
    for story in stories:
        progress.show()
        yield story if isinstance(story, NotJudged) else batch.judge(story, question)


def _elsewhere(
    stories: Sequence[str | SourceFile | NotJudged],
    question: Question,
    options: Options,
    jobs: int,
    progress: Progress,
) -> Iterator[CheckReport | NotJudged]:
    """The answers of `jobs` processes, in the order of the stories."""
    from concurrent.futures import ThreadPoolExecutor
    from queue import SimpleQueue

    from checker import batch
    from checker.worker import Worker

    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in options.pool(jobs):
        free.put(worker)

    def ask(story: str | SourceFile | NotJudged) -> CheckReport | NotJudged:
        if isinstance(story, NotJudged):
            return story
        worker = free.get()
        try:
            return batch.apart(story, question, worker)
        finally:
            free.put(worker)

    executor = ThreadPoolExecutor(jobs)
    answers = batch.in_order(stories, lambda story: executor.submit(ask, story), waiting=progress.show)
    try:
        with closing(answers):
            yield from answers
    except BaseException:  # nobody waits for what is on the way
        executor.shutdown(wait=False, cancel_futures=True)
        options.end()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Progress:
    """A line on standard error that says how many files are done; nothing unless that is a terminal."""

    def __init__(self, total: int, *, quiet: bool, clock: Callable[[], float] = monotonic) -> None:
        self.done = 0
        self._total = total
        self._clock = clock
        self._said = clock() + _QUIETLY - _EVERY
        self._shown = False
        self._on = total > 1 and not quiet and sys.stderr.isatty()

    def show(self) -> None:
        """Say it, if the last time is long enough ago."""
        if self._on and self._clock() - self._said >= _EVERY:
            self._said = self._clock()
            self._shown = True
            click.echo(f"\r{self.done:,} of {self._total:,} files", nl=False, err=True)

    def clear(self) -> None:
        """Make room for what is written next, where that may be the same terminal."""
        if self._shown and sys.stdout.isatty():
            self._wipe()

    def end(self) -> None:
        """Leave nothing of it."""
        if self._shown:
            self._wipe()

    def _wipe(self) -> None:
        self._shown = False
        click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
