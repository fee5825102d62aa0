"""Reading a file: its statements, in order, become the facts and slots of a story."""

from __future__ import annotations

from pathlib import Path

from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.domain.report import RulesUsed
from checker.domain.source import Span
from checker.domain.story import Story
from checker.files import Base
from checker.semantics import header, library, stage
from checker.semantics.draft import Draft
from checker.semantics.problems import Problems
from checker.syntax import tree


def read(
    file: tree.File,
    diagnostics: tuple[Diagnostic, ...] = (),
    *,
    rules: RulesUsed | None = None,
    default: RulesUsed | None = None,
    base: Base = None,
    allow_outside: bool = False,
) -> Story:
    """The story that a parsed file tells.

    `diagnostics` are those of parsing it; `rules` (from the command line) wins over the file's own with a note, and
    `default` holds if it names none. What `use "path"` brings in starts from the folder `base`, or from the first of
    several that has it, and, without `allow_outside`, lies there or below. Never raises on bad input: see
    `Story.diagnostics`.
    """
    problems = Problems()
    problems.found.extend(diagnostics)
    used = header.rules(file.statements, rules, problems, default=default)
    folders = base if isinstance(base, tuple) else (base or Path(),)
    shelves = library.shelves(file.statements, folders, problems, outside=allow_outside)
    draft = Draft(problems, shelves, file.source.lines)
    if not file.statements and not diagnostics:
        hints = (say("`triggers`, `happens` or a play such as `activates` would be one"),)
        problems.note(
            "story/no-statement", say("this file has no statement"), Span.of(1, 1, 1, 1), hints=hints
        )
    stage.conduct(draft, file.statements)
    return stage.finish(draft, file.source, used)
