"""The commands and their arguments."""

from __future__ import annotations

import os
import sys
from typing import Any, Literal

import click

from checker import files
from checker.cli import answer, extra
from checker.cli.codes import ILLEGAL
from checker.cli.language import Spoken, SpokenGroup
from checker.cli.options import (
    EXCLUDE,
    IGNORE,
    LIMIT,
    NO_DECLINES,
    PATH,
    PATHS,
    SELECT,
    WATCH,
    Watching,
    completed,
    shared,
    taken,
)
from checker.cli.output import Refusal, output, writer
from checker.domain.language import either, say


class _Group(SpokenGroup):
    """The commands; a wrong name gets the nearest one, a file's name the command that was probably meant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *extra.names()})

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return super().get_command(ctx, name) or extra.load(name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        if name.endswith(files.SUFFIX) or os.path.exists(name):  # noqa: PTH110 -- pathlib is not loaded for this
            raise click.UsageError(say("name a command before the file: segoc check {name}", name=name), ctx)
        raise click.UsageError(
            say("there is no command `{name}`", name=name) + _nearest(name, self.list_commands(ctx)),
            ctx,
        )


def _nearest(name: str, known: Any) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=2, cutoff=0.61)
    return say("; did you mean {names}?", names=either([f"`{word}`" for word in close])) if close else ""


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


@segoc.command(cls=Watching)
@PATHS
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=256),
    metavar="N",
    help="Judge N files at once; without it, many files keep all cores busy.",
)
@SELECT
@IGNORE
@EXCLUDE
@WATCH
@shared(story=True)
def check(paths: tuple[str, ...], jobs: int | None, **given: Any) -> int:
    """Judge every play and every expectation of files; directories give all their .chain files."""
    options = taken(given)
    from checker.cli import batch

    with writer("check", options) as (write, page):
        write(batch.judge(paths or (answer.stdin(),), options, jobs), page)
    return options.code()


@segoc.command(cls=Watching)
@PATH
@click.option("--count", is_flag=True, help="Only the number of orders.")
@LIMIT
@NO_DECLINES
@click.option(
    "--responses", is_flag=True, help="Let the fast effects join that the story places or declares."
)
@click.option(
    "--why", metavar="ORDER", help="What an order such as 'p1, s1' breaks, and the nearest legal one."
)
@WATCH
@shared(story=True)
def explore(path: str | None, count: bool, why: str | None, limit: int, **given: Any) -> int:
    """List every legal order of the effects that wait where the story ends."""
    options = taken(given)
    if count and why is not None:
        raise click.UsageError(say("--why and --count are two questions; ask one at a time"))
    source, base = answer.story(path, "explore" if why is None else "why", options)
    if why is not None:
        return answer.why(source, base, why, options)
    if count:
        return answer.count(source, base, options, **given)
    return answer.explore(source, base, options, limit=limit, **given)


@segoc.command("next", cls=Watching)
@PATH
@WATCH
@shared(story=True)
def next_(path: str | None, **given: Any) -> int:
    """Say who may activate what now, and why the rest may not."""
    return answer.told(path, "next", taken(given))


@segoc.command(cls=Watching)
@PATH
@WATCH
@shared(story=True)
def trace(path: str | None, **given: Any) -> int:
    """Tell the story window by window: what was done, what came of it, who could act."""
    return answer.told(path, "trace", taken(given))


@segoc.command()
@PATH
@LIMIT
@NO_DECLINES
@shared(story=True)
def compare(path: str | None, limit: int, no_declines: bool, **given: Any) -> int:
    """Ask the same story under several rule sets (-r tcg -r ocg), and say what makes the difference."""
    options = taken(given)
    if len(options.rules) == 1:
        raise click.UsageError(
            say("name a second rule set to compare `{rules}` with: -r tcg -r ocg", rules=options.rules[0])
        )
    source, base = answer.story(path, "compare", options)
    rule_sets: tuple[str, ...] = options.rules
    if not rule_sets:
        from checker import app

        rule_sets = tuple(dict.fromkeys((app.rules_of(source, options.default_rules), "tcg", "ocg")))
        options.note(say("no rule sets were named; comparing {rule_sets}", rule_sets=", ".join(rule_sets)))
    with answer.refusals(options), answer.limits("compare", source, options):
        report = options.ask(
            "compare",
            source,
            rule_sets,
            base=base,
            allow_outside=options.allow_outside,
            limit=limit or None,
            declines=not no_declines,
        )
    if answer.beside(report.diagnostics, source, options, invalid=report.invalid):
        with writer("compare", options) as (write, page):
            write(report, page)
    if any(column.verdict != "legal" for column in report.columns):
        options.codes.add(ILLEGAL)
    if not all(column.complete for column in report.columns):
        options.incomplete(say("not every order was compared; --limit 0 compares all"))
    return options.code()


class _Variadic(Spoken):
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
            raise click.UsageError(
                say("{taking} needs at least one effect, for example {taking} 'Sangan!'", taking=taking), ctx
            )


@segoc.command(cls=_Variadic)
@click.option(
    "--turn", multiple=True, metavar="'NAME!' 'NAME?' ...", help="What the turn player's cards trigger."
)
@click.option(
    "--opponent", multiple=True, metavar="'NAME!' 'NAME?' ...", help="What the opponent's cards trigger."
)
@click.option("--count", is_flag=True, help="Only the number of orders.")
@LIMIT
@NO_DECLINES
@shared(story=True)
def order(turn: tuple[str, ...], opponent: tuple[str, ...], count: bool, limit: int, **given: Any) -> int:
    """Answer the quick question without a file: `!` after a name is mandatory, `?` optional."""
    options = taken(given)
    if not turn and not opponent:
        raise click.UsageError(
            say("name what was triggered: segoc order --turn 'Sangan!' 'Peten?' --opponent 'Sangan!'")
        )
    from checker import app

    try:
        source = app.order(turn, opponent)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if options.verbose:
        from checker.render.layout.width import clean

        for line in source.text.rstrip().split("\n"):
            click.echo(clean(line), err=True)
    if count:
        return answer.count(source, None, options, responses=False, **given)
    return answer.explore(source, None, options, limit=limit, responses=False, **given)


@segoc.command()
@click.argument("name", required=False, metavar="[LAW|RULESET|TERM]", shell_complete=completed("pages"))
@click.option("--list", "listed", is_flag=True, help="List all pages.")
@shared(story=False)
def explain(name: str | None, listed: bool, **given: Any) -> int:
    """Show the page of a law, a rule set, a toggle or a term."""
    options = taken(given)
    from checker import app

    with answer.refusals(options):
        pages = app.explain_list() if listed or name is None else (app.explain(name),)
    with writer("explain", options) as (write, page):
        write(pages, page)
    return options.code()


@segoc.command()
@click.argument("name", required=False, metavar="[NAME]", shell_complete=completed("rule_sets"))
@shared(story=False)
def rules(name: str | None, **given: Any) -> int:
    """List the rule sets, or the toggles of one with sources."""
    options = taken(given)
    from checker import app

    with answer.refusals(options):
        found = app.rule_sets() if name is None else (app.rule_set(name),)
    with writer("rules", options) as (write, page):
        write(found, page)
    return options.code()


@segoc.command()
@click.argument("what", type=click.Choice(["facts", "program", "ast"]))
@PATH
@shared(story=True)
def emit(what: Literal["facts", "program", "ast"], path: str | None, **given: Any) -> int:
    """Print what the checker makes of a story: the solver's facts, its whole program, or the syntax tree."""
    options = taken(given)
    if options.output_format != "text":
        raise click.UsageError(
            say("`emit` prints text; it has no {output_format} form", output_format=options.output_format)
        )
    source, base = answer.story(path, "emit", options)
    with answer.refusals(options), answer.limits("emit", source, options):
        text = options.ask(
            "emit", source, what, rules=options.rule_set, base=base, allow_outside=options.allow_outside
        )
    from checker.render.layout.width import clean

    with output(options) as page:
        for line in text.removesuffix("\n").split("\n"):
            page.out.write(clean(line) + "\n")
    return options.code()


@segoc.command()
@click.option("--stdio", is_flag=True, help="Accepted because editors give it; there is no other way.")
def lsp(stdio: bool) -> int:  # noqa: ARG001
    """Serve an editor over standard input and output (Language Server Protocol)."""
    from importlib.util import find_spec

    if find_spec("pygls") is None:
        raise Refusal(say("the language server needs pygls: pip install 'segoc[lsp]'"))
    from checker.lsp.stdio import serve

    return serve()
