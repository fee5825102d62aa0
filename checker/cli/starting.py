"""`segoc init`: a first story to begin from."""

from __future__ import annotations

import os
from pathlib import Path

import click

from checker import files
from checker.cli.output import Refusal

_STORY = Path(__file__).with_name("first.chain")


def write(path: str, *, force: bool) -> int:
    """Write the first story to a file, which must not be there unless `force` is given; returns the exit code."""
    from checker.render.layout.width import clean

    text = _STORY.read_text("utf-8")
    if path == files.STDIN:
        click.echo(text, nl=False)
        return 0
    if os.path.lexists(path) and not force:
        raise Refusal(f"{path} is there already; --force overwrites it")
    try:
        with files.writing(path) as stream:
            stream.write(text)
    except files.UnwritableError as error:
        raise Refusal(str(error)) from error
    click.echo(f"wrote {clean(path)}; try: segoc check {clean(path)}", err=True)
    return 0
