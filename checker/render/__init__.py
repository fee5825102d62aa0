"""One module for each output format, and what they draw with in `layout`.

A format is a module of this package whose name does not begin with `_`; its name is what `--output-format`
takes. It has a function for each command it serves, named like the command, with the signature that `text.py`
and `json.py` show: a report (or several) and a `Sheet` to write on. A command that a format leaves out is
refused with a sentence that says so. Its function `unreadable`, if it has one, answers for the commands on one
story when the file cannot be read. If it says `TOURS = True`, the reports of `explore` and `trace` bring it a `Tour`:
every step with its reasons, under several rule sets.
"""

from __future__ import annotations

import importlib
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

COMPARED = ("tcg", "ocg")  # a format with `TOURS` shows these rule sets besides the story's own


def formats() -> tuple[str, ...]:
    """The names of all output formats; `text` comes first."""
    names = [m.name for m in iter_modules(__path__) if not m.ispkg and not m.name.startswith("_")]
    return tuple(sorted(names, key=lambda name: (name != "text", name)))


def load(name: str) -> ModuleType:
    """The module of a format named by `formats()`."""
    return importlib.import_module(f"{__name__}.{name}")
