"""Which settings hold for a command: the command line wins over the environment, that over the settings file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import click
from click.core import ParameterSource

from checker import config
from checker.cli import language
from checker.cli.output import Refusal
from checker.config import Setting
from checker.files import STDIN


def settle(ctx: click.Context) -> dict[str, Setting]:
    """Every setting for the command of this context, with where its value comes from."""
    found = {key.name: Setting(key.default) for key in config.KEYS}
    try:
        path = file_of(ctx)
        if path is not None:
            found |= config.from_file(path)
        found |= config.from_environment()
    except config.ConfigError as error:
        raise Refusal(str(error)) from error
    found |= dict(_command_line(ctx))
    spoken = found["language"]
    if spoken.origin == "file" and spoken.value:
        language.use(spoken.value)
    return found


def file_of(ctx: click.Context) -> str | None:
    """The settings file of a command, or None."""
    named = ctx.params.get("config") or os.environ.get(config.VARIABLE)
    if ctx.params.get("isolated"):
        return None
    return str(named) if named else config.locate(_folder(ctx.params))


def _folder(given: Mapping[str, object]) -> str:
    """The deepest folder that holds all that a command was asked about; the working directory if that is nothing."""
    paths = given.get("paths") or (given.get("path"),)
    assert isinstance(paths, tuple)
    folders = []
    for path in paths:
        name = given.get("stdin_filename") if path in {None, STDIN} else path
        place = os.path.abspath(str(name or "."))  # noqa: PTH100 -- this runs at every start; pathlib is slow
        folders.append(place if os.path.isdir(place) else os.path.dirname(place))  # noqa: PTH112, PTH120
    try:
        return os.path.commonpath(folders)
    except ValueError:  # on several drives
        return folders[0]


def _command_line(ctx: click.Context) -> Iterator[tuple[str, Setting]]:
    for key in config.KEYS:
        param = key.option.removeprefix("--").replace("-", "_")
        if param and ctx.get_parameter_source(param) is ParameterSource.COMMANDLINE:
            value = ctx.params.get(param)
            if key.name == "language":
                from checker.domain.language import speaking

                value = speaking()
            elif key.name == "rules":
                value = ", ".join(value or ())
            yield key.name, Setting(value, "command line", key.option)
