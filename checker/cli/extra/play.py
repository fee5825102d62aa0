"""`segoc play`."""

from __future__ import annotations

from typing import Any

import click

from checker import files
from checker.cli import answer
from checker.cli.language import Spoken
from checker.cli.options import shared, taken
from checker.domain.language import say


@click.command("play", cls=Spoken)
@click.argument("path", metavar="PATH")
@shared(story=True)
def command(path: str, **given: Any) -> int:
    """Play a story on, link by link: choose among what is legal, undo, ask why, save the result.

    Commands are read from standard input, one a line; `help` lists them.
    """
    options = taken(given)
    if options.output_format != "text" or options.output not in {None, "-"}:
        raise click.UsageError(say("`play` is a conversation; it writes text to standard output"))
    if path == files.STDIN:
        raise click.UsageError(say("`play` reads its commands from standard input; name a file"))
    if options.limited:
        raise click.UsageError(say("`play` waits for you; it has no limits of time or memory"))
    source, base = answer.story(path, "play", options)
    from checker.cli.play import Play
    from checker.play import CannotPlay, Session

    with answer.refusals(options):
        try:
            session = Session(source, rules=options.rule_set, base=base, allow_outside=options.allow_outside)
        except CannotPlay as error:
            answer.beside(error.stand.diagnostics, source, options, invalid=True)
            return options.code()
        Play(session, options).run()
    return options.code()
