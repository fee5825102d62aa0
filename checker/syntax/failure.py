"""A statement that the parser refused, and what detectors may ask of it."""

from __future__ import annotations

from functools import cached_property

from checker.domain.data import dataclass, replace
from checker.domain.diagnostics import Diagnostic, Fix
from checker.domain.source import Span
from checker.syntax.engine import acceptable, reach
from checker.syntax.fixing import fixes
from checker.syntax.problems import error, span_after, span_of
from checker.syntax.scanner import vocabulary
from checker.syntax.tokens import Token


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic, and the statement as it was probably meant (None when that is unknown)."""

    diagnostic: Diagnostic
    repaired: list[Token] | None = None

    def offering(self, changes: tuple[Fix, ...]) -> Finding:
        """The same finding with these changes for an editor to offer."""
        return Finding(replace(self.diagnostic, fixes=changes), self.repaired)


class Failure:
    """A statement or block line, and the index of the word at which the parser stopped."""

    def __init__(self, tokens: list[Token], index: int, start: str, lines: list[str]) -> None:
        self.tokens = tokens
        self.index = index
        self.start = start
        self._lines = lines

    @property
    def word(self) -> Token | None:
        """The word in the way; None at the end of the statement."""
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    @property
    def before(self) -> Token | None:
        """The last word that was read."""
        return self.tokens[self.index - 1] if self.index else None

    @property
    def span(self) -> Span:
        """The word in the way, or the place after the last word."""
        return span_of(self.word) if self.word else span_after(self.tokens[-1])

    @cached_property
    def accepts(self) -> frozenset[str]:
        """The types of the words that could stand here."""
        return self.accepted_at(self.index)

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The keywords and signs that could stand here."""
        return _texts(self.accepts)

    def at(self, index: int) -> str:
        """The word at an index as written, empty outside the statement."""
        return str(self.tokens[index]) if 0 <= index < len(self.tokens) else ""

    def source(self, first: int, last: int) -> str:
        """The text from one word to another, as it stands in the file."""
        start, end = self.tokens[first], self.tokens[last]
        return self._lines[start.line - 1][start.column - 1 : end.end_column - 1]

    def replaced(self, first: int, count: int, *new: Token) -> list[Token]:
        """The statement with `count` words from `first` on replaced."""
        return [*self.tokens[:first], *new, *self.tokens[first + count :]]

    def made(self, text: str, kind: str | None = None) -> Token:
        """A word that is not in the file, placed where the parser stopped."""
        near = self.word or self.tokens[-1]
        return near.here(kind or vocabulary().types[text], text)

    def accepted_at(self, index: int) -> frozenset[str]:
        """The types of the words that could stand at an index that was reached."""
        return acceptable(self.tokens[:index], self.start)

    def keywords_at(self, index: int) -> frozenset[str]:
        """The keywords and signs that could stand at an index that was reached."""
        return _texts(self.accepted_at(index))

    def whole(self, tokens: list[Token]) -> bool:
        """Whether these words are a complete statement."""
        return reach(tokens, self.start) > len(tokens)

    def further(self, tokens: list[Token], by: int = 2) -> bool:
        """Whether these words can be read to the end, or some words beyond the place of the failure."""
        farthest = reach(tokens, self.start)
        return farthest > len(tokens) or farthest >= self.index + by

    def finding(
        self,
        law: str,
        message: str,
        *help_lines: str,
        span: Span | None = None,
        repaired: list[Token] | None = None,
        guess: bool = False,
    ) -> Finding:
        """A finding at the place of the failure, or at another.

        What is `repaired` is also what an editor may put there, unless it is a `guess` that only serves to read on.
        """
        changes = () if repaired is None or guess else fixes(self.tokens, repaired)
        return Finding(error(law, message, span or self.span, *help_lines, fixes=changes), repaired)

    def inserted(self, *texts: str) -> tuple[Fix, ...]:
        """For each text the change that puts it before the word in the way."""
        return tuple(
            fix for text in texts for fix in fixes(self.tokens, self.replaced(self.index, 0, self.made(text)))
        )


def is_word(token: Token) -> bool:
    """Whether a token is a name or a keyword, as opposed to a sign, a number or a text in quotes."""
    return token.type != "QUOTED" and token.value[:1].isidentifier()


def _texts(kinds: frozenset[str]) -> frozenset[str]:
    texts = vocabulary().texts
    return frozenset(texts[kind] for kind in kinds if kind in texts)
