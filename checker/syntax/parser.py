"""The front door: a source text in, its statements and every syntax error out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from checker.domain.data import replace
from checker.domain.diagnostics import Diagnostic
from checker.domain.language import mark, say
from checker.domain.source import SourceFile, Span
from checker.syntax import tree
from checker.syntax.builder import HappensLater, build
from checker.syntax.cutter import RawStatement, cut
from checker.syntax.engine import Stop, attempt
from checker.syntax.failure import Failure
from checker.syntax.mistakes import diagnose
from checker.syntax.problems import error, span_of
from checker.syntax.scanner import scan
from checker.syntax.tokens import Token

MOST_CHARACTERS = 1_000_000
MOST_LINES = 100_000
MOST_STATEMENTS = 20_000
MOST_WORDS = 20_000  # in one statement
MOST_ERRORS = 100
_MOST_REPAIRS = 5  # in one statement


def parse(source: SourceFile) -> tuple[tree.File, tuple[Diagnostic, ...]]:
    """The statements of a text and what is wrong with it, in the order of the text.

    Never raises, whatever the text is. A statement with an error that has an obvious repair is in the tree as
    repaired; other statements with errors are missing from it.
    """
    if len(source.text) > MOST_CHARACTERS:
        return _too_large(source, len(source.text), mark("characters"), MOST_CHARACTERS)
    if source.text.count("\n") >= MOST_LINES:
        return _too_large(source, source.text.count("\n") + 1, mark("lines"), MOST_LINES)
    scanned = scan(source.text)
    raw_statements, problems = cut(scanned.lines)
    if len(raw_statements) > MOST_STATEMENTS:
        return _too_large(source, len(raw_statements), mark("statements"), MOST_STATEMENTS)
    problems += scanned.problems
    reader = _Reader(source, scanned.doubtful, problems)
    for raw in raw_statements:
        reader.read(raw)
    return tree.File(source, tuple(reader.statements)), _in_order(problems)


class _Reader:
    """Reads statement after statement; `statements` and `problems` grow."""

    def __init__(self, source: SourceFile, doubtful: set[int], problems: list[Diagnostic]) -> None:
        self.statements: list[tree.Statement] = []
        self._lines = source.lines
        self._doubtful = doubtful
        self._problems = problems
        self._diagnosed = 0
        self._after_error = False

    def read(self, raw: RawStatement) -> None:
        """Take in the next statement."""
        node = self._phrase(raw.words, "statement")
        head = raw.words[0].value
        if isinstance(node, tree.CardDefinition) or (node is None and head == "card"):
            lines = self._block(raw.block, "card_line")
            node = _with_lines(node, lines) if node else None
        elif isinstance(node, tree.ChainResolves) or (node is None and head == "chain"):
            outcomes = self._block(raw.block, "link_line")
            node = replace(node, block=tuple(outcomes)) if node else None
        elif node and raw.block is not None:
            message = say("this statement does not take braces")
            helps = say("braces belong to `card`, `chain resolves` and `expect orders`")
            self._problems.append(error("no-block", message, node.span, helps))
        if isinstance(node, HappensLater):
            self._go_on(node)
        elif node:
            self.statements.append(node)
        self._after_error = node is None

    def _go_on(self, later: HappensLater) -> None:
        """Join `then OPERATIONS` to the `happens` before it."""
        before = self.statements[-1] if self.statements else None
        if isinstance(before, tree.Happens):
            moments = (*before.moments, *later.moments)
            self.statements[-1] = replace(before, span=before.span.to(later.span), moments=moments)
        elif not self._after_error:
            message = say(
                "`then` and operations go on with a `happens` line, and there is none directly before"
            )
            helps = say(
                "write `happens` before it, or `then` alone to begin a later moment of `triggers` lines"
            )
            self._problems.append(error("then-without-happens", message, later.span, helps))

    def _block(self, block: list[list[Token]] | None, start: str) -> list[Any]:
        nodes = [self._phrase(words, start) for words in block or ()]
        return [node for node in nodes if node]

    def _phrase(self, words: list[Token], start: str) -> Any:
        """The node of one statement or block line, or None when it cannot be read."""
        if len(words) > MOST_WORDS:
            message = say("this statement has {number:,} words", number=len(words))
            helps = say("a statement may have {most:,}", most=MOST_WORDS)
            self._problems.append(error("too-large", message, span_of(words[0]), helps))
            return None
        for _ in range(_MOST_REPAIRS):
            result = attempt(words, start)
            if not isinstance(result, Stop):
                node, problems = build(result)
                self._problems += problems
                return node
            if self._doubtful and any(word.line in self._doubtful for word in words):
                return None
            if self._diagnosed == MOST_ERRORS:
                self._problems.append(
                    error("unread", say("this statement cannot be read"), span_of(words[0]))
                )
                return None
            finding = diagnose(Failure(words, result.index, start, self._lines))
            self._diagnosed += 1
            self._problems.append(finding.diagnostic)
            if finding.repaired is None:
                return None
            words = finding.repaired
        return None


def _with_lines(card: tree.CardDefinition, lines: Iterable[Any]) -> tree.CardDefinition:
    effects: list[tree.EffectDefinition] = []
    tags: list[str] = []
    for line in lines:
        if isinstance(line, tree.EffectDefinition):
            effects.append(line)
        else:
            tags += line
    return replace(card, tags=tuple(tags), effects=tuple(effects))


def _in_order(problems: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by place; only so many are shown."""
    problems.sort(key=lambda problem: problem.span.start)
    unshown = len(problems) - MOST_ERRORS
    if unshown > 0:
        message = say("there are {unshown:,} more syntax errors", unshown=unshown)
        rest = error("too-many-errors", message, problems[MOST_ERRORS].span, say("they begin here"))
        problems = [*problems[:MOST_ERRORS], rest]
    return tuple(problems)


def _too_large(
    source: SourceFile, has: int, what: str, limit: int
) -> tuple[tree.File, tuple[Diagnostic, ...]]:
    message = say("the text is too long: it has {has:,} {what}", has=has, what=say(what))
    helps = say("a file may have {limit:,}; cut it into several", limit=limit)
    return tree.File(source, ()), (error("too-large", message, Span.of(1, 1, 1, 2), helps),)
