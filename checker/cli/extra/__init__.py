"""Commands that are loaded only when they are asked for, so that the others start as quickly without them.

A module here holds one command of the same name as itself, in `command`; it is found by being there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click


def names() -> list[str]:
    """The names of these commands."""
    from pkgutil import iter_modules

    return [module.name for module in iter_modules(__path__)]


def load(name: str) -> click.Command | None:
    """The command of that name, if there is one."""
    if name not in names():
        return None
    from importlib import import_module

    found: click.Command = import_module(f"{__name__}.{name}").command
    return found
