"""Cards that do nothing because nothing defines them, where somebody probably meant otherwise.

A card without a definition is no mistake in itself: most monsters in a story need no effects. It is one when its
name is nearly that of a defined card or the beginning of one, or when the bundled library has it and the file does not
use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checker.domain.diagnostics import Fix
from checker.domain.language import plural, say
from checker.domain.story import Card
from checker.semantics import library
from checker.semantics.draft import Draft
from checker.semantics.problems import quote
from checker.syntax.scanner import quoted

_CUTOFF = 0.8  # of `difflib`'s ratio
_STRANGE = 1 - _CUTOFF  # of the letters of both names together, those that are not common to them
_SAME_WORD = 0.5  # below it, two words are different ones, not one misspelt
_LONGEST = 100  # so much of a name is compared
# Pairs of names, first by their lengths and letters, then exactly: a millisecond or two for each.
_MOST_COMPARED = 2_000
_MOST_MATCHED = 40
_MOST_LISTED = 3
_SHORTEST = 5  # letters of a beginning that tells a card
_WORD = re.compile(r"\w+")


def report(draft: Draft) -> None:
    """A warning for every placed name that is probably misspelt, and one note on the names of a library not used."""
    unknown = _unknown(draft)
    if not unknown:
        return
    in_library: dict[str, list[Card]] = {}
    others: list[Card] = []
    bundled = {name: bundle for bundle in library.bundled() for name in library.card_names(bundle)}
    for card in unknown:
        if card.name in bundled:
            if library.has_effects(bundled[card.name], card.name):
                in_library.setdefault(bundled[card.name], []).append(card)
        else:
            others.append(card)
    for card, meant in _misspelt(others, [name for shelf in draft.shelves for name in shelf.names()]):
        message = say("{card} has no definition, so it has no effects", card=quote(card.name))
        hints = (say("did you mean {meant}?", meant=quote(meant)),)
        fixes = (Fix(card.span, quoted(meant)),)
        draft.problems.warning("story/undefined-card", message, card.span, hints=hints, fixes=fixes)
    for bundle, cards in in_library.items():
        _note(draft, bundle, cards)


def _unknown(draft: Draft) -> list[Card]:
    """The first placed card of each name that nothing defines and of which nothing else was told or said."""
    names = draft.names
    found: dict[str, Card] = {}
    heard = set(draft.reported)
    for card in names.cards.values():
        if names.spots[card.id].zone == "told":
            heard.add(card.name)
        elif not card.defined:
            found.setdefault(card.name, card)
    return [card for name, card in found.items() if name not in heard]


def _note(draft: Draft, bundle: str, cards: Sequence[Card]) -> None:
    listed = ", ".join(quote(card.name) for card in cards[:_MOST_LISTED])
    if len(cards) > _MOST_LISTED:
        listed = say("{names} and {number} more", names=listed, number=len(cards) - _MOST_LISTED)
    message = plural(
        "{names} has no definition here, so no effects",
        "{names} have no definition here, so no effects",
        len(cards),
        names=listed,
    )
    hints = (
        plural(
            "`use {bundle}` would bring its definition",
            "`use {bundle}` would bring their definitions",
            len(cards),
            bundle=bundle,
        ),
    )
    fixes = (draft.using(bundle),)
    draft.problems.note("story/undefined-card", message, cards[0].span, hints=hints, fixes=fixes)


def _misspelt(cards: Sequence[Card], known: Sequence[str]) -> Iterator[tuple[Card, str]]:
    """Those of the cards whose names are nearly one that is known, or the beginning of one, with that one."""
    names = [(text, _letters(text)) for text in known[:_MOST_COMPARED]]
    left = _MOST_MATCHED
    for card in cards[: _MOST_COMPARED // max(len(names), 1)]:
        best, nearest = 0.0, ""
        length, letters = len(card.name), _letters(card.name)
        for text, its in names:
            total = length + len(text)
            strange = _STRANGE * total
            if abs(length - len(text)) > strange or len(letters ^ its) > strange or not left:
                continue
            left -= 1
            ratio = _ratio(card.name.lower(), text.lower())
            if ratio > best:
                best, nearest = ratio, text
        if best < _CUTOFF:
            longer = [text for text, _ in names if _short_for(card.name.lower(), text.lower())]
            nearest = longer[0] if len(longer) == 1 else ""
        if nearest:
            yield card, nearest


def _short_for(name: str, longer: str) -> bool:
    """Whether a name is the first words of a longer one, as players shorten names: `Peten`."""
    rest = longer[len(name) : len(name) + 1]
    return len(name) >= _SHORTEST and longer.startswith(name) and rest in (" ", ",", ":")


def _letters(text: str) -> frozenset[str]:
    return frozenset(text.lower())


def _ratio(one: str, other: str) -> float:
    """How near two names are; 0 for names that differ in a whole word, such as `Token 1` and `Token 2`."""
    from difflib import SequenceMatcher  # costs 5 ms to import, so only here

    words, others = _WORD.findall(one[:_LONGEST]), _WORD.findall(other[:_LONGEST])
    if len(words) == len(others):
        for word, its in zip(words, others, strict=True):
            if word != its and SequenceMatcher(None, word, its, autojunk=False).ratio() < _SAME_WORD:
                return 0.0
    return SequenceMatcher(None, one[:_LONGEST], other[:_LONGEST], autojunk=False).ratio()
