"""Text to words. The words are those of the grammar's terminals; the common slips are known here as well.

A slip whose meaning is clear (curly quotes, `=>` for `->`) is reported and then read as what it means, so
that the rest of its statement is still checked. After any other slip the line is doubtful: nothing more is
said of it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from checker.domain.data import dataclass, field
from checker.domain.diagnostics import Diagnostic, Fix
from checker.domain.language import say
from checker.domain.source import Span
from checker.syntax import tables
from checker.syntax.problems import echo, error, span_of
from checker.syntax.tokens import Token

BROKEN = "BROKEN"  # the type of a word that no statement can contain
EQUALS = "EQUALS"  # `=`, which the parser's error explains in its place
LARGEST_NUMBER = 999_999

_SLIPS = r"""
    (?P<TRAILING_HYPHEN>(?<=\w)-+(?![>\w-]))
  | (?P<SMART_QUOTES>"[^"“”\n]*[“”] | [“”„«»「『][^“”„«»「」『』"\n]*[“”«»」』"])
  | (?P<UNCLOSED>"(?:\\.|[^"\\])*\\? | [“”„«»「」『』].*)
  | (?P<SINGLE_QUOTES>['‘’][^'‘’]*['’])
  | (?P<ARROW_SLIP>=+> | -\s+> | [–—]> | --+> | [→⇒⟶])
  | (?P<EQUALS>=+)
  | (?P<FOREIGN_COMMENT>//.* | /\*.* | --\s.*)
  | (?P<WIDE>[，、：；．［］｛｝])
  | (?P<STRAY>[^\s\w"'\#,.:;{}\[\]-]+ | .)
"""
_PUNCTUATION = r"->|[\[\]{}:,.;]"
_NUMBER_LIKE = r"\d[\w-]*\w|\d"
_WIDE = dict(zip("，、：；．［］｛｝", ",,:;.[]{}", strict=True))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of the grammar: how to find one in a line, and which type each fixed word has."""

    pattern: re.Pattern[str]
    types: dict[str, str]  # keyword or punctuation -> terminal
    texts: dict[str, str]  # terminal -> keyword or punctuation


@dataclass(slots=True)
class Scan:
    """The words of a text line by line, what is wrong with them, and the lines that are not to be trusted."""

    lines: list[list[Token]] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    doubtful: set[int] = field(default_factory=set)


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary of the grammar."""
    patterns = tables.load().patterns
    groups = {
        "BLANK": patterns["BLANK"],
        "LAW_NAME": patterns["LAW_NAME"],
        "BARE_NAME": patterns["BARE_NAME"],
        "QUOTED": patterns["QUOTED"],
        "PUNCTUATION": _PUNCTUATION,
        "NUMBER": _NUMBER_LIKE,
        "COMMENT": patterns["COMMENT"],
        "_POSSESSIVE": patterns["_POSSESSIVE"],
    }
    known = "|".join(f"(?P<{name}>{pattern})" for name, pattern in groups.items())
    types = {**tables.load().words, ";": "SEMICOLON"}
    texts = {terminal: text for text, terminal in types.items()}
    return Vocabulary(re.compile(known), types, texts)


@cache
def _unprintable() -> re.Pattern[str]:
    """Control characters, and halves of characters."""
    return re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")


@cache
def _halves() -> re.Pattern[str]:
    """Halves of characters, which no text can be written with: a name is read with their numbers instead."""
    return re.compile("[\ud800-\udfff]")


@cache
def _slips() -> re.Pattern[str]:
    """What stands where no word of the grammar does."""
    return re.compile(re.sub(r"\s+", "", _SLIPS))


def scan(text: str) -> Scan:
    """All the words of a text, comments left out. `;` is a word of type SEMICOLON."""
    result = Scan()
    known = vocabulary().pattern.match
    types = vocabulary().types
    for number, line in enumerate(text.split("\n"), start=1):
        words: list[Token] = []
        end = 0
        while end < len(line):
            match = known(line, end) or _slips().match(line, end)
            assert match  # a slip may be any character
            kind = match.lastgroup
            start, end = match.span()
            if kind == "BLANK":
                continue
            if kind == "COMMENT":
                break
            value = match.group()
            token = Token(kind or BROKEN, value, number, start + 1, end + 1)
            if kind == "FOREIGN_COMMENT":
                message = say("{value} does not begin a comment", value=echo(value[:2]))
                helps = say("comments begin with `#`")
                marks = _span(token, 2)
                result.problems.append(error("comment", message, marks, helps, fixes=(Fix(marks, "#"),)))
                break
            if kind == "BARE_NAME":
                labelled = words and words[-1].type == "DOT"
                token.type = "LABEL" if labelled else types.get(value, kind)
            elif kind == "PUNCTUATION":
                token.type = types[value]
            elif kind == "TRAILING_HYPHEN":
                _trailing_hyphen(words[-1] if words else token, token, result)
                continue
            else:
                _check(token, result)
            words.append(token)
        result.lines.append(words)
    _check_line_ends(text, result)
    return result


def quoted(text: str) -> str:
    """A text as it is written in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquoted(token: str) -> str:
    """The text that a QUOTED word stands for."""
    inner = token[1:-1]
    return re.sub(r'\\(["\\])', r"\1", inner) if "\\" in inner else inner


def _check(token: Token, result: Scan) -> None:
    """Look closer at anything but a plain word or a sign."""
    if token.type == "NUMBER":
        _check_number(token, result)
    elif token.type == "QUOTED":
        _check_quoted(token, result)
    elif token.type not in ("LAW_NAME", "_POSSESSIVE"):
        _slip(token, result)
    if token.type == "QUOTED" and not token.isprintable():
        token.value = _halves().sub(lambda half: f"<U+{ord(half[0]):04X}>", token.value)


# ---------------------------------------------------------------- words that look right


def _check_number(token: Token, result: Scan) -> None:
    text = str(token)
    if not (text.isascii() and text.isdigit()):
        if re.fullmatch(r"[0-9]{1,6}x", text):
            message = say("a count is a number alone, not {text}", text=echo(text))
            result.problems.append(
                error(
                    "count",
                    message,
                    _span(token),
                    say("write `{text}`", text=text[:-1]),
                    fixes=(Fix(_span(token), text[:-1]),),
                )
            )
            _reword(token, "NUMBER", text[:-1])
            return
        token.type = "BARE_NAME"
        message = say("the name {text} begins with a digit", text=echo(text))
        helps = say("begin it with a letter or `_`, or put it in quotes if it is a card's name")
        result.problems.append(error("name-begins-with-digit", message, _span(token), helps))
    elif len(text.lstrip("0")) > len(str(LARGEST_NUMBER)):
        message = say("the number {text} is too large", text=echo(text))
        helps = say("the largest number is {most}", most=LARGEST_NUMBER)
        result.problems.append(error("number-too-large", message, _span(token), helps))
        _reword(token, "NUMBER", "1")


def _check_line_ends(text: str, result: Scan) -> None:
    """Old Macintosh files end their lines with CR alone, and would be one long line."""
    found = re.search(r"\r(?!\n|$)", text)
    if found is None:
        return
    before = text[: found.start()]
    number = before.count("\n") + 1
    column = found.start() - before.rfind("\n")
    span = Span.of(number, column, number, column + 1)
    message = say("there is a carriage return in the middle of this line")
    result.problems.append(
        error("line-end", message, span, say("save the file with the line ends of Unix or Windows"))
    )
    result.doubtful.add(number)


def _check_quoted(token: Token, result: Scan) -> None:
    if not token[1:-1].strip():
        message = say("there is nothing between the quotes")
        result.problems.append(
            error("empty-name", message, _span(token), say("write a name or a text in the quotes"))
        )
    if not token.isprintable() and (bad := _unprintable().search(token)):
        message = say("the text in quotes contains {group}", group=_describe(bad.group()))
        result.problems.append(error("control-character", message, _span(token), say("delete it")))


# ---------------------------------------------------------------- slips


def _trailing_hyphen(name: Token, hyphen: Token, result: Scan) -> None:
    shown = echo(f"{name}{hyphen}")
    span = span_of(name, hyphen)
    message = say("the name {shown} ends with a hyphen", shown=shown)
    helps, fixes = say("write {name}", name=echo(name)), (Fix(_span(hyphen), ""),)
    result.problems.append(error("name-ends-with-hyphen", message, span, helps, fixes=fixes))


def _slip(token: Token, result: Scan) -> None:
    """Report a slip, and give the word the type and the text that it was meant to have."""
    kind, text, span = token.type, str(token), _span(token)
    types = vocabulary().types
    match kind:
        case "SMART_QUOTES":
            fixed = quoted(text[1:-1])
            message = say("the name is in curly quotes: {text}", text=echo(text))
            helps = say("use straight quotes: {fixed}", fixed=echo(fixed))
            result.problems.append(error("smart-quotes", message, span, helps, fixes=(Fix(span, fixed),)))
            _reword(token, "QUOTED", fixed)
        case "SINGLE_QUOTES":
            fixed = quoted(text[1:-1])
            message = say("the name is in single quotes: {text}", text=echo(text))
            helps = say("use double quotes: {fixed}", fixed=echo(fixed))
            result.problems.append(error("single-quotes", message, span, helps, fixes=(Fix(span, fixed),)))
            _reword(token, "QUOTED", fixed)
        case "UNCLOSED":
            text = text.rstrip()
            message = say("this quote is not closed on its line")
            helps = say('end the name with `"` (a quote inside a name is written `\\"`)')
            result.problems.append(error("missing-quote", message, _span(token, len(text)), helps))
            result.doubtful.add(token.line)
            _reword(token, "QUOTED", quoted(text[1:]))
        case "ARROW_SLIP":
            message = say("{text} is not the arrow of the language", text=echo(text))
            result.problems.append(error("arrow", message, span, say("write `->`"), fixes=(Fix(span, "->"),)))
            _reword(token, types["->"], "->")
        case "WIDE":
            narrow = _WIDE[text]
            message = say("{text} is not the sign of the language", text=echo(text))
            helps = say("write `{narrow}`", narrow=narrow)
            result.problems.append(error("full-width", message, span, helps, fixes=(Fix(span, narrow),)))
            _reword(token, types[narrow], narrow)
        case "EQUALS":
            pass
        case _:
            if token.line not in result.doubtful:
                result.problems.append(_stray(text, span))
            result.doubtful.add(token.line)
            token.type = BROKEN


def _stray(text: str, span: Span) -> Diagnostic:
    first = text[0]
    if _unprintable().match(first):
        message = say("there is {first} here", first=_describe(first))
        return error("control-character", message, span, say("delete it"), fixes=(Fix(span, ""),))
    if not first.isprintable() or unicodedata.category(first) in ("Cf", "Mn"):
        message = say("there is {first} here", first=_describe(first))
        return error("stray-character", message, span, say("delete it"), fixes=(Fix(span, ""),))
    helps = [say("a text with signs in it goes in quotes")]
    if first in "()":
        helps = [say("there are no parentheses; comments begin with `#`")]
    elif first in "!?":
        helps = [
            say("write `mandatory` or `optional` before the name; `!` and `?` are for `segoc order` only")
        ]
    elif first == "/":
        helps = [say("a law is written without spaces: `family/name`")]
    elif first in "+&":
        helps = [say("join with `and` or `,`")]
    return error(
        "stray-character", say("{text} has no meaning outside quotes", text=echo(text)), span, *helps
    )


def _describe(char: str) -> str:
    code = f"U+{ord(char):04X}"
    if "\ud800" <= char <= "\udfff":
        return say("half of a character ({code}), as when a file is read in the wrong encoding", code=code)
    if _unprintable().match(char):
        return say("a control character ({code})", code=code)
    return say(
        "an invisible character ({code}, {name})", code=code, name=unicodedata.name(char, "unnamed").lower()
    )


def _reword(token: Token, kind: str, text: str) -> None:
    token.type = kind
    token.value = text


def _span(token: Token, length: int | None = None) -> Span:
    whole = span_of(token)
    if length is None:
        return whole
    start = whole.start
    return Span.of(start.line, start.column, start.line, start.column + length)
