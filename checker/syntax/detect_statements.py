"""Mistakes in the form of a statement, a definition or an expectation."""

from __future__ import annotations

from checker.syntax import suggestions, words
from checker.syntax.cutter import NAMES
from checker.syntax.failure import Failure, Finding, is_word
from checker.syntax.problems import echo, listing, span_of


def mandatory_or_optional(failure: Failure) -> Finding | None:
    """`Yugi triggers "Sangan"`."""
    if failure.at(1) != "triggers" or failure.index != 2:
        return None
    word = failure.word
    if word is not None and word.type == "BARE_NAME" and suggestions.near(word, failure.keywords):
        return None
    message = "`triggers` must say whether the effect is `mandatory` or `optional`"
    helps = "write `triggers mandatory`, or `triggers optional` if the player may decline it"
    repaired = failure.replaced(2, 0, failure.made("optional")) if word is not None else None
    span = span_of(failure.tokens[1])
    return failure.finding("mandatory-or-optional", message, helps, span=span, repaired=repaired)


def card_kind(failure: Failure) -> Finding | None:
    """Anything wrong after `card "Name"`."""
    word = failure.word
    if failure.at(0) != "card" or failure.index != 2 or word is None or not is_word(word):
        return None
    if word.value in ("spell", "trap"):
        subtypes = [kind.split()[0] for kind in words.CARD_KINDS if kind.endswith(f" {word.value}")]
        message = f"`{word.value}` does not say which kind of {word.value} it is"
        repaired = failure.replaced(2, 0, failure.made("normal"))
        return failure.finding(
            "unknown-kind", message, f"write {listing(subtypes)} before it", repaired=repaired
        )
    if suggestions.near(word.value, failure.keywords):
        return None
    message = f"there is no kind of card {echo(word)}"
    helps = [f"the kinds are {listing(words.CARD_KINDS, 'and')}"]
    if failure.at(3) == "monster":
        helps.insert(0, "write `monster` alone; a line `tags` in the braces names other properties")
    without = failure.replaced(2, 1)
    return failure.finding(
        "unknown-kind", message, *helps, repaired=without if failure.whole(without) else None
    )


def or_joins_events(failure: Failure) -> Finding | None:
    """`if this is sent to gy or destroyed`."""
    before, word = failure.before, failure.word
    if failure.start != "card_line" or before is None or before.value != "or" or word is None:
        return None
    if not {"this", "you", "another"} <= failure.keywords:
        return None
    message = f"after `or` a whole event is needed, and {echo(word)} does not begin one"
    return failure.finding("or-joins-events", message, "say who again, as in `or this is destroyed`")


def operation_for_modifier(failure: Failure) -> Finding | None:
    """`ignition, discard 1 card -> …`: a cost without `cost`."""
    word = failure.word
    if failure.start != "card_line" or word is None or word.value not in words.OPERATIONS:
        return None
    if not {"cost", "target", "speed"} <= failure.keywords:
        return None
    message = f"{echo(word)} stands where a modifier should be"
    if any(token.value == "cost" for token in failure.tokens[: failure.index]):
        repaired = failure.replaced(failure.index - 1, 1, failure.made("and"))
        helps = "join several costs with `and`; a comma ends the cost"
    else:
        repaired = failure.replaced(failure.index, 0, failure.made("cost"))
        helps = f"if it is a cost, write `cost {word.value} …`; what the effect does stands after `->`"
    usable = repaired if failure.further(repaired) else None
    return failure.finding("unknown-modifier", message, helps, repaired=usable)


def unknown_statement(failure: Failure) -> Finding | None:
    """Nothing begins or goes on like this."""
    if failure.start != "statement" or failure.index > 1:
        return None
    first, word = failure.tokens[0], failure.word
    if failure.index == 0:
        return failure.finding(
            "unknown-statement", f"a statement does not begin with {echo(first)}", _home_of(first.value)
        )
    if first.type not in NAMES:
        return None
    plays = f"{listing(words.PLAY_PHRASES)}, or a place as in `Yugi hand: …`"
    if word is None:
        message = f"{echo(first)} alone says nothing"
        return failure.finding(
            "unknown-statement", message, f"after a player's name comes {plays}", span=span_of(first)
        )
    if failure.at(2) == ":":
        message = f"there is no zone {echo(word)}"
        return failure.finding("unknown-zone", message, f"the zones are {listing(words.ZONES, 'and')}")
    message = f"{echo(word)} is nothing that a player does"
    return failure.finding("unknown-verb", message, f"after a player's name comes {plays}")


def _home_of(word: str) -> str:
    """Where a word that cannot begin a statement belongs."""
    if word in words.EFFECT_KINDS or word in ("mandatory", "optional", "tags"):
        return 'an effect stands in the braces of its card: `card "Name" monster { … }`'
    if word == "link":
        return "`link N: …` stands in the braces of `chain resolves { … }`, or after `expect`"
    if word in words.OPERATIONS:
        return f"to say that something happened, write `happens {word} …`"
    return f"begin with a player's name, or with {listing(words.STATEMENTS)}"


def unknown_expectation(failure: Failure) -> Finding | None:
    """`expect foo`, where `foo` was read as a player's name."""
    if failure.at(0) != "expect" or failure.index != 2 or failure.tokens[1].type != "BARE_NAME":
        return None
    claimed = failure.tokens[1]
    message = f"there is no expectation {echo(claimed)}"
    span = span_of(claimed)
    if failure.word is not None:
        message = f"{echo(failure.word)} is nothing to expect of {echo(claimed)}"
        span = failure.span
    helps = (
        f"write {listing(words.EXPECTATION_PHRASES)}",
        "of a player, write `may activate`, `may not activate`, `to act` or a zone: `expect Yugi gy: …`",
    )
    return failure.finding("unknown-expectation", message, *helps, span=span)
