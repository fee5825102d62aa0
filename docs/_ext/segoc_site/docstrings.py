"""Docstrings as the site shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def show_code(_app: Sphinx, _what: str, _name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """Make Python blocks of the indented ones, which would be quotations else."""
    shown: list[str] = []
    for line in lines:
        begins = line.startswith("    ") and bool(shown) and not shown[-1].strip()
        if begins and not _inside(shown):
            shown += [".. code-block:: python", ""]
        shown.append(line)
    lines[:] = shown


def _inside(lines: list[str]) -> bool:
    """Whether the last line that is not empty is indented."""
    last = next((line for line in reversed(lines) if line.strip()), "")
    return last.startswith("    ")
