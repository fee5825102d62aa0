"""The options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from checker import files, render
from checker.cli import language
from checker.cli.codes import FINE, ILLEGAL, INCOMPLETE, WRONG_INPUT
from checker.cli.language import Spoken
from checker.config import ConfigError, Setting
from checker.domain.data import dataclass, field
from checker.domain.language import say

if TYPE_CHECKING:
    from checker.domain.source import SourceFile
    from checker.files import Base
    from checker.policy import Policy
    from checker.rulesets import Default
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
    default_rules: Default | None = None
    cards: tuple[Path, ...] = ()
    policy: Policy | None = None
    excluded: files.Excluded | None = None
    stdin_name: str | None = None
    codes: set[int] = field(default_factory=set)
    workers: list[Worker] = field(default_factory=list)

    @property
    def rule_set(self) -> str | None:
        """The one rule set of a command that takes one; None leaves it to the file."""
        return self.rules[-1] if self.rules else self.default_rules

    def read(self, name: str) -> SourceFile:
        """The text of a file or of standard input; raises `UnreadableError`."""
        return files.read(name, self.stdin_name)

    def base(self, name: str) -> Base:
        """Where the `use "…"` of the file of that name looks."""
        own = files.base(self.stdin_name if name == files.STDIN and self.stdin_name else name)
        return (own, *self.cards) if self.cards else own

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
        from checker.cli.waiting import Waiting

        with Waiting(quiet=self.quiet):
            return self._ask(0, question, *args, **given)

    def ask_beside(self, question: str, *args: object, **given: object) -> Any:
        """The same while another answer is still being told."""
        return self._ask(1, question, *args, **given)

    def _ask(self, worker: int, question: str, *args: object, **given: object) -> Any:
        if not self.limited:
            from checker import app

            return getattr(app, question)(*args, **given)
        from checker.domain.language import speaking

        process = self.pool(worker + 1)[worker]
        return process.ask(question, *args, **given, time_limit=self.time_limit, language=speaking())

    def pool(self, size: int) -> list[Worker]:
        """So many other processes for the answers, which last until the command is done, or `end`."""
        from checker.worker import Worker

        if not self.workers:
            click.get_current_context().call_on_close(self.end)
        self.workers += [Worker(memory=self.memory_limit) for _ in range(size - len(self.workers))]
        return self.workers[:size]

    def end(self) -> None:
        """End all processes that were made for the answers."""
        while self.workers:
            self.workers.pop().close()

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
            self.fail(say("{value!r} is not a number of seconds", value=value), param, ctx)
        return found


def _countable(_: click.Context, __: click.Parameter, limit: int | None) -> int | None:
    """The memory limit, if this system can count memory; 0 is none."""
    if limit:
        try:
            import resource  # noqa: F401
        except ImportError:
            raise click.UsageError(say("--memory-limit is not possible on this system")) from None
    return limit or None


def completed(kind: str) -> Callable[[click.Context, click.Parameter, str], list[Any]]:
    """What completes an argument in a shell: a function of `completing`, which is not loaded before it is needed."""

    def complete(context: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from checker.cli import completing

        return list(getattr(completing, kind)(context, param, incomplete))

    return complete


STDIN_FILENAME = click.option(
    "--stdin-filename",
    metavar="NAME",
    help="What standard input is called in messages; settings and `use` start from its folder.",
)
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
    click.option(
        "--config",
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE",
        help="The settings, instead of the segoc.toml or pyproject.toml that is found.",
    ),
    click.option("--isolated", is_flag=True, help="Without any file of settings."),
    click.option("-q", "--quiet", is_flag=True, help="Only what is wrong, or only the answer; no notes."),
    click.option("-v", "--verbose", is_flag=True, help="Also what is as it should be, and every order."),
)
_STORY_OPTIONS = (
    click.option(
        "-r",
        "--rules",
        multiple=True,
        metavar="NAME",
        shell_complete=completed("rule_sets"),
        help="The rule set, instead of the file's: `ocg`, or 'ocg with trigger-order within-group'.",
    ),
    click.option(
        "--time-limit",
        type=_Seconds(min=0, max=10**9),
        metavar="S",
        help="Stop after S seconds for a file; 0 is no limit.",
    ),
    click.option(
        "--memory-limit",
        type=click.IntRange(min=0, max=10**9),
        metavar="MB",
        callback=_countable,
        help="Stop when the answer takes more than so many megabytes of memory; 0 is no limit.",
    ),
    click.option(
        "--allow-outside",
        is_flag=True,
        help='Let `use "..."` bring in files from outside the folder of the file.',
    ),
    STDIN_FILENAME,
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
WATCH = click.option("--watch", is_flag=True, help="Ask again whenever the files change, or what they use.")


class Watching(Spoken):
    """A command with `--watch`."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, once or whenever something changes."""
        if not ctx.params.pop("watch", False):
            return super().invoke(ctx)
        from checker.cli import watching

        return watching.loop(ctx, lambda: super(Watching, self).invoke(ctx))


PATH = click.argument("path", required=False, metavar="[PATH|-]", shell_complete=completed("paths"))
PATHS = click.argument("paths", nargs=-1, metavar="[PATH|-]...", shell_complete=completed("paths"))


SELECT = click.option(
    "--select",
    multiple=True,
    metavar="LAW",
    shell_complete=completed("findings"),
    help="Report only findings of these laws, `timing/*` for a family; more than one is said by repeating it.",
)
IGNORE = click.option(
    "--ignore",
    multiple=True,
    metavar="LAW",
    shell_complete=completed("findings"),
    help="Do not report findings of these laws, only count them.",
)
EXCLUDE = click.option(
    "--exclude", multiple=True, metavar="PATTERN", help="Leave these files and folders out of directories."
)


def taken(given: dict[str, Any]) -> Options:
    """Take the shared options out of a command's keywords; what they leave open the settings say."""
    from checker.cli.settings import settle

    context = click.get_current_context()
    given.pop("time_limit", None)  # `settle` has it
    found = settle(context)
    values = {name: setting.value for name, setting in found.items()}
    root = str(Path(found["exclude"].place).parent) if found["exclude"].origin == "file" else "."
    folders = Path(found["cards"].place).parent
    for name in ("config", "isolated", "select", "ignore", "exclude"):
        given.pop(name, None)
    return Options(
        rules=given.pop("rules", ()),
        default_rules=_default(values["rules"]) if found["rules"].origin in {"environment", "file"} else None,
        output_format=_format(found["output-format"], context),
        output=_next(given, "output_format", "output"),
        color=_color(found["color"], given.pop("color")),
        allow_outside=given.pop("allow_outside", False),
        time_limit=values["time-limit"] or None,
        memory_limit=given.pop("memory_limit", None),
        require_complete=_next(given, "require_complete") or values["require-complete"],
        quiet=given.pop("quiet"),
        verbose=given.pop("verbose"),
        cards=tuple(folders / folder for folder in values["cards"]),
        policy=_policy(values),
        excluded=files.Excluded(values["exclude"], root) if values["exclude"] else None,
        stdin_name=given.pop("stdin_filename", None),
    )


def _next(given: dict[str, Any], *names: str) -> Any:
    """Take options out of a command's keywords; the value of the last of them."""
    return [given.pop(name, None) for name in names][-1]


def _default(rules: str) -> Default | None:
    from checker.rulesets import Default

    return Default(rules) if rules else None


def _color(setting: Setting, option: str) -> str:
    """What a settings file says; else the option, for which `auto` looks at the environment and the stream."""
    return str(setting.value) if setting.origin == "file" else option


def _format(setting: Setting, context: click.Context) -> str:
    """The output format; one that was not asked for on the command line gives way where a command does not have it."""
    name = str(setting.value)
    command = {"order": "explore"}.get(context.command.name or "", context.command.name or "")
    if setting.origin in {"default", "command line"} or hasattr(render.load(name), command):
        return name
    return "text"


def _policy(values: dict[str, Any]) -> Policy | None:
    """What the settings say on findings; None if nothing, which is the rule."""
    if values["select"] == ("*",) and not values["ignore"] and not values["levels"]:
        return None
    from checker.policy import Policy, check_patterns

    try:
        check_patterns((*values["select"], *values["ignore"]))
    except ConfigError as error:
        raise click.UsageError(str(error)) from error
    return Policy(values["select"], values["ignore"], tuple(values["levels"].items()))
