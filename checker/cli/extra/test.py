"""`segoc test`: stories as tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

import click

from checker import files
from checker.cli import batch
from checker.cli.language import Spoken
from checker.cli.options import EXCLUDE, PATHS, Options, shared, taken
from checker.cli.output import Refusal, writer
from checker.domain.data import replace
from checker.domain.language import say
from checker.domain.report import StoryTest, SuiteReport


@click.command("test", cls=Spoken)
@PATHS
@click.option("-k", "word", metavar="WORD", help="Only stories whose path contains WORD.")
@click.option("-x", "first", is_flag=True, help="Stop at the first story that does not pass.")
@click.option(
    "--maxfail", type=click.IntRange(min=1), metavar="N", help="Stop after N stories that do not pass."
)
@click.option(
    "--durations", type=click.IntRange(min=0), default=0, metavar="N", help="Show the N slowest stories."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=10_000),
    metavar="N",
    help="Judge N files at once; without it, many files keep all cores busy.",
)
@EXCLUDE
@shared(story=True)
def command(
    paths: tuple[str, ...],
    word: str | None,
    first: bool,
    maxfail: int | None,
    durations: int,
    jobs: int | None,
    **given: Any,
) -> int:
    """Run stories as tests: each passes if every play and every expectation is as the story says.

    Directories give all their .chain files; without a path it is the directory you are in.
    """
    options = taken(given)
    if durations and (jobs or 1) > 1:
        raise click.UsageError(say("--durations needs stories that are judged one by one: --jobs 1"))
    names = _names(paths or (".",), word, options)
    suite = SuiteReport(iter(()), durations, 1 if first else maxfail)
    suite.tests = _run(names, suite, options, 1 if durations else jobs)
    with writer("test", options) as (write, page):
        write(suite, page)
    return options.code()


def _names(paths: Sequence[str], word: str | None, options: Options) -> list[str]:
    """The files that paths stand for. What cannot be one is kept: to judge it says what is wrong."""
    listed = files.find(paths, options.excluded)
    found = [each.name if isinstance(each, files.UnreadableError) else each for each in listed]
    if word is None:
        return found
    chosen = [name for name in found if word.casefold() in name.casefold()]
    if not chosen:
        raise Refusal(say("the path of no story contains `{word}`", word=word))
    return chosen


def _run(names: Sequence[str], suite: SuiteReport, options: Options, jobs: int | None) -> Iterator[StoryTest]:
    """Judge stories until too many fail; what it means for the exit code is noted in `options`.

    What `-v` would add is not needed here, and a line of progress would be written over the signs.
    """
    plain = replace(options, verbose=False, quiet=True)
    begun, wrong = monotonic(), 0
    last = begun
    try:
        for report in batch.judge(names, plain, jobs):
            test = StoryTest(report, monotonic() - last)
            yield test
            last = monotonic()
            wrong += test.outcome in {"failed", "error"}
            if suite.most is not None and wrong >= suite.most:
                return
    finally:
        suite.seconds = monotonic() - begun
