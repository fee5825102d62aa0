"""The exit codes."""

from __future__ import annotations

FINE, ILLEGAL, WRONG_INPUT, INCOMPLETE, DEFECT = range(5)
INTERRUPTED, PIPE_CLOSED = 130, 141
