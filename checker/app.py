"""The use cases: text goes in, a report comes out. What `segoc` and `import checker` offer, on one screen.

A `use "…"` starts from the folder `base`, or the first of several that has it, and leaves it only with `allow_outside`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from checker.domain.diagnostics import Diagnostic
from checker.domain.report import (
    CardStatus,
    CheckReport,
    CompareReport,
    ExploreReport,
    NextReport,
    Page,
    RuleSetReport,
    RulesUsed,
    StandReport,
    TraceReport,
    WhyReport,
)
from checker.domain.source import SourceFile, Span
from checker.domain.story import Story

if TYPE_CHECKING:
    from checker.domain.walkthrough import Tour, Walkthrough
    from checker.files import Base
    from checker.rulesets import Default


_MOST_COMPARED = 12  # effects that wait on a page with several rule sets


class InputError(Exception):
    """Something asked for does not exist: an unknown rule set or toggle. Carries diagnostics for people."""

    def __init__(self, source: SourceFile, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics))
        self.source = source
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[InputError], tuple[SourceFile, tuple[Diagnostic, ...]]]:
        return InputError, (self.source, self.diagnostics)


class UnknownName(Exception):
    """No page is called that. `suggestions` are near names."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        super().__init__(f"nothing is called {name}")
        self.name = name
        self.suggestions = suggestions

    def __reduce__(self) -> tuple[type[UnknownName], tuple[str, tuple[str, ...]]]:
        return UnknownName, (self.name, self.suggestions)


class TimeUp(Exception):
    """A time limit was reached before there was an answer."""


class MemoryUp(Exception):
    """A memory limit was reached before there was an answer."""


def check(
    source: SourceFile,
    *,
    rules: str | None = None,
    base: Base = None,
    allow_outside: bool = False,
    time_limit: float | None = None,
) -> CheckReport:
    """Judges every play and asks every expectation. Raises `InputError`, and `TimeUp` after `time_limit` seconds."""
    return judge(_read(source, rules, base, allow_outside), time_limit=time_limit)


def judge(story: Story, *, unread: bool = False, time_limit: float | None = None) -> CheckReport:
    """The same for a story that was read; with `unread` also for one of which something cannot be understood."""
    from checker.verdict.check import check as ask

    try:
        with _limits(story):
            return ask(story, unread=unread, deadline=_deadline(time_limit))
    except InputError as error:
        return CheckReport(story.source, story.rules, "invalid", (*story.diagnostics, *error.diagnostics))


def explore(
    source: SourceFile,
    *,
    rules: str | None = None,
    base: Base = None,
    allow_outside: bool = False,
    limit: int | None = 1000,
    declines: bool = True,
    responses: bool = False,
    time_limit: float | None = None,
) -> ExploreReport:
    """Every legal order from where the story ends, sorted and lazily; `limit` orders at most (None: all)."""
    from checker.verdict.explore import explore as walk

    story = _read(source, rules, base, allow_outside)
    with _limits(story):
        return walk(
            story, limit=limit, declines=declines, responses=responses, deadline=_deadline(time_limit)
        )


def count(
    source: SourceFile,
    *,
    rules: str | None = None,
    base: Base = None,
    allow_outside: bool = False,
    declines: bool = True,
    responses: bool = False,
) -> ExploreReport:
    """The number of those orders, counted without listing them."""
    from checker.verdict.explore import explore as walk

    story = _read(source, rules, base, allow_outside)
    with _limits(story):
        return walk(story, limit=0, declines=declines, responses=responses)


def why(
    source: SourceFile,
    order_text: str,
    *,
    rules: str | None = None,
    base: Base = None,
    allow_outside: bool = False,
    time_limit: float | None = None,
) -> WhyReport:
    """What an order such as `p1, s1` breaks, and the legal orders that are nearest to it."""
    from checker.verdict.why import why as judge

    story = _read(source, rules, base, allow_outside)
    with _limits(story):
        return judge(story, order_text, _deadline(time_limit))


def next_(
    source: SourceFile, *, rules: str | None = None, base: Base = None, allow_outside: bool = False
) -> NextReport:
    """Who may activate what where the story ends, and why the rest may not."""
    from checker.verdict.next import next_ as ask

    return ask(_read(source, rules, base, allow_outside))


def status(
    story: Story, card_ids: Sequence[str], moment: int, *, time_limit: float | None = None
) -> tuple[CardStatus, ...]:
    """Where cards of a story are at a moment, and what each of their effects may do there."""
    from checker.verdict.next import status as ask

    with _limits(story):
        return ask(story, card_ids, moment, deadline=_deadline(time_limit))


def rules_of(source: SourceFile, default: Default | None = None) -> str:
    """The rule set that a story names for itself, as `-r` takes it; the default if it names none."""
    return str(_read(source, default, None).rules)


def compare(
    source: SourceFile,
    rules: Sequence[str],
    *,
    base: Base = None,
    allow_outside: bool = False,
    limit: int | None = 1000,
    declines: bool = True,
) -> CompareReport:
    """The story under several rule sets: where they differ, the laws there and the toggles responsible."""
    from checker.verdict.compare import compare as ask

    stories = [_read(source, name, base, allow_outside) for name in rules]
    with _limits(stories[0]):
        return ask(stories, limit=limit, declines=declines)


def trace(
    source: SourceFile, *, rules: str | None = None, base: Base = None, allow_outside: bool = False
) -> TraceReport:
    """The story as it went, window by window, and where everything is at the end."""
    from checker.verdict.trace import trace as tell

    return tell(_read(source, rules, base, allow_outside))


def tour(
    source: SourceFile,
    rules: Sequence[str],
    *,
    base: Base = None,
    allow_outside: bool = False,
    declines: bool = True,
    responses: bool = False,
    most: int = 60,
) -> Tour:
    """A walk through the orders of a story under each of several rule sets, with the reasons at every step.

    `most` orders of each are listed. Where more than 12 effects wait, only the first rule set is walked through.
    """
    from checker.domain.walkthrough import Tour
    from checker.verdict.walkthrough import alone, walkthrough

    walks: list[Walkthrough] = []
    for name in rules:

        def again(text: str, name: str = name) -> Story:
            return _read(SourceFile(source.name, text), name, base, allow_outside)

        story = again(source.text)
        with _limits(story):
            walks.append(walkthrough(story, again, declines=declines, responses=responses, most=most))
        if len(walks[0].explore.effects) > _MOST_COMPARED:
            break
    if len(walks) < len(rules):
        return Tour(tuple(walks), alone(walks[0]), tuple(rules[1:]))
    compared = compare(source, rules, base=base, allow_outside=allow_outside, limit=most, declines=declines)
    return Tour(tuple(walks), compared)


def stand(
    source: SourceFile, *, rules: str | None = None, base: Base = None, allow_outside: bool = False
) -> StandReport:
    """Where a story has come to, and every effect with what speaks against it, for `segoc play`."""
    from checker.verdict.stand import stand as look

    story = _read(source, rules, base, allow_outside)
    with _limits(story):
        return look(story)


def order(turn: Sequence[str], opponent: Sequence[str]) -> SourceFile:
    """The story behind `segoc order`: `Sangan!` is mandatory, `Peten?` optional. Raises ValueError otherwise."""
    from checker.verdict.quick import story_text

    return SourceFile("<order>", story_text(turn, opponent))


def explain(name: str) -> Page:
    """The page of a law, rule set, toggle or term. Raises `UnknownName`."""
    from checker.pages import find, suggestions

    page = find(name)
    if page is None:
        raise UnknownName(name, suggestions(name))
    return page


def explain_list() -> tuple[Page, ...]:
    """All pages, sorted by kind and name."""
    from checker.pages import all_pages

    return all_pages()


def rule_sets() -> tuple[RuleSetReport, ...]:
    """Every rule set with its toggles and sources."""
    from checker.pages import rule_set_report
    from checker.rulesets import names

    return tuple(rule_set_report(name) for name in names())


def rule_set(name: str) -> RuleSetReport:
    """One rule set. Raises `InputError` for an unknown one (and for Rush Duel, with the reason)."""
    from checker.pages import rule_set_report

    source = SourceFile("<command line>", name)
    return rule_set_report(_rules(name, source).name)


def schema_names() -> tuple[str, ...]:
    """The documents that have a JSON Schema: commands that print them, and `jsonl`."""
    from checker.schemas import names

    return names()


def schema(name: str | None = None) -> dict[str, Any]:
    """The JSON Schema of one of `schema_names`, or of all of them. Raises KeyError for another name."""
    from checker.schemas import schema as find

    return find(name)


def emit(
    source: SourceFile,
    what: Literal["facts", "program", "ast"],
    *,
    rules: str | None = None,
    base: Base = None,
    allow_outside: bool = False,
) -> str:
    """What stands behind an answer: the facts of the story, the rules that can fire for them, or the syntax tree."""
    from checker.verdict.emit import emit as write

    if what == "ast":
        from checker.syntax import parse

        file, found = parse(source)
        if any(diagnostic.severity == "error" for diagnostic in found):
            raise InputError(source, found)
        return write(file)
    story = _read(source, rules, base, allow_outside)
    if story.broken:
        raise InputError(source, story.diagnostics)
    return write(story, program=what == "program")


def fmt(source: SourceFile) -> str:
    """The text of a story in the one style: same words, same comments, same meaning.

    Raises `InputError` with the syntax errors of a text that has some; nothing else of a story is asked.
    """
    from checker.syntax import parse
    from checker.syntax.comments import covered
    from checker.syntax.formatter import format_text
    from checker.syntax.printer import print_file

    file, found = parse(source)
    if any(diagnostic.severity == "error" for diagnostic in found):
        raise InputError(source, found)
    text = format_text(source.text)
    written = SourceFile(source.name, text)
    again, wrong = parse(written)
    same = not any(d.severity == "error" for d in wrong) and print_file(again) == print_file(file)
    if not same or covered(written) != covered(source):
        raise RuntimeError(f"formatting {source.name} would change what it means")
    return text


# ---------------------------------------------------------------- shared


def _read(source: SourceFile, rules: str | None, base: Base, allow_outside: bool = False) -> Story:
    from checker.rulesets import Default
    from checker.semantics import read
    from checker.syntax import parse

    given = None if rules is None else _rules(rules, SourceFile("<command line>", rules))
    file, found = parse(source)
    if isinstance(rules, Default):
        return read(file, found, default=given, base=base, allow_outside=allow_outside)
    return read(file, found, rules=given, base=base, allow_outside=allow_outside)


@contextmanager
def _limits(story: Story) -> Iterator[None]:
    """What the solver refuses or cannot finish in time, as what the callers of this module know."""
    from checker.solver.ask import TimeUpError
    from checker.solver.trial import TooManyError

    try:
        yield
    except TimeUpError as error:
        raise TimeUp from error
    except TooManyError as error:
        span = story.lines.get(error.moment - 1) or Span.of(1, 1, 1, 2)
        hint = ("ask about an earlier moment, or leave out effects that do not matter",)
        wrong = Diagnostic("story/too-many", "error", str(error), span, help=hint)
        raise InputError(story.source, (wrong,)) from error


def _rules(text: str, source: SourceFile) -> RulesUsed:
    from checker.rulesets import UnknownRuleSetError, parse
    from checker.semantics.problems import near

    try:
        return parse(text)
    except UnknownRuleSetError as error:
        start = max(text.find(error.word), 0) + 1
        span = Span.of(1, start, 1, start + max(len(error.word), 1))
        diagnostic = Diagnostic(
            "name/unknown-rules",
            "error",
            str(error),
            span,
            help=near(error.word, error.known, most=len(error.known)),
        )
        raise InputError(source, (diagnostic,)) from error


def _deadline(limit: float | None) -> float | None:
    if limit is None:
        return None
    from time import monotonic

    return monotonic() + limit
