"""The options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from checker import render
from checker.cli import language
from checker.cli.codes import FINE, ILLEGAL, INCOMPLETE, WRONG_INPUT
from checker.domain.data import dataclass, field

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
            from checker.render.layout.width import clean

            click.echo(f"note: {clean(text)}", err=True)

    def untimed(self, command: str) -> None:
        """Say so if a time limit was given to a command whose work cannot be cut."""
        if self.time_limit is not None:
            self.note(f"--time-limit does not cut `{command}`")

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
        type=click.FloatRange(min=0, min_open=True),
        metavar="S",
        help="Stop after S seconds for a file.",
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
        require_complete=given.pop("require_complete", False),
        quiet=given.pop("quiet"),
        verbose=given.pop("verbose"),
    )
