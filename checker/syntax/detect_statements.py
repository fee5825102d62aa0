"""Mistakes in the form of a statement, a definition or an expectation."""

from __future__ import annotations

from checker.domain.language import say
from checker.syntax import suggestions, words
from checker.syntax.cutter import NAMES
from checker.syntax.failure import Failure, Finding, is_word
from checker.syntax.problems import all_of, any_of, echo, span_of
from checker.syntax.scanner import vocabulary

_RESOLVE = ("resolve", "resolves")
_TRIBUTE = ("normal", "normal summons CARD tributing CARD")
_FROM_EXTRA = ("special", "special summons CARD using CARD and CARD")
_SUMMONS = {
    "tribute": _TRIBUTE,
    "advance": _TRIBUTE,
    "fusion": _FROM_EXTRA,
    "synchro": _FROM_EXTRA,
    "xyz": _FROM_EXTRA,
    "link": _FROM_EXTRA,
    "ritual": _FROM_EXTRA,
    "pendulum": ("special", "special summons CARD"),
}
_MOST_ZONE_WORDS = 5
_ZONES_BY_WORD = (
    ("monster", "field"),
    ("spell", "field"),
    ("trap", "field"),
    ("field", "field"),
    ("grave", "gy"),
    ("discard", "gy"),
    ("banish", "banished"),
    ("pendulum", "pendulum"),
)


def mandatory_or_optional(failure: Failure) -> Finding | None:
    """`Yugi triggers "Sangan"`."""
    if failure.at(1) != "triggers" or failure.index != 2:
        return None
    word = failure.word
    if word is not None and word.type == "BARE_NAME" and suggestions.near(word, failure.keywords):
        return None
    message = say("`triggers` must say whether the effect is `mandatory` or `optional`")
    helps = say("write `triggers mandatory`, or `triggers optional` if the player may decline it")
    repaired = failure.replaced(2, 0, failure.made("optional")) if word is not None else None
    span = span_of(failure.tokens[1])
    found = failure.finding("mandatory-or-optional", message, helps, span=span, repaired=repaired, guess=True)
    return found.offering(failure.inserted("mandatory", "optional")) if word is not None else found


def card_kind(failure: Failure) -> Finding | None:
    """Anything wrong after `card "Name"`."""
    word = failure.word
    if failure.at(0) != "card" or failure.index != 2 or word is None or not is_word(word):
        return None
    if word.value in ("spell", "trap"):
        subtypes = [kind.split()[0] for kind in words.CARD_KINDS if kind.endswith(f" {word.value}")]
        message = say("`{word}` does not say which kind of {word} it is", word=word.value)
        repaired = failure.replaced(2, 0, failure.made("normal"))
        advice = say("write {subtypes} before it", subtypes=any_of(subtypes))
        found = failure.finding("unknown-kind", message, advice, repaired=repaired, guess=True)
        return found.offering(failure.inserted(*subtypes))
    if suggestions.near(word.value, failure.keywords):
        return None
    message = say("there is no kind of card {word}", word=echo(word))
    helps = [say("the kinds are {kinds}", kinds=all_of(words.CARD_KINDS))]
    if failure.at(3) == "monster":
        helps.insert(0, say("write `monster` alone; a line `tags` in the braces names other properties"))
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
    message = say("after `or` a whole event is needed, and {word} does not begin one", word=echo(word))
    return failure.finding("or-joins-events", message, say("say who again, as in `or this is destroyed`"))


def operation_for_modifier(failure: Failure) -> Finding | None:
    """`ignition, discard 1 card -> …`: a cost without `cost`."""
    word = failure.word
    if failure.start != "card_line" or word is None or word.value not in words.OPERATIONS:
        return None
    if not {"cost", "target", "speed"} <= failure.keywords:
        return None
    message = say("{word} stands where a modifier should be", word=echo(word))
    if any(token.value == "cost" for token in failure.tokens[: failure.index]):
        repaired = failure.replaced(failure.index - 1, 1, failure.made("and"))
        helps = say("join several costs with `and`; a comma ends the cost")
    else:
        repaired = failure.replaced(failure.index, 0, failure.made("cost"))
        helps = say(
            "if it is a cost, write `cost {word} …`; what the effect does stands after `->`", word=word.value
        )
    usable = repaired if failure.further(repaired) else None
    return failure.finding("unknown-modifier", message, helps, repaired=usable)


def lone_resolves(failure: Failure) -> Finding | None:
    """`resolve`, `resolves`, `"Dark Hole" resolves`: a chain resolves as a whole."""
    first, last = failure.tokens[0], failure.tokens[-1]
    if failure.start != "statement" or failure.index > 1 or first.value in ("chain", "expect"):
        return None
    if first.value not in _RESOLVE and last.value not in _RESOLVE:
        return None
    said = echo(failure.source(0, len(failure.tokens) - 1))
    if first.value in _RESOLVE:
        message = say("a chain resolves as a whole, and {said} does not say so", said=said)
    else:
        message = say("links do not resolve one by one, as in {said}", said=said)
    helps = say("write `chain resolves`; where it matters, its braces tell what a link did: `{ link 1: … }`")
    repaired = [first.here(vocabulary().types[text], text) for text in ("chain", "resolves")]
    span = span_of(first, last)
    return failure.finding("unknown-statement", message, helps, span=span, repaired=repaired)


def kind_of_summon(failure: Failure) -> Finding | None:
    """`Yugi tribute summons x`, `Yugi fusion summons x`."""
    word = failure.word
    if failure.start != "statement" or failure.index != 1 or word is None:
        return None
    kind = word.value.lower()
    if kind not in _SUMMONS or failure.at(2) not in ("summons", "summon"):
        return None
    meant, form = _SUMMONS[kind]
    message = say("there is no play `{kind} summons`", kind=kind)
    helps = say("a {kind} Summon is written `{form}`", kind=kind.capitalize(), form=form)
    new = [word.here(vocabulary().types[text], text) for text in (meant, "summons")]
    repaired = failure.replaced(1, 2, *new)
    return failure.finding(
        "unknown-verb", message, helps, span=span_of(word, failure.tokens[2]), repaired=repaired
    )


def zone_of_words(failure: Failure) -> Finding | None:
    """`Yugi monster zone: …`, `Yugi spell and trap zone: …`."""
    word = failure.word
    if failure.start != "statement" or failure.index != 1 or word is None:
        return None
    said = [token.value for token in failure.tokens[1 : 2 + _MOST_ZONE_WORDS]]
    if ":" not in said:
        return None
    count = said.index(":")
    phrase = " ".join(said[:count]).lower()
    if not phrase.endswith((" zone", " zones", " pile")):
        return None
    meant = next((zone for sign, zone in _ZONES_BY_WORD if sign in phrase), None)
    if meant is None:
        return None
    message = say("there is no zone `{phrase}`", phrase=phrase)
    helps = [say("did you mean `{meant}`?", meant=meant)]
    if "spell" in phrase or "trap" in phrase:
        helps.append(say("a face-down Spell or Trap is in the zone `set`"))
    repaired = failure.replaced(1, count, failure.made(meant))
    span = span_of(word, failure.tokens[count])
    return failure.finding("unknown-zone", message, *helps, span=span, repaired=repaired)


def then_before_play(failure: Failure) -> Finding | None:
    """`then Yugi triggers …`, `then Yugi activates …`."""
    word = failure.word
    if failure.at(0) != "then" or failure.index not in (1, 2):
        return None
    verb = word.value if word is not None else ""
    if failure.index == 1 and verb not in words.STATEMENTS:
        return None
    if failure.index == 2 and verb not in words.PLAYS and verb not in words.ZONES:
        return None
    if verb == "triggers":
        message = say("`then` stands on a line of its own, between the `triggers` lines of two moments")
        helps = say("begin a new line after `then`")
    else:
        message = say("`then` does not stand before {words}", words=echo(failure.source(1, failure.index)))
        helps = say("delete `then`: what stands on a later line happens later")
    span = span_of(failure.tokens[0])
    return failure.finding("then-before-play", message, helps, span=span, repaired=failure.tokens[1:])


def unknown_statement(failure: Failure) -> Finding | None:
    """Nothing begins or goes on like this."""
    if failure.start != "statement" or failure.index > 1:
        return None
    first, word = failure.tokens[0], failure.word
    if failure.index == 0:
        return failure.finding(
            "unknown-statement",
            say("a statement does not begin with {first}", first=echo(first)),
            _home_of(first.value),
        )
    if first.type not in NAMES:
        return None
    plays = say("{plays}, or a place as in `Yugi hand: …`", plays=any_of(words.PLAY_PHRASES))
    if word is None:
        message = say("{first} alone says nothing", first=echo(first))
        return failure.finding(
            "unknown-statement",
            message,
            say("after a player's name comes {plays}", plays=plays),
            span=span_of(first),
        )
    if failure.at(2) == ":":
        message = say("there is no zone {word}", word=echo(word))
        return failure.finding(
            "unknown-zone", message, say("the zones are {zones}", zones=all_of(words.ZONES))
        )
    message = say("{word} is nothing that a player does", word=echo(word))
    return failure.finding("unknown-verb", message, say("after a player's name comes {plays}", plays=plays))


def _home_of(word: str) -> str:
    """Where a word that cannot begin a statement belongs."""
    if word in words.EFFECT_KINDS or word in ("mandatory", "optional", "tags"):
        return say('an effect stands in the braces of its card: `card "Name" monster { … }`')
    if word == "link":
        return say("`link N: …` stands in the braces of `chain resolves { … }`, or after `expect`")
    if word in words.OPERATIONS:
        return say("to say that something happened, write `happens {word} …`", word=word)
    return say("begin with a player's name, or with {words}", words=any_of(words.STATEMENTS))


def unknown_expectation(failure: Failure) -> Finding | None:
    """`expect foo`, where `foo` was read as a player's name."""
    if failure.at(0) != "expect" or failure.index != 2 or failure.tokens[1].type != "BARE_NAME":
        return None
    claimed = failure.tokens[1]
    message = say("there is no expectation {claimed}", claimed=echo(claimed))
    span = span_of(claimed)
    if failure.word is not None:
        message = say(
            "{word} is nothing to expect of {claimed}", word=echo(failure.word), claimed=echo(claimed)
        )
        span = failure.span
    helps = (
        say("write {phrases}", phrases=any_of(words.EXPECTATION_PHRASES)),
        say("of a player, write `may activate`, `may not activate`, `to act` or a zone: `expect Yugi gy: …`"),
    )
    return failure.finding("unknown-expectation", message, *helps, span=span)
