"""Reading a file: its statements, in order, become the facts and slots of a story."""

from __future__ import annotations

from pathlib import Path

from checker.domain.diagnostics import Diagnostic
from checker.domain.report import RulesUsed
from checker.domain.story import Story
from checker.semantics import header, library, stage
from checker.semantics.draft import Draft
from checker.semantics.problems import Problems
from checker.syntax import tree


def read(
    file: tree.File,
    diagnostics: tuple[Diagnostic, ...] = (),
    *,
    rules: RulesUsed | None = None,
    base: Path | None = None,
) -> Story:
    """The story that a parsed file tells.

    `diagnostics` are those of parsing it, `rules` (from the command line) wins over the file's own with a note, `base`
    is the folder that `use "path"` starts from. Never raises on bad input: see `Story.diagnostics`.
    """
    problems = Problems()
    problems.found.extend(diagnostics)
    used = header.rules(file.statements, rules, problems)
    draft = Draft(problems, library.shelves(file.statements, base or Path(), problems), file.source.lines)
    stage.conduct(draft, file.statements)
    return stage.finish(draft, file.source, used)
