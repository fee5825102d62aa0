"""One version of a text, read once: what is asked of it is found when it is first asked for, and kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from checker import app, files
from checker.domain.diagnostics import Diagnostic
from checker.domain.report import CheckReport
from checker.domain.source import Position, SourceFile, Span
from checker.domain.story import CONTRADICTIONS, Story
from checker.lsp.project import Project
from checker.semantics import library, read
from checker.syntax import parse, tree
from checker.syntax.scanner import scan
from checker.syntax.tokens import Token

TIME_LIMIT = 20.0  # seconds for one answer


class Analysis:
    """What is known of one version of a text. `base` is its folder, `settings` are those that hold there."""

    def __init__(self, source: SourceFile, base: Path, settings: Project | None = None) -> None:
        self.source = source
        self.base = base
        self.settings = settings or Project()
        self.lines = source.lines

    # ------------------------------------------------------------ reading

    @cached_property
    def words(self) -> list[list[Token]]:
        """The words of every line, as the scanner finds them."""
        return scan(self.source.text).lines

    @cached_property
    def parsed(self) -> tuple[tree.File, tuple[Diagnostic, ...]]:
        """The statements, and the errors of syntax."""
        return parse(self.source)

    @property
    def statements(self) -> tuple[tree.Statement, ...]:
        """The statements that could be read."""
        return self.parsed[0].statements

    @cached_property
    def story(self) -> Story:
        """The story that the statements tell."""
        return read(*self.parsed, base=self._folders, default=self.settings.rules)

    @property
    def _folders(self) -> tuple[Path, ...]:
        """Where `use "…"` looks."""
        return (self.base, *self.settings.cards)

    @cached_property
    def report(self) -> CheckReport | None:
        """What `check` says of it, without what cannot be read; None if that takes too long. This takes its time."""
        try:
            report = app.judge(self.story, unread=True, time_limit=TIME_LIMIT)
        except app.TimeUp:
            return None
        policy = self.settings.policy
        return report if policy is None else policy.applied(report)

    @cached_property
    def first_unread(self) -> Diagnostic | None:
        """The first error because of which a statement could not be taken in; None if all of it was."""
        broken = (d for d in self.story.diagnostics if d.severity == "error" and d.law not in CONTRADICTIONS)
        return min(broken, key=lambda d: d.span.start, default=None)

    # ------------------------------------------------------------ places

    def word_at(self, place: Position) -> Token | None:
        """The word that a place is in, or that ends there."""
        if place.line > len(self.words):
            return None
        found = None
        for word in self.words[place.line - 1]:
            if word.column <= place.column < word.end_column:
                return word
            if word.end_column == place.column:
                found = word
        return found

    def words_in(self, span: Span) -> Iterator[Token]:
        """The words of a stretch of text."""
        for number in range(span.start.line, min(span.end.line, len(self.words)) + 1):
            for word in self.words[number - 1]:
                at = Position(word.line, word.column)
                if span.start <= at < span.end:
                    yield word

    def moment_before(self, line: int) -> int:
        """The moment reached before what happens from a line on; the end of the story if that is nothing."""
        later = [node for node, span in self.story.lines.items() if span.start.line >= line]
        return min(later, default=self.story.end)

    # ------------------------------------------------------------ definitions

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """The cards that this file defines itself, by name; of two definitions the first."""
        found: dict[str, Definition] = {}
        for statement in self.statements:
            if isinstance(statement, tree.CardDefinition):
                found.setdefault(statement.name, Definition(self, statement))
        return found

    def file(self, name: str) -> Analysis | None:
        """A file that this one uses; None if it cannot be read or lies outside, which a diagnostic says."""
        try:
            path = library.find(self._folders, name, outside=False)
            text = None if path is None else files.decoded(files.content(path))
        except (OSError, ValueError):
            return None
        return None if path is None or text is None else Analysis(SourceFile(str(path), text), path.parent)

    @cached_property
    def used(self) -> list[Analysis | str]:
        """What `use` brings in, in order: other files, and bundled libraries by their names."""
        found: list[Analysis | str] = []
        for statement in self.statements:
            if isinstance(statement, tree.Use) and statement.library is not None:
                found.append(statement.library.text)
            elif isinstance(statement, tree.Use):
                file = self.file(statement.path or "")
                if file is not None:
                    found.append(file)
        return found


class Definition:
    """A `card` statement of a file."""

    def __init__(self, file: Analysis, node: tree.CardDefinition) -> None:
        self.file = file
        self.node = node

    @property
    def text(self) -> str:
        """The definition as it stands there, its block included."""
        first = self.node.span.start
        last = max([self.node.span.end, *(effect.span.end for effect in self.node.effects)])
        if "{" in self.file.lines[self.node.span.end.line - 1][self.node.span.end.column - 1 :]:
            last = self._closing(last)
        cut = self.file.lines[first.line - 1 : last.line]
        cut[-1] = cut[-1][: last.column - 1]
        cut[0] = cut[0][first.column - 1 :]
        return "\n".join(line.rstrip() for line in cut)

    def _closing(self, after: Position) -> Position:
        """The end of the `}` that follows a place."""
        for line in self.file.words[after.line - 1 :]:
            for word in line:
                if word.type == "RBRACE" and Position(word.line, word.column) >= after:
                    return Position(word.line, word.end_column)
        return after
