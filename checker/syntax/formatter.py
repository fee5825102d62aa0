"""One style for `.chain` files: other line breaks and blanks, the same words and comments in the same order.

A text is read as rows: a statement, the head of a block (`card … {`), one line of it, its `}`, or a comment
on a line of its own. The words are those of the text, never words made from the tree, so names, strings and
the choice between `,` and `and` stay as they were; what goes is `;` and the commas between the lists of
`expect orders`. Where a comment for the checker is about all statements of a line, lines are not cut anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from checker.domain.cells import width
from checker.domain.data import dataclass, replace
from checker.domain.source import SourceFile
from checker.syntax.comments import together
from checker.syntax.cutter import NAMES, begins_statement
from checker.syntax.scanner import scan
from checker.syntax.tokens import Token

LENGTH = 120  # cells in a line, where the grammar allows to break it
_INDENT = "  "
_TIGHT_BEFORE = frozenset(("COMMA", "COLON", "SEMICOLON", "DOT", "RSQB", "_POSSESSIVE"))
_TIGHT_AFTER = frozenset(("DOT", "LSQB"))


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment with its `#`: the line and the cell it begins in, and whether nothing stands before it."""

    text: str
    line: int
    column: int
    alone: bool


@dataclass(slots=True)
class _Row:
    """What is written on one line if it fits: words, with the comments that stand between and after them."""

    kind: str  # "statement", "head", "entry", "close", "comment", "kept"
    depth: int
    parts: list[Token | _Comment]
    blank: bool = False  # a blank line before it

    @property
    def words(self) -> list[Token]:
        return [part for part in self.parts if isinstance(part, Token)]

    @property
    def commented(self) -> bool:
        return len(self.words) < len(self.parts)


@dataclass(slots=True)
class _Line:
    """A line of the new text."""

    code: str
    comment: _Comment | None = None
    blank: bool = False
    beside: bool = False  # the comment keeps its column


def format_text(text: str) -> str:
    """A text without syntax errors in the one style; what it means and its comments stay."""
    text = text.removeprefix("\ufeff")
    rows = _tables(_joined(_Reader().read(text, together(SourceFile("", text)))))
    lines = [line for row in rows for line in _lines(row)]
    return "".join(f"{line}\n" for line in _placed(lines))


# ---------------------------------------------------------------- reading


class _Reader:
    """Cuts a text into rows, as `cutter` does for the parser."""

    def __init__(self) -> None:
        self.rows: list[_Row] = []
        self._row: _Row | None = None  # the row that is not complete
        self._opened = ""  # "block" or "orders" inside braces
        self._blank = False
        self._list = False  # a list goes on after a line that is kept

    def read(self, text: str, kept: frozenset[int]) -> list[_Row]:
        """The rows of a text; lines that are `kept` are one row each."""
        lines = text.split("\n")
        for number, (line, words) in enumerate(zip(lines, scan(text).lines, strict=True), start=1):
            start = line.find("#", words[-1].end_column - 1 if words else 0)
            comment = None
            if start >= 0:
                comment = _Comment(line[start:].rstrip(), number, width(line[:start]), alone=not words)
            if number in kept and (words or comment):
                self._keep(words, comment)
                continue
            for word in words:
                self._word(word)
            if words and words[-1].type != "COMMA" and self._opened != "orders":
                self._row = None
            if comment:
                self._comment(comment)
            elif not words and self._row is None:
                self._blank = True
        return self.rows

    def _keep(self, words: list[Token], comment: _Comment | None) -> None:
        while len(words) > 1 and words[-1].type == "SEMICOLON":
            words = words[:-1]
        inside = bool(self._opened) and not (words and words[0].type == "RBRACE")
        parts: list[Token | _Comment] = [*words, comment] if comment else [*words]
        self.rows.append(_Row("kept", inside + self._list, parts, self._blank_before("kept")))
        for word in words:
            self._opened = {"LBRACE": "block", "RBRACE": ""}.get(word.type, self._opened)
            self._list = word.type == "COMMA"

    def _word(self, word: Token) -> None:
        match word.type:
            case "SEMICOLON":
                if self._opened != "orders":
                    self._row = None
            case "COMMA" if self._opened == "orders" and self._row is None:
                pass
            case "LBRACE":
                row = self._add("head", word)
                self._opened = "orders" if row.words[0].value == "expect" else "block"
                self._row = None
            case "RBRACE":
                self._row, self._opened = None, ""
                self._add("close", word)
                self._row = None
            case kind:
                self._add("entry" if self._opened else "statement", word)
                if self._opened == "orders" and kind == "RSQB":
                    self._row = None

    def _add(self, kind: str, part: Token | _Comment) -> _Row:
        if self._row is None:
            self._row = _Row(kind, depth=1 if self._opened else 0, parts=[], blank=self._blank_before(kind))
            self.rows.append(self._row)
        self._row.kind = kind
        self._row.parts.append(part)
        return self._row

    def _blank_before(self, kind: str) -> bool:
        wanted = self._blank and bool(self.rows) and self.rows[-1].kind != "head" and kind != "close"
        self._blank = False
        return wanted

    def _comment(self, comment: _Comment) -> None:
        row = self._row or (self.rows[-1] if self.rows else None)
        last = row.parts[-1] if row else None
        beside = isinstance(last, Token) and last.line == comment.line
        comment = replace(comment, alone=not beside)
        if row and (beside or row is self._row):
            row.parts.append(comment)
        else:
            self._add("comment", comment)
            self._row = None


# ---------------------------------------------------------------- rows


def _joined(rows: list[_Row]) -> list[_Row]:
    """Keeps a block on one line that was begun on one line and fits."""
    joined: list[_Row] = []
    block: list[_Row] = []
    for row in rows:
        block.append(row)
        if block[0].kind == "head" and row.kind != "close":
            continue
        if len(block) > 1 and _begun_on_one_line(block):
            whole = _one_line(block)
            block = [whole] if width(_text(whole.words)) <= LENGTH else block
        joined += block
        block = []
    return joined


def _begun_on_one_line(block: list[_Row]) -> bool:
    """Whether all lines of a block begin where its `{` stands; a comment inside or a blank line forbids it."""
    if any(row.commented for row in block[:-1]) or any(row.blank for row in block[1:]):
        return False
    line = block[0].words[-1].line
    return all(row.words[0].line == line for row in block[1:-1])


def _one_line(block: list[_Row]) -> _Row:
    parts: list[Token | _Comment] = list(block[0].parts)
    semicolon = block[0].words[0].value != "expect"
    for number, row in enumerate(block[1:], start=1):
        if semicolon and 1 < number < len(block) - 1:
            parts.append(row.words[0].here("SEMICOLON", ";"))
        parts += row.parts
    return _Row("statement", block[0].depth, parts, block[0].blank)


def _tables(rows: list[_Row]) -> list[_Row]:
    """Lines up the words of `triggers` lines that follow each other, and of places that were lined up."""
    run: list[_Row] = []
    for row in [*rows, _Row("", 0, [])]:
        kind = _table_of(row)
        if run and (row.blank or kind != _table_of(run[0])):
            _line_up(run)
            run = []
        if kind:
            run.append(row)
    return rows


def _table_of(row: _Row) -> str:
    """The table that a row may belong to: "triggers", "places" or none."""
    words = row.words[:3]
    if len(words) < 3 or words[0].type not in NAMES or row.kind == "kept":
        return ""
    if words[1].type == "TRIGGERS":
        return "triggers"
    return "places" if words[2].type == "COLON" and row.kind == "statement" else ""


def _line_up(table: list[_Row]) -> None:
    triggers = _table_of(table[0]) == "triggers"
    begins = {width(row.words[0]) + row.words[1].column - row.words[0].end_column for row in table}
    if len(table) == 1 or not (triggers or len(begins) == 1):
        return
    for column in (0, 2) if triggers else (0,):
        cells = max(width(row.words[column]) for row in table)
        for row in table:
            word = row.words[column]
            row.parts[column] = word.here(word.type, word + " " * (cells - width(word)))


# ---------------------------------------------------------------- lines


def _lines(row: _Row) -> Iterator[_Line]:
    """The lines of a row: broken after its comments, and after commas where it is too long."""
    blank, lead = row.blank, _INDENT * row.depth
    if row.kind == "close":
        lead = ""
    code: list[Token] = []
    further = lead + _INDENT
    for chunk, rest in [(row.parts, [])] if row.kind == "kept" else _chunks(row.parts):
        words = [part for part in chunk if isinstance(part, Token)]
        long = width(lead + _text(code + words)) > LENGTH
        if code and long and not begins_statement(rest):
            yield _Line(lead + _text(code), blank=blank)
            code, lead, blank = [], further, False
        code += words
        comment = chunk[-1]
        if isinstance(comment, _Comment):
            if comment.alone and code:
                yield _Line(lead + _text(code), blank=blank)
                code, lead, blank = [], further, False
            yield _Line(lead + _text(code), comment, blank, beside=not comment.alone)
            code, lead, blank = [], further, False
    if code:
        yield _Line(lead + _text(code), blank=blank)


def _chunks(parts: list[Token | _Comment]) -> Iterator[tuple[list[Token | _Comment], list[Token]]]:
    """What may not be broken: up to a comma or a comment; each with the first words from there on."""
    begin = 0
    for at, part in enumerate(parts, start=1):
        comma = isinstance(part, Token) and part.type == "COMMA" and not _comments_next(parts, at)
        if at == len(parts) or isinstance(part, _Comment) or comma:
            first = [word for word in parts[begin : begin + 3] if isinstance(word, Token)]
            yield parts[begin:at], first
            begin = at


def _comments_next(parts: list[Token | _Comment], at: int) -> bool:
    return at < len(parts) and isinstance(parts[at], _Comment)


def _text(words: list[Token]) -> str:
    """Words with the blanks between them."""
    text = ""
    before = None
    for word in words:
        tight = before is None or word.type in _TIGHT_BEFORE or before.type in _TIGHT_AFTER
        tight = tight or (before is not None and before.type == "LBRACE" and word.type == "RBRACE")
        text += str(word) if tight else f" {word}"
        before = word
    return text


def _placed(lines: list[_Line]) -> Iterator[str]:
    """The lines with their comments. One beside code stays in its column, with those that share it above and below.

    A column moves as a whole when some code below it has become too long. Comments on lines of their own are
    indented like code, except those that go on with a comment beside code.
    """
    for before, line in pairwise(lines):
        if line.comment and before.comment and before.beside and not line.beside:
            same = line.comment.column == before.comment.column
            line.beside = same and line.comment.line == before.comment.line + 1
            line.code = "" if line.beside else line.code
    paragraph = 0
    columns: dict[tuple[int, int], int] = {}
    keys: list[tuple[int, int]] = []
    for line in lines:
        paragraph += line.blank
        key = (paragraph, line.comment.column if line.comment else 0)
        keys.append(key)
        if line.beside:
            columns[key] = max(columns.get(key, key[1]), width(line.code) + 2 if line.code else 0)
    for line, key in zip(lines, keys, strict=True):
        if line.blank:
            yield ""
        gap = " " * (columns[key] - width(line.code)) if line.beside else ""
        yield line.code + gap + (line.comment.text if line.comment else "")
