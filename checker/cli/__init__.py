"""The command `segoc`: arguments in, exit codes out.

What a command does is in `checker.app`, how its answer looks in `checker.render`. Everything is imported
where it is used, because the start of the process is what people wait for.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from checker.cli.codes import DEFECT, FINE, INTERRUPTED, PIPE_CLOSED, WRONG_INPUT
from checker.domain.language import say

if TYPE_CHECKING:
    import click


def main() -> NoReturn:
    """Run `segoc` with the arguments of the process, and leave with its exit code.

    People wait for every start of this, so garbage is looked for rarely, from the imports on, and once all is
    written the process ends without taking the solver and the parser apart first. That saves a quarter of a
    `check`.
    """
    gc.set_threshold(100_000)
    try:
        code = run(sys.argv[1:])
        sys.stderr.flush()
    except KeyboardInterrupt:  # before anything was asked
        code = INTERRUPTED
    except OSError:  # nobody can be told
        code = WRONG_INPUT
    os._exit(code)


def run(args: Sequence[str]) -> int:
    """Run `segoc` with `args`; returns the exit code. Nothing but an answer goes to standard output."""
    _open_streams()
    try:
        code = _run(list(args))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has gone and needs no more of it
        return PIPE_CLOSED
    except OSError as error:  # a full disk
        return _unwritten(error)
    return code


def _open_streams() -> None:
    """What the process was started without (`<&-`, `>&-`) is nothing to read, and nobody to tell."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _unwritten(error: OSError) -> int:
    sys.stderr.write(
        say("error: cannot write the answer: {reason}\n", reason=(error.strerror or str(error)).lower())
    )
    return WRONG_INPUT


def _run(args: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    import click

    from checker.cli import language
    from checker.cli.commands import segoc

    try:
        language.use(language.from_environment())
        return int(segoc.main(args, prog_name="segoc", standalone_mode=False) or FINE)
    except click.ClickException as error:
        _refused(error)
        return WRONG_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except SystemExit as error:  # a shell was told how to go on; or that is what click makes of a closed pipe
        return PIPE_CLOSED if error.code else FINE
    except BrokenPipeError:
        return PIPE_CLOSED
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EIO}:
            return _unwritten(error)
        return _defect(error)
    except Exception as error:  # noqa: BLE001 -- the last stop: whatever arrives here is ours to answer for
        return _defect(error)


def _refused(error: click.ClickException) -> None:
    """Write what click found wrong to standard error, and nothing of it that a terminal would obey."""
    import click

    from checker.render.layout.width import clean

    out = io.StringIO()
    error.show(out)
    for line in out.getvalue().splitlines():
        click.echo(clean(line), err=True)


def _defect(error: Exception) -> int:
    import click

    if os.environ.get("SEGOC_DEBUG"):
        import traceback

        traceback.print_exception(error)
    from checker.render.layout.width import clean

    said = clean(" ".join(str(error).split()))
    click.echo(
        say(
            "segoc: a defect of the checker, not of your file ({kind}: {said}); please "
            "report it with the file, the command and what SEGOC_DEBUG=1 adds to this line",
            kind=type(error).__name__,
            said=said[:300],
        ),
        err=True,
    )
    return DEFECT
