"""Mistakes with signs and small words: commas, full stops, `=`, brackets, a word too few or too many."""

from __future__ import annotations

from checker.domain.language import say
from checker.syntax.cutter import NAMES
from checker.syntax.failure import Failure, Finding
from checker.syntax.problems import echo, span_of
from checker.syntax.scanner import EQUALS


def dangling_comma(failure: Failure) -> Finding | None:
    """A comma that nothing follows."""
    before, word = failure.before, failure.word
    if before is None or before.type != "COMMA":
        return None
    repaired = failure.replaced(failure.index - 1, 1)
    helps = say("delete the comma")
    if word is None:
        message = say("the statement ends with a comma")
        helps = say("delete the comma, or write what should follow it")
    elif word.type == "COMMA":
        message = say("there are two commas in a row")
    elif failure.whole(repaired):
        message = say("there is a comma before {word} that does not belong there", word=echo(word))
    else:
        return None
    return failure.finding("dangling-comma", message, helps, span=span_of(before), repaired=repaired)


def full_stop(failure: Failure) -> Finding | None:
    """A full stop at the end: `Yugi passes.`."""
    last = failure.tokens[-1]
    if last.type != "DOT" or failure.index < len(failure.tokens) - 1:
        return None
    message = say("a statement does not end with a full stop")
    repaired = failure.tokens[:-1] or None
    return failure.finding("full-stop", message, say("delete it"), span=span_of(last), repaired=repaired)


def equals(failure: Failure) -> Finding | None:
    """`Yugi hand = "A"`, `"A" = a`."""
    word = failure.word
    if word is None or word.type != EQUALS:
        return None
    message = say("there is no {word} in the language", word=echo(word))
    for text, advice in (
        (":", say("write `:`")),
        ("as", say("an ID is given with `as`")),
        ("->", say("write `->`")),
    ):
        repaired = failure.replaced(failure.index, 1, failure.made(text))
        if text in failure.keywords and failure.further(repaired):
            return failure.finding("equals", message, advice, repaired=repaired)
    repaired = failure.replaced(failure.index, 1)
    if failure.further(repaired, by=1):
        return failure.finding("equals", message, say("leave it out"), repaired=repaired)
    return failure.finding(
        "equals", message, say("cards are placed with `Yugi field: …` and named with `as`")
    )


def comma_in_definition(failure: Failure) -> Finding | None:
    """`-> destroy this, draw 1`."""
    before = failure.before
    # The parser got past the comma, because `, then` could have followed.
    if (
        failure.start != "card_line"
        or before is None
        or before.type != "COMMA"
        or failure.keywords != {"then"}
    ):
        return None
    repaired = failure.replaced(failure.index - 1, 1, failure.made("and"))
    if not failure.further(repaired):
        return None
    message = say("in a definition operations and objects are not joined by a comma")
    return failure.finding(
        "comma-in-definition", message, say("write `and`, or `then`"), span=span_of(before), repaired=repaired
    )


def and_for_comma(failure: Failure) -> Finding | None:
    """`players Yugi and Kaiba`."""
    word = failure.word
    if word is None or word.value != "and" or "," not in failure.keywords:
        return None
    repaired = failure.replaced(failure.index, 1, failure.made(","))
    if not failure.further(repaired):
        return None
    return failure.finding(
        "and-for-comma", say("this list is joined by commas"), say("write `,` for `and`"), repaired=repaired
    )


def brackets(failure: Failure) -> Finding | None:
    """An order without its brackets, or orders without their braces."""
    before, word = failure.before, failure.word
    if failure.at(0) != "expect" or before is None:
        return None
    if before.value == "order":
        message = say("an order is written in brackets")
        return failure.finding("brackets", message, say("as in `expect order [s1, s2] legal`"))
    if before.value == "orders" and word is not None and word.type in ("LSQB", *NAMES):
        message = say("the orders after `orders` are written in braces")
        return failure.finding("brackets", message, say("as in `expect orders { [s1, s2] [s2, s1] }`"))
    return None


# In the order in which they are tried.
_INSERTED = (
    "as",
    ",",
    ":",
    "->",
    "and",
    "to",
    "]",
    "}",
    "with",
    "is",
    "by",
    "if",
    "{",
    "[",
    "link",
    "in",
    "of",
    "per",
)
_LAWS = {"as": "missing-as", ",": "missing-comma"}


def missing_word(failure: Failure) -> Finding | None:
    """One small word or sign is missing, and with it the statement is complete."""
    for text in _INSERTED:
        if text not in failure.keywords:
            continue
        repaired = failure.replaced(failure.index, 0, failure.made(text))
        if failure.whole(repaired):
            where = say("before {word}", word=echo(failure.word)) if failure.word else say("at the end")
            law = _LAWS.get(text, "missing-word")
            return failure.finding(
                law,
                say("`{text}` is missing {where}", text=text, where=where),
                say("write `{text}`", text=text),
                repaired=repaired,
            )
    return None


def surplus_word(failure: Failure) -> Finding | None:
    """One word or sign is too many, and without it the statement is complete."""
    word = failure.word
    if word is None or len(failure.tokens) == 1 or word.type in ("QUOTED", "LBRACE", "LSQB"):
        return None
    repaired = failure.replaced(failure.index, 1)
    if not failure.whole(repaired):
        return None
    return failure.finding(
        "surplus-word",
        say("{word} does not belong here", word=echo(word)),
        say("delete it"),
        repaired=repaired,
    )
