"""`segoc fmt`: files in one style, rewritten in place, or only compared with it."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

import click

from checker import files
from checker.cli import answer
from checker.cli.codes import ILLEGAL, WRONG_INPUT
from checker.cli.language import Spoken
from checker.cli.options import EXCLUDE, PATHS, STDIN_FILENAME, Options, shared, taken
from checker.cli.output import complain, output, sheet
from checker.domain.language import plural, say
from checker.render.layout.width import clean

if TYPE_CHECKING:
    from checker.domain.source import SourceFile
    from checker.render.layout.sheet import Role, Sheet

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ROLES: dict[str, Role] = {"@": "second", "+": "good", "-": "error"}


@click.command("fmt", cls=Spoken)
@PATHS
@click.option(
    "--check", is_flag=True, help="Change nothing; name the files that are not formatted, and exit with 1."
)
@click.option(
    "--diff",
    is_flag=True,
    help="Change nothing; print what would change, and exit with 1 if something would.",
)
@EXCLUDE
@STDIN_FILENAME
@shared(story=False)
def command(paths: tuple[str, ...], check: bool, diff: bool, **given: Any) -> int:
    """Rewrite files in one style; comments and meaning stay. `-` prints what it reads, formatted."""
    return _run(paths or (answer.stdin(),), taken(given), check=check, diff=diff)


def _run(paths: Sequence[str], options: Options, *, check: bool, diff: bool) -> int:
    """Format files; returns the exit code. With `check` or `diff` no file is changed, and 1 means one would be."""
    if options.output_format != "text":
        raise click.UsageError(
            say("`fmt` prints text; it has no {output_format} form", output_format=options.output_format)
        )
    if options.output is not None and not (check or diff) and any(path != files.STDIN for path in paths):
        raise click.UsageError(say("`fmt` rewrites files in place; -o goes with `-`, --check or --diff"))
    tally: Counter[str] = Counter()
    with output(options) as page:
        for found in files.find(paths, options.excluded):
            outcome = _one(found, page, options, check=check, diff=diff)
            tally[outcome] += 1
    if not options.quiet:
        click.echo(_sum(tally, dry=check or diff), err=True)
    return options.code()


def _one(
    found: str | files.UnreadableError, page: Sheet, options: Options, *, check: bool, diff: bool
) -> str:
    """Format one file, and return what became of it."""
    from checker import app

    try:
        if isinstance(found, files.UnreadableError):
            raise found
        source = options.read(found)
        text = app.fmt(source)
    except files.UnreadableError as error:
        complain(str(error))
        options.codes.add(WRONG_INPUT)
        return "failed"
    except app.InputError as error:
        from checker.render import text as words

        words.diagnostics(error.diagnostics, error.source, sheet(sys.stderr, options))
        options.codes.add(WRONG_INPUT)
        return "failed"
    if check or diff:
        if text != source.text:
            options.codes.add(ILLEGAL)
            lines = _diff(source, text, page) if diff else [clean(source.name)]
            for line in lines:
                page.out.write(f"{line}\n")
    elif found == files.STDIN:
        page.out.write(text)
    elif text != source.text:
        return _rewrite(found, text, options)
    return "unchanged" if text == source.text else "changed"


def _rewrite(path: str, text: str, options: Options) -> str:
    reason = _unfit(path)
    try:
        if not reason:
            with files.writing(path) as stream:
                stream.write(text)
    except files.UnwritableError as error:
        reason = str(error)
    if reason:
        complain(reason)
        options.codes.add(WRONG_INPUT)
        return "failed"
    if not options.quiet:
        click.echo(say("formatted {path}", path=clean(path)), err=True)
    return "changed"


def _unfit(path: str) -> str:
    """Why a path is not one to rewrite; empty if it is."""
    if not os.path.isfile(path):  # noqa: PTH113 -- pathlib is not loaded for this
        return say("{path} is no regular file; give its text to `segoc fmt -`", path=path)
    if not stat.S_IMODE(os.stat(path).st_mode) & 0o222:  # noqa: PTH116 -- root could write it
        return say("cannot write {path}: it is read-only", path=path)
    return "" if os.access(path, os.W_OK) else say("cannot write {path}: permission denied", path=path)


def _diff(source: SourceFile, text: str, page: Sheet) -> Iterator[str]:
    """The lines of a unified diff; what a terminal might obey is replaced there, but not in a patch."""
    safe = clean if page.out.isatty() else str
    old, new = _LINE.findall(source.text), _LINE.findall(text)
    name = clean(source.name)
    for number, line in enumerate(unified_diff(old, new, name, name, "", "formatted")):
        role = "strong" if number < 2 else _ROLES.get(line[0])
        body = line.removesuffix("\n")
        shown = safe(body)
        yield page.paint(role, shown) if role else shown
        if body == line:
            yield "\\ No newline at end of file"


def _sum(tally: Counter[str], *, dry: bool) -> str:
    words = {
        "changed": say("to be formatted") if dry else say("formatted"),
        "unchanged": say("unchanged"),
        "failed": say("not formatted, see above"),
    }
    total = tally.total()
    parts = [f"{tally[kind]} {said}" for kind, said in words.items() if tally[kind]]
    files_said = plural("{number} file", "{number} files", total)
    return f"{files_said}: {', '.join(parts)}"
