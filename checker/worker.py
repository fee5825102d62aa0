"""A process that answers in place of this one, and can be ended: nothing else interrupts the solver while it grounds.

It is asked the questions of `checker.app`, one after another, and starts when it is first needed. What it found
until a limit was reached is kept. When this process ends, however it does, the other one ends too.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

from checker.app import MemoryUp, TimeUp
from checker.domain.report import ExploreReport, Lost, Order

# What stops by itself when the time is up, and so may take a little longer than that before it is ended.
_STOPS_ITSELF = frozenset({"check", "explore", "why", "judge"})
_HERE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from checker.worker import serve; serve(sys.argv[2])"


class WorkerDefect(RuntimeError):
    """The process ended, or raised what it should not have."""


class Worker:
    """One process. `memory` is how many MB it may take for the answers, besides what it needs to be there at all."""

    def __init__(self, *, memory: int | None = None) -> None:
        self.memory = memory
        self._process: subprocess.Popen[bytes] | None = None
        self._late = False
        self._telling = False  # orders were asked for, and not all of them were heard
        self._closed = False

    def ask(self, question: str, /, *args: object, time_limit: float | None = None, **given: object) -> Any:
        """The answer of the function of `checker.app` (or `checker.batch.judge`) called `question`.

        Raises what that raises, `TimeUp` and `MemoryUp`. The orders of `explore` come as they are found; where a limit
        ends them, the report is not `complete`.
        """
        if question in _STOPS_ITSELF:
            given["time_limit"] = time_limit
        process = self._started()
        assert process.stdin is not None
        timer = self._timer(question, time_limit)
        going_on = False
        try:
            words = pickle.dumps((question, args, given))
            with contextlib.suppress(BrokenPipeError):  # it has ended; `_hear` says so
                process.stdin.write(words)
                process.stdin.flush()
            _, answer = self._hear()
            if isinstance(answer, ExploreReport):
                answer.orders = self._orders(answer, timer)
                going_on = self._telling = True
        except KeyboardInterrupt:
            self.end()
            raise
        else:
            return answer
        finally:
            if not going_on:
                timer.cancel()

    def end(self) -> None:
        """End the process, whatever it is doing; the next question starts another one."""
        process, self._process = self._process, None
        self._telling = False
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                assert stream is not None
                with contextlib.suppress(OSError):
                    stream.close()

    def close(self) -> None:
        """End the process, and start no other one."""
        self._closed = True
        self.end()

    def __del__(self) -> None:
        self.end()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._telling:  # nobody has listened to the end
            self.end()
        self._late = False
        if self._process is None and not self._closed:
            command = [sys.executable, "-c", _HERE, json.dumps(sys.path), str(self.memory or 0)]
            pipe = subprocess.PIPE
            # Where memory ends, the system's libraries have a lot to say that is no answer.
            quiet = self.memory is not None and not os.environ.get("SEGOC_DEBUG")
            stderr = subprocess.DEVNULL if quiet else None
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr)  # noqa: S603
            self._hear()  # that all is loaded: the time for an answer begins then
        if self._closed or self._process is None:
            self.end()
            raise WorkerDefect("the answers are no longer wanted")
        return self._process

    def _timer(self, question: str, time_limit: float | None) -> threading.Timer:
        """What ends the process when the time is up."""
        process = self._process

        def end() -> None:
            if process is self._process and process is not None:
                self._late = True
                process.kill()

        grace = 0.1 + min(1, (time_limit or 0) / 10) if question in _STOPS_ITSELF else 0
        timer = threading.Timer(min((time_limit or 0) + grace, threading.TIMEOUT_MAX), end)
        timer.daemon = True
        if time_limit is not None:
            timer.start()
        return timer

    def _hear(self) -> tuple[str, Any]:
        """The next thing that the process says."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        try:
            kind, value = pickle.load(process.stdout)  # noqa: S301 -- from our own process
        except (EOFError, pickle.UnpicklingError):
            late = self._late
            self.end()
            if late:
                raise TimeUp from None
            if self.memory is not None:  # the solver does not survive every lack of memory
                raise MemoryUp from None
            raise WorkerDefect(f"the process for the answer ended with {process.returncode}") from None
        if kind == "raised":
            if isinstance(value, MemoryUp):
                self.end()
            raise value
        if kind == "defect":
            raise WorkerDefect(value)
        return kind, value

    def _orders(self, report: ExploreReport, timer: threading.Timer) -> Iterator[Order]:
        report.complete, complete = False, report.complete
        try:
            while True:
                kind, value = self._hear()
                if kind != "order":
                    report.complete, report.stopped = complete and value[0], value[1]
                    self._telling = False
                    return
                links, declined, lost = value
                yield Order(links, declined, tuple(Lost(*one) for one in lost))
        except (TimeUp, MemoryUp) as stopped:
            report.stopped = "memory" if isinstance(stopped, MemoryUp) else "time"
        except BaseException:  # nobody wants the rest
            self.end()
            raise
        finally:
            timer.cancel()


# ---------------------------------------------------------------- in the other process


def serve(memory: str) -> None:
    """Answer questions from standard input on standard output until there are no more."""
    import queue
    import signal

    if os.name != "nt":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks is interrupted too, and ends this process
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may get between the answers
    questions: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    _load()
    if int(memory):
        _bound(int(memory))

    def reply(kind: str, value: object) -> None:
        answers.write(pickle.dumps((kind, value)))
        answers.flush()

    reply("ready", None)
    while True:
        try:
            question, args, given = questions.get()
            _answer(question, args, given, reply)
        except BrokenPipeError:
            os._exit(0)
        except MemoryError:
            reply("raised", MemoryUp())
            os._exit(0)


def _listen(questions: Any) -> None:
    """Take questions; when nobody is there any more to ask them, end, even in the middle of an answer."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            questions.put(pickle.load(sys.stdin.buffer))  # noqa: S301 -- from the process that started us
    os._exit(0)


def _answer(question: str, args: tuple[Any, ...], given: dict[str, Any], reply: Any) -> None:
    from checker import app

    language = given.pop("language", None)
    if language is not None:
        from checker.domain.language import speak

        speak(language)
    from checker import batch

    try:
        answer = getattr(batch if question == "judge" else app, question)(*args, **given)
        if not isinstance(answer, ExploreReport):
            reply("done", answer)
            return
        orders, answer.orders = answer.orders, iter(())
        reply("report", answer)
        for order in orders:
            reply("order", (order.links, order.declined, [(lost.effect, lost.law) for lost in order.lost]))
        reply("end", (answer.complete, answer.stopped))
    except (MemoryError, BrokenPipeError):
        raise
    except (app.InputError, app.TimeUp, app.UnknownName) as error:
        reply("raised", error)
    except Exception as error:
        if "bad_alloc" in str(error):
            raise MemoryError from error
        if os.environ.get("SEGOC_DEBUG"):
            import traceback

            traceback.print_exc()
        reply("defect", f"{type(error).__name__}: {error}")


def _load() -> None:
    """Import what answers need, so that no answer has to wait for it."""
    from importlib import import_module

    for name in ("semantics", "syntax", "verdict.check", "verdict.explore"):
        import_module(f"checker.{name}")


def _bound(memory: int) -> None:
    """Take at most so many MB more than now."""
    import resource

    soft = _used() + memory * 1_000_000
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (soft if hard < 0 else min(soft, hard), hard))


def _used() -> int:
    """The bytes of address space that this process takes."""
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 400_000_000
