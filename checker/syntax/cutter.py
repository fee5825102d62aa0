"""Words to statements: cuts a file at line breaks and `;`, and the blocks of cards and chains into lines.

Braces and commas that would swallow the statements after them are found here, by what the next line looks
like.
"""

from __future__ import annotations

from typing import Final

from checker.domain.data import dataclass, field
from checker.domain.diagnostics import Diagnostic, Fix, Label
from checker.domain.language import say
from checker.domain.source import Span
from checker.syntax.problems import echo, error, span_of
from checker.syntax.tokens import Token
from checker.syntax.words import PLAYS, ZONES

NAMES: Final = ("BARE_NAME", "QUOTED")
_ALWAYS_STATEMENTS = frozenset(("rules", "players", "happens", "expect"))
_HEADER_STATEMENTS = frozenset(("phase", "step", "turn", "limit"))
_TWO_WORD_STATEMENTS = {
    "card": ("QUOTED",),
    "use": NAMES,
    "chain": ("RESOLVES",),
    "both": ("PASS",),
}


@dataclass(slots=True)
class RawStatement:
    """The words of one statement. A block in braces is cut into its lines; None without braces."""

    words: list[Token]
    block: list[list[Token]] | None = None


@dataclass(slots=True)
class _Cutter:
    statements: list[RawStatement] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    words: list[Token] = field(default_factory=list)  # of the statement or block line being read
    opened: Token | None = None  # the `{` that is open
    in_block: bool = False  # inside the braces of a card or a chain
    surplus: int = 0  # further `{` inside braces

    def line(self, line: list[Token]) -> None:
        """Take the words of one line of text."""
        self.begin(line)
        if not (self.words and self.words[-1].type == "COMMA") and (self.in_block or not self.opened):
            self._end()

    def begin(self, line: list[Token]) -> None:
        """Take the words of a line that may go on."""
        if (self.opened or self.words) and begins_statement(line, self.in_block):
            self._leave_off(line[0])
        elif line[0].type == "LBRACE" and not self.opened and not self.words and self._reopen(line[0]):
            line = line[1:]
        for word in line:
            self._word(word)

    def finish(self) -> None:
        """The text is over."""
        if self.opened:
            self._unclosed(None)
        self._end()

    def _word(self, word: Token) -> None:
        match word.type:
            case "SEMICOLON":
                if self.in_block or not self.opened:
                    self._end()
            case "LBRACE":
                self._open(word)
            case "RBRACE":
                self._close(word)
            case _:
                if not self.words and not self.in_block and self._follows_block(word):
                    message = say("{word} follows a `}}` on the same line", word=echo(word))
                    helps = say("begin a new line after `}`, or put `;` between them")
                    place = Span.of(word.line, word.column, word.line, word.column)
                    self.problems.append(
                        error(
                            "one-statement-a-line", message, span_of(word), helps, fixes=(Fix(place, "\n"),)
                        )
                    )
                self.words.append(word)

    def _follows_block(self, word: Token) -> bool:
        closed = self.closed
        return closed is not None and closed.line == word.line

    closed: Token | None = None  # the `}` just read

    def _open(self, brace: Token) -> None:
        if self.opened:
            if not self.surplus:
                message = say("there is a `{` inside braces that are already open")
                label = Label(span_of(self.opened), say("opened here"))
                self.problems.append(
                    error(
                        "nested-brace",
                        message,
                        span_of(brace),
                        say("delete it, or close the braces before it"),
                        labels=(label,),
                    )
                )
            self.surplus += 1
            return
        self.opened = brace
        if self.words and self.words[0].value != "expect":
            self.statements.append(RawStatement(self.words, []))
            self.words = []
            self.in_block = True
        else:
            self.words.append(brace)

    def _close(self, brace: Token) -> None:
        if not self.opened:
            message = say("there is nothing open that this `}` could close")
            span = span_of(brace)
            self.problems.append(
                error("stray-brace", message, span, say("delete it"), fixes=(Fix(span, ""),))
            )
        elif self.surplus:
            self.surplus -= 1
        else:
            if self.in_block:
                self._end()
                self.in_block = False
                self.closed = brace
            else:
                self.words.append(brace)
            self.opened = None

    def _end(self) -> None:
        """A statement or a block line is complete."""
        self.closed = None
        if not self.words:
            return
        if self.in_block:
            block = self.statements[-1].block
            assert block is not None
            block.append(as_block_line(self.words))
        else:
            self.statements.append(RawStatement(self.words))
        self.words = []

    def _leave_off(self, next_word: Token) -> None:
        """A line begins a statement although a comma or a brace before it is open."""
        if self.words and self.words[-1].type == "COMMA":
            comma = self.words.pop()
            message = say("a comma ends this line, but the next line is a new statement")
            label = Label(span_of(next_word), say("the new statement"))
            self.problems.append(
                error(
                    "dangling-comma",
                    message,
                    span_of(comma),
                    say("delete the comma, or write what should follow it"),
                    labels=(label,),
                    fixes=(Fix(span_of(comma), ""),),
                )
            )
        if self.opened:
            self._unclosed(next_word)
        self._end()

    def _unclosed(self, next_word: Token | None) -> None:
        assert self.opened
        where = say("before the next statement") if next_word else say("before the end of the file")
        labels = (Label(span_of(next_word), say("the next statement")),) if next_word else ()
        message = say("this `{{` is not closed {where}", where=where)
        self.problems.append(
            error("unclosed-brace", message, span_of(self.opened), say("add a `}`"), labels=labels)
        )
        if self.in_block:
            self._end()
        else:
            self.words.append(self.words[-1].here("RBRACE", "}"))
        self.opened, self.in_block, self.surplus = None, False, 0

    def _reopen(self, brace: Token) -> bool:
        """A `{` at the beginning of a line belongs to the statement above."""
        if not self.statements or self.statements[-1].block is not None:
            return False
        above = self.statements[-1].words
        if above[0].value not in ("card", "chain", "expect"):
            return False
        message = say("a `{` stands on the line of what it opens")
        label = Label(span_of(above[0], above[-1]), say("put it at the end of this line"))
        self.problems.append(
            error(
                "brace-on-own-line",
                message,
                span_of(brace),
                say("move it to the end of the line above"),
                labels=(label,),
            )
        )
        self.words = self.statements.pop().words
        self._open(brace)
        return True


def cut(lines: list[list[Token]]) -> tuple[list[RawStatement], list[Diagnostic]]:
    """The statements of a file, and what is wrong with its braces and its commas at line ends."""
    cutter = _Cutter()
    for line in lines:
        if line:
            cutter.line(line)
    cutter.finish()
    return cutter.statements, cutter.problems


def unfinished(lines: list[list[Token]]) -> tuple[list[Token], str]:
    """The words so far of what the last of the lines leaves unfinished, and what they begin: a start symbol.

    Both as the parser takes them; there are no words where a new statement or block line begins.
    """
    cutter = _Cutter()
    for line in lines[:-1]:
        if line:
            cutter.line(line)
    if lines and lines[-1]:
        cutter.begin(lines[-1])
    if not cutter.in_block:
        return cutter.words, "statement"
    head = cutter.statements[-1].words[0].value
    return as_block_line(cutter.words), "link_line" if head == "chain" else "card_line"


def begins_statement(line: list[Token], in_block: bool = False) -> bool:
    """Whether a line can only be a new statement, not the next line of a list or of a block."""
    first = line[0]
    second = line[1].type if len(line) > 1 else ""
    if second == "COLON":
        return False
    if first.type in NAMES:
        if second in _PLAY_TYPES:
            return True
        return second in _ZONE_TYPES and len(line) > 2 and line[2].type == "COLON"
    word = first.value
    if word in _ALWAYS_STATEMENTS or (word in _HEADER_STATEMENTS and not in_block):
        return True
    return second in _TWO_WORD_STATEMENTS.get(word, ())


def as_block_line(words: list[Token]) -> list[Token]:
    """A line of a block, with the word before a `:` at its beginning made a label."""
    if len(words) > 1 and words[1].type == "COLON" and words[0].value[:1].isidentifier():
        words[0].type = "LABEL"
    return words


# Keywords name their terminals in capitals.
_PLAY_TYPES = frozenset(play.upper() for play in PLAYS)
_ZONE_TYPES = frozenset(zone.upper() for zone in ZONES)
