"""`segoc init`: a first story to begin from."""

from __future__ import annotations

import os
from pathlib import Path

import click

from checker import files
from checker.cli.language import Spoken
from checker.cli.output import Refusal
from checker.domain.language import say
from checker.render.layout.width import clean

_STORY = Path(__file__).with_name("first.chain")


@click.command("init", cls=Spoken)
@click.argument("path", required=False, default="first.chain", metavar="[FILE]")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def command(path: str, force: bool) -> int:
    """Write a first story, first.chain if no name is given: it shows the language in its comments."""
    text = _STORY.read_text("utf-8")
    if path == files.STDIN:
        click.echo(text, nl=False)
        return 0
    if os.path.lexists(path) and not force:
        raise Refusal(say("{path} is there already; --force overwrites it", path=path))
    try:
        with files.writing(path) as stream:
            stream.write(text)
    except files.UnwritableError as error:
        raise Refusal(str(error)) from error
    click.echo(say("wrote {path}; try: segoc check {path}", path=clean(path)), err=True)
    return 0
