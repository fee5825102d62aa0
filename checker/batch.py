"""Many stories, judged at once: here, by other processes, or by any `concurrent.futures.Executor`."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from checker import files
from checker.domain.data import dataclass, replace
from checker.domain.report import CheckReport, NotJudged
from checker.domain.source import SourceFile

if TYPE_CHECKING:
    from concurrent.futures import Future

    from checker.worker import Worker

Story = TypeVar("Story")
Answer = TypeVar("Answer")

AHEAD = 256  # stories that are given to an executor before the answer of the first of them is taken
_TICK = 0.1  # seconds
_own = threading.local()  # the process of each thread that answers with limits


@dataclass(frozen=True, slots=True)
class Question:
    """How stories are judged: `check` with these settings; with `trace`, how the story went is told, too."""

    rules: str | None = None
    allow_outside: bool = False
    time_limit: float | None = None
    memory_limit: int | None = None
    trace: bool = False
    language: str | None = None
    base: Path = Path()  # where the `use` of a text starts
    cards: tuple[Path, ...] = ()  # folders in which `use` looks, too


def judge(
    story: str | SourceFile, question: Question, *, time_limit: float | None = None
) -> CheckReport | NotJudged:
    """Judge one story: a file of that name, or a text, whose `use` starts from `base`.

    What cannot be read is an answer, too. Raises `InputError` for an unknown rule set, and `TimeUp`.
    """
    from checker import app

    own = question.base
    if isinstance(story, str):
        own = files.base(story)
        try:
            story = files.read(story)
        except files.UnreadableError as error:
            return NotJudged(error.name, "unreadable", error.message)
    where: dict[str, Any] = {
        "rules": question.rules,
        "base": (own, *question.cards),
        "allow_outside": question.allow_outside,
    }
    report = app.check(story, **where, time_limit=time_limit)
    if question.trace and report.verdict != "invalid":
        report = replace(report, trace=app.trace(story, **where))
    return report


def apart(story: str | SourceFile, question: Question, worker: Worker) -> CheckReport | NotJudged:
    """The same by another process, which ends when a limit is reached; that is an answer, too."""
    from checker import app

    name = story if isinstance(story, str) else story.name
    try:
        found: CheckReport | NotJudged = worker.ask(
            "judge", story, question, time_limit=question.time_limit, language=question.language
        )
    except app.TimeUp:
        return NotJudged(name, "time-limit", f"not judged within {question.time_limit:g} s")
    except app.MemoryUp:
        return NotJudged(name, "memory-limit", f"not judged within {question.memory_limit:,} MB")
    return found


def task(story: str | SourceFile, question: Question) -> CheckReport | NotJudged:
    """What an executor runs: here if there are no limits, else in a process that this thread keeps for that."""
    if question.time_limit is None and question.memory_limit is None:
        return judge(story, question)
    from checker.worker import Worker

    worker: Worker | None = getattr(_own, "worker", None)
    if worker is None or worker.memory != question.memory_limit:
        if worker is not None:
            worker.end()
        worker = _own.worker = Worker(memory=question.memory_limit)
    return apart(story, question, worker)


def in_order(
    stories: Iterable[Story],
    submit: Callable[[Story], Future[Answer]],
    *,
    ahead: int = AHEAD,
    waiting: Callable[[], None] = lambda: None,
) -> Generator[Answer]:
    """The answers in the order of the stories, of which at most `ahead` are on the way at any time.

    `waiting` is called before each answer, and now and then while it is not there.
    """
    rest = iter(stories)
    running: deque[Future[Answer]] = deque()
    try:
        while True:
            running.extend(submit(story) for story in islice(rest, ahead - len(running)))
            if not running:
                return
            waiting()
            while not running[0].done():
                with suppress(TimeoutError):
                    running[0].exception(timeout=_TICK)
                waiting()
            yield running.popleft().result()
    finally:
        for future in running:
            future.cancel()
