"""What is wrong with a statement that the parser refused, in the words of its author.

Detectors look, one after another, at the place where the parser stopped. Most try a repair: they put a word
in, take one out or read one as another, and see how far the statement can then be read.
`grammar/mistakes.toml` lists wrong inputs by the error that they mean; it is the documentation and the test.
"""

from __future__ import annotations

from collections.abc import Callable

from checker.domain.language import either, say
from checker.syntax import detect_signs as signs
from checker.syntax import detect_statements as statements
from checker.syntax import detect_words as words
from checker.syntax.expected import phrases
from checker.syntax.failure import Failure, Finding
from checker.syntax.problems import echo

# What is specific comes first: a repair that explains one kind of mistake before those that explain any.
_DETECTORS: tuple[Callable[[Failure], Finding | None], ...] = (
    signs.full_stop,
    signs.equals,
    signs.comma_in_definition,
    signs.dangling_comma,
    signs.brackets,
    statements.lone_resolves,
    statements.kind_of_summon,
    statements.zone_of_words,
    statements.then_before_play,
    statements.mandatory_or_optional,
    statements.card_kind,
    statements.or_joins_events,
    words.unquoted_path,
    words.zone_without_from,
    words.near_word,
    words.word_before,
    words.id_of_words,
    words.law_name,
    words.no_quantity,
    words.reserved_word,
    signs.and_for_comma,
    statements.operation_for_modifier,
    words.unquoted_name,
    signs.missing_word,
    signs.surplus_word,
    statements.unknown_statement,
    statements.unknown_expectation,
    words.unknown_word,
)
_EVENT_FORM = (
    "an event is a subject and what happens to it: `this is sent to gy`, `opponent's monster is summoned`"
)
_MOST_INLINE = 2  # so many things that could stand here fit in the message


def diagnose(failure: Failure) -> Finding:
    """The first thing that a detector finds, or else what could stand where the parser stopped."""
    for detector in _DETECTORS:
        finding = detector(failure)
        if finding:
            return finding
    return _unexpected(failure)


def _unexpected(failure: Failure) -> Finding:
    could = phrases(failure.accepts, failure.before)
    helps = [_EVENT_FORM] if _in_event(failure) else []
    if failure.word is None:
        message = say("the statement ends too early, after {tokens}", tokens=echo(failure.tokens[-1]))
        return failure.finding("incomplete", message, say("write {could} next", could=either(could)), *helps)
    if could == [say("the end of the line")]:
        message = say("the statement is complete before {word}", word=echo(failure.word))
        return failure.finding("one-statement-a-line", message, say("begin a new line, or delete the rest"))
    if len(could) <= _MOST_INLINE:
        message = say("{word} stands where {could} should be", word=echo(failure.word), could=either(could))
    else:
        message = say("{word} does not fit here", word=echo(failure.word))
    after = say("after {before} ", before=echo(failure.before)) if failure.before else ""
    helps.append(say("{after}write {could}", after=after, could=either(could)))
    return failure.finding("expected", message, *helps)


def _in_event(failure: Failure) -> bool:
    """Whether the parser stopped between `when` or `if` and the comma or arrow after the events."""
    if failure.start != "card_line":
        return False
    for token in reversed(failure.tokens[: failure.index]):
        if token.value in (",", "->"):
            return False
        if token.value in ("when", "if"):
            return True
    return False
