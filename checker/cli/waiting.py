"""A line on standard error while an answer takes its time."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import TypeVar

import click

from checker.domain.language import plural, say

QUIETLY = 0.5  # seconds before anything is said
_EVERY = 0.2  # seconds between two changes of what is said

Thing = TypeVar("Thing")


class Waiting:
    """Says how long an answer has taken, and how many orders there are; nothing unless a terminal is there to read it.

    The line is taken away at the end. While it is there nothing else may be written to that terminal.
    """

    def __init__(self, *, quiet: bool, after: float = QUIETLY) -> None:
        self._on = not quiet and sys.stderr.isatty()
        self._after = after
        self._done = Event()
        self._thread: Thread | None = None
        self._shown = 0
        self.orders = 0

    def __enter__(self) -> Waiting:
        """Begin to wait."""
        if self._on:
            self._thread = Thread(target=self._tell, args=(monotonic(),), daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave nothing of it."""
        self.end()

    def end(self) -> None:
        """The wait is over."""
        self._done.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._shown:
            click.echo("\r" + " " * self._shown + "\r", nl=False, err=True)
            self._shown = 0

    def counted(self, orders: Iterable[Thing]) -> Iterator[Thing]:
        """Orders as they come, counted."""
        for order in orders:
            self.orders += 1
            yield order

    def _tell(self, begun: float) -> None:
        if self._done.wait(self._after):
            return
        while True:
            seconds = say("{seconds} s", seconds=f"{monotonic() - begun:.0f}")
            found = plural("{number} order so far", "{number} orders so far", self.orders)
            text = f"{found}, {seconds}" if self.orders else say("working, {time}", time=seconds)
            self._shown = max(self._shown, 2 * len(text))
            click.echo(f"\r{text} ", nl=False, err=True)
            if self._done.wait(_EVERY):
                return
