"""The command `segoc`: arguments in, exit codes out.

What a command does is in `checker.app`, how its answer looks in `checker.render`.

Everything but click is imported where it is used, because the start of the process is what people wait for.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

import click

from checker import files, render
from checker.domain.data import dataclass, field
from checker.render.layout.sheet import Sheet

if TYPE_CHECKING:
    from pathlib import Path

    from checker.domain.diagnostics import Diagnostic
    from checker.domain.report import CheckReport, ExploreReport, NotJudged
    from checker.domain.source import SourceFile

FINE, ILLEGAL, WRONG_INPUT, INCOMPLETE, DEFECT = range(5)
INTERRUPTED, PIPE_CLOSED = 130, 141
_BY_WEIGHT = (WRONG_INPUT, ILLEGAL, INCOMPLETE, FINE)
_DEFAULT_LIMIT = 1000
_DEFAULT_WIDTH = 100

F = TypeVar("F", bound=Callable[..., Any])


def main() -> NoReturn:
    """Run `segoc` with the arguments of the process, and leave with its exit code.

    People wait for every start of this: so garbage is looked for rarely, and when everything has been written the
    process ends without taking the solver and the parser apart first. Together that saves a third of a `check`.
    """
    gc.set_threshold(100_000)
    code = run(sys.argv[1:])
    sys.stderr.flush()
    os._exit(code)


def run(args: Sequence[str]) -> int:
    """Run `segoc` with `args`; returns the exit code. Nothing but an answer goes to standard output."""
    try:
        code = _run(list(args))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has gone, and needs no more of it
        return PIPE_CLOSED
    return code


def _run(args: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return int(segoc.main(args, prog_name="segoc", standalone_mode=False) or FINE)
    except click.UsageError as error:
        error.show()
        return WRONG_INPUT
    except click.ClickException as error:
        error.show()
        return WRONG_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 -- the last stop: whatever arrives here is ours to answer for
        return _defect(error)


def _defect(error: Exception) -> int:
    if os.environ.get("SEGOC_DEBUG"):
        import traceback

        traceback.print_exception(error)
    said = " ".join(str(error).split())
    click.echo(
        f"segoc: a defect of the checker, not of your file ({type(error).__name__}: {said[:300]}); please "
        " report it with the file, the command and what SEGOC_DEBUG=1 adds to this line",
        err=True,
    )
    return DEFECT


# ---------------------------------------------------------------- options


@dataclass(slots=True)
class Options:
    """What the shared options say, and the exit codes that the parts of an answer ask for."""

    rules: tuple[str, ...]
    output_format: str
    output: str | None
    color: str
    time_limit: float | None
    require_complete: bool
    quiet: bool
    verbose: bool
    codes: set[int] = field(default_factory=set)

    @property
    def rule_set(self) -> str | None:
        """The one rule set of a command that takes one; None leaves it to the file."""
        return self.rules[-1] if self.rules else None

    def note(self, text: str) -> None:
        """Say something on standard error that is not part of the answer."""
        if not self.quiet:
            click.echo(f"note: {text}", err=True)

    def incomplete(self, text: str) -> None:
        """Say that the answer is not the whole answer."""
        self.note(text)
        if self.require_complete:
            self.codes.add(INCOMPLETE)

    def code(self) -> int:
        """The exit code: wrong input outweighs something illegal, that outweighs an incomplete answer."""
        return next(code for code in _BY_WEIGHT if code in self.codes | {FINE})


def _shared(*, story: bool) -> Callable[[F], F]:
    """Add the shared options to a command; those on rules and completeness only where there is a story."""

    def decorate(function: F) -> F:
        options = [*_OUTPUT_OPTIONS, *(_STORY_OPTIONS if story else ())]
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


_OUTPUT_OPTIONS = (
    click.option(
        "--output-format",
        type=click.Choice(render.formats()),
        default="text",
        help="How to print the answer.",
    ),
    click.option("-o", "--output", metavar="FILE", help="Write the answer to FILE, all of it or nothing."),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colour; auto also looks at NO_COLOR and FORCE_COLOR.",
    ),
    click.option("-q", "--quiet", is_flag=True, help="Only what is wrong, or only the answer; no notes."),
    click.option("-v", "--verbose", is_flag=True, help="Also what is as it should be, and every order."),
)
_STORY_OPTIONS = (
    click.option(
        "-r",
        "--rules",
        multiple=True,
        metavar="NAME",
        help="The rule set, instead of the file's: `ocg`, or 'ocg with trigger-order within-group'.",
    ),
    click.option(
        "--time-limit",
        type=click.FloatRange(min=0, min_open=True),
        metavar="S",
        help="Stop after S seconds for a file.",
    ),
    click.option("--require-complete", is_flag=True, help="Exit with 3 if a limit cut the answer."),
)
_LIMIT = click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=_DEFAULT_LIMIT,
    show_default=True,
    metavar="N",
    help="List at most N orders; 0 lists all.",
)
_NO_DECLINES = click.option(
    "--no-declines", is_flag=True, help="Only orders in which every optional effect is used."
)
_PATH = click.argument("path", required=False, metavar="[PATH|-]")


def _options(given: dict[str, Any]) -> Options:
    """Take the shared options out of a command's keywords."""
    return Options(
        rules=given.pop("rules", ()),
        output_format=given.pop("output_format"),
        output=given.pop("output"),
        color=given.pop("color"),
        time_limit=given.pop("time_limit", None),
        require_complete=given.pop("require_complete", False),
        quiet=given.pop("quiet"),
        verbose=given.pop("verbose"),
    )


# ---------------------------------------------------------------- commands


class _Group(click.Group):
    """The commands; a wrong name gets the nearest one, a file's name the command that was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        if name.endswith(files.SUFFIX) or os.path.exists(name):  # noqa: PTH110 -- pathlib is not loaded for this
            raise click.UsageError(f"name a command before the file: segoc check {name}", ctx)
        raise click.UsageError(f"there is no command `{name}`{_nearest(name, self.commands)}", ctx)


def _nearest(name: str, known: Any) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(f'`{word}`' for word in close)}?" if close else ""


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from checker.version import of, version

    parts = ", ".join(f"{name} {of(name)}" for name in ("clingo", "lark") if of(name))
    click.echo(f"segoc {version()} ({parts}, Python {sys.version.split()[0]})")
    ctx.exit()


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
def segoc() -> None:
    """Is this chain legal, and which orders of simultaneous effects are?

    Exit codes: 0 all legal and every expectation holds; 1 something is illegal or an expectation failed;
    2 the input, the options or a file is wrong; 3 incomplete, with --require-complete; 4 a defect of the
    checker; 130 interrupted.
    """


@segoc.command()
@click.argument("paths", nargs=-1, metavar="[PATH|-]...")
@_shared(story=True)
def check(paths: tuple[str, ...], **shared: Any) -> int:
    """Judge every play and every expectation of files; directories give all their .chain files."""
    options = _options(shared)
    with _format("check", options) as (write, sheet):
        write(_judge(paths or (_stdin(),), options), sheet)
    return options.code()


@segoc.command()
@_PATH
@click.option("--count", is_flag=True, help="Only the number of orders.")
@_LIMIT
@_NO_DECLINES
@click.option(
    "--responses", is_flag=True, help="Let the fast effects join that the story places or declares."
)
@click.option(
    "--why", metavar="ORDER", help="What an order such as 'p1, s1' breaks, and the nearest legal one."
)
@_shared(story=True)
def explore(path: str | None, why: str | None, **asked: Any) -> int:
    """List every legal order of the effects that wait where the story ends."""
    options = _options(asked)
    source, base = _story(path)
    if why is not None:
        if asked["count"]:
            raise click.UsageError("--why and --count are two questions; ask one at a time")
        return _why(source, base, why, options)
    return _explore(source, base, options, **asked)


@segoc.command("next")
@_PATH
@_shared(story=True)
def next_(path: str | None, **shared: Any) -> int:
    """Say who may activate what now, and why the rest may not."""
    options = _options(shared)
    source, base = _story(path)
    from checker import app

    with _input_errors():
        report = app.next_(source, rules=options.rule_set, base=base)
    _beside(report.diagnostics, source, options, invalid=report.invalid)
    if not report.invalid:
        with _format("next", options) as (write, sheet):
            write(report, sheet)
    return options.code()


@segoc.command()
@_PATH
@_LIMIT
@_NO_DECLINES
@_shared(story=True)
def compare(path: str | None, limit: int, no_declines: bool, **shared: Any) -> int:
    """Ask the same story under several rule sets (-r tcg -r ocg), and say what makes the difference."""
    options = _options(shared)
    if len(options.rules) == 1:
        raise click.UsageError(f"name a second rule set to compare `{options.rules[0]}` with: -r tcg -r ocg")
    source, base = _story(path)
    from checker import app

    if not options.rules:
        options.note("no rule sets were named; comparing tcg and ocg")
    with _input_errors():
        report = app.compare(
            source, options.rules or ("tcg", "ocg"), base=base, limit=limit or None, declines=not no_declines
        )
    _beside(report.diagnostics, source, options, invalid=report.invalid)
    if not report.invalid:
        with _format("compare", options) as (write, sheet):
            write(report, sheet)
    if any(column.verdict != "legal" for column in report.columns):
        options.codes.add(ILLEGAL)
    if not all(column.complete for column in report.columns):
        options.incomplete("not every order was compared; --limit 0 compares all")
    return options.code()


class _Variadic(click.Command):
    """A command whose options take all the words that follow: `--turn A B --opponent C`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        spread: list[str] = []
        taking, taken = "", True
        for arg in args:
            if arg.startswith("-"):
                self._full(ctx, taking, taken)
                taking, taken = (arg, False) if arg in {"--turn", "--opponent"} else ("", True)
            if taking and arg != taking:
                spread += [taking, arg]
                taken = True
            elif not taking:
                spread.append(arg)
        self._full(ctx, taking, taken)
        return super().parse_args(ctx, spread)

    @staticmethod
    def _full(ctx: click.Context, taking: str, taken: bool) -> None:
        if not taken:
            raise click.UsageError(f"{taking} needs at least one effect, for example {taking} 'Sangan!'", ctx)


@segoc.command(cls=_Variadic)
@click.option(
    "--turn", multiple=True, metavar="'NAME!' 'NAME?' ...", help="What the turn player's cards trigger."
)
@click.option(
    "--opponent", multiple=True, metavar="'NAME!' 'NAME?' ...", help="What the opponent's cards trigger."
)
@click.option("--count", is_flag=True, help="Only the number of orders.")
@_LIMIT
@_NO_DECLINES
@_shared(story=True)
def order(turn: tuple[str, ...], opponent: tuple[str, ...], **asked: Any) -> int:
    """Answer the quick question without a file: `!` after a name is mandatory, `?` optional."""
    options = _options(asked)
    if not turn and not opponent:
        raise click.UsageError(
            "name what was triggered: segoc order --turn 'Sangan!' 'Peten?' --opponent 'Sangan!'"
        )
    from checker import app

    with _input_errors():
        source = app.order(turn, opponent)
    if options.verbose:
        click.echo(source.text.rstrip(), err=True)
    return _explore(source, None, options, responses=False, **asked)


@segoc.command()
@click.argument("name", required=False, metavar="[LAW|RULESET|TERM]")
@click.option("--list", "listed", is_flag=True, help="List all pages.")
@_shared(story=False)
def explain(name: str | None, listed: bool, **shared: Any) -> int:
    """Show the page of a law, a rule set, a toggle or a term."""
    options = _options(shared)
    from checker import app

    with _input_errors():
        pages = app.explain_list() if listed or name is None else (app.explain(name),)
    with _format("explain", options) as (write, sheet):
        write(pages, sheet)
    return options.code()


@segoc.command()
@click.argument("name", required=False, metavar="[NAME]")
@_shared(story=False)
def rules(name: str | None, **shared: Any) -> int:
    """List the rule sets, or the toggles of one with sources."""
    options = _options(shared)
    from checker import app

    with _input_errors():
        found = app.rule_sets() if name is None else (app.rule_set(name),)
    with _format("rules", options) as (write, sheet):
        write(found, sheet)
    return options.code()


@segoc.command()
@click.argument("what", type=click.Choice(["facts", "program", "ast"]))
@_PATH
@_shared(story=True)
def emit(what: str, path: str | None, **shared: Any) -> int:
    """Print what the checker makes of a story: the solver's facts, its whole program, or the syntax tree."""
    options = _options(shared)
    if options.output_format != "text":
        raise click.UsageError(f"`emit` prints text; it has no {options.output_format} form")
    source, base = _story(path)
    from checker import app

    with _input_errors():
        text = app.emit(source, what, rules=options.rule_set, base=base)
    with _output(options) as sheet:
        sheet.out.write(text if text.endswith("\n") else text + "\n")
    return options.code()


# ---------------------------------------------------------------- what commands share


def _judge(paths: Sequence[str], options: Options) -> Iterator[CheckReport | NotJudged]:
    """Judge file after file, and note in `options` what that means for the exit code."""
    from checker import app
    from checker.domain.report import NotJudged

    for found in files.find(paths):
        try:
            source = _read(found)
        except files.UnreadableError as error:
            _error(f"{error.name}: {error}")
            options.codes.add(WRONG_INPUT)
            yield NotJudged(error.name, "unreadable", str(error))
            continue
        base = files.base(str(found))
        try:
            with _input_errors():
                report = app.check(source, rules=options.rule_set, base=base, time_limit=options.time_limit)
        except app.TimeUp:
            message = f"not judged within {options.time_limit:g} s"
            _error(f"{source.name}: {message}")
            options.codes.add(INCOMPLETE)
            yield NotJudged(source.name, "time-limit", message)
            continue
        if report.failed:
            options.codes.add(WRONG_INPUT if report.verdict == "invalid" else ILLEGAL)
        yield report


def _explore(
    source: SourceFile,
    base: Path | None,
    options: Options,
    *,
    count: bool,
    limit: int,
    no_declines: bool,
    responses: bool,
) -> int:
    from checker import app

    with _input_errors():
        report = (
            app.count(
                source, rules=options.rule_set, base=base, declines=not no_declines, responses=responses
            )
            if count
            else app.explore(
                source,
                rules=options.rule_set,
                base=base,
                limit=limit or None,
                declines=not no_declines,
                responses=responses,
                time_limit=options.time_limit,
            )
        )
    _beside(report.diagnostics, source, options, invalid=report.invalid)
    if report.invalid and options.output_format == "text":
        return options.code()
    with _format("count" if count else "explore", options) as (write, sheet):
        told = write(report, sheet)
    if not count and not report.invalid and (not report.complete or told is False):
        _cut(report, options, told=told is not False)
    return options.code()


def _cut(report: ExploreReport, options: Options, *, told: bool) -> None:
    """Say what is missing; a text that says the whole set in a few words misses nothing."""
    if told and not options.require_complete:
        return
    total = "" if report.count is None else f" of {report.count:,}"
    if report.limit is not None and (report.count is None or report.count > report.limit):
        options.incomplete(f"stopped after {report.limit:,}{total} orders; --limit 0 lists all")
    elif not report.complete:
        options.incomplete(
            f"stopped after {options.time_limit or 0:g} s, before all{total} orders were listed"
        )


def _why(source: SourceFile, base: Path | None, order_text: str, options: Options) -> int:
    from checker import app

    with _input_errors():
        report = app.why(source, order_text, rules=options.rule_set, base=base, time_limit=options.time_limit)
    _beside(report.diagnostics, source, options, invalid=report.invalid)
    if report.invalid:
        return options.code()
    with _format("why", options) as (write, sheet):
        write(report, sheet)
    if report.broken:
        options.codes.add(ILLEGAL)
    return options.code()


def _beside(found: Sequence[Diagnostic], source: SourceFile, options: Options, *, invalid: bool) -> None:
    """Findings on the way to another answer go to standard error; they still decide the exit code."""
    from checker.render import text

    shown = [d for d in found if not d.expected and not (options.quiet and d.severity == "note")]
    text.diagnostics(shown, source, _sheet(sys.stderr, options))
    if invalid:
        options.codes.add(WRONG_INPUT)
    elif any(d.severity == "error" for d in shown):
        options.codes.add(ILLEGAL)


@contextlib.contextmanager
def _input_errors() -> Iterator[None]:
    """Turn what the use cases refuse into an error message and exit code 2."""
    from checker import app

    try:
        yield
    except app.InputError as error:
        from checker.render import text

        color = _colored("auto", sys.stderr)
        text.diagnostics(
            error.diagnostics, error.source, Sheet(sys.stderr, color=color, width=_width(sys.stderr))
        )
        raise click.exceptions.Exit(WRONG_INPUT) from error
    except app.UnknownName as error:
        close = " or ".join(f"`{name}`" for name in error.suggestions)
        hint = f"did you mean {close}?" if close else "`segoc explain --list` lists all pages"
        raise click.ClickException(f"nothing is called `{error.name}`; {hint}") from error


def _story(path: str | None) -> tuple[SourceFile, Path]:
    name = path or _stdin()
    try:
        return files.read(name), files.base(name)
    except files.UnreadableError as error:
        raise click.ClickException(f"{error.name}: {error}") from error


def _read(found: str | files.UnreadableError) -> SourceFile:
    if isinstance(found, files.UnreadableError):
        raise found
    return files.read(found)


def _stdin() -> str:
    """Standard input, where no path is given; but nobody should wait at a terminal for nobody knows what."""
    if sys.stdin.isatty():
        raise click.UsageError("name a file, or `-` to type the story and end it with Ctrl-D")
    return files.STDIN


def _error(message: str) -> None:
    from checker.render.layout.width import clean

    click.echo(f"error: {clean(message)}", err=True)


@contextlib.contextmanager
def _format(command: str, options: Options) -> Iterator[tuple[Callable[..., Any], Sheet]]:
    """The function that writes a command's answer in the wanted format, and where to write it."""
    write = getattr(render.load(options.output_format), command, None)
    if write is None:
        raise click.UsageError(f"`{command}` has no {options.output_format} output")
    with _output(options) as sheet:
        yield write, sheet


@contextlib.contextmanager
def _output(options: Options) -> Iterator[Sheet]:
    if options.output is None:
        yield _sheet(sys.stdout, options)
        return
    try:
        with files.writing(options.output) as stream:
            yield _sheet(stream, options)
    except OSError as error:
        raise click.ClickException(
            f"cannot write {options.output}: {(error.strerror or str(error)).lower()}"
        ) from error


def _sheet(out: TextIO, options: Options) -> Sheet:
    color = _colored(options.color, out)
    return Sheet(out, color=color, width=_width(out), quiet=options.quiet, verbose=options.verbose)


def _colored(wish: str, out: TextIO) -> bool:
    if wish != "auto":
        return wish == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") and out in (sys.stdout, sys.stderr):
        return True
    return out.isatty() and os.environ.get("TERM") != "dumb"


def _width(out: TextIO) -> int:
    try:
        return os.get_terminal_size(out.fileno()).columns or _DEFAULT_WIDTH
    except (OSError, ValueError):  # no terminal
        columns = os.environ.get("COLUMNS", "")
        return int(columns) if columns.isdigit() and int(columns) > 0 else _DEFAULT_WIDTH
