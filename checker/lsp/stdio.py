"""`segoc lsp`: a server on standard input and output."""

from __future__ import annotations

import logging
import os
import sys

from checker.domain.language import say
from checker.lsp.features import make

_SWITCH = 0.001  # seconds after which a thread that computes lets the one that listens have its turn


class _Line(logging.Formatter):
    """One line for what is logged: a traceback says nothing to whoever reads the log of an editor."""

    def format(self, record: logging.LogRecord) -> str:
        """The first line of the message, with the error that it is about if there is one."""
        first = record.getMessage().partition("\n")[0]
        error = record.exc_info[1] if record.exc_info else None
        about = f": {type(error).__name__}: {error}".partition("\n")[0] if error else ""
        return f"{record.levelname.lower()}: {first}{about}"


def serve() -> int:
    """Serve an editor until it leaves; the exit code is 0 if it asked for the shutdown first, as editors do.

    Whatever prints goes to standard error: standard output belongs to the protocol.
    """
    sys.setswitchinterval(_SWITCH)
    if sys.stdin.isatty():
        sys.stderr.write(say("waiting for an editor on standard input; Ctrl-C ends this") + "\n")
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(_Line())
    logging.basicConfig(handlers=[lines], level=logging.WARNING)
    printed = sys.stdout
    # Of its own, because the server closes what it writes to.
    writer = os.fdopen(os.dup(printed.fileno()), "wb")
    server = make()
    sys.stdout = sys.stderr
    try:
        server.start_io(sys.stdin.buffer, writer)
    finally:
        sys.stdout = printed
    return 0 if server.orderly else 1
