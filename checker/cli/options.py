"""The options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from checker import render
from checker.cli import language
from checker.cli.codes import FINE, ILLEGAL, INCOMPLETE, WRONG_INPUT
from checker.domain.data import dataclass, field

if TYPE_CHECKING:
    from checker.worker import Worker

_BY_WEIGHT = (WRONG_INPUT, ILLEGAL, INCOMPLETE, FINE)

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(slots=True)
class Options:
    """What the shared options say, and the exit codes that the parts of an answer ask for."""

    rules: tuple[str, ...]
    output_format: str
    output: str | None
    color: str
    allow_outside: bool
    time_limit: float | None
    memory_limit: int | None
    require_complete: bool
    quiet: bool
    verbose: bool
    codes: set[int] = field(default_factory=set)
    workers: list[Worker] = field(default_factory=list)

    @property
    def rule_set(self) -> str | None:
        """The one rule set of a command that takes one; None leaves it to the file."""
        return self.rules[-1] if self.rules else None

    def note(self, text: str) -> None:
        """Say something on standard error that is not part of the answer."""
        if not self.quiet:
            from checker.render.layout.width import clean

            click.echo(f"note: {clean(text)}", err=True)

    @property
    def limited(self) -> bool:
        """Whether the work is done by a process that can be ended."""
        return self.time_limit is not None or self.memory_limit is not None

    def ask(self, question: str, *args: object, **given: object) -> Any:
        """The answer of the function of `checker.app` called `question`, within the limits if there are any."""
        if not self.limited:
            from checker import app

            return getattr(app, question)(*args, **given)
        from checker.domain.language import speaking

        return self.pool(1)[0].ask(question, *args, **given, time_limit=self.time_limit, language=speaking())

    def pool(self, size: int) -> list[Worker]:
        """So many other processes for the answers, which last until the command is done, or `end`."""
        from checker.worker import Worker

        if not self.workers:
            click.get_current_context().call_on_close(self.end)
        self.workers += [Worker(memory=self.memory_limit) for _ in range(size - len(self.workers))]
        return self.workers[:size]

    def end(self) -> None:
        """End all processes that were made for the answers."""
        for worker in self.workers:
            worker.end()

    def incomplete(self, text: str) -> None:
        """Say that the answer is not the whole answer."""
        self.note(text)
        if self.require_complete:
            self.codes.add(INCOMPLETE)

    def code(self) -> int:
        """The exit code: wrong input outweighs something illegal, that outweighs an incomplete answer."""
        return next(code for code in _BY_WEIGHT if code in self.codes | {FINE})


def shared(*, story: bool) -> Callable[[F], F]:
    """Add the shared options to a command; those on rules and completeness only where there is a story."""

    def decorate(function: F) -> F:
        for option in reversed([*_OUTPUT_OPTIONS, *(_STORY_OPTIONS if story else ())]):
            function = option(function)
        return function

    return decorate


class _Seconds(click.FloatRange):
    """A number of seconds; `nan` is none, though it is neither too small nor too large."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return found


def _countable(_: click.Context, __: click.Parameter, limit: int | None) -> int | None:
    """The memory limit, if this system can count memory."""
    if limit is not None:
        try:
            import resource  # noqa: F401
        except ImportError:
            raise click.UsageError("--memory-limit is not possible on this system") from None
    return limit


_OUTPUT_OPTIONS = (
    click.option(
        "--output-format",
        type=click.Choice(render.formats()),
        default="text",
        help="How to print the answer.",
    ),
    click.option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write the answer to FILE, all of it or nothing; `-` is standard output.",
    ),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colour; auto also looks at NO_COLOR and FORCE_COLOR.",
    ),
    click.option(
        "--language",
        metavar="CODE",
        is_eager=True,
        expose_value=False,
        callback=language.chosen,
        help="Messages in this language, `en` or `ja`; else as $SEGOC_LANGUAGE or the locale says.",
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
        type=_Seconds(min=0, min_open=True, max=10**9),
        metavar="S",
        help="Stop after S seconds for a file.",
    ),
    click.option(
        "--memory-limit",
        type=click.IntRange(min=1, max=10**9),
        metavar="MB",
        callback=_countable,
        help="Stop when the answer takes more than so many megabytes of memory.",
    ),
    click.option(
        "--allow-outside",
        is_flag=True,
        help='Let `use "..."` bring in files from outside the folder of the file.',
    ),
    click.option("--require-complete", is_flag=True, help="Exit with 3 if a limit cut the answer."),
)
LIMIT = click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    metavar="N",
    help="List at most N orders; 0 lists all.",
)
NO_DECLINES = click.option(
    "--no-declines", is_flag=True, help="Only orders in which every optional effect is used."
)
PATH = click.argument("path", required=False, metavar="[PATH|-]")


def taken(given: dict[str, Any]) -> Options:
    """Take the shared options out of a command's keywords."""
    return Options(
        rules=given.pop("rules", ()),
        output_format=given.pop("output_format"),
        output=given.pop("output"),
        color=given.pop("color"),
        allow_outside=given.pop("allow_outside", False),
        time_limit=given.pop("time_limit", None),
        memory_limit=given.pop("memory_limit", None),
        require_complete=given.pop("require_complete", False),
        quiet=given.pop("quiet"),
        verbose=given.pop("verbose"),
    )
