"""A campaign: numbered inputs, examined in processes of their own, so that a crash or a hang is one more failure."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path

from tests.fuzz.inputs import make
from tests.fuzz.oracle import Failure, examine

HANG = 600.0  # seconds without an answer, on a machine that may be busy with other things
_PART = 100  # inputs that a process is given at once
_SHRINKING = 30.0  # seconds


@dataclass(frozen=True, slots=True)
class Found:
    """A failure: the number of its input, what it was, and the input as small as it could be made."""

    number: int
    kind: str
    details: str
    data: bytes


@dataclass(slots=True)
class Tally:
    """What a campaign did, by what the inputs went through, and what it found."""

    done: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)


def run(
    seed: int,
    numbers: range,
    *,
    jobs: int,
    tell: Callable[[Tally], None] = lambda _: None,
    keep: Callable[[Found], None] = lambda _: None,
) -> Tally:
    """Examine the inputs of these numbers; `keep` is given each failure as soon as it is found."""
    tally = Tally()
    parts = iter([numbers[at : at + _PART] for at in range(0, len(numbers), _PART)])
    workers: dict[Connection, _Worker] = {}
    for _ in range(max(1, jobs)):
        _start(workers, seed, next(parts, None))
    while workers:
        known = len(tally.found)
        for end in wait(list(workers), timeout=1):
            assert isinstance(end, Connection)
            _hear(workers, end, seed, parts, tally)
        for end, worker in list(workers.items()):
            if time.monotonic() - worker.heard > HANG:
                worker.process.kill()
                _lost(workers, end, seed, tally, "hang")
        for found in tally.found[known:]:
            keep(found)
        tell(tally)
    return tally


@dataclass(slots=True)
class _Worker:
    process: multiprocessing.process.BaseProcess
    rest: range  # the inputs that it has not answered for
    heard: float


def _start(workers: dict[Connection, _Worker], seed: int, numbers: range | None) -> None:
    if not numbers:
        return
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_work, args=(theirs, seed), daemon=True)
    process.start()
    theirs.close()
    ours.send(numbers)
    workers[ours] = _Worker(process, numbers, time.monotonic())


def _hear(
    workers: dict[Connection, _Worker], end: Connection, seed: int, parts: Iterator[range], tally: Tally
) -> None:
    worker = workers[end]
    try:
        done, failure = end.recv()
    except EOFError:
        _lost(workers, end, seed, tally, "crash")
        return
    worker.heard = time.monotonic()
    if failure is None:
        tally.done[done] += 1
    else:
        tally.found.append(failure)
    worker.rest = worker.rest[1:]
    if not worker.rest:
        worker.rest = next(parts, range(0))
        end.send(worker.rest)
        if not worker.rest:
            worker.process.join()
            del workers[end]


def _lost(workers: dict[Connection, _Worker], end: Connection, seed: int, tally: Tally, kind: str) -> None:
    """A process has ended, or was ended: the input that it was at is the failure, the others go on."""
    worker = workers.pop(end)
    worker.process.join()
    number = worker.rest[0]
    tally.found.append(
        Found(number, f"{kind} of the process", str(worker.process.exitcode), make(seed, number))
    )
    _start(workers, seed, worker.rest[1:])


def _work(end: Connection, seed: int) -> None:
    with tempfile.TemporaryDirectory(prefix="segoc-fuzz-") as folder:
        while numbers := end.recv():
            for number in numbers:
                end.send(_one(seed, number, Path(folder)))


def _one(seed: int, number: int, folder: Path) -> tuple[str, Found | None]:
    data = make(seed, number)
    try:
        return examine(data, seed ^ number, folder), None
    except Failure as failure:
        small = shrunk(data, failure.kind, seed ^ number, folder)
        return "", Found(number, failure.kind, failure.details, small)


def shrunk(data: bytes, kind: str, choice: int, folder: Path) -> bytes:
    """The input with all left out that can be, line by line and then sign by sign, while it fails in the same way."""
    until = time.monotonic() + _SHRINKING

    def fails(tried: bytes) -> bool:
        if time.monotonic() > until:
            return False
        try:
            examine(tried, choice, folder)
        except Failure as failure:
            return failure.kind == kind
        return False

    lines = data.splitlines(keepends=True)
    data = b"".join(_fewest(lines, lambda parts: fails(b"".join(parts))))
    signs = [data[at : at + 1] for at in range(len(data))]
    return b"".join(_fewest(signs, lambda parts: fails(b"".join(parts))))


def _fewest(parts: list[bytes], fails: Callable[[list[bytes]], bool]) -> list[bytes]:
    """A shorter list that still fails: larger pieces are left out first."""
    size = max(1, len(parts) // 2)
    while True:
        at = 0
        while at < len(parts):
            rest = parts[:at] + parts[at + size :]
            if fails(rest):
                parts = rest
            else:
                at += size
        if size == 1:
            return parts
        size = max(1, size // 2)
