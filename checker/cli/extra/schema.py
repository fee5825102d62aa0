"""`segoc schema`."""

from __future__ import annotations

import json
from typing import Any

import click

from checker.cli.language import Spoken
from checker.cli.options import shared, taken
from checker.cli.output import output
from checker.domain.language import say


@click.command("schema", cls=Spoken)
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--list", "listed", is_flag=True, help="List the names.")
@shared(story=False)
def command(name: str | None, listed: bool, **given: Any) -> int:
    """Print the JSON Schema of what a command prints as json, of `jsonl`, or of all documents."""
    options = taken(given)
    from checker import app

    known = app.schema_names()
    if options.output_format not in {"text", "json"}:
        raise click.UsageError(
            say("`schema` prints JSON; it has no {output_format} form", output_format=options.output_format)
        )
    if name is not None and name not in known:
        raise click.UsageError(
            say("there is no schema `{name}`; there are {known}", name=name, known=", ".join(known))
        )
    text = "\n".join(known) if listed else json.dumps(app.schema(name), ensure_ascii=False, indent=2)
    with output(options) as page:
        page.out.write(text + "\n")
    return options.code()
