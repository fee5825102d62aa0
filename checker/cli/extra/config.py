"""`segoc config show`: every setting, and where its value comes from."""

from __future__ import annotations

from typing import Any

import click

from checker.cli import settings
from checker.cli.language import SpokenGroup
from checker.cli.options import EXCLUDE, IGNORE, PATHS, SELECT, shared, taken
from checker.cli.output import writer
from checker.config import ConfigReport


@click.group("config", cls=SpokenGroup)
def command() -> None:
    """Settings: `segoc.toml`, or `[tool.segoc]` in `pyproject.toml`."""


@command.command("show")
@PATHS
@SELECT
@IGNORE
@EXCLUDE
@shared(story=True)
def show(**given: Any) -> int:
    """Show every setting that holds for these files (or here), and where its value comes from."""
    context = click.get_current_context()
    report = ConfigReport(settings.file_of(context), settings.settle(context))
    given.pop("paths")
    options = taken(given)
    with writer("config", options) as (write, page):
        write(report, page)
    return options.code()
