"""From a question to its answer: read the story, ask the use case, write, and find the exit code."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import click

from checker import files, render
from checker.cli.codes import ILLEGAL, INCOMPLETE, WRONG_INPUT
from checker.cli.options import Options
from checker.cli.output import Refusal, complain, output, sheet, writer
from checker.domain.data import replace
from checker.domain.language import say

if TYPE_CHECKING:
    from checker.domain.diagnostics import Diagnostic
    from checker.domain.report import ExploreReport
    from checker.domain.source import SourceFile
    from checker.domain.walkthrough import Tour
    from checker.files import Base


def story(path: str | None, command: str, options: Options) -> tuple[SourceFile, Base]:
    """The story of a command that takes one, and the directory that its `use` statements start from.

    If it cannot be read, this ends the command; a format for programs gets its document all the same.
    """
    name = path or stdin()
    try:
        return options.read(name), options.base(name)
    except files.UnreadableError as error:
        _unanswered(command, error.name, "unreadable", error.message, options)
        raise Refusal(str(error)) from error


def stdin() -> str:
    """Standard input, where no path is given; but nobody should wait at a terminal for nobody knows what."""
    if sys.stdin.isatty():
        raise click.UsageError(say("name a file, or `-` to type the story and end it with Ctrl-D"))
    return files.STDIN


def explore(
    source: SourceFile, base: Base, options: Options, *, limit: int, no_declines: bool, responses: bool
) -> int:
    """List the orders of a story; returns the exit code."""
    with refusals(options), limits("explore", source, options):
        report = options.ask(
            "explore",
            source,
            rules=options.rule_set,
            base=base,
            allow_outside=options.allow_outside,
            limit=limit or None,
            declines=not no_declines,
            responses=responses,
        )
        if not beside(report.diagnostics, source, options, invalid=report.invalid):
            return options.code()
        report.tour = _tour("explore", source, base, options, declines=not no_declines, responses=responses)
        with writer("explore", options) as (write, page):
            from checker.cli.waiting import Waiting

            with Waiting(quiet=options.quiet or page.out.isatty()) as waiting:
                report.orders = waiting.counted(report.orders)
                told = write(report, page)
    if not report.invalid and not (report.complete and told):
        _cut(report, options, told=told)
    return options.code()


def count(source: SourceFile, base: Base, options: Options, *, no_declines: bool, responses: bool) -> int:
    """Print the number of orders of a story; returns the exit code."""
    with refusals(options), limits("count", source, options):
        report = options.ask(
            "count",
            source,
            rules=options.rule_set,
            base=base,
            allow_outside=options.allow_outside,
            declines=not no_declines,
            responses=responses,
        )
    if beside(report.diagnostics, source, options, invalid=report.invalid):
        for reading in report.contested:
            options.note(
                say(
                    "sources disagree on `{toggle}`; with `{other}`: {effect}",
                    toggle=reading.toggle,
                    other=reading.other,
                    effect=reading.effect,
                )
            )
        with writer("count", options) as (write, page):
            write(report, page)
    return options.code()


def why(source: SourceFile, base: Base, order: str, options: Options) -> int:
    """Print what an order breaks; returns the exit code."""
    with refusals(options), limits("why", source, options):
        report = options.ask(
            "why",
            source,
            order,
            rules=options.rule_set,
            base=base,
            allow_outside=options.allow_outside,
        )
    if beside(report.diagnostics, report.source, options, invalid=report.invalid):
        with writer("why", options) as (write, page):
            write(report, page)
        if report.broken:
            options.codes.add(ILLEGAL)
    return options.code()


def told(path: str | None, command: str, options: Options) -> int:
    """Print what `next` or `trace` says of a story; returns the exit code."""
    source, base = story(path, command, options)
    ask = "next_" if command == "next" else "trace"
    with refusals(options), limits(command, source, options):
        report = options.ask(
            ask, source, rules=options.rule_set, base=base, allow_outside=options.allow_outside
        )
    if beside(report.diagnostics, source, options, invalid=report.invalid):
        if command == "trace":
            report = replace(report, tour=_tour(command, source, base, options))
        with writer(command, options) as (write, page):
            write(report, page)
    return options.code()


def _tour(
    command: str,
    source: SourceFile,
    base: Base,
    options: Options,
    *,
    declines: bool = True,
    responses: bool = False,
) -> Tour | None:
    """What a format that shows every step needs besides the answer: its story under several rule sets."""
    if not getattr(render.load(options.output_format), "TOURS", False):
        return None
    from checker import app

    own = options.rules[-1] if options.rules else app.rules_of(source, options.default_rules)
    names = options.rules if len(options.rules) > 1 else tuple(dict.fromkeys((own, *render.COMPARED)))
    with refusals(options), limits(command, source, options):
        found: Tour = options.ask_beside(
            "tour",
            source,
            names,
            base=base,
            allow_outside=options.allow_outside,
            declines=declines,
            responses=responses,
        )
    return found


def beside(found: Sequence[Diagnostic], source: SourceFile, options: Options, *, invalid: bool) -> bool:
    """Write what was found on the way to another answer to standard error; it still decides the exit code.

    Returns whether to go on to an answer: not if the story is `invalid`, except that programs get a document.
    """
    from checker.render import text

    if options.policy is not None:
        found = options.policy.graded(found)
    shown = [d for d in found if not d.expected and not (options.quiet and d.severity == "note")]
    text.diagnostics(shown, source, sheet(sys.stderr, options))
    if invalid:
        options.codes.add(WRONG_INPUT)
    elif any(d.severity == "error" for d in shown):
        options.codes.add(ILLEGAL)
    return not invalid or hasattr(render.load(options.output_format), "unreadable")


@contextlib.contextmanager
def refusals(options: Options) -> Iterator[None]:
    """Turn what the use cases refuse into an error message and exit code 2."""
    from checker import app

    try:
        yield
    except app.InputError as error:
        from checker.render import text

        text.diagnostics(error.diagnostics, error.source, sheet(sys.stderr, options))
        raise click.exceptions.Exit(WRONG_INPUT) from error
    except app.UnknownName as error:
        close = " or ".join(f"`{name}`" for name in error.suggestions)
        hint = (
            say("did you mean {close}?", close=close)
            if close
            else say("`segoc explain --list` lists all pages")
        )
        raise Refusal(say("nothing is called `{name}`; {hint}", name=error.name, hint=hint)) from error


@contextlib.contextmanager
def limits(command: str, source: SourceFile, options: Options) -> Iterator[None]:
    """Say so where a limit was reached before there was an answer; that is never exit code 0."""
    from checker import app

    try:
        yield
    except (app.TimeUp, app.MemoryUp) as error:
        why: Literal["time-limit", "memory-limit"]
        if isinstance(error, app.TimeUp):
            why, most = "time-limit", f"{options.time_limit or 0:g} s"
        else:
            why, most = "memory-limit", f"{options.memory_limit or 0:,} MB"
        message = say("no answer within {most}", most=most)
        complain(message)
        _unanswered(command, source.name, why, message, options)
        raise click.exceptions.Exit(INCOMPLETE) from error


def _unanswered(
    command: str,
    name: str,
    why: Literal["unreadable", "time-limit", "memory-limit"],
    message: str,
    options: Options,
) -> None:
    """Write the document that a format for programs has where there is no answer."""
    form = render.load(options.output_format)
    write = getattr(form, "unreadable", None)
    if write is not None and hasattr(form, command):
        from checker.domain.report import NotJudged

        with output(options) as page:
            write(command, NotJudged(name, why, message), page)


def _cut(report: ExploreReport, options: Options, *, told: bool) -> None:
    """Say what is missing; a text that says the whole set in a few words misses nothing."""
    if told and not options.require_complete:
        return
    total = "" if report.count is None else say(" of {count:,}", count=report.count)
    drawn = hasattr(render.load(options.output_format), "MOST")  # pictures and pages, which no limit widens
    if not drawn and report.limit is not None and (report.count is None or report.count > report.limit):
        options.incomplete(
            say("stopped after {limit:,}{total} orders; --limit 0 lists all", limit=report.limit, total=total)
        )
    elif report.stopped == "memory":
        most = f"{options.memory_limit or 0:,} MB"
        options.incomplete(
            say("stopped at {most}, before all{total} orders were listed", most=most, total=total)
        )
    elif not report.complete and not (drawn and report.stopped is None and report.limit is not None):
        seconds = f"{options.time_limit or 0:g} s"
        options.incomplete(
            say("stopped after {seconds}, before all{total} orders were listed", seconds=seconds, total=total)
        )
    else:
        options.incomplete(
            say("not all{total} orders are shown; `--output-format json --limit 0` lists them", total=total)
        )
