"""What was found in a story, with what the file allows marked so.

Few files allow anything, so what that takes is in `allowances` and loaded where a comment asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.domain.diagnostics import Diagnostic
from checker.domain.report import ContestedReading
from checker.domain.story import Story
from checker.solver.trial import Trial
from checker.verdict.plays import announced, problems

_SIGN = "segoc:"


def findings(story: Story, trial: Trial, more: Iterable[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
    """All that was found in a story, with what it allows marked so."""
    found = (*story.diagnostics, *problems(story, trial, announced(story.expectations)), *more)
    if _SIGN not in story.source.text:
        return found
    from checker.verdict.allowances import marked

    return marked(story.source, found)


def readings(story: Story, contested: tuple[ContestedReading, ...]) -> tuple[ContestedReading, ...]:
    """The contested readings of a story, with those that it allows marked so; a place does not matter for them."""
    if _SIGN not in story.source.text:
        return contested
    from checker.verdict.allowances import marked_readings

    return marked_readings(story.source, contested)


def unused(
    story: Story, found: Sequence[Diagnostic], contested: Sequence[ContestedReading]
) -> list[Diagnostic]:
    """What is wrong with the comments of a file themselves: unknown names, no reason, nothing to allow."""
    if _SIGN not in story.source.text:
        return []
    from checker.verdict import allowances

    return allowances.unused(story.source, found, contested)
