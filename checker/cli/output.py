"""Where answers and errors are written: streams, files, colour, width."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any, TextIO

import click

from checker import files, render
from checker.cli.options import Options
from checker.domain.language import say
from checker.render.layout.sheet import Sheet

_DEFAULT_WIDTH = 100


class Refusal(click.ClickException):
    """Something about a file or a name that ends the command with exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:  # noqa: ARG002
        """Write the message to standard error."""
        complain(self.message)


def complain(message: str) -> None:
    """Write an error message to standard error."""
    from checker.render.layout.width import clean

    click.echo(f"error: {clean(message)}", err=True)


@contextlib.contextmanager
def writer(command: str, options: Options) -> Iterator[tuple[Callable[..., Any], Sheet]]:
    """The function that writes a command's answer in the wanted format, and where to write it."""
    write = getattr(render.load(options.output_format), command, None)
    if write is None:
        raise click.UsageError(
            say(
                "`{command}` has no {output_format} output",
                command=command,
                output_format=options.output_format,
            )
        )
    with output(options) as page:
        yield write, page


@contextlib.contextmanager
def output(options: Options) -> Iterator[Sheet]:
    """What the answer is written on: standard output, or the file of `-o`."""
    if options.output in {None, "-"}:
        yield sheet(sys.stdout, options)
        return
    try:
        with files.writing(str(options.output)) as stream:
            yield sheet(stream, options)
    except files.UnwritableError as error:
        raise Refusal(str(error)) from error


def sheet(out: TextIO, options: Options) -> Sheet:
    """A stream, with what the options and the terminal say on how to write."""
    color = _colored(options.color, out)
    width = _width(out)
    return Sheet(
        out,
        color=color,
        width=width or _DEFAULT_WIDTH,
        quiet=options.quiet,
        verbose=options.verbose,
        fit=width is not None,
    )


def _colored(wish: str, out: TextIO) -> bool:
    if wish != "auto":
        return wish == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"} and out in (sys.stdout, sys.stderr):
        return True
    return out.isatty() and os.environ.get("TERM") != "dumb"


def _width(out: TextIO) -> int | None:
    """The cells of a line; None if nobody says how many."""
    try:
        return os.get_terminal_size(out.fileno()).columns or None
    except (OSError, ValueError):  # no terminal
        columns = os.environ.get("COLUMNS", "")
        wanted = int(columns) if columns.isdecimal() and len(columns) < 6 else 0
        return wanted or None
