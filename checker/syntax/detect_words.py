"""Mistakes with words: misspelt, reserved, in capitals, or a name without its quotes."""

from __future__ import annotations

from collections.abc import Iterator

from checker.domain.language import mark, say
from checker.syntax import suggestions, words
from checker.syntax.failure import Failure, Finding, is_word
from checker.syntax.problems import any_of, echo, error, span_of
from checker.syntax.scanner import quoted, vocabulary


def near_word(failure: Failure) -> Finding | None:
    """A word that is nearly one of those that could stand here, or that players use for one."""
    word = failure.word
    if word is None or not is_word(word):
        return None
    if word.value in words.KEYWORDS and suggestions.vocabulary_here(failure.keywords, failure.accepts):
        return None  # listing the vocabulary says more
    return _meant(failure, failure.index, failure.keywords)


def word_before(failure: Failure) -> Finding | None:
    """The word does not fit because the one before is misspelt: `rule tcg`, `kill all monsters`."""
    before = failure.before
    if before is None or before.type != "BARE_NAME":
        return None
    return _meant(failure, failure.index - 1, failure.keywords_at(failure.index - 1))


def _meant(failure: Failure, index: int, choices: frozenset[str]) -> Finding | None:
    """The word at an index read as one of the choices that is near to it."""
    word = failure.tokens[index]
    meant = suggestions.near(word.value, choices)
    if meant is None:
        return None
    types = vocabulary().types
    new = [word.here(types[text], text) for text in meant.split()]
    repaired = failure.replaced(index, 1, *new)
    if index < failure.index and not failure.further(repaired, by=1):
        return None
    law, noun = suggestions.vocabulary_of(meant, choices)
    if index == 0:
        law, noun = "unknown-statement", mark("statement")
    message = say("there is no {noun} {word}", noun=say(noun), word=echo(word))
    if word.value.lower() == meant:
        law, message = (
            "lower-case",
            say("keywords are written in lower case, and {word} is not", word=echo(word)),
        )
    elif word.value in words.KEYWORDS:
        if not failure.whole(repaired):
            return None
        message = say("{word} does not fit here", word=echo(word))
    elif noun == "word":
        message = say("{word} is not a word of the language", word=echo(word))
    return failure.finding(
        law, message, say("did you mean `{meant}`?", meant=meant), span=span_of(word), repaired=repaired
    )


def zone_without_from(failure: Failure) -> Finding | None:
    """`Yugi may use "Book of Moon" set`."""
    word = failure.word
    if word is None or "from" not in failure.keywords or "to" in failure.keywords:
        return None
    if word.value not in words.ATTRIBUTE_ZONES:
        return None
    repaired = failure.replaced(failure.index, 0, failure.made("from"))
    if not failure.further(repaired):
        return None
    message = say("`from` is missing before {word}", word=echo(word))
    return failure.finding(
        "missing-word", message, say("write `from {word}`", word=word.value), repaired=repaired
    )


def id_of_words(failure: Failure) -> Finding | None:
    """`as my sangan`."""
    before, word = failure.before, failure.word
    if failure.at(failure.index - 2) != "as" or before is None or before.type != "BARE_NAME":
        return None
    if word is None or word.type != "BARE_NAME":
        return None
    last = failure.index
    while last + 1 < len(failure.tokens) and failure.tokens[last + 1].type == "BARE_NAME":
        last += 1
    parts = [token.value for token in failure.tokens[failure.index - 1 : last + 1]]
    joined = before.here("BARE_NAME", "-".join(parts))
    joined.end_column = failure.tokens[last].end_column
    repaired = failure.replaced(failure.index - 1, len(parts), joined)
    message = say("an ID is one word, and {parts} is not", parts=echo(" ".join(parts)))
    helps = say("write {parts}", parts=echo("-".join(parts)))
    span = span_of(before, failure.tokens[last])
    return failure.finding("id-of-words", message, helps, span=span, repaired=repaired)


def law_name(failure: Failure) -> Finding | None:
    """`because too-low`."""
    word = failure.word
    if word is None or "LAW_NAME" not in failure.accepts or not is_word(word):
        return None
    message = say("{word} is not the name of a law", word=echo(word))
    meant = _law_called(word.value)
    if meant is not None:
        repaired = failure.replaced(failure.index, 1, failure.made(meant, "LAW_NAME"))
        return failure.finding(
            "law-name", message, say("did you mean `{meant}`?", meant=meant), repaired=repaired
        )
    helps = (
        say("a law is written `family/name`, as in `speed/too-low`"),
        say("`segoc explain --list` lists them"),
    )
    return failure.finding("law-name", message, *helps)


def _law_called(word: str) -> str | None:
    """The law whose name ends with a word, or nearly so; None if there is none or several are as near."""
    from difflib import get_close_matches

    from checker.laws import law_names

    by_end: dict[str, list[str]] = {}
    for name in law_names():
        by_end.setdefault(name.rpartition("/")[2], []).append(name)
    near = [word] if word in by_end else get_close_matches(word, by_end, n=1, cutoff=0.72)
    return by_end[near[0]][0] if near and len(by_end[near[0]]) == 1 else None


def no_quantity(failure: Failure) -> Finding | None:
    """`destroy monsters`: cards without saying how many."""
    word = failure.word
    if word is None or word.value not in words.NOUNS or "all" not in failure.keywords:
        return None
    repaired = failure.replaced(failure.index, 0, failure.made("all"))
    if not failure.further(repaired):
        return None
    singular = word.value.removesuffix("s")
    message = say("it is not said how many: {word}", word=echo(word))
    helps = say("write `1 {singular}`, `all {singular}s`, or another number", singular=singular)
    return failure.finding("how-many", message, helps, repaired=repaired, guess=not word.value.endswith("s"))


def reserved_word(failure: Failure) -> Finding | None:
    """A keyword where a name was meant."""
    for index in (failure.index, failure.index - 1):
        if not 0 <= index < len(failure.tokens):
            continue
        word = failure.tokens[index]
        if word.value not in words.KEYWORDS or word.type == "LABEL":
            continue
        accepts = failure.accepted_at(index)
        if "BARE_NAME" not in accepts:
            continue
        repaired = failure.replaced(index, 1, word.here("BARE_NAME", word.value))
        only_names = index == failure.index and not failure.keywords
        if not (failure.whole(repaired) or (only_names and failure.further(repaired, by=1))):
            continue
        as_id = "QUOTED" not in accepts
        if as_id:
            message = say("{word} is a reserved word and cannot be an ID", word=echo(word))
        else:
            message = say("{word} is a reserved word and cannot be a name", word=echo(word))
        helps = say("choose another, such as `{word}1`", word=word.value)
        if not as_id:
            helps += say(', or write `"{word}"` with quotes', word=word.value)
        return failure.finding(
            "reserved-word", message, helps, span=span_of(word), repaired=repaired, guess=True
        )
    return None


def unquoted_path(failure: Failure) -> Finding | None:
    """`use cards.chain`."""
    if (
        failure.at(0) != "use"
        or failure.index == 0
        or failure.word is None
        or failure.tokens[1].type == "QUOTED"
    ):
        return None
    text = failure.source(1, len(failure.tokens) - 1)
    path = failure.tokens[1].here("QUOTED", quoted(text))
    path.end_column = failure.tokens[-1].end_column
    message = say("the path {text} is not in quotes", text=echo(text))
    repaired = [failure.tokens[0], path]
    return failure.finding(
        "unquoted-name",
        message,
        say("write {text}", text=echo(quoted(text))),
        span=span_of(path),
        repaired=repaired,
    )


def unquoted_name(failure: Failure) -> Finding | None:
    """A name of several words, or one where only a quoted name can stand, without its quotes."""
    for first, last in _runs(failure):
        opening, closing = failure.tokens[first], failure.tokens[last]
        if "QUOTED" not in failure.accepted_at(first):
            continue
        text = failure.source(first, last)
        name = opening.here("QUOTED", quoted(text))
        name.end_column = closing.end_column
        repaired = failure.replaced(first, last - first + 1, name)
        if failure.whole(repaired):
            message = say("the name {text} is not in quotes", text=echo(text))
            helps = say("write {text}", text=echo(quoted(text)))
            span = span_of(opening, closing)
            return failure.finding("unquoted-name", message, helps, span=span, repaired=repaired)
    return None


def _runs(failure: Failure) -> Iterator[tuple[int, int]]:
    """Stretches of words around the failure that may be a name without quotes: the shortest first."""
    if failure.word is None:
        return
    first = last = failure.index
    while first > 1 and failure.index - first < 6 and is_word(failure.tokens[first - 1]):
        first -= 1
    while last + 1 < len(failure.tokens) and last - failure.index < 8 and is_word(failure.tokens[last + 1]):
        last += 1
    for end in range(failure.index, last + 1):
        for begin in range(failure.index, first - 1, -1):
            opening = failure.tokens[begin]
            if opening.line != failure.tokens[end].line or opening.type != "BARE_NAME":
                continue
            # A word alone may be a name in small letters; several are one only if they begin with a capital.
            if begin == end or (not opening.value[0].islower() and failure.at(0) != "players"):
                yield begin, end


def unknown_word(failure: Failure) -> Finding | None:
    """A word outside the one small vocabulary that could stand here."""
    word = failure.word
    found = suggestions.vocabulary_here(failure.keywords, failure.accepts)
    if word is None or found is None:
        return None
    law, noun, choices = found
    if is_word(word) and word.value not in words.KEYWORDS:
        message = say("there is no {noun} {word}", noun=say(noun), word=echo(word))
    else:
        message = say("{word} stands where a {noun} should be", word=echo(word), noun=say(noun))
    return Finding(error(law, message, failure.span, say("write {choices}", choices=any_of(choices))))
